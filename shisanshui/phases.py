"""The picture of the game: its phases, the facts that move it, and which fact leads where.

Cards are dealt; all seats arrange at once, and a seat may arrange anew until all are in; then everything is shown,
compared and paid.  A seat that leaves where leaving is an escape ends the hand (SS-7.8).
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

from common.flow import Flow

__all__ = ["FLOW", "Phase", "Trigger"]


class Phase(IntEnum):
    """Where a hand is."""

    DEALING = 0
    """No cards yet."""
    ARRANGING = 1
    """Seats lay out their cards, unseen (SS-4.1)."""
    COMPARING = 2
    """All is shown; rows, guns, specials and fouls are compared and paid (SS-7)."""
    SETTLED = 3
    """All is paid."""


class Trigger(StrEnum):
    """The facts."""

    DEALT = "dealt"
    ARRANGED = "arranged"
    SHOWN = "shown"
    ROW_COMPARED = "row_compared"
    FEAT_SCORED = "feat_scored"
    SPECIAL_COUNTED = "special_counted"
    FOUL_COUNTED = "foul_counted"
    ESCAPED = "escaped"
    PAID = "paid"
    SETTLED = "settled"
    MARKED_AWAY = "marked_away"
    MARKED_BACK = "marked_back"
    LEFT = "left"


FLOW = Flow(
    Phase,
    Trigger,
    [
        (Phase.DEALING, Trigger.DEALT, Phase.ARRANGING),
        (Phase.ARRANGING, Trigger.ARRANGED, Phase.ARRANGING),
        (Phase.ARRANGING, Trigger.MARKED_AWAY, Phase.ARRANGING),
        (Phase.ARRANGING, Trigger.MARKED_BACK, Phase.ARRANGING),
        (Phase.ARRANGING, Trigger.LEFT, Phase.ARRANGING),
        (Phase.ARRANGING, Trigger.ESCAPED, Phase.COMPARING),
        (Phase.ARRANGING, Trigger.SHOWN, Phase.COMPARING),
        (Phase.COMPARING, Trigger.ROW_COMPARED, Phase.COMPARING),
        (Phase.COMPARING, Trigger.FEAT_SCORED, Phase.COMPARING),
        (Phase.COMPARING, Trigger.SPECIAL_COUNTED, Phase.COMPARING),
        (Phase.COMPARING, Trigger.FOUL_COUNTED, Phase.COMPARING),
        (Phase.COMPARING, Trigger.PAID, Phase.COMPARING),
        (Phase.COMPARING, Trigger.SETTLED, Phase.SETTLED),
    ],
    initial=Phase.DEALING,
    final=Phase.SETTLED,
)
"""The phase table, on ``transitions``."""
