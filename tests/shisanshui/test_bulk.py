"""Hands of 十三水 on its kernel give the report that hands at a table give, byte for byte."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from common.deal import key_of, shuffle
from common.jit import ENABLED
from shisanshui import bulk
from shisanshui.ask import book_of
from tests.shisanshui.test_kernel import HOUSES, NAMES
from thirteen import games
from thirteen.chunk import Chunk, play_chunk
from thirteen.job import Job
from thirteen.report import Report
from thirteen.tally import Tally

HANDS = 24 if ENABLED else 4


def job_of(house: str | dict[str, Any], bots: tuple[str, ...]) -> Job:
    return Job("shisanshui", json.dumps(games.house("shisanshui", house).resolved), bots, "bulk")


def report(job: Job, hands: int, chunks: list[Chunk]) -> str:
    tally = Tally()
    for chunk in chunks:
        tally.add(chunk.tally)
    house = games.house(job.game, json.loads(job.rules))
    return Report(job.game, house, job.bots, job.seed, hands, hands, tally).to_json()


@pytest.mark.parametrize("mix", [("random",) * 5, ("first-hint", "random", "random", "expected", "random")])
@pytest.mark.parametrize("house", HOUSES, ids=NAMES)
def test_a_kernel_gives_the_report_of_a_table(house: str | dict[str, Any], mix: tuple[str, ...]) -> None:
    bots = mix[: book_of(house).rules.seats.most]
    hands = 5 * HANDS if set(bots) == {"random"} else HANDS
    job = job_of(house, bots)
    on_kernel = replace(job, bulk=True)
    at_table, in_one = play_chunk(job, 0, hands), play_chunk(on_kernel, 0, hands)
    apart = [play_chunk(on_kernel, first, last) for first, last in ((0, 1), (1, 3), (3, hands))]
    assert in_one.tally == at_table.tally
    assert report(job, hands, [in_one]) == report(job, hands, apart) == report(job, hands, [at_table])


def test_duplicate_deals_on_a_kernel_are_those_at_a_table() -> None:
    job = replace(job_of("meitian", ("random", "random", "first-hint")), duplicate=True)
    deals = 2
    at_table = play_chunk(job, 0, deals * job.replays)
    in_bulk = play_chunk(replace(job, bulk=True), 0, deals * job.replays)
    assert in_bulk.tally == at_table.tally
    assert in_bulk.tally.deals.count == deals


def test_SS_7_5_specials_are_counted_by_their_kind() -> None:
    book, key, bots = book_of("meitian"), key_of("specials"), ("first-hint",) * 4
    met: set[str] = set()
    for hand in range(400):
        dealt = shuffle(key, hand, book.pack)
        kinds = [book.special_name(book.special_at(dealt[13 * seat : 13 * seat + 13])) for seat in range(4)]
        if any(kinds) and not met.issuperset(kind for kind in kinds if kind):
            met.update(kind for kind in kinds if kind)
            events = bulk.play(book.rules, bots, key, range(hand, hand + 1)).events
            counted = {event: times for event, times in events.items() if event.startswith("special_counted")}
            assert counted == {f"special_counted.{kind}": kinds.count(kind) for kind in kinds if kind}
    assert len(met) >= 2


def test_more_hands_than_there_is_room_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, bots, key = book_of("bb").rules, ("random",) * 4, key_of("blocks")
    whole = bulk.play(rules, bots, key, range(9, 50, 3)), bulk.traces(rules, bots, key, range(9, 50, 3))
    monkeypatch.setattr(bulk, "_AT_ONCE", 4)
    blocks = bulk.play(rules, bots, key, range(9, 50, 3)), bulk.traces(rules, bots, key, range(9, 50, 3))
    assert [list(row) for row in blocks[0].rows] == [list(row) for row in whole[0].rows]
    assert (blocks[0].events, blocks[0].payments, blocks[1]) == (whole[0].events, whole[0].payments, whole[1])


def test_the_arena_finds_the_kernel() -> None:
    assert games.in_bulk("shisanshui", ("best", "expected", "first-hint", "random")) is bulk
    assert games.in_bulk("shisanshui", ("best", "tests.thirteen.odd_bots:Raiser")) is None
