"""Which extractor finds a post's main text: what it gives of a page, held against the whole content that a feed has.

    python -m tests.bench.extractors --sites FOLDER …

Recall is the share of the feed's words (with their counts) that the extractor gives, precision the share of its words
that the feed has; both as means over posts, every blog counting alike. Prints; asserts nothing. Extractors that are not
installed are left out. What a recording must hold is told in `recorded.py`.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from statistics import fmean
from time import process_time

import feedparser
import lxml.html

from crawler.markup import decode, markup_of
from crawler.model import Page
from crawler.sources import lines, main_text, post_body
from tests.bench.recorded import Recording, recording_of

MOST_POSTS = 25
LEAST_WORDS = 120
"""A shorter content may be a summary."""
_FEED = re.compile(rb"<(?:rss|feed|rdf:RDF)\b", re.I)
_CUT = re.compile(r"(?:…|\.{3}|\[…\]|read more|continue reading)\W*$", re.I)
_WORD = re.compile(r"\w+")

Extractor = Callable[[Page], str]


@dataclass(frozen=True, slots=True)
class Sample:
    """A post's page, and the words that its feed gives as the whole content."""

    page: Page
    words: Counter[str]


@dataclass(frozen=True, slots=True)
class Figures:
    """Means over one blog's posts; `seconds` of processor time for all of them."""

    recall: float
    precision: float
    seconds: float
    posts: int


def by_trafilatura(page: Page) -> str:
    """As the program does it, the parsing of the page included."""
    return main_text.extracted(markup_of(page))


def by_readability(page: Page) -> str:
    from readability import Document

    return " ".join(lxml.html.fromstring(Document(decode(page)).summary()).itertext())


def by_lines(page: Page) -> str:
    markup = markup_of(page)
    return "\n".join(post_body.paragraphs_of(markup, lines.sheet_of(markup)))


def by_program(page: Page) -> str:
    markup = markup_of(page)
    return main_text.main_text(markup, lines.sheet_of(markup))


EXTRACTORS: dict[str, tuple[str, Extractor]] = {
    "trafilatura": ("trafilatura", by_trafilatura),
    "readability-lxml": ("readability", by_readability),
    "lines below the title": ("lxml", by_lines),
    "the program": ("trafilatura", by_program),
}
"""Name: the package it needs, the function."""


def samples_of(recording: Recording) -> Iterator[Sample]:
    """Posts of a recording whose whole content a feed holds."""
    seen: set[str] = set()
    for reply in list(recording.replies.values()):
        if reply.status != 200 or not _FEED.search(reply.body[:2000]):
            continue
        for entry in feedparser.parse(reply.body)["entries"]:
            address, words = str(entry.get("link") or ""), _words_of(entry)
            if address in seen or words.total() < LEAST_WORDS or len(seen) >= MOST_POSTS:
                continue
            page = recording.page(address)
            if page.status == 200 and page.body:
                seen.add(address)
                yield Sample(page, words)


def _words_of(entry: dict[str, object]) -> Counter[str]:
    blocks = entry.get("content")
    content = str(blocks[0].get("value") if isinstance(blocks, list) and blocks else entry.get("summary") or "")
    if not content.strip():
        return Counter()
    text = lxml.html.fromstring(f"<div>{content}</div>").text_content()
    return Counter() if _CUT.search(text.strip()) else counted(text)


def counted(text: str) -> Counter[str]:
    """The words of a text in lower case; of scripts without spaces its signs."""
    return Counter(part for word in _WORD.findall(text.lower()) for part in ([word] if word.isascii() else word))


def figures_of(extract: Extractor, samples: Iterable[Sample]) -> Figures:
    """How well one extractor does on one blog."""
    recalls, precisions, seconds = [], [], 0.0
    for sample in samples:
        start = process_time()
        given = counted(extract(sample.page))
        seconds += process_time() - start
        common = (given & sample.words).total()
        recalls.append(common / sample.words.total())
        precisions.append(common / max(1, given.total()))
    return Figures(fmean(recalls), fmean(precisions), seconds, len(recalls))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=Path, nargs="+", required=True, help="folders of recordings")
    parser.add_argument("--each", action="store_true", help="a line for every blog, too")
    given = parser.parse_args()
    folders = sorted(path.parent for folder in given.sites for path in folder.glob("*/meta.json"))
    extractors = {name: extract for name, (package, extract) in EXTRACTORS.items() if find_spec(package)}
    all_figures: dict[str, list[Figures]] = {name: [] for name in extractors}
    for folder in folders:
        if samples := list(samples_of(recording_of(folder))):
            for name, extract in extractors.items():
                all_figures[name].append(figures_of(extract, samples))
                if given.each:
                    print_row(f"{folder.name}, {name}", all_figures[name][-1:])
    print("| extractor | recall | precision | F1 | ms a page |\n| --- | --- | --- | --- | --- |")
    for name, figures in all_figures.items():
        print_row(name, figures)
    posts = sum(one.posts for one in next(iter(all_figures.values())))
    print(f"\n{posts} posts of {len(next(iter(all_figures.values())))} blogs")


def print_row(name: str, figures: list[Figures]) -> None:
    recall, precision = fmean(one.recall for one in figures), fmean(one.precision for one in figures)
    both = fmean(2 * f.recall * f.precision / max(1e-9, f.recall + f.precision) for f in figures)
    speed = 1000 * sum(one.seconds for one in figures) / sum(one.posts for one in figures)
    print(f"| {name} | {recall:.3f} | {precision:.3f} | {both:.3f} | {speed:.1f} |", flush=True)


if __name__ == "__main__":
    main()
