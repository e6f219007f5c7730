"""Reports: exact sums, figures rounded once, intervals as published."""

from __future__ import annotations

import json
import math
import random
from decimal import Decimal
from statistics import mean as plain_mean
from statistics import stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from thirteen.arena import simulate
from thirteen.figures import mean, standard_error, wilson
from thirteen.lines import Line
from thirteen.report import Report
from thirteen.scores import Score
from thirteen.tally import Payment, Tally


def _report(hands: int = 12, bots: tuple[str, ...] = ("cautious", "cautious", "random", "random")) -> Report:
    return simulate("tienlen", "meitian", bots, hands, 3, workers=1)


@pytest.mark.parametrize(
    ("wins", "hands", "low", "high"),
    [  # Newcombe, Statistics in Medicine 17 (1998), the table of intervals for a single proportion, method 3
        (81, 263, "0.2553", "0.3662"),
        (15, 148, "0.0624", "0.1605"),
        (0, 20, "0.0000", "0.1611"),
        (1, 29, "0.0061", "0.1718"),
        (20, 20, "0.8389", "1.0000"),
    ],
)
def test_wilson_intervals_as_published(wins: int, hands: int, low: str, high: str) -> None:
    found = wilson(wins, hands)
    assert [f"{bound:.4f}" for bound in found] == [low, high]


@given(st.integers(0, 10**9), st.integers(1, 10**9))
def test_wilson_holds_the_share_and_stays_within_0_and_1(wins: int, more: int) -> None:
    hands = wins + more - 1
    low, high = wilson(wins, hands)
    assert 0 <= low <= mean(wins, hands) <= high <= 1
    assert low < high


def test_nothing_played_says_nothing() -> None:
    line = Line("nobody", Score())
    assert line.win_interval == (Decimal(0), Decimal(1))
    assert line.mean_units == Decimal(0)
    assert line.error is None


@given(st.lists(st.integers(-500, 500), min_size=2, max_size=60))
def test_mean_and_standard_error_as_the_standard_library_has_them(values: list[int]) -> None:
    total, squares = sum(values), sum(value * value for value in values)
    assert math.isclose(mean(total, len(values)), plain_mean(values), abs_tol=1e-12)
    error = standard_error(total, squares, len(values))
    assert error is not None
    assert math.isclose(error, stdev(values) / math.sqrt(len(values)), rel_tol=1e-9, abs_tol=1e-12)


def test_standard_errors_do_not_lose_digits_in_large_sums() -> None:
    big = 10**12
    error = standard_error(big + 1 + big - 1, (big + 1) ** 2 + (big - 1) ** 2, 2)
    assert error == Decimal(1)


def _tally(chance: random.Random) -> Tally:
    tally = Tally()
    for _ in range(chance.randint(0, 4)):
        tally.length(chance.randint(0, 90))
        entry, seat, units = chance.randrange(4), chance.randrange(4), chance.randint(-60, 60)
        tally.scores.setdefault((entry, seat), Score()).count(units, units > 0)
        tally.names.setdefault("ab"[entry % 2], Score()).count(units, units > 0)
        tally.payments.setdefault(chance.choice(("chop", "cards_left")), Payment()).add(Payment(1, abs(units), 1))
        tally.events["laid"] = tally.events.get("laid", 0) + 1
    return tally


@given(st.integers(0, 2**32), st.integers(0, 8))
def test_sums_do_not_depend_on_order_or_grouping(seed: int, count: int) -> None:
    tallies = [_tally(random.Random(seed + nth)) for nth in range(count)]
    straight, other, half = Tally(), Tally(), Tally()
    for tally in tallies:
        straight.add(tally)
    random.Random(seed).shuffle(tallies)
    for nth, tally in enumerate(tallies):
        (half if nth % 2 else other).add(tally)
    other.add(half)
    assert other == straight


def test_the_shortest_hand_may_have_no_decisions() -> None:
    tally, other = Tally(), Tally()
    tally.length(5)
    other.length(0)
    tally.add(other)
    tally.add(Tally())
    assert (tally.shortest, tally.longest) == (0, 5)


def test_json_has_exact_sums_and_is_the_same_each_time() -> None:
    report = _report()
    plain = json.loads(report.to_json())
    assert report.to_json() == _report().to_json()
    assert plain["hands"] == plain["done"] == plain["asked"] == 12
    assert plain["stopped"] is None
    assert [bot["bot"] for bot in plain["bots"]] == list(report.bots)
    for bot, line in zip(plain["bots"], report.by_bot, strict=True):
        assert bot["units"] == line.score.units
        assert bot["wins"] == line.score.wins
        assert bot["mean_units"] == pytest.approx(line.score.units / 12, abs=1e-6)
        assert len(bot["by_seat"]) == 4
        assert sum(seat["hands"] for seat in bot["by_seat"]) == 12
    assert len(plain["by_seat"]) == 4
    units = sum(paid["units"] for paid in plain["payments"].values())
    lost = sum(abs(bot["units"]) for bot in plain["bots"])
    assert units >= lost / 2
    assert all(str(number) == json.dumps(number) for number in _numbers(plain))


def _numbers(value: object) -> list[float]:
    if isinstance(value, dict):
        return [number for inner in value.values() for number in _numbers(inner)]
    if isinstance(value, list):
        return [number for inner in value for number in _numbers(inner)]
    return [value] if isinstance(value, float) else []


def test_bots_of_one_name_are_counted_apart_and_together() -> None:
    report = _report(hands=24)
    together = {line.name: line for line in report.by_name}
    assert list(together) == ["cautious", "random"]
    for name, entries in (("cautious", (0, 1)), ("random", (2, 3))):
        apart = [report.by_bot[entry].score for entry in entries]
        line = together[name]
        assert line.bots == 2
        assert line.score.hands == 24
        assert line.score.wins == sum(score.wins for score in apart)
        assert line.score.units == sum(score.units for score in apart)
        assert line.mean_units == mean(line.score.units, 48)
    assert together["cautious"].score.squares == together["random"].score.squares  # two sides: what one wins, one loses
    assert together["cautious"].score.wins > together["random"].score.wins


def test_bots_of_one_name_at_every_seat_win_each_hand_and_nothing() -> None:
    (line,) = _report(bots=("cautious",) * 4).by_name
    assert line.win_rate == 1
    assert line.mean_units == 0
    assert line.error == 0


def test_dealt_wins_are_told_by_kind() -> None:
    report = _report(hands=80, bots=("cautious",) * 4)
    events = report.tally.events
    assert sum(report.dealt_wins.values()) == report.hands - events["went_out"]  # a hand is won so or so
    assert report.tally.shortest == 0
    assert set(report.dealt_wins) <= {"four_twos", "six_pairs", "four_triples", "pair_run_5", "pair_run_6", "dragon"}
    assert report.tally.payments["dealt_win"].hands == sum(report.dealt_wins.values()) > 0


def _shown(report: Report) -> str:
    console = Console(width=80, color_system=None)
    with console.capture() as captured:
        console.print(report)
    return captured.get()


def test_one_hand_is_one_hand_and_one_name_has_no_line_of_its_own() -> None:
    shown = _shown(_report(hands=1, bots=("cautious",) * 4))
    assert shown.startswith("tienlen, meitian: 1 hand, 4 seats")
    assert "together" not in shown


def test_tables_show_what_the_report_says() -> None:
    report = _report()
    shown = _shown(report)
    assert "2 × cautious" in shown
    assert f"{report.by_bot[0].win_rate * 100:.2f} %" in shown
    assert "cards left" in shown
    assert all(line.strip() for line in shown.splitlines())
