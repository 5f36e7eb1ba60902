"""Classic systems: what by table alone is found of 1,200 posts."""

from __future__ import annotations

from tests.dryweb import Web, crawl
from tests.platforms.classics import Serendipity, Textpattern
from tests.platforms.fake import crawled


def test_serendipity_gives_every_entry_in_one_feed() -> None:
    garden = Serendipity()
    done = crawled(garden.home, garden.serve, garden.posts, 1)
    assert done.word == "likely"  # nothing else tells of them


def test_textpattern_lengthens_the_feed_that_it_declares_in_either_mode_of_addresses() -> None:
    for clean in (True, False):
        loom = Textpattern(clean=clean)
        loom.posts = loom.posts[:95]
        done = crawled(loom.home, loom.serve, loom.posts, 1)
        assert [address for address in done.web.asked if "limit=100" in address]


def test_textpattern_is_read_page_by_page_beyond_the_hundred_of_its_feed() -> None:
    loom = Textpattern(each=50)
    crawled(loom.home, loom.serve, loom.posts, 1 + len(loom.posts) // loom.each)


def test_textpattern_is_asked_for_no_archive_that_it_cannot_have() -> None:
    loom = Textpattern()
    loom.posts = loom.posts[:140]
    assert not [one for one in crawl(Web(otherwise=loom.serve), loom.home).web.asked if "archive" in one]
