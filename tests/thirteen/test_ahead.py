"""Files verified by many workers: the verdict and every word of it are those of one."""

from __future__ import annotations

import multiprocessing
import warnings
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import thirteen
from common import ahead, deal
from common.audit import FileVerdict
from common.errors import RecordError
from common.record import Entry, Record, RecordWriter, Rules
from thirteen.arena import simulate
from thirteen.cli import verify as command
from thirteen.cli.app import app
from tienlen import Game

SECRET = bytes(range(32))


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Hands of a run, then of a match that was committed to and revealed, then more of a run."""
    path = tmp_path_factory.mktemp("records") / "hands.jsonl"
    with RecordWriter(path) as writer:
        simulate("tienlen", "southern", ["random", "cautious"], 5, 7, workers=1, record=writer)
        writer.declare("tienlen", Game("meitian").rules)
        writer.commit(deal.commitment(SECRET))
        for number in (1, 2, 3):
            game = Game("meitian", seats=3)
            game.deal(hands=game.dealt_by(deal.match_key(SECRET, ()), number))
            while not game.is_over:
                game.act(game.legal_actions(min(game.awaiting))[0])
            writer.write(Record.of(game, number))
        writer.reveal(SECRET, 3)
        simulate("tienlen", "southern", ["random"], 5, 8, seats=2, workers=1, record=writer)
    return path.read_bytes()


@pytest.fixture
def threads(monkeypatch: pytest.MonkeyPatch) -> Iterator[Executor]:
    monkeypatch.setattr(ahead, "AT_ONCE", 3)
    with ThreadPoolExecutor(2) as executor:
        yield executor


def _verdicts(path: Path, executor: Executor, **kept: Any) -> tuple[FileVerdict, FileVerdict]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        alone = thirteen.verify_file(path, **kept)
        return alone, thirteen.verify_file(path, executor=executor, workers=2, **kept)


def test_a_file_in_order(file: bytes, threads: Executor, tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    path.write_bytes(file)
    alone, together = _verdicts(path, threads)
    assert together == alone
    assert together.ok
    assert (together.hands, together.proved) == (13, 3)
    for kept in ({"head": "0" * 64}, {"rules": "0" * 64}, {"head": alone.head}):
        alone, together = _verdicts(path, threads, **kept)
        assert together == alone


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(chance=st.data())
def test_whatever_was_changed_the_same_is_found(
    file: bytes, threads: Executor, chance: st.DataObject, tmp_path: Path
) -> None:
    lines = file.splitlines(keepends=True)
    nth = chance.draw(st.integers(0, len(lines) - 1))
    how = chance.draw(st.sampled_from(["byte", "digit", "dropped", "doubled", "cut"]))
    if how == "byte":
        at = chance.draw(st.integers(0, len(lines[nth]) - 1))
        lines[nth] = lines[nth][:at] + bytes([chance.draw(st.integers(0, 255))]) + lines[nth][at + 1 :]
    elif how == "digit":
        digits = [at for at, byte in enumerate(lines[nth]) if 48 <= byte <= 57]
        at = chance.draw(st.sampled_from(digits))
        lines[nth] = lines[nth][:at] + b"%d" % chance.draw(st.integers(0, 9)) + lines[nth][at + 1 :]
    elif how == "dropped":
        del lines[nth]
    elif how == "doubled":
        lines.insert(nth, lines[nth])
    else:
        lines[nth:] = [lines[nth][: chance.draw(st.integers(0, len(lines[nth]) - 1))]]
    path = tmp_path / "changed.jsonl"
    path.write_bytes(b"".join(lines))
    alone, together = _verdicts(path, threads)
    assert together == alone


class _Breaking(Executor):
    """Loses all work after the first."""

    def __init__(self) -> None:
        self.calls = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        self.calls += 1
        if self.calls > 2:
            raise BrokenProcessPool("gone")
        future: Future[Any] = Future()
        if self.calls == 1:
            future.set_result(fn(*args, **kwargs))
        else:
            future.set_exception(BrokenProcessPool("a worker is gone"))
        return future


def test_workers_that_are_lost_are_done_without(file: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "AT_ONCE", 3)
    path = tmp_path / "hands.jsonl"
    path.write_bytes(file)
    alone, together = _verdicts(path, _Breaking())
    assert together == alone


def test_a_file_is_not_read_far_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "AT_ONCE", 2)
    read, far = 0, 0
    rules = Rules("tienlen", "", {})

    def lines() -> Iterator[Entry]:
        nonlocal read
        for _ in range(1000):
            read += 1
            yield Entry(read, rules, "", None)
        raise RecordError("line 1001 is cut off", 1001)

    seen = list[int]()

    def look(executor: Executor) -> None:
        nonlocal far
        for entry, verdict in ahead.decided_ahead(lines(), lambda _name: None, executor, 2):
            seen.append(entry.line)
            far = max(far, read - entry.line)
            assert verdict is None

    with ThreadPoolExecutor(2) as executor, pytest.raises(RecordError, match="cut off"):
        look(executor)
    assert seen == list(range(1, 1001))
    assert far < 2 * ahead.AHEAD * 2


@pytest.mark.slow
def test_processes_say_the_same(file: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, spoilt = tmp_path / "hands.jsonl", tmp_path / "spoilt.jsonl"
    path.write_bytes(file)
    spoilt.write_bytes(file.replace(b'"units":1,', b'"units":2,', 1))
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as executor:
        for each in (path, spoilt):
            alone, together = _verdicts(each, executor)
            assert together == alone
    one, two = (
        CliRunner().invoke(app, ["verify", str(path), str(spoilt), "--workers", workers]) for workers in ("1", "2")
    )
    assert one.exit_code == two.exit_code == 1
    assert one.stdout == two.stdout
    monkeypatch.setattr(command, "WORTH_WORKERS", 1000)
    assert CliRunner().invoke(app, ["verify", str(path), str(spoilt)]).stdout == one.stdout
