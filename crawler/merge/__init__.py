"""Claims of one group to one post: which title, which date, and where each came from.

`titles`, `days` and `fields` choose by tables of ranked rules; `habits` tells what holds for the whole blog, `repeats`
what its posts share and so is none's own, `neighbours` which days are impossible beside those around; `doubles` finds
posts that are one by their texts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from crawler import corrections, dates, urls
from crawler.grouping import Group, Kept, Told
from crawler.merge import neighbours
from crawler.merge.days import choose_date
from crawler.merge.doubles import doubles_of
from crawler.merge.evidence import Said
from crawler.merge.fields import Known, choose_fields, choose_tags
from crawler.merge.habits import Habits, Notebook, Self, close, habits_of
from crawler.merge.titles import choose_title
from crawler.model import Chosen, Post, Verdict


class Merged:
    """The posts made of a blog's groups; one whose group, verdict and habits are those of the last time stays."""

    def __init__(self) -> None:
        self._habits: Habits | None = None
        self._held: dict[str, tuple[Group, Verdict, Post]] = {}
        self._places = Kept(neighbours.around)

    def posts(self, groups: Sequence[Group], judged: Sequence[Verdict], habits: Habits) -> list[Post]:
        """A post for each group, in their order."""
        if habits != self._habits:
            self._habits, self._held = habits, {}
        posts = [self._post(group, verdict, habits) for group, verdict in zip(groups, judged, strict=True)]
        if any(map(neighbours.is_doubted, posts)):
            for at, span in neighbours.misplaced(posts, self._places.of(groups)).items():
                if not _is_vouched_for(posts[at].text("date"), groups[at]):
                    posts[at] = _put_in_order(groups[at], posts[at], span, habits)
        return posts

    def _post(self, group: Group, verdict: Verdict, habits: Habits) -> Post:
        held = self._held.get(group.url)
        if held is None or held[0] is not group or (held[1] is not verdict and held[1] != verdict):
            held = self._held[group.url] = group, verdict, post_of(group, verdict, habits)
        return held[2]


def _is_vouched_for(day: str, group: Group) -> bool:
    """Whether a source that may not be doubted tells the same day, or one beside it: a moment in another zone."""
    told = (evidence for one in group.told for evidence in one.claim.every("date"))
    return any(_is_beside(one.value, day) for one in told if one.rule not in neighbours.DOUBTED)


def _is_beside(one: str, other: str) -> bool:
    full = len("2009-03-12")
    return min(len(one), len(other)) >= full and "|" not in one + other and close(one[:full], other[:full])


def _put_in_order(group: Group, post: Post, span: dates.Span, habits: Habits) -> Post:
    """A post without the days that its neighbours make impossible: the best that is left, or none."""
    found, unfit = post, habits.distrusted
    while not neighbours.fits(found, span):
        wrong = found.fields["date"]
        unfit |= {(wrong.source, wrong.rule)}
        found = post_of(group, post.verdict, replace(habits, distrusted=unfit))
    return replace(found, conflicts=("date",))


def post_of(group: Group, verdict: Verdict, habits: Habits) -> Post:
    """Merge a group's claims. Independent of their order."""
    said = _by_field([one for one in group.told if not one.is_remark] or group.told)
    if group.ruling("same"):  # two that sources take for two: what is told of the one that is kept is the post's
        said |= _by_field([one for one in group.told if urls.canonical(one.claim.address) == urls.canonical(group.url)])
    fields: dict[str, Chosen] = {}
    admitted, misplaced = _sifted(said["misplaced"], said["date"])
    day, conflict = choose_date([*said["date"], *admitted], group.url, habits)
    if day:
        fields["date"] = day
    if title := choose_title(said["title"], habits, day.value[:10] if day else ""):
        fields["title"] = title
    fields |= _ruled(group)
    conflict = (conflict or misplaced) and group.ruling("date") is None
    known = Known(habits, *(fields[name].value[:end] if name in fields else "" for name, end in _HELD_AGAINST))
    fields |= choose_fields(said, known)
    tags = choose_tags(said["tag"], known)
    ids = tuple(sorted({one.evidence.value for one in said["id"]}))
    return Post(group.url, group.keys, verdict, fields, tags, ids, ("date",) if conflict else ())


def _sifted(misplaced: Iterable[Said], told: Sequence[Said]) -> tuple[list[Said], bool]:
    """Of the days that a list gave up for its order those that another source tells, too, as dates; and whether there
    are others."""
    admitted, others = [], False
    for one in misplaced:
        if any(_is_beside(one.evidence.value, other.evidence.value) for other in told):
            admitted.append(replace(one, evidence=replace(one.evidence, field="date")))
        else:
            others = True
    return admitted, others


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


_HELD_AGAINST = (("title", None), ("date", len("2009-03-12")))
"""What the other fields are held against, and how much of it."""


__all__ = ["Habits", "Merged", "Notebook", "Self", "doubles_of", "habits_of", "post_of"]
