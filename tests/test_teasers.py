"""First words of the entries of a list: what stands below or beside each title."""

from __future__ import annotations

from crawler.model import Page, Place, Source, SourceKind
from crawler.sources import html

HOME = "https://blog.example/"
WORDS = "Nobody knew why the harbour was empty on that morning in early spring"


def excerpts(body: str) -> dict[str, str]:
    """The excerpt of each listed address, by the last part of its path."""
    written = f"<html><head><title>Blog</title></head><body><h1>Blog</h1>{body}</body></html>"
    page = Page(HOME, HOME, 200, {"content-type": "text/html; charset=utf-8"}, written.encode())
    found = html.read(page, Source(HOME, SourceKind.HOMEPAGE))
    listed = [claim for claim in found.claims if claim.place is Place.LISTING]
    return {claim.address.rstrip("/").rpartition("/")[2]: claim.first("excerpt") for claim in listed}


def entry(number: int, below: str, day: str = "") -> str:
    stamp = f"<p><time datetime='2021-03-0{number}'>{day or f'{number} March 2021'}</time></p>"
    return f"<article><h2><a href='/2021/03/entry-{number}/'>Entry {number}</a></h2>{stamp}{below}</article>"


def test_what_stands_below_a_title_is_its_excerpt():
    body = "".join(entry(number, f"<p>{WORDS} of number {number}.</p>") for number in (1, 2, 3))
    assert excerpts(body) == {f"entry-{n}": f"{WORDS} of number {n}." for n in (1, 2, 3)}


def test_by_lines_and_links_are_no_excerpt():
    by_line = "<p>Posted by the editor in chief of this blog on 3 March 2021 in Travel</p>"
    more = "<p><a href='/2021/03/entry-1/'>Read the rest of this entry, which is a long one, over there</a></p>"
    assert set(excerpts("".join(entry(number, by_line + more) for number in (1, 2, 3))).values()) == {""}


def test_a_lone_paragraph_below_a_list_is_no_entrys():
    links = "".join(
        f"<li><time datetime='2021-03-0{n}'>{n} March 2021</time> <a href='/2021/03/entry-{n}/'>Entry {n}</a></li>"
        for n in range(1, 8)
    )
    assert set(excerpts(f"<ul>{links}</ul><p>{WORDS}, said the owner of the blog.</p>").values()) == {""}


def test_words_beside_a_link_are_its_excerpt():
    links = "".join(
        f"<li><a href='/2021/03/entry-{n}/'>Entry {n}</a> – {WORDS} of number {n}.</li>" for n in range(1, 5)
    )
    assert excerpts(f"<ul>{links}</ul>") == {f"entry-{n}": f"{WORDS} of number {n}." for n in range(1, 5)}


def test_a_long_article_on_the_home_page_is_cut_between_words():
    body = "".join(entry(number, f"<p>{number} {f'{WORDS}. ' * 20}</p>") for number in (1, 2, 3))
    for words in excerpts(body).values():
        assert len(words) <= 500
        assert words.endswith("…")
        assert words[:-1].rstrip(".").rpartition(" ")[2] in WORDS.split()
