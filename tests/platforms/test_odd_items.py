"""One odd item in an answer of an API: the rest of the page is kept as it was. One answer of everything is bounded."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from crawler.model import Findings
from crawler.sources.feed_evidence import MOST_ITEMS
from tests.platforms.answers import PLACES, Recorded, first_answer

every_api = pytest.mark.parametrize("name", list(PLACES))
NO_OBJECTS: tuple[Any, ...] = (None, 7, True, "word", [], [[]], [None], {})
ODD_VALUES: tuple[Any, ...] = (
    None,
    -7,
    1.5,
    False,
    "",
    "\ud800",
    "0000-00-00T99:99:99",
    [],
    [None, 7, "a", [1]],
    {},
    {"rendered": None},
)


def beside(recorded: Recorded, odd: list[Any]) -> Findings:
    """What an answer tells that begins with odd items, and has them among the others, too."""
    data = recorded.data
    posts = recorded.posts(data)
    if isinstance(posts, list):
        posts[:] = [*odd, posts[0], *odd, *posts[1:]]
    else:
        good = dict(posts)
        posts.clear()
        posts.update({f"odd{number}": one for number, one in enumerate(odd)} | good)
    return recorded.read(data)


def spoilt(item: Any, depth: int = 3) -> Iterator[Any]:
    """The item with each of its fields, and the fields of those, once of another kind."""
    for name, inner in item.items():
        yield from ({**item, name: value} for value in ODD_VALUES)
        if isinstance(inner, dict) and depth:
            yield from ({**item, name: worse} for worse in spoilt(inner, depth - 1))
        if isinstance(inner, list) and inner and isinstance(inner[0], dict) and depth:
            yield from ({**item, name: [worse]} for worse in spoilt(inner[0], depth - 1))


def one_of(recorded: Recorded) -> dict[str, Any]:
    """An item as the others, at another address: what is told of those must not change."""
    posts = recorded.posts(recorded.data)
    item = copy.deepcopy(posts[-1] if isinstance(posts, list) else list(posts.values())[-1])
    return _renamed(item)


def _renamed(value: Any) -> Any:
    """With another slug or number wherever one stands."""
    if isinstance(value, dict):
        return {name: _renamed(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner) for inner in value]
    if isinstance(value, str) and value.startswith(("http", "/")):
        return value.rstrip("/") + "-odd"
    return value


@every_api
def test_items_that_are_no_objects_cost_the_others_nothing(name: str) -> None:
    recorded = first_answer(name)
    alone = recorded.read(recorded.data)
    told = beside(recorded, list(NO_OBJECTS))
    assert alone.claims
    assert (told.claims, told.problems) == (alone.claims, ())


@every_api
def test_fields_of_another_kind_cost_the_other_items_nothing(name: str) -> None:
    recorded = first_answer(name)
    alone = recorded.read(recorded.data).claims
    for odd in spoilt(one_of(recorded)):
        told = beside(recorded, [odd])
        assert set(alone) <= set(told.claims), odd


@every_api
def test_a_wrong_date_and_no_title_leave_an_item_its_address(name: str) -> None:
    recorded = first_answer(name)
    item = one_of(recorded)
    plain = {claim.address for claim in beside(recorded, [item]).claims}
    for key in [key for key in item if "title" in key.lower() or key in ("date", "date_gmt")]:
        assert {claim.address for claim in beside(recorded, [{**item, key: None}]).claims} == plain


@every_api
def test_an_answer_of_everything_is_read_up_to_a_bound_and_says_so(name: str) -> None:
    recorded = first_answer(name)
    data = recorded.data
    posts = recorded.posts(data)
    more: list[Any] = [{}] * MOST_ITEMS
    if isinstance(posts, list):
        posts.extend(more)
    else:
        posts.update({f"more{number}": one for number, one in enumerate(more)})
    told = recorded.read(data)
    assert told.claims == recorded.read(recorded.data).claims
    assert [problem.kind for problem in told.problems] == ["api.too-long"]
    assert "beyond the first" in told.problems[0].message
