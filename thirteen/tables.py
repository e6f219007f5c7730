"""A report as tables for people."""

from __future__ import annotations

from decimal import Decimal

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from common.labels import LabelError, label
from thirteen.report import Line, Report, mean

__all__ = ["tables"]


def tables(report: Report) -> RenderableType:
    """Who won what, where it was won, and what hands were like."""
    parts: list[RenderableType | None] = [_head(report), _bots(report)]
    if len(set(report.bots)) < len(report.bots):
        parts.append(_lines("together", report.by_name))
    parts.append(_differences(report))
    parts += [_places(report), _lines("seat", report.by_seat), _payments(report), _hands(report)]
    return Group(*(part for part in parts if part is not None))


def _head(report: Report) -> Text:
    said = f"{report.game}, {report.house.name}: {report.hands:,} hands, {report.seats} seats, seed {report.seed!r}"
    if report.replays > 1:
        said += f"; each deal {report.replays} times, with the bots in other seats"
    if report.decision is not None:
        said += f"\n{report.decision}"
    if report.stopped:
        said += f"\n{report.stopped}: the figures are of the first {report.done:,} hands, without a gap"
    return Text(said)


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


def _hands(report: Report) -> Text:
    tally, length = report.tally, report.tally.decisions
    said = [
        f"decisions a hand: {mean(length.units, length.hands):.2f}, from {tally.shortest} to {tally.longest}",
    ]
    wins = report.dealt_wins
    if wins:
        kinds = ", ".join(f"{_words(f'dealt_win.{kind}', kind)} {count:,}" for kind, count in wins.items())
        said.append(f"dealt wins: {sum(wins.values()):,} ({kinds})")
    for failure in report.failures:
        who = f"{failure.bot} at seat {failure.seat}" if failure.bot else "a worker"
        said.append(f"hand {failure.hand}: {who} failed: {failure.error}")
    if report.failed > len(report.failures):
        said.append(f"{report.failed:,} hands failed in all, and count in no figure")
    return Text("\n".join(said))


def _words(key: str, otherwise: str) -> str:
    try:
        return label(key)
    except LabelError:
        return otherwise
