"""What happened at a table of Tiến lên, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from common.cards import Card, text
from common.events import Event
from tienlen import combination, sort
from tienlen.events import (
    Asked,
    Declared,
    Laid,
    LeadGiven,
    Passed,
    Shown,
    TrickWon,
    Waived,
    WentOut,
    WonAtDeal,
)
from tienlen.ruleset import Ruleset

if TYPE_CHECKING:
    from thirteen.telling import Teller

__all__ = ["UNIT", "in_order", "kind_words", "opens", "tell"]

UNIT: Final = "unit"
"""What payments are counted in."""


def in_order(held: tuple[Card, ...], rules: Ruleset) -> tuple[Card, ...]:
    """A holding from its lowest card to its highest."""
    return sort(held, rules=rules)


def opens(event: Event) -> bool:
    """Whether something new begins with this event: a trick, or the end of the hand."""
    return isinstance(event, (LeadGiven, WonAtDeal, Shown))


def kind_words(teller: Teller, laid: tuple[Card, ...]) -> str:
    """What a combination is called."""
    found = combination(laid, teller.rules)  # type: ignore[arg-type]
    if found is None:
        return ""
    if found.length > 1:
        return teller.say(f"combination.{found.kind}", length=found.length)
    return teller.say(f"kind.{found.kind}")


def tell(teller: Teller, event: Event) -> tuple[str, ...]:
    """An event of this game's own in one sentence or more."""
    if isinstance(event, Shown):
        return tuple(
            teller.say("tell.shown", who=teller.who(seat), cards=text(held, symbols=True))
            if held
            else teller.say("tell.shown_none", who=teller.who(seat))
            for seat, held in enumerate(event.holdings)
        )
    return (_one(teller, event),)


def _one(teller: Teller, event: Event) -> str:
    match event:
        case LeadGiven(seat=seat, must=None):
            return teller.say("tell.lead_given", who=teller.who(seat))
        case LeadGiven(seat=seat, must=Card() as must):
            return teller.say("tell.lead_given_must", who=teller.who(seat), card=must.symbol)
        case Asked(seat=seat, again=again):
            return teller.say("tell.asked_again" if again else "tell.asked", who=teller.who(seat))
        case Laid(seat=seat, cards=laid):
            words = kind_words(teller, laid)
            said = teller.say("tell.laid", who=teller.who(seat), cards=text(laid, symbols=True), kind=words)
            return said + _by(teller, event)
        case Passed(seat=seat) | Declared(seat=seat) | Waived(seat=seat):
            return teller.say(f"tell.{event.type}", who=teller.who(seat)) + _by(teller, event)
        case WonAtDeal(seat=seat, kind=kind, cards=hand):
            words = teller.say(f"dealt_win.{kind}")
            return teller.say("tell.won_at_deal", who=teller.who(seat), kind=words, cards=text(hand, symbols=True))
        case WentOut(seat=seat, place=place):
            return teller.say("tell.went_out", who=teller.who(seat), place=place)
        case TrickWon(seat=seat):
            return teller.say("tell.trick_won", who=teller.who(seat))
    raise TypeError(f"{type(event).__qualname__} is no event of Tiến lên")


def _by(teller: Teller, event: Laid | Passed | Declared | Waived) -> str:
    return "" if event.by == "seat" else f" [{teller.say(f'who.by_{event.by}')}]"
