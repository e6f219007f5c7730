"""Rulesets: house files, their digests, and one clear sentence for all that can be wrong with them."""

from __future__ import annotations

import json
import time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.errors import RulesetError
from common.ruleset import HouseMoney, canonical, digest, json_schema, load, names
from tests.common.toy import RULESETS, ToyRules, load_toy

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.builds(lambda: 10**5000)
    | st.floats()
    | st.text()
    | st.binary(max_size=5)
    | st.decimals(),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(max_size=8) | st.sampled_from([*ToyRules.model_fields, "kind"]), inner, max_size=5)
    ),
    max_leaves=12,
)


def refused(source: Any) -> RulesetError:
    with pytest.raises(RulesetError) as caught:
        load_toy(source)
    sentence = str(caught.value)
    assert "\n" not in sentence
    assert "pydantic" not in sentence
    assert "http" not in sentence
    return caught.value


def attempted(source: Any) -> ToyRules | RulesetError:
    """The house, or the one error that may come out."""
    try:
        return load_toy(source)
    except RulesetError as error:
        return error


def test_names_are_those_of_the_bundled_files() -> None:
    assert names(RULESETS) == ("harsh", "plain")


def test_extends_merges_tables_and_replaces_lists_and_values(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "harsh"\nbonuses = []\n[pay]\nfolded = 7\n')
    mine = load_toy(file)
    harsh = load_toy("harsh")
    assert mine.pay == harsh.pay.model_copy(update={"folded": 7})
    assert (mine.bonuses, harsh.bonuses != ()) == ((), True)
    assert (mine.name, mine.title) == ("mine", harsh.title)


def test_extends_finds_files_beside_the_file_and_bundled_houses_after(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "base.toml").write_text('extends = "plain"\nseats = 5\n')
    (tmp_path / "deep" / "mine.toml").write_text('extends = "../base.toml"\n')
    assert load_toy(str(tmp_path / "deep" / "mine.toml")).seats == 5
    assert load_toy({"extends": "plain", "seats": 6}).seats == 6


def test_a_mapping_extends_no_files(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text("secret = 1\n")
    assert "no house is called" in str(refused({"extends": str(tmp_path / "base.toml")}))


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (f"{'.'.join('a' * 90_000)[:90_000]} = 1", "mine.toml, line 2: more than 64 points in a line"),
        (f"{' . '.join('a' * 66)} = 1", "line 2: more than 64 points"),
        (f"[{'.'.join('a' * 66)}]", "line 2: more than 64 points"),
        (f"a = {{ {'.'.join('a' * 66)} = 1 }}", "line 2: more than 64 points"),
        ("".join(['"#".', '"\x85".', '"\u2028".'] * 22) + "a = 1", "line 2: more than 64 points"),
        ("#" * 100_000, "longer than 100000 bytes"),
    ],
)
def test_a_file_that_would_be_read_for_ever_is_refused_at_once(tmp_path: Path, content: str, words: str) -> None:
    (tmp_path / "mine.toml").write_text(f'extends = "plain"\n{content}\n', encoding="utf-8")
    start = time.perf_counter()
    assert words in str(refused(tmp_path / "mine.toml"))
    assert time.perf_counter() - start < 1


def test_points_in_a_comment_are_none_of_a_key(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(f'extends = "plain"\n  # {"." * 80}\n')
    assert load_toy(tmp_path / "mine.toml").digest == load_toy("plain").digest


def test_extends_in_a_circle_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text('extends = "b.toml"\n')
    (tmp_path / "b.toml").write_text('extends = "a.toml"\n')
    error = refused(tmp_path / "a.toml")
    assert "a.toml → b.toml → a.toml" in str(error)
    assert error.where == "extends"


def test_the_resolved_ruleset_loads_as_the_same_one() -> None:
    harsh = load_toy("harsh")
    again = load_toy(json.loads(json.dumps(harsh.resolved)))
    assert (again, again.digest, hash(again)) == (harsh, harsh.digest, hash(harsh))
    assert load_toy(harsh) is harsh


def test_the_digest_covers_what_is_played_and_no_labels() -> None:
    plain = load_toy("plain")
    assert plain.model_copy(update={"name": "x", "title": "y"}).resolved["name"] == "x"
    assert load_toy({"extends": "plain", "name": "other", "title": "Another"}).digest == plain.digest
    for change in ({"seats": 7}, {"pay": {"folded": 3}}, {"money": {"rake": "0.01"}}, {"money": {"cap": False}}):
        assert load_toy({"extends": "plain", **change}).digest != plain.digest


def test_the_digest_is_the_sha256_of_the_canonical_json() -> None:
    # computed apart from the product: printf '%s' '…' | sha256sum
    rules = {"b": [1, "é"], "a": {"d": None, "c": True}, "name": "n", "title": "t"}
    assert canonical(rules) == '{"a":{"c":true,"d":null},"b":[1,"é"],"name":"n","title":"t"}'
    assert digest(rules) == "db6c191e9f212a6b676c6da3e0d471bc6555c472bb165519f893de785c923a26"


def test_the_schema_is_2020_12_and_described() -> None:
    schema = json_schema(ToyRules)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["properties"]["cards"]["description"] == "The pack."
    assert "抽水" in schema["$defs"]["HouseMoney"]["properties"]["rake"]["description"]
    assert schema["additionalProperties"] is False


@pytest.mark.parametrize(
    ("change", "where", "words"),
    [
        ({"seat": 3}, "seat", "did you mean 'seats'?"),
        ({"pay": {"fold": 3}}, "pay.fold", "did you mean 'folded'?"),
        ({"pay": {"zzz": 3}}, "pay.zzz", "there are folded, house, shown"),
        ({"bonuses": [{"kind": "rank", "rank": [2], "units": 1}]}, "bonuses.0.rank", "did you mean 'ranks'?"),
        ({"bonuses": [{"kind": "rank", "units": 1}]}, "bonuses.0.ranks", "it is missing"),
        ({"bonuses": [{"kind": "blue", "units": 1}]}, "bonuses.0", "its kind must be one of 'red', 'rank'"),
        ({"bonuses": [{"units": 1}]}, "bonuses.0", "its kind is missing"),
        ({"bonuses": [{"kind": "rank", "ranks": [], "units": 1}]}, "bonuses.0.ranks", "1 entries or more"),
        ({"bonuses": {"kind": "red"}}, "bonuses", "it must be a list"),
        ({"seats": 9}, "seats", "it must be 8 or less (given: 9)"),
        ({"seats": True}, "seats", "it must be a whole number (given: true)"),
        ({"seats": "4"}, "seats", "it must be a whole number (given: '4')"),
        ({"seats": 4.0}, "seats", "it must be a whole number (given: 4.0)"),
        ({"seats": 10**30}, "seats", "too large"),
        ({"cards": 53}, "cards", "it must be 52 or 65 (given: 53)"),
        ({"first": "nobody"}, "first", "it must be 'seat_0' or 'previous_winner'"),
        ({"pay": 3}, "pay", "it must be a table"),
        ({"pay": {"folded": 1, "shown": 2}}, "", "folding must not cost less than showing: nobody would show"),
        ({"title": "two\nlines"}, "title", "one line of printable text"),
        ({"title": ""}, "title", "one line of printable text"),
        ({"money": {"cap": 1}}, "money.cap", "it must be true or false (given: 1)"),
        ({"money": {"rake": 0.05}}, "money.rake", "exact fraction as text"),
        ({"money": {"rake": True}}, "money.rake", "exact fraction as text"),
        ({"money": {"rake": "1"}}, "money.rake", "below 1"),
        ({"money": {"rake": "-0.1"}}, "money.rake", "0 or more"),
        ({"money": {"rake": "NaN"}}, "money.rake", "0 or more and below 1"),
        ({"money": {"rake": "0.0000001"}}, "money.rake", "six decimal places"),
        ({"seats": float("nan")}, "seats", "no number"),
        ({"extends": 3}, "extends", "name of a house or a path"),
        ({"extends": "plane"}, "extends", "did you mean plain?"),
        ({3: 3}, "", "must be text"),
    ],
)
def test_a_wrong_value_is_named_by_its_dotted_key(change: dict[Any, Any], where: str, words: str) -> None:
    error = refused({"extends": "plain", **change})
    assert error.where == where
    assert words in str(error)


@pytest.mark.parametrize(
    ("content", "where", "words"),
    [
        (b"title = 'x'\nseats = \n", "line 2", "this is no TOML: invalid value"),
        (b"title = 'x'\n\nseats", "line 3", "this is no TOML"),
        (b"title = 'x'\nseats = 3\nseats = 4\n", "line 3", "this is no TOML"),
        (b"title = 'x'\n# \xff\n", "line 2", "not UTF-8"),
        (b"\x00", "line 1", "this is no TOML"),
        (b"a = " + b"[" * 99_000, "", "this is no TOML"),
        (b"title = 'x'\nseats = " + b"9" * 6000, "", "this is no TOML"),
        (b"title = 'x'\n[money]\nrake = 1e99999999999999999999\n", "", "this is no TOML"),
        (b"#" * 1_000_001, "", "no house file"),
        (b"title = 'x'\nday = 2020-02-02\n", "day", "date is no value"),
    ],
)
def test_a_wrong_file_is_named_by_its_line(tmp_path: Path, content: bytes, where: str, words: str) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(content)
    error = refused(file)
    assert words in str(error)
    assert error.where == where


def test_M_10_a_rake_in_a_file_is_exact_as_text_or_as_written(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    for rake in ('"0.05"', "0.05", '"0.0500"'):
        file.write_text(f"title = 'x'\n[money]\nrake = {rake}\n")
        assert load_toy(file).money.rake == Decimal("0.05")
        assert load_toy(file).resolved["money"]["rake"] == "0.05"
    assert HouseMoney().model_dump(mode="json") == {"rake": "0", "cap": True}


def test_files_that_are_none(tmp_path: Path) -> None:
    assert "is a folder" in str(refused(tmp_path))
    assert "is not there" in str(refused(tmp_path / "x.toml"))
    assert "is no plain file" in str(refused(Path("/dev/null")))
    assert "'a\\x00/b.toml' is not there" in str(refused("a\0/b.toml"))
    assert "did you mean plain?" in str(refused("plian"))
    assert "there are harsh, plain" in str(refused(""))
    assert "not by int" in str(refused(3))
    with pytest.raises(RulesetError, match="there is none"):
        load(ToyRules, "plain", tmp_path)


def test_a_house_of_another_game_is_refused() -> None:
    class Other(ToyRules):
        pass

    with pytest.raises(RulesetError, match="another game"):
        load(Other, load_toy("plain"), RULESETS)


@given(st.dictionaries(st.text(max_size=8) | st.sampled_from([*ToyRules.model_fields, "extends"]), JUNK, max_size=6))
def test_any_mapping_gives_a_ruleset_or_a_ruleset_error(mapping: dict[str, Any]) -> None:
    for source in (mapping, {"extends": "plain", **mapping}):
        house = attempted(source)
        assert isinstance(house, RulesetError) or load_toy(house.resolved) == house


@given(st.binary(max_size=60) | st.text(max_size=60).map(lambda text: text.encode("utf-8", "replace")))
def test_any_file_gives_a_ruleset_or_a_ruleset_error(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzzed.toml"
    file.write_bytes(b"title = 'x'\n" + content)
    assert isinstance(attempted(file), (ToyRules, RulesetError))


@given(st.text())
def test_any_name_gives_a_ruleset_or_a_ruleset_error(name: str) -> None:
    assert isinstance(attempted(name), (ToyRules, RulesetError))
