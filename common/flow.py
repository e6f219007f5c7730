"""A game's phase table on ``transitions``: which facts may follow which, and nothing else.

``transitions`` owns the phase.  A trigger is a fact that has been decided already, so arrows have neither guards nor
callbacks: whether an act is legal was settled before anything is fired, and one state with one fact leads to one
phase.  What the library would let pass in silence (a misspelt phase, two arrows with one source and trigger, a fact
nobody fires) is refused here when the table is made.

One machine serves all tables of a game: it holds no model, and only :meth:`Flow.fire` writes ``phase``.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, StrEnum
from typing import Any, NamedTuple, Protocol

from transitions import Machine, MachineError
from transitions.core import Event as MachineEvent

from common.jit import IntTable, table

__all__ = ["Arrow", "Flow", "HasPhase"]


class HasPhase(Protocol):
    """What a flow moves: anything with a phase."""

    phase: Any


class Arrow(NamedTuple):
    """In ``source``, the fact ``trigger`` leads to ``target``."""

    source: IntEnum
    trigger: StrEnum
    target: IntEnum


class _Fact(MachineEvent):
    """A trigger without guards and callbacks: it looks its arrow up and moves the phase, at a tenth of the cost."""

    def trigger(self, model: Any, *_args: Any, **_kwargs: Any) -> bool:
        arrows = self.transitions.get(model.phase.name)
        if not arrows:
            raise MachineError(f"{self.name} cannot happen in {model.phase.name}")
        model.phase = self.machine.states[str(arrows[0].dest)].value
        return True


class _Phases(Machine):
    event_cls = _Fact


class Flow:
    """The phase table of one game, checked when made.

    Raises:
        ValueError: naming the arrow, for a phase or trigger that is not the game's, a second arrow with the same
            source and trigger, a phase that cannot be reached or left, or a trigger without an arrow.
    """

    def __init__(
        self,
        phases: type[IntEnum],
        triggers: type[StrEnum],
        arrows: Sequence[Arrow | tuple[Any, Any, Any]],
        *,
        initial: IntEnum,
        final: IntEnum,
    ) -> None:
        self.phases, self.triggers, self.initial, self.final = phases, triggers, initial, final
        self.arrows = tuple(Arrow(*arrow) for arrow in arrows)
        self._check()
        self._machine = _Phases(
            model=None,
            states=phases,
            initial=initial,
            transitions=[
                {"trigger": trigger.value, "source": source.name, "dest": target.name}
                for source, trigger, target in self.arrows
            ],
            auto_transitions=False,
            model_attribute="phase",
        )
        self._allowed = frozenset((arrow.source, arrow.trigger) for arrow in self.arrows)
        self._fire = {trigger: self._machine.events[trigger.value].trigger for trigger in triggers}

    def allows(self, phase: IntEnum, trigger: StrEnum) -> bool:
        """Whether the fact ``trigger`` may happen in ``phase``."""
        return (phase, trigger) in self._allowed

    def fire(self, model: HasPhase, trigger: StrEnum) -> None:
        """Let the fact happen: the model's phase moves along its arrow.

        Raises:
            transitions.MachineError: if no arrow allows it, which is a fault of an engine and never of a player.
        """
        self._fire[trigger](model)

    def array(self) -> IntTable:
        """The same arrows for compiled code: ``array[phase * len(triggers) + nth trigger]`` is the next phase or -1.

        A row of -1 is the last: for phase -1, so that once a fact could not happen none can.
        """
        order = list(self.triggers)
        cells = [-1] * ((len(self.phases) + 1) * len(order))
        for source, trigger, target in self.arrows:
            cells[source * len(order) + order.index(trigger)] = target
        return table(cells)

    def diagram(self) -> str:
        """The table as a Mermaid state diagram, made from the machine's own arrows."""
        lines = ["stateDiagram-v2", f"    [*] --> {self.initial.name}"]
        for source in self.phases:
            for target in self.phases:
                facts = [
                    event.name
                    for event in self._machine.events.values()
                    for arrow in event.transitions.get(source.name, [])
                    if arrow.dest == target.name
                ]
                if facts:
                    lines.append(f"    {source.name} --> {target.name}: {', '.join(facts)}")
        lines.append(f"    {self.final.name} --> [*]")
        return "\n".join(lines)

    def _check(self) -> None:
        if [phase.value for phase in self.phases] != list(range(len(self.phases))):
            raise ValueError(f"the phases of {self.phases.__name__} must be numbered 0, 1, 2 …")
        seen: set[tuple[IntEnum, StrEnum]] = set()
        for arrow in self.arrows:
            for phase in (arrow.source, arrow.target):
                if not isinstance(phase, self.phases):
                    raise ValueError(f"{arrow}: {phase!r} is no phase of {self.phases.__name__}")
            if not isinstance(arrow.trigger, self.triggers):
                raise ValueError(f"{arrow}: {arrow.trigger!r} is no trigger of {self.triggers.__name__}")
            if (arrow.source, arrow.trigger) in seen:
                raise ValueError(f"{arrow}: a second arrow from {arrow.source.name} on {arrow.trigger}")
            seen.add((arrow.source, arrow.trigger))
        reached = {self.initial}
        for _ in self.phases:
            reached |= {arrow.target for arrow in self.arrows if arrow.source in reached}
        for phase in self.phases:
            if phase not in reached:
                raise ValueError(f"{phase.name} cannot be reached from {self.initial.name}")
            if phase is not self.final and all(a.source is not phase or a.target is phase for a in self.arrows):
                raise ValueError(f"{phase.name} cannot be left and is not the last phase")
        for trigger in self.triggers:
            if all(arrow.trigger is not trigger for arrow in self.arrows):
                raise ValueError(f"the trigger {trigger} has no arrow")
