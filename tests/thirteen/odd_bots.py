"""Bots that fail, each in its own way, for the arena's tests; workers import them by name."""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from typing import Any

from common.actions import Action, Away, Leave, Timeout
from common.bots import Bot, Choices
from common.cards import Card
from shisanshui import Arrange
from tienlen import Pass, Play, View
from tienlen.bots import Cautious

__all__ = [
    "Abrupt",
    "Cheater",
    "Closer",
    "Crier",
    "Deadly",
    "Disguised",
    "Garbler",
    "Host",
    "Immune",
    "Impostor",
    "Late",
    "Leaver",
    "Printer",
    "Raiser",
    "Shifting",
    "Silent",
    "Sleeper",
    "Speechless",
    "Stuck",
    "Turning",
    "Watcher",
    "slow",
    "unmade",
]


class Raiser(Cautious):
    """Raises at its third decision wherever it was dealt the 3 of hearts."""

    def __init__(self, seat: int, choices: Choices) -> None:
        super().__init__(seat, choices)
        self._decisions = 0

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        self._decisions += 1
        if self._decisions == 3 and "3h" in map(str, (*view.holding, *view.played)) and view.owner is not None:
            raise RuntimeError("the third\ndecision")
        return super().decide(view, legal_actions)


class Cheater(Cautious):
    """Lays cards that it does not hold, in hands where it leads."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        if view.owner is None:
            absent = next(card for card in view.book.pack if card not in view.holding)
            return Play(seat=self.seat, cards=(absent,))
        return super().decide(view, legal_actions)


class Impostor(Bot):
    """Acts for another seat."""

    def __init__(self, seat: int, choices: Choices) -> None:  # noqa: ARG002
        self._seat = seat

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        return legal_actions[0].model_copy(update={"seat": (self._seat + 1) % view.seats})


class Host(Bot):
    """Acts as a host does: says that its time is over, goes away, or leaves, with another of these in each hand."""

    def __init__(self, seat: int, choices: Choices) -> None:
        self._act = choices.one_of((Timeout, Away, Leave))(seat=seat)

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        return self._act


class Silent(Bot):
    """Says nothing."""

    def __init__(self, seat: int, choices: Choices) -> None:
        pass

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        return None  # type: ignore[return-value]


class Deadly(Cautious):
    """Takes its whole worker with it in every hand where it is dealt three 2s or more."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        if sum(str(card)[0] == "2" for card in view.holding) >= 3:
            os._exit(3)
        return super().decide(view, legal_actions)


class Crier(Cautious):
    """Raises wherever another is about to win."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        if min(count for seat, count in enumerate(view.counts) if seat != view.seat) <= 4:
            raise RuntimeError
        return super().decide(view, legal_actions)


class Watcher(Cautious):
    """Fails when it is shown a card that it should not see."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        for seat in range(view.seats):
            if seat != view.seat:
                assert view.holding_of(seat) is None
        assert view.legal_actions.seat == view.seat
        return super().decide(view, legal_actions)


def unmade(seat: int, choices: Choices) -> Bot:
    """Cannot be made."""
    raise OSError(f"no engine for seat {seat}")


class Sleeper(Cautious):
    """Sleeps in every hand in which it is dealt three 2s or more, and does not want to be woken."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        if sum(str(card)[0] == "2" for card in view.holding) >= 3:
            try:
                time.sleep(60)
            except Exception:  # noqa: BLE001
                time.sleep(60)
        return super().decide(view, legal_actions)


class Stuck(Cautious):
    """Is stuck in foreign code, which no signal interrupts, in every hand in which it is dealt three 2s or more."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        if sum(str(card)[0] == "2" for card in view.holding) >= 3:
            signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
            time.sleep(60)
        return super().decide(view, legal_actions)


class Leaver(Cautious):
    """Wants to end the process it is in."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        sys.exit(0)


class Abrupt(Cautious):
    """Claims that somebody pressed Ctrl-C."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        raise KeyboardInterrupt


class Closer(Cautious):
    """Raises what is no Exception."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        raise GeneratorExit


class Speechless(Cautious):
    """Raises what cannot say what it is."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        class Unsaid(Exception):
            def __str__(self) -> str:
                raise RuntimeError("not even that")

        raise Unsaid


class Garbler(Cautious):
    """Raises what no terminal and no file should be sent."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        raise ValueError("half \ud800, red \x1b[31m")


class Printer(Cautious):
    """Prints what it thinks."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        print("thinking aloud")
        return super().decide(view, legal_actions)


def slow(seat: int, choices: Choices) -> Bot:
    """Takes its time to be made."""
    time.sleep(60)
    return Cautious(seat, choices)


class Immune(Cautious):
    """Goes on whatever interrupts it, in every hand in which it is dealt three 2s or more."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        while sum(str(card)[0] == "2" for card in view.holding) >= 3:
            try:
                time.sleep(60)
            except BaseException:  # noqa: BLE001
                continue
        return super().decide(view, legal_actions)


class Late(Cautious):
    """Does not care that its time is over, and answers all the same."""

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:
        try:
            time.sleep(60)
        except BaseException:  # noqa: BLE001
            return super().decide(view, legal_actions)
        raise AssertionError


class _Shifts(list[Any]):
    """Rows that are others once they have been looked at so many times."""

    def __init__(self, rows: Sequence[tuple[Card, ...]], times: int) -> None:
        super().__init__(rows)
        self._times = times

    def _looked_at(self) -> list[Any]:
        self._times -= 1
        rows = list.copy(self)
        return rows if self._times >= 0 else [rows[0], rows[0], rows[0]]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._looked_at())

    def __getitem__(self, at: Any) -> Any:
        return self._looked_at()[at]


class Shifting(Bot):
    """Lays out rows that are legal while they are looked at, and other rows later."""

    def __init__(self, seat: int, choices: Choices) -> None:
        self.seat, self._times = seat, choices.below(8)

    def decide(self, view: Any, legal_actions: Any) -> Action:  # noqa: ARG002
        rows = legal_actions.representatives()[0].layout
        shifts: Any = _Shifts(rows, self._times)
        return Arrange.model_construct(seat=self.seat, at=None, type="arrange", layout=shifts, special=None)


class _PassAndLeave(Pass, Leave):
    type: str = "pass"  # type: ignore[assignment]


class _SaysPass(Leave):
    @property
    def __class__(self) -> Any:
        return Pass

    @__class__.setter
    def __class__(self, _other: Any) -> None:
        raise AssertionError


class _Same(type(Leave)):  # type: ignore[misc]
    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return hash(Leave)


class _SaysEqual(Leave, metaclass=_Same):
    pass


class Disguised(Bot):
    """Leaves, in the clothes of a pass, other ones in each hand."""

    def __init__(self, seat: int, choices: Choices) -> None:
        leave: Any = "leave"
        made = (
            _PassAndLeave(seat=seat),
            _SaysPass(seat=seat),
            _SaysEqual(seat=seat),
            Pass.model_construct(seat=seat, type=leave),
        )
        self._act: Any = choices.one_of(made)

    def decide(self, view: View, legal_actions: Sequence[Action]) -> Action:  # noqa: ARG002
        return self._act  # type: ignore[no-any-return]


class _Turns(Arrange):
    def __getattribute__(self, name: str) -> Any:
        if name == "seat":
            looks = object.__getattribute__(self, "__dict__")
            looks["looks"] = looks.get("looks", 0) + 1
            return (looks["seat"] + looks["looks"] // 2) % 2
        return super().__getattribute__(name)


class Turning(Bot):
    """Lays out as itself, and as its neighbour when it is looked at again."""

    def __init__(self, seat: int, choices: Choices) -> None:  # noqa: ARG002
        self.seat = seat

    def decide(self, view: Any, legal_actions: Any) -> Action:  # noqa: ARG002
        return _Turns(seat=self.seat, layout=legal_actions.representatives()[0].layout)
