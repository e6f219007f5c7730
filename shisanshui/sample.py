"""What others lay: for each house a sample of layouts by players who lay out well, shipped with the package.

A sample is :data:`SAMPLES` hands, each dealt and laid out as :func:`shisanshui.best.best` would: the strengths and
edges of its rows, and its special.  ``python -m shisanshui.make_odds`` makes the samples that are shipped in
``samples/``, one for each house.

A house of one's own takes the sample of the shipped house that is most alike in pack, straights, specials and waters
(:func:`nearest`); its strengths are read on its own scale.
"""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from typing import Final, NamedTuple

from shisanshui.ask import book_of
from shisanshui.rows import Place, RowType, form, unpacked
from shisanshui.rulebook import Rulebook
from shisanshui.ruleset import Ruleset, load_ruleset
from shisanshui.specials import SpecialKind

__all__ = ["SAMPLES", "Laid", "nearest", "packed", "read", "sample_for"]

SAMPLES: Final = 16384
"""How many layouts a sample has."""
NO_SPECIAL: Final = 255


class Laid(NamedTuple):
    """One layout of a sample."""

    strengths: tuple[int, int, int]
    """Of front, middle and back, as the rows are where the hand is no special."""
    edges: tuple[int, int, int]
    """The suits' edges as :func:`shisanshui.rows.edge` tells them where all types are told apart."""
    special: SpecialKind | None
    """The special that it is where its house knows it."""


def packed(sample: Iterable[Laid]) -> bytes:
    """A sample as a file: strengths, edges and specials in columns, lowest back first, compressed."""
    rows = sorted(sample, key=lambda laid: (laid.strengths[::-1], laid.edges, laid.special is None, laid.special or 0))
    columns = [struct.pack(f"<{len(rows)}H", *(laid.strengths[place] for laid in rows)) for place in Place]
    columns += [bytes(laid.edges[place] for laid in rows) for place in Place]
    columns.append(bytes(NO_SPECIAL if laid.special is None else laid.special for laid in rows))
    return zlib.compress(b"".join(columns), 9)


@cache
def read(name: str) -> tuple[Laid, ...]:
    """The shipped sample of a house."""
    content = zlib.decompress((files("shisanshui") / "samples" / f"{name}.bin").read_bytes())
    size = len(content) // 10
    columns: list[Sequence[int]] = [struct.unpack_from(f"<{size}H", content, 2 * size * place) for place in Place]
    columns += [content[(6 + place) * size : (7 + place) * size] for place in range(4)]
    return tuple(
        Laid((f, m, b), (ef, em, eb), None if special == NO_SPECIAL else SpecialKind(special))
        for f, m, b, ef, em, eb, special in zip(*columns, strict=True)
    )


def nearest(rules: Ruleset) -> str:
    """The shipped house whose players lay out most alike; itself where it is shipped."""

    def unlike(name: str) -> tuple[object, ...]:
        other = load_ruleset(name)
        kinds, others = ({k for s in each.specials.high_to_low for k in s.kinds} for each in (rules, other))
        units = sum(
            abs(dict(mine).get(kind, 1) - dict(its).get(kind, 1))
            for mine, its in (
                (rules.waters.front, other.waters.front),
                (rules.waters.middle, other.waters.middle),
                (rules.waters.back, other.waters.back),
            )
            for kind in {*mine, *its}
        )
        return (
            abs(rules.deal.pack - other.deal.pack),
            abs(rules.deal.spares - other.deal.spares),
            rules.straights.wheel != other.straights.wheel,
            bool(rules.suits.types) != bool(other.suits.types),
            units,
            len(kinds ^ others),
            abs(rules.feats.gun - other.feats.gun),
            abs(rules.feats.home_run - other.feats.home_run),
            abs(rules.feats.sweep - other.feats.sweep),
            abs(rules.feats.majority - other.feats.majority),
            abs(rules.seats.most - other.seats.most),
            name != rules.name,
            name,
        )

    shipped = (each.name.removesuffix(".bin") for each in (files("shisanshui") / "samples").iterdir())
    return min(shipped, key=unlike)


def sample_for(book: Rulebook) -> tuple[Laid, ...]:
    """What others lay in a house, on its own scale: its own sample, or that of the most alike."""
    name = nearest(book.rules)
    return _on_scale(read(name), book_of(name), book)


def _on_scale(sample: tuple[Laid, ...], theirs: Rulebook, book: Rulebook) -> tuple[Laid, ...]:
    """A sample's strengths on another house's scale: the same rows, or the next lower where it has none such."""
    if theirs.wheel == book.wheel:
        return sample
    forms = [int(packed) for packed in book.scale.forms]

    @cache
    def moved(strength: int) -> int:
        kind, ranks = unpacked(int(theirs.scale.forms[strength]), theirs.wheel)
        if kind in {RowType.STRAIGHT, RowType.STRAIGHT_FLUSH} and ranks[0] == 3 and book.wheel == "none":
            kind, ranks = (RowType.HIGH_CARD, RowType.FLUSH)[kind is RowType.STRAIGHT_FLUSH], (12, 3, 2, 1, 0)
        return max(0, bisect_left(forms, form(kind, ranks, book.wheel) + 1) - 1)

    return tuple(
        laid._replace(strengths=(moved(laid.strengths[0]), moved(laid.strengths[1]), moved(laid.strengths[2])))
        for laid in sample
    )
