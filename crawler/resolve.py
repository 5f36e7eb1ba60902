"""Store and posts joined: compute a blog's posts, and how complete it is, from what is stored, and store them.

No request is made; a better rule needs no new crawl. Judging and merging are in `posts`, the word on completeness in
`profile`, identity over time in the store.
"""

from __future__ import annotations

from collections.abc import Sequence

from crawler.blogstate import BlogState
from crawler.model import Blog, Completeness, Post, SourceKind
from crawler.posts import posts_of
from crawler.profile import completeness_of
from crawler.store import Occasion, PostChanges, Store

DONE = "done"
"""The outcome of a crawl that ended by itself: what it read is all that it wanted to read."""


def resolve(store: Store, slug: str, run: int, cause: str = "resolve") -> PostChanges:
    """Compute the posts of a blog from all its harvests and write them under this run. `cause` is why: what differs is
    no change of the blog's.

    Gives how many posts are new, changed and there are in all. Rows that stay the same are not written. The word on
    completeness is computed anew where the last crawl ended by itself, and stays otherwise. Raises UnknownBlog.
    """
    blog = store.blog(slug)
    posts = posts_of(blog, store.harvests(blog.slug))
    changes = store.write_posts(run, blog.slug, posts, Occasion(cause=cause))
    if judged := _judged(store, blog, posts):
        store.judge(blog.slug, judged)
    return changes


def _judged(store: Store, blog: Blog, posts: Sequence[Post]) -> Completeness | None:
    """The word on what the last crawl knew; None where that was cut off, or did not begin at the home page.

    A source that was found and never asked counts as open, whoever named it: the word may be lower, never higher.
    """
    last = next(iter(store.crawls(slug=blog.slug)), None)
    if last is None or last.outcome != DONE:
        return None
    state = BlogState(blog, store.desk(blog.slug))
    told = store.harvests(blog.slug, last.round)
    if any(harvest.source.kind is SourceKind.ROBOTS for harvest in told):
        for harvest in told:
            state.fold(harvest)
    else:  # a visit: to it what was read before counts as read
        state.remember(store.harvests(blog.slug))
    if state.home is None:
        return None
    for source in store.frontier(blog.slug):
        state.sources.setdefault(source.address, source)
    return completeness_of(state, posts, last.stop)
