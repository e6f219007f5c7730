"""Pages made from rulesets: whole, in players' words, and current where they are kept in the docs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest
from pydantic import BaseModel

from common.labels import LANGUAGES
from thirteen import houses
from thirteen.checking import GAMES
from thirteen.keys import keys_table
from thirteen.made import house_table, specials_table, waters_table, written
from thirteen.page import page, value_words

DOCS = Path(__file__).parent.parent.parent / "docs"
MADE = sorted(path for path in DOCS.rglob("*.md") if "<!-- made:" in path.read_text(encoding="utf-8"))
EVERY_HOUSE = [(game, name) for game in GAMES for name in houses.bundled(game)]


def _literals(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from (value for value in get_args(annotation) if isinstance(value, str))
    for inner in get_args(annotation):
        yield from _literals(inner)


def _models(model: type[BaseModel]) -> Iterator[type[BaseModel]]:
    yield model
    for field in model.model_fields.values():
        for inner in _inner(field.annotation):
            yield from _models(inner)


def _inner(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and get_origin(annotation) is None and issubclass(annotation, BaseModel):
        yield annotation
    for each in get_args(annotation):
        yield from _inner(each)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_choice_of_a_house_has_words(game: str, lang: str) -> None:
    for model in _models(import_module(f"{game}.ruleset").Ruleset):
        for name, field in model.model_fields.items():
            for value in _literals(field.annotation):
                words = value_words(game, field.alias or name, value, lang)
                if not value.isdigit():
                    assert words != value or lang == "en", f"{model.__name__}.{name} = {value}"
                    assert "_" not in words, f"{model.__name__}.{name} = {value}"


@pytest.mark.parametrize("game", GAMES)
def test_every_field_of_a_ruleset_is_explained(game: str) -> None:
    for model in _models(import_module(f"{game}.ruleset").Ruleset):
        assert model.__doc__
        for name, field in model.model_fields.items():
            assert field.description or name == "kind", f"{model.__name__}.{name}"


@pytest.mark.parametrize(("game", "name"), EVERY_HOUSE)
def test_a_page_has_all_that_the_house_decides(game: str, name: str) -> None:
    rules = houses.load(game, name)
    made = page(rules, game)
    assert made.startswith(f"# {rules.title}\n")
    assert rules.digest[:12] in made
    assert "\n\n\n" not in made
    for key in type(rules).model_fields:
        value = getattr(rules, key)
        if isinstance(value, BaseModel):
            heading = " ".join((type(value).__doc__ or "").partition("\n\n")[0].split()).removesuffix(".")
            assert f"## {heading}" in made


def test_a_page_of_tien_len_says_what_a_player_asks() -> None:
    made = page(houses.load("tienlen", "southern"), "tienlen")
    for words in (
        "**♥ > ♦ > ♣ > ♠**",
        "quad: single 2, pair of 2s, run of three pairs",
        "**six pairs < run of five pairs < four 2s < straight 3 to A**",
        "**runs of four pairs and more**",
        "**the winner of the hand before**",
    ):
        assert words in made


def test_a_page_of_chinese_poker_says_what_a_player_asks() -> None:
    made = page(houses.load("shisanshui", "bianfeng"), "shisanshui", "zh")
    for words in ("| 至尊青龙 | 52 | 2 | 比花色 |", "六对半, 五对三条, 三顺子, 三同花", "铁支: 8", "按最大牌赔付"):
        assert words in made


def test_what_a_house_changes_changes_its_page(tmp_path: Path) -> None:
    house = tmp_path / "ours.toml"
    house.write_text(
        'extends = "southern"\ntitle = "Ours"\n[settlement.leftovers.prices]\nquad = 77\n[seats]\nleast = 3\n',
        encoding="utf-8",
    )
    made = page(houses.load("tienlen", str(house)), "tienlen")
    assert "# Ours" in made
    assert "A quad (炸弹, tứ quý): **77**" in made
    assert "The fewest seats: **3**" in made


@pytest.mark.parametrize("game", GAMES)
def test_the_table_of_houses_has_a_column_for_each_and_a_line_for_each_key(game: str) -> None:
    head, _, *lines = house_table(game).splitlines()
    assert sorted(re.findall(r"`([^`]+)`", head)) == sorted(houses.bundled(game))
    width = head.count(" | ")
    assert len(lines) > 15
    for line in lines:
        assert line.count(" | ") == width, line


def test_SS_6_the_table_of_waters_has_what_each_house_pays() -> None:
    head, _, *lines = waters_table("shisanshui").splitlines()
    names = re.findall(r"`([^`]+)`", head)
    cells = {tuple(line.strip("| ").split(" | ")[:2]): line.strip("| ").split(" | ")[2:] for line in lines}
    wanted = {"meitian": "3", "bb": "2", "chinese-poker-2-4": "1"}
    assert {name: cells["front", "trips"][names.index(name)] for name in wanted} == wanted
    fives = cells["middle", "five of a kind"]
    assert (fives[names.index("luosong-five")], fives[names.index("meitian")]) == ("11", "–")
    assert ("back", "pair") not in cells


def test_SS_5_the_table_of_specials_has_waters_and_order_of_each_house() -> None:
    head, _, *lines = specials_table("shisanshui").splitlines()
    names = re.findall(r"`([^`]+)`", head)
    (flushes,) = [line.strip("| ").split(" | ") for line in lines if "三同花 " in line]
    (dragon,) = [line.strip("| ").split(" | ") for line in lines if "至尊青龙" in line]
    assert dragon[1 + names.index("bianfeng")] == "52 (1), ×2 in a sweep, the higher suit wins"
    assert dragon[1 + names.index("bb")] == "32 (1), compared card by card"
    assert flushes[1 + names.index("meitian")] == "3 (13)"
    assert flushes[1 + names.index("luosong")] == "3 (12)"
    assert flushes[1 + names.index("chinese-poker-2-4")] == "–"


def test_the_docs_have_parts_made_from_the_code() -> None:
    made = {
        (path.stem, *mark)
        for path in MADE
        for mark in re.findall(r"<!-- made: (\w+) (\w+) -->", path.read_text(encoding="utf-8"))
    }
    assert made == {
        *((game, part, game) for game in GAMES for part in ("houses", "phases")),
        *(("shisanshui", part, "shisanshui") for part in ("specials", "waters")),
        *(("rulesets", "keys", game) for game in GAMES),
        *(("bots", part, game) for game in GAMES for part in ("actions", "attributes", "events", "members")),
    }


@pytest.mark.parametrize("path", MADE, ids=lambda path: path.stem)
def test_what_is_made_in_the_docs_is_current(path: Path) -> None:
    kept = path.read_text(encoding="utf-8")
    assert written(kept) == kept, f"run: make made, or python -m thirteen.made {path.name}"


@pytest.mark.parametrize(
    ("game", "letters", "wanted"),
    [
        ("tienlen", "TL", {1: 3, 2: 6, 3: 6, 4: 7, 5: 3, 6: 4, 7: 7, 8: 0, 9: 2}),
        ("shisanshui", "SS", {1: 3, 2: 6, 3: 3, 4: 4, 5: 5, 6: 0, 7: 9, 8: 5, 9: 0, 10: 0}),
    ],
)
def test_the_docs_number_the_rules_as_the_authority_does(game: str, letters: str, wanted: dict[int, int]) -> None:
    text = (DOCS / "rules" / f"{game}.md").read_text(encoding="utf-8")
    numbered = re.findall(rf"^- \*\*({letters}-\d+\.\d+)\*\*", text, re.MULTILINE)
    assert numbered == [f"{letters}-{chapter}.{nth}" for chapter, last in wanted.items() for nth in range(1, last + 1)]
    assert re.findall(rf"^## {letters}-(\d+) ", text, re.MULTILINE) == [str(chapter) for chapter in wanted]


@pytest.mark.parametrize("game", GAMES)
def test_every_key_and_every_alternative_is_in_the_table_of_keys(game: str) -> None:
    _, _, *lines = keys_table(game).splitlines()
    rules = houses.load(game, "meitian")
    found = {line.split("`")[1]: line for line in lines}
    assert len(found) == len(lines) >= 30
    for model in _models(type(rules)):
        for name, field in model.model_fields.items():
            key = field.alias or name
            if key not in {"name", "title", "kind"}:
                ends = [
                    line for trail, line in found.items() if trail.split(".")[-1] == key or f".{key}." in f".{trail}"
                ]
                assert ends, f"{model.__name__}.{name}"
                for choice in _literals(field.annotation):
                    assert any(choice in line for line in ends), f"{model.__name__}.{name} = {choice}"


def test_a_stale_document_is_made_anew() -> None:
    stale = "a\n<!-- made: phases tienlen -->\nold\n<!-- end -->\nb\n"
    made = written(stale)
    assert "old" not in made
    assert "LEADING --> FOLLOWING: laid" in made
    assert made.startswith("a\n<!-- made: phases tienlen -->\n")
    assert made.endswith("<!-- end -->\nb\n")
    assert written(made) == made
