"""Scrapy settings: constants and dotted paths. Read by Scrapy by name, imported by nobody."""

BOT_NAME = "backfile"
SPIDER_MODULES = ["spiders"]

# Who asks. CONTACT: an address or a page that tells whom to write to; please set it.
CONTACT = ""
USER_AGENT = "Backfile/0.1 (blog history crawler)"
ROBOTSTXT_USER_AGENT = "Backfile"

# The database: empty means as every command finds it. COMMAND is what the table of runs shows.
DATABASE = ""
COMMAND = "scrapy crawl history"

# What a run leaves for programs; empty: nothing. REPORT_FILE: JSON, METRICS_FILE: Prometheus' text format.
REPORT_FILE = ""
METRICS_FILE = ""

# Manners: one request at a time to a server, about one a second, many blogs side by side.
BLOGS_AT_ONCE = 32
ROBOTSTXT_OBEY = True
CRAWL_DELAY_LONGEST = 120  # seconds; a robots.txt that wants more gets no visit
RETRY_AFTER_LONGEST = 120  # seconds; a server that wants more is left for another run
RUN_TIME_LONGEST = 0  # seconds; a run ends then, and the next goes on; 0: as long as it takes
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 1.0
DOWNLOAD_DELAY = 1.0
CONCURRENT_REQUESTS = 64
CONCURRENT_REQUESTS_PER_DOMAIN = 1
CONCURRENT_ITEMS = 8
DOWNLOAD_TIMEOUT = 30  # for the whole answer, from connecting to the last byte
DOWNLOAD_MAXSIZE = 64 * 1024 * 1024  # bytes, packed and unpacked
DOWNLOAD_WARNSIZE = 0
SCRAPER_SLOT_MAX_ACTIVE_SIZE = 512 * 1024 * 1024  # one blog's large feed must not hold up the others
RETRY_TIMES = 2
RETRY_GIVE_UP_LOG_LEVEL = "DEBUG"  # what was given up becomes a row in `problems`
REDIRECT_MAX_TIMES = 10
ALLOW_PRIVATE_ADDRESSES = False

# Pages made by JavaScript alone, with the extra `js`. BROWSER_PATH: a Chromium; empty looks for one, "no" is none.
BROWSER_PATH = ""
BROWSER_TIMEOUT = 60  # seconds for a page and all that its scripts ask for
BROWSER_PAGES = 500  # pages of a run

# What a page says goes to the parsers: every status, and meta-refresh as what it is.
HTTPERROR_ALLOW_ALL = True
METAREFRESH_ENABLED = False
COOKIES_ENABLED = False
REFERRER_POLICY = "same-origin"
DUPEFILTER_CLASS = "scrapy.dupefilters.BaseDupeFilter"  # the spider keeps count, redirects included
SCHEDULER_MEMORY_QUEUE = "scrapy.squeues.FifoMemoryQueue"  # in the planner's order
DOWNLOAD_HANDLERS = {"data": None, "file": None, "ftp": None, "s3": None}

DOWNLOADER = "crawler.engine.downloader.PoliteDownloader"
DOWNLOADER_MIDDLEWARES = {
    "scrapy.downloadermiddlewares.robotstxt.RobotsTxtMiddleware": None,
    "scrapy.downloadermiddlewares.useragent.UserAgentMiddleware": None,
    "scrapy.downloadermiddlewares.offsite.OffsiteMiddleware": None,
    "crawler.engine.browser.RenderMiddleware": 80,  # last of all that see an answer
    "crawler.engine.visits.VisitsMiddleware": 90,
    "crawler.engine.robots.RobotsMiddleware": 100,
    "crawler.engine.agent.UserAgentMiddleware": 500,
    "crawler.engine.patience.LastAttemptMiddleware": 540,
    "crawler.engine.patience.RetryAfterMiddleware": 560,
    "crawler.engine.visits.LocationMiddleware": 610,  # before Scrapy follows a redirect
    "crawler.engine.guard.AddressGuard": 760,  # after the proxy is chosen
}
SPIDER_MIDDLEWARES = {
    "scrapy.spidermiddlewares.urllength.UrlLengthMiddleware": None,
    "scrapy.spidermiddlewares.depth.DepthMiddleware": None,
}
ITEM_PIPELINES = {
    "pipelines.normalise.NormalisePipeline": 100,
    "pipelines.dedupe.DedupePipeline": 200,
    "pipelines.store.StorePipeline": 300,
    "pipelines.watch.WatchPipeline": 400,
}
EXTENSIONS = {
    "crawler.engine.run.Run": 10,
    "crawler.engine.progress.Progress": 20,
    "crawler.engine.interrupt.Interrupt": 30,
    "crawler.engine.deadline.Deadline": 40,
    "crawler.engine.reporting.Reporting": 50,
}

# PROGRESS: "auto" (a live table on a terminal, lines elsewhere), "lines", "quiet" (what is not well, alone).
PROGRESS = "auto"
LOG_LEVEL = "WARNING"
LOG_FORMAT = "%(levelname)s: %(message)s"
STATS_DUMP = False
LOGSTATS_INTERVAL = 0

TWISTED_REACTOR = "twisted.internet.asyncioreactor.AsyncioSelectorReactor"
TELNETCONSOLE_ENABLED = False
REMOTE_CONTROL_ENABLED = False
HTTPCACHE_ENABLED = False
