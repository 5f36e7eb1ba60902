"""Plain text from what blogs write: titles, excerpts, labels. Reads fragments; whole pages are for the parsers."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache

_TAG_NAMES = """
a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink blockquote body br
button canvas caption center cite code col colgroup data datalist dd del details dfn dialog dir div dl dt em embed
fieldset figcaption figure font footer form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img
input ins kbd keygen label legend li link main map mark marquee math menu menuitem meta meter nav nobr noframes
noscript object ol optgroup option output p param path picture pre progress q rb rp rt rtc ruby s samp script search
section select slot small source span strike strong style sub summary sup svg table tbody td template textarea tfoot th
thead time title tr track tt u ul use var video wbr xmp
"""
_TAGS = frozenset(_TAG_NAMES.split())
# Elements without an end tag, or whose end tag may be left out (HTML standard 13.1.2.4).
_OPEN_NAMES = """area base br col embed frame hr img input link meta param source track wbr
p li dt dd td th tr thead tbody tfoot option optgroup colgroup rb rt rp rtc body html head"""
_OPEN = frozenset(_OPEN_NAMES.split())
_INLINE_NAMES = """a abbr acronym b basefont bdi bdo big blink cite code del dfn em font g i ins kbd mark nobr q rb rp
rt rtc ruby s samp small span strike strong sub sup time tt u var wbr"""
_INLINE = frozenset(_INLINE_NAMES.split())
_HIDDEN = "script|style|template|noscript|iframe|svg|math|head|object"
_BESIDE = "pre|table|figure|figcaption|h[1-6]|nav|form|audio|video|header|footer|aside"

_COMMENT = re.compile(r"<!--.*?(?:-->|$)|<!\[CDATA\[|\]\]>|<[!?][A-Za-z][^<>]*>", re.S)
_UNSEEN = re.compile(rf"<({_HIDDEN})\b[^>]*>.*?(?:</\1\s*>|$)", re.S | re.I)
_ASIDE = re.compile(rf"<({_BESIDE})\b[^>]*>.{{0,10000}}?</\1\s*>", re.S | re.I)
_TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*(?:[-:][\w-]+)?)((?:\s(?:[^<>\"']|\"[^\"]*\"|'[^']*')*+)?/?)>")
_BLOCK = re.compile(
    r"</?(?:p|div|li|ul|ol|dl|dd|dt|blockquote|section|article|main|tr|td|hr|body|html)\b[^>]*>|<br\s*/?>\s*<br\s*/?>",
    re.I,
)
# References that nobody writes to be seen: what is left of them after decoding was encoded twice.
_TWICE = re.compile(
    r"&(?:#\d{2,6}|#[xX][0-9a-fA-F]{2,5}|amp|quot|apos|nbsp|[lr][sd]quo|[mn]dash|hellip|[A-Za-z](?:uml|acute|grave));"
)
_TWICE_TAGS = re.compile(r"&(?:lt|gt);")
_JOINERS = re.compile(r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")
_BLANKS = re.compile(r"\s+")

_SEPARATOR = r"(?:\s*[|»«•·–—‹›→←⋆★☆∷¦]+\s*|\s+(?:-{1,3}|:{1,2}|/{1,2}|~|\*|<|>)\s+)"
_EXCERPT_SOURCE = 40_000
_REAL = 25  # characters from which a paragraph is more than a by-line or a caption
_REAL_LINE = 30
_REAL_WORDS = 7
_WORDS = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|[^\s\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]+")
_ELLIPSIS = "…"


def plain(fragment: str) -> str:
    """A title or other short fragment of HTML (or text) as plain text.

    Tags removed (a `<br>` and block elements leave a blank; what is no element of HTML stays: "Vec<T>"), entities
    decoded once, and once more where they were encoded twice; zero-width and control characters dropped, white space
    folded. Never raises.
    """
    if "<" in fragment:
        fragment = _without_tags(_UNSEEN.sub(" ", _COMMENT.sub("", fragment)))
    text = html.unescape(fragment) if "&" in fragment else fragment
    if _TWICE.search(text) or _TWICE_TAGS.search(text):
        text = html.unescape(text)
    return printable(text)


def plain_text(text: str) -> str:
    """As `plain`, of what is text already: nothing is taken for a tag, and only entities encoded twice are decoded."""
    return printable(_TWICE.sub(lambda match: html.unescape(match[0]), text) if "&" in text else text)


def printable(text: str) -> str:
    """The text on one line, safe for a terminal: no control, zero-width or direction characters, white space folded.

    Joiners between letters of other scripts or emoji stay, since they belong to the spelling.
    """
    folded = " ".join(text.split())
    if folded.isprintable():
        return folded
    joined = {match.start() for match in _JOINERS.finditer(text)}
    kept = (mark for at, mark in enumerate(text) if at in joined or mark.isspace() or not _is_unseen(mark))
    return " ".join("".join(kept).split())


def _is_unseen(mark: str) -> bool:
    return mark < " " or (mark > "~" and unicodedata.category(mark) in ("Cc", "Cf", "Cs"))


def _without_tags(text: str) -> str:
    closed = {name.lower() for slash, name, _ in _TAG.findall(text) if slash}

    def one(match: re.Match[str]) -> str:
        slash, name, rest = match[1], match[2].lower(), match[3]
        if name not in _TAGS and "-" not in name and ":" not in name:
            return match[0]
        # "The <div> element": an element that is never closed and has no attributes was meant to be read.
        if not slash and name not in closed and name not in _OPEN and not rest.strip(" /"):
            return match[0]
        return "" if name in _INLINE else " "

    return _TAG.sub(one, text)


def excerpt(source: str, limit: int = 500) -> str:
    """The first real paragraphs of a post's HTML (or text) as plain text, cut at a word with "…" beyond `limit`.

    Headings, code, tables, captions and one-word lines are no paragraphs, unless there is nothing else.
    """
    seen = _UNSEEN.sub(" ", _COMMENT.sub("", source[:_EXCERPT_SOURCE]))
    return _shortened(_paragraphs(_ASIDE.sub("\n<p>", seen), limit) or plain(seen), limit)


def excerpt_of(paragraphs: Iterable[str], limit: int = 500) -> str:
    """As `excerpt`, of paragraphs that are plain text already."""
    taken: list[str] = []
    for paragraph in paragraphs:
        if sum(map(len, taken)) > limit:
            break
        if is_prose(paragraph) or taken:
            taken.append(plain_text(paragraph[:_EXCERPT_SOURCE]))
    return _shortened(" ".join(taken), limit)


def _paragraphs(source: str, limit: int) -> str:
    taken: list[str] = []
    length = 0
    for block in _BLOCK.split(source):
        text = plain(block)
        if len(text) >= _REAL or (text and taken):
            taken.append(text)
            length += len(text) + 1
        if length > limit:
            break
    return " ".join(taken)


def _shortened(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    cut = text[: max(0, limit - 1) + 1]
    at = cut.rfind(" ")
    # Chinese and Japanese have no blanks to cut at.
    kept = cut[:at] if at > limit // 2 else cut[: max(0, limit - 1)]
    return kept.rstrip(" ,;:-–—(") + _ELLIPSIS


def word_count(text: str) -> int:
    """How many words a text has; of scripts that are written without spaces every sign is one."""
    return len(text.split()) if text.isascii() else len(_WORDS.findall(text))


def is_prose(line: str) -> bool:
    """Whether a line of a page reads as (part of) a paragraph, not as a by-line or a caption."""
    return len(line) >= _REAL_LINE and word_count(line) >= _REAL_WORDS


def label(text: str, words: int = 8) -> str:
    """The first words of a text, to show where a post has no title; empty for an empty text."""
    parts = plain_text(text).split(" ")
    head = " ".join(parts[:words])
    if len(head) > words * 10:
        return _shortened(head, words * 10)
    return head + (_ELLIPSIS if len(parts) > words else "")


def without_blog_name(title: str, names: Iterable[str]) -> str:
    """The title without the blog's names glued on before or after it: "Title | Blog", "Blog: Title", "Title - Blog".

    Never cut to nothing: a title that is a name, or names alone, stays as it is.
    """
    ends = _name_pattern(tuple(names))
    while ends:
        shorter = ends.sub("", title).strip()
        if shorter == title or not any(mark.isalnum() for mark in shorter):
            return title
        title = shorter
    return title


@lru_cache(maxsize=512)
def _name_pattern(names: tuple[str, ...]) -> re.Pattern[str] | None:
    known = sorted({plain_text(name) for name in names} - {""}, key=len, reverse=True)
    if not known:
        return None
    either = "|".join(_loosely(name) for name in known)
    return re.compile(rf"^\s*(?:{either})(?:{_SEPARATOR}|:\s+)(?=\S)|(?<=\S){_SEPARATOR}(?:{either})\s*$", re.I)


def _loosely(name: str) -> str:
    """A name as a pattern: any white space, straight or curly apostrophes."""
    quoted = r"\s+".join(re.escape(word) for word in name.split())
    return re.sub("['’]", "['’]", quoted)
