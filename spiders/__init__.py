"""Scrapy's spiders. Thin: a response becomes a page, a source becomes a request."""
