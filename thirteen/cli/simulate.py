"""``thirteen simulate``: bots against bots."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from common.files import is_file
from thirteen import arena, games, sequential
from thirteen.cli import out, paper
from thirteen.cluster import cluster
from thirteen.interruption import exit_code

app = typer.Typer(**paper.PLAIN)


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(help="tienlen or shisanshui.", show_default=False)],
    rules: Annotated[str, typer.Option(help="A house by name, or a TOML file.", metavar="HOUSE")] = "meitian",
    seats: Annotated[
        int | None, typer.Option(help="How many play; as many as there are bots, if not said.", metavar="N")
    ] = None,
    hands: Annotated[int, typer.Option(help="How many hands.", metavar="N", min=0)] = 1000,
    bots: Annotated[
        str | None,
        typer.Option(
            help="One bot for each seat, or one for all; module:name (no .py) or cmd:program for your own.",
            metavar="A,B,…",
        ),
    ] = None,
    seed: Annotated[str, typer.Option(help="A whole number, or any text.", metavar="SEED")] = "0",
    workers: Annotated[
        int | None, typer.Option(help="How many processes; one for each core, if not said.", metavar="N", min=1)
    ] = None,
    record: Annotated[
        Path | None, typer.Option(help="Record hands in this file; .gz and .zst pack it.", metavar="FILE")
    ] = None,
    trace: Annotated[
        Path | None,
        typer.Option(help="Write in this file what was decided, for `thirteen expand`.", metavar="FILE"),
    ] = None,
    overwrite: out.Overwrite = False,
    sample: Annotated[
        int | None, typer.Option(help="Record or trace every K-th hand; every one, if not said.", metavar="K", min=1)
    ] = None,
    duplicate: Annotated[
        bool,
        typer.Option(
            "--duplicate",
            help="Play each deal with the bots in all arrangements; --hands is rounded up to whole deals.",
        ),
    ] = False,
    base: out.Base = None,
    carry: out.Carry = None,
    limit_per_decision: Annotated[
        float, typer.Option(help="How long a bot of your own may take for a decision.", metavar="SECONDS")
    ] = 5.0,
    until_decided: Annotated[
        bool, typer.Option("--until-decided", help="End as soon as a sequential test has decided; --hands is the most.")
    ] = False,
    on: Annotated[
        str | None,
        typer.Option(
            help="What the test is about: units (a hand more) or wins (share of hands); units, if not said.",
            metavar="WHAT",
        ),
    ] = None,
    between: Annotated[
        str | None, typer.Option(help="The two bots of the test; the first two names, if not said.", metavar="A,B")
    ] = None,
    h0: Annotated[
        str | None,
        typer.Option(
            help="What the test takes for no difference; if not said, 0 units, or the share of equals (0.5 of two).",
            metavar="X",
        ),
    ] = None,
    h1: Annotated[
        str | None,
        typer.Option(help="What it takes for one; if not said, 0.5 units above h0, or 0.02 of the hands.", metavar="X"),
    ] = None,
    alpha: Annotated[
        str | None, typer.Option(help="The chance of accepting h1 where h0 holds; 0.05, if not said.", metavar="P")
    ] = None,
    beta: Annotated[
        str | None, typer.Option(help="The chance of accepting h0 where h1 holds; 0.05, if not said.", metavar="P")
    ] = None,
    scheduler: Annotated[
        str | None,
        typer.Option(
            help="Play on the Dask cluster of this scheduler, such as tcp://10.0.0.5:8786.", metavar="ADDRESS"
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(help="Keep checkpoints in this file, and go on from it where it is there.", metavar="FILE"),
    ] = None,
    as_json: out.Json = False,
    csv: out.Csv = None,
    plot: out.Plot = None,
    lang: out.Lang = None,
) -> None:
    """Play hands between bots and tell who won what; the same seed gives the same bytes for any number of workers.

    Bots move up one seat from hand to hand.  Ctrl-C and SIGTERM end the run early: the figures are then of the
    first so many hands.  Exit code 1: a bot failed in some hand, which is named.

    \b
    Examples:
      thirteen simulate tienlen --hands 10000 --seed 7
      thirteen simulate tienlen --rules southern --bots planner,random,random --json | jq .names
      thirteen simulate tienlen --base 10 --carry 500
      thirteen simulate tienlen --bots cautious --seats 3 --record hands.jsonl.zst --sample 100
      thirteen simulate tienlen --hands 1000000 --bots random --trace run.jsonl.zst --sample 100
      thirteen simulate tienlen --hands 10000000 --resume run.json --record hands.jsonl --sample 1000
      thirteen simulate tienlen --hands 10000000 --scheduler tcp://10.0.0.5:8786
      PYTHONPATH=. thirteen simulate tienlen --bots my_module:MyBot,planner
      thirteen simulate tienlen --bots planner,cautious --duplicate --until-decided --hands 100000
      thirteen simulate tienlen --bots "cmd:python bot.py,planner" --limit-per-decision 0.5
    """
    of_the_test = {"on": on, "between": between, "h0": h0, "h1": h1, "alpha": alpha, "beta": beta}
    if not until_decided:
        out.goes_with("--until-decided", of_the_test)
    if record is None and trace is None:
        out.goes_with("--record or --trace", {"sample": sample})
    goes_on = resume is not None and is_file(resume)
    out.checked(plot, lang, (record, trace, csv, plot), overwrite or goes_on, rules, resume)
    names = games.usual(game) if bots is None else [name.strip() for name in bots.split(",")]
    with _executor(scheduler) as (executor, there), out.progress(hands, "hands") as progress:
        report = arena.simulate(
            game,
            rules,
            names,
            hands,
            out.seed(seed),
            seats=seats,
            workers=workers or there,
            executor=executor,
            record=record,
            trace=trace,
            sample=sample or 1,
            duplicate=duplicate,
            base=base,
            carry=carry,
            until=_bounds(game, names, **of_the_test) if until_decided else None,
            limit_per_decision=limit_per_decision,
            apart=True,
            resume=resume,
            progress=progress,
            tell=lambda sentence: paper.stderr(f"thirteen: {sentence}"),
        )
    out.told(report, as_json, csv, plot, lang)
    if report.stopped:
        paper.stderr(f"thirteen: {report.stopped}")
        raise typer.Exit(exit_code())
    if report.failed:
        first = report.failures[0]
        paper.answer_no(
            f"{report.failed} of {report.done} hands failed, the first in hand {first.hand}: "
            f"{first.bot or 'a worker'}: {first.error}"
        )


def _bounds(
    game: str, names: list[str], on: str | None, between: str | None, **numbers: str | None
) -> sequential.Bounds:
    pair = list(dict.fromkeys(names))[:2] if between is None else [name.strip() for name in between.split(",")]
    if len(pair) != 2:
        paper.wrong_use("a test is between two different bots: give them as --between A,B")
    given = {name: number for name, number in numbers.items() if number is not None}
    return sequential.Bounds.of(on or "units", *pair, game=game, bots=names, **given)


@contextmanager
def _executor(scheduler: str | None) -> Iterator[tuple[Executor | None, int | None]]:
    """A cluster's executor and how many workers it has, or none."""
    if scheduler is None:
        yield None, None
        return
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of it is in the report
    with cluster(scheduler) as found:
        yield found
