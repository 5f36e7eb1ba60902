"""The planner inside the running engine: what a blog is asked next, or that it ends."""

from __future__ import annotations

import logging

from crawler.blogstate import BlogState
from crawler.engine.beginning import wake
from crawler.engine.island import Island
from crawler.engine.reading import in_thread_if
from crawler.engine.run import Run
from crawler.engine.visit import Way
from crawler.model import Plan, Problem
from crawler.planner import next_plan, next_visit
from crawler.reports import FAILED

MANY = 3_000
"""Claims on a blog above which planning goes to a thread."""

logger = logging.getLogger("history")  # as the spider: what is planned stands beside what is asked


async def plan(run: Run, island: Island) -> None:
    """Ask the planner, and queue what it wants; a fault of its own ends one blog, not the run."""
    island.planned = True
    try:
        if island.way is Way.LOOK:
            if not island.differs:
                island.end(f"nothing new since {island.history.seen:%Y-%m-%d}")
                return
            wake(run, island)
        many = island.claims > MANY
        wanted = await in_thread_if(many, _next, island)
        if wanted.anew:
            logger.info("%s: everything is listed anew: %s", island.blog.slug, wanted.anew)
            island.begin_anew()
            return
        island.follow(wanted)
        if island.due_to_count():
            island.found = await in_thread_if(many, _posts_in, island.state)
    except Exception as error:
        logger.debug("%s: cannot plan", island.blog.slug, exc_info=True)
        message = f"cannot plan: {type(error).__name__}: {error}"
        run.store.note_problem(run.number, island.blog.slug, Problem("internal", message, island.blog.home))
        island.end(message, FAILED)
    finally:
        island.planned = False


def _next(island: Island) -> Plan:
    if island.way is Way.LIST:
        return next_plan(island.state, island.limits)
    return next_visit(island.state, island.limits, unfinished=island.history.listed is None)


def _posts_in(state: BlogState) -> int:
    """How many posts are known so far."""
    return sum(post.is_post for post in state.posts())
