"""Records decided again: what a record says must be what its own rules make of its own decisions.

There are no rules here.  The game is dealt the record's cards, each recorded decision is played, and every event the
engine brings forth is compared with the one recorded, field by field.  What is consistent in itself and yet not what
was played (low cards swapped between losers, rules edited and digested anew) needs something that the host kept: the
chain's head, the rules' digests, the commitment to the deal.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from pydantic import ValidationError
from pydantic_core import to_json

from common.actions import problem
from common.errors import IllegalAction, RecordError, RulesetError, ThirteenError
from common.events import Dealt, Event
from common.money import Stakes
from common.record import Record
from common.ruleset import digest

if TYPE_CHECKING:
    from common.game import Game

__all__ = ["Houses", "MakesGame", "Verdict", "difference", "replayed", "verify", "walked"]

G_co = TypeVar("G_co", bound="Game", covariant=True)
G = TypeVar("G", bound="Game")


Houses = dict[str, tuple[Mapping[str, Any], Any]]
"""By digest, rules as they were recorded and the ruleset that was made of them."""


class MakesGame(Protocol[G_co]):
    """A game's class, as far as it is needed to sit down."""

    def __call__(self, rules: Any, *, seats: int, stakes: Stakes | None, leader: int | None) -> G_co: ...


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a hand is what its rules make of it, and if not, the first place where it is not.  True when it is."""

    ok: bool
    message: str
    """One sentence."""
    hand: int | None = None
    """The hand's number."""
    line: int = 0
    """The line of the file, from 1; 0 where there is none."""
    event: int | None = None
    """Which event, from 0."""
    field: str = ""
    """The field, dotted: ``cards.1``; empty where the whole is at fault."""
    expected: Any = None
    """What the rules give there."""
    found: Any = None
    """What the record says there."""

    def __bool__(self) -> bool:
        return self.ok


class _Disagreement(Exception):
    def __init__(self, message: str, event: int | None, field: str, expected: Any = None, found: Any = None) -> None:
        super().__init__(message)
        self.event, self.field, self.expected, self.found = event, field, expected, found


def verify(record: Record, game: MakesGame[Game], *, running: bool = False) -> Verdict:
    """Decide a recorded hand again; with ``running``, a hand that is not over is in order too."""
    return walked(record, game, running=running)[1]


def replayed(record: Record, game: MakesGame[G]) -> G:
    """The game a record tells of, in the state it was in.

    Raises:
        RecordError: with the first thing that does not agree with the record's own rules.
    """
    hand, verdict = walked(record, game, running=True)
    if hand is None or not verdict:
        raise RecordError(verdict.message, record.line)
    return hand


def walked(
    record: Record, game: MakesGame[G], *, running: bool, houses: Houses | None = None
) -> tuple[G | None, Verdict]:
    """The game as far as it could be decided again (None: it could not be dealt), and the verdict.

    ``houses`` keeps what was made of rules that many records share, from one call to the next.
    """
    hand = None
    try:
        hand = _seated(record, game, {} if houses is None else houses)
        _walk(record, hand, running)
    except _Disagreement as fault:
        event = "" if fault.event is None else f", event {fault.event}{_kind(record, fault.event)}"
        field = f", {fault.field}" if fault.field else ""
        line = f"line {record.line}, " if record.line else ""
        return hand, Verdict(
            ok=False,
            message=f"{line}hand {record.number}{event}{field}: {fault}",
            hand=record.number,
            line=record.line,
            event=fault.event,
            field=fault.field,
            expected=fault.expected,
            found=fault.found,
        )
    over = "is over" if hand.is_over else "is running"
    sentence = f"hand {record.number}: {len(record.events)} events decided again, all the same; it {over}"
    return hand, Verdict(ok=True, message=sentence, hand=record.number, line=record.line)


def _kind(record: Record, event: int) -> str:
    kind = record.events[event].get("type") if event < len(record.events) else None
    return f" ({kind})" if isinstance(kind, str) and kind.isidentifier() else ""


def _seated(record: Record, game: MakesGame[G], houses: Houses) -> G:
    written, rules = houses.get(record.digest, (None, record.rules))
    if written is not record.rules:  # the very same object was looked at before
        rules = record.rules
        _check_rules(record)
    if not 1 <= record.seats <= 8:
        raise _Disagreement(f"{_short(record.seats)} seats are no table", None, "seats", found=record.seats)
    if record.leader is not None and not 0 <= record.leader < record.seats:
        sentence = f"seat {_short(record.leader)} does not sit at a table of {record.seats}"
        raise _Disagreement(sentence, None, "leader", found=record.leader)
    try:
        stakes = None if record.stakes is None else Stakes(**record.stakes)
    except ThirteenError as error:
        raise _Disagreement(str(error), None, "stakes", found=record.stakes) from None
    try:
        hand = game(rules, seats=record.seats, stakes=stakes, leader=record.leader)
    except RulesetError as error:
        where = error.where if error.where in {"seats", "leader"} else f"rules.{error.where}".rstrip(".")
        raise _Disagreement(str(error), None, where) from None
    except ThirteenError as error:
        raise _Disagreement(str(error), None, "stakes", found=record.stakes) from None
    if written is not record.rules:
        _check_resolved(hand.rules.resolved, record.rules)
    houses[record.digest] = record.rules, hand.rules
    return hand


def _check_rules(record: Record) -> None:
    right = digest(record.rules)
    if record.digest != right:
        sentence = "the digest is not that of the rules: one of them was changed"
        raise _Disagreement(sentence, None, "digest", right, record.digest)
    if "extends" in record.rules:
        # A record is complete; and what comes from outside must not make the host open files.
        raise _Disagreement("a record's rules are resolved and extend nothing", None, "rules.extends")


def _check_resolved(resolved: Mapping[str, Any], written: Mapping[str, Any]) -> None:
    # What is left to defaults would go by another digest, and might mean something else one day.
    place = difference(resolved, written)
    if place is not None:
        field, right, wrong = place
        sentence = f"a record's rules are resolved: {_short(right)} must stand there, the record says {_short(wrong)}"
        raise _Disagreement(sentence, None, f"rules.{field}", right, wrong)


def _walk(record: Record, game: Game, running: bool) -> None:
    due: tuple[Event, ...] = ()
    at = 0
    for nth, found in enumerate(record.events):
        if at == len(due):
            due, at = _decided(game, nth, found), 0
        expected = due[at]
        at += 1
        if expected.to_json().encode() != to_json(found):
            _compare(nth, expected.model_dump(mode="json"), found)
    end = len(record.events)
    if at < len(due):
        kind = due[at].model_dump(mode="json")["type"]
        raise _Disagreement(f"the record ends, but {kind} follows by rule", end, "type", kind)
    if not end:
        raise _Disagreement("the record has no events: a hand begins with the deal", 0, "type", "dealt")
    if not game.is_over and not running:
        seats = ", ".join(map(str, sorted(game.awaiting)))
        raise _Disagreement(f"the record ends, but the hand is not over: seat {seats} must decide", end, "")


def _decided(game: Game, nth: int, found: Mapping[str, Any]) -> tuple[Event, ...]:
    """What the engine makes of a recorded decision, or of the deal."""
    if game.is_over:
        raise _Disagreement("the hand is over, but the record goes on", nth, "type", None, found.get("type"))
    try:
        event: Event = game.events.validate_json(to_json(found), strict=True)
    except ValidationError as error:
        where, sentence = problem(error)
        # the first part is the tag of the kind of event, not a field
        field = where.partition(".")[2] or ("" if found.get("type") == where else where) or "type"
        raise _Disagreement(f"this is no event: {sentence}", nth, field) from None
    try:
        if nth == 0:
            if not isinstance(event, Dealt):
                raise _Disagreement("a hand begins with the deal", 0, "type", "dealt", found.get("type"))
            return game.deal(hands=event.hands)  # type: ignore[arg-type]
        action = event.action()
        if action is None:
            seats = ", ".join(map(str, sorted(game.awaiting)))
            sentence = f"nothing brings this about: seat {seats} must decide first"
            raise _Disagreement(sentence, nth, "type", None, found.get("type"))
        return game.act(action)
    except IllegalAction as refusal:
        raise _Disagreement(f"refused as {refusal.code}: {refusal}", nth, "", None, dict(found)) from None
    except ThirteenError as error:
        raise _Disagreement(str(error), nth, "hands" if nth == 0 else "", None) from None


def _compare(nth: int, expected: Mapping[str, Any], found: Mapping[str, Any]) -> None:
    place = difference({"type": expected["type"]}, {"type": found.get("type")}) or difference(expected, found)
    if place is not None:  # None: the same members in another order
        field, right, wrong = place
        sentence = f"the rules give {_short(right)}, the record says {_short(wrong)}"
        raise _Disagreement(sentence, nth, field, right, wrong)


def difference(expected: Any, found: Any) -> tuple[str, Any, Any] | None:
    """The first place (dotted) where two plain values differ, and what each says there; a bool is no number."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in (*expected, *(key for key in found if key not in expected)):
            if key not in expected or key not in found:
                return key, expected.get(key), found.get(key)
            if inner := difference(expected[key], found[key]):
                return _below(key, inner)
        return None
    if isinstance(expected, list) and isinstance(found, list):
        for nth, (right, wrong) in enumerate(zip(expected, found, strict=False)):
            if inner := difference(right, wrong):
                return _below(str(nth), inner)
        nth = min(len(expected), len(found))
        if len(expected) != len(found):
            longer = [each[nth] if nth < len(each) else None for each in (expected, found)]
            return str(nth), longer[0], longer[1]
        return None
    return None if type(expected) is type(found) and expected == found else ("", expected, found)


def _below(key: str, inner: tuple[str, Any, Any]) -> tuple[str, Any, Any]:
    return f"{key}.{inner[0]}" if inner[0] else key, inner[1], inner[2]


def _short(value: Any) -> str:
    shown = "nothing" if value is None else json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 80 else f"{shown[:79]}…"
