"""How far a crawl goes, as the command line and the spider's arguments say it."""

from __future__ import annotations

import pytest

from spiders.history import HistorySpider


@pytest.mark.parametrize("word", ["", "0", "no", "No", "false", "False", " "])
def test_a_word_for_no_means_no(word: str) -> None:
    spider = HistorySpider(due=word, again=word)
    assert (spider.due, spider.again) == (False, False)


@pytest.mark.parametrize("word", ["1", "yes", "true", "True"])
def test_a_word_for_yes_means_yes(word: str) -> None:
    spider = HistorySpider(due=word, again=word)
    assert (spider.due, spider.again) == (True, True)
