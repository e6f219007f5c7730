"""The sequential test: its formula, its chances of being wrong, and looks that do not depend on workers."""

from __future__ import annotations

import json
import math
import random
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any

import pytest

from thirteen.arena import simulate
from thirteen.checking import GAMES
from thirteen.figures import mean, standard_error
from thirteen.games import HAS_ONE_WINNER, ArenaError
from thirteen.report import Report
from thirteen.sequential import LEAST, Bounds, Decision, log_likelihood_ratio

CRIER = "tests.thirteen.odd_bots:Crier"
SAME = ("cautious", "tests.thirteen.odd_bots:Watcher")


def _bounds(on: str = "units", first: str = "cautious", second: str = "random", **numbers: str) -> Bounds:
    return Bounds.of(on, first, second, **{"h0": "0", "h1": "0.5", **numbers})


def _run(bots: tuple[str, ...], hands: int, until: Bounds, **more: Any) -> Report:
    return simulate("tienlen", "meitian", bots, hands, 7, until=until, **{"workers": 1, "duplicate": True, **more})


def test_bounds_are_walds() -> None:
    bounds = _bounds(alpha="0.01", beta="0.2")
    assert math.isclose(bounds.upper, math.log(0.8 / 0.01))
    assert math.isclose(bounds.lower, math.log(0.2 / 0.99))


def test_the_ratio_is_that_of_two_normal_densities() -> None:
    middle, error, h0, h1 = 0.31, 0.17, -0.2, 0.7

    def density(about: float) -> float:
        return math.exp(-(((middle - about) / error) ** 2) / 2)

    found = log_likelihood_ratio(Decimal("0.31"), Decimal("0.17"), Decimal("-0.2"), Decimal("0.7"))
    assert math.isclose(found, math.log(density(h1) / density(h0)), rel_tol=1e-12)


@pytest.mark.parametrize("truth", ["h0", "h1"])
def test_it_is_wrong_about_as_often_as_it_says(truth: str) -> None:
    chance, bounds, wrong = random.Random(5), _bounds(h1="1", alpha="0.1", beta="0.1"), 0
    for _ in range(300):
        total = squares = count = 0
        while True:
            for _ in range(20):
                value = round(chance.gauss(0 if truth == "h0" else 100, 400))
                total, squares, count = total + value, squares + value * value, count + 1
            error = standard_error(total, squares, count)
            assert error is not None
            llr = log_likelihood_ratio(mean(total, count), error, Decimal(0), Decimal(100))
            if count >= LEAST and not bounds.lower < llr < bounds.upper:
                break
        wrong += (llr >= bounds.upper) != (truth == "h1")
    assert 6 <= wrong <= 45  # 30 expected at most, somewhat less for looking after twenty values


def test_a_clear_difference_ends_a_run_early_and_any_workers_end_it_alike() -> None:
    report = _run(("cautious", "random"), 4000, _bounds())
    assert report.decision is not None
    assert report.decision.accepted == "h1"
    assert report.stopped is None
    assert report.done == report.hands == 1000
    with ThreadPoolExecutor(3) as threads:
        other = _run(("cautious", "random"), 4000, _bounds(), executor=threads, workers=3)
    assert other.to_json() == report.to_json()
    whole = simulate("tienlen", "meitian", ("cautious", "random"), 1000, 7, workers=1, duplicate=True)
    assert whole.tally == report.tally


def test_names_the_other_way_round_decide_the_other_way() -> None:
    report = _run(("cautious", "random"), 200, _bounds(first="random", second="cautious"))
    assert report.decision is not None
    assert report.decision.accepted == "h0"
    assert report.decision.mean == -report.differences[0].mean


def test_wins_are_decided_on_their_share() -> None:
    report = _run(("cautious", "random"), 200, _bounds("wins", h0="0.5", h1="0.6"))
    assert report.decision is not None
    assert report.decision.accepted == "h1"
    line = report.by_name[0]
    assert report.decision.mean == line.win_rate
    error = line.win_error
    assert error is not None
    assert report.decision.llr == log_likelihood_ratio(line.win_rate, error, Decimal("0.5"), Decimal("0.6"))
    assert json.loads(report.to_json())["decision"]["accepted"] == "h1"


def test_bots_that_play_alike_are_no_different() -> None:
    report = _run(SAME, 200, _bounds(second=SAME[1]))
    assert report.decision is not None
    assert report.decision.accepted == "h0"
    assert report.decision.llr is None
    assert report.decision.mean == 0


def test_few_hands_decide_nothing() -> None:
    report = _run(("cautious", "random"), 20, _bounds())
    assert report.decision is not None
    assert report.decision.accepted is None
    found = report.differences[0].mean
    assert str(report.decision) == (
        "undecided whether cautious wins at least 0.5 units a hand more than random, or 0 at most "
        f"(found: {found:+.3f})"
    )


@pytest.mark.parametrize(
    ("accepted", "on", "h0", "h1", "mean", "said"),
    [
        ("h1", "units", "0", "1", "5.156", "decided: a wins at least 1 unit a hand more than b (found: +5.156)"),
        ("h0", "units", "0", "1", "-5.1",
         "decided: a does not win 1 unit a hand more than b, but 0 at most (found: -5.100)"),
        ("h0", "units", "-1", "-0.5", "-5",
         "decided: a does not win -0.5 units a hand more than b, but -1 at most (found: -5.000)"),
        ("h1", "wins", "0.5", "0.52", "0.615", "decided: a wins at least 52 % of the hands (found: 61.50 %)"),
        ("h0", "wins", "0.5", "0.525", "0.04",
         "decided: a does not win 52.5 % of the hands, but 50 % at most (found: 4.00 %)"),
        (None, "wins", "0", "1", "0.5",
         "undecided whether a wins at least 100 % of the hands, or 0 % at most (found: 50.00 %)"),
        (None, "units", "0", "10", None,
         "undecided whether a wins at least 10 units a hand more than b, or 0 at most"),
    ],
)  # fmt: skip
def test_verdicts_are_sentences(accepted: Any, on: str, h0: str, h1: str, mean: str | None, said: str) -> None:
    bounds = _bounds(on, "a", "b", h0=h0, h1=h1)
    assert str(Decision(bounds, accepted, None, None if mean is None else Decimal(mean))) == said


@pytest.mark.parametrize(
    ("bots", "share"),
    [
        (("cautious", "random"), "0.5"),
        (("random", "cautious", "random"), "0.3333"),
        (("cautious", "random", "random", "cautious"), "0.5"),
        (("random", "cautious", "planner", "planner"), "0.25"),
    ],
)
def test_wins_are_weighed_against_the_share_of_equals(bots: tuple[str, ...], share: str) -> None:
    bounds = Bounds.of("wins", "cautious", "random", game="tienlen", bots=bots)
    assert (bounds.h0, bounds.h1) == (Decimal(share), Decimal(share) + Decimal("0.02"))
    above = Bounds.of("wins", "cautious", "random", h1="0.9", game="tienlen", bots=bots)
    assert (above.h0, above.h1) == (Decimal(share), Decimal("0.9"))
    given = Bounds.of("wins", "cautious", "random", h0="0.1")
    assert (given.h0, given.h1) == (Decimal("0.1"), Decimal("0.12"))


def test_units_are_weighed_against_none() -> None:
    bounds = Bounds.of("units", "cautious", "random")
    assert (bounds.h0, bounds.h1) == (Decimal(0), Decimal("0.5"))
    assert Bounds.of("units", "cautious", "random", h0="2").h1 == Decimal("2.5")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({"game": "shisanshui", "bots": ("best", "random")}, "in shisanshui a hand may have several winners or none"),
        ({"game": "tienlen"}, "it is not told which bots play"),
        ({}, "it is not told what is played"),
        ({"game": "tienlen", "bots": ("best", "planner")}, "'random' is none of the bots that play: best, planner"),
    ],
)
def test_there_is_not_always_a_share_of_equals(table: dict[str, Any], said: str) -> None:
    with pytest.raises(ArenaError, match=said):
        Bounds.of("wins", "best", "random", **table)


@pytest.mark.parametrize("name", GAMES)
def test_a_game_says_whether_a_hand_has_one_winner(name: str) -> None:
    won = list[int]()
    bots = ["first-hint"] if name == "shisanshui" else ["random"]
    simulate(name, "meitian", bots, 40, 1, workers=1, results=lambda _, hand: won.append(sum(hand.won)))
    assert (set(won) == {1}) == (name in HAS_ONE_WINNER)


@pytest.mark.parametrize("bots", [("random", CRIER), ("random", "cautious", CRIER)])
def test_where_a_bot_has_failed_there_is_no_verdict(bots: tuple[str, ...]) -> None:
    for on, h1 in (("units", "0.5"), ("wins", "0.1")):
        report = _run(bots, 300, _bounds(on, bots[1], "random", h1=h1))
        assert report.hands
        assert 0 < report.failed == report.failed_by(CRIER)
        decision = report.decision
        assert decision is not None
        assert decision.accepted is None
        assert decision.llr is None
        assert decision.failed == ((CRIER, report.failed),)
        assert str(decision) == f"no verdict: {CRIER} failed in {report.failed} hands"
        assert report.to_plain()["decision"]["failed"] == {CRIER: report.failed}


def test_of_no_hand_nothing_is_found() -> None:
    report = _run(("cautious", "tests.thirteen.odd_bots:unmade"), 2, _bounds(second="tests.thirteen.odd_bots:unmade"))
    assert report.hands == 0
    assert report.decision is not None
    assert report.decision.mean is None
    assert json.loads(report.to_json())["decision"]["mean"] is None
    assert "found" not in str(report.decision)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"h0": "x"}, "h0 is a number such as 0.05, not 'x'"),
        ({"h1": "0"}, "h1 is more than h0, which is 0"),
        ({"h1": "-1"}, "h1 is more than h0, which is 0"),
        ({"h1": "nan"}, "h1 is a number"),
        ({"h1": "1000000"}, "h1 is a number"),
        ({"alpha": "0.5"}, "alpha is .* below 0.5, not 0.5"),
        ({"beta": "0"}, "beta is .* above 0"),
        ({"on": "luck"}, "units or wins, not 'luck'"),
        ({"on": "wins", "h1": "2"}, "h1 is a share of the hands, from 0 to 1, not 2"),
        ({"on": "wins", "h0": "-0.1"}, "h0 is a share of the hands, from 0 to 1, not -0.1"),
        ({"on": "wins", "h0": "0.5", "h1": "0.5"}, "h1 is more than h0, which is 0.5"),
    ],
)
def test_bounds_that_decide_nothing_are_refused(wrong: dict[str, str], said: str) -> None:
    with pytest.raises(ArenaError, match=said):
        _bounds(**wrong)


def test_a_test_is_between_bots_that_play() -> None:
    with pytest.raises(ArenaError, match="'planner' is none of the bots"):
        _run(("cautious", "random"), 20, _bounds(first="planner"))
    with pytest.raises(ArenaError, match="two different bots"):
        _run(("cautious", "random"), 20, _bounds(second="cautious"))
