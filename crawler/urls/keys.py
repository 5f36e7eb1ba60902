"""The key of an address: two spellings of one page have the same key, two pages never.

What is left out is known by name: tracking parameters, AMP, mobile and print forms. An unknown parameter may be
the post's id and stays.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, urlsplit

from crawler.model import CanonicalUrl
from crawler.urls.addresses import is_host, without_dot_segments

_SCHEME = re.compile(r"^(?:https?:)?//", re.I)
_STRIPPED = "".join(map(chr, range(0x21))) + "\x7f"
_INSIDE = re.compile(r"[\t\n\r]")
_OTHER_HOSTS = re.compile(r"^(?:(?:www|m|amp|mobile)\.)+(?=[^.]+\.[^.])")
_DEFAULT_PORTS = (None, 80, 443)

_RUNS = re.compile(r"//+")
_DOTS = re.compile(r"/\.\.?(?:/|$)")
_ENDING = re.compile(
    r"(?:/|/index\.(?:html?|xhtml|shtml|php\d?|aspx?|jsp|cgi)|/default\.(?:html?|aspx?)"
    # A folder "amp" below a date, a tag or the blog's root is a page of its own; below a post it is the post.
    r"|(?<=[^/])(?<!/tag)(?<!/tags)(?<!/topic)(?<!/topics)(?<!/label)(?<!/category)(?<!/categories)(?<!/blog)"
    r"(?<!/post)(?<!/posts)(?<!/archive)(?<!/archives)(?<!/\d)(?<!/\d\d)(?<!/\d{4})/(?:amp|print)(?:\.html?)?"
    r"|;jsessionid=[0-9a-z.!-]++)+$",
    re.I,
)

_PERCENT = r"%[0-9A-Fa-f]{2}"
_PATH_WORK = re.compile(rf"{_PERCENT}|[^A-Za-z0-9\-._~!$&'()*+,;=:@/]")
_QUERY_WORK = re.compile(rf"{_PERCENT}|[^A-Za-z0-9\-._~!$&'()*+,;=:@/?]")
_PATH_PLAIN = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~!$&'()*+,=:@")
_QUERY_PLAIN = (_PATH_PLAIN | frozenset(b"/?")) - frozenset(b"&+=")

_TRACKING_NAMES = """
__hsfp __hssc __hstc __s _bta_c _bta_tid _ga _gl _hsenc _hsmi _ke _openstat cvid dclid epik fb_action_ids
fb_action_types fb_comment_id fb_ref fb_source fbclid gbraid gclid gclsrc ghost_source hsctatracking igsh igshid
li_fat_id mc_cid mc_eid mkt_tok ml_subscriber ml_subscriber_hash msclkid oly_anon_id oly_enc_id phpsessid
rb_clickid replytocom s_cid sc_cid showcomment srsltid trk_contact trk_msg trk_sid ttclid twclid vero_conv
vero_id wbraid wickedid yclid ysclid
"""
_TRACKING = frozenset(_TRACKING_NAMES.split())
_TRACKING_PREFIXES = ("utm_", "mtm_", "pk_", "piwik_", "matomo_", "hsa_")
_FORMS = {
    "m": ("0", "1"),
    "amp": ("", "1", "true", "amp"),
    "noamp": ("1", "mobile", "available"),
    "output": ("amp",),
    "outputtype": ("amp",),
    "print": ("", "1", "true", "yes", "print"),
    "printable": ("1", "true", "yes"),
    "mobile": ("1", "0", "true", "false"),
    "share": ("email", "facebook", "linkedin", "pinterest", "pocket", "reddit", "telegram", "tumblr", "twitter"),
}
_FORMS_WITH = {"source": re.compile(r"rss-|-{3}|(?:collection|user|post)_\w+-")}


@lru_cache(maxsize=262144)  # more than a sitemap may name: a smaller one is of no use where all are gone through anew
def canonical(url: str) -> CanonicalUrl:
    """The key of an address: `host/path?query#fragment`, without scheme. Never raises; a key is its own key.

    The host is lower case, IDNA, without `www.` (or the `m.` and `amp.` of mobile and AMP twins) and default port.
    The path's percent-encoding is one and the same (RFC 3986 6.2.2), without dot segments, doubled and last
    slashes, and index file. Known tracking parameters and AMP, mobile and print forms are gone; the other
    parameters stand in their order. A fragment that is not empty is kept.
    """
    text = _SCHEME.sub("", _INSIDE.sub("", url.strip(_STRIPPED)), count=1)
    try:
        parts = urlsplit("//" + text)
        host = _host(parts)
    except ValueError:
        return CanonicalUrl(url)
    query = _query(parts.query)
    fragment = _coded(parts.fragment, _QUERY_WORK, _QUERY_PLAIN).partition(":~:")[0]
    return CanonicalUrl(
        host + _path(parts.path) + (f"?{query}" if query else "") + (f"#{fragment}" if fragment else "")
    )


def _host(parts: SplitResult) -> str:
    host = (parts.hostname or "").rstrip(".")
    host = host if host.isascii() else host.encode("idna").decode("ascii").lower()
    if ":" in host:
        host = f"[{host}]"
    if not is_host(host):
        raise ValueError(host)
    host = _OTHER_HOSTS.sub("", host, count=1)
    port = parts.port
    return host if port in _DEFAULT_PORTS else f"{host}:{port}"


def _path(path: str) -> str:
    path = _coded(path, _PATH_WORK, _PATH_PLAIN)
    if _DOTS.search(path):
        path = without_dot_segments(path)
    path = _RUNS.sub("/", path)
    shorter = _ENDING.sub("", path)
    while shorter != path:
        path, shorter = shorter, _ENDING.sub("", shorter)
    return path


def _query(query: str) -> str:
    pieces = _coded(query, _QUERY_WORK, _QUERY_PLAIN).split("&") if query else ()
    return "&".join(piece for piece in pieces if piece and not is_form(piece))


def without_tracking(address: str) -> str:
    """The address without known tracking parameters; all else is left as it is written."""
    front, mark, query = address.partition("?")
    if not mark:
        return address
    query, hash_, fragment = query.partition("#")
    kept = "&".join(piece for piece in query.split("&") if not _is_tracking(piece))
    return f"{front}{'?' if kept else ''}{kept}{hash_}{fragment}"


def _is_tracking(piece: str) -> bool:
    name = piece.partition("=")[0].removeprefix("amp;").lower()
    return name in _TRACKING or name.startswith(_TRACKING_PREFIXES)


def is_form(piece: str) -> bool:
    """Whether a parameter only says how a reader came here, or in which form the page is wanted."""
    name, _, value = piece.partition("=")
    name = name.removeprefix("amp;").lower()
    if _is_tracking(piece):
        return True
    pattern = _FORMS_WITH.get(name)
    return value.lower() in _FORMS.get(name, ()) or bool(pattern and pattern.match(value))


def _coded(text: str, work: re.Pattern[str], plain: frozenset[int]) -> str:
    def one(match: re.Match[str]) -> str:
        found = match[0]
        if len(found) == 3:
            number = int(found[1:], 16)
            return chr(number) if number in plain else found.upper()
        return "".join(f"%{byte:02X}" for byte in found.encode("utf-8", "surrogatepass"))

    return work.sub(one, text)
