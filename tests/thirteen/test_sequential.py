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
from thirteen.figures import mean, standard_error
from thirteen.games import ArenaError
from thirteen.report import Report
from thirteen.sequential import LEAST, Bounds, log_likelihood_ratio

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
    assert "undecided whether a cautious wins 0 or 0.5 units a hand more than a random" in str(report.decision)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"h0": "x"}, "are numbers"),
        ({"h1": "0"}, "two different numbers"),
        ({"h1": "nan"}, "two different numbers"),
        ({"alpha": "0.5"}, "below 0.5"),
        ({"beta": "0"}, "above 0"),
        ({"on": "luck"}, "units, or wins"),
        ({"on": "wins", "h1": "2"}, "from 0 to 1"),
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
