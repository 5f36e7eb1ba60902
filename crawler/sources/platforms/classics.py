"""Programs and hosts of the first years of blogs, which have no API for readers: where their archives and feeds stand.

Data only. Where a row names a file of the program, that says so; the other rows are as such blogs are commonly found.
"""

from __future__ import annotations

from crawler.model import SourceKind
from crawler.sources.platforms.generators import credited, usual
from crawler.sources.platforms.table import Offer, Platform

CLASSICS: tuple[Platform, ...] = (
    Platform(  # s9y/Serendipity, rss.php: with `all` every entry, the oldest first, made for moving to another blog
        "serendipity",
        generator=r"^serendipity\b",
        offers=(
            Offer(SourceKind.FEED, "{folder}rss.php?version=2.0&all=1"),
            *usual("archive", "feeds/index.rss2"),
        ),
        only=True,
    ),
    Platform(  # textpattern/textpattern, publish/rss.php: `limit` up to 100, or up to what the feed has anyway
        "textpattern",
        generator=r"^textpattern\b",
        larger="limit=100",
        only=True,
    ),
    Platform(  # dotclear, inc/prepend.php: the patterns of addresses, archive/YYYY/MM, feed/atom
        "dotclear",
        generator=r"^dotclear\b",
        source=credited(r"dotclear\.(?:org|net)"),
        offers=usual("archive", "feed/atom feed/rss2"),
    ),
    Platform(  # b2evolution, inc/items/model/_itemlistlight.class.php: `unit=all` in lists and feeds alike;
        # skins/_arcdir.disp.php: all months; skins/_postidx.disp.php: a thousand titles
        "b2evolution",
        generator=r"^b2evolution\b",
        offers=(
            Offer(SourceKind.FEED, "{folder}?tempskin=_rss2&unit=all"),
            *usual("?disp=arcdir ?disp=postidx", "?tempskin=_rss2 ?tempskin=_atom"),
        ),
        only=True,
    ),
    Platform(
        "typepad",
        generator=r"\btypepad\.com",
        host=r"\.typepad\.com$",
        offers=usual("archives.html weblog/archives.html", "atom.xml rss.xml index.rdf"),
    ),
    Platform(
        "movable type",
        generator=r"^movable type\b",
        offers=usual("archives.html archives/", "atom.xml index.xml index.rdf"),
    ),
    Platform(  # dreamwidth, cgi-bin/LJ/S2/YearPage.pm: the last year and links to all, months below them;
        # RecentPage.pm: pages of the newest end at MAX_SCROLLBACK_LASTN entries (100)
        "dreamwidth",
        host=r"\.dreamwidth\.org$",
        offers=usual("archive", "data/rss data/atom"),
        only=True,
        shallow=True,
    ),
    Platform(  # whose code Dreamwidth comes from
        "livejournal",
        host=r"\.livejournal\.com$",
        offers=usual("calendar", "data/rss data/atom"),
        only=True,
        shallow=True,
    ),
)
