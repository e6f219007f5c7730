"""``thirteen compare``: two houses on the same deals."""

from __future__ import annotations

from typing import Annotated

import typer

from thirteen import compare as comparing
from thirteen import games, houses
from thirteen.checking import GAMES
from thirteen.cli import out, paper

app = typer.Typer(**paper.PLAIN)


@app.command()
def compare(
    rules_a: Annotated[str, typer.Argument(help="A house by name, or a TOML file.", show_default=False)],
    rules_b: Annotated[str, typer.Argument(help="The other one.", show_default=False)],
    game: Annotated[
        str | None, typer.Option(help="tienlen or shisanshui, where it cannot be told.", metavar="GAME")
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(help="One bot for each seat, or one for all; the game's own, if not said.", metavar="A,B,…"),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(help="How many play; as many as there are bots, if not said.", metavar="N")
    ] = None,
    hands: Annotated[int, typer.Option(help="How many deals.", metavar="N", min=0)] = 1000,
    seed: Annotated[str, typer.Option(help="A whole number, or any text.", metavar="SEED")] = "0",
    base: out.Base = None,
    carry: out.Carry = None,
    workers: Annotated[
        int | None, typer.Option(help="How many processes; one for each core, if not said.", metavar="N", min=1)
    ] = None,
    as_json: out.Json = False,
    csv: out.Csv = None,
    plot: out.Plot = None,
    overwrite: out.Overwrite = False,
    lang: out.Lang = None,
) -> None:
    """Play the same deals under two houses and tell what the rules change, with 95 % intervals.

    What happens if black 2s cost 3?  Write a house that extends another and says so, and compare the two.
    Exit code 1: a bot failed in some deal.

    \b
    Examples:
      thirteen compare meitian southern --game tienlen --bots cautious --hands 2000
      thirteen compare southern my-house.toml --base 10 --carry 500 --plot rules.svg
    """
    out.checked(plot, lang, (csv, plot), overwrite, *dict.fromkeys((rules_a, rules_b)))
    for rules in (rules_a, rules_b):
        houses.known(rules)
    if game is None:
        both = [name for name in GAMES if all(name in houses.games_of(rules) for rules in (rules_a, rules_b))]
        if len(both) != 1:
            paper.wrong_use(
                f"{rules_a[:60]!r} and {rules_b[:60]!r} are houses of both games: say --game {' or --game '.join(both)}"
                if both
                else f"no game has both {rules_a[:60]!r} and {rules_b[:60]!r}"
            )
        (game,) = both
    with out.progress(hands, "deals") as progress:
        found = comparing.compare(
            game,
            rules_a,
            rules_b,
            games.usual(game) if bots is None else [name.strip() for name in bots.split(",")],
            hands,
            out.seed(seed),
            seats=seats,
            base=base,
            carry=carry,
            workers=workers,
            progress=progress,
            tell=lambda sentence: paper.stderr(f"thirteen: {sentence}"),
        )
    out.told(found, as_json, csv, plot, lang)
    if found.part.failed:
        paper.answer_no(f"{found.part.failed} of {hands} deals failed: {found.part.why}")
