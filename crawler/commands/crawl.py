"""`backfile crawl`: recover the whole history of blogs. The crawl itself is the spider `history`, run by its name."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import partial
from pathlib import Path
from typing import Any, TextIO

import click

from crawler.blogstate import BlogState
from crawler.commands.arguments import DAY, FILE, SLUG
from crawler.commands.database import database_option, database_path, trying, writing
from crawler.commands.given import settings_of
from crawler.commands.session import session_of
from crawler.errors import BackfileError, UnknownBlog, UsageError
from crawler.export.files import write_text
from crawler.model import Blog, Plan
from crawler.planner import Limits, next_plan
from crawler.planner.visits import first_asks
from crawler.reports import RunReport, as_json, as_metrics
from crawler.store import Store
from crawler.urls import home_of

SPIDER = "history"
INTERRUPTED = 130
BUDGET = Limits().max_requests


@dataclass(frozen=True, slots=True)
class Wish:
    """How far a crawl goes, as the spider takes it."""

    depth: str
    since: date | None
    max_requests: int
    again: bool = False

    @property
    def limits(self) -> Limits:
        """The same for the planner."""
        return Limits(max_requests=self.max_requests, depth=self.depth, since=self.since)

    @property
    def words(self) -> str:
        """What of it was said on the command line, for the table of runs: another budget is another command."""
        said = {
            "--depth full": self.depth == "full",
            f"--since {self.since}": self.since,
            f"--max-requests {self.max_requests}": self.max_requests != BUDGET,
            "--again": self.again,
        }
        return "".join(f" {word}" for word, holds in said.items() if holds)

    def arguments(self, blogs: Iterable[Blog]) -> dict[str, str]:
        """The same for the spider, whose arguments are text."""
        slugs = ",".join(blog.slug for blog in blogs)
        since = self.since.isoformat() if self.since else ""
        bounds = {"since": since, "max_requests": str(self.max_requests)}
        return {"blog": slugs, "depth": self.depth, **bounds, "again": "1" if self.again else ""}


@click.command()
@click.argument("blogs", type=SLUG, nargs=-1, metavar="[URL or SLUG]...")
@click.option("--all", "every", is_flag=True, help="All blogs of the registry, as when none is named.")
@click.option("--due", is_flag=True, help="Of these blogs only those whose time has come (see `backfile blogs`).")
@click.option(
    "--depth",
    type=click.Choice(["listing", "full"]),
    default="listing",
    show_default=True,
    help="Ask a post's own page only for a missing title or date, or every post's page.",
)
@click.option("--since", type=DAY, metavar="DAY", help="Look for posts of this day (YYYY-MM-DD) and later alone.")
@click.option("--max-requests", type=click.IntRange(1), default=BUDGET, show_default=True, help="For one blog.")
@click.option("--again", is_flag=True, help="List everything anew, also of blogs where a look at the newest would do.")
@click.option("--max-time", type=click.FloatRange(0, min_open=True), metavar="MINUTES", help="For the whole run.")
@click.option("--dry-run", is_flag=True, help="Tell what would be asked first, and why; ask nothing.")
@click.option("-s", "settings", multiple=True, metavar="NAME=VALUE", help="A setting, as in -s DOWNLOAD_DELAY=2.")
@click.option("--report", type=FILE, metavar="FILE", help="Write what became of each blog there, as JSON.")
@click.option("--metrics", type=FILE, metavar="FILE", help="Write the same there for Prometheus (textfile collector).")
@click.option("-q", "--quiet", is_flag=True, help="Say only what failed or is partial.")
@database_option
@click.pass_context
def crawl(context: click.Context, /, blogs: tuple[str, ...], database: Path | None, **options: Any) -> None:
    """Recover the whole history of blogs, given by address or slug; of all in the registry where none is named.

    An address is put into the registry; one without https:// or http:// is tried by https first. Of a blog whose
    history was listed before only the newest is asked; everything again now and then, and with --again. Interrupt it
    with Ctrl-C: everything found is kept, and the same command goes on. A blog that another run is crawling is left
    alone. Ends with 1 when a blog failed or was left alone, its history is known to be partial, or a monitor has
    something to say of it.

    \b
    EXAMPLES
      backfile crawl https://blog.example.org/
      backfile crawl --due --max-time 50 --report report.json
      backfile crawl --depth full blog-example-org
      backfile crawl -s CONTACT=me@example.org
    """
    wish = Wish(options["depth"], options["since"], options["max_requests"], options["again"])
    if blogs and options["every"]:
        raise click.UsageError("name blogs, or say --all")
    settings = settings_of(options["settings"], project_settings())
    with trying(database) if options["dry_run"] else writing(database) as store:
        wanted = find_blogs(store, blogs, register=not options["dry_run"])
        if options["due"]:
            wanted = due_of(store, wanted)
        if options["dry_run"]:
            click.echo("\n".join(line for blog in wanted for line in first_plan(store, blog, wish)))
    if not wanted:
        click.echo("no blog is due (`backfile blogs` tells when each is)", err=True)
    if options["dry_run"]:
        return
    files = {"REPORT_FILE": str(options["report"] or ""), "METRICS_FILE": str(options["metrics"] or "")}
    if not wanted:
        report_nothing(files)
        return
    loudness = -1 if options["quiet"] else session_of(context).verbose
    bounds = {"RUN_TIME_LONGEST": options["max_time"] * 60} if options["max_time"] else {}
    command = f"crawl {','.join(blog.slug for blog in wanted)}{wish.words}"
    place = {"DATABASE": str(database_path(database).resolve()), "COMMAND": command}
    settings = {**voice(loudness), **bounds, **place, **files, **settings}
    context.exit(run(wish.arguments(wanted), settings))


def report_nothing(files: Mapping[str, str]) -> None:
    """Leave the report of a run without blogs: whoever reads it sees that there was one. Raises Unwritable."""
    now = datetime.now(UTC)
    told = RunReport(None, "crawl --due", now, now, "done")
    for name, form in (("REPORT_FILE", as_json), ("METRICS_FILE", as_metrics)):
        write_text(files[name], form(told))


def find_blogs(store: Store, words: Sequence[str], *, register: bool) -> list[Blog]:
    """The blogs that are meant; an address no blog is known by becomes one. Raises UsageError."""
    if not words:
        blogs = store.blogs()
        if not blogs:
            raise UsageError("no blog in the registry: say `backfile crawl URL`, or `backfile add URL`")
        return blogs
    found = {blog.home: blog for blog in (find_blog(store, word) for word in words)}
    if not register:
        return list(found.values())
    return list({blog.slug: blog for blog in map(partial(_registered, store), words)}.values())


def due_of(store: Store, blogs: Iterable[Blog]) -> list[Blog]:
    """Those whose time has come, longest due first: a run that is cut short serves the others next time."""
    wanted = {blog.slug: blog for blog in blogs}
    known = {blog.slug for blog in store.blogs()}
    due = [*(slug for slug in wanted if slug not in known), *store.due(datetime.now(UTC))]
    return [wanted[slug] for slug in due if slug in wanted]


def _registered(store: Store, word: str) -> Blog:
    """The blog that is meant, put into the registry: the next one's slug must differ."""
    blog = find_blog(store, word)
    store.add_blog(blog)
    return blog


def find_blog(store: Store, word: str) -> Blog:
    """A blog of the registry, or a new one for an address. Raises NotAnAddress, UnknownBlog."""
    with suppress(UnknownBlog):
        return store.blog(word)
    if "." not in word and "/" not in word and ":" not in word:
        raise UnknownBlog(f"no blog {word!r} in the registry: say its address, or see `backfile blogs`")
    home = home_of(word)
    return Blog(store.slug_for(home), home)


def first_plan(store: Store, blog: Blog, wish: Wish) -> list[str]:
    """What would be asked first, a line each. What follows depends on the answers."""
    known = blog.slug in {one.slug for one in store.blogs()}
    state = BlogState(blog, store.desk(blog.slug) if known else None)
    watch = store.history(blog.slug).watch if known and not wish.again else ()
    plan = Plan(tuple(first_asks(watch, state.curated))) if watch else next_plan(state, wish.limits)
    asks = [f"  {ask.source.address}  {ask.why}" for ask in plan.asks]
    stop = [f"  stop: {plan.stop}"] if plan.stop else []
    return [f"{blog.slug}  {blog.home}", *asks, *stop]


def voice(loudness: int) -> dict[str, Any]:
    """Settings for how much is said: -1 quiet, 0 as usual, 1 every request and why, 2 Scrapy's own log too."""
    level = {-1: "ERROR", 0: "WARNING", 1: "INFO"}.get(loudness, "DEBUG")
    return {"LOG_LEVEL": level, "PROGRESS": "quiet" if loudness < 0 else "lines" if loudness else "auto"}


def project_settings() -> Any:
    """Scrapy's settings with ours."""
    os.environ.setdefault("SCRAPY_SETTINGS_MODULE", "crawler.settings")
    from scrapy.utils.project import get_project_settings

    return get_project_settings()


def run(arguments: dict[str, str], settings: dict[str, Any]) -> int:
    """Run the spider in this process; the exit status. Raises StoreError when the run cannot begin."""
    from scrapy.crawler import AsyncCrawlerProcess

    project = project_settings()
    project.setdict({"LOG_INSTALL_ROOT_HANDLER": False, **settings}, priority="cmdline")
    process = AsyncCrawlerProcess(project)
    listen(project["LOG_LEVEL"], project["LOG_FORMAT"])
    crawler = process.create_crawler(SPIDER)
    task = process.crawl(crawler, **arguments)
    process.start()
    return status_of(task, crawler)


class Screen(logging.StreamHandler[TextIO]):
    """Writes to standard error as it is at that moment: a live table puts itself in its place."""

    @property
    def stream(self) -> TextIO:
        return sys.stderr

    @stream.setter
    def stream(self, value: TextIO) -> None:
        """Fixed: the base class sets one."""


def listen(level: str, form: str) -> None:
    """Send the log to the screen. Libraries stay quiet below DEBUG: what befalls a request becomes a problem anyway."""
    handler = Screen()
    handler.setFormatter(logging.Formatter(form))
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    if level != "DEBUG":
        for name in ("scrapy", "twisted", "asyncio"):
            logging.getLogger(name).setLevel(logging.ERROR)


def status_of(task: Any, crawler: Any) -> int:
    """130 interrupted, 1 when a blog is not well or a monitor spoke, else 0. Raises what kept a run from beginning."""
    if task.done() and not task.cancelled() and (error := task.exception()):
        raise error if isinstance(error, BackfileError) else RuntimeError(f"the crawl broke: {error}") from error
    reason = crawler.stats.get_value("finish_reason") if crawler.stats else None
    if reason in (None, "shutdown"):
        return INTERRUPTED
    if reason == "unwritable":
        return 2
    unwell = any(crawler.stats.get_value(f"backfile/{count}", 0) for count in ("unwell", "alarms"))
    return 1 if unwell or reason != "finished" else 0
