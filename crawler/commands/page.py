"""A blog's page for the terminal: who it is, how much it published and when, and its posts by year.

    A Quiet Garden           garden.example               Engineering · Python · Compilers
    notes on growing software slowly                      ▁█▅▃▂▂▁▁▁▁▁▁▁  ▁▁▁   2009–2026
    Posts    212 from 3 Feb 2009 to 9 Apr 2026
    Posting  monthly (14 in the last year)

Asks no database: what it shows is handed in.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.cells import cell_len, set_cell_size
from rich.style import Style
from rich.text import Text

from crawler import text, urls
from crawler.export.years import by_year, day, heading, label, span, sparkline
from crawler.proposals import Proposal
from crawler.store import ListingRow, ProfileRow, RuleRow

HOST_AT, TOPICS_AT = 25, 54
_LABEL = 9
_GAP = 2
_PROPOSED = " (proposed)"


def head(profile: ProfileRow, proposal: Proposal, width: int | None = None) -> Iterator[Text]:
    """The lines above the years, in columns where `width` (places of a terminal; None for any) allows it. What is
    proposed is shown where the registry says nothing, and said to be."""
    blog = profile.blog
    name = text.printable(blog.name or profile.title or blog.slug)
    topics = blog.topics or proposal.topics
    about = " · ".join(text.printable(word) for word in (blog.category, *topics) if word)
    about += _PROPOSED if topics and not blog.topics else ""
    yield from _columns([(0, name, "bold"), (HOST_AT, urls.host_of(blog.home), "cyan"), (TOPICS_AT, about, "")], width)
    bars = f"{sparkline(profile.years)}   {span(profile.years)}" if profile.years else ""
    description = _cut(text.printable(profile.description), min(width or TOPICS_AT, TOPICS_AT) - _GAP)
    yield from _columns([(0, description, "italic"), (TOPICS_AT, bars, "green")], width)
    for word, value in _facts(profile, proposal):
        yield Text.assemble((f"{word:<{_LABEL}}", "dim"), value)


def body(rows: Iterable[ListingRow], rules: Mapping[str, RuleRow] | None = None) -> Iterator[Text]:
    """The years, newest first, each with its posts numbered from its newest; a title links to its post where the
    terminal has links (OSC 8). `rules` (by address) are told below each post."""
    for year, listed in by_year(rows):
        yield Text("")
        yield Text(heading(year, len(listed)), style="bold")
        for number, row in enumerate(listed, 1):
            yield Text.assemble((f"{number:>3}. ", "dim"), (label(row), _to(row.url)))
            if rules is not None:
                yield from _behind(row, rules.get(row.url))


def _to(url: str) -> Style:
    """A link to an address, where it is one of the web and holds nothing that a terminal would act on."""
    safe = url.startswith(("http://", "https://")) and url.isprintable() and url.isascii()
    return Style(link=url) if safe else Style()


def _behind(row: ListingRow, rule: RuleRow | None) -> Iterator[Text]:
    """Where a post's title and date come from."""
    yield Text(f"     {row.date or 'no date'}  {text.printable(row.url)}", style="dim")
    if rule:
        told = (("title", rule.title_rule, rule.title_source), ("date", rule.date_rule, rule.date_source))
        for name, by, source in told:
            if by:
                yield Text(f"     {name:<5} {by}  {text.printable(source)}", style="dim")


def _facts(profile: ProfileRow, proposal: Proposal) -> Iterator[tuple[str, str]]:
    blog = profile.blog
    yield "Posts", _posts(profile)
    if profile.cadence:
        recent = f" ({profile.posts_last_year} in the last year)" if profile.posts_last_year else ""
        yield "Posting", profile.cadence + recent
    if blog.kind or proposal.kind:
        yield "Kind", text.printable(blog.kind) or proposal.kind + _PROPOSED
    if blog.feed:
        yield "Feed", text.printable(blog.feed)


def _posts(profile: ProfileRow) -> str:
    first, last = day(profile.first), day(profile.last)
    if not profile.first:
        return f"{profile.posts}" if profile.posts else "none"
    dates = f"from {first} to {last}" if first != last else f"of {first}"
    undated = profile.posts - sum(profile.years.values())
    return f"{profile.posts} {dates}" + (f", {undated} without a date" if undated else "")


def _columns(cells: Sequence[tuple[int, str, str]], width: int | None) -> Iterator[Text]:
    """Cells as (place, words, style) in one line, each at its place or behind its neighbour; one a line where the
    line would not fit."""
    line = Text()
    for place, words, style in cells:
        if words:
            line.append(" " * max(place - line.cell_len, _GAP if line.cell_len else 0))
            line.append(words, style)
    if width is not None and line.cell_len > width:
        yield from (Text(words, style) for _, words, style in cells if words)
    elif line.cell_len:
        yield line


def _cut(words: str, width: int) -> str:
    """The words in so many places of a terminal, an ellipsis for what is cut."""
    return words if cell_len(words) <= width else set_cell_size(words, width - 1).rstrip() + "…"
