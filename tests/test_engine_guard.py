"""The guard of private networks, without a network."""

from __future__ import annotations

import asyncio
import ipaddress
from collections.abc import Iterator

import pytest
from scrapy import Request
from scrapy.exceptions import CannotResolveHostError
from scrapy.resolver import dnscache

from crawler.engine import guard
from crawler.engine.addresses import IP
from crawler.engine.faults import RefusedAddress

NAMES = {
    "good.test": ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"],
    "mixed.test": ["93.184.216.34", "10.0.0.7"],
    "mapped.test": ["::ffff:127.0.0.1"],
}


@pytest.fixture
def looked_up(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    asked: list[str] = []

    async def addresses_of(host: str) -> list[IP]:
        asked.append(host)
        if host not in NAMES:
            raise OSError("no such name")
        return [ipaddress.ip_address(address) for address in NAMES[host]]

    monkeypatch.setattr(guard, "_addresses_of", addresses_of)
    yield asked
    for name in NAMES:
        dnscache.pop(name, None)


def check(*urls: str, proxy: str | None = None) -> None:
    watch = guard.AddressGuard(timeout=5)

    async def each() -> None:
        for url in urls:
            await watch.process_request(Request(url, meta={"proxy": proxy}))

    asyncio.run(each())


def test_a_public_name_passes_and_is_looked_up_once(looked_up: list[str]) -> None:
    check("http://good.test/", "http://good.test/again")
    assert looked_up == ["good.test"]


def test_the_address_that_was_checked_is_the_one_that_is_used(looked_up: list[str]) -> None:
    check("http://good.test/")
    assert dnscache["good.test"] == "93.184.216.34"


@pytest.mark.parametrize("host", ["mixed.test", "mapped.test"])
def test_one_private_address_among_a_names_addresses_is_enough(looked_up: list[str], host: str) -> None:
    with pytest.raises(RefusedAddress):
        check(f"http://{host}/")


def test_a_name_that_no_one_knows_cannot_be_resolved(looked_up: list[str]) -> None:
    with pytest.raises(CannotResolveHostError):
        check("http://unknown.test/")


def test_behind_a_proxy_names_are_not_looked_up(looked_up: list[str]) -> None:
    check("http://mixed.test/", proxy="http://127.0.0.1:3128")
    assert looked_up == []


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "0x7f.1", "[::1]"])
def test_behind_a_proxy_literal_addresses_and_localhost_are_still_refused(looked_up: list[str], host: str) -> None:
    with pytest.raises(RefusedAddress):
        check(f"http://{host}:8080/", proxy="http://127.0.0.1:3128")


def test_other_schemes_are_refused(looked_up: list[str]) -> None:
    with pytest.raises(RefusedAddress):
        check("ftp://good.test/")
