"""The house that docs/rulesets.md walks through: written from the page alone, sound, shown, played by."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import shisanshui
from shisanshui.ruleset import rulesets

PAGE = (Path(__file__).parents[2] / "docs" / "rulesets.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


@pytest.fixture
def kitchen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The page's whole house, saved as it says, in the folder that everything runs in."""
    monkeypatch.chdir(tmp_path)
    (house,) = (block for block in blocks("toml") if "extends" not in block)
    path = tmp_path / "kitchen.toml"
    path.write_text(house, encoding="utf-8")
    return path


def test_the_house_is_whole_and_none_of_those_that_come_along(kitchen: Path) -> None:
    rules = shisanshui.load_ruleset(kitchen)
    assert rules.name == "kitchen"
    assert rules.digest not in {shisanshui.load_ruleset(name).digest for name in rulesets()}
    groups = set(type(rules).model_fields) - {"name", "title", "jokers"}  # its pack has none
    assert groups == set(re.findall(r"^\[(\w+)\]", kitchen.read_text(encoding="utf-8"), re.MULTILINE))
    for group in [*groups, "jokers"]:
        assert f"\n- `[{group}]` (" in PAGE


def test_a_hand_is_played_by_it(kitchen: Path) -> None:
    assert kitchen.is_file()
    (program,) = (block for block in blocks("python") if ">>>" not in block)
    assert program.count("assert ") == 4
    exec(compile(program, "rulesets.md", "exec"), {})


HAND = (
    "As Ah Ks | Ts Jh Qd Kc Ad | 9s 9h 9c 5s 4d",
    "Kh Qs Js | 8s 8h 6s 5h 2s | 7s 7h 4s 4h Jd",
    "Kd Qh Th | 8c 8d 6h 5c 2h | 7c 7d 3s 3h Jc",
)
EQUAL_ROWS = "8d 8c 2s | 9s Th Jd Qc Kh | 9h Tc Js Qd Ks", "7d 7c 2h | 3s 4h 5d 6c 7h | 3h 4c 5s 6d 7s"
A_GUN = "8d 8c 2s | 3d 4c 5h 6s 7d | Tc Jd Qh Ks Ac", "7h 7c 2h | 9h 9c 2d Jc Qs | 3c 3h 3s 9d Td"


@pytest.mark.parametrize(
    ("was", "now", "layouts", "before", "after"),
    [
        ("units = 10", "units = 4", HAND, (-20, 26, -6), (-8, 20, -12)),
        ('types = ["pair", "flush"]', "types = []", HAND, (-20, 26, -6), (-20, 13, 7)),
        ("home_run_seats = 3", "home_run_seats = 4", HAND, (-20, 26, -6), (-20, 20, 0)),
        ("home_run = 5", "home_run = 7", HAND, (-20, 26, -6), (-20, 32, -12)),
        ("majority = 1", "majority = 0", HAND, (-20, 26, -6), (-20, 25, -5)),
        ("strict = true", "strict = false", EQUAL_ROWS, (0, 0), (13, -13)),
        ("pair = 2, ", "", A_GUN, (13, -13), (10, -10)),
        ("gun = 3", "gun = 1", A_GUN, (13, -13), (5, -5)),
    ],
)
def test_each_line_changes_what_it_says(
    kitchen: Path, was: str, now: str, layouts: tuple[str, ...], before: tuple[int, ...], after: tuple[int, ...]
) -> None:
    """What a line of the page decides is seen in what a hand pays."""
    text = kitchen.read_text(encoding="utf-8")
    assert text.count(was) == 1
    assert shisanshui.settle(layouts, kitchen).totals == before
    kitchen.write_text(text.replace(was, now), encoding="utf-8")
    assert shisanshui.settle(layouts, kitchen).totals == after
