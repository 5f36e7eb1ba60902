"""Tables for a person."""

from __future__ import annotations

import os
import re

import pytest

from crawler.commands.tables import Column, print_table

COLUMNS = (Column("blog", style="bold"), Column("posts", figures=True), Column("title"))
ROWS = (("a-example", 7, "漢字の題"), ("b-example", 1234, "[red]not markup[/red] :smile: \x1b[31m"))


def seen(out: str) -> str:
    """What a terminal shows of it."""
    return re.sub("\x1b\\[[0-9;]*m", "", out)


@pytest.fixture
def screen(monkeypatch):
    """A terminal of so many places."""

    def of(width: int, **more: str) -> None:
        for name, value in {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLUMNS": str(width), **more}.items():
            monkeypatch.setenv(name, value)

    return of


@pytest.fixture(autouse=True)
def _no_preference(monkeypatch):
    for name in {"NO_COLOR", "FORCE_COLOR", "COLUMNS", "TTY_COMPATIBLE"} & set(os.environ):
        monkeypatch.delenv(name)


def test_a_table_that_is_piped_is_aligned_text_a_row_a_line(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "20")
    print_table(COLUMNS, ROWS)
    assert capsys.readouterr().out == (
        "blog       posts  title\na-example      7  漢字の題\nb-example   1234  [red]not markup[/red] :smile: [31m\n"
    )


def test_a_table_on_a_terminal_is_coloured_and_shows_cells_as_they_are(capsys, screen):
    screen(100)
    print_table(COLUMNS, ROWS)
    out = capsys.readouterr().out
    assert "\x1b[1mb-example" in out
    assert "[red]not markup[/red] :smile: [31m" in out


def test_no_color_is_obeyed(capsys, screen):
    screen(100, NO_COLOR="1")
    print_table((Column("url", style="cyan"),), [("https://a.example/",)])
    assert "\x1b[36m" not in capsys.readouterr().out


def test_a_table_folds_its_last_column_to_the_width_of_the_terminal(capsys, screen):
    screen(50)
    print_table(COLUMNS, [("a-example", 7, "word " * 30)])
    lines = seen(capsys.readouterr().out).splitlines()
    assert len(lines) > 4
    assert max(map(len, lines)) <= 50


def test_a_table_too_wide_for_the_terminal_is_told_row_by_row(capsys, screen):
    screen(30)
    print_table(COLUMNS, [("a-example", None, "word " * 30), ("b-example", 7, "")])
    assert seen(capsys.readouterr().out).splitlines() == [
        "blog   a-example",
        f"title  {' '.join(['word'] * 30)}",
        "",
        "blog   b-example",
        "posts  7",
    ]
