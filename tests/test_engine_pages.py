"""Responses as pages, and what their statuses mean."""

from __future__ import annotations

import pytest
from scrapy import Request
from scrapy.http import HtmlResponse, Response

from crawler.engine.pages import Answer, answer_of, page_of
from crawler.model import Role, Source, SourceKind, State

ADDRESS = "https://example.org/a"


def asked(
    status: int, body: bytes = b"", role: Role = Role.WHOLE, kind: SourceKind = SourceKind.FEED, **headers: str
) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = HtmlResponse(ADDRESS, status=status, body=body, headers=named, request=Request(ADDRESS))
    return answer_of(response, Source(ADDRESS, kind, role, parent="https://example.org/"))


def test_a_page_has_lower_case_headers_and_the_hops_before_it() -> None:
    request = Request(ADDRESS, meta={"redirect_urls": ["http://example.org/a"]})
    response = Response(ADDRESS, headers={"X-WP-Total": "41", "Link": ["<a>", "<b>"]}, body=b"x", request=request)
    page = page_of(response, "http://example.org/a")
    assert page.headers == {"x-wp-total": "41", "link": "<a>, <b>"}
    assert (page.asked, page.address, page.redirects) == ("http://example.org/a", ADDRESS, ("http://example.org/a",))


def test_a_good_answer_is_done_and_keeps_its_validators() -> None:
    outcome = asked(200, b"abc", ETag='"1"', Last_Modified="Mon, 01 Mar 2021 09:00:00 GMT").outcome
    assert (outcome.state, outcome.etag, outcome.size) == (State.DONE, '"1"', 3)
    assert outcome.last_modified.startswith("Mon")


def test_304_is_done_and_unchanged() -> None:
    outcome = asked(304).outcome
    assert (outcome.state, outcome.unchanged) == (State.DONE, True)


@pytest.mark.parametrize("status", [400, 404, 410, 500, 503])
def test_a_refusal_is_a_failure_and_a_problem(status: int) -> None:
    answer = asked(status)
    assert answer.outcome.state is State.FAILED
    assert [problem.kind for problem in answer.problems] == ["http"]


def test_a_guess_that_is_not_there_is_no_problem() -> None:
    answer = asked(404, role=Role.USUAL)
    assert answer.outcome.state is State.FAILED
    assert answer.problems == ()


def test_a_page_that_nothing_named_and_that_is_not_there_is_no_problem() -> None:
    response = HtmlResponse(ADDRESS, status=404, request=Request(ADDRESS))
    assert answer_of(response, Source(ADDRESS, SourceKind.ARCHIVE, Role.MONTH)).problems == ()


def test_a_guess_that_breaks_the_server_is_a_problem() -> None:
    assert asked(500, role=Role.USUAL).problems


def test_a_missing_robots_txt_is_an_answer() -> None:
    answer = asked(404, kind=SourceKind.ROBOTS)
    assert answer.outcome.state is State.DONE
    assert answer.problems == ()


@pytest.mark.parametrize(
    "answer",
    [
        asked(403, b"<title>Just a moment...</title>"),
        asked(503, b"<script src='/cdn-cgi/challenge-platform/h/b'></script>"),
        asked(403, cf_mitigated="challenge"),
        asked(403, b"<title>Attention Required! | Cloudflare</title>", role=Role.USUAL),
    ],
)
def test_a_bot_wall_is_named_as_what_blocks(answer: Answer) -> None:
    assert [problem.kind for problem in answer.problems] == ["blocked"]


def test_an_answer_that_broke_off_counts_and_is_told() -> None:
    response = HtmlResponse(ADDRESS, body=b"half", flags=["dataloss"], request=Request(ADDRESS))
    answer = answer_of(response, Source(ADDRESS, SourceKind.FEED))
    assert answer.outcome.state is State.DONE
    assert [problem.kind for problem in answer.problems] == ["truncated"]
