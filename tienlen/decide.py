"""What an action brings about, or why it is refused; and what the rules then make happen.

Both look at one table and change nothing.  Refusals come in a fixed order; the first that applies is the answer.
"""

from __future__ import annotations

from typing import Literal, NoReturn

from common.actions import Action, Timeout
from common.decide import check_timely, presence
from common.errors import IllegalAction
from common.events import Event
from common.jit import buffer, row
from tienlen.actions import Declare, Pass, Play
from tienlen.combos import QUAD, beats, class_of, classify
from tienlen.events import Asked, Declared, Laid, LeadGiven, Passed, Shown, TrickWon, Waived, WentOut, WonAtDeal
from tienlen.moves import MOST_BLOCKS, REENTRY, may_finish
from tienlen.phases import FLOW, Phase, Trigger
from tienlen.rulebook import Rulebook
from tienlen.settle import chop
from tienlen.table import Table
from tienlen.turns import FREE, first_lead, is_decided, next_leader, next_to_answer, reentry_over, to_ask_again
from tienlen.wins import KINDS, dealt_win, kind_of, winner_at_deal
from tienlen.words import named

__all__ = ["decide", "follow", "is_due"]

By = Literal["seat", "timeout", "away"]


def _refuse(code: str, seat: int, sentence: str, **detail: object) -> NoReturn:
    raise IllegalAction(code, seat, sentence, detail)


def is_due(table: Table, seat: int) -> bool:
    """Whether this seat must decide now; all that a view knows is enough to tell."""
    return seat in table.awaiting


def decide(book: Rulebook, table: Table, action: Action) -> tuple[Event, ...]:
    """The events an action brings about (what follows by rule comes after).

    Raises:
        IllegalAction: with the first code that applies of ``hand_over``, ``stale``, ``not_your_turn`` or
            ``locked_out``, ``must_lead``, ``empty_play``, ``duplicate_card``, ``not_held``, ``no_combination``,
            ``must_include_lowest``, ``wrong_kind``, ``too_low``.
    """
    seat = action.seat
    if table.phase >= Phase.HAND_OVER:
        _refuse("hand_over", seat, "this hand is over: nothing more can be played in it")
    check_timely(table, action)
    if seat >= table.seats or not FLOW.allows(table.phase, Trigger.MARKED_AWAY):
        _refuse("not_your_turn", seat, _not_now(table, seat))
    done = presence(table, action)
    if done is not None:
        return done
    _check_turn(table, seat)
    if isinstance(action, Timeout):
        return (_by_rule(book, table, seat, "timeout"),)
    if table.phase is Phase.DEALT:
        return (_declaration(book, table, action),)
    if isinstance(action, Pass):
        if not FLOW.allows(table.phase, Trigger.PASSED):
            _refuse("must_lead", seat, f"seat {seat} leads: it must lay cards and cannot pass")
        return (Passed(seat=seat),)
    if isinstance(action, Declare):
        _refuse(
            "no_combination", seat, "dealt wins are declared before the first lead, where the house has them declared"
        )
    assert isinstance(action, Play)
    mask = _check_play(book, table, action)
    return (Laid(seat=seat, cards=book.cards(mask)),)


def _not_now(table: Table, seat: int) -> str:
    if seat >= table.seats:
        return f"there is no seat {seat} at this table of {table.seats}"
    return "no cards are dealt yet"


def _check_turn(table: Table, seat: int) -> None:
    if seat in table.awaiting:
        return
    if table.asked < 0:
        _refuse("not_your_turn", seat, f"seat {seat} has answered already")
    if table.locked >> seat & 1 and not _may_come_back(table, seat):
        _refuse("locked_out", seat, f"seat {seat} has passed in this trick: it is for seat {table.asked} to play")
    _refuse("not_your_turn", seat, f"it is for seat {table.asked} to play, not for seat {seat}", turn=table.asked)


def _may_come_back(table: Table, seat: int) -> bool:
    """Whether a seat that has passed will be asked about the present top still, as far as the table can see."""
    again = table.book.rules.reentry.asks == "everyone" and reentry_over(table.book.numbers, table.top)
    return again and not table.declined >> seat & 1


def _declaration(book: Rulebook, table: Table, action: Action) -> Event:
    seat = action.seat
    if isinstance(action, Pass):
        return Waived(seat=seat)
    if isinstance(action, Declare):
        if not dealt_win(book.numbers, table.holdings[seat]):
            _refuse("no_combination", seat, "this hand is none of those that win at once in this house")
        return Declared(seat=seat)
    _refuse("not_your_turn", seat, "dealt wins are declared first: declare one, or pass; cards are laid after that")


def _check_play(book: Rulebook, table: Table, action: Play) -> int:
    """The mask of a play that is legal; it is refused otherwise."""
    seat, numbers, laid = action.seat, book.numbers, action.cards
    if not laid:
        _refuse("empty_play", seat, "a play is one card at least; to decline, pass")
    mask = book.mask(tuple(card for card in laid if card < 52))
    held = table.holdings[seat]
    if len(set(laid)) != len(laid):
        twice = next(card for card in laid if laid.count(card) > 1)
        _refuse("duplicate_card", seat, f"{twice} is named twice: there is one of each card", card=str(twice))
    if mask & ~held or mask.bit_count() != len(laid):
        missing = next(card for card in laid if card >= 52 or not held >> book.bit_of[card] & 1)
        _refuse("not_held", seat, f"seat {seat} does not hold {missing}", card=str(missing))
    code = classify(numbers, mask)
    if not code:
        _refuse(
            "no_combination",
            seat,
            "these cards are no combination: single, pair, triple, quad, "
            f"straight of {book.rules.combinations.straight_from} or more, "
            f"run of {book.rules.combinations.pair_run_from} or more pairs; no 2s in runs",
        )
    if table.must >= 0 and not mask >> table.must & 1:
        card = str(book.card_of[table.must])
        _refuse("must_include_lowest", seat, f"the first play must contain {card}, the lowest card dealt", card=card)
    _check_over(book, table, seat, code, mask)
    return mask


def _check_over(book: Rulebook, table: Table, seat: int, code: int, mask: int) -> None:
    top, numbers = table.top, book.numbers
    if table.asked_again and not (class_of(code) >= QUAD and numbers[REENTRY + class_of(code)]):
        _refuse(
            "wrong_kind",
            seat,
            f"seat {seat} has passed in this trick: it may come back only with a special that is allowed",
        )
    is_beaten = top and not beats(numbers, code, top)
    if is_beaten and code >> 6 != top >> 6:
        _refuse("wrong_kind", seat, f"{named(code)} cannot be laid over {named(top, book)}")
    if not may_finish(numbers, table.holdings[seat], mask, top):
        _refuse("wrong_kind", seat, f"in this house a hand may not be finished with {named(code)}")
    if is_beaten:
        _refuse("too_low", seat, f"the top is {named(top, book)}: a higher one is needed")


def _by_rule(book: Rulebook, table: Table, seat: int, by: By) -> Event:
    """What is done for a seat whose time is over or that is away: the lowest single on a lead, else a pass (TL-9.1)."""
    if table.phase is Phase.DEALT:  # chosen: a dealt win is never lost to the clock
        won = dealt_win(book.numbers, table.holdings[seat])
        return Declared(seat=seat, by=by) if won else Waived(seat=seat, by=by)
    if not FLOW.allows(table.phase, Trigger.PASSED):
        held = table.holdings[seat]
        return Laid(seat=seat, cards=book.cards(held & -held), by=by)
    return Passed(seat=seat, by=by)


def follow(book: Rulebook, table: Table, leader: int | None) -> tuple[Event, ...]:
    """What the rules make happen now; empty while a seat must decide.

    Args:
        leader: the winner of the hand before, for houses where it leads.
    """
    phase = table.phase
    if table.asked >= 0:
        return (_by_rule(book, table, table.asked, "away"),) if table.asked in table.away else ()
    if phase is Phase.FOLLOWING:
        return _after_answer(book, table)
    if phase is Phase.DEALT:
        return _after_deal(book, table, leader)
    if phase is Phase.TRICK_OVER:
        if paid := chop(book, table):
            return paid
        if is_decided(book.numbers, table.seats, table.holding):
            return (_shown(book, table),)
        return (LeadGiven(seat=next_leader(table.owner, table.holding)),)
    if phase is Phase.HAND_OVER and not table.shown:
        return (_shown(book, table),)
    return ()


def _after_deal(book: Rulebook, table: Table, leader: int | None) -> tuple[Event, ...]:
    declared = book.rules.dealt_wins.mode == "declared"
    if declared and table.awaiting:
        gone = sorted(table.awaiting & table.away)
        return (_by_rule(book, table, gone[0], "away"),) if gone else ()
    among = table.declared if declared else (1 << table.seats) - 1
    holdings = row(table.holdings)
    winner = winner_at_deal(book.numbers, table.seats, holdings, among)
    if winner >= 0:
        held = table.holdings[winner]
        kind = KINDS[kind_of(book.numbers, dealt_win(book.numbers, held))]
        return (WonAtDeal(seat=winner, kind=kind, cards=book.cards(held)),)
    lead = first_lead(book.numbers, table.seats, holdings, -1 if leader is None else leader)
    return (LeadGiven(seat=lead >> 8, must=None if lead & 255 == FREE else book.card_of[lead & 255]),)


def _after_answer(book: Rulebook, table: Table) -> tuple[Event, ...]:
    holding, seats, numbers = table.holding, table.seats, book.numbers
    before: tuple[Event, ...] = ()
    if not table.counts[table.owner] and table.owner not in table.out:
        before = (WentOut(seat=table.owner, place=len(table.out) + 1),)
        if is_decided(numbers, seats, holding):
            return (*before, TrickWon(seat=table.owner))
    able = 0
    if table.locked and reentry_over(numbers, table.top):
        able = to_ask_again(numbers, seats, row(table.holdings), table.locked, table.top, buffer(MOST_BLOCKS))
    seat = next_to_answer(table.owner, holding, table.locked, table.declined, able)
    if seat < 0:
        return (*before, TrickWon(seat=table.owner))
    return (*before, Asked(seat=seat, again=bool(table.locked >> seat & 1)))


def _shown(book: Rulebook, table: Table) -> Shown:
    return Shown(holdings=tuple(book.cards(held) for held in table.holdings))
