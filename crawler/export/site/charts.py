"""Posts by year as inline SVG: a small line of bars for a table, a chart with its numbers in a table behind it.

Colours are the style sheet's; nothing here needs a script or an inline style.
"""

from __future__ import annotations

from collections.abc import Mapping

from markupsafe import Markup, escape

_WIDTH, _HEIGHT = 6, 20
_COLUMN, _TALL = 34, 110
_FOOT = 18


def line(counts: Mapping[int, int]) -> Markup:
    """A bar for each year from the first to the last, told in words to who cannot see it."""
    if not counts:
        return Markup("")
    years = range(min(counts), max(counts) + 1)
    told = f"{min(counts)} to {max(counts)}, most in {_fullest(counts)}"
    bars = "".join(
        f'<rect x="{at * _WIDTH}" y="{_HEIGHT - tall}" width="{_WIDTH - 1}" height="{tall}"/>'
        for at, year in enumerate(years)
        if (tall := _tall(counts.get(year, 0), counts, _HEIGHT))
    )
    width = len(years) * _WIDTH
    return Markup(
        f'<svg role="img" aria-label="{escape(told)}" width="{width}" height="{_HEIGHT}" '
        f'viewBox="0 0 {width} {_HEIGHT}">{bars}</svg>'
    )


def chart(counts: Mapping[int, int]) -> Markup:
    """The chart, and the same numbers as a table that opens below it."""
    if not counts:
        return Markup("")
    years = range(min(counts), max(counts) + 1)
    bars = "".join(_column(at, year, counts) for at, year in enumerate(years))
    rows = "".join(f'<tr><th scope="row">{y}</th><td class="number">{counts.get(y, 0)}</td></tr>' for y in years)
    width, height = len(years) * _COLUMN, _TALL + 2 * _FOOT
    return Markup(
        f'<figure><svg role="img" aria-label="Posts by year, most in {_fullest(counts)}; as a table below" '
        f'width="{width}" height="{height}" viewBox="0 0 {width} {height}">{bars}</svg>'
        f"<details><summary>Posts by year as a table</summary><table><thead><tr>"
        f'<th scope="col">Year</th><th scope="col" class="number">Posts</th></tr></thead>'
        f"<tbody>{rows}</tbody></table></details></figure>"
    )


def _column(at: int, year: int, counts: Mapping[int, int]) -> str:
    count = counts.get(year, 0)
    tall = _tall(count, counts, _TALL)
    left, middle = at * _COLUMN, at * _COLUMN + _COLUMN // 2
    bar = f'<rect x="{left + 2}" y="{_FOOT + _TALL - tall}" width="{_COLUMN - 4}" height="{tall}"/>' if tall else ""
    number = f'<text x="{middle}" y="{_FOOT + _TALL - tall - 4}" text-anchor="middle">{count}</text>' if count else ""
    return f'{bar}{number}<text x="{middle}" y="{_TALL + 2 * _FOOT - 4}" text-anchor="middle">{year}</text>'


def _tall(count: int, counts: Mapping[int, int], height: int) -> int:
    """At least one for a year that has a post."""
    return max(1, round(count * height / max(counts.values()))) if count else 0


def _fullest(counts: Mapping[int, int]) -> int:
    return max(counts, key=lambda year: (counts[year], year))
