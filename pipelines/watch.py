"""Fourth: a blog's report is filled with what the run did to it, and the monitors look at it."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Self

from scrapy.crawler import Crawler

from crawler.engine.run import Run, run_of
from crawler.errors import BackfileError
from crawler.monitors import Course, alarms_of
from crawler.reports import BUSY, FAILED, Report


class WatchPipeline:
    """A Report with figures and alarms for a Report without; everything else goes through."""

    def __init__(self, run: Run):
        self._run = run

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        return cls(run_of(crawler))

    def process_item(self, item: Any) -> Any:
        """Of a blog that was left alone, or taken out of the registry meanwhile, nothing is to be said."""
        if isinstance(item, Report) and item.word != BUSY:
            with suppress(BackfileError):  # a database that fails has been told of
                return self._watched(item)
        return item

    def _watched(self, report: Report) -> Report:
        row = self._run.store.course(self._run.number, report.slug)
        figures = replace(
            report, changed=row.changed, gone=row.gone, seconds=row.seconds, next=row.next, problems=row.problems
        )
        if report.word == FAILED:
            return figures
        course = Course(
            now=datetime.now(UTC),
            since=row.since,
            known=report.known,
            named=report.named,
            new=row.new,
            dead=report.dead,
            problems=row.problems,
            usual=row.usual,
            days=self._run.store.standing(report.slug).days,
        )
        return replace(figures, alarms=alarms_of(course))
