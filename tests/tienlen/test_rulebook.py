"""The compiled rulebook: every number has a place of its own."""

from __future__ import annotations

import pytest

from tests.tienlen.tables import HOUSES, RULESETS, house
from tienlen import charges, combos, moves, prices, turns, wins
from tienlen.rulebook import compile_rules

PLACES = {
    "straight_from": (combos.STRAIGHT_FROM, 1),
    "pair_run_from": (combos.PAIR_RUN_FROM, 1),
    "cover": (combos.COVER, combos.CLASSES**2),
    "finish_two": (moves.FINISH_TWO, 1),
    "finish_special": (moves.FINISH_SPECIAL, 1),
    "reentry": (moves.REENTRY, combos.CLASSES),
    "first_out": (turns.FIRST_OUT, 1),
    "reentry_over": (turns.REENTRY_OVER, combos.CLASSES),
    "previous_winner": (turns.PREVIOUS_WINNER_LEADS, 1),
    "must_contain_lowest": (turns.MUST_CONTAIN_LOWEST, 1),
    "asks_holders": (turns.ASKS_HOLDERS, 1),
    "quads_as_two_pairs": (wins.QUADS_AS_TWO_PAIRS, 1),
    "wins": (wins.RANK, len(wins.KINDS)),
    "left": (prices.LEFT, combos.CLASSES),
    "chop": (prices.CHOP, combos.CLASSES),
    "chop_counts_cut": (prices.CHOP_COUNTS_CUT, 1),
    "four_twos": (prices.FOUR_TWOS_ARE_A_QUAD, 1),
    "red_twos": (prices.RED_TWOS, 1),
    "wins_are_declared": (wins.WINS_ARE_DECLARED, 1),
    "per_card": (charges.PER_CARD, 1),
    "unplayed": (charges.UNPLAYED_MULTIPLIER, 1),
    "priced_cards": (charges.PRICED_CARDS_COUNT, 1),
    "to_place_ahead": (charges.TO_PLACE_AHEAD, 1),
    "dealt_win_pays": (charges.DEALT_WIN_PAYS, 1),
    "dealt_win_leftovers": (charges.DEALT_WIN_LEFTOVERS, 1),
    "places": (charges.PLACES, 9),
}


def test_no_two_numbers_of_a_rulebook_share_a_place() -> None:
    taken: dict[int, str] = {}
    for name, (start, size) in PLACES.items():
        for place in range(start, start + size):
            assert place not in taken, f"{name} and {taken.get(place)} share {place}"
            taken[place] = name


@pytest.mark.parametrize("rules", RULESETS)
def test_nothing_is_written_elsewhere(rules: str) -> None:
    taken = {place for start, size in PLACES.values() for place in range(start, start + size)}
    numbers = compile_rules(HOUSES[rules]).numbers
    assert {place for place in range(len(numbers)) if numbers[place]} <= taken


@pytest.mark.parametrize("rules", RULESETS)
def test_TL_4_4_who_is_asked_again_is_what_the_house_says(rules: str) -> None:
    for asks in ("everyone", "holders"):
        numbers = compile_rules(house(rules, reentry={"asks": asks})).numbers
        assert bool(numbers[turns.ASKS_HOLDERS]) == (asks == "holders")


def test_a_rulebook_is_compiled_once_for_each_digest() -> None:
    assert compile_rules(house("southern")) is compile_rules(HOUSES["southern"])
