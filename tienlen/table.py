"""All state of a hand of Tiến lên.  Events change it and nothing else; the phase is moved by the flow alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from common.events import Dealt, Event, Paid
from common.table import Table as CommonTable
from tienlen.combos import classify
from tienlen.events import Asked, Declared, Laid, LeadGiven, Passed, Shown, TrickWon, Waived, WentOut, WonAtDeal
from tienlen.phases import Phase
from tienlen.prices import chop_units
from tienlen.rulebook import Rulebook

__all__ = ["UNSEEN", "Table"]

UNSEEN = -1
"""In place of a holding's mask: cards that the owner of this table has not seen."""


class Table(CommonTable):
    """The table of one hand, whole (the referee's) or as one seat sees it."""

    __slots__ = (
        "asked",
        "asked_again",
        "beneath",
        "book",
        "chop",
        "counts",
        "declared",
        "declined",
        "holding",
        "holdings",
        "laid",
        "locked",
        "must",
        "out",
        "owner",
        "played",
        "shown",
        "top",
        "top_mask",
        "waived",
        "winner",
    )

    def __init__(self, book: Rulebook, seats: int) -> None:
        super().__init__(seats, Phase.DEALING)
        self.book = book
        self.holdings = [0] * seats
        """The mask of each seat's cards, or UNSEEN."""
        self.counts = [0] * seats
        """How many cards each seat holds."""
        self.laid = 0
        """Every card laid so far."""
        self.holding = 0
        """The seats that hold cards."""
        self.played = 0
        """The seats that have laid a card."""
        self.locked = 0
        """The seats that have passed in this trick."""
        self.declined = 0
        """The seats that have declined the present top."""
        self.declared = 0
        """The seats that have declared a dealt win."""
        self.waived = 0
        """The seats that have declared none."""
        self.top = 0
        """The code of the play to beat; 0 before a lead."""
        self.top_mask = 0
        self.owner = -1
        """Whose play it is."""
        self.beneath = -1
        """Whose play lies directly beneath it; -1 for none."""
        self.chop = 0
        """What the chop of this trick is worth so far, should a special lie on top in the end."""
        self.asked = -1
        """The seat that must lead or answer; -1 for none."""
        self.asked_again = False
        """Whether it has passed in this trick already."""
        self.must = -1
        """The bit of the card that the lead must contain; -1 for none."""
        self.out: tuple[int, ...] = ()
        """The seats that have gone out, in order."""
        self.winner = -1
        """The winner of the hand; -1 while there is none."""
        self.shown = False
        """Whether the holdings left have been shown."""

    @property
    def awaiting(self) -> frozenset[int]:
        if self.asked >= 0:
            return frozenset((self.asked,))
        if self.phase is Phase.DEALT and self.book.rules.dealt_wins.mode == "declared":
            answered = self.declared | self.waived
            return frozenset(seat for seat in range(self.seats) if not answered >> seat & 1)
        return frozenset()

    def _dealt(self, event: Dealt) -> None:
        for seat, hand in enumerate(event.hands):
            self.holdings[seat] = UNSEEN if hand is None else self.book.mask(hand)
            self.counts[seat] = 13
        self.holding = (1 << self.seats) - 1

    def _declared(self, event: Declared) -> None:
        self.declared |= 1 << event.seat

    def _waived(self, event: Waived) -> None:
        self.waived |= 1 << event.seat

    def _won_at_deal(self, event: WonAtDeal) -> None:
        self.winner = event.seat
        self.holdings[event.seat] = self.book.mask(event.cards)

    def _lead_given(self, event: LeadGiven) -> None:
        self.asked, self.asked_again = event.seat, False
        self.must = -1 if event.must is None else self.book.bit_of[event.must]
        self.top = self.top_mask = self.chop = 0
        self.locked = self.declined = 0
        self.owner = self.beneath = -1

    def _asked(self, event: Asked) -> None:
        self.asked, self.asked_again = event.seat, event.again

    def _laid(self, event: Laid) -> None:
        seat, numbers = event.seat, self.book.numbers
        mask = self.book.mask(event.cards)
        code = classify(numbers, mask)
        if self.holdings[seat] != UNSEEN:
            self.holdings[seat] &= ~mask
        self.counts[seat] -= len(event.cards)
        if not self.counts[seat]:
            self.holding &= ~(1 << seat)
        self.laid |= mask
        self.played |= 1 << seat
        self.chop = chop_units(numbers, self.chop, code, mask, self.top, self.top_mask)
        self.beneath = self.owner
        self.owner, self.top, self.top_mask = seat, code, mask
        self.declined = 0
        self.asked = self.must = -1

    def _passed(self, event: Passed) -> None:
        self.locked |= 1 << event.seat
        self.declined |= 1 << event.seat
        self.asked = -1

    def _went_out(self, event: WentOut) -> None:
        self.out += (event.seat,)
        if self.winner < 0:
            self.winner = event.seat

    def _trick_won(self, _event: TrickWon) -> None:
        self.asked = -1

    def _paid(self, event: Paid) -> None:
        self.ledger.post(event.posting)
        self.chop = 0

    def _shown(self, event: Shown) -> None:
        self.holdings = [self.book.mask(held) for held in event.holdings]
        self.shown = True

    HANDLES: ClassVar[Mapping[type[Event], Callable[[Any, Any], None]]] = {
        Dealt: _dealt,
        Declared: _declared,
        Waived: _waived,
        WonAtDeal: _won_at_deal,
        LeadGiven: _lead_given,
        Asked: _asked,
        Laid: _laid,
        Passed: _passed,
        WentOut: _went_out,
        TrickWon: _trick_won,
        Paid: _paid,
        Shown: _shown,
    }
