"""Addresses: joined, compared, taken apart."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler import urls
from crawler.errors import NotAnAddress
from crawler.model import PartialDate
from crawler.urls import absolute, canonical, shape_of, without_tracking
from crawler.urls.addresses import _joined

TODAY = date(2024, 6, 1)

labels = st.from_regex(r"[a-z][a-z0-9]{1,8}", fullmatch=True)
hosts = st.builds("{}.example.{}".format, labels.filter(lambda one: one not in ("m", "amp", "mobile", "www")), labels)
slugs = st.from_regex(r"[a-zA-Z0-9_~'é漢-]{1,12}", fullmatch=True).filter(
    lambda one: one.lower() not in ("amp", "print")
)
paths = st.lists(slugs, max_size=4).map(lambda parts: "".join(f"/{part}" for part in parts))
queries = st.sampled_from(["", "?1423", "?p=12", "?page_id=7&lang=de", "?id=a%2Fb", "?m=200903", "?ref=7", "?q=%C3%A9"])
addresses = st.builds("{}{}{}".format, hosts, paths, queries)
tracking = st.sampled_from(["utm_source=rss", "fbclid=abc", "gclid=1", "mc_cid=9", "utm_Medium=feed", "replytocom=5"])


class TestAbsolute:
    @pytest.mark.parametrize(
        ("href", "expected"),
        [
            ("../c?x=1#y", "https://example.org/c?x=1#y"),
            ("//cdn.example.org/a", "https://cdn.example.org/a"),
            ("?page=2", "https://example.org/a/b?page=2"),
            ("", "https://example.org/a/b"),
            (" /new\nline\t ", "https://example.org/newline"),
            ("\\back\\slash", "https://example.org/back/slash"),
            ("/it's-here", "https://example.org/it's-here"),
            ("http://bücher.example/é", "http://xn--bcher-kva.example/%C3%A9"),
            ("http://example.org//a/../b", "http://example.org//b"),
            ("http://[::1]:8080/x", "http://[::1]:8080/x"),
        ],
    )
    def test_a_link_is_joined_as_a_browser_joins_it(self, href: str, expected: str) -> None:
        assert absolute("https://example.org/a/b#top", href) == expected

    @pytest.mark.parametrize(
        "href",
        [
            "mailto:ann@example.org",
            "javascript:void(0)",
            "data:text/plain,x",
            "tel:+123",
            "http://",
            "http://exa mple.org/",
            "http://example.org:99999/",
            "http://http://example.org/",
            "http://[nonsense/",
            "http://-.example/",
        ],
    )
    def test_what_leads_to_no_web_page_is_none(self, href: str) -> None:
        assert absolute("https://example.org/", href) is None

    def test_long_addresses_are_joined_and_not_remembered(self) -> None:
        before = _joined.cache_info().currsize
        long = "/search?q=" + "%20a" * 5_000
        assert absolute("https://example.org/a", long) == "https://example.org" + long
        assert absolute("https://example.org/a", "javascript:" + "a" * 50_000) is None
        assert _joined.cache_info().currsize == before

    @given(st.text(), st.text())
    def test_no_text_makes_it_raise(self, base: str, href: str) -> None:
        absolute(base, href)
        absolute("https://example.org/a/", href)

    @given(
        st.sampled_from(["http", "https"]),
        st.lists(st.sampled_from(["a", "b-1", "www", "http", "xn--x", "9", "-"]), min_size=1, max_size=3),
        st.text("ab./-~_1%", max_size=8),
        st.sampled_from(["", "?", "?p=1", "?a=b&c", "#", "#top", "?p=1#c-2"]),
    )
    def test_a_plain_address_is_joined_as_any_other(self, scheme: str, host: list[str], path: str, end: str) -> None:
        href = f"{scheme}://{'.'.join(host)}/{path}{end}"
        assert absolute("https://example.org/a/", href) == _joined("https://example.org/a/", href)

    @given(addresses)
    def test_a_safe_address_is_left_as_it_is(self, address: str) -> None:
        once = absolute("", "https://" + address)
        assert once is not None
        assert absolute("https://other.example/", once) == once


class TestCanonical:
    @given(st.one_of(st.text(), addresses, st.builds("http://{}#{}".format, addresses, st.text())))
    def test_a_key_is_its_own_key(self, url: str) -> None:
        assert canonical(canonical(url)) == canonical(url)

    @given(addresses)
    def test_scheme_and_www_and_default_port_do_not_matter(self, address: str) -> None:
        host, slash, rest = address.partition("/")
        assert canonical("http://" + address) == canonical("https://WWW." + address)
        if slash:
            assert canonical("https://" + address) == canonical(f"https://{host.upper()}:443/{rest}")

    @given(hosts, paths, queries)
    def test_the_last_slash_and_an_index_file_do_not_matter(self, host: str, path: str, query: str) -> None:
        plain = canonical(f"http://{host}{path}{query}")
        assert canonical(f"http://{host}{path}/{query}") == plain
        assert canonical(f"http://{host}{path}/index.html{query}") == plain

    @given(addresses, tracking)
    def test_tracking_parameters_do_not_matter(self, address: str, parameter: str) -> None:
        mark = "&" if "?" in address else "?"
        assert canonical(f"http://{address}{mark}{parameter}") == canonical("http://" + address)

    @given(hosts, st.sampled_from(["?1423", "?p=12", "?page_id=7&lang=de", "?m=200903", "?ref=7", "?source=about"]))
    def test_a_query_that_may_be_a_posts_id_stays(self, host: str, query: str) -> None:
        assert canonical(f"http://{host}/{query}").endswith(query)

    @pytest.mark.parametrize(
        "twin",
        [
            "https://m.example.org/2009/a-post",
            "https://amp.example.org/2009/a-post",
            "https://example.org/2009/a-post/amp/",
            "https://example.org/2009/a-post?amp",
            "https://example.org/2009/a-post?amp=1",
            "https://example.org/2009/a-post?output=amp",
            "https://example.org/2009/a-post?m=1",
            "https://example.org/2009/a-post/?print=print",
            "https://example.org/2009/a-post/print/",
            "https://example.org//2009/./x/../a%2Dpost#",
        ],
    )
    def test_amp_mobile_and_print_forms_are_the_page(self, twin: str) -> None:
        assert canonical(twin) == "example.org/2009/a-post"

    @pytest.mark.parametrize("folder", ["tag", "2009/03", "blog"])
    def test_a_page_named_amp_is_not_the_folder_above_it(self, folder: str) -> None:
        assert canonical(f"https://example.org/{folder}/amp/") != canonical(f"https://example.org/{folder}/")

    def test_a_host_that_only_begins_like_a_mobile_one_is_kept(self) -> None:
        assert canonical("https://m.example/") == "m.example"

    def test_percent_encoding_is_one_and_the_same(self) -> None:
        assert canonical("http://example.org/%7ea/caf%c3%a9?q=%41") == canonical("http://example.org/~a/café?q=A")

    def test_an_encoded_slash_is_no_slash(self) -> None:
        assert canonical("http://example.org/a%2Fb") != canonical("http://example.org/a/b")

    def test_a_fragment_is_kept_since_it_may_be_a_post_on_a_month_page(self) -> None:
        assert canonical("http://example.org/2004/03/#p12") == "example.org/2004/03#p12"

    def test_another_port_is_another_host(self) -> None:
        assert canonical("http://example.org:8080/") != canonical("http://example.org/")


class TestShape:
    @pytest.mark.parametrize(
        ("path", "shape"),
        [
            ("/", "/"),
            ("", "/"),
            ("/2009/03/my-post/", "/{year}/{month}/{slug}/"),
            ("/2009/03/12/my-post.html", "/{year}/{month}/{day}/{slug}.html"),
            ("/2009/mar/12/my-post", "/{year}/{month}/{day}/{slug}"),
            ("/2009/März/my-post", "/{year}/{month}/{slug}"),
            ("/blog/my-post.html", "/blog/{slug}.html"),
            ("/archives/000123.html", "/archives/{number}.html"),
            ("/p/123/my-post", "/p/{number}/{slug}"),
            ("/2009-03-12-my-post/", "/{year}-{month}-{day}-{slug}/"),
            ("/20090312/99", "/{year}{month}{day}/{number}"),
            ("/2009/0312/my-post", "/{year}/{month}{day}/{slug}"),
            ("/2009-03.html", "/{year}-{month}.html"),
            ("/2009/", "/{year}/"),
            ("/2009/page/2/", "/{year}/page/{number}/"),
            ("/posts/my-post/index.html", "/posts/{slug}/index.html"),
            ("/?p=12&utm_source=x", "/?p={number}"),
            ("/?1423", "/?{number}"),
            ("/?m=200903", "/?m={year}{month}"),
            ("/index.php?view=article&id=7", "/index.php?view=article&id={number}"),
            ("/2004/03/#p12", "/{year}/{month}/#p{number}"),
            ("/2010-a-roadmap", "/{slug}"),
        ],
    )
    def test_an_address_has_the_template_of_its_kind(self, path: str, shape: str) -> None:
        assert shape_of("https://example.org" + path) == shape

    @given(st.text())
    def test_no_text_makes_it_raise(self, url: str) -> None:
        shape_of(url)
        urls.date_in(url, TODAY)


class TestDateIn:
    @pytest.mark.parametrize(
        ("path", "expected"),
        [
            ("/2009/my-post", PartialDate(2009)),
            ("/2009/03/my-post", PartialDate(2009, 3)),
            ("/2009/03/12/my-post", PartialDate(2009, 3, 12)),
            ("/2009/february/30/x", PartialDate(2009, 2)),
            ("/blog/2009-03-12-my-post", PartialDate(2009, 3, 12)),
            ("/?m=20090312", PartialDate(2009, 3, 12)),
        ],
    )
    def test_the_address_tells_its_date_at_its_precision(self, path: str, expected: PartialDate) -> None:
        assert urls.date_in("https://example.org" + path, TODAY) == expected

    @pytest.mark.parametrize(
        "path",
        ["/my-post", "/2026/01/x", "/1984/x", "/12345", "/2010-a-roadmap", "/best-of-2009", "/?p=2009", "/v/20/03/x"],
    )
    def test_an_address_that_tells_no_date_gives_none(self, path: str) -> None:
        assert urls.date_in("https://example.org" + path, TODAY) is None

    @pytest.mark.parametrize("path", ["/2009/page/2/", "/2009/03/10-tips-for-writers/"])
    def test_a_number_later_in_the_address_adds_no_precision(self, path: str) -> None:
        found = urls.date_in("https://example.org" + path, TODAY)
        assert found is not None
        assert found.day is None
        assert found.month in (None, 3)


class TestHome:
    @pytest.mark.parametrize(
        ("typed", "home"),
        [
            ("blog.example.org", "https://blog.example.org/"),
            (" http://example.org/~ann/ ", "http://example.org/~ann/"),
            ("https://example.org#top", "https://example.org/"),
            ("localhost:8000", "https://localhost:8000/"),
        ],
    )
    def test_what_a_person_types_becomes_an_address(self, typed: str, home: str) -> None:
        assert urls.home_of(typed) == home

    @pytest.mark.parametrize(
        "typed", ["", "foo", "my blog.org", "ftp://example.org", "mailto:a@example.org", "http://"]
    )
    def test_what_has_no_host_is_refused(self, typed: str) -> None:
        with pytest.raises(NotAnAddress, match="no web address"):
            urls.home_of(typed)

    @given(st.text())
    def test_any_text_is_an_address_or_refused(self, typed: str) -> None:
        with suppress(NotAnAddress):
            assert urls.home_of(typed).startswith("http")


def test_a_blogs_slug_is_host_and_path_in_letters_and_digits() -> None:
    assert urls.slug_of("https://www.example.org/~ann/my_blog/") == "example-org-ann-my-blog"


def test_a_host_is_lower_case_without_www_and_port() -> None:
    assert urls.host_of("https://WWW.Example.org:8080/A") == "example.org"


def test_the_folders_above_an_address_come_nearest_first() -> None:
    expected = ("https://example.org/a/b/", "https://example.org/a/", "https://example.org/")
    assert urls.parents("https://example.org/a/b/c.html") == expected
    assert urls.parents("https://example.org/") == ()


def test_path_parts_are_decoded() -> None:
    assert urls.path_parts("https://example.org/caf%C3%A9//b/?q") == ("café", "b")


@pytest.mark.parametrize("name", ["photo.JPG?w=3", "app.js", "paper.pdf#page=2", "talk.mp3", "code.tar.gz"])
def test_files_that_are_no_pages_are_assets(name: str) -> None:
    assert urls.is_asset("https://example.org/files/" + name)


@pytest.mark.parametrize("name", ["", "a-post", "post.html", "asp.net/", "feed.xml", "?file=a.jpg"])
def test_pages_are_no_assets(name: str) -> None:
    assert not urls.is_asset("https://example.org/" + name)


def test_the_fragment_is_cut_off() -> None:
    assert urls.without_fragment("https://example.org/a#b#c") == "https://example.org/a"


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/arch.php?y=2009&m=2", "/{slug}.php?y={year}&m={month}"),
        ("/?year=2009&month=02&day=13", "/?year={year}&month={month}&day={day}"),
        ("/?m=2&p=5", "/?m={number}&p={number}"),
        ("/?m=2&y=2009", "/?m={number}&y={year}"),
    ],
)
def test_parts_of_a_date_may_be_parameters_each_after_its_year(path: str, shape: str) -> None:
    assert shape_of("https://example.org" + path) == shape


def test_tracking_parameters_alone_are_cut_from_an_address() -> None:
    assert without_tracking("https://a.example/x?utm_source=rss&id=5#top") == "https://a.example/x?id=5#top"
    assert without_tracking("https://a.example/x?utm_source=rss") == "https://a.example/x"
    assert without_tracking("https://a.example/x?1423&print=1") == "https://a.example/x?1423&print=1"
