"""The tables of rows: filled from the evaluator, or read from the copy that comes with the package.

There is one scale for each reading of A 2 3 4 5; packs and houses share it.  Filling one takes a twentieth of a
second and reading it a fraction of that, so the three scales are shipped in ``tables/``; a test fills them anew and
compares.  ``python -m shisanshui.scales`` writes them.
"""

from __future__ import annotations

import struct
import zlib
from functools import cache
from importlib.resources import files
from itertools import accumulate, combinations_with_replacement
from math import comb
from pathlib import Path
from typing import Final, NamedTuple, get_args

from common.jit import table
from shisanshui.rows import RowType, Scale, Wheel, evaluate, form, unpacked

__all__ = ["Filled", "fill", "scale"]

_SHIPPED: Final = "tables"
_WHEELS: Final[tuple[Wheel, ...]] = get_args(Wheel)
_FIVES: Final = comb(18, 5)  # multisets of five from thirteen ranks and the joker
_THREES: Final = comb(16, 3)
_NEVER: Final = 0xFFFF  # more than two jokers in a row

# By how many of its ranks a pattern is told; the others are loose cards.
_TOLD: Final = {
    RowType.HIGH_CARD: 0,
    RowType.PAIR: 1,
    RowType.TWO_PAIR: 2,
    RowType.TRIPS: 1,
    RowType.STRAIGHT: 1,
    RowType.FLUSH: 5,
    RowType.FULL_HOUSE: 2,
    RowType.QUADS: 1,
    RowType.STRAIGHT_FLUSH: 1,
    RowType.FIVE_OF_A_KIND: 1,
}


class Filled(NamedTuple):
    """What is shipped of a scale: all forms in order, and the strength of every multiset of ranks by its number."""

    forms: tuple[int, ...]
    plain: tuple[int, ...]
    suited: tuple[int, ...]
    front: tuple[int, ...]


def _multisets(size: int) -> list[tuple[int, ...]]:
    """All multisets of ranks in the order of their number: colexicographic, so by the highest rank first."""
    return sorted(combinations_with_replacement(range(13), size), key=lambda held: held[::-1])


def fill(wheel: Wheel, duplicates: bool = True) -> Filled:
    """A scale from :func:`~shisanshui.rows.evaluate`; a joker stands for the best card it can be (SS-2.6).

    Args:
        wheel: where A 2 3 4 5 stands.
        duplicates: whether a joker may stand for a card that its row already holds.
    """
    fives, threes = _multisets(5), _multisets(3)
    plain_forms = [form(*evaluate(held, False, wheel), wheel) for held in fives]
    suited_forms = [form(*evaluate(held, True, wheel), wheel) for held in fives]
    front_forms = [form(*evaluate(held, False, wheel), wheel) for held in threes]
    forms = sorted({*plain_forms, *suited_forms, *front_forms})
    place = {packed: strength for strength, packed in enumerate(forms)}
    plain = {held: place[packed] for held, packed in zip(fives, plain_forms, strict=True)}
    suited = {held: place[packed] for held, packed in zip(fives, suited_forms, strict=True)}
    front = {held: place[packed] for held, packed in zip(threes, front_forms, strict=True)}
    # A joker is the highest "rank", so rows with one joker follow those with none in the order of numbers.
    plains, suiteds, fronts = [*plain.values()], [*suited.values()], [*front.values()]
    for size in (4, 3):
        plain, suited = _with_joker(size, plain, suited, duplicates)
        plains += plain.values()
        suiteds += suited.values()
    for size in (2, 1):
        front, _ = _with_joker(size, front, front, duplicates)
        fronts += front.values()
    return Filled(
        tuple(forms),
        tuple(plains + [_NEVER] * (_FIVES - len(plains))),
        tuple(suiteds + [_NEVER] * (_FIVES - len(suiteds))),
        tuple(fronts + [_NEVER] * (_THREES - len(fronts))),
    )


_Strengths = dict[tuple[int, ...], int]


def _with_joker(size: int, plain: _Strengths, suited: _Strengths, duplicates: bool) -> tuple[_Strengths, _Strengths]:
    """The best strength of ``size`` ranks and one joker more, unsuited and suited, in the order of numbers."""
    best, best_suited = {}, {}
    for held in _multisets(size):
        completed = [tuple(sorted((*held, rank))) for rank in range(13) if duplicates or held.count(rank) < 4]
        best[held] = max(plain[row] for row in completed)
        # Of its own suit a row without duplicates has no second card of a rank; the joker may be of another suit then.
        of_suit = [row for row in completed if duplicates or len(set(row)) > len(set(held))]
        best_suited[held] = max(best[held], *(suited[row] for row in of_suit))
    return best, best_suited


@cache
def scale(wheel: Wheel, duplicates: bool = True) -> Scale:
    """The scale of a house, made once: with duplicates from the shipped file, without (a rare house) filled anew."""
    filled = _shipped(wheel) if duplicates else fill(wheel, duplicates)
    kinds = [packed >> 20 for packed in filled.forms]
    cut = [4 * (5 - _TOLD[RowType(kind)]) for kind in range(len(RowType))]
    told = [packed >> cut[kind] << cut[kind] for kind, packed in zip(kinds, filled.forms, strict=True)]
    steps = (1 if here != before else 0 for here, before in zip(told, (told[0], *told[:-1]), strict=True))
    ace, five = 12, 3
    tops = [(packed >> 16 & 15) - 1 for packed in filled.forms]
    for strength, kind in enumerate(kinds):
        if kind in {RowType.STRAIGHT, RowType.STRAIGHT_FLUSH}:
            top = unpacked(filled.forms[strength], wheel)[1][0]
            tops[strength] = ace if top == five else top
    return Scale(
        step=table(comb((min(card, 52) >> 2) + nth, nth + 1) for nth in range(5) for card in range(54)),
        suits=table([*(1 << (card & 3) for card in range(52)), 15, 15]),
        plain=table(filled.plain),
        suited=table(filled.suited),
        front=table(filled.front),
        types=table(kinds),
        patterns=table(accumulate(steps)),
        forms=table(filled.forms),
        tops=table(tops),
    )


def _packed(filled: Filled) -> bytes:
    content = struct.pack(f"<I{len(filled.forms)}I", len(filled.forms), *filled.forms)
    for part in filled[1:]:
        content += struct.pack(f"<{len(part)}H", *part)
    return zlib.compress(content, 9)


def _shipped(wheel: Wheel) -> Filled:
    content = zlib.decompress((files("shisanshui") / _SHIPPED / f"{wheel}.bin").read_bytes())
    (count,) = struct.unpack_from("<I", content)
    return Filled(
        struct.unpack_from(f"<{count}I", content, 4),
        struct.unpack_from(f"<{_FIVES}H", content, 4 + 4 * count),
        struct.unpack_from(f"<{_FIVES}H", content, 4 + 4 * count + 2 * _FIVES),
        struct.unpack_from(f"<{_THREES}H", content, 4 + 4 * count + 4 * _FIVES),
    )


if __name__ == "__main__":
    for each in _WHEELS:
        (Path(__file__).parent / _SHIPPED / f"{each}.bin").write_bytes(_packed(fill(each)))
