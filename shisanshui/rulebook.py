"""A ruleset compiled to ints: the only reader of a ruleset, and all that the primitives know of a house."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import cast

from common.cards import Card, pack
from common.jit import IntBuffer, IntTable, row, table
from common.ruleset import once
from shisanshui import law
from shisanshui.law import Law, is_foul
from shisanshui.rows import RowType, Scale, edge, five, suit_table, three
from shisanshui.ruleset import FoulPaysDearest, FoulPaysFixed, FoulRefused, Ruleset, SpecialName
from shisanshui.ruleset import Special as SpecialRule
from shisanshui.scales import scale
from shisanshui.specials import SpecialKind, SpecialTables, special_at, special_tables

__all__ = ["Rulebook", "compile_rules", "numbers"]

_KEPT: dict[tuple[str, str, str], Rulebook] = {}


class Rulebook:
    """One house, ready to play by: its tables for the primitives, and its few numbers for settling.

    The tables are what ``five(book.scale, …)``, ``edge(book.scale, book.suits, …)`` and
    ``special_at(book.specials, …)`` read, and ``book.law`` is all of them together; ``book.waters[10 * place + type]``
    is what a row is worth.  In plain Python :meth:`strength` and the methods after it ask the same primitives.
    """

    __slots__ = (
        "hand_size",
        "is_declared",
        "is_strict",
        "law",
        "numbers",
        "opt_out",
        "pack",
        "refuses_fouls",
        "rows_from_layout",
        "rules",
        "scale",
        "special_rules",
        "specials",
        "suits",
        "waters",
        "wheel",
    )

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.pack = pack(rules.deal.pack)
        self.hand_size = 13 + rules.deal.spares
        """How many cards each seat is dealt (SS-1.3)."""
        self.wheel = rules.straights.wheel
        self.scale: Scale = scale(self.wheel, rules.jokers.wild_may_duplicate or rules.deal.pack not in {54, 67})
        """The tables of rows."""
        types = [RowType[name.upper()] for name in rules.suits.types]
        self.suits: IntTable = suit_table("".join(reversed(rules.suits.high_to_low)), types)
        """The table of suits for ``edge`` (SS-2.5)."""
        self.numbers: IntTable = table(_numbers(rules))
        """The numbers it settles by (:mod:`shisanshui.law`)."""
        self.waters: IntTable = table(self.numbers[law.WATERS : law.GUN])
        """``waters[10 * place + type]``: what the loser of a row pays (SS-6)."""

        specials = rules.specials
        self.special_rules: tuple[SpecialRule, ...] = specials.high_to_low
        """The house's specials by place, the highest first."""
        self.specials: SpecialTables = special_tables(
            [[SpecialKind[kind.upper()] for kind in special.kinds] for special in self.special_rules],
            self.wheel,
            specials.quads_as_two_pairs,
            specials.quads_as_trips,
        )
        """The tables of specials."""
        self.is_declared = specials.mode == "declared"
        self.opt_out = specials.opt_out
        self.rows_from_layout = specials.rows_from == "layout"

        self.is_strict = rules.rows.strict
        self.refuses_fouls = isinstance(rules.rows.foul, FoulRefused)
        self.law = Law(self.numbers, self.scale, self.suits, self.specials)
        """What the primitives of laying out and settling read."""

    def strength(self, held: Sequence[int]) -> int:
        """The strength of a row of three or five cards in any order."""
        own = sorted(map(int, held))
        return int(five(self.scale, *own) if len(own) == 5 else three(self.scale, *own))

    def edge(self, strength: int, held: Iterable[int]) -> int:
        """What tells rows of equal strength apart: the pattern's suit as 1 … 4, or 0 (SS-2.5)."""
        return int(edge(self.scale, self.suits, strength, numbers(held)))

    def type_of(self, strength: int) -> RowType:
        """The type of a row by its strength."""
        return RowType(self.scale.types[strength])

    def waters_of(self, place: int, strength: int) -> int:
        """What a row of this strength is worth at a place (SS-6)."""
        return int(self.waters[10 * place + self.scale.types[strength]])

    def is_foul(self, front: int, middle: int, back: int) -> bool:
        """Whether rows of these strengths are a foul (SS-3.1, SS-3.2); a front never equals a middle."""
        return bool(is_foul(self.numbers, front, middle, back))

    def special_at(self, thirteen: Iterable[int]) -> int:
        """The index in ``specials.kinds`` of the highest special that thirteen cards are, or -1 (SS-5)."""
        if not self.special_rules:
            return -1
        return int(special_at(self.specials, numbers(thirteen)))

    def special_name(self, nth: int) -> SpecialName | None:
        """The name of the special at this index of ``specials.kinds``, or None for -1."""
        return None if nth < 0 else cast("SpecialName", SpecialKind(self.specials.kinds[nth]).name.lower())

    def cards(self, held: Iterable[int]) -> tuple[Card, ...]:
        """Card numbers as cards, the lowest first."""
        return tuple(sorted(Card(int(card)) for card in held))


def _numbers(rules: Ruleset) -> list[int]:
    numbers = [0] * (law.TIES + law.PLACES)
    for place, named in enumerate((rules.waters.front, rules.waters.middle, rules.waters.back)):
        for kind in RowType:
            numbers[law.WATERS + 10 * place + kind] = named.get(kind.name.lower(), 1)  # type: ignore[call-overload]
    feats = rules.feats
    numbers[law.GUN], numbers[law.MAJORITY], numbers[law.SWEEP] = feats.gun, feats.majority, feats.sweep
    numbers[law.HOME_RUN], numbers[law.HOME_RUN_SEATS] = feats.home_run, feats.home_run_seats
    foul = rules.rows.foul
    if isinstance(foul, FoulPaysFixed):
        numbers[law.FOUL_PAYS] = foul.units
    elif isinstance(foul, FoulPaysDearest):
        numbers[law.FOUL_PAYS], numbers[law.PAYS_DEAREST] = foul.at_least, 1
    numbers[law.EACH_ESCAPE], numbers[law.HOUSE_ESCAPE] = rules.escape.each, rules.escape.house
    specials = rules.specials
    numbers[law.IS_DECLARED], numbers[law.OPT_OUT] = int(specials.mode == "declared"), int(specials.opt_out)
    numbers[law.ROWS_FROM_LAYOUT], numbers[law.STRICT] = int(specials.rows_from == "layout"), int(rules.rows.strict)
    for place, special in enumerate(specials.high_to_low):
        numbers[law.COLLECTS + place], numbers[law.SWEPT + place] = special.waters, special.swept
        numbers[law.TIES + place] = {"draw": law.DRAW, "suit": law.SUIT, "compare": law.COMPARE}[special.ties]
    return numbers


def numbers(held: Iterable[int]) -> IntBuffer:
    """Cards as primitives take them."""
    return row([int(card) for card in held])


def compile_rules(rules: Ruleset) -> Rulebook:
    """The rulebook of a ruleset, made once for each."""
    return once(_KEPT, rules, Rulebook)
