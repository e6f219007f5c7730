"""十三水 for whoever plays many hands (:mod:`common.bulk`): the kernel, its results by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from common import bulk
from common.bulk import TOLD, Bulk, payments_of
from common.deal import key_words
from common.errors import IllegalAction, RecordError
from common.jit import IntBuffer, IntTable, buffer, buffers, jit, table
from shisanshui import kernel
from shisanshui.accounts import (
    ACCOUNT,
    ACCOUNTS,
    PAYEE,
    PAYER,
    PAYMENT,
    PAYMENTS,
    REASON,
    REASONS,
    SEATS,
    UNITS,
    WHAT,
    WHATS,
)
from shisanshui.actions import Arrange
from shisanshui.counting import COUNTS, SEAT, WISHES
from shisanshui.game import Game
from shisanshui.kernel import ARROWS, FACTS, HAPPENED, room_for, settle_hand
from shisanshui.phases import Trigger
from shisanshui.policies import POLICIES, lay_out
from shisanshui.rulebook import compile_rules
from shisanshui.ruleset import Ruleset
from shisanshui.scoring import tables
from shisanshui.special_layouts import LAID, SAID, tell, weigh_specials
from shisanshui.specials import SpecialKind
from shisanshui.splits import taken

__all__ = ["POLICIES", "expanded", "play", "traces"]

_FEATS: Final = len(FACTS)
_SPECIALS: Final = _FEATS + len(WHATS)
_EVENTS: Final = (
    *(str(fact) for fact in FACTS),
    *(f"{Trigger.FEAT_SCORED}.{what}" for what in WHATS),
    *(f"{Trigger.SPECIAL_COUNTED}.{kind.name.lower()}" for kind in SpecialKind),
)
"""What is counted: facts, then accounts, then specials."""
_BY_KIND: Final = {
    Trigger.FEAT_SCORED,
    Trigger.SPECIAL_COUNTED,
    *(f"{Trigger.FEAT_SCORED}.{what}" for what in ("front", "middle", "back", "special", "foul")),
}
"""What is told by its kinds alone, and accounts that are no feats."""
_SPECIAL: Final = WHATS.index("special")
_AT_ONCE: Final = 512
"""Room is made for so many hands."""
_REASONS: Final = len(REASONS)
_CARDS: Final = 13
_TRACED: Final = SAID + 1
"""What a trace has of a seat: its rows and what it said."""
_WINNER, _DECISIONS, _LED = bulk.WINNER, bulk.DECISIONS, bulk.LED


@jit
def _settle(
    numbers: IntTable,
    types: IntTable,
    places: IntTable,
    kinds: IntTable,
    arrows: IntTable,
    seats: int,
    finished: Sequence[IntTable],
    out: Sequence[IntBuffer],
    paid: IntBuffer,
    happened: IntBuffer,
) -> int:
    """Settle hands; below 0 for a fault of ours.

    Args:
        numbers, types, places: as for :func:`shisanshui.charges.settle_layouts`.
        kinds: those of specials, by index.
        finished: what each layout counts as, all hands of the first seat first.
        out: written: a row for each hand (:class:`common.bulk.Bulk`).
        paid: added to: for each of REASONS in how many hands, how often, how many units.
        happened: added to: for each of _EVENTS how often.
    """
    room, last = room_for(seats), buffer(_REASONS)
    rows, accounts = room.rows, room.accounts
    for nth in range(len(out)):
        row = out[nth]
        for seat in range(seats):
            for at in range(SEAT):
                room.finished[SEAT * seat + at] = finished[seat * len(out) + nth][at]
        phase = settle_hand(numbers, types, places, arrows, seats, room)
        if phase < 0:
            return phase
        row[seats + _WINNER], row[seats + _DECISIONS], row[seats + _LED] = -1, seats, -1
        for at in range(0, room.counts[PAYMENTS] * PAYMENT, PAYMENT):
            units, reason = rows[at + UNITS], rows[at + REASON]
            row[rows[at + PAYER]] -= units
            row[rows[at + PAYEE]] += units
            if last[reason] != nth + 1:
                last[reason] = nth + 1
                paid[3 * reason] += 1
            paid[3 * reason + 1] += 1
            paid[3 * reason + 2] += units
        for at in range(room.counts[HAPPENED]):
            happened[room.facts[at]] += 1
        for at in range(0, room.counts[ACCOUNTS] * ACCOUNT, ACCOUNT):
            what = accounts[at + WHAT]
            happened[_FEATS + what] += 1
            if what == _SPECIAL:
                seat = (accounts[at + SEATS] & 15) - 1
                happened[_SPECIALS + kinds[room.finished[SEAT * seat + COUNTS]]] += 1
    return 0


def dealt_and_laid(
    rules: Ruleset, bots: Sequence[str], key: bytes, numbers: Sequence[int]
) -> tuple[Sequence[IntTable], Sequence[IntBuffer]]:
    """The hands of these numbers, and what is laid of each: all hands of the first seat, then all of the next."""
    book, seats, words, count = compile_rules(rules), len(bots), key_words(key), len(numbers)
    hands, laid = buffers(count * seats, book.hand_size), buffers(count * seats, LAID)
    dealt = table(numbers)
    kernel.deal_hands(words, table(map(int, book.pack)), dealt, seats, hands)
    for seat, bot in enumerate(bots):
        own, out = (each[seat * count : (seat + 1) * count] for each in (hands, laid))
        if bot == "random":
            kernel.lay_at_random(book.numbers, book.scale, words, dealt, seat, own, out)
            tell(book.law, own, out)
        else:
            lay_out(book, bot, None if bot == "first-hint" else tables(book, seats), own, out)
    return hands, laid


def _blocks(hands: range, replays: int) -> Iterator[tuple[int, list[int]]]:
    """The hands in blocks: where each begins, and the numbers that they are dealt by."""
    for begin in range(0, len(hands), _AT_ONCE):
        yield begin, [hand // replays for hand in hands[begin : begin + _AT_ONCE]]


def play(rules: Ruleset, bots: Sequence[str], key: bytes, hands: range, replays: int = 1) -> Bulk:
    """Deal and play the hands of these numbers; ``bots`` are policies, by seat."""
    book, seats = compile_rules(rules), len(bots)
    out, paid, happened = buffers(len(hands), seats + TOLD), buffer(3 * _REASONS), buffer(len(_EVENTS))
    for begin, numbers in _blocks(hands, replays):
        dealt, laid = dealt_and_laid(rules, bots, key, numbers)
        finished = buffers(len(laid), SEAT)
        weigh_specials(book.law, dealt, laid)
        kernel.count_layouts(book.law, dealt, laid, finished)
        end = _settle(
            book.numbers, book.scale.types, book.specials.places, book.specials.kinds, ARROWS, seats, finished,
            out[begin : begin + len(numbers)], paid, happened,
        )  # fmt: skip
        assert end >= 0, "a hand came to no end"
    events = {
        event: int(times) for event, times in zip(_EVENTS, happened, strict=True) if times and event not in _BY_KIND
    }
    return Bulk(out, payments_of(REASONS, paid), events)


def traces(rules: Ruleset, bots: Sequence[str], key: bytes, hands: range, replays: int = 1) -> list[list[int]]:
    """What was laid in the hands of these numbers: for each seat in order front, middle, back and what was said.

    Rows are masks of the seat's own cards in ascending order, bit n the n-th; of a special nothing is said (0), it is
    declared (1), or it is laid as rows (2).
    """
    found, seats = list[list[int]](), len(bots)
    for _, numbers in _blocks(hands, replays):
        _, laid = dealt_and_laid(rules, bots, key, numbers)
        for nth in range(len(numbers)):
            own = [laid[seat * len(numbers) + nth] for seat in range(seats)]
            found.append([int(each) for one in own for each in one[:_TRACED]])
    return found


def expanded(rules: Ruleset, seats: int, key: bytes, hand: int, trace: Sequence[int], replays: int = 1) -> Game:
    """The finished game of a hand: dealt anew and its trace laid out at a table.

    Raises:
        RecordError: for a trace that is none of this hand.
    """
    game = Game(rules, seats=seats)
    game.deal(hands=game.dealt_by(key, hand // replays))
    if len(trace) != _TRACED * seats:
        raise RecordError(f"a trace of {seats} seats has {_TRACED * seats} numbers, not {len(trace)}")
    for seat in range(seats):
        *masks, said = trace[_TRACED * seat : _TRACED * (seat + 1)]
        try:
            game.act(_action(game, seat, masks, said))
        except IllegalAction as refusal:
            raise RecordError(f"what seat {seat} has laid out is refused as {refusal.code}: {refusal}") from None
    return game


def _action(game: Game, seat: int, masks: Sequence[int], said: int) -> Arrange:
    own = game.view(seat).hand
    if any(mask < 0 or mask >> len(own) for mask in masks) or sum(mask.bit_count() for mask in masks) != _CARDS:
        raise RecordError(f"seat {seat} lays out {_CARDS} of its {len(own)} cards, each a bit of a row: not {masks}")
    if said not in range(len(WISHES)):
        raise RecordError(f"what seat {seat} says of its special is 0, 1 or 2, not {said}")
    return Arrange(seat=seat, layout=tuple(taken(own, mask) for mask in masks), special=WISHES[said])
