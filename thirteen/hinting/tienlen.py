"""Hints for a holding of Tiến lên: a table is set as far as its owner would know it."""

from __future__ import annotations

from common.cards import Card, cards, text
from common.errors import CardError
from common.events import Dealt
from common.labels import label, sentence
from thirteen.hinting import Hint
from tienlen import Play, View, combination
from tienlen.events import Asked, Laid, LeadGiven
from tienlen.hints import hints
from tienlen.rulebook import compile_rules
from tienlen.ruleset import Ruleset

__all__ = ["hinted"]


def hinted(held: tuple[Card, ...], top: str | None, rules: Ruleset, lang: str) -> tuple[Hint, ...]:
    """Plays worth considering with a holding, best first; without ``top`` as a lead, the others with thirteen cards.

    Raises:
        CardError: for a holding that nobody can have, or a top that is no combination or holds cards of it.
    """
    if len(held) > 13:
        raise CardError(f"a holding has thirteen cards at most, not {len(held)}")
    over = () if top is None else cards(top)
    for card in (*held, *over):
        if card.is_joker or (*held, *over).count(card) > 1:
            why = "this game has no jokers" if card.is_joker else "there is one of each card"
            raise CardError(f"{card} cannot be there{'' if card.is_joker else ' twice'}: {why}")
    if over and combination(over, rules) is None:
        raise CardError("the top is no combination, so nothing can be laid over it")
    view = View(compile_rules(rules), rules.seats.most, 0)
    view.update(Dealt(hands=(held, *(None,) * (rules.seats.most - 1))))
    view.table.counts[0] = len(held)
    view.update(LeadGiven(seat=1 if over else 0))
    if over:
        view.update(Laid(seat=1, cards=over))
        view.update(Asked(seat=0))
    return tuple(_hint(action, rules, lang) for action in hints(view))


def _hint(action: object, rules: Ruleset, lang: str) -> Hint:
    if not isinstance(action, Play):
        return Hint(label("action.pass", lang), {"action": "pass"})
    found = combination(action.cards, rules)
    assert found is not None
    words = label(f"kind.{found.kind}", lang)
    if found.length > 1:
        words = sentence(f"combination.{found.kind}", lang, length=found.length)
    laid = [str(card) for card in action.cards]
    return Hint(f"{text(action.cards, symbols=True)} ({words})", {"action": "play", "cards": laid, "kind": found.kind})
