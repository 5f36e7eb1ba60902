"""Where an address leads."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.engine.addresses import is_local_name, is_private, literal, server_of, visit_key


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "0177.0.0.1", "017700000001", "127.0.0.1.",
        "10.1.2.3", "192.168.0.1", "172.16.9.9", "169.254.169.254", "0.0.0.0", "100.64.0.1", "224.0.0.1", "240.0.0.1",
        "::1", "[::1]", "fe80::1%eth0", "fd00::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1",
        "2002:7f00:1::", "::",
    ],
)  # fmt: skip
def test_every_spelling_of_a_private_address_is_private(host: str) -> None:
    address = literal(host)
    assert address is not None
    assert is_private(address)


@pytest.mark.parametrize(
    "host", ["93.184.216.34", "0x5db8d822", "2606:2800:220:1:248:1893:25c8:1946", "64:ff9b::808:808"]
)
def test_a_public_address_is_not_private(host: str) -> None:
    address = literal(host)
    assert address is not None
    assert not is_private(address)


@pytest.mark.parametrize("host", ["example.org", "1.example", "face.b00c.example", "deadbeef", "0x7f.example", ""])
def test_a_name_is_no_literal_address(host: str) -> None:
    assert literal(host) is None


@given(st.integers(0, 2**32 - 1))
def test_a_number_in_any_base_is_the_address_it_counts(number: int) -> None:
    wanted = ipaddress.IPv4Address(number)
    assert literal(str(number)) == literal(hex(number)) == literal(f"0{number:o}") == wanted


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST.", "blog.localhost"])
def test_localhost_and_the_names_below_it_are_local(host: str) -> None:
    assert is_local_name(host)


def test_a_name_that_only_ends_like_localhost_is_not_local() -> None:
    assert not is_local_name("notlocalhost")


def test_http_and_https_of_a_host_are_one_server_and_another_port_is_another() -> None:
    assert server_of("http://Example.org/a") == server_of("https://example.org:443/b") == "example.org"
    assert server_of("http://example.org:8080/") == "example.org:8080"


def test_scheme_www_and_fragment_make_no_second_visit() -> None:
    keys = {visit_key(url) for url in ("http://example.org", "https://www.example.org/", "https://Example.org/#top")}
    assert keys == {"example.org/"}


def test_query_and_last_slash_make_a_second_visit() -> None:
    assert len({visit_key(f"http://example.org/a{tail}") for tail in ("", "/", "?page=2")}) == 3
