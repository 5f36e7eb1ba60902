"""The cases of a blog, prepared once and kept from one judgement to the next."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from crawler.classify.cases import KIN, Case, case_of
from crawler.classify.lessons import Learned
from crawler.classify.rules import RULES
from crawler.grouping import Group, Kept
from crawler.model import Verdict
from crawler.scope import Scope

_kin_of = attrgetter(*KIN)


class Docket:
    """Prepares the cases of one blog; a group that is the very object of the last time keeps its case."""

    def __init__(self) -> None:
        self._scope = Scope("", "")
        self._kept = Kept(self._prepared)
        self._kins: dict[tuple[object, ...], int] = {}
        self._verdicts: dict[Verdict, Verdict] = {}

    def cases(self, scope: Scope, groups: Sequence[Group]) -> list[Case]:
        """A case for each group, in their order."""
        if scope != self._scope:
            self._scope, self._kept = scope, Kept(self._prepared)
        return self._kept.of(groups)

    def same(self, verdict: Verdict) -> Verdict:
        """The verdict as the object that it was the last time: quick to compare."""
        return self._verdicts.setdefault(verdict, verdict)

    def _prepared(self, group: Group) -> Case:
        case = case_of(group, self._scope)
        case.said = tuple(0.0 if rule.learns else rule.test(case, _NOTHING) for rule in RULES)
        case.kin = self._kins.setdefault(_kin_of(case), len(self._kins))
        return case


_NOTHING = Learned()
