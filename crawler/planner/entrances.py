"""Ways in that no words tell: linked folders above the posts; where no post is known, the few pages that home links to.

A site in any language names its list as it likes ("Texte", "gemlog"), or has one list a topic and none of all.
"""

from __future__ import annotations

from collections.abc import Iterator

from crawler import hints, urls
from crawler.model import Ask, Place, Role, Source, SourceKind
from crawler.planner.view import View

LINKED = frozenset((Place.LISTING, Place.MENU, Place.TEXT))
MOST_FOLDERS = 12
MOST_PAGES = 4
FEW_LINKS = 20
"""A home page with more links than this lists something itself."""

ENTRANCE = "entrance"
"""The label of such a source."""


def entrances(view: View) -> list[Ask]:
    """All linked folders above known posts, while no chain lists everything; without a post one page after another."""
    if view.ledger.settled():
        return []
    known = bool(view.ledger.posts)
    role, why = (Role.SECTION, "posts stand below it") if known else (Role.WHOLE, "the home page links to it")
    found = _folders(view) if known else _pages(view)
    sources = (Source(address, SourceKind.ARCHIVE, role, ENTRANCE) for address in found)
    return [Ask(source, why) for source in view.fresh(sources)][: MOST_FOLDERS if known else 1]


def _folders(view: View) -> Iterator[str]:
    """Folders of posts that the home page links to."""
    above = {urls.canonical(parent) for post in view.ledger.posts for parent in urls.parents(post.url)}
    return (address for address in _linked(view) if urls.canonical(address) in above)


def _pages(view: View) -> Iterator[str]:
    """What a home page links to that links to little, the pages nearest to the root first."""
    linked = list(_linked(view))
    tried = sum(h.source.label == ENTRANCE for h in view.state.harvests.values())
    if len(linked) > FEW_LINKS or tried >= MOST_PAGES:
        return iter(())
    return iter(sorted(linked, key=lambda address: (len(urls.path_parts(address)), address)))


def _linked(view: View) -> list[str]:
    """Pages of the blog's host that the home page links to, without those that sites keep beside their posts."""
    home = view.state.home
    claims = home.findings.claims if home else ()
    host = urls.host_of(view.state.base)
    found = (urls.without_fragment(claim.address) for claim in claims if claim.place in LINKED)
    return [
        address
        for address in dict.fromkeys(found)
        if urls.host_of(address) == host
        and address.startswith(view.folder)
        and not urls.is_asset(address)
        and hints.standing(address) < 1
        and urls.canonical(address) != urls.canonical(view.state.base)
    ]
