"""Standard error that nobody may be reading: what cannot be said is not said, and the crawl goes on.

A closed pipe must not stop a crawl half way: its posts would be stored, and its run never ended.
"""

from __future__ import annotations

import sys
from typing import Any


class Screen:
    """Standard error behind a live table that put itself in its place; failed writes are passed over."""

    def write(self, text: str) -> int:
        try:
            return int(_stream().write(text))
        except OSError:
            return len(text)

    def flush(self) -> None:
        try:
            _stream().flush()
        except OSError:
            return

    def __getattr__(self, name: str) -> Any:
        return getattr(_stream(), name)


def _stream() -> Any:
    """The stream that rich's proxy stands for, else standard error."""
    return getattr(sys.stderr, "rich_proxied_file", sys.stderr)


def say(line: str) -> None:
    """One line for the person, if anybody reads."""
    screen = Screen()
    screen.write(f"{line}\n")
    screen.flush()
