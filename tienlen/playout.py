"""Hands as they may be for a seat that cannot see them, and how they end: primitives on ints.

A seat knows its own cards, all cards laid and how many cards each rival holds; the rest it deals to them at random.
What a rival did tells more: who holds an ace and passes on a king does so seldom.  So a deal counts by how sensible it
makes all that the rivals did, as far as their own cards are concerned: for each decision, how much worse it was, by
what ``planner`` thinks of the cards the rival would have held, than the best it could have done then.

Deals are drawn by that, one after the other (Metropolis): two unseen cards change places, again and again, and a change
that makes the decisions less sensible is taken back the oftener the more it does.  Where many decisions were seen,
dealing anew until a deal agrees with all of them would hardly ever end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from common.deal import STATE, draw
from common.jit import IntBuffer, IntTable, buffer, jit, popcount, table
from tienlen.charges import MOST_PAYMENTS, PAYEE, PAYER, PAYMENT, UNITS
from tienlen.combos import ALL, classify
from tienlen.kernel import LAID, MOST_CHOPS, MOST_DECISIONS, PAYMENTS, TOLD, play_on
from tienlen.moves import blocks
from tienlen.planner import MOST_PLAYS, WEIGHTS, weigh_plays
from tienlen.policies import ROOM

__all__ = [
    "AGAIN",
    "BY",
    "DONE",
    "GONE",
    "MUST",
    "OVER",
    "RIVALS",
    "SEEN",
    "SINCE",
    "deal_unseen",
    "doubt",
    "imagine",
    "play_out",
]

BY, OVER, MUST, AGAIN, GONE, RIVALS, DONE, SINCE = range(8)
"""A decision that was seen, by place: the seat; the code of the top, 0 on the lead; 1 where the lead had to contain the
lowest card; 1 where the seat had passed in that trick before; the mask of all cards laid before; the rivals as a policy
is told of them (:func:`tienlen.policies.rivals_of`); the code of the play, 0 for a pass; the mask of what the seat has
laid since, this play included."""
SEEN: Final = 8

_PER_DOUBT: Final = 10
"""How much worse a decision is than the best, in thousandths of a turn, to be one doubt more: an eighth of a natural
logarithm.  So one that is a twelfth of a turn worse is thought about a third as likely."""
MOST_DOUBT: Final = 24
"""No single decision makes a deal less likely than this: nobody plays like ``planner`` alone."""
_CHANCES = table(round(2**32 * math.exp(-step / 8)) for step in range(256))
_NO_LIMIT: Final = 1 << 40

STIRS, FREE_STIRS = 32, 150
"""How often two cards change places from one deal to the next, where decisions were seen and where none were."""


@jit
def _one_of(cards: int, luck: IntBuffer) -> int:
    """One card of a mask, each as likely, as a mask."""
    for _ in range(draw(luck, popcount(cards))):
        cards &= cards - 1
    return cards & -cards


@jit
def deal_unseen(seats: int, seat: int, unseen: int, counts: IntTable, luck: IntBuffer, holdings: IntBuffer) -> None:
    """Deal the unseen cards to the rivals at random, and keep of the deal before what can still be so.

    Args:
        seat: who does not see them; its own holding is left alone.
        unseen: their mask.
        counts: by seat, how many cards it holds.
        luck: the stream drawn from.
        holdings: by seat: the deal before, or no cards; written.
    """
    free = unseen
    for other in range(seats):
        if other != seat:
            holdings[other] &= unseen
            while popcount(holdings[other]) > counts[other]:
                holdings[other] &= ~_one_of(holdings[other], luck)
            free &= ~holdings[other]
    for other in range(seats):
        while other != seat and popcount(holdings[other]) < counts[other]:
            card = _one_of(free, luck)
            holdings[other] |= card
            free &= ~card


@jit
def _doubt(
    numbers: IntTable, holding: int, seen: IntTable, room: IntBuffer, plays: IntBuffer, scores: IntBuffer
) -> int:
    """How much worse than its best a decision was, had the seat held these cards then."""
    top, again = seen[OVER], seen[AGAIN] != 0
    if not seen[DONE] and not blocks(numbers, holding, top, False, again, room):
        return 0
    unseen = ALL & ~(holding | seen[GONE])
    count = weigh_plays(numbers, WEIGHTS, holding, top, seen[MUST] != 0, again, unseen, seen[RIVALS], plays, scores)
    best = done = _NO_LIMIT
    for nth in range(count):
        best = min(best, scores[nth])
        if classify(numbers, plays[nth]) == seen[DONE]:
            done = min(done, scores[nth])
    return min(MOST_DOUBT, (done - best) // _PER_DOUBT)


@jit
def doubt(
    numbers: IntTable,
    seat: int,
    holding: int,
    seen: Sequence[IntTable],
    most: int,
    room: IntBuffer,
    plays: IntBuffer,
    scores: IntBuffer,
) -> int:
    """How hard it is to believe that a seat holds these cards now, after what it did; 0: it always did its best.

    Args:
        seen: the decisions seen, as rows.
        most: where it is more than this it does not matter by how much.
        room, plays, scores: room for ``ROOM`` and twice ``MOST_PLAYS`` ints.
    """
    total = 0
    for nth in range(len(seen)):
        if total > most:
            break
        one = seen[nth]
        if one[BY] == seat:
            total += _doubt(numbers, holding | one[SINCE], one, room, plays, scores)
    return total


@jit
def _spread(seats: int, seat: int, unseen: int, holdings: IntTable, cards: IntBuffer, owners: IntBuffer) -> int:
    """Write every unseen card as a mask and whose it is, ``seats`` for nobody's; how many there are."""
    size = 0
    while unseen:
        card = unseen & -unseen
        unseen ^= card
        cards[size], owners[size] = card, seats
        for other in range(seats):
            if other != seat and holdings[other] & card:
                owners[size] = other
        size += 1
    return size


@jit
def _stir(
    numbers: IntTable,
    seats: int,
    times: int,
    size: int,
    cards: IntTable,
    owners: IntBuffer,
    seen: Sequence[IntTable],
    luck: IntBuffer,
    holdings: IntBuffer,
    doubts: IntBuffer,
    room: IntBuffer,
    plays: IntBuffer,
    scores: IntBuffer,
) -> None:
    """Let two unseen cards change places so many times; deals that are easy to believe are met the oftener."""
    for _ in range(times):
        one, other = draw(luck, size), draw(luck, size)
        first, second = owners[one], owners[other]
        if first == second:
            continue
        change = cards[one] | cards[other]
        # The lot is drawn first: then a change that it will not allow need not be looked at to its end.
        lot, most = draw(luck, 1 << 32), 0
        while most + 1 < len(_CHANCES) and lot < _CHANCES[most + 1]:
            most += 1
        most += (doubts[first] if first < seats else 0) + (doubts[second] if second < seats else 0)
        now_first = now_second = 0
        if first < seats:
            now_first = doubt(numbers, first, holdings[first] ^ change, seen, most, room, plays, scores)
        if second < seats and now_first <= most:
            rest = most - now_first
            now_second = doubt(numbers, second, holdings[second] ^ change, seen, rest, room, plays, scores)
        if now_first + now_second > most:
            continue
        owners[one], owners[other] = second, first
        if first < seats:
            holdings[first] ^= change
            doubts[first] = now_first
        if second < seats:
            holdings[second] ^= change
            doubts[second] = now_second


@jit
def imagine(
    numbers: IntTable,
    seats: int,
    seat: int,
    unseen: int,
    times: int,
    seen: Sequence[IntTable],
    luck: IntBuffer,
    holdings: IntBuffer,
) -> None:
    """Make another deal of one that may be the real one, by so many changes of two cards each."""
    cards, owners, doubts = buffer(52), buffer(52), buffer(seats)
    room, plays, scores = buffer(ROOM), buffer(MOST_PLAYS), buffer(MOST_PLAYS)
    size = _spread(seats, seat, unseen, holdings, cards, owners)
    for other in range(seats):
        doubts[other] = doubt(numbers, other, holdings[other], seen, _NO_LIMIT, room, plays, scores)
    _stir(numbers, seats, times, size, cards, owners, seen, luck, holdings, doubts, room, plays, scores)


@jit
def play_out(
    numbers: IntTable,
    arrows: IntTable,
    seats: int,
    seat: int,
    position: IntTable,
    gone: IntTable,
    policies: IntTable,
    seen: Sequence[IntTable],
    deals: int,
    options: IntTable,
    alive: IntTable,
    luck: IntBuffer,
    dealt: IntBuffer,
    sums: IntBuffer,
) -> int:
    """Play the hand to its end after each of several plays, all on the same deals.

    Args:
        numbers, arrows: the rulebook's numbers and the phase table.
        seat: who decides now.
        position: where the hand stands (:data:`tienlen.kernel.POSITION`).
        gone: the seats that have gone out, in order; of the length ``seats``.
        policies: by seat, what plays on: places in :data:`tienlen.kernel.POLICIES`, none that needs luck.
        seen: the decisions seen, as rows.
        deals: how many.
        options: the masks of the plays, 0 for a pass.
        alive: by play, 0 where it is not looked at any more.
        luck: the stream drawn from.
        dealt: by seat, a deal that may be the real one; the last one played, afterwards.
        sums: by play; the units that the seat gets in each playout are added.

    Returns:
        The phase the hands ended in: the last, or below 0 for a fault of ours.
    """
    cards, owners, doubts = buffer(52), buffer(52), buffer(seats)
    plays, scores = buffer(MOST_PLAYS), buffer(MOST_PLAYS)
    holdings, order, lucks, room = buffer(seats), buffer(seats), buffer(seats * STATE), buffer(ROOM)
    rows, trace, told = buffer((MOST_PAYMENTS + MOST_CHOPS) * PAYMENT), buffer(MOST_DECISIONS), buffer(TOLD)
    size = _spread(seats, seat, ALL & ~(dealt[seat] | position[LAID]), dealt, cards, owners)
    for other in range(seats):
        doubts[other] = doubt(numbers, other, dealt[other], seen, _NO_LIMIT, room, plays, scores)
    stirs = STIRS if len(seen) else FREE_STIRS
    phase = 0
    for _ in range(deals):
        _stir(numbers, seats, stirs, size, cards, owners, seen, luck, dealt, doubts, room, plays, scores)
        for nth in range(len(options)):
            if not alive[nth]:
                continue
            for other in range(seats):
                holdings[other], order[other] = dealt[other], gone[other]
            opening = options[nth]
            phase = play_on(
                numbers, arrows, seats, position, opening, policies, holdings, lucks, room, order, rows, trace, told
            )
            if phase < 0:
                return phase
            for at in range(0, told[PAYMENTS] * PAYMENT, PAYMENT):
                if rows[at + PAYEE] == seat:
                    sums[nth] += rows[at + UNITS]
                elif rows[at + PAYER] == seat:
                    sums[nth] -= rows[at + UNITS]
    return phase
