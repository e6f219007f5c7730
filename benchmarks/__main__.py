"""``make bench``: how fast it is on this machine, with Numba and without, beside how fast a plain Python loop is.

Figures are printed and nothing is asserted: a busy machine is slower, and the loop beside it then is too.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys

from rich.console import Console
from rich.table import Table

from benchmarks.clock import best_of

ROWS = (
    ("acts", "Game.act", "acts/s"),
    ("view", "one seat's view kept up to date", "µs an event"),
    ("json", "action from JSON, to its events", "µs"),
    ("verify", "verify", "hands/s"),
    ("cautious", "simulate cautious × 4, one worker", "hands/s"),
    ("random", "simulate random × 4, one worker", "hands/s"),
    ("planner", "simulate planner × 4, one worker", "hands/s"),
    ("leads", "all 486 leads of the worst hand", "ms"),
    ("representatives", "the 79 representatives of the worst hand", "ms"),
    ("plan", "the fewest plays of the slowest hand", "ms"),
)


def _measured(compiled: bool) -> dict[str, float]:
    environment = {**os.environ, "THIRTEEN_JIT": "1" if compiled else "0"}
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.engine"], env=environment, check=True, stdout=subprocess.PIPE, text=True
    )
    found: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return found


def _children() -> float:
    """Seconds of processor time that processes begun here have taken."""
    used = os.times()
    return used.children_user + used.children_system


def _import_time() -> float:
    """Seconds that ``import tienlen`` adds to starting Python, without the extras."""
    environment = {**os.environ, "THIRTEEN_JIT": "0"}

    def started(code: str) -> float:
        return best_of(lambda: subprocess.run([sys.executable, "-c", code], env=environment, check=True), 7, _children)

    return started("import tienlen") - started("pass")


def _shown(value: float, unit: str) -> str:
    return f"{value:,.0f} {unit}" if value >= 100 else f"{value:.3g} {unit}"


def _beside(value: float, unit: str, loops: float) -> str:
    seconds = {"µs": value / 1e6, "µs an event": value / 1e6, "ms": value / 1e3}.get(unit, 1 / value if value else 0)
    return f"{seconds * loops:,.0f}"


def main() -> None:
    """Measure and print."""
    plain = _measured(False)
    compiled = _measured(True)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for name in ("plain Python", "in loop rounds", "with Numba", "in loop rounds", "Numba : plain"):
        table.add_column(name, justify="right")
    columns = [_shown(measured["loops"], "rounds/s") for measured in (plain, compiled)]
    table.add_row("a plain Python loop", columns[0], "1", columns[1], "1", "")
    for key, what, unit in ROWS:
        slow, fast = plain[key], compiled[key]
        gain = fast / slow if unit.endswith("/s") else slow / fast
        table.add_row(
            what,
            _shown(slow, unit),
            _beside(slow, unit, plain["loops"]),
            _shown(fast, unit) if compiled["compiled"] else "no Numba",
            _beside(fast, unit, compiled["loops"]),
            f"{gain:.2f}",
        )
    table.add_row("import tienlen, without extras", _shown(1e3 * _import_time(), "ms"), "", "", "", "")
    table.add_row("a dealt game in memory", f"{plain['size'] / 1000:.1f} KB", "", "", "", "")
    Console(width=140).print(table)


if __name__ == "__main__":
    main()
