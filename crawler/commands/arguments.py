"""Kinds of argument that several commands take."""

from __future__ import annotations

from datetime import date

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


SLUG = Slug()
DAY = Day()
YEAR = click.IntRange(1, 9999)
