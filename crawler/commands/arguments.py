"""Kinds of argument that several commands take."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from crawler.commands.database import reading
from crawler.errors import BackfileError


class Slug(click.ParamType[str]):
    """A blog by its slug or an address; a shell completes it from the registry. Whether it is known, the store says."""

    name = "slug"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The slugs that begin so; none where there is no usable database: a completion never fails."""
        try:
            with reading(ctx.params.get("database")) as store:
                return [CompletionItem(b.slug, help=b.name) for b in store.blogs() if b.slug.startswith(incomplete)]
        except BackfileError:
            return []


class Day(click.ParamType[date]):
    """A day as YYYY-MM-DD."""

    name = "day"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> date:
        """The day; a usage error for anything else."""
        try:
            return value if isinstance(value, date) else date.fromisoformat(str(value))
        except ValueError:
            self.fail(f"{value!r} is no day: say YYYY-MM-DD", param, ctx)


class OutFile(click.Path):
    """A file to be written when all is done: that its folder cannot be written is said before anything is begun."""

    def __init__(self) -> None:
        super().__init__(dir_okay=False, writable=True, path_type=Path)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """The path; a usage error where nothing can be put there."""
        path = super().convert(value, param, ctx)
        folder = Path(os.path.realpath(Path(value))).parent
        if not (folder.is_dir() and os.access(folder, os.W_OK)):
            self.fail(f"{folder} is no folder that can be written", param, ctx)
        return path


SLUG = Slug()
DAY = Day()
FILE = OutFile()
YEAR = click.IntRange(1, 9999)
