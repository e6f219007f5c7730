"""``thirteen hint``: what is worth considering with these cards."""

from __future__ import annotations

from importlib import import_module
from typing import Annotated, Any

import typer

from common.cards import Card, cards
from common.labels import label, language, sentence
from thirteen import houses
from thirteen.checking import GAMES
from thirteen.cli import paper

app = typer.Typer(**paper.PLAIN)


@app.command()
def hint(
    words: Annotated[
        list[str], typer.Argument(help="Cards such as 3s 4h Td; a game's name may stand first.", show_default=False)
    ],
    top: Annotated[
        str | None,
        typer.Option(
            help="Tiến lên: the play to beat; without it, a lead.  十三水: how many layouts.", metavar="CARDS|N"
        ),
    ] = None,
    rules: Annotated[str, typer.Option(help="A house or a file.", metavar="HOUSE")] = "meitian",
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object.")] = False,
    lang: Annotated[str, typer.Option(help="en, zh or vi.")] = "en",
) -> None:
    """What is worth considering with these cards, best first.

    Of 十三水 each row is told with the waters that it collects from each if it is won; layouts stand by the sum of
    those above 1, then by the types of back, middle and front.  Plays of Tiến lên stand as the bot planner weighs
    them, by the turns that the rest of the hand would take.

    The game is told by its name, by the house, or by the cards: thirteen without a play to beat are laid out in rows.

    \b
    Examples:
      thirteen hint tienlen "3s 4h 5d 8c 8d 2h" --top "7s"
      thirteen hint tienlen 3s 4h 5d 8c 8d 2h --rules southern
      thirteen hint shisanshui "As Ah Ks 9s 9h 9c 5s 4d Ts Jh Qd Kc Ad" --top 3
    """
    language(lang)
    named = words[0] if words[0] in GAMES else None
    held = cards(" ".join(words[1:] if named else words) or " ")
    houses.known(rules)
    game = named or _game(held, top, rules)
    if game not in houses.games_of(rules):
        paper.wrong_use(f"{game} has no house called {rules[:60]!r}: there are {', '.join(houses.bundled(game))}")
    found = import_module(f"thirteen.hinting.{game}").hinted(held, top, houses.load(game, rules), lang)
    if as_json:
        plain: list[dict[str, Any]] = [each.to_plain() for each in found]
        paper.say_json({"game": game, "rules": rules, "hints": plain})
        return
    if not found:
        paper.say(sentence("tell.no_hints", lang))
        return
    name = sentence(f"game.{game}", lang)
    paper.say(sentence("tell.hints", lang, game=name, house=rules, count=len(found)))
    paper.say(label(f"tell.hints_order.{game}", lang))
    for nth, each in enumerate(found, 1):
        paper.say(f"{nth:>3}  {each.text}")


def _game(held: tuple[Card, ...], top: str | None, rules: str) -> str:
    """The game, where it was not named."""
    games = houses.games_of(rules)
    if len(games) == 1:
        return games[0]
    if top is not None:
        return "shisanshui" if top.isascii() and top.isdigit() and len(top) <= 3 else "tienlen"
    return "shisanshui" if len(held) >= 13 else "tienlen"
