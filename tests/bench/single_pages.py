"""Dates and titles of single posts' pages, beside htmldate and the bare `<title>`: `make bench`.

    python -m tests.bench.single_pages [--sites FOLDER] [--most N]

FOLDER holds recorded blogs (`recorded`); nothing is run where there is none. Of each blog up to N posts' pages, spread
over its history, are read one at a time: no listing helps, and nothing is known of the blog. A date is right where its
day is the true one (`truth.csv`, or one that `known.json` accepts), short where it is a true year or month or none, and
else wrong. Processor time from bytes to the date, in the same run for both. Prints; asserts nothing.
"""

from __future__ import annotations

import argparse
import csv
import json
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from itertools import product
from pathlib import Path
from time import process_time

from crawler import merge, sources
from crawler.merge.evidence import Said
from crawler.merge.titles import choose_title
from crawler.model import Page, Place, Role, Source, SourceKind
from crawler.posts import date_of
from tests.bench.recorded import loose_url, recording_of

SITES = Path(__file__).parents[3] / "shared" / "sites"
MOST = 40
FEWEST = 500

Finder = Callable[[Page], str]


@dataclass(frozen=True, slots=True)
class Case:
    """A post's page, and what may be said of it. `slack`: so many days beside the first date are right, too."""

    blog: str
    page: Page
    dates: tuple[str, ...]
    titles: frozenset[str]
    slack: int

    def judge(self, found: str) -> str:
        if found[:10] in self.dates or self._near(found):
            return "right"
        return "short" if any(day.startswith(found) for day in self.dates) else "wrong"

    def _near(self, found: str) -> bool:
        try:
            return abs((date.fromisoformat(found[:10]) - date.fromisoformat(self.dates[0])).days) <= self.slack
        except ValueError:
            return False


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=Path, default=SITES, help="recorded blogs, a folder each")
    parser.add_argument("--most", type=int, default=MOST, help="pages of one blog")
    args = parser.parse_args()
    folders = [path.parent for path in sorted(args.sites.glob("*/truth.csv"))]
    if not folders:
        print(f"dates of single pages: skipped, no recorded blogs in {args.sites} (name a folder by --sites)")
        return
    cases = [case for folder in folders for case in cases_of(folder, args.most)]
    print(f"{len(cases)} posts' pages of {len({case.blog for case in cases})} blogs, one at a time")
    if len(cases) < FEWEST:
        print(f"fewer than {FEWEST}: take the figures for what they are")
    _show_dates(cases)
    _show_titles(cases)


def cases_of(folder: Path, most: int) -> Iterator[Case]:
    """Up to `most` of a recorded blog's posts that have a page of their own, spread over its history."""
    recording = recording_of(folder)
    with (folder / "truth.csv").open(newline="", encoding="utf-8") as stream:
        rows = [row for row in csv.DictReader(stream) if "#" not in row["url"]]
    path = folder / "known.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    dates, titles = (
        {loose_url(url): told for url, told in known.get(name, {}).items()} for name in ("dates", "titles")
    )
    for row in rows[:: max(1, -(-len(rows) // most))]:
        page, key = recording.page(row["url"]), loose_url(row["url"])
        if page.status == 200 and page.body.strip():
            days = tuple(day[:10] for day in (row["date"], *dates.get(key, ())))
            names = frozenset(map(folded, (row["title"], *titles.get(key, ()))))
            yield Case(folder.name, page, days, names, known.get("date_slack", 0))


def folded(title: str) -> str:
    """A title with plain quotes and dashes, white space folded."""
    plain = title.translate(
        {0x2018: "'", 0x2019: "'", 0x201C: '"', 0x201D: '"', 0x2013: "-", 0x2014: "-", 0x2026: "..."}
    )
    return " ".join(plain.split())


def by_backfile(page: Page) -> str:
    found = date_of(page)
    return found.value if found else ""


def by_htmldate(page: Page) -> str:
    from htmldate import find_date

    return find_date(page.body, url=page.address, original_date=True) or ""


def _show_dates(cases: list[Case]) -> None:
    finders = _finders(cases[0])
    for finder in finders.values():
        for first in {case.blog: case for case in cases}.values():
            finder(first.page)  # the tables of all languages are loaded
    seen: dict[str, Counter[str]] = {name: Counter() for name in finders}
    spent = dict.fromkeys(finders, 0.0)
    # By turns, a blog each: other work falls on both, and neither empties the other's caches page by page.
    for blog, (name, finder) in product(dict.fromkeys(case.blog for case in cases), finders.items()):
        for case in (case for case in cases if case.blog == blog):
            started = process_time()
            found = finder(case.page)
            spent[name] += process_time() - started
            seen[name][case.judge(found)] += 1
    print(f"{'dates':10}{'right':>7}{'wrong':>7}{'short':>7}{'right %':>9}{'ms a page':>11}")
    for name, counted in seen.items():
        share, time = 100 * counted["right"] / len(cases), spent[name] * 1000 / len(cases)
        print(f"{name:10}{counted['right']:7}{counted['wrong']:7}{counted['short']:7}{share:9.1f}{time:11.2f}")
    if len(spent) > 1:
        print(f"backfile is {spent['htmldate'] / spent['backfile']:.2f} times as fast")


def _finders(case: Case) -> dict[str, Finder]:
    """Backfile, and htmldate where it is installed."""
    try:
        by_htmldate(case.page)
    except ImportError:
        print("htmldate is not installed (pip install -e '.[bench]'): Backfile alone")
        return {"backfile": by_backfile}
    return {"backfile": by_backfile, "htmldate": by_htmldate}


def _show_titles(cases: list[Case]) -> None:
    habits = merge.Habits()
    right: Counter[str] = Counter()
    for case in cases:
        findings = sources.read(case.page, Source(case.page.address, SourceKind.POST, Role.ONE))
        said = [Said(e, case.page.address) for c in findings.claims if c.place is Place.SELF for e in c.every("title")]
        chosen = choose_title(said, habits)
        bare = next((one.evidence.value for one in said if one.evidence.rule == "page.title"), "")
        right["backfile"] += folded(chosen.value if chosen else "") in case.titles
        right["<title>"] += folded(bare) in case.titles
    print(f"{'titles':10}{'right':>7}{'right %':>9}")
    for name, count in right.items():
        print(f"{name:10}{count:7}{100 * count / len(cases):9.1f}")


if __name__ == "__main__":
    main()
