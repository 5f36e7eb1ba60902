"""Which date of all that sources give is the day of publication.

A table ranks the rules; the first that gives a usable value wins. A rough date yields to a finer one that it holds, and
a moment told in UTC to a plain day next to it, or to the same moment with an offset: the author's own. A plain month
that ends or begins within a day of such a moment tells the author's day, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from crawler import dates, urls
from crawler.merge.evidence import Said
from crawler.merge.habits import Habits, close
from crawler.model import Chosen, Evidence, PartialDate

DATE_RANK = (
    "curator",
    "api.date",
    "jsonld.datePublished",
    "page.itemprop",
    "page.h-entry",
    "page.hatom",
    "meta.published_time",
    "feed.published",
    "page.time",
    "page.title",
    "address.day",
    "listing.time",
    "listing.itemprop",
    "listing.title",
    "listing.text",
    "listing.day",
    "listing.prefix",
    "embedded.date",
    "feed.dc",
    "page.text",
    "meta.datePublished",
    "jsonld.dateCreated",
    "meta.dc",
    "meta.date",
    "sitemap.news",
    "page.foot",
    "address",
    "listing.heading",
    "listing.page",
    "feed.updated",
)
PLAIN_DAYS = frozenset(
    (
        "listing.text",
        "listing.day",
        "listing.prefix",
        "listing.time",
        "listing.itemprop",
        "listing.title",
        "page.text",
        "page.time",
        "page.h-entry",
        "page.hatom",
        "page.foot",
        "address.day",
        "listing.heading",
    )
)
"""Rules that give the day as the author shows it, where they give no moment."""

_ORDER = {rule: number for number, rule in enumerate(DATE_RANK)}
_LAST = 50
_QUARTER = timedelta(minutes=15)
"""Clocks of the world are apart by multiples of it."""


def choose_date(said: Sequence[Said], address: str, habits: Habits) -> tuple[Chosen | None, bool]:
    """The date of the best rule, and whether sources disagree by more than a day."""
    usable = _usable(said, address, habits)
    if not usable:
        return None, False
    best_day, best = usable[0]
    finer = [
        (day, one) for day, one in usable if day.precision > best_day.precision and day.shown.startswith(best_day.shown)
    ]
    if finer:
        best_day, best = finer[0]
    full = [(day, one) for day, one in usable if day.precision == 3]
    if best_day.precision < 3 and full and not finer:
        best_day, best = full[0]
    if own := _plain_beside(best_day, full) or _with_own_offset(best_day, full) or _in_own_month(best_day, usable):
        best_day, best = own
    conflict = any(not close(day.shown, best_day.shown) for day, one in full if _rank(one) < _ORDER["listing.heading"])
    return Chosen(str(best_day), best.evidence.rule, best.source), conflict


def _usable(said: Sequence[Said], address: str, habits: Habits) -> list[tuple[PartialDate, Said]]:
    """What can be believed, best rule first; the address itself is a witness, too."""
    inside = urls.date_in(address)
    everything = list(said)
    if inside is not None:
        everything.append(Said(_of_address(inside, habits, "#" in address), address))
    usable = []
    for one in everything:
        value = dates.settle(one.evidence.value, habits.order) if "|" in one.evidence.value else one.evidence.value
        day = dates.parse_partial(value)
        trusted = (one.source, one.evidence.rule) not in habits.distrusted and (
            "",
            one.evidence.rule,
        ) not in habits.distrusted
        if day and dates.plausible(day, habits.today) and trusted:
            usable.append((day, one))
    usable.sort(key=lambda pair: (_rank(pair[1]), -pair[0].precision, str(pair[0]), pair[1].source))
    return usable


def _of_address(inside: PartialDate, habits: Habits, placed: bool) -> Evidence:
    """What an address tells; a number after the month is no day where the blog's addresses have none.

    `placed` are entries that are places on a page of many: the page's address tells the page's first day, not theirs.
    """
    if inside.day and habits.days_in_addresses and not placed:
        return Evidence("date", str(inside), "address.day")
    return Evidence("date", str(replace(inside, day=None)), "address")


def _plain_beside(best: PartialDate, full: Sequence[tuple[PartialDate, Said]]) -> tuple[PartialDate, Said] | None:
    """A plain day one off from a moment that is told in UTC, or is midnight there: the author's own day."""
    if best.precision < 3 or not (best.offset in dates.UTC_OFFSETS or _midnight_in_utc(best)):
        return None
    plain = [(day, one) for day, one in full if not day.time and one.evidence.rule in PLAIN_DAYS]
    if any(day.shown == best.shown for day, _ in plain):
        return None
    return next(((day, one) for day, one in plain if close(day.shown, best.shown)), None)


def _with_own_offset(best: PartialDate, full: Sequence[tuple[PartialDate, Said]]) -> tuple[PartialDate, Said] | None:
    """The minute that is told in UTC, told with another offset by another source, unless a plain day speaks for UTC."""
    if best.offset not in dates.UTC_OFFSETS or not best.time:
        return None
    if any(day.shown == best.shown and not day.time and one.evidence.rule in PLAIN_DAYS for day, one in full):
        return None
    elsewhere = ((day, one) for day, one in full if day.time and day.offset not in dates.UTC_OFFSETS)
    return next(((day, one) for day, one in elsewhere if _is_same_minute(day, best)), None)


def _is_same_minute(day: PartialDate, best: PartialDate) -> bool:
    """Whether a moment is that one told in UTC; one without an offset, where clocks may be so far apart."""
    if len(day.offset) == 6:
        return _minute(day) == _minute(best)
    ahead = _minute(replace(day, offset="+00:00")) - _minute(best)
    return -dates.WEST <= ahead <= dates.EAST and not ahead % _QUARTER


def _in_own_month(best: PartialDate, usable: Sequence[tuple[PartialDate, Said]]) -> tuple[PartialDate, Said] | None:
    """The last or the first day of the only month that lists or the address tell, where a moment told in UTC lies just
    beyond it: by less than clocks are apart."""
    if best.offset not in dates.UTC_OFFSETS or not best.time:
        return None
    months = {day.shown: one for day, one in usable if day.precision == 2 and _tells_month(one)}
    plain = any(day.shown == best.shown and not day.time and _is_plain(one) for day, one in usable)
    if len(months) != 1 or plain:
        return None
    ((month, one),) = months.items()
    at = datetime.fromisoformat(f"{best.shown}T{best.time}")
    within = [day for day in dates.days_elsewhere(at) if day.isoformat().startswith(month)]
    return (_plain(within[0]), one) if within and not best.shown.startswith(month) else None


def _tells_month(one: Said) -> bool:
    return one.evidence.rule == "address" or one.evidence.rule.startswith("listing.")


def _is_plain(one: Said) -> bool:
    return one.evidence.rule in PLAIN_DAYS


def _plain(day: date) -> PartialDate:
    return PartialDate(day.year, day.month, day.day)


def _minute(day: PartialDate) -> datetime:
    moment = datetime.fromisoformat(f"{day.shown}T{day.time}{day.offset}")
    return moment.astimezone(UTC).replace(second=0, microsecond=0)


def _midnight_in_utc(day: PartialDate) -> bool:
    """A plain day that a program has turned into a moment: 20:00 at -04:00."""
    if not day.time or len(day.offset) != 6:
        return False
    moment = datetime.fromisoformat(f"{day.shown}T{day.time}{day.offset}").astimezone(UTC)
    return (moment.hour, moment.minute, moment.second) == (0, 0, 0)


def _rank(one: Said) -> int:
    return _ORDER.get(one.evidence.rule, _LAST)
