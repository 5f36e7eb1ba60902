"""The database: one SQLite file that holds everything known. The only user of sqlite-utils.

    with Store.open("backfile.db") as store:
        run = store.begin_run("crawl")
        ...

`Store` is put together from parts of one subject each: registry, runs and their courses, leases, visits, harvests in
and out, the curator's corrections, posts in, listings, coverage, reasons, search, texts. What the tables mean is told
in `schema`; who may open a file, in `opening`. Nothing here judges or merges posts.
"""

from __future__ import annotations

from crawler.store.courses import Courses
from crawler.store.coverage import Coverage
from crawler.store.desk import Desk
from crawler.store.harvest_reading import HarvestReading
from crawler.store.harvest_writing import HarvestWriting
from crawler.store.leases import LEASE, Holder, Leases
from crawler.store.listing import Listing
from crawler.store.post_writing import PostWriting
from crawler.store.registry import Registry
from crawler.store.rows import (
    Behind,
    ChangeRow,
    ClaimRow,
    ConflictRow,
    CourseRow,
    CoverageRow,
    CrawlMark,
    CrawlRow,
    Day,
    History,
    KeptRobots,
    KindRow,
    KnownPosts,
    ListingRow,
    Occasion,
    PostChanges,
    PostRow,
    ProblemRow,
    ProfileRow,
    RuleRow,
    RunRow,
    Saved,
    SearchRow,
    SourceRow,
    Standing,
    TextRow,
    Validators,
)
from crawler.store.runs import INTERRUPTED, LISTING, PART, VISIT, CrawlEnd, Runs
from crawler.store.search import Search
from crawler.store.texts import Texts
from crawler.store.visits import Visits
from crawler.store.why import Why


class Store(
    Desk,
    Registry,
    Runs,
    Courses,
    Leases,
    Visits,
    HarvestWriting,
    HarvestReading,
    PostWriting,
    Listing,
    Coverage,
    Why,
    Search,
    Texts,
):
    """An open database. Made by `Store.open`; use it as a context manager, from one thread."""


__all__ = [
    "INTERRUPTED",
    "LEASE",
    "LISTING",
    "PART",
    "VISIT",
    "Behind",
    "ChangeRow",
    "ClaimRow",
    "ConflictRow",
    "CourseRow",
    "CoverageRow",
    "CrawlEnd",
    "CrawlMark",
    "CrawlRow",
    "Day",
    "History",
    "Holder",
    "KeptRobots",
    "KindRow",
    "KnownPosts",
    "ListingRow",
    "Occasion",
    "PostChanges",
    "PostRow",
    "ProblemRow",
    "ProfileRow",
    "RuleRow",
    "RunRow",
    "Saved",
    "SearchRow",
    "SourceRow",
    "Standing",
    "Store",
    "TextRow",
    "Validators",
]
