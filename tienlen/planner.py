"""What a play is worth to a seat that wants to get rid of its cards: primitives on ints.

A holding is priced as the cheapest of its splits into plays (:func:`tienlen.plan.cheapest_split`).  A play costs about
one turn, less the chance that it can be laid as an answer, less what it regains when nobody beats it: so a low single
costs a whole turn, while a play that nobody can beat pays for another.  A play is then worth what the cards left cost,
and the lead it may lose.  Every chance comes from the cards not seen and from how many cards the rivals hold; all
numbers are ints, in thousandths of a turn, so that every machine weighs alike.
"""

from __future__ import annotations

import math

from common.jit import IntBuffer, IntTable, buffer, inlined, jit, lowest, popcount, space, table
from tienlen.combos import PAIR_RUN_FROM, STRAIGHT_FROM, TWO, at_least, classify
from tienlen.moves import MOST_BLOCKS, blocks, representative, runs
from tienlen.plan import COSTS, PAIR_RUNS, SETS, STRAIGHTS, cheapest_split

__all__ = ["MOST_PLAYS", "WEIGHTS", "WON_SURELY", "able", "fewest_cards", "weigh_plays"]

MOST_PLAYS = 256
"""More plays than any holding has that differ in ranks and top card, and a pass."""

# The weights, by place; all in thousandths of a turn.  They were tuned by playing against ``cautious`` and one another.
TURN, ANSWER, REGAIN, FADE = 0, 8, 16, 24  # by kind: single, pair, triple, quad, straight, pair run
LOST_LEAD, DANGER, PASSING, PER_CARD, FATAL = 32, 33, 34, 35, 36
STRAIGHT, PAIR_RUN = 5, 6
_BY_PLACE = {
    TURN: (0, 1200, 1000, 1000, 900, 1000, 900),
    ANSWER: (0, 500, 350, 200, 0, 150, 0),
    REGAIN: (0, 1200, 900, 400, 900, 400, 900),
    FADE: (0, 500, 800, 1000, 1000, 900, 1000),
    LOST_LEAD: (200,),
    DANGER: (1500,),
    PASSING: (0,),
    PER_CARD: (10,),
    FATAL: (3000,),
}
WEIGHTS = table(
    next((row[place - at] for at, row in _BY_PLACE.items() if at <= place < at + len(row)), 0) for place in range(40)
)

_WON = -1_000_000
WON_SURELY = _WON // 4
"""A score below this: nobody can stop the seat any more."""
_EXP = table(round(1000 * math.exp(-step / 16)) for step in range(128))
_CHANCES = 25  # a table of chances: that a rival holds ``width`` or more of ``n`` unseen cards, at 5 * width + n


@jit
def able(rivals: int, size: int, free_only: bool) -> int:
    """How many rivals hold ``size`` cards or more; with ``free_only``, of those that have not passed in this trick."""
    count = 0
    while rivals:
        if rivals & 15 >= size and not (free_only and rivals & 16):
            count += 1
        rivals >>= 5
    return count


@jit
def fewest_cards(rivals: int) -> int:
    """The fewest cards that a rival still in the hand holds."""
    least = 13
    while rivals:
        if 0 < rivals & 15 < least:
            least = rivals & 15
        rivals >>= 5
    return least


@inlined
def _most_cards(rivals: int) -> int:
    most = 0
    while rivals:
        most = max(most, rivals & 15)
        rivals >>= 5
    return most


@jit
def _chances(rivals: int, unseen: int, out: IntBuffer) -> None:
    """That one rival holds at least ``width`` of ``n`` cards that were not seen, as if each were dealt to it apart."""
    held, seats, rest = 0, 0, rivals
    while rest:
        held += rest & 15
        seats += 1 if rest & 15 else 0
        rest >>= 5
    share = 1000 * held // (max(1, seats) * max(1, popcount(unseen)))
    other = 1000 - share
    for n in range(5):
        exactly = 1
        for _ in range(n):
            exactly *= other
        # exactly = other ** n; then one card more is held at each step
        more = 1000**n
        for width in range(n + 1):
            out[5 * width + n] = 1000 * more // 1000**n
            more -= exactly
            exactly = exactly * (n - width) * share // ((width + 1) * other) if other else 0
            if not other and width + 1 == n:
                exactly = 1000**n
        out[n] = 1000


@jit
def _answers(chances: IntTable, unseen: int, width: int, length: int, top: int) -> int:
    """How many plays of the same kind, higher than one with this top bit, a rival is expected to hold (thousandths)."""
    last = top >> 2
    above = unseen >> top + 1 & (1 << 3 - (top & 3)) - 1
    total = 0
    end = TWO if length > 1 else TWO + 1
    for rank in range(last, end):
        chance = 1000
        for step in range(length):
            count = popcount(unseen >> 4 * (rank - step) & 15)
            if rank == last and step == 0:
                if not above:
                    chance = 0
                elif width == 1:
                    count = popcount(above)
            chance = chance * (chances[5 * width + count] if count >= width else 0) // 1000
            if not chance:
                break
        total += chance
    return total


@jit
def _fatal_chance(rivals: int, unseen: int, code: int, room: IntBuffer) -> int:
    """The chance (thousandths) that a rival answers this play with all its cards and so is out."""
    size = (code >> 12) * (code >> 6 & 63)
    seats = able(rivals, size, True) - able(rivals, size + 1, True)
    if not seats:
        return 0
    _chances(size, unseen, room)
    return min(1000, seats * _answers(room, unseen, code >> 12, code >> 6 & 63, code & 63))


@jit
def _is_unbeatable(numbers: IntTable, unseen: int, rivals: int, code: int, room: IntBuffer) -> bool:
    """Whether no rival can hold an answer to this play, specials included."""
    most = _most_cards(rivals)
    for i in range(blocks(numbers, unseen, code, False, False, room)):
        if (room[i] >> 4 & 15) * (room[i] >> 8 & 15) <= most:
            return False
    return True


@jit
def _held_chance(weights: IntTable, kind: int, answers: int, seats: int) -> int:
    """The chance that nobody beats a play, ``answers`` being expected of each of so many seats."""
    step = answers * seats * weights[FADE + kind] // 62_500
    return _EXP[step] if step < 128 else 0


@inlined
def _price(
    numbers: IntTable,
    weights: IntTable,
    chances: IntTable,
    unseen: int,
    rivals: int,
    code: int,
    room: IntBuffer,
    certain: bool,
) -> int:
    """What one play of a split costs; with ``certain``, 0 where nobody can beat it and else 1."""
    width, length, top = code >> 12, code >> 6 & 63, code & 63
    if certain:
        return 0 if _is_unbeatable(numbers, unseen, rivals, code, room) else 1
    kind = width if length == 1 else STRAIGHT if width == 1 else PAIR_RUN
    seats = able(rivals, width * length, False)
    answers = _answers(chances, unseen, width, length, top) if seats else 0
    lower = 1000 * popcount(unseen & (1 << top) - 1) // max(1, popcount(unseen))
    return (
        weights[TURN + kind]
        - weights[ANSWER + kind] * lower // 1000
        - weights[REGAIN + kind] * _held_chance(weights, kind, answers, seats) // 1000
    )


@jit
def _prices(
    numbers: IntTable,
    weights: IntTable,
    chances: IntTable,
    holding: int,
    unseen: int,
    rivals: int,
    room: IntBuffer,
    certain: bool,
    out: IntBuffer,
) -> None:
    """The price of every play that a split of the holding may have, by its ranks; its top card is the highest held."""
    ranks = at_least(holding, 1)
    while ranks:
        rank = lowest(ranks) >> 2
        ranks &= ranks - 1
        held = holding >> 4 * rank & 15
        top = 4 * rank + (3 if held & 8 else 2 if held & 4 else 1 if held & 2 else 0)
        count = popcount(held)
        for width in range(1, count + 1):
            at, length = SETS + 13 * width, 1
            while True:
                code = width << 12 | length << 6 | top
                out[at + rank] = _price(numbers, weights, chances, unseen, rivals, code, room, certain)
                if width > 2 or rank == TWO:
                    break
                length = length + 1 if length > 1 else numbers[STRAIGHT_FROM if width == 1 else PAIR_RUN_FROM]
                if length > rank + 1 or not runs(holding, width, length) >> 4 * (rank - length + 1) & 1:
                    break
                at = (STRAIGHTS if width == 1 else PAIR_RUNS) + 13 * length
        for width in range(2, count + 1):  # a set may be laid in parts as well
            for part in range(1, width):
                both = out[SETS + 13 * part + rank] + out[SETS + 13 * (width - part) + rank]
                out[SETS + 13 * width + rank] = min(out[SETS + 13 * width + rank], both)


@inlined
def weigh_plays(
    numbers: IntTable,
    weights: IntTable,
    holding: int,
    top: int,
    must: bool,
    locked: bool,
    unseen: int,
    rivals: int,
    plays: IntBuffer,
    scores: IntBuffer,
) -> int:
    """Every play, one per ranks and top card, and the pass as 0, each with a score: the less, the better.

    Args:
        numbers: the rulebook's numbers.
        weights: :data:`WEIGHTS`.
        holding: the cards held.
        top: the code of the play to beat; 0 on the lead.
        must: whether the play must contain the lowest card held.
        locked: whether the seat has passed in this trick.
        unseen: the cards neither held nor laid.
        rivals: five bits for each other seat, the next in turn lowest: its cards, and 16 where it has passed.
        plays, scores: room for ``MOST_PLAYS``.

    Returns:
        How many there are.
    """
    chances, costs, room = buffer(_CHANCES), buffer(COSTS), space(MOST_BLOCKS)
    sure = buffer(0)
    _chances(rivals, unseen, chances)
    _prices(numbers, weights, chances, holding, unseen, rivals, room, False, costs)
    lost = weights[LOST_LEAD] + weights[DANGER] // fewest_cards(rivals)
    found = 0
    out = space(MOST_BLOCKS)
    for i in range(blocks(numbers, holding, top, must, locked, out)):
        nth = 0
        while True:
            play = representative(holding, out[i], nth)
            if play == 0:
                break
            nth += 1
            code = classify(numbers, play)
            width, length = code >> 12, code >> 6 & 63
            kind = width if length == 1 else STRAIGHT if width == 1 else PAIR_RUN
            seats = able(rivals, width * length, True)
            answers = _answers(chances, unseen, width, length, code & 63) if seats else 0
            rest = holding & ~play
            score = lost * (1000 - _held_chance(weights, kind, answers, seats)) // 1000
            score -= weights[PER_CARD] * popcount(play)
            score += weights[FATAL] * _fatal_chance(rivals, unseen, code, room) // 1000
            if rest == 0:
                score = _WON
            else:
                score += cheapest_split(numbers, rest, costs)
                if (not answers or not seats) and _is_unbeatable(numbers, unseen, rivals, code, room):
                    if len(sure) == 0:
                        sure = buffer(COSTS)
                        _prices(numbers, weights, chances, holding, unseen, rivals, room, True, sure)
                    if cheapest_split(numbers, rest, sure) <= 1:
                        score += _WON // 2
            plays[found], scores[found] = play, score
            found += 1
    if top:
        plays[found] = 0
        scores[found] = cheapest_split(numbers, holding, costs) + lost + weights[PASSING]
        scores[found] += weights[FATAL] * _fatal_chance(rivals, unseen, top, room) // 1000
        found += 1
    return found
