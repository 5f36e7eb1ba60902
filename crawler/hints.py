"""What a link's words and address say of the page behind it: an archive, a year, a page of a series, a category.

Tables of words in a dozen languages and of address parts. A hint decides only what is worth asking; what a page really
is, its own content tells.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from crawler import dates, urls
from crawler.model import PartialDate, Role

WHOLE_WORDS = re.compile(
    r"""^\W*(?:(?:[\w'’]+)\s+){0,4}archives?\W*$|^\W*(?:(?:the|my|full|complete|blog|post|article|site|news|weblog|by|browse|view|see|all|our|past|old)\s+){0,3}
    (?:archives?|all(?:\s+(?:the\s+|our\s+)?(?:(?:blog|my)\s+)?(?:posts|articles|entries|writing|notes|essays|stories|issues|episodes|editions|newsletters|columns))?|past\s+(?:episodes|editions|newsletters)|previous\s+issues|back\s+issues|back\s?catalog(?:ue)?|
    (?:post|article|blog)\s+(?:index|list|archives?)|index\s+of\s+(?:all\s+)?posts|table\s+of\s+contents|everything|history|chronological(?:\s+\w+)?|
    timeline|past\s+(?:posts|articles|issues)|previous\s+posts|older\s+posts\s+archive|list\s+of\s+(?:all\s+)?(?:posts|articles)|toc|
    archiv|alle\s+(?:beitr[äa]ge|artikel|eintr[äa]ge)|blog-?archiv|beitragsarchiv|inhaltsverzeichnis|
    tous\s+les\s+(?:articles|billets)|archivos?|todas?\s+l[ao]s?\s+(?:entradas|art[íi]culos)|todos\s+los\s+(?:posts|art[íi]culos)|
    arquivos?|todos\s+os\s+(?:posts|artigos)|archivi?o?|tutti\s+(?:gli\s+articoli|i\s+post)|archief|alle\s+berichten|
    archiwum|wszystkie\s+(?:wpisy|posty)|архивы?|архив\s+\w+|все\s+(?:записи|статьи|посты)|архів|
    归档|存档|文章归档|歸檔|彙整|文章列表|所有文章|全部文章|文章目录|目录|時光機|アーカイブ|過去記事|記事一覧|全記事|全ての記事|バックナンバー|
    보관함|글\s?목록|전체\s?글|아카이브|arkisto|arkiv|arşiv|archivum|archívum)
    \W*(?:\d+\W*|\(\d+\)\W*|»|›|→)?$""",
    re.I | re.X,
)
BLOG_WORDS = re.compile(
    r"^\W*(?:(?:the|my|our|tech|engineering|company|dev|developer)\s+)?(?:web)?(?:blog|log|journal|diary|posts|articles|writings?|essays|notes|entries|news|words|episodes|gemlog|phlog|"
    r"beitr[äa]ge|artikel|billets|carnet|entradas|artigos|articoli|berichten|wpisy|блог|записи|статьи|博客|日志|日誌|文章|网志|網誌|随笔|"
    r"ブログ|記事|日記|블로그|글|bloggen|bejegyzések)\W*$",
    re.I,
)
NEXT_WORDS = re.compile(
    r"""^\W*(?:(?:see|view|show|load|read|go\s+to)\s+)?(?:next(?:\s+(?:page|posts|entries|articles|\d+))?|previous\s+\d+(?:\s+\w+)?|older(?:\s+(?:posts?|entries|articles|stories|news|blog\s+posts))?|previous\s+(?:posts|entries|articles|page\s+of\s+posts)|
    (?:load\s+)?more\s+(?:posts|articles|entries|stories)|load\s+more|earlier(?:\s+(?:posts|entries))?|(?:n[äa]chste|[äa]ltere)(?:\s+(?:seite|beitr[äa]ge|eintr[äa]ge|artikel|posts))?|vorherige\s+(?:beitr[äa]ge|eintr[äa]ge)|frühere\s+beitr[äa]ge|
    (?:page\s+)?suivante?s?|articles\s+(?:plus\s+anciens|pr[ée]c[ée]dents)|plus\s+anciens?|billets\s+pr[ée]c[ée]dents|siguientes?|(?:entradas\s+)?(?:m[áa]s\s+)?antiguas?|entradas\s+anteriores|
    pr[óo]xim[ao]s?(?:\s+p[áa]gina)?|(?:posts|posta?gens|artigos|publicaç[õo]es|p[áa]ginas?)\s+(?:mais\s+)?(?:antig[oa]s|anterior(?:es)?)|mais\s+antig[oa]s|avanti|successiv[oi]|articoli\s+(?:meno\s+recenti|precedenti)|pi[ùu]\s+vecchi|post\s+più\s+vecchi|
    volgende|oudere(?:\s+berichten)?|nast[ęe]pn[ay]|starsze(?:\s+(?:wpisy|posty))?|starsze|poprzednie\s+wpisy|далее|дальше|следующая(?:\s+страница)?|ранее|(?:предыдущие|следующие|старые|более\s+(?:ранние|старые))(?:\s+(?:записи|посты|статьи|сообщения))?|раньше|старше|старіші(?:\s+\w+)?|
    下一页|下一頁|下页|较早的文章|较旧的文章|更早|較舊的文章|次へ|次のページ|過去の記事|古い記事|前のページ|다음|다음\s?페이지|이전\s?글|nästa|äldre(?:\s+\w+)?|neste|eldre(?:\s+\w+)?|næste|ældre(?:\s+\w+)?|seuraava|vanhemmat(?:\s+\w+)?|další|starší(?:\s+\w+)?|staršie(?:\s+\w+)?|következő|régebbi(?:\s+\w+)?|
    (?:daha\s+)?eski\s+(?:yazılar|gönderiler|kayıtlar)|sonraki(?:\s+\w+)?|παλαιότερ\w+(?:\s+\w+)?|(?:postări|articole)\s+mai\s+vechi|bài\s+(?:đăng\s+)?cũ\s+hơn|(?:posting|pos)\s+lama|
    前の\s?\d+\s?(?:件|日分|記事)|次の\s?\d+\s?(?:件|日分|記事)|以前の記事)
    \W*$""",
    re.I | re.X,
)
ARROWS = re.compile(r"^\s*(?:»|›|→|⟶|➡|>>?|&raquo;|▶|≫|❯|↓)+\s*$")
NEWER_WORDS = re.compile(
    r"newer|prev(?!ious\s+(?:posts|entries|articles))|neuere|zurück|récents?|recientes|recentes|nieuwere|nowsze|новые|上一|较新|新しい|前へ|이전\s?페이지",
    re.I,
)
PAGER_WORDS = re.compile(
    r"^\W*(?:page|seite|p[áa]gina|strona|strana|side|sida|sivu|страница|第|last(?: page)?|"
    r"letzte|derni[èe]re|[úu]ltim[ao]|laatste|ostatnia|последняя|末页|尾页|最後|최신|마지막)?\W*\d*\W*(?:页|頁|ページ|페이지)?\W*$",
    re.I,
)
_NUMBERED = re.compile(
    r"/(?:(?:page|pagina|seite|strana|strona|side|sida|pag|previous)[-_/:]?|index[-_]?|pagination/|(?-i:P))(\d{1,5})(?:/index)?"
    r"(?:\.html?|\.php)?/?$",
    re.I,
)
_PERHAPS_NUMBERED = re.compile(r"/(?:posts|blog|p|archives?)/(\d{1,3})(?:\.html?|\.php)?/?$", re.I)
_PAGE_QUERIES_NAMES = "page paged pg start offset pagenum pageno skip pn currentpage"
PAGE_QUERIES = frozenset(_PAGE_QUERIES_NAMES.split())
PERHAPS_QUERIES = PAGE_QUERIES | {"p", "s", "from"}
"""Parameters that count pages where a link says so: elsewhere `p` is a post's number."""

LIST_PAGE = re.compile(r"[0-9a-f]{6,8}_page")
"""The parameter of a page of one of several lists on a page, named by the list's own number (Webflow)."""

_SECTION_PARTS_NAMES = """
category categories categorie kategorie kategorien kategoria categoria cat cats topic topics section sections series
serie rubrik rubrique rubriques rubric subject subjects thema themen kategorier channel collections collection
"""
SECTION_PARTS = frozenset(_SECTION_PARTS_NAMES.split())
_TAG_PARTS_NAMES = """
tag tags label labels keyword keywords schlagwort schlagworte mot-cle etiqueta etiquetas etiquette tagged
"""
TAG_PARTS = frozenset(_TAG_PARTS_NAMES.split())
_AUTHOR_PARTS_NAMES = """
author authors user users contributor contributors autor autoren auteur autores writer writers by member members
profile
"""
AUTHOR_PARTS = frozenset(_AUTHOR_PARTS_NAMES.split())
FEED_END = re.compile(
    r"(?:/feed|/rss|/atom|\.rss|\.atom|/(?:rss2?|atom|feed|index|all|posts|blog)[\w.-]*\.xml|\.rdf|/feed\.json|feeds?/posts/default|/feeds?/(?:all|posts?|blog|rss|atom)[\w.]*)/?$",
    re.I,
)
_STANDING_NAMES = """
about about-me about-us aboutme contact contact-us cv resume impressum imprint privacy privacy-policy legal terms
disclaimer search login register signup subscribe newsletter colophon donate sitemap home feed rss kontakt ueber
ueber-mich datenschutz datenschutzerklaerung agb mentions-legales a-propos apropos acerca acerca-de sobre sobre-mi
o-mnie chi-sono over-mij
"""
STANDING = frozenset(_STANDING_NAMES.split())
_PERHAPS_NAMES = """
now uses links blogroll projects talks speaking portfolio publications books photos gallery support faq help archive
archives tags categories hire hire-me work consulting author music recipes quotes
"""
PERHAPS_STANDING = frozenset(_PERHAPS_NAMES.split())


@dataclass(frozen=True, slots=True)
class Hint:
    """What a link promises: the role, and its number where there is one (page, year)."""

    role: Role
    number: int | None = None
    weight: int = 1


@lru_cache(maxsize=32768)
def page_number(address: str) -> int | None:
    """The number of a page in a series as its address tells: /page/3/, ?page=3, /page3, /index-3.html."""
    parts = urlsplit(address)
    found = _NUMBERED.search(parts.path)
    return int(found[1]) if found else _number_in(parts.query, PAGE_QUERIES)


def perhaps_page_number(address: str) -> int | None:
    """As `page_number`, also for forms that number posts elsewhere: /posts/3, ?p=3. For links that turn a page."""
    if (number := page_number(address)) is not None:
        return number
    parts = urlsplit(address)
    found = _PERHAPS_NUMBERED.search(parts.path)
    return int(found[1]) if found else _number_in(parts.query, PERHAPS_QUERIES)


def _number_in(query: str, names: frozenset[str]) -> int | None:
    for name, value in parse_qsl(query):
        if (name.lower() in names or LIST_PAGE.fullmatch(name)) and value.isdecimal() and len(value) < 7:
            return int(value)
    return None


@lru_cache(maxsize=32768)
def series_root(address: str) -> str:
    """The address without its page number: what all pages of a series have in common.

    /blog/page/3/ and /blog/?page=3 belong to /blog/; an address without a number stands for itself.
    """
    parts = urlsplit(address)
    if found := _NUMBERED.search(parts.path):
        return urlunsplit((parts.scheme, parts.netloc, parts.path[: found.start()] + "/", "", ""))
    kept = [
        (name, value)
        for name, value in parse_qsl(parts.query)
        if name.lower() not in PAGE_QUERIES and not LIST_PAGE.fullmatch(name)
    ]
    return urlunsplit((parts.scheme, parts.netloc, parts.path, urlencode(kept), ""))


PLAIN_PAGE = re.compile(r"/page/\d+/?$", re.I)
"""The form of a page of a series that no post has."""

_AUTHOR_PAGES = frozenset(("author", "authors", "autor", "auteur"))
_WEEKLY = re.compile(r"/(\d{4})_\d\d_\d\d_archive\.html$")
"""Month and week pages of a program that named them by their first day."""


def _is_dated_slug(shape: str, address: str) -> bool:
    """/2008/08/30/page-2/ is a post so titled; /2008/08/page/2/ is not."""
    return "{month}" in shape and not PLAIN_PAGE.search(urlsplit(address).path) and "?" not in address


@lru_cache(maxsize=32768)
def role_of_address(address: str) -> Hint | None:
    """What the address alone tells."""
    shape = urls.shape_of(address)
    if (number := page_number(address)) is not None and not _is_dated_slug(shape, address):
        return Hint(Role.PAGE, number)
    if any(name.lower() in PAGE_QUERIES and value.isdecimal() for name, value in parse_qsl(urlsplit(address).query)):
        return Hint(Role.PAGE)  # an offset too long to be counted up: a moment in milliseconds
    return _calendar(shape, address) or _taxonomy([part.lower() for part in urls.path_parts(address)])


def _taxonomy(parts: list[str]) -> Hint | None:
    """A tag, a category or an author, by the name of a folder."""
    for part in parts:
        if part in TAG_PARTS:
            return Hint(Role.TAG)
        if part in SECTION_PARTS or part.startswith(("cat_", "category-")):
            return Hint(Role.SECTION)
        if part in AUTHOR_PARTS and (part != parts[-1] or part in _AUTHOR_PAGES):
            return Hint(Role.AUTHOR)
    return None


def _calendar(shape: str, address: str) -> Hint | None:
    """A year, month or day page: an address that ends with its date and has no slug."""
    if weekly := _WEEKLY.search(address):
        return Hint(Role.MONTH, int(weekly[1]))
    asked = shape.partition("?")[2]
    shape = asked if "{year}" in asked else shape  # whatever the page is called that is asked for a period
    if "{slug}" in shape or "{number}" in shape or "{year}" not in shape:
        return None
    day = urls.date_in(address)
    if day is None:
        return None
    role = (Role.YEAR, Role.MONTH, Role.DAY)[day.precision - 1]
    return Hint(role, day.year)


def role_of_link(text: str, address: str) -> Hint | None:
    """What text and address of a link tell together; None where they promise no listing."""
    by_address = role_of_address(address)
    if by_address and by_address.role is not Role.PAGE:
        return by_address
    words = " ".join(text.split())
    found = _dated_words(words, address)
    if by_address or found:
        return found or by_address
    weight = _promise(words, address)
    return Hint(Role.WHOLE, weight=weight) if weight else None


def _last_words(address: str) -> str:
    """The end of an address as words: "march-2009.html" is March 2009."""
    parts = urls.path_parts(address)
    return re.sub(r"\.\w+$", "", parts[-1]).replace("-", " ").replace("_", " ") if parts else ""


def _promise(words: str, address: str) -> int:
    """How strongly a link promises the whole archive: 3 by its words, 2 by its address, 1 as the way to the blog."""
    if "{year}" in urls.shape_of(address):
        return 0
    if len(words) <= 60 and WHOLE_WORDS.match(words):
        return 3
    if _archive_path(address):
        return 2
    return int(len(words) <= 40 and bool(BLOG_WORDS.match(words)))


def _dated_words(words: str, address: str) -> Hint | None:
    """A link that reads "2009" or "March 2009 (12)"; one that has a slug under a date is a post so titled."""
    if len(words) > 30 or not any(sign.isdigit() for sign in words):
        return None
    day = dates.parse_partial(dates.heading_date(words))
    if day is None or day.day is not None:
        return None
    shape = urls.shape_of(address)
    asked = ("?" in address and urls.date_in(address) == day) or _spells(address, day)
    if ("{slug}" in shape or "{number}" in shape) and not asked and not dates.heading_date(_last_words(address)):
        return None
    return Hint(Role.YEAR if day.month is None else Role.MONTH, day.year)


def _spells(address: str, day: PartialDate) -> bool:
    """Whether an address ends with a month or year in numbers: "default,month,2005-03.aspx", "diary2005.html"."""
    last = address.rstrip("/").rpartition("/")[2]
    month = f"{day.month:02}" if day.month else ""
    written = rf"{day.year}[-_.,]?{month}|{month}[-_.,]?{day.year}" if month else rf"[a-z]{day.year}"
    return bool(re.search(rf"(?<!\d)(?:{written})(?:\.\w+)?$", last))


_ARCHIVE_PATHS_NAMES = """
archive archives archiv archivo archivos arquivo arquivos archivio archief archiwum all all-posts allposts posts toc
blog-archive blogarchive post-archive blog weblog articles writing essays journal list index-of-posts sitemap-posts
history timeline episodes gemlog
"""
_ARCHIVE_PATHS = frozenset(_ARCHIVE_PATHS_NAMES.split())


def _archive_path(address: str) -> bool:
    parts = urls.path_parts(address)
    if not parts or urlsplit(address).query or "{year}" in urls.shape_of(address):
        return False
    return re.sub(r"\.(?:html?|php)$", "", parts[-1].lower()) in _ARCHIVE_PATHS


def is_next(text: str, rel: str) -> bool:
    """Whether a link leads to the next older page of a listing."""
    if "next" in rel.split():
        return True
    if len(text) > 40:
        return False
    return bool(NEXT_WORDS.match(text) or ARROWS.match(text)) and not NEWER_WORDS.search(text)


_LONGEST_TURN = 40
_SIGNS = frozenset("#¶∞§★")
"""Permanent links, not pages."""

_TURNS = " «‹←<"


def turns_page(text: str, rel: str) -> bool:
    """Whether a link's words are those of a row of page numbers: "2", "Page 3", "Newer posts", "Last"."""
    if not text.strip() or len(text) > _LONGEST_TURN or text.strip() in _SIGNS:
        return False
    return bool(PAGER_WORDS.match(text) or NEWER_WORDS.match(text.lstrip(_TURNS))) or is_next(text, rel)


def says_older_posts(text: str) -> bool:
    """Whether a link's words speak of a page of posts, not just of what is next."""
    return len(text) <= 40 and bool(NEXT_WORDS.match(text)) and not _BARE_NEXT.match(text)


_BARE_NEXT = re.compile(
    r"^\W*(?:next|older|earlier|more|volgende|suivante?s?|siguientes?|avanti|далее|次へ|다음|下一页|下一頁)\W*$", re.I
)


_FEED_WORDS = frozenset(("rss", "atom", "feed", "rss feed", "atom feed", "json feed", "xml"))


def is_feed(text: str, address: str) -> bool:
    """Whether a link looks as if it led to a feed."""
    return _ends_as_feed(address) or text.strip().lower() in _FEED_WORDS


@lru_cache(maxsize=32768)
def _ends_as_feed(address: str) -> bool:
    return bool(FEED_END.search(urlsplit(address).path))


def standing(address: str) -> float:
    """How much an address looks like a page that sites keep beside their posts: about 1, links or faq 0.5."""
    parts = urls.path_parts(address)
    name = re.sub(r"\.(?:html?|php)$", "", parts[-1].lower()) if parts else ""
    return 1.0 if name in STANDING else 0.5 if name in PERHAPS_STANDING else 0.0
