"""A house's numbers, in the one table that all primitives read."""

from __future__ import annotations

import pytest

from shisanshui import law, load_ruleset, rulesets
from shisanshui.ask import book_of
from shisanshui.rows import RowType

NUMBERS = {
    "waters": (law.WATERS, 30),
    "gun": (law.GUN, 1),
    "home_run": (law.HOME_RUN, 1),
    "home_run_seats": (law.HOME_RUN_SEATS, 1),
    "sweep": (law.SWEEP, 1),
    "majority": (law.MAJORITY, 1),
    "foul_pays": (law.FOUL_PAYS, 1),
    "pays_dearest": (law.PAYS_DEAREST, 1),
    "each_escape": (law.EACH_ESCAPE, 1),
    "house_escape": (law.HOUSE_ESCAPE, 1),
    "is_declared": (law.IS_DECLARED, 1),
    "opt_out": (law.OPT_OUT, 1),
    "rows_from_layout": (law.ROWS_FROM_LAYOUT, 1),
    "strict": (law.STRICT, 1),
    "collects": (law.COLLECTS, law.PLACES),
    "swept": (law.SWEPT, law.PLACES),
    "ties": (law.TIES, law.PLACES),
}


def test_no_two_numbers_of_a_rulebook_share_a_place() -> None:
    taken: dict[int, str] = {}
    for name, (start, size) in NUMBERS.items():
        for place in range(start, start + size):
            assert place not in taken, f"{name} and {taken.get(place)} share {place}"
            taken[place] = name


@pytest.mark.parametrize("house", rulesets())
def test_SS_6_numbers_are_what_the_house_says(house: str) -> None:
    book, rules = book_of(house), load_ruleset(house)
    taken = {place for start, size in NUMBERS.values() for place in range(start, start + size)}
    assert {place for place in range(len(book.numbers)) if book.numbers[place]} <= taken
    for at, named in enumerate((rules.waters.front, rules.waters.middle, rules.waters.back)):
        of_place = {kind.name.lower(): int(book.waters[10 * at + kind]) for kind in RowType}
        assert of_place == dict.fromkeys(of_place, 1) | dict(named)
    feats = [law.GUN, law.HOME_RUN, law.HOME_RUN_SEATS, law.SWEEP, law.MAJORITY]
    assert [int(book.numbers[at]) for at in feats] == [
        rules.feats.gun,
        rules.feats.home_run,
        rules.feats.home_run_seats,
        rules.feats.sweep,
        rules.feats.majority,
    ]
    for at, special in enumerate(rules.specials.high_to_low):
        assert book.numbers[law.COLLECTS + at] == special.waters
        assert book.numbers[law.SWEPT + at] == special.swept
        assert (book.numbers[law.TIES + at] == law.DRAW) == (special.ties == "draw")


@pytest.mark.parametrize(
    ("changes", "at"),
    [
        ({"rows": {"strict": True}}, law.STRICT),
        ({"specials": {"mode": "declared"}}, law.IS_DECLARED),
        ({"specials": {"rows_from": "layout"}}, law.ROWS_FROM_LAYOUT),
        ({"rows": {"foul": {"kind": "pays_dearest", "at_least": 1}}}, law.PAYS_DEAREST),
        ({"rows": {"foul": {"kind": "pays_fixed", "units": 1}}}, law.FOUL_PAYS),
        ({"escape": {"each": 1}}, law.EACH_ESCAPE),
        ({"escape": {"house": 1}}, law.HOUSE_ESCAPE),
    ],
)
def test_a_house_that_changes_one_thing_changes_its_number(changes: dict[str, object], at: int) -> None:
    changed = book_of({"extends": "meitian", "name": "changed", "title": "Changed", **changes})
    assert (book_of("meitian").numbers[at], changed.numbers[at]) == (0, 1)
