"""Tests of the tests: every rule, every case and every refusal code has one."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from string import ascii_lowercase

import pytest

TESTS = Path(__file__).parents[1]
ROOT = TESTS.parent
PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
ID = re.compile(r"\b(?:TL|SS|M)-[0-9]+(?:\.[0-9]+)?\b")
CASES = (*ascii_lowercase, "aa", *(f"b{letter}" for letter in ascii_lowercase[:16]))
"""Faults that other engines had, kept as instances: a … z, aa, ba … bp."""


@cache
def modules() -> dict[str, ast.Module]:
    """The test modules of the product, by folder and name; those of the oracles prove nothing of it."""
    found = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        if path.parent.name != "naive" and path != Path(__file__):
            found[f"{path.parent.name}/{path.stem}"] = ast.parse(path.read_text("utf-8"))
    return found


@cache
def names(*folders: str) -> tuple[str, ...]:
    """The name of every test function, or of those in some folders."""
    return tuple(
        node.name
        for name, module in modules().items()
        if not folders or name.partition("/")[0] in folders
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test")
    )


def rule_ids() -> list[str]:
    """Every id of a rules page; a chapter that has numbered rules stands for them and is left out."""
    found = {each for page in PAGES for each in ID.findall(page.read_text("utf-8"))}
    chapters = {each.split(".")[0] for each in found if "." in each}
    return sorted(
        found - chapters, key=lambda each: [int(part) if part.isdigit() else part for part in re.split(r"[-.]", each)]
    )


def carries(name: str, rule: str) -> bool:
    """Whether a test's name carries a rule's id: ``TL-4.4`` as ``TL_4_4``, and not as part of ``TL_4_41``."""
    return re.search(rf"(?<![A-Za-z]){re.escape(re.sub(r'[-.]', '_', rule))}(?![0-9]|_[0-9])", name) is not None


def test_there_are_rules_to_look_for() -> None:
    found = rule_ids()
    assert {"TL-1.1", "TL-4.4", "TL-7.7", "TL-8", "TL-9.2", "M-6"} <= set(found)
    assert {"SS-1.1", "SS-5.5", "SS-6", "SS-7.9", "SS-8.5", "SS-9", "SS-10"} <= set(found)
    assert not {"TL-4", "SS-7"} & set(found)
    assert len(found) >= 88


@pytest.mark.parametrize("rule", rule_ids())
def test_every_rule_has_a_test(rule: str) -> None:
    where = {"TL": ("tienlen", "thirteen"), "SS": ("shisanshui", "thirteen"), "M": ("common",)}[rule.partition("-")[0]]
    assert any(carries(name, rule) for name in names(*where)), f"no test of {where} carries {rule} in its name"


@pytest.mark.parametrize("letter", CASES)
def test_every_case_has_a_test(letter: str) -> None:
    wanted = re.compile(rf"case_{letter}(?:_|$)")
    assert any(wanted.search(name) for name in names()), f"no test is named for case {letter}"


def test_cases_of_one_game_are_tested_in_it() -> None:
    """Cases of cards belong to both; of layouts, specials and rows to 十三水; of shedding to Tiến lên."""
    belongs = {
        "shisanshui": (*"abdefgijklmnopqrstuvwxyz",),
        "tienlen": ("h", *(f"b{each}" for each in "abcdefghijkmp")),
    }
    for package, letters in belongs.items():
        lacking = [
            each for each in letters if not any(re.search(rf"case_{each}(?:_|$)", name) for name in names(package))
        ]
        assert not lacking, f"{package}: no test is named for cases {lacking}"


def codes(package: str) -> set[str]:
    """The codes with which a game refuses actions: first arguments of ``_refuse`` and ``IllegalAction``."""
    found = set()
    for path in [*(ROOT / package).glob("*.py"), ROOT / "common" / "decide.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                name = getattr(node.func, "id", getattr(node.func, "attr", ""))
                if name in {"_refuse", "refuse", "IllegalAction"} and isinstance(node.args[0].value, str):
                    found.add(node.args[0].value)
    return found


@pytest.mark.parametrize("package", ["tienlen", "shisanshui"])
def test_every_refusal_code_is_spoken_of_in_a_test_of_its_game(package: str) -> None:
    said = {
        node.value
        for name, module in modules().items()
        if name.startswith(f"{package}/")
        for node in ast.walk(module)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    found = codes(package)
    assert {"stale", "hand_over", "not_held"} <= found
    assert found <= said, f"no test of {package} reaches {sorted(found - said)}"


@pytest.mark.parametrize("package", ["tienlen", "shisanshui"])
def test_the_page_lists_every_refusal_code_and_no_other(package: str) -> None:
    page = (ROOT / "docs" / "rules" / f"{package}.md").read_text("utf-8")
    listed = re.findall(r"`(\w+)`", page.partition("\n## Refusals\n")[2].partition("\n## ")[0])
    assert len(listed) == len(set(listed))
    assert set(listed) == codes(package) | {"invalid"}


def test_names_tell_ids_apart() -> None:
    assert carries("test_TL_4_4_reentry", "TL-4.4")
    assert carries("test_case_bg_TL_4_4", "TL-4.4")
    assert not carries("test_TL_4_41_x", "TL-4.4")
    assert not carries("test_TL_4_4_x", "TL-4")
    assert carries("test_TL_8_money", "TL-8")
    assert not carries("test_TL_2_1_x", "TL-2.2")


def test_only_strategies_import_hypothesis() -> None:
    for path in sorted((ROOT / "common").rglob("*.py")):
        imported = {
            alias
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            for alias in (
                [each.name for each in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        uses = any(each.split(".")[0] == "hypothesis" for each in imported)
        assert uses == (path.name == "strategies.py"), path.name


def test_the_product_imports_no_oracle() -> None:
    for package in ("common", "tienlen", "shisanshui", "thirteen"):
        for path in sorted((ROOT / package).rglob("*.py")):
            assert "tests.naive" not in path.read_text("utf-8"), path.name
