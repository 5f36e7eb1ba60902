from __future__ import annotations

import os
import socket
from datetime import timedelta

import pytest

from crawler.store import LEASE, Holder
from tests.store_fixture import SLUG, Clock, column, new_store

HERE = socket.gethostname()
NOBODY = 2**22 + 1  # above the highest process number that Linux gives
ELSEWHERE = Holder(1, "another-machine", 4711)


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def store(tmp_path, clock):
    with new_store(tmp_path, clock) as opened:
        for command in ("one", "other"):
            opened.begin_run(command)
        yield opened


def test_a_blog_that_another_run_has_is_not_given(store):
    assert store.lease(SLUG, ELSEWHERE) is None
    assert store.lease(SLUG, Holder.of(2)) == ELSEWHERE
    assert store.holds(1, SLUG) and not store.holds(2, SLUG)


def test_a_run_may_take_what_it_has_again(store):
    store.lease(SLUG, ELSEWHERE)
    assert store.lease(SLUG, ELSEWHERE) is None


def test_a_lease_that_was_given_up_is_free(store):
    store.lease(SLUG, ELSEWHERE)
    store.release(1, SLUG)
    assert store.lease(SLUG, Holder.of(2)) is None


def test_a_run_gives_up_its_own_leases_alone(store):
    store.lease(SLUG, ELSEWHERE)
    store.release(2)
    assert store.holder(SLUG) == ELSEWHERE
    store.release(1)
    assert store.holder(SLUG) is None


def test_a_process_that_has_ended_holds_nothing(store):
    store.lease(SLUG, Holder(1, HERE, NOBODY))
    assert store.lease(SLUG, Holder.of(2)) is None
    assert not store.holds(1, SLUG)


def test_a_process_that_lives_on_this_machine_holds_its_blog(store):
    parent = Holder(1, HERE, os.getppid())
    store.lease(SLUG, parent)
    assert store.lease(SLUG, Holder.of(2)) == parent


def test_a_process_number_that_is_given_anew_is_no_other_run_of_now(store):
    store.lease(SLUG, Holder(1, HERE, os.getpid()))
    assert store.lease(SLUG, Holder.of(2)) is None


def test_a_lease_that_nobody_renews_runs_out(store, clock):
    store.lease(SLUG, ELSEWHERE)
    clock.at += LEASE
    assert store.lease(SLUG, Holder.of(2)) is None


def test_a_lease_that_is_renewed_does_not(store, clock):
    store.lease(SLUG, ELSEWHERE)
    clock.at += LEASE - timedelta(minutes=1)
    store.renew_leases(1)
    clock.at += LEASE - timedelta(minutes=1)
    assert store.lease(SLUG, Holder.of(2)) == ELSEWHERE


def test_who_holds_a_blog_is_told_in_a_way_a_person_can_act_on():
    assert str(ELSEWHERE) == "run 1 (process 4711 on another-machine)"


def test_a_blog_that_is_removed_leaves_no_lease(store):
    store.lease(SLUG, ELSEWHERE)
    store.remove_blog(SLUG)
    assert column(store, "SELECT count(*) FROM leases") == [0]
