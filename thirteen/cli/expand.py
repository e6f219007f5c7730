"""``thirteen expand``: traces made records."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Annotated, Final

import typer

from common.files import is_file
from thirteen import expand as expanding
from thirteen.cli import out, paper
from thirteen.cli.processes import pool
from thirteen.workers import cores

app = typer.Typer(**paper.PLAIN)

WORTH_WORKERS: Final = 200_000
"""Bytes of a file, a few hundred hands."""


@app.command()
def expand(
    traces: Annotated[
        Path, typer.Argument(help="What simulate --trace wrote; .gz and .zst are unpacked.", show_default=False)
    ],
    records: Annotated[
        Path, typer.Argument(help="The file for the records; .gz and .zst pack it.", show_default=False)
    ],
    overwrite: Annotated[bool, typer.Option("--overwrite", help="Begin RECORDS anew though it is there.")] = False,
    workers: Annotated[
        int | None, typer.Option(help="How many processes; one for each core, if not said.", metavar="N", min=1)
    ] = None,
) -> None:
    """Make records of traces: every hand decided again by its game, as simulate --record would have written it.

    Exit code 0: all hands are recorded.  1: the traces are damaged or cut off, and the hands before are recorded.  2:
    this is no file of traces, or a file cannot be opened.

    \b
    Examples:
      thirteen simulate tienlen --hands 1000000 --bots random --trace run.jsonl.zst --sample 100
      thirteen expand run.jsonl.zst hands.jsonl.zst
      thirteen verify hands.jsonl.zst
    """
    if is_file(records) and records.stat().st_size and not overwrite:
        paper.wrong_use(f"{str(records)!r:.200} is there already: --overwrite begins it anew")
    many = workers or (cores() if _is_long(traces) else 1)
    began = time.perf_counter()
    with pool(many) as executor, out.progress(0, "hands") as progress:
        made = expanding.expand(traces, records, executor=executor, workers=many, progress=progress)
    took = time.perf_counter() - began
    rate = f" in {took:.1f} s, {made.hands / took:,.0f} a second"
    if not made:
        paper.answer_no(f"{made.message}; {made.hands} hands before it are expanded{rate}")
    paper.say(f"{made.message}{rate}")
    paper.say(f"  head  {made.head}")


def _is_long(file: Path) -> bool:
    packed = file.suffix in {".gz", ".zst"}
    return is_file(file) and file.stat().st_size > (WORTH_WORKERS // 3 if packed else WORTH_WORKERS)
