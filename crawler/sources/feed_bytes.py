"""What kind of document a feed's bytes are, and the bytes as an XML parser can stand them.

Looks at bytes alone: addresses and content types of feeds lie (a feed served as text/html is usual). Does not
parse: that is the work of `feed`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

_HEAD = 8192
_BOM = b"\xef\xbb\xbf"
_ROOT = re.compile(rb"<(?:[A-Za-z_][\w.-]*:)?(rss|feed|rdf)(?=[\s>/])", re.IGNORECASE)
_START = re.compile(rb"<(?:\?xml\b|(?:[A-Za-z_][\w.-]*:)?(?:rss|feed|rdf)(?=[\s>/]))", re.IGNORECASE)
_OTHER_ROOT = re.compile(
    rb"<(?:!doctype\s+html|html|head|body|xsl:\w+|(?:\w+:)?urlset|(?:\w+:)?sitemapindex|opml|svg)(?=[\s>/])",
    re.IGNORECASE,
)
_COMMENT = re.compile(rb"<!--.*?(?:-->|\Z)", re.DOTALL)
_RSS_IN_RDF = (b"purl.org/rss/1", b"my.netscape.com/rdf/simple", b"purl.org/net/rss1")
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r")
_ENCODING = re.compile(rb"^\s*<\?xml[^>]{0,200}\bencoding\s*=", re.IGNORECASE)
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)


def root_of(body: bytes) -> str:
    """The root element's local name, "rss", "feed" or "rdf", or an empty string for a document of another kind.

    Finds the root behind junk, comments and a doctype. An RDF document without the namespace of RSS is no feed.
    """
    # ASCII in UTF-16 and UTF-32 is ASCII with NULs between.
    head = _COMMENT.sub(b"", body[:_HEAD].replace(b"\0", b""))
    root = _ROOT.search(head)
    if root is None or head.lstrip()[:1] in (b"{", b"[") or _OTHER_ROOT.search(head, 0, root.start()):
        return ""
    name = root[1].lower().decode("ascii")
    if name == "rdf" and not any(mark in head for mark in _RSS_IN_RDF):
        return ""
    return name


def prepared(body: bytes) -> bytes:
    """The document from its XML declaration or root on, without control characters that XML forbids.

    UTF-16 and UTF-32 stay as they are. A byte order mark of UTF-8 right before the document is kept.
    """
    if b"\0" in body[:_HEAD]:
        return body
    start = _START.search(body)
    junk = body[: start.start()] if start else b""
    kept = _BOM if junk.strip() == _BOM else b""
    return kept + body[len(junk) :].translate(None, _CONTROLS)


def charset_for(data: bytes, headers: Mapping[str, str]) -> str:
    """The charset of the HTTP header where it is needed, else an empty string.

    Servers send a default charset with everything, so it counts only for a document that names no encoding
    itself and is no valid UTF-8 (RFC 7303 would let the header win).
    """
    if b"\0" in data[:_HEAD] or _ENCODING.match(data[:512]) or data.startswith(_BOM):
        return ""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        named = _CHARSET.search(headers.get("content-type", ""))
        return named[1] if named else ""
    return ""
