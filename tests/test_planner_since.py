"""`--since`: nothing is asked for what is older."""

from datetime import date

from crawler.planner import Limits
from tests.dryweb import Web, crawl

HOME = "https://blog.example/"


def _page(number: int) -> str:
    """Ten posts a page, a month apart, from December 2020 backwards, twelve pages."""
    items = []
    for index in range(number * 10, number * 10 + 10):
        year, month = 2020 - index // 12, 12 - index % 12
        address = f"/{year}/{month:02d}/post-{index}/"
        items.append(
            f'<li><a href="{address}">Post number {index}</a> <time datetime="{year}-{month:02d}-05">then</time></li>'
        )
    older = f'<a href="/page/{number + 2}/">Older posts</a>' if number < 11 else ""
    return f"<html><head><title>Blog</title></head><body><main><ul>{''.join(items)}</ul>{older}</main></body></html>"


def _web() -> Web:
    pages = {HOME: _page(0)} | {f"{HOME}page/{number + 1}/": _page(number) for number in range(1, 12)}
    return Web(pages)


def test_a_series_is_left_where_its_posts_are_older_than_wanted() -> None:
    found = crawl(_web(), HOME, Limits(since=date(2019, 1, 1)))
    numbers = [int(url.rstrip("/").rpartition("/")[2]) for url in found.web.asked if "/page/" in url]
    assert max(numbers) <= 5  # page 3 reaches 2018; the plan is weighed with what was on its way


def test_without_a_day_the_series_is_read_to_its_end() -> None:
    found = crawl(_web(), HOME, Limits())
    assert any(url.endswith("/page/12/") for url in found.web.asked)
