"""Readable sentences about a subject, drawn from a random generator. Knows nothing of blogs or pages."""

from __future__ import annotations

from random import Random

SUBJECTS = (
    "backups", "bitmap fonts", "bloom filters", "build scripts", "caches", "checksums", "code reviews",
    "command-line flags", "connection pools", "cron jobs", "dependency upgrades", "error messages", "feature flags",
    "ferry timetables", "flaky tests", "floating-point sums", "hash maps", "job queues", "leap seconds", "load tests",
    "log files", "message formats", "old laptops", "parsers", "printer queues", "radio beacons", "rate limits",
    "release notes", "retry loops", "small databases", "sort keys", "spreadsheets", "state machines", "style guides",
    "text encodings", "tide tables", "time zones", "write-ahead logs",
)  # fmt: skip

_OPENINGS = (
    "Nobody sets out to spend a week on {subject}.",
    "The harbour office depends on {subject} more than it likes to admit.",
    "It began with a note on my desk that said only “{subject}, again”.",
    "I used to think that {subject} were a solved problem.",
    "Last {season} we took another look at {subject}.",
    "Every few years I learn the same lesson about {subject}.",
    "A reader asked how we look after {subject} on the island.",
    "There are two kinds of people: those who enjoy {subject} and those who have met them in production.",
)

_MIDDLES = (
    "We counted {number} of them before lunch and stopped counting.",
    "The first version was {adjective}, and it lasted until {time}.",
    "What surprised me was how {adjective} everything became once {person} drew it on paper.",
    "{Person} suggested that we {act} first, which sounded {adjective} and turned out to be right.",
    "The machine in {place} has {number} megabytes of memory, so there was never a choice.",
    "For a while we tried to {act}, until {person} pointed out what that would cost.",
    "In {place} the same idea had failed, mostly because nobody would {act}.",
    "I wrote {number} lines, deleted most of them, and kept the {adjective} part.",
    "By {time} the numbers had stopped moving, which is the only proof I trust.",
    "It is tempting to {act} and call it finished.",
    "The manual says to {act}; the manual was written in a drier climate.",
    "{Person} keeps a list of such things, and {subject} are near the top of it.",
    "Most of what is written about {subject} assumes a network that does not go down with the fog.",
    "The trick, if there is one, is to {act} before anybody asks.",
    "After {number} minutes the answer was the same as before, only more {adjective}.",
    "We left it running in {place} and went for a walk.",
    "None of this is new: {person} did it with index cards.",
    "When {subject} go wrong they do it quietly, and usually around {time}.",
    "A {adjective} design can be explained on the ferry between two piers.",
    "So we agreed to {act}, and wrote down why.",
)

_CLOSINGS = (
    "If you run {subject} of your own, I would start there.",
    "I will report back when the weather turns.",
    "That is all I know about {subject} for now.",
    "The old code is still in the drawer, just in case.",
    "Thanks to {person} for reading a draft of this.",
    "Next time I would {act} on the first day.",
)

_WORDS = {
    "season": ("spring", "summer", "autumn", "winter"),
    "number": ("seven", "eleven", "nineteen", "forty", "a hundred and twelve", "three hundred", "two thousand"),
    "adjective": ("boring", "brittle", "calm", "careful", "cheap", "dull", "honest", "patient", "plain", "slow"),
    "person": ("the harbour master", "my neighbour", "the night shift", "an old colleague", "the ferry’s engineer"),
    "place": ("the boat shed", "the signal room", "the north pier", "the school library", "the old post office"),
    "time": ("the first frost", "high tide", "four in the morning", "the end of the season", "payday"),
    "act": (
        "measure it", "read the whole log", "throw the clever half away", "ask the people who use it",
        "write the test that fails", "halve the problem", "wait a day", "keep the raw numbers",
        "turn it off and listen",
    ),
}  # fmt: skip


def sentence(random: Random, pattern: str, subject: str) -> str:
    """One pattern with its blanks filled; `{Person}` is `{person}` at the head of a sentence."""
    drawn = {name: random.choice(words) for name, words in _WORDS.items()}
    filled = pattern.format(subject=subject, Person=drawn["person"][0].upper() + drawn["person"][1:], **drawn)
    return filled[0].upper() + filled[1:]


def article(random: Random, subject: str) -> tuple[str, ...]:
    """Three to six paragraphs about a subject, plain text."""
    paragraphs = [_paragraph(random, subject) for _ in range(random.randint(3, 6))]
    opening = sentence(random, random.choice(_OPENINGS), subject)
    closing = sentence(random, random.choice(_CLOSINGS), subject)
    return (f"{opening} {paragraphs[0]}", *paragraphs[1:-1], f"{paragraphs[-1]} {closing}")


def _paragraph(random: Random, subject: str) -> str:
    patterns = sorted(_MIDDLES, key=lambda _: random.random())[: random.randint(3, 5)]
    return " ".join(sentence(random, pattern, subject) for pattern in patterns)
