"""The rules as plain functions on cards, for those who need no table: teaching, audits, other engines' tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import total_ordering
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from common.cards import Card, cards
from common.errors import CardError
from tienlen import combos, settle, wins
from tienlen.combos import classify
from tienlen.legal import plays_of
from tienlen.rulebook import Rulebook, compile_rules
from tienlen.ruleset import Ruleset, load_ruleset
from tienlen.words import kind_of

__all__ = ["Combination", "DealtWin", "beats", "combination", "dealt_win", "leftover_units", "plays", "sort"]

Given = str | Iterable[Card | str]
House = str | Path | Mapping[str, Any] | Ruleset
By = Literal["rank", "combination"]


class Combination(NamedTuple):
    """What a set of cards is (TL-2)."""

    kind: str
    """single, pair, triple, quad, straight or pair_run."""
    length: int
    """How many ranks: of a straight its cards, of a pair run its pairs, else 1."""
    top: Card
    """Its highest card in the house's order."""


@total_ordering
class DealtWin:
    """A hand that wins at once; of two, the greater wins (TL-6)."""

    __slots__ = ("_key", "kind")

    def __init__(self, kind: str, key: int) -> None:
        self.kind = kind
        """four_twos, six_pairs, four_triples, pair_run_5, pair_run_6 or dragon."""
        self._key = key

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DealtWin) and self._key == other._key

    def __lt__(self, other: DealtWin) -> bool:
        return self._key < other._key

    def __hash__(self) -> int:
        return hash(self._key)

    def __repr__(self) -> str:
        return f"<dealt win: {self.kind}>"


def _book(rules: House) -> Rulebook:
    return compile_rules(load_ruleset(rules))


def _mask(book: Rulebook, given: Given, what: str, most: int = 13) -> int:
    held = cards(given)
    for card in held:
        if card.is_joker:
            raise CardError(f"{what} has the joker {card}: this game has none")
        if held.count(card) > 1:
            raise CardError(f"{what} has {card} twice: there is one of each card")
    if len(held) > most:
        raise CardError(f"{what} has {len(held)} cards: a hand has 13 at most (TL-1.1)")
    return book.mask(held)


def combination(given: Given, rules: House = "meitian") -> Combination | None:
    """What these cards are together, or None where they are no combination (TL-2).

    >>> combination("4c 3h 5s 3s 5d 4h")
    Combination(kind='pair_run', length=3, top=Card('5s'))
    """
    book = _book(rules)
    code = int(classify(book.numbers, _mask(book, given, "the combination")))
    return Combination(kind_of(code), code >> 6 & 63, book.card_of[code & 63]) if code else None


def beats(laid: Given, top: Given, rules: House = "meitian") -> bool:
    """Whether ``laid`` may be laid over ``top`` (TL-3); False where either is no combination.

    >>> beats("8s 8h 8d 8c", "2s 2h"), beats("2s 2h", "8s 8h 8d 8c")
    (True, False)
    """
    book = _book(rules)
    over = int(classify(book.numbers, _mask(book, laid, "the play")))
    under = int(classify(book.numbers, _mask(book, top, "the top")))
    return bool(over and under and combos.beats(book.numbers, over, under))


def plays(holding: Given, top: Given | None = None, rules: House = "meitian") -> list[tuple[Card, ...]]:
    """Every set of cards that may be laid from a holding over ``top`` (None: as a lead), the lowest card first in each.

    >>> [" ".join(map(str, play)) for play in plays("3s 3h 4d", "3d")]
    ['3s', '4d']
    """
    book = _book(rules)
    under = 0
    if top is not None:
        under = int(classify(book.numbers, _mask(book, top, "the top")))
        if not under:
            raise CardError("the top is no combination, so nothing can be laid over it")
    return [book.cards(mask) for mask in plays_of(book, _mask(book, holding, "the holding"), under)]


def dealt_win(hand: Given, rules: House = "meitian") -> DealtWin | None:
    """The best dealt win (直接获胜, tới trắng) of a hand, or None (TL-6)."""
    book = _book(rules)
    key = int(wins.dealt_win(book.numbers, _mask(book, hand, "the hand")))
    return DealtWin(wins.KINDS[int(wins.kind_of(book.numbers, key))], key) if key else None


def leftover_units(left: Given, rules: House = "meitian") -> int:
    """Units that 2s and specials among cards left cost, the card count not included (TL-7.3, TL-7.4).

    >>> leftover_units("3s 3h 3c 3d 4s 4h 5s 5h 6s 6h")
    5
    """
    book = _book(rules)
    return settle.price_units(book, _mask(book, left, "the holding"))


def sort(holding: Given, by: By = "rank", rules: House = "meitian") -> tuple[Card, ...]:
    """A holding in the order players like it: by rank, or with cards that go together side by side.

    By combination: quads, pair runs, straights, triples, pairs, then what is left, each low to high.
    """
    if by not in get_args(By):
        raise ValueError(f"sort by 'rank' or by 'combination', not by {by!r}")
    book = _book(rules)
    if by == "rank":
        return book.cards(_mask(book, holding, "the holding", most=52))
    mask = _mask(book, holding, "the holding")
    found: list[Card] = []
    while mask:
        best = max(plays_of(book, mask, 0), key=lambda play: _together(book, play))
        found += book.cards(best)
        mask &= ~best
    return tuple(found)


def _together(book: Rulebook, play: int) -> tuple[int, int, int]:
    code = int(classify(book.numbers, play))
    order = ("single", "pair", "triple", "straight", "pair_run", "quad").index(kind_of(code))
    return order, play.bit_count(), -code
