"""A sitemap's bytes as rows: what each `<url>` or `<sitemap>` says, with faults of the XML mended.

Covers sitemaps.org 0.9 with the news extension and plain text sitemaps. Does not judge what an address is, and does
not resolve it.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from lxml import etree

_HEAD = 8192
_ROOT = re.compile(rb"<((?:[A-Za-z_][\w.-]*:)?)(urlset|sitemapindex)(?=[\s>/])", re.IGNORECASE)
_OTHER_ROOT = re.compile(rb"<(?:!doctype\s+html|html|head|body|rss|feed|xsl:\w+)(?=[\s>/])", re.IGNORECASE)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_LINE = re.compile(rb"https?://[^\s<>\"]+\Z", re.IGNORECASE)
_CDATA_OR_AMPERSAND = re.compile(
    rb"<!\[CDATA\[.*?\]\]>|&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#[xX][0-9a-fA-F]{1,6});)", re.DOTALL
)
_DECLARATION = re.compile(rb"\A\s*<\?xml[^>]*\?>", re.IGNORECASE)
_BOM = b"\xef\xbb\xbf"


class Form(StrEnum):
    """How a sitemap is written."""

    XML = "xml"
    TEXT = "text"


@dataclass(slots=True)
class Row:
    """One entry as it is written. `is_sitemap` tells that it names a further sitemap."""

    loc: str = ""
    lastmod: str = ""
    title: str = ""
    published: str = ""
    is_sitemap: bool = False


def form_of(head: bytes) -> Form | None:
    """What the first bytes of a document (uncompressed) are: a sitemap in XML, one in plain text, or neither."""
    is_cut = len(head) >= _HEAD
    head = head[:_HEAD].replace(b"\0", b"")
    bare = _COMMENT.sub(b"", head)
    root = _ROOT.search(bare)
    if root:
        return None if _OTHER_ROOT.search(bare, 0, root.start()) else Form.XML
    lines = [line.strip() for line in head.removeprefix(_BOM).splitlines()]
    full = [line for line in (lines[:-1] if is_cut else lines) if line]
    return Form.TEXT if full and all(map(_LINE.match, full)) else None


def rows_of(document: bytes, form: Form) -> Iterator[Row]:
    """The rows in the order of the document. Stops where the document breaks off; never raises."""
    return _text_rows(document) if form is Form.TEXT else _xml_rows(document)


def _text_rows(document: bytes) -> Iterator[Row]:
    encoding = "utf-16" if document[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    for line in document.decode(encoding, errors="replace").splitlines():
        loc = line.strip()
        if loc.lower().startswith(("http://", "https://")):
            yield Row(loc)


def _xml_rows(document: bytes) -> Iterator[Row]:
    mended = _mended(document)
    root = _ROOT.search(mended)
    of_index = bool(root and root[2].lower() == b"sitemapindex")
    row = Row(is_sitemap=of_index)
    for name, content, namespace in _elements(mended):
        if name in ("url", "sitemap"):
            row.is_sitemap = name == "sitemap"
            yield row
            row = Row(is_sitemap=of_index)
            continue
        if name == "loc" and row.loc and not _is_extension(namespace):
            # The end tag of the entry before is lost.
            yield row
            row = Row(is_sitemap=of_index)
        _note(row, name, content, namespace)
    yield row


def _note(row: Row, name: str, content: str, namespace: str) -> None:
    """Puts an element's text into its row. `image:loc` and the like say nothing of the entry."""
    if name == "loc" and not _is_extension(namespace):
        row.loc = content
    elif name == "lastmod" and not row.lastmod:
        row.lastmod = content
    elif name == "title" and "news" in namespace:
        row.title = content
    elif name == "publication_date" and "video" not in namespace:
        row.published = content


def _is_extension(namespace: str) -> bool:
    return any(word in namespace for word in ("image", "video", "mobile"))


def _elements(document: bytes) -> Iterator[tuple[str, str, str]]:
    """Each element as its end is met: local name, text, and the namespace (or the prefix nobody declared)."""
    try:
        for _, element in _iterparse(document):
            name, namespace = _name_of(str(element.tag))
            yield name, (element.text or "").strip(), namespace
            element.clear(keep_tail=False)
    except (etree.LxmlError, ValueError, LookupError):
        return


@lru_cache(maxsize=256)
def _name_of(tag: str) -> tuple[str, str]:
    namespace, _, name = tag.rpartition("}")
    prefix, _, local = name.rpartition(":")
    return local.lower(), (namespace or prefix).lower()


def _tags_of(document: bytes) -> list[str] | None:
    """The tags that matter; None (all) where names are in capitals or have a prefix that is not declared."""
    root = _ROOT.search(document)
    prefix = root[1].rstrip(b":") if root else b""
    if not root or not root[2].islower() or (prefix and b"xmlns:" + prefix not in document[:_HEAD]):
        return None
    return [f"{{*}}{name}" for name in ("url", "sitemap", "loc", "lastmod", "title", "publication_date")]


def _iterparse(document: bytes) -> Any:
    return etree.iterparse(
        io.BytesIO(document),
        events=("end",),
        tag=_tags_of(document),
        recover=True,
        huge_tree=False,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        remove_comments=True,
        remove_pis=True,
    )


def _mended(document: bytes) -> bytes:
    """The document from its root on, in UTF-8 or UTF-16, bare ampersands escaped, without a doctype's entities."""
    if b"\0" in document[:_HEAD]:
        return document
    if b"&" in document:
        document = _CDATA_OR_AMPERSAND.sub(lambda m: m[0] if len(m[0]) > 1 else b"&amp;", document)
    root = _ROOT.search(document)
    prolog = document[: root.start()] if root else b""
    declaration = _DECLARATION.search(prolog.removeprefix(_BOM))
    return (declaration[0] if declaration else b"") + document[len(prolog) :]
