"""Journals: a calendar of years and months, whose months list subjects below the days of the month."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.dryweb import Answer, Web, crawl
from tests.platforms.fake import MANY, crawled
from tests.platforms.journals import Dreamwidth, livejournal


@pytest.mark.parametrize("made", [Dreamwidth, livejournal])
def test_a_journal_is_read_by_its_calendar_though_the_years_list_no_entry(made: Callable[[], Dreamwidth]) -> None:
    quill = made()
    assert (len(quill.posts), len(quill.years), len(quill.months)) == (MANY, 15, 178)
    crawled(quill.home, quill.serve, quill.posts, quill.fewest)


def test_a_journal_whose_calendar_does_not_answer_is_read_by_the_pages_of_its_front_page() -> None:
    quill = Dreamwidth()

    def serve(address: str) -> Answer | str | None:
        return Answer("", 403) if f"/{quill.calendar}" in address or "/20" in address else quill.serve(address)

    found = crawl(Web(otherwise=serve), quill.home).found
    assert len(found) >= quill.scrollback - quill.each
