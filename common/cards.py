"""Cards: an int that prints ``3s``, its text in many spellings, and the packs the games deal from.

A card is its face: two cards of one face are equal, so a pack of 65 (which holds the diamonds twice) and a holding
dealt from it are multisets.  Ranks run 2 … A and suits clubs, diamonds, hearts, spades in a card's number; what a
game makes of ranks and suits is that game's own affair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from enum import IntEnum
from typing import Any, ClassVar, Self

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from common.errors import CardError, DealError

__all__ = ["Card", "Rank", "Suit", "cards", "check_dealt", "pack", "text"]

RANKS = "23456789TJQKA"
SUITS = "cdhs"
SYMBOLS = "♣♦♥♠"
JOKERS = ("Xb", "Xr")

_SUIT_OF = {spelling: suit for suit, spellings in enumerate(("cC♣♧", "dD♦♢", "hH♥♡", "sS♠♤")) for spelling in spellings}
_SYMBOL_OF = {spelling: suit for spelling, suit in _SUIT_OF.items() if not spelling.isascii()}
_RANK_OF = {spelling: rank for rank, letter in enumerate(RANKS) for spelling in (letter, letter.lower())}
_JOKER_OF = {"b": 52, "B": 52, "r": 53, "R": 53}
_VARIATION = "\ufe0e\ufe0f"  # text or emoji form of the suit before it
_LOOKS_LIKE = "a card is a rank of 23456789TJQKA and a suit of c d h s, such as 3s or Td; jokers are Xb and Xr"


class Rank(IntEnum):
    """The thirteen ranks, low to high as cards are numbered (a game may order them otherwise)."""

    TWO, THREE, FOUR, FIVE, SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = range(13)


class Suit(IntEnum):
    """The four suits as cards are numbered (a game may order them otherwise)."""

    CLUBS, DIAMONDS, HEARTS, SPADES = range(4)


class Card(int):
    """A card: ``Card("3s")``, ``Card("10♥")``, ``Card(5)``; ``str(card)`` is the two-letter text.

    The number is ``rank * 4 + suit`` with ranks 2 … A as 0 … 12 and suits c d h s as 0 … 3; the small (black) joker
    ``Xb`` is 52 and the big (red) one ``Xr`` is 53.

    >>> Card("10S"), str(Card("♠10")), Card("Xr").is_joker
    (Card('Ts'), 'Ts', True)

    Raises:
        CardError: for anything else, naming what was wrong.
    """

    __slots__ = ()
    _all: ClassVar[tuple[Card, ...]] = ()

    def __new__(cls, card: int | str) -> Self:
        """The card of this number or text; there is one object per face."""
        if isinstance(card, str):
            start = len(card) - len(card.lstrip())
            number, end = _read(card, start, 1)
            if card[end:].strip():
                raise CardError(f"one card expected, but {card!r} goes on after {card[start:end]!r}")
        else:
            number = card if type(card) in {int, Card} else -1
            if not 0 <= number < 54:
                raise CardError(f"{card!r} is no card: {_LOOKS_LIKE}")
        return cls._all[number]  # type: ignore[return-value]

    @property
    def is_joker(self) -> bool:
        """Whether it is one of the two jokers (癞子)."""
        return self >= 52

    @property
    def rank(self) -> Rank:
        """Its rank; a joker has none and raises CardError."""
        if self >= 52:
            raise CardError(f"the joker {self} has no rank")
        return Rank(self >> 2)

    @property
    def suit(self) -> Suit:
        """Its suit; a joker has none and raises CardError."""
        if self >= 52:
            raise CardError(f"the joker {self} has no suit")
        return Suit(self & 3)

    @property
    def symbol(self) -> str:
        """As people read it: ``3♠``, ``10♥``, ``Xb``."""
        if self >= 52:
            return str(self)
        return RANKS[self >> 2].replace("T", "10") + SYMBOLS[self & 3]

    def __str__(self) -> str:
        return _TEXTS[int(self)]

    def __repr__(self) -> str:
        return f"Card({_TEXTS[int(self)]!r})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (int(self),)

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: Any, _handler: GetCoreSchemaHandler) -> CoreSchema:
        text_schema = core_schema.no_info_after_validator_function(_validated, core_schema.str_schema(strict=True))
        return core_schema.json_or_python_schema(
            json_schema=text_schema,
            python_schema=core_schema.union_schema([core_schema.is_instance_schema(Card), text_schema]),
            serialization=core_schema.to_string_ser_schema(),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: CoreSchema, _handler: GetJsonSchemaHandler) -> dict[str, Any]:
        return {
            "type": "string",
            "pattern": "^([23456789TJQKA][cdhs]|X[br])$",
            "description": "A card: rank, then suit; Xb and Xr are the small and the big joker.",
        }


_TEXTS = (*(rank + suit for rank in RANKS for suit in SUITS), *JOKERS)
Card._all = tuple(int.__new__(Card, number) for number in range(54))  # noqa: SLF001


def _validated(spelling: str) -> Card:
    try:
        return Card(spelling)
    except CardError as error:
        raise PydanticCustomError("card", "{reason}", {"reason": str(error)}) from None


def _read(line: str, start: int, nth: int) -> tuple[int, int]:
    """The number of the card spelled at ``start`` and where its spelling ends."""
    letter = line[start : start + 1]
    if not letter:
        raise CardError(f"an empty text is no card: {_LOOKS_LIKE}")
    suit_first = letter in _SYMBOL_OF
    end = _after_suit(line, start) if suit_first else start
    if line[end : end + 2] == "10":
        rank, end = 8, end + 2
    elif not suit_first and letter in "xX" and line[end + 1 : end + 2] in tuple(_JOKER_OF):
        return _JOKER_OF[line[end + 1]], end + 2
    elif line[end : end + 1] in _RANK_OF:
        rank, end = _RANK_OF[line[end]], end + 1
    else:
        raise _misread(line, start, end, nth, "rank")
    if suit_first:
        return rank * 4 + _SYMBOL_OF[letter], end
    if line[end : end + 1] not in _SUIT_OF or end == len(line):
        raise _misread(line, start, end, nth, "suit")
    return rank * 4 + _SUIT_OF[line[end]], _after_suit(line, end)


def _after_suit(line: str, at: int) -> int:
    return at + 2 if line[at + 1 : at + 2] and line[at + 1] in _VARIATION else at + 1


def _misread(line: str, start: int, at: int, nth: int, what: str) -> CardError:
    token = line[start:].split(maxsplit=1)[0].split(",", maxsplit=1)[0][:12]
    seen = f"{line[at]!r} is no {what}" if at < len(line) and not line[at].isspace() else f"the {what} is missing"
    return CardError(f"card {nth} ({token!r}, at character {start + 1}) is none: {seen}; {_LOOKS_LIKE}")


def cards(given: str | Iterable[Card | str | int]) -> tuple[Card, ...]:
    """Cards in the order given, from text (with or without spaces or commas between) or from a collection.

    >>> cards("3s 4h Td Xb")
    (Card('3s'), Card('4h'), Card('Td'), Card('Xb'))
    >>> cards("♠10♥9") == cards(["Ts", "9h"])
    True

    Raises:
        CardError: naming the card and the character at fault; an empty text is an error, an empty collection is not.
    """
    if not isinstance(given, str):
        try:
            return tuple([card if type(card) is Card else Card(card) for card in given])
        except TypeError:
            raise CardError(f"{given!r} is neither a text nor a collection of cards") from None
    found: list[Card] = []
    at = 0
    while True:
        while at < len(given) and (given[at].isspace() or given[at] == ","):
            at += 1
        if at == len(given) and found:
            return tuple(found)
        number, at = _read(given, at, len(found) + 1)
        found.append(Card._all[number])  # noqa: SLF001


def text(held: Iterable[Card], symbols: bool = False) -> str:
    """Cards as one line: ``3s 4h``, or ``3♠ 4♥`` with ``symbols``."""
    return " ".join(card.symbol if symbols else str(card) for card in held)


def pack(size: int = 52) -> tuple[Card, ...]:
    """A pack in the order of card numbers: 52 cards, 65 (the diamonds twice, 多一色), 54 or 67 (those plus two jokers).

    Raises:
        DealError: for any other size.
    """
    if size not in {52, 54, 65, 67}:
        raise DealError(f"there is no pack of {size} cards: it is 52, 54 (two jokers), 65 or 67 (65 and two jokers)")
    found = list(Card._all[:52])  # noqa: SLF001
    if size >= 65:
        found += [card for card in found if card.suit is Suit.DIAMONDS]
    if size in {54, 67}:
        found += Card._all[52:]  # noqa: SLF001
    return tuple(sorted(found))


def check_dealt(hands: Sequence[Sequence[Card]], from_pack: Sequence[Card], size: int) -> None:
    """Whether these hands can be dealt together: ``size`` cards each, no face oftener than the pack holds it.

    Raises:
        DealError: naming the seat and the card.
    """
    have = Counter(from_pack)
    for seat, hand in enumerate(hands):
        if len(hand) != size:
            raise DealError(f"seat {seat} is dealt {len(hand)} cards: a hand has {size}")
        for card in hand:
            have[card] -= 1
            if have[card] < 0:
                held = from_pack.count(card)
                times = {0: "does not hold it", 1: "holds it once"}.get(held, "holds it twice")
                raise DealError(
                    f"{card} is dealt too often (again to seat {seat}): the pack of {len(from_pack)} {times}"
                )
