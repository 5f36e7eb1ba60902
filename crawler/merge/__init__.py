"""Claims of one group to one post: which title, which date, and where each came from.

`titles`, `days` and `fields` choose by tables of ranked rules; `habits` tells what holds for the whole blog, `repeats`
what its posts share and so is none's own; `doubles` finds posts that are one by their texts.
"""

from __future__ import annotations

from collections import defaultdict

from crawler.grouping import Group
from crawler.merge.days import choose_date
from crawler.merge.doubles import doubles_of
from crawler.merge.evidence import Said
from crawler.merge.fields import Known, choose_fields, choose_tags
from crawler.merge.habits import Habits, Self, habits_of
from crawler.merge.titles import choose_title
from crawler.model import Chosen, Post, Verdict


def post_of(group: Group, verdict: Verdict, habits: Habits) -> Post:
    """Merge a group's claims. Independent of their order."""
    said: dict[str, list[Said]] = defaultdict(list)
    for told in [one for one in group.told if not one.is_remark] or group.told:
        told_day = told.claim.first("date")
        for evidence in told.claim.evidence:
            said[evidence.field].append(
                Said(evidence, told.source.address, told_day[:10] if len(told_day) >= 10 else "")
            )
    fields: dict[str, Chosen] = {}
    day, conflict = choose_date(said["date"], group.url, habits)
    if day:
        fields["date"] = day
    if title := choose_title(said["title"], habits, day.value[:10] if day else ""):
        fields["title"] = title
    known = Known(habits, fields["title"].value if title else "", day.value[:10] if day else "")
    fields |= choose_fields(said, known)
    tags = choose_tags(said["tag"], known)
    ids = tuple(sorted({one.evidence.value for one in said["id"]}))
    return Post(group.url, group.keys, verdict, fields, tags, ids, ("date",) if conflict else ())


__all__ = ["Habits", "Self", "doubles_of", "habits_of", "post_of"]
