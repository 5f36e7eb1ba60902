"""Golden cases: each folder `cases/KIND/NAME/` is a page and what the parser `crawler.sources.KIND` must find in it.

A folder holds
- `page.*`: the bytes of the page;
- `source.json`: `address`, and where they matter `kind` `role` `label` `parent` `number` of the source, `status`
  `headers` `final` `redirects` of the page (200, none, the address, none), and `today`;
- `expected.json`: compared on the keys given alone. A parser must recognise the page unless `"recognised": false`.
  - `claims`: all claims, in order. A claim is an object: `address`, `place`, and fields of evidence: `"title": "…"` is
    the first value, a list all values, `null` none at all; `"title.rule"` and `"title.raw"` look at the rule and raw.
  - `self`: what the page says of itself, an object as in `claims`; `listed`: all claims placed in a listing, in order,
    each `[address, title, date]`, null for what is not told.
  - `claims_among`: claims that must be there, by their address, whatever else is; `claims_absent`: addresses that
    must not be; `claim_count`: how many there are.
  - `sources`, `totals`, `problems`: all of them, in order, objects of their attributes; `sources_among`: some of them.
  - `roles`: for each role that is named, the addresses of all sources of that role, in order.
  - `facts`: an object of attributes. `traits`: all traits; `traits_among`: some of them.

A kind with a dot names a module below: `cases/platforms.ghost/…`. Pages of the cases are also the seeds of documents
that are damaged at random, which no parser may fail on.
"""

from __future__ import annotations

import importlib
import inspect
import json
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crawler.model import Claim, Findings, Page, Place, Role, Source, SourceKind
from crawler.sources import PARSERS

CASES = Path(__file__).parent / "cases"
FOLDERS = sorted(path.parent for path in CASES.rglob("source.json"))


def page_and_source(folder: Path) -> tuple[Page, Source, date | None]:
    said = json.loads((folder / "source.json").read_text("utf-8"))
    (file,) = folder.glob("page.*")
    address = said["address"]
    page = Page(
        asked=address,
        address=said.get("final", address),
        status=said.get("status", 200),
        headers=said.get("headers", {}),
        body=file.read_bytes(),
        redirects=tuple(said.get("redirects", ())),
    )
    source = Source(
        address=address,
        kind=SourceKind(said.get("kind", "homepage")),
        role=Role(said.get("role", "other")),
        label=said.get("label", ""),
        parent=said.get("parent", ""),
        number=said.get("number"),
    )
    return page, source, date.fromisoformat(said["today"]) if "today" in said else None


def findings_of(parser: Any, page: Page, source: Source, today: date | None) -> Findings:
    takes_today = "today" in inspect.signature(parser.read).parameters
    found = parser.read(page, source, today=today) if takes_today else parser.read(page, source)
    assert isinstance(found, Findings)
    return found


def told(claim: Claim, key: str, expected: Any) -> Any:
    """What a claim says under a key of an expected claim, in the shape in which it is expected."""
    if key == "address":
        return claim.address
    if key == "place":
        return claim.place.value
    name, _, attribute = key.partition(".")
    values = [getattr(evidence, attribute or "value") for evidence in claim.every(name)]
    if isinstance(expected, list):
        return values
    return values[0] if values else None


def claim_on(claim: Claim, expected: dict[str, Any]) -> dict[str, Any]:
    return {key: told(claim, key, wanted) for key, wanted in expected.items()}


def attributes_on(thing: Any, expected: dict[str, Any]) -> dict[str, Any]:
    return {key: getattr(thing, key) for key in expected}


def matched(things: tuple[Any, ...], expected: list[dict[str, Any]], on: Any) -> list[dict[str, Any]]:
    """The things seen on the keys that are expected of each; a thing too many is seen by its repr."""
    rows = [on(thing, wanted) for thing, wanted in zip(things, expected, strict=False)]
    return rows + [{"too many": repr(thing)} for thing in things[len(expected) :]]


def self_on(findings: Findings, expected: dict[str, Any]) -> dict[str, Any]:
    (claim,) = (claim for claim in findings.claims if claim.place is Place.SELF)
    return claim_on(claim, expected)


def listed(findings: Findings) -> list[list[str | None]]:
    claims = [claim for claim in findings.claims if claim.place is Place.LISTING]
    return [[claim.address, claim.first("title") or None, claim.first("date") or None] for claim in claims]


def of_role(findings: Findings, role: str) -> list[str]:
    return [source.address for source in findings.sources if source.role == role]


def by_address(things: tuple[Any, ...], expected: list[dict[str, Any]], on: Any) -> list[dict[str, Any]]:
    known = {thing.address: thing for thing in things}
    return [
        on(known[row["address"]], row) if row["address"] in known else {"missing": row["address"]} for row in expected
    ]


def seen(findings: Findings, key: str, expected: Any) -> Any:
    """What the findings hold under a key of `expected.json`, in the same shape."""
    views = {
        "claims": lambda: matched(findings.claims, expected, claim_on),
        "self": lambda: self_on(findings, expected),
        "listed": lambda: listed(findings),
        "roles": lambda: {role: of_role(findings, role) for role in expected},
        "claims_among": lambda: by_address(findings.claims, expected, claim_on),
        "claims_absent": lambda: [at for at in expected if at not in {claim.address for claim in findings.claims}],
        "claim_count": lambda: len(findings.claims),
        "sources": lambda: matched(findings.sources, expected, attributes_on),
        "sources_among": lambda: by_address(findings.sources, expected, attributes_on),
        "totals": lambda: matched(findings.totals, expected, attributes_on),
        "problems": lambda: matched(findings.problems, expected, attributes_on),
        "facts": lambda: attributes_on(findings.facts, expected),
        "traits": lambda: list(findings.traits),
        "traits_among": lambda: [trait for trait in expected if trait in findings.traits],
    }
    return views[key]()


def name_of(folder: Path) -> str:
    return folder.relative_to(CASES).as_posix()


def parser_of(folder: Path) -> Any:
    return importlib.import_module(f"crawler.sources.{name_of(folder).split('/')[0]}")


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_parser_finds_in_a_page_what_its_case_expects(folder: Path) -> None:
    parser = parser_of(folder)
    page, source, today = page_and_source(folder)
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    assert parser.recognises(page) is expected.pop("recognised", True)
    findings = findings_of(parser, page, source, today)
    assert {key: seen(findings, key, wanted) for key, wanted in expected.items()} == expected


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_page_is_read_by_the_parser_of_its_case_and_by_no_other(folder: Path) -> None:
    kind = name_of(folder).split("/")[0]
    if kind not in {parser.name for parser in PARSERS}:
        pytest.skip("the parser reads a part of a page, and stands in no table")
    page, _, _ = page_and_source(folder)
    expected = json.loads((folder / "expected.json").read_text("utf-8"))
    first = next((parser.name for parser in PARSERS if parser.recognises(page)), "")
    assert (first == kind) is expected.get("recognised", True)


def test_there_are_cases() -> None:
    assert FOLDERS


@pytest.mark.parametrize("folder", FOLDERS, ids=name_of)
def test_a_case_expects_something(folder: Path) -> None:
    assert json.loads((folder / "expected.json").read_text("utf-8"))


@st.composite
def damaged(draw: st.DrawFn, body: bytes) -> bytes:
    """A document with some pieces lost, doubled, overwritten or put in."""
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(body)))
        end = draw(st.integers(start, min(len(body), start + 200)))
        junk = draw(
            st.sampled_from((b"", b"<", b"&", b"]]>", b"<![CDATA[", b"&#x110000;", b"\0", b"\xff\xfe"))
            | st.binary(max_size=8)
        )
        keeps = draw(st.integers(0, 2))
        body = body[:start] + body[start:end] * keeps + junk + body[end:]
    return body


KINDS = sorted({name_of(folder).split("/")[0] for folder in FOLDERS})


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_no_parser_fails_on_a_damaged_page_and_its_claims_are_of_the_web(kind: str, data: st.DataObject) -> None:
    folder = data.draw(st.sampled_from([folder for folder in FOLDERS if name_of(folder).split("/")[0] == kind]))
    page, source, today = page_and_source(folder)
    page = replace(page, body=data.draw(damaged(page.body)))
    assert parser_of(folder).recognises(page) in (True, False)
    findings = findings_of(parser_of(folder), page, source, today)
    addresses = [claim.address for claim in findings.claims] + [source.address for source in findings.sources]
    assert all(address.startswith(("http://", "https://")) for address in addresses)
    assert findings == findings_of(parser_of(folder), page, source, today)
