"""What a post's page tells beside its title and dates, and what its body is."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler import text
from crawler.markup import markup_of
from crawler.model import Evidence, Page, Place, Role, Source, SourceKind
from crawler.sources import html, post_fields
from crawler.sources.lines import sheet_of
from crawler.sources.main_text import main_text
from crawler.sources.post_body import paragraphs_of

ADDRESS = "https://blog.example/2021/boats/"
FIRST = "The harbour was empty when we came, and nobody had told us why it was so."
SECOND = "Only in the evening did the first of the boats return from the banks outside."


def page(body: str, head: str = "", attributes: str = "") -> Page:
    written = f"<html {attributes}><head><title>Boats</title>{head}</head><body>{body}</body></html>"
    return Page(ADDRESS, ADDRESS, 200, {"content-type": "text/html; charset=utf-8"}, written.encode())


def article(inside: str = "", after: str = "") -> str:
    return f"<article class='h-entry'><h1>Boats</h1><p>{FIRST}</p><p>{SECOND}</p>{inside}</article>{after}"


def fields(page: Page) -> list[Evidence]:
    markup = markup_of(page)
    return post_fields.read(markup, sheet_of(markup))


def values(page: Page, field: str) -> list[tuple[str, str]]:
    return [(one.value, one.rule) for one in fields(page) if one.field == field]


def own(page: Page, role: Role = Role.ONE, kind: SourceKind = SourceKind.POST) -> list[Evidence]:
    found = html.read(page, Source(ADDRESS, kind, role))
    return [one for claim in found.claims if claim.place is Place.SELF for one in claim.evidence]


def test_metadata_of_the_head_tells_author_tags_and_description():
    head = (
        "<meta property='article:tag' content='sea'><meta property='article:section' content='Travel'>"
        "<meta name='author' content='by Ann Lee'><meta name='keywords' content='a, b'>"
        "<meta property='og:description' content='What the harbour was like.'>"
    )
    said = page(article(), head)
    assert values(said, "tag") == [
        ("sea", "meta.article:tag"),
        ("Travel", "meta.article:section"),
        ("a", "meta.keywords"),
        ("b", "meta.keywords"),
    ]
    assert values(said, "author") == [("Ann Lee", "meta.author")]
    assert ("What the harbour was like.", "meta.og:description") in values(said, "excerpt")


@pytest.mark.parametrize("author", ["https://social.example/ann", "ann@example.org", "x" * 200, " "])
def test_what_is_no_name_is_no_author(author):
    assert values(page(article(), f"<meta property='article:author' content='{author}'>"), "author") == []


@pytest.mark.parametrize(
    "marked",
    [
        "<a class='p-author h-card' href='/'>Ann Lee</a>",
        "<span itemprop='author'><a href='/'><span itemprop='name'>Ann Lee</span></a></span>",
        "<span class='author vcard'>by <a class='url fn n' href='/'>Ann Lee</a></span>",
        "<a rel='author' href='/'>Ann Lee</a>",
    ],
)
def test_a_marked_author_is_the_posts(marked):
    assert values(page(article(marked)), "author") == [("Ann Lee", "page.author")]


def test_tags_are_those_linked_within_the_entry():
    side = "<div class='sidebar'><a rel='tag' href='/tag/all'>all</a></div>"
    tags = "<footer><a rel='category tag' href='/c/travel'>Travel</a> <a rel='tag' href='/tag/sea'>sea</a></footer>"
    assert values(page(article(tags, side)), "tag") == [("Travel", "page.tag"), ("sea", "page.tag")]


def test_who_remarks_on_a_post_is_not_its_author():
    remark = "<section class='comments'><div class='h-cite'><a class='p-author'>Passer-by</a></div></section>"
    assert values(page(article(remark)), "author") == []


def test_the_first_paragraphs_are_the_excerpt_and_no_heading_or_code():
    inside = (
        "<h2>And then a heading that has many words in it indeed</h2><pre>code of many words that nobody reads</pre>"
    )
    assert values(page(article(inside)), "excerpt") == [(f"{FIRST} {SECOND}", "page.excerpt")]


def test_what_stands_below_related_posts_is_not_of_the_post():
    after = f"<h3>Related posts</h3><p>{'Another post speaks of something else altogether. ' * 3}</p>"
    assert values(page(f"<div><h1>Boats</h1><p>{FIRST}</p>{after}</div>"), "excerpt") == [(FIRST, "page.excerpt")]


def test_linked_data_tells_the_rest_as_well():
    told = (
        '{"@type": "BlogPosting", "headline": "Boats", "description": "What the harbour was like.", '
        '"author": [{"name": "Ann Lee"}, "Bo"], "keywords": "sea, boats", "articleSection": ["Travel"], '
        '"inLanguage": "en_GB", "wordCount": 420}'
    )
    said = own(page(article(), f"<script type='application/ld+json'>{told}</script>"))
    linked = [(one.field, one.value) for one in said if one.rule.startswith("jsonld.")]
    assert linked[2:] == [
        ("author", "Ann Lee"),
        ("author", "Bo"),
        ("tag", "sea"),
        ("tag", "boats"),
        ("tag", "Travel"),
        ("language", "en-GB"),
        ("words", "420"),
        ("excerpt", "What the harbour was like."),
    ]


@pytest.mark.parametrize("value", ["7", "true", "null", '{"a": [1]}', '[[["x"]]]', '"' + "x" * 5000 + '"', "-1", "1e9"])
@pytest.mark.parametrize("name", ["author", "keywords", "articleSection", "inLanguage", "wordCount", "description"])
def test_odd_values_of_linked_data_do_no_harm(name, value):
    told = f'{{"@type": "BlogPosting", "headline": "Boats", "{name}": {value}}}'
    assert own(page(article(), f"<script type='application/ld+json'>{told}</script>"))


def test_a_listing_tells_nothing_of_itself_as_a_post():
    head = "<meta name='author' content='Ann Lee'>"
    assert [one for one in own(page("<p>Hello</p>", head), kind=SourceKind.ARCHIVE) if one.field == "author"] == []


def test_the_text_is_read_where_it_is_wanted_alone():
    told = {role: [one.field for one in own(page(article()), role)] for role in (Role.ONE, Role.FULL)}
    assert ("text" in told[Role.ONE], "text" in told[Role.FULL]) == (False, True)


def test_the_text_holds_all_paragraphs_and_the_code_between_them():
    body = f"<pre>let boats = 7;</pre><p>{'And much more was said of it that day. ' * 6}</p>"
    markup = markup_of(page(article(body, "<footer>Copyright by nobody at all</footer>")))
    lines = main_text(markup, sheet_of(markup)).splitlines()
    assert lines[:3] == [FIRST, SECOND, "let boats = 7;"]
    assert "Copyright" not in lines[-1]


def test_reading_a_text_leaves_the_page_as_it_was():
    markup = markup_of(page(article("<script>x()</script><p>And more of it.</p>")))
    sheet = sheet_of(markup)
    before = paragraphs_of(markup, sheet)
    main_text(markup, sheet)
    assert paragraphs_of(markup, sheet_of(markup)) == before


@pytest.mark.parametrize("body", ["", "<p></p>", "<h1>Boats</h1>", "<table><tr><td>x</td></tr></table>", "\x00"])
def test_a_page_without_prose_has_no_paragraphs_to_speak_of(body):
    markup = markup_of(page(body))
    assert len(main_text(markup, sheet_of(markup))) < 10


def test_a_crawl_of_listings_never_imports_trafilatura_nor_rensa():
    imports = "import sys, crawler.posts, crawler.sources, crawler.planner, spiders.history"
    code = f"{imports}; sys.exit(bool({{'trafilatura', 'rensa'}} & set(sys.modules)))"
    subprocess.run([sys.executable, "-c", code], check=True)


@given(st.lists(st.text(max_size=300), max_size=6), st.integers(20, 500))
def test_an_excerpt_is_short_and_cut_between_words(paragraphs, limit):
    cut = text.excerpt_of(paragraphs, limit)
    assert len(cut) <= limit + 1
    assert text.printable(cut) == cut
    whole = text.excerpt_of(paragraphs, 10_000)
    if cut != whole:
        assert cut.endswith("…")
        assert whole.startswith(cut[:-1])


@given(st.lists(st.sampled_from(["harbour", "boat", "sea", "evening", "a"]), min_size=10, max_size=300))
def test_an_excerpt_of_words_ends_with_a_whole_word(words):
    cut = text.excerpt_of([" ".join(words)])
    assert cut.removesuffix("…").split() == words[: len(cut.removesuffix("…").split())]
