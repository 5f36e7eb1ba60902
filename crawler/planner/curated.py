"""What the curator says: pages on which to look, too, and addresses that are not worth a visit."""

from __future__ import annotations

from crawler import corrections
from crawler.blogstate import BlogState
from crawler.chains import root_of
from crawler.model import Ask, Source, SourceKind
from crawler.planner.listings import is_useless, portion
from crawler.planner.view import View
from crawler.planner.visits import LOOK_HERE


def curated(view: View) -> list[Ask]:
    """The pages that the curator names, whatever else is known, and the further pages of those that are a series."""
    if named := list(view.fresh(view.state.curated)):
        return [Ask(source, LOOK_HERE) for source in named]
    roots = {source.address for source in view.state.curated}
    for chain in view.ledger.chains.values() if roots else ():
        begun = [source for source in chain.open if root_of(view.state, source) in roots]
        if begun and chain.name.startswith(("series:", "api:")) and not is_useless(view, chain):
            return [Ask(source, "a further page of one that the curator names") for source in portion(view, chain)]
    return []


def is_excluded(state: BlogState, ask: Ask) -> bool:
    """Whether a visit is to a page of which the curator says that it is no post."""
    return _is_visit(ask.source) and corrections.matches(state.excluded, ask.source.address)


def _is_visit(source: Source) -> bool:
    return source.kind is SourceKind.POST
