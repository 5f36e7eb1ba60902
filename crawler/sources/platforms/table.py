"""The platforms and generators that blogs are made with: by what signs a front page is known, and what each offers.

Data only. A sign is a pattern over the generator, the headers, the page's source or the host; one is enough. What is
offered are addresses from the blog's own folder or the host's root; an API has a module of its own (`APIS`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from crawler.model import Role, SourceKind
from crawler.sources.platforms import (
    blogger,
    discourse,
    drupal,
    forem,
    ghost,
    medium,
    squarespace,
    substack,
    tumblr,
    wordpress,
    writefreely,
)
from crawler.sources.platforms.front import Front

Addresses = Callable[[Front], Iterator[str]]


def _pattern(text: str) -> re.Pattern[str] | None:
    return re.compile(text, re.I | re.M) if text else None


@dataclass(frozen=True, slots=True)
class Offer:
    """A place where a platform keeps something. `{folder}` is the front page's folder, `{root}` the host's root,
    `{path}` the page's path.

    Role WHOLE: it stands there. Role USUAL: it stands there where the author has not chosen otherwise; such places are
    tried in this order before those of blogs in general, and only when the planner comes to guess.
    """

    kind: SourceKind
    where: str
    role: Role = Role.WHOLE
    promise: int | None = None
    """How strongly it promises everything, as the words of a link do: 3 where it is known to hold all posts."""


@dataclass(frozen=True, slots=True)
class Platform:
    """One platform or generator. Patterns ignore case, `^` and `$` hold at each line; an empty one matches nothing."""

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
    shallow: bool = False
    """The pages that its front page leads to end after the newest posts: its calendar has all."""

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
    Platform("blogger", generator=r"^blogger$", host=r"\.blogspot\.[a-z.]+$", api=blogger.addresses),
    Platform("ghost", generator=r"^ghost\b", host=r"\.ghost\.io$", api=ghost.addresses),
    Platform(
        "substack",
        host=r"\.substack\.com$",
        header=r"^(?:x-sub: .|x-served-by: substack$)",
        source=r"//substackcdn\.com/bundle/",
        api=substack.addresses,
    ),
    Platform("tumblr", host=r"\.tumblr\.com$", header=r"^x-tumblr-user:", api=tumblr.addresses),
    Platform(
        "medium",
        host=r"(?:^|\.)medium\.com$",
        generator=r"^medium$",
        source=r"""<meta[^<>]*\bcontent=["']com\.medium\.reader["']""",
        api=medium.addresses,
    ),
    Platform(
        "squarespace",
        generator=r"^squarespace",
        header=r"^server: squarespace",
        source=r"Static\.SQUARESPACE_CONTEXT\s*=",
        host=r"\.squarespace\.com$",
        api=squarespace.addresses,
    ),
    Platform(
        # https://support.wix.com/en/article/understanding-your-sites-sitemap-file
        "wix",
        generator=r"^wix\.com",
        header=r"^x-wix-request-id:",
        host=r"\.wixsite\.com$",
        offers=(
            Offer(SourceKind.SITEMAP, "{root}blog-posts-sitemap.xml"),
            Offer(SourceKind.FEED, "{root}blog-feed.xml"),
        ),
    ),
    Platform(
        # https://manton.micro.blog/2018/07/31/151054.html, https://github.com/microdotblog/theme-blank (archivejson)
        "micro.blog",
        source=r"""<link\b[^>]*\bhref=["']?https://micro\.blog/micropub["'\s>]""",
        host=r"\.micro\.blog$",
        offers=(Offer(SourceKind.FEED, "{root}archive/index.json", promise=3),),
    ),
    Platform(
        "writefreely",
        generator=r"^write ?freely|^write\.as",
        host=r"(?:^|\.)write\.as$",
        api=writefreely.addresses,
    ),
    Platform(
        "forem",
        source=r"<body\b[^>]*\bdata-user-status=[^>]*\bdata-community-name=",
        host=r"^dev\.to$|\.forem\.com$",
        api=forem.addresses,
    ),
    Platform(
        "drupal",
        generator=r"^drupal\b",
        header=r"^x-generator: drupal|^x-drupal-(?:cache|dynamic-cache):",
        source=r'data-drupal-selector="drupal-settings-json"',
        api=drupal.addresses,
    ),
    Platform("discourse", generator=r"^discourse\b", header=r"^x-discourse-route:", api=discourse.addresses),
    Platform(
        # https://github.com/HermanMartinus/bearblog (blogs/views): /blog/ lists everything, the feed the newest ten
        "bear",
        source=r"""<meta\b[^>]*\bcontent=["']?look-for-the-bear-necessities|powered by <a href="https://bearblog\.dev""",
        host=r"\.bearblog\.dev$",
        offers=(Offer(SourceKind.ARCHIVE, "{root}blog/", promise=3),),
    ),
)


def platform_of(front: Front, platforms: Iterable[Platform] = PLATFORMS) -> Platform | None:
    """The first platform of a table whose signs a front page bears."""
    return next((platform for platform in platforms if platform.is_of(front)), None)
