"""Programs that write blogs as files: where their own defaults put feed, sitemap and archive. Data only.

Nothing here is certain, for authors and themes choose otherwise: all of it is tried before the places of blogs in
general, not in addition to what a page links to. The page beside a row is where its defaults are told, to look them up.
"""

from __future__ import annotations

from crawler.model import Role, SourceKind
from crawler.sources.platforms.table import Offer, Platform


def credited(site: str) -> str:
    """The line at the foot of a page that thanks the program: "Powered by", "Generated with" and a link to it."""
    return rf"""\b(?:powered|generated|built|created|propulsé)\s+(?:with|by|using|par)\s+<a\b[^>]*href=["']?https?://(?:www\.)?{site}"""


def usual(archives: str = "", feeds: str = "", sitemaps: str = "") -> tuple[Offer, ...]:
    """Places below the blog's folder, separated by blanks, in the order in which they are tried."""
    kinds = {SourceKind.ARCHIVE: archives, SourceKind.FEED: feeds, SourceKind.SITEMAP: sitemaps}
    return tuple(
        Offer(kind, "{folder}" + place, Role.USUAL) for kind, places in kinds.items() for place in places.split()
    )


GENERATORS: tuple[Platform, ...] = (
    Platform(  # https://docusaurus.io/docs/api/plugins/@docusaurus/plugin-content-blog: archiveBasePath, feedOptions
        "docusaurus",
        generator=r"^docusaurus\b",
        offers=(
            *usual("archive/ blog/archive", "rss.xml blog/rss.xml atom.xml"),
            Offer(SourceKind.SITEMAP, "{root}sitemap.xml", Role.USUAL),
        ),
    ),
    Platform(  # https://squidfunk.github.io/mkdocs-material/plugins/blog/: blog_dir, archive pages by year
        "mkdocs-material",
        generator=r"\bmkdocs-material\b",
        offers=usual("blog/", "feed_rss_created.xml", "sitemap.xml"),
    ),
    Platform(  # https://hexo.io/docs/configuration: archive_dir; hexo-generator-feed
        "hexo",
        generator=r"^hexo\b",
        source=credited(r"hexo\.io"),
        offers=usual("archives/", "atom.xml rss2.xml", "sitemap.xml"),
    ),
    Platform(  # https://getgridea.com/: the themes' archives page
        "gridea",
        generator=r"^gridea\b",
        source=credited(r"(?:open\.)?gridea\.(?:dev|pro|com)|" + credited(r"github\.com/getgridea/gridea")),
        offers=usual("archives/", "atom.xml"),
    ),
    Platform(  # https://github.com/imathis/octopress: source/blog/archives, atom.xml, sitemap.xml
        "octopress",
        source=r"/javascripts/octopress\.js|" + credited(r"octopress\.org"),
        offers=usual("blog/archives/ archives/", "atom.xml", "sitemap.xml"),
    ),
    Platform(  # https://docs.getpelican.com/en/latest/settings.html: ARCHIVES_SAVE_AS, FEED_ALL_ATOM
        "pelican",
        generator=r"^pelican\b",
        source=credited(r"(?:docs\.|blog\.)?(?:getpelican\.com|alexis\.notmyidea\.org/pelican)"),
        offers=usual("archives.html", "feeds/all.atom.xml feeds/all.rss.xml", "sitemap.xml"),
    ),
    Platform(  # https://getnikola.com/conf.html: ARCHIVE_FILENAME, RSS_FILENAME_BASE, sitemapindex.xml
        "nikola",
        generator=r"^nikola\b",
        source=credited(r"getnikola\.com"),
        offers=usual("archive.html", "rss.xml", "sitemapindex.xml sitemap.xml"),
    ),
    Platform(  # https://ablog.readthedocs.io/: blog_path, its archive and feed
        "ablog",
        source=r"""href=["'][^"']*_static/ablog/|<link[^>]+href=["'][^"']*blog/atom\.xml["'][^>]*>\s*<style[^>]*>\s*ul\.ablog""",
        offers=usual("blog.html blog/archive.html blog/", "blog/atom.xml"),
    ),
    Platform(  # https://gohugo.io/templates/rss/, .../sitemap/; archives.md of its most used themes
        "hugo",
        generator=r"^hugo\b",
        source=credited(r"gohugo\.io"),
        offers=usual("archives/ posts/ post/ archive/", "index.xml", "sitemap.xml"),
    ),
    Platform(  # https://github.com/jekyll/jekyll-feed, jekyll-sitemap; archives of its most used themes
        "jekyll",
        generator=r"^jekyll\b",
        source=credited(r"jekyllrb\.com"),
        offers=usual("archive/ archives/ year-archive/ blog/ archive.html", "feed.xml atom.xml", "sitemap.xml"),
    ),
    Platform(  # https://github.com/11ty/eleventy-base-blog: content/blog.njk, feed, sitemap.xml.njk
        "eleventy",
        generator=r"^eleventy\b",
        source=credited(r"11ty\.(?:dev|io)"),
        offers=usual("blog/ posts/ archive/", "feed/feed.xml feed.xml feed/", "sitemap.xml"),
    ),
    Platform(  # https://docs.astro.build/en/recipes/rss/, .../integrations-guide/sitemap/; its blog template
        "astro",
        generator=r"^astro\b",
        offers=usual("blog/ posts/ archives/ archive/", "rss.xml", "sitemap-index.xml"),
    ),
    Platform(  # https://www.gatsbyjs.com/plugins/gatsby-plugin-feed/, .../gatsby-plugin-sitemap/
        "gatsby",
        generator=r"^gatsby\b",
        source=r"""id=["']?___gatsby\b""",
        offers=(
            Offer(SourceKind.ARCHIVE, "{root}page-data/{path}/page-data.json", Role.USUAL),
            *usual("blog/ archive/ posts/", "rss.xml", "sitemap-index.xml sitemap/sitemap-index.xml"),
        ),
    ),
    Platform(
        "next",
        generator=r"^next\.js\b",
        header=r"^x-powered-by: next\.js",
        source=r"""id=["']?__NEXT_DATA__\b|/_next/static/""",
        offers=usual("blog/ posts/ archive/", "feed.xml rss.xml feed/", "sitemap.xml"),
    ),
    Platform(  # https://vuepress.vuejs.org/, https://theme-hope.vuejs.press/guide/blog/: articles, time line
        "vuepress",
        generator=r"^vuepress\b",
        offers=usual("article/ timeline/ archives/ posts/", "rss.xml atom.xml feed.xml", "sitemap.xml"),
    ),
    Platform(  # https://vitepress.dev/guide/sitemap-generation
        "vitepress",
        generator=r"^vitepress\b",
        offers=usual("archives/ archives.html posts/ blog/", "feed.rss feed.xml rss.xml", "sitemap.xml"),
    ),
    Platform(  # https://www.getzola.org/documentation/templates/feeds/, .../sitemap/
        "zola",
        generator=r"^zola\b",
        source=credited(r"getzola\.org"),
        offers=usual("archive/ posts/ blog/", "atom.xml rss.xml", "sitemap.xml"),
    ),
    Platform(  # https://jaspervdj.be/hakyll/tutorials.html: archive.html of the blog that `hakyll-init` makes
        "hakyll",
        source=credited(r"jaspervdj\.be/hakyll"),
        offers=usual("archive.html archives.html archive/", "atom.xml rss.xml", "sitemap.xml"),
    ),
    Platform(  # https://github.com/jnordberg/wintersmith: the blog template's archive.html
        "wintersmith",
        generator=r"^wintersmith\b",
        offers=usual("archive.html", "feed.xml"),
    ),
    Platform(  # https://github.com/cfenollosa/bashblog: archive_index, blog_feed
        "bashblog",
        source=credited(r"github\.com/cfenollosa/bashblog"),
        offers=usual("all_posts.html", "feed.rss"),
        only=True,
    ),
)
