"""Scrapyd, as docs/running.md tells: the project is deployed, a job is scheduled, and posts stand in the database.

Needs `scrapyd` and `scrapyd-client` beside the project's own dependencies; they do not go with what the tests need, so
they live in an environment of their own, whose `bin` the variable BACKFILE_SCRAPYD names (CONTRIBUTING.md).
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from tests.crawling import FAST, ROOT, environment, rows, small_blog
from tests.webserver import Answer, WebServer

BIN = Path(os.environ.get("BACKFILE_SCRAPYD", Path(sys.executable).parent))
MISSING = not (BIN / "scrapyd").exists() or not (BIN / "scrapyd-deploy").exists()
PARTS = ("crawler", "spiders", "pipelines", "pyproject.toml", "scrapy.cfg", "README.md", "LICENSE")
HOME = "http://a.test/"

pytestmark = pytest.mark.skipif(MISSING, reason="needs scrapyd and scrapyd-client: BACKFILE_SCRAPYD=…/bin")


@pytest.fixture
def web() -> Iterator[WebServer]:
    pages = small_blog("a.test")
    with WebServer(pages, hosts={"a.test": Answer("no", 404)}, default=Answer("", status=502)) as server:
        yield server


@pytest.fixture
def scrapyd(tmp_path: Path, web: WebServer) -> Iterator[str]:
    """The address of a Scrapyd in a folder that holds scrapy.cfg, without the project on its path."""
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        port = place.getsockname()[1]
    folder = tmp_path / "scrapyd"
    folder.mkdir()
    shutil.copy(ROOT / "scrapy.cfg", folder)
    (folder / "scrapyd.conf").write_text(
        f"[scrapyd]\nbind_address = 127.0.0.1\nhttp_port = {port}\npoll_interval = 0.5\nmax_proc = 1\n"
    )
    plain = {name: value for name, value in environment(web).items() if name != "PYTHONPATH"}
    with (tmp_path / "scrapyd.log").open("wb") as log:
        process = subprocess.Popen([BIN / "scrapyd"], cwd=folder, env=plain, stdout=log, stderr=log)
        try:
            yield f"http://127.0.0.1:{port}/"
        finally:
            process.terminate()
            process.wait(20)


def ask(address: str, **form: str | list[str]) -> dict[str, Any]:
    """What the API answers; with a form it is posted."""
    data = urlencode(form, doseq=True).encode() if form else None
    with urlopen(address, data, timeout=30) as answer:
        told: dict[str, Any] = json.load(answer)
    return told


def wait_until_it_answers(address: str) -> None:
    end = time.monotonic() + 60
    while True:
        try:
            ask(f"{address}daemonstatus.json")
            return
        except URLError:
            assert time.monotonic() < end, "scrapyd does not answer"
            time.sleep(0.1)


def deploy(address: str, folder: Path) -> None:
    """`scrapyd-deploy` in a copy of the project whose scrapy.cfg names this Scrapyd."""
    for part in PARTS:
        copy = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
        copy(ROOT / part, folder / part)
    config = folder / "scrapy.cfg"
    config.write_text(config.read_text().replace("http://localhost:6800/", address))
    done = subprocess.run([BIN / "scrapyd-deploy"], cwd=folder, env=environment(None), capture_output=True, text=True)
    assert done.returncode == 0 and '"status": "ok"' in done.stdout, done.stdout + done.stderr


def run_job(address: str, **arguments: str | list[str]) -> None:
    """Schedule the spider and wait for its end."""
    job = ask(f"{address}schedule.json", project="backfile", spider="history", **arguments)["jobid"]
    end = time.monotonic() + 90
    while job not in [one["id"] for one in ask(f"{address}listjobs.json?project=backfile")["finished"]]:
        assert time.monotonic() < end, "the job does not end"
        time.sleep(0.2)


def test_a_deployed_project_crawls_by_schedule(scrapyd: str, web: WebServer, tmp_path: Path) -> None:
    database = tmp_path / "scrapyd.db"
    project = tmp_path / "project"
    project.mkdir()
    wait_until_it_answers(scrapyd)
    deploy(scrapyd, project)
    assert ask(f"{scrapyd}listspiders.json?project=backfile")["spiders"] == ["history"]
    settings = [*FAST, f"DATABASE={database}"]
    run_job(scrapyd, blog=HOME, setting=settings)
    assert rows(database, "SELECT count(*) FROM listing") == [(3,)]
    asked = len(web.log)
    run_job(scrapyd, due="1", setting=settings)
    assert len(web.log) == asked
    assert rows(database, "SELECT command, outcome FROM runs") == [("scrapy crawl history", "done")] * 2
