"""Every key of both games has words in every language, and what is compiled is what is written."""

from __future__ import annotations

import ast
import gettext
import string
from importlib import import_module
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import get_args

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

import common
import shisanshui
import tienlen
from common.labels import LANGUAGES, LabelError, label, language, sentence
from shisanshui.events import FeatName
from shisanshui.ruleset import SpecialName, TypeName
from tienlen.ruleset import DealtWinName, TargetName
from tienlen.ruleset import SpecialName as TienlenSpecial


def _source(lang: str) -> bytes:
    return (files("common") / "locale" / lang / "LC_MESSAGES" / "thirteen.po").read_bytes()


def _catalog(lang: str) -> Catalog:
    return read_po(BytesIO(_source(lang)), abort_invalid=True)


def _words(lang: str) -> dict[str, str]:
    return {str(message.id): str(message.string) for message in _catalog(lang) if message.id}


def _codes() -> set[str]:
    """Every refusal code that the sources raise: the first argument of what refuses."""
    found = set()
    for package in (common, tienlen, shisanshui):
        for path in Path(str(package.__file__)).parent.rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                    if name.lstrip("_").lower() in {"refuse", "refused", "illegalaction"}:
                        found.add(str(node.args[0].value))
    return found


def _keys() -> set[str]:
    kinds = ("single", "pair", "triple", "quad", "straight", "pair_run")
    found = {f"kind.{kind}" for kind in kinds}
    found |= {f"play.{name}" for name in (*get_args(TargetName), *get_args(TienlenSpecial))}
    found |= {f"dealt_win.{name}" for name in get_args(DealtWinName)}
    found |= {f"row.{name}" for name in get_args(TypeName)} | {f"special.{name}" for name in get_args(SpecialName)}
    found |= {f"suit.{suit}" for suit in "cdhs"} | {f"place.{place}" for place in ("front", "middle", "back")}
    found |= {f"refusal.{code}" for code in _codes()} | {"refusal.invalid"}
    found |= {f"reason.{reason}" for reason in import_module("tienlen.charges").REASONS}
    for place in ("front", "middle", "back"):
        found |= {f"reason.{place}{share}" for share in ("", ".bonus", ".gun", ".home_run")}
    found |= {f"reason.{reason}" for reason in ("majority", "sweep", "special", "foul", "escape")}
    found |= {f"tell.feat_{feat}" for feat in get_args(FeatName)} | {f"feat.{feat}" for feat in get_args(FeatName)}
    for game in ("tienlen", "shisanshui"):
        phases = import_module(f"{game}.phases")
        found |= {f"phase.{phase.name.lower()}" for phase in phases.Phase}
        found |= {f"event.{trigger}" for trigger in phases.Trigger}
        found.add(f"game.{game}")
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_key_of_the_games_has_words(lang: str) -> None:
    missing = sorted(_keys() - {key for key, words in _words(lang).items() if words.strip()})
    assert not missing


def test_the_codes_of_the_rules_are_found_in_the_sources() -> None:
    assert {"hand_over", "stale", "not_your_turn", "locked_out", "too_low", "not_held"} <= _codes()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_languages_have_the_same_keys_and_places(lang: str) -> None:
    english, other = _words("en"), _words(lang)
    assert list(english) == list(other)
    for key, words in other.items():
        assert _places(words) == _places(english[key]), key


def _places(words: str) -> set[str | None]:
    return {place for _, place, _, _ in string.Formatter().parse(words) if place is not None}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_compiled_is_what_is_written(lang: str) -> None:
    compiled = files("common") / "locale" / lang / "LC_MESSAGES" / "thirteen.mo"
    with compiled.open("rb") as stream:
        translations = gettext.GNUTranslations(stream)
    held = {key: words for key, words in vars(translations)["_catalog"].items() if key}
    assert held == _words(lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_source_names_no_key_twice_and_leaves_none_fuzzy(lang: str) -> None:
    lines = _source(lang).decode().splitlines()
    named = [line for line in lines if line.startswith("msgid ")]
    assert len(named) == len(set(named))
    assert not [line for line in lines if line.startswith("#,")]


def test_labels_are_the_words_players_use() -> None:
    assert label("reason.chop", "vi") == "chặt"
    assert label("kind.quad", "zh") == "炸弹"
    assert label("reason.red_two", "vi") == "thối heo đỏ"
    assert sentence("combination.pair_run", "vi", length=4) == "4 đôi thông"


@pytest.mark.parametrize("name", ["zh", "zh-CN", "zh_CN.UTF-8", "ZH-Hans"])
def test_a_language_is_known_by_its_usual_names(name: str) -> None:
    assert language(name) == "zh"


@pytest.mark.parametrize("name", ["fr", "", "zh-TW", "zh-Hant", "../en", "x" * 500])
def test_an_unknown_language_is_told_which_there_are(name: str) -> None:
    with pytest.raises(LabelError, match="en, zh, vi") as caught:
        label("reason.chop", name)
    assert len(str(caught.value)) < 120


@pytest.mark.parametrize("key", ["reason.nothing", "", "chop"])
def test_an_unknown_key_is_named(key: str) -> None:
    with pytest.raises(LabelError, match="no label with the key"):
        label(key, "vi")
