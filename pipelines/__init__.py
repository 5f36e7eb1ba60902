"""Scrapy's item pipelines, one short class a file: normalise, dedupe, store. Each calls `crawler`."""
