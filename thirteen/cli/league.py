"""``thirteen league``: every table of some bots."""

from __future__ import annotations

from typing import Annotated

import typer

from thirteen import league as leagues
from thirteen.cli import out, paper

app = typer.Typer(**paper.PLAIN)


@app.command()
def league(
    bots: Annotated[
        list[str], typer.Argument(help="Two bots or more; module:name takes your own.", show_default=False)
    ],
    game: Annotated[str, typer.Option(help="tienlen or shisanshui.", metavar="GAME")] = "tienlen",
    rules: Annotated[str, typer.Option(help="A house by name, or a TOML file.", metavar="HOUSE")] = "meitian",
    hands: Annotated[
        int, typer.Option(help="How many hands at each table, rounded up to whole deals.", metavar="N", min=1)
    ] = 1000,
    size: Annotated[int, typer.Option(help="How many different bots meet at a table.", metavar="K", min=2)] = 2,
    seats: Annotated[
        int | None, typer.Option(help="How many seats a table has; K, if not said.", metavar="N", min=2)
    ] = None,
    seed: Annotated[str, typer.Option(help="A whole number, or any text.", metavar="SEED")] = "0",
    workers: Annotated[
        int | None, typer.Option(help="How many processes; one for each core, if not said.", metavar="N", min=1)
    ] = None,
    as_json: out.Json = False,
    csv: out.Csv = None,
    plot: out.Plot = None,
    overwrite: out.Overwrite = False,
    lang: out.Lang = None,
) -> None:
    """Let every pair of bots meet (or every K of them) and tell who beats whom, by how much, and how they rate.

    Each table plays duplicate deals of its own.  Exit code 1: a bot failed in some hand.

    \b
    Examples:
      thirteen league planner cautious random --hands 2000
      thirteen league planner cautious random --seats 4 --plot league.svg
      thirteen league first-hint random --game shisanshui --hands 500 --json | jq .standings
    """
    out.checked(plot, lang, (csv, plot), overwrite, rules)
    with out.progress(hands, "hands") as progress:
        found = leagues.league(
            game,
            rules,
            bots,
            hands,
            out.seed(seed),
            size=size,
            seats=seats,
            workers=workers,
            apart=True,
            progress=progress,
        )
    out.told(found, as_json, csv, plot, lang)
    if found.failed:
        paper.answer_no(f"{found.failed} of {sum(report.done for report in found.reports)} hands failed")
