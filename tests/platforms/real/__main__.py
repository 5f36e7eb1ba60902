"""WordPress and Ghost as they are, filled with a blog and crawled by the program: `make test-platforms`.

    python -m tests.platforms.real [--cache FOLDER] [wordpress] [ghost]

Takes some minutes, network for the packages alone, and root where Debian's are not installed yet. What cannot be had
here is skipped, and a line says so. Exit status 1 where a crawl is not exact or asks for too much.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.engines.writing import written
from tests.platforms.real.ghost import ghost, installed
from tests.platforms.real.judging import Verdict, judged
from tests.platforms.real.running import Failed, run
from tests.platforms.real.wordpress import PACKAGES, wordpress

POSTS = written(320)
BY_API = 0.03
"""Requests for a post where the API answers."""
BY_PAGES = 0.15
"""The same where it does not, and pages of ten posts are read."""
CACHE = Path(__file__).parents[3] / ".platforms"


class Unavailable(Exception):
    """What a platform needs cannot be had on this machine; the message says what."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="PLATFORM", help=f"of {' and '.join(PLATFORMS)}; without: all")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where Ghost is installed")
    given = parser.parse_args()
    if unknown := set(given.names) - set(PLATFORMS):
        parser.error(f"no such platform: {', '.join(sorted(unknown))}")
    good = True
    for name in given.names or PLATFORMS:
        with tempfile.TemporaryDirectory(prefix="backfile-") as folder:
            try:
                for verdict in PLATFORMS[name](Path(folder), given.cache):
                    print(verdict, flush=True)
                    good &= verdict.good
            except Unavailable as error:
                print(f"SKIPPED: {name}: {error}", file=sys.stderr, flush=True)
            except Failed as error:
                print(f"FAIL {name}: {error}", flush=True)
                good = False
    return 0 if good else 1


def _wordpress(folder: Path, _: Path) -> Iterator[Verdict]:
    _install_packages()
    with wordpress(folder) as blog:
        posts = blog.fill(POSTS)
        yield judged("wordpress", blog.home, posts, folder, BY_API)
        blog.close_api()
        yield judged("wordpress with a closed API", blog.home, posts, folder, BY_PAGES)
        blog.open_api()
        posts = blog.plain_addresses()
        yield judged("wordpress with plain addresses", blog.home, posts, folder, BY_API)


def _install_packages() -> None:
    """Debian's packages, where they are not there yet."""
    if shutil.which("dpkg-query") is None or shutil.which("apt-get") is None:
        raise Unavailable("needs Debian's packages, and there is no apt-get")
    if _installed():
        return
    if os.geteuid() != 0:
        raise Unavailable(f"needs root to install {' '.join(PACKAGES)}")
    try:
        run(["apt-get", "update", "-qq"], Path("/"), online=True)
        words = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq", "--no-install-recommends"]
        run([*words, *PACKAGES], Path("/"), online=True, most=600)
    except Failed as error:
        raise Unavailable(str(error)) from error


def _installed() -> bool:
    try:
        told = run(["dpkg-query", "--show", "--showformat=${db:Status-Status}\n", *PACKAGES], Path("/"))
    except Failed:  # one that is not known at all
        return False
    return set(told.split()) == {"installed"}


def _ghost(folder: Path, cache: Path) -> Iterator[Verdict]:
    if shutil.which("npm") is None or shutil.which("node") is None:
        raise Unavailable("needs node and npm")
    try:
        program = installed(cache)
    except Failed as error:
        raise Unavailable(str(error)) from error
    with ghost(folder, program) as blog:
        posts = blog.fill(POSTS)
        yield judged("ghost whose rules forbid its API", blog.home, posts, folder, BY_PAGES)
        blog.allow_api()
        yield judged("ghost", blog.home, posts, folder, BY_API)


PLATFORMS: dict[str, Callable[[Path, Path], Iterator[Verdict]]] = {"wordpress": _wordpress, "ghost": _ghost}


if __name__ == "__main__":
    sys.exit(main())
