"""Whole hands in bulk on one core, beside hand-written C bounds: ``python -m benchmarks.kernels [--limits FOLDER]``.

The bounds are the C programs of a folder given on the command line, compiled with the machine's own compiler and run
in turn with the kernels, so that both meet the same machine.  Without a folder the figures stand alone.  Time is that
of the processor, all loops are the public functions'.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.table import Table

from common.deal import STATE, key_of, key_words, shuffle_in_place
from common.jit import ENABLED, IntBuffer, IntTable, buffer, jit
from shisanshui.ask import book_of
from shisanshui.scoring import Tables, additive_rows, tables
from shisanshui.search import unmoved
from thirteen import games
from thirteen.arena import simulate

__all__ = ["Bound", "Row", "compiled_limits", "main", "rates"]

ROUNDS: Final = 6
"""How often everything is measured in turn; the fastest counts."""
SHARE: Final = 0.4
"""Seconds for one measurement."""


class Bound(NamedTuple):
    """A mode of a C program that does by hand what a kernel does by the rules."""

    program: str
    """The file's name, without ``.c``."""
    arguments: tuple[str, ...]
    """What comes before the seconds and the repetitions."""


class Row(NamedTuple):
    """One figure."""

    game: str
    rules: str
    bots: tuple[str, ...]
    bound: Bound | None


FIRST, LAST = (Bound("tienlen_limit", ("list", until, "4")) for until in ("first", "last"))
LAYOUT: Final = Bound("arrange_limit", ("bb",))
HANDS: Final = (
    Row("tienlen", "southern", ("random",) * 4, FIRST),
    Row("tienlen", "meitian", ("random",) * 4, FIRST),
    Row("tienlen", "southern-places", ("random",) * 4, LAST),
    Row("tienlen", "southern", ("cautious",) * 4, None),
    Row("tienlen", "southern", ("planner",) * 4, None),
    Row("shisanshui", "bb", ("random",) * 4, None),
    Row("shisanshui", "bb", ("first-hint",) * 4, None),
    Row("shisanshui", "bb", ("expected",) * 4, None),
    Row("shisanshui", "meitian", ("expected",) * 4, None),
    Row("shisanshui", "bb", ("best",) * 4, None),
    Row("shisanshui", "meitian", ("best",) * 4, None),
)


# The bounds


def compiled_limits(folder: Path, into: Path) -> dict[str, Path]:
    """The C programs of a folder by name, compiled."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    found = {}
    for source in sorted(folder.glob("*.c")) if compiler else ():
        program = into / source.stem
        command = [compiler, "-O3", "-march=native", "-w", "-o", str(program), str(source), "-lm"]
        subprocess.run([part for part in command if part], check=True)
        found[source.stem] = program
    return found


def _run(program: Path, bound: Bound, seconds: float) -> tuple[float, float]:
    """Games or hands a second as the program says, and the seconds of processor time that it took in all."""
    before = os.times().children_user
    done = subprocess.run(
        [str(program), *bound.arguments, str(seconds), "1"], check=True, stdout=subprocess.PIPE, text=True
    )
    told = re.search(r"median ([0-9.]+)", done.stdout)
    assert told is not None, done.stdout
    return float(told[1]), os.times().children_user - before


def _bound_rate(program: Path, bound: Bound) -> float:
    """Games or hands a second of processor time, what the program does before it begins to measure left out."""
    _, before = _run(program, bound, 0.001)
    seconds = SHARE + before  # of two long times that hardly differ the difference would be chance
    rate, took = _run(program, bound, seconds)
    return rate * seconds / (took - before)


# The kernels


@jit
def _lay_out(tables: Tables, words: IntTable, first: int, count: int, out: IntBuffer) -> int:
    """Deal so many hands of four and lay out each seat's cards by additive weights; a number that depends on all."""
    state, pack, own, mixed = buffer(STATE), buffer(52), buffer(13), 0
    for hand in range(first, first + count):
        for place in range(52):
            pack[place] = place
        shuffle_in_place(words, hand, state, pack)
        for seat in range(4):
            for nth in range(13):
                card, at = pack[13 * seat + nth], nth
                while at > 0 and own[at - 1] > card:
                    own[at] = own[at - 1]
                    at -= 1
                own[at] = card
            additive_rows(tables.house, tables.splits, tables.odds.weigh, own, out)
            mixed ^= out[0] ^ out[1] ^ out[2]
    return mixed


def _layouts(rules: str) -> Callable[[int], int]:
    of_house, words, out = tables(book_of(rules), 4), key_words(key_of(7)), buffer(3)
    of_house = of_house._replace(odds=of_house.odds._replace(weigh=unmoved(of_house.odds.weigh)))

    def lay_out(hands: int) -> int:
        _lay_out(of_house, words, 0, hands, out)
        return 4 * hands

    return lay_out


def _plays(row: Row) -> Callable[[int], int]:
    kernel, key = games.in_bulk(row.game, row.bots), key_of(7)
    assert kernel is not None, row
    house = games.house(row.game, row.rules)

    def play(hands: int) -> int:
        kernel.play(house, row.bots, key, range(hands), 1)
        return hands

    return play


def _sized(play: Callable[[int], int]) -> int:
    """How many hands take about :data:`SHARE` seconds, once all is compiled."""
    hands = 8
    play(hands)
    while True:
        began = time.process_time()
        play(hands)
        took = time.process_time() - began
        if took > SHARE / 4:
            return max(1, int(hands * SHARE / took))
        hands *= 4


def rates(
    measured: Sequence[tuple[Callable[[int], int], Bound | None]], programs: dict[str, Path], rounds: int = ROUNDS
) -> list[tuple[float, float | None]]:
    """For each function, things a second and those of its bound: measured in turn, the fastest of the rounds."""
    sizes = [_sized(play) for play, _ in measured]
    best = [0.0] * len(measured)
    bounds: dict[Bound, float] = {}
    for _ in range(rounds):
        for bound in {bound for _, bound in measured if bound is not None and bound.program in programs}:
            bounds[bound] = max(bounds.get(bound, 0), _bound_rate(programs[bound.program], bound))
        for nth, (play, _) in enumerate(measured):
            began = time.process_time()
            done = play(sizes[nth])
            best[nth] = max(best[nth], done / (time.process_time() - began))
    return [(rate, bounds.get(bound) if bound else None) for rate, (_, bound) in zip(best, measured, strict=True)]


def _decisions(row: Row) -> float:
    length = simulate(row.game, row.rules, row.bots, 500, 7, workers=1).tally.decisions
    return length.units / length.hands


# Beginning


def _begun(game: str) -> None:
    """Play one hand with each of the kernel's bots: everything is compiled, or loaded."""
    began = time.perf_counter()
    module: Any = __import__(f"{game}.bulk", fromlist=["POLICIES"])
    house = games.house(game, "meitian")
    loaded = time.perf_counter()
    for bot in module.POLICIES:
        module.play(house, [bot] * 4, key_of(1), range(1), 1)
    ready = time.perf_counter()
    sys.stdout.write(json.dumps([loaded - began, ready - loaded]) + "\n")


def _beginnings(game: str) -> tuple[float, float]:
    """Seconds until the first hand is played, in a new process: compiled for the first time, and from the cache."""
    with tempfile.TemporaryDirectory() as cache:
        took = []
        for _ in range(3):
            done = subprocess.run(
                [sys.executable, "-m", "benchmarks.kernels", "--begin", game],
                env={**os.environ, "NUMBA_CACHE_DIR": cache}, check=True, stdout=subprocess.PIPE, text=True,
            )  # fmt: skip
            took.append(json.loads(done.stdout.splitlines()[-1])[1])
    return took[0], min(took[1:])


def _cores(hands: int) -> tuple[float, float]:
    """Hands a second of ``simulate`` with one worker and with two, by the clock on the wall."""
    found = []
    for workers in (1, 2):
        simulate("tienlen", "southern", ["random"], hands // 20, 1, workers=workers)
        began = time.perf_counter()
        simulate("tienlen", "southern", ["random"], hands, 1, workers=workers)
        found.append(hands / (time.perf_counter() - began))
    return found[0], found[1]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Whole hands in bulk on one core, beside hand-written C bounds.")
    parser.add_argument("--limits", type=Path, help="a folder with the C programs of the bounds")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--cores", type=int, default=12_000_000, metavar="HANDS", help="hands for one worker and two")
    parser.add_argument("--begin", help=argparse.SUPPRESS)
    asked = parser.parse_args(arguments)
    if asked.begin:
        _begun(asked.begin)
        return
    console = Console(width=140)
    if not ENABLED:
        console.print("Numba is not installed or turned off: there is no compiled kernel to measure")
        return
    with tempfile.TemporaryDirectory() as folder:
        programs = compiled_limits(asked.limits, Path(folder)) if asked.limits else {}
        if asked.limits and not programs:
            console.print(f"no bounds: {asked.limits} holds no C program, or there is no C compiler")
        rows = [row for row in HANDS if games.in_bulk(row.game, row.bots) is not None]
        layouts = ("bb", "meitian")
        measured: list[tuple[Callable[[int], int], Bound | None]] = [(_plays(row), row.bound) for row in rows]
        measured += [(_layouts(rules), LAYOUT) for rules in layouts]
        found = rates(measured, programs, asked.rounds)
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column("")
    for name in ("a second", "decisions a hand", "C bound", "kernel : bound"):
        table.add_column(name, justify="right")
    names = [f"{row.game} {row.rules}: {row.bots[0]} × {len(row.bots)}" for row in rows]
    lengths = [f"{_decisions(row):.1f}" for row in rows]
    names += [f"shisanshui {rules}: additive layouts" for rules in layouts]
    for name, length, (rate, bound) in zip(names, [*lengths, *[""] * len(layouts)], found, strict=True):
        beside = ("", "") if bound is None else (f"{bound:,.0f}", f"{rate / bound:.2f}")
        table.add_row(name, f"{rate:,.0f}", length, *beside)
    console.print(table)
    for game in ("tienlen", "shisanshui"):
        if games.in_bulk(game, ["random"]) is not None:
            cold, cached = _beginnings(game)
            console.print(f"{game}: compiled in {cold:.1f} s, once; from the cache {cached:.2f} s")
    if asked.cores:
        one, two = _cores(asked.cores)
        console.print(
            f"tienlen southern random × 4: one worker {one:,.0f} hands a second, two {two:,.0f}: {two / one:.2f} times"
        )
    console.print(f"most memory this process held: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB")


if __name__ == "__main__":
    main()
