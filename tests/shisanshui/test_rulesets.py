"""Houses are files: what they print, what is refused, what a user can write."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import shisanshui
from common.errors import RulesetError
from shisanshui import compare, load_ruleset, settle, special, waters
from shisanshui.ask import book_of
from shisanshui.rulebook import Rulebook
from shisanshui.scales import scale
from tests.shisanshui.shapes import HOUSES, ORACLES


def test_the_houses() -> None:
    assert set(HOUSES) == {
        "meitian",
        "bb",
        "bianfeng",
        "luosong",
        "luosong-five",
        "luosong-wild",
        "luosong-wild-five",
        "luosong-spare",
        "maubinh",
        "chinese-poker-2-4",
        "chinese-poker-1-6",
    }
    assert len({load_ruleset(house).digest for house in HOUSES}) == len(HOUSES)
    assert load_ruleset().name == "meitian"


@pytest.mark.parametrize("house", HOUSES)
def test_SS_1_1_and_1_2_seats_and_packs(house: str) -> None:
    rules, oracle = load_ruleset(house), ORACLES[house]
    assert rules.name == house
    assert tuple(range(rules.seats.least, rules.seats.most + 1)) == oracle.seats
    assert rules.deal.pack == oracle.pack
    assert rules.deal.spares == (3 if house == "luosong-spare" else 0)


@pytest.mark.parametrize("house", HOUSES)
def test_a_resolved_house_is_the_same_house(house: str) -> None:
    rules = load_ruleset(house)
    again = load_ruleset(rules.resolved)
    assert again == rules
    assert again.digest == rules.digest
    assert "extends" not in rules.resolved


def test_SS_10_money() -> None:
    for house in HOUSES:
        money = load_ruleset(house).money
        assert (str(money.rake), money.cap) == (("0.05", True) if house in {"meitian", "bb"} else ("0", False))


def test_a_file_of_one_s_own(tmp_path: Path) -> None:
    path = tmp_path / "kitchen.toml"
    path.write_text(
        'extends = "meitian"\ntitle = "At home"\n[feats]\nhome_run = 3\n[waters.front]\ntrips = 5\n', encoding="utf-8"
    )
    rules = load_ruleset(path)
    assert (rules.name, rules.title) == ("kitchen", "At home")
    assert waters("9s 9h 9c", "front", rules) == 5
    assert waters("9s 9h 9c 9d 2s", "middle", rules) == 8
    assert shisanshui.Game(path, seats=3).rules == rules


def test_a_foul_of_another_kind_replaces_that_of_the_house_extended() -> None:
    for house, foul in (
        ("bianfeng", {"kind": "refused"}),
        ("bianfeng", {"kind": "pays_fixed", "units": 9}),
        ("maubinh", {"kind": "pays_dearest", "at_least": 9}),
        ("meitian", {"kind": "pays_fixed", "units": 9}),
    ):
        rules = load_ruleset({"extends": house, "rows": {"strict": True, "foul": foul}})
        assert rules.resolved["rows"] == {"strict": True, "foul": foul}
    rules = load_ruleset({"extends": "maubinh", "rows": {"foul": {"units": 9}}})
    assert rules.resolved["rows"]["foul"] == {"kind": "pays_fixed", "units": 9}


INCOHERENT: list[tuple[Mapping[str, Any], str, str]] = [
    ({"seats": {"least": 4, "most": 3}}, "seats", "fewest seats (4) are more than the most (3)"),
    ({"seats": {"least": 2, "most": 5}}, "", "5 seats of 13 cards are 65: a pack of 52 does not deal them"),
    ({"deal": {"spares": 3}}, "", "4 seats of 16 cards"),
    ({"deal": {"pack": 53}}, "deal.pack", "53"),
    ({"suits": {"high_to_low": ["s", "h", "c"]}}, "suits", "once each"),
    ({"suits": {"types": ["pair"]}}, "suits", "which suit is higher"),
    ({"waters": {"front": {"quads": 4}}}, "waters", "three cards are trips, a pair or a high card"),
    ({"waters": {"front": {"trips": 0}}}, "waters.front.trips", "1"),
    ({"waters": {"middle": {"royal_flush": 20}}}, "waters.middle", "royal_flush"),
    ({"feats": {"gun": 4, "home_run": 2}}, "feats", "cannot be worth less"),
    ({"feats": {"sweep": 2}}, "feats", "give one or the other"),
    ({"rows": {"foul": {"kind": "ignored"}}}, "rows.foul", "one of 'refused'"),
    ({"specials": {"high_to_low": [{"kinds": ["dragon"], "waters": 1}] * 2}}, "specials", "stands twice"),
    ({"specials": {"high_to_low": [{"kinds": [], "waters": 1}]}}, "specials.high_to_low.0.kinds", "1"),
    ({"specials": {"high_to_low": [{"kinds": ["dragon"], "waters": 1, "ties": "suit"}]}}, "specials", "of one suit"),
    (
        {"specials": {"high_to_low": [{"kinds": ["dragon", "six_pairs"], "waters": 1, "ties": "compare"}]}},
        "specials",
        "its own place",
    ),
    (
        {"specials": {"high_to_low": [{"kinds": ["dragon"], "waters": 1, "ties": "compare"}]}},
        "",
        "does not say which is higher",
    ),
    ({"deal": {"pack": 67}, "jokers": {"wild_may_duplicate": False}}, "", "67 holds the diamonds twice"),
    ({"wheel": "second"}, "wheel", ""),
]


@pytest.mark.parametrize(("over", "where", "said"), INCOHERENT)
def test_incoherent_houses_are_refused_in_one_sentence(over: Mapping[str, Any], where: str, said: str) -> None:
    with pytest.raises(RulesetError) as refused:
        load_ruleset({"extends": "meitian", **over})
    sentence = str(refused.value)
    assert said in sentence
    assert "\n" not in sentence
    assert "pydantic" not in sentence
    assert refused.value.where.startswith(where)


def test_jokers_leave_equal_specials_to_draw() -> None:
    over = {"deal": {"pack": 54}, "suits": {"high_to_low": ["s", "h", "c", "d"]}}
    with pytest.raises(RulesetError, match="jokers stand for any card"):
        load_ruleset({"extends": "bb", **over})


def test_no_rule_asks_for_the_name_of_a_house() -> None:
    """A house copied under another name plays the same."""
    for house in HOUSES:
        rules = load_ruleset(house)
        copied = load_ruleset({**rules.resolved, "name": "copied", "title": "Another"})
        assert rules.digest == copied.digest
        assert book_of(copied).rules.name == "copied"
        for seed in range(5):
            played = []
            for each in (rules, copied):
                game = shisanshui.Game(each)
                game.deal(seed=seed)
                for seat in range(game.seats):
                    game.act(shisanshui.Timeout(seat=seat))
                played.append((game.log, game.ledger))
            assert played[0] == played[1]


def test_every_field_of_a_house_says_what_it_is() -> None:
    def walk(schema: Mapping[str, Any]) -> None:
        for name, field in schema.get("properties", {}).items():
            if name != "kind":
                assert field.get("description"), f"{schema.get('title')}.{name}"

    schema = shisanshui.Ruleset.model_json_schema()
    walk(schema)
    for concept in schema["$defs"].values():
        assert concept.get("description")
        walk(concept)


def test_tables_are_made_fast() -> None:
    """Half a second for the first of a kind, a fiftieth with the tables at hand; generous here, measured elsewhere."""
    scale.cache_clear()
    start = time.perf_counter()
    Rulebook(load_ruleset("meitian"))
    first = time.perf_counter() - start
    start = time.perf_counter()
    Rulebook(load_ruleset("luosong"))
    assert first < 0.5
    assert time.perf_counter() - start < 0.1


def test_SS_9_levels() -> None:
    assert [shisanshui.level(points) for points in (-5, 0, 99, 100, 199, 200, 399, 400)] == [1, 1, 1, 1, 1, 2, 2, 3]
    assert shisanshui.level(838_860_799) == 23
    assert shisanshui.level(838_860_800) == shisanshui.level(10**12) == 24
    found = shisanshui.levels()
    assert len(found) == 24
    assert [each.least for each in found] == [100 * 2 ** (number - 1) for number in range(1, 25)]
    assert (found[0].silver, found[0].points) == ("待业", "新手")
    assert (found[-1].silver, found[-1].points) == ("财神", "十三道长")
    assert len({each.silver for each in found}) == len({each.points for each in found}) == 24


def test_a_house_that_none_of_the_shipped_ones_is() -> None:
    """Strict rows, no wheel, four waters for a front pair, fouls that pay two, a special of one's own order."""
    rules = load_ruleset(
        {
            "extends": "chinese-poker-2-4",
            "name": "cellar",
            "title": "In the cellar",
            "straights": {"wheel": "none"},
            "rows": {"strict": True, "foul": {"kind": "pays_fixed", "units": 2}},
            "waters": {"front": {"pair": 4}},
            "specials": {
                "high_to_low": [{"kinds": ["six_pairs"], "waters": 9}, {"kinds": ["dragon"], "waters": 7, "swept": 3}]
            },
        }
    )
    dragon = "2s 3h 4c | 5s 6h 7c 8s 9h | Tc Js Qh Kc As"
    pairs = "Ad 2d 2c | 4s 4h 7s 7h 9s | 9c Jd Jh Kd Kh"
    other = "3d 3s 5d | 6d 6s 8d 8h Td | Ts Th Qd Qs Qc"
    assert compare(pairs, dragon, rules) == 1
    assert settle([dragon, pairs], rules).totals == (-9, 9)
    assert settle([dragon, other], rules).totals == (21, -21)
    assert special(dragon, rules) is not None
    assert waters("3d 3s 5d", "front", rules) == 4
