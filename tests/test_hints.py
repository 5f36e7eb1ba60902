"""What the words and the address of a link promise."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler import hints
from crawler.model import Role
from tests.web_page import HOME


def role(path: str) -> Role | None:
    hint = hints.role_of_address(HOME + path)
    return hint.role if hint else None


def promise(words: str, path: str = "x.html") -> hints.Hint | None:
    return hints.role_of_link(words, HOME + path)


class TestAddresses:
    @pytest.mark.parametrize(
        ("path", "number"),
        [
            ("page/3/", 3),
            ("page3", 3),
            ("blog/page-3.html", 3),
            ("index-3.html", 3),
            ("seite/3", 3),
            ("?page=3", 3),
            ("blog?tag=ink&paged=3", 3),
            ("?start=40", 40),
            ("page/12/index.html", 12),
        ],
    )
    def test_a_page_of_a_series_has_its_number_in_its_address(self, path: str, number: int) -> None:
        assert hints.page_number(HOME + path) == number

    @pytest.mark.parametrize(
        "path", ["log/ink.html", "2009/03/", "log/3-pens.html", "?page=next", "?page=²", "page/about/", "homepage/"]
    )
    def test_other_addresses_have_none(self, path: str) -> None:
        assert hints.page_number(HOME + path) is None

    @pytest.mark.parametrize("path", ["?p=123", "posts/123", "p/123"])
    def test_a_number_may_be_a_page_or_a_post(self, path: str) -> None:
        assert hints.page_number(HOME + path) is None and hints.perhaps_page_number(HOME + path) == 123

    @pytest.mark.parametrize(
        ("path", "root"),
        [("blog/page/3/", "blog/"), ("blog/?page=3", "blog/"), ("?c=notes&pg=3", "?c=notes"), ("log/ink", "log/ink")],
    )
    def test_pages_of_a_series_have_one_root(self, path: str, root: str) -> None:
        assert hints.series_root(HOME + path) == HOME + root

    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("2009/", Role.YEAR),
            ("archives/2009/03/", Role.MONTH),
            ("2009-03.html", Role.MONTH),
            ("2009/03/12/", Role.DAY),
            ("tag/ink/", Role.TAG),
            ("label/ink", Role.TAG),
            ("category/tools/", Role.SECTION),
            ("rubrique/outils", Role.SECTION),
            ("author/ann/", Role.AUTHOR),
            ("page/2/", Role.PAGE),
            ("2009/03/page/2/", Role.PAGE),
            ("2009/03/12/ink/", None),
            ("log/ink.html", None),
            ("ink-in-2009/", None),
            ("", None),
        ],
    )
    def test_an_address_tells_a_role(self, path: str, expected: Role | None) -> None:
        assert role(path) == expected

    def test_a_year_knows_its_number(self) -> None:
        assert hints.role_of_address(HOME + "2009/") == hints.Hint(Role.YEAR, 2009)


class TestWords:
    @pytest.mark.parametrize(
        "words",
        [
            "Archive",
            "Archives »",
            "All posts",
            "See all posts",
            "Blog archive (412)",
            "Archiv",
            "Alle Beiträge",
            "Tous les articles",
            "Archivo",
            "Todas las entradas",
            "Todos os posts",
            "Tutti gli articoli",
            "Archief",
            "Archiwum",
            "Wszystkie wpisy",
            "Архив",
            "Все записи",
            "归档",
            "文章列表",
            "アーカイブ",
            "記事一覧",
            "글 목록",
            "Arkiv",
        ],
    )
    def test_words_promise_the_whole_archive(self, words: str) -> None:
        assert promise(words) == hints.Hint(Role.WHOLE, weight=3)

    @pytest.mark.parametrize("path", ["archives/", "all-posts.html", "blog/", "archiv", "writing"])
    def test_an_address_promises_the_whole_archive_less(self, path: str) -> None:
        assert promise("Here", path) == hints.Hint(Role.WHOLE, weight=2)

    @pytest.mark.parametrize("words", ["Blog", "My writing", "Artikel", "Блог", "博客", "ブログ"])
    def test_words_promise_the_blog_least(self, words: str) -> None:
        assert promise(words) == hints.Hint(Role.WHOLE, weight=1)

    @pytest.mark.parametrize(
        ("words", "expected"),
        [
            ("2009", hints.Hint(Role.YEAR, 2009)),
            ("2009 (23)", hints.Hint(Role.YEAR, 2009)),
            ("March 2009", hints.Hint(Role.MONTH, 2009)),
            ("März 2009 (4)", hints.Hint(Role.MONTH, 2009)),
            ("2009年3月", hints.Hint(Role.MONTH, 2009)),
        ],
    )
    def test_words_promise_a_year_or_month(self, words: str, expected: hints.Hint) -> None:
        assert promise(words, "?m=1") == expected

    @pytest.mark.parametrize(
        ("words", "path"),
        [
            ("How I archive my letters", "log/letters.html"),
            ("Archive", "2009/03/archive/"),
            ("2009", "2010/01/looking-back/"),
            ("March 12, 2009", "log/ink.html"),
            ("Ink that lasts", "log/ink.html"),
            ("", "log/ink.html"),
        ],
    )
    def test_a_link_to_a_post_promises_nothing(self, words: str, path: str) -> None:
        assert promise(words, path) is None


class TestTurning:
    @pytest.mark.parametrize(
        "words", ["2", "[12]", "Page 3", "第3页", "Next »", "Last", "Older posts", "« Newer posts", "→"]
    )
    def test_a_link_of_a_row_of_numbers_turns_the_page(self, words: str) -> None:
        assert hints.turns_page(words, "")

    @pytest.mark.parametrize(
        "words", ["", "Ink that lasts", "Next year's plans", "3 ways to cut a pen", "Page turners of 2009"]
    )
    def test_a_title_does_not(self, words: str) -> None:
        assert not hints.turns_page(words, "")

    def test_what_is_marked_next_is_next(self) -> None:
        assert hints.is_next("Ink that lasts", "next nofollow")

    @pytest.mark.parametrize(
        "words", ["Newer posts", "Neuere Beiträge", "Articles plus récents", "Nowsze wpisy", "较新的文章"]
    )
    def test_newer_is_not_next(self, words: str) -> None:
        assert not hints.is_next(words, "")


class TestOthers:
    @pytest.mark.parametrize(
        "path", ["feed/", "rss", "index.xml", "atom.xml", "blog.rss", "feeds/posts/default", "feed.json"]
    )
    def test_a_feed_is_told_by_its_address(self, path: str) -> None:
        assert hints.is_feed("", HOME + path)

    @pytest.mark.parametrize("path", ["feedback/", "log/rss-is-dead.html", "sitemap.xml"])
    def test_other_addresses_are_no_feeds(self, path: str) -> None:
        assert not hints.is_feed("", HOME + path)

    def test_a_feed_is_told_by_the_words_of_its_link(self) -> None:
        assert hints.is_feed(" RSS ", HOME + "x?id=4")

    @given(st.text(max_size=60), st.text(max_size=40))
    def test_any_link_can_be_judged(self, words: str, path: str) -> None:
        hint = hints.role_of_link(words, HOME + path)
        assert hint is None or hint.role in Role
        assert hints.turns_page(words, "") in (True, False)


class TestOldPrograms:
    @pytest.mark.parametrize(
        ("words", "path", "expected"),
        [
            ("May, 2007 (5)", "default,month,2007-05.aspx", Role.MONTH),
            ("March 2004", "archive-032004.htm", Role.MONTH),
            ("2004", "diary2004.html", Role.YEAR),
            ("Feb", "arch.php?y=2009&m=2", Role.MONTH),
            ("2009", "log?year=2009", Role.YEAR),
            ("All issues", "numbers/", Role.WHOLE),
        ],
    )
    def test_a_link_promises(self, words: str, path: str, expected: Role) -> None:
        hint = promise(words, path)
        assert hint is not None
        assert hint.role is expected

    def test_a_title_that_is_a_month_on_an_address_of_another_promises_nothing(self) -> None:
        assert promise("May 2007", "default,post,2007-06.aspx") is None
