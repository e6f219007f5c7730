"""Houses: what is incoherent is refused in the rulebook's words, and whatever is accepted can be played."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tienlen
from common.errors import CardError, RulesetError
from common.testing.battery import check_hand
from tests.tienlen.tables import HOUSES, RULESETS, house

SPECIALS = {
    "quad": "7s 7h 7c 7d",
    **{f"pair_run_{n}": " ".join(f"{rank}s {rank}h" for rank in "9TJQKA"[:n]) for n in (3, 4, 5, 6)},
}
TARGETS = {"two": "2s", "pair_of_twos": "2s 2h", "three_twos": "2s 2h 2c", **SPECIALS}


def changed(**changes: Any) -> dict[str, Any]:
    """meitian with whole concepts replaced."""
    return {**HOUSES["meitian"].resolved, **changes}


@pytest.mark.parametrize("rules", RULESETS)
def test_each_house_stands_whole_in_its_digest(rules: str) -> None:
    again = tienlen.load_ruleset(HOUSES[rules].resolved)
    assert again == HOUSES[rules]
    assert again.digest == HOUSES[rules].digest
    assert tienlen.load_ruleset(again) is again


def test_the_houses_are_these() -> None:
    assert RULESETS == ("meitian", "southern", "southern-places")
    assert len({rules.digest for rules in HOUSES.values()}) == 3


tables = st.dictionaries(
    st.sampled_from(sorted(SPECIALS)), st.lists(st.sampled_from(sorted(TARGETS)), unique=True, max_size=5), max_size=5
)


@given(tables)
def test_TL_3_6_no_house_that_is_accepted_lets_two_plays_beat_each_other(beating: dict[str, list[str]]) -> None:
    try:
        rules = tienlen.load_ruleset(changed(beating=beating))
    except tienlen.RulesetError:
        return
    for one, other in combinations(SPECIALS.values(), 2):
        assert not (tienlen.beats(one, other, rules) and tienlen.beats(other, one, rules))
    for special, targets in beating.items():
        for target in set(targets) - {special}:
            assert tienlen.beats(SPECIALS[special], TARGETS[target], rules)


@pytest.mark.parametrize(
    "beating",
    [
        {"quad": ["pair_run_4"], "pair_run_4": ["quad"]},
        {"quad": ["pair_run_5"], "pair_run_4": ["quad"]},
        {"pair_run_3": ["pair_run_5"]},
        {"pair_run_4": ["two"], "pair_run_3": ["pair_run_5"]},
    ],
)
def test_TL_3_6_tables_that_go_both_ways_are_refused(beating: dict[str, list[str]]) -> None:
    with pytest.raises(tienlen.RulesetError, match=r"TL-3\.6"):
        tienlen.load_ruleset(changed(beating=beating))


@pytest.mark.parametrize("shortest", [3, 4, 5, 6])
def test_TL_3_4_longer_runs_follow_the_longest_listed(shortest: int) -> None:
    rules = tienlen.load_ruleset(
        changed(
            beating={f"pair_run_{shortest}": ["two", "quad"]},
            combinations={"straight_from": 3, "pair_run_from": shortest},
        )
    )
    for length in range(3, 7):
        run = SPECIALS[f"pair_run_{length}"]
        legal = length >= shortest
        assert (tienlen.combination(run, rules) is not None) == legal
        assert tienlen.beats(run, "2s", rules) == legal
        assert tienlen.beats(run, SPECIALS["quad"], rules) == legal
        for shorter in range(3, length):
            assert tienlen.beats(run, SPECIALS[f"pair_run_{shorter}"], rules) == (shorter >= shortest)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"suits": ["s", "s", "d", "h"]}, "suits"),
        ({"suits": ["s", "c", "d"]}, "suits"),
        ({"beating": {"quad": ["quad"]}}, "names itself"),
        ({"beating": {"pair": ["two"]}}, "beating"),
        ({"beating": {"quad": ["ace"]}}, "beating"),
        ({"beating": {}, "reentry": {"with": "pair_run_4"}}, "reentry"),
        ({"combinations": {"straight_from": 3, "pair_run_from": 4}}, "pair_run_3"),
        ({"combinations": {"straight_from": 2}}, "straight_from"),
        ({"combinations": {"straight_from": True}}, "straight_from"),
        ({"seats": {"least": 4, "most": 3}}, "seats"),
        ({"seats": {"least": 1}}, "seats.least"),
        ({"end": {"play_until": "one_left"}}, "places"),
        ({"end": {"play_until": "last"}}, "play_until"),
        ({"settlement": {"places": {"4": [2, 1]}}}, "places"),
        ({"settlement": {"leftovers": {"to": "place_ahead"}}}, "places"),
        ({"settlement": {"leftovers": {"per_card": -1}}}, "per_card"),
        ({"settlement": {"leftovers": {"per_card": 1.5}}}, "per_card"),
        ({"dealt_wins": {"low_to_high": ["dragon", "dragon"]}}, "twice"),
        ({"dealt_wins": {"low_to_high": ["royal"]}}, "low_to_high"),
        ({"money": {"rake": "1"}}, "rake"),
        ({"hat": 1}, "hat"),
    ],
)
def test_incoherent_houses_are_refused_in_one_sentence(changes: dict[str, Any], words: str) -> None:
    with pytest.raises(tienlen.RulesetError) as caught:
        tienlen.load_ruleset(changed(**changes))
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_places_for_every_number_of_seats() -> None:
    places = {"2": [1], "3": [1]}
    with pytest.raises(tienlen.RulesetError, match="4 seats"):
        tienlen.load_ruleset(
            changed(end={"play_until": "one_left"}, settlement={"places": places, "leftovers": {"to": "place_ahead"}})
        )
    with pytest.raises(tienlen.RulesetError, match="pairs more places"):
        house("southern-places", settlement={"places": {"3": [1, 1]}})


@st.composite
def houses(draw: st.DrawFn) -> dict[str, Any]:
    """A house made up of any choices that go together."""
    one_left = draw(st.booleans())
    units = st.integers(0, 9)
    prices = {
        name: draw(units)
        for name in ("red_two", "black_two", "quad", "pair_run_3", "pair_run_4", "pair_run_5", "pair_run_6")
    }
    wins = draw(st.lists(st.sampled_from(HOUSES["meitian"].dealt_wins.low_to_high), unique=True))
    flags = st.booleans()
    first = draw(st.sampled_from(["lowest_card", "previous_winner"]))
    return changed(
        suits=draw(st.permutations("cdhs")),
        combinations={"straight_from": draw(st.integers(3, 6)), "pair_run_from": 3},
        first_lead={"by": first, "must_contain_lowest": draw(flags)},
        reentry={
            "with": draw(st.sampled_from(["none", "specials", "pair_run_4"])),
            "asks": draw(st.sampled_from(["everyone", "holders"])),
        },
        end={
            "play_until": "one_left" if one_left else "first_out",
            "finish_on_two": draw(flags),
            "finish_on_special": draw(flags),
        },
        dealt_wins={
            "mode": draw(st.sampled_from(["automatic", "declared"])),
            "low_to_high": wins,
            "quads_as_two_pairs": draw(flags),
            "pays": draw(units),
            "leftovers": draw(flags),
        },
        settlement={
            "leftovers": {
                "per_card": draw(units),
                "unplayed_multiplier": draw(st.integers(1, 3)),
                "prices": prices,
                "priced_cards_count": draw(flags),
                "four_twos_are_a_quad": draw(flags),
                "to": draw(st.sampled_from(["winner", "place_ahead"])) if one_left else "winner",
            },
            "chops": {"counts": draw(st.sampled_from(["laid", "cut"])), "prices": prices},
            "places": {"2": [draw(units)], "3": [draw(units)], "4": [draw(units), draw(units)]} if one_left else {},
        },
    )


@settings(max_examples=30)
@given(houses(), st.integers(2, 4), st.integers(0, 10**6))
def test_any_coherent_house_can_be_played(rules: dict[str, Any], seats: int, seed: int) -> None:
    """The battery passes in houses that nobody has written down."""
    leader = random.Random(seed).choice([None, seats - 1])
    tally = check_hand(tienlen.Game(rules, seats=seats, leader=leader), seed, thorough=7)
    assert tally.resumed


def test_TL_2_4_a_house_may_take_back_a_run_that_is_too_short_for_it() -> None:
    changes = {"combinations": {"pair_run_from": 4}, "beating": {"pair_run_3": []}}
    house = {"extends": "meitian", "name": "long runs", **changes}
    assert tienlen.combination("3s 3h 4s 4h 5s 5h", house) is None
    assert tienlen.combination("3s 3h 4s 4h 5s 5h 6s 6h", house) is not None
    assert tienlen.beats("3s 3h 4s 4h 5s 5h 6s 6h", "2s", house)
    with pytest.raises(RulesetError, match="pair_run_3, which is no combination"):
        tienlen.load_ruleset({"extends": "meitian", "name": "x", "combinations": {"pair_run_from": 4}})


@pytest.mark.parametrize("places", [{"2": [1, 1, 1, 50]}, {"4": [9] * 70}, {"3": [1, 2]}])
def test_TL_5_2_places_pair_no_more_places_than_there_are_whatever_the_seats(places: dict[str, list[int]]) -> None:
    house = {"extends": "southern-places", "name": "x", "seats": {"least": 4}, "settlement": {"places": places}}
    with pytest.raises(RulesetError, match="pairs more places than"):
        tienlen.load_ruleset(house)


def test_TL_1_1_no_hand_has_more_than_thirteen_cards() -> None:
    pack = tienlen.Game("meitian").pack
    for ask in (tienlen.leftover_units, tienlen.plays, tienlen.dealt_win, tienlen.combination):
        with pytest.raises(CardError, match="has 14 cards: a hand has 13 at most"):
            ask(pack[:14])
    with pytest.raises(CardError, match="a hand has 13 at most"):
        tienlen.sort(pack[:14], by="combination")


@pytest.mark.parametrize("rake", ["0.050000000000000000000000000000001", "0.1234567", "1e-7"])
def test_M_10_a_rake_has_six_places_however_long_it_is_written(rake: str) -> None:
    with pytest.raises(RulesetError, match="six decimal places"):
        tienlen.load_ruleset({"extends": "meitian", "name": "x", "money": {"rake": rake}})
    same = tienlen.load_ruleset(
        {"extends": "meitian", "name": "x", "money": {"rake": "0.0500000000000000000000000000"}}
    )
    assert same.digest == tienlen.load_ruleset("meitian").digest
