"""What one run of the program is told before any command: how much to say.

`-v` may stand before or after the command; both mean the same.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

Decorated = TypeVar("Decorated", bound=Callable[..., Any])


@dataclass(slots=True)
class Session:
    """Grows while the command line is read. `verbose` counts the `-v`: 1 shows tracebacks and more of the log."""

    verbose: int = 0


def session_of(context: click.Context) -> Session:
    """The session of the run this context belongs to."""
    return context.ensure_object(Session)


def _louder(context: click.Context, parameter: click.Parameter, times: int) -> None:
    session_of(context).verbose += times


def verbose_option(command: Decorated) -> Decorated:
    """The option `-v`, which reaches the session and no argument of the command."""
    option = click.option(
        "-v", "--verbose", count=True, expose_value=False, callback=_louder, help="Say more; twice: everything."
    )
    return option(command)
