"""SS-7 comparing and paying."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.cards import Card
from common.errors import CardError, DealError, IllegalAction
from common.ledger import HOUSE, Posting
from shisanshui import Layout, compare, settle
from shisanshui.ask import book_of
from shisanshui.settle import escape
from tests.naive import shisanshui as naive
from tests.shisanshui.shapes import FIXTURE, HOUSES, ORACLES, deal, texts

CASE_T = (
    "As 5d Ks | Qc 9h 9c 5s 4d | Ts Jh Qd Kc Ad",
    "Kh Qs Js | 8s 8h 6s 5h 2s | 7s 7h 4s 4h Jd",
    "Kd Qh Th | 8c 8d 6h 5c 2h | 7c 7d 3s 3h Jc",
    "Ac 9s Tc | 6c 6d Td 9d Ah | 3c 3d 2c 2d 4c",
)
DRAGONS = (  # two dragons, an ordinary hand and one of six pairs
    "2s 3h 4c | 5s 6h 7c 8s 9h | Tc Js Qh Kc As",
    "2h 3c 4d | 5h 6c 7d 8h 9c | Td Jh Qc Kd Ah",
    "2c 3d 4s | 5c 6d 7s 8c 9d | Ts Jc Qd Ks Ac",
    "2d 3s 4h | 5d 6s 7h 8d 9s | Th Jd Qs Kh Ad",
)


def reasons(ledger_of: list[Posting] | tuple[Posting, ...]) -> dict[str, int]:
    units: Counter[str] = Counter()
    for posting in ledger_of:
        units[posting.reason] += posting.units
    return dict(units)


def laid_out(house: str, hand: tuple[Card, ...], chance: random.Random) -> Layout:
    """Some layout; by its strengths in order where the house refuses fouls or the dice say so."""
    book = book_of(house)
    for _ in range(2000):
        held = chance.sample(hand, 13)
        rows = [held[:3], held[3:8], held[8:]]
        if chance.random() < 0.7:
            rows[1:] = sorted(rows[1:], key=book.strength)
        if not book.is_foul(*map(book.strength, rows)) or (not book.refuses_fouls and chance.random() < 0.3):
            return Layout(rows)
    back = sorted(hand)
    return Layout([back[:3], back[3:8], back[8:]])


# Properties


@pytest.mark.parametrize("house", HOUSES)
def test_SS_7_settlement_is_what_the_prose_says(house: str) -> None:
    chance, oracle, book = random.Random(house), ORACLES[house], book_of(house)
    met: Counter[str] = Counter()
    for _ in range(12 if oracle.declared or oracle.pack in {54, 67} else 40):
        seats = chance.choice(oracle.seats)
        layouts = [laid_out(house, hand, chance) for hand in deal(house, seats, chance)]
        if book.refuses_fouls and any(book.is_foul(*map(book.strength, rows)) for rows in layouts):
            continue
        wishes: list[bool | None] = [chance.choice([None, None, False]) for _ in layouts]
        if oracle.declared:
            laid = [tuple(map(texts, rows)) for rows in layouts]
            wishes = [True if naive.special_laid(rows, oracle) else None for rows in laid]  # type: ignore[arg-type]
        found = settle(layouts, house, wishes)
        right = naive.settle([tuple(map(texts, rows)) for rows in layouts], oracle, wishes)  # type: ignore[misc]
        assert (found.totals, found.house) == (right.totals, right.house), [str(rows) for rows in layouts]
        assert sum(found.totals) == 0
        met.update(reasons(found.postings))
    assert met["front"] > 10
    assert met["back"] > 10


@pytest.mark.parametrize("house", ["meitian", "bb", "bianfeng", "maubinh", "chinese-poker-2-4", "luosong-five"])
def test_SS_7_1_who_sits_where_does_not_matter(house: str) -> None:
    chance, seats = random.Random(house), max(ORACLES[house].seats)
    for _ in range(6):
        layouts = [laid_out(house, hand, chance) for hand in deal(house, seats, chance)]
        if book_of(house).refuses_fouls and any(
            book_of(house).is_foul(*map(book_of(house).strength, rows)) for rows in layouts
        ):
            continue
        totals = settle(layouts, house).totals
        for order in list(permutations(range(seats)))[:: max(1, seats - 1)]:
            moved = settle([layouts[seat] for seat in order], house)
            assert moved.totals == tuple(totals[seat] for seat in order)


@given(st.data())
def test_case_q_settling_leaves_cards_in_the_caller_s_order_and_does_not_depend_on_it(data: st.DataObject) -> None:
    rows = [[data.draw(st.permutations(list(row))) for row in Layout(text)] for text in FIXTURE]
    before = [[list(row) for row in layout] for layout in rows]
    assert settle(rows).totals == (36, -9, -13, -14)
    assert rows == before


def test_SS_7_7_every_water_is_a_posting_that_names_its_row() -> None:
    ledger = settle(FIXTURE)
    assert reasons(ledger.postings) == {
        "front": 6,
        "middle": 5,
        "back": 6,
        "front.gun": 3,
        "middle.gun": 3,
        "back.gun": 3,
        "front.home_run": 6,
        "middle.home_run": 6,
        "back.home_run": 6,
    }
    from_third = [p for p in ledger.postings if (p.payer, p.payee) == (3, 0)]
    assert [(p.units, p.reason) for p in from_third] == [
        (1, "front"),
        (1, "middle"),
        (1, "back"),
        (1, "front.gun"),
        (1, "middle.gun"),
        (1, "back.gun"),
        (2, "front.home_run"),
        (2, "middle.home_run"),
        (2, "back.home_run"),
    ]


# Examples


def test_case_y_fixture_f() -> None:
    assert settle(FIXTURE, "meitian").totals == (36, -9, -13, -14)


def test_case_z_bonuses_in_two_houses() -> None:
    pair = "Ks Qs 9d | 7s 7h 7c 7d 4s | 8s 8h 8c 8d 5s", "Kh Qh Jh | 2s 2h 9s 6s 4h | 3s 3h 5h 6h 9h"
    assert settle(pair, "meitian").totals == (11, -11)
    assert settle(pair, "luosong").totals == (10, -10)


def test_case_t_a_special_prevents_a_home_run_but_no_guns() -> None:
    ledger = settle(CASE_T, "meitian")
    assert ledger.totals == (8, -8, -12, 12)
    assert reasons(ledger.postings)["special"] == 12
    assert not any("home_run" in posting.reason for posting in ledger.postings)


def test_case_u_equal_specials_draw_and_both_collect_from_the_rest() -> None:
    for house, waters in (("meitian", 30), ("luosong", 36)):
        layouts = *DRAGONS[:2], "4s 5d 7s | 2c 2d 9d 8c 6s | Ks Kh Ac Ad Qd"
        ledger = settle(layouts, house)
        assert compare(layouts[0], layouts[1], house) == 0
        assert ledger.totals == (waters, waters, -2 * waters)


def test_case_v_bb_without_the_declaration_compares_rows() -> None:
    undeclared = settle(CASE_T, "bb")
    assert "special" not in reasons(undeclared.postings)
    declared = settle(CASE_T, "bb", [None, None, None, True])
    assert reasons(declared.postings)["special"] == 12
    assert declared.totals[3] == 12


def test_SS_7_2_and_7_9_a_gun_doubles_bonuses_too() -> None:
    plain = "As Kh 9d | 3s 3h 4s 6c 7d | Ts Th Td Jc Qd", "Ks Qh 9c | 2s 2h 5s 6d 7c | 8s 8h 8d Jh Kc"
    assert settle(plain).totals == (6, -6)
    rushed = "9s 9h 9d | 4s 5h 6c 7d 8s | Ts Jh Qd Kc Ad", "Ks Qh 8c | 3s 3h 5s 6d 7c | 8h 8d 2c 2d Jc"
    assert settle(rushed).totals == (10, -10)
    assert settle(rushed, "maubinh").totals == (10, -10)
    assert reasons(settle(rushed).postings) == {
        "front": 1,
        "front.bonus": 2,
        "middle": 1,
        "back": 1,
        "front.gun": 3,
        "middle.gun": 1,
        "back.gun": 1,
    }


def test_SS_7_2_a_drawn_row_prevents_a_gun() -> None:
    pair = "Ks Qh 9d | 3s 3h 4s 6c 7d | Ts Th Td Jc Qd", "Kh Qs 9c | 2s 2h 5s 6d 7c | 8s 8h 8d Jh Kc"
    assert settle(pair).totals == (2, -2)


def test_SS_7_3_and_7_9_a_home_run_makes_three_twelve_and_needs_four_seats() -> None:
    assert [sum(p.units for p in settle(FIXTURE).postings if p.payee == 0 and p.payer == 3)] == [12]
    three = settle(FIXTURE[:3])
    assert three.totals[0] == 12
    assert not any("home_run" in posting.reason for posting in three.postings)
    thrice = settle(FIXTURE, {"extends": "meitian", "feats": {"home_run": 3}})
    assert [sum(p.units for p in thrice.postings if (p.payer, p.payee) == (3, 0))] == [9]


def test_SS_7_4_bianfeng_has_no_single_gun_but_a_sweep() -> None:
    ledger = settle(FIXTURE, "bianfeng")
    from_third = [(p.units, p.reason) for p in ledger.postings if (p.payer, p.payee) == (3, 0)]
    assert from_third == [(1, "front"), (1, "middle"), (1, "back"), (3, "sweep")]
    assert ledger.totals[0] == 18


def test_SS_7_5_a_dragon_that_beats_all_collects_double_and_two_draw() -> None:
    one = (DRAGONS[0], *FIXTURE_WITHOUT_A_DRAGON)
    assert settle(one, "bianfeng").totals[0] == 3 * 52
    two = settle((DRAGONS[0], DRAGONS[1], *TWO_ORDINARY), "bianfeng")
    assert two.totals[:2] == (52, 52)
    suited = "As 2s 3s | 4s 5s 6s 7s 8s | 9s Ts Js Qs Ks", "Ah 2h 3h | 4h 5h 6h 7h 8h | 9h Th Jh Qh Kh"
    rest = "2c 2d 5c | 7c 7d 9c 9d Jc | Kc Kd 4c 4d Ac", "3c 3d 5d | 6c 6d 8c 8d Jd | Tc Td Qc Qd Ad"
    four = settle((*suited, *rest), "bianfeng", [None, None, False, False])
    assert four.totals[0] == 3 * 104  # spades over hearts: it beats all three
    assert four.totals[1] == -104 + 2 * 52


FIXTURE_WITHOUT_A_DRAGON = (
    "2h 3c 9s | 5h 5c 7s 8d Jd | Qs Qd Kh Ks 4h",
    "2c 3d 9c | 5d 6s 6c 8h Jh | Qc Kd Ah Ac 4d",
    "2d 3s 4s | 6d 7h 7d 9d Td | Ts Th Jc Ad 8c",
)
TWO_ORDINARY = (
    "2c 3d 9d | 5c 5d 7s 8c Jc | Qd Qs Ks Kh 4s",
    "2d 3s 4h | 6s 6d 7h 8d 9s | Ts Th Jd Ac Ad",
)


def test_SS_7_6_a_foul_pays_the_dearest_thing_at_the_table() -> None:
    turned = "As Ah Ks | Ts Jh Qd Kc Ad | 9s 9h 9c 5s 4d"
    ledger = settle((turned, *FIXTURE[1:]), "bianfeng")
    assert [(p.payee, p.units) for p in ledger.postings if p.payer == 0] == [(1, 3), (2, 3), (3, 3)]
    dearer = "6h 5c 2h | Kd Qh Th 8c 7c | 8d 3s 3h 3d 3c", "Ac Qc Tc | 6c 6d Td 9d 5d | 7d Jc 2c 2d 4c"
    ledger = settle((turned, FIXTURE[1], *dearer), "bianfeng")  # another seat's quads in the back are worth 4
    assert [(p.payee, p.units) for p in ledger.postings if p.payer == 0] == [(1, 4), (2, 4)]


def test_SS_7_6_between_two_fouls_nothing_and_the_fouler_s_own_rows_count() -> None:
    quads = "As Ah Kd | 9s 9h 9c 9d 4d | Ts Jh Qd Kc 2d"  # its quads in the middle are worth 8
    other = "Ac Ad Qc | 6c 5h 8d Td 7d | 3c 3d 2c 2h 4c"
    fair = "Kh Qs Js | 8s 8h 6s 5d 2s | 7s 7h 4s 4h Jd", "Ks Qh 8c | Th Tc 7c Jc 3h | 6d 6h 5c 5s 3s"
    ledger = settle((quads, other, *fair), "bianfeng")
    fouls = [(p.payer, p.payee, p.units) for p in ledger.postings if p.reason == "foul"]
    assert fouls == [(0, 2, 8), (0, 3, 8), (1, 2, 8), (1, 3, 8)]


def test_SS_7_6_to_the_holder_of_a_special_a_foul_pays_what_it_collects_once() -> None:
    foul = "Kh Ks 4h | 2h 3c 9s 5h 7s | Qs Qd 8d Jd 5c"
    ledger = settle((DRAGONS[0], foul, *FIXTURE_WITHOUT_A_DRAGON[1:]), "bianfeng")
    assert [(p.payee, p.units) for p in ledger.postings if p.payer == 1] == [(0, 52), (2, 26), (3, 26)]
    assert {(p.payer, p.units, p.reason) for p in ledger.postings if p.payee == 0} == {
        (1, 52, "foul"),
        (2, 26, "special"),
        (2, 26, "sweep"),
        (3, 26, "special"),
        (3, 26, "sweep"),
    }


def test_SS_7_8_an_escape_pays_eighteen_fifteen_of_it_to_the_house() -> None:
    assert escape(book_of("bianfeng"), 4, 2) == (
        Posting(2, 0, 1, "escape"),
        Posting(2, 1, 1, "escape"),
        Posting(2, 3, 1, "escape"),
        Posting(2, HOUSE, 15, "escape"),
    )
    assert escape(book_of("meitian"), 4, 2) == ()


def test_maubinh_lung_pays_six_to_each_and_nothing_to_another() -> None:
    foul = "As Ah Kd | 9s 9h 6c 5s 4d | Ts Jh Qd Kc 2d"
    pair = foul, "Kh Qs Js | 8s 8h 6s 5h 2s | 7s 7h 4s 4h Jd"
    assert settle(pair, "maubinh").totals == (-6, 6)
    assert settle((foul, "Ac Ad Qc | 6d 5h 8d Td 7d | 3c 3d 2c 2h 4c"), "maubinh").totals == (0, 0)


def test_chinese_poker_pays_for_the_majority_or_for_all_three() -> None:
    two_one = "As Kh 9d | 2s 2h 5s 6d 7c | Ts Th Td Jc Qd", "Ks Qh 9c | 3s 3h 4s 6c 7d | 8s 8h 8d Jh Kc"
    scoop = "As Kh 9d | 3s 3h 4s 6c 7d | Ts Th Td Jc Qd", "Ks Qh 9c | 2s 2h 5s 6d 7c | 8s 8h 8d Jh Kc"
    one_draw = "Ks Qd 9d | 3s 3h 4s 6c 7d | Ts Th Td Jc 5c", "Kh Qh 9c | 2s 2h 5s 6d 7c | 8s 8h 8d Jh Kc"
    foul = "As Ah Kd | 9s 9h 6c 5s 4d | Ts Jh Qd Kc 2d", "Kh Qs Js | 8s 8h 6s 5h 2s | 7s 7h 4s 4h Jd"
    found = {
        house: [settle(pair, house).totals[0] for pair in (two_one, scoop, one_draw, foul)]
        for house in ("chinese-poker-2-4", "chinese-poker-1-6")
    }
    assert found == {"chinese-poker-2-4": [2, 4, 3, -4], "chinese-poker-1-6": [1, 6, 2, -6]}
    assert {"front", "back", "majority", "middle"} == set(reasons(settle(two_one, "chinese-poker-2-4").postings))


# What cannot be settled


def test_settle_refuses_what_a_table_would_refuse() -> None:
    foul = ("As Ah Kd | 9s 9h 6c 5s 4d | Ts Jh Qd Kc 2d", FIXTURE[1])
    for layouts, wishes, code, seat in (
        (foul, None, "foul", 0),
        (FIXTURE[:2], [None, True], "no_special", 1),
    ):
        with pytest.raises(IllegalAction) as refused:
            settle(layouts, "meitian", wishes)
        assert (refused.value.code, refused.value.seat) == (code, seat)
    rules = {"extends": "meitian", "specials": {"opt_out": False}}
    with pytest.raises(IllegalAction) as refused:
        settle(CASE_T, rules, [None, None, None, False])
    assert refused.value.code == "cannot_opt_out"
    assert settle(CASE_T, "meitian", [None, None, None, False]).totals[3] < 0


def test_case_j_and_m_settle_refuses_impossible_cards_and_seats() -> None:
    with pytest.raises(DealError, match="the pack of 52 holds it"):
        settle([FIXTURE[0], FIXTURE[0]])
    with pytest.raises(CardError):
        settle(["As Ah Ks Kd | 9s 9h 9c 5s | Ts Jh Qd Kc Ad", FIXTURE[1]])
    with pytest.raises(DealError, match="4 to 4 seats"):
        settle(FIXTURE[:3], "bb")
    with pytest.raises(DealError):
        settle(FIXTURE, "meitian", [None])


@pytest.mark.parametrize("wish", [0, 1, "x", 1.0])
def test_SS_4_2_what_is_declared_is_none_true_or_false(wish: object) -> None:
    layouts = ["Ks Kd 9d | 7s 7h 7c 7d 4s | 8s 8h 8c 8d 5s", "Kh Qh Jh | 2s 2h 9s 6s 4h | 3s 3h 5h 6h 9h"]
    with pytest.raises(DealError, match="what seat 1 declares must be None, True or False"):
        settle(layouts, "meitian", [None, wish])  # type: ignore[list-item]
