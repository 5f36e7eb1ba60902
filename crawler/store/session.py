"""What every part of the store stands on: one open database, its transactions, its clock."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlite_utils import Database

from crawler.errors import UnknownBlog
from crawler.store.opening import (
    identity_of,
    open_for_changing,
    open_for_reading,
    open_for_writing,
    refuse_what_became_unwritable,
    store_error,
)
from crawler.urls import without_password


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Session:
    """An open database. Use it as a context manager, from one thread."""

    def __init__(self, database: Database, path: Path, clock: Callable[[], datetime] = _utc_now) -> None:
        self.path = path.absolute()
        self._identity = identity_of(self.path)
        self._database = database
        self._connection = database.conn
        self._connection.row_factory = sqlite3.Row
        self._clock = clock

    @classmethod
    def open(cls, path: str | Path, *, write: bool = True, clock: Callable[[], datetime] = _utc_now) -> Self:
        """Open the file; `write` creates it and brings it up to date.

        Raises NotADatabase, NewerDatabase, Unwritable; UsageError when nothing is there to read. `clock` gives
        moments with a zone.
        """
        place = Path(path)
        database = open_for_writing(place) if write else open_for_reading(place)
        return cls(database, place, clock)

    @classmethod
    def open_known(cls, path: str | Path) -> Self:
        """Open a file that is there, to change it. Raises as `open`; UsageError when there is none."""
        place = Path(path)
        return cls(open_for_changing(place), place)

    def close(self) -> None:
        """Close the file. A second call does nothing."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """One BEGIN IMMEDIATE: all of it is kept, or nothing. Raises Unwritable, StoreError."""
        refuse_what_became_unwritable(self.path, self._identity)
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
            except BaseException:
                if self._connection.in_transaction:  # a full disk has rolled back already
                    self._connection.execute("ROLLBACK")
                raise
            self._connection.execute("COMMIT")
        except sqlite3.DatabaseError as error:
            if self._connection.in_transaction:  # the commit itself failed
                self._connection.execute("ROLLBACK")
            if isinstance(error, (sqlite3.IntegrityError, sqlite3.ProgrammingError)):
                raise
            raise store_error(error, str(self.path)) from error

    def _now(self) -> str:
        return moment(self._clock())

    def _blog_id(self, slug: str) -> int:
        row = self._connection.execute("SELECT id FROM blogs WHERE slug = ?", (slug,)).fetchone()
        if row is None:
            raise unknown_blog(slug)
        return int(row["id"])


def unknown_blog(text: str) -> UnknownBlog:
    """The error for a blog that is not in the registry."""
    text = without_password(text)
    return UnknownBlog(f"no blog {text!r} in the registry: `backfile blogs` lists them, `backfile add URL` adds one")


def moment(at: datetime) -> str:
    """A moment as the tables hold it: RFC 3339, UTC, whole seconds, "Z"."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def read_moment(text: str) -> datetime:
    """The way back from `moment`."""
    return datetime.fromisoformat(text)
