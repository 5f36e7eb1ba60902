"""The site's own sitemap (https://www.sitemaps.org/protocol.html): 50,000 addresses a file, an index above several."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from urllib.parse import quote, urljoin

from crawler.export.xml import Writer

MOST = 50_000
NAMESPACE = {"xmlns": "http://www.sitemaps.org/schemas/sitemap/0.9"}


def sitemaps_of(base: str, names: Sequence[str]) -> Mapping[str, str]:
    """File name to sitemap of pages by their place below `base`; none without a base."""
    if not base:
        return {}
    parts = [names[start : start + MOST] for start in range(0, len(names), MOST)]
    if len(parts) == 1:
        return {"sitemap.xml": _written("urlset", "url", base, parts[0])}
    children = {f"sitemap-{at}.xml": _written("urlset", "url", base, part) for at, part in enumerate(parts, 1)}
    return {"sitemap.xml": _written("sitemapindex", "sitemap", base, list(children)), **children}


def _written(root: str, each: str, base: str, names: Sequence[str]) -> str:
    out = io.StringIO()
    xml = Writer(out)
    xml.begin()
    with xml.element(root, NAMESPACE):
        for name in names:
            with xml.element(each, line=False):
                xml.leaf("loc", urljoin(base, quote(name.removesuffix("index.html"))))
    return out.getvalue()
