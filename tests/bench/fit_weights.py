"""Fits the classifier's weights on recorded blogs, and judges each blog with weights that were fitted without it.

    python -m tests.bench.fit_weights --sites FOLDER [--sites FOLDER ...] [--keep FOLDER] [--even] [--jobs N]

Each FOLDER holds recorded blogs (`recorded`). Every blog is crawled without network by the planner and the parsers,
its groups of addresses are labelled by its true posts, and the weights are fitted (`fitting`), each blog counting the
same. Since what is learned of a blog depends on the weights, strengths are taken again under the fitted weights.
Prints recall and precision of every blog with the present table, with weights fitted on all blogs and with weights
fitted on all others, and the fitted weights. Changes nothing: `crawler/classify/rules.py` is edited by hand.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import copysign
from multiprocessing import Pool
from pathlib import Path
from statistics import fmean

from crawler.classify import RULES, THRESHOLD
from tests.bench.fitting import Example, Sample, fit, problem_of
from tests.bench.judged import Judged, judged_of

HARD = frozenset(("curator", "home", "off.host", "asset"))
"""Rules that are the scope's and the curator's word: no evidence that could be worth more or less."""

BY_HAND = {
    "feed": 3.0,
    "listing.day": 3.0,
    "listing.archive": 3.0,
    "address.template": 2.0,
    "address.dated": 1.0,
    "lists.posts": -4.0,
    "address.period": -3.5,
    "address.paging": -6.0,
    "undated": -1.0,
    "unlisted": -1.0,
}
"""What the weights that a fit has changed were before: fits start there, so that a fit of a fit does not creep."""

EVEN = 2.0
"""The weight, whatever the sign, that nothing is known of: one piece of evidence makes a post."""

SHARPNESS = 4.0
"""The logistic loss's slope: what is right by a whole point of score hardly counts, and what is wrong does."""

Sums = defaultdict[Example, float]
Figures = tuple[float, float]
Weights = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Choices:
    """How to fit: where the weights are pulled to, how hard, and how often the strengths are taken anew."""

    prior: Weights
    pull: float
    rounds: int


@dataclass(frozen=True, slots=True)
class Fitted:
    """Weights from all blogs, and by host those from all others."""

    all: Weights
    without: dict[str, Weights]


def present() -> dict[str, float]:
    """The weights of the table."""
    return {rule.name: rule.weight for rule in RULES}


def by_hand() -> dict[str, float]:
    """The table as it was set by hand."""
    return {**present(), **BY_HAND}


def even() -> dict[str, float]:
    """The table as if nothing but the signs were known: what speaks for a post, and what against."""
    return {n: w if n in HARD else copysign(EVEN, w) for n, w in present().items()}


def fitted_of(blogs: Sequence[Judged], choices: Choices, jobs: int) -> Fitted:
    """Fit on all blogs, then once without each host, on the strengths of all rounds together.

    Those of earlier rounds stay, so that weights which led what is learned astray are seen to do so.
    """
    weights = choices.prior
    samples: list[Sums] = [defaultdict(float) for _ in blogs]
    for number in range(1, choices.rounds + 1):
        with Pool(jobs) as pool:
            found = pool.starmap(sample_of, [(blog, weights) for blog in blogs], chunksize=1)
        for held, more in zip(samples, found, strict=True):
            _add(held, more)
        weights = _rounded(_fit(_total(samples), choices, weights, number))
    total = _total(samples)
    parts: dict[str, Sums] = defaultdict(lambda: defaultdict(float))
    for blog, sample in zip(blogs, samples, strict=True):
        _add(parts[blog.scope.host], sample)
    others = [{one: weight - part.get(one, 0.0) for one, weight in total.items()} for part in parts.values()]
    with Pool(jobs) as pool:
        left = pool.map(partial(_fit, choices=choices, start=weights, rounds=choices.rounds), others)
    return Fitted(weights, dict(zip(parts, map(_rounded, left), strict=True)))


def sample_of(blog: Judged, weights: Weights) -> Sample:
    """A blog's examples: its posts together count 1, and a page as much as a post, as in recall and precision.

    A blog of whose posts the crawl met less than half teaches nothing: most of what it holds has no true label.
    """
    counted = blog.examples(weights)
    posts = sum(count for example, count in counted.items() if example.is_post)
    if not posts or posts * 2 < len(blog.truth.posts):
        return {}
    return {example: count / posts for example, count in counted.items()}


def _fit(sample: Sample, choices: Choices, start: Weights, rounds: int) -> Weights:
    """All weights, the hard ones as they are. `rounds` says how often each blog is in the sample."""
    prior = _times(choices.prior, SHARPNESS)
    problem = problem_of(sample, prior, HARD, THRESHOLD * SHARPNESS, choices.pull * rounds)
    return {**choices.prior, **_times(fit(problem, _times(start, SHARPNESS)), 1 / SHARPNESS)}


def _times(weights: Weights, factor: float) -> Weights:
    return {name: weight * factor for name, weight in weights.items()}


def _total(samples: Sequence[Sample]) -> Sums:
    total: Sums = defaultdict(float)
    for sample in samples:
        _add(total, sample)
    return total


def _add(held: Sums, sample: Sample) -> None:
    for example, weight in sample.items():
        held[example] += weight


def _rounded(weights: Weights) -> Weights:
    return {name: round(weight, 1) for name, weight in weights.items()}


def figures_of(blog: Judged, tables: Sequence[Weights]) -> list[Figures]:
    """Recall and precision with each table of weights."""
    return [blog.figures(weights) for weights in tables]


def _show(folders: Sequence[Path], blogs: Sequence[Judged], rows: Sequence[list[Figures]]) -> None:
    print(f"{'recall, precision':30}{'present':>16}{'fitted':>16}{'left out':>16}")
    for blog, row in zip(blogs, rows, strict=True):
        _line(blog.name, row)
    for place in dict.fromkeys(folder.parent for folder in folders):
        own = [row for folder, row in zip(folders, rows, strict=True) if folder.parent == place]
        _line(f"mean of {len(own)} in {place.name}", _mean(own))
    lost = [[(b[0] - c[0], b[1] - c[1])] for _, b, c in rows]
    print("lost by leaving out: recall {:.4f}, precision {:.4f}".format(*_mean(lost)[0]))


def _mean(rows: Sequence[list[Figures]]) -> list[Figures]:
    columns = zip(*rows, strict=True)
    return [(fmean(r for r, _ in column), fmean(p for _, p in column)) for column in columns]


def _line(name: str, row: Sequence[Figures]) -> None:
    print(f"{name:30}" + "".join(f"  {recall:.4f} {precision:.4f}" for recall, precision in row))


def _show_weights(fitted: Fitted, prior: Weights) -> None:
    print(f"\n{'rule':20}{'present':>9}{'pulled to':>11}{'fitted':>8}   least and most when a blog is left out")
    for name, weight in present().items():
        span = [weights[name] for weights in fitted.without.values()]
        print(f"{name:20}{weight:9.1f}{prior[name]:11.1f}{fitted.all[name]:8.1f}   {min(span):.1f} … {max(span):.1f}")


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sites", type=Path, action="append", required=True, help="a folder of recorded blogs")
    parser.add_argument("--keep", type=Path, help="keep the crawls here, for later runs of the same code")
    parser.add_argument("--pull", type=float, default=10.0, help="how hard the weights are held where they were")
    parser.add_argument("--rounds", type=int, default=3, help="how often the strengths are taken")
    parser.add_argument("--even", action="store_true", help="pull towards equal weights with the signs of the table")
    parser.add_argument("--jobs", type=int, default=2)
    args = parser.parse_args(argv)
    choices = Choices(even() if args.even else by_hand(), args.pull, args.rounds)
    folders = [path for sites in args.sites for path in sorted(sites.iterdir()) if (path / "truth.csv").exists()]
    with Pool(args.jobs) as pool:
        blogs = pool.map(partial(judged_of, kept=args.keep), folders, chunksize=1)
    fitted = fitted_of(blogs, choices, args.jobs)
    asked = [(blog, [present(), fitted.all, fitted.without[blog.scope.host]]) for blog in blogs]
    with Pool(args.jobs) as pool:
        rows = pool.starmap(figures_of, asked, chunksize=1)
    _show(folders, blogs, rows)
    _show_weights(fitted, choices.prior)


if __name__ == "__main__":
    main()
