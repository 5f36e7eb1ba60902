"""Templates into pages: jinja2 with everything escaped, and the words that templates may use."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined

from crawler import __version__, text
from crawler.export.site.folder import Folder
from crawler.export.years import day, label

POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'"
ASSETS = ("site.css", "site.js", "search.js")
_HERE = "crawler.export.site"


@dataclass(frozen=True, slots=True)
class Pages:
    """Writes pages of one site into its folder. `title` is the site's name."""

    folder: Folder
    title: str
    environment: Environment

    def write(self, name: str, template: str, **told: Any) -> None:
        """A page at a place below the site; `up` leads from there to the site's root."""
        up = "../" * name.count("/")
        page = self.environment.get_template(template).render(site=self.title, policy=POLICY, up=up, **told)
        self.folder.write(name, page)

    def write_assets(self) -> None:
        """Style sheet and scripts."""
        for name in ASSETS:
            self.folder.write(f"assets/{name}", _resource(f"assets/{name}"))


def pages_in(folder: Folder, title: str) -> Pages:
    """The site's pages."""
    environment = Environment(
        loader=PackageLoader(_HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined
    )
    environment.filters.update(day=day, label=label, printable=text.printable, number=lambda count: f"{count:,}")
    return Pages(folder, title, environment)


def edition(title: str) -> str:
    """Tells one look of the site from another: the program's version, its templates, the site's name."""
    made = hashlib.sha256(f"{__version__}\n{title}".encode())
    for folder in ("templates", "assets"):
        for file in sorted((files(_HERE) / folder).iterdir(), key=lambda one: one.name):
            made.update(file.read_bytes())
    return made.hexdigest()[:16]


def _resource(name: str) -> str:
    return (files(_HERE) / name).read_text(encoding="utf-8")
