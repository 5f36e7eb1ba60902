"""Standard error that nobody reads any more."""

import sys

import pytest

from crawler.engine.screen import Screen, say


class _Closed:
    """A pipe whose reader has gone."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        raise BrokenPipeError

    def flush(self) -> None:
        raise BrokenPipeError


def test_a_closed_pipe_stops_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", _Closed())
    say("a line")
    assert Screen().write("four") == len("four")


def test_what_is_said_reaches_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    say("a line")
    assert capsys.readouterr().err == "a line\n"


def test_a_live_table_in_the_place_of_standard_error_is_passed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    class _Proxy(_Closed):
        rich_proxied_file = sys.stdout

    monkeypatch.setattr(sys, "stderr", _Proxy())
    assert Screen().encoding == sys.stdout.encoding
