"""The JSON Schemas that are shipped are current, and what the engines write and read is what they say."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from importlib.resources import files
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import tienlen
from common.game import Game
from common.money import Stakes
from tests.thirteen.hands import arranged, played
from thirteen import houses
from thirteen.schemas import WHAT, schema, text

GAMES = ("tienlen", "shisanshui")


def _validator(game: str, what: str) -> Any:
    return Draft202012Validator(json.loads((files(game) / "schemas" / f"{what}.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", WHAT)
def test_the_shipped_schema_is_current(game: str, what: str) -> None:
    shipped = (files(game) / "schemas" / f"{what}.json").read_text(encoding="utf-8")
    assert shipped == text(game, what), "run: python -m thirteen.schemas"


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("what", WHAT)
def test_it_is_a_schema_of_2020_12_and_describes_what_it_names(game: str, what: str) -> None:
    made = schema(game, what)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    Draft202012Validator.check_schema(made)
    for name, model in made.get("$defs", {}).items():
        assert model.get("description"), name


@pytest.mark.parametrize("game", GAMES)
def test_every_bundled_house_is_a_ruleset_by_the_schema(game: str) -> None:
    validator = _validator(game, "rules")
    for name in houses.bundled(game):
        rules = houses.load(game, name).resolved
        validator.validate(rules)
        assert not validator.is_valid({**rules, "suit": "s"})


@pytest.mark.parametrize("game", GAMES)
def test_every_event_and_view_of_hands_is_one_by_the_schema(game: str) -> None:
    events, views = _validator(game, "events"), _validator(game, "view")
    shape = import_module(f"{game}.public").PublicView
    for seed, rules in enumerate(("meitian", *houses.bundled(game))):
        for most in (None, 0, 2, 7):
            make: Callable[..., Game] = played if game == "tienlen" else arranged
            hand = make(seed, rules, Stakes(base="10"), most=most)
            for event in hand.log:
                events.validate(json.loads(event.to_json()))
                for seat in (None, 0):
                    seen = event.seen_by(seat)
                    if seen is not None:
                        events.validate(json.loads(seen.to_json()))
            for seat in (None, *range(hand.seats)):
                view = hand.view(seat).to_json()
                views.validate(json.loads(view))
                read = shape.model_validate_json(view)
                assert json.loads(read.model_dump_json()) == json.loads(view)


@pytest.mark.parametrize(
    ("raw", "is_one"),
    [
        ({"type": "play", "seat": 2, "cards": ["3h", "3s"], "at": 12}, True),
        ({"type": "play", "seat": 2, "cards": "3h 3s"}, True),
        ({"type": "pass", "seat": 0}, True),
        ({"type": "play", "seat": 2, "cards": ["1h"]}, False),
        ({"type": "play", "seat": "2", "cards": ["3h"]}, False),
        ({"type": "steal", "seat": 2}, False),
        ({"type": "pass", "seat": 2, "cards": []}, False),
        ({"type": "pass"}, False),
    ],
)
def test_actions_are_read_as_their_schema_says(raw: dict[str, Any], is_one: bool) -> None:
    assert _validator("tienlen", "actions").is_valid(raw) is is_one
    try:
        tienlen.read_action(json.dumps(raw))
        read = True
    except tienlen.InvalidAction:
        read = False
    assert read is is_one


def test_an_unknown_schema_is_refused() -> None:
    with pytest.raises(ValueError, match="rules, actions, events, view"):
        schema("tienlen", "cards")
