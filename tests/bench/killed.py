"""A crawl of several blogs that is killed (SIGKILL) at random moments again and again, then goes on to its end.

    python -m tests.bench.killed [--kills 100] [--blogs 6] [--posts 300] [--seed 1]

Held against one that nothing disturbed: the database passes its check after each kill, posts and claims are the same,
and of what was fetched in full, robots.txt apart, no page came more than 4 times, and all at most 1.1 times on average.
Prints the figures; ends with 1 where one is not held. A server on loopback answers; nothing else is asked.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from tests.crawling import command, crawl, environment, rows, small_blog
from tests.webserver import Answer, WebServer

MOST_EACH = 4
MOST_MEAN = 1.1
PACE = ("DOWNLOAD_DELAY=0.1", "BLOGS_AT_ONCE=6")
"""As on the real web most of the time goes by between requests, not in them."""

FURTHEST = 20
"""So many requests a run gets before it is killed at the latest: counted, since machines differ in speed."""

LONGEST = 0.1
"""Seconds after the last of these within which the kill comes: a request is on its way then, or none is."""

POSTS = "SELECT blog, date, title, url FROM listing ORDER BY blog, url"
CLAIMS = """
SELECT sources.address, claims.address, claims.digest, count(*)
FROM claims JOIN sources ON sources.id = claims.source GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"""


def main() -> int:
    """Run the kills and tell the figures; the exit status."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--blogs", type=int, default=6)
    parser.add_argument("--posts", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    names = [f"b{number}.test" for number in range(given.blogs)]
    web = web_of(names, given.posts)
    with tempfile.TemporaryDirectory() as scratch, web:
        calm, killed = Path(scratch) / "calm.db", Path(scratch) / "killed.db"
        homes = [f"http://{name}/" for name in names]
        words = [*homes, "--depth", "full"]
        crawl(web, *words, database=calm, settings=("BLOGS_AT_ONCE=6",))
        pages = len({one.target for one in web.log})
        web.log.clear()
        faults = kill_often(web, words, killed, given.kills, random.Random(given.seed))
        crawl(web, *words, database=killed, settings=("BLOGS_AT_ONCE=6",))
        return report(web, pages, faults, [calm, killed])


def web_of(names: list[str], posts: int) -> WebServer:
    """Small blogs, posts of one month and more of them by number."""
    pages: dict[str, Answer | str] = {}
    for name in names:
        pages |= small_blog(name, min(posts, 28))
        pages |= more_posts(name, posts - 28, pages)
    missing = {name: Answer("not here", status=404) for name in names}
    return WebServer(pages, hosts=missing, default=Answer("", status=502))


def more_posts(name: str, count: int, pages: dict[str, Answer | str]) -> dict[str, Answer | str]:
    """Further posts, listed on the home page."""
    home = str(pages[f"http://{name}/"])
    listed, more = "", {}
    for number in range(max(0, count)):
        day = f"20{10 + number % 10}-0{1 + number % 9}-{1 + number % 28:02d}"
        path = f"/{day[:4]}/{day[5:7]}/more-{number}/"
        stamp = f'<time datetime="{day}">{day}</time>'
        listed += f'<li>{stamp} <a href="{path}">More {number} of {name}</a></li>'
        article = f"<article><h1>More {number} of {name}</h1>{stamp}<p>Some words.</p></article>"
        more[f"http://{name}{path}"] = f"<html><body>{article}</body></html>"
    return {**more, f"http://{name}/": home.replace("</ul>", listed + "</ul>")}


def kill_often(web: WebServer, words: list[str], database: Path, kills: int, chance: random.Random) -> int:
    """Begin the crawl and kill it, so many times; after how many of these the database was not in order."""
    faults = 0
    for number in range(kills):
        wanted = len(web.log) + chance.randint(1, FURTHEST)
        line = command(*words, database=database, settings=PACE)
        process = subprocess.Popen(line, env=environment(web), cwd=database.parent, stderr=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while len(web.log) < wanted and process.poll() is None and time.monotonic() < end:
            time.sleep(0.002)
        time.sleep(chance.uniform(0, LONGEST))
        process.kill()
        process.wait(20)
        faults += rows(database, "PRAGMA integrity_check") != [("ok",)] if database.exists() else 0
        if number % 10 == 9:
            print(f"{number + 1} kills, {len(web.log)} requests", file=sys.stderr, flush=True)
    return faults


def report(web: WebServer, pages: int, faults: int, databases: list[Path]) -> int:
    """Tell the figures, and whether each is held."""
    full = Counter(one.target for one in web.log if one.status == 200 and not one.target.endswith("/robots.txt"))
    mean, most = sum(full.values()) / max(1, len(full)), max(full.values(), default=0)
    posts, claims = ([rows(database, question) for database in databases] for question in (POSTS, CLAIMS))
    held = {
        f"{faults} times the database was damaged": not faults,
        f"{len(posts[1])} posts, {len(posts[0])} of an undisturbed crawl": posts[0] == posts[1],
        f"{len(claims[1])} claims, {len(claims[0])} of an undisturbed crawl": claims[0] == claims[1],
        f"{mean:.3f} full fetches a page, of {len(full)} pages ({pages} addresses asked undisturbed)": mean
        <= MOST_MEAN,
        f"{most} full fetches of one page at most": most <= MOST_EACH,
    }
    print("most often:", ", ".join(f"{target} ({times})" for target, times in full.most_common(3)))
    for words, good in held.items():
        print(f"{'held' if good else 'NOT HELD'}: {words}")
    return int(not all(held.values()))


if __name__ == "__main__":
    sys.exit(main())
