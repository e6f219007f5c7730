"""What happened at a table of 十三水, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from common.cards import Card, text
from common.events import Event
from shisanshui.events import (
    Arranged,
    Escaped,
    FeatScored,
    FoulCounted,
    LayoutsShown,
    RowCompared,
    SpecialCounted,
)

if TYPE_CHECKING:
    from thirteen.telling import Teller

__all__ = ["UNIT", "in_order", "layout_words", "opens", "tell"]

UNIT: Final = "water"
"""What payments are counted in (水)."""


def in_order(held: tuple[Card, ...], rules: Any) -> tuple[Card, ...]:  # noqa: ARG001
    """A hand from its lowest card to its highest."""
    return tuple(sorted(held))


def opens(event: Event) -> bool:
    """Whether something new begins with this event: all layouts are shown, a row, a feat, a special, a foul."""
    return isinstance(event, (LayoutsShown, RowCompared, FeatScored, SpecialCounted, FoulCounted, Escaped))


def layout_words(rows: Iterable[Iterable[Card]]) -> str:
    """A layout on one line: front, middle and back."""
    return " | ".join(text(row, symbols=True) for row in rows)


def tell(teller: Teller, event: Event) -> tuple[str, ...]:
    """An event of this game's own in one sentence or more."""
    if isinstance(event, LayoutsShown):
        return tuple(_layout(teller, event, seat) for seat in range(len(event.layouts)))
    return (_one(teller, event),)


def _layout(teller: Teller, event: LayoutsShown, seat: int) -> str:
    special = event.specials[seat]
    parts = {
        "who": teller.who(seat),
        "layout": layout_words(event.layouts[seat]),
        "types": ", ".join(teller.say(f"row.{kind}") for kind in event.rows[seat]),
    }
    if special is not None:
        return teller.say("tell.layout_special", **parts, special=teller.say(f"special.{special}"))
    return teller.say("tell.layout_foul" if event.fouls[seat] else "tell.layout", **parts)


def _one(teller: Teller, event: Event) -> str:
    match event:
        case Arranged(seat=seat, layout=rows, special=wish, by=by):
            key = {None: "tell.arranged", True: "tell.arranged_declared", False: "tell.arranged_plain"}[wish]
            said = teller.say(key, who=teller.who(seat), layout=layout_words(rows))
            return said if by == "seat" else f"{said} [{teller.say(f'who.by_{by}')}]"
        case RowCompared(place=place, lowest_first=seats):
            order = ", ".join(map(teller.who, seats))
            return teller.say("tell.row_compared", place=teller.say(f"place.{place}"), order=order)
        case FeatScored(feat=feat, seat=seat, over=over):
            other = "" if over is None else teller.who(over)
            return teller.say(f"tell.feat_{feat}", who=teller.who(seat), other=other)
        case SpecialCounted(seat=seat, special=special):
            return teller.say("tell.special_counted", who=teller.who(seat), special=teller.say(f"special.{special}"))
        case FoulCounted(seat=seat) | Escaped(seat=seat):
            return teller.say(f"tell.{event.type}", who=teller.who(seat))
    raise TypeError(f"{type(event).__qualname__} is no event of 十三水")
