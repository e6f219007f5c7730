"""Tables for tests: a house with changes, a deal written as text, a hand played from text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import Any

import pytest

import tienlen
from common.cards import Card, cards
from common.events import Event, Paid
from common.money import Stakes
from common.testing.hands import Hands, filled
from tests.naive import tienlen as naive

RULESETS = tienlen.rulesets()
HOUSES = {name: tienlen.load_ruleset(name) for name in RULESETS}
ORACLES = naive.HOUSES


def house(base: str = "meitian", **changes: Any) -> tienlen.Ruleset:
    """A house that differs in these concepts."""
    return tienlen.load_ruleset({"extends": base, **changes})


def texts(held: Any) -> list[str]:
    """Cards as the oracle has them."""
    return [str(card) for card in held]


def rank_of(card: Card, rules: tienlen.Ruleset) -> tuple[int, int]:
    """Where a card stands (TL-1.3), said without the product's own order."""
    return naive.RANKS.index(str(card)[0]), -rules.suits.index(str(card)[1])


def table(
    rules: str | tienlen.Ruleset | Mapping[str, Any],
    *starts: str,
    lead: int = 0,
    seed: int = 0,
    stakes: Stakes | None = None,
    such: Callable[[Hands], bool] = lambda _: True,
) -> tienlen.Game:
    """A hand that begins with these cards in which no hand wins at once and ``lead`` leads with any card it likes."""
    book = tienlen.load_ruleset(rules)
    by_winner = book.first_lead.by == "previous_winner"

    def fits(hands: Hands) -> bool:
        lowest = min((card for hand in hands for card in hand), key=lambda card: rank_of(card, book))
        leads = by_winner or lowest in hands[lead]
        return leads and not any(tienlen.dealt_win(hand, book) for hand in hands) and such(hands)

    game = tienlen.Game(book, seats=len(starts), stakes=stakes, leader=lead if by_winner else None)
    game.deal(hands=filled(*starts, seed=seed, fits=fits))
    assert game.awaiting == {lead}
    return game


def action(game: tienlen.Game, act: str, seat: int | None = None) -> Any:
    """``pass``, ``timeout``, ``away`` or cards, as an act of this seat (of the one that is asked)."""
    if seat is None:
        (seat,) = game.awaiting
    plain = {"pass": tienlen.Pass, "timeout": tienlen.Timeout, "away": tienlen.Away, "back": tienlen.Back}
    return plain[act](seat=seat) if act in plain else tienlen.Play(seat=seat, cards=cards(act))


def go(game: tienlen.Game, *acts: str) -> tuple[Event, ...]:
    """Let whoever is asked do one after the other; the events of the last."""
    events: tuple[Event, ...] = ()
    for act in acts:
        events = game.act(action(game, act))
    return events


def phase(game: tienlen.Game) -> Any:
    """The phase, as it is now."""
    return game.phase


def money(*amounts: str | int | Decimal) -> tuple[Decimal, ...]:
    """Exact amounts."""
    return tuple(Decimal(amount) for amount in amounts)


def asked(game: tienlen.Game) -> int:
    (seat,) = game.awaiting
    return seat


def paid(game: tienlen.Game) -> list[tuple[int, int, int, str]]:
    """Every payment so far: payer, payee, units, reason."""
    return [(event.payer, event.payee, event.units, event.reason) for event in game.log if isinstance(event, Paid)]


def options(game: tienlen.Game) -> set[str]:
    """What the seat that is asked may do, as text."""
    found = set()
    for act in game.legal_actions(asked(game)):
        found.add(" ".join(texts(act.cards)) if isinstance(act, tienlen.Play) else "pass")
    return found


def refusal(game: tienlen.Game, act: Any) -> str:
    """The code of a refusal, and that nothing changed."""
    before = game.log, game.phase, [game.view(seat).to_json() for seat in range(game.seats)]
    why = game.why_not(act)
    assert why is not None, f"{act!r} would be accepted"
    with pytest.raises(tienlen.IllegalAction) as caught:
        game.act(act)
    refused = caught.value
    assert (refused.code, str(refused), refused.seat) == (why.code, str(why), why.seat)
    assert (game.log, game.phase, [game.view(seat).to_json() for seat in range(game.seats)]) == before
    return why.code
