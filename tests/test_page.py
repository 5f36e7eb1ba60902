"""A blog's page in the terminal: links where the terminal has them, and never a control sequence of a stranger's."""

from __future__ import annotations

import io
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from crawler.commands.page import body
from crawler.store import ListingRow, RuleRow
from tests.listing_fixture import row


def shown(*rows: ListingRow, rules: dict[str, RuleRow] | None = None, terminal: bool = True) -> str:
    console = Console(
        file=io.StringIO(), force_terminal=terminal, color_system="truecolor" if terminal else None, width=200
    )
    for line in body(rows, rules):
        console.print(line, soft_wrap=True)
    return console.file.getvalue()  # type: ignore[attr-defined]


def test_a_title_links_to_its_post_on_a_terminal():
    assert ";https://a.example/1\x1b\\" in shown(row())


@pytest.mark.parametrize("url", ["javascript:alert(1)", "https://a.example/\x1b]8;;https://evil.example/\x1b\\"])
def test_an_address_that_could_do_harm_is_no_link(url):
    assert "\x1b]8;" not in shown(row(url))


def test_no_link_stands_where_there_is_no_terminal():
    assert shown(row(), terminal=False) == "\n2020   1\n  1. One\n"


@given(st.text(max_size=30))
def test_a_title_sends_no_control_sequence(title):
    lines = shown(row(title=title), terminal=False)
    assert not [sign for sign in lines if sign != "\n" and unicodedata.category(sign) in ("Cc", "Cs")]


def test_evidence_tells_the_rules_behind_title_and_date():
    rules = {
        "https://a.example/1": RuleRow("feed.title", "https://a.example/feed", "address.day", "https://a.example/1")
    }
    assert shown(row(), rules=rules, terminal=False).splitlines()[3:] == [
        "     2020-01-02  https://a.example/1",
        "     title feed.title  https://a.example/feed",
        "     date  address.day  https://a.example/1",
    ]
