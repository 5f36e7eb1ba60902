"""Where a listing goes: a file that is replaced in one step, or standard output."""

from __future__ import annotations

import io
import os
import secrets
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from crawler.errors import Unwritable


@contextmanager
def replacing(path: Path, encoding: str = "utf-8") -> Iterator[TextIO]:
    """A text file to write; it takes the place of `path` when all is written, and an error leaves `path` as it was.

    Line ends are written as given. Symbolic links are followed; a device or pipe is written in place. Raises
    Unwritable.
    """
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            with target.open("w", encoding=encoding, newline="") as out:
                yield out
            return
        with _beside(target, encoding) as out:
            yield out
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritable(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def _beside(target: Path, encoding: str) -> Iterator[TextIO]:
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with draft.open("x", encoding=encoding, newline="") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()


def standard_output() -> TextIO:
    """Standard output as UTF-8 with line ends written as given, whatever the locale says."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict", newline="")
    return sys.stdout
