"""What every test stands on: no variable of the person's own environment, and the same examples in every run."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.load_profile("steady")

_OURS = ("BACKFILE_", "SCRAPY_")


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proxy, a database or a settings module named outside must not reach a test."""
    for name in list(os.environ):
        if name.startswith(_OURS) or name.lower().endswith("_proxy"):
            monkeypatch.delenv(name)
