"""The fitting script's optimiser and replay, on made-up evidence and small recorded blogs."""

from __future__ import annotations

import random
from collections import Counter
from math import exp
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bench.fitting import Example, Problem, Sample, fit, problem_of

TRUE = {"feed": 3.0, "list": 1.5, "menu": -2.5, "tag": -4.0}
THRESHOLD = 2.0


def _sample(weights: dict[str, float], count: int = 60_000) -> Counter[Example]:
    """Addresses whose being a post is drawn with the chance that these weights give."""
    draw = random.Random(7)
    sample: Counter[Example] = Counter()
    for _ in range(count):
        strengths = tuple((name, draw.choice((0.5, 1.0))) for name in weights if draw.random() < 0.6)
        score = sum(weights[name] * x for name, x in strengths) - THRESHOLD
        sample[Example(strengths, draw.random() < 1 / (1 + exp(-score)))] += 1
    return sample


def _problem(sample: Sample, prior: dict[str, float], pull: float, *fixed: str) -> Problem:
    return problem_of(sample, prior, frozenset(fixed), THRESHOLD, pull)


def test_the_weights_that_made_the_data_are_found_again() -> None:
    fitted = fit(_problem(_sample(TRUE), {"feed": 1.0, "list": 1.0, "menu": -1.0, "tag": -1.0}, 0.01))
    assert fitted == pytest.approx(TRUE, abs=0.15)


def test_a_fixed_weight_is_not_fitted_and_counts_as_it_is() -> None:
    prior = {"feed": 3.0, "list": 1.0, "menu": -1.0, "tag": -4.0}
    fitted = fit(_problem(_sample(TRUE), prior, 0.01, "feed", "tag"))
    assert fitted == pytest.approx({"list": 1.5, "menu": -2.5}, abs=0.15)


def test_a_weight_whose_data_ask_for_the_other_sign_becomes_nothing() -> None:
    prior = {"feed": 1.0, "list": 1.0, "menu": 1.0, "tag": -1.0}
    fitted = fit(_problem(_sample(TRUE), prior, 0.01))
    assert fitted["menu"] == 0
    assert fitted["feed"] > 0 > fitted["tag"]


def test_a_weight_at_nothing_comes_back_when_the_data_ask_for_it() -> None:
    start = dict.fromkeys(TRUE, 0.0)
    assert fit(_problem(_sample(TRUE), TRUE, 0.01), start) == pytest.approx(TRUE, abs=0.15)


def test_a_rule_that_never_speaks_keeps_its_weight() -> None:
    prior = {**TRUE, "silent": 1.7}
    assert fit(_problem(_sample(TRUE), prior, 1.0))["silent"] == pytest.approx(1.7)


def test_a_strong_pull_keeps_the_weights_as_they_are() -> None:
    prior = {"feed": 1.0, "list": 1.0, "menu": -1.0, "tag": -1.0}
    assert fit(_problem(_sample(TRUE, 500), prior, 1e9)) == pytest.approx(prior, abs=1e-3)


def test_evidence_that_parts_posts_from_pages_exactly_gives_finite_weights() -> None:
    sample = {Example((("feed", 1.0),), True): 5.0, Example((("menu", 1.0),), False): 5.0}
    fitted = fit(_problem(sample, {"feed": 3.0, "menu": -2.0}, 1.0))
    assert 3 < fitted["feed"] < 10
    assert -10 < fitted["menu"] < -2


@pytest.mark.parametrize(("weight", "pull"), [(0.0, 1.0), (1.0, 0.0)])
def test_a_problem_without_a_single_answer_is_refused(weight: float, pull: float) -> None:
    with pytest.raises(ValueError, match="sign"):
        _problem({}, {"feed": weight}, pull)


_strengths = st.lists(st.tuples(st.sampled_from(sorted(TRUE)), st.floats(0.1, 2)), unique_by=lambda one: one[0])
_examples = st.builds(Example, _strengths.map(lambda ones: tuple(sorted(ones))), st.booleans())
_samples = st.dictionaries(_examples, st.floats(0.1, 10), max_size=12)
_nudges = st.dictionaries(st.sampled_from(sorted(TRUE)), st.floats(-0.5, 0.5))


@given(_samples, _nudges)
def test_no_other_weights_with_these_signs_have_a_smaller_loss(sample: Sample, nudges: dict[str, float]) -> None:
    problem = _problem(sample, TRUE, 0.1)
    fitted = fit(problem)
    best = problem.loss([fitted[name] for name in problem.names])
    other = problem.loss(problem.inside([fitted[name] + nudges.get(name, 0.0) for name in problem.names]))
    assert other >= best * (1 - 1e-6)


@given(_samples)
def test_the_start_does_not_change_the_answer(sample: Sample) -> None:
    problem = _problem(sample, TRUE, 0.1)
    far = {"feed": 0.1, "list": 9.0, "menu": 0.0, "tag": -0.1}
    assert fit(problem, far) == pytest.approx(fit(problem), abs=1e-2)
