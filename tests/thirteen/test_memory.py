"""Memory stays flat: what is held does not grow with the hands that are played, expanded or verified."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from common.audit import verdicts
from common.jit import ENABLED
from common.record import RecordWriter, read_records
from thirteen import arena
from thirteen.arena import simulate
from thirteen.checking import game_class, verify_file
from thirteen.expand import expand

BOTS = ["cautious", "random"]
SOME, MORE, MANY = 200, 600, 2000
GROWTH = 100_000
"""Bytes that may come and go beside: less than 50 a hand, where a hand as a record has thousands."""


@contextmanager
def _traced() -> Iterator[None]:
    gc.collect()
    tracemalloc.start(1)
    try:
        yield
    finally:
        tracemalloc.stop()


def _held() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


def _peak(what: Callable[[], object]) -> int:
    """Bytes that were held at most on the way, beyond what was there before."""
    with _traced():
        what()
        return tracemalloc.get_traced_memory()[1]


@pytest.fixture(scope="module")
def traces(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Traces of so many hands."""
    file = tmp_path_factory.mktemp("memory") / "run.jsonl.zst"
    simulate("tienlen", "meitian", BOTS, MORE, 7, workers=1, trace=file)
    return file


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[int, Path]:
    """Files of records by the number of their hands, the same ones under other numbers."""
    made = tmp_path_factory.mktemp("memory") / "made.jsonl"
    simulate("tienlen", "meitian", BOTS, SOME, 7, workers=1, record=made)
    known, found = list(read_records(made)), dict[int, Path]()
    for hands in (SOME, MORE, MANY):
        found[hands] = made.with_name(f"records-{hands}.jsonl.zst")
        with RecordWriter(found[hands], append=False) as writer:
            for number in range(hands):
                writer.write(replace(known[number % SOME], number=number))
    return found


@pytest.mark.slow
def test_verify_holds_no_more_of_many_hands_than_of_some(records: dict[int, Path]) -> None:
    with _traced():
        early = 0
        for done, verdict in enumerate(verdicts(records[MANY], game_class), 1):
            assert verdict
            if done == SOME:
                early = _held()
        assert done == MANY
        assert _held() < early + GROWTH


@pytest.mark.slow
def test_verify_ahead_holds_no_more_of_more_hands_than_of_some(records: dict[int, Path]) -> None:
    def verified(hands: int) -> Callable[[], None]:
        def verify() -> None:
            with ThreadPoolExecutor(1) as executor:
                assert verify_file(records[hands], executor=executor, workers=1).hands == hands

        return verify

    assert _peak(verified(MORE)) < 1.5 * _peak(verified(SOME))


@pytest.mark.slow
def test_expand_holds_no_more_of_more_hands_than_of_some(traces: Path, tmp_path: Path) -> None:
    held = dict[int, int]()

    def look(done: int, _of: int) -> None:
        if done in {SOME, MORE}:
            held[done] = _held()

    with _traced():
        assert expand(traces, tmp_path / "made.jsonl", progress=look).hands == MORE
    assert held[MORE] < held[SOME] + GROWTH


@pytest.mark.slow
@pytest.mark.skipif(not ENABLED, reason="in plain Python so many hands take too long; what holds them is the same")
@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize("traced", [False, True])
def test_a_run_on_the_kernel_holds_no_more_after_many_hands_than_after_some(
    duplicate: bool, traced: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arena, "WORTH_A_KERNEL", 0)
    monkeypatch.setattr(arena, "MOST_IN_BULK", 100)
    monkeypatch.setattr(arena, "MOST_HANDS_AT_ONCE", 100)
    held = dict[int, int]()

    def look(done: int, _of: int) -> None:
        held[done] = _held()

    def run(hands: int) -> None:
        trace = tmp_path / "run.jsonl" if traced else None
        simulate(
            "tienlen", "meitian", BOTS, hands, 7, workers=1, progress=look, trace=trace, sample=2, duplicate=duplicate
        )

    run(300)  # what is compiled or read once is so now
    with _traced():
        run(MANY)
    assert held[MANY] < held[600] + GROWTH
