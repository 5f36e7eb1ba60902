"""Serves the demo blog on loopback from memory, in a thread. Answers validators with 304, as a good server does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import urlsplit

from crawler.demo.pages import HTML, File

HOST = "127.0.0.1"
PORT = 8909  # kept from run to run where it is free, so that the demo's slug stays the same
_MISSING = File(HTML, b"<!DOCTYPE html><title>Not found</title><h1>Not found</h1>")


@contextmanager
def served(files_for: Callable[[str], Mapping[str, File]], port: int = PORT) -> Iterator[str]:
    """Serves what `files_for(home)` gives while the block runs; yields the blog's home.

    `port` 0, or a port that something else holds, means a free one.
    """
    server = _listening(port)
    home = f"http://{HOST}:{server.server_port}/"
    server.RequestHandlerClass = _handler(files_for(home))
    thread = Thread(target=server.serve_forever, name="demo blog", daemon=True)
    thread.start()
    try:
        yield home
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _listening(port: int) -> ThreadingHTTPServer:
    try:
        return ThreadingHTTPServer((HOST, port), BaseHTTPRequestHandler)
    except OSError:
        return ThreadingHTTPServer((HOST, 0), BaseHTTPRequestHandler)


def _handler(files: Mapping[str, File]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            found = files.get(urlsplit(self.path).path)
            file = found or _MISSING
            tag = f'"{sha256(file.body).hexdigest()[:16]}"'
            unchanged = found is not None and self.headers.get("If-None-Match") == tag
            self.send_response(304 if unchanged else 200 if found else 404)
            self.send_header("Content-Type", file.type)
            self.send_header("ETag", tag)
            self.send_header("Content-Length", "0" if unchanged else str(len(file.body)))
            self.end_headers()
            if not unchanged and self.command != "HEAD":
                self.wfile.write(file.body)

        do_HEAD = do_GET

        def log_message(self, format: str, *args: object) -> None:
            """Says nothing: the crawl tells what it asks for."""

    return Handler
