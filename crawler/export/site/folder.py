"""The folder of a site: files are written only where they differ, and removed where an earlier build made them.

What was made is kept in `.backfile/`, so that the next build knows its own files from a person's, and what each
blog was like. Nothing else in the folder is touched.
"""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from crawler.errors import Unwritable, UsageError

STATE = ".backfile"
_OURS = ("index.html", "search.html", "assets", "blogs", "days", "search", "topics", "years")


class Folder:
    """Writes below one folder. Raises Unwritable."""

    def __init__(self, root: Path):
        self.root = root
        self.written = 0
        self.same = 0

    def refuse_strangers(self) -> None:
        """Raises UsageError for a folder that holds files of the names of ours, and that no earlier build has made."""
        taken = [name for name in _OURS if (self.root / name).exists()]
        if taken and not (self.root / STATE).is_dir():
            raise UsageError(f"{self.root} has a {taken[0]} that Backfile did not make: name another folder")

    def write(self, name: str, content: str) -> None:
        """A file with this content, its folders made; left alone where it has it."""
        path = self.root / name
        body = content.encode("utf-8", "replace")
        with _told(path):
            if _has(path, body):
                self.same += 1
                return
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}.part")
            try:
                draft.write_bytes(body)
                draft.replace(path)
            finally:
                with suppress(FileNotFoundError):
                    draft.unlink()
        self.written += 1

    def remove(self, name: str) -> None:
        """A file of an earlier build, and its folder where that is empty now."""
        path = self.root / name
        with _told(path):
            path.unlink(missing_ok=True)
            with suppress(OSError):
                path.parent.rmdir()

    def read(self, name: str) -> str:
        """A file's content; empty where it is not there."""
        try:
            return (self.root / name).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return ""

    def keep(self, name: str, value: Any) -> None:
        """Remember a value for the next build."""
        self.write(f"{STATE}/{name}.json", json.dumps(value, ensure_ascii=False, separators=(",", ":")))

    def kept(self, name: str) -> Any:
        """What was remembered, or None."""
        try:
            return json.loads(self.read(f"{STATE}/{name}.json") or "null")
        except ValueError:
            return None


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Unwritable(f"cannot write {path}: {error.strerror or error}") from error


def _has(path: Path, body: bytes) -> bool:
    try:
        return os.path.getsize(path) == len(body) and path.read_bytes() == body
    except OSError:
        return False
