"""The word on a blog's completeness: complete, likely or partial, with the number expected and reasons in plain words.

Pure. Reads the ledger of chains: declared totals met or not, chains that are closed, independent sources that agree, an
estimate of what both of two sources missed, and what was blocked or cut short.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crawler.blogstate import BlogState
from crawler.ledger import AUDITORS, Chain, Ledger, ledger_of
from crawler.model import Completeness, Post, Role, SourceKind, State, Word


@dataclass(frozen=True, slots=True)
class _Finding:
    """One reason, and what it does to the word: +1 speaks for completeness, -1 against, 0 neither."""

    weight: int
    reason: str


PLURAL = frozenset(("years", "months", "days", "sections", "tags", "authors"))


def completeness_of(state: BlogState, posts: Sequence[Post], stop: str = "") -> Completeness:
    """The word on what was found. `stop` is why the planner ended."""
    ledger = ledger_of(state)
    count = sum(post.is_post for post in posts)
    if state.home is None or state.home.outcome.state is State.FAILED:
        return Completeness(Word.PARTIAL, None, ("the home page could not be read",))
    if not count:
        return Completeness(Word.PARTIAL, None, ("no post was found",))
    expected, met = _declared(ledger, count)
    findings = [*met, *_blockers(state, ledger, stop), *_whole(ledger, count)]
    estimate = _estimate(ledger)
    if estimate is not None and estimate > count * 1.02 + 1:
        findings.append(_Finding(-1, f"two independent sources suggest about {estimate} posts"))
        expected = expected or estimate
    return Completeness(
        _word(findings), expected or (count if ledger.whole() else None), tuple(f.reason for f in findings)
    )


def _word(findings: Sequence[_Finding]) -> Word:
    against = sum(f.weight < 0 for f in findings)
    for_it = sum(f.weight for f in findings if f.weight > 0)
    if against:
        return Word.PARTIAL
    return Word.COMPLETE if for_it >= 2 else Word.LIKELY if for_it == 1 else Word.PARTIAL


def _declared(ledger: Ledger, count: int) -> tuple[int | None, list[_Finding]]:
    """Totals that sources declare of the whole blog, or of all its years together."""
    stated = ledger.expected
    if not stated:
        return None, []
    if count > stated * 1.02 + 1:  # it counts a part, whatever it says
        return None, [_Finding(0, f"a source declares {stated} posts; more, {count}, were found")]
    if count >= stated:
        return max(stated, count), [_Finding(2, f"a source declares {stated} posts; {count} were found")]
    return stated, [_Finding(-1, f"a source declares {stated} posts; only {count} were found")]


def _blockers(state: BlogState, ledger: Ledger, stop: str) -> list[_Finding]:
    """What was cut short or could not be read. A dead feed says nothing where a list and another agree."""
    whole = ledger.whole()
    spared = {SourceKind.API}  # a closed API is none; one that ended in the middle lacks posts that it declares
    if whole is not None and ledger.agreeing(whole):
        spared.add(SourceKind.FEED)
    found = []
    if "budget" in stop:
        found.append(_Finding(-1, stop))
    failed = [
        h
        for h in state.harvests.values()
        if h.outcome.state is State.FAILED and h.source.kind not in spared and _matters(h.source.role, h.outcome.status)
    ]
    if failed:
        what = ", ".join(sorted({h.outcome.error or f"HTTP {h.outcome.status}" for h in failed})[:3])
        found.append(_Finding(-1, f"{len(failed)} sources could not be read ({what})"))
    return found


_SLIGHT = frozenset((Role.USUAL, Role.ONE, Role.FULL, Role.TAG, Role.AUTHOR, Role.OTHER))


def _matters(role: Role, status: int) -> bool:
    return role not in _SLIGHT and status not in (404, 410)


def _whole(ledger: Ledger, count: int) -> list[_Finding]:
    """Closed chains that list everything known, and the independent sources that agree with them."""
    whole = ledger.whole()
    if whole is None and ledger.together():
        return [_Finding(1, f"the listings together and the sitemap by itself name the same {count} posts")]
    if whole is None:
        return [_Finding(0, "no single source lists everything that is known")]
    found = [_Finding(1, f"{_said(whole)} {_number(whole, 'list')} {len(whole.lists)} of the {count} posts")]
    for other in ledger.agreeing(whole):
        found.append(
            _Finding(1, f"{_said(other)}, independent of it, {_number(other, 'name')} {len(other.lists)}, and no other")
        )
    for other in ledger.chains.values():
        if other.open and other.asked and other.name in AUDITORS and other.lists and other.lists <= whole.lists:
            found.append(_Finding(1, f"a sample of {_said(other)} names {len(other.lists)} posts, and no other"))
    return found


def _number(chain: Chain, verb: str) -> str:
    """A verb in the number of its chain: "the year pages list", "the feed lists"."""
    return verb if chain.name in PLURAL else f"{verb}s"


def _said(chain: Chain) -> str:
    kind, _, root = chain.name.partition(":")
    if kind == "api":
        return "the platform's API"
    words = {
        "feed": "the feed",
        "sitemap": "the sitemap",
        "series": "the listing",
        "years": "the year pages",
        "months": "the month pages",
    }
    return f"{words.get(kind, kind)}{' ' + root if root else ''}"


def _estimate(ledger: Ledger) -> int | None:
    """Lincoln-Petersen: posts in all, from two independent sources and what both of them list."""
    kinds: dict[str, set[int]] = {}
    for chain in ledger.chains.values():
        kind = chain.name.partition(":")[0]
        if kind in ("sitemap", "series", "years", "months"):
            kinds.setdefault("sitemap" if kind == "sitemap" else "listing", set()).update(chain.lists)
    if len(kinds) < 2:
        return None
    one, other = kinds.values()
    both = len(one & other)
    return round(len(one) * len(other) / both) if both >= 10 else None
