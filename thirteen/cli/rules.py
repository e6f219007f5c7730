"""``thirteen rules``: the houses, their pages, their files checked, and JSON Schemas."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.table import Table

from common.errors import RulesetError
from common.files import is_file
from common.labels import label, language
from common.ruleset import Ruleset
from thirteen import houses, schemas
from thirteen.checking import GAMES
from thirteen.cli import paper
from thirteen.page import page

app = typer.Typer(**paper.PLAIN)

_Game = Annotated[str | None, typer.Option(help="tienlen or shisanshui, where it cannot be told.", metavar="GAME")]
_Json = Annotated[bool, typer.Option("--json", help="For machines.")]
_Lang = Annotated[str, typer.Option(help="en, zh or vi.")]


@app.callback()
def rules() -> None:
    """The houses that there are, their rules as pages, and house files checked.

    \b
    Examples:
      thirteen rules list
      thirteen rules show tienlen southern --lang vi
      thirteen rules check my-house.toml
      thirteen rules schema tienlen actions > actions.json
    """


def _is_game(name: str | None) -> str | None:
    if name is not None and name not in GAMES:
        paper.wrong_use(f"there is no game called {name[:40]!r}: there are {', '.join(GAMES)}")
    return name


def _houses(named: list[str], game: str | None) -> list[tuple[str, str]]:
    """Each house with its game: ``tienlen southern``, ``southern``, a file; a name that both games have means both."""
    named, game = _named(named, game)
    return [(each, name) for name in named for each in _games(name, game)]


def _named(named: list[str], game: str | None) -> tuple[list[str], str | None]:
    """Names of houses, and the game that was said, by ``--game`` or before them."""
    _is_game(game)
    return (named[1:] or ["meitian"], named[0]) if named[0] in GAMES else (named, game)


def _games(name: str, game: str | None) -> tuple[str, ...]:
    """The games that a house is of.

    Raises:
        RulesetError: where there is no such house.
    """
    houses.known(name)
    if game is not None and not is_file(name) and name not in houses.bundled(game):
        there = ", ".join(houses.bundled(game))
        raise RulesetError(f"{game} has no house called {name[:60]!r}: there are {there}")
    return (game,) if game else houses.games_of(name)


@app.command("list")
def list_houses(as_json: _Json = False) -> None:
    """The houses that come with both games, with the first digits of what names their rules.

    \b
    Examples:
      thirteen rules list
      thirteen rules list --json | jq -r '.[].digest'
    """
    found = [(game, houses.load(game, name)) for game in GAMES for name in houses.bundled(game)]
    if as_json:
        paper.say_json(
            [{"game": game, "name": each.name, "title": each.title, "digest": each.digest} for game, each in found]
        )
        return
    table = Table(box=None, pad_edge=False)
    for column in ("game", "house", "rules", "title"):
        table.add_column(column, no_wrap=True)
    for game, each in found:
        table.add_row(game, each.name, each.digest[:12], each.title)
    paper.show(table)


@app.command()
def show(
    house: Annotated[
        list[str],
        typer.Argument(
            help="A house or a file; a game's name may stand before it, or alone for meitian.", show_default=False
        ),
    ],
    game: _Game = None,
    lang: _Lang = "en",
    as_json: _Json = False,
) -> None:
    """A house's rules as a page that a player can read, made from the rules it is played by.

    \b
    Examples:
      thirteen rules show tienlen meitian
      thirteen rules show southern --lang vi
      thirteen rules show my-house.toml --json
    """
    language(lang)
    for nth, (of, name) in enumerate(_houses(house, game)):
        try:
            found = houses.load(of, name)
        except RulesetError as error:
            paper.answer_no(str(error))
        if as_json:
            paper.say_json({"game": of, "digest": found.digest, "rules": found.resolved})
        else:
            paper.say_page(("\n" if nth else "") + page(found, of, lang))


@app.command()
def check(
    files: Annotated[list[str], typer.Argument(help="House files or names.", show_default=False)],
    game: _Game = None,
    as_json: _Json = False,
) -> None:
    """Whether a house can be played; what is wrong is named by its line or dotted key, in the words of the rules.

    All are checked, whatever is wrong with one.  Exit code 1: a house is not sound.  2: there is no such file.

    \b
    Examples:
      thirteen rules check my-house.toml
      thirteen rules check my-house.toml --game shisanshui --json
    """
    (named, said), code = _named(files, game), 0
    for name in named:
        try:
            games = _games(name, said)
        except RulesetError as error:
            paper.stderr(f"thirteen: {error}")
            code = paper.WRONG_USE
            continue
        for of in games:
            found: dict[str, Any] = {"file": name, "game": of}
            try:
                rules = houses.load(of, name)
                found |= {"ok": True, "message": _sound(of, rules), "where": "", "digest": rules.digest}
            except RulesetError as error:
                found |= {"ok": False, "message": str(error), "where": error.where, "digest": None}
                code = max(code, paper.NO)
            if as_json:
                paper.say_json(found)
            else:
                paper.say(found["message"])
    if code:
        raise typer.Exit(code)


def _sound(game: str, rules: Ruleset) -> str:
    return f"{rules.name}: sound, a house of {label(f'game.{game}')}, rules {rules.digest}"


@app.command()
def schema(
    game: Annotated[str, typer.Argument(help="tienlen or shisanshui.", show_default=False)],
    what: Annotated[str, typer.Argument(help="rules, actions, events or view.")] = "rules",
) -> None:
    """The JSON Schema (2020-12) of a game's rulesets, of what seats ask for, of what happens, of a seat's view.

    \b
    Examples:
      thirteen rules schema tienlen > ruleset.json
      thirteen rules schema tienlen view
    """
    _is_game(game)
    if what not in schemas.WHAT:
        paper.wrong_use(f"there is no schema of {what[:40]!r}: there are {', '.join(schemas.WHAT)}")
    paper.say_page(schemas.text(game, what))
