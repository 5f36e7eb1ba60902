"""How far a crawl goes, as the command line and the spider's arguments say it."""

from __future__ import annotations

import pytest

from crawler.commands.crawl import Wish
from crawler.planner import Limits
from spiders.history import HistorySpider


@pytest.mark.parametrize("word", ["", "0", "no", "No", "false", "False", " "])
def test_a_word_for_no_means_no(word: str) -> None:
    spider = HistorySpider(due=word, again=word)
    assert (spider.due, spider.again) == (False, False)


@pytest.mark.parametrize("word", ["1", "yes", "true", "True"])
def test_a_word_for_yes_means_yes(word: str) -> None:
    spider = HistorySpider(due=word, again=word)
    assert (spider.due, spider.again) == (True, True)


def test_a_budget_of_ones_own_is_told_in_the_table_of_runs() -> None:
    assert Wish("listing", None, 9).words == " --max-requests 9"


def test_the_usual_wish_needs_no_words() -> None:
    assert Wish("listing", None, Limits().max_requests).words == ""
