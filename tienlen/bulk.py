"""Tiến lên for whoever plays many hands (:mod:`common.bulk`): the kernel, its results by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from common import bulk
from common.bulk import TOLD, Bulk, payments_of
from common.deal import STATE, key_words
from common.errors import IllegalAction, RecordError
from common.jit import IntBuffer, IntTable, buffer, buffers, inlined, jit, table
from tienlen import kernel
from tienlen.actions import Declare, Pass, Play
from tienlen.charges import MOST_PAYMENTS, PAYEE, PAYER, PAYMENT, REASON, REASONS, UNITS
from tienlen.game import Game
from tienlen.kernel import ARROWS, BY_POLICY, MOST_CHOPS, MOST_DECISIONS, POLICIES, POSITION, play_on
from tienlen.opening import deal_hand, open_hand
from tienlen.phases import Phase
from tienlen.policies import ROOM
from tienlen.rulebook import compile_rules
from tienlen.ruleset import Ruleset
from tienlen.wins import KINDS, WINS_ARE_DECLARED, dealt_win, kind_of

__all__ = ["POLICIES", "expanded", "play", "traces"]

_EVENTS: Final = (
    "dealt",
    "declared",
    "waived",
    "lead_given",
    "asked",
    "laid",
    "passed",
    "went_out",
    "trick_won",
    "paid",
    "shown",
    "settled",
    *(f"won_at_deal.{kind}" for kind in KINDS),
)
_DEALT, _DECLARED, _WAIVED, _LEAD_GIVEN, _ASKED, _LAID, _PASSED, _WENT_OUT, _TRICK_WON, _PAID = range(10)
_SHOWN, _SETTLED, _WON_AT_DEAL = range(10, 13)
_TRACED_AT_ONCE: Final = 64
"""Room is made for the traces of so many hands."""
_MOST_ROWS: Final = (MOST_PAYMENTS + MOST_CHOPS) * PAYMENT
# A module's constants as the primitive sees them.
_WINNER, _DECISIONS, _PAYMENTS, _TRICKS = kernel.WINNER, kernel.DECISIONS, kernel.PAYMENTS, kernel.TRICKS
_KERNEL_TOLD, _REASONS = kernel.TOLD, len(REASONS)
_LEADING = int(Phase.LEADING)
_LED, _ROW_WINNER, _ROW_DECISIONS, _ROW_LED = kernel.LED, bulk.WINNER, bulk.DECISIONS, bulk.LED


@inlined
def _count_events(
    numbers: IntTable, seats: int, holdings: IntBuffer, trace: IntBuffer, told: IntBuffer, happened: IntBuffer
) -> None:
    """Add what happened in a hand to a count by event (its place in _EVENTS)."""
    happened[_DEALT] += 1
    begin = 0
    if numbers[WINS_ARE_DECLARED]:
        begin = seats
        for seat in range(seats):
            happened[_DECLARED if trace[seat] else _WAIVED] += 1
    tricks = told[_TRICKS]
    if tricks == 0:
        happened[_WON_AT_DEAL + kind_of(numbers, dealt_win(numbers, holdings[told[_WINNER]]))] += 1
    else:
        laid = 0
        for nth in range(begin, told[_DECISIONS]):
            if trace[nth]:
                laid += 1
        happened[_LAID] += laid
        happened[_PASSED] += told[_DECISIONS] - begin - laid
        # Every trick is led once and won once; who decides and does not lead was asked.
        happened[_LEAD_GIVEN] += tricks
        happened[_ASKED] += told[_DECISIONS] - begin - tricks
        happened[_TRICK_WON] += tricks
        for seat in range(seats):
            if holdings[seat] == 0:
                happened[_WENT_OUT] += 1
    happened[_PAID] += told[_PAYMENTS]
    happened[_SHOWN] += 1
    happened[_SETTLED] += 1


@jit
def _play(
    numbers: IntTable,
    bit_of: IntTable,
    words: IntTable,
    first: int,
    count: int,
    step: int,
    replays: int,
    seats: int,
    policies: IntTable,
    out: Sequence[IntBuffer],
    paid: IntBuffer,
    happened: IntBuffer,
    traced: Sequence[IntBuffer],
) -> int:
    """Deal and play ``count`` hands, every ``step``-th from ``first`` on; below 0 for a fault of ours.

    Args:
        policies: by seat.
        out: written: a row for each hand (:class:`common.bulk.Bulk`).
        paid: added to: for each of REASONS in how many hands, how often, how many units.
        happened: added to: for each of _EVENTS how often.
        traced: written: the decisions of each hand, as many as its row says; no rows: they are not wanted.
    """
    state, pack, holdings, order = buffer(STATE), buffer(52), buffer(seats), buffer(seats)
    luck, room, rows = buffer(seats * STATE), buffer(ROOM), buffer(_MOST_ROWS)
    trace, told, last = buffer(MOST_DECISIONS), buffer(_KERNEL_TOLD), buffer(_REASONS)
    position, phase = buffer(POSITION), 0
    for nth in range(count):
        row = out[nth]
        if len(traced):
            trace = traced[nth]
        deal_hand(bit_of, words, (first + nth * step) // replays, seats, policies, state, pack, holdings, luck)
        phase = open_hand(numbers, ARROWS, seats, -1, policies, holdings, luck, position, rows, trace, told)
        if phase == _LEADING:
            phase = play_on(
                numbers, ARROWS, seats, position, BY_POLICY, policies, holdings, luck, room, order, rows, trace, told
            )
        if phase < 0:
            return phase
        row[seats + _ROW_WINNER] = told[_WINNER]
        row[seats + _ROW_DECISIONS] = told[_DECISIONS]
        row[seats + _ROW_LED] = told[_LED]
        for at in range(0, told[_PAYMENTS] * PAYMENT, PAYMENT):
            units, reason = rows[at + UNITS], rows[at + REASON]
            row[rows[at + PAYER]] -= units
            row[rows[at + PAYEE]] += units
            if last[reason] != nth + 1:
                last[reason] = nth + 1
                paid[3 * reason] += 1
            paid[3 * reason + 1] += 1
            paid[3 * reason + 2] += units
        _count_events(numbers, seats, holdings, trace, told, happened)
    return phase


def _policies(bots: Sequence[str]) -> IntTable:
    return table([POLICIES.index(bot) for bot in bots])


def play(rules: Ruleset, bots: Sequence[str], key: bytes, hands: range, replays: int = 1) -> Bulk:
    """Deal and play the hands of these numbers; ``bots`` are policies, by seat."""
    book, seats = compile_rules(rules), len(bots)
    out, paid, happened = buffers(len(hands), seats + TOLD), buffer(3 * _REASONS), buffer(len(_EVENTS))
    end = _play(
        book.numbers, table(book.bit_of), key_words(key), hands.start, len(hands), hands.step, replays, seats,
        _policies(bots), out, paid, happened, buffers(0, 0),
    )  # fmt: skip
    assert end >= 0, "a hand came to no end"
    events = {event: int(times) for event, times in zip(_EVENTS, happened, strict=True) if times}
    return Bulk(out, payments_of(REASONS, paid), events)


def traces(rules: Ruleset, bots: Sequence[str], key: bytes, hands: range, replays: int = 1) -> list[list[int]]:
    """The decisions of these hands, in order: a play's mask or 0 for a pass; before them, where wins are declared,
    1 or 0 for each seat that declares one or none."""
    book, seats, found = compile_rules(rules), len(bots), list[list[int]]()
    for begin in range(0, len(hands), _TRACED_AT_ONCE):
        some = hands[begin : begin + _TRACED_AT_ONCE]
        out, traced = buffers(len(some), seats + TOLD), buffers(len(some), MOST_DECISIONS)
        end = _play(
            book.numbers, table(book.bit_of), key_words(key), some.start, len(some), some.step, replays, seats,
            _policies(bots), out, buffer(3 * _REASONS), buffer(len(_EVENTS)), traced,
        )  # fmt: skip
        assert end >= 0, "a hand came to no end"
        for row, trace in zip(out, traced, strict=True):
            found.append([int(mask) for mask in trace[: row[seats + _ROW_DECISIONS]]])
    return found


def expanded(rules: Ruleset, seats: int, key: bytes, hand: int, trace: Sequence[int], replays: int = 1) -> Game:
    """The finished game of a hand, from its trace.

    Raises:
        RecordError: for what is no trace of this hand.
    """
    game = Game(rules, seats=seats)
    game.deal(hands=game.dealt_by(key, hand // replays))
    for nth, decision in enumerate(trace):
        if game.is_over:
            raise RecordError(f"the hand is over after {nth} decisions, and its trace goes on to {len(trace)}")
        try:
            game.act(_action(game, decision))
        except IllegalAction as refusal:
            raise RecordError(f"decision {nth} is refused as {refusal.code}: {refusal}") from None
        except RecordError as error:
            raise RecordError(f"decision {nth} {error}") from None
    if not game.is_over:
        raise RecordError(f"the trace ends after {len(trace)} decisions, and the hand is not over")
    return game


def _action(game: Game, decision: int) -> Declare | Pass | Play:
    seat = min(game.awaiting)
    if decision == 0:
        return Pass(seat=seat)
    if game.phase is Phase.DEALT:
        if decision != 1:
            raise RecordError("declares a dealt win or none: it is 1 or 0")
        return Declare(seat=seat)
    if not 0 < decision < 1 << 52:
        raise RecordError("is no set of cards: it is a mask of 52 bits, or 0 for a pass")
    return Play(seat=seat, cards=game.book.cards(decision))
