"""The table of rules: named pieces of evidence with their weights, and what an address is that one speaks against.

The weights are fitted by `tests/bench/fit_weights.py` and checked by leaving each blog out in turn.
"""

from __future__ import annotations

from dataclasses import dataclass

from crawler.classify import evidence
from crawler.classify.evidence import Test
from crawler.model import Role


@dataclass(frozen=True, slots=True)
class Rule:
    """A named piece of evidence. `test` gives its strength: 0 where it does not speak."""

    name: str
    weight: float
    test: Test
    kind: str = "page"
    """What an address is, where this rule is what speaks most against its being a post."""
    learns: bool = False
    """Whether it looks at what was learned; all others are asked once for each case."""


RULES: tuple[Rule, ...] = (
    Rule("curator", 1000.0, evidence.curated),
    Rule("api", 8.0, evidence.api),
    Rule("feed", 3.2, evidence.feed),
    Rule("sitemap.post", 3.5, evidence.sitemap_post),
    Rule("import", 5.0, evidence.imported),
    Rule("listing.day", 3.3, evidence.listed_day),
    Rule("listing.period", 1.6, evidence.listed_period),
    Rule("listing.title", 1.0, evidence.listed_title),
    Rule("listing.archive", 3.4, evidence.bare_archive, learns=True),
    Rule("listing.mates", 2.5, evidence.list_mates, learns=True),
    Rule("address.template", 2.4, evidence.template, learns=True),
    Rule("address.dated", 1.1, evidence.dated_address),
    Rule("address.kin", 2.0, evidence.kin_address, learns=True),
    Rule("address.sampled", 4.0, evidence.sampled, learns=True),
    Rule("own.markup", 1.2, evidence.own_markup),
    Rule("own.day", 0.8, evidence.own_day),
    Rule("neighbour", 1.3, evidence.neighbour),
    Rule("home", -20.0, evidence.home, "home", learns=True),
    Rule("off.host", -20.0, evidence.off_host, "elsewhere"),
    Rule("above.posts", -6.0, evidence.above_posts, "index", learns=True),
    Rule("lists.posts", -3.9, evidence.lists_posts, "index", learns=True),
    Rule("many.dates", -8.0, evidence.many_dates, "index"),
    Rule("address.period", -3.4, evidence.period, "index", learns=True),
    Rule("address.paging", -5.7, evidence.paging, "paging", learns=True),
    Rule("address.tag", -4.0, evidence.role(Role.TAG), "tag"),
    Rule("address.section", -3.0, evidence.role(Role.SECTION), "category"),
    Rule("address.author", -4.0, evidence.role(Role.AUTHOR), "author"),
    Rule("address.strange", -1.5, evidence.strange_template, "page", learns=True),
    Rule("sitemap.other", -4.0, evidence.sitemap_other, "page"),
    Rule("standing", -2.0, evidence.standing, "page"),
    Rule("menu", -2.5, evidence.in_menus, "page", learns=True),
    Rule("feed.address", -8.0, evidence.feed_address, "feed"),
    Rule("asset", -20.0, evidence.asset, "attachment"),
    Rule("remark", -8.0, evidence.remark, "comment"),
    Rule("address.comment", -8.0, evidence.comment_address, "comment"),
    Rule("address.preview", -8.0, evidence.preview, "draft"),
    Rule("gone", -6.0, evidence.answers_badly, "gone"),
    Rule("moved.away", -6.0, evidence.redirects_away, "elsewhere"),
    Rule("undated", -0.9, evidence.undated, "page"),
    Rule("own.undated", -1.5, evidence.own_undated, "page"),
    Rule("feed.undated", -3.0, evidence.fed_without_day, "page"),
    Rule("title.period", -2.0, evidence.bare_period, "index", learns=True),
    Rule("unlisted", -0.8, evidence.missing_from_whole, "page"),
)
