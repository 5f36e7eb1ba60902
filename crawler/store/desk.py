"""The curator's corrections as they are kept: the claims of one source of each blog, the desk.

They are of no round, so every crawl and every resolving finds them, however a crawl before ended.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from crawler.corrections import DESK, Correction, changed, claims_of, corrections_of, harvest_of
from crawler.errors import UsageError
from crawler.model import Blog, Harvest
from crawler.store.harvest_reading import HarvestReading
from crawler.store.harvest_writing import HarvestWriting
from crawler.store.registry import Registry
from crawler.urls import canonical, host_of, parents

NO_ROUND: Final = 0


class Desk(Registry, HarvestWriting, HarvestReading):
    """The part of the store that keeps what the curator says."""

    def desk(self, slug: str) -> Harvest | None:
        """Everything that the curator says of a blog, as a harvest; None where nothing was ever said. Raises
        UnknownBlog."""
        return self.harvest(slug, DESK.address)

    def corrections(self, slug: str) -> tuple[Correction, ...]:
        """What the curator says of a blog, sorted. Raises UnknownBlog."""
        desk = self.desk(slug)
        return corrections_of(desk.findings.claims) if desk else ()

    def correct(
        self, run: int, slug: str, change: Callable[[tuple[Correction, ...]], tuple[Correction, ...]]
    ) -> tuple[Correction, ...]:
        """Replace what the curator says of a blog by what `change` makes of it, in one transaction; what holds now.

        Posts are not computed anew here. Raises UnknownBlog, Unwritable.
        """
        with self._transaction() as connection:
            desk = self.desk(slug)
            before = desk.findings.claims if desk else ()
            after = change(corrections_of(before))
            home = connection.execute("SELECT home FROM blogs WHERE slug = ?", (slug,)).fetchone()["home"]
            claims = changed(before, claims_of(home, after))
            if claims:
                self._kept(connection, run, NO_ROUND, harvest_of(slug, claims))
        return after

    def blog_of(self, address: str) -> Blog:
        """The blog that an address belongs to: one that has it as a post, else one on whose host and below whose home
        it lies (the nearest home, of several), else one that names it. Raises UsageError where there is none."""
        key = canonical(address)
        rows = self._connection.execute(_NAMING, {"key": key}).fetchall()
        naming = {row["slug"]: row["post"] for row in rows}
        host = host_of(address)
        hosts = {row["slug"]: row["host"] for row in self._connection.execute(_ON_HOST, {"host": host})}
        best, blog = max(
            ((_nearness(key, blog, naming, hosts), blog) for blog in self.blogs()),
            key=lambda pair: pair[0],
            default=((), None),
        )
        if blog is None or not any(best):
            raise UsageError(f"{address} is of no known blog: `backfile add URL` registers one")
        return blog


def _nearness(key: str, blog: Blog, naming: dict[str, int], hosts: dict[str, str]) -> tuple[int, ...]:
    """How near an address is to a blog; nothing but zeros where it has nothing to do with it."""
    folder = blog.home if blog.home.endswith("/") else (parents(blog.home) or (blog.home,))[0]
    above = canonical(folder)
    below = key == above or key.startswith(f"{above}/")
    on_host = blog.slug in hosts
    return naming.get(blog.slug, 0), len(above) if below and on_host else 0, on_host, blog.slug in naming


_NAMING: Final = """
SELECT slug, max(post) AS post FROM (
    SELECT blogs.slug, addresses.verdict = 'post' AS post
    FROM addresses JOIN blogs ON blogs.id = addresses.blog WHERE addresses.key = :key
    UNION ALL
    SELECT blogs.slug, 0 FROM blogs JOIN claims ON claims.blog = blogs.id AND claims.key = :key
) GROUP BY slug"""

_ON_HOST: Final = """
SELECT blogs.slug, hosts.value AS host FROM blogs, json_each(blogs.hosts) AS hosts WHERE hosts.value = :host"""
