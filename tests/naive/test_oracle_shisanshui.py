"""The oracle against every worked example and case that its rules give."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from tests.naive import shisanshui
from tests.naive.shisanshui import (
    BB,
    BIANFENG,
    CHINESE_POKER_1_6,
    CHINESE_POKER_2_4,
    HOUSES,
    LUOSONG,
    LUOSONG_FIVE,
    LUOSONG_WILD,
    MAUBINH,
    MEITIAN,
    PACK,
    TYPES,
    House,
    Layout,
    best_bonus,
    compare_specials,
    escape,
    foul,
    has_special,
    hints_first,
    legal_layouts,
    level,
    pareto,
    row,
    settle,
    special,
    special_laid,
    type_name,
)
from tests.naive.text import cards, layout

COUNTS = Path(__file__).parents[1] / "counts" / "shisanshui.txt"

FIXTURE_F = [
    layout("As Ah Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad"),
    layout("Kh Qs Js | 8s 8h 6s 5h 2s | 7s 7h 4s 4h Jd"),
    layout("Kd Qh Th | 8c 8d 6h 5c 2h | 7c 7d 3s 3h Jc"),
    layout("Ac Qc Tc | 6c 6d Td 9d 5d | 3c 3d 2c 2d 4c"),
]


def compare(one: str, other: str, house: House = MEITIAN) -> int:
    return shisanshui.compare(cards(one), cards(other), house)


def name(text: str, house: House = MEITIAN) -> str:
    return type_name(row(cards(text), house))


def special_name(text: str, house: House = MEITIAN) -> str | None:
    found = special(cards(text), house)
    return found and found[0]


def totals(*texts: str, house: House = MEITIAN, declared: list[bool | None] | None = None) -> tuple[int, ...]:
    return settle([layout(text) for text in texts], house, declared).totals


def no_special(house: House) -> House:
    return replace(house, specials=())


# Rows


def test_SS_2_1_types() -> None:
    shown = {
        "As Kd 9c 7h 3s": "high card",
        "As Ad 9c 7h 3s": "pair",
        "As Ad 9c 9h 3s": "two pair",
        "As Ad Ac 9h 3s": "trips",
        "As 2d 3c 4h 5s": "straight",
        "As Js 9s 4s 2s": "flush",
        "As Ad Ac 9h 9s": "full house",
        "As Ad Ac Ah 9s": "quads",
        "As Ks Qs Js Ts": "straight flush",
        "7s 7h 7c 7d 7d": "five of a kind",
    }
    assert list(shown.values()) == list(TYPES)
    for text, expected in shown.items():
        assert name(text) == expected
    assert name("7d 7d Kd Kd 2d", LUOSONG_FIVE) == "flush"


def test_SS_2_2_three_types_in_front() -> None:
    assert name("As Ks Qs") == "high card"
    assert name("As Ad Qs") == "pair"
    assert name("As Ad Ac") == "trips"


def test_case_a_straight_flushes_around_the_wheel_SS_2_3() -> None:
    wheel = "Ad 2d 3d 4d 5d"
    assert compare(wheel, "9s Ts Js Qs Ks") == 1
    assert compare(wheel, "Ts Js Qs Ks As") == -1
    assert compare(wheel, "2s 3s 4s 5s 6s") == 1
    assert shisanshui.waters(row(cards(wheel), MEITIAN), "back", MEITIAN) == 5


def test_case_a_three_wheels() -> None:
    for wheel, expected in (("second", 1), ("lowest", -1), ("none", -1)):
        house = replace(MEITIAN, wheel=wheel)
        assert compare("Ad 2s 3d 4d 5d", "2s 3h 4s 5s 6s", house) == expected
        assert name("Ad 2s 3d 4d 5d", house) == ("high card" if wheel == "none" else "straight")


def test_case_b_no_wrap() -> None:
    for house in HOUSES.values():
        assert row(cards("Qs Kh Ad 2c 3s"), house)[:2] == (0, (12, 11, 10, 1, 0))


def test_case_d_flushes_card_by_card() -> None:
    assert compare("Ks Ts 5s 4s 3s", "Qh Th 7h 5h 4h") == 1


def test_case_e_two_pairs() -> None:
    assert compare("6s 6h 2s 2h 7d", "5s 5h 4s 4h Ad") == 1
    assert compare("6s 6h 5s 5h 2d", "6c 6d 2s 2h Ad") == 1


def test_case_f_kicker_before_suit_SS_2_5() -> None:
    for house in HOUSES.values():
        assert compare("As Ac 7h 5d 3s", "Ah Ad 7s 5c 4s", house) == -1
    expected = {MEITIAN: 0, LUOSONG: 0, MAUBINH: 0, BB: 1, BIANFENG: 1}
    for house, result in expected.items():
        assert compare("As Ac 7h 5d 3s", "Ah Ad 7s 5c 3c", house) == result
        assert compare("Ah Ad 7s 5c 3c", "As Ac 7h 5d 3s", house) == -result


def test_SS_2_5_example_aa3_and_the_suits_of_patterns() -> None:
    for house in (BB, BIANFENG):
        assert compare("As Ac 3h", "Ah Ad 3s", house) == 1
        assert compare("As Ac 3h", "Ah Ad 4s", house) == -1
        assert compare("Ks Kd 2h 2c 5h", "Kh Kc 2s 2d 5s", house) == 1
        assert compare("Ah 2s 3s 4s 5s", "Ac 2h 3h 4h 5h", house) == 1
        assert compare("As Js 9s 4s 2s", "Ah Jh 9h 4h 2h", house) == 1
    assert compare("As Jd 9d 4d 2d", "Ah Js 9s 4s 2s", BB) == 1
    assert compare("As Jd 9d 4d 2d", "Ah Js 9s 4s 2s", BIANFENG) == 0


def test_case_g_no_runs_in_front() -> None:
    assert compare("As 2s 3s", "4d 4c 2h") == -1
    straights = "As 2s 3s 4h 5h 6h 7h 8c 9c Tc Jc Qc Kc"
    assert has_special("three straights", cards("As 2s 3s 4h 5h 6h 7c 8c 6d 7d 8d 9c Th"), MEITIAN)
    assert special_name(straights) == "dragon"


def test_case_k_jokers_SS_2_6() -> None:
    assert row(cards("7c 8h 9d Ts Xb"), LUOSONG_WILD) == row(cards("7c 8h 9d Ts Js"), LUOSONG_WILD)
    assert row(cards("Th Js Qd Kc Xr"), LUOSONG_WILD) == row(cards("Th Js Qd Kc As"), LUOSONG_WILD)
    assert row(cards("2c 3h 4d 5s Xb"), LUOSONG_WILD) == row(cards("As 2c 3h 4d 5s"), LUOSONG_WILD)
    assert name("As Ad Ac Xb Xr", LUOSONG_WILD) == "five of a kind"
    assert name("As Ad Ac Ah Xr", LUOSONG_WILD) == "five of a kind"
    assert name("7s Xb Xr", LUOSONG_WILD) == "trips"
    assert name("7s 9s 2s Ks Xr", LUOSONG_WILD) == "flush"
    assert row(cards("As 9s 2s Ks Xr"), LUOSONG_WILD)[1] == (12, 12, 11, 7, 0)


def test_case_l_compare_is_antisymmetric_and_a_draw_is_0() -> None:
    draw = random.Random("compare")
    for house in (MEITIAN, BB, BIANFENG, CHINESE_POKER_1_6):
        for _ in range(200):
            dealt = draw.sample(PACK, 10)
            one, other = " ".join(dealt[:5]), " ".join(dealt[5:])
            assert compare(one, other, house) == -compare(other, one, house)
            assert compare(one, one, house) == 0


def test_case_n_trips_and_quads() -> None:
    assert name("9s 9h 9c 5s 4d") == "trips"
    assert name("9s 9h 9c 9d 4d") == "quads"


# Fouls


def test_case_o_front_against_middle_SS_3_2() -> None:
    back = "2s 2h 2c 2d 3s"
    assert foul(layout(f"As Ah Kd | Ad Ac Qs Jh 9d | {back}"), MEITIAN)
    assert not foul(layout(f"As Kh Qd | Ad Kc Qs 3h 2d | {back}"), MEITIAN)
    assert not foul(layout(f"As Ah Qd | Ad Ac Qs Jh 9d | {back}"), MEITIAN)
    assert foul(layout(f"9s 9h 9d | Ad Ac Qs Qh 7d | {back}"), MEITIAN)


def test_case_p_the_wheel_decides_SS_3_1() -> None:
    laid = layout("9s 8h 2d | As 2h 3d 4c 5s | 2s 3h 4d 5c 6s")
    assert foul(laid, MEITIAN)
    assert not foul(laid, CHINESE_POKER_2_4)


def test_SS_3_1_equality_is_allowed_and_suits_do_not_count() -> None:
    laid = layout("9s 8h 2d | 3s 4s 5s 6s 7h | 3h 4h 5h 6h 7c")
    for house in HOUSES.values():
        assert not foul(laid, house)


# Specials


@pytest.mark.parametrize(
    ("hand", "meitian", "luosong"),
    [
        ("2h 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "suited dragon", "suited dragon"),
        ("Qs Kh Ad 2c 3d 4s 5h 6c 7s 8h 9d Tc Js", "dragon", "dragon"),
        ("Js Jh Jc Jd Qs Qh Qc Ks Kh Kc As Ah Ac", "twelve royals", "twelve royals"),
        ("2s 3s 4s 3d 4d 5d 6d 7d 5c 6c 7c 8c 9c", "three straight flushes", "three straight flushes"),
        ("2s 2h 2c 2d 9s 9h 9c 9d Ks Kh Kc Kd 3s", "three quads", "three quads"),
        ("8s 8h 9c 9d Ts Th Js Qh Qc Kd Ks Ah Ac", "all high", "all high"),
        ("2s 2h 3c 3d 4s 4h 5s 6h 6c 7d 7s 8h 8c", "all low", "all low"),
        ("2h 2d 4h 4d 6h 7d 9h 9d Jh Qd Kh Kd Ad", "one colour", "one colour"),
        ("2s 2h 2c 5d 5s 5h 9s 9h 9c Kd Ks Kh Ac", "four trips", "four trips"),
        ("2s 2h 3c 3d 4s 4h 5s 5h 7c 7d 9s 9h 9c", "five pairs and trips", "five pairs and trips"),
        ("2s 2h 3c 3d 5s 5h 7s 7h 9c 9d Js Jh Ac", "six pairs", "six pairs"),
        ("4s 4h 4c 4d 7s 7h 9s 9h Js Jd Kh Kc Ad", "six pairs", "six pairs"),
        ("2h 3h 7h 9h Qh 4c 8c 5c Jc Kc 6s 9s Ts", "three straights", "three flushes"),
        ("Ks Ah 2c 4s 5h 6c 7d 8s 4h 5c 6d 7h 8c", None, None),
        ("As Ah 3s 3h 5c 7d 8s 8h 9d Jc Qs Kd 2h", None, None),
    ],
)
def test_case_i_r_s_SS_5_each_special(hand: str, meitian: str | None, luosong: str | None) -> None:
    assert special_name(hand, MEITIAN) == meitian
    assert special_name(hand, BB) == meitian
    assert special_name(hand, LUOSONG) == luosong
    shuffled = list(cards(hand))
    random.Random(1).shuffle(shuffled)
    assert special_name(" ".join(shuffled)) == meitian


def test_case_i_is_not_three_straight_flushes() -> None:
    hand = cards("2h 3h 7h 9h Qh 4c 8c 5c Jc Kc 6s 9s Ts")
    assert has_special("three straights", hand, MEITIAN)
    assert has_special("three flushes", hand, MEITIAN)
    assert not has_special("three straight flushes", hand, MEITIAN)
    assert shisanshui.special_waters("three straights", MEITIAN) == 4
    assert shisanshui.special_waters("three flushes", LUOSONG) == 3


def test_case_r_quads_as_two_pairs_SS_5_3() -> None:
    off = replace(MEITIAN, quads_as_two_pairs=False)
    assert special_name("4s 4h 4c 4d 7s 7h 9s 9h Js Jd Kh Kc Ad", off) is None
    assert special_name("4s 4h 4c 4d 5s 5h 5c Js Jd Jc Kh Kc Ks") == "four trips"
    assert special_name("4s 4h 4c 4d 5s 5h 5c Js Jd Jc Kh Kc Ks", off) is None
    assert not has_special("six pairs", cards("2s 2h 3c 3d 4s 4h 5s 5h 7c 7d 9s 9h 9c"), MEITIAN)


def test_SS_5_1_65_cards_know_dragons_only() -> None:
    assert special_name("2s 2h 3c 3d 5s 5h 7s 7h 9c 9d Js Jh Ac", LUOSONG_FIVE) is None
    assert special_name("2d 3d 4d 5d 6d 7d 8d 9d Td Jd Qd Kd Ad", LUOSONG_FIVE) == "suited dragon"


def test_SS_5_4_bianfeng() -> None:
    for hand in (
        "2s 2h 3c 3d 4s 4h 5s 5h 7c 7d 9s 9h 9c",
        "4s 4h 4c 4d 7s 7h 9s 9h Js Jd Kh Kc Ad",
        "2h 3h 7h 9h Qh 4c 8c 5c Jc Kc 6s 9s Ts",
    ):
        found = special(cards(hand), BIANFENG)
        assert found is not None
        assert found[1] == (-2, ())
        assert shisanshui.special_waters(found[0], BIANFENG) == 3
    assert special_name("2s 2h 2c 2d 9s 9h 9c 9d Ks Kh Kc Kd 3s", BIANFENG) == "six pairs"
    assert special_name("2h 2d 4h 4d 6h 7d 9h 9d Jh Qd Kh Kd Ad", BIANFENG) is None


def test_SS_5_2_bianfeng_reads_rows_from_the_layout() -> None:
    laid = layout("2s 3s 4s | 3d 4d 5d 6d 7c | 5c 6c 7d 8c 9c")
    found = special_laid(laid, BIANFENG)
    assert found is not None
    assert found[0] == "three straights"
    assert special_laid((laid[0], laid[2], laid[1]), BIANFENG) is None
    assert special_laid((laid[0], laid[2], laid[1]), MEITIAN) is not None
    spread = layout("2s 3s 5d | 3d 4d 4s 6d 7c | 5c 6c 7d 8c 9c")
    assert special_laid(spread, BIANFENG) is None
    assert special_laid(spread, MEITIAN) is not None


def test_SS_5_5_jokers_complete_specials() -> None:
    assert special_name("Qs Kh Ad 2c 3d 4s 5h 6c 7s 8h 9d Xb Xr", LUOSONG_WILD) == "dragon"
    assert special_name("Qs Ks As 2s 3s 4s 5s 6s 7s 8s 9s Ts Xr", LUOSONG_WILD) == "suited dragon"
    assert special_name("2s 2h 3c 3d 5s 5h 7s 7h 9c 9d Js Ac Xb", LUOSONG_WILD) == "six pairs"
    assert special_name("2s 3s 4s 3d 4d 5d Xb 7d 5c 6c Xr 8c 9c", LUOSONG_WILD) == "three straight flushes"


def test_SS_7_5_bb_compares_equal_specials() -> None:
    higher = cards("2s 2h 2c 2d 4s 4h 4c 4d Qs Qh Qc Qd 3s")
    lower = cards("3s 3h 3c 3d 5s 5h 5c 5d 6s 6h 6c 6d Ks")
    assert compare_specials(higher, lower, BB) == 1
    assert compare_specials(lower, higher, BB) == -1
    assert compare_specials(lower, higher, MEITIAN) == 0
    pairs = cards("2s 2h 3c 3d 5s 5h 7s 7h 9c 9d Js Jh Ac")
    suits = cards("2c 2d 3s 3h 5c 5d 7c 7d 9s 9h Jc Jd As")
    kicker = cards("2c 2d 3s 3h 5c 5d 7c 7d 9s 9h Jc Jd Ks")
    assert compare_specials(pairs, suits, BB) == 1
    assert compare_specials(pairs, kicker, BB) == 1
    assert compare_specials(suits, kicker, BB) == 1
    assert compare_specials(pairs, suits, LUOSONG) == 0
    trips = cards("2s 2h 3c 3d 4s 4h 5s 5h 7c 7d 9s 9h 9c")
    big_pairs = cards("2c 2d 8s 8h 8c Js Jh Qs Qh Ks Kh As Ah")
    assert compare_specials(trips, big_pairs, BB) == 1
    straights = cards("As 2s 3s 4h 5h 6h 7c 8c 6d 7d 8d 9c Th")
    low_front = cards("2c 3c 4c 4s 5s 6s 7s 8s 6c 7h 8h 9h Tc")
    assert compare_specials(straights, low_front, BB) == 1


def test_SS_7_5_bianfeng_suited_dragons_by_suit() -> None:
    spades, hearts = ([rank + suit for rank in "23456789TJQKA"] for suit in "sh")
    assert compare_specials(spades, hearts, BIANFENG) == 1
    assert compare_specials(spades, hearts, MEITIAN) == 0
    assert compare_specials(spades, hearts, BB) == 1


# Paying


def test_case_y_fixture_F() -> None:
    done = settle(FIXTURE_F, MEITIAN)
    assert done.totals == (36, -9, -13, -14)
    reasons = Counter(reason for _, payee, _, reason in done.postings if payee == 0)
    assert reasons["front home run"] == reasons["back gun"] == reasons["middle row"] == 3


def test_case_t_a_special_among_guns() -> None:
    hands = (
        "As 5d Ks | Qc 9h 9c 5s 4d | Ts Jh Qd Kc Ad",
        "Kh Qs Js | 8s 8h 6s 5h 2s | 7s 7h 4s 4h Jd",
        "Kd Qh Th | 8c 8d 6h 5c 2h | 7c 7d 3s 3h Jc",
        "Ac 9s Tc | 6c 6d Td 9d Ah | 3c 3d 2c 2d 4c",
    )
    assert special_laid(layout(hands[3]), MEITIAN) is not None
    assert totals(*hands) == (8, -8, -12, 12)
    assert totals(*hands, declared=[None, None, None, False]) == (36, -9, -13, -14)


def test_case_u_equal_specials_draw_and_collect_from_the_rest() -> None:
    hands = (
        "2s 2h 3c | 3d 5s 5h 7s 7h | 9c 9d Js Jh Ac",
        "2c 2d 3s | 3h 5c 5d 7c 7d | 9s 9h Jc Jd As",
        "Kd Qh Th | 8c 8d 6h 4c 6c | Kc Qd Qs 4s 4h",
    )
    for house in (MEITIAN, LUOSONG):
        assert totals(*hands, house=house) == (4, 4, -8)


def test_case_v_bb_without_the_declaration_plays_rows() -> None:
    hands = [
        layout("2s 2h 3c | 3d 5s 5h 7s 7h | 9c 9d Js Jh Ac"),
        layout("Ad Qh Th | 8c 8d 6h 5c 4c | Kc Kd Qs Qd 4s"),
    ]
    assert settle(hands, BB, [True, None]).totals == (4, -4)
    for wish in (None, False):
        # front 22 and middle 77 55 win, back JJ 99 loses to KK QQ
        assert settle(hands, BB, [wish, None]).totals == (1, -1)
    assert settle(hands, MEITIAN, [None, None]).totals == (4, -4)


def test_case_z_trips_and_bonuses() -> None:
    hands = (
        "Ks Qs 9d | 7s 7h 7c 7d 4s | 8s 8h 8c 8d 5s",
        "Kh Qh Jh | 2s 2h 9s 6s 4h | 3s 3h 5h 6h 9h",
    )
    assert totals(*hands)[0] == 11
    assert totals(*hands, house=LUOSONG)[0] == 10


def test_SS_7_9_guns_and_home_runs() -> None:
    gun = ("As Ah Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad", "Kh Qs Js | 8s 8h 6s 5h 2s | 7s 7h 4s 4h Jd")
    assert totals(*gun) == (6, -6)
    trips = ("2s 2h 2c | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad", "Kh Qs Js | 8s 8h 6s 5h 2d | 7s 7h 4s 4h Jd")
    assert totals(*trips) == (10, -10)
    assert totals(*trips, house=BB) == (8, -8)
    assert totals(*trips, house=BIANFENG) == (5, -5)
    assert [units for payer, _, units, _ in settle(FIXTURE_F, MEITIAN).postings if payer == 1][:3] == [1, 1, 1]
    home = settle(FIXTURE_F, MEITIAN)
    for loser in (1, 2, 3):
        assert sum(units for payer, payee, units, _ in home.postings if (payer, payee) == (loser, 0)) == 12


def test_SS_7_2_a_drawn_row_prevents_the_gun() -> None:
    hands = ("As Ah Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad", "Ac Ad Kh | 8s 8h 8c 5h 2s | 3s 4h 5d 6c 7h")
    assert totals(*hands) == (2, -2)


def test_SS_7_4_bianfeng_sweep() -> None:
    assert settle(FIXTURE_F, BIANFENG).totals[0] == 18


def test_SS_7_5_bianfeng_dragons() -> None:
    dragon = "Qs Kh Ad | 2c 3d 4s 5h 6c | 7s 8h 9d Tc Js"
    rest = (
        "As Ah Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ac",
        "Kd Qh Jc | 8s 8d 6s 5d 2s | 7c 7h 4c 4h Jd",
        "5c Qc Th | 8c 6d 6h Td 2h | 3c 3s 2d 3h 7d",
    )
    swept = settle([layout(text) for text in (dragon, *rest)], BIANFENG)
    assert sum(units for _, payee, units, _ in swept.postings if payee == 0) == 3 * 52
    other = "Qh Ks Ac | 2s 3h 4d 5c 6h | 7d 8c 9s Ts Jc"
    two = settle([layout(text) for text in (dragon, other, *rest[:2])], BIANFENG)
    assert sum(units for _, payee, units, _ in two.postings if payee == 0) == 2 * 26
    assert sum(units for _, payee, units, _ in two.postings if payee == 1) == 2 * 26


def test_SS_7_6_bianfeng_foul() -> None:
    foul_hand = "As Ah Ks | 9s 8h 7c 5s 4d | Ts Jh Qd Kc Ad"
    others = (
        "Kh Qs Js | 8s 8c 6s 5h 2s | 7s 7h 4s 4h Jd",
        "Kd Qh Th | 8d 6h 6c 5c 2h | 7d 3s 3h Jc Jh",
        "Ac Qc Tc | 6d 5d 9d Td 9h | 3c 3d 2c 2d 4c",
    )
    done = settle([layout(text) for text in (foul_hand, *others)], BIANFENG)
    assert [posting for posting in done.postings if posting[0] == 0] == [(0, seat, 3, "foul") for seat in (1, 2, 3)]
    rich = "As Ah Ks | 9s 9h 9c 9d 4d | Ts Jh Qd Kc Ad"
    poor = (others[0], others[1], "Qc 8h Tc | Ac 5d 6d Td 4c | 3c 3d 2c 2d 7c")
    done = settle([layout(text) for text in (rich, *poor)], BIANFENG)
    assert [units for payer, _, units, _ in done.postings if payer == 0] == [8, 8, 8]
    assert not [posting for posting in done.postings if posting[1] == 0]


def test_SS_7_6_bianfeng_foul_against_specials_and_fouls() -> None:
    dragon = "Qs Kh Ad | 2c 3d 4s 5h 6c | 7s 8h 9d Tc Js"
    foul_1 = "As Ah Ks | 9s 8s 7c 5s 4d | Ts Jh Qd Kc 2h"
    foul_2 = "Ac Kd Jc | 8d 6d 5d 4h 2s | Th 7d 3h 9h 6h"
    plain = "3c 7h Td | 9c 9c 6s 5c Qc | 4c 4c 3s 3s Jd"
    hands = [layout(text) for text in (dragon, foul_1, foul_2, plain)]
    assert [foul(hand, BIANFENG) for hand in hands] == [False, True, True, False]
    done = settle(hands, BIANFENG)
    paid = {(payer, payee): 0 for payer in range(4) for payee in range(4)}
    for payer, payee, units, _ in done.postings:
        paid[payer, payee] += units
    assert paid[1, 0] == paid[2, 0] == paid[3, 0] == 52
    assert paid[1, 3] == paid[2, 3] == 26
    assert paid[1, 2] == paid[2, 1] == 0


def test_SS_7_8_escape() -> None:
    done = escape(2, 4)
    assert done.totals == (1, 1, -18, 1)
    assert done.house == 15


def test_SS_3_3_maubinh_and_chinese_poker_fouls() -> None:
    foul_hand, good = "As Ah Ks | 9s 8h 7c 5s 4d | Ts Jh Qd Kc Ad", "Kh Qs Js | 8s 8c 6s 5h 2s | 7s 7h 4s 4h Jd"
    for house, units in ((MAUBINH, 6), (CHINESE_POKER_2_4, 4), (CHINESE_POKER_1_6, 6)):
        assert totals(foul_hand, good, house=house) == (-units, units)
        assert totals(foul_hand, foul_hand, house=house) == (0, 0)


def test_chinese_poker_points() -> None:
    scoop = ("As Ah Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad", "Kh Qs Js | 8s 8h 6s 5h 2s | 7s 7h 4s 4h Jd")
    assert totals(*scoop, house=CHINESE_POKER_2_4) == (4, -4)
    assert totals(*scoop, house=CHINESE_POKER_1_6) == (6, -6)
    two_one = ("As Ah Ks | 9s 9h 9c 5s 4d | Ts Jh Qd Kc Ad", "Kh Qs Js | 8s 8h 6s 5h 2s | Qd Jd 7d 6d 2d")
    assert totals(*two_one, house=CHINESE_POKER_2_4) == (2, -2)
    assert totals(*two_one, house=CHINESE_POKER_1_6) == (1, -1)


@pytest.mark.parametrize("house", HOUSES.values(), ids=list(HOUSES))
def test_SS_7_7_zero_sum_and_renaming_seats(house: House) -> None:
    draw = random.Random(house.name)
    for _ in range(12):
        dealt = draw.sample(PACK, 52)
        hands: list[Layout] = []
        for seat in range(4):
            mine = dealt[13 * seat : 13 * seat + 13]
            laid = (tuple(mine[:3]), tuple(mine[3:8]), tuple(mine[8:]))
            if house.foul is None and foul(laid, house):
                laid = sorted_layout(mine, house)
            hands.append(laid)
        done = settle(hands, house)
        assert sum(done.totals) + done.house == 0
        order = draw.sample(range(4), 4)
        moved = settle([hands[seat] for seat in order], house)
        assert moved.totals == tuple(done.totals[seat] for seat in order)


def sorted_layout(hand: list[str], house: House) -> Layout:
    """Some legal layout of a hand, found by shuffling."""
    draw = random.Random(" ".join(hand))
    while True:
        draw.shuffle(hand)
        laid = (tuple(hand[:3]), tuple(hand[3:8]), tuple(hand[8:]))
        if not foul(laid, house):
            return laid


# Hints and counts


def as_rows(laid: Layout) -> tuple[str, ...]:
    return tuple(" ".join(sorted(part)) for part in laid)


def test_case_x_SS_8_4_best_hint() -> None:
    hand = cards("3s 3h 3c 3d 3d 4c 5c 6c 7c 8s 8h 8d 4h")
    found = hints_first(hand, LUOSONG_FIVE)
    assert found
    assert {as_rows(laid) for laid in found} == {as_rows(layout("8s 8h 8d | 3s 3h 3d 3d 4h | 3c 4c 5c 6c 7c"))}
    assert best_bonus(hand, LUOSONG_FIVE) == 15 - 3  # each row's water of 1 left out
    sums = Counter(3 + sum(shisanshui._above_1(laid, LUOSONG_FIVE)) for _, laid in legal_layouts(hand, LUOSONG_FIVE))
    assert sorted(sums)[-2:] == [13, 15]
    assert sums[15] == 1


def test_case_w_hint_1_is_legal_and_leaves_specials_to_the_house() -> None:
    assert hints_first(cards("Qs Kh Ad 2c 3d 4s 5h 6c 7s 8h 9d Tc Js"), MEITIAN) is None
    hand = random.Random("hint").sample(PACK, 13)
    for house in (MEITIAN, CHINESE_POKER_1_6):
        found = hints_first(hand, no_special(house))
        assert found
        assert not any(foul(laid, house) for laid in found)


def test_SS_8_3_loose_cards() -> None:
    hand = cards("As Ah Kd Qc Ts 9h 7d 6c 5s 3h 2d 3c 8d")
    found = hints_first(hand, no_special(MEITIAN))
    assert found is not None
    for front, middle, back in found:
        assert name(" ".join(back)) == "straight"
        assert name(" ".join(middle)) == "two pair"
        assert shisanshui._ranks(front)[0] == 11


def test_SS_4_legal_layouts_of_no_hand_exceed_all_splits() -> None:
    hand = random.Random("layouts").sample(PACK, 13)
    found = legal_layouts(hand, MEITIAN)
    assert 0 < len(found) < 72072
    assert sum(1 for _ in shisanshui.splits(hand)) == 72072
    triples = {(back, middle, front) for _, (front, middle, back) in found}
    best = pareto(hand, MEITIAN)
    assert best <= triples
    for triple in random.Random(0).sample(sorted(triples), 100):
        assert any(all(a >= b for a, b in zip(other, triple, strict=True)) for other in best)
    for one in best:
        assert not any(one != other and all(a >= b for a, b in zip(other, one, strict=True)) for other in best)


def test_SS_9_levels() -> None:
    assert [level(points) for points in (0, 100, 199, 200, 399, 400, 838860799, 838860800)] == [
        1,
        1,
        1,
        2,
        2,
        3,
        23,
        24,
    ]


def test_counts_a_sample_of_the_count_file_is_what_the_oracle_says() -> None:
    lines = [line.split("\t") for line in COUNTS.read_text("utf-8").splitlines() if not line.startswith("#")]
    assert len(lines) >= 60
    plain = [line for line in lines if "X" not in line[1]]
    for house_name, hand, legal, frontier, bonus in random.Random(0).sample(plain, 5):
        house = HOUSES[house_name]
        held = cards(hand)
        assert len(legal_layouts(held, house)) == int(legal)
        assert len(pareto(held, house)) == int(frontier)
        assert best_bonus(held, house) == int(bonus)
