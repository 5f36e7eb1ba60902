"""How fast exports and the site are on a large database, against the `sqlite3` shell's own CSV; memory beside each.

    python -m tests.bench.exports [--blogs 1000] [--posts 1000] [--keep FOLDER]

Makes a synthetic database (a minute for a million posts) and runs each command as a process of its own: seconds, of
them the processor's, rows a second of processor time, most memory (RSS, megabytes). Not a test: it asserts nothing.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

from crawler.model import Blog
from crawler.store import Store

_WORDS = (
    *("amber", "bridge", "copper", "door", "engine", "ferry", "garden", "harbour"),
    *("island", "jacket", "kettle", "lantern", "mirror", "needle", "orchard"),
)
_COLUMNS = (
    *("blog", "url", "title", "date", "year", "published", "updated", "author", "tags", "excerpt", "language"),
    *("words", "text", "verdict", "rule", "title_rule", "title_source", "date_rule", "date_source", "chosen"),
    *("conflicts", "digest", "first_seen", "last_changed"),
)
_NOW = "2026-01-01T00:00:00Z"
_LISTING = (
    "SELECT b.slug AS blog, p.year, p.date, p.title, p.url, p.author, p.tags, p.excerpt, p.published, p.updated"
    " FROM blogs AS b JOIN posts AS p ON p.blog = b.id WHERE p.verdict = 'post'"
    " ORDER BY b.slug, p.date DESC, p.published DESC, p.id"
)


def rows_of(blog: int, count: int, dice: random.Random) -> Iterator[tuple[object, ...]]:
    """Posts of one blog, one every four days."""
    for number in range(count):
        day = date(2026, 1, 1) - timedelta(days=4 * number + dice.randrange(3))
        title = " ".join(dice.choices(_WORDS, k=dice.randint(2, 7))).capitalize()
        url = f"https://blog{blog}.example/{day:%Y/%m}/{number}/"
        excerpt = " ".join(dice.choices(_WORDS, k=25))
        published = f"{day.isoformat()}T12:00:00+00:00"
        told = (title, day.isoformat(), day.year, published, "", "Ann", '["red","blue"]', excerpt, "en", 200, "")
        yield (blog, url, *told, "post", "feed", "feed.title", url, "feed.published", url, "{}", "[]", "", _NOW, _NOW)


def make(path: Path, blogs: int, posts: int) -> None:
    """The database: the schema by the store, the rows straight into it."""
    with Store.open(path) as store:
        for number in range(1, blogs + 1):
            home = f"https://blog{number}.example/"
            store.add_blog(Blog(f"blog{number}-example", home, f"Blog {number}", f"Category {number % 20}"))
    marks = ",".join("?" * len(_COLUMNS))
    with sqlite3.connect(path) as connection:
        for number in range(1, blogs + 1):
            rows = rows_of(number, posts, random.Random(number))
            connection.executemany(f"INSERT INTO posts ({','.join(_COLUMNS)}) VALUES ({marks})", rows)
    connection.close()


def timed(name: str, rows: int, *words: str) -> float:
    """One command as a process: a line of figures, and its seconds."""
    script = (
        "import resource,subprocess,sys;"
        "subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL,check=True);"
        "used=resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(used.ru_maxrss, used.ru_utime + used.ru_stime)"
    )
    begun = time.perf_counter()
    told = subprocess.run([sys.executable, "-c", script, *words], check=True, capture_output=True, text=True).stdout
    took, most, cpu = time.perf_counter() - begun, int(told.split()[0]) / 1024, float(told.split()[1])
    print(f"{name:<24}{took:9.2f} s{cpu:9.2f} s CPU{rows / cpu:12,.0f} rows/s CPU{most:9.0f} MB", flush=True)
    return cpu


def change_one(path: Path) -> None:
    """One post of one blog gets another title, as a crawl would write it."""
    with sqlite3.connect(path) as connection:
        connection.execute(
            "UPDATE posts SET title = title || ' again', last_changed = '2026-01-02T00:00:00Z'"
            " WHERE id = (SELECT id FROM posts WHERE blog = 7 ORDER BY date DESC LIMIT 1)"
        )
    connection.close()


def main() -> None:
    """Make the database and time every way out of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--blogs", type=int, default=1_000)
    parser.add_argument("--posts", type=int, default=1_000, help="for each blog")
    parser.add_argument("--keep", type=Path, help="keep the database here, and use the one that is there")
    choices = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = choices.keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        path, count = folder / "bench.db", choices.blogs * choices.posts
        if not path.exists():
            make(path, choices.blogs, choices.posts)
        backfile = (sys.executable, "-m", "crawler")
        if shutil.which("sqlite3"):
            timed("sqlite3 -csv", count, "sqlite3", "-csv", "-header", str(path), _LISTING)
        for form in ("csv", "ndjson", "json", "md", "txt", "html", "atom", "jsonfeed"):
            timed(f"export {form}", count, *backfile, "export", "--format", form, "--db", str(path))
        out = Path(scratch) / "site"
        whole = timed("site, first build", count, *backfile, "site", str(out), "--db", str(path))
        timed("site, nothing changed", count, *backfile, "site", str(out), "--db", str(path))
        change_one(path)
        again = timed("site, one blog changed", count, *backfile, "site", str(out), "--db", str(path))
        print(json.dumps({"times faster after one change": round(whole / again, 1)}))


if __name__ == "__main__":
    main()
