"""A ruleset compiled to ints: the only reader of a ruleset, and all that the primitives know of a house."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from common.cards import Card, pack
from common.jit import IntBuffer, IntTable, row, table
from common.ruleset import once
from shisanshui.rows import RowType, Scale, edge, five, suit_table, three
from shisanshui.ruleset import FoulPaysDearest, FoulPaysFixed, FoulRefused, Ruleset
from shisanshui.ruleset import Special as SpecialRule
from shisanshui.scales import scale
from shisanshui.specials import SpecialKind, SpecialTables, special_at, special_tables

__all__ = ["Rulebook", "compile_rules", "numbers"]

_KEPT: dict[tuple[str, str, str], Rulebook] = {}


class Rulebook:
    """One house, ready to play by: its tables for the primitives, and its few numbers for settling.

    The tables are what ``five(book.scale, …)``, ``edge(book.scale, book.suits, …)`` and
    ``special_at(book.specials, …)`` read; ``book.waters[10 * place + type]`` is what a row is worth.  In plain Python
    :meth:`strength` and the methods after it ask the same primitives.
    """

    __slots__ = (
        "each_escape",
        "foul_pays",
        "gun",
        "hand_size",
        "home_run",
        "home_run_seats",
        "house_escape",
        "is_declared",
        "is_strict",
        "majority",
        "opt_out",
        "pack",
        "pays_dearest",
        "refuses_fouls",
        "rows_from_layout",
        "rules",
        "scale",
        "special_rules",
        "specials",
        "suits",
        "sweep",
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
        of_place = (rules.waters.front, rules.waters.middle, rules.waters.back)
        self.waters: IntTable = table(named.get(kind.name.lower(), 1) for named in of_place for kind in RowType)  # type: ignore[call-overload]
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
        foul = rules.rows.foul
        self.refuses_fouls = isinstance(foul, FoulRefused)
        self.pays_dearest = isinstance(foul, FoulPaysDearest)
        self.foul_pays = 0
        """What a foul pays to an ordinary seat, or the least of it."""
        if isinstance(foul, FoulPaysFixed):
            self.foul_pays = foul.units
        elif isinstance(foul, FoulPaysDearest):
            self.foul_pays = foul.at_least

        feats = rules.feats
        self.gun, self.home_run, self.home_run_seats = feats.gun, feats.home_run, feats.home_run_seats
        self.sweep, self.majority = feats.sweep, feats.majority
        self.each_escape, self.house_escape = rules.escape.each, rules.escape.house

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
        return front > middle or middle > back or (self.is_strict and middle == back)

    def special_at(self, thirteen: Iterable[int]) -> int:
        """The index in ``specials.kinds`` of the highest special that thirteen cards are, or -1 (SS-5)."""
        if not self.special_rules:
            return -1
        return int(special_at(self.specials, numbers(thirteen)))

    def cards(self, held: Iterable[int]) -> tuple[Card, ...]:
        """Card numbers as cards, the lowest first."""
        return tuple(sorted(Card(int(card)) for card in held))


def numbers(held: Iterable[int]) -> IntBuffer:
    """Cards as primitives take them."""
    return row([int(card) for card in held])


def compile_rules(rules: Ruleset) -> Rulebook:
    """The rulebook of a ruleset, made once for each."""
    return once(_KEPT, rules, Rulebook)
