"""The picture of the game: its phases, the facts that move it, and which fact leads where.

A hand is dealt; hands that win at once are looked for; tricks are led and followed until the hand is over; then it is
settled.  Facts that leave a phase as it is are arrows too: what has no arrow cannot happen.
"""

from __future__ import annotations

from enum import IntEnum, StrEnum

from common.flow import Flow

__all__ = ["FLOW", "Phase", "Trigger"]


class Phase(IntEnum):
    """Where a hand is."""

    DEALING = 0
    """No cards yet."""
    DEALT = 1
    """Cards are dealt; hands that win at once are shown or declared (TL-6)."""
    LEADING = 2
    """A seat must lead a trick (TL-4.3)."""
    FOLLOWING = 3
    """Seats answer the top or pass (TL-4.3, TL-4.4)."""
    TRICK_OVER = 4
    """A trick has been won; a chop in it is paid (TL-7.6)."""
    HAND_OVER = 5
    """Nobody acts any more; what is left is shown and paid (TL-5.3, TL-7)."""
    SETTLED = 6
    """All is paid."""


class Trigger(StrEnum):
    """The facts."""

    DEALT = "dealt"
    DECLARED = "declared"
    WAIVED = "waived"
    WON_AT_DEAL = "won_at_deal"
    LEAD_GIVEN = "lead_given"
    LAID = "laid"
    PASSED = "passed"
    ASKED = "asked"
    WENT_OUT = "went_out"
    TRICK_WON = "trick_won"
    PAID = "paid"
    SHOWN = "shown"
    SETTLED = "settled"
    MARKED_AWAY = "marked_away"
    MARKED_BACK = "marked_back"
    LEFT = "left"


FLOW = Flow(
    Phase,
    Trigger,
    [
        (Phase.DEALING, Trigger.DEALT, Phase.DEALT),
        (Phase.DEALT, Trigger.DECLARED, Phase.DEALT),
        (Phase.DEALT, Trigger.WAIVED, Phase.DEALT),
        (Phase.DEALT, Trigger.WON_AT_DEAL, Phase.HAND_OVER),
        (Phase.DEALT, Trigger.LEAD_GIVEN, Phase.LEADING),
        (Phase.LEADING, Trigger.LAID, Phase.FOLLOWING),
        (Phase.FOLLOWING, Trigger.LAID, Phase.FOLLOWING),
        (Phase.FOLLOWING, Trigger.PASSED, Phase.FOLLOWING),
        (Phase.FOLLOWING, Trigger.ASKED, Phase.FOLLOWING),
        (Phase.FOLLOWING, Trigger.WENT_OUT, Phase.FOLLOWING),
        (Phase.FOLLOWING, Trigger.TRICK_WON, Phase.TRICK_OVER),
        (Phase.TRICK_OVER, Trigger.PAID, Phase.TRICK_OVER),
        (Phase.TRICK_OVER, Trigger.LEAD_GIVEN, Phase.LEADING),
        (Phase.TRICK_OVER, Trigger.SHOWN, Phase.HAND_OVER),
        (Phase.HAND_OVER, Trigger.SHOWN, Phase.HAND_OVER),
        (Phase.HAND_OVER, Trigger.PAID, Phase.HAND_OVER),
        (Phase.HAND_OVER, Trigger.SETTLED, Phase.SETTLED),
        *(
            (phase, trigger, phase)
            for phase in (Phase.DEALT, Phase.LEADING, Phase.FOLLOWING)
            for trigger in (Trigger.MARKED_AWAY, Trigger.MARKED_BACK, Trigger.LEFT)
        ),
    ],
    initial=Phase.DEALING,
    final=Phase.SETTLED,
)
"""The phase table, on ``transitions``."""
