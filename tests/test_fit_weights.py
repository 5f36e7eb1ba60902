"""The fitting script's optimiser and replay, on made-up evidence and small recorded blogs."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from dataclasses import replace
from math import exp
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.classify import RULES
from tests.bench.fit_weights import HARD, Choices, by_hand, even, fitted_of, main, present, sample_of
from tests.bench.fitting import Example, Problem, Sample, fit, problem_of
from tests.bench.judged import judged_of
from tests.bench.recorded import Truth, loose_url, recording_of, truth_of
from tests.dryblogs import HOME, entries, listing, menu, page, post_pages

TRUE = {"feed": 3.0, "list": 1.5, "menu": -2.5, "tag": -4.0}
THRESHOLD = 2.0


@pytest.fixture(scope="module")
def drawn() -> Counter[Example]:
    """Addresses whose being a post is drawn with the chance that the true weights give."""
    draw = random.Random(7)
    sample: Counter[Example] = Counter()
    for _ in range(60_000):
        strengths = tuple((name, draw.choice((0.5, 1.0))) for name in TRUE if draw.random() < 0.6)
        score = sum(TRUE[name] * x for name, x in strengths) - THRESHOLD
        sample[Example(strengths, draw.random() < 1 / (1 + exp(-score)))] += 1
    return sample


def _problem(sample: Sample, prior: dict[str, float], pull: float, *fixed: str) -> Problem:
    return problem_of(sample, prior, frozenset(fixed), THRESHOLD, pull)


def test_the_weights_that_made_the_data_are_found_again(drawn: Sample) -> None:
    fitted = fit(_problem(drawn, {"feed": 1.0, "list": 1.0, "menu": -1.0, "tag": -1.0}, 0.01))
    assert fitted == pytest.approx(TRUE, abs=0.15)


def test_a_fixed_weight_is_not_fitted_and_counts_as_it_is(drawn: Sample) -> None:
    prior = {"feed": 3.0, "list": 1.0, "menu": -1.0, "tag": -4.0}
    fitted = fit(_problem(drawn, prior, 0.01, "feed", "tag"))
    assert fitted == pytest.approx({"list": 1.5, "menu": -2.5}, abs=0.15)


def test_a_weight_whose_data_ask_for_the_other_sign_becomes_nothing(drawn: Sample) -> None:
    prior = {"feed": 1.0, "list": 1.0, "menu": 1.0, "tag": -1.0}
    fitted = fit(_problem(drawn, prior, 0.01))
    assert fitted["menu"] == 0
    assert fitted["feed"] > 0 > fitted["tag"]


def test_a_weight_at_nothing_comes_back_when_the_data_ask_for_it(drawn: Sample) -> None:
    start = dict.fromkeys(TRUE, 0.0)
    assert fit(_problem(drawn, TRUE, 0.01), start) == pytest.approx(TRUE, abs=0.15)


def test_a_rule_that_never_speaks_keeps_its_weight(drawn: Sample) -> None:
    prior = {**TRUE, "silent": 1.7}
    assert fit(_problem(drawn, prior, 1.0))["silent"] == pytest.approx(1.7)


def test_a_strong_pull_keeps_the_weights_as_they_are(drawn: Sample) -> None:
    prior = {"feed": 1.0, "list": 1.0, "menu": -1.0, "tag": -1.0}
    assert fit(_problem(drawn, prior, 1e9)) == pytest.approx(prior, abs=1e-3)


def test_evidence_that_parts_posts_from_pages_exactly_gives_finite_weights() -> None:
    sample = {Example((("feed", 1.0),), True): 5.0, Example((("menu", 1.0),), False): 5.0}
    fitted = fit(_problem(sample, {"feed": 3.0, "menu": -2.0}, 1.0))
    assert 3 < fitted["feed"] < 10
    assert -10 < fitted["menu"] < -2


@pytest.mark.parametrize(("weight", "pull"), [(0.0, 1.0), (1.0, 0.0)])
def test_a_problem_without_a_single_answer_is_refused(weight: float, pull: float) -> None:
    with pytest.raises(ValueError, match="sign"):
        _problem({}, {"feed": weight}, pull)


_strengths = st.lists(st.tuples(st.sampled_from(sorted(TRUE)), st.floats(0.1, 2)), unique_by=lambda one: one[0])
_examples = st.builds(Example, _strengths.map(lambda ones: tuple(sorted(ones))), st.booleans())
_samples = st.dictionaries(_examples, st.floats(0.1, 10), max_size=12)
_nudges = st.dictionaries(st.sampled_from(sorted(TRUE)), st.floats(-0.5, 0.5))


@given(_samples, _nudges)
def test_no_other_weights_with_these_signs_have_a_smaller_loss(sample: Sample, nudges: dict[str, float]) -> None:
    problem = _problem(sample, TRUE, 0.1)
    fitted = fit(problem)
    best = problem.loss([fitted[name] for name in problem.names])
    other = problem.loss(problem.inside([fitted[name] + nudges.get(name, 0.0) for name in problem.names]))
    assert other >= best * (1 - 1e-6)


@given(_samples)
def test_the_start_does_not_change_the_answer(sample: Sample) -> None:
    problem = _problem(sample, TRUE, 0.1)
    far = {"feed": 0.1, "list": 9.0, "menu": 0.0, "tag": -0.1}
    assert fit(problem, far) == pytest.approx(fit(problem), abs=1e-2)


ENTRIES = entries(12)
ABOUT = HOME + "about/"


def _warc(address: str, text: str) -> bytes:
    """One response record, packed alone."""
    told = ("301 Moved", f"Location: {text}") if text.startswith("http") else ("200 OK", "Content-Type: text/html")
    answer = f"HTTP/1.1 {told[0]}\r\n{told[1]}\r\n\r\n{text}".encode()
    head = [
        "WARC/1.0",
        "WARC-Type: response",
        f"WARC-Target-URI: {address}",
        "Content-Type: application/http; msgtype=response",
        f"Content-Length: {len(answer)}",
    ]
    return gzip.compress("\r\n".join([*head, "", ""]).encode() + answer + b"\r\n\r\n", mtime=0)


def _record(folder: Path, answers: dict[str, str], **meta: object) -> Path:
    """A recorded blog whose every address answers 200, or redirects where its text is an address."""
    folder.mkdir(parents=True)
    (folder / "site.warc.gz").write_bytes(b"".join(_warc(address, text) for address, text in answers.items()))
    (folder / "meta.json").write_text(json.dumps({"home": HOME, "host": "blog.example", **meta}))
    (folder / "truth.csv").write_text("\n".join(["url,title,date", *(f"{one.address},," for one in ENTRIES)]))
    return folder


@pytest.fixture
def blog(tmp_path: Path) -> Path:
    """A small blog with a page about its author, recorded."""
    front = page("The Example Blog", menu((ABOUT, "About")) + listing(ENTRIES))
    about = page("About", menu((ABOUT, "About")) + "<p>Who writes here.</p>")
    return _record(tmp_path / "sites" / "small", {HOME: front, ABOUT: about, **post_pages(ENTRIES)})


def test_a_recorded_blog_is_crawled_and_judged(blog: Path) -> None:
    assert judged_of(blog).figures(present()) == (1.0, 1.0)


def test_other_weights_give_other_figures(blog: Path) -> None:
    assert judged_of(blog).figures({**present(), "off.host": 20.0, "undated": -50.0, "listing.day": -50.0})[0] == 0.0


def test_examples_tell_posts_from_pages_and_the_posts_count_one_together(blog: Path) -> None:
    judged = judged_of(blog)
    sample = sample_of(judged, present())
    posts = [example for example in sample if example.is_post]
    assert sum(sample[example] for example in posts) == pytest.approx(1.0)
    assert sum(sample.values()) * len(ENTRIES) == pytest.approx(len(judged.groups))
    assert all(dict(example.strengths).get("listing.day") for example in posts)


def test_a_blog_whose_posts_the_crawl_did_not_meet_teaches_nothing(blog: Path) -> None:
    true = (blog / "truth.csv").read_text()
    (blog / "truth.csv").write_text(true.replace("blog.example", "elsewhere.example"))
    assert sample_of(judged_of(blog), present()) == {}


def test_optional_addresses_are_no_examples(blog: Path) -> None:
    before = sum(judged_of(blog).examples(present()).values())
    (blog / "known.json").write_text(json.dumps({"optional": [ENTRIES[0].address]}))
    assert sum(judged_of(blog).examples(present()).values()) == before - 1


def test_a_kept_crawl_is_taken_again_without_the_recording(blog: Path, tmp_path: Path) -> None:
    first = judged_of(blog, tmp_path / "kept")
    (blog / "site.warc.gz").unlink()
    assert judged_of(blog, tmp_path / "kept").figures(present()) == first.figures(present())


def test_the_script_prints_figures_and_a_weight_for_every_rule(blog: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--sites", str(blog.parent), "--jobs", "1"])
    said = capsys.readouterr().out
    assert "mean of 1 in sites" in said
    assert "lost by leaving out: recall 0.0000, precision 0.0000" in said
    assert all(f"\n{rule.name} " in said for rule in RULES)


def test_the_weights_that_judge_a_blog_know_nothing_of_its_host(blog: Path) -> None:
    """Of the other blog, the page about its author alone is called a post: its lists speak for nothing."""
    ours = judged_of(blog)
    truth = Truth(frozenset((loose_url(ABOUT),)), frozenset(), {})
    scope = replace(ours.scope, host="other.example", aliases=frozenset((ours.scope.host,)))
    misled = replace(ours, scope=scope, truth=truth)
    once = Choices(present(), 0.01, 1)
    left_out = fitted_of([ours, misled], once, 1).without
    assert left_out["other.example"] == fitted_of([ours], once, 1).all
    assert left_out["blog.example"] == fitted_of([misled], once, 1).all
    assert left_out["blog.example"] != left_out["other.example"]


def test_fits_start_from_the_table_set_by_hand() -> None:
    assert list(by_hand()) == list(present())
    assert all(weight * by_hand()[name] > 0 for name, weight in present().items())


def test_equal_weights_keep_signs_and_hard_rules() -> None:
    assert {name for name, weight in even().items() if abs(weight) != 2.0} == HARD
    assert all(weight * even()[name] > 0 for name, weight in present().items())


@pytest.mark.parametrize(
    ("meta", "asked", "answered"),
    [
        ({}, "https://blog.example/a/", (200, "https://blog.example/a/")),
        ({}, "https://blog.example/a", (200, "https://blog.example/a/")),
        ({}, "https://blog.example/a/index.html", (200, "https://blog.example/a/index.html")),
        ({}, "https://blog.example/b", (200, "https://blog.example/b")),
        ({"pretty": False}, "https://blog.example/b", (404, "https://blog.example/b")),
        ({}, "https://blog.example/a/?x=1", (200, "https://blog.example/a/?x=1")),
        ({"dynamic": True}, "https://blog.example/a/?x=1", (501, "https://blog.example/a/?x=1")),
        ({}, "https://blog.example/?page=1&s=%61", (200, "https://blog.example/?page=1&s=%61")),
        ({"https": True}, "http://blog.example/a/", (200, "https://blog.example/a/")),
        ({"aliases": ["old.example"]}, "https://old.example/a/", (200, "https://blog.example/a/")),
        ({}, "https://else.example/", (502, "https://else.example/")),
        ({}, "https://blog.example/round/", (0, "https://blog.example/round/")),
        ({}, "https://blog.example/nothing", (404, "https://blog.example/nothing")),
    ],
)
def test_a_recording_answers_as_the_server_did(
    tmp_path: Path, meta: dict[str, object], asked: str, answered: tuple[int, str]
) -> None:
    held = {"a/": "A", "b.html": "B", "?s=a": "found", "round/": HOME + "round/"}
    folder = _record(tmp_path / "one", {HOME + path: text for path, text in held.items()}, **meta)
    got = recording_of(folder).page(asked)
    assert (got.status, got.address) == answered


def test_addresses_of_one_page_are_equal() -> None:
    same = ["http://www.blog.example/a/index.html", "https://blog.example/a.html", "https://blog.example/a/"]
    assert {loose_url(one) for one in same} == {"blog.example/a"}
    assert loose_url("https://blog.example/a?p=1") != loose_url("https://blog.example/a#p1") != "blog.example/a"


def test_figures_count_missed_posts_wrong_claims_and_second_claims() -> None:
    truth = Truth(frozenset(("x/1", "x/2", "x/3", "x/4")), frozenset(("x/4", "x/so")), {"x/one": "x/1"})
    assert truth.figures(["http://x/1", "http://x/one", "http://x/2", "http://x/so", "http://x/else"]) == (0.75, 0.5)


def test_a_truth_is_read_with_what_may_differ(blog: Path) -> None:
    known = {"addresses": {ENTRIES[0].address: [HOME + "old/1"]}, "optional": [ABOUT]}
    (blog / "known.json").write_text(json.dumps(known))
    truth = truth_of(blog)
    assert truth.post(HOME + "old/1/") == truth.post(ENTRIES[0].address) == loose_url(ENTRIES[0].address)
    assert truth.optional == {"blog.example/about"}
