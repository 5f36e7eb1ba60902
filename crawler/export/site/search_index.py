"""The index that the search page loads: words of titles to posts, in files small enough to load a few of.

    search/SHARD.js                 one line a blog: {word: [numbers of posts]}
    search/titles/BLOG-PART.js      the titles, 500 a file

A blog is known by a number of its own, a post by its place from the blog's oldest. A shard holds the words that begin
with the same two signs; `assets/search.js` makes words and shards in the same way. A blog's line can be replaced
without the others being understood, so a site of a thousand blogs is built in flat memory and rebuilt for one.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from crawler.export.site.folder import Folder
from crawler.export.years import label
from crawler.store import ListingRow

PART = 500
FLUSH = 4_000_000
"""Bytes of lines that are held before they are put into their files."""

_CJK = "\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_WORD = re.compile(r"[^\W_]+")
_RUNS = re.compile(f"[{_CJK}]+|[^{_CJK}]+")
_PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
_LINE = re.compile(r'^"(\d+)":')
Words = Mapping[str, Sequence[int]]


def words_of(title: str) -> list[str]:
    """The words of a title: lower case without accents; of scripts without blanks every sign is one."""
    marked = unicodedata.normalize("NFKD", title)
    plain = "".join(sign for sign in marked if not unicodedata.category(sign).startswith("M")).lower()
    found: dict[str, None] = {}
    for run in _WORD.findall(unicodedata.normalize("NFKC", plain)):
        for part in _RUNS.findall(run):
            found.update(dict.fromkeys(part if re.match(f"[{_CJK}]", part) else [part]))
    return list(found)


def shard_of(word: str) -> str:
    """The file that a word stands in."""
    if word[0] not in _PLAIN:
        return f"u{ord(word[0]) % 64}"
    return word[0] + (word[1] if len(word) > 1 and word[1] in _PLAIN else "_")


def shards_of(posts: Sequence[ListingRow]) -> dict[str, dict[str, list[int]]]:
    """Shard to word to the numbers of a blog's posts, given newest first."""
    shards: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for number, post in enumerate(reversed(posts)):
        for word in words_of(label(post)):
            shards[shard_of(word)][word].append(number)
    return shards


def write_titles(folder: Folder, number: int, name: tuple[str, str], posts: Sequence[ListingRow]) -> int:
    """The titles of a blog (`name`: its slug and its name) in files; how many files."""
    oldest_first = [[post.url, label(post), post.date] for post in reversed(posts)]
    parts = range(0, len(oldest_first), PART)
    for part, start in enumerate(parts):
        held = {"slug": name[0], "name": name[1], "posts": oldest_first[start : start + PART]}
        folder.write(f"search/titles/{number}-{part}.js", f'backfile("titles/{number}-{part}",{_script(held)})\n')
    return len(parts)


class Shards:
    """Collects the lines of blogs and puts them into the shards' files, replacing what these held of the same blogs."""

    def __init__(self, folder: Folder):
        self._folder = folder
        self._lines: dict[str, dict[str, str]] = defaultdict(dict)
        self._size = 0

    def put(self, number: int, shards: Mapping[str, Words], before: Iterable[str] = ()) -> None:
        """A blog's words; `before` names the shards that held words of it at the last build."""
        for shard in {*before, *shards}:
            line = f'"{number}":{_script(shards[shard])}' if shard in shards else ""
            self._lines[shard][str(number)] = line
            self._size += len(line)
        if self._size > FLUSH:
            self.flush()

    def flush(self) -> None:
        """Write what was collected."""
        for shard, lines in self._lines.items():
            name = f"search/{shard}.js"
            held = dict(_lines_of(self._folder.read(name)))
            held.update(lines)
            kept = [held[number] for number in sorted(held, key=int) if held[number]]
            if kept:
                self._folder.write(name, f'backfile("{shard}",{{\n' + ",\n".join(kept) + "\n})\n")
            else:
                self._folder.remove(name)
        self._lines.clear()
        self._size = 0


def _lines_of(content: str) -> Iterator[tuple[str, str]]:
    for line in content.splitlines():
        if found := _LINE.match(line):
            yield found[1], line.rstrip(",")


def _script(value: object) -> str:
    """JSON that is safe inside a script and on one line."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
