"""What a run is worth in money: hand by hand as at a table, exact, and nothing lost between seats and house."""

from __future__ import annotations

import csv
import json
import statistics
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text
from typer.testing import CliRunner

from common.money import Stakes, payout
from common.record import read_records
from thirteen import checkpoint
from thirteen.arena import simulate
from thirteen.chunk import play_chunk
from thirteen.cli import paper
from thirteen.cli.app import app
from thirteen.csv_out import write_csv
from thirteen.games import ArenaError
from thirteen.job import job_of
from thirteen.report import Report
from thirteen.scores import Outcome
from thirteen.takings import Income, Takings, stakes_of, taken

TABLE = ("cautious", "random", "cautious", "random")
# Nobody's units beyond what a hand can cost, by seat; what they lack to 0 goes to the house, which never pays.
TOTALS = st.lists(st.integers(-300, 300), min_size=2, max_size=4).map(
    lambda units: (*units[1:], -sum(units[1:]) - abs(units[0]))
)


def _run(hands: int = 40, **more: Any) -> Report:
    given = {"bots": TABLE, "workers": 1, "base": "0.37", "carry": "5.55", **more}
    return simulate("tienlen", "meitian", hands=hands, seed=7, **given)


@given(st.lists(TOTALS, max_size=6), st.integers(1, 500), st.none() | st.integers(0, 9000), st.booleans())
def test_M_6_seats_house_rake_and_residue_of_a_run_add_up_to_zero(
    hands: list[tuple[int, ...]], base: int, carry: int | None, cap: bool
) -> None:
    sums = Takings()
    for totals in hands:
        bring = None if carry is None else [Decimal(carry) / 100] * len(totals)
        stakes = Stakes(base=Decimal(base) / 100, carries=bring, rake="0.05")
        one = taken(totals, stakes, cap)
        assert sum(one.amounts) + one.income == 0
        assert one.is_capped <= (cap and carry is not None)
        part = Takings()
        part.hand(Outcome(tuple(range(len(totals))), totals, ()), stakes, cap)
        sums.add(part)
    assert sums.hands == len(hands)
    assert sum(sums.amounts.values()) + sums.house + sums.rake + sums.residue == 0


def test_M_2_every_hand_of_a_run_is_paid_as_at_a_table(tmp_path: Path) -> None:
    report = _run(record=tmp_path / "hands.jsonl")
    income, amounts, capped = list[Decimal](), [Decimal(0)] * 4, 0
    for record in read_records(tmp_path / "hands.jsonl"):
        totals = record.events[-1]["totals"]
        paid = payout(totals, Stakes(base="0.37", carries=["5.55"] * 4, rake="0.05"), record.events[-1]["house"])
        income.append(paid.house + paid.rake + paid.residue)
        capped += any(abs(units) * Decimal("0.37") > Decimal("5.55") for units in totals)
        for seat, amount in enumerate(paid.amounts):
            amounts[(seat - record.number) % 4] += amount
    found = report.income
    assert found is not None
    assert found.total == sum(income) > 0
    assert found.takings.capped == capped > 0
    assert [found.won_by(entry) for entry in range(4)] == amounts
    assert sum(amounts) + found.total == 0
    assert found.error is not None
    assert Fraction(found.mean) == Fraction(sum(income)) / 40
    assert abs(float(found.error) - statistics.stdev(map(float, income)) / 40**0.5) < 1e-12


def test_units_paid_to_the_house_are_its_income_too() -> None:
    one = taken((-18, 1, 1, 1), Stakes(base="2", rake="0.05"), False)  # an escape: 15 to the house (SS-7.8)
    assert (one.amounts, one.house, one.rake, one.residue) == ((-3600, 190, 190, 190), 3000, 30, 0)
    assert one.income == 3030


def test_money_changes_no_other_figure() -> None:
    plain, staked = (json.loads(_run(base=base, carry=None).to_json()) for base in (None, "0.37"))
    assert plain.pop("money") is None
    assert staked.pop("money")["stakes"] == {"base": "0.37", "carries": None, "rake": "0.05", "coin": "0.01"}
    assert plain == staked


@pytest.mark.parametrize("duplicate", [False, True])
@pytest.mark.parametrize(
    ("game", "bots"), [("tienlen", TABLE), ("shisanshui", ("first-hint", "random", "first-hint", "random"))]
)
def test_a_kernel_takes_as_a_table_does(game: str, bots: tuple[str, ...], duplicate: bool) -> None:
    job = job_of(game, "meitian", bots, "money", None, 0, duplicate, base="10", carry="120")
    at_table = play_chunk(job, 0, 24).tally
    assert at_table.takings.capped
    assert play_chunk(replace(job, bulk=True), 0, 24).tally == at_table


def test_of_duplicate_deals_the_error_is_that_of_whole_deals() -> None:
    found = _run(24, bots=("cautious", "random"), duplicate=True).income
    assert found is not None
    assert found.takings.deals == 12
    by_hand = Income(found.takings, found.stakes)
    assert found.mean == by_hand.mean
    assert found.error != by_hand.error
    assert found.takings.by_deal.units == found.takings.income


def test_a_run_that_goes_on_has_the_same_money_and_no_other_stakes(tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    report = _run(8, resume=kept)
    assert checkpoint.Checkpoint(kept, {}).tally.takings == report.tally.takings
    assert _run(8, resume=kept).to_json() == report.to_json()
    with pytest.raises(ArenaError, match="is the checkpoint of another run: its stakes is"):
        _run(8, resume=kept, base="0.38")


def test_money_stands_in_json_csv_and_the_table(tmp_path: Path) -> None:
    from rich.console import Console

    report = _run(8)
    assert report.income is not None
    total = report.income.total
    plain = json.loads(report.to_json())["money"]
    assert Decimal(plain["income"]) == sum(Decimal(plain[part]) for part in ("for_units", "rake", "residue")) == total
    assert Decimal(plain["income"]) + sum(Decimal(line["amount"]) for line in plain["bots"]) == 0
    write_csv(report.to_plain(), tmp_path / "figures.csv")
    rows = list(csv.reader((tmp_path / "figures.csv").read_text("utf-8").splitlines()))
    assert ["money", "income", "value", f"{total}"] in rows
    console = Console(width=120, color_system=None)
    with console.capture() as captured:
        console.print(report)
    shown = captured.get()
    assert "a unit is 0.37, each brings 5.55" in shown
    assert f"the house takes {total:+,f} " in " ".join(shown.split())


@pytest.mark.parametrize(
    ("base", "carry", "sentence"),
    [
        ("0", None, "the base is 0: what one unit is worth is an amount above 0, such as 10"),
        ("-3", "5", "the base is -3: what one unit is worth is an amount above 0, such as 10"),
        (None, "5", "a carry is money and needs a base: what one unit is worth"),
    ],
)
def test_M_9_stakes_that_mean_nothing_are_refused(base: str | None, carry: str | None, sentence: str) -> None:
    with pytest.raises(ArenaError) as refused:
        stakes_of(base, carry, 4)
    assert str(refused.value) == sentence
    with pytest.raises(ArenaError):
        _run(base=base, carry=carry)


@pytest.mark.parametrize("base", ["10", "123456789.25", "999999999999999999"])
def test_amounts_are_never_cut_on_paper_or_on_a_narrow_screen(base: str) -> None:
    arguments = ["tienlen", "--hands", "40", "--seed", "7", "--bots", "cautious,planner", "--base", base]
    result = CliRunner().invoke(app, ["simulate", *arguments, "--workers", "1"])
    assert result.exit_code == 0
    assert "\N{HORIZONTAL ELLIPSIS}" not in result.stdout
    report = simulate("tienlen", "meitian", ["cautious", "planner"], 40, 7, workers=1, base=base)
    assert report.income is not None
    amounts = [report.income.total, *map(report.income.won_by, range(2))]
    for amount in amounts:
        assert f"{amount:+,f}" in result.stdout
    narrow = Console(width=60, file=StringIO(), highlight=False)
    with narrow.capture() as captured:
        narrow.print(report)
    assert "\N{HORIZONTAL ELLIPSIS}" not in captured.get()


def test_text_beside_a_wide_table_is_as_wide_as_ever(capsys: pytest.CaptureFixture[str]) -> None:
    wide = Table("x")
    wide.add_row("1" * 300)
    paper.show(Group(wide, Text("word " * 100)))
    lines = capsys.readouterr().out.splitlines()
    assert any("1" * 300 in line for line in lines)
    assert all(len(line) <= 120 for line in lines if "word" in line)
