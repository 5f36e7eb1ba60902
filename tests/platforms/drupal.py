"""A fake of Drupal's JSON:API: fifty nodes for a request at most, the next page named.

https://www.drupal.org/docs/core-modules-and-themes/core-modules/jsonapi-module/pagination
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from tests.dryweb import Answer
from tests.platforms.fake import as_json
from tests.platforms.hosted import Hosted


class Drupal(Hosted):
    """A site whose posts are of the type `kind`."""

    home = "https://dru.example/"
    head = '<meta name="Generator" content="Drupal 10 (https://www.drupal.org)">'
    pattern = "blog/{slug}"
    cap = 50
    kind = "article"

    def api(self, path: str, query: dict[str, str]) -> Answer | None:
        if not path.startswith("/jsonapi/node/"):
            return None
        if path != f"/jsonapi/node/{self.kind}":
            return Answer('{"errors": [{"status": "404"}]}', 404, "application/vnd.api+json")
        size = min(int(query.get("page[limit]", "50")), self.cap)
        start = int(query.get("page[offset]", "0"))
        nodes = [self._node(start + number) for number in range(len(self.posts[start : start + size]))]
        links: dict[str, Any] = {"self": {"href": "…"}}
        if start + size < len(self.posts):
            further = urlencode({**query, "page[offset]": start + size, "page[limit]": size})
            links["next"] = {"href": f"{self.home}jsonapi/node/{self.kind}?{further}"}
        return as_json({"jsonapi": {"version": "1.0"}, "data": nodes, "links": links})

    def _node(self, number: int) -> dict[str, Any]:
        post = self.posts[number]
        told = {
            "title": post.title,
            "created": f"{post.day}T12:00:00+00:00",
            "changed": f"{post.day}T13:00:00+00:00",
            "status": True,
            "langcode": "en",
            "drupal_internal__nid": number,
            "path": {"alias": urlsplit(post.address).path, "pid": number, "langcode": "en"},
        }
        return {"type": f"node--{self.kind}", "id": f"uuid-{number}", "attributes": told}
