"""The phase table: what transitions would let pass in silence is refused when a table is made."""

from __future__ import annotations

from enum import IntEnum, StrEnum
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from transitions import MachineError

from common.flow import Arrow, Flow
from tests.common import toy


class P(IntEnum):
    A, B, C = range(3)


class Gap(IntEnum):
    A, C = 0, 2


class T(StrEnum):
    GO = "go"
    BACK = "back"


class Other(StrEnum):
    GO = "go"


GOOD: list[Any] = [(P.A, T.GO, P.B), (P.B, T.BACK, P.A), (P.B, T.GO, P.C)]


def flow(arrows: list[Any], phases: Any = P, initial: Any = P.A, final: Any = P.C) -> Flow:
    return Flow(phases, T, arrows, initial=initial, final=final)


@pytest.mark.parametrize(
    ("arrows", "words"),
    [
        ([*GOOD, (P.A, T.GO, P.C)], "a second arrow from A on go"),
        ([*GOOD, ("D", T.BACK, P.A)], "'D' is no phase of P"),
        ([*GOOD, (P.A, T.BACK, Gap.C)], "is no phase of P"),
        ([*GOOD, (P.A, "undo", P.A)], "'undo' is no trigger of T"),
        ([*GOOD, (P.C, Other.GO, P.A)], "is no trigger of T"),
        ([(P.A, T.GO, P.B), (P.B, T.BACK, P.A)], "C cannot be reached from A"),
        ([(P.A, T.GO, P.B), (P.A, T.BACK, P.C)], "B cannot be left"),
        ([(P.A, T.GO, P.B), (P.A, T.BACK, P.C), (P.B, T.GO, P.B)], "B cannot be left"),
        ([(P.A, T.GO, P.B), (P.B, T.GO, P.C)], "the trigger back has no arrow"),
    ],
)
def test_a_bad_table_is_refused_by_name(arrows: list[Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        flow(arrows)


def test_phases_are_numbered_without_gaps() -> None:
    with pytest.raises(ValueError, match=r"numbered 0, 1, 2"):
        flow([(Gap.A, T.GO, Gap.C), (Gap.A, T.BACK, Gap.A)], Gap, Gap.A, Gap.C)


@pytest.mark.parametrize("table", [flow(GOOD), toy.FLOW])
def test_machine_array_and_allows_agree_on_every_phase_and_trigger(table: Flow) -> None:
    arrows = {(arrow.source, arrow.trigger): arrow.target for arrow in table.arrows}
    array = table.array()
    for phase in table.phases:
        for nth, trigger in enumerate(table.triggers):
            model = SimpleNamespace(phase=phase)
            target = arrows.get((phase, trigger))
            assert table.allows(phase, trigger) == (target is not None)
            assert array[phase * len(table.triggers) + nth] == (-1 if target is None else target)
            if target is None:
                with pytest.raises(MachineError, match=f"{trigger} cannot happen in {phase.name}"):
                    table.fire(model, trigger)
                assert model.phase is phase
            else:
                table.fire(model, trigger)
                assert model.phase is target


@given(st.lists(st.sampled_from(list(T)), max_size=30))
def test_one_machine_serves_many_models(triggers: list[T]) -> None:
    table = flow(GOOD)
    first, second = SimpleNamespace(phase=P.A), SimpleNamespace(phase=P.A)
    for trigger in triggers:
        if table.allows(first.phase, trigger):
            table.fire(first, trigger)
    assert second.phase is P.A


def test_the_diagram_shows_every_arrow() -> None:
    assert flow(GOOD).diagram().splitlines() == [
        "stateDiagram-v2",
        "    [*] --> A",
        "    A --> B: go",
        "    B --> A: back",
        "    B --> C: go",
        "    C --> [*]",
    ]
    lines = toy.FLOW.diagram()
    for arrow in toy.FLOW.arrows:
        row = next(
            line
            for line in lines.splitlines()
            if line.strip().startswith(f"{arrow.source.name} --> {arrow.target.name}:")
        )
        assert arrow.trigger.value in row


def test_an_arrow_is_a_tuple_with_names() -> None:
    assert flow(GOOD).arrows[0] == Arrow(P.A, T.GO, P.B)
