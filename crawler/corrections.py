"""What the curator says against the sources: which address is a post, its title, its date; where else to look.

    line ⇄ Correction ⇄ claims of the source `DESK`

A correction is a claim of the highest rank, so it is kept, weighed and listed like any other (`classify`, `merge`,
`backfile why`). A claim of the desk without evidence is one that was taken back. Pure; what is known is handed in.
"""

from __future__ import annotations

import fnmatch
import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache
from typing import Final
from urllib.parse import unquote

from crawler import dates, text, urls
from crawler.errors import NotACorrection
from crawler.model import Claim, Evidence, Findings, Harvest, Outcome, Place, Role, Source, SourceKind, State

RULE: Final = "curator"
"""The rule behind everything that the curator says."""

DESK: Final = Source("curator:", SourceKind.CURATOR)
"""The source of all corrections of a blog: no address on the web."""


class Kind(StrEnum):
    """What a correction says of its subject; the first word of its line."""

    SOURCE = "source"  # also look here, in every crawl
    EXCLUDE = "exclude"  # addresses that match are no posts
    POST = "post"
    NOT_POST = "not-post"
    TITLE = "title"
    DATE = "date"
    SAME_AS = "same-as"


@dataclass(frozen=True, slots=True)
class Correction:
    """One thing that the curator says. `subject` is an address (of `EXCLUDE` a pattern), `value` a title (empty: the
    post has none), a date as `str(PartialDate)`, or the address of the post that is the same and is kept."""

    kind: Kind
    subject: str
    value: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.subject} {self.value}".rstrip()


_OF_BLOG: Final = (Kind.SOURCE, Kind.EXCLUDE)
_FIELDS: Final = {Kind.TITLE: "title", Kind.DATE: "date", Kind.SAME_AS: "same", Kind.SOURCE: "source"}
_KINDS: Final = {field: kind for kind, field in _FIELDS.items()}
_MOMENT: Final = re.compile(r"(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.\d+)?([Zz]|[+-]\d\d:\d\d)", re.ASCII)


def correction(kind: Kind, subject: str, value: str = "") -> Correction:
    """A correction from what a person typed. Raises NotACorrection, NotAnAddress."""
    subject = _pattern(subject) if kind is Kind.EXCLUDE else urls.typed(subject)
    if kind is Kind.TITLE:
        return Correction(kind, subject, text.printable(value))
    if kind is Kind.DATE:
        return Correction(kind, subject, date_of(value))
    if kind is Kind.SAME_AS:
        other = urls.typed(value)
        if urls.canonical(other) == urls.canonical(subject):
            raise NotACorrection(f"{subject} and {other} are one address already")
        return Correction(kind, subject, other)
    if value.strip():
        raise NotACorrection(f"too many words: {kind} takes one")
    return Correction(kind, subject)


def read_line(line: str) -> Correction:
    """The way back from `str(Correction)`. Raises NotACorrection, NotAnAddress."""
    word, _, rest = line.strip().partition(" ")
    if word not in tuple(Kind):
        raise NotACorrection(f"{word!r} is no correction: say one of {', '.join(Kind)}")
    if word == Kind.EXCLUDE:
        return correction(Kind.EXCLUDE, rest)
    subject, _, value = rest.strip().partition(" ")
    return correction(Kind(word), subject, value)


def date_of(typed: str) -> str:
    """A date as a person gives it: 2009, 2009-03, 2009-03-12 or a moment of RFC 3339. Raises NotACorrection."""
    typed = typed.strip()
    value, moment = typed, _MOMENT.fullmatch(typed)
    if moment:
        value = f"{moment[1]}T{moment[2]}{moment[3].upper()}"
    found = dates.parse_partial(value)
    if found is None or (found.time and not (moment and _is_moment(value))):
        raise NotACorrection(f"{typed!r} is no date: say 2009, 2009-03, 2009-03-12 or 2009-03-12T23:30:00+01:00")
    return str(found)


def _is_moment(value: str) -> bool:
    try:
        datetime.fromisoformat(value)
    except ValueError:
        return False
    return True


def _pattern(typed: str) -> str:
    pattern = text.printable(typed)
    if not pattern:
        raise NotACorrection("the pattern is empty: say one such as '/notes/*'")
    return pattern


def with_said(held: Iterable[Correction], said: Iterable[Correction]) -> tuple[Correction, ...]:
    """The corrections held and those said after them, sorted; a later one replaces what it contradicts.

    An address is judged by itself or the same as another, not both; the one that is kept is the same as none, and what
    was the same as its twin is the same as it.
    """
    kept = {_key(one): one for one in held}
    for one in said:
        for key in _contradicted(one):
            kept.pop(key, None)
        kept = {key: _led_on(held_one, one) for key, held_one in kept.items()} | {_key(one): one}
    return tuple(sorted(kept.values(), key=lambda one: (tuple(Kind).index(one.kind), one.subject, one.value)))


def about(held: Iterable[Correction], address: str) -> tuple[Correction, ...]:
    """Those that speak of an address as a post."""
    key = urls.canonical(address)
    return tuple(one for one in held if one.kind not in _OF_BLOG and urls.canonical(one.subject) == key)


def of_blog(held: Iterable[Correction]) -> tuple[Correction, ...]:
    """Those that speak of the blog: further sources, patterns of what is no post."""
    return tuple(one for one in held if one.kind in _OF_BLOG)


def _key(one: Correction) -> tuple[str, str]:
    if one.kind is Kind.EXCLUDE:
        return one.kind, one.subject
    return ("verdict" if one.kind in (Kind.POST, Kind.NOT_POST) else one.kind), urls.canonical(one.subject)


def _led_on(held: Correction, said: Correction) -> Correction:
    """A twin of an address that is said to be another's is that other's, too."""
    if said.kind is not Kind.SAME_AS or held.kind is not Kind.SAME_AS:
        return held
    follows = urls.canonical(held.value) == urls.canonical(said.subject)
    return replace(held, value=said.value) if follows else held


def _contradicted(one: Correction) -> list[tuple[str, str]]:
    key = urls.canonical(one.subject)
    if one.kind is Kind.SAME_AS:
        return [("verdict", key), (Kind.SAME_AS, urls.canonical(one.value))]
    return [(Kind.SAME_AS, key)] if one.kind in (Kind.POST, Kind.NOT_POST) else []


def harvest_of(slug: str, claims: Iterable[Claim]) -> Harvest:
    """The desk's claims as an item."""
    return Harvest(slug, DESK, Outcome(State.DONE), Findings(claims=tuple(claims)))


def claims_of(home: str, held: Iterable[Correction]) -> tuple[Claim, ...]:
    """Corrections as claims, one for each address; patterns are said of the blog's home."""
    said: defaultdict[str, list[Evidence]] = defaultdict(list)
    for one in held:
        said[home if one.kind is Kind.EXCLUDE else one.subject].append(_evidence(one))
    return tuple(Claim(address, Place.CURATOR, tuple(evidence)) for address, evidence in said.items())


def _evidence(one: Correction) -> Evidence:
    if one.kind is Kind.EXCLUDE:
        return Evidence("exclude", one.subject, RULE)
    if one.kind in (Kind.POST, Kind.NOT_POST):
        return Evidence("type", "post" if one.kind is Kind.POST else "page", RULE)
    return Evidence(_FIELDS[one.kind], one.value, RULE)


def corrections_of(claims: Iterable[Claim]) -> tuple[Correction, ...]:
    """The way back from `claims_of`, sorted; claims of others say nothing here."""
    said = [
        _said(claim.address, evidence)
        for claim in claims
        if claim.place is Place.CURATOR
        for evidence in claim.evidence
    ]
    return with_said((), [one for one in said if one])


def _said(address: str, evidence: Evidence) -> Correction | None:
    if evidence.field == "exclude":
        return Correction(Kind.EXCLUDE, evidence.value)
    if evidence.field == "type":
        return Correction(Kind.POST if evidence.value == "post" else Kind.NOT_POST, address)
    kind = _KINDS.get(evidence.field)
    return Correction(kind, address, evidence.value) if kind else None


def changed(before: Sequence[Claim], after: Sequence[Claim]) -> tuple[Claim, ...]:
    """What the desk says anew: claims that differ, and empty ones for addresses of which it says no more."""
    known = {claim.address: claim for claim in before}
    said = {claim.address: claim for claim in after}
    new = [claim for claim in after if known.get(claim.address) != claim]
    gone = [address for address, claim in known.items() if address not in said and claim.evidence]
    return (*new, *(Claim(address, Place.CURATOR) for address in gone))


def matches(patterns: Sequence[str], address: str) -> bool:
    """Whether an address matches one of the patterns, as a shell matches names: `*` stands for any run of characters
    (slashes, too), `?` for one, `[ab]` for one of those.

    A pattern that begins with a slash is compared with what follows the host, any other with the whole address; scheme
    and `www.` never matter, a fragment where the pattern has one. Percent-encoded addresses match in either spelling.
    """
    return any(_matches(pattern, spelled) for pattern in patterns for spelled in (address, unquote(address)))


def _matches(pattern: str, address: str) -> bool:
    whole = _bare(address if "#" in pattern else urls.without_fragment(address))
    path = whole[len(re.split(r"[/?#]", whole, maxsplit=1)[0]) :]
    return bool(_compiled(pattern).match((path or "/") if pattern.startswith("/") else whole))


def _bare(address: str) -> str:
    return re.sub(r"^(?:https?:)?//(?:www\.)?|^www\.", "", address, flags=re.I)


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(fnmatch.translate(_bare(pattern)))


def sources_of(claims: Iterable[Claim]) -> tuple[Source, ...]:
    """Where the curator says to look, too: as pages that list posts, whatever they turn out to be."""
    named = (one.subject for one in corrections_of(claims) if one.kind is Kind.SOURCE)
    return tuple(Source(address, SourceKind.ARCHIVE, Role.WHOLE, parent=DESK.address, number=2) for address in named)


def patterns_of(claims: Iterable[Claim]) -> tuple[str, ...]:
    """Which addresses the curator says are no posts."""
    return tuple(one.subject for one in corrections_of(claims) if one.kind is Kind.EXCLUDE)
