"""A blog as the pages show it, made of what the store knows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from crawler import text, urls
from crawler.export.site import charts
from crawler.export.years import span
from crawler.model import Blog
from crawler.proposals import Proposal
from crawler.store import ProfileRow

_LANGUAGE = re.compile(r"^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$")


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic and the file name of its page."""

    name: str
    file: str


@dataclass(frozen=True, slots=True)
class BlogView:
    """Words and numbers, ready to be shown; `words` is what the filter looks into."""

    slug: str
    name: str
    host: str
    home: str
    description: str
    lang: str
    category: str
    kind: str
    feed: str
    topics: tuple[Topic, ...]
    proposed: bool
    """The topics are a proposal; so is the kind, where `kind_proposed` is true."""
    kind_proposed: bool
    posts: int
    first: str
    last: str
    span: str
    undated: int
    posts_last_year: int
    cadence: str
    line: Markup
    chart: Markup
    completeness: str
    expected: int | None
    reasons: tuple[str, ...]
    words: str


def view_of(profile: ProfileRow, proposal: Proposal) -> BlogView:
    """The blog; what is proposed is shown where the registry says nothing."""
    blog, judged = profile.blog, profile.completeness
    name = text.printable(blog.name or profile.title or blog.slug)
    topics = tuple(Topic(text.printable(word), file_of(word)) for word in blog.topics or proposal.topics)
    host = urls.host_of(blog.home)
    category = text.printable(blog.category)
    return BlogView(
        slug=blog.slug, name=name, host=host, home=blog.home, description=text.printable(profile.description),
        lang=profile.language if _LANGUAGE.match(profile.language) else "", category=category,
        kind=text.printable(blog.kind) or proposal.kind, feed=blog.feed, topics=topics,
        proposed=bool(topics) and not blog.topics, kind_proposed=not blog.kind and proposal.kind != "",
        posts=profile.posts, first=profile.first, last=profile.last, span=span(profile.years),
        undated=profile.posts - sum(profile.years.values()), posts_last_year=profile.posts_last_year,
        cadence=profile.cadence, line=charts.line(profile.years), chart=charts.chart(profile.years),
        completeness=str(judged.word) if judged else "", expected=judged.expected if judged else None,
        reasons=judged.reasons if judged else (),
        words=" ".join([name, host, category, *(topic.name for topic in topics)]).lower(),
    )  # fmt: skip


def blog_of(profile: ProfileRow) -> Blog:
    """The blog, by the name that it gives itself where the curator gave none."""
    blog = profile.blog
    return Blog(
        blog.slug, blog.home, blog.name or profile.title, blog.category, blog.kind, tuple(blog.topics), blog.feed
    )


def file_of(topic: str) -> str:
    """The name of a topic's file: letters and digits, others as one hyphen; never empty."""
    return re.sub(r"[^\w]+", "-", topic.lower()).strip("-_") or "topic"


def by_category(blogs: Sequence[BlogView]) -> list[tuple[str, list[BlogView]]]:
    """Categories by name, the nameless last; blogs by name."""
    groups: dict[str, list[BlogView]] = {}
    for blog in sorted(blogs, key=lambda one: one.name.casefold()):
        groups.setdefault(blog.category, []).append(blog)
    return sorted(groups.items(), key=lambda group: (not group[0], group[0].casefold()))


def by_topic(blogs: Sequence[BlogView]) -> Mapping[Topic, list[BlogView]]:
    """Topics by name, each with its blogs; topics of one file name are one."""
    groups: dict[str, tuple[Topic, list[BlogView]]] = {}
    for blog in blogs:
        for topic in blog.topics:
            groups.setdefault(topic.file, (topic, []))[1].append(blog)
    return dict(sorted(groups.values(), key=lambda group: group[0].name.casefold()))
