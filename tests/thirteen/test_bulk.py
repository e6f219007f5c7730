"""Hands on a game's kernel give the report and the records that hands at a table give, byte for byte."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import tienlen
from common.bulk import Bulk
from common.errors import RecordError
from common.jit import buffers
from thirteen import arena, bulk, games, workers
from thirteen.arena import simulate
from thirteen.chunk import Chunk, play_chunk
from thirteen.job import Job
from thirteen.report import Report
from thirteen.tally import Tally
from tienlen import bulk as tienlen_bulk

TABLES = [
    ("planner", "cautious", "planner", "random"),
    ("random", "random", "random", "random"),
    ("random", "cautious", "random"),
    ("cautious", "planner"),
]
DECLARED: dict[str, Any] = {"extends": "meitian", "name": "declared", "dealt_wins": {"mode": "declared"}}
HOUSES: list[str | dict[str, Any]] = [*tienlen.rulesets(), DECLARED]


def _job(house: str | dict[str, Any], bots: tuple[str, ...], sample: int = 3) -> Job:
    return Job("tienlen", json.dumps(games.house("tienlen", house).resolved), bots, "bulk", sample)


def _report(job: Job, chunks: list[Chunk]) -> str:
    tally = Tally()
    for chunk in chunks:
        tally.add(chunk.tally)
    house = games.house(job.game, json.loads(job.rules))
    return Report(job.game, house, job.bots, job.seed, 30, 30, tally).to_json()


@pytest.mark.parametrize("bots", TABLES)
@pytest.mark.parametrize("house", HOUSES, ids=[house if isinstance(house, str) else house["name"] for house in HOUSES])
def test_a_kernel_gives_the_report_and_records_of_a_table(house: str | dict[str, Any], bots: tuple[str, ...]) -> None:
    job = _job(house, bots)
    on_kernel = replace(job, bulk=True)
    at_table = play_chunk(job, 0, 30)
    in_one = play_chunk(on_kernel, 0, 30)
    apart = [play_chunk(on_kernel, first, last) for first, last in ((0, 1), (1, 8), (8, 19), (19, 21), (21, 30))]
    assert _report(job, [in_one]) == _report(job, apart) == _report(job, [at_table])
    assert in_one.tally == at_table.tally
    assert in_one.records == at_table.records
    assert [record for chunk in apart for record in chunk.records] == at_table.records
    assert [record.to_json() for record in in_one.records] == [record.to_json() for record in at_table.records]


@pytest.mark.parametrize("bots", [("random", "random", "planner", "cautious"), ("random", "random", "cautious")])
def test_duplicate_deals_on_a_kernel_are_those_at_a_table(bots: tuple[str, ...]) -> None:
    job = replace(_job("meitian", bots, sample=5), duplicate=True)
    deals = 3
    at_table = play_chunk(job, 0, deals * job.replays)
    in_bulk = play_chunk(replace(job, bulk=True), 0, deals * job.replays)
    assert in_bulk.tally == at_table.tally
    assert in_bulk.tally.deals.count == deals
    assert in_bulk.records == at_table.records
    assert job.seated(3) == job.seated(3 + job.period)


def test_sums_of_a_house_where_a_hand_costs_millions_are_exact_and_take_no_room() -> None:
    dear = {"per_card": 1_000_000, "unplayed_multiplier": 100}
    job = _job({"extends": "meitian", "name": "dear", "settlement": {"leftovers": dear}}, ("random", "cautious"))
    on_kernel = play_chunk(replace(job, bulk=True), 0, 40).tally
    assert on_kernel == play_chunk(job, 0, 40).tally
    assert max(map(max, on_kernel.results.values())) > 1_000_000
    # As many hands as no 64-bit sum of squares holds: the rows of one hand, again and again.
    most = 1_300_000_000
    row = [most, -most, 0, 26, 0, 0]
    tally = Tally()
    rows = buffers(20, len(row))
    for each in rows:
        each[:] = row
    bulk.add(tally, Bulk(rows, {}, {}), job.bots, (0, 1))
    assert tally.names["random"].squares == 20 * most**2 > 2**64
    assert tally.products["cautious", "random"] == -20 * most**2
    assert tally.results == {"random": {most: 20}, "cautious": {-most: 20}}


def test_dealt_wins_are_counted_by_their_kind() -> None:
    job = _job("meitian", ("cautious",) * 4, sample=0)
    hands = range(1200)
    won = [hand for hand in hands if _is_won(hand)]
    assert len(won) > 3
    for hand in won:
        one = play_chunk(replace(job, bulk=True), hand, hand + 1).tally
        assert one == play_chunk(job, hand, hand + 1).tally
        assert [key for key in one.events if key.startswith("won_at_deal.")]


def _is_won(hand: int) -> bool:
    game = tienlen.Game("meitian", seats=4)
    game.deal("bulk", hand=hand)
    return game.is_over


@pytest.mark.parametrize("sample", [1, 7])
def test_a_run_is_the_same_on_the_kernel_and_at_the_table(
    sample: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def run(name: str) -> tuple[str, bytes]:
        path = tmp_path / name
        report = simulate("tienlen", "southern", TABLES[0], 50, 7, workers=1, record=path, sample=sample)
        return report.to_json(), path.read_bytes()

    monkeypatch.setattr(arena, "ENABLED", False)
    at_table = run("table.jsonl")
    monkeypatch.setattr(arena, "ENABLED", True)
    monkeypatch.setattr(arena, "WORTH_A_KERNEL", 0)
    monkeypatch.setattr(arena, "MOST_IN_BULK", 11)
    assert run("kernel.jsonl") == at_table


def test_enough_hands_are_played_on_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena, "ENABLED", True)
    monkeypatch.setattr(arena, "WORTH_A_KERNEL", 3)
    played: list[bool] = []

    def play(job: Job, first: int, last: int) -> Chunk:
        played.append(job.bulk)
        return play_chunk(job, first, last)

    monkeypatch.setattr(workers, "play_chunk", play)
    for hands, bots in ((2, ["cautious"]), (3, ["cautious"]), (3, ["cautious", "tests.thirteen.odd_bots:Raiser"])):
        played.clear()
        simulate("tienlen", "meitian", bots, hands, workers=1)
        assert set(played) == {hands == 3 and len(bots) == 1}


class _Slow:
    """Takes its time, as a kernel that is compiled."""

    POLICIES = ("cautious",)

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def play(self, rules: Any, bots: Sequence[str], key: bytes, hands: range, replays: int) -> Bulk:
        time.sleep(self.seconds)
        return tienlen_bulk.play(rules, bots, key, hands, replays)

    def traces(self, rules: Any, bots: Sequence[str], key: bytes, hands: range, replays: int) -> list[list[int]]:
        raise NotImplementedError

    def expanded(
        self, rules: Any, seats: int, key: bytes, hand: int, trace: Sequence[int], replays: int
    ) -> tienlen.Game:
        raise NotImplementedError


def test_what_takes_long_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    tienlen_bulk.play(tienlen.load_ruleset("meitian"), ["cautious"] * 2, bytes(32), range(1))
    monkeypatch.setattr(bulk, "LONG", 0.5)
    for seconds, told in ((0.8, ["compiling the kernel of tienlen …", "compiled in 0.8 s, once"]), (0.0, [])):
        heard: list[str] = []
        bulk.made_ready(_Slow(seconds), "tienlen", tienlen.load_ruleset("meitian"), ["cautious"] * 2, heard.append)
        assert [re.sub(r"\d\.\d", "0.8", sentence) for sentence in heard] == told


def test_a_kernel_is_asked_for_bots_that_it_knows() -> None:
    assert games.in_bulk("tienlen", ("random", "planner")) is not None
    assert games.in_bulk("tienlen", ("random", "searcher")) is None
    assert games.in_bulk("tienlen", ("random", "tests.thirteen.odd_bots:Raiser")) is None
    assert games.in_bulk("whist", ("random",)) is None


def _traced(house: str | dict[str, Any], hand: int = 3) -> tuple[tienlen.Ruleset, bytes, list[int]]:
    rules, key = games.house("tienlen", house), bytes(range(32))
    assert isinstance(rules, tienlen.Ruleset)
    (trace,) = tienlen_bulk.traces(rules, ["random", "planner", "cautious"], key, range(hand, hand + 1))
    return rules, key, trace


@pytest.mark.parametrize("house", ["meitian", DECLARED], ids=["meitian", "declared"])
def test_a_trace_is_plain_ints_and_expands_to_its_hand(house: str | dict[str, Any]) -> None:
    rules, key, trace = _traced(house)
    assert {type(decision) for decision in trace} == {int}
    game = tienlen_bulk.expanded(rules, 3, key, 3, trace)
    assert game.is_over
    acted = [event for event in game.log if event.trigger in {"laid", "passed", "declared", "waived"}]
    assert len(acted) == len(trace)


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        (lambda trace: trace[:-1], r"the trace ends after \d+ decisions, and the hand is not over"),
        (lambda _: [], "the trace ends after 0 decisions, and the hand is not over"),
        (lambda trace: [*trace, 0], r"the hand is over after \d+ decisions, and its trace goes on to \d+"),
        (lambda trace: [0, *trace[1:]], "decision 0 is refused as must_lead: seat"),
        (lambda trace: [1 << 52, *trace[1:]], "decision 0 is no set of cards"),
        (lambda trace: [-1, *trace[1:]], "decision 0 is no set of cards"),
        (lambda trace: [10**4000, *trace[1:]], "decision 0 is no set of cards"),
        (lambda trace: [trace[0], *trace], "decision 1 is refused as "),
        (lambda _: [(1 << 52) - 1], "decision 0 is refused as "),
    ],
)
def test_what_is_no_trace_of_a_hand_is_refused_in_a_sentence(
    changed: Callable[[list[int]], list[int]], sentence: str
) -> None:
    rules, key, trace = _traced("meitian")
    with pytest.raises(RecordError, match=f"^{sentence}"):
        tienlen_bulk.expanded(rules, 3, key, 3, changed(trace))


def test_a_declaration_is_made_or_not() -> None:
    rules, key, trace = _traced(DECLARED)
    with pytest.raises(RecordError, match=r"^decision 0 declares a dealt win or none: it is 1 or 0$"):
        tienlen_bulk.expanded(rules, 3, key, 3, [2, *trace[1:]])
