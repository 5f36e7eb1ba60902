"""The entries beside a post that its page links to."""

from __future__ import annotations

import pytest

from crawler.model import Place, Role, Source, SourceKind
from crawler.sources import html
from tests.web_page import HOME, document, page

HERE = HOME + "view?id=5"


def beside(body: str, kind: SourceKind = SourceKind.POST) -> list[str]:
    found = html.read(page(document(f"<h1>Ink</h1>{body}<p>It lasts.</p>"), HERE), Source(HERE, kind, Role.ONE))
    return [one.address.removeprefix(HOME) for one in found.claims if one.place is Place.BESIDE]


class TestArrows:
    @pytest.mark.parametrize(
        "body",
        [
            '<div>&laquo; <a href="/view?id=4">Paper</a></div><div><a href="/view?id=6">Glue</a> &raquo;</div>',
            '<p><a href="/view?id=4">← Paper</a> | <a href="/view?id=6">Glue →</a></p>',
        ],
    )
    def test_one_link_with_an_arrow_on_each_side_leads_to_a_neighbour(self, body: str) -> None:
        assert beside(body) == ["view?id=4", "view?id=6"]

    def test_several_on_a_side_lead_to_none(self) -> None:
        assert beside('<p><a href="/view?id=6">Glue »</a></p><p><a href="/view?id=7">Thread »</a></p>') == []

    def test_pages_of_another_template_are_none(self) -> None:
        assert beside('<p><a href="/tools/">« Tools</a></p>') == []

    def test_on_a_listing_an_arrow_names_no_neighbour(self) -> None:
        assert beside('<p><a href="/view?id=4">« Paper</a></p>', SourceKind.ARCHIVE) == []
