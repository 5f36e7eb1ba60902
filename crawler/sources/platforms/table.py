"""The platforms and generators that blogs are made with: by what signs a front page is known, and what each offers.

Data only. A sign is a pattern over the generator, the headers, the page's source or the host; one is enough. What is
offered are addresses from the blog's own folder or the host's root; an API has a module of its own (`APIS`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from crawler.model import Role, SourceKind
from crawler.sources.platforms import wordpress
from crawler.sources.platforms.front import Front

Addresses = Callable[[Front], Iterator[str]]


def _pattern(text: str) -> re.Pattern[str] | None:
    return re.compile(text, re.I) if text else None


@dataclass(frozen=True, slots=True)
class Offer:
    """A place where a platform keeps something. `{folder}` is the front page's folder, `{root}` the host's root.

    Role WHOLE: it stands there. Role USUAL: it stands there where the author has not chosen otherwise; such places are
    tried in this order before those of blogs in general, and only when the planner comes to guess.
    """

    kind: SourceKind
    where: str
    role: Role = Role.WHOLE


@dataclass(frozen=True, slots=True)
class Platform:
    """One platform or generator. Patterns ignore case; an empty one matches nothing."""

    name: str
    generator: str = ""
    source: str = ""
    header: str = ""
    host: str = ""
    api: Addresses | None = None
    """First pages of its API, in the order in which they are tried."""
    offers: tuple[Offer, ...] = ()
    larger: str = ""
    """A parameter that makes the feeds which the front page declares as long as they get: "limit=100"."""
    only: bool = False
    """What it offers are all its archives: no other addresses need be guessed."""

    def is_of(self, front: Front) -> bool:
        """Whether a front page bears one of the signs."""
        signs = (
            (self.host, front.host),
            (self.generator, front.generator),
            (self.header, front.headers),
            (self.source, front.text),
        )
        return any(pattern.search(text) for sign, text in signs if text and (pattern := _pattern(sign)))


PLATFORMS: tuple[Platform, ...] = (
    Platform(
        "wordpress.com",
        generator=r"^wordpress\.com",
        host=r"\.wordpress\.com$",
        source=r"//s\d?\.wp\.com/_static/|//stats\.wp\.com/w\.js[^>]*wpcom",
        api=wordpress.hosted,
    ),
    Platform(
        "wordpress",
        generator=r"^wordpress\b",
        header=r"^link:.*api\.w\.org",
        source=r"api\.w\.org/",
        api=wordpress.addresses,
    ),
)


def platform_of(front: Front, platforms: Iterable[Platform] = PLATFORMS) -> Platform | None:
    """The first platform of a table whose signs a front page bears."""
    return next((platform for platform in platforms if platform.is_of(front)), None)
