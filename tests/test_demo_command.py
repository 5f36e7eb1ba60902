"""The demo as a person runs it: a whole crawl, listing and export on loopback."""

from __future__ import annotations

import csv

from click.testing import CliRunner

from crawler.cli import cli
from crawler.commands.demo import demo
from crawler.demo.blog import make_blog


def test_demo_finds_exactly_the_posts_that_the_blog_published(tmp_path, capfd):
    outcome = CliRunner().invoke(demo, ["-o", str(tmp_path)])
    said = capfd.readouterr()
    assert outcome.exit_code == 0, outcome.stderr + said.err
    assert "The Slow Ferry" in said.out
    with (tmp_path / "posts.csv").open(newline="", encoding="utf-8-sig") as listing:
        assert len(list(csv.DictReader(listing))) == len(make_blog().entries)


def test_demo_says_in_one_line_that_its_folder_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    done = CliRunner().invoke(cli, ["demo", "-o", str(tmp_path / "file" / "demo")])
    assert done.exit_code == 2
    assert done.stderr.startswith("backfile: cannot write") and done.stderr.count("\n") == 1
