"""Pages whose content is made by JavaScript alone: what is sent has scripts, and nothing to read or to follow.

Decides nothing of what becomes of them: the engine may have a browser for them, else they are a problem.
"""

from __future__ import annotations

from crawler.markup import Markup, is_html, markup_of
from crawler.model import Page, Problem

MOST_WORDS = 25
"""A page that has more words than this beside its scripts has something to read: "Loading…" and a name are fewer."""

MOST_LINKS = 20
"""So many links stand in no page that has none, its `<noscript>` included."""

_FILLED = "@src or @type='module' or //body//*[@id and not(self::script)]"
"""A program that is loaded, or an element that it may look for: a few words of script within a page make none."""

_SILENT = (
    "ancestor-or-self::script or ancestor-or-self::style or ancestor-or-self::noscript or ancestor-or-self::template"
)


def is_scripted(markup: Markup) -> bool:
    """Whether a page has a place for scripts to fill, no link, and next to no words."""
    if not markup.xpath(f"//script[{_FILLED}]") or markup.xpath("//body//a[@href and not(ancestor::noscript)]"):
        return False
    texts = markup.xpath(f"//body//text()[not({_SILENT})]")
    return sum(len(str(text).split()) for text in texts) <= MOST_WORDS


def needs_browser(page: Page) -> bool:
    """Whether an answer is a page made by JavaScript alone."""
    if page.status != 200 or page.body.count(b"<a ") > MOST_LINKS or b"<script" not in page.body:
        return False  # told without a tree, for most pages
    return is_html(page) and is_scripted(markup_of(page))


def problem(page: Page) -> Problem:
    """What a person is told of a page that stayed so."""
    message = "the page is made by JavaScript alone; backfile[js] and a Chromium render it"
    return Problem("javascript", message, page.address)
