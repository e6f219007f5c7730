"""TL-7 settlement in units, TL-8 money, the southern houses' table; through ``Game`` wherever cards are played."""

from __future__ import annotations

import random
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tienlen
from common.cards import Card
from common.money import Stakes, payout
from common.testing.strategies import holdings
from tests.naive import tienlen as naive
from tests.tienlen.tables import HOUSES, ORACLES, RULESETS, asked, go, house, money, paid, phase, table
from tests.tienlen.test_dealt_wins import DEAL

OFF = house(dealt_wins={"low_to_high": []})
STRAIGHT = "3h 4h 5h 6h 7h 8h 9h Th"


def played(rules: object, hands: list[str], *acts: str, leader: int | None = None, base: str = "10") -> tienlen.Game:
    game = tienlen.Game(rules, seats=len(hands), stakes=Stakes(base=base, rake="0"), leader=leader)  # type: ignore[arg-type]
    game.deal(hands=hands)
    go(game, *acts)
    return game


def amounts(game: tienlen.Game) -> list[Decimal]:
    assert game.result is not None
    assert game.result.amounts is not None
    return list(game.result.amounts)


# Properties


@pytest.mark.parametrize("rules", RULESETS)
@given(data=st.data())
def test_TL_7_3_TL_7_4_leftovers_are_what_the_prose_says(rules: str, data: st.DataObject) -> None:
    left = data.draw(holdings(0, 13))
    right = naive.leftover_units([str(card) for card in left], ORACLES[rules])
    assert tienlen.leftover_units(left, HOUSES[rules]) == right


@given(holdings(0, 13))
def test_TL_7_4_no_split_by_hand_is_better(left: tuple[Card, ...]) -> None:
    """Never fewer units than any single special among the cards, and none where there is none."""
    specials = [play for play in tienlen.plays(left, None, OFF) if len(play) >= 4 and not _is_straight(play)]
    twos = sum({"h": 5, "d": 5, "s": 2, "c": 2}[str(card)[1]] for card in left if str(card)[0] == "2")
    units = tienlen.leftover_units(left, OFF) - twos
    assert (units > 0) == bool(specials)
    assert units <= 9


def _is_straight(play: tuple[Card, ...]) -> bool:
    found = tienlen.combination(play, OFF)
    assert found is not None
    return found.kind == "straight"


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_TL_7_every_unit_is_a_posting_and_all_sum_to_zero(rules: str, seats: int) -> None:
    for seed in range(25):
        game = tienlen.Game(HOUSES[rules], seats=seats)
        game.deal(seed=seed)
        draw = random.Random(seed)
        while not game.is_over:
            legal = game.legal_actions(asked(game))
            game.act(legal[draw.randrange(len(legal))])
        totals = [0] * seats
        for payer, payee, units, reason in paid(game):
            assert payer != payee
            assert units > 0
            assert reason
            totals[payer] -= units
            totals[payee] += units
        assert tuple(totals) == game.ledger.totals
        assert sum(totals) == 0
        assert game.ledger.house == 0


@pytest.mark.parametrize("rules", RULESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
@given(data=st.data())
def test_TL_8_money_is_payout_of_the_totals(rules: str, seats: int, data: st.DataObject) -> None:
    """Base, carries, cap and rake by money.md; the rake and whether there is a cap are the house's (M-10)."""
    base = data.draw(st.integers(1, 50))
    carries = data.draw(st.none() | st.lists(st.integers(0, 900), min_size=seats, max_size=seats))
    rake = data.draw(st.none() | st.sampled_from(["0", "0.03", "0.5"]))
    stakes = Stakes(base=base, carries=carries, rake=rake)
    game = tienlen.Game(HOUSES[rules], seats=seats, stakes=stakes)
    game.deal(seed=data.draw(st.integers(0, 10**6)))
    while not game.is_over:
        legal = game.legal_actions(asked(game))
        game.act(legal[len(legal) // 2])
    own = HOUSES[rules].money
    assert (own.rake, own.cap) == ((Decimal("0.05"), True) if rules == "meitian" else (Decimal(0), False))
    right = payout(game.ledger.totals, stakes.with_rake(own.rake), cap=own.cap)
    result = game.result
    assert result is not None
    assert (result.amounts, result.rake, result.residue) == (right.amounts, right.rake, right.residue)
    assert result.house_amount == 0
    assert result.totals == game.ledger.totals
    assert result.amounts is not None
    assert result.rake is not None
    assert result.residue is not None
    assert sum(result.amounts) + result.rake + result.residue == 0
    if carries is not None and own.cap:
        assert all(abs(amount) <= carry for amount, carry in zip(result.amounts, carries, strict=True))


def test_case_aa_truncated_toward_zero_and_nothing_is_lost_TL_8() -> None:
    """-20000 * 300 / 700 is -8571 coins."""
    paid_out = payout([-200, -800, 900, 100], Stakes(base=1, carries=[1000, 500, 200, 500], rake="0.05"))
    assert paid_out.amounts[0] == Decimal("-85.71")
    assert sum(paid_out.amounts) + paid_out.rake + paid_out.residue == 0


# TL-7.1 … TL-7.4


def test_TL_7_1_one_unit_a_card_left() -> None:
    hands = [STRAIGHT + " Kh Qd 9c 6c 6d", "4s 5s 6s 7s 8s 9s Ts Js 8d 9d Td Jd Qh"]
    game = played("meitian", hands, STRAIGHT, "4s 5s 6s 7s 8s 9s Ts Js", "pass", "8d 9d Td Jd Qh")
    assert paid(game) == [(0, 1, 5, "cards_left")]
    assert amounts(game) == [-50, 50]


def test_TL_7_1_is_data() -> None:
    dear = house(settlement={"leftovers": {"per_card": 3}})
    hands = [STRAIGHT + " Kh Qd 9c 6c 6d", "4s 5s 6s 7s 8s 9s Ts Js 8d 9d Td Jd Qh"]
    game = played(dear, hands, STRAIGHT, "4s 5s 6s 7s 8s 9s Ts Js", "pass", "8d 9d Td Jd Qh")
    assert paid(game) == [(0, 1, 15, "cards_left")]


def test_TL_7_2_a_seat_that_laid_no_card_pays_26() -> None:
    hands = [STRAIGHT + " Jh Qh Kh 3d 3c", "4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 9c Td"]
    game = played("meitian", hands, STRAIGHT + " Jh Qh Kh", "pass", "3d 3c")
    assert paid(game) == [(1, 0, 26, "unplayed")]
    three = house(settlement={"leftovers": {"unplayed_multiplier": 3}})
    assert paid(played(three, hands, STRAIGHT + " Jh Qh Kh", "pass", "3d 3c")) == [(1, 0, 39, "unplayed")]


def test_TL_7_3_prices_are_added_once_and_never_doubled() -> None:
    hands = [STRAIGHT + " Jh Qh Kh 3d 3c", "4s 4d 5s 5d 6s 6d 7s Ts Qs Ks As 2h 2s"]
    game = played("meitian", hands, STRAIGHT + " Jh Qh Kh", "pass", "3d 3c")
    assert paid(game) == [
        (1, 0, 26, "unplayed"),
        (1, 0, 5, "red_two"),
        (1, 0, 2, "black_two"),
        (1, 0, 2, "pair_run_3_left"),
    ]
    reasons = {event.reason: event.cards for event in game.log if event.trigger == "paid"}  # type: ignore[attr-defined]
    assert [str(card) for card in reasons["red_two"]] == ["2h"]
    assert len(reasons["pair_run_3_left"]) == 6


@pytest.mark.parametrize(
    ("left", "units"),
    [
        ("3s 3h 3c 3d 4s 4h 5s 5h 6s 6h", 5),
        ("3s 3h 4s 4h 4c 4d 5s 5h 6s 6h", 4),
        ("2h 9s 9h 9c 9d", 8),
        ("2h", 5),
        ("2d", 5),
        ("2s", 2),
        ("2c", 2),
        ("2h 2d 2s", 12),
        ("3s 4s 5s", 0),
        ("3s 3h 4s 4h 5s 5h", 2),
        ("7s 7h 7c 7d", 3),
        ("3s 3h 4s 4h 5s 5h 6s 6h", 4),
        ("3s 3h 3c 3d 4s 4h 4c 4d 5s 5h 5c 5d", 9),
    ],
)
def test_TL_7_3_TL_7_4_what_is_left(left: str, units: int) -> None:
    assert tienlen.leftover_units(left) == units


@pytest.mark.parametrize(
    ("left", "units"),
    [
        ("2s 2c 2h 2d", 17),
        ("3s 3h 4s 4h 5s 5h 6s 6h 7s 7h", 5),
        ("3s 3h 4s 4h 5s 5h 6s 6h 7s 7h 8s 8h", 4),
        ("3s 3h 3c 3d 4s 4h 5s 5h 6s 6h 7s 7h", 7),
    ],
)
def test_TL_7_4_with_dealt_wins_off(left: str, units: int) -> None:
    assert tienlen.leftover_units(left, OFF) == units
    flat = house(settlement={"leftovers": {"four_twos_are_a_quad": False}})
    assert tienlen.leftover_units("2s 2c 2h 2d", flat) == 14


# TL-7.5, TL-7.6


def test_TL_7_5_a_dealt_win() -> None:
    game = played("meitian", DEAL)
    assert game.is_over
    assert paid(game) == [
        (1, 0, 26, "dealt_win"),
        (2, 0, 26, "dealt_win"),
        (3, 0, 26, "dealt_win"),
        (3, 0, 5, "red_two"),
        (3, 0, 2, "pair_run_3_left"),
    ]
    cheap = house(dealt_wins={"pays": 10, "leftovers": False})
    assert paid(played(cheap, DEAL)) == [(seat, 0, 10, "dealt_win") for seat in (1, 2, 3)]


def test_TL_7_6_only_the_one_directly_beneath_pays_for_all() -> None:
    """A 2, then a run of three, then a quad, then a run of four: the quad's owner pays 2 + 3 + 4."""
    hands = [
        "3h 2h 5d 6d 7d 8c Kh Td Jd Qd Kd Ad 2s",
        "3s 3c 4s 4c 5s 5c 7s 8d Tc Jc Qc Kc Ac",
        "9s 9h 9d 9c 6c As Ah 2c Js Jh 7c Ts Ks",
        "4h 4d 5h 6h 6s 7h 8h 8s Th Qh Qs 3d 2d",
    ]
    game = played("meitian", hands, "2h", "3s 3c 4s 4c 5s 5c", "9s 9h 9d 9c")
    for _ in range(3):
        go(game, "pass")
    assert paid(game) == [(1, 2, 5, "chop")]
    assert asked(game) == 2


def test_TL_7_6_two_2s_under_a_quad() -> None:
    game = table("meitian", "3h 2h 2d", "9s 9h 9c 9d", "", "")
    go(game, "2h 2d", "9s 9h 9c 9d", "pass", "pass", "pass")
    assert paid(game) == [(0, 1, 3, "chop")]


def test_TL_7_6_a_2_that_beats_a_2_is_no_chop() -> None:
    game = table("meitian", "3h 2h", "2d", "2c", "2s")
    go(game, "2h", "2d", "2c", "2s")
    while phase(game) is tienlen.Phase.FOLLOWING:
        go(game, "pass")
    assert paid(game) == []


def test_TL_7_6_chops_are_paid_when_the_hand_ends_in_the_trick() -> None:
    hands = ["3h 4h 5h 6h 7h 8h 9h Th Jh 2h Kd Kc Ad", "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Qh Qc Qd"]
    game = played("meitian", hands, "3h 4h 5h 6h 7h 8h 9h Th Jh", "3s 4s 5s 6s 7s 8s 9s Ts Js", "pass", "Qs", "2h")
    assert asked(game) == 1
    assert len(game.legal_actions(1)) == 1  # three queens are no quad
    quad = ["3h 4h 5h 6h 7h 8h 9h Th Jh 2h Kd Kc Ad", "3s 4s 5s 6s 7s 8s 9s Ts Js Qs Qh Qc Qd"]
    game = played("meitian", quad, "2h", "Qs Qh Qc Qd", "pass", "3s 4s 5s 6s 7s 8s 9s Ts Js")
    assert game.is_over
    assert paid(game) == [(0, 1, 3, "chop"), (0, 1, 12, "cards_left")]


# TL-7.7, the source's examples, as they are played


def test_case_bm_TL_7_7_five_cards_with_a_red_2_and_a_quad() -> None:
    hands = [STRAIGHT + " 2h Kh Ks Kc Kd", "4s 5s 6s 7s 8s 9s Ts Js 8d 9d Td Jd Qd"]
    game = played("meitian", hands, STRAIGHT, "4s 5s 6s 7s 8s 9s Ts Js", "pass", "8d 9d Td Jd Qd")
    assert paid(game) == [(0, 1, 5, "cards_left"), (0, 1, 5, "red_two"), (0, 1, 3, "quad_left")]
    assert amounts(game) == [-130, 130]


def test_case_bm_TL_7_7_three_cards_two_red_2s_and_a_black_one() -> None:
    hands = [STRAIGHT + " Jh Qh 2h 2d 2s", "4s 5s 6s 7s 8s 9s Ts Js Qs Ks Qd Kd Ad"]
    game = played("meitian", hands, STRAIGHT + " Jh Qh", "4s 5s 6s 7s 8s 9s Ts Js Qs Ks", "pass", "Qd Kd Ad")
    assert amounts(game) == [-150, 150]


def test_case_bm_TL_7_7_thirteen_cards_never_played() -> None:
    hands = [STRAIGHT + " Jh Qh Kh 3d 3c", "4s 5s 6s 7s 8s 9s Ts Js Qs Ks As 9c Tc"]
    game = played("meitian", hands, STRAIGHT + " Jh Qh Kh", "pass", "3d 3c")
    assert amounts(game) == [260, -260]


@pytest.mark.parametrize("asks", ["everyone", "holders"])
def test_TL_7_7_three_specials_in_a_trick(asks: str) -> None:
    """334455, 667788, pass, 44556677, pass, pass; with reentry_asks = everyone a third pass."""
    game = table(house(reentry={"asks": asks}), "3s 3h 4s 4h 5s 5h", "6s 6h 7s 7h 8s 8h", "", "4c 4d 5c 5d 6c 6d 7c 7d")
    go(game, "3s 3h 4s 4h 5s 5h", "6s 6h 7s 7h 8s 8h", "pass", "4c 4d 5c 5d 6c 6d 7c 7d", "pass", "pass")
    if asks == "everyone":
        assert asked(game) == 2
        assert paid(game) == []
        go(game, "pass")
    assert paid(game) == [(1, 3, 8, "chop")]
    assert asked(game) == 3
    assert payout(game.ledger.totals, Stakes(base=10)).amounts == money(0, -80, 0, 80)


def test_TL_7_7_a_2_then_a_run_of_four() -> None:
    game = table("meitian", "3h 2h", "4c 4d 5c 5d 6c 6d 7c 7d", "", "")
    go(game, "2h", "4c 4d 5c 5d 6c 6d 7c 7d", "pass", "pass", "pass")
    assert paid(game) == [(0, 1, 4, "chop")]
    assert payout(game.ledger.totals, Stakes(base=1)).amounts == money(-4, 4, 0, 0)


def test_TL_7_7_a_run_of_four_led_and_never_beaten() -> None:
    game = table("meitian", "3h 4c 4d 5c 5d 6c 6d 7c 7d", "", "", "")
    go(game, "4c 4d 5c 5d 6c 6d 7c 7d", "pass", "pass", "pass")
    assert paid(game) == []
    assert asked(game) == 0


def test_TL_7_7_dealt_wins_260_260_330_winner_850() -> None:
    assert amounts(played("meitian", DEAL)) == [850, -260, -260, -330]


# The southern houses


def southern_chop(*starts: str) -> tienlen.Game:
    return table("southern", *starts)


def test_southern_row_suits_hearts_high() -> None:
    for rules in ("southern", "southern-places"):
        assert "".join(HOUSES[rules].suits) == "hdcs"
        assert tienlen.beats("2h", "2d", rules)
        assert tienlen.beats("2c", "2s", rules)


def test_southern_row_first_lead() -> None:
    for rules in ("southern", "southern-places"):
        lead = HOUSES[rules].first_lead
        assert (lead.by, lead.must_contain_lowest) == ("previous_winner", True)


def test_southern_row_reentry_run_of_four_only() -> None:
    for start, wanted in (("9s 9h 9c 9d 4s", set()), ("4s 4h 5d 5h 6s 6h 7s 7h", {8})):
        game = table(
            "southern",
            "3s 5s",
            start,
            "2s",
            "Ts",
            such=lambda hands: {len(p) for p in tienlen.plays(hands[1], "2s", HOUSES["southern"])} - {1} <= {4, 6, 8},
        )
        go(game, "5s", "pass", "2s", "pass", "pass")
        assert asked(game) == 1
        sizes = {len(act.cards) for act in game.legal_actions(1) if isinstance(act, tienlen.Play)}
        assert sizes == wanted


@pytest.mark.parametrize(("rules", "units"), [("southern", 26), ("southern-places", 2)])
def test_southern_row_dealt_wins_are_flat_from_each(rules: str, units: int) -> None:
    assert paid(played(rules, DEAL)) == [(seat, 0, units, "dealt_win") for seat in (1, 2, 3)]


@pytest.mark.parametrize(("rules", "until"), [("southern", "first_out"), ("southern-places", "one_left")])
def test_southern_row_end(rules: str, until: str) -> None:
    assert HOUSES[rules].end.play_until == until


@pytest.mark.parametrize(
    ("left", "units"),
    [("2s", 3), ("2c", 3), ("2h", 6), ("2d", 6), ("3s 3h 4s 4h 5s 5h", 9), ("9s 9h 9c 9d", 12),
     ("3s 3h 4s 4h 5s 5h 6s 6h", 18), ("3s 3h 3c 3d 4s 4h 5s 5h 6s 6h", 21), ("2s 2h 9s 9h 9c 9d", 21),
     ("2s 2c 2h 2d", 18), ("3s 5h", 0)],
)  # fmt: skip
@pytest.mark.parametrize("rules", ["southern", "southern-places"])
def test_southern_row_leftovers_TL_7_3(rules: str, left: str, units: int) -> None:
    assert tienlen.leftover_units(left, rules) == units


def test_southern_row_prices_stand_instead_of_the_card() -> None:
    hands = [STRAIGHT + " 2h Kh Ks Kc 3d", "4s 5s 6s 7s 8s 9s Tc Jd 8d 9d Td Js Qd"]
    game = played("southern", hands, STRAIGHT, "4s 5s 6s 7s 8s 9s Tc Jd", "pass", "8d 9d Td Js Qd", leader=0)
    assert paid(game) == [(0, 1, 4, "cards_left"), (0, 1, 6, "red_two")]
    quad = [STRAIGHT + " 2h Kh Ks Kc Kd", "4s 5s 6s 7s 8s 9s Tc Jd 8d 9d Td Js Qd"]
    game = played("southern", quad, STRAIGHT, "4s 5s 6s 7s 8s 9s Tc Jd", "pass", "8d 9d Td Js Qd", leader=0)
    assert paid(game) == [(0, 1, 6, "red_two"), (0, 1, 12, "quad_left")]


def test_southern_row_unplayed_hand_26_and_its_prices() -> None:
    hands = [STRAIGHT + " Jh Qh Kh 3d 3c", "4s 4d 5s 5d 6s 6d 7s Ts Qs Ks As 2h 2s"]
    game = played("southern", hands, STRAIGHT + " Jh Qh Kh", "pass", "3d 3c", leader=0)
    assert paid(game) == [
        (1, 0, 26, "unplayed"),
        (1, 0, 6, "red_two"),
        (1, 0, 3, "black_two"),
        (1, 0, 9, "pair_run_3_left"),
    ]


@pytest.mark.parametrize(
    ("starts", "acts", "payment"),
    [
        (("2h", "9s 9h 9c 9d", "", ""), ("2h", "9s 9h 9c 9d"), (0, 1, 6)),
        (("2s", "9s 9h 9c 9d", "", ""), ("2s", "9s 9h 9c 9d"), (0, 1, 3)),
        (("2s 2h", "9s 9h 9c 9d", "", ""), ("2s 2h", "9s 9h 9c 9d"), (0, 1, 9)),
        (("2s", "2h", "9s 9h 9c 9d", ""), ("2s", "2h", "9s 9h 9c 9d"), (1, 2, 6)),
        (("9s 9h 9c 9d", "Ts Th Tc Td", "", ""), ("9s 9h 9c 9d", "Ts Th Tc Td"), (0, 1, 12)),
        (
            ("3s 3h 4s 4h 5s 5h", "6s 6h 7s 7h 8s 8h", "", ""),
            ("3s 3h 4s 4h 5s 5h", "6s 6h 7s 7h 8s 8h"),
            (0, 1, 9),
        ),
        (
            ("2s", "3s 3h 4s 4h 5s 5h", "9s 9h 9c 9d", "5c 5d 6s 6h 7s 7h 8s 8h"),
            ("2s", "3s 3h 4s 4h 5s 5h", "9s 9h 9c 9d", "5c 5d 6s 6h 7s 7h 8s 8h"),
            (2, 3, 3 + 9 + 12),
        ),
    ],
)
def test_southern_row_a_chop_pays_every_card_cut_and_the_last_one_cut_pays(
    starts: tuple[str, ...], acts: tuple[str, ...], payment: tuple[int, int, int]
) -> None:
    game = southern_chop(*starts)
    go(game, *acts)
    while phase(game) is tienlen.Phase.FOLLOWING:
        go(game, "pass")
    assert paid(game) == [(*payment, "chop")]


def test_southern_row_three_pairs_led_and_never_cut_cost_nothing() -> None:
    game = southern_chop("3s 3h 4s 4h 5s 5h", "", "", "")
    go(game, "3s 3h 4s 4h 5s 5h", "pass", "pass", "pass")
    assert paid(game) == []


def last_first(seats: int) -> tienlen.Game:
    """Each seat goes out in turn, the last with a card left."""
    suits = "hdcs"
    hands = [" ".join(f"{rank}{suits[seat]}" for rank in "3456789TJQKA2") for seat in range(seats)]
    game = tienlen.Game(house("southern-places", dealt_wins={"low_to_high": []}), seats=seats, leader=0)
    game.deal(hands=hands)
    while not game.is_over:
        seat = asked(game)
        if phase(game) is tienlen.Phase.LEADING:
            longest = max(game.legal_actions(seat), key=lambda act: len(getattr(act, "cards", ())))
            game.act(longest)
        else:
            go(game, "pass")
    return game


@pytest.mark.parametrize(("seats", "places"), [(2, [1, -1]), (3, [1, 0, -1]), (4, [2, 1, -1, -2])])
def test_southern_row_places_and_leftovers_to_the_place_ahead(seats: int, places: list[int]) -> None:
    """Seat after seat leads a straight of twelve and its 2; the last keeps thirteen cards, a 2 among them."""
    game = last_first(seats)
    assert game.view(None).out == tuple(range(seats - 1))
    two = 6 if "hdcs"[seats - 1] in "hd" else 3
    totals = list(places)
    totals[seats - 1] -= two
    totals[seats - 2] += two
    assert list(game.ledger.totals) == totals
    assert {reason for *_, reason in paid(game)} == {"place", "red_two" if two == 6 else "black_two"}


def test_southern_row_places_take_no_units_per_card() -> None:
    left = HOUSES["southern-places"].settlement.leftovers
    assert (left.per_card, left.to) == (0, "place_ahead")


@pytest.mark.parametrize("rules", ["southern", "southern-places"])
def test_southern_row_no_rake_and_no_cap_TL_8(rules: str) -> None:
    own = HOUSES[rules].money
    assert (own.rake, own.cap) == (Decimal(0), False)
    game = tienlen.Game(rules, stakes=Stakes(base=10, carries=[1, 1, 1, 1]))
    game.deal(hands=DEAL)
    assert game.result is not None
    units = 26 if rules == "southern" else 2
    assert game.result.amounts == money(30 * units, *[-10 * units] * 3)


def test_TL_8_meitian_takes_five_in_a_hundred_and_caps() -> None:
    game = tienlen.Game("meitian", stakes=Stakes(base=10, carries=[1000, 100, 1000, 1000]))
    game.deal(hands=DEAL)
    assert game.result is not None
    assert game.result.amounts == money("655.50", -100, -260, -330)
    assert game.result.rake == Decimal("34.50")
    own = tienlen.Game("meitian", stakes=Stakes(base=10, rake="0.1"))
    own.deal(hands=DEAL)
    assert own.result is not None
    assert own.result.amounts is not None
    assert own.result.amounts[0] == 765
