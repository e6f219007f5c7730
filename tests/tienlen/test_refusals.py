"""Every refusal code is reached, each with its sentence; of two that apply the first in the rules' order is given."""

from __future__ import annotations

import ast
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import tienlen
from common.cards import cards
from common.errors import SeatError
from tests.tienlen.tables import action, go, house, refusal, table

ORDER = (
    "hand_over",
    "stale",
    "not_your_turn",
    "locked_out",
    "must_lead",
    "empty_play",
    "duplicate_card",
    "not_held",
    "no_combination",
    "must_include_lowest",
    "wrong_kind",
    "too_low",
)
Situation = tuple[tienlen.Game, Any]
STRAIGHT = "3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh"


def play(seat: int, text: str, at: int | None = None) -> tienlen.Play:
    return tienlen.Play(seat=seat, cards=cards(text) if text else (), at=at)


def over() -> tienlen.Game:
    game = tienlen.Game("meitian", seats=2)
    game.deal(hands=[STRAIGHT + " 3s 3c", "4s 4d 4c 5s 5c 6s 6c 7s 7c 8s 9c Ad Ac"])
    go(game, STRAIGHT, "pass", "3s 3c")
    assert game.is_over
    return game


def leading(rules: Any = "meitian") -> tienlen.Game:
    """Seat 0 leads with these and eight more cards."""
    return table(rules, "3h 3s 5s 6c", "9s 9h 6d", "8s", "Ts")


def first_southern() -> tienlen.Game:
    game = tienlen.Game("southern", seats=2)
    game.deal(hands=["3s 3h 4h 5h 7d 7c 9d Td Jc Qc Kd Ad 2d", "4s 4d 5s 5c 6s 6c 8s 8c 9s Ts Js Qs Ks"])
    return game


def locked() -> tienlen.Game:
    """Seat 1 has passed and is out of the trick; seat 2 is asked."""
    game = leading()
    go(game, "5s", "pass")
    return game


def following() -> tienlen.Game:
    """Seat 1 is asked over a five."""
    game = leading()
    go(game, "5s")
    return game


def asked_again() -> tienlen.Game:
    """Seat 1 has passed; a black 2 is on top and it is asked again, with lower 2s and a quad."""
    game = table("meitian", "3h 5s", "2h 2d 9s 9h 9c 9d", "2s", "Ts")
    go(game, "5s", "pass", "2s", "pass", "pass")
    return game


def last_two() -> tienlen.Game:
    """Seat 0 has one card left, a red 2, over a black one, in a house where none may finish on a 2."""
    game = tienlen.Game(house(end={"finish_on_two": False}), seats=2)
    game.deal(hands=[STRAIGHT + " 3s 2h", "3d 3c 4s 5s 6s 7s 8s 9s Ts Js Qs 2s As"])
    go(game, STRAIGHT, "pass", "3s", "2s")
    return game


SINGLY: dict[str, Callable[[], Situation]] = {
    "hand_over": lambda: (over(), tienlen.Pass(seat=1)),
    "stale": lambda: (leading(), play(0, "5s", at=1)),
    "not_your_turn": lambda: (leading(), play(1, "9s")),
    "locked_out": lambda: (locked(), play(1, "9s")),
    "must_lead": lambda: (leading(), tienlen.Pass(seat=0)),
    "empty_play": lambda: (leading(), play(0, "")),
    "duplicate_card": lambda: (leading(), play(0, "5s 5s")),
    "not_held": lambda: (leading(), play(0, "9s")),
    "no_combination": lambda: (leading(), play(0, "3h 5s")),
    "must_include_lowest": lambda: (first_southern(), play(0, "4h")),
    "wrong_kind": lambda: (following(), play(1, "9s 9h")),
    "too_low": lambda: (asked_over_nine(), play(2, "8s")),
}


def asked_over_nine() -> tienlen.Game:
    game = leading()
    go(game, "5s", "9s")
    return game


BOTH: dict[tuple[str, str], Callable[[], Situation]] = {
    ("hand_over", "stale"): lambda: (over(), tienlen.Pass(seat=1, at=3)),
    ("hand_over", "not_your_turn"): lambda: (over(), play(0, "5s")),
    ("hand_over", "empty_play"): lambda: (over(), play(1, "")),
    ("hand_over", "not_held"): lambda: (over(), play(1, "2s")),
    ("stale", "not_your_turn"): lambda: (leading(), play(1, "9s", at=1)),
    ("stale", "locked_out"): lambda: (locked(), play(1, "9s", at=2)),
    ("stale", "must_lead"): lambda: (leading(), tienlen.Pass(seat=0, at=1)),
    ("stale", "empty_play"): lambda: (leading(), play(0, "", at=1)),
    ("stale", "too_low"): lambda: (asked_over_nine(), play(2, "8s", at=1)),
    ("not_your_turn", "must_lead"): lambda: (leading(), tienlen.Pass(seat=1)),
    ("not_your_turn", "empty_play"): lambda: (leading(), play(1, "")),
    ("not_your_turn", "duplicate_card"): lambda: (leading(), play(1, "9s 9s")),
    ("not_your_turn", "not_held"): lambda: (leading(), play(1, "5s")),
    ("not_your_turn", "no_combination"): lambda: (leading(), play(1, "9s 6d")),
    ("locked_out", "empty_play"): lambda: (locked(), play(1, "")),
    ("locked_out", "duplicate_card"): lambda: (locked(), play(1, "9s 9s")),
    ("locked_out", "not_held"): lambda: (locked(), play(1, "8s")),
    ("locked_out", "wrong_kind"): lambda: (locked(), play(1, "9s 9h")),
    ("duplicate_card", "not_held"): lambda: (leading(), play(0, "6d 6d")),
    ("duplicate_card", "no_combination"): lambda: (leading(), play(0, "5s 6c 6c")),
    ("duplicate_card", "wrong_kind"): lambda: (following(), play(1, "9s 9h 9h")),
    ("not_held", "no_combination"): lambda: (leading(), play(0, "5s 9s")),
    ("not_held", "must_include_lowest"): lambda: (first_southern(), play(0, "Ks")),
    ("not_held", "wrong_kind"): lambda: (following(), play(1, "6c 6d")),
    ("not_held", "too_low"): lambda: (asked_over_nine(), play(2, "6d")),
    ("no_combination", "must_include_lowest"): lambda: (first_southern(), play(0, "4h 9d")),
    ("no_combination", "wrong_kind"): lambda: (following(), play(1, "9s 6d")),
    ("wrong_kind", "too_low"): lambda: (last_two(), play(0, "2h")),
}
"""Two codes that both apply.  Of the pairs left out the two exclude each other: a pass has no cards and no card twice,
an empty play has none either, nobody is locked out while a seat leads, and thirteen cards are no one combination."""


@pytest.mark.parametrize("code", ORDER)
def test_code_is_reached_and_says_what_is_wrong(code: str) -> None:
    game, act = SINGLY[code]()
    assert refusal(game, act) == code
    why = game.why_not(act)
    assert why is not None
    assert not str(why)[0].isupper()
    assert len(str(why)) < 250
    assert why.seat == act.seat
    assert why.__traceback__ is None  # its frames would hold the table
    again = pickle.loads(pickle.dumps(why))
    assert (again.code, str(again), again.seat, dict(again.detail)) == (code, str(why), act.seat, dict(why.detail))


@pytest.mark.parametrize(("first", "second"), BOTH)
def test_of_two_codes_that_apply_the_first_is_given(first: str, second: str) -> None:
    assert ORDER.index(first) < ORDER.index(second)
    game, act = BOTH[first, second]()
    assert refusal(game, act) == first


def test_wrong_kind_before_too_low_for_a_seat_asked_again() -> None:
    """A lower 2 over a 2 is too low; for a seat that has passed it is the wrong kind first."""
    game = asked_again()
    assert game.awaiting == {1}
    assert refusal(game, play(1, "2h")) == "wrong_kind"
    assert game.why_not(play(1, "9s 9h 9c 9d")) is None


def test_the_codes_are_these_and_no_others() -> None:
    """What the sources raise is what the rules list, and what is tested above."""
    root = Path(tienlen.__file__).parent
    found = set()
    for path in (root / "decide.py", root.parent / "common" / "decide.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                if node.func.id in {"_refuse", "IllegalAction"} and isinstance(first, ast.Constant):
                    found.add(first.value)
    assert found == set(ORDER)
    assert set(SINGLY) == set(ORDER)


@pytest.mark.parametrize("seat", [4, 5, 7])
def test_a_seat_that_is_not_at_the_table(seat: int) -> None:
    game = leading()
    for act in ("pass", "timeout", "away", "back", "5s"):
        assert refusal(game, action(game, act, seat)) == "not_your_turn"
    assert refusal(game, tienlen.Leave(seat=seat)) == "not_your_turn"
    with pytest.raises(SeatError, match=f"no seat {seat} at a table of 4"):
        game.legal_actions(seat)


def test_before_the_deal_nobody_acts() -> None:
    game = tienlen.Game("meitian")
    for act in (tienlen.Pass(seat=0), tienlen.Away(seat=0), play(0, "3h"), tienlen.Timeout(seat=1)):
        assert refusal(game, act) == "not_your_turn"
    assert game.awaiting == frozenset()
    assert not game.is_over


def test_details_say_only_what_the_seat_itself_may_know() -> None:
    game = leading()
    named = {str(card) for card in game.view(0).holding}
    for act in (play(0, "5s 5s"), play(0, "9s"), play(0, "Xr"), play(0, "3h 5s"), tienlen.Pass(seat=0)):
        why = game.why_not(act)
        assert why is not None
        given = {str(card) for card in getattr(act, "cards", ())}
        assert {value for value in why.detail.values() if isinstance(value, str)} <= named | given


def test_TL_4_4_who_will_be_asked_again_is_out_of_turn_and_not_locked_out() -> None:
    game = tienlen.Game("meitian", seats=4)
    game.deal(
        hands=[
            "3h 5s 6h 6d 7h 8d 9d Th Jd Qd Kh Ah As",
            "3d 4h 9s 9h 9c 4d 4c 8h 8c Tc Td Kd Kc",
            "2s 3c 3s 5h 5d 5c 6c 6s 7d 7c Jh Js Qc",
            "4s 7s 8s Ts Jc Qs Qh Ks Ad Ac 2h 2d 2c",
        ]
    )
    game.act(tienlen.Play(seat=0, cards="5s"))
    game.act(tienlen.Pass(seat=1))
    refused = game.why_not(tienlen.Play(seat=1, cards="9s"))
    assert refused is not None
    assert refused.code == "locked_out"
    game.act(tienlen.Play(seat=2, cards="2s"))
    early = game.why_not(tienlen.Play(seat=1, cards="9s 9h 9c"))
    assert early is not None
    assert early.code == "not_your_turn"
    game.act(tienlen.Pass(seat=3))
    game.act(tienlen.Pass(seat=0))
    assert game.awaiting == {1}
    game.act(tienlen.Pass(seat=1))
    assert game.awaiting == {2}
    late = game.why_not(tienlen.Pass(seat=1))
    assert late is not None
    assert late.code == "not_your_turn"
