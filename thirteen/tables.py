"""A report as tables for people."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from common.labels import LabelError, label
from common.money import Stakes, plain
from thirteen.figures import EXACT, many, mean, percentage
from thirteen.lines import Line
from thirteen.measures import COUNTED
from thirteen.report import Report

__all__ = ["NOTHING", "event_words", "failures", "named", "percent", "staked", "tables", "words"]


NOTHING: Final = "–"
"""Stands where nothing was counted."""


def tables(report: Report) -> RenderableType:
    """Who won what, where it was won, and what hands were like."""
    parts: list[RenderableType | None] = [_head(report), failures(report)]
    if not report.hands:
        return Group(*(part for part in parts if part is not None))
    parts.append(_bots(report))
    if 1 < len(set(report.bots)) < len(report.bots):
        parts.append(_lines("together", report.by_name, report.tally.failed))
    parts.append(_differences(report))
    seats = report.by_seat + (() if report.leader is None else (report.leader,))
    parts += [
        _places(report),
        _lines("seat", seats),
        _money(report),
        _payments(report),
        _happened(report),
        _hands(report),
    ]
    return Group(*(part for part in parts if part is not None))


def _head(report: Report) -> Text:
    said = (
        f"{report.game}, {report.house.name}: {many(report.hands, 'hand')}, {report.seats} seats, seed {report.seed!r}"
    )
    if report.replays > 1:
        said += f"; each deal {report.replays} times, with the bots in other seats"
    if report.stakes is not None:
        said += f"; {staked(report.stakes)}"
    if report.decision is not None:
        said += f"\n{report.decision}"
    if report.stopped:
        said += f"\n{report.stopped}: the figures are of the first {many(report.done, 'hand')}, without a gap"
    return Text(said)


def staked(stakes: Stakes) -> str:
    """What is played for, in words.

    >>> staked(Stakes(base="10", carries=["500", "500"]))
    'a unit is 10, each brings 500'
    """
    return f"a unit is {plain(stakes.base)}" + (f", each brings {plain(stakes.carries[0])}" if stakes.carries else "")


def _columns(first: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(first, overflow="fold", min_width=14)
    for name in ("hands", "wins", "95 %", "units a hand", "± s.e."):
        table.add_column(name, justify="right", overflow="fold")
    return table


def failures(report: Report, table: str = "") -> Text | None:
    """Which hands failed, and why: the first of them each for itself.

    Args:
        table: what tells the table apart from others, put behind the number of a hand.
    """
    if not report.failed:
        return None
    said = [f"{many(report.failed, 'hand')} of {report.done:,}{table} failed, counted in no figure:"]
    for failure in report.failures:
        who = f"{failure.bot} at seat {failure.seat}" if failure.bot else "a worker"
        said.append(f"hand {failure.hand}: {who} failed: {failure.error}")
    if report.failed > len(report.failures):
        said.append(f"and {many(report.failed - len(report.failures), 'hand')} more")
    return Text("\n".join(said))


def named(name: str, failed: int) -> str:
    """A bot beside its figures, which may be too good where it failed in hands that it would have lost.

    >>> named("mine:Bot", 1200), named("planner", 0)
    ('mine:Bot (failed in 1,200)', 'planner')
    """
    return f"{name} (failed in {failed:,})" if failed else name


def _row(line: Line) -> tuple[str, ...]:
    if not line.score.hands:
        return ("0", *[NOTHING] * 4)
    low, high = line.win_interval
    error = line.error
    return (
        f"{line.score.hands:,}",
        f"{percent(line.win_rate)} %",
        f"{percent(low)} – {percent(high)}",
        f"{line.mean_units:+.3f}",
        "" if error is None else f"{error:.3f}",
    )


def percent(share: Decimal) -> str:
    return f"{share * 100:.2f}"


def _bots(report: Report) -> Table:
    table = _columns("bot")
    for entry, line in enumerate(report.by_bot):
        table.add_row(f"{entry + 1} {named(line.name, report.failed_by(line.name))}", *_row(line))
    return table


def _places(report: Report) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("wins at seat", overflow="fold", min_width=14)
    for seat in range(report.seats):
        table.add_column(str(seat), justify="right", overflow="fold")
    for entry, line in enumerate(report.by_bot):
        seats = (
            f"{percent(at.win_rate)} %" if at.score.hands else NOTHING
            for at in (report.at(entry, seat) for seat in range(report.seats))
        )
        table.add_row(f"{entry + 1} {line.name}", *seats)
    return table


def _lines(what: str, lines: tuple[Line, ...], failed: Mapping[str, int] | None = None) -> Table:
    table = _columns(what)
    for line in lines:
        name = named(line.name, (failed or {}).get(line.name, 0))
        table.add_row(name if line.bots == 1 else f"{line.bots} × {name}", *_row(line))
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
        table.add_column(name, justify="right", overflow="fold")
    for each in report.differences:
        low, high = each.interval or (None, None)
        row = [f"{each.mean:+.3f}", "" if low is None else f"{low:+.3f} – {high:+.3f}", _three(each.error)]
        if report.replays > 1:
            row += [_three(each.independent), "" if each.shrank is None else f"{percent(each.shrank)} %"]
        first, second = (named(name, report.failed_by(name)) for name in (each.first, each.second))
        table.add_row(f"{first} than {second}", *row)
    return table


def _three(value: Decimal | None) -> str:
    return "" if value is None else f"{value:.3f}"


def _money(report: Report) -> Table | None:
    """What the house took, what of it was what, and what each bot won or lost of it all."""
    income = report.income
    if income is None:
        return None
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("money", overflow="fold", min_width=14)
    for name in ("in all", "a hand", "95 %", "± s.e."):
        table.add_column(name, justify="right", overflow="fold")
    low, high = income.interval or (None, None)
    reach = "" if low is None else f"{low:+.3f} – {high:+.3f}"
    table.add_row("the house takes", _amount(income.total), f"{income.mean:+.3f}", reach, _three(income.error))
    sums = income.takings
    for name, coins in (
        (f"rake of {percentage(report.house.money.rake)}", sums.rake),
        ("units paid to it", sums.house),
        ("rounding", sums.residue),
    ):
        table.add_row(f"· {name}", _amount(income.amount(coins)))
    for entry, bot in enumerate(report.bots):
        won = income.won_by(entry)
        table.add_row(f"{entry + 1} {bot}", _amount(won), f"{EXACT.divide(won, max(1, report.hands)):+.3f}")
    if income.stakes.carries is not None:
        table.add_row("hands with a cap", f"{sums.capped:,}", f"{percent(income.capped)} %")
    return table


def _amount(amount: Decimal) -> str:
    return f"{amount:+,f}"


def _payments(report: Report) -> Table | None:
    if not report.tally.payments:
        return None
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("paid for", overflow="fold", min_width=14)
    for name in ("payments", "in hands", "units", "units a hand"):
        table.add_column(name, justify="right", overflow="fold")
    for reason, paid in sorted(report.tally.payments.items(), key=lambda item: (-item[1].units, item[0])):
        share = percent(mean(paid.hands, report.hands))
        per_hand = f"{mean(paid.units, report.hands):.3f}"
        table.add_row(words(f"reason.{reason}", reason), f"{paid.count:,}", f"{share} %", f"{paid.units:,}", per_hand)
    return table


def _happened(report: Report) -> Table | None:
    """How often each dealt win, special, gun and the like occurred."""
    events = report.tally.events
    keys = [key for kind in COUNTED for key in sorted(events) if key.partition(".")[0] == kind]
    if not keys:
        return None
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("how often", overflow="fold", min_width=14)
    for name in ("times", "in 100 hands"):
        table.add_column(name, justify="right", overflow="fold")
    for key in keys:
        table.add_row(event_words(key), f"{events[key]:,}", f"{mean(100 * events[key], report.hands):.3f}")
    return table


def _hands(report: Report) -> Text:
    tally, length = report.tally, report.tally.decisions
    return Text(f"decisions a hand: {mean(length.units, length.hands):.2f}, from {tally.shortest} to {tally.longest}")


def words(key: str, otherwise: str) -> str:
    try:
        return label(key)
    except LabelError:
        return otherwise


def event_words(name: str) -> str:
    kind, _, which = name.partition(".")
    group = {"won_at_deal": "dealt_win", "feat_scored": "feat", "special_counted": "special"}.get(kind)
    return words(f"event.{kind}", kind) if group is None else words(f"{group}.{which}", which)
