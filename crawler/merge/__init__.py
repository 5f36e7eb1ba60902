"""Claims of one group to one post: which title, which date, and where each came from.

`titles` and `days` choose by tables of ranked rules, `habits` tells what holds for the whole blog. Everything else a
post has is taken from the source that tells it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from crawler import corrections, dates, urls
from crawler.grouping import Group, Told
from crawler.merge.days import choose_date
from crawler.merge.evidence import Said
from crawler.merge.habits import Habits, habits_of
from crawler.merge.titles import choose_title
from crawler.model import Chosen, Post, Verdict

OTHER_FIELDS = ("updated", "excerpt", "author", "language", "text", "words")


def post_of(group: Group, verdict: Verdict, habits: Habits) -> Post:
    """Merge a group's claims. Independent of their order."""
    said = _by_field([one for one in group.told if not one.is_remark] or group.told)
    if group.ruling("same"):  # two that sources take for two: what is told of the one that is kept is the post's
        said |= _by_field([one for one in group.told if urls.canonical(one.claim.address) == urls.canonical(group.url)])
    fields: dict[str, Chosen] = {}
    day, conflict = choose_date(said["date"], group.url, habits)
    if day:
        fields["date"] = day
    if title := choose_title(said["title"], habits, day.value[:10] if day else ""):
        fields["title"] = title
    fields |= _ruled(group)
    conflict = conflict and group.ruling("date") is None
    for name in OTHER_FIELDS:
        if chosen := _first(said[name]):
            fields[name] = chosen
    tags = tuple(dict.fromkeys(one.evidence.value for one in said["tag"]))
    ids = tuple(sorted({one.evidence.value for one in said["id"]}))
    return Post(group.url, group.keys, verdict, fields, tags, ids, ("date",) if conflict else ())


def _by_field(told: Iterable[Told]) -> defaultdict[str, list[Said]]:
    said: defaultdict[str, list[Said]] = defaultdict(list)
    for one in told:
        day = one.claim.first("date")
        for evidence in one.claim.evidence:
            said[evidence.field].append(Said(evidence, one.source.address, day[:10] if len(day) >= 10 else ""))
    return said


def _ruled(group: Group) -> dict[str, Chosen]:
    """What the curator says, exactly as it was said: nothing is more precise, and an empty title is none."""
    said = {name: group.ruling(name) for name in ("title", "date")}
    return {
        name: Chosen(value, corrections.RULE, corrections.DESK.address)
        for name, value in said.items()
        if value is not None and (name != "date" or dates.parse_partial(value))
    }


def _first(said: Sequence[Said]) -> Chosen | None:
    useful = [one for one in said if one.evidence.value]
    if not useful:
        return None
    best = min(useful, key=lambda one: (one.source, one.evidence.rule, one.evidence.value))
    return Chosen(best.evidence.value, best.evidence.rule, best.source)


__all__ = ["Habits", "habits_of", "post_of"]
