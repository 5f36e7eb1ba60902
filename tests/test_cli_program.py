"""How the program starts and ends, whatever the command."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import click
import pytest
from click.testing import CliRunner, Result

from crawler.cli import SECTIONS, cli
from crawler.commands.database import database_path
from crawler.errors import Unwritable
from tests.listing_fixture import make_database

ENTRIES = {name: entry for section in SECTIONS.values() for name, entry in section.items()}


def run(*words: str) -> Result:
    return CliRunner().invoke(cli, list(words), prog_name="backfile")


def ending(monkeypatch: pytest.MonkeyPatch, error: BaseException, *words: str) -> Result:
    """The program run with a command that ends in this error."""

    @click.command()
    def broken() -> None:
        raise error

    monkeypatch.setattr("crawler.commands.runs.runs", broken)
    return run(*words, "runs")


@pytest.mark.parametrize("name", ENTRIES)
def test_a_command_is_called_as_the_table_calls_it(name):
    assert ENTRIES[name].load().name == name


@pytest.mark.parametrize("name", [name for name in ENTRIES if name not in {"crawl", "demo"}])
def test_help_of_a_command_shows_an_example_that_names_it(name):
    said = run(name, "--help").stdout
    assert f"backfile {name}" in said.partition("EXAMPLES")[2]


@pytest.mark.parametrize("words", ["--version", "--help"])
def test_version_and_help_import_neither_scrapy_nor_the_store(words):
    code = f"import sys; from crawler.cli import cli; cli.main([{words!r}], standalone_mode=False);" + (
        "assert not {'scrapy', 'twisted', 'sqlite_utils'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_export_imports_no_scrapy(tmp_path):
    database = make_database(tmp_path / "a.db")
    code = "import sys; from crawler.cli import cli; cli.main(sys.argv[1:], standalone_mode=False);" + (
        "assert not {'scrapy', 'twisted'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, "export", "--db", str(database)], check=True, capture_output=True)


def test_an_error_of_ours_is_one_line_and_status_2(monkeypatch):
    done = ending(monkeypatch, Unwritable("cannot write\nthe file"))
    assert (done.exit_code, done.stderr, done.stdout) == (2, "backfile: cannot write the file\n", "")


def test_an_error_nobody_expected_is_one_line_that_says_how_to_see_more(monkeypatch):
    done = ending(monkeypatch, ValueError("odd"))
    assert (done.exit_code, done.stderr) == (2, "backfile: ValueError: odd (run with -v for the traceback)\n")


def test_verbose_shows_the_traceback(monkeypatch):
    done = ending(monkeypatch, ValueError("odd"), "-v")
    assert done.exit_code == 2
    assert "Traceback (most recent call last)" in done.stderr
    assert done.stderr.endswith("backfile: ValueError: odd\n")


@pytest.mark.parametrize("words", [["show", "nobody"], ["add", "no address"], ["export", "--year", "x"]])
def test_verbose_shows_no_traceback_of_what_was_typed_wrong(tmp_path, words):
    done = run("-v", *words, "--db", str(make_database(tmp_path / "a.db")))
    assert (done.exit_code, done.stderr.count("\n"), "Traceback" in done.stderr) == (2, 1, False)


WRONG = [
    "DOWNLOAD_DELAY=soon",
    "DOWNLOAD_DELAY=nan",
    "CONCURRENT_REQUESTS=1.5",
    "BLOGS_AT_ONCE=",
    "ROBOTSTXT_OBEY=maybe",
]


@pytest.mark.parametrize("setting", WRONG)
def test_a_setting_that_is_no_number_is_one_line_that_names_it_and_begins_no_run(tmp_path, setting):
    done = run("crawl", "a.example", "-s", setting, "--db", str(tmp_path / "a.db"))
    assert (done.exit_code, done.stderr.count("\n")) == (2, 1)
    assert f"-s {setting}: {setting.partition('=')[0]} is " in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "setting", ["DOWNLOAD_DELAY=0.5", "DOWNLOAD_TIMEOUT=2.5", "CONTACT=me", "AUTOTHROTTLE_ENABLED=0"]
)
def test_a_sound_setting_is_taken_without_a_word(tmp_path, setting):
    done = run("crawl", "a.example", "--dry-run", "-s", setting, "--db", str(tmp_path / "a.db"))
    assert (done.exit_code, done.stderr) == (0, "")


def test_a_setting_that_is_not_known_is_a_warning_with_the_one_that_may_be_meant(tmp_path):
    done = run("crawl", "a.example", "--dry-run", "-s", "DOWNLAOD_DELAY=2", "--db", str(tmp_path / "a.db"))
    assert (done.exit_code, done.stderr.count("\n")) == (0, 1)
    assert "DOWNLAOD_DELAY" in done.stderr and "DOWNLOAD_DELAY is meant?" in done.stderr


def test_without_a_command_the_help_is_shown_as_it_stands_with_status_2():
    done = run()
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr == run("--help").stdout


def test_an_interruption_is_status_130(monkeypatch):
    done = ending(monkeypatch, KeyboardInterrupt())
    assert (done.exit_code, done.stderr.strip()) == (130, "backfile: interrupted")


def test_a_reader_that_goes_away_is_no_error(monkeypatch):
    done = ending(monkeypatch, BrokenPipeError())
    assert (done.exit_code, done.stderr) == (0, "")


def test_a_pipe_closed_early_ends_without_a_word(tmp_path):
    database = make_database(tmp_path / "a.db")
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "crawler", "export", "--db", str(database)]
    with os.fdopen(writing, "wb") as out:
        done = subprocess.run(command, stdout=out, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize(
    "words", [("shwo",), ("show",), ("show", "x", "--bogus"), ("export", "--year", "x"), ("export", "--since", "May")]
)
def test_wrong_usage_is_one_line_that_names_the_help_and_status_2(words):
    done = run(*words)
    assert done.exit_code == 2
    assert done.stderr.startswith("backfile: ") and done.stderr.endswith("--help)\n") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("words", [("-v", "runs"), ("runs", "-v")])
def test_verbose_may_stand_before_or_after_the_command(monkeypatch, words):
    def broken(database: Path | None) -> NoReturn:
        raise ValueError

    monkeypatch.setattr("crawler.commands.runs.reading", broken)
    assert "Traceback" in run(*words).stderr


@pytest.mark.parametrize("name", ["show", "export", "coverage", "why", "search", "runs", "blogs"])
def test_a_command_that_reads_makes_no_database(tmp_path, name):
    words = ["x"] if name in {"show", "why", "search"} else []
    done = run(name, *words, "--db", str(tmp_path / "absent.db"))
    assert done.exit_code == 2
    assert "absent.db" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database_is_status_2(tmp_path):
    (tmp_path / "note.db").write_text("Dear diary")
    assert run("export", "--db", str(tmp_path / "note.db")).exit_code == 2


def test_the_option_names_the_database(monkeypatch):
    monkeypatch.setenv("BACKFILE_DB", "/elsewhere/b.db")
    assert database_path(Path("a.db")) == Path("a.db")


def test_without_the_option_the_variable_names_it(monkeypatch):
    monkeypatch.setenv("BACKFILE_DB", "/elsewhere/b.db")
    assert database_path(None) == Path("/elsewhere/b.db")


def test_without_both_it_lies_in_the_data_of_the_nearest_project_above(monkeypatch, tmp_path):
    inner = tmp_path / "project" / "deep" / "er"
    inner.mkdir(parents=True)
    (tmp_path / "project" / "scrapy.cfg").touch()
    monkeypatch.chdir(inner)
    assert database_path(None) == tmp_path / "project" / "data" / "backfile.db"


def test_outside_a_project_it_lies_in_the_current_folder(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert database_path(None) == tmp_path / "backfile.db"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_prints_a_script_for_the_program(shell):
    done = run("completion", shell)
    assert done.exit_code == 0
    assert "_BACKFILE_COMPLETE" in done.stdout


def test_a_shell_completes_the_slugs_of_the_registry(tmp_path):
    database = make_database(tmp_path / "a.db")
    asked = {
        "_BACKFILE_COMPLETE": "bash_complete",
        "COMP_WORDS": f"backfile show --db {database} fe",
        "COMP_CWORD": "4",
    }
    done = CliRunner(env=asked).invoke(cli, [], prog_name="backfile")
    assert done.stdout == "plain,ferns-example\n"


def test_a_terminal_that_lacks_a_letter_gets_a_question_mark(tmp_path):
    database = make_database(tmp_path / "a.db")
    command = [sys.executable, "-m", "crawler", "show", "ferns-example", "--db", str(database)]
    done = subprocess.run(command, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=True)
    assert b"Science ? Botany" in done.stdout


def test_what_a_program_reads_is_utf_8_whatever_the_terminal(tmp_path):
    database = make_database(tmp_path / "a.db")
    run("add", "c.example", "--name", "Größe", "--db", str(database))
    command = [sys.executable, "-m", "crawler", "blogs", "--format", "json", "--db", str(database)]
    done = subprocess.run(command, env={**os.environ, "PYTHONIOENCODING": "ascii"}, capture_output=True, check=True)
    assert "Größe" in done.stdout.decode()
