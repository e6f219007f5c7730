"""Runs that are killed and go on: the same report and the same records, byte for byte."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from common.record import RecordWriter
from thirteen import arena, checkpoint, workers
from thirteen.arena import simulate
from thirteen.chunk import Chunk, play_chunk
from thirteen.games import ArenaError
from thirteen.job import Job
from thirteen.report import Report
from thirteen.sequential import Bounds

BOTS = ("cautious", "tests.thirteen.odd_bots:Raiser", "cautious", "random")


class _Killed(BaseException):
    """As if the process ended here."""


def _run(hands: int = 40, **more: Any) -> Report:
    return simulate("tienlen", "meitian", BOTS, hands, 7, workers=1, **more)


@pytest.mark.parametrize("name", ["hands.jsonl", "hands.jsonl.gz", "hands.jsonl.zst"])
@pytest.mark.parametrize("duplicate", [False, True])
def test_a_run_killed_again_and_again_ends_with_the_same_bytes(
    name: str, duplicate: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = _run(record=tmp_path / name, sample=3, duplicate=duplicate)
    assert whole.failed
    (tmp_path / "resumed").mkdir()
    record, kept = tmp_path / "resumed" / name, tmp_path / "resumed" / "run.json"
    monkeypatch.setattr(checkpoint, "EVERY", 0.0)
    monkeypatch.setattr(arena, "MOST_HANDS_AT_ONCE", 4)
    calls = 0

    def play(job: Job, first: int, last: int) -> Chunk:
        nonlocal calls
        calls += 1
        if calls % 2 == 0:
            raise _Killed
        return play_chunk(job, first, last)

    monkeypatch.setattr(workers, "play_chunk", play)
    kills = 0
    while True:
        try:
            report = _run(record=record, sample=3, resume=kept, duplicate=duplicate)
            break
        except _Killed:
            kills += 1
            with record.open("ab") as file:
                file.write(b'{"type":"hand","number":9')  # what had been written after the checkpoint
    assert kills > 1
    assert report.to_json() == whole.to_json()
    assert report.failures == whole.failures
    assert record.read_bytes() == (tmp_path / name).read_bytes()
    assert {path.name for path in (tmp_path / "resumed").iterdir()} == {name, "run.json"}
    calls = 1  # once it is complete nothing is played again
    again = _run(record=record, sample=3, resume=kept, duplicate=duplicate)
    assert (again.to_json(), calls) == (whole.to_json(), 1)
    assert record.read_bytes() == (tmp_path / name).read_bytes()


def test_a_checkpoint_is_that_of_one_run(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    _run(8, resume=kept)
    before = kept.read_bytes()
    for arguments, sentence in (
        ({"hands": 9}, "another run: its hands is 8, not 9"),
        ({"duplicate": True, "hands": 8}, "another run"),
        ({"record": tmp_path / "hands.jsonl"}, 'another run: its record is null, not "hands.jsonl"'),
    ):
        with pytest.raises(ArenaError, match=sentence):
            _run(**cast("dict[str, Any]", {"hands": 8, "resume": kept, **arguments}))
    with pytest.raises(ArenaError, match="its seed is 7, not"):
        simulate("tienlen", "meitian", BOTS, 8, b"\x01", workers=1, resume=kept)
    assert kept.read_bytes() == before
    assert not (tmp_path / "hands.jsonl").exists()


@pytest.mark.parametrize(
    "text", ["", "{}", "[]", '{"checkpoint": 5}', "null", '{"checkpoint":5,"run":[]}', "\udcff", "[" * 200_000]
)
def test_what_is_no_checkpoint_is_left_alone(text: str, tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    kept.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(ArenaError, match="is no checkpoint of a run"):
        _run(8, resume=kept)
    assert kept.read_bytes() == text.encode("utf-8", "surrogateescape")


CHANGES: list[tuple[str, Any]] = [
    ("done", 5000),
    ("done", True),
    ("done", -1),
    ("done", 7),
    ("done", "8"),
    ("done", 8.0),
    ("tally", {}),
    ("tally", []),
    ("tally.hands", "6"),
    ("tally.longest", None),
    ("tally.shortest", 1.5),
    ("tally.scores", {}),
    ("tally.scores", [[[0, 0], 1]]),
    ("tally.names", [[1, 2]]),
    ("tally.failures", [[]]),
    ("tally.failed", [["", True]]),
    ("recorded", 1),
    ("recorded", ["1", ""]),
    ("traced", [1, 2]),
    ("traced", [1, 2, [3]]),
]


@pytest.mark.parametrize(("key", "value"), CHANGES)
@pytest.mark.parametrize("again", [False, True])
def test_a_checkpoint_that_was_changed_is_refused_and_left_alone(
    key: str, value: Any, again: bool, tmp_path: Path
) -> None:
    kept = tmp_path / "run.json"
    whole = _run(8, resume=kept)
    told = json.loads(kept.read_text("utf-8"))
    inner, _, last = key.rpartition(".")
    (told[inner] if inner else told)[last] = value
    del told["digest"]
    kept.write_text(json.dumps({**told, "digest": checkpoint._digest(told) if again else "0" * 64}), "utf-8")
    before = kept.read_bytes()
    with pytest.raises(ArenaError, match="is no checkpoint of a run" if again else "was changed after") as caught:
        _run(8, resume=kept)
    assert "\n" not in str(caught.value)
    assert kept.read_bytes() == before
    kept.unlink()
    assert _run(8, resume=kept).to_json() == whole.to_json()


def test_a_checkpoint_with_another_number_of_hands_is_refused(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    _run(8, resume=kept)
    kept.write_text(kept.read_text("utf-8").replace('"done":8', '"done":4'), "utf-8")
    with pytest.raises(ArenaError, match=r"run\.json' was changed after a run wrote it: give another file"):
        _run(8, resume=kept)


def test_records_that_were_changed_are_not_gone_on_with(tmp_path: Path) -> None:
    kept, record = tmp_path / "run.json", tmp_path / "hands.jsonl"
    _run(8, resume=kept, record=record)
    lines = record.read_bytes()
    for changed in (lines[:-5], b""):
        record.write_bytes(changed)
        with pytest.raises(ArenaError, match=r"hands\.jsonl is not what this run wrote: remove run\.json"):
            _run(8, resume=kept, record=record)
    record.unlink()
    with pytest.raises(ArenaError, match="is not what this run wrote"):
        _run(8, resume=kept, record=record)
    with RecordWriter(tmp_path / "own.jsonl") as writer, pytest.raises(ArenaError, match="opens itself"):
        _run(8, resume=tmp_path / "other.json", record=writer)


def test_a_checkpoint_that_cannot_be_written_is_told_before_anything_is_played(tmp_path: Path) -> None:
    with pytest.raises(ArenaError, match="cannot be written"):
        _run(8, resume=tmp_path / "nowhere" / "run.json")


def test_a_run_that_was_decided_is_not_gone_on_with(tmp_path: Path) -> None:
    until = Bounds.of("units", "cautious", "random", h0="0", h1="8")
    whole = simulate("tienlen", "meitian", ["cautious", "random"], 9000, 7, workers=1, until=until)
    assert whole.done < 9000
    kept = tmp_path / "run.json"
    for _ in range(2):
        run = simulate("tienlen", "meitian", ["cautious", "random"], 9000, 7, workers=1, until=until, resume=kept)
        assert run.to_json() == whole.to_json()


def test_sums_are_restored_as_they_were(tmp_path: Path) -> None:
    report = _run(24, duplicate=True)
    kept = checkpoint.Checkpoint(tmp_path / "run.json", {"hands": 24})
    kept.tally.add(report.tally)
    kept.end(24)
    again = checkpoint.Checkpoint(tmp_path / "run.json", {"hands": 24})
    assert again.tally == report.tally
    assert again.done == 24
    for one, other in zip(again.tally.failures, report.tally.failures, strict=True):
        assert one.trace == other.trace
        assert replace(one, record=other.record) == other
        assert one.record.to_json() == other.record.to_json()


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="kill")
def test_a_process_that_is_killed_goes_on(tmp_path: Path) -> None:
    kept, record = tmp_path / "run.json", tmp_path / "hands.jsonl.gz"
    command = [sys.executable, "-m", "thirteen", "simulate", "tienlen", "--hands", "4000", "--bots", "cautious"]
    command += [
        "--seed",
        "7",
        "--workers",
        "2",
        "--record",
        str(record),
        "--sample",
        "50",
        "--resume",
        str(kept),
        "--json",
    ]
    environment = {**os.environ, "THIRTEEN_JIT": "0"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment, start_new_session=True) as process:
        until = time.monotonic() + 60
        while time.monotonic() < until and not (kept.exists() and json.loads(kept.read_text("utf-8"))["done"]):
            time.sleep(0.05)
        os.killpg(process.pid, 9)
    done = json.loads(kept.read_text("utf-8"))["done"]
    assert 0 < done < 4000
    resumed = subprocess.run(command, capture_output=True, env=environment, check=True)
    whole = simulate("tienlen", "meitian", ["cautious"], 4000, 7, workers=2, record=tmp_path / "whole.gz", sample=50)
    assert resumed.stdout.decode() == whole.to_json() + "\n"
    assert record.read_bytes() == (tmp_path / "whole.gz").read_bytes()
