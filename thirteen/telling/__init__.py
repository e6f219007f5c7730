"""What happened at a table, in sentences: one module for each game, and what both have in common."""

from __future__ import annotations

from decimal import Decimal, localcontext
from importlib import import_module
from typing import Any, Protocol

from common.cards import Card, text
from common.events import Dealt, Event, Left, MarkedAway, MarkedBack, Paid, Settled
from common.game import Game
from common.labels import LabelError, label, sentence
from common.ledger import HOUSE
from common.money import Step, payout

__all__ = ["GameTelling", "Teller", "amount", "named", "seat_name"]


def seat_name(seat: int, lang: str) -> str:
    """What a seat, or the house, is called in a sentence."""
    return label("who.house", lang) if seat == HOUSE else sentence("who.seat", lang, seat=seat)


def named(key: str, lang: str) -> str:
    """The label of a key, or the end of the key itself where a record has one that this version does not know."""
    try:
        return label(key, lang)
    except LabelError:
        return key.partition(".")[2]


def amount(value: Decimal) -> str:
    """Money as people read it, a win with its sign."""
    return f"{value:+f}" if value else f"{value:f}"


class GameTelling(Protocol):
    """What a game's module of this package offers."""

    UNIT: str

    def tell(self, teller: Teller, event: Event) -> tuple[str, ...]: ...
    def opens(self, event: Event) -> bool: ...
    def in_order(self, held: tuple[Card, ...], rules: Any) -> tuple[Card, ...]: ...


class Teller:
    """Tells the events of one hand, in one language; each event as its viewer saw it.

    Args:
        game: the hand, for its rules and stakes; its cards are not looked at.
        lang: one of ``common.labels.LANGUAGES``.
    """

    def __init__(self, game: Game, lang: str) -> None:
        self.rules, self.stakes, self.lang = game.rules, game.stakes, lang
        self._own: GameTelling = import_module(f"thirteen.telling.{game.name}")

    def who(self, seat: int) -> str:
        """What a seat, or the house, is called."""
        return seat_name(seat, self.lang)

    def say(self, key: str, **parts: object) -> str:
        """A sentence by its key."""
        return sentence(key, self.lang, **parts)

    def tell(self, event: Event) -> tuple[str, ...]:
        """The event in one sentence or more; the first letter is a capital where the language has them."""
        return tuple(said[:1].upper() + said[1:] for said in self._tell(event))

    def opens(self, event: Event) -> bool:
        """Whether something new begins with this event."""
        return isinstance(event, Settled) or self._own.opens(event)

    def units(self, units: int, sign: bool = False) -> str:
        """Units in the game's own word, and the money they are worth where stakes were agreed."""
        if sign:
            return self.say(f"tell.{self._own.UNIT}s", units=f"{units:+d}" if units else units)
        said = self.say(f"tell.{self._own.UNIT}") if units == 1 else self.say(f"tell.{self._own.UNIT}s", units=units)
        if self.stakes is None:
            return said
        with localcontext(prec=80):
            money = f"{units * self.stakes.base:f}"
        return self.say("tell.units_money", units=said, money=money)

    def _tell(self, event: Event) -> tuple[str, ...]:
        if isinstance(event, Dealt):
            return tuple(
                self.say("tell.dealt_unseen", who=self.who(seat))
                if held is None
                else self.say(
                    "tell.dealt", who=self.who(seat), cards=text(self._own.in_order(held, self.rules), symbols=True)
                )
                for seat, held in enumerate(event.hands)
            )
        if isinstance(event, Paid):
            return (self._paid(event),)
        if isinstance(event, Settled):
            return self._settled(event)
        if isinstance(event, (MarkedAway, MarkedBack, Left)):
            return (self.say(f"tell.{event.type}", who=self.who(event.seat)),)
        return self._own.tell(self, event)

    def _paid(self, event: Paid) -> str:
        said = self.say(
            "tell.paid",
            payer=self.who(event.payer),
            payee=self.who(event.payee),
            units=self.units(event.units),
            reason=named(f"reason.{event.reason}", self.lang),
        )
        return f"{said} ({text(event.cards, symbols=True)})" if event.cards else said

    def _settled(self, event: Settled) -> tuple[str, ...]:
        if event.amounts is None:
            said = [
                self.say("tell.settled", who=self.who(seat), units=self.units(units, sign=True))
                for seat, units in enumerate(event.totals)
            ]
            if event.house:
                said.append(self.say("tell.settled", who=self.who(HOUSE), units=self.units(event.house, sign=True)))
            return tuple(said)
        said = [
            self._money(seat, units, money, step)
            for seat, (units, money, step) in enumerate(
                zip(event.totals, event.amounts, self._steps(event), strict=True)
            )
        ]
        if event.house:
            said.append(self._money(HOUSE, event.house, event.house_amount or Decimal(0), None))
        if event.rake or event.residue:
            said.append(self.say("tell.rake", rake=f"{event.rake:f}", residue=f"{event.residue:f}"))
        return tuple(said)

    def _money(self, seat: int, units: int, money: Decimal, step: Step | None) -> str:
        said = self.say(
            "tell.settled_money", who=self.who(seat), units=self.units(units, sign=True), money=amount(money)
        )
        if step is None or step.raw == step.capped == step.scaled == step.raked:
            return said
        path = (("raw", step.raw), ("capped", step.capped), ("scaled", step.scaled), ("raked", step.raked))
        shown = [
            self.say(f"tell.{name}", money=amount(value))
            for nth, (name, value) in enumerate(path)
            if nth == 0 or value != path[nth - 1][1]
        ]
        return f"{said} ({', '.join(shown)})"

    def _steps(self, event: Settled) -> tuple[Step, ...]:
        assert self.stakes is not None
        money = self.rules.money
        return payout(event.totals, self.stakes.with_rake(money.rake), event.house, cap=money.cap).steps
