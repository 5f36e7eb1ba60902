"""Leases: which run crawls a blog now, so that no other run does the same.

A lease is over when its process has ended (told on the machine where it ran), or when it was not renewed in time: a
crawl that was killed holds nothing up. Whoever holds no lease on a blog writes none of its posts.
"""

from __future__ import annotations

import os
import socket
import sqlite3
from datetime import timedelta
from typing import Final, NamedTuple

from crawler.store.session import Session, moment, read_moment

LEASE: Final = timedelta(minutes=5)
"""For how long a lease holds when nothing more is heard of its run; a run renews its leases more often."""


class Holder(NamedTuple):
    """Who holds a lease: a run, and the process that runs it."""

    run: int
    machine: str
    process: int

    @classmethod
    def of(cls, run: int) -> Holder:
        """A run of this process."""
        return cls(run, socket.gethostname(), os.getpid())

    @property
    def ended(self) -> bool:
        """Whether its process is known to have ended. A number that this process has now is another's no more."""
        if self.machine != socket.gethostname():
            return False
        return self.process == os.getpid() or not _runs(self.process)

    def __str__(self) -> str:
        return f"run {self.run} (process {self.process} on {self.machine})"


class Leases(Session):
    """The part of the store that keeps leases."""

    def lease(self, slug: str, holder: Holder) -> Holder | None:
        """Take a blog for a run: None when it has it now, else who has it. Raises UnknownBlog."""
        with self._transaction() as connection:
            blog = self._blog_id(slug)
            if (other := self._holder(blog)) and other.run != holder.run:
                return other
            connection.execute(_TAKE, (blog, *holder, self._over()))
        return None

    def renew_leases(self, run: int) -> None:
        """Hold what a run holds for longer."""
        with self._transaction() as connection:
            connection.execute("UPDATE leases SET until = ? WHERE run = ?", (self._over(), run))

    def holds(self, run: int, slug: str) -> bool:
        """Whether a run still has a blog: another may have taken it when this one was stopped for long."""
        row = self._connection.execute(
            "SELECT 1 FROM leases WHERE blog = ? AND run = ?", (self._blog_id(slug), run)
        ).fetchone()
        return row is not None

    def holder(self, slug: str) -> Holder | None:
        """The run that crawls a blog now, or None. Raises UnknownBlog."""
        return self._holder(self._blog_id(slug))

    def release(self, run: int, slug: str | None = None) -> None:
        """Give up a run's lease on a blog, or on all. Raises UnknownBlog."""
        with self._transaction() as connection:
            blog = self._blog_id(slug) if slug else None
            connection.execute("DELETE FROM leases WHERE run = ? AND (? IS NULL OR blog = ?)", (run, blog, blog))

    def _holder(self, blog: int) -> Holder | None:
        row: sqlite3.Row | None = self._connection.execute(
            "SELECT run, machine, process, until FROM leases WHERE blog = ?", (blog,)
        ).fetchone()
        if row is None or read_moment(row["until"]) <= self._clock():
            return None
        holder = Holder(row["run"], row["machine"], row["process"])
        return None if holder.ended else holder

    def _over(self) -> str:
        return moment(self._clock() + LEASE)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:  # another user's
        return True
    return True


_TAKE: Final = """
INSERT INTO leases (blog, run, machine, process, until) VALUES (?, ?, ?, ?, ?)
ON CONFLICT (blog) DO UPDATE SET
    run = excluded.run, machine = excluded.machine, process = excluded.process, until = excluded.until"""
