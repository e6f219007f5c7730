"""The league: who met whom, the cross table, ratings as openskill has them, pictures and CSV of all reports."""

from __future__ import annotations

import csv
import json
import math
import xml.etree.ElementTree as ET
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from thirteen.arena import simulate
from thirteen.cli.app import app
from thirteen.compare import compare
from thirteen.comparison import Comparison
from thirteen.csv_out import CsvError, figures, write_csv
from thirteen.games import ArenaError
from thirteen.league import League, Rating, _ratings, league
from thirteen.report import Report

BOTS = ("random", "cautious", "planner")


def _league(bots: tuple[str, ...] = BOTS, hands: int = 40, **more: Any) -> League:
    return league("tienlen", "meitian", bots, hands, 2, **{"workers": 1, **more})


def test_every_pair_meets_once_and_the_better_stand_higher() -> None:
    found = _league()
    assert [report.bots for report in found.reports] == [
        ("random", "cautious"),
        ("random", "planner"),
        ("cautious", "planner"),
    ]
    assert [each.name for each in found.standings] == ["planner", "cautious", "random"]
    assert [each.hands for each in found.standings] == [80, 80, 80]
    assert sum(each.units for each in found.standings) == 0
    assert found.ratings[0] == (0, dict.fromkeys(BOTS, Rating(Decimal("25.000000"), Decimal("8.333333"))))
    assert found.ratings[-1][0] == 40
    for one in BOTS:
        for other in BOTS:
            if one != other:
                there, back = found.cell(one, other).mean, found.cell(other, one).mean
                assert there is not None
                assert back is not None
                assert there == -back
    (difference,) = found.reports[0].differences
    assert found.cell("random", "cautious").mean == difference.mean
    assert found.cell("random", "cautious").error == difference.error


def test_a_table_is_a_duplicate_run_of_its_own() -> None:
    found = _league(hands=20)
    alone = simulate("tienlen", "meitian", ("random", "planner"), 20, "2/random,planner", workers=1, duplicate=True)
    assert found.reports[1].to_json() == alone.to_json()


def test_tables_of_three_are_pooled() -> None:
    found = _league((*BOTS, "tests.thirteen.odd_bots:Watcher"), 12, size=3)
    assert len(found.reports) == 4
    cells = [
        each
        for report in found.reports
        for each in report.differences
        if (each.first, each.second) == ("random", "cautious")
    ]
    assert len(cells) == 2
    cell = found.cell("random", "cautious")
    assert cell.mean == (cells[0].mean + cells[1].mean) / 2
    assert cell.error is not None
    assert math.isclose(cell.error, math.hypot(*(float(each.error or 0) for each in cells)) / 2)


def test_four_seats_for_two_bots() -> None:
    found = _league(("cautious", "random"), 12, seats=4)
    assert found.reports[0].bots == ("cautious", "random", "cautious", "random")
    assert found.standings[0].name == "cautious"


def test_ratings_are_openskills_hand_for_hand_with_tables_in_turn() -> None:
    from openskill.models import PlackettLuce

    placed = [[(("a", 3), ("b", -3)), (("a", -1), ("b", 1))], [(("b", 2), ("c", -2)), (("b", 0), ("c", 0))]]
    model = PlackettLuce()
    a, b, c = (model.rating() for _ in "abc")
    (a,), (b,) = model.rate([[a], [b]], ranks=[1, 2])
    (b,), (c,) = model.rate([[b], [c]], ranks=[1, 2])
    (a,), (b,) = model.rate([[a], [b]], ranks=[2, 1])
    (b,), (c,) = model.rate([[b], [c]], ranks=[1, 1])
    kept = _ratings("abc", placed)
    assert [at for at, _ in kept] == [0, 1, 2]
    for name, rating in zip("abc", (a, b, c), strict=True):
        assert math.isclose(kept[-1][1][name].mu, rating.mu, abs_tol=1e-6)
        assert math.isclose(kept[-1][1][name].sigma, rating.sigma, abs_tol=1e-6)


def test_the_same_league_gives_the_same_bytes() -> None:
    assert _league(hands=12).to_json() == _league(hands=12).to_json()
    plain = json.loads(_league(hands=12).to_json())
    assert plain["cross"]["random"]["planner"]["mean"] == -plain["cross"]["planner"]["random"]["mean"]


@pytest.mark.parametrize(
    ("bots", "more", "said"),
    [
        (("planner",), {}, "two bots or more"),
        (("planner", "planner"), {}, "each named once"),
        (BOTS, {"size": 4}, "2 to 3 different bots"),
        (BOTS, {"seats": 3}, "shared out evenly"),
        (BOTS, {"hands": 0}, "one hand or more"),
        (BOTS, {"hands": 2.0}, "one hand or more"),
        (BOTS, {"hands": True}, "one hand or more"),
        (BOTS, {"size": 2.0}, "2 to 3 different bots"),
        (BOTS, {"seats": 2.0}, "shared out evenly"),
        (BOTS, {"workers": 1.0}, "1 worker or more"),
        ((1, 2), {}, "list of their names"),
        (None, {}, "list of their names"),
        ("ab", {}, "list of their names"),
        (([], []), {}, "list of their names"),
    ],
)
def test_what_makes_no_league_is_refused(bots: Any, more: dict[str, Any], said: str) -> None:
    with pytest.raises(ArenaError, match=said):
        _league(bots, **more)


# CSV


def test_csv_has_every_figure_of_the_json(tmp_path: Path) -> None:
    plain = simulate("tienlen", "meitian", ("cautious", "random"), 30, 1, workers=1).to_plain()
    write_csv(plain, tmp_path / "run.csv")
    with (tmp_path / "run.csv").open(encoding="utf-8", newline="") as file:
        rows = {(row["table"], row["row"], row["figure"]): row["value"] for row in csv.DictReader(file)}
    assert rows["run", "", "hands"] == "30"
    assert rows["bots", "1 cautious", "units"] == str(plain["bots"][0]["units"])
    assert rows["bots", "2 random", "by_seat.1.hands"] == "15"
    assert rows["payments", "cards_left", "units"] == str(plain["payments"]["cards_left"]["units"])
    assert rows["differences", "1", "mean"] == str(plain["differences"][0]["mean"])
    counts = [int(value) for (table, row, _), value in rows.items() if (table, row) == ("distribution", "random")]
    assert sum(counts) == 30
    assert len(rows) == len(list(figures(plain)))


def test_a_csv_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(CsvError, match=r"none/run\.csv cannot be written: No such file"):
        write_csv({}, tmp_path / "none" / "run.csv")


def test_distributions_are_exact() -> None:
    report = simulate("tienlen", "meitian", ("cautious", "cautious", "random"), 40, 1, workers=1)
    for name, bots in (("cautious", 2), ("random", 1)):
        counts = report.tally.results[name]
        assert sum(counts.values()) == 40 * bots
        assert sum(units * count for units, count in counts.items()) == report.tally.names[name].units
    squares = sum(units * units * count for units, count in report.tally.results["random"].items())
    assert squares == report.tally.names["random"].squares


# Pictures


def _texts(path: Path) -> str:
    return " ".join(node.text or "" for node in ET.parse(path).iter() if node.tag.endswith("text"))


def test_pictures_are_drawn_and_the_same_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mpl = pytest.importorskip("matplotlib")
    from thirteen.plots import draw

    run = simulate("tienlen", "meitian", ("cautious", "random"), 30, 1, workers=1)
    two = compare("tienlen", "meitian", "southern", ("cautious", "random"), 20, 1, workers=1)
    drawn: list[Report | Comparison | League] = [run, two, _league(hands=12)]
    for nth, shown in enumerate(drawn):
        for again in "ab":
            draw(shown, tmp_path / f"{nth}{again}.svg")
        assert (tmp_path / f"{nth}a.svg").read_bytes() == (tmp_path / f"{nth}b.svg").read_bytes()
        draw(shown, tmp_path / f"{nth}.png")
        assert (tmp_path / f"{nth}.png").read_bytes().startswith(b"\x89PNG")
        with mpl.rc_context({"svg.fonttype": "none"}):
            draw(shown, tmp_path / f"{nth}.svg", "vi")
    assert "đơn vị được hoặc thua trong một ván" in _texts(tmp_path / "0.svg")
    assert "southern − meitian" in _texts(tmp_path / "1.svg")
    assert "điểm xếp hạng" in _texts(tmp_path / "2.svg")


def test_without_a_font_for_chinese_labels_are_english_and_it_is_said() -> None:
    pytest.importorskip("matplotlib")
    from thirteen.plots import language_shown

    spoken, sentence = language_shown("zh", frozenset({"DejaVu Sans"}))
    assert spoken == "en"
    assert sentence is not None
    assert "no font with Chinese glyphs" in sentence
    assert language_shown("zh", frozenset({"DejaVu Sans", "Noto Sans CJK SC"})) == ("zh", None)
    assert language_shown("vi", frozenset()) == ("vi", None)


def test_pictures_that_cannot_be_drawn_are_one_sentence(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    from thirteen.plots import PlotError, draw

    run = simulate("tienlen", "meitian", ("cautious", "random"), 2, 1, workers=1)
    with pytest.raises(PlotError, match=r"ends in \.png or \.svg"):
        draw(run, tmp_path / "run.gif")
    with pytest.raises(PlotError, match="cannot be written"):
        draw(run, tmp_path / "none" / "run.png")
    with pytest.raises(PlotError, match="nothing to draw"):
        draw(simulate("tienlen", "meitian", ("cautious", "random"), 0, 1, workers=1), tmp_path / "run.png")


# Commands


def _says(*words: str, code: int = 0) -> str:
    done = CliRunner().invoke(app, [*words, "--workers", "1"])
    assert done.exit_code == code, done.output
    return done.output


def test_commands_say_csv_and_draw(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    table, picture = tmp_path / "f.csv", tmp_path / "f.svg"
    outputs = ("--csv", str(table), "--plot", str(picture))
    for words, said in (
        (("simulate", "tienlen", "--bots", "cautious,random", "--hands", "20", "--duplicate"), "cautious than random"),
        (
            ("compare", "meitian", "southern", "--game", "tienlen", "--bots", "cautious,random", "--hands", "9"),
            "9 deals",
        ),
        (("league", "cautious", "random", "--hands", "20"), "1 table of 20 hands"),
    ):
        assert said in _says(*words, *outputs)
        kept = table.read_bytes()
        for output in (outputs[:2], outputs[2:]):
            assert f"{output[1]!r} is there already: --overwrite begins it anew" in _says(*words, *output, code=2)
        assert table.read_bytes() == kept
        table.write_text("something of somebody's", encoding="utf-8")
        assert said in _says(*words, *outputs[:2], "--overwrite")
        assert table.read_bytes() == kept
        assert table.read_text(encoding="utf-8").startswith("table,row,figure,value\nrun,,game,tienlen\n")
        assert "<svg" in picture.read_text(encoding="utf-8")
        table.unlink()
        picture.unlink()


def test_commands_refuse_in_one_sentence_before_they_play() -> None:
    pytest.importorskip("matplotlib")
    assert "ends in .png" in _says("league", "cautious", "random", "--plot", "x.pdf", code=2)
    assert "say --game tienlen or --game shisanshui" in _says("compare", "meitian", "meitian", code=2)
    assert "no game has both" in _says("compare", "southern", "bb", code=2)
    assert "--between A,B" in _says(
        "simulate", "tienlen", "--bots", "cautious", "--until-decided", "--hands", "9", code=2
    )
    assert json.loads(_says("compare", "southern", "southern-places", "--hands", "4", "--json"))["game"] == "tienlen"
