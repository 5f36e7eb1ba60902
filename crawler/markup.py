"""The one place where the bytes of a web page become a tree.

Decides the encoding (header, byte order mark, meta, then a guess: WHATWG Encoding through w3lib) and the base address
(`<base href>`). Says nothing about what a page means.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain, islice

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

MOST_TAGS = 500_000
"""Opened or closed. What stands beyond them is not read."""

_LANGUAGES = ("//meta[@property='og:locale']/@content", "//body/@lang")
_GUESS_BYTES = 60_000
_ENCODINGS = (
    "cp1252", "cp1251", "cp1250", "cp1253", "cp1254", "iso8859_2", "koi8_r",
    "cp932", "euc_jp", "gb18030", "big5", "cp949",
)  # fmt: skip
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
    cut: bool = False
    """The page is longer than what is read of one."""
    found: dict[str, Element | None] = field(default_factory=dict, compare=False, repr=False)
    """Elements that were looked for already, by what they are."""

    def css(self, query: str) -> list[Element]:
        """The elements that a CSS selector matches, in document order."""
        return [found.root for found in Selector(root=self.root).css(query)]

    def xpath(self, query: str) -> list[Element]:
        return matches(self.root, query)

    def link(self, href: str) -> str | None:
        """An absolute http(s) address for what a page wrote in an attribute, or None."""
        return urls.absolute(self.base, href)


def is_html(page: Page) -> bool:
    """Whether the bytes look like a web page, whatever the header says."""
    head = page.body[:4096].replace(b"\0", b"")  # ASCII in UTF-16 is ASCII with NULs between
    return bool(_HTML.search(head)) and not _FEEDISH.match(head)


def decode(page: Page) -> str:
    """The text of a page; undecodable bytes become U+FFFD, never an error.

    A declared encoding is believed, but for two that the bytes prove wrong: one of single bytes where all is sound
    UTF-8, and UTF-8 where hardly anything is.
    """
    declared = page.headers.get("content-type", "")
    body = page.body[:MOST_BYTES]
    try:
        encoding, text = html_to_unicode(declared, body, auto_detect_fun=_guess)
    except (LookupError, ValueError):  # a codec of Python's that is no encoding of text: "hex", "idna"
        encoding, text = "cp1252", body.decode("cp1252", "replace")
    if not body.isascii():
        if _is_of_single_bytes(encoding) and (sound := _sound_utf8(body)):
            text = sound
        elif encoding == "utf-8" and _mostly_lost(text):
            text = body.decode(_guess(body) or "cp1252", "replace")
    return text.replace("\x00", "")


def _is_of_single_bytes(encoding: str) -> bool:
    return encoding.startswith(("cp125", "iso8859", "latin", "koi8", "ascii", "mac"))


def _mostly_lost(text: str) -> bool:
    """Whether of all that is no ASCII hardly anything could be decoded."""
    lost = text.count("\ufffd")
    return lost > 0 and lost > sum(sign > "\x7f" for sign in text) / 2


def _sound_utf8(body: bytes) -> str:
    """The text where all bytes are UTF-8, a last sign that is cut off aside; else empty."""
    for cut in range(4):
        try:
            return body[: len(body) - cut].decode("utf-8")
        except UnicodeDecodeError as error:
            if error.start < len(body) - 4:
                return ""
    return ""


def markup_of(page: Page) -> Markup:
    """The tree of a page; an empty one where nothing can be parsed."""
    text = decode(page)
    read = _first_tags(text)
    root = _tree(read)
    base = next(iter(_query("//base/@href")(root)), "")
    base = urls.absolute(page.address, str(base)) or page.address
    cut = len(page.body) > MOST_BYTES or len(read) < len(text)
    return Markup(page.address, base, root, _language(root), cut)


def _first_tags(text: str) -> str:
    """A page up to the tag that is one too many."""
    if text.count("<") <= MOST_TAGS:
        return text
    return text[: next(islice(re.finditer("<", text), MOST_TAGS, None)).start()]


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
    """Words of an element's class and id as written, split at blanks, dashes, underscores, colons and capitals."""
    written = f"{element.get('class', '')} {element.get('id', '')}"
    return frozenset(word for word in re.split(r"[\s_\-:]+|(?<=[a-z])(?=[A-Z])", written) if word)


def _tree(text: str) -> Element:
    parser = lxml.html.HTMLParser(
        encoding="utf-8", recover=True, huge_tree=False, no_network=True, remove_comments=True, remove_pis=True,
        collect_ids=False,  # nothing asks for an element by its id through the parser
    )  # fmt: skip
    try:
        root = lxml.html.document_fromstring(text.encode("utf-8", "replace"), parser=parser)
    except (etree.ParserError, etree.XMLSyntaxError, ValueError):
        root = lxml.html.document_fromstring("<html><body></body></html>")
    return root


def _language(root: Element) -> str:
    """Of the tags that a page declares the first that is not empty; only as many are looked for as that takes."""
    found = chain.from_iterable(_query(query)(root)[:1] for query in _LANGUAGES)
    told = (tag for tag in chain([root.get("lang"), root.get("xml:lang")], found) if tag and tag.strip())
    return next((str(tag).strip().replace("_", "-") for tag in told), "")


def matches(element: Element, query: str) -> list[Element]:
    """What an XPath that is asked of an element selects, in document order."""
    found = _query(query)(element)
    return found if isinstance(found, list) else []


@lru_cache(maxsize=256)
def _query(query: str) -> etree.XPath:
    """An XPath, made ready once: most pages are asked the same."""
    return etree.XPath(query)


def _guess(body: bytes) -> str | None:
    """An encoding of the web (WHATWG Encoding 4.2) that fits the bytes; of several that fit alike, Western European."""
    if _sound_utf8(body):
        return "utf-8"
    matches = from_bytes(body[:_GUESS_BYTES], cp_isolation=list(_ENCODINGS))
    best = matches.best()
    if best is None:
        return "cp1252"
    alike = [match for match in matches if (match.chaos, match.coherence) == (best.chaos, best.coherence)]
    fitting = {name for match in alike for name in match.could_be_from_charset}
    return "cp1252" if "cp1252" in fitting else best.encoding
