"""Saving a harvest: its claims, the further sources it named, the source's new state, problems; one transaction.

Saying again what a source said before writes no claim. Of one source and address the claims with the highest turn
count: when a source says something else of an address, its claims get the next turn (a row that existed is raised, so
that a page that goes back to an older content needs no new row).
"""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from crawler.model import Claim, Harvest, Outcome, Problem, Source, State
from crawler.store.encoding import cut, digest, evidence_to_json, facts_to_json, storable, to_json, totals_to_json
from crawler.store.rows import Saved
from crawler.store.runs import ADD_PROBLEM
from crawler.store.session import Session
from crawler.urls import canonical


@dataclass(frozen=True, slots=True)
class _Reading:
    """Where a harvest belongs: row ids, and the moment of saving."""

    run: int
    round: int
    blog: int
    source: int
    at: str


class HarvestWriting(Session):
    """The part of the store that takes harvests."""

    def save(self, run: int, round: int, harvest: Harvest) -> Saved:
        """Keep a harvest under this run and round of its blog.

        A page found unchanged (304) only marks its source as done in this round; a failed one keeps earlier claims.
        Raises UnknownBlog, Unwritable.
        """
        with self._transaction() as connection:
            return self._kept(connection, run, round, harvest)

    def _kept(self, connection: sqlite3.Connection, run: int, round: int, harvest: Harvest) -> Saved:
        """The harvest as rows, within a transaction of the caller's."""
        blog = self._blog_id(harvest.blog)
        source = _source_id(connection, blog, harvest.source)
        reading = _Reading(run, round, blog, source, self._now())
        if harvest.outcome.unchanged:
            _mark_unchanged(connection, reading, harvest.outcome)
            return Saved(0, 0)
        new, again = _save_claims(connection, reading, harvest.findings.claims)
        saved = Saved(new, _save_sources(connection, reading, harvest.findings.sources), again)
        _mark_finished(connection, reading, harvest)
        _save_problems(connection, reading, harvest.findings.problems)
        return saved


def _source_id(connection: sqlite3.Connection, blog: int, source: Source) -> int:
    """The row of the source that was asked, made or made more specific."""
    row = _source_row(blog, None, source)
    connection.execute(_ADD_SOURCE, row)
    connection.execute(_ASKED, row)
    found = connection.execute("SELECT id FROM sources WHERE blog = :blog AND address = :address", row).fetchone()
    return int(found["id"])


def _source_row(blog: int, finder: int | None, source: Source) -> dict[str, Any]:
    return {
        "blog": blog,
        "finder": finder,
        "address": storable(source.address),
        "kind": str(source.kind),
        "role": str(source.role),
        "label": storable(cut("title", source.label)),
        "parent": storable(source.parent),
        "number": source.number,
    }


def _save_sources(connection: sqlite3.Connection, reading: _Reading, sources: Iterable[Source]) -> int:
    """Keep further sources; how many are new. Whoever names an address first is its finder."""
    rows = [_source_row(reading.blog, reading.source, source) for source in sources]
    new = connection.executemany(_ADD_SOURCE, rows).rowcount if rows else 0
    if new < len(rows):
        connection.executemany(_NAMED_AGAIN, rows)
    return max(new, 0)


def _save_claims(
    connection: sqlite3.Connection, reading: _Reading, claims: Iterable[Claim]
) -> tuple[int, frozenset[str]]:
    """Keep what is said now and was not said before; how many rows are new, and the keys of what is said again."""
    known = _Known(connection, reading.source)
    said = _by_address(claims)
    raised: list[tuple[int, int, int]] = []
    again: set[str] = set()
    added: list[tuple[Any, ...]] = []
    for address, rows in said.items():
        if known.says(address) == rows.keys():
            continue
        key = canonical(address)
        for content, (position, claim, evidence) in rows.items():
            if (row_id := known.ids.get((address, content))) is not None:
                raised.append((known.turn + 1, position, row_id))
                again.add(key)
            else:
                about = (address, key, str(claim.place), evidence, content)
                added.append((reading.blog, reading.source, *about, known.turn + 1, position, reading.run))
    if raised:
        connection.executemany("UPDATE claims SET turn = ?, ord = ? WHERE id = ?", raised)
    if added:
        connection.executemany(_ADD_CLAIM, added)
    return len(added), frozenset(again)


class _Known:
    """What a source has said so far."""

    def __init__(self, connection: sqlite3.Connection, source: int) -> None:
        self.ids: dict[tuple[str, str], int] = {}
        self.turn = 0
        self._turns: defaultdict[str, defaultdict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for row in connection.execute("SELECT id, address, digest, turn FROM claims WHERE source = ?", (source,)):
            self.ids[row["address"], row["digest"]] = row["id"]
            self.turn = max(self.turn, row["turn"])
            self._turns[row["address"]][row["turn"]].add(row["digest"])

    def says(self, address: str) -> set[str]:
        """The digests of what counts of an address."""
        turns = self._turns.get(address)
        return turns[max(turns)] if turns else set()


def _by_address(claims: Iterable[Claim]) -> dict[str, dict[str, tuple[int, Claim, str]]]:
    """address -> digest -> (position, claim, evidence as JSON); a claim that is said twice counts once."""
    said: defaultdict[str, dict[str, tuple[int, Claim, str]]] = defaultdict(dict)
    for position, claim in enumerate(claims):
        address, evidence = storable(claim.address), evidence_to_json(claim)
        said[address].setdefault(digest(address, claim.place, evidence), (position, claim, evidence))
    return said


def _mark_unchanged(connection: sqlite3.Connection, reading: _Reading, outcome: Outcome) -> None:
    row = {"etag": storable(outcome.etag), "last_modified": storable(outcome.last_modified)}
    connection.execute(_UNCHANGED, {**row, "round": reading.round, "fetched": reading.at, "id": reading.source})


def _mark_finished(connection: sqlite3.Connection, reading: _Reading, harvest: Harvest) -> None:
    outcome, findings = harvest.outcome, harvest.findings
    row = {
        "id": reading.source,
        "run": reading.run,
        "round": reading.round,
        "fetched": reading.at,
        "state": str(outcome.state),
        "status": outcome.status,
        "final": storable(outcome.final),
        "redirects": to_json(outcome.redirects),
        "etag": storable(outcome.etag),
        "last_modified": storable(outcome.last_modified),
        "size": outcome.size,
        "error": storable(cut("error", outcome.error)),
        "said": outcome.said,
        "totals": totals_to_json(findings.totals),
        "facts": facts_to_json(findings.facts),
        "traits": to_json(findings.traits),
    }
    connection.execute(_FAILED if outcome.state is State.FAILED else _DONE, row)


def _save_problems(connection: sqlite3.Connection, reading: _Reading, problems: Iterable[Problem]) -> None:
    """Keep the problems of this reading; an earlier reading in the same run is replaced."""
    connection.execute("DELETE FROM problems WHERE source = ? AND run = ?", (reading.source, reading.run))
    connection.executemany(ADD_PROBLEM, _problem_rows(reading, problems))


def _problem_rows(reading: _Reading, problems: Iterable[Problem]) -> Iterator[tuple[Any, ...]]:
    for problem in problems:
        about = (storable(problem.address), storable(problem.kind), storable(cut("error", problem.message)))
        yield (reading.run, reading.blog, reading.source, *about, reading.at)


_ADD_SOURCE: Final = """
INSERT INTO sources (blog, finder, address, kind, role, label, parent, number)
VALUES (:blog, :finder, :address, :kind, :role, :label, :parent, :number)
ON CONFLICT (blog, address) DO NOTHING"""

_ASKED: Final = """
UPDATE sources SET
    kind = CASE WHEN :role IN ('usual', 'other') AND role NOT IN ('usual', 'other') THEN kind ELSE :kind END,
    role = CASE WHEN :role IN ('usual', 'other') AND role NOT IN ('usual', 'other') THEN role ELSE :role END,
    label = coalesce(nullif(:label, ''), label),
    parent = coalesce(nullif(:parent, ''), parent),
    number = coalesce(:number, number)
WHERE blog = :blog AND address = :address"""

_NAMED_AGAIN: Final = """
UPDATE sources SET
    kind = CASE WHEN role IN ('usual', 'other') THEN :kind ELSE kind END,
    role = CASE WHEN role IN ('usual', 'other') THEN :role ELSE role END,
    label = coalesce(nullif(label, ''), :label)
WHERE blog = :blog AND address = :address AND state = 'found' AND finder IS NOT :finder
    AND ((role IN ('usual', 'other') AND :role NOT IN ('usual', 'other')) OR (label = '' AND :label <> ''))"""

_ADD_CLAIM: Final = """
INSERT INTO claims (blog, source, address, key, place, evidence, digest, turn, ord, run)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""

_UNCHANGED: Final = """
UPDATE sources SET state = 'done', round = :round, fetched = :fetched, error = '',
    etag = coalesce(nullif(:etag, ''), etag), last_modified = coalesce(nullif(:last_modified, ''), last_modified)
WHERE id = :id"""

_DONE: Final = """
UPDATE sources SET state = :state, round = :round, run = :run, fetched = :fetched, status = :status, final = :final,
    redirects = :redirects, etag = :etag, last_modified = :last_modified, size = :size, error = :error, said = :said,
    totals = :totals, facts = :facts, traits = :traits
WHERE id = :id"""

_FAILED: Final = """
UPDATE sources SET state = :state, round = :round, run = :run, fetched = :fetched, status = :status, error = :error,
    final = coalesce(nullif(:final, ''), final), redirects = coalesce(nullif(:redirects, '[]'), redirects),
    etag = coalesce(nullif(:etag, ''), etag), last_modified = coalesce(nullif(:last_modified, ''), last_modified),
    size = coalesce(nullif(:size, 0), size), totals = coalesce(nullif(:totals, '[]'), totals),
    facts = coalesce(nullif(:facts, '{}'), facts), traits = coalesce(nullif(:traits, '[]'), traits)
WHERE id = :id"""
