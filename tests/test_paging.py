"""Pages of a series: how the next and the further ones are found."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.sources import paging
from crawler.sources.lines import sheet_of
from tests.web_page import HOME, markup

ENTRIES = '<ul><li><a href="/log/ink.html">Ink</a></li><li><a href="/log/paper.html">Paper</a></li></ul>'


def read(body: str, at: str = HOME, head: str = "") -> tuple[list[str], list[str]]:
    tree = markup(ENTRIES + body, at, head)
    sources, traits = paging.read(tree, sheet_of(tree))
    return [source.address.removeprefix(HOME) for source in sources], traits


def pages(body: str, at: str = HOME, head: str = "") -> list[str]:
    return read(body, at, head)[0]


class TestNext:
    def test_the_head_of_a_page_names_the_next(self) -> None:
        assert pages("", head='<link rel="next" href="/page/2/">') == ["page/2/"]

    def test_a_link_marked_next_is_the_next_whatever_its_words(self) -> None:
        assert pages('<a rel="next" href="/?page=2">vidare</a>') == ["?page=2"]

    @pytest.mark.parametrize(
        "words",
        [
            "Next",
            "Next page »",
            "Older posts",
            "← Older Entries",
            "Load more",
            "Ältere Beiträge",
            "Nächste Seite",
            "Articles plus anciens",
            "Suivant",
            "Entradas antiguas",
            "Página siguiente",
            "Próxima página",
            "Articoli meno recenti",
            "Oudere berichten",
            "Starsze wpisy",
            "Далее",
            "Следующая страница",
            "下一页",
            "次のページ",
            "다음 페이지",
            "Äldre inlägg",
            "→",
            "»",
        ],
    )
    def test_a_page_with_a_number_is_the_next_in_any_language(self, words: str) -> None:
        assert pages(f'<a href="/page/2/">{words}</a>') == ["page/2/"]

    @pytest.mark.parametrize(
        "words", ["Older posts", "Ältere Beiträge", "Entradas antiguas", "Oudere berichten", "Äldre inlägg"]
    )
    def test_what_says_older_posts_is_the_next_without_a_number(self, words: str) -> None:
        assert pages(f'<a href="/weblog/more.html">{words}</a>') == ["weblog/more.html"]

    def test_a_bare_next_may_lead_to_another_post(self) -> None:
        assert pages('<a href="/log/pens.html">Next</a>', at=HOME + "log/ink.html") == []

    def test_a_cursor_in_the_query_is_followed(self) -> None:
        address = "search?updated-max=2009-03-12T10:00:00%2B01:00&max-results=7"
        assert pages(f'<a href="/{address}">Older Posts</a>') == [address]

    def test_newer_posts_are_not_the_next(self) -> None:
        found, traits = read('<a href="/page/1/">Newer posts</a>', at=HOME + "page/2/")
        assert found == [] and "paging.next" not in traits

    def test_a_page_of_another_host_is_not_the_next(self) -> None:
        assert pages('<a rel="next" href="https://elsewhere.example/page/2/">Next</a>') == []

    def test_counting_may_begin_at_nought(self) -> None:
        assert sorted(pages('<a href="/?page=1">next ›</a> <a href="/?page=3">last »</a>')) == [
            "?page=1",
            "?page=2",
            "?page=3",
        ]


class TestNumbers:
    @pytest.mark.parametrize("form", ["page/{}/", "?page={}", "?paged={}", "page{}/", "page{}.html", "index-{}.html"])
    def test_pages_between_the_shown_numbers_are_inferred(self, form: str) -> None:
        shown = "".join(f'<a href="/{form.format(n)}">{n}</a> ' for n in (2, 3, 6))
        assert pages(shown) == [form.format(n) for n in (2, 3, 4, 5, 6)]

    def test_the_last_page_tells_how_many_there_are(self) -> None:
        assert pages('<a href="/?page=2">Next</a> <a href="/?page=4">Last »</a>') == ["?page=2", "?page=3", "?page=4"]

    @pytest.mark.parametrize(
        "words",
        [
            "Page 2 of 4",
            "Seite 2 von 4",
            "Page 2 sur 4",
            "Página 2 de 4",
            "Strona 2 z 4",
            "Pagina 2 van 4",
            "Страница 2 из 4",
            "Page 2/4",
            "第 2 页 / 共 4 页",
            "第2页,共4页",
            "2ページ目 / 全4ページ",
        ],
    )
    def test_the_page_says_how_many_there_are(self, words: str) -> None:
        found, traits = read(f'<p>{words}</p><a href="/page/3/">»</a>', at=HOME + "page/2/")
        assert found == ["page/3/", "page/4/"] and "paging.of=4" in traits

    def test_a_number_of_another_page_is_not_believed(self) -> None:
        assert not [trait for trait in read("<p>Page 7 of 9 of my diary</p>")[1] if trait.startswith("paging.of")]

    def test_the_own_page_is_not_named(self) -> None:
        shown = '<a href="/page/2/">2</a> <a href="/page/3/">3</a>'
        assert pages(shown, at=HOME + "page/3/") == ["page/2/"]

    def test_offsets_count_entries(self) -> None:
        assert pages('<a href="/?start=20">2</a> <a href="/?start=80">Last</a>') == [
            f"?start={n}" for n in (20, 40, 60, 80)
        ]

    def test_one_offset_is_one_page(self) -> None:
        assert pages('<a href="/?offset=10">Older</a>') == ["?offset=10"]

    @pytest.mark.parametrize("form", ["?p={}", "posts/{}", "p/{}", "blog/{}"])
    def test_entries_whose_addresses_are_numbers_are_no_pages(self, form: str) -> None:
        links = "".join(f'<li><a href="/{form.format(n)}">Note on {n} pens</a></li>' for n in (123, 120, 99))
        assert pages(f"<ul>{links}</ul>") == []

    def test_an_entry_that_is_called_like_its_number_is_no_page(self) -> None:
        assert pages('<h2><a href="/blog/404/">404</a></h2>', at=HOME + "blog/") == []

    def test_pages_of_a_category_belong_to_that_category(self) -> None:
        link = '<a href="/category/ink/page/2/">2</a>'
        assert pages(link) == []
        assert pages(link, at=HOME + "category/ink/") == ["category/ink/page/2/"]

    def test_no_more_than_some_thousand_pages_are_inferred(self) -> None:
        assert len(pages('<a href="/page/2/">2</a> <a href="/page/99999/">99999</a>')) < paging.MOST_PAGES + 1


class TestSeries:
    @pytest.mark.parametrize(
        ("address", "pattern"),
        [
            ("page/3/", "page/{n}/"),
            ("blog/page3.html", "blog/page{n}.html"),
            ("?tag=3&page=3", "?tag=3&page={n}"),
            ("2003/page/3", "2003/page/{n}"),
            ("page/3/index.html?x=3", "page/{n}/index.html?x=3"),
        ],
    )
    def test_the_pattern_of_a_series_has_its_number_replaced(self, address: str, pattern: str) -> None:
        assert paging.series_of(HOME + address) == HOME + pattern

    @pytest.mark.parametrize("address", ["log/ink.html", "page/٣/", "?page=%32", "?page=٣"])
    def test_an_address_without_a_plain_number_has_no_series(self, address: str) -> None:
        assert paging.series_of(HOME + address) is None

    @given(st.integers(2, 9999), st.sampled_from(["page/{}/", "?page={}", "blog/page{}", "?paged={}&x=y"]))
    def test_all_pages_of_a_series_have_one_pattern(self, number: int, form: str) -> None:
        pattern = paging.series_of(HOME + form.format(number))
        assert pattern is not None and pattern.replace("{n}", str(number)) == HOME + form.format(number)


class TestOldPrograms:
    @pytest.mark.parametrize(
        ("links", "wanted"),
        [
            ('<a href="/posts/index/page:2">2</a> <a href="/posts/index/page:3">3</a>', ["page:2", "page:3"]),
            ('<a href="/log/P10/">2</a> <a href="/log/P20/">3</a>', ["P10", "P20"]),
            ('<a href="/2.html">2</a> <a href="/3.html">3</a>', ["2.html", "3.html"]),
            ('<a href="/previous/2">&lt;&lt; Previous</a>', ["2"]),
            ('<a href="/?before=1234">earlier</a>', ["?before=1234"]),
            ('<a href="/?seite=2">Postagens mais antigas</a>', ["?seite=2"]),
            ('<a href="/?seite=2">Следующие записи</a>', ["?seite=2"]),
            ('<a href="/?seite=2">Starší příspěvky</a>', ["?seite=2"]),
            ('<a href="/?seite=2">Eski yazılar</a>', ["?seite=2"]),
            ('<a href="/?of=5">前の5日分</a>', ["?of=5"]),
        ],
    )
    def test_its_pages_are_found(self, links: str, wanted: list[str]) -> None:
        at = {"posts": HOME + "posts", "log": HOME + "log/"}.get(links.partition('href="/')[2].partition("/")[0], HOME)
        assert [one.rstrip("/").rpartition("/")[2] for one in pages(links, at)] == wanted

    def test_a_cursor_goes_on_to_smaller_numbers(self) -> None:
        assert pages('<a href="/?before=97">earlier</a>', HOME + "?before=109") == ["?before=97"]

    def test_the_days_of_a_calendar_are_no_series(self) -> None:
        days = '<a href="/2004/02/2.html">2</a> <a href="/2004/02/3.html">3</a>'
        assert pages(days, HOME + "2004/02/1.html") == []

    def test_the_number_of_a_post_is_its_permanent_links_not_a_page(self) -> None:
        assert pages('<a href="/?p=2">#</a>') == []
