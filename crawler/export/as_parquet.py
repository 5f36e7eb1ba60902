"""Apache Parquet, for data frames and query engines; needs the extra `backfile[parquet]` (pyarrow).

Columns as in the CSV, `tags` a list of strings, what is not known null. Written in groups of rows, so that memory stays
flat.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any, BinaryIO

from crawler.errors import UsageError
from crawler.export.as_ndjson import entry
from crawler.export.frame import Frame
from crawler.store import ListingRow

GROUP = 50_000


def write(rows: Iterable[ListingRow], out: BinaryIO, frame: Frame) -> None:
    """All rows. Raises UsageError where pyarrow is not installed."""
    arrow, parquet = _libraries()
    strings = ("blog", "date", "title", "url", "author", "excerpt", "published", "updated")
    types: dict[str, Any] = dict.fromkeys(strings, arrow.string())
    types |= {"year": arrow.int16(), "tags": arrow.list_(arrow.string())}
    names = ("blog", "year", "date", "title", "url", "author", "tags", "excerpt", "published", "updated")
    schema = arrow.schema([(name, types[name]) for name in names])
    left = iter(rows)
    with parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        while group := [entry(row) for row in islice(left, GROUP)]:
            writer.write_table(arrow.Table.from_pylist(group, schema=schema))


def _libraries() -> tuple[Any, Any]:
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError as error:
        raise UsageError("parquet needs the extra: pip install 'backfile[parquet]'") from error
    return pyarrow, pyarrow.parquet
