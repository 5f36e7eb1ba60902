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
from typing import BinaryIO, TextIO, cast

from crawler.errors import Unwritable, UsageError


@contextmanager
def replacing(path: Path, encoding: str = "utf-8") -> Iterator[TextIO]:
    """A text file to write; it takes the place of `path` when all is written, and an error leaves `path` as it was.

    Line ends are written as given. Symbolic links are followed; a device or pipe is written in place. Raises
    Unwritable.
    """
    with replacing_bytes(path) as out:
        text = io.TextIOWrapper(cast(io.BufferedWriter, out), encoding=encoding, newline="")
        yield text
        text.flush()
        text.detach()


def write_text(path: str, text: str) -> None:
    """Put a text in the place of a file in one step; an empty path is none. Raises Unwritable."""
    if path:
        with replacing(Path(path)) as out:
            out.write(text)


@contextmanager
def replacing_bytes(path: Path) -> Iterator[BinaryIO]:
    """As `replacing`, of bytes. Raises Unwritable."""
    target = Path(os.path.realpath(path))
    try:
        if target.exists() and not target.is_file():
            with target.open("wb") as out:
                yield out
            return
        with _beside(target) as out:
            yield out
    except BrokenPipeError:
        raise
    except OSError as error:
        raise Unwritable(f"cannot write {path}: {error.strerror or error}") from error


@contextmanager
def _beside(target: Path) -> Iterator[BinaryIO]:
    draft = target.with_name(f".{target.name}.{secrets.token_hex(4)}.part")
    try:
        with draft.open("xb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        if target.exists():
            shutil.copymode(target, draft)
        draft.replace(target)
    finally:
        with suppress(FileNotFoundError):
            draft.unlink()


def standard_output_bytes() -> BinaryIO:
    """Standard output for bytes. Raises UsageError where it is a terminal."""
    if sys.stdout.isatty():
        raise UsageError("this format is no text: name a file with -o, or send it to one")
    return sys.stdout.buffer


def standard_output() -> TextIO:
    """Standard output as UTF-8 with line ends written as given, whatever the locale says."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="strict", newline="")
    return sys.stdout
