"""The shape of the project, held by tests: sizes, names, documented commands and settings, declared dependencies.

Which module may import which is held by import-linter (`make lint`), from its contracts in pyproject.toml.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib.metadata import packages_distributions
from itertools import chain
from pathlib import Path

import pytest

from crawler.cli import SECTIONS

ROOT = Path(__file__).parents[1]
PACKAGES = ("crawler", "spiders", "pipelines")
MODULES = sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
DOCUMENTS = ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/running.md")
SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT = SETTINGS["project"]
TOLD_BY_MODULE = ("sources", "classify", "merge", "planner")

NEEDED_BY_OTHERS = {"lxml-html-clean"}
"""Dependencies that a dependency imports and does not name so that every pip finds it."""

LONGEST = 400
NAMELESS = {"common", "helpers", "misc", "util", "utils"}

each_module = pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(ROOT)))
each_document = pytest.mark.parametrize("name", DOCUMENTS)


def document(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def commands() -> set[str]:
    return {name for section in SECTIONS.values() for name in section}


def imported(path: Path) -> Iterator[str]:
    """The top-level names of what a module imports, at any depth of its code."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def distributions(requirements: Iterable[str]) -> set[str]:
    return {re.split(r"[<>=!~;\[ ]", requirement)[0].lower().replace("_", "-") for requirement in requirements}


@pytest.mark.parametrize("path", [*MODULES, *TESTS], ids=lambda path: str(path.relative_to(ROOT)))
def test_module_is_short_enough_to_be_read_at_once(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST


@each_module
def test_module_says_what_it_is(path):
    assert ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))


@each_module
def test_module_is_named_after_its_subject(path):
    assert not NAMELESS & {part.strip("_") for part in path.relative_to(ROOT).with_suffix("").parts}


def test_dependencies_are_exactly_what_the_code_imports():
    known = packages_distributions()
    names = {name for path in MODULES for name in imported(path)} - set(sys.stdlib_module_names) - set(PACKAGES)
    used = {known[name][0].lower().replace("_", "-") for name in names}
    needed = distributions(PROJECT["dependencies"])
    extras = distributions(
        chain(*(names for extra, names in PROJECT["optional-dependencies"].items() if extra != "dev"))
    )
    assert needed <= used | NEEDED_BY_OTHERS <= needed | extras


def test_lock_holds_every_dependency_and_no_address():
    lock = document("requirements.lock")
    locked = set(re.findall(r"^([a-z0-9.-]+)==", lock, re.MULTILINE))
    wanted = distributions([*PROJECT["dependencies"], *chain(*PROJECT["optional-dependencies"].values())])
    assert wanted <= locked
    assert "://" not in lock


def test_readme_has_a_row_for_every_command():
    rows = re.findall(r"^\| `backfile ([a-z]+)", document("README.md"), re.MULTILINE)
    assert sorted(rows) == sorted(commands())


@each_document
def test_every_documented_command_exists(name):
    told = re.findall(r"(?:^|[`$(\s])backfile ([a-z]+)\b", "\n".join(_code(document(name))), re.MULTILINE)
    assert set(told) <= commands()


@each_document
def test_every_documented_target_exists(name):
    told = re.findall(r"\bmake ([a-z]+)\b", "\n".join(_code(document(name))))
    targets = set(re.findall(r"^([a-z]+):", document("Makefile"), re.MULTILINE))
    assert set(told) <= targets


@each_document
def test_every_documented_place_exists(name):
    told = re.findall(r"\b(?:crawler|spiders|pipelines|tests)/[\w./]*", "\n".join(_code(document(name))))
    assert [place for place in told if not (ROOT / place).exists()] == []


def test_architecture_draws_the_layers_that_are_held():
    contracts = SETTINGS["tool"]["importlinter"]["contracts"]
    held = {contract["id"]: contract["layers"] for contract in contracts if contract["type"] == "layers"}
    drawn = "\n".join([held["edges"][0], "", *held["layers"]])
    assert f"```\n{drawn}\n```" in document("ARCHITECTURE.md")


def test_architecture_has_a_place_for_every_part_of_the_package():
    places = set(re.findall(r"`(crawler/\w+(?:/|\.py))`", document("ARCHITECTURE.md")))
    parts = {path.relative_to(ROOT).as_posix() + "/" * path.is_dir() for path in (ROOT / "crawler").iterdir()}
    assert {part for part in parts if not part.startswith("crawler/__")} - places == set()


@pytest.mark.parametrize("package", TOLD_BY_MODULE)
def test_architecture_tells_every_module_of_the_packages_that_decide(package):
    told = set(re.findall(r"`(\w+)`", document("ARCHITECTURE.md")))
    modules = {path.stem for path in (ROOT / "crawler" / package).glob("*.py")} - {"__init__"}
    assert modules - told == set()


def test_architecture_tells_the_moves_in_their_order():
    from crawler.planner import MOVES

    rows = re.findall(r"^\| `(\w+)` \|", document("ARCHITECTURE.md"), re.MULTILINE)
    names = [move.__name__ for move in MOVES]
    assert [row for row in rows if row in names] == names


def test_every_documented_setting_exists():
    from scrapy.settings import default_settings

    from crawler import settings

    told = set(re.findall(r"`([A-Z][A-Z]+_[A-Z_]+)`", document("README.md"))) - {"BACKFILE_DB"}
    assert [name for name in sorted(told) if not hasattr(settings, name) and not hasattr(default_settings, name)] == []


def test_help_is_told_without_scrapy():
    run = "from crawler.cli import cli; cli.main(['--help'], standalone_mode=False)"
    code = f"import sys; {run}; sys.exit('scrapy' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def _code(text: str) -> list[str]:
    """What a document sets as code: fenced blocks and `spans`."""
    blocks = re.findall(r"^```.*?\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return blocks + re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```", "", text, flags=re.MULTILINE | re.DOTALL))
