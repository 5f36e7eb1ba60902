"""What each format writes."""

from __future__ import annotations

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.errors import UsageError
from crawler.export import FORMATS, format_for
from crawler.export.as_csv import COLUMNS
from crawler.export.frame import Frame
from crawler.export.years import day, heading, label, span, sparkline
from crawler.model import Blog
from crawler.store import ListingRow
from tests.listing_fixture import row

TEXTS = [name for name, form in FORMATS.items() if not form.binary]
BLOGS = {
    "a-example": Blog("a-example", "https://a.example/", "A & Co"),
    "b-example": Blog("b-example", "https://b.example/"),
}


def written(form: str, *rows: ListingRow, raw: bool = False) -> str:
    out = io.StringIO(newline="")
    FORMATS[form].write(iter(rows), out, Frame(BLOGS.__getitem__, "2024-03-10T12:00:00+00:00", raw))
    return out.getvalue()


def test_csv_has_exactly_the_columns_of_the_contract():
    assert written("csv") == "blog,year,date,title,url,author,tags,excerpt,published,updated\r\n"


def test_csv_leaves_empty_what_is_not_known_and_joins_tags():
    line = written("csv", row(date="", tags=("x", "y z"))).split("\r\n")[1]
    assert line == "a-example,,,One,https://a.example/1,,x; y z,,,"


@pytest.mark.parametrize("title", ["=1+1", "+1", "-1", "@SUM"])
def test_csv_keeps_a_spreadsheet_from_running_a_title(title):
    cells = next(csv.DictReader(io.StringIO(written("csv", row(title=title)), newline="")))
    assert cells["title"] == f"'{title}"


@given(st.text("=+-@\t\r\n\x00\x1b'a ", max_size=5))
def test_csv_has_no_cell_that_a_spreadsheet_would_run(words):
    for cells in csv.reader(io.StringIO(written("csv", row(title=words, excerpt=words, tags=(words,))), newline="")):
        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]


def test_csv_raw_leaves_a_title_as_it_is():
    assert ",=1+1," in written("csv", row(title="=1+1"), raw=True)


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_csv_gives_back_any_title_that_went_in_raw(title):
    lines = csv.DictReader(io.StringIO(written("csv", row(title=title), raw=True), newline=""))
    assert [line["title"] for line in lines] == [title]


def test_json_is_one_document_with_the_posts_of_each_blog():
    document = json.loads(
        written("json", row(), row("https://a.example/2"), row("https://b.example/1", blog="b-example"))
    )
    assert document["generated"] == "2024-03-10T12:00:00+00:00"
    assert [(b["slug"], b["home"], b["name"], len(b["posts"])) for b in document["blogs"]] == [
        ("a-example", "https://a.example/", "A & Co", 2),
        ("b-example", "https://b.example/", "", 1),
    ]


def test_json_without_posts_is_still_a_document():
    assert json.loads(written("json"))["blogs"] == []


def test_json_says_null_where_nothing_is_known():
    post = json.loads(written("json", row(title="", date="")))["blogs"][0]["posts"][0]
    assert (post["title"], post["date"], post["year"], post["author"], post["tags"]) == (None, None, None, None, [])


def test_ndjson_has_an_object_a_line_with_the_columns_of_the_csv():
    lines = written("ndjson", row(title="zwei\nZeilen"), row("https://a.example/2")).splitlines()
    assert [json.loads(line)["url"] for line in lines] == ["https://a.example/1", "https://a.example/2"]
    assert tuple(json.loads(lines[0])) == COLUMNS


def test_markdown_lists_linked_titles_by_year():
    assert written("md", row(), row("https://a.example/0", "Zero", "2019-05")) == (
        "# A & Co\n\n<https://a.example/>\n"
        "\n## 2020 (1)\n\n1. [One](<https://a.example/1>) – 2 Jan 2020\n"
        "\n## 2019 (1)\n\n1. [Zero](<https://a.example/0>) – May 2019\n"
    ).replace("A & Co", r"A \& Co")


def test_markdown_shows_the_marks_of_a_title_and_keeps_an_address_within_its_link():
    assert r"[\*a\* \[b\]](<https://a.example/%3Ex)>)" in written("md", row("https://a.example/>x)", "*a* [b]"))


def test_text_is_the_reference_listing_with_dates_and_addresses():
    assert written(
        "txt", row(), row("https://b.example/1", "", "", blog="b-example", excerpt="Dear reader, hello")
    ) == (
        "A & Co  https://a.example/\n\n2020   1\n  1. One\n     2020-01-02  https://a.example/1\n"
        "\n\nb-example  https://b.example/\n\nno date   1\n  1. (Dear reader, hello)\n     https://b.example/1\n"
    )


@pytest.mark.parametrize("form", TEXTS)
@pytest.mark.parametrize("control", ["\x1b", "\x9b", "\x7f", "\x07"])
def test_no_control_character_of_a_title_reaches_a_terminal(form, control):
    assert control not in written(form, row(title=f"red {control}[31malert"))


@pytest.mark.parametrize("form", [form for form in TEXTS if form != "opml"])
def test_rows_are_written_as_they_come(form):
    """At most one year of one blog is held back."""
    out = io.StringIO()

    def rows():
        yield row("https://a.example/2", date="2021-01-01")
        yield row("https://a.example/1", date="2020-01-01")
        yield row("https://a.example/0", date="2019-01-01")
        assert "https://a.example/2" in out.getvalue()

    FORMATS[form].write(rows(), out, Frame(BLOGS.__getitem__, ""))


def test_a_files_name_tells_its_format(tmp_path):
    assert format_for(None, tmp_path / "posts.JSONL") is FORMATS["ndjson"]


def test_a_format_that_is_named_wins_over_the_files_name(tmp_path):
    assert format_for("txt", tmp_path / "posts.csv") is FORMATS["txt"]


def test_a_name_that_tells_no_format_is_an_error(tmp_path):
    with pytest.raises(UsageError, match="--format"):
        format_for(None, tmp_path / "posts")


def test_a_post_without_title_and_excerpt_is_called_by_the_end_of_its_address():
    assert label(row("https://a.example/2020/my-walk/", "")) == "(my-walk)"


@pytest.mark.parametrize(
    ("date", "shown"), [("2009-12-08", "8 Dec 2009"), ("2009-12", "Dec 2009"), ("2009", "2009"), ("", "")]
)
def test_a_date_is_shown_at_the_precision_it_has(date, shown):
    assert day(date) == shown


def test_a_sparkline_has_a_blank_for_a_year_without_posts():
    assert sparkline({2020: 1, 2021: 8, 2023: 16}) == "▁▄ █"


@given(st.dictionaries(st.integers(2000, 2030), st.integers(1, 1000), min_size=1))
def test_a_sparkline_has_one_mark_a_year_and_a_full_one(counts):
    line = sparkline(counts)
    assert len(line) == max(counts) - min(counts) + 1
    assert "█" in line and line[0] != " " != line[-1]


def test_a_span_of_one_year_is_that_year():
    assert (span({2020: 3}), span({2020: 3, 2022: 1}), span({})) == ("2020", "2020–2022", "")


def test_counts_stand_under_each_other():
    assert [heading("2026", 15), heading("2009", 2), heading("2010", 157)] == ["2026  15", "2009   2", "2010 157"]
