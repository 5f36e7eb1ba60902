"""`backfile why`: the rule and the source behind every field of a post, and every claim."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from rich.text import Text

from crawler import text, urls
from crawler.commands.database import database_option, reading
from crawler.commands.tables import Column, print_lines, print_table
from crawler.errors import UsageError
from crawler.model import Place
from crawler.store import Behind, ClaimRow, PostRow

_LONGEST = 120
_FIELDS = ("title", "date", "published", "updated", "author", "tags", "language", "words", "excerpt")
_NOBODY = ("", "")
_COLUMNS = (
    Column("field", style="bold"),
    Column("value"),
    Column("rule", style="green"),
    Column("source", style="cyan"),
)


@click.command()
@click.argument("url")
@database_option
def why(url: str, database: Path | None) -> None:
    """Tell what is known of the address URL: whether it is a post, by which rule; for each field of the post the rule
    and the source it came from; then every claim behind it.

    \b
    EXAMPLES
      backfile why https://blog.example.org/2019/05/a-post/
    """
    urls.refuse_password(url)
    with reading(database) as store:
        behind = store.claims_behind(url)
    if behind is None:
        raise UsageError(f"nothing is known of {urls.without_password(url)}: `backfile search WORDS` finds posts")
    print_lines(_verdict(behind))
    if behind.post:
        print_lines([Text("")])
        print_table(_COLUMNS, _fields(behind.post, behind.claims))
    for claim in behind.claims:
        print_lines([Text(""), *_claim(claim)])


def _verdict(behind: Behind) -> Iterator[Text]:
    yield Text(text.printable(behind.url), style="bold")
    yield _line("blog", behind.blog)
    yield _line("verdict", f"{behind.verdict}, by the rule {behind.rule}" if behind.verdict else "none yet")
    for key in behind.keys:
        yield _line("address", key)
    if behind.post and behind.post.same_as:
        yield _line("same as", behind.post.same_as)
    if behind.post and behind.post.conflicts:
        yield _line("disputed", ", ".join(behind.post.conflicts))


def _fields(post: PostRow, claims: Sequence[ClaimRow]) -> Iterator[tuple[str, str, str, str]]:
    """Every field that has a value or a reason: a title may be empty by a rule."""
    reasons = {"tags": _of_tags(claims), **post.why, "published": post.why.get("date", _NOBODY)}
    for name in _FIELDS:
        value = getattr(post, name)
        shown = "; ".join(value) if isinstance(value, tuple) else str(value or "")
        rule, source = reasons.get(name, _NOBODY)
        if shown or (rule and name != "published"):
            yield name, _cut(shown), rule, source


def _of_tags(claims: Sequence[ClaimRow]) -> tuple[str, str]:
    """Tags are gathered from all claims: the first that names one stands for them."""
    named = ((said.claim.every("tag"), said.source) for said in claims if said.counts)
    return next(((tags[0].rule, source) for tags, source in named if tags), _NOBODY)


def _claim(said: ClaimRow) -> Iterator[Text]:
    """What one source says; where it has said something else since, this no longer counts."""
    since = "" if said.counts else ", replaced since"
    about = f"  {said.kind}/{said.role}, place {said.claim.place}{since}"
    yield Text.assemble((text.printable(said.source), "cyan"), about)
    yield _line("address", said.claim.address)
    if said.claim.place is Place.CURATOR and not said.claim.evidence:
        yield _line("nothing", "what was said before is taken back")
    for evidence in said.claim.evidence:
        raw = f"from {_cut(evidence.raw)!r}" if evidence.raw else ""
        yield _line(evidence.field, _cut(evidence.value), evidence.rule, raw)


def _line(word: str, *values: str) -> Text:
    return Text.assemble((f"  {word:<10}", "dim"), "  ".join(text.printable(value) for value in values if value))


def _cut(words: str) -> str:
    return words if len(words) <= _LONGEST else words[: _LONGEST - 1] + "…"
