"""Drupal: what is peculiar to its JSON:API."""

from __future__ import annotations

from crawler.model import Page, Source, SourceKind
from crawler.sources import read
from tests.dryweb import Web, crawl
from tests.platforms.drupal import Drupal
from tests.platforms.fake import as_json, crawled

FEW = 130
ADDRESS = "https://dru.example/jsonapi/node/article?page%5Blimit%5D=50"


def node(**attributes: object) -> dict[str, object]:
    told = {"title": "A", "created": "2019-03-04T10:00:00+00:00", "status": True, "path": {"alias": None}}
    return {"data": [{"type": "node--article", "id": "u", "attributes": told | attributes}]}


def claims(data: object) -> list[str]:
    page = Page(ADDRESS, ADDRESS, 200, {}, as_json(data).body.encode())
    return [claim.address for claim in read(page, Source(ADDRESS, SourceKind.API)).claims]


def test_the_content_type_is_the_one_that_the_front_page_shows() -> None:
    blog = Drupal(Drupal().posts[:FEW])
    blog.kind = "blog_post"
    blog.head += "<style></style><script>/* */</script><meta content='node--type-page node--type-blog-post'>"
    done = crawled(blog.home, blog.serve, blog.posts, blog.fewest)
    assert not [address for address in done.web.asked if "/node/article" in address]


def test_without_such_a_sign_the_usual_types_are_tried() -> None:
    blog = Drupal(Drupal().posts[:FEW])
    blog.kind = "blog"
    crawled(blog.home, blog.serve, blog.posts, blog.fewest + 1)


def test_a_version_without_an_api_is_not_asked_for_one() -> None:
    blog = Drupal(Drupal().posts[:FEW], listing=True)
    blog.head = '<meta name="Generator" content="Drupal 7 (http://drupal.org)">'
    done = crawl(Web(otherwise=blog.serve), blog.home)
    assert not [address for address in done.web.asked if "jsonapi" in address]
    assert done.found == {post.address for post in blog.posts}


def test_a_node_without_an_alias_stands_at_its_number() -> None:
    assert claims(node(drupal_internal__nid=12)) == ["https://dru.example/node/12"]


def test_what_is_not_published_is_no_claim() -> None:
    assert claims(node(drupal_internal__nid=12, status=False)) == []
