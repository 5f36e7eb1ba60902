"""What the fakes of hosted platforms share: a front page, an API that may close, listing pages behind it.

Each platform fills in `api`, from its documentation. Where `listing`, pages of fifty are linked as "Older posts".
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.dryblogs import Entry
from tests.dryweb import Answer
from tests.platforms.fake import asked, closed, front, many

EACH = 50


@dataclass
class Hosted:
    """`closes` is the number of the API's answer from which on all have this status; 200 is a login page."""

    home = "https://blog.example/"
    head = ""
    pattern = "{slug}"
    cap = 1
    """The most posts that one answer of the API has."""
    posts: list[Entry] = field(default_factory=list)
    closes: tuple[int, int] | None = None
    listing: bool = False
    answers: int = 0

    def __post_init__(self) -> None:
        self.posts = self.posts or many(self.home.rstrip("/") + "/", self.pattern)

    @property
    def fewest(self) -> int:
        """Requests that the API's cap asks for."""
        return -(-len(self.posts) // self.cap)

    def api(self, path: str, query: dict[str, str]) -> Answer | None:
        """The API's answer; None at addresses that are not the API's."""
        raise NotImplementedError

    def serve(self, address: str) -> Answer | str | None:
        path, query = asked(address)
        answer = self.api(path, query)
        if answer is None:
            return self._page(address)
        self.answers += 1
        if self.closes and self.answers >= self.closes[0]:
            return closed(self.closes[1])
        return answer

    def _page(self, address: str) -> str | None:
        bare, query = address.partition("?")[0], asked(address)[1]
        if bare != self.home or set(query) - {"page"}:
            return None
        if not self.listing:
            return front(self.posts, self.head)
        number = int(query.get("page", "1"))
        some = self.posts[(number - 1) * EACH : number * EACH]
        older = f'<a href="{self.home}?page={number + 1}">Older posts</a>' if number * EACH < len(self.posts) else ""
        return front(some, self.head, EACH).replace("</body>", older + "</body>") if some else None
