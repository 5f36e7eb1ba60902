"""Numeric dates of a blog in which day and month cannot be told apart, from the page to the post."""

from __future__ import annotations

from datetime import date

from crawler import sources
from crawler.model import Blog, Findings, Harvest, Outcome, Page, Place, Role, Source, SourceKind, State
from crawler.posts import posts_of

HOME = "https://blog.example/"


def read(*days: str, year: str = "") -> Findings:
    entries = "".join(
        f'<li><a href="/posts/{n}-slug">Entry number {n}</a> <i>{day}</i></li>' for n, day in enumerate(days)
    )
    head = f"<h2>{year}</h2>" if year else ""
    body = f'<html lang="en"><body><h1>All posts</h1>{head}<ul>{entries}</ul></body></html>'.encode()
    return sources.read(Page(HOME, HOME, 200, {"content-type": "text/html"}, body), _source())


def _source() -> Source:
    return Source(HOME, SourceKind.HOMEPAGE, Role.WHOLE)


def days_of(findings: Findings) -> list[str]:
    return [claim.first("date") for claim in findings.claims if claim.place is Place.LISTING]


def settled(findings: Findings) -> list[str]:
    harvest = Harvest("blog-example", _source(), Outcome(State.DONE, 200, HOME), findings)
    posts = posts_of(Blog("blog-example", HOME), [harvest], date(2024, 1, 1))
    return sorted(post.text("date") for post in posts if post.is_post)


def test_a_day_that_proves_the_month_first_settles_all_others() -> None:
    assert settled(read("06/13/17", "05/06/17", "04/03/17")) == ["2017-04-03", "2017-05-06", "2017-06-13"]


def test_a_day_that_proves_the_day_first_settles_all_others() -> None:
    assert settled(read("13/06/2017", "05/06/2017", "04/03/2017")) == ["2017-03-04", "2017-06-05", "2017-06-13"]


def test_without_proof_only_the_year_is_known() -> None:
    assert settled(read("05/06/2017", "04/03/2017", "02/01/2017")) == ["2017", "2017", "2017"]


def test_days_without_year_are_settled_by_the_others_of_their_page() -> None:
    assert days_of(read("13/06", "05/06", "04/03", year="2017")) == ["2017-06-13", "2017-06-05", "2017-03-04"]
    assert days_of(read("06/13", "05/06", "04/03", year="2017")) == ["2017-06-13", "2017-05-06", "2017-04-03"]


def test_a_title_that_ends_in_update_makes_its_day_no_day_of_change() -> None:
    entries = "".join(
        f'<li><a href="/posts/{n}-slug">{title}</a> 2017-06-{n:02d}</li>'
        for n, title in ((13, "Status update"), (12, "1984 revisited"), (11, "On knots"))
    )
    body = f'<html lang="en"><body><h1>All posts</h1><ul>{entries}</ul></body></html>'.encode()
    findings = sources.read(Page(HOME, HOME, 200, {"content-type": "text/html"}, body), _source())
    assert days_of(findings) == ["2017-06-13", "2017-06-12", "2017-06-11"]
