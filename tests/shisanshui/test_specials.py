"""SS-5 specials, and how two of them compare (SS-7.5)."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

import shisanshui
from common.errors import CardError, DealError
from shisanshui import compare, special
from shisanshui.ask import book_of
from shisanshui.row_specials import whole_special_at
from shisanshui.ruleset import load_ruleset
from shisanshui.specials import ROW_KINDS, SpecialKind
from shisanshui.splits import row_split
from tests.naive import shisanshui as naive
from tests.shisanshui.shapes import HOUSES, ORACLES, special_name, texts, thirteen

SIX_PAIRS = "4s 4h 4c 4d 7s 7h 9s 9h Js Jd Kh Kc Ad"
THREE_WAYS = "2h 3h 7h 9h Qh 4c 8c 5c Jc Kc 6s 9s Ts"
DRAGON = "Qs Kh Ad 2c 3d 4s 5h 6c 7s 8h 9d Tc Js"
KNOWN = [house for house in HOUSES if ORACLES[house].specials]


def kind(text: str, rules: object = "meitian") -> str | None:
    found = special(text, rules)  # type: ignore[arg-type]
    return None if found is None else found.kind


# Against the prose


@pytest.mark.parametrize("house", KNOWN)
def test_SS_5_specials_and_their_order_are_what_the_prose_says(house: str) -> None:
    chance, oracle = random.Random(house), ORACLES[house]
    seen: dict[str, list[tuple[naive.SpecialKey, shisanshui.Special]]] = {}
    for _ in range(25 if oracle.pack in {54, 67} else 90):
        hand = thirteen(house, chance)
        right, found = naive.special(texts(hand), oracle), special(hand, house)
        if right is None:
            assert found is None, hand
            continue
        assert found is not None, hand
        assert found.kind == special_name(right[0]), hand
        assert found.waters == naive.special_waters(right[0], oracle)
        for key, other in seen.setdefault(found.kind, []):
            expected = (right[1] > key) - (right[1] < key)
            assert (found > other) - (found < other) == expected, (hand, other)
            assert compare(found, other, house) == expected == -compare(other, found, house)
        seen[found.kind].append((right[1], found))
    assert len(seen) >= (1 if oracle.pack > 54 else 3)


@pytest.mark.parametrize("house", KNOWN)
def test_SS_7_5_specials_are_in_one_order(house: str) -> None:
    chance = random.Random(house)
    found = [held for _ in range(60) if (held := special(thirteen(house, chance), house)) is not None]
    for a, b, c in permutations(found[:12], 3):
        assert (a > b) == (b < a)
        if a >= b >= c:
            assert a >= c


@pytest.mark.parametrize("house", ["bb", "bianfeng", "luosong-wild"])
def test_SS_5_2_a_special_of_three_rows_can_be_laid_as_such_without_a_foul(house: str) -> None:
    chance, book, tried = random.Random(house), book_of(house), 0
    for _ in range(400):
        hand = thirteen(house, chance)
        nth = book.special_at(hand)
        if nth >= 0 and (of := SpecialKind(book.specials.kinds[nth])) in ROW_KINDS:
            rows = row_split(book, of, hand)
            assert sorted(card for row in rows for card in row) == sorted(hand)
            assert not book.is_foul(*map(book.strength, rows))
            laid = special(shisanshui.Layout(rows), house)
            assert laid is not None
            assert laid.kind == of.name.lower()
            tried += 1
    assert tried > 20


# Examples


def test_case_g_a_low_run_in_front_counts_inside_three_straights_alone() -> None:
    assert compare("As 2s 3s", "4d 4c 2h") == -1
    assert kind("As 2s 3s 4d 5c 6d 7d 8d 9h Th Jh Qh Kh", {"extends": "meitian", "specials": only("three_straights")})


def only(*kinds: str) -> dict[str, object]:
    return {"high_to_low": [{"kinds": [each], "waters": 3} for each in kinds]}


def test_case_i_three_straights_and_three_flushes_at_once() -> None:
    assert kind(THREE_WAYS) == "three_straights"
    assert kind(THREE_WAYS, "luosong") == "three_flushes"
    assert kind(THREE_WAYS, {"extends": "meitian", "specials": only("three_straight_flushes")}) is None
    assert [special(THREE_WAYS, house).waters for house in ("meitian", "luosong")] == [4, 3]  # type: ignore[union-attr]


def test_case_r_and_SS_5_3_quads_as_two_pairs() -> None:
    assert kind(SIX_PAIRS) == "six_pairs"
    assert kind(SIX_PAIRS, {"extends": "meitian", "specials": {"quads_as_two_pairs": False}}) is None
    assert kind("2s 2h 3s 3h 4s 4h 5s 5h 7s 7h 9s 9h 9c") == "five_pairs_trips"
    four_trips = "2s 2h 2c 2d 3s 3h 3c 4s 4h 4c 5s 5h 5c"
    assert kind(four_trips, {"extends": "meitian", "specials": only("four_trips")}) == "four_trips"
    off = {"extends": "meitian", "specials": {**only("four_trips"), "quads_as_trips": False}}
    assert kind(four_trips, off) is None
    assert kind("2s 2h 2c Kd 3s 3h 3c 4s 4h 4c 5s 5h 5c", off) == "four_trips"


def test_case_s_a_dragon_is_no_three_straights_and_king_ace_two_is_no_run() -> None:
    assert [kind(DRAGON, house) for house in ("meitian", "bb", "bianfeng", "luosong", "maubinh")] == ["dragon"] * 5
    assert kind("Ks Ah 2c 4s 5h 6c 7d 8s 4h 5c 6d 7h 8c") is None


def test_SS_5_1_and_5_the_values_printed() -> None:
    hands = {
        "same_suit_dragon": ("As 2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks", 32, 108),
        "dragon": (DRAGON, 30, 36),
        "twelve_royals": ("As Ah Ac Ks Kh Kc Kd Qs Qh Qc Js Jh Jd", 24, 24),
        "three_straight_flushes": ("2s 3s 4s 3d 4d 5d 6d 7d 5c 6c 7c 8c 9c", 20, 22),
        "three_quads": ("2s 2h 2c 2d 5s 5h 5c 5d Ks Kh Kc Kd 9s", 20, 20),
        "all_high": ("8s 8h 9s 9c Th Td Js Jc Qh Kd Kc As Ac", 10, 15),
        "all_low": ("2s 2h 3s 3c 4h 4d 5s 5c 6h 7d 7c 8s 8c", 10, 12),
        "one_color": ("2s 2c 4s 5c 7s 7c 9s Tc Js Jc Ks Kc As", 10, 10),
        "four_trips": ("2s 2h 2c 5s 5h 5c 9s 9h 9d Ks Kh Kd As", 6, 6),
        "five_pairs_trips": ("2s 2h 3s 3h 4s 4h 5s 5h 7s 7h 9s 9h 9c", 5, 5),
        "six_pairs": ("2s 2h 3s 3h 4s 4h 5s 5h 7s 7h 9s 9h Kc", 4, 4),
        "three_straights": ("2s 3h 4d 4s 5c 6d 7h 8s 9s Td Jh Qs Kc", 4, 3),
        "three_flushes": ("2s 5s 9s 3h 6h 8h Jh Kh 2c 7c Tc Qc Ac", 3, 3),
    }
    for name, (hand, meitian, luosong) in hands.items():
        for house, units in (("meitian", meitian), ("bb", meitian), ("luosong", luosong)):
            found = special(hand, house)
            assert found is not None
            assert (found.kind, found.waters) == (name, units)
    for house in ("luosong-five", "luosong-spare"):  # SS-5.1
        known = {kind(hand, house) for hand, *_ in hands.values()}
        assert known == {"same_suit_dragon", "dragon", None}


def test_SS_5_4_bianfeng_s_small_specials_are_all_alike() -> None:
    hands = [SIX_PAIRS, "2s 2h 3s 3h 4s 4h 5s 5h 7s 7h 9s 9h 9c", THREE_WAYS, "2s 5s 9s 3h 6h 8h Jh Kh 2c 7c Tc Qc Ac"]
    assert {special(hand, "bianfeng").waters for hand in hands} == {3}  # type: ignore[union-attr]
    assert all(compare(a, b, "bianfeng") == 0 for a, b in permutations(hands, 2))
    assert all(compare(DRAGON, hand, "bianfeng") == 1 for hand in hands)


def test_SS_5_2_bianfeng_reads_rows_from_the_layout() -> None:
    rows = "2h 3h 4c | 5c 6s 7h 8c 9h | 9s Ts Jc Qh Kc"
    assert kind(rows, "bianfeng") == "three_straights"
    assert kind("2h 3h 5c | 4c 6s 7h 8c 9h | 9s Ts Jc Qh Kc", "bianfeng") is None
    assert kind("2h 3h 5c | 4c 6s 7h 8c 9h | 9s Ts Jc Qh Kc", "meitian") == "three_straights"
    foul = "2h 3h 4c | 9s Ts Jc Qh Kc | 5c 6s 7h 8c 9h"
    assert kind(foul, "bianfeng") is None
    chance = random.Random(5)
    for _ in range(40):  # in whatever order the cards of a row are given
        laid, wrong = (
            " | ".join(" ".join(chance.sample(row.split(), len(row.split()))) for row in text.split("|"))
            for text in (rows, foul)
        )
        assert (kind(laid, "bianfeng"), kind(wrong, "bianfeng")) == ("three_straights", None)
    pairs = "Kh Kc Ad | Js Jd 4s 4h 9s | 4c 4d 7s 7h 9h"  # a foul: six pairs count whatever the layout (SS-5.4)
    assert kind(pairs, "bianfeng") == "six_pairs"


def test_SS_5_5_jokers_complete_specials() -> None:
    wild = "luosong-wild"
    assert kind("2s 2h 3s 3h 4s 4h 5s 5h 7s 7h 9s Kc Xb", wild) == "six_pairs"
    assert kind("2s 3h 4s 5h 6s 7h 8s 9h Ts Jh Qs Xb Xr", wild) == "dragon"
    assert kind("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Xb Xr", wild) == "same_suit_dragon"
    assert kind("2s 3s 4s 3d 4d 5d 6d 7d 5c 6c 7c Xb 9c", wild) == "three_straight_flushes"
    assert kind("2s 2h 2c 2d 5s 5h 5c 5d Ks Kh Xb Xr 9s", wild) == "three_quads"
    assert kind("2s 2h 3s 3c 4h 4d 5s 5c 6h 7d 7c 8s Xr", wild) == "all_low"


def test_SS_7_5_the_quads_example_of_bb() -> None:
    """It holds 3s five times, so it is never a deal (SS-7.9); as a comparison it stands."""
    one, other = "2c 2d 2h 2s 4c 4d 4h 4s Qc Qd Qh Qs 3c", "3c 3d 3h 3s 5c 5d 5h 5s 6c 6d 6h 6s Kc"
    assert compare(one, other, "bb") == 1
    assert compare(other, one, "bb") == -1
    assert compare(one, other, "meitian") == 0


def test_SS_7_5_bb_compares_by_suit_at_last() -> None:
    pairs = "Ks Kh 3s 3h 4s 4h 5s 5h 7s 7h 9s 9h Ac", "Kc Kd 3c 3d 4c 4d 5c 5d 7c 7d 9c 9d Ad"
    assert compare(*pairs, "bb") == 1
    assert compare(*pairs, "luosong") == 0
    assert compare("As 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", DRAGON, "bb") == 1
    suited = "Ah 2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh", "Ac 2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc"
    assert compare(*suited, "bb") == compare(*suited, "bianfeng") == 1
    assert compare(*suited, "meitian") == 0


def test_a_special_is_above_every_ordinary_hand() -> None:
    nothing = "2s 3h 5c 6d 8s 9h Jc Qd As Kh 4c 7d 7h"
    assert compare(SIX_PAIRS, nothing) == 1
    assert compare(nothing, SIX_PAIRS) == -1
    assert compare(nothing, nothing) == 0
    with pytest.raises(CardError):
        compare(SIX_PAIRS, "2s 3h 5c")


def test_SS_1_3_of_sixteen_cards_the_best_thirteen_count() -> None:
    dragon = f"2d 2h 9s {DRAGON}"
    assert kind(dragon, "luosong-spare") == "dragon"
    with pytest.raises(CardError, match="13"):
        kind(dragon)


def test_case_j_hands_that_no_pack_holds_are_refused() -> None:
    with pytest.raises(DealError, match="5c"):
        special("5c 5c 2s 3h 4d 6s 7h 8c 9d Ts Jh Qc Kd")
    assert kind("7d 7d 2s 3h 4d 6s 7h 8c 9d Ts Jh Qc Kd", "luosong-five") is None
    for wrong in ("7d 7d 7d 3h 4d 6s 7h 8c 9d Ts Jh Qc Kd", "7c 7c 2s 3h 4d 6s 7h 8c 9d Ts Jh Qc Kd"):
        with pytest.raises(DealError):
            special(wrong, "luosong-five")


def test_houses_without_specials_have_none() -> None:
    assert kind(DRAGON, "chinese-poker-2-4") is None
    book = book_of(load_ruleset("chinese-poker-1-6"))
    assert whole_special_at(book, shisanshui.Layout("Qs Kh Ad | 2c 3d 4s 5h 6c | 7s 8h 9d Tc Js").cards) == -1
