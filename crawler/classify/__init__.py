"""Post or not: one table of named, weighted evidence over what all sources say of an address.

A group's score is the sum of weight times strength of every rule that speaks; at `THRESHOLD` it is a post. What is
learned from the certain (address templates, lists that hold posts) is applied to the rest in further passes. The
verdict names the rule that weighed most.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crawler.classify.cases import Case
from crawler.classify.docket import Docket
from crawler.classify.lessons import CERTAIN, Learned, first_lesson, learn, loose
from crawler.classify.rules import RULES, Rule
from crawler.grouping import Group
from crawler.model import Verdict
from crawler.scope import Scope

THRESHOLD = 2.0
PASSES = 3
"""How often the certain are learned from: each pass may make others certain."""


def verdicts(
    scope: Scope,
    groups: Sequence[Group],
    weights: Mapping[str, float] | None = None,
    docket: Docket | None = None,
) -> list[Verdict]:
    """A verdict for each group, in their order.

    `weights` replaces the table's, for the fitting script; `docket` keeps what was prepared for an earlier judgement.
    """
    docket = docket or Docket()
    cases = docket.cases(scope, groups)
    learned = first_lesson(groups)
    judged = _judged(cases, learned, weights)
    for _ in range(PASSES):
        before, learned = learned, learn(cases, judged, learned)
        if learned == before:
            break  # nothing new was learned, so no verdict can change
        judged = _judged(cases, learned, weights)
    return list(map(docket.same, judged))


def strengths(case: Case, learned: Learned) -> dict[str, float]:
    """What each rule says of a case, for the fitting script."""
    return {rule.name: value for rule in RULES if (value := rule.test(case, learned))}


def _judged(cases: Sequence[Case], learned: Learned, weights: Mapping[str, float] | None) -> list[Verdict]:
    """Cases of one kin about which the same was learned are judged once."""
    known: dict[tuple[int, bool, bool, bool], Verdict] = {}
    judged = []
    for case in cases:
        alike = (case.kin, case.stem in learned.above, case.key in learned.menus, case.url in learned.whole)
        verdict = known.get(alike)
        if verdict is None:
            verdict = known[alike] = _judge(case, learned, weights)
        judged.append(verdict)
    return judged


def _judge(case: Case, learned: Learned, weights: Mapping[str, float] | None) -> Verdict:
    score, most = 0.0, ("nothing", 0.0, "page")
    worst = ("nothing", 0.0, "page")
    for rule, said in zip(RULES, case.said, strict=True):
        value = rule.test(case, learned) if rule.learns else said
        if not value:
            continue
        given = value * (weights or {}).get(rule.name, rule.weight)
        score += given
        if given > most[1]:
            most = (rule.name, given, rule.kind)
        elif given < worst[1]:
            worst = (rule.name, given, rule.kind)
    if score >= THRESHOLD:
        return Verdict("post", most[0], round(score, 2))
    return Verdict(worst[2], worst[0], round(score, 2))


__all__ = ["CERTAIN", "RULES", "THRESHOLD", "Case", "Docket", "Learned", "Rule", "loose", "strengths", "verdicts"]
