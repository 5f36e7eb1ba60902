"""Writing a blog's posts: rows keep their identity, rows that stay the same are not touched, nothing is deleted.

Groups that are posts, or once were, have a row in `posts`; every group's keys and platform ids have rows in
`addresses`. A post that no group is any more stays as it was.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from crawler import __version__
from crawler.model import Chosen, Post
from crawler.store.encoding import cut, digest, storable, to_json
from crawler.store.identity import Known, Matching, match, names_of
from crawler.store.rows import Occasion, PostChanges
from crawler.store.session import Session

DUPLICATE: Final = "duplicate"
"""The verdict on a row whose addresses were merged into another's."""


@dataclass(frozen=True, slots=True)
class _Old:
    """What is compared with, and told in the history, of a row of posts."""

    url: str
    title: str
    date: str
    verdict: str
    gone: str
    digest: str


@dataclass(frozen=True, slots=True)
class _Address:
    """A row of addresses without its key."""

    url: str
    post: int | None
    verdict: str
    rule: str


@dataclass(frozen=True, slots=True)
class _Desk:
    """Where the writing happens."""

    connection: sqlite3.Connection
    run: int
    blog: int
    at: str
    occasion: Occasion

    def cause(self, keys: Iterable[str]) -> str:
        """Why a post with these keys differs: where nothing new was heard of it, a rule judges it by other posts."""
        heard = self.occasion.heard
        return self.occasion.cause or ("" if heard is None or not heard.isdisjoint(keys) else "rules")


class PostWriting(Session):
    """The part of the store that takes a blog's posts."""

    def write_posts(self, run: int, slug: str, posts: Iterable[Post], occasion: Occasion | None = None) -> PostChanges:
        """Write all groups of a blog, posts and others, in one transaction. Raises UnknownBlog, Unwritable."""
        groups = list(posts)
        with self._transaction() as connection:
            blog = self._blog_id(slug)
            desk = _Desk(connection, run, blog, self._now(), _caused(connection, blog, occasion or Occasion()))
            changes = _write(desk, groups)
            connection.execute(
                "UPDATE blogs SET judged = ? WHERE id = ? AND judged <> ?", (__version__, blog, __version__)
            )
            if changes.new or changes.changed:
                connection.execute(
                    "UPDATE crawls SET new = new + ?, changed = changed + ? WHERE run = ? AND blog = ?",
                    (changes.new, changes.changed, run, desk.blog),
                )
        return changes


def _write(desk: _Desk, groups: Sequence[Post]) -> PostChanges:
    olds, addresses = _old_posts(desk), _old_addresses(desk)
    known = Known(
        {key: row.post for key, row in addresses.items() if row.post is not None},
        {number: old.url for number, old in olds.items()},
    )
    matching = match(groups, known)
    ids: list[int | None] = []
    new = changed = 0
    for group, number in zip(groups, matching.ids, strict=True):
        cause = desk.cause(names_of(group))
        if number is not None:
            if not _has_vanished(group, olds[number]):
                changed += _update(desk, number, olds[number], (_row(group), cause))
            _mark_gone(desk, number, olds[number], group)
        elif group.is_post:
            number = _insert(desk, _row(group))
            new += 1
            if olds:  # of the first crawl every post is new
                found = "unfinished" if desk.occasion.unfinished else cause
                _note(desk, number, ("new", "", storable(group.url)), found)
        ids.append(number)
    changed += _merge(desk, matching, olds)
    _write_addresses(desk, _owned(groups, ids, matching, addresses), addresses)
    (total,) = desk.connection.execute(
        "SELECT count(*) FROM posts WHERE blog = ? AND verdict = 'post'", (desk.blog,)
    ).fetchone()
    return PostChanges(new, changed, total)


def _old_posts(desk: _Desk) -> dict[int, _Old]:
    rows = desk.connection.execute(
        "SELECT id, url, title, date, verdict, gone, digest FROM posts WHERE blog = ? ORDER BY id", (desk.blog,)
    )
    return {row["id"]: _Old(*tuple(row)[1:]) for row in rows}


def _old_addresses(desk: _Desk) -> dict[str, _Address]:
    rows = desk.connection.execute("SELECT key, url, post, verdict, rule FROM addresses WHERE blog = ?", (desk.blog,))
    return {row["key"]: _Address(*tuple(row)[1:]) for row in rows}


def _insert(desk: _Desk, row: dict[str, Any]) -> int:
    cursor = desk.connection.execute(_INSERT, {**row, "blog": desk.blog, "run": desk.run, "at": desk.at})
    return int(cursor.lastrowid or 0)


def _update(desk: _Desk, number: int, old: _Old, written: tuple[dict[str, Any], str]) -> bool:
    """Write a row where it changed, and what a reader would notice into the history, with its cause."""
    row, cause = written
    if old.digest == row["digest"]:
        return False
    desk.connection.execute(_UPDATE, {**row, "id": number, "at": desk.at})
    for field in ("url", "title", "date", "verdict"):
        _note(desk, number, (field, getattr(old, field), row[field]), cause)
    return True


def _has_vanished(group: Post, old: _Old) -> bool:
    """A post whose page is not there any more: what was known of it stays, and it stays a post."""
    return old.verdict == "post" and group.verdict.kind == "gone"


def _mark_gone(desk: _Desk, number: int, old: _Old, group: Post) -> None:
    """Note that a post's page is no longer there, or is there again; the post is kept."""
    keys = set(names_of(group))
    gone, back = (not keys.isdisjoint(of) for of in (desk.occasion.gone, desk.occasion.back))
    if old.verdict != "post" or gone == back or bool(old.gone) == gone:
        return
    now = desk.at if gone else ""
    desk.connection.execute("UPDATE posts SET gone = ? WHERE id = ?", (now, number))
    _note(desk, number, ("gone", old.gone, now), "")


def _caused(connection: sqlite3.Connection, blog: int, occasion: Occasion) -> Occasion:
    """The occasion; where another Backfile judged the blog's posts, whatever differs may be that one's doing."""
    judged, posts = connection.execute(_JUDGED, (blog,)).fetchone()
    return replace(occasion, cause="update") if posts and judged != __version__ and not occasion.cause else occasion


def _merge(desk: _Desk, matching: Matching, olds: Mapping[int, _Old]) -> int:
    """Mark rows that are another post now; their addresses follow with `_owned`."""
    for old, kept in matching.merged.items():
        desk.connection.execute(
            "UPDATE posts SET verdict = ?, rule = 'merged', same_as = ?, digest = '', last_changed = ? WHERE id = ?",
            (DUPLICATE, kept, desk.at, old),
        )
        _note(desk, old, ("verdict", olds[old].verdict, DUPLICATE), desk.occasion.cause)
    return len(matching.merged)


def _note(desk: _Desk, post: int, step: tuple[str, str, str], cause: str) -> None:
    """Keep a step of a post's history: field, old value, new value."""
    _, old, new = step
    if old != new:
        desk.connection.execute(
            "INSERT INTO changes (run, post, field, old, new, at, cause) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (desk.run, post, *step, desk.at, cause),
        )


def _owned(
    groups: Sequence[Post], ids: Sequence[int | None], matching: Matching, addresses: Mapping[str, _Address]
) -> dict[str, _Address]:
    """Who owns which key now. A key that several groups name goes to the oldest post."""
    owned: dict[str, _Address] = {}
    order = sorted(range(len(groups)), key=lambda index: (ids[index] is None, ids[index] or index))
    for index in order:
        group = groups[index]
        row = _Address(storable(group.url), ids[index], group.verdict.kind, group.verdict.rule)
        for name in names_of(group):
            owned.setdefault(name, row)
    for key, old in addresses.items():
        if old.post is not None and (kept := matching.merged.get(old.post)):
            owned.setdefault(key, _Address(old.url, kept, old.verdict, old.rule))
    return owned


def _write_addresses(desk: _Desk, owned: Mapping[str, _Address], before: Mapping[str, _Address]) -> None:
    rows = [
        (desk.blog, key, row.url, row.post, row.verdict, row.rule)
        for key, row in owned.items()
        if before.get(key) != row
    ]
    if rows:
        desk.connection.executemany(_ADDRESS, rows)


def _row(group: Post) -> dict[str, Any]:
    """A group's columns, and the digest of them."""
    texts = {name: storable(cut(name, group.text(name))) for name in ("title", "author", "excerpt", "language", "text")}
    day, published = split_moment(group.text("date"))
    updated_day, updated = split_moment(group.text("updated"))
    words = group.text("words")
    row = {
        **texts,
        "url": storable(group.url),
        "date": day,
        "year": int(day[:4]) if day else None,
        "published": published,
        "updated": updated or updated_day,
        "tags": to_json(group.tags),
        "words": int(words) if words.isascii() and words.isdigit() else None,
        "verdict": group.verdict.kind,
        "rule": group.verdict.rule,
        **_provenance(group.fields),
        "conflicts": to_json(group.conflicts),
    }
    return {**row, "digest": digest(to_json(row))}


def _provenance(fields: Mapping[str, Chosen]) -> dict[str, str]:
    nobody = Chosen("", "", "")
    title, date = fields.get("title", nobody), fields.get("date", nobody)
    others = {name: [chosen.rule, chosen.source] for name, chosen in fields.items() if name not in ("title", "date")}
    return {
        "title_rule": title.rule,
        "title_source": storable(title.source),
        "date_rule": date.rule,
        "date_source": storable(date.source),
        "chosen": to_json(dict(sorted(others.items()))),
    }


def split_moment(value: str) -> tuple[str, str]:
    """A `PartialDate` as text -> (its day, month or year; the whole moment where its offset is known, else "")."""
    found = _MOMENT.match(value)
    if not found:
        return "", ""
    return found["day"], value if found["offset"] else ""


_JUDGED: Final = """
SELECT judged, EXISTS (SELECT 1 FROM posts WHERE posts.blog = blogs.id) FROM blogs WHERE id = ?"""

_MOMENT: Final = re.compile(r"(?P<day>\d{4}(-\d\d){0,2})(T[\d:.]+(?P<offset>Z|[+-]\d\d:\d\d)$)?")

_INSERT: Final = """
INSERT INTO posts (blog, url, title, date, year, published, updated, author, tags, excerpt, language, words, text,
    verdict, rule, title_rule, title_source, date_rule, date_source, chosen, conflicts, digest,
    first_seen, last_changed, run)
VALUES (:blog, :url, :title, :date, :year, :published, :updated, :author, :tags, :excerpt, :language, :words, :text,
    :verdict, :rule, :title_rule, :title_source, :date_rule, :date_source, :chosen, :conflicts, :digest,
    :at, :at, :run)"""

_UPDATE: Final = """
UPDATE posts SET url = :url, title = :title, date = :date, year = :year, published = :published, updated = :updated,
    author = :author, tags = :tags, excerpt = :excerpt, language = :language, words = :words, text = :text,
    verdict = :verdict, rule = :rule, title_rule = :title_rule, title_source = :title_source,
    date_rule = :date_rule, date_source = :date_source, chosen = :chosen, conflicts = :conflicts,
    same_as = NULL, digest = :digest, last_changed = :at
WHERE id = :id"""

_ADDRESS: Final = """
INSERT INTO addresses (blog, key, url, post, verdict, rule) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (blog, key) DO UPDATE
SET url = excluded.url, post = excluded.post, verdict = excluded.verdict, rule = excluded.rule"""
