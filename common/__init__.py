"""The card kit both games are built from.  It knows no game and imports none."""

from common.cards import Card, cards

__all__ = ["Card", "cards"]
