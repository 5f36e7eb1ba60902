"""The one place where the bytes of a web page become a tree.

Decides the encoding (header, byte order mark, meta, then a guess: WHATWG Encoding through w3lib) and the base address
(`<base href>`). Says nothing about what a page means.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import lxml.html
from charset_normalizer import from_bytes
from lxml import etree
from parsel import Selector
from w3lib.encoding import html_to_unicode

from crawler import urls
from crawler.model import Page

Element = lxml.html.HtmlElement

MOST_BYTES = 20_000_000
"""Of a longer page only the beginning is read."""

_GUESS_BYTES = 60_000
_HTML = re.compile(rb"<(?:!doctype\s+html|html|head|body|title|meta|a\s|p[\s>]|div|ul|table|h[1-6])", re.I)
_FEEDISH = re.compile(
    rb"^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:rss|feed|urlset|sitemapindex|rdf:RDF)\b", re.I | re.S
)


@dataclass(frozen=True, slots=True)
class Markup:
    """A page as a tree. `base` is the address that relative links start from, `language` its declared tag or empty."""

    address: str
    base: str
    root: Element
    language: str

    def css(self, query: str) -> list[Element]:
        """The elements that a CSS selector matches, in document order."""
        return [found.root for found in Selector(root=self.root).css(query)]

    def xpath(self, query: str) -> list[Element]:
        found = self.root.xpath(query)
        return found if isinstance(found, list) else []

    def link(self, href: str) -> str | None:
        """An absolute http(s) address for what a page wrote in an attribute, or None."""
        return urls.absolute(self.base, href)


def is_html(page: Page) -> bool:
    """Whether the bytes look like a web page, whatever the header says."""
    head = page.body[:4096]
    return bool(_HTML.search(head)) and not _FEEDISH.match(head)


def decode(page: Page) -> str:
    """The text of a page; undecodable bytes become U+FFFD, never an error."""
    declared = page.headers.get("content-type", "")
    body = page.body[:MOST_BYTES]
    return html_to_unicode(declared, body, auto_detect_fun=_guess)[1].replace("\x00", "")


def markup_of(page: Page) -> Markup:
    """The tree of a page; an empty one where nothing can be parsed."""
    root = _tree(decode(page))
    base = next((href for href in root.xpath("//base/@href")[:1]), "")
    base = urls.absolute(page.address, str(base)) or page.address
    return Markup(page.address, base, root, _language(root))


def text_of(element: Element) -> str:
    """All text inside an element, white space folded; a line break is a blank."""
    if element.find(".//br") is None:
        return " ".join("".join(element.itertext()).split())
    parts = []
    for event, part in etree.iterwalk(element, events=("start", "end")):
        if event == "start":
            parts.append(" " if name_of(part) == "br" else part.text or "")
        elif part is not element:
            parts.append(part.tail or "")
    return " ".join("".join(parts).split())


def name_of(element: Element) -> str:
    """The tag's name in lower case; empty for what is no element (an entity, a comment)."""
    return element.tag if isinstance(element.tag, str) else ""


def classes(element: Element) -> frozenset[str]:
    """Words of an element's class and id, lower case, split at dashes and underscores."""
    written = f"{element.get('class', '')} {element.get('id', '')}"
    return frozenset(word for word in re.split(r"[\s_\-:]+|(?<=[a-z])(?=[A-Z])", written) if word)


def ancestors(element: Element) -> Iterator[Element]:
    yield from element.iterancestors()


def _tree(text: str) -> Element:
    parser = lxml.html.HTMLParser(
        encoding="utf-8", recover=True, huge_tree=False, no_network=True, remove_comments=True, remove_pis=True
    )
    try:
        root = lxml.html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        root = lxml.html.document_fromstring("<html><body></body></html>")
    return root


def _language(root: Element) -> str:
    for query in ("/html/@lang", "/html/@xml:lang", "//meta[@property='og:locale']/@content", "//body/@lang"):
        try:
            found = root.xpath(query, namespaces={"xml": "http://www.w3.org/XML/1998/namespace"})
        except etree.XPathError:
            continue
        if found and str(found[0]).strip():
            return str(found[0]).strip().replace("_", "-")
    return ""


def _guess(body: bytes) -> str | None:
    try:
        body.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        best = from_bytes(body[:_GUESS_BYTES]).best()
        return best.encoding if best else "cp1252"
