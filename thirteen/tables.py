"""A report as tables for people."""

from __future__ import annotations

from decimal import Decimal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from common.labels import LabelError, label
from common.money import plain
from thirteen.compare import Comparison, Measure, Sums
from thirteen.figures import Z
from thirteen.league import Cell, League
from thirteen.measures import COUNTED
from thirteen.report import Line, Report, mean

__all__ = ["compared", "league_tables", "tables"]


def tables(report: Report) -> RenderableType:
    """Who won what, where it was won, and what hands were like."""
    parts: list[RenderableType | None] = [_head(report), _bots(report)]
    if 1 < len(set(report.bots)) < len(report.bots):
        parts.append(_lines("together", report.by_name))
    parts.append(_differences(report))
    seats = report.by_seat + (() if report.leader is None else (report.leader,))
    parts += [_places(report), _lines("seat", seats), _payments(report), _happened(report), _hands(report)]
    return Group(*(part for part in parts if part is not None))


def _head(report: Report) -> Text:
    said = (
        f"{report.game}, {report.house.name}: {many(report.hands, 'hand')}, {report.seats} seats, seed {report.seed!r}"
    )
    if report.replays > 1:
        said += f"; each deal {report.replays} times, with the bots in other seats"
    if report.decision is not None:
        said += f"\n{report.decision}"
    if report.stopped:
        said += f"\n{report.stopped}: the figures are of the first {many(report.done, 'hand')}, without a gap"
    return Text(said)


def many(count: int, what: str) -> str:
    """How many of what there are, in words.

    >>> many(1, "hand"), many(1200, "hand")
    ('1 hand', '1,200 hands')
    """
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _columns(first: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, overflow="fold", min_width=14)
    for name in ("hands", "wins", "95 %", "units a hand", "± s.e."):
        table.add_column(name, justify="right")
    return table


def _row(line: Line) -> tuple[str, ...]:
    low, high = line.win_interval
    error = line.error
    return (
        f"{line.score.hands:,}",
        f"{_percent(line.win_rate)} %",
        f"{_percent(low)} – {_percent(high)}",
        f"{line.mean_units:+.3f}",
        "" if error is None else f"{error:.3f}",
    )


def _percent(share: Decimal) -> str:
    return f"{share * 100:.2f}"


def _bots(report: Report) -> Table:
    table = _columns("bot")
    for entry, line in enumerate(report.by_bot):
        table.add_row(f"{entry + 1} {line.name}", *_row(line))
    return table


def _places(report: Report) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("wins at seat", min_width=14)
    for seat in range(report.seats):
        table.add_column(str(seat), justify="right")
    for entry, line in enumerate(report.by_bot):
        seats = (f"{_percent(report.at(entry, seat).win_rate)} %" for seat in range(report.seats))
        table.add_row(f"{entry + 1} {line.name}", *seats)
    return table


def _lines(what: str, lines: tuple[Line, ...]) -> Table:
    table = _columns(what)
    for line in lines:
        table.add_row(line.name if line.bots == 1 else f"{line.bots} × {line.name}", *_row(line))
    return table


def _differences(report: Report) -> Table | None:
    if not report.differences:
        return None
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("units a hand more", overflow="fold", min_width=14)
    names = ["difference", "95 %", "± s.e."]
    if report.replays > 1:
        names += ["of independent hands", "shrank to"]
    for name in names:
        table.add_column(name, justify="right")
    for each in report.differences:
        low, high = each.interval or (None, None)
        row = [f"{each.mean:+.3f}", "" if low is None else f"{low:+.3f} – {high:+.3f}", _three(each.error)]
        if report.replays > 1:
            row += [_three(each.independent), "" if each.shrank is None else f"{_percent(each.shrank)} %"]
        table.add_row(f"{each.first} than {each.second}", *row)
    return table


def _three(value: Decimal | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _payments(report: Report) -> Table | None:
    if not report.tally.payments:
        return None
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("paid for", min_width=14)
    for name in ("payments", "in hands", "units", "units a hand"):
        table.add_column(name, justify="right")
    for reason, paid in sorted(report.tally.payments.items(), key=lambda item: (-item[1].units, item[0])):
        share = _percent(mean(paid.hands, report.hands))
        per_hand = f"{mean(paid.units, report.hands):.3f}"
        table.add_row(_words(f"reason.{reason}", reason), f"{paid.count:,}", f"{share} %", f"{paid.units:,}", per_hand)
    return table


def _happened(report: Report) -> Table | None:
    """How often each dealt win, special, gun and the like occurred."""
    events = report.tally.events
    keys = [key for kind in COUNTED for key in sorted(events) if key.partition(".")[0] == kind]
    if not keys:
        return None
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("how often", min_width=14)
    for name in ("times", "in 100 hands"):
        table.add_column(name, justify="right")
    for key in keys:
        table.add_row(_event_words(key), f"{events[key]:,}", f"{mean(100 * events[key], report.hands):.3f}")
    return table


def _hands(report: Report) -> Text:
    tally, length = report.tally, report.tally.decisions
    said = [
        f"decisions a hand: {mean(length.units, length.hands):.2f}, from {tally.shortest} to {tally.longest}",
    ]
    for failure in report.failures:
        who = f"{failure.bot} at seat {failure.seat}" if failure.bot else "a worker"
        said.append(f"hand {failure.hand}: {who} failed: {failure.error}")
    if report.failed > len(report.failures):
        said.append(f"{many(report.failed, 'hand')} failed in all, counted in no figure")
    return Text("\n".join(said))


def _words(key: str, otherwise: str) -> str:
    try:
        return label(key)
    except LabelError:
        return otherwise


def compared(found: Comparison) -> RenderableType:
    """Two houses side by side."""
    first, second = (house.name for house in found.houses)
    if first == second:
        first, second = f"{first} A", f"{second} B"
    head = f"{found.game}: the same {many(found.deals, 'deal')} in {first} and in {second}, {len(found.bots)} seats"
    head += f", seed {found.seed!r}"
    if found.stakes is not None:
        carries = found.stakes.carries
        head += f"; a unit is {plain(found.stakes.base)}" + (f", each brings {plain(carries[0])}" if carries else "")
    parts: list[RenderableType] = [Text(head)]
    if found.stakes is not None:
        table = _sides("money a hand", first, second)
        _side(table, "the house takes", found.measure("income"))
        _side(table, "hands with a cap", found.measure("capped"), percent=True)
        parts.append(table)
    table = _sides("units a hand", first, second)
    for reason in found.reasons:
        _side(table, _words(f"reason.{reason}", reason), found.measure(f"paid.{reason}"))
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
        _side(table, _words(f"reason.{reason}", reason), found.measure(f"in.{reason}"), percent=True)
    for name in names if len(names) > 1 else ():
        _side(table, f"{name} wins", found.measure(f"wins.{name}"), percent=True)
    if "led" in found.part.sums:
        _side(table, "who leads wins", found.measure("leader_won"), percent=True)
    parts.append(table)
    happened = [key for key in found.measures if key.startswith("happened.")]
    if happened:
        table = _sides("times in 100 hands", first, second)
        for key in happened:
            _side(table, _event_words(key.partition(".")[2]), found.measure(key), times=100)
        parts.append(table)
    if found.part.failed:
        parts.append(Text(f"{many(found.part.failed, 'deal')} failed, counted in no figure; {found.part.why}"))
    return Group(*parts)


def _sides(what: str, first: str, second: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(what, overflow="fold", min_width=14)
    for name in (first, second, "difference", "95 %"):
        table.add_column(name, justify="right")
    return table


def _side(table: Table, what: str, measure: Measure, percent: bool = False, times: int = 1) -> None:
    unit, scale, digits = (" %", 100, 2) if percent else ("", times, 3)
    shown = [f"{each * scale:.{digits}f}{unit}" for each in (measure.first, measure.second)]
    if measure.is_same:
        shown += ["the same", ""]
    else:
        low, high = measure.interval or (None, None)
        shown.append(f"{measure.difference * scale:+.{digits}f}")
        shown.append("" if low is None or high is None else f"{low * scale:+.{digits}f} – {high * scale:+.{digits}f}")
    table.add_row(what, *shown)


def _event_words(name: str) -> str:
    kind, _, which = name.partition(".")
    group = {"won_at_deal": "dealt_win", "feat_scored": "feat", "special_counted": "special"}.get(kind)
    return _words(f"event.{kind}", kind) if group is None else _words(f"{group}.{which}", which)


def league_tables(found: League) -> RenderableType:
    """Standings and the cross table."""
    hands = found.reports[0].done
    tables = f"{many(len(found.reports), 'table')} of {many(hands, 'hand')} in duplicate deals"
    head = Text(f"{found.game}, {found.house.name}: {tables}, seed {found.seed!r}")
    standings = Table(box=None, pad_edge=False, header_style="bold")
    standings.add_column("bot", overflow="fold", min_width=14)
    for name in ("rating", "±", "units a hand", "wins", "hands"):
        standings.add_column(name, justify="right")
    for each in found.standings:
        standings.add_row(
            each.name,
            f"{each.rating.mu:.2f}",
            f"{each.rating.sigma:.2f}",
            f"{each.units:+.3f}",
            f"{_percent(each.win_rate)} %",
            f"{each.hands:,}",
        )
    cross = Table(box=None, pad_edge=False, header_style="bold")
    cross.add_column("more than", overflow="fold", min_width=14)
    order = [each.name for each in found.standings]
    for name in order:
        cross.add_column(name, justify="right")
    for one in order:
        cross.add_row(one, *("" if one == other else _cell(found.cell(one, other)) for other in order))
    parts: list[RenderableType] = [
        head,
        standings,
        cross,
        Text(
            "units a hand more, and the reach of its 95 % interval\n"
            "rating: who was ahead of whom, not by how much; all begin at 25; ± is one standard deviation"
        ),
    ]
    if found.failed:
        parts.append(Text(f"{many(found.failed, 'hand')} failed, counted in no figure"))
    return Group(*parts)


def _cell(cell: Cell) -> str:
    return f"{cell.mean:+.3f}" + ("" if cell.error is None else f" ± {cell.error * Z:.3f}")
