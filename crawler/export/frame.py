"""What a listing needs to know besides its rows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crawler.model import Blog


@dataclass(frozen=True, slots=True)
class Frame:
    """`blog` gives the blog of a slug, asked once a blog as its rows come; `generated` is the moment of writing
    (RFC 3339, UTC); `raw`: cells exactly as stored, without a guard; `whole`: no post of a blog was left out."""

    blog: Callable[[str], Blog]
    generated: str
    raw: bool = False
    whole: bool = False
