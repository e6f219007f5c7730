"""A bot that fails where anything is compiled while it decides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from common.actions import Action
from common.bots import Bot, Choices

compiled: list[str] = []


def listen() -> None:
    """From now on what is compiled is noted."""
    from numba.core import event

    class Compiled(event.Listener):
        def on_start(self, event: Any) -> None:
            compiled.append(event.data["dispatcher"].py_func.__name__)

        def on_end(self, event: Any) -> None:
            """It has been noted."""

    event.register("numba:compile", Compiled())  # type: ignore[no-untyped-call]


class Waiting(Bot):
    def __init__(self, seat: int, choices: Choices) -> None:
        self.seat, self.choices = seat, choices

    def decide(self, view: Any, legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        before = len(compiled)
        menu = legal_actions.representatives()  # type: ignore[attr-defined]
        action: Action = legal_actions[0]
        assert action in legal_actions
        assert menu[0] in legal_actions
        assert len(compiled) == before, compiled[before:]
        return action
