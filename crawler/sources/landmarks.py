"""What part of a page an element is: a menu, or remarks of readers. By its tag, its role, and the names it has.

The landmarks of HTML and ARIA (https://www.w3.org/TR/wai-aria-1.2/#landmark_roles), and the class names in use.
"""

from __future__ import annotations

import re

from crawler.markup import Element, name_of

MENU_TAGS = frozenset(["nav", "footer", "menu"])
MENU_BOXES = frozenset(["div", "ul", "ol", "dl", "section", "aside", "table", "td", "header", "form"])
"""Elements that are menus where their class or id says so."""

MENU_ROLES = frozenset(["navigation", "contentinfo", "complementary", "menu", "menubar", "search", "toolbar"])
_MENU_NAME = re.compile(
    r"(?:^|[-_])(?:nav|navbar|navi|navigation|menu|submenu|sidebar|aside|footer|foot|breadcrumbs?|pagination|paginator|pager|"
    r"blogroll|tagcloud|related|recommended|shar(?:e|ing)|social|toolbar|masthead|topbar|skip)(?:$|[-_])",
    re.I,
)
_POST_NAME = re.compile(
    r"^(?:entry|post|article|item|hentry|story)(?:$|[-_])|title|content|layout|wrap|has-|with-|no-", re.I
)
_REMARK_NAME = re.compile(
    r"^(?:comments?|comments?-?(?:list|area|section|wrapper|container|block|content|body|thread)|respond|disqus_thread|"
    r"trackbacks?|pingbacks?|reactions|webmentions?|giscus|utterances|[up]-comment)$",
    re.I,
)


def holds_remarks(element: Element, names: list[str]) -> bool:
    """Whether an element holds the comments on a page. `names` are its own (`names_of`)."""
    return (any(map(_REMARK_NAME.match, names)) or is_remark(element)) and not _holds_a_post(element)


def is_remark(element: Element) -> bool:
    """Whether microdata says that an element is a comment (https://schema.org/Comment, UserComments)."""
    return "comment" in (
        element.get("itemprop"),
        element.get("itemtype", "").rpartition("/")[2].lower().rstrip("s")[-7:],
    )


def names_of(element: Element) -> list[str]:
    """The words of an element's class and id."""
    return f"{element.get('class', '')} {element.get('id', '')}".split()


def is_menu(element: Element, names: list[str]) -> bool:
    """Whether an element leads elsewhere and is no part of what the page says. `names` are its own (`names_of`)."""
    if name_of(element) in MENU_TAGS or element.get("role", "").lower() in MENU_ROLES:
        return not _holds_posts(element) and not _in_article(element)
    if name_of(element) not in MENU_BOXES or not names:
        return False
    if name_of(element) == "table" and any("calendar" in name.lower() for name in names):
        return True
    named = any(_MENU_NAME.search(name) and not _POST_NAME.search(name) for name in names)
    return named and not _holds_posts(element)


def _in_article(element: Element) -> bool:
    return name_of(element) == "footer" and any(name_of(above) == "article" for above in element.iterancestors())


def _holds_posts(element: Element) -> bool:
    """Whether an element that is named as a menu holds the page's content after all."""
    return element.find(".//article") is not None or element.find(".//main") is not None


def _holds_a_post(element: Element) -> bool:
    """Whether it is no block of comments but a post whose class tells that it has some."""
    if element.find(".//h1") is not None:
        return True
    return any(article.find(".//h2") is not None for article in element.iter("article") if article is not element)
