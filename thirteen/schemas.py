"""JSON Schemas of what goes in and out of both games, for clients in other languages.

The files ``schemas/*.json`` of each game are shipped; ``python -m thirteen.schemas`` writes them anew from the models.
"""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from pydantic import TypeAdapter

from common.ruleset import json_schema
from thirteen.checking import GAMES

__all__ = ["WHAT", "schema", "text"]

WHAT: Final = ("rules", "actions", "events", "view")
"""What has a schema: a resolved ruleset, what seats ask for, what happens, and a seat's view."""

_DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def schema(game: str, what: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of one of WHAT in a game.

    Raises:
        ValueError: for a game or a thing that has none.
    """
    if game not in GAMES or what not in WHAT:
        raise ValueError(f"there is no schema of {what!r} in {game!r}: there are {', '.join(WHAT)}")
    if what == "rules":
        return json_schema(import_module(f"{game}.ruleset").Ruleset)
    if what == "view":
        view: Any = import_module(f"{game}.public").PublicView
        adapter, title = TypeAdapter[Any](view), "A view"
    elif what == "actions":
        adapter, title = import_module(f"{game}.actions").ACTION, "An action"
    else:
        adapter, title = import_module(f"{game}.events").EVENT, "An event"
    mode: Any = "validation" if what == "actions" else "serialization"
    return {"$schema": _DIALECT, "title": title, **adapter.json_schema(mode=mode)}


def text(game: str, what: str) -> str:
    """A schema as it is shipped: indented JSON, one line feed at the end."""
    return json.dumps(schema(game, what), ensure_ascii=False, indent=2) + "\n"


def _write(root: Path, games: tuple[str, ...]) -> None:
    for game in games:
        folder = root / game / "schemas"
        folder.mkdir(exist_ok=True)
        for what in WHAT:
            (folder / f"{what}.json").write_text(text(game, what), encoding="utf-8")


if __name__ == "__main__":
    _write(Path(__file__).parent.parent, GAMES)
