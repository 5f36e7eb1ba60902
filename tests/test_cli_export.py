"""`backfile export`: which posts, and where they go."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from crawler.cli import cli
from crawler.errors import Unwritable
from crawler.export.files import replacing
from tests.listing_fixture import ENTRIES, make_database


@pytest.fixture(scope="module")
def database(tmp_path_factory) -> Path:
    return make_database(tmp_path_factory.mktemp("export") / "a.db")


def export(database: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, ["export", *words, "--db", str(database)], prog_name="backfile")


def urls(database: Path, *words: str) -> list[str]:
    out = export(database, *words).stdout_bytes.decode()
    return [row["url"] for row in csv.DictReader(io.StringIO(out, newline=""))]


def test_export_writes_csv_to_stdout_newest_first(database):
    assert urls(database) == [url for url, _, _ in ENTRIES]


def test_export_to_stdout_has_crlf_and_no_byte_order_mark(database):
    out = export(database).stdout_bytes
    assert out.startswith(b"blog,year,date,title,url,author,tags,excerpt,published,updated\r\nferns-example,2024,")


@pytest.mark.parametrize(
    ("words", "ends"),
    [
        (("--year", "2024"), ["leap", "sum"]),
        (("--since", "2024-02-01"), ["leap"]),
        (("--category", "Science", "--year", "2021"), ["bell"]),
        (("--category", "Cooking"), []),
        (("--blog", "notes-example"), []),
        (("--blog", "notes-example", "--blog", "ferns.example", "--year", "2020"), ["untitled-walk"]),
    ],
)
def test_export_writes_only_what_was_asked_for(database, words, ends):
    assert [url.rstrip("/").rsplit("/", 1)[1] for url in urls(database, *words)] == ends


def test_export_of_an_unknown_blog_is_an_error_and_leaves_the_file(database, tmp_path):
    path = tmp_path / "posts.csv"
    path.write_text("old")
    done = export(database, "--blog", "nope", "-o", str(path))
    assert (done.exit_code, path.read_text()) == (2, "old")


def test_export_to_a_file_marks_csv_as_utf_8_for_spreadsheets(database, tmp_path):
    export(database, "-o", str(tmp_path / "posts.csv"))
    assert (tmp_path / "posts.csv").read_bytes().startswith(b"\xef\xbb\xbfblog,")


def test_export_takes_the_format_from_the_files_name(database, tmp_path):
    done = export(database, "-o", str(tmp_path / "posts.json"))
    assert (done.exit_code, done.stdout) == (0, "")
    assert json.loads((tmp_path / "posts.json").read_text())["blogs"][0]["name"] == "Ferns"


def test_export_calls_a_blog_by_its_own_title_where_the_curator_gave_no_name(database, tmp_path):
    assert export(database, "--format", "md", "--year", "2021").stdout.startswith("# Ferns\n")


def test_export_raw_leaves_formulas(database):
    assert ",=SUM(A1) in" in export(database, "--raw").stdout
    assert ",'=SUM(A1) in" in export(database).stdout


def test_export_into_a_folder_that_is_not_there_is_one_line(database, tmp_path):
    done = export(database, "-o", str(tmp_path / "no" / "posts.csv"))
    assert done.exit_code == 2
    assert done.stderr.startswith("backfile: cannot write ") and done.stderr.count("\n") == 1


def test_a_file_that_is_replaced_stays_as_it_was_when_writing_fails(tmp_path):
    path = tmp_path / "posts.csv"
    path.write_text("old")
    with pytest.raises(RuntimeError), replacing(path) as out:
        out.write("new")
        raise RuntimeError
    assert [file.name for file in tmp_path.iterdir()] == ["posts.csv"]
    assert path.read_text() == "old"


def test_a_file_that_is_replaced_keeps_its_permissions_and_its_link(tmp_path):
    path, link = tmp_path / "posts.csv", tmp_path / "latest.csv"
    path.write_text("old")
    path.chmod(0o640)
    link.symlink_to(path)
    with replacing(link) as out:
        out.write("new")
    assert (path.read_text(), path.stat().st_mode & 0o777, link.is_symlink()) == ("new", 0o640, True)


def test_line_ends_are_written_as_given(tmp_path):
    with replacing(tmp_path / "a") as out:
        out.write("a\r\nb\n")
    assert (tmp_path / "a").read_bytes() == b"a\r\nb\n"


def test_a_device_is_written_in_place():
    with replacing(Path("/dev/null")) as out:
        out.write("x")
    assert Path("/dev/null").is_char_device()


def test_what_cannot_be_written_is_an_error_that_names_it(tmp_path):
    with pytest.raises(Unwritable, match=r"no/a"), replacing(tmp_path / "no" / "a"):
        pass
