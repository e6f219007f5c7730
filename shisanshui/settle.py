"""Who pays whom when all layouts are in (SS-7): pure, from finished layouts to postings.

The accounts come in the order a table shows them: front, middle, back, the majority, guns, home runs or the sweep,
specials, fouls.  Every unit is a posting with its reason, so that a player can be shown why:

========================  ==============================================================
``front`` …               the 1 of a row won; ``middle``, ``back`` likewise
``front.bonus`` …         what the winner's type is worth above 1 (SS-6)
``front.gun`` …           the gun's share of that row (SS-7.2)
``front.home_run`` …      the home run's share, on top of the gun's (SS-7.3)
``majority``              for more rows won than the other
``sweep``                 what a sweep adds, of rows or of a special (SS-7.4, SS-7.5)
``special``               a special's waters (SS-7.5)
``foul``                  what a foul pays (SS-7.6)
``escape``                what leaving costs (SS-7.8)
========================  ==============================================================
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from typing import Any, NamedTuple

from common.cards import Card
from common.errors import DealError, IllegalAction
from common.ledger import HOUSE, Ledger, Posting
from shisanshui.ask import Rules, Special, book_of, held, special_of
from shisanshui.layout import Layout
from shisanshui.rows import Place
from shisanshui.rulebook import Rulebook
from shisanshui.specials import NONE
from shisanshui.splits import laid_special_at

__all__ = ["Account", "Finished", "accounts", "counts_as", "escape", "finish", "settle", "why_not_laid"]


class Finished(NamedTuple):
    """A seat's layout as it counts once all are in."""

    strengths: tuple[int, int, int]
    """Of front, middle and back."""
    edges: tuple[int, int, int]
    """What tells equal rows apart (SS-2.5)."""
    special: Special | None
    """The special that counts, if any."""
    is_foul: bool
    """Whether it is ordinary rows and these a foul."""

    @property
    def is_compared(self) -> bool:
        """Whether its rows compare with others'."""
        return self.special is None and not self.is_foul


class Account(NamedTuple):
    """One thing that is shown and paid for."""

    what: str
    """``front``, ``middle``, ``back``, ``majority``, ``gun``, ``home_run``, ``sweep``, ``special`` or ``foul``."""
    seats: tuple[int, ...]
    """Rows: all that compare, the lowest first.  Else the seat whose feat it is, and for a gun the seat hit."""
    postings: tuple[Posting, ...]


def counts_as(book: Rulebook, rows: Sequence[Sequence[Card]], wish: bool | None) -> int:
    """The index of the special that a layout counts as, or NONE (SS-4.2).

    ``wish`` is None for what the house does by itself, True for declared, False for ordinary rows.
    """
    if wish is False or (book.is_declared and wish is None):
        return NONE
    return laid_special_at(book, rows)


def finish(book: Rulebook, rows: Sequence[Sequence[Card]], wish: bool | None) -> Finished:
    """What a layout counts as."""
    strengths = tuple(map(book.strength, rows))
    nth = counts_as(book, rows, wish)
    special = special_of(book, nth, (card for row in rows for card in row))
    return Finished(
        strengths,  # type: ignore[arg-type]
        tuple(map(book.edge, strengths, rows)),  # type: ignore[arg-type]
        special,
        special is None and book.is_foul(*strengths),
    )


def accounts(book: Rulebook, finished: Sequence[Finished]) -> tuple[Account, ...]:
    """Everything there is to show and pay, in order."""
    seats = range(len(finished))
    compared = [seat for seat in seats if finished[seat].is_compared]
    won = _won(finished, compared)
    beaten = {(winner, loser): len(won[winner, loser]) == 3 for winner, loser in permutations(compared, 2)}
    found = [_row(book, finished, compared, place) for place in Place] if len(compared) > 1 else []
    if book.majority:
        ahead = [pair for pair in permutations(compared, 2) if len(won[pair]) > len(won[pair[::-1]])]
        found += [
            Account("majority", (winner, loser), (Posting(loser, winner, book.majority, "majority"),))
            for winner, loser in ahead
        ]
    if book.gun > 1:
        found += [
            Account("gun", pair, _shares(book, finished, pair, book.gun - 1, "gun")) for pair in beaten if beaten[pair]
        ]
    for seat in compared:
        others = [other for other in seats if other != seat]
        targets = [other for other in others if beaten.get((seat, other))]
        fouls = sum(finished[other].is_foul for other in others)
        if not targets or len(targets) + fouls < len(others):
            continue
        if book.home_run > 1 and len(finished) == book.home_run_seats:
            postings = [
                posting
                for loser in targets
                for posting in _shares(book, finished, (seat, loser), book.home_run - book.gun, "home_run")
            ]
            found.append(Account("home_run", (seat,), tuple(postings)))
        elif book.sweep > 1:
            units = sum(book.waters_of(place, finished[seat].strengths[place]) for place in Place) * (book.sweep - 1)
            found.append(Account("sweep", (seat,), tuple(Posting(loser, seat, units, "sweep") for loser in targets)))
    return (*found, *_specials(finished), *_fouls(book, finished))


def _won(finished: Sequence[Finished], compared: Sequence[int]) -> dict[tuple[int, int], list[Place]]:
    """For each ordered pair of seats, the rows that the first wins strictly against the second."""
    return {
        (one, other): [place for place in Place if _rank(finished[one], place) > _rank(finished[other], place)]
        for one, other in permutations(compared, 2)
    }


def _rank(seat: Finished, place: Place) -> tuple[int, int]:
    return seat.strengths[place], seat.edges[place]


def _row(book: Rulebook, finished: Sequence[Finished], compared: Sequence[int], place: Place) -> Account:
    """A row of every pair of seats: the loser pays 1 and the winner's bonus (SS-6, SS-7.1)."""
    lowest_first = tuple(sorted(compared, key=lambda seat: _rank(finished[seat], place)))
    name = place.name.lower()
    postings = []
    for lower, higher in combinations(lowest_first, 2):
        if _rank(finished[lower], place) < _rank(finished[higher], place):
            units = book.waters_of(place, finished[higher].strengths[place])
            postings.append(Posting(lower, higher, 1, name))
            if units > 1:
                postings.append(Posting(lower, higher, units - 1, f"{name}.bonus"))
    return Account(name, lowest_first, tuple(postings))


def _shares(
    book: Rulebook, finished: Sequence[Finished], pair: tuple[int, int], times: int, feat: str
) -> tuple[Posting, ...]:
    """What a feat adds to each of three rows won."""
    winner, loser = pair
    if times == 0:
        return ()
    return tuple(
        Posting(
            loser,
            winner,
            times * book.waters_of(place, finished[winner].strengths[place]),
            f"{place.name.lower()}.{feat}",
        )
        for place in Place
    )


def _collects(finished: Sequence[Finished], seat: int) -> tuple[int, int]:
    """A special's waters from each, and what a sweep adds to them (SS-7.5)."""
    own = finished[seat].special
    assert own is not None
    for other, of in enumerate(finished):
        if other != seat and of.special is not None and not of.special < own:
            return own.waters, 0
    return own.waters, own.waters * (own.swept - 1)


def _specials(finished: Sequence[Finished]) -> list[Account]:
    """Each special, the lowest first, collects from ordinary seats and from lower specials."""
    holders = [(special, seat) for seat, (_, _, special, _) in enumerate(finished) if special is not None]
    found = []
    for own, seat in sorted(holders):
        units, more = _collects(finished, seat)
        losers = [
            other
            for other, of in enumerate(finished)
            if other != seat and not of.is_foul and (of.special is None or of.special < own)
        ]
        found.append(Account("special", (seat,), tuple(Posting(loser, seat, units, "special") for loser in losers)))
        if more:
            found.append(Account("sweep", (seat,), tuple(Posting(loser, seat, more, "sweep") for loser in losers)))
    return found


def _fouls(book: Rulebook, finished: Sequence[Finished]) -> list[Account]:
    """Each foul pays every seat that has none: one posting each (SS-7.6)."""
    found = []
    for seat, own in enumerate(finished):
        if not own.is_foul:
            continue
        postings = []
        for other, of in enumerate(finished):
            if of.is_foul:
                continue
            units = _foul_costs(book, finished) if of.special is None else sum(_collects(finished, other))
            postings.append(Posting(seat, other, units, "foul"))
        found.append(Account("foul", (seat,), tuple(postings)))
    return found


def _foul_costs(book: Rulebook, finished: Sequence[Finished]) -> int:
    """What a foul pays to an ordinary seat; the dearest thing at the table where the house says so."""
    if not book.pays_dearest:
        return book.foul_pays
    printed = [book.waters_of(place, seat.strengths[place]) for seat in finished for place in Place]
    printed += [seat.special.waters for seat in finished if seat.special is not None]
    return max(book.foul_pays, *printed)


def escape(book: Rulebook, seats: int, seat: int) -> tuple[Posting, ...]:
    """What a seat pays that leaves before all are in (逃跑; SS-7.8); empty where the house knows no escape."""
    paid = [(other, book.each_escape) for other in range(seats) if other != seat] + [(HOUSE, book.house_escape)]
    return tuple(Posting(seat, payee, units, "escape") for payee, units in paid if units)


def settle(
    layouts: Sequence[Layout | str | Iterable[Any]],
    rules: Rules = "meitian",
    declared: Sequence[bool | None] | None = None,
) -> Ledger:
    """What finished layouts pay, without a game.

    Args:
        layouts: one for each seat, in seat order.
        rules: the house.
        declared: for each seat None (what the house does by itself), True (a declared special) or False (ordinary
            rows although the hand is a special); None for all None.

    >>> settle(["Ks Kd 9d | 7s 7h 7c 7d 4s | 8s 8h 8c 8d 5s", "Kh Qh Jh | 2s 2h 9s 6s 4h | 3s 3h 5h 6h 9h"]).totals
    (26, -26)

    Raises:
        CardError: for what is no layout.
        DealError: for cards that the house's pack cannot deal to these seats, a number of seats it does not play, or
            something declared that is neither None, True nor False.
        IllegalAction: as a table would refuse it: ``no_special``, ``cannot_opt_out``, ``foul``.
    """
    book = book_of(rules)
    laid = [Layout(layout) for layout in layouts]
    wishes = [None] * len(laid) if declared is None else list(declared)
    for seat, wish in enumerate(wishes):
        if wish is not None and not isinstance(wish, bool):
            raise DealError(f"what seat {seat} declares must be None, True or False, not {wish!r:.40}")
    seats = book.rules.seats
    if not seats.least <= len(laid) <= seats.most:
        raise DealError(f"{len(laid)} layouts are given: this house plays with {seats.least} to {seats.most} seats")
    if len(wishes) != len(laid):
        raise DealError(f"{len(laid)} layouts are given, and what {len(wishes)} seats declare")
    held(book, [card for layout in laid for card in layout.cards], {13 * len(laid)})
    for seat, (layout, wish) in enumerate(zip(laid, wishes, strict=True)):
        refusal = why_not_laid(book, seat, layout, wish)
        if refusal is not None:
            raise refusal
    finished = [finish(book, layout, wish) for layout, wish in zip(laid, wishes, strict=True)]
    return Ledger(len(laid), (posting for account in accounts(book, finished) for posting in account.postings))


def why_not_laid(book: Rulebook, seat: int, rows: Sequence[Sequence[Card]], wish: bool | None) -> IllegalAction | None:
    """Why a house would not accept a layout of thirteen cards that the seat holds, or None (SS-3.3, SS-4.2)."""
    nth = laid_special_at(book, rows) if wish is not None or not book.is_declared else NONE
    if wish is True and nth == NONE:
        return IllegalAction("no_special", seat, "this layout is no special of the house: lay it as ordinary rows")
    if wish is False and nth != NONE and not book.opt_out and not book.is_declared:
        return IllegalAction("cannot_opt_out", seat, "a special counts by itself here: it cannot be laid as rows")
    is_special = nth != NONE and wish is not False
    front, middle, back = map(book.strength, rows)
    if not is_special and book.refuses_fouls and book.is_foul(front, middle, back):
        upper, lower = (Place.FRONT, Place.MIDDLE) if front > middle else (Place.MIDDLE, Place.BACK)
        relation = "equals" if middle == back and upper is Place.MIDDLE else "is higher than"
        return IllegalAction(
            "foul",
            seat,
            f"this is a foul: the {upper.name.lower()} {relation} the {lower.name.lower()}",
            {"row": upper.name.lower(), "against": lower.name.lower()},
        )
    return None
