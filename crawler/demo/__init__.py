"""A small blog of the project's own, made up from a seed and served on this machine, to show a crawl without the web.

    blog     what the blog published: posts with title, day, tags, text
    prose    the sentences
    pages    the blog as files: home, year pages, articles, feed, sitemap, robots.txt
    server   those files on a loopback port

Nothing here knows how a crawl works: that the crawl finds exactly these posts is the demo's point.
"""
