"""Pages to findings in the running engine: what may be long goes to a thread, so that other blogs go on meanwhile."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import replace
from typing import ParamSpec, TypeVar

from crawler import sources
from crawler.engine.pages import Answer
from crawler.model import Findings, Problem, Role, Source
from crawler.store import Store

LONG = 1_000_000
"""Bytes of a page above which reading it goes to a thread."""
LONG_TEXT = 100_000
"""The same for a page that is read for its text."""

Given = TypeVar("Given")
Wanted = ParamSpec("Wanted")
logger = logging.getLogger(__name__)


async def findings_of(store: Store, slug: str, source: Source, answer: Answer) -> Findings:
    """What the parsers read; of a page that has not changed, what they read last time."""
    if answer.outcome.unchanged:
        known = store.harvest(slug, source.address)
        return known.findings if known else Findings()
    if not 200 <= answer.page.status < 300:
        return Findings(problems=answer.problems)
    try:
        long = LONG_TEXT if source.role is Role.FULL else LONG
        read = await in_thread_if(len(answer.page.body) > long, sources.read, answer.page, source)
        return replace(read, problems=(*read.problems, *answer.problems)) if answer.problems else read
    except Exception as error:  # a parser's fault is one page's problem, not the run's
        logger.debug("cannot read %s", answer.page.address, exc_info=True)
        problem = Problem("parser", f"{type(error).__name__}: {error}", answer.page.address)
        return Findings(problems=(*answer.problems, problem))


async def in_thread_if(long: bool, call: Callable[Wanted, Given], *args: Wanted.args, **kwargs: Wanted.kwargs) -> Given:
    """The call's value; where it may be long a thread makes it."""
    return await asyncio.to_thread(call, *args, **kwargs) if long else call(*args, **kwargs)
