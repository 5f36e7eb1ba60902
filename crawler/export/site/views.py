"""A blog as the pages show it, made of what the store knows."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from crawler import text, urls
from crawler.export.site import charts
from crawler.export.years import span
from crawler.model import Blog
from crawler.store import ProfileRow

MOST_TOPICS = 5
LEAST_POSTS = 3
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


def view_of(profile: ProfileRow, proposed: Sequence[str] = ()) -> BlogView:
    """The blog; `proposed` are topics from its own tags, shown where the registry names none."""
    blog, judged = profile.blog, profile.completeness
    name = text.printable(blog.name or profile.title or blog.slug)
    topics = tuple(Topic(text.printable(word), file_of(word)) for word in blog.topics or proposed)
    host = urls.host_of(blog.home)
    category = text.printable(blog.category)
    return BlogView(
        slug=blog.slug, name=name, host=host, home=blog.home, description=text.printable(profile.description),
        lang=profile.language if _LANGUAGE.match(profile.language) else "", category=category,
        kind=text.printable(blog.kind), feed=blog.feed, topics=topics, proposed=bool(proposed and not blog.topics),
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


def proposed_topics(tags: Iterable[tuple[str, ...]], posts: int) -> list[str]:
    """Topics from a blog's own tags: those of at least three posts and a twentieth of all, the most used first."""
    counts: Counter[str] = Counter(tag for some in tags for tag in some)
    least = max(LEAST_POSTS, posts / 20)
    return [tag for tag, count in sorted(counts.items(), key=lambda one: (-one[1], one[0])) if count >= least][
        :MOST_TOPICS
    ]


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
