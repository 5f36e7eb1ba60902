"""Dates: read from machines, from people, from headings; never more precise than they were told.

    parse_machine   feeds, meta elements, APIs          parse_partial   what this project itself has written
    parse_text      an element that is a date           find_dates      dates inside a text
    heading_date    a heading over a dated listing      month_day       a day under such a heading
    machine_value   as parse_machine, with both readings of a numeric day
    ordinal         the number of a full day            is_far          a day and the days around it
    is_calendar_word    whether a word names a month or a day of the week

Values are strings as `model.Evidence` holds them. `languages` are BCP 47 tags, the likeliest first; empty where
unknown. What wins among several dates is decided elsewhere.
"""

from __future__ import annotations

from crawler.dates.headings import heading_date, month_day
from crawler.dates.machine import machine_value, parse_machine
from crawler.dates.names import is_calendar_word
from crawler.dates.partial import EAST, UTC_OFFSETS, WEST, days_elsewhere, order_of, parse_partial, plausible, settle
from crawler.dates.spans import Span, is_far, ordinal
from crawler.dates.written import find_dates, parse_text, text_value

__all__ = [
    "EAST",
    "UTC_OFFSETS",
    "WEST",
    "Span",
    "days_elsewhere",
    "find_dates",
    "heading_date",
    "is_calendar_word",
    "is_far",
    "machine_value",
    "month_day",
    "order_of",
    "ordinal",
    "parse_machine",
    "parse_partial",
    "parse_text",
    "plausible",
    "settle",
    "text_value",
]
