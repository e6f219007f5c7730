"""Plays worth considering (提示, gợi ý), for the button every client has."""

from __future__ import annotations

from typing import Final

from common.actions import Action
from common.jit import buffer
from tienlen.actions import Pass, Play
from tienlen.phases import Phase
from tienlen.planner import MOST_PLAYS, WEIGHTS, weigh_plays
from tienlen.policies import question
from tienlen.view import View

__all__ = ["MOST_HINTS", "hints"]

MOST_HINTS: Final = 8
"""A hint is looked through by pressing a button: more of them are no help."""

_WORTH: Final = 1000
"""How much worse than the best a play may be, in thousandths of a turn, to be worth considering."""


def hints(view: View) -> tuple[Action, ...]:
    """Plays worth considering, best first, by what ``planner`` thinks of them; the pass is among them where it is one.

    They rest on what the seat may know and on nothing else.  All are legal, there is one at least while the seat must
    decide, and none while it need not.  Of plays that differ in the suits beneath their top card alone, one stands for
    all: the one with the lowest cards.

    >>> from tienlen import Game
    >>> game = Game("meitian", seats=2)
    >>> _ = game.deal(hands=["3h 4s 5s 6d 8c 8d Th Jh Qc Kc Ad 2d 2s", "3s 4d 5c 7h 7s 9s 9d Td Js Kd Ks Ah As"])
    >>> [str(card) for card in hints(game.view(0))[0].cards]
    ['3h', '4s', '5s', '6d']
    """
    seat = view.seat
    if seat is None or seat not in view.awaiting:
        return ()
    if view.phase is Phase.DEALT:
        return tuple(view.legal_actions)
    book = view.book
    plays, scores = buffer(MOST_PLAYS), buffer(MOST_PLAYS)
    count = weigh_plays(book.numbers, WEIGHTS, *question(view), plays, scores)
    ranked = sorted((int(scores[i]), i) for i in range(count))
    worth = [int(plays[i]) for score, i in ranked if score <= ranked[0][0] + _WORTH][:MOST_HINTS]
    return tuple(Play(seat=seat, cards=book.cards(mask)) if mask else Pass(seat=seat) for mask in worth)
