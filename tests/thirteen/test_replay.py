"""Transcripts: followed turn by turn, right in every figure, and without a card that the viewer could not see."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

import shisanshui
import tienlen
from common.cards import cards
from common.errors import RecordError
from common.events import Dealt, Paid
from common.labels import LANGUAGES
from common.money import Stakes
from common.record import Record
from tests.thirteen.hands import CHOPPED, arranged, played
from thirteen.replay import Line, Transcript
from tienlen import Pass, Play

_SYMBOL = re.compile(r"(?:10|[2-9JQKA])[♠♥♦♣]")
_CARD = re.compile(r'"([2-9TJQKA][cdhs])"')


def _record(game: tienlen.Game, number: int = 0) -> Record:
    return Record.of(game, number)


def _said(lines: Iterable[Line]) -> str:
    return "\n".join("\n".join(line.text) for line in lines)


def _named(lines: Iterable[Line]) -> set[str]:
    """Every card that text or JSON name."""
    found = set()
    for line in lines:
        found |= {str(cards(symbol)[0]) for said in line.text for symbol in _SYMBOL.findall(said)}
        found |= set(_CARD.findall(json.dumps(line.to_plain())))
    return found


def _chopped() -> tienlen.Game:
    game = tienlen.Game("meitian", stakes=Stakes(base="10"), leader=None)
    game.deal(hands=CHOPPED)
    assert game.awaiting == {0}
    for laid in ("3h 3d 4h 4d 5h 5d", "6h 6d 7h 7d 8h 8d", "", "4s 4c 5s 5c 6s 6c 7s 7c", "", "", ""):
        (seat,) = game.awaiting
        game.act(Play(seat=seat, cards=cards(laid)) if laid else Pass(seat=seat))
    return game


def test_TL_7_7_the_chop_is_told_with_its_reason_and_its_money() -> None:
    said = _said(Transcript(_record(_chopped())))
    assert "Seat 0 lays 3♥ 3♦ 4♥ 4♦ 5♥ 5♦ (run of 3 pairs)\nSeat 1 is asked\nSeat 1 lays 6♥ 6♦" in said
    assert "Seat 1 pays seat 3 8 units = 80: chop (4♣ 4♠ 5♣ 5♠ 6♣ 6♠ 7♣ 7♠)" in said
    assert "Seat 2 has passed and is asked again: only a special may be laid" in said


@pytest.mark.parametrize("rules", tienlen.rulesets())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_is_told_in_every_language(rules: str, lang: str) -> None:
    for seed in range(6):
        game = played(seed, rules, Stakes(base="0.5", carries=["3"] * 4))
        lines = list(Transcript(_record(game), lang=lang))
        assert [line.event for line in lines] == list(game.log)
        assert all(said.strip() and "{" not in said for line in lines for said in line.text)
        assert all(line.text for line in lines)


@pytest.mark.parametrize("rules", shisanshui.rulesets())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_of_both_games_is_told(rules: str, lang: str) -> None:
    for seed in range(2):
        game = arranged(seed, rules, Stakes(base="10"))
        lines = list(Transcript(Record.of(game), lang=lang))
        assert [line.event for line in lines] == list(game.log)
        assert all(said.strip() and "{" not in said for line in lines for said in line.text)


def test_SS_4_1_no_layout_is_told_to_others_before_all_are_in() -> None:
    game = arranged(1, most=3)
    record = Record.of(game)
    dealt = game.log[0]
    assert isinstance(dealt, Dealt)
    for seat in range(4):
        lines = list(Transcript(record, seat))
        assert _named(lines) == {str(card) for card in dealt.hands[seat] or ()}
        assert len(lines) == (2 if seat < 3 else 1)
    assert not _named(Transcript(record, "spectator"))
    assert len(_named(Transcript(record))) == 52


def test_SS_7_8_an_escape_is_told_with_the_share_of_the_house() -> None:
    game = shisanshui.Game("bianfeng", stakes=Stakes(base="10"))
    game.deal(seed=1)
    game.act(shisanshui.Leave(seat=2))
    said = _said(Transcript(Record.of(game)))
    assert "Seat 2 leaves before all are in: the hand is over" in said
    assert "Seat 2 pays the house 15 waters = 150: escape" in said
    assert "The house: +15 waters, money +150.00" in said


def test_every_payment_stands_in_the_transcript_with_units_and_money() -> None:
    game = played(3, stakes=Stakes(base="12.5"))
    for line in Transcript(_record(game)):
        if isinstance(line.event, Paid):
            units = line.event.units
            shown = "1 unit" if units == 1 else f"{units} units"
            assert f"pays seat {line.event.payee} {shown} = {12.5 * units}:" in line.text[0]


def test_money_is_exact_beyond_any_float() -> None:
    game = played(3, stakes=Stakes(base="123456789012345678"))
    paid = [line for line in Transcript(_record(game)) if isinstance(line.event, Paid)]
    assert paid
    for line in paid:
        assert isinstance(line.event, Paid)
        assert f"= {123456789012345678 * line.event.units}:" in line.text[0]


def test_M_11_capped_money_is_told_step_by_step() -> None:
    game = played(3, stakes=Stakes(base="100", carries=["500"] * 4))
    (said,) = [line.text for line in Transcript(_record(game)) if line.event.model_dump()["type"] == "settled"]
    assert any("capped at the carry" in each for each in said)
    assert any("after the rake" in each for each in said)


@pytest.mark.parametrize("rules", tienlen.rulesets())
def test_a_seat_is_told_no_card_that_it_could_not_see(rules: str) -> None:
    for seed in range(12):
        game = played(seed, rules, most=9)
        record = _record(game)
        if game.is_over:
            continue
        dealt = game.log[0]
        assert isinstance(dealt, Dealt)
        laid = {str(card) for event in game.log if isinstance(event, tienlen.events.Laid) for card in event.cards}
        assert len(_named(Transcript(record))) == 52
        assert _named(Transcript(record, "spectator")) <= laid | _must(game)
        for seat in range(4):
            own = {str(card) for card in dealt.hands[seat] or ()}
            assert _named(Transcript(record, seat)) == own | laid | _must(game)


def _must(game: tienlen.Game) -> set[str]:
    must = [event.must for event in game.log if isinstance(event, tienlen.events.LeadGiven)]
    return {str(card) for card in must if card is not None}


def test_a_seat_sees_what_seen_by_gives_it_and_counts_its_own_positions() -> None:
    game = played(5)
    lines = list(Transcript(_record(game), 2))
    assert [line.event for line in lines] == [event.seen_by(2) for event in game.log]
    assert [line.position for line in lines] == list(range(len(lines)))
    assert lines[-1].position + 1 == game.view(2).position


def _with_event(record: Record, nth: int, **changes: Any) -> Record:
    events = [dict(event) for event in record.events]
    events[nth].update(changes)
    return replace(record, events=tuple(events))


def test_what_does_not_agree_with_its_rules_is_told_up_to_there() -> None:
    record = _record(_chopped())
    nth = next(n for n, event in enumerate(record.events) if event["type"] == "paid")
    transcript = Transcript(_with_event(record, nth, units=7))
    assert "units" in transcript.fault
    assert "the rules give 8, the record says 7" in transcript.fault
    told = list(transcript)
    assert [line.event.model_dump(mode="json") for line in told] == list(record.events[:nth])
    assert not transcript.is_over


def test_no_figure_at_the_end_is_told_of_a_hand_whose_payments_were_changed() -> None:
    record = _record(played(3, stakes=Stakes(base="10")))
    nth = max(n for n, event in enumerate(record.events) if event["type"] == "paid")
    for viewer in ("host", 1):
        transcript = Transcript(_with_event(record, nth, units=record.events[nth]["units"] + 5), viewer)
        lines = list(transcript)
        assert lines[-1].event.model_dump(mode="json")["type"] != "settled"
        assert transcript.fault
        assert not transcript.is_over
    longer = replace(record, events=(*record.events, record.events[-1]))
    assert Transcript(longer).is_over
    assert "the record goes on" in Transcript(longer).fault


def test_a_fault_tells_a_seat_nothing_of_the_cards() -> None:
    record = _record(_chopped())
    laid = next(n for n, event in enumerate(record.events) if event["type"] == "laid" and event["seat"] == 3)
    damaged = _with_event(record, laid, cards=["As", "Ad"])
    assert "Ad" in Transcript(damaged).fault
    for viewer in (0, "spectator"):
        fault = Transcript(damaged, viewer).fault
        assert fault
        assert not re.search(r"[2-9TJQKA][cdhs]\b", fault)


@pytest.mark.parametrize(("change", "words"), [({"game": "whist"}, "no game"), ({"seats": 9}, "9 seats")])
def test_what_cannot_be_dealt_is_refused(change: dict[str, Any], words: str) -> None:
    with pytest.raises(RecordError, match=words):
        Transcript(replace(_record(_chopped()), **change))


def test_a_seat_that_is_not_there_is_refused() -> None:
    with pytest.raises(RecordError, match="no seat 5"):
        Transcript(_record(_chopped()), 5)
