"""Golden hands: what happens in a few hands of every house, line by line; ``make.py`` writes them anew."""

from __future__ import annotations

from itertools import zip_longest

import pytest

from tests.golden.make import HERE, path, rulesets, transcript


@pytest.mark.parametrize(("game", "rules"), rulesets())
def test_golden_hands(game: str, rules: str) -> None:
    """A house without a transcript fails here: run ``python -m tests.golden.make`` and read what it wrote."""
    place = path(game, rules)
    assert place.is_file(), f"{game} {rules} has no golden hands"
    kept = place.read_text("utf-8").splitlines()
    assert len(kept) >= 30
    for number, (right, now) in enumerate(zip_longest(kept, transcript(game, rules)), 1):
        assert now == right, f"{place.name}, line {number}"


def test_no_transcript_is_left_without_its_house() -> None:
    there = {(place.parent.name, place.stem) for place in HERE.glob("*/*.txt")}
    assert there <= set(rulesets())
    assert {"tienlen"} <= {game for game, _ in rulesets()}


def test_the_same_lines_every_time() -> None:
    game, rules = rulesets()[0]
    assert list(transcript(game, rules)) == list(transcript(game, rules))
