"""What an address is made of, and how a link becomes one. How addresses are compared is told in `keys`."""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from w3lib.url import safe_url_string

from crawler.errors import NotAnAddress, PasswordInAddress

_SAFE = re.compile(r"https?://[a-z0-9.-]+(?:/[\w./~-]*)?(?:\?[\w.~=&-]+)?", re.ASCII)
_PLAIN_PATH = re.compile(r"/(?:[\w~-][\w~.-]*+/)*+(?:[\w~-][\w~.-]*+)?", re.ASCII)
_WEB = re.compile(r"https?://", re.I)
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_ENDS = "".join(map(chr, range(0x21))) + "\x7f\ufeff\u200b\xa0"
_NAME = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
_LABEL = r"(?!-)[a-z0-9_-]{1,63}(?<!-)"
_PLAIN = re.compile(
    rf"https?://(?!https?[/?#]|https?$)(?:{_NAME}\.)+{_NAME}/(?:[\w./~-]*)(?:\?[\w.~=&-]+)?(?:#[\w.~-]+)?", re.ASCII
)
"""An address that stays as it is."""

_NO_PAGE = re.compile(r"(?:javascript|data|mailto|tel):", re.I)
_LONGEST_KEPT = 300

_HOST = re.compile(rf"(?:{_LABEL}\.)*{_LABEL}\.?|\[[0-9a-f:.]+\]", re.I)
_LOGIN = re.compile(r"(?!mailto:)(?:[a-z][a-z0-9+.-]*:)?[/\\]*[^/\\?#]*@", re.I)
"""A name, and mostly a password, before the host (RFC 3986, 3.2.1)."""
_SECRET = re.compile(r"(?:[a-z][a-z0-9+.-]*:)?[/\\]*[^@]*:.*@", re.I | re.S)
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:(?!\d)", re.I)

_ASSETS_NAMES = """
7z aac ai aif aiff apk atomsvc avi avif avifs bin bmp bz2 cab css csv deb djvu dmg doc docm docx dvi eot eps epub
asc diff md5 patch sha1 sha256 exe flac flv gif gz heic heif ico ics iso jar jpe jpeg jpg js jxl m3u m3u8 m4a m4v mid
mjs mkv mobi mov
mp2 mp3 mp4 mpeg mpg msi odg odp ods odt oga ogg ogv opus otf pdf pkg png pps ppt pptx ps psd ra
ram rar rm rpm rtf sig smil svg svgz swf tar tgz tif tiff torrent ttf vcf wasm wav webm webmanifest webp wma wmv
woff woff2 xls xlsm xlsx xpi xz z zip zst
"""
_ASSETS = frozenset(_ASSETS_NAMES.split())


def absolute(base: str, href: str) -> str | None:
    """The address that a link `href` on the page `base` leads to, safe to ask for; its fragment is kept.

    None for what is no http or https address with a sound host and port (`mailto:`, `javascript:`, `data:`,
    nonsense). Follows browsers where they are lenient: blanks around, tabs and line ends inside, a backslash for
    a slash (WHATWG URL standard). Never raises.
    """
    href = _CONTROLS.sub("", href.strip(_ENDS))
    if _PLAIN_PATH.fullmatch(href) and (origin := _origin(base)):
        return origin + href
    if _PLAIN.fullmatch(href) and "/." not in href:
        return href
    if _NO_PAGE.match(href):
        return None
    base = without_fragment(base)
    return _joined(base, href) if len(href) <= _LONGEST_KEPT else _join(base, href)


def _join(base: str, href: str) -> str | None:
    """The same for what is not as plain as most links are."""
    try:
        joined = urljoin(base, _slashes(href) if "\\" in href else href)
        if not _SAFE.fullmatch(joined):
            joined = _safe(joined)
        elif "/." in joined:
            joined = _without_dots(joined)
        parts = urlsplit(joined)
        _ = parts.port  # raises for a port out of range
    except ValueError:
        return None
    return joined if parts.scheme in ("http", "https") and _sound_host(parts) else None


_joined = lru_cache(maxsize=32768)(_join)
"""A page's menu, and its next page's, has the same links again."""


@lru_cache(maxsize=1024)
def _origin(base: str) -> str:
    """Scheme and host of a plain address, to which a plain path may be joined as it is; empty for any other."""
    if not _SAFE.fullmatch(base):
        return ""
    parts = urlsplit(base)
    return f"{parts.scheme}://{parts.netloc}" if _sound_host(parts) else ""


def _safe(address: str) -> str:
    if not _WEB.match(address):
        raise ValueError(address)
    safe = safe_url_string(address)
    return _without_dots(safe) if "/." in safe else safe


def _without_dots(address: str) -> str:
    """`urljoin` leaves `/a/../b` in a full address as it is; browsers do not."""
    parts = urlsplit(address)
    return parts._replace(path=without_dot_segments(parts.path)).geturl()


def without_dot_segments(path: str) -> str:
    """A path without `.` and `..` (RFC 3986 5.2.4)."""
    kept: list[str] = []
    part = ""
    for part in path.split("/"):
        if part == "..":
            del kept[max(1, len(kept) - 1) :]
        elif part != ".":
            kept.append(part)
    return "/".join(kept) + ("/" if part in (".", "..") else "")


def _slashes(href: str) -> str:
    path, mark, rest = re.match(r"([^?#]*)([?#]?)(.*)", href, re.S).groups()  # type: ignore[union-attr]  # matches any
    return str(path).replace("\\", "/") + str(mark) + str(rest)


def _sound_host(parts: SplitResult) -> bool:
    host = parts.netloc.rpartition("@")[2]
    host = host if host.endswith("]") else re.sub(r":\d*$", "", host)
    # "http://http://…" is a slip of the pen, not a host.
    return is_host(host) and host.lower() not in ("http", "https")


def is_host(host: str) -> bool:
    """Whether an ASCII host, without port, is one that the web could know (RFC 1123; underscores are met)."""
    return bool(_HOST.fullmatch(host)) and len(host) <= 254


def without_fragment(url: str) -> str:
    """The address up to its `#`."""
    return url.partition("#")[0]


@lru_cache(maxsize=262144)
def host_of(url: str) -> str:
    """The host in lower case without `www.` and port; empty where there is none."""
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return ""
    return host.rstrip(".").removeprefix("www.")


def path_parts(url: str) -> tuple[str, ...]:
    """The segments of the path, percent-decoded, without empty ones."""
    try:
        path = urlsplit(url).path
    except ValueError:
        return ()
    return tuple(unquote(part) for part in path.split("/") if part)


def slug_of(home: str) -> str:
    """The name of a blog: host without `www.`, then path, every run of other than letters and digits one "-".

    >>> slug_of("https://www.example.org/~ann/blog/")
    'example-org-ann-blog'
    """
    words = " ".join((host_of(home), *path_parts(home)))
    return re.sub(r"[\W_]+", "-", words).strip("-")


def home_of(text: str) -> str:
    """The address of what a person typed as a blog; https where no scheme was typed, the fragment dropped.

    Raises NotAnAddress for what has no host that the web could know, or holds a password.
    """
    address = without_fragment(typed(text))
    return address if urlsplit(address).path else re.sub(r"(?=\?|$)", "/", address, count=1)


def typed(text: str) -> str:
    """The address that a person typed, its fragment kept; https where no scheme was typed. Raises as `home_of`."""
    words = text.strip(_ENDS)
    refuse_password(words)
    bare = not _SCHEME.match(words)
    address = absolute("", "https://" + words.lstrip("/") if bare else words)
    if address is None or any(mark.isspace() for mark in words) or (bare and not _known_host(address)):
        raise NotAnAddress(f"{without_password(text)!r} is no web address: give one such as https://blog.example.org/")
    return address


def refuse_password(text: str) -> None:
    """Raise PasswordInAddress where a name or a password stands before an address's host: neither may be kept."""
    words = text.strip(_ENDS)
    if login := _LOGIN.match(words):
        host = re.split(r"[/\\?#]", words[login.end() :], maxsplit=1)[0]
        raise PasswordInAddress(f"a name or password stands before the host {host}: give the address without it")


def without_password(text: str) -> str:
    """What a person typed, fit to be shown: what may be a name and a password is left out."""
    return _SECRET.sub("…@", text, count=1)


def _known_host(address: str) -> bool:
    host = host_of(address)
    return "." in host or ":" in host or host == "localhost"


@lru_cache(maxsize=262144)
def parents(url: str) -> tuple[str, ...]:
    """The folders above an address, nearest first, down to the root; not the address itself.

    >>> parents("https://example.org/a/b.html")
    ('https://example.org/a/', 'https://example.org/')
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return ()
    folders = []
    path = parts.path if parts.query else parts.path.rstrip("/")
    while "/" in path:
        path = path.rpartition("/")[0]
        folders.append(f"{parts.scheme}://{parts.netloc}{path}/")
    return tuple(dict.fromkeys(folders))


def is_asset(url: str) -> bool:
    """Whether the address ends like an image, a style, a script, an archive, a recording or a document."""
    path = url.partition("#")[0].partition("?")[0]
    name = path[path.rfind("/") + 1 :]
    # "https://example.ps" ends in a host, not in a file.
    return name.rpartition(".")[2].lower() in _ASSETS and "." in name and not path.endswith("//" + name)
