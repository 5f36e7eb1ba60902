"""Programs that a test starts on loopback and stops again: only those that it started, each within bounds of time."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

PATIENCE = 90.0
"""Seconds until a program must answer."""


class Failed(Exception):
    """A program that ended with an error, or never answered. The message holds the end of what it printed."""


def environment(**more: str) -> dict[str, str]:
    """This one without proxies: everything is on loopback."""
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("_proxy")}
    return kept | more


def run(words: Sequence[str], folder: Path, *, given: str = "", most: float = 300.0, online: bool = False) -> str:
    """What a program prints. `online`: it fetches packages, so proxies stay."""
    try:
        done = subprocess.run(
            words,
            cwd=folder,
            input=given,
            env=None if online else environment(),
            capture_output=True,
            text=True,
            timeout=most,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failed(f"{words[0]}: {error}") from error
    if done.returncode:
        raise Failed(f"{words[0]} ended with {done.returncode}: {(done.stderr or done.stdout)[-800:].strip()}")
    return done.stdout


@contextmanager
def started(
    words: Sequence[str],
    folder: Path,
    ready: Callable[[], bool],
    settings: Mapping[str, str] | None = None,
    where: Path | None = None,
) -> Iterator[None]:
    """A program that runs meanwhile, in `where` or the folder. What it prints goes to a file in the folder."""
    log = folder / f"{Path(words[0]).name}.log"
    with log.open("ab") as out:
        given = environment(**(settings or {}))
        program = subprocess.Popen(
            words, cwd=where or folder, env=given, stdout=out, stderr=out, start_new_session=True
        )
        try:
            _await(program, ready, log)
            yield
        finally:
            _stop(program)


def _stop(program: subprocess.Popen[bytes]) -> None:
    """End it with what it started itself: its session is its own, named by its id."""
    for how in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(program.pid, how)
        with suppress(subprocess.TimeoutExpired):
            program.wait(20)


def _await(program: subprocess.Popen[bytes], ready: Callable[[], bool], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while not ready():
        if program.poll() is not None or time.monotonic() > end:
            raise Failed(f"{log.stem} does not answer: {log.read_text(errors='replace')[-800:].strip()}")
        time.sleep(0.2)


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port: int = one.getsockname()[1]
        return port


def answers(address: str) -> Callable[[], bool]:
    """Whether an address answers with success."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def ready() -> bool:
        try:
            with opener.open(address, timeout=10) as answer:
                return bool(answer.status == 200)
        except (OSError, urllib.error.URLError):
            return False

    return ready
