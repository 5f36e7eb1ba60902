"""Addresses: joined, compared, taken apart. Pure; knows nothing of pages or posts.

    absolute      what a page links to, as a full address
    canonical     the key under which two spellings of one page are equal
    shape_of      the template of an address, date_in the date it tells

An address that is stored or asked for is never rewritten to its key: keys are only compared.
"""

from __future__ import annotations

from crawler.urls.addresses import (
    absolute,
    home_of,
    host_of,
    is_asset,
    parents,
    path_parts,
    refuse_password,
    slug_of,
    typed,
    without_fragment,
    without_password,
)
from crawler.urls.keys import canonical, without_tracking
from crawler.urls.shapes import date_in, shape_of

__all__ = [
    "absolute",
    "canonical",
    "date_in",
    "home_of",
    "host_of",
    "is_asset",
    "parents",
    "path_parts",
    "refuse_password",
    "shape_of",
    "slug_of",
    "typed",
    "without_fragment",
    "without_password",
    "without_tracking",
]
