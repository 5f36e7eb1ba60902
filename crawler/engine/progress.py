"""What a person sees on stderr while blogs are crawled, and at the end: a live table on a terminal, lines elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self, TextIO, cast

from rich import box
from rich.console import Console
from rich.live import Live
from rich.table import Table
from rich.text import Text
from scrapy import Spider, signals
from scrapy.crawler import Crawler
from scrapy.utils.asyncio import AsyncioLoopingCall

from crawler.engine.island import Island
from crawler.engine.run import ENDINGS
from crawler.engine.screen import Screen
from crawler.reports import BUSY, FAILED, Report
from crawler.text import printable

LINES_EVERY = 10.0
TABLE_EVERY = 0.25
SHOWN_AT_MOST = 20
UNWELL = "backfile/unwell"
"""Name of the statistic that counts blogs that failed, are partial, or were not finished."""


class Progress:
    """Reads the spider's islands and the reports that come out of the pipelines; decides nothing.

    PROGRESS is "auto", "lines" or "quiet" (only blogs that failed or are partial).
    """

    def __init__(self, crawler: Crawler, mode: str, console: Console):
        self._crawler = crawler
        self._quiet = mode == "quiet"
        self._console = console
        self._live = Live(console=console, auto_refresh=False, transient=True) if self._wants_table(mode) else None
        self._call = AsyncioLoopingCall(self._show)
        self._reports: dict[str, Report] = {}

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        screen = cast("TextIO", Screen())
        console = Console(file=screen, highlight=False, markup=False, emoji=False, soft_wrap=True)
        progress = cls(crawler, crawler.settings["PROGRESS"], console)
        crawler.signals.connect(progress.opened, signal=signals.spider_opened)
        crawler.signals.connect(progress.scraped, signal=signals.item_scraped)
        crawler.signals.connect(progress.closed, signal=signals.spider_closed)
        return progress

    def opened(self, spider: Spider) -> None:
        """Begin to show."""
        if self._live:
            self._live.start()
            _when_all_stops(self._live.stop)
        if not self._quiet:
            self._call.start(TABLE_EVERY if self._live else LINES_EVERY, now=False)

    def scraped(self, item: Any) -> None:
        """A blog has ended: one line."""
        if isinstance(item, Report):
            self._reports[item.slug] = item
            if not item.good or not self._quiet:
                self._console.print(line_of(item))
            for alarm in item.alarms:
                self._console.print(Text(printable(f"{item.slug}: {alarm.monitor}: {alarm.message}")))

    def closed(self, spider: Spider, reason: str) -> None:
        """End, with what the command needs for its exit status."""
        if self._call.running:
            self._call.stop()
        if self._live:
            self._live.stop()
        unfinished = self._unfinished()
        for slug in unfinished[:SHOWN_AT_MOST]:
            island = self._islands().get(slug)
            found = f", {island.found} posts so far" if island and island.found else ""
            why = ENDINGS.get(reason, reason)
            self._console.print(Text(f"{slug}: not finished ({why}){found}; the same command goes on with it"))
        if more := len(unfinished[SHOWN_AT_MOST:]):
            self._console.print(Text(f"{more} more blogs not finished"))
        unwell = [report for report in self._reports.values() if not report.good]
        assert self._crawler.stats is not None
        self._crawler.stats.set_value(UNWELL, len(unwell) + len(unfinished))
        if not self._quiet and len(self._reports) > 1:
            self._console.print(summary_of(self._reports.values()))

    def _wants_table(self, mode: str) -> bool:
        return mode == "auto" and self._console.is_terminal

    def _islands(self) -> Mapping[str, Island]:
        return getattr(self._crawler.spider, "islands", {})

    def _unfinished(self) -> list[str]:
        """The blogs without a report: begun, or still waiting to be."""
        waiting = [blog.slug for blog in getattr(self._crawler.spider, "to_begin", ())]
        return [slug for slug in (*self._islands(), *waiting) if slug not in self._reports]

    def _show(self) -> None:
        islands = [island for island in self._islands().values() if not island.finished]
        if self._live:
            self._live.update(table_of(islands, len(self._reports)), refresh=True)
        elif islands:
            asked = sum(island.requests for island in self._islands().values())
            self._console.print(Text(f"{len(self._reports)} blogs done, {len(islands)} going on, {asked} requests"))


def _when_all_stops(call: Callable[[], None]) -> None:
    """A second Ctrl-C closes no spider: the terminal must get its cursor back all the same."""
    from twisted.internet import reactor  # at import it would choose which reactor runs

    reactor.addSystemEventTrigger("before", "shutdown", call)  # type: ignore[arg-type]  # declared without self


def line_of(report: Report) -> Text:
    """A blog's result in one line, with the reasons where it is not well."""
    posts = f"{report.posts} posts ({report.new} new), {report.requests} requests"
    judged = report.completeness if report.word != FAILED else None  # of a blog that failed it is that of before
    reasons = judged.reasons if judged else (report.stop,)
    why = f": {'; '.join(reasons)}" if reasons and not report.good else ""
    head = "" if report.word in (BUSY, FAILED) else f"{posts}, "
    return Text(printable(f"{report.slug}: {head}{report.word}{why}"))


def table_of(islands: list[Island], done: int) -> Table:
    """The blogs that are being crawled."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, caption_justify="left")
    for heading, side in (("blog", "left"), ("posts", "right"), ("requests", "right"), ("asking", "left")):
        table.add_column(heading, justify=side, no_wrap=True, overflow="ellipsis")  # type: ignore[arg-type]
    for island in islands[:SHOWN_AT_MOST]:
        row = (island.blog.slug, str(island.found), str(island.requests), island.current)
        table.add_row(*(Text(printable(cell)) for cell in row))
    more = len(islands) - SHOWN_AT_MOST
    table.caption = f"{done} done" + (f", {more} more going on" if more > 0 else "")
    return table


def summary_of(reports: Iterable[Report]) -> Text:
    """All blogs in one line."""
    every = list(reports)
    posts, new, asked = (sum(getattr(report, name) for report in every) for name in ("posts", "new", "requests"))
    unwell = sum(not report.good for report in every)
    alarms = sum(len(report.alarms) for report in every)
    tail = f"; {unwell} failed or partial" if unwell else ""
    tail += f"; {alarms} alarms" if alarms else ""
    return Text(f"{len(every)} blogs, {posts} posts ({new} new), {asked} requests{tail}")
