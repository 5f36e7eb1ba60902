"""What a run leaves for programs: a report as JSON, metrics that Prometheus can read."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path

from prometheus_client.parser import text_string_to_metric_families

from crawler.model import Completeness, Word
from crawler.monitors import MONITORS, Alarm
from crawler.reports import FAILED, Report, RunReport, as_json, as_metrics

AT = datetime(2026, 6, 1, 12, tzinfo=UTC)
GOOD = Report(
    "a-test", "complete", "all sources agree", 12, 2, 5, Completeness(Word.COMPLETE, 12, ("two lists",)),
    changed=1, gone=3, seconds=4.0, next="2026-06-02T12:00:00Z", problems={"http": 2},
    alarms=(Alarm("dead-source", 'it said "no"\\'),),
)  # fmt: skip
RUN = RunReport(7, "crawl a-test", AT, AT.replace(minute=1), "done", (GOOD, Report('odd"\\\n', FAILED, "no such host")))


def samples(run: RunReport) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    families = list(text_string_to_metric_families(as_metrics(run)))
    return {(one.name, frozenset(one.labels.items())): one.value for family in families for one in family.samples}


def value(name: str, **labels: str) -> float | None:
    return samples(RUN).get((f"backfile_{name}", frozenset(labels.items())))


def test_the_json_tells_of_each_blog() -> None:
    told = json.loads(as_json(RUN))
    assert told["blogs"][0] == {
        "blog": "a-test",
        "word": "complete",
        "stop": "all sources agree",
        "reasons": ["two lists"],
        "posts": 12,
        "new": 2,
        "changed": 1,
        "gone": 3,
        "requests": 5,
        "seconds": 4.0,
        "problems": {"http": 2},
        "alarms": [{"monitor": "dead-source", "message": 'it said "no"\\'}],
        "next": "2026-06-02T12:00:00Z",
    }
    assert told["blogs"][1]["next"] is None


def test_the_json_sums_up_the_run() -> None:
    told = json.loads(as_json(RUN))
    assert (told["run"], told["outcome"], told["started"], told["seconds"]) == (7, "done", "2026-06-01T12:00:00Z", 60)
    assert told["words"] == {"complete": 1, "failed": 1}
    figures = {"posts": 12, "new": 2, "changed": 1, "gone": 3, "requests": 5, "problems": 2, "alarms": 1}
    assert told["totals"] == {"blogs": 2, **figures}


def test_the_metrics_are_read_back_by_prometheus() -> None:
    assert value("run_end_timestamp_seconds") == AT.timestamp() + 60
    assert value("run_seconds") == 60
    assert value("run_outcome", outcome="done") == 1
    assert value("run_blogs", word="failed") == 1
    assert value("blog_posts", blog="a-test") == 12
    assert value("blog_good", blog='odd"\\\n') == 0
    assert value("blog_problems", blog="a-test", kind="http") == 2
    assert value("blog_alarm", blog="a-test", monitor="dead-source") == 1
    assert value("blog_next_timestamp_seconds", blog="a-test") == AT.timestamp() + 86_400


def test_every_metric_has_help_and_type_and_no_time_of_its_own() -> None:
    lines = as_metrics(RUN).splitlines()
    families = {line.split()[2] for line in lines if line.startswith("# TYPE ")}
    assert {line.split()[2] for line in lines if line.startswith("# HELP ")} == families
    assert {name for name, _ in samples(RUN)} <= families
    assert all(
        sample.timestamp is None for f in text_string_to_metric_families(as_metrics(RUN)) for sample in f.samples
    )


def test_the_documentation_names_every_key_metric_and_monitor() -> None:
    document = (Path(__file__).parents[1] / "docs" / "running.md").read_text(encoding="utf-8")
    told = json.loads(as_json(RUN))
    keys = {*told, *told["totals"], *told["blogs"][0], *told["blogs"][0]["alarms"][0]}
    names = set(re.findall(r"`(\w[\w-]*)", document))
    assert {*keys, *MONITORS} - names == set()
    assert {f.name for f in text_string_to_metric_families(as_metrics(RUN))} - names == set()


def test_a_run_without_blogs_says_when_it_was() -> None:
    assert samples(RunReport(None, "crawl --due", AT, AT, "done"))[("backfile_run_end_timestamp_seconds", frozenset())]
