"""What docs/records.md asks DuckDB is answered as reading the records by hand answers it."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pytest

from common.record import Record, read_records
from thirteen.arena import simulate

PAGE = Path(__file__).parents[2] / "docs" / "records.md"
FILES = ("hands.jsonl", "hands.jsonl.gz", "hands.jsonl.zst")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Eleven hands, among them number 300."""
    folder = tmp_path_factory.mktemp("records")
    for name in FILES:
        simulate("tienlen", "meitian", ["cautious", "random"], 330, 7, workers=1, record=folder / name, sample=30)
    return folder


def _answers(folder: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> list[list[tuple[Any, ...]]]:
    """The rows of each query on the page, in order."""
    monkeypatch.chdir(folder)
    views, *queries = re.findall(r"^```sql\n(.*?)^```$", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    assert "'hands.jsonl.zst'" in views
    with duckdb.connect() as connection:
        connection.execute(views.replace("hands.jsonl.zst", name))
        return [connection.execute(query).fetchall() for query in queries]


def _events(records: list[Record], kind: str) -> list[tuple[int, Any]]:
    return [(record.number, event) for record in records for event in record.events if event["type"] == kind]


@pytest.mark.parametrize("name", FILES)
def test_the_queries_of_the_page_are_right(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    records = list(read_records(folder / name))
    by_seat, by_reason, one_hand = _answers(folder, name, monkeypatch)
    settled, paid = _events(records, "settled"), _events(records, "paid")
    units = [sum(event["totals"][seat] for _, event in settled) for seat in range(2)]
    assert any(units)
    assert by_seat == [(seat, 11, units[seat], round(units[seat] / 11, 3)) for seat in range(2)]
    times = Counter(event["reason"] for _, event in paid)
    assert len(times) > 1
    assert sorted(by_reason) == sorted(
        (
            reason,
            times[reason],
            len({number for number, event in paid if event["reason"] == reason}),
            sum(event["units"] for _, event in paid if event["reason"] == reason),
        )
        for reason in times
    )
    assert [row[3] for row in by_reason] == sorted((row[3] for row in by_reason), reverse=True)
    (record,) = (record for record in records if record.number == 300)
    assert [(nth, kind, json.loads(event)) for nth, kind, event in one_hand] == [
        (nth, event["type"], event) for nth, event in enumerate(record.events)
    ]
