"""Which title of all that sources give is the post's.

A table ranks the rules; the best one wins. A listing that speaks of an entry in passing, without its date, counts less;
markup that a feed left in a title is taken out; the blog's name is cut off what pages say of themselves.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from crawler import text
from crawler.merge.evidence import Said
from crawler.merge.habits import PAGE_TITLES, Habits, close
from crawler.model import Chosen

TITLE_RANK = (
    "curator",
    "api.title",
    "feed.title",
    "jsonld.headline",
    "listing.title",
    "embedded.title",
    "listing.link",
    "sitemap.news",
    "page.heading",
    "page.h-entry",
    "page.hatom",
    "meta.og:title",
    "page.title",
    "menu.link",
    "text.link",
)
_ORDER = {rule: number for number, rule in enumerate(TITLE_RANK)}
_LAST = 50.0
_PAIRED = re.compile(
    r"<(strike|s|del|ins|b|i|em|strong|code|sup|sub|small|u|tt|span|a|font)\b[^<>]*>.*?</\1\s*>|<br\s*/?>", re.I
)
"""Markup that was meant as markup: a pair of tags, a line break. A single "<canvas>" is what the title is about."""

_COUNTED = re.compile(r"^(.+?)\s*[\[(]\d+[\])]$")
"""A title with the number of its comments, as some feeds write it."""

_SET = str.maketrans({"“": '"', "”": '"', "″": '"', "‘": "'", "’": "'", "′": "'", "–": "-", "—": "-", "…": "..."})
_DASHES = re.compile(r"-{2,3}")
_NO_WORSE = 0.5

_MARKS = re.compile(r"[`*]|(?<!\w)_|_(?!\w)")
"""Signs of markup that a feed may leave in a title."""


@dataclass(frozen=True, slots=True)
class _Offer:
    """A usable title: how good its rule is (less is better), how many sources say the same."""

    rank: float
    count: int
    value: str
    said: Said

    @property
    def order(self) -> tuple[float, int, str, str]:
        return self.rank, -self.count, self.value, self.said.source


def choose_title(said: Sequence[Said], habits: Habits, day: str = "") -> Chosen | None:
    """The title of the best rule. `day` is the post's own, YYYY-MM-DD, where it is known."""
    offers = sorted(_offers(said, habits, day), key=lambda offer: offer.order)
    if not offers:
        return None
    best = _uncut(_uncounted(_unmarked(_unset(offers[0], offers), offers), offers), offers)
    return Chosen(best.value, best.said.evidence.rule, best.said.source)


def _offers(said: Sequence[Said], habits: Habits, day: str) -> list[_Offer]:
    offers = []
    counts = Counter(one.evidence.value for one in said)
    entered = day != "" and any(one.day == day and one.evidence.rule.startswith("listing.") for one in said)
    for one in said:
        if value := _usable(one, habits):
            rank = _ORDER.get(one.evidence.rule, _LAST) + _in_passing(one, day, entered)
            offers.append(_Offer(rank, counts[one.evidence.value], value, one))
    return offers


def _usable(one: Said, habits: Habits) -> str:
    """What a piece of evidence says, without markup and without the blog's name; empty where it names only the blog."""
    rule, value = one.evidence.rule, one.evidence.value
    if _PAIRED.search(value):
        value = text.plain(value)
    if rule in ("listing.link", "menu.link", "text.link") and value in habits.names:
        return ""
    if rule not in PAGE_TITLES:
        glued = any(value.endswith(end) for end in habits.glued)
        return text.without_blog_name(value, habits.glued) if glued else value
    if (rule, one.evidence.value) in habits.shared:
        return ""
    value = text.without_blog_name(value, habits.names)
    return "" if value in habits.names else value


def _in_passing(one: Said, day: str, entered: bool) -> float:
    """How much less a listing's words count: a little without a date, more where another list has an entry of the very
    day (`entered`), several ranks with the date of another entry."""
    if not one.evidence.rule.startswith("listing."):
        return 0.0
    if not one.day:
        return 2.5 if entered else 0.5
    if not day or one.day == day:
        return 0.0
    return 0.25 if close(one.day, day) else 7.0


def _unset(best: _Offer, offers: Sequence[_Offer]) -> _Offer:
    """The words as they were typed, where a source no worse has them so: programs set quotes and dashes."""
    words = _typed(best.value)
    alike = [o for o in offers if o.rank < best.rank + _NO_WORSE and _typed(o.value) == words]
    return min(alike, key=lambda offer: (sum(sign > "~" for sign in offer.value), offer.order))


def _typed(words: str) -> str:
    return _DASHES.sub("-", words.translate(_SET))


def _unmarked(best: _Offer, offers: Sequence[_Offer]) -> _Offer:
    """Another source's words, where they are the same but for signs of markup: "The `x()` call" and "The x() call"."""
    clean = text.plain(_MARKS.sub("", best.value))
    return next((offer for offer in offers if offer.value == clean != best.value), best)


def _uncounted(best: _Offer, offers: Sequence[_Offer]) -> _Offer:
    """The title without a number of comments, where another source gives it so."""
    counted = _COUNTED.match(best.value)
    return next((offer for offer in offers if counted and offer.value == counted[1]), best)


def _uncut(best: _Offer, offers: Sequence[_Offer]) -> _Offer:
    """The whole title, where the best is cut ("A long ti…"); of one that ends in dots, more is no part of it."""
    stem = best.value.rstrip("….").rstrip()
    if stem == best.value:
        return best
    longer = (o for o in offers if len(o.value) > len(best.value) and not o.value.startswith(best.value))
    return next((offer for offer in longer if offer.value.startswith(stem)), best)
