"""SS-2 what a row is, SS-3 the order of rows, SS-6 what rows are worth."""

from __future__ import annotations

import random
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from phevaluator import evaluate_cards

import shisanshui
from common.cards import Card, Rank, cards
from common.errors import CardError, DealError
from common.jit import IntBuffer, buffer, jit
from shisanshui import compare, is_foul, row, waters
from shisanshui.ask import book_of
from shisanshui.rows import RowType, Scale, Wheel, five, unpacked
from shisanshui.ruleset import load_ruleset
from shisanshui.scales import fill, scale
from tests.naive import shisanshui as naive
from tests.shisanshui.shapes import HOUSES, ORACLES, some_row, texts

PLACES = {3: ("front",), 5: ("middle", "back")}


def with_wheel(wheel: str) -> dict[str, object]:
    return {"extends": "meitian", "straights": {"wheel": wheel}}


def kind(text: str, rules: object = "meitian") -> str:
    return row(text, rules).type.name.lower()  # type: ignore[arg-type]


# The tables


@pytest.mark.parametrize("wheel", ["second", "lowest", "none"])
def test_SS_2_the_shipped_tables_are_what_the_evaluator_fills(wheel: Wheel) -> None:
    fresh, shipped = fill(wheel), scale(wheel)
    assert [tuple(map(int, part)) for part in (shipped.forms, shipped.plain, shipped.suited, shipped.front)] == [
        tuple(part) for part in fresh
    ]
    assert list(fresh.forms) == sorted(set(fresh.forms))


def test_SS_2_jokers_without_duplicates_never_make_five_of_a_kind_or_a_flush_with_a_pair() -> None:
    rules = {"extends": "luosong-wild", "jokers": {"wild_may_duplicate": False}}
    assert kind("As Ah Ac Ad Xb", rules) == "quads"
    assert row("As Ah Ac Ad Xb", rules).ranks == (Rank.ACE, Rank.KING)
    assert row("As Ks 9s 5s Xb", rules).ranks == (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.NINE, Rank.FIVE)
    assert row("As Ks 9s 5s Xb", "luosong-wild").ranks == (Rank.ACE, Rank.ACE, Rank.KING, Rank.NINE, Rank.FIVE)


@jit
def _strengths_of_all(scale: Scale, out: IntBuffer) -> int:
    n = 0
    for a in range(48):
        for b in range(a + 1, 49):
            for c in range(b + 1, 50):
                for d in range(c + 1, 51):
                    for e in range(d + 1, 52):
                        out[n] = five(scale, a, b, c, d, e)
                        n += 1
    return n


@pytest.mark.slow
def test_SS_2_4_all_2598960_fives_have_the_order_and_type_of_an_independent_evaluator() -> None:
    """Wheel aside: the evaluator, like chinese-poker, has A 2 3 4 5 as the lowest straight."""
    of = scale("lowest")
    found = buffer(2_598_960)
    assert _strengths_of_all(of, found) == 2_598_960
    of_rank: dict[int, int] = {}
    for strength, held in zip(map(int, found), combinations(range(52), 5), strict=True):
        rank = evaluate_cards(*held)
        assert of_rank.setdefault(rank, strength) == strength, held
    order = [of_rank[rank] for rank in sorted(of_rank, reverse=True)]  # its rank 1 is the strongest
    assert len(order) == 7462
    assert all(low < high for low, high in pairwise(order))
    ends = {10: 8, 166: 7, 322: 6, 1599: 5, 1609: 4, 2467: 3, 3325: 2, 6185: 1, 7462: 0}
    first = 1
    for last, right in ends.items():
        assert {int(of.types[of_rank[rank]]) for rank in range(first, last + 1)} == {right}
        first = last + 1


# Against the prose


@pytest.mark.parametrize("house", HOUSES)
def test_SS_2_1_to_2_6_rows_are_what_the_prose_says(house: str) -> None:
    chance, oracle = random.Random(house), ORACLES[house]
    seen: list[tuple[naive.Row, shisanshui.Row]] = []
    for _ in range(150):
        held = some_row(house, chance.choice([3, 5, 5]), chance)
        right, found = naive.row(texts(held), oracle), row(held, house)
        assert found.type.name.lower() == naive.type_name(right).replace(" ", "_"), held
        for place in PLACES[len(held)]:
            assert waters(found, place, house) == naive.waters(right, place, oracle)
        for other_right, other in seen[-40:]:
            if len(other.cards) == len(found.cards):
                expected = (right > other_right) - (right < other_right)
                assert (found > other) - (found < other) == expected, (held, other)
                assert compare(found, other, house) == expected == -compare(other, found, house)
        seen.append((right, found))


@pytest.mark.parametrize("house", HOUSES)
def test_SS_3_1_and_3_2_fouls_are_what_the_prose_says(house: str) -> None:
    chance, oracle, book = random.Random(house), ORACLES[house], book_of(house)
    fouls = 0
    for _ in range(400):
        rows = [some_row(house, size, chance) for size in (3, 5, 5)]
        front, middle, back = (naive.row(texts(held), oracle) for held in rows)
        expected = naive._is_foul(front, middle, back)
        strengths = [book.strength(held) for held in rows]
        assert book.is_foul(*strengths) == expected, rows
        fouls += expected
    assert 40 < fouls < 380


# Properties


@pytest.mark.parametrize("house", HOUSES)
def test_SS_2_4_rows_are_in_one_order_and_their_cards_order_never_matters(house: str) -> None:
    chance = random.Random(house)
    for size in (3, 5):
        held = [some_row(house, size, chance) for _ in range(12)]
        for a, b, c in permutations(held, 3):
            assert compare(a, b, house) == -compare(b, a, house)
            if compare(a, b, house) >= 0 and compare(b, c, house) >= 0:
                assert compare(a, c, house) >= 0
        for cards_ in held:
            shuffled = chance.sample(cards_, size)
            assert row(shuffled, house) == row(cards_, house)
            assert compare(cards_, cards_, house) == 0


@given(st.permutations(list(cards("As 2d 3d 4d 5d 9s Ts Js"))))
def test_case_q_evaluating_leaves_the_caller_s_cards_in_the_caller_s_order(held: list[Card]) -> None:
    mine = held[:5]
    before = list(mine)
    row(mine)
    compare(mine, list(reversed(mine)))
    waters(mine, "back")
    assert mine == before


@pytest.mark.parametrize("wheel", ["second", "lowest", "none"])
def test_SS_2_4_forms_unpack_to_what_they_were_packed_from(wheel: Wheel) -> None:
    of = scale(wheel)
    seen = [unpacked(int(form), wheel) for form in of.forms]
    assert len(set(seen)) == len(seen)
    assert all(kind == int(right) for (kind, _), right in zip(seen, of.types, strict=True))
    assert all(int(low) <= int(high) for low, high in pairwise(of.patterns))


# Examples


def test_SS_2_1_the_types_from_high_to_low() -> None:
    high_to_low = [
        "As Ah Ac Ad Ad",
        "9s Ts Js Qs Ks",
        "9s 9h 9c 9d 2s",
        "9s 9h 9c 2d 2s",
        "Ks 9s 5s 3s 2s",
        "5s 6h 7c 8d 9s",
        "9s 9h 9c 3d 2s",
        "9s 9h 3c 3d 2s",
        "9s 9h 4c 3d 2s",
        "As Kh 9c 3d 2s",
    ]
    types = [row(text, "luosong-five").type for text in high_to_low]
    assert types == sorted(RowType, reverse=True)
    assert all(compare(a, b, "luosong-five") == 1 for a, b in combinations(high_to_low, 2))


def test_SS_2_2_three_in_a_run_or_of_a_suit_are_nothing_in_front() -> None:
    assert [kind(text) for text in ("3s 4h 5c", "3s 7s 9s", "3s 3h 9s", "3s 3h 3c")] == [
        "high_card",
        "high_card",
        "pair",
        "trips",
    ]


def test_case_a_and_SS_2_3_the_wheel() -> None:
    suited = "Ad 2d 3d 4d 5d"
    assert compare(suited, "9s Ts Js Qs Ks") == 1
    assert compare(suited, "Ts Js Qs Ks As") == -1
    assert compare(suited, "2s 3s 4s 5s 6s") == 1
    plain, six = "Ah 2d 3d 4d 5d", "2s 3h 4s 5s 6s"
    assert compare(plain, six, with_wheel("second")) == 1
    assert compare(plain, six, with_wheel("lowest")) == -1
    assert kind(plain, with_wheel("none")) == "high_card"


@pytest.mark.parametrize("house", HOUSES)
def test_case_b_runs_do_not_go_round_the_corner(house: str) -> None:
    found = row("Qs Kh Ad 2c 3s", house)
    assert found.type is RowType.HIGH_CARD
    assert found.ranks == (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.THREE, Rank.TWO)


def test_case_c_cards_as_people_write_them() -> None:
    assert row("10S ♠9 9h").cards == row("9s 9h Ts").cards
    for text in ("1s 2s 3s", "0s 2s 3s", "Tx 2s 3s", ""):
        with pytest.raises(CardError):
            row(text)


def test_case_d_flushes_by_all_five_ranks() -> None:
    assert compare("Ks Ts 5s 4s 3s", "Qh Th 7h 5h 4h") == 1


def test_case_e_two_pair_by_pairs_then_kicker() -> None:
    assert compare("6s 6h 2c 2d 7s", "5s 5h 4c 4d As") == 1
    assert compare("6s 6h 5c 5d 2s", "6c 6d 2c 2h As") == 1


def test_case_f_kickers_before_suits() -> None:
    one, other = "As Ac 7h 5d 3s", "Ah Ad 7s 5c 4s"
    for house in HOUSES:
        assert compare(one, other, house) == -1
    equal = "Ah Ad 7s 5c 3h"
    assert compare(one, equal, "meitian") == 0
    assert compare(one, equal, "bb") == compare(one, equal, "bianfeng") == 1


def test_SS_2_5_and_7_9_the_suits_of_two_aces() -> None:
    assert compare("As Ac 3h", "Ah Ad 3s", "bb") == 1
    assert compare("As Ac 3h", "Ah Ad 4s", "bb") == -1


def test_SS_2_5_which_types_are_told_apart_by_suit() -> None:
    equal = {
        "high_card": ("As Kh 9c 5d 3s", "Ah Ks 9d 5c 3h"),
        "pair": ("9s 9c Kh 5d 3s", "9h 9d Ks 5c 3h"),
        "two_pair": ("9s 9c 4h 4d Ks", "9h 9d 4s 4c Kh"),
        "straight": ("5s 6h 7h 8h 9s", "5h 6s 7s 8s 9h"),
        "flush": ("Ks 9s 5s 3s 2s", "Kh 9h 5h 3h 2h"),
        "straight_flush": ("5s 6s 7s 8s 9s", "5h 6h 7h 8h 9h"),
    }
    for name, (one, other) in equal.items():
        assert kind(one) == kind(other) == name
        assert compare(one, other, "meitian") == compare(one, other, "luosong") == 0
        assert compare(one, other, "bb") == 1
        assert compare(one, other, "bianfeng") == (name != "high_card")
    assert compare("As 2h 3c 4d 5h", "Ah 2s 3s 4s 5s", "bb") == 1  # of A 2 3 4 5 the ace


def test_case_k_jokers_stand_for_the_best_card() -> None:
    wild = "luosong-wild"
    tops = {"7c 8h 9d Ts Xb": Rank.JACK, "Th Js Qd Kc Xb": Rank.ACE, "2c 3h 4d 5s Xb": Rank.FIVE}
    for text, top in tops.items():
        assert (row(text, wild).type, row(text, wild).ranks) == (RowType.STRAIGHT, (top,))
    assert kind("As Ah Ac Xb Xr", wild) == "five_of_a_kind"
    assert kind("Ks Xb Xr", wild) == "trips"


def test_SS_2_6_rows_tie_break_by_what_jokers_stand_for() -> None:
    rules = {"extends": "luosong-wild", "suits": {"high_to_low": list("shcd"), "types": ["pair", "straight", "flush"]}}
    assert compare("Kd Xb 3s", "Ks Kh 3c", rules) == 0  # the joker is the king of spades
    assert compare("Kd Xb 3s", "Kh Kc 3d", rules) == 1
    assert compare("5d 6h 7h 8h Xb", "5h 6s 7s 8s 9h", rules) == 1  # it is the nine of spades
    assert compare("Xb Th Jh Qh Ad", "Th Js Qs Ks Ah", rules) == -1  # the ace is of diamonds
    assert compare("Kh 9h 5h 3h Xb", "Ks 9s 5s 3s Xr", rules) == -1  # of a flush it has the suit


def test_case_l_a_draw_is_none_of_seats_affair() -> None:
    assert compare("2s 3h 4c", "2h 3s 4d") == 0
    assert not row("2s 3h 4c") > row("2h 3s 4d")
    assert row("2s 3h 4c") == row("2h 3s 4d")


def test_case_j_what_a_pack_does_not_hold_is_refused() -> None:
    for text in ("5c 5c 7d", "7d 7d 3s", "7s Xb 3s"):
        with pytest.raises(DealError, match="the pack of 52 holds it"):
            row(text)
    assert kind("7d 7d 3s", "luosong-five") == "pair"
    for text in ("7d 7d 7d", "7c 7c 3s"):
        with pytest.raises(DealError):
            row(text, "luosong-five")


def test_case_n_trips_and_quads() -> None:
    assert kind("9s 9h 9c 5s 4d") == "trips"
    assert kind("9s 9h 9c 9d 4d") == "quads"


def test_case_o_ranks_over_the_common_length() -> None:
    assert is_foul("As Ah Kd | Ac Ad Qs Jh 9d | 2s 2h 2c 2d 3s")
    assert not is_foul("As Kh Qd | Ad Kc Qs 3h 2d | 4s 4h 5s 7c 9d")
    assert is_foul("As Ah Ks | Ac Ad Qs Jh 9d | 2s 2h 2c 2d 3s")  # SS-3.2: AAK over AAQJ9
    assert is_foul("9s 9h 9c | 8s 8h 8c Ah Kd | 2s 2h 2c 2d 3s")


def test_case_p_the_wheel_over_six_high() -> None:
    layout = "Ks Kh 9d | As 2h 3d 4c 5s | 2s 3h 4d 5c 6s"
    assert is_foul(layout, with_wheel("second"))
    assert not is_foul(layout, with_wheel("lowest"))


def test_SS_3_1_equal_rows_are_no_foul_but_where_the_house_is_strict() -> None:
    layout = "Ks Qh 9d | 2s 3h 4d 5c 6s | 2h 3s 4c 5d 6h"
    assert not is_foul(layout)
    assert is_foul(layout, {"extends": "meitian", "rows": {"strict": True}})
    assert not is_foul("As Kh Qd | Ad Kc Qs 3h 2d | 4s 4h 5s 7c 9d", {"extends": "meitian", "rows": {"strict": True}})


def test_SS_6_the_waters_of_every_house() -> None:
    held = {
        "trips": "9s 9h 9c",
        "full_house": "9s 9h 9c 2d 2s",
        "quads": "9s 9h 9c 9d 2s",
        "straight_flush": "9s Ts Js Qs Ks",
    }
    printed = {
        "meitian": (3, (2, 8, 10), (1, 4, 5)),
        "luosong": (3, (2, 7, 9), (1, 4, 5)),
        "bianfeng": (3, (2, 8, 10), (1, 4, 5)),
        "bb": (2, (2, 8, 10), (1, 4, 5)),
        "maubinh": (3, (2, 8, 10), (1, 4, 5)),
        "chinese-poker-2-4": (1, (1, 1, 1), (1, 1, 1)),
    }
    for house, (front, middle, back) in printed.items():
        assert waters(held["trips"], "front", house) == front
        for place, right in (("middle", middle), ("back", back)):
            found = tuple(waters(held[name], place, house) for name in ("full_house", "quads", "straight_flush"))
            assert found == right, (house, place)
        assert waters("2s 3h 5c", "front", house) == waters("9s 9h 9c 2d 3s", "middle", house) == 1
    assert waters("9s 9h 9c 9d 9d", "middle", "luosong-five") == 11
    assert waters("9s 9h 9c 9d 9d", "back", "luosong-five") == 6
    with pytest.raises(CardError):
        waters("9s 9h 9c", "back")
    with pytest.raises(ValueError, match="front, middle or back"):
        waters("9s 9h 9c", "top")


def test_a_renamed_house_plays_by_the_same_rules_under_its_own_name() -> None:
    rules = load_ruleset({"extends": "meitian", "name": "mine"})
    assert rules.digest == book_of("meitian").rules.digest
    assert book_of(rules).rules.name == "mine"
    assert book_of("meitian").rules.name == "meitian"
    assert book_of(rules) is book_of(rules)
