"""Two houses on the same deals: what a rule changes, to the unit."""

from __future__ import annotations

import json
import math
import statistics
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from common.errors import MoneyError
from common.money import Stakes, payout
from thirteen import compare as comparing
from thirteen import games
from thirteen.chunk import played
from thirteen.compare import compare, play_pairs
from thirteen.comparison import Comparison, Part, Sums
from thirteen.games import ArenaError
from thirteen.job import job_of
from thirteen.measures import measured, measured_in_bulk
from tienlen.events import LeadGiven

DEAR_TWOS = {"extends": "meitian", "name": "dear", "settlement": {"leftovers": {"prices": {"black_two": 7}}}}
TABLE = ("cautious", "random", "cautious", "random")


def _compare(
    first: Any = "meitian", second: Any = "southern", hands: int = 60, bots: Any = TABLE, **more: Any
) -> Comparison:
    return compare("tienlen", first, second, bots, hands, 3, **{"workers": 1, **more})


def test_dearer_black_twos_are_the_one_difference() -> None:
    found = _compare(second=DEAR_TWOS, hands=120)
    price = found.houses[0].resolved["settlement"]["leftovers"]["prices"]["black_two"]
    assert found.houses[1].resolved["settlement"]["leftovers"]["prices"]["black_two"] == 7 != price
    changed = {key for key, sums in found.part.sums.items() if sums.first != sums.second and key.startswith("paid.")}
    assert changed == {"paid.black_two"}  # these bots play the same whatever a 2 costs
    sums = found.part.sums["paid.black_two"]
    assert sums.first * 7 == sums.second * price > 0
    assert found.part.sums["times.black_two"].first == found.part.sums["times.black_two"].second
    assert found.measure("in.black_two").difference == 0
    assert found.measure("in.black_two").error == 0
    measure = found.measure("paid.black_two")
    assert measure.difference == Decimal(sums.second - sums.first) / 120
    assert measure.interval is not None
    assert measure.interval[0] > 0


def test_a_house_beside_itself_is_no_different() -> None:
    found = _compare(second="meitian")
    for measure in found.measures.values():
        assert measure.first == measure.second
        assert measure.error == 0


def test_intervals_are_those_of_paired_differences() -> None:
    found = _compare(hands=40)
    pair = [job_of("tienlen", house, TABLE, 3, None, 0) for house in ("meitian", "southern")]
    of = [[measured(played(job, hand), job, hand) for hand in range(40)] for job in pair]
    for key in ("paid.cards_left", "units.random", "leader", "wins.cautious", "seat.2"):
        one, other = ([each.get(key, 0) for each in hands] for hands in of)
        differences = [second - first for first, second in zip(one, other, strict=True)]
        measure = found.measure(key)
        assert measure.error is not None
        assert math.isclose(measure.difference, statistics.mean(differences), abs_tol=1e-12)
        assert math.isclose(measure.error, statistics.stdev(differences) / math.sqrt(40), rel_tol=1e-9)


def test_what_is_counted_of_a_hand_is_what_its_events_say() -> None:
    job = job_of("tienlen", "meitian", ("cautious", "random", "random"), 5, None, 0)
    for hand in range(12):
        game = played(job, hand)
        found, totals = measured(game, job, hand), game.ledger.totals
        assert [found[f"seat.{seat}"] for seat in range(3)] == list(totals)
        assert found["units.cautious"] + found["units.random"] == 0
        assert found["units.cautious"] == totals[job.seated(hand).index(0)]
        assert sum(found[f"won_seat.{seat}"] for seat in range(3)) == 1
        assert found["wins.cautious"] + found["wins.random"] == 1
        paid = sum(units for key, units in found.items() if key.startswith("paid."))
        assert paid >= sum(units for units in totals if units > 0)
        led = [event.seat for event in game.log if isinstance(event, LeadGiven)]
        if led:
            assert found["leader"] == totals[led[0]]
            assert found["leader_won"] == (game.winner == led[0])
        else:
            assert "leader" not in found
            assert any(key.startswith("happened.won_at_deal.") for key in found)


def test_guns_and_specials_of_the_arranging_game_are_counted() -> None:
    found = compare("shisanshui", "meitian", "bb", ["first-hint"], 40, 1, seats=4, workers=1)
    sums = found.part.sums
    assert sums["happened.feat_scored.gun"].first > 0
    assert sums["paid.front.gun"].first > 0
    shown = _shown(found)
    guns = found.measure("happened.feat_scored.gun")
    assert f" {guns.first * 100:.3f}  {guns.second * 100:.3f} " in shown.partition("times in 100 hands")[2]
    assert "first-hint" not in shown  # alone at the table it wins what it loses
    assert "led" not in sums
    assert sum(sums[f"seat.{seat}"].first for seat in range(4)) == -sums["house"].first


def test_the_income_of_the_house_and_caps_are_those_of_each_hand() -> None:
    found = _compare(hands=30, base="10", carry="60")
    job = job_of("tienlen", "meitian", TABLE, 3, None, 0)
    rake = games.house("tienlen", "meitian").money.rake
    income, capped = Decimal(0), 0
    for hand in range(30):
        ledger = played(job, hand).ledger
        paid = payout(ledger.totals, Stakes(base="10", carries=["60"] * 4, rake=rake), ledger.house)
        income += paid.house + paid.rake + paid.residue
        assert paid.house + paid.rake + paid.residue == -sum(paid.amounts)
        capped += any(abs(units) * 10 > 60 for units in ledger.totals)
    assert found.measure("income").first * 30 == income > 0
    assert found.part.sums["capped"].first == capped > 0
    assert "the house takes" in _shown(found)


def _shown(found: Comparison) -> str:
    from rich.console import Console

    console = Console(width=100, color_system=None)
    with console.capture() as captured:
        console.print(found)
    return captured.get()


def test_tables_show_both_houses() -> None:
    found = _compare()
    shown = _shown(found)
    assert "the same 60 deals in meitian and in southern" in shown
    assert f"{found.measure('paid.chop').difference:+.3f}" in shown
    assert "who leads wins" in shown


def test_what_no_deal_changes_is_said_to_be_the_same() -> None:
    found = compare("tienlen", "meitian", "meitian", ["cautious", "random"], 12, 1, workers=1)
    _head, *lines = _shown(found).splitlines()
    values = [line for line in lines if not line.rstrip().endswith("95 %")]
    assert values
    assert all(line.rstrip().endswith("the same") for line in values)
    differs = _compare()
    assert differs.measure("paid.chop").error
    assert not differs.measure("paid.chop").is_same


def test_parts_add_up_to_the_whole() -> None:
    one, two = (job_of("tienlen", house, TABLE, 3, None, 0) for house in ("meitian", "southern"))
    whole, other = play_pairs((one, two), 0, 20), play_pairs((one, two), 0, 7)
    other.add(play_pairs((one, two), 7, 20))
    assert other == whole


@pytest.mark.slow
def test_the_same_bytes_from_two_processes() -> None:
    assert _compare(hands=120, workers=2).to_json() == _compare(hands=120).to_json()


def test_a_failed_deal_is_counted_in_neither_house_and_named() -> None:
    found = _compare(hands=30, bots=("cautious", "tests.thirteen.odd_bots:Raiser"))
    assert found.part.failed > 0
    assert found.deals + found.part.failed == 30
    assert found.part.why is not None
    assert "RuntimeError: the third decision" in found.part.why
    assert found.part.why in _shown(found)


@pytest.mark.parametrize("bot", ["Leaver", "Closer", "Speechless", "Garbler"])
def test_whatever_a_bot_raises_its_deals_are_counted_as_failed(bot: str) -> None:
    found = _compare(hands=3, bots=("cautious", f"tests.thirteen.odd_bots:{bot}"))
    assert (found.deals, found.part.failed) == (1, 2)  # one is over with the deal
    found.to_json().encode()


def test_sums_computed_by_hand() -> None:
    sums, other = Sums(), Sums()
    sums.count(3, 5)
    other.count(-1, 2)
    sums.add(other)
    assert sums == Sums(2, 7, 10, 29, 13)
    part = Part(2, {"income": sums})
    house = games.house("tienlen", "meitian")
    found = Comparison("tienlen", (house, house), ("a", "b"), 0, part, Stakes(base="1", coin="0.5"))
    measure = found.measure("income")  # differences 2 and 3 coins of 0.5
    assert (measure.first, measure.second, measure.difference) == (Decimal("0.5"), Decimal("1.75"), Decimal("1.25"))
    assert measure.error is not None
    assert math.isclose(measure.error, statistics.stdev([1.0, 1.5]) / math.sqrt(2))
    assert json.loads(found.to_json())["measures"]["income"]["difference"] == 1.25


def test_wrong_use_is_said() -> None:
    with pytest.raises(ArenaError, match="no game called 'whist' can be simulated"):
        compare("whist", "meitian", "southern", ["random"], 1)
    with pytest.raises(ArenaError, match="needs a base"):
        _compare(carry="100")
    for nothing in ("0", "0.00", "-1"):
        with pytest.raises(ArenaError, match=f"the base is {nothing}: what one unit is worth is an amount above 0"):
            _compare(base=nothing)
    with pytest.raises(MoneyError, match="which is no amount"):
        _compare(base="ten")
    for wrong in ({"hands": -1}, {"hands": 2.0}, {"hands": True}, {"workers": 1.0}, {"workers": True}):
        with pytest.raises(ArenaError, match="0 hands or more and 1 worker or more"):
            _compare(**wrong)
    with pytest.raises(ArenaError, match="bots are a list of names"):
        _compare(bots=[1, 2])


def test_a_house_in_a_file_is_compared_by_its_path(tmp_path: Path) -> None:
    house = tmp_path / "dear.toml"
    house.write_text('extends = "meitian"\nname = "dear"\n[settlement.leftovers.prices]\nblack_two = 7\n', "utf-8")
    assert _compare(second=house, hands=20).part == _compare(second=DEAR_TWOS, hands=20).part


@pytest.mark.parametrize(
    ("game", "rules", "bots"),
    [
        *(("tienlen", name, TABLE) for name in ("meitian", "southern", "southern-places")),
        ("shisanshui", "meitian", ("first-hint", "random", "random", "first-hint")),
        ("shisanshui", "chinese-poker-1-6", ("random", "first-hint")),
    ],
)
def test_a_hand_on_the_kernel_counts_as_at_a_table(game: str, rules: str, bots: tuple[str, ...]) -> None:
    plays, house = games.in_bulk(game, bots), games.house(game, rules)
    assert plays is not None
    for base, carry in ((None, None), ("10", "500")):
        job = job_of(game, rules, bots, 3, None, 0, base=base, carry=carry)
        for hand in range(12):
            assert measured_in_bulk(plays, house, job, hand) == measured(played(job, hand), job, hand)


def test_a_comparison_on_the_kernel_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    at_table = _compare(hands=30).to_json()
    monkeypatch.setattr(comparing, "ENABLED", True)
    monkeypatch.setattr(comparing, "WORTH_A_KERNEL", 10)
    assert _compare(hands=30).to_json() == at_table
