"""How much is on the wire in a run that goes on with a killed one."""

from __future__ import annotations

import pytest

from crawler.engine.care import SILENCE, SURE, Care, turn_of


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time, which tests set."""
    time = [100.0]
    monkeypatch.setattr("crawler.engine.care.time.monotonic", lambda: time[0])
    return time


def test_nothing_is_asked_before_the_run_is_ready(now: list[float]) -> None:
    one = Care()
    now[0] += 10 * SILENCE
    assert one.most == 0


def test_silence_counts_from_the_moment_the_run_is_ready(now: list[float]) -> None:
    one = Care()
    now[0] += 10 * SILENCE
    one.begin()
    assert one.most == 1


def test_a_killed_blog_whose_turn_comes_later_finds_the_run_ready(now: list[float]) -> None:
    assert Care(ready=True).most == 1


def test_one_request_is_on_its_way_at_first_and_more_as_answers_come(now: list[float]) -> None:
    one = Care()
    one.begin()
    most = [one.most]
    for _ in range(2 * SURE):
        one.answered()
        most.append(one.most)
    assert (most[0], most[SURE - 1], most[SURE], most[2 * SURE]) == (1, 1, 2, 3)


def test_a_server_that_does_not_answer_holds_up_the_others_for_a_moment(now: list[float]) -> None:
    one = Care()
    one.begin()
    now[0] += 2.5 * SILENCE
    assert one.most == 3
    one.answered()
    assert one.most == 1


def test_runs_that_follow_each_other_begin_far_apart() -> None:
    turns = [turn_of(run) for run in range(1, 200)]
    assert all(0 < turn < 1 for turn in turns)
    for step in (1, 2, 3):
        assert min(abs(a - b) for a, b in zip(turns, turns[step:], strict=False)) > 0.1
