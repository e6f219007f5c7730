"""A league as tables for people."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from thirteen.figures import Z, many
from thirteen.league import Cell, League
from thirteen.tables import NOTHING, failures, named, percent

__all__ = ["league_tables"]


def league_tables(found: League) -> RenderableType:
    """Standings and the cross table."""
    hands = found.reports[0].done
    tables = f"{many(len(found.reports), 'table')} of {many(hands, 'hand')} in duplicate deals"
    head = Text(f"{found.game}, {found.house.name}: {tables}, seed {found.seed!r}")
    standings = Table(box=None, pad_edge=False, header_style="bold")
    standings.add_column("bot", overflow="fold", min_width=14)
    for name in ("rating", "±", "units a hand", "wins", "hands"):
        standings.add_column(name, justify="right", overflow="fold")
    for each in found.standings:
        if not each.hands:
            standings.add_row(named(each.name, each.failed), *[NOTHING] * 4, "0")
            continue
        standings.add_row(
            named(each.name, each.failed),
            f"{each.rating.mu:.2f}",
            f"{each.rating.sigma:.2f}",
            f"{each.units:+.3f}",
            f"{percent(each.win_rate)} %",
            f"{each.hands:,}",
        )
    cross = Table(box=None, pad_edge=False, header_style="bold")
    cross.add_column("more than", overflow="fold", min_width=14)
    order = [each.name for each in found.standings]
    for name in order:
        cross.add_column(named(name, found.failed_by(name)), justify="right", overflow="fold")
    for one in order:
        cross.add_row(
            named(one, found.failed_by(one)),
            *("" if one == other else _cell(found.cell(one, other)) for other in order),
        )
    failed = [failures(report, " of " + ", ".join(dict.fromkeys(report.bots))) for report in found.reports]
    shown: list[RenderableType] = [head, *(each for each in failed if each is not None)]
    if not any(report.hands for report in found.reports):
        return Group(*shown)
    shown += [
        standings,
        cross,
        Text(
            "units a hand more, and the reach of its 95 % interval\n"
            "rating: who was ahead of whom, not by how much; all begin at 25; ± is one standard deviation"
        ),
    ]
    return Group(*shown)


def _cell(cell: Cell) -> str:
    if cell.mean is None:
        return NOTHING
    return f"{cell.mean:+.3f}" + ("" if cell.error is None else f" ± {cell.error * Z:.3f}")
