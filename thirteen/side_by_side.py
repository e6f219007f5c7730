"""A comparison of two houses as tables for people."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from thirteen.comparison import Comparison, Measure, Sums
from thirteen.figures import many, percentage
from thirteen.tables import event_words, staked, words

__all__ = ["compared"]


def compared(found: Comparison) -> RenderableType:
    """Two houses side by side."""
    first, second = (house.name for house in found.houses)
    if first == second:
        first, second = f"{first} A", f"{second} B"
    head = f"{found.game}: the same {many(found.deals, 'deal')} in {first} and in {second}, {len(found.bots)} seats"
    head += f", seed {found.seed!r}"
    if found.stakes is not None:
        head += f"; {staked(found.stakes)}"
    if found.part.failed:
        head += f"\n{many(found.part.failed, 'deal')} failed, counted in no figure; the first: {found.part.why}"
    parts: list[RenderableType] = [Text(head)]
    if not found.deals:
        return Group(*parts)
    if found.stakes is not None:
        table = _sides("money a hand", first, second)
        _side(table, "the house takes", found.measure("income"))
        rates = [house.money.rake for house in found.houses]
        more = rates[1] - rates[0]
        table.add_row(
            "rake of a win",
            *map(percentage, rates),
            f"{'+' * (more > 0)}{percentage(more)[:-1]}pp" if more else "the same",
        )
        _side(table, "hands with a cap", found.measure("capped"), percent=True)
        parts.append(table)
    table = _sides("units a hand", first, second)
    for reason in found.reasons:
        _side(table, words(f"reason.{reason}", reason), found.measure(f"paid.{reason}"))
    if found.part.sums.get("house", Sums()) != Sums():
        _side(table, "to the house", found.measure("house"))
    names = tuple(dict.fromkeys(found.bots))
    for name in names if len(names) > 1 else ():  # what one name wins it loses too
        _side(table, f"won by {name}", found.measure(f"units.{name}"))
    for seat in range(len(found.bots)):
        _side(table, f"won at seat {seat}", found.measure(f"seat.{seat}"))
    if "led" in found.part.sums:
        _side(table, "won by who leads", found.measure("leader"))
    parts.append(table)
    table = _sides("in how many hands", first, second)
    for reason in found.reasons:
        _side(table, words(f"reason.{reason}", reason), found.measure(f"in.{reason}"), percent=True)
    for name in names if len(names) > 1 else ():
        _side(table, f"{name} wins", found.measure(f"wins.{name}"), percent=True)
    if "led" in found.part.sums:
        _side(table, "who leads wins", found.measure("leader_won"), percent=True)
    parts.append(table)
    happened = [key for key in found.measures if key.startswith("happened.")]
    if happened:
        table = _sides("times in 100 hands", first, second)
        for key in happened:
            _side(table, event_words(key.partition(".")[2]), found.measure(key), times=100)
        parts.append(table)
    return Group(*parts)


def _sides(what: str, first: str, second: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(what, overflow="fold", min_width=14)
    for name in (first, second, "difference", "95 %"):
        table.add_column(name, justify="right", overflow="fold")
    return table


def _side(table: Table, what: str, measure: Measure, percent: bool = False, times: int = 1) -> None:
    unit, scale, digits = (" %", 100, 2) if percent else ("", times, 3)
    shown = [f"{each * scale:.{digits}f}{unit}" for each in (measure.first, measure.second)]
    if measure.is_same:
        shown += ["the same", ""]
    else:
        low, high = measure.interval or (None, None)
        shown.append(f"{measure.difference * scale:+.{digits}f}{' pp' if percent else ''}")
        shown.append("" if low is None or high is None else f"{low * scale:+.{digits}f} – {high * scale:+.{digits}f}")
    table.add_row(what, *shown)
