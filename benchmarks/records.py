"""Records at scale: how fast they are made and checked, and how much memory that holds.

``python -m benchmarks.records --hands 1000000`` makes so many records by way of traces and verifies them, each step in
a process of its own, and plays two long runs that keep nothing, the second ten times the first.  What is printed is
for looking at: memory that grows from the first run to the second, or with ``--hands``, is a fault.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from thirteen.arena import simulate
from thirteen.checking import verify_file
from thirteen.cli.processes import pool
from thirteen.expand import expand
from thirteen.workers import cores

__all__ = ["main"]

LONG_RUNS: Final = (1_000_000, 10_000_000)
"""Hands of the runs that keep nothing."""
GAME: Final = "tienlen"


def _simulated(hands: int, workers: int, _folder: Path) -> int:
    return simulate(GAME, "southern", ["random"], hands, 1, seats=4, workers=workers).done


def _traced(hands: int, workers: int, folder: Path) -> int:
    bots = ["cautious", "random"]
    return simulate(GAME, "meitian", bots, hands, 1, workers=workers, trace=folder / "run.jsonl.zst").done


def _expanded(_hands: int, workers: int, folder: Path) -> int:
    with pool(workers) as executor:
        made = expand(folder / "run.jsonl.zst", folder / "hands.jsonl.zst", executor=executor, workers=workers)
    assert made, made.message
    return made.hands


def _verified(_hands: int, workers: int, folder: Path) -> int:
    with pool(workers) as executor:
        verdict = verify_file(folder / "hands.jsonl.zst", executor=executor, workers=workers)
    assert verdict, verdict.message
    return verdict.hands


STEPS: Final[dict[str, Callable[[int, int, Path], int]]] = {
    "simulate": _simulated,
    "trace every hand": _traced,
    "expand": _expanded,
    "verify": _verified,
}


def _step(name: str, hands: int, workers: int, folder: Path) -> dict[str, Any]:
    """One step in this process, measured."""
    began = time.perf_counter()
    done = STEPS[name](hands, workers, folder)
    seconds = time.perf_counter() - began
    held, of_workers = (
        resource.getrusage(who).ru_maxrss / 1024 for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return {"hands": done, "seconds": seconds, "held": held, "of_workers": of_workers if workers > 1 else 0}


def _apart(name: str, hands: int, workers: int, folder: Path) -> dict[str, Any]:
    """One step in a process of its own, so that no memory of another counts."""
    arguments = ["--step", name, "--hands", str(hands), "--workers", str(workers), "--folder", str(folder)]
    command = [sys.executable, "-m", "benchmarks.records", *arguments]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=dict(os.environ))
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.records", description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000, help="how many records are made and verified")
    parser.add_argument("--workers", type=int, default=cores(), help="how many processes")
    parser.add_argument("--folder", type=Path, help="where the files are kept; a folder that is removed, if not said")
    parser.add_argument("--no-long-runs", action="store_true", help="leave the runs that keep nothing out")
    parser.add_argument("--step", choices=STEPS, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.step:
        print(json.dumps(_step(given.step, given.hands, given.workers, given.folder)))
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for heading in ("hands", "hands/s", "MB at most", "MB of a worker"):
        table.add_column(heading, justify="right")
    plan = [("simulate", hands, workers) for workers in (1, given.workers) for hands in LONG_RUNS]
    plan = [] if given.no_long_runs else list(dict.fromkeys(plan))
    plan += [(name, given.hands, given.workers) for name in ("trace every hand", "expand", "verify")]
    with tempfile.TemporaryDirectory() as room:
        folder = given.folder or Path(room)
        _apart("simulate", 10_000, 1, folder)  # so that no step compiles
        for name, hands, workers in plan:
            told = _apart(name, hands, workers, folder)
            words = f"{name}, {workers} worker{'s' if workers > 1 else ''}"
            of_workers = f"{told['of_workers']:,.0f}" if told["of_workers"] else ""
            rate = told["hands"] / told["seconds"]
            table.add_row(words, f"{told['hands']:,}", f"{rate:,.0f}", f"{told['held']:,.0f}", of_workers)
        for file in ("run.jsonl.zst", "hands.jsonl.zst"):
            table.add_row(file, f"{(folder / file).stat().st_size / 1e6:,.0f} MB")
    Console(width=100).print(table)


if __name__ == "__main__":
    main()
