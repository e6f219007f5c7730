"""What every game must pass under every ruleset: a hand played at random, everything checked at each step.

The battery knows no game.  It plays through :class:`common.game.Game` alone, so it holds for a game of your own too::

    tally = check_hand(tienlen.Game("southern", seats=3), seed=7)

A fault is an AssertionError with one sentence.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, cast

from pydantic import ValidationError

from common.actions import Action, Away, Back, Leave, Timeout
from common.cards import Card
from common.errors import CardError, IllegalAction, RecordError
from common.events import Dealt, Event
from common.game import Game
from common.record import Record
from common.verify import MakesGame, verify
from common.view import View

__all__ = ["Tally", "check_hand", "neighbours", "require"]

_EXHAUSTIVE = 600
"""So many legal actions are looked at one by one; of more, a sample is."""


@dataclass
class Tally:
    """What was checked, so that a test can tell that there was something to check."""

    steps: int = 0
    """Decisions made."""
    listed: int = 0
    """Legal actions looked at."""
    resumed: int = 0
    """Snapshots taken up again."""
    refusals: dict[str, int] = field(default_factory=dict)
    """Refusals met, by code."""

    def add(self, other: Tally) -> None:
        """Take another tally in."""
        self.steps += other.steps
        self.listed += other.listed
        self.resumed += other.resumed
        for code, times in other.refusals.items():
            self.refusals[code] = self.refusals.get(code, 0) + times


def require(holds: object, sentence: str) -> None:
    """AssertionError with the sentence unless it holds; unlike ``assert``, whatever the interpreter's options."""
    if not holds:
        raise AssertionError(sentence)


def check_hand(
    game: Game, seed: int, *, hands: Sequence[Sequence[Card]] | None = None, most_steps: int = 2_000, thorough: int = 1
) -> Tally:
    """Play a hand that is not dealt yet to its end at random and check everything at each step.

    Args:
        game: a game of any kind, before its deal.
        seed: what the deal and the choices are drawn from.
        hands: these hands instead of the seed's.
        most_steps: more decisions than a hand of this game can have.
        thorough: the costly checks (resuming, refusals, exactness) are made at every so many steps.

    Raises:
        AssertionError: with one sentence on the first thing that is wrong.
    """
    draw, tally = random.Random(seed), Tally()
    followers = _Followers(game)
    require(not game.awaiting and not game.position, "before the deal nobody decides and nothing has happened")
    events = game.deal(hands=hands) if hands is not None else game.deal(seed=seed)
    followers.see(events)
    while not game.is_over:
        _check_state(game)
        _check_money(game)
        legal = {seat: _check_legal(game, seat, draw, tally) for seat in range(game.seats)}
        if tally.steps % thorough == 0:
            _check_refusals(game, legal, draw, tally)
            _check_resumed(game, tally)
        seat = draw.choice(sorted(game.awaiting))
        act = _choice(game, legal[seat], seat, draw)
        followers.see(_acted(game, act, tally))
        tally.steps += 1
        require(tally.steps <= most_steps, f"the hand has not ended after {most_steps} decisions")
    _check_over(game, tally)
    return tally


class _Followers:
    """Views kept up to date event by event, as a host keeps them; they must be what ``game.view`` says."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats: tuple[int | None, ...] = (*range(game.seats), None)
        self.views: dict[int | None, View] = {seat: game.view(seat) for seat in self.seats}
        self.read: dict[int | None, View] = {seat: game.view(seat) for seat in self.seats}
        self.kept: dict[int | None, View] = {seat: game.view(seat) for seat in self.seats}
        self.texts = {seat: view.to_json() for seat, view in self.kept.items()}

    def see(self, events: Sequence[Event]) -> None:
        game = self.game
        require(game.log[len(game.log) - len(events) :] == events, "the events returned are the end of the log")
        for event in events:
            require(event.trigger in set(game.flow.triggers), f"{event.trigger} is no trigger of the game")
            _check_event(game, event, self.seats)
            for seat in self.seats:
                seen = event.seen_by(seat)
                self.views[seat].update(seen)
                again = None if seen is None else game.events.validate_json(seen.to_json(), strict=True)
                self.read[seat].update(again)
        for seat in self.seats:
            view, own, read = game.view(seat), self.views[seat], self.read[seat]
            text = view.to_json()
            require(own.to_json() == text, f"the events as seat {seat} sees them fold to another view than game.view")
            require(read.to_json() == text, f"the events of seat {seat} fold to another view once they were JSON")
            require(own.events == view.events, f"seat {seat} was sent other events than its view holds")
            require(view.position == len(view.events), f"the position of seat {seat} is not what it has seen")
            require(
                json.loads(text).get("position", view.position) == view.position,
                f"the JSON of seat {seat} has another position",
            )
            require(view.is_over == game.is_over, f"the view of seat {seat} does not agree that the hand is over")
            require(self.kept[seat].to_json() == self.texts[seat], "a view handed out was changed by a later event")
            self.kept[seat], self.texts[seat] = view, text


def _check_event(game: Game, event: Event, seats: Sequence[int | None]) -> None:
    for seen in (event, *(event.seen_by(seat) for seat in seats)):
        if seen is None:
            continue
        again = game.events.validate_json(seen.to_json(), strict=True)
        require(
            type(again) is type(seen) and again == seen and again.to_json() == seen.to_json(),
            f"{seen.to_json()} is another event once it was JSON",
        )
    least = event.seen_by(None)
    for seat in seats:
        seen = event.seen_by(seat)
        if seen is None:
            require(least is None, f"a spectator sees {event.trigger}, which seat {seat} does not see")
        else:
            require(seen.seen_by(seat) == seen, f"{event.trigger}: masking for seat {seat} twice masks more")
            require(seen.seen_by(None) == least, f"{event.trigger}: a spectator sees what seat {seat} does not")
    action = event.action()
    if action is not None:
        again = game.actions.validate_json(action.to_json())
        require(
            again == action and type(again) is type(action), f"{action.to_json()} is another action once it was JSON"
        )


def _check_state(game: Game) -> None:
    require(game.position == len(game.log), "the position is not the number of events")
    require(game.awaiting and game.awaiting <= set(range(game.seats)), "a hand that runs awaits seats of its table")
    require(game.result is None, "a hand that runs has no result")
    require(repr(game).count("\n") == 0, "the repr of a game is one line")
    try:
        game.record()
    except RecordError:
        pass
    else:
        raise AssertionError("a running hand was exported without running=True")


def _check_money(game: Game) -> None:
    ledger = game.ledger
    totals, house = [0] * game.seats, 0
    for payer, payee, units, reason in ledger.postings:
        require(type(units) is int and units > 0 and bool(reason), f"{units!r} units were paid for {reason!r}")
        require(payer != payee, f"seat {payer} pays itself")
        totals[payer] -= units
        if payee < 0:
            house += units
        else:
            totals[payee] += units
    require((tuple(totals), house) == (ledger.totals, ledger.house), "the ledger's totals are not its postings' sums")
    require(sum(ledger.totals) + ledger.house == 0, f"the ledger does not sum to zero: {ledger.totals}")


def _check_legal(game: Game, seat: int, draw: random.Random, tally: Tally) -> list[Action]:
    """The legal actions of a seat (a sample of very many), each looked at."""
    legal = game.legal_actions(seat)
    size = len(legal)
    due = seat in game.awaiting
    require(bool(legal) == (size > 0), f"seat {seat} has {size} legal actions, but their set is {bool(legal)}")
    require(size > 0 or not due, f"seat {seat} is awaited and has no legal action")
    if not size:  # a seat that is not awaited may have some: it may change its mind while others decide
        require(list(legal) == [], f"seat {seat} has no legal actions but is told of some")
        return []
    if size <= _EXHAUSTIVE:
        found = list(legal)
        require(len(found) == size, f"seat {seat} has {len(found)} actions by iteration and {size} by len")
        require(len(set(found)) == size, f"seat {seat} is told of an action twice")
        wanted = range(size) if size <= 60 else sorted(draw.sample(range(size), 60))
        require(all(legal[nth] == found[nth] for nth in wanted), f"the actions of seat {seat} differ by index")
        require(legal[-1] == found[-1] and legal[0] == found[0], f"the actions of seat {seat} differ by index")
    else:
        wanted = sorted(draw.sample(range(size), 40))
        found = [legal[nth] for nth in wanted]
        require(len(set(found)) == len(found), f"seat {seat} is told of an action twice")
        require(
            list(islice(legal, 20)) == [legal[nth] for nth in range(20)], f"the actions of seat {seat} differ by index"
        )
        wanted = range(len(found))
    for nth in wanted:
        action = found[nth]
        require(action.seat == seat, f"seat {seat} is offered an act of seat {action.seat}")
        require(action in legal, f"{action!r} is listed but not in the set")
        require(game.why_not(action) is None, f"{action!r} is listed but would be refused")
        again = game.actions.validate_json(action.to_json())
        require(again == action and again in legal, f"{action!r} is another action once it was JSON")
    tally.listed += len(found)
    for wrong in (size, -size - 1):
        try:
            legal[wrong]
        except IndexError:
            continue
        raise AssertionError(f"action {wrong} of {size} exists")
    return found


def _choice(game: Game, legal: Sequence[Action], seat: int, draw: random.Random) -> Action:
    chance = draw.random()
    if chance < 0.05:
        return Timeout(seat=seat)
    if chance < 0.09:
        away = draw.randrange(game.seats)
        presence: tuple[Action, ...] = (Away(seat=away), Back(seat=away)) if chance < 0.08 else (Leave(seat=away),)
        for each in presence:
            if game.why_not(each) is None:
                return each
    act = draw.choice(legal)
    at = game.view(seat).position if draw.random() < 0.5 else None
    return act.model_copy(update={"at": at})


def _acted(game: Game, action: Action, tally: Tally) -> tuple[Event, ...]:
    """Let it act; sent once more for the same moment it is stale, and nothing changes."""
    seat = action.seat
    at = game.view(seat).position
    events = game.act(action)
    require(events, f"{action!r} was accepted and nothing happened")
    told = game.view(seat).position > at
    require(told, f"seat {seat} saw nothing of its own act, so it cannot tell that it was taken")
    before = _trace(game)
    late = action.model_copy(update={"at": at})
    refusal = _refused(game, late, tally)
    wanted = {"hand_over"} if game.is_over else {"stale", "hand_over"}
    require(refusal.code in wanted, f"an action sent twice is refused as {refusal.code}, not as stale")
    require(_trace(game) == before, "an action sent twice changed something")
    return events


def _refused(game: Game, action: Action, tally: Tally) -> IllegalAction:
    """The refusal of an action, the same by asking and by trying."""
    asked = game.why_not(action)
    require(asked is not None, f"{action!r} would be accepted")
    try:
        game.act(action)
    except IllegalAction as refusal:
        assert asked is not None
        same = (refusal.code, str(refusal), refusal.seat, refusal.detail)
        require(same == (asked.code, str(asked), asked.seat, asked.detail), f"{action!r}: why_not and act differ")
        sentence = str(refusal)
        require(sentence and "\n" not in sentence and len(sentence) < 300, f"this is not one sentence: {sentence!r}")
        require(refusal.code.isidentifier() and refusal.code.islower(), f"{refusal.code!r} is no code")
        require(refusal.seat == action.seat, "a refusal names another seat than asked")
        tally.refusals[refusal.code] = tally.refusals.get(refusal.code, 0) + 1
        return refusal
    raise AssertionError(f"why_not refuses {action!r}, act takes it")


def _trace(game: Game) -> object:
    views = [game.view(seat).to_json() for seat in (*range(game.seats), None)]
    table = game._table.copy()  # noqa: SLF001  # a change that no event tells of shows here alone
    names = [name for kind in type(table).__mro__ for name in getattr(kind, "__slots__", ())]
    state = {name: getattr(table, name) for name in names}
    compared = {name: value for name, value in state.items() if _is_a_value(value)}
    return game.snapshot(), views, game.awaiting, game.phase, game.ledger, game.position, compared


def _is_a_value(value: object) -> bool:
    compares: Any = type(value).__eq__
    return compares is not object.__eq__


def _check_refusals(game: Game, legal: dict[int, list[Action]], draw: random.Random, tally: Tally) -> None:
    """Actions that are nearly right: each is taken or refused for one reason, and asking leaves no trace."""
    before = _trace(game)
    base = [action for found in legal.values() for action in draw.sample(found, min(3, len(found)))]
    base += [act for event in game.log[-4:] if (act := event.action()) is not None]
    accepted: list[Action] = []
    for action in base:
        for near in neighbours(game, action, draw):
            if game.why_not(near) is None:
                accepted.append(near)
            else:
                listed = near.seat < game.seats and near in game.legal_actions(near.seat)
                require(not listed, f"{near!r} is refused but in the set")
                _refused(game, near, tally)
        at = game.view(action.seat).position
        for late in (at + 1, at - 1):
            if late >= 0:
                refusal = _refused(game, action.model_copy(update={"at": late}), tally)
                require(refusal.code == "stale", f"an action for position {late} at {at} is {refusal.code}")
    require(_trace(game) == before, "asking why not, or trying and being refused, has changed something")
    _check_listed(game, accepted)


def _check_listed(game: Game, accepted: Sequence[Action]) -> None:
    """What the referee accepts, in whatever order the cards are named, stands in the list, as its event names it."""
    for action in accepted[:3]:
        if isinstance(action, (Timeout, Away, Back, Leave)):
            continue
        legal = game.legal_actions(action.seat)
        require(action in legal, f"{action!r} would be accepted but is not in the set")
        plain = type(game).resume(game.snapshot()).act(action)[0].action()
        require(plain is not None and plain in legal, f"{action!r} was recorded as {plain!r}, which is not in the set")
        if len(legal) <= _EXHAUSTIVE:
            require(plain in list(legal), f"{plain!r} would be accepted but is not listed")


def neighbours(game: Game, action: Action, draw: random.Random) -> Iterator[Action]:
    """Actions that differ from this one in a seat, a card, a card too few, one twice, all of them, or their order."""
    plain = action.to_json()
    dealt = game.log[0]
    own = dealt.hands[action.seat] if isinstance(dealt, Dealt) and action.seat < game.seats else None
    for change in ("seat", "card", "card", "fewer", "twice", "none", "order"):
        changed = json.loads(plain)
        card = str(draw.choice(own if own and draw.random() < 0.5 else game.pack))
        lists = [value for value in changed.values() if isinstance(value, list) and value]
        singles = [key for key, value in changed.items() if isinstance(value, str) and _is_card(value)]
        if change == "seat":
            changed["seat"] = draw.randrange(game.seats + 1)
        elif change == "card" and singles:
            changed[draw.choice(singles)] = card
        elif lists:
            _change(draw.choice(lists), change, card, draw)
        try:
            near: Action = game.actions.validate_json(json.dumps(changed))
        except ValidationError:
            continue
        if near != action:
            yield near


def _change(held: list[Any], change: str, card: str, draw: random.Random) -> None:
    place = draw.randrange(len(held))
    if change == "card":
        held[place] = card
    elif change == "fewer":
        del held[place]
    elif change == "twice":
        held.append(held[place])
    elif change == "none":
        held.clear()
    else:
        draw.shuffle(held)


def _is_card(text: str) -> bool:
    try:
        Card(text)
    except CardError:
        return False
    return True


def _check_resumed(game: Game, tally: Tally) -> None:
    snapshot = game.snapshot()
    record = game.record(running=True)
    require(Record.from_json(record.to_json()) == record, "a record is another once it was JSON")
    for again in (type(game).resume(snapshot), type(game).from_record(record)):
        require(again.snapshot() == snapshot, "a hand resumed has another snapshot")
        require(_trace(again) == _trace(game), "a hand resumed is in another state")
        require(again.log == game.log, "a hand resumed has another log")
        for seat in game.awaiting:
            one, other = again.legal_actions(seat), game.legal_actions(seat)
            require(
                len(one) == len(other) and list(islice(one, 50)) == list(islice(other, 50)),
                f"seat {seat} of a hand resumed has other legal actions",
            )
    tally.resumed += 1


def _check_over(game: Game, tally: Tally) -> None:
    _check_money(game)
    require(not game.awaiting, "a hand that is over awaits nobody")
    result = game.result
    require(result is not None, "a hand that is over has no result")
    assert result is not None
    require((result.totals, result.house) == (game.ledger.totals, game.ledger.house), "the result is not the ledger's")
    if result.amounts is not None:
        require(game.stakes is not None, "money was paid without stakes")
        apart = (result.house_amount, result.rake, result.residue)
        require(sum(result.amounts) + sum(each or 0 for each in apart) == 0, f"the money does not add up: {result!r}")
        carries = game.stakes.carries if game.stakes is not None and game.rules.money.cap else None
        for seat, carry in enumerate(carries or ()):
            require(abs(result.amounts[seat]) <= carry, f"seat {seat} wins or loses more than it brought")
    else:
        require(game.stakes is None, "stakes were agreed and no money was paid")
    record = game.record()
    verdict = verify(record, cast("MakesGame[Game]", type(game)))
    require(verdict, f"the record of the hand does not verify: {verdict.message}")
    _check_resumed(game, tally)
    for event in game.log:
        action = event.action()
        if action is not None:
            require(_refused(game, action, tally).code == "hand_over", "a hand that is over was played on")
    for seat in range(game.seats):
        require(len(game.legal_actions(seat)) == 0, "a hand that is over has legal actions")
        for act in (Timeout(seat=seat), Away(seat=seat), Back(seat=seat), Leave(seat=seat)):
            require(_refused(game, act, tally).code == "hand_over", f"{act!r} after the end")
