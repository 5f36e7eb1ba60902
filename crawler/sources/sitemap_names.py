"""What the name of a sitemap says of its content: posts, pages, tags, categories, authors, media.

Names are those that the usual generators give (WordPress core, Yoast, Google XML Sitemaps, Jetpack, Ghost, Wix,
Medium, Squarespace). A name is a hint for the planner and weak evidence for what the sitemap lists, nothing more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote, urlsplit

from crawler.model import Role

# The first row that matches a whole word of the name decides: "post_tag" is a tag, "wp-sitemap-posts-page" a page.
_WORDS: tuple[tuple[str, Role, re.Pattern[str]], ...] = tuple(
    (kind, role, re.compile(rf"(?<![a-z])(?:{words})(?![a-z])"))
    for kind, role, words in (
        ("tag", Role.TAG, "tags?|tagged|labels?|topics?|keywords?|hashtags?"),
        ("category", Role.TAG, "cat|cats|categor(?:y|ies)|tax|taxonom(?:y|ies)|terms?|sections?|series"),
        ("author", Role.AUTHOR, "authors?|users?|profiles?|members?|people"),
        ("page", Role.OTHER, "pages?|static|misc|archives|home|externals"),
        ("other", Role.OTHER, "images?|img|videos?|attachments?|media|products?|shop|store|events?|jobs?"),
        ("other", Role.OTHER, "portfolio|projects?|forums?|locations?|local|downloads?|testimonials?|groups?"),
        ("post", Role.WHOLE, "posts?|blogs?|articles?|stor(?:y|ies)|entr(?:y|ies)"),
    )
)
_PAGING_KEYS = frozenset({"page", "paged", "p", "n", "offset", "from", "to", "yyyy", "mm", "dd"})
_PAGING_NAME = re.compile(r"^sitemap[-_.]?(?:index[-_.]?)?page[-_.]?\d+")
_DATED_NAME = re.compile(r"(?<!\d)(?:19|20)\d\d(?:[-_]?(?:0[1-9]|1[0-2]))?(?!\d)")


@dataclass(frozen=True, slots=True)
class Named:
    """What a name says: `type` is "post", "page", "tag", "category", "author", "other" or empty; and the role."""

    type: str
    role: Role


def named(address: str) -> Named:
    """Judges a sitemap by the words of its file name and its query, else of the folders below one called sitemap.

    A name with a year or a month and no word ("sitemap-2019-01.xml") lists dated entries: role WHOLE, no type.
    A name that says nothing has the role PART.
    """
    folders, name, query = _parts(address)
    if _PAGING_NAME.match(name) and not query:
        return Named("", Role.PART)
    found = _by_word(f"{name} {query}") or _by_word(" ".join(folders))
    if found is None and "sitemap" not in name:
        found = _by_folder(address)
    if found:
        return found
    if _DATED_NAME.search(name):
        return Named("", Role.WHOLE)
    return Named("", Role.PART)


def _by_folder(address: str) -> Named | None:
    """A file below /tags/ or /categories/ is of one of them, whatever its own name."""
    try:
        above = urlsplit(address.lower()).path.split("/")[:-1]
    except ValueError:
        return None
    found = _by_word(" ".join(above))
    return found if found and found.role in (Role.TAG, Role.AUTHOR) else None


def label_of(address: str) -> str:
    """The file name, with the query where there is one; the address itself where it cannot be split."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return address
    name = parts.path.rstrip("/").rpartition("/")[2]
    return f"{name}?{parts.query}" if parts.query else name


def _parts(address: str) -> tuple[list[str], str, str]:
    """Folders below one that is called sitemap, file name without extension, words of the query; all lower case."""
    try:
        parts = urlsplit(address.lower())
    except ValueError:
        return [], "", ""
    *folders, name = unquote(parts.path).rstrip("/").split("/")
    below = next((folders[at + 1 :] for at, folder in enumerate(folders) if "sitemap" in folder), [])
    words = [value for key, value in parse_qsl(parts.query) if key not in _PAGING_KEYS]
    return below, re.sub(r"\.(?:xml|txt|gz|php)\b.*$", "", name), " ".join(words)


def _by_word(name: str) -> Named | None:
    # WordPress names the kind of post: "wp-sitemap-posts-post-1", "wp-sitemap-posts-event-1".
    name = name.replace("wp-sitemap-posts-", "")
    # Words may be glued to "sitemap": "postsitemap", "sitemapposts".
    spaced = name.replace("sitemap", " ")
    return next((Named(kind, role) for kind, role, words in _WORDS if words.search(spaced)), None)
