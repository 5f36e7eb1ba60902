"""What keeps small what a kill loses: a page is lost that was asked for and is not stored yet.

What was read is stored before anything else is thought of. A run that goes on with one that was killed may be killed as
soon: it is ready to read before it asks, has few requests on the wire at first, and begins elsewhere than the last run
did, so that no page is lost again and again.
"""

from __future__ import annotations

import asyncio
import time

SURE = 20
"""After so many more answers one more request may be on the wire."""

SILENCE = 2.0
"""Seconds."""

_APART = 0.6180339887
"""Multiples of the golden ratio, by their fractions, stay as far from each other as can be."""


async def stored() -> None:
    """Let the pipelines have what was yielded: Scrapy reads on as long as nothing waits, and a plan may take long."""
    await asyncio.sleep(0)


def turn_of(run: int) -> float:
    """Where in its first plan a run begins, above 0 and below 1: never near to where the last few began."""
    return run * _APART % 1


class Care:
    """How many requests may be on their way: none until the run is `ready`, then one, and more as answers come. For
    each `SILENCE` without an answer one more, since a server that does not answer must not hold up the others."""

    def __init__(self, *, ready: bool = False) -> None:
        self._ready = ready
        self._answers = 0
        self._last = time.monotonic()

    def begin(self) -> None:
        """The run is ready: silence counts from now on."""
        self._ready = True
        self._last = time.monotonic()

    def answered(self) -> None:
        """An answer is stored."""
        self._answers += 1
        self._last = time.monotonic()

    @property
    def most(self) -> int:
        if not self._ready:
            return 0
        silent = int((time.monotonic() - self._last) / SILENCE)
        return 1 + self._answers // SURE + silent
