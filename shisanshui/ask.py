"""The questions anyone may ask without a game: what a row is, what it is worth, which is higher, is it a foul.

Wherever cards or a layout are taken, their text is taken too; ``rules`` is a ruleset, or the name or path of one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any, cast

from common.cards import Card, Rank, cards, text
from common.errors import CardError, DealError
from common.jit import buffer
from shisanshui.layout import Layout
from shisanshui.row_specials import laid_special_at
from shisanshui.rows import Place, RowType, unpacked
from shisanshui.rulebook import Rulebook, compile_rules, numbers
from shisanshui.ruleset import Ruleset, SpecialName, load_ruleset
from shisanshui.specials import NONE
from shisanshui.splits import special_strength

__all__ = ["Row", "Rules", "Special", "book_of", "compare", "is_foul", "row", "special", "special_of", "waters"]

Rules = Ruleset | str | Path | Mapping[str, object]
"""A ruleset, or the name, path or mapping of one."""


@dataclass(frozen=True, order=True)
class Row:
    """A row of three or five cards as a house sees it; two rows are equal if they draw, and a higher one is greater."""

    strength: int
    """Its place on the house's scale of all rows; a foul is told by it (SS-3)."""
    edge: int
    """What tells it from rows of the same strength: a suit's worth, 1 … 4, or 0 where suits do not count (SS-2.5)."""
    type: RowType = field(compare=False)
    ranks: tuple[Rank, ...] = field(compare=False)
    """The ranks it compares by, the first one first; of a straight its top alone."""
    cards: tuple[Card, ...] = field(compare=False)
    """Its cards, the lowest number first."""

    def __str__(self) -> str:
        return f"{self.type.name.lower()} ({text(self.cards)})"


@dataclass(frozen=True, order=True)
class Special:
    """A hand that collects by itself; two are equal if they draw, and a higher one is greater."""

    strength: int
    """What it compares by in its house: its place in the order, then what tells equals apart."""
    kind: SpecialName = field(compare=False)
    waters: int = field(compare=False)
    """What it collects from each."""
    swept: int = field(compare=False)
    """By how much that is multiplied where it beats every other seat."""
    cards: tuple[Card, ...] = field(compare=False)
    """The thirteen cards, the lowest number first."""

    def __str__(self) -> str:
        return f"{self.kind} ({text(self.cards)})"


def book_of(rules: Rules) -> Rulebook:
    """The rulebook of a ruleset, or of the name, path or mapping of one."""
    return compile_rules(load_ruleset(rules))


def held(book: Rulebook, given: str | Iterable[Card | str | int], sizes: Iterable[int]) -> tuple[Card, ...]:
    """Cards as given, which one seat can hold together.

    Raises:
        CardError: for what is no card, and another number of cards than ``sizes`` allows.
        DealError: for cards that the house's pack does not hold together.
    """
    read = cards(given)
    if len(read) not in (allowed := sorted(sizes)):
        raise CardError(f"{len(read)} cards are given: there must be {' or '.join(map(str, allowed))}")
    for card, times in Counter(read).items():
        in_pack = book.pack.count(card)
        if times > in_pack:
            raise DealError(f"{card} is given {times} times: the pack of {len(book.pack)} holds it {in_pack} times")
    return read


def row(given: str | Iterable[Card | str | int], rules: Rules = "meitian") -> Row:
    """What three or five cards are as a row (SS-2).

    >>> row("As Ah 3c").type.name, row("2c 3h 4d 5s Xr", "luosong-wild").type.name
    ('PAIR', 'STRAIGHT')

    Raises:
        CardError: for anything but three or five cards.
        DealError: for cards that the house's pack does not hold together.
    """
    book = book_of(rules)
    return _row(book, held(book, given, (3, 5)))


def _row(book: Rulebook, own: tuple[Card, ...]) -> Row:
    strength = book.strength(own)
    kind, ranks = unpacked(int(book.scale.forms[strength]), book.wheel)
    return Row(strength, book.edge(strength, own), kind, tuple(map(Rank, ranks)), tuple(sorted(own)))


def waters(of: Row | str | Iterable[Card | str | int], place: Place | str | int, rules: Rules = "meitian") -> int:
    """What the loser of a row pays for it, by its type and where it lies: ``front``, ``middle`` or ``back`` (SS-6).

    >>> waters("9s 9h 9c", "front"), waters("9s 9h 9c 9d 4s", "middle", "luosong")
    (3, 7)

    Raises:
        CardError: for cards that are no row of that place.
        ValueError: for a place that there is none.
    """
    book = book_of(rules)
    own = held(book, of.cards if isinstance(of, Row) else of, (3, 5))
    try:
        where = Place[place.upper()] if isinstance(place, str) else Place(place)
    except (KeyError, ValueError):
        raise ValueError(f"{place!r:.40} is no place: it is front, middle or back") from None
    if len(own) != (3 if where is Place.FRONT else 5):
        raise CardError(f"{len(own)} cards do not lie in the {where.name.lower()}")
    return book.waters_of(where, book.strength(own))


def special(given: str | Layout | Iterable[Any], rules: Rules = "meitian") -> Special | None:
    """The highest special that a hand is, or None (SS-5).

    A layout may be given as well.  Thirteen cards alone are looked at whichever way they can be laid; a layout is
    taken as it lies where the house reads row specials from the layout (SS-5.2).  Of a hand with spare cards the best
    thirteen count.

    >>> special("4s 4h 4c 4d 7s 7h 9s 9h Js Jd Kh Kc Ad").kind
    'six_pairs'

    Raises:
        CardError: for anything but a whole hand or a layout.
        DealError: for cards that the house's pack does not hold together.
    """
    book = book_of(rules)
    if isinstance(given, Layout) or (isinstance(given, str) and "|" in given):
        layout = Layout(given)
        held(book, layout.cards, (13,))
        return special_of(book, laid_special_at(book, layout), layout.cards)
    own = held(book, cast("Iterable[Card]", given), {13, book.hand_size})
    if not book.special_rules:
        return None
    found = [
        special_of(book, nth, thirteen)
        for thirteen in sorted(set(combinations(sorted(own), 13)))
        if (nth := book.special_at(thirteen)) != NONE
    ]
    return max(filter(None, found), default=None)


def special_of(book: Rulebook, nth: int, thirteen: Iterable[Card]) -> Special | None:
    """The special at this index of ``book.specials.kinds``, or None for NONE."""
    if nth == NONE:
        return None
    rule = book.special_rules[book.specials.places[nth]]
    own = tuple(sorted(thirteen))
    name = cast("SpecialName", book.special_name(nth))
    strength = int(special_strength(book.law, nth, numbers(own), buffer(3)))
    return Special(strength, name, rule.waters, rule.swept, own)


def is_foul(layout: Layout | str | Iterable[Any], rules: Rules = "meitian") -> bool:
    """Whether a layout is a foul (倒水; SS-3), whatever the house makes of it and whatever special the hand is.

    Raises:
        CardError: for what is no layout.
        DealError: for cards that the house's pack does not hold together.
    """
    book, laid = book_of(rules), Layout(layout)
    held(book, laid.cards, (13,))
    return book.is_foul(*map(book.strength, laid))


def compare(a: Any, b: Any, rules: Rules = "meitian") -> int:
    """1 if ``a`` is stronger, -1 if ``b`` is, 0 if they draw.

    Two rows (SS-2), or two whole hands as specials (SS-7.5; a hand that is no special is lower than any).

    >>> compare("As Ac 3h", "Ah Ad 3s", "bb"), compare("As Ac 3h", "Ah Ad 4s", "bb"), compare("2c 2d 3h", "2s 2h 3c")
    (1, -1, 0)

    Raises:
        CardError: for anything but rows and hands.
        DealError: for cards that the house's pack does not hold together.
    """
    book = book_of(rules)
    first, second = _whole(a), _whole(b)
    if first is not None and second is not None:
        one, other = special(first, rules), special(second, rules)
        if one is None or other is None:
            return (one is not None) - (other is not None)
        return (one > other) - (one < other)
    if first is not None or second is not None:
        raise CardError("a row and a whole hand do not compare: give two rows or two hands")
    left = _row(book, held(book, a.cards if isinstance(a, Row) else a, (3, 5)))
    right = _row(book, held(book, b.cards if isinstance(b, Row) else b, (3, 5)))
    return (left > right) - (left < right)


def _whole(given: Any) -> Any:
    """What is given as a whole hand, or None if it is a row."""
    if isinstance(given, Row):
        return None
    if isinstance(given, Special):
        return given.cards
    if isinstance(given, Layout) or (isinstance(given, str) and "|" in given):
        return Layout(given)
    read = cards(given)
    return read if len(read) > 5 else None
