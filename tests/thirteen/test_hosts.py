"""What a host gets wrong, in both games alike: one sentence of a documented error, and nothing has changed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import shisanshui
import thirteen
import tienlen
from common import deal
from common.errors import (
    DealError,
    IllegalAction,
    InvalidAction,
    MatchError,
    MoneyError,
    RecordError,
    RulesetError,
    SeatError,
    ThirteenError,
)
from common.match import Match
from common.record import read_records

GAMES = pytest.mark.parametrize("game", [tienlen, shisanshui], ids=["tienlen", "shisanshui"])
ARRANGE = shisanshui.Arrange(seat=0, layout="Ks 5s 4d | Ts Jh Qd Kc 9s | As Ah Ad 9h 9c")
NO_SEATS: tuple[Any, ...] = (2, 9, -1, "1", 1.0, True, [], 10**5000)


def refused(error: type[ThirteenError], words: str, ask: Callable[..., object], *given: Any, **named: Any) -> str:
    """The sentence with which this is refused."""
    with pytest.raises(error) as caught:
        ask(*given, **named)
    said = str(caught.value)
    assert type(caught.value) is error
    assert 0 < len(said) < 250
    assert "\n" not in said
    assert words in said
    return said


@GAMES
def test_stakes_seats_and_leaders_that_are_none(game: Any) -> None:
    for stakes in ("10", 10, {"base": "10"}):
        said = refused(MoneyError, 'Stakes(base="10")', game.Game, stakes=stakes)
        assert repr(stakes) in said
    for seats in ("4", 4.0, True, 1, 9, 10**5000, None.__class__):
        with pytest.raises(RulesetError) as caught:
            game.Game(seats=seats)
        assert caught.value.where == "seats"
    refused(RulesetError, "is for 2 to 4 seats (a whole number), not '4'", game.Game, "meitian", seats="4")
    for leader in ("0", 4, -1, True, 10**5000):
        refused(RulesetError, "the leader is a seat from 0 to 3", game.Game, leader=leader)


class Late(tienlen.Timeout):
    """An action of the host's own."""


@GAMES
def test_what_is_no_action_of_this_game(game: Any) -> None:
    table = game.Game("meitian", seats=2)
    table.deal(seed=7)
    other = ARRANGE if game is tienlen else tienlen.Play(seat=0, cards="3s")
    before = table.snapshot()
    for action in ("pass", None, 7, b"{}", {"type": "timeout", "seat": 0}, game.Timeout, other, Late(seat=0)):
        refused(InvalidAction, f"no action of {table.name}", table.act, action)
        refused(InvalidAction, "Timeout", table.why_not, action)
        assert all(action not in table.legal_actions(seat) for seat in range(2))
    refused(InvalidAction, "test_hosts.Late", table.act, Late(seat=0))
    assert table.snapshot() == before


@GAMES
def test_acts_of_presence_are_one_class_in_both_games(game: Any) -> None:
    assert (game.Timeout, game.Away, game.Back, game.Leave) == (
        tienlen.Timeout, tienlen.Away, tienlen.Back, tienlen.Leave,
    )  # fmt: skip


@GAMES
def test_a_copy_of_an_action_with_fields_that_are_none(game: Any) -> None:
    table = game.Game("meitian", seats=2)
    table.deal(seed=7)
    (seat, *_) = table.awaiting
    legal = table.legal_actions(seat)[0]
    before = table.snapshot()
    copies = [game.Timeout(seat=seat).model_copy(update={"seat": wrong}) for wrong in ("0", -1, None, 0.5)]
    copies += [game.Away(seat=seat).model_copy(update={"seat": wrong}) for wrong in ("0", -1)]
    copies += [legal.model_copy(update={"seat": wrong}) for wrong in ("0", -1, None)]
    field = "cards" if game is tienlen else "layout"
    copies += [legal.model_copy(update={field: wrong}) for wrong in (7, None, "3s", ["zz"], [None], ("3s", "4s"))]
    for action in copies:
        try:
            why = table.why_not(action)
        except InvalidAction:
            refused(InvalidAction, "this is no action at ", table.act, action)
        else:
            assert isinstance(why, IllegalAction)
        assert action not in table.legal_actions(seat)
        assert table.snapshot() == before


@GAMES
@pytest.mark.parametrize(
    "raw",
    [{"type": "timeout", "seat": 0}, None, 7, ["x"], bytearray(b"{}"), memoryview(b"{}")],
    ids=lambda raw: type(raw).__name__,
)
def test_an_action_is_read_from_text_or_bytes(game: Any, raw: Any) -> None:
    said = refused(InvalidAction, "as text or bytes", game.read_action, raw, 0)
    assert type(raw).__name__ in said
    assert game.read_action(b'{"type":"timeout","seat":0}', 0) == game.Timeout(seat=0)


@GAMES
def test_a_reader_is_told_a_seat_that_is_one(game: Any) -> None:
    for seat in ("0", True, 0.0):
        refused(SeatError, "a whole number from 0", game.read_action, '{"type":"timeout","seat":0}', seat)


@GAMES
def test_a_seat_that_there_is_not(game: Any) -> None:
    table = game.Game("meitian", seats=2)
    for _ in range(2):
        for seat in NO_SEATS:
            view = table.view(0)
            of = view.holding_of if game is tienlen else view.layout_of
            for ask in (table.view, table.legal_actions, of):
                refused(SeatError, "at a table of 2: they are 0 to 1", ask, seat)
        refused(SeatError, "no seat None", table.legal_actions, None)
        assert repr(table.view(1)).count("seat 1 ") == 1
        if not table.position:
            table.deal(seed=7)
    assert issubclass(SeatError, ValueError)


@GAMES
def test_an_empty_seed_is_refused_wherever_one_is_given(game: Any) -> None:
    for seed in ("", b""):
        table = game.Game("meitian", seats=2)
        refused(DealError, "the seed is empty", table.deal, seed)
        assert table.position == 0
        match = Match(game.Game, "meitian", ["An", "Bo"])
        refused(DealError, "the seed is empty", match.next_hand, seed)
        assert (match.number, match.hand) == (0, None)
        refused(DealError, "the seed is empty", deal.key_of, seed)
        table.deal(0)


@GAMES
def test_there_is_no_record_before_the_deal(game: Any) -> None:
    table = game.Game("meitian", seats=2)
    refused(RecordError, "nothing is dealt yet", table.record)
    refused(RecordError, "nothing is dealt yet", table.record, running=True)
    refused(RecordError, "nothing is dealt yet", table.snapshot)
    table.deal(seed=7)
    refused(RecordError, "this hand is running", table.record)


@GAMES
def test_what_is_no_record_snapshot_or_file(game: Any) -> None:
    for given in ({"type": "record"}, None, 7, ["x"]):
        refused(RecordError, "text or bytes", game.Game.resume, given)
        refused(RecordError, "Record", game.Game.from_record, given)
        refused(RecordError, "Record", thirteen.verify, given)
        refused(RecordError, "path", thirteen.verify_file, given)
        refused(RecordError, "path", next, read_records(given))  # type: ignore[arg-type]
    refused(MatchError, "tienlen.Game", Match, game.Game.name, "meitian", ["An", "Bo"])
