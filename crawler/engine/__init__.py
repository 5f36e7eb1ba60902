"""What Scrapy itself needs to crawl with good manners: named by dotted path in the settings. No rule about posts."""
