"""What is told where hands failed or none was counted, and in which units figures differ."""

from __future__ import annotations

from io import StringIO

import pytest
from rich.console import Console, RenderableType

from thirteen.arena import simulate
from thirteen.compare import compare
from thirteen.league import league

CRIER = "tests.thirteen.odd_bots:Crier"
FAILING = "tests.thirteen.odd_bots:unmade"


def _printed(shown: RenderableType) -> str:
    file = StringIO()
    Console(file=file, width=200).print(shown)
    return file.getvalue()


def test_of_no_hand_nothing_is_told_but_why() -> None:
    report = simulate("tienlen", "meitian", [FAILING, "cautious"], 2, 1, workers=1, base="10", duplicate=True)
    assert (report.hands, report.failed, report.differences) == (0, 2, ())
    first, *rest = _printed(report).splitlines()
    assert first.startswith("tienlen, meitian: 0 hands, 2 seats")
    assert rest[0] == "2 hands of 2 failed, counted in no figure:"
    assert [line.split(":")[0] for line in rest[1:]] == ["hand 0", "hand 1"]
    plain = report.to_plain()
    assert plain["differences"] == []
    assert plain["money"]["income_per_hand"] is plain["length"]["mean"] is None
    for line in (*plain["bots"], *plain["names"], *plain["by_seat"], plain["bots"][0]["by_seat"][0]):
        assert {line[key] for key in ("win_rate", "win_low", "win_high", "mean_units", "standard_error")} == {None}


def test_where_some_sat_never_stands_a_dash() -> None:
    shown = _printed(simulate("tienlen", "meitian", ["random", "cautious"], 1, 1, workers=1))
    places = shown[shown.index("wins at seat") :].splitlines()[1:3]
    assert [line.count("–") for line in places] == [1, 1]


def test_hands_that_failed_stand_before_the_figures() -> None:
    report = simulate("tienlen", "meitian", ["tests.thirteen.odd_bots:Raiser", "random"], 12, 1, workers=1)
    assert report.failed
    assert report.hands
    shown = _printed(report)
    assert shown.index(f"of 12 failed, counted in no figure:\nhand {report.failures[0].hand}: ") < shown.index("bot  ")


def test_who_failed_is_told_beside_its_figures() -> None:
    report = simulate("tienlen", "meitian", [CRIER, "random"], 40, 1, workers=1)
    assert 0 < report.hands < 40
    mark = f"{CRIER} (failed in {report.failed_by(CRIER)})"
    shown = _printed(report)
    assert f"1 {mark} " in shown
    assert f"{mark} than random " in shown
    assert [line["failed"] for line in report.to_plain()["names"]] == [report.failed, 0]
    pairs = simulate("tienlen", "meitian", [CRIER, "random", CRIER], 40, 1, workers=1)
    assert f"2 × {CRIER} (failed in {pairs.failed_by(CRIER)}) " in _printed(pairs)
    found = league("tienlen", "meitian", [CRIER, "cautious", "random"], 20, 1, workers=1)
    failed = sum(each.failed for each in found.reports)
    mark = f"{CRIER} (failed in {failed})"
    assert _printed(found).count(mark) == 3  # beside its rating, and at both edges of the cross table
    assert {each["bot"]: each["failed"] for each in found.to_plain()["standings"]} == {
        CRIER: failed,
        "cautious": 0,
        "random": 0,
    }


def test_a_league_and_a_comparison_tell_nothing_of_no_hand() -> None:
    found = league("tienlen", "meitian", [FAILING, "cautious", "random"], 2, 1, workers=1)
    assert found.cell(FAILING, "random").mean is None
    assert found.cell("cautious", "random").mean is not None
    shown = _printed(found)
    assert shown.index(f"2 hands of 2 of {FAILING}, random failed") < shown.index("rating")
    (line,) = (line for line in shown.splitlines() if line.startswith(f"{FAILING} ") and line.rstrip().endswith("0"))
    assert line.split() == [FAILING, "(failed", "in", "4)", "–", "–", "–", "–", "0"]
    assert found.to_plain()["cross"]["random"][FAILING] == {"mean": None, "standard_error": None}
    both = compare("tienlen", "meitian", "southern", [FAILING, "random"], 2, 1, workers=1)
    assert len(_printed(both).splitlines()) == 2


@pytest.mark.parametrize(
    ("rates", "percents", "said"),
    [
        (("0", "0.035"), ("0 %", "3.5 %"), "+3.5 pp"),
        (("0.05", "0.03"), ("5 %", "3 %"), "-2 pp"),
        (("0.10", "0.1"), ("10 %", "10 %"), "the same"),
    ],
)
def test_the_rate_of_the_house_is_told(rates: tuple[str, str], percents: tuple[str, str], said: str) -> None:
    one, other = [{"extends": "southern", "name": f"house {rate}", "money": {"rake": rate}} for rate in rates]
    found = compare("tienlen", one, other, ["random"], 3, 1, seats=2, workers=1, base="10")
    (line,) = (line for line in _printed(found).splitlines() if line.startswith("rake of a win"))
    assert " ".join(line.split()) == f"rake of a win {' '.join(percents)} {said}"
    report = simulate("tienlen", other, ["random"], 2, 1, seats=2, workers=1, base="10")
    assert f"· rake of {percents[1]} " in _printed(report)


def test_percentages_differ_by_percentage_points() -> None:
    shown = _printed(compare("tienlen", "meitian", "southern", ["cautious", "random"], 40, 1, workers=1))
    part = shown[shown.index("in how many hands") :].partition("times in")[0]
    changed = [line for line in part.splitlines()[1:] if "the same" not in line]
    assert changed
    assert all(" pp " in line for line in changed)
