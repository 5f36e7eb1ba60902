"""What of a harvest is stored: all of it while a blog is listed; in a visit what differs from what was known."""

from __future__ import annotations

from collections.abc import Iterator

from crawler.engine.island import Island
from crawler.engine.run import Run
from crawler.engine.visit import Way, falls_silent, tells_nothing
from crawler.model import Harvest, State


def fold(island: Island, harvest: Harvest) -> Harvest:
    """Tell the island, and count what the pipelines get."""
    island.fold(harvest)
    island.harvests += 1
    return harvest


def kept(run: Run, island: Island, harvest: Harvest) -> Iterator[Harvest]:
    """Tell the island what a source says, and give what of it is to be stored."""
    store, slug, address = run.store, island.blog.slug, harvest.source.address
    if island.way is not Way.LIST or tells_nothing(harvest):
        stored = island.stored.setdefault(address, store.harvest(slug, address))
        if falls_silent(harvest, stored):
            island.dead.append(address)
    if island.way is Way.LIST:
        yield fold(island, harvest)
        return
    keep = island.look(harvest)
    if keep is not None:
        island.harvests += 1
        yield keep
    elif harvest.outcome.state is State.FAILED:
        for problem in harvest.findings.problems:
            store.note_problem(run.number, slug, problem)
