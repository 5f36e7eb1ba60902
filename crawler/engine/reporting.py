"""What a run leaves for programs: a report (REPORT_FILE, JSON) and metrics (METRICS_FILE, Prometheus' text format).

Written when the run has ended, however it ended but by a kill; each file is replaced in one step.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any, Self

from scrapy import Spider, signals
from scrapy.crawler import Crawler

from crawler.engine.run import ENDINGS, STOPPED, run_of
from crawler.engine.screen import say
from crawler.errors import BackfileError
from crawler.export.files import write_text
from crawler.reports import UNFINISHED, Report, RunReport, as_json, as_metrics

ALARMS = "backfile/alarms"
"""Name of the statistic that counts what the monitors had to say."""


class Reporting:
    """Gathers the reports that come out of the pipelines and writes them down at the end."""

    def __init__(self, crawler: Crawler, report: str, metrics: str):
        self._crawler = crawler
        self._files = [(path, form) for path, form in ((report, as_json), (metrics, as_metrics)) if path]
        self._reports: dict[str, Report] = {}
        self._started = datetime.now(UTC)

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        settings = crawler.settings
        reporting = cls(crawler, settings["REPORT_FILE"], settings["METRICS_FILE"])
        crawler.signals.connect(reporting.opened, signal=signals.spider_opened)
        crawler.signals.connect(reporting.scraped, signal=signals.item_scraped)
        return reporting

    def opened(self, spider: Spider) -> None:
        """Wait for the end."""
        self._started = datetime.now(UTC)
        run_of(self._crawler).before_it_ends(self.write)

    def scraped(self, item: Any) -> None:
        """A blog has ended."""
        if isinstance(item, Report):
            self._reports[item.slug] = item

    def write(self, reason: str) -> None:
        """Write the files that are wanted; one that cannot be written is told of, and counts as not well."""
        assert self._crawler.stats is not None
        alarms = sum(len(report.alarms) for report in self._reports.values())
        blogs = (*self._reports.values(), *self._unfinished())
        command, outcome = self._crawler.settings["COMMAND"], ENDINGS.get(reason, STOPPED)
        number = run_of(self._crawler).number
        told = RunReport(number, command, self._started, datetime.now(UTC), outcome, blogs)
        for path, form in self._files:
            try:
                write_text(path, form(told))
            except BackfileError as error:
                say(str(error))
                alarms += 1
        self._crawler.stats.set_value(ALARMS, alarms)

    def _unfinished(self) -> Iterator[Report]:
        """The blogs that were begun, or wait to be: the next run goes on with them."""
        spider, run = self._crawler.spider, run_of(self._crawler)
        begun = {slug: island.requests for slug, island in getattr(spider, "islands", {}).items()}
        waiting = {blog.slug: 0 for blog in getattr(spider, "to_begin", ())}
        for slug, requests in {**waiting, **begun}.items():
            if slug not in self._reports:
                with suppress(BackfileError):
                    row, posts = run.store.course(run.number, slug), run.store.standing(slug).posts
                    yield Report(slug, UNFINISHED, "the run ended", posts, requests=requests, problems=row.problems)
