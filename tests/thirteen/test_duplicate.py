"""Duplicate deals: every bot holds every seat's cards, luck cancels, and the figures say by how much."""

from __future__ import annotations

import json
import math
import statistics
from collections import Counter, defaultdict
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from decimal import Decimal
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.record import read_records
from thirteen.arena import simulate
from thirteen.duplicate import MOST_ARRANGEMENTS, arrangements, seated_in_turn
from thirteen.games import ArenaError
from thirteen.job import Job
from thirteen.report import Report
from thirteen.scores import Cluster, Outcome
from thirteen.tally import Deals, Tally

PAIR = ("cautious", "random", "cautious", "random")
SAME = ("cautious", "tests.thirteen.odd_bots:Watcher")  # two names, one way to play


def _run(bots: tuple[str, ...] = PAIR, hands: int = 36, **more: Any) -> Report:
    return simulate("tienlen", "meitian", bots, hands, 7, **{"workers": 1, "duplicate": True, **more})


@given(st.lists(st.sampled_from("abcd"), min_size=1, max_size=6).map(tuple))
def test_all_different_arrangements_or_all_rotations(bots: tuple[str, ...]) -> None:
    found, all_of_them = arrangements(bots), set(permutations(bots))
    if len(all_of_them) <= MOST_ARRANGEMENTS:
        assert len(found) == len(all_of_them)
        assert set(found) == all_of_them
    else:
        doubled = bots * 2
        assert len(found) == len(bots)
        assert Counter(found) == Counter(doubled[turn : turn + len(bots)] for turn in range(len(bots)))


@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=5).map(tuple))
def test_every_bot_sits_at_every_seat_equally_often(bots: tuple[str, ...]) -> None:
    job = Job("tienlen", "{}", bots, 0, duplicate=True)
    sat = Counter(at for hand in range(job.period) for at in enumerate(job.seated(hand)))
    assert set(sat) == {(seat, entry) for seat in range(len(bots)) for entry in range(len(bots))}
    assert len(set(sat.values())) == 1


def test_bots_of_one_name_change_places_from_deal_to_deal() -> None:
    assert arrangements(PAIR)[0] == PAIR
    assert seated_in_turn(PAIR, 0, 0) == (0, 1, 2, 3)
    assert seated_in_turn(PAIR, 1, 0) == (2, 3, 0, 1)
    assert seated_in_turn(PAIR, 2, 0) == (0, 1, 2, 3)


def test_a_deal_is_the_same_in_all_its_hands(tmp_path: Path) -> None:
    report = _run(hands=13, record=tmp_path / "hands.jsonl")
    assert (report.replays, report.asked, report.hands) == (6, 18, 18)  # whole deals
    deals = defaultdict(set)
    for record in read_records(tmp_path / "hands.jsonl"):
        deals[record.number // 6].add(json.dumps(record.events[0]))
    assert [len(deals[deal]) for deal in range(3)] == [1, 1, 1]
    assert len(set.union(*deals.values())) == 3


def test_sums_over_deals_computed_by_hand() -> None:
    bots, deals = ("a", "b", "b"), Deals()
    first = [
        Outcome((0, 1, 2), (5, -2, -3), (True, False, False)),
        Outcome((1, 0, 2), (4, -1, -3), (True, False, False)),
        Outcome((1, 2, 0), (1, 2, -3), (True, True, False)),
    ]
    deals.deal(bots, first)
    assert deals.names == {"a": Cluster(1, 1, 1, 1), "b": Cluster(-1, 1, 2, 4)}
    assert deals.entries[1] == Cluster(3, 9, 2, 4)
    assert deals.seats == {0: Cluster(10, 100, 3, 9), 1: Cluster(-1, 1, 1, 1), 2: Cluster(-9, 81, 0, 0)}
    deals.deal(bots, [Outcome((0, 1, 2), (6, -6, 0), (True, False, False))] * 3)
    assert deals.count == 2
    assert deals.names == {"a": Cluster(19, 325, 4, 10), "b": Cluster(-19, 325, 2, 4)}
    assert deals.products == {("a", "b"): -1 - 18 * 18}


def test_differences_are_those_of_each_deal(tmp_path: Path) -> None:
    bots = ("cautious", "random", "random")
    report = _run(bots, 60, record=tmp_path / "hands.jsonl")
    job = Job("tienlen", "{}", bots, 7, duplicate=True)
    apart, deals = list[float](), defaultdict[int, float](float)
    for record in read_records(tmp_path / "hands.jsonl"):
        units = dict(zip(job.seated(record.number), record.events[-1]["totals"], strict=True))
        difference = units[0] - (units[1] + units[2]) / 2
        apart.append(difference)
        deals[record.number // 3] += difference / 3
    (found,) = report.differences
    assert (found.first, found.second) == ("cautious", "random")
    assert math.isclose(found.mean, statistics.mean(apart), rel_tol=1e-12)
    assert found.error is not None
    assert found.independent is not None
    assert found.shrank is not None
    assert math.isclose(found.error, statistics.stdev(deals.values()) / math.sqrt(20), rel_tol=1e-12)
    assert math.isclose(found.independent, statistics.stdev(apart) / math.sqrt(60), rel_tol=1e-12)
    assert found.shrank == found.error / found.independent or math.isclose(
        found.shrank, found.error / found.independent, rel_tol=1e-20
    )
    low, high = found.interval or (Decimal(0), Decimal(0))
    assert math.isclose(high - low, 2 * 1.959963984540054 * float(found.error), rel_tol=1e-12)


def test_hands_of_one_deal_are_not_taken_for_independent_ones(tmp_path: Path) -> None:
    report = _run(("cautious", "random", "random"), 60, record=tmp_path / "hands.jsonl")
    lengths = defaultdict[int, int](int)
    for record in read_records(tmp_path / "hands.jsonl"):
        lengths[record.number // 3] += sum(event["type"] in {"laid", "passed"} for event in record.events)
    assert sum(lengths.values()) == report.tally.decisions.units
    told = json.loads(report.to_json())
    error = statistics.stdev(lengths.values()) / 3 / math.sqrt(20)
    assert math.isclose(told["length"]["standard_error"], error, abs_tol=1e-6)
    for bot in told["bots"]:  # at one seat a bot plays some hands of each deal
        assert bot["standard_error"] is not None
        assert {(seat["win_low"], seat["win_high"], seat["standard_error"]) for seat in bot["by_seat"]} == {(None,) * 3}


def test_luck_cancels_wholly_between_bots_that_play_alike() -> None:
    (difference,) = _run(SAME, 40).differences
    assert difference.mean == 0
    assert difference.error == 0
    assert difference.shrank == 0
    assert not difference.is_clear
    (plain,) = _run(SAME, 40, duplicate=False).differences
    assert plain.error is not None
    assert plain.error > 0
    assert plain.shrank == 1


def test_a_better_bot_is_told_from_a_worse_one() -> None:
    report = _run(("cautious", "random"), 120)
    (difference,) = report.differences
    assert difference.is_clear
    assert difference.mean > 5
    assert difference.shrank is not None
    assert difference.shrank < 1
    for line in report.by_seat:  # both seats of one hand lose and win the same
        assert line.error == report.by_seat[0].error


def test_the_same_bytes_for_any_workers_and_order(tmp_path: Path) -> None:
    plain = _run(hands=42)
    with ThreadPoolExecutor(3) as threads:
        assert _run(hands=42, executor=threads, workers=3).to_json() == plain.to_json()
    assert _run(hands=42, executor=_Alone(), workers=1).to_json() == plain.to_json()


class _Alone(Executor):
    """Fails whatever is more than one deal, so that chunks are halved down to single deals."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        job, first, last = args
        if last - first > job.replays:
            future.set_exception(OSError("too much at once"))
        else:
            assert first % job.replays == last % job.replays == 0
            future.set_result(fn(*args, **kwargs))
        return future


class _Loses(_Alone):
    """Loses the second deal."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        if args[1:] == (6, 12):
            future: Future[Any] = Future()
            future.set_exception(OSError("gone"))
            return future
        return super().submit(fn, *args, **kwargs)


def test_a_lost_deal_is_lost_with_all_its_hands_and_named() -> None:
    report = _run(hands=24, executor=_Loses(), workers=1)
    assert (report.done, report.hands, report.failed) == (24, 18, 6)
    assert report.tally.deals.count == 3
    assert [failure.hand for failure in report.failures] == [6]


def test_a_deal_with_a_failed_hand_counts_in_no_figure_by_deal() -> None:
    report = _run(("cautious", "tests.thirteen.odd_bots:Raiser"), 30)
    broken = {failure.hand // 2 for failure in report.failures}
    assert report.failed == len(report.failures) > 0
    assert report.tally.deals.count == 15 - len(broken)


@given(st.lists(st.lists(st.integers(-9, 9), min_size=2, max_size=2), min_size=1, max_size=8))
def test_deals_add_up_in_any_grouping(units: list[list[int]]) -> None:
    whole, halves = Tally(), [Tally(), Tally()]
    for nth, (one, other) in enumerate(units):
        hands = [Outcome((0, 1), (one, -one), (one > 0, one < 0)), Outcome((1, 0), (other, -other), (False, True))]
        for tally in (whole, halves[nth % 2]):
            tally.deals.deal(("a", "b"), hands)
            for hand in hands:
                tally.settled(("a", "b"), hand)
    halves[1].add(halves[0])
    assert halves[1] == whole
    assert sum(sum(results.values()) for results in whole.results.values()) == 4 * len(units)


def test_one_bot_alone_is_no_duplicate_run() -> None:
    with pytest.raises(ArenaError, match="at least two that differ"):
        _run(("cautious",) * 4)
