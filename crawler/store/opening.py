"""Opening the file: whose it is, how old it is, whether it can be written. Knows nothing of what the tables mean.

A write connection is in WAL mode with `synchronous=NORMAL` (no fsync a commit; a power cut may lose the last
commits but never damages the file). A connection for reading can write nothing (`query_only`).
"""

from __future__ import annotations

import os
import sqlite3
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlite_utils import Database

from crawler.errors import NewerDatabase, NotADatabase, StoreError, Unwritable, UsageError
from crawler.store.schema import MIGRATION_SET, STEPS, migrations

BUSY_SECONDS: Final = 30.0
MAGIC: Final = b"SQLite format 3\x00"
PAUSE_SECONDS: Final = 0.05

_READ_ONLY: Final = "cannot write {path}: make the file and its folder writable, or name another file"
_LINES: Final[tuple[tuple[tuple[str, ...], type[StoreError], str], ...]] = (
    (("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM"), Unwritable, _READ_ONLY),
    (("SQLITE_FULL",), Unwritable, "cannot write {path} ({error}): make room on the disk"),
    (
        ("SQLITE_IOERR",),
        Unwritable,
        "cannot write {path} ({error}): make room on the disk, and see that it is writable",
    ),
    (("SQLITE_BUSY", "SQLITE_LOCKED"), StoreError, "another program holds {path}: end it, then try again"),
    (("SQLITE_NOTADB",), NotADatabase, "{path} is not an SQLite database: name another file"),
    (("SQLITE_CORRUPT",), NotADatabase, "{path} is damaged ({error}): bring back a copy, or name another file"),
)
"""What an error of SQLite's is called here, by how its name begins, and what to do about it."""


def open_for_writing(path: Path) -> Database:
    """The database, created or brought up to date where need be.

    Raises NotADatabase, NewerDatabase, Unwritable, or StoreError when another program holds it for 30 s.
    """
    _refuse_other_files(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Unwritable(f"cannot make the folder {path.parent} ({error.strerror}): name another file") from error
    connection = _connect(path, "mode=rwc")
    try:
        _refuse_other_programs(connection, path)
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA synchronous = NORMAL")
        _use_wal(connection)
        _probe(connection)
        database = Database(connection, execute_plugins=False)
        _migrate(database)
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.Error):
            raise store_error(error, str(path)) from error
        raise
    return database


def open_for_changing(path: Path) -> Database:
    """As `open_for_writing`, but a file that is not there is not made: UsageError."""
    _refuse_nothing(path)
    return open_for_writing(path)


def _refuse_nothing(path: Path) -> None:
    if not path.exists() or (path.is_file() and path.stat().st_size == 0):
        raise UsageError(f"no database at {path}: run `backfile crawl URL` first, or name another file by --db")


def open_for_reading(path: Path) -> Database:
    """The database, unable to write. An older file is brought up to date first.

    Raises UsageError when there is none, NotADatabase, NewerDatabase, Unwritable (an older file that is read-only).
    """
    _refuse_nothing(path)
    _refuse_other_files(path)
    connection = _readable(path)
    try:
        _refuse_other_programs(connection, path)
        database = Database(connection, execute_plugins=False)
        if not migrations().pending(database):
            connection.execute("PRAGMA query_only = ON")
            return database
    except BaseException as error:
        connection.close()
        if isinstance(error, sqlite3.Error):
            raise store_error(error, str(path)) from error
        raise
    connection.close()
    _bring_up_to_date(path)
    return open_for_reading(path)


def _bring_up_to_date(path: Path) -> None:
    try:
        open_for_writing(path).close()
    except Unwritable as error:
        older = f"{path} is of an older Backfile and cannot be brought up to date"
        raise Unwritable(f"{older}: make the file and its folder writable, or read a copy of it") from error


def identity_of(path: Path) -> tuple[int, int]:
    """By what a file is known, whatever it is called (POSIX `st_dev`, `st_ino`); zeros where there is none."""
    try:
        told = path.stat()
    except OSError:
        return 0, 0
    return told.st_dev, told.st_ino


def refuse_what_became_unwritable(path: Path, identity: tuple[int, int]) -> None:
    """Raise Unwritable where a file that was opened for writing is there no more, or was made read-only meanwhile.

    An open file could be written all the same, and one that was removed be written in vain; where its whole disk has
    become read-only, the system ends a program that touches what SQLite keeps in shared memory beside the file.
    """
    now = identity_of(path)
    if now == identity and os.access(path, os.W_OK):
        return
    if now != identity:
        raise Unwritable(f"cannot write {path}: it was moved or removed meanwhile; put it back, or name another file")
    raise Unwritable(_READ_ONLY.format(path=path))


def store_error(error: sqlite3.Error, path: str) -> StoreError:
    """SQLite's error as one of ours, with a line that says what to do."""
    code = getattr(error, "sqlite_errorname", "") or ""
    for codes, kind, line in _LINES:
        if code.startswith(codes):
            return kind(line.format(path=path, error=error))
    return StoreError(f"the database {path} cannot be used: {error}")


def _connect(path: Path, how: str) -> sqlite3.Connection:
    uri = f"{path.absolute().as_uri()}?{how}"
    try:
        return sqlite3.connect(uri, uri=True, timeout=BUSY_SECONDS, isolation_level=None)
    except sqlite3.Error as error:
        raise store_error(error, str(path)) from error


def _readable(path: Path) -> sqlite3.Connection:
    """A connection that can read: a file in WAL mode in a read-only folder is read as it stands."""
    connection = _connect(path, "mode=rw")
    log = path.with_name(path.name + "-wal")
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.DatabaseError as error:
        connection.close()
        reason = store_error(error, str(path))
        if isinstance(reason, Unwritable) and not (log.exists() and log.stat().st_size):
            return _connect(path, "immutable=1")
        raise reason from error
    return connection


def _refuse_other_files(path: Path) -> None:
    if path.is_dir():
        raise NotADatabase(f"{path} is a folder: name a file")
    try:
        with path.open("rb") as file:
            head = file.read(len(MAGIC))
    except FileNotFoundError:
        return
    except OSError as error:
        raise Unwritable(f"cannot read {path} ({error.strerror}): name another file") from error
    if head and head != MAGIC:
        raise NotADatabase(f"{path} is not an SQLite database: name another file")


def _refuse_other_programs(connection: sqlite3.Connection, path: Path) -> None:
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if not tables:
        return
    steps = migrations()
    database = Database(connection, execute_plugins=False)
    applied = {step.name for step in steps.applied(database)}  # none where their table is not there
    if not applied:
        raise NotADatabase(f"{path} belongs to another program (no {MIGRATION_SET} tables): name another file")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if applied - set(STEPS) or version > len(STEPS):
        raise NewerDatabase(f"{path} was written by a newer Backfile: upgrade Backfile, or name another file")


def _use_wal(connection: sqlite3.Connection) -> None:
    """Switch to WAL where the file system can. SQLite does not wait by itself when two programs switch at once."""
    give_up = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_BUSY") or time.monotonic() > give_up:
                raise
        time.sleep(PAUSE_SECONDS)


def _probe(connection: sqlite3.Connection) -> None:
    """Fail now rather than at the first harvest: SQLite opens a read-only file, and begins, without a word."""
    connection.execute("BEGIN IMMEDIATE")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    connection.execute(f"PRAGMA user_version = {version}")
    connection.execute("ROLLBACK")


def _migrate(database: Database) -> None:
    steps = migrations()
    if not steps.pending(database):
        return
    connection = database.conn
    connection.execute("BEGIN IMMEDIATE")  # two programs that open a new file at once: the second finds it done
    try:
        steps.apply(database)
        connection.execute(f"PRAGMA user_version = {len(steps.applied(database))}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise
