"""Debian's WordPress with MariaDB and PHP's own server, on loopback: a copy of its own is set up, filled and served."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from getpass import getuser
from html import escape
from pathlib import Path

from tests.engines.writing import DRAFTS, PAGES, Written
from tests.platforms.real.judging import Shown
from tests.platforms.real.running import answers, free_port, run, started

PACKAGES = (
    *("wordpress", "wordpress-theme-twentytwentythree", "php-cli", "php-mysql", "php-xml", "php-mbstring"),
    *("mariadb-server-core", "mariadb-client-core"),
)
_HERE = Path(__file__).parent
_PROGRAM = Path("/usr/share/wordpress")
_HOURS = ("23:30:00", "00:20:00", "10:00:00")
_CONFIG = """<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', 'localhost:{socket}'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', '{home}'); define('WP_SITEURL', '{home}');
define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', true); define('AUTOMATIC_UPDATER_DISABLED', true);
$table_prefix = 'wp_';
defined('ABSPATH') || define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
"""
_CLOSED = """<?php
add_filter('rest_authentication_errors', fn() => new WP_Error('rest_closed', 'Members only', ['status' => 403]));
"""


class WordPress:
    """A running blog: `home`, and what it shows of its posts (`posts`)."""

    def __init__(self, folder: Path, home: str):
        self.home = home
        self._site = folder / "site"
        self._blog = ""

    def fill(self, posts: Sequence[Written]) -> list[Shown]:
        """Install it and put the posts in."""
        self._act("install")
        told = [_post(number, one) for number, one in enumerate(posts)]
        hidden = [_post(0, one) | {"status": status} for one, status in zip(DRAFTS, ("draft", "private"), strict=True)]
        later = {**told[0], "slug": "later", "title": "Not yet", "moment": "2090-01-01 10:00:00", "status": "future"}
        self._blog = json.dumps({"posts": [*told, *hidden, later], "pages": PAGES})
        return self._shown("fill")

    def close_api(self) -> None:
        """From now on the REST API answers 403 to visitors."""
        plugins = self._site / "wp-content" / "mu-plugins"
        plugins.mkdir()
        (plugins / "closed.php").write_text(_CLOSED, encoding="utf-8")

    def open_api(self) -> None:
        """The REST API as it comes."""
        shutil.rmtree(self._site / "wp-content" / "mu-plugins")

    def plain_addresses(self) -> list[Shown]:
        """From now on posts are `?p=1` and the API is `?rest_route=`."""
        return self._shown("links")

    def _shown(self, act: str) -> list[Shown]:
        return [Shown(**row) for row in json.loads(self._act(act))]

    def _act(self, act: str) -> str:
        return run(["php", str(_HERE / "wordpress.php"), str(self._site), act], self._site, given=self._blog)


@contextmanager
def wordpress(folder: Path) -> Iterator[WordPress]:
    """An empty WordPress that is served meanwhile."""
    socket, site, port = folder / "mysql.sock", folder / "site", free_port()
    home = f"http://127.0.0.1:{port}"
    shutil.copytree(_PROGRAM, site, ignore=shutil.ignore_patterns("wp-config.php", ".htaccess"))
    (site / "wp-config.php").write_text(_CONFIG.format(socket=socket, home=home), encoding="utf-8")
    own = ["--no-defaults", f"--datadir={folder / 'data'}", f"--user={getuser()}"]
    run(["mariadb-install-db", *own, "--auth-root-authentication-method=normal", "--skip-test-db"], folder)
    server = ["/usr/sbin/mariadbd", *own, f"--socket={socket}", "--skip-networking", f"--pid-file={folder / 'pid'}"]
    web = ["php", "-S", f"127.0.0.1:{port}", "-t", str(site), str(_HERE / "router.php")]
    with started(server, folder, socket.exists):
        run(["mariadb", "--no-defaults", f"--socket={socket}", "-e", "CREATE DATABASE wordpress"], folder)
        with started(web, folder, answers(f"{home}/readme.html")):
            yield WordPress(folder, f"{home}/")


def _post(number: int, one: Written) -> dict[str, object]:
    """A post for `wordpress.php`: its title is markup, its moment is near midnight in the blog's own time."""
    return {
        "slug": one.slug,
        "title": escape(one.title, quote=False),
        "body": f"<p>{one.body}</p>",
        "moment": f"{one.day} {_HOURS[number % len(_HOURS)]}",
        "tags": one.tags,
        "status": "publish",
    }
