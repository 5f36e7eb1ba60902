"""`backfile serve`: what Datasette shows of the database."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from datasette.app import Datasette

from crawler.cli import cli
from crawler.commands.serve import metadata
from crawler.store.questions import QUESTIONS
from tests.crawling import environment, waits_for
from tests.listing_fixture import make_database


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> Path:
    return make_database(tmp_path_factory.mktemp("serve") / "blogs.db")


def shown(database: Path, path: str) -> Any:
    """The JSON that Datasette answers."""

    async def ask() -> Any:
        answer = await Datasette([str(database)], metadata=metadata("blogs")).client.get(f"/blogs/{path}")
        assert answer.status_code == 200, answer.text
        return answer.json()

    return asyncio.run(ask())


@pytest.mark.parametrize("name", QUESTIONS)
def test_every_question_has_an_answer(database, name):
    assert shown(database, f"{name}.json?_shape=objects&words=walk")["ok"]


def test_posts_by_year_are_counted(database):
    rows = shown(database, "posts_by_year.json?_shape=array")
    assert {"blog": "ferns-example", "year": 2024, "posts": 2} in rows


def test_posts_without_a_day_are_told(database):
    titles = [row["title"] for row in shown(database, "missing_dates.json?_shape=array")]
    assert [title.split()[0] for title in titles] == ["Some", "Ring\x1b[31m"]


def test_posts_are_found_by_their_words(database):
    assert [row["title"] for row in shown(database, "full_text.json?_shape=array&words=leap")] == ["A leap day walk"]


def test_the_table_of_posts_can_be_searched_and_has_facets(database):
    told = shown(database, "posts.json?_search=leap")
    assert (told["filtered_table_rows_count"], "year" in told["facet_results"]) == (1, True)


def test_serve_of_a_database_that_is_not_there_is_one_line(tmp_path):
    done = CliRunner().invoke(cli, ["serve", "--db", str(tmp_path / "no.db")], prog_name="backfile")
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)


def test_a_signal_that_ends_the_command_ends_datasette_too(database):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = [sys.executable, "-m", "crawler", "serve", "--port", str(port), "--db", str(database)]

    def answers() -> bool:
        with socket.socket() as asking:
            return asking.connect_ex(("127.0.0.1", port)) == 0

    with subprocess.Popen(line, env=environment(None), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        try:
            waits_for(answers)
        finally:
            process.terminate()
        assert process.wait(20) == 0
    assert not answers()
