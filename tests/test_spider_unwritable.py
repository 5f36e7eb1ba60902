"""Crawls whose database can no longer be written in the middle of them: one line, no damage, and the next goes on.

A full disk is in `test_spider_limits`. For root nothing is read-only, so these crawls run without its right to write
everywhere.
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.crawling import command, environment, rows, small_blog, waits_for
from tests.webserver import Answer, WebServer

HOME = "http://a.test/"
POSTS = 28
PR_CAPBSET_DROP, CAP_DAC_OVERRIDE = 24, 1
TOLD = "make the file and its folder writable"


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "crawl.db"


@pytest.fixture
def web() -> Iterator[WebServer]:
    missing = {"a.test": Answer("not here", status=404)}
    with WebServer(small_blog("a.test", POSTS), hosts=missing, default=Answer("", status=502)) as server:
        yield server


def as_anybody() -> None:
    """From the next program on, root may write only what its owner may (man 2 prctl, man 7 capabilities)."""
    if os.geteuid() == 0:
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, 0, 0, 0)


@contextmanager
def crawling(web: WebServer, database: Path, *blogs: str) -> Iterator[subprocess.Popen[str]]:
    paces = ["DOWNLOAD_DELAY=0.1", *(["BLOGS_AT_ONCE=1"] if blogs else [])]
    line = command(*(blogs or (HOME,)), "--depth", "full", database=database, settings=paces)
    process = subprocess.Popen(
        line, env=environment(web), cwd=database.parent, stderr=subprocess.PIPE, text=True, preexec_fn=as_anybody
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait(20)


def cut_off(web: WebServer, database: Path, harm: Callable[[], object]) -> tuple[int, str]:
    """The exit status and the words of a crawl to whose database something is done when it has read some pages."""
    with crawling(web, database) as process:
        waits_for(lambda: len(web.log) >= 8 or process.poll() is not None)
        harm()
        told = process.communicate(timeout=60)[1]
    return process.returncode, told


def goes_on(web: WebServer, database: Path) -> None:
    """The next crawl comes to the end, and asks nothing twice but what was on its way."""
    with crawling(web, database) as process:
        told = process.communicate(timeout=60)[1]
    assert process.returncode == 0, told
    assert rows(database, "PRAGMA integrity_check") == [("ok",)]
    assert rows(database, "SELECT count(*) FROM listing") == [(POSTS,)]
    assert sum(times - 1 for times in Counter(web.targets).values()) <= 1


def files(database: Path) -> list[Path]:
    return sorted(database.parent.glob("crawl.db*"))


def make_read_only(database: Path) -> None:
    for file in files(database):
        file.chmod(0o444)


def test_a_file_made_read_only_in_mid_run_ends_it_with_one_line_and_spoils_nothing(
    web: WebServer, database: Path
) -> None:
    status, told = cut_off(web, database, lambda: make_read_only(database))
    assert (status, told.count(TOLD)) == (2, 1)
    assert "a-test: not finished" in told and "Traceback" not in told
    with crawling(web, database) as process:
        assert TOLD in process.communicate(timeout=60)[1] and process.returncode == 2
    for file in files(database):
        file.chmod(0o644)
    goes_on(web, database)


def test_a_folder_made_read_only_in_mid_run_ends_nothing(web: WebServer, database: Path) -> None:
    status, told = cut_off(web, database, lambda: database.parent.chmod(0o555))
    database.parent.chmod(0o755)
    assert status == 0, told
    assert rows(database, "PRAGMA integrity_check") == [("ok",)]
    assert rows(database, "SELECT count(*) FROM listing") == [(POSTS,)]


def test_a_file_moved_away_in_mid_run_ends_it_and_is_whole_where_it_is(web: WebServer, database: Path) -> None:
    away = database.parent / "away"
    away.mkdir()
    status, told = cut_off(web, database, lambda: [file.rename(away / file.name) for file in files(database)])
    assert (status, told.count("moved or removed meanwhile")) == (2, 1)
    assert "Traceback" not in told
    for file in sorted(away.iterdir()):
        file.rename(database.parent / file.name)
    goes_on(web, database)


@pytest.mark.parametrize("requests", [1, 8])
def test_blogs_that_wait_their_turn_when_the_database_fails_are_told_of_without_a_traceback(
    web: WebServer, database: Path, requests: int
) -> None:
    away = database.parent / "away"
    away.mkdir()
    with crawling(web, database, HOME, "http://b.test/", "http://c.test/") as process:
        waits_for(lambda: len(web.log) >= requests)
        for file in files(database):
            file.rename(away / file.name)
        told = process.communicate(timeout=60)[1]
    assert (process.returncode, told.count("moved or removed meanwhile")) == (2, 1)
    assert "Traceback" not in told
    assert all(f"{slug}: not finished" in told for slug in ("a-test", "b-test", "c-test"))


def test_a_file_that_even_root_may_not_write_ends_the_run_with_one_line(web: WebServer, database: Path) -> None:
    def chattr(flag: str) -> bool:
        line = ["chattr", flag, str(database)]
        return shutil.which("chattr") is not None and subprocess.run(line, capture_output=True).returncode == 0

    database.touch()
    if not chattr("+i"):
        pytest.skip("no file can be made immutable here: it takes root and a file system that can")
    chattr("-i")
    try:
        status, told = cut_off(web, database, lambda: chattr("+i"))
    finally:
        chattr("-i")
    assert (status, told.count("cannot write")) == (2, 1)
    assert "Traceback" not in told
    goes_on(web, database)
