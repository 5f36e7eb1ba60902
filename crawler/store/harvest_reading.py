"""Harvests as they were saved, rebuilt from sources, claims and problems.

A rebuilt harvest holds what counts: of each address the latest the source said of it, and the further sources whose
finder it was (a source that several pages named appears with the first). Claims stand in the order of their page,
those said later first.
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from crawler import __version__
from crawler.model import Claim, Findings, Harvest, Outcome, Problem, Role, Source, SourceKind, State
from crawler.store.encoding import claim_from, facts_from_json, totals_from_json, words_of
from crawler.store.rows import Validators
from crawler.store.session import Session


class HarvestReading(Session):
    """The part of the store that gives harvests back."""

    def harvests(self, slug: str, round: int | None = None) -> list[Harvest]:
        """Everything known of a blog, or what was finished in one round, in the order sources were found.

        Raises UnknownBlog.
        """
        about = {"blog": self._blog_id(slug), "round": round, "address": None}
        return list(self._rebuilt(slug, about))

    def harvest(self, slug: str, address: str) -> Harvest | None:
        """What is stored of one source, or None where it was never finished. Raises UnknownBlog."""
        about = {"blog": self._blog_id(slug), "round": None, "address": address}
        return next(self._rebuilt(slug, about), None)

    def validators(self, slug: str) -> dict[str, Validators]:
        """What to send with a conditional request, by the source's address. Left out are sources that gave none, and
        pages that another version of Backfile read: this one may read more in them.

        Raises UnknownBlog.
        """
        rows = self._connection.execute(_VALIDATORS, (self._blog_id(slug), __version__))
        return {row["address"]: Validators(row["etag"], row["last_modified"]) for row in rows}

    def texts_read(self, slug: str) -> dict[str, str]:
        """Pages that were read for their texts: their address to the day (UTC) of the last answer.

        Raises UnknownBlog.
        """
        rows = self._connection.execute(_TEXTS, (self._blog_id(slug),))
        return {row[name]: row["day"] for row in rows for name in ("address", "final") if row[name]}

    def frontier(self, slug: str) -> list[Source]:
        """Sources that were found and never asked, in the order they were found. Raises UnknownBlog."""
        rows = self._connection.execute(
            "SELECT * FROM sources WHERE blog = ? AND state = 'found' ORDER BY id", (self._blog_id(slug),)
        )
        return [source_from(row) for row in rows]

    def _rebuilt(self, slug: str, about: Mapping[str, int | str | None]) -> Iterator[Harvest]:
        execute = self._connection.execute
        claims = _counting(execute(_CLAIMS, about))
        problems: defaultdict[int, list[Problem]] = defaultdict(list)
        for row in execute(_PROBLEMS, about):
            problems[row["source"]].append(Problem(row["kind"], row["message"], row["address"]))
        named: defaultdict[int, list[Source]] = defaultdict(list)
        for row in execute(_NAMED, about):
            named[row["finder"]].append(source_from(row))
        for row in execute(_SOURCES, about).fetchall():
            findings = Findings(
                claims=tuple(claims[row["id"]]),
                sources=tuple(named[row["id"]]),
                totals=totals_from_json(row["totals"]),
                facts=facts_from_json(row["facts"]),
                problems=tuple(problems[row["id"]]),
                traits=words_of(row["traits"]),
            )
            yield Harvest(slug, source_from(row), outcome_from(row), findings)


def _counting(rows: Iterable[sqlite3.Row]) -> defaultdict[int, list[Claim]]:
    """The claims that count, by source; `rows` have the highest turn of a source first."""
    latest: dict[tuple[int, str], int] = {}
    claims: defaultdict[int, list[Claim]] = defaultdict(list)
    for row in rows:
        if latest.setdefault((row["source"], row["address"]), row["turn"]) == row["turn"]:
            claims[row["source"]].append(claim_from(row["address"], row["place"], row["evidence"]))
    return claims


def source_from(row: sqlite3.Row) -> Source:
    """A source from a row of sources."""
    return Source(
        address=row["address"],
        kind=SourceKind(row["kind"]),
        role=Role(row["role"]),
        label=row["label"],
        parent=row["parent"],
        number=row["number"],
    )


def outcome_from(row: sqlite3.Row) -> Outcome:
    """How a source was last finished, from a row of sources."""
    return Outcome(
        state=State(row["state"]),
        status=row["status"],
        final=row["final"],
        redirects=words_of(row["redirects"]),
        etag=row["etag"],
        last_modified=row["last_modified"],
        size=row["size"],
        error=row["error"],
        said=row["said"],
    )


_VALIDATORS: Final = """
SELECT s.address, s.etag, s.last_modified FROM sources AS s JOIN runs ON runs.id = s.run
WHERE s.blog = ? AND runs.version = ? AND (s.etag <> '' OR s.last_modified <> '')"""

_TEXTS: Final = """
SELECT address, final, substr(fetched, 1, 10) AS day FROM sources
WHERE blog = ? AND role = 'full' AND state = 'done' AND fetched IS NOT NULL"""

_ASKED: Final = """
s.blog = :blog AND s.state <> 'found' AND (:round IS NULL OR s.round = :round)
    AND (:address IS NULL OR s.address = :address)"""

_SOURCES: Final = f"SELECT s.* FROM sources AS s WHERE {_ASKED} ORDER BY s.id"

_NAMED: Final = f"""
SELECT named.* FROM sources AS s JOIN sources AS named ON named.finder = s.id
WHERE {_ASKED} ORDER BY named.id"""

_CLAIMS: Final = f"""
SELECT c.source, c.address, c.place, c.evidence, c.turn
FROM sources AS s JOIN claims AS c ON c.source = s.id
WHERE {_ASKED} ORDER BY c.source, c.turn DESC, c.ord"""

_PROBLEMS: Final = f"""
SELECT p.source, p.kind, p.message, p.address
FROM sources AS s JOIN problems AS p ON p.source = s.id AND p.run = s.run
WHERE {_ASKED} ORDER BY p.id"""
