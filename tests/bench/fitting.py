"""Fits the weights of evidence by logistic loss, pulled towards what they are now. No dependencies, and deterministic.

    loss(w) = Σ weight · log(1 + exp(∓(w · strengths - threshold))) + pull / 2 · Σ ((w - prior) / |prior|)²

Minimised under the condition that every weight keeps its sign, by projected Newton steps (Bertsekas 1982): the problem
is strictly convex, so there is one answer. Knows nothing of blogs: see `judged`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import exp, log1p
from typing import NamedTuple

STEPS = 60
CLOSE = 1e-9
"""A step that lowers the loss by no more than this part of it is the last."""

Vector = list[float]


class Example(NamedTuple):
    """What the rules say of an address, by name, and whether it is a post."""

    strengths: tuple[tuple[str, float], ...]
    is_post: bool


Sample = Mapping[Example, float]
"""Examples, and how much each counts."""


@dataclass(frozen=True, slots=True)
class Row:
    """An example as the optimiser sees it: what of the score is given, and the strengths of the free weights."""

    given: float
    strengths: tuple[tuple[int, float], ...]
    sign: float
    weight: float


@dataclass(frozen=True, slots=True)
class Problem:
    """The free weights' names, where they are pulled to, and the examples."""

    names: tuple[str, ...]
    prior: Vector
    pull: float
    rows: tuple[Row, ...]

    def loss(self, at: Vector) -> float:
        """What is minimised."""
        pulled = sum(((w - p) / p) ** 2 for w, p in zip(at, self.prior, strict=True))
        return self.pull / 2 * pulled + sum(row.weight * _soft(-row.sign * _score(row, at)) for row in self.rows)

    def slopes(self, at: Vector) -> tuple[Vector, list[Vector]]:
        """The loss's first and second derivatives."""
        first = [self.pull * (w - p) / p**2 for w, p in zip(at, self.prior, strict=True)]
        second = [[0.0] * len(at) for _ in at]
        for i, p in enumerate(self.prior):
            second[i][i] = self.pull / p**2
        for row in self.rows:
            doubt = _sigmoid(-row.sign * _score(row, at))
            slope, bend = -row.sign * row.weight * doubt, row.weight * doubt * (1 - doubt)
            for i, x in row.strengths:
                first[i] += slope * x
                for j, y in row.strengths:
                    second[i][j] += bend * x * y
        return first, second

    def inside(self, at: Vector) -> Vector:
        """The nearest weights that have their sign, or are 0."""
        return [w if w * p > 0 else 0.0 for w, p in zip(at, self.prior, strict=True)]


def problem_of(
    sample: Sample, prior: Mapping[str, float], fixed: frozenset[str], threshold: float, pull: float
) -> Problem:
    """Lay out a fit. Examples of which no free rule speaks are left out; a prior of 0 is refused (ValueError)."""
    names = tuple(name for name in prior if name not in fixed)
    if pull <= 0 or not all(prior[name] for name in names):
        raise ValueError("a fit needs a pull above 0, and weights that have a sign")
    place = {name: i for i, name in enumerate(names)}
    rows = []
    for example, weight in sample.items():
        free = tuple((place[name], x) for name, x in example.strengths if name in place)
        given = sum(prior[name] * x for name, x in example.strengths if name not in place) - threshold
        if free and weight > 0:
            rows.append(Row(given, free, 1.0 if example.is_post else -1.0, weight))
    return Problem(names, [prior[name] for name in names], pull, tuple(rows))


def fit(problem: Problem, start: Mapping[str, float] | None = None) -> dict[str, float]:
    """The weights with the least loss, by name; the fixed ones are not among them. `start` saves time, no more."""
    at = problem.inside([(start or {}).get(n, p) for n, p in zip(problem.names, problem.prior, strict=True)])
    loss = problem.loss(at)
    for _ in range(STEPS):
        better, lower = _step(problem, at, loss)
        done = loss - lower <= CLOSE * loss
        at, loss = better, lower
        if done:
            break
    return dict(zip(problem.names, at, strict=True))


def _step(problem: Problem, at: Vector, loss: float) -> tuple[Vector, float]:
    """One Newton step among the weights that may move, shortened until the loss falls; the same where none does."""
    first, second = problem.slopes(at)
    free = [i for i, p in enumerate(problem.prior) if at[i] or first[i] * p < 0]
    move = _solve([[second[i][j] for j in free] for i in free], [-first[i] for i in free])
    for halvings in range(40):
        tried = list(at)
        for i, by in zip(free, move, strict=True):
            tried[i] += by * 0.5**halvings
        tried = problem.inside(tried)
        lower = problem.loss(tried)
        if lower < loss:
            return tried, lower
    return at, loss


def _solve(matrix: list[Vector], right: Vector) -> Vector:
    """Solves a symmetric positive definite system by Cholesky's method."""
    low: list[Vector] = []
    half: Vector = []
    for i, row in enumerate(matrix):
        line: Vector = []
        for j in range(i):
            line.append((row[j] - sum(a * b for a, b in zip(line, low[j], strict=False))) / low[j][j])
        half.append(right[i] - sum(a * b for a, b in zip(line, half, strict=True)))
        line.append((row[i] - sum(a * a for a in line)) ** 0.5)
        half[i] /= line[i]
        low.append(line)
    found = [0.0] * len(right)
    for i in reversed(range(len(right))):
        found[i] = (half[i] - sum(low[k][i] * found[k] for k in range(i + 1, len(right)))) / low[i][i]
    return found


def _score(row: Row, at: Vector) -> float:
    return row.given + sum(at[i] * x for i, x in row.strengths)


def _soft(z: float) -> float:
    """log(1 + e^z)"""
    return z + log1p(exp(-z)) if z > 0 else log1p(exp(z))


def _sigmoid(z: float) -> float:
    return 1 / (1 + exp(-z)) if z > 0 else exp(z) / (1 + exp(z))
