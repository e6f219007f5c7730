"""Matches of real games: restarts with a record, escapes, hands asked about twice."""

from __future__ import annotations

from pathlib import Path

import pytest

import shisanshui
import thirteen
import tienlen
from common.errors import MatchError
from common.match import Match
from common.record import RecordWriter, read_records

SECRET = bytes(range(32))
PLAYERS = ["An", "Bo", "Chi", "Du"]


def play(game: tienlen.Game) -> None:
    while not game.is_over:
        (seat,) = game.awaiting
        game.act(game.legal_actions(seat)[0])


def test_a_hand_that_ended_before_the_restart_is_taken_in_from_the_record(
    tmp_path: Path,
) -> None:
    path = tmp_path / "match.jsonl"
    with RecordWriter(path) as writer:
        match = Match(tienlen.Game, "meitian", PLAYERS, base="10", carries=["500"] * 4, secret=SECRET, writer=writer)
        play(match.next_hand())
        hand = match.next_hand()
        while not hand.is_over:
            kept = match.snapshot()
            (seat,) = hand.awaiting
            hand.act(hand.legal_actions(seat)[0])
        right = dict(match.players)
    with RecordWriter(path) as writer:
        again = Match.resume(kept, tienlen.Game, writer=writer)
        assert again.hand is None
        assert dict(again.players) == right
        play(again.next_hand())
        assert again.finish() == again.finish()
        again.reveal()
    assert [record.number for record in read_records(path)] == [1, 2, 3]
    verdict = thirteen.verify_file(path)
    assert verdict, verdict.message
    assert verdict.proved == 3


def test_a_hand_that_still_ran_at_the_restart_is_played_on_and_recorded_once(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with RecordWriter(path) as writer:
        match = Match(tienlen.Game, "southern", PLAYERS, secret=SECRET, writer=writer)
        play(match.next_hand())
        assert match.finish().totals
        match.next_hand()
        kept = match.snapshot()
    with RecordWriter(path) as writer:
        again = Match.resume(kept, tienlen.Game, writer=writer)
        assert again.hand is not None
        play(again.hand)
        assert again.number == 2
        again.reveal()
    assert [record.number for record in read_records(path)] == [1, 2]
    assert thirteen.verify_file(path)


def test_SS_7_8_who_escapes_is_gone_from_the_match() -> None:
    match = Match(shisanshui.Game, "bianfeng", PLAYERS)
    hand = match.next_hand(seed=1)
    hand.act(shisanshui.Leave(seat=1))
    assert hand.is_over
    assert match.players["Bo"].chair is None
    assert match.players["Bo"].units == -18
    assert match.seats == ("An", "Chi", "Du")


def test_a_finished_hand_may_be_asked_about_again_and_none_is_told_as_none() -> None:
    match = Match(tienlen.Game, "meitian", PLAYERS)
    with pytest.raises(MatchError, match="there is no hand"):
        match.finish()
    hand = match.next_hand(seed=3)
    if not hand.is_over:
        with pytest.raises(MatchError, match="hand 1 still runs"):
            match.finish()
    play(hand)
    assert match.hand is None
    assert match.finish() == hand.result
