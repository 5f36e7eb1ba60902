"""A blog as its author wrote it, for real programs to publish: posts of fifteen years, drafts, standing pages.

Titles are those that are easily taken for something else: a year, a name of a page, markup, two posts of one title.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from tests.dryblogs import title_of

HOME = "https://engine.example/"
_AWKWARD = (
    "2010",
    "About",
    'Émile said "été" & left',
    "C++ & C#: which of them?",
    "Why <b> is no heading",
    "Wait for it…",
    "RE: your mail",
    "日本語の題名",
    "Archive of old letters",
    "It's 5 < 6, isn't it?",
    "Notes on 12 March 2004",
    "Page 2",
    "Tags",
    "One | Two — Three",
    "A title that goes on, and on, and does not come to its end before everybody has left the room for good",
    "Weekly notes",
    "Weekly notes",
)
_TAGS = ("garden", "machines", "letters", "C++")
PAGES = ("Colophon", "Projects", "Imprint")
_LAST = date(2024, 3, 17)
_YEARS = timedelta(days=15 * 365)


@dataclass(frozen=True, slots=True)
class Written:
    """A post in the author's files."""

    slug: str
    title: str
    day: date
    tags: tuple[str, ...]
    draft: bool = False

    @property
    def body(self) -> str:
        """Its text: two paragraphs, the second with a link to a page elsewhere."""
        return (
            f"The {self.tags[0]} kept me busy for a while, and this is what came of it on a long evening.\n\n"
            f"There is [more of it](https://elsewhere.example/{self.slug}) by people who know better than I do."
        )


def _slug(title: str, number: int) -> str:
    plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40].strip("-")
    return f"{plain}-of-{number}" if plain else f"entry-{number}"


def written(count: int) -> tuple[Written, ...]:
    """So many posts at even distances, newest first."""
    return tuple(_post(number, _LAST - number * _YEARS // count) for number in range(count))


def _post(number: int, day: date) -> Written:
    title = _AWKWARD[number // 3] if number % 3 == 1 and number // 3 < len(_AWKWARD) else title_of(number)
    return Written(_slug(title, number), title, day, (_TAGS[number % 3], _TAGS[number % 4]))


POSTS = written(60)
DRAFTS = tuple(
    Written(f"unfinished-{number}", f"Unfinished business {number}", date(2023, 5, number), ("garden",), True)
    for number in (3, 4)
)
