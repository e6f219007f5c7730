"""Deals written as text: name the cards that matter, the rest is filled up."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from common.cards import Card, cards, pack
from common.errors import DealError

__all__ = ["Hands", "filled"]

Hands = tuple[tuple[Card, ...], ...]
"""The cards of each seat."""


def filled(
    *starts: str | Iterable[Card | str],
    size: int = 13,
    avoid: str | Iterable[Card | str] = (),
    from_pack: Sequence[Card] | None = None,
    seed: int = 0,
    fits: Callable[[Hands], bool] | None = None,
) -> Hands:
    """Hands that begin with the cards named, one text (or none, ``""``) per seat, filled up from the rest of the pack.

    The same arguments give the same hands.

    >>> [len(hand) for hand in filled("3h 4h", "", avoid="2s 2h 2c 2d")]
    [13, 13]

    Args:
        starts: the cards that each seat is to have.
        size: how many cards a hand has.
        avoid: cards that no hand is filled up with.
        from_pack: the pack; one of 52, if not said.
        seed: which of many fillings.
        fits: what the hands must be besides; fillings are tried until it says yes.

    Raises:
        CardError: for a text that is no card.
        DealError: where the pack cannot give these hands, or no filling fits.
    """
    given = [cards(start) if start else () for start in starts]
    have = Counter(pack() if from_pack is None else from_pack)
    have.subtract(card for hand in given for card in hand)
    over = [str(card) for card, count in have.items() if count < 0]
    if over:
        raise DealError(f"{', '.join(over)}: named oftener than the pack holds them")
    kept_out = set(cards(avoid)) if avoid else set()
    rest = [card for card in have.elements() if card not in kept_out]
    wanted = sum(size - len(hand) for hand in given)
    if wanted > len(rest) or any(len(hand) > size for hand in given):
        raise DealError(f"{len(given)} hands of {size} cards cannot be filled up from {len(rest)} cards")
    draw = random.Random(seed)
    for _ in range(10_000):
        stack = draw.sample(rest, wanted)
        hands = tuple(hand + tuple(stack.pop() for _ in range(size - len(hand))) for hand in given)
        if fits is None or fits(hands):
            return hands
    raise DealError("no filling of ten thousand fits")
