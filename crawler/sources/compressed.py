"""Gzip told by its magic bytes and opened within bounds. Knows nothing of HTTP's own compression."""

from __future__ import annotations

import zlib

LIMIT = 50 * 1024 * 1024
"""Bytes that opening may yield: the largest sitemap that sitemaps.org allows (50 MB)."""

_MAGIC = b"\x1f\x8b"
_LAYERS = 2
_GZIP = 16 + zlib.MAX_WBITS


def opened(body: bytes, limit: int = LIMIT) -> tuple[bytes, bool]:
    """The bytes behind up to two layers of gzip, and whether they are cut (at `limit`, or since the gzip breaks off).

    Bytes that are not gzip come back as they are, uncut.
    """
    cut = False
    for _ in range(_LAYERS):
        if not body.startswith(_MAGIC):
            break
        body, layer_cut = _layer(body, limit)
        cut = cut or layer_cut
    return body, cut


def _layer(body: bytes, limit: int) -> tuple[bytes, bool]:
    """One layer; gzip files glued together are one document."""
    pieces: list[bytes] = []
    room = limit
    while body.startswith(_MAGIC) and room > 0:
        stream = zlib.decompressobj(_GZIP)
        try:
            piece = stream.decompress(body, room)
        except zlib.error:
            return b"".join(pieces), True
        pieces.append(piece)
        room -= len(piece)
        if not stream.eof:
            return b"".join(pieces), True
        body = stream.unused_data
    return b"".join(pieces), room <= 0 and bool(body)
