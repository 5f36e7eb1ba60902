"""Tables and lines for a person: coloured and fitted to a terminal, plain where something else reads.

Colour follows NO_COLOR (https://no-color.org) and TERM; what is no terminal gets aligned plain text, a row a line,
never wrapped or cut. Cells are text, not markup, and no control character passes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

import click
from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table
from rich.text import Text

from crawler import text

_GAP = "  "
_LEAST = 24  # places below which a folded last column can no longer be read


@dataclass(frozen=True, slots=True)
class Column:
    """A column's heading; figures stand to the right; a style of rich for terminals."""

    heading: str
    figures: bool = False
    style: str = ""


class _Console(Console):
    """A console that leaves it to the program what a reader's going away means."""

    def on_broken_pipe(self) -> NoReturn:
        raise BrokenPipeError


def terminal() -> Console:
    """The console on standard output as it is now."""
    return _Console(file=sys.stdout, highlight=False, markup=False, emoji=False)


def print_lines(lines: Iterable[Text]) -> None:
    """Lines as they are: coloured on a terminal, wrapped by it alone."""
    console = terminal()
    for line in lines:
        if console.is_terminal:
            console.print(line, soft_wrap=True)
        else:
            sys.stdout.write(f"{line.plain}\n")


def print_table(columns: Sequence[Column], rows: Iterable[Sequence[object]], nothing: str = "") -> None:
    """The rows under their headings. On a terminal the last column is folded where it is too long, and a table that
    is still too wide is told row by row. `nothing` is said on stderr where there is no row."""
    cells = [[text.printable("" if cell is None else str(cell)) for cell in row] for row in rows]
    if nothing and not cells:
        click.echo(nothing, err=True)
    widths = _widths(columns, cells)
    console = terminal()
    if not console.is_terminal:
        print_lines(Text(line) for line in _aligned(columns, cells, widths))
    elif sum(widths[:-1]) + len(_GAP) * len(widths) + min(widths[-1], _LEAST) <= console.width:
        console.print(_fitted(columns, cells))
    else:
        print_lines(_records(columns, cells))


def _widths(columns: Sequence[Column], cells: Sequence[Sequence[str]]) -> list[int]:
    """The places of a terminal that each column needs."""
    lines = [[column.heading for column in columns], *cells]
    return [max(cell_len(line[place]) for line in lines) for place in range(len(columns))]


def _fitted(columns: Sequence[Column], cells: Iterable[Sequence[str]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    for place, column in enumerate(columns, 1):
        justify = "right" if column.figures else "left"
        folds = place == len(columns)
        table.add_column(column.heading, justify=justify, style=column.style, no_wrap=not folds, overflow="fold")  # type: ignore[arg-type]
    for row in cells:
        table.add_row(*map(Text, row))
    return table


def _records(columns: Sequence[Column], cells: Iterable[Sequence[str]]) -> Iterator[Text]:
    """Each row as lines of heading and cell, an empty line between rows; empty cells are left out."""
    width = max(cell_len(column.heading) for column in columns)
    for number, row in enumerate(cells):
        yield from [Text("")] * bool(number)
        for column, cell in zip(columns, row, strict=True):
            if cell:
                yield Text.assemble((column.heading.ljust(width) + _GAP, "dim"), (cell, column.style))


def _aligned(columns: Sequence[Column], cells: Sequence[Sequence[str]], widths: Sequence[int]) -> Iterator[str]:
    for line in ([column.heading for column in columns], *cells):
        yield _GAP.join(map(_padded, line, widths, columns)).rstrip()


def _padded(cell: str, width: int, column: Column) -> str:
    """The cell at its column's width, counted in the places a terminal gives its characters."""
    space = " " * (width - cell_len(cell))
    return space + cell if column.figures else cell + space
