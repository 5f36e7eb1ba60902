"""The tables, views and indexes, as migrations. Holds SQL only; who may open a file is told in `opening`.

Comments stand inside the CREATE statements because SQLite keeps them: `sqlite3 FILE .schema` explains the file.
A change of the schema is a new entry at the end of `STEPS`; an old one is never edited.
Moments are RFC 3339 in UTC with "Z". JSON columns hold compact JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from sqlite_utils import Database, Migrations

MIGRATION_SET: Final = "backfile"

REGISTRY: Final = (
    """
CREATE TABLE blogs (
    -- the registry: one row a blog
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL UNIQUE, -- names the blog everywhere: host without www., then path, joined by "-"
    home TEXT NOT NULL, -- address of the home page
    name TEXT NOT NULL DEFAULT '', -- given by the curator; title is what the blog says of itself
    title TEXT NOT NULL DEFAULT '',
    description TEXT NOT NULL DEFAULT '',
    language TEXT NOT NULL DEFAULT '', -- BCP 47, as the blog says
    feed TEXT NOT NULL DEFAULT '', -- the curator's, else the one that was found
    generator TEXT NOT NULL DEFAULT '', -- the software that makes the blog
    category TEXT NOT NULL DEFAULT '', -- given by the curator, as are kind and topics
    kind TEXT NOT NULL DEFAULT '',
    topics TEXT NOT NULL DEFAULT '[]', -- JSON list of words
    hosts TEXT NOT NULL DEFAULT '[]', -- JSON list: the home's host, and the one it redirects to
    added TEXT NOT NULL, -- moment
    completeness TEXT NOT NULL DEFAULT '', -- complete, likely or partial; empty before the first crawl ended
    expected INTEGER, -- number of posts the blog should have, where one is known
    reasons TEXT NOT NULL DEFAULT '[]' -- JSON list: why completeness says so
) STRICT""",
    """
CREATE TABLE runs (
    -- one row each time a command worked on the database
    id INTEGER PRIMARY KEY,
    command TEXT NOT NULL,
    started TEXT NOT NULL, -- moment
    ended TEXT, -- moment; NULL while it runs, or when it was killed
    outcome TEXT NOT NULL DEFAULT ''
) STRICT""",
    """
CREATE TABLE crawls (
    -- one row a blog and run: how the crawl of that blog went
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    blog INTEGER NOT NULL REFERENCES blogs(id) ON DELETE CASCADE,
    round INTEGER NOT NULL, -- counts a blog's crawls; one that was killed shares it with the one that goes on
    started TEXT NOT NULL, -- moment
    ended TEXT, -- moment; NULL while it runs, or when it was killed
    requests INTEGER NOT NULL DEFAULT 0,
    stop TEXT NOT NULL DEFAULT '', -- why the planner stopped
    outcome TEXT NOT NULL DEFAULT '',
    new INTEGER NOT NULL DEFAULT 0, -- posts that were new
    changed INTEGER NOT NULL DEFAULT 0, -- posts that changed
    UNIQUE (run, blog)
) STRICT""",
    "CREATE INDEX crawls_by_blog ON crawls (blog, id)",
    """
CREATE TABLE robots (
    -- robots.txt of each host, kept for a day
    host TEXT PRIMARY KEY,
    fetched TEXT NOT NULL, -- moment
    status INTEGER NOT NULL, -- HTTP status; 0 means no answer
    text TEXT NOT NULL
) STRICT""",
    """
CREATE TABLE pauses (
    -- hosts that asked to be left alone (Retry-After)
    host TEXT PRIMARY KEY,
    until TEXT NOT NULL, -- moment
    reason TEXT NOT NULL
) STRICT""",
)

TESTIMONY: Final = (
    """
CREATE TABLE sources (
    -- addresses on the web that tell of posts; also the frontier: what is still to ask has state 'found'
    id INTEGER PRIMARY KEY,
    blog INTEGER NOT NULL REFERENCES blogs(id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    kind TEXT NOT NULL, -- homepage, robots, feed, sitemap, archive, post, api: a hint
    role TEXT NOT NULL, -- what it covers: whole, year, month, day, page, section, tag, author, part, usual, one, other
    label TEXT NOT NULL DEFAULT '', -- text of the link that named it
    parent TEXT NOT NULL DEFAULT '', -- address of the source that named it
    number INTEGER, -- page number, year, or the count beside the link
    finder INTEGER REFERENCES sources(id) ON DELETE SET NULL, -- the source whose page named it first
    state TEXT NOT NULL DEFAULT 'found', -- found, done, failed
    round INTEGER NOT NULL DEFAULT 0, -- the round (see crawls) in which it was last done or failed
    run INTEGER REFERENCES runs(id) ON DELETE SET NULL, -- the run whose page was last read (not: found unchanged)
    fetched TEXT, -- moment of the last answer, or of giving up
    status INTEGER NOT NULL DEFAULT 0, -- HTTP status; 0 means no answer
    final TEXT NOT NULL DEFAULT '', -- address after redirects
    redirects TEXT NOT NULL DEFAULT '[]', -- JSON list: the hops before it
    etag TEXT NOT NULL DEFAULT '', -- validators of the last page that was read
    last_modified TEXT NOT NULL DEFAULT '',
    size INTEGER NOT NULL DEFAULT 0, -- bytes
    error TEXT NOT NULL DEFAULT '',
    totals TEXT NOT NULL DEFAULT '[]', -- JSON list of [count, rule, scope]: numbers of posts that it declares
    facts TEXT NOT NULL DEFAULT '{}', -- JSON: what it says of the blog itself
    traits TEXT NOT NULL DEFAULT '[]', -- JSON list of remarks for the planner
    UNIQUE (blog, address)
) STRICT""",
    "CREATE INDEX sources_by_finder ON sources (finder)",
    "CREATE INDEX sources_by_run ON sources (run)",
    """
CREATE TABLE claims (
    -- what one source says of one address; never edited. Of a source and address the rows of the highest turn count
    id INTEGER PRIMARY KEY,
    blog INTEGER NOT NULL REFERENCES blogs(id) ON DELETE CASCADE,
    source INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
    address TEXT NOT NULL, -- absolute, as the source spelled it
    key TEXT NOT NULL, -- form under which addresses are compared; joins with addresses.key
    place TEXT NOT NULL, -- feed, api, sitemap, listing, text, menu, self, beside, curator
    evidence TEXT NOT NULL, -- JSON list of [field, value, rule, raw]
    digest TEXT NOT NULL, -- of address, place and evidence: saying it again writes nothing
    turn INTEGER NOT NULL, -- the reading of the source that last began to say this
    ord INTEGER NOT NULL, -- position on that page
    run INTEGER REFERENCES runs(id) ON DELETE SET NULL, -- the run that first heard it
    UNIQUE (source, address, digest)
) STRICT""",
    "CREATE INDEX claims_by_key ON claims (blog, key)",
    "CREATE INDEX claims_by_address ON claims (address)",
    "CREATE INDEX claims_by_run ON claims (run)",
    """
CREATE TABLE problems (
    -- what went wrong, for the person who reads it
    id INTEGER PRIMARY KEY,
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    blog INTEGER REFERENCES blogs(id) ON DELETE CASCADE,
    source INTEGER REFERENCES sources(id) ON DELETE CASCADE, -- NULL: not about a page
    address TEXT NOT NULL,
    kind TEXT NOT NULL,
    message TEXT NOT NULL,
    at TEXT NOT NULL -- moment
) STRICT""",
    "CREATE INDEX problems_by_blog ON problems (blog, id)",
    "CREATE INDEX problems_by_run ON problems (run)",
    "CREATE INDEX problems_by_source ON problems (source, run)",
)

POSTS: Final = (
    """
CREATE TABLE posts (
    -- groups of addresses that are a post, or once were (see verdict); computed from claims, identity kept
    id INTEGER PRIMARY KEY,
    blog INTEGER NOT NULL REFERENCES blogs(id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    title TEXT NOT NULL, -- plain text; empty: the post has none
    date TEXT NOT NULL, -- YYYY-MM-DD in the author's zone, or YYYY-MM or YYYY where no more is known, or empty
    year INTEGER, -- of date
    published TEXT NOT NULL, -- moment with offset, RFC 3339, where known
    updated TEXT NOT NULL, -- moment or day of the last change, where told
    author TEXT NOT NULL,
    tags TEXT NOT NULL, -- JSON list
    excerpt TEXT NOT NULL,
    language TEXT NOT NULL,
    words INTEGER, -- number of words
    text TEXT NOT NULL,
    verdict TEXT NOT NULL, -- 'post', or what it turned out to be; 'duplicate': see same_as
    rule TEXT NOT NULL, -- the rule behind the verdict
    title_rule TEXT NOT NULL, -- the rule and the source's address behind the title
    title_source TEXT NOT NULL,
    date_rule TEXT NOT NULL, -- the rule and the source's address behind the date
    date_source TEXT NOT NULL,
    chosen TEXT NOT NULL, -- JSON: field to [rule, source] for the other fields
    conflicts TEXT NOT NULL, -- JSON list of fields on which sources disagree
    same_as INTEGER REFERENCES posts(id) ON DELETE SET NULL, -- the post it was merged into
    digest TEXT NOT NULL, -- of the columns above: tells changed rows from unchanged
    first_seen TEXT NOT NULL, -- moment
    last_changed TEXT NOT NULL, -- moment
    run INTEGER REFERENCES runs(id) ON DELETE SET NULL -- the run that first wrote it
) STRICT""",
    "CREATE INDEX posts_by_blog ON posts (blog, verdict, date)",
    "CREATE INDEX posts_by_date ON posts (date)",
    "CREATE INDEX posts_by_url ON posts (url)",
    "CREATE INDEX posts_by_same_as ON posts (same_as)",
    "CREATE INDEX posts_by_run ON posts (run)",
    """
CREATE TABLE addresses (
    -- every address and platform id that was judged, and the post it belongs to
    blog INTEGER NOT NULL REFERENCES blogs(id) ON DELETE CASCADE,
    key TEXT NOT NULL, -- form under which addresses are compared, or "id:" and a platform id
    url TEXT NOT NULL, -- the address its group goes by
    post INTEGER REFERENCES posts(id) ON DELETE SET NULL, -- NULL: never was a post
    verdict TEXT NOT NULL, -- post, or what else it is
    rule TEXT NOT NULL, -- the rule behind the verdict
    PRIMARY KEY (blog, key)
) STRICT, WITHOUT ROWID""",
    "CREATE INDEX addresses_by_key ON addresses (key)",
    "CREATE INDEX addresses_by_post ON addresses (post)",
    """
CREATE TABLE changes (
    -- history of posts: fields that changed after the post was first written
    id INTEGER PRIMARY KEY,
    run INTEGER REFERENCES runs(id) ON DELETE SET NULL,
    post INTEGER NOT NULL REFERENCES posts(id) ON DELETE CASCADE,
    field TEXT NOT NULL, -- url, title, date or verdict
    old TEXT NOT NULL,
    new TEXT NOT NULL,
    at TEXT NOT NULL -- moment
) STRICT""",
    "CREATE INDEX changes_by_post ON changes (post)",
    "CREATE INDEX changes_by_run ON changes (run)",
)

SEARCH: Final = (
    """
CREATE VIRTUAL TABLE posts_fts USING fts5 (
    title, excerpt, text, content='posts', content_rowid='id', tokenize='unicode61 remove_diacritics 2'
)""",
    """
CREATE TRIGGER posts_fts_insert AFTER INSERT ON posts BEGIN
    INSERT INTO posts_fts (rowid, title, excerpt, text) VALUES (new.id, new.title, new.excerpt, new.text);
END""",
    """
CREATE TRIGGER posts_fts_delete AFTER DELETE ON posts BEGIN
    INSERT INTO posts_fts (posts_fts, rowid, title, excerpt, text)
    VALUES ('delete', old.id, old.title, old.excerpt, old.text);
END""",
    """
CREATE TRIGGER posts_fts_update AFTER UPDATE OF title, excerpt, text ON posts BEGIN
    INSERT INTO posts_fts (posts_fts, rowid, title, excerpt, text)
    VALUES ('delete', old.id, old.title, old.excerpt, old.text);
    INSERT INTO posts_fts (rowid, title, excerpt, text) VALUES (new.id, new.title, new.excerpt, new.text);
END""",
)

VIEWS: Final = (
    """
CREATE VIEW listing AS
    -- every post, newest first within a blog
    SELECT blogs.slug AS blog, posts.year, posts.date, posts.title, posts.url
    FROM posts JOIN blogs ON blogs.id = posts.blog
    WHERE posts.verdict = 'post'
    ORDER BY blogs.slug, posts.date DESC, posts.published DESC, posts.id""",
    """
CREATE VIEW yearly_counts AS
    -- posts a year; year is NULL for posts without a date
    SELECT blogs.slug AS blog, posts.year, count(*) AS posts
    FROM posts JOIN blogs ON blogs.id = posts.blog
    WHERE posts.verdict = 'post'
    GROUP BY blogs.slug, posts.year
    ORDER BY blogs.slug, posts.year DESC""",
    """
CREATE VIEW blog_profile AS
    -- a line a blog; posts_last_year and cadence as of today (UTC)
    WITH counted AS (
        SELECT blogs.slug AS blog, count(posts.id) AS posts,
            min(nullif(posts.date, '')) AS first, max(nullif(posts.date, '')) AS last,
            count(CASE WHEN posts.date > date('now', '-365 days') THEN 1 END) AS posts_last_year
        FROM blogs LEFT JOIN posts ON posts.blog = blogs.id AND posts.verdict = 'post'
        GROUP BY blogs.id
    )
    SELECT blog, posts, first, last, posts_last_year,
        CASE
            WHEN posts_last_year >= 250 THEN 'daily'
            WHEN posts_last_year >= 40 THEN 'weekly'
            WHEN posts_last_year >= 9 THEN 'monthly'
            WHEN posts_last_year >= 3 THEN 'quarterly'
            WHEN posts_last_year >= 1 THEN 'yearly'
            WHEN last IS NOT NULL THEN 'quiet (since ' || substr(last, 1, 4) || ')'
            ELSE ''
        END AS cadence
    FROM counted ORDER BY blog""",
)


LEASES: Final = (
    """
CREATE TABLE leases (
    -- blogs that a run is crawling now; another run leaves them alone
    blog INTEGER PRIMARY KEY REFERENCES blogs(id) ON DELETE CASCADE,
    run INTEGER NOT NULL REFERENCES runs(id) ON DELETE CASCADE,
    machine TEXT NOT NULL, -- where the run works, and its process there: over as soon as that has ended
    process INTEGER NOT NULL,
    until TEXT NOT NULL -- moment when it is over in any case; the run moves it on as long as it lives
) STRICT""",
    "CREATE INDEX leases_by_run ON leases (run)",
)

SEARCH_AS_KNOWN: Final = (
    "DROP TABLE posts_fts",
    # sqlite-utils and Datasette know a full-text table by these words: content="posts"
    """
CREATE VIRTUAL TABLE posts_fts USING FTS5 (
    title, excerpt, text, content="posts", content_rowid="id", tokenize='unicode61 remove_diacritics 2'
)""",
    "INSERT INTO posts_fts (posts_fts) VALUES ('rebuild')",
)

READERS: Final = (
    # the Backfile that ran: what an older one read of a page is read again, changed or not
    "ALTER TABLE runs ADD COLUMN version TEXT NOT NULL DEFAULT ''",
)

BY_CHANGE: Final = (
    # which blogs changed since a site was built is told without reading their posts
    "CREATE INDEX posts_by_change ON posts (blog, last_changed)",
)

VISITS: Final = (
    # 'listing': everything was asked for; 'part': as far as it was wanted, or the budget reached; 'visit': the newest
    "ALTER TABLE crawls ADD COLUMN kind TEXT NOT NULL DEFAULT 'listing'",
    # moment at which the blog is due again; empty where nobody reckoned it
    "ALTER TABLE crawls ADD COLUMN next TEXT NOT NULL DEFAULT ''",
    # digest of what the page last said of posts: tells a page that changed from one that looks new
    "ALTER TABLE sources ADD COLUMN said TEXT NOT NULL DEFAULT ''",
    # JSON list of addresses: the sources that show the newest posts
    "ALTER TABLE blogs ADD COLUMN watch TEXT NOT NULL DEFAULT '[]'",
    # the Backfile that computed the posts
    "ALTER TABLE blogs ADD COLUMN judged TEXT NOT NULL DEFAULT ''",
    # moment at which the post was found to be no longer there; empty: as far as is known it is
    "ALTER TABLE posts ADD COLUMN gone TEXT NOT NULL DEFAULT ''",
    # '': the blog changed; else what else makes the difference: rules, update, resolve, set, unfinished
    "ALTER TABLE changes ADD COLUMN cause TEXT NOT NULL DEFAULT ''",
)

STEPS: Final = {
    "first tables": (*REGISTRY, *TESTIMONY, *POSTS, *SEARCH, *VIEWS),
    "leases": LEASES,
    "full text that other programs know": SEARCH_AS_KNOWN,
    "versions of runs": READERS,
    "posts by their last change": BY_CHANGE,
    "visits": VISITS,
}
"""Name and statements of each change of the schema, oldest first; their number is the file's `PRAGMA user_version`."""


def migrations() -> Migrations:
    """The changes of the schema as sqlite-utils applies and records them."""
    steps = Migrations(MIGRATION_SET)
    for name, statements in STEPS.items():
        steps(name=name)(_step(statements))
    return steps


def _step(statements: tuple[str, ...]) -> Callable[[Database], None]:
    def step(database: Database) -> None:
        for statement in statements:
            database.execute(statement.strip())

    return step
