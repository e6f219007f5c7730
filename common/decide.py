"""Acts that mean the same in every game: is the action for now, and is a seat at its table."""

from __future__ import annotations

from common.actions import Action, Away, Back, Leave
from common.errors import IllegalAction
from common.events import Event, Left, MarkedAway, MarkedBack
from common.table import Table

__all__ = ["check_timely", "presence"]


def check_timely(table: Table, action: Action) -> None:
    """Refuse as ``stale`` an action for another moment than this one (a late one, or the same one again).

    Raises:
        IllegalAction: stale.
    """
    now = table.seen_position(action.seat)
    if action.at is not None and action.at != now:
        raise IllegalAction(
            "stale",
            action.seat,
            f"this action is for position {action.at}, but the hand is at {now}: look again and decide anew",
            {"at": action.at, "position": now},
        )


def presence(table: Table, action: Action) -> tuple[Event, ...] | None:
    """The event of a seat that goes away, comes back or leaves for good; None for any other action (TL-9.2).

    Raises:
        IllegalAction: stale, where it is so already.
    """
    seat = action.seat
    if not isinstance(action, (Away, Back, Leave)):
        return None
    if seat in table.gone:
        raise IllegalAction("stale", seat, f"seat {seat} has left this hand for good")
    if isinstance(action, Leave):
        return (Left(seat=seat),)
    if isinstance(action, Away) == (seat in table.away):
        raise IllegalAction("stale", seat, f"seat {seat} is {'away' if seat in table.away else 'not away'} already")
    return (MarkedAway(seat=seat),) if isinstance(action, Away) else (MarkedBack(seat=seat),)
