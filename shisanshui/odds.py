"""What the sample of a house says by counting: what rows, guns, home runs and specials bring against its layouts.

Opponents are taken to be drawn from the sample (:mod:`shisanshui.sample`), each by itself, whatever one holds oneself;
only what single rows are worth is told for the cards that one holds too (:mod:`shisanshui.moves`).  So every chance is
a count, every expectation an exact integer, and every machine agrees.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from typing import Final, NamedTuple

from common.jit import IntTable, table
from shisanshui import law
from shisanshui.moves import moves
from shisanshui.rows import Place, RowType
from shisanshui.rulebook import Rulebook
from shisanshui.sample import Laid, sample_for
from shisanshui.search import Weights, weights
from shisanshui.specials import SpecialKind
from shisanshui.valued import house_of

__all__ = ["STEPS", "UNIT", "Odds", "odds_for", "odds_from", "values_of"]

UNIT: Final = 1 << 20
"""A water in the scores of layouts, for each opponent of the sample."""
FIELD: Final = 21
"""The bits of a value in a packed layout, one of them free for comparing all three at once."""
STEPS: Final = 32
"""Into how many steps the values of each place are divided, for bounds by all three rows together."""


class Odds(NamedTuple):
    """A house's sample, ready to count; scores are in :data:`UNIT` for each of its layouts."""

    weigh: Weights
    """The additive waters of a row: its own where it wins, less those of the rows that beat it; with its moves."""
    steps: IntTable
    """``steps[values * place + value]``: the step of a value at a place, 0 … STEPS - 1."""
    gains: IntTable
    """By steps of front, middle and back: the most that guns and home runs bring for each water of the layout."""
    losses: IntTable
    """By steps of front, middle and back: the least that others' guns and home runs cost, less the most that the
    majority brings."""
    floors: IntTable
    """``floors[STEPS * place + step]``: the least value of a step."""
    tops: IntTable
    """``tops[STEPS * place + step]``: the greatest value of a step."""
    under: IntTable
    """By steps of front, middle and back: how many layouts lie in lower steps at all three places."""
    over: IntTable
    """By steps of front, middle and back: what the layouts cost that lie in higher steps at all three places."""
    laid: IntTable
    """The layouts that are ordinary rows, three times: by steps of fronts, of middles, of backs.  Values of back,
    middle and front are packed in :data:`FIELD`."""
    hits: IntTable
    """``hits[n]``: what it costs to be beaten in all rows by ``laid[n]``: its gun's share and its home run's."""
    starts: IntTable
    """``starts[(STEPS + 1) * place + step]``: where in ``laid`` the layouts of a place's step begin."""
    feats: IntTable
    """``feats[n]``: what a gun and a home run bring for each water of a layout that beats ``n`` of the sample."""
    waters: IntTable
    """The house's waters by place and type."""
    specials: IntTable
    """By place in the house's list of specials: the score of a hand that is that special."""
    majority: int
    """The waters for more rows won."""
    cost: int
    """What others' specials cost a seat that has none."""


@lru_cache(maxsize=16)
def odds_for(book: Rulebook, seats: int) -> Odds:
    """The odds in a house at a table of so many seats."""
    return odds_from(book, seats, sample_for(book))


def odds_from(book: Rulebook, seats: int, sample: Sequence[Laid]) -> Odds:
    """The odds that a sample gives in a house at a table of so many seats."""
    shift = house_of(book).shift
    places = {
        SpecialKind(kind): int(place) for kind, place in zip(book.specials.kinds, book.specials.places, strict=True)
    }
    ordinary = [laid for laid in sample if laid.special not in places]
    others = seats - 1
    streak = [UNIT * n ** (others - 1) // len(sample) ** (others - 1) for n in range(len(sample) + 1)]
    sweep = 0
    gun, majority = int(book.numbers[law.GUN]), int(book.numbers[law.MAJORITY])
    if book.numbers[law.HOME_RUN] > 1 and seats == book.numbers[law.HOME_RUN_SEATS]:
        sweep = int(book.numbers[law.HOME_RUN]) - gun
    elif book.numbers[law.SWEEP] > 1:
        sweep = int(book.numbers[law.SWEEP]) - 1

    types = [int(kind) for kind in book.scale.types]
    rows = [values_of(book, laid) for laid in ordinary]
    of_type = [[int(book.waters[10 * place + kind]) for kind in RowType] for place in Place]
    feats = [UNIT * (gun - 1) + sweep * chance for chance in streak]
    adds: list[list[int]] = []
    for place in Place:
        there = [0] * (len(types) << shift)
        for laid in rows:
            there[laid[place]] += 1
        own = [of_type[place][types[at >> shift]] for at in range(len(there))]
        below = list(accumulate(there, initial=0))
        paid = list(accumulate(map(int.__mul__, there, own), initial=0))
        adds.append([w * n - (paid[-1] - upto) for w, n, upto in zip(own, below, paid[1:], strict=False)])
    worth = [
        of_type[0][types[front >> shift]] + of_type[1][types[middle >> shift]] + of_type[2][types[back >> shift]]
        for front, middle, back in rows
    ]
    hits = [of * (UNIT * (gun - 1) + sweep * streak[beaten]) for of, beaten in zip(worth, _beaten(rows), strict=True)]
    stepped = _stepped(rows, hits, feats, UNIT * majority, len(types) << shift)
    in_order = [nth for place in Place for nth in sorted(range(len(rows)), key=lambda nth: rows[nth][place])]
    scores, cost = _specials(book, [places[laid.special] for laid in sample if laid.special in places], streak)
    return Odds(
        weigh=weights(adds, shift, moves(book, sample, [laid.special not in places for laid in sample])),
        **{name: table(values) for name, values in stepped.items()},
        laid=table(rows[nth][2] << 2 * FIELD | rows[nth][1] << FIELD | rows[nth][0] for nth in in_order),
        hits=table(hits[nth] for nth in in_order),
        feats=table(n * each for n, each in enumerate(feats)),
        waters=book.waters,
        specials=table(scores),
        majority=majority,
        cost=cost,
    )


def values_of(book: Rulebook, laid: Laid) -> tuple[int, int, int]:
    """The values of a layout's front, middle and back in a house (:mod:`shisanshui.valued`)."""
    shift, types, suits = house_of(book).shift, book.scale.types, book.suits
    front, middle, back = (
        strength << shift | (edge if suits[4 + types[strength]] else 0)
        for strength, edge in zip(laid.strengths, laid.edges, strict=True)
    )
    return front, middle, back


def _beaten(rows: Sequence[tuple[int, ...]]) -> list[int]:
    """How many of the layouts each of them beats in all rows; sets of layouts are ints, a bit for each."""
    beaten = [-1] * len(rows)
    for place in Place:
        lower, at = 0, 0
        in_order = sorted(range(len(rows)), key=lambda nth: rows[nth][place])
        for nth in in_order:
            while rows[in_order[at]][place] < rows[nth][place]:
                lower |= 1 << in_order[at]
                at += 1
            beaten[nth] &= lower
    return [each.bit_count() for each in beaten]


def _stepped(
    rows: Sequence[tuple[int, ...]], hits: Sequence[int], feats: Sequence[int], majority: int, values: int
) -> dict[str, list[int]]:
    """The steps of all values at each place, and what is told by steps, as :class:`Odds` has them."""
    last = STEPS - 1
    steps: list[int] = []
    floors: list[int] = []
    tops: list[int] = []
    starts: list[int] = []
    inside: list[list[int]] = []  # by place and layout: the step in which it lies
    below: list[list[int]] = []  # and the first step with a value that is higher
    for place in Place:
        there = sorted(laid[place] for laid in rows) or [0]
        # A value of step n lies above the n-th end and up to the next.
        ends = [there[len(there) * n // STEPS] for n in range(1, STEPS)]
        step = 0
        for value in range(values):
            while step < last and ends[step] < value:
                step += 1
            steps.append(step)
        floors += [0, *(end + 1 for end in ends)]
        tops += [*ends, (1 << FIELD - 1) - 1]
        inside.append([bisect_left(ends, laid[place]) for laid in rows])
        below.append([bisect_right(ends, laid[place]) for laid in rows])
        of_step = Counter(inside[-1])
        starts += accumulate((of_step[step] for step in range(STEPS)), initial=len(rows) * place)
    count, under, over = [0] * STEPS**3, [0] * STEPS**3, [0] * STEPS**3
    lost = [[0] * STEPS**3 for _ in range(4)] if majority else []  # in all rows; in front and middle; …
    for hit, (f, m, b), (front, middle, back) in zip(
        hits, zip(*inside, strict=True), zip(*below, strict=True), strict=True
    ):
        count[(front * STEPS + middle) * STEPS + back] += 1
        if max(f, m, b) < last:
            under[((f + 1) * STEPS + m + 1) * STEPS + b + 1] += 1
        if min(f, m, b) > 0:
            over[((f - 1) * STEPS + m - 1) * STEPS + b - 1] += hit
        for sums, (x, y, z) in zip(
            lost, ((f, m, b), (f, m, STEPS), (f, STEPS, b), (STEPS, m, b)), strict=bool(majority)
        ):
            if min(x, y, z) > 0:
                sums[((x - 1) * STEPS + y - 1) * STEPS + z - 1] += 1
    for sums in (count, under):
        for stride in (1, STEPS, STEPS**2):
            for at in range(STEPS**3):
                if at // stride % STEPS:
                    sums[at] += sums[at - stride]
    for sums in (over, *lost):
        for stride in (1, STEPS, STEPS**2):
            for at in range(STEPS**3 - 1, -1, -1):
                if at // stride % STEPS < last:
                    sums[at] += sums[at + stride]
    losses = over
    if majority:
        # Whoever loses two rows or more has lost more than it has won; else at best it has won more.
        losses = [
            cost - majority * (len(rows) - 2 * (sum(twos) - 2 * three))
            for cost, three, *twos in zip(over, *lost, strict=True)
        ]
    gains = [beaten * feats[beaten] for beaten in count]
    return {
        "steps": steps,
        "gains": gains,
        "losses": losses,
        "floors": floors,
        "tops": tops,
        "under": under,
        "over": over,
        "starts": starts,
    }


def _specials(book: Rulebook, laid: Sequence[int], streak: Sequence[int]) -> tuple[list[int], int]:
    """By place the score of a hand that is that special, and what others' specials cost a hand that is none.

    Two specials of one place count as a draw, though some houses compare them.
    """
    sample = len(streak) - 1
    below = [sample - sum(of <= place for of in laid) for place in range(len(book.special_rules))]
    cost = [  # what one layout of the sample at this place collects from a lower one, times UNIT
        rule.waters * (UNIT + (rule.swept - 1) * streak[lower])
        for rule, lower in zip(book.special_rules, below, strict=True)
    ]
    scores = [
        cost[place] * below[place] - sum(cost[of] for of in laid if of < place)
        for place in range(len(book.special_rules))
    ]
    return scores, sum(cost[of] for of in laid)
