"""Store and posts joined: compute a blog's posts from what is stored, and store them.

No request is made; a better rule needs no new crawl. Judging and merging are in `posts`, identity over time
in the store.
"""

from __future__ import annotations

from crawler.posts import posts_of
from crawler.store import Occasion, PostChanges, Store


def resolve(store: Store, slug: str, run: int, cause: str = "resolve") -> PostChanges:
    """Compute the posts of a blog from all its harvests and write them under this run. `cause` is why: what differs is
    no change of the blog's.

    Gives how many posts are new, changed and there are in all. Rows that stay the same are not written. Raises
    UnknownBlog.
    """
    blog = store.blog(slug)
    return store.write_posts(run, blog.slug, posts_of(blog, store.harvests(blog.slug)), Occasion(cause=cause))
