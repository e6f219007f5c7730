"""What a bot reaches from what it is handed: its luck, its view and what it may do, and all that these hold."""

from __future__ import annotations

import gc
from collections.abc import Iterator, Sequence
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

from common import deal
from common.bots import Choices
from common.jit import ENABLED
from thirteen import games
from thirteen.checking import GAMES, game_class

SEED = "a seed that is found wherever it is kept"
KEY = deal.key_of(SEED)
HAND = 5


def _reached(*things: Any) -> Iterator[Any]:
    """Everything that these hold, and what that holds; not the code that all share."""
    seen, open_ = set[int](), list(things)
    while open_:
        thing = open_.pop()
        if id(thing) in seen or isinstance(thing, type | ModuleType | FunctionType | BuiltinFunctionType):
            continue
        seen.add(id(thing))
        yield thing
        if hasattr(thing, "tolist"):
            open_ += [thing.base, thing.tolist()]
        open_ += gc.get_referents(thing)


def _handed(game: str) -> tuple[Any, ...]:
    made: Any = game_class(game)
    table = made("meitian", seats=4, stakes=None, leader=None)
    table.deal(SEED, hand=HAND)
    view, choices = table.view(1), Choices(KEY, HAND, 1)
    choices.below(6)
    return choices, view, view.legal_actions, games.bots(game)["random"](1, choices)


def _tells(thing: Any, words: Sequence[int]) -> bool:
    """Whether somebody who holds this can deal the hand again."""
    if isinstance(thing, bytes | str):
        return thing in (KEY, SEED)
    if isinstance(thing, list | tuple) and set(words) <= {int(each) for each in thing if isinstance(each, int)}:
        return True
    return hasattr(thing, "awaiting") and hasattr(thing, "deal")  # the game itself


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_a_bot_reaches_tells_the_deal(game: str) -> None:
    words = [int(word) for word in deal.key_words(KEY)]
    assert any(_tells(each, words) for each in _reached([KEY]))
    assert any(_tells(each, words) for each in _reached(deal.stream(KEY, HAND, 0)))
    assert not [each for each in _reached(*_handed(game)) if _tells(each, words)]


@pytest.mark.skipif(not ENABLED, reason="tables are tuples")
@pytest.mark.parametrize("game", GAMES)
def test_no_table_that_bots_share_can_be_written_to(game: str) -> None:
    arrays = [
        {id(each): each for each in _reached(*handed) if hasattr(each, "flags")}
        for handed in (_handed(game), _handed(game))
    ]
    shared = [arrays[0][key] for key in arrays[0].keys() & arrays[1].keys()]
    assert shared
    for array in shared:
        with pytest.raises(ValueError, match="cannot set WRITEABLE"):
            array.flags.writeable = True
