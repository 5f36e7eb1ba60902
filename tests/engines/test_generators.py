"""Blogs that real generators built: every post with its title and day, and nothing that is none."""

from __future__ import annotations

import mimetypes
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from tests.dryblogs import Entry
from tests.dryweb import Answer, Server, Web, assert_exact, crawl
from tests.engines.generators import GENERATORS, Generator
from tests.engines.writing import HOME, POSTS


def installed(package: str) -> bool:
    try:
        return bool(version(package))
    except PackageNotFoundError:
        return False


def served(site: Path) -> Server:
    """The files of a folder as a plain web server gives them."""

    def answer(address: str) -> Answer | None:
        parts = urlsplit(address)
        path = site / unquote(parts.path).lstrip("/")
        if not address.startswith(HOME) or not path.exists():
            return None
        if path.is_dir() and not parts.path.endswith("/"):
            return Answer(status=301, to=parts.path + "/")
        file = path / "index.html" if path.is_dir() else path
        kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
        return Answer(file.read_bytes().decode("utf-8", "replace"), type=kind) if file.is_file() else None

    return answer


@pytest.mark.parametrize("generator", GENERATORS, ids=lambda generator: generator.package)
def test_every_post_of_a_generated_blog_is_found(generator: Generator, tmp_path: Path) -> None:
    if not installed(generator.package):
        pytest.skip(f"{generator.package} is not installed")
    posts = [
        Entry(HOME + generator.address.format(slug=one.slug, day=one.day), one.title, one.day.isoformat())
        for one in POSTS
    ]
    done = crawl(Web(otherwise=served(generator.make(tmp_path))), generator.home)
    assert_exact(done, posts)
    assert done.requests <= generator.most
