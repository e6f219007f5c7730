"""The command line as its users meet it: answers, exit codes, and one sentence for whatever was wrong."""

from __future__ import annotations

import gzip
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from common.money import Stakes
from tests.thirteen.hands import record_file
from thirteen.cli.app import COMMANDS, app

ROOT = Path(__file__).parent.parent.parent


def run(*arguments: object) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command, run here; our own bugs come through."""
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], catch_exceptions=False)
    return result.exit_code, result.stdout, result.stderr


def shell(*arguments: object, env: Mapping[str, str] | None = None, **more: Any) -> subprocess.CompletedProcess[bytes]:
    """A command in a process of its own."""
    command = [sys.executable, "-m", "thirteen", *map(str, arguments)]
    return subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, "THIRTEEN_JIT": "0", **(env or {})},
        capture_output=True,
        check=False,
        **more,
    )


@pytest.fixture(scope="module")
def hands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("records") / "hands.jsonl"
    record_file(path, 3, stakes=Stakes(base="10"))
    return path


def _changed(hands: Path, tmp_path: Path, old: str, new: str, line: int = 1) -> Path:
    lines = hands.read_text(encoding="utf-8").splitlines(keepends=True)
    assert old in lines[line]
    lines[line] = lines[line].replace(old, new, 1)
    changed = tmp_path / "changed.jsonl"
    changed.write_text("".join(lines), encoding="utf-8")
    return changed


# help and wrong use


def test_help_lists_every_command() -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert all(command in out for command in COMMANDS)


@pytest.mark.parametrize(
    "command", [(name,) for name in COMMANDS] + [("rules", name) for name in ("list", "show", "check", "schema")]
)
def test_help_of_every_command_has_examples_and_fits(command: tuple[str, ...]) -> None:
    code, out, _ = run(*command, "--help")
    assert code == 0
    assert "Examples:" in out
    assert f"thirteen {' '.join(command)}" in out
    assert max(map(len, out.splitlines())) <= 100


@pytest.mark.parametrize(
    "arguments",
    [
        ("play",),
        ("verify",),
        ("replay",),
        ("replay", "x.jsonl", "--hand", "one"),
        ("verify", "nowhere.jsonl"),
        ("replay", "nowhere.jsonl"),
        ("expand", "nowhere.jsonl"),
        ("expand", "nowhere.jsonl", "hands.jsonl"),
        ("simulate", "tienlen", "--bots", "searcher", "--hands", "8", "--trace", "traces.jsonl"),
        ("verify", "."),
        ("replay", "."),
        ("rules", "show", "nowhere"),
        ("rules", "show", "tienlen", "bianfeng"),
        ("rules", "check", "nowhere.toml"),
        ("rules", "schema", "whist"),
        ("rules", "schema", "tienlen", "cards"),
        ("rules", "list", "--verbose"),
        ("hint", "tienlen", "3x"),
        ("hint", "tienlen", "3s3s"),
        ("hint", "tienlen", "3s", "--top", "4s5d"),
        ("hint", "3s", "--rules", "nowhere"),
        ("hint", "3s", "--lang", "fr"),
        ("verify", "x" * 5000),
        ("replay", "x" * 5000),
        ("rules", "check", "x" * 5000),
        ("rules", "show", "x" * 5000 + ".toml"),
        ("rules", "check", "x" * 5000, "--game", "tienlen"),
        ("hint", "3s", "--rules", "x" * 5000),
        ("hint", "3s", "--rules", f"{'x/' * 5000}y.toml"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_2(arguments: tuple[str, ...]) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert err.strip()
    assert "Traceback" not in err


@pytest.mark.parametrize("value", ["4", "true", '"x"', "1.5", "[4]", "[[4]]", "1979-05-27", "{}", "{ x = [] }"])
@pytest.mark.parametrize("key", ["seats", "money", "extends", "settlement", "pack", "specials", "name", "x"])
@pytest.mark.parametrize("command", ["check", "show"])
def test_a_house_with_any_value_anywhere_is_refused_in_a_sentence(
    tmp_path: Path, key: str, value: str, command: str
) -> None:
    (tmp_path / "mine.toml").write_text(f"{key} = {value}\n")
    code, out, err = run("rules", command, tmp_path / "mine.toml")
    assert (code, len((out + err).splitlines())) == (1, 1)
    assert "mine.toml" in out + err


# verify


GAMES_OF_FILES = [
    ("tienlen", 'extends = "meitian"\n[settlement.leftovers.prices]\nblack_two = 3\n'),
    ("shisanshui", 'extends = "meitian"\n[feats]\ngun = 3\n'),
    ("shisanshui", 'extends = "beside.toml"\n'),
    ("both", 'extends = "meitian"\n[money]\nrake = "0.1"\n'),
]


@pytest.mark.parametrize(("game", "content"), GAMES_OF_FILES)
def test_a_file_says_itself_which_game_it_is_compared_in(
    game: str, content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("beside.toml", 'extends = "maubinh"\n'), ("mine.toml", content)):
        Path(name).write_text(text, "utf-8")
    for houses in (("meitian", "mine.toml"), ("mine.toml", "meitian")):
        options = ("--hands", 1, "--bots", "random", "--seats", 2, "--workers", 1, "--json")
        code, out, err = run("compare", *houses, *options)
        if game == "both":
            assert (code, out) == (2, "")
            one, other = houses
            sentence = f"{one!r} and {other!r} are houses of both games: say --game tienlen or --game shisanshui"
            assert err == f"thirteen: {sentence}\n"
            for said in ("tienlen", "shisanshui"):
                assert json.loads(run("compare", *houses, *options, "--game", said)[1])["game"] == said
        else:
            assert (code, err) == (0, "")
            assert json.loads(out)["game"] == game


def test_verify_reads_a_pipe(hands: Path) -> None:
    done = shell("verify", "/dev/stdin", input=hands.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"3 hands decided again, all in order" in done.stdout


@pytest.mark.parametrize("option", ["--record", "--trace", "--csv"])
def test_a_disk_that_is_full_is_one_sentence_with_the_files_name(option: str) -> None:
    done = shell("simulate", "tienlen", "--hands", "1", "--bots", "random", option, "/dev/full")
    assert done.returncode == 2
    (sentence,) = done.stderr.decode().splitlines()
    assert sentence.startswith("thirteen: ")
    assert "/dev/full" in sentence
    assert sentence.endswith(": No space left on device")


def test_records_that_cannot_be_kept_beside_a_checkpoint_are_named(tmp_path: Path) -> None:
    done = shell("simulate", "tienlen", "--hands", "1", "--record", "/dev/null", "--resume", tmp_path / "run.json")
    assert (done.returncode, done.stderr) == (2, b"thirteen: '/dev/null': Invalid argument\n")


def test_verify_finds_records_in_order_and_prints_the_head(hands: Path, tmp_path: Path) -> None:
    head = record_file(tmp_path / "same.jsonl", 3, stakes=Stakes(base="10"))
    code, out, _ = run("verify", hands)
    assert code == 0
    assert "3 hands decided again, all in order" in out
    assert f"head  {head}" in out


def test_verify_as_json_says_the_same(hands: Path) -> None:
    code, out, _ = run("verify", hands, hands, "--json")
    assert code == 0
    answers = [json.loads(line) for line in out.splitlines()]
    assert [(answer["ok"], answer["hands"], answer["fault"]) for answer in answers] == [(True, 3, None)] * 2


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ('"units":', '"units":1', "units"),
        ('"amounts":["', '"amounts":["1', "amounts.0"),
        ('"type":"passed"', '"type":"laid"', ""),
        ('"again":false', '"again":true', "again"),
    ],
)
def test_verify_names_hand_event_and_field_that_differ(
    hands: Path, tmp_path: Path, old: str, new: str, field: str
) -> None:
    changed = _changed(hands, tmp_path, old, new)
    code, out, _ = run("verify", changed, "--json")
    fault = json.loads(out)["fault"]
    assert code == 1
    assert (fault["hand"], fault["line"]) == (0, 2)
    assert fault["event"] is not None
    if field:
        assert fault["field"] == field
    code, out, _ = run("verify", changed)
    assert code == 1
    assert "hand 0, event" in out


def test_verify_finds_a_dropped_event_a_cut_line_and_junk(hands: Path, tmp_path: Path) -> None:
    lines = hands.read_bytes().splitlines(keepends=True)
    first = json.loads(lines[1])
    first["events"].pop(5)
    contents = {
        "dropped": lines[0] + json.dumps(first).encode() + b"\n",
        "cut": b"".join(lines)[:-100],
        "junk": bytes(range(256)) * 4,
        "text": b"hello\n",
        "list": b"[]\n",
        "empty": b"",
        "swapped": lines[0] + lines[2] + lines[1] + lines[3],
    }
    for name, content in contents.items():
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(content)
        code, out, err = run("verify", path)
        assert code == 1, name
        assert "line" in out, name
        assert not err
        assert "all in order" not in out, name


def test_verify_compares_with_the_head_and_the_rules_that_were_kept(hands: Path) -> None:
    kept = json.loads(run("verify", hands, "--json")[1])
    assert run("verify", hands, "--head", kept["head"], "--rules", kept["rules"][0])[0] == 0
    code, out, _ = run("verify", hands, "--head", "0" * 64)
    assert (code, "the chain ends elsewhere" in out) == (1, True)
    code, out, _ = run("verify", hands, "--rules", "0" * 64)
    assert (code, "not those that were kept" in out) == (1, True)
    assert run("verify", hands, "--head", "xyz")[0] == 2
    assert run("verify", hands, hands, "--head", "0" * 64)[0] == 2


def test_verify_reads_packed_files_and_names_damaged_ones(hands: Path, tmp_path: Path) -> None:
    packed = tmp_path / "hands.jsonl.gz"
    packed.write_bytes(gzip.compress(hands.read_bytes()))
    assert run("verify", packed)[0] == 0
    packed.write_bytes(gzip.compress(hands.read_bytes())[:-20])
    assert run("verify", packed)[0] == 1
    packed.write_bytes(hands.read_bytes())
    assert run("verify", packed)[0] == 1


def test_verify_says_no_if_one_of_several_files_is_not_in_order(hands: Path, tmp_path: Path) -> None:
    changed = _changed(hands, tmp_path, '"again":false', '"again":true')
    code, out, _ = run("verify", changed, hands)
    assert code == 1
    assert "3 hands decided again, all in order" in out


# replay


def test_replay_tells_every_hand_or_one(hands: Path) -> None:
    code, out, _ = run("replay", hands)
    assert code == 0
    assert [line for line in out.splitlines() if line.startswith("Hand ")] == [
        f"Hand {n}, Tiến lên, meitian (美天越式13张), 4 seats" for n in range(3)
    ]
    code, out, _ = run("replay", hands, "--hand", 1)
    assert code == 0
    assert out.startswith("Hand 1, ")
    assert out.count("Hand ") == 1


def test_replay_as_a_seat_in_another_language(hands: Path) -> None:
    code, out, _ = run("replay", hands, "--hand", 0, "--as", 1, "--lang", "vi-VN")
    assert code == 0
    assert "Ghế 1 được chia" in out
    assert "không thấy bài của ghế 0" in out.lower()


def test_replay_as_json_is_one_object_a_line(hands: Path) -> None:
    code, out, _ = run("replay", hands, "--as", "spectator", "--json", "--hand", 2)
    first, *events = [json.loads(line) for line in out.splitlines()]
    assert code == 0
    assert (first["hand"], first["as"], first["stakes"]["base"]) == (2, "spectator", "10")
    assert [event["position"] for event in events] == list(range(len(events)))
    assert events[0]["event"] == {"type": "dealt", "hands": [None] * 4}


def test_replay_of_a_hand_that_is_not_there_says_no(hands: Path) -> None:
    code, out, err = run("replay", hands, "--hand", 7)
    assert (code, out, err) == (1, "", "thirteen: there is no hand 7 in this file\n")


def _verified(path: Path) -> dict[str, Any]:
    fault: dict[str, Any] = json.loads(run("verify", path, "--json")[1])["fault"]
    return fault


def test_replay_tells_a_damaged_hand_up_to_the_event_that_verify_names(hands: Path, tmp_path: Path) -> None:
    changed = _changed(hands, tmp_path, '"units":', '"units":1', line=2)
    fault = _verified(changed)
    code, out, err = run("replay", changed)
    assert code == 1
    assert err == f"thirteen: {fault['message']}; the lines behind it are told with --unchecked\n"
    assert [line for line in out.splitlines() if line.startswith("Hand ")] == [
        f"Hand {n}, Tiến lên, meitian (美天越式13张), 4 seats" for n in range(2)
    ]
    assert out.count("The chain does not vouch for this hand") == 1
    told = [json.loads(line) for line in run("replay", changed, "--hand", 1, "--json")[1].splitlines()]
    assert (told[0]["vouched"], told[0]["is_over"]) == (False, False)
    assert [line["position"] for line in told[1:]] == list(range(fault["event"]))


def test_replay_of_a_hand_behind_a_fault_names_it_and_tells_it_when_asked(hands: Path, tmp_path: Path) -> None:
    changed = _changed(hands, tmp_path, '"units":', '"units":1')
    message = _verified(changed)["message"]
    code, out, err = run("replay", changed, "--hand", 2)
    assert (code, out) == (1, "")
    assert err == f"thirteen: {message}; the lines behind it are told with --unchecked\n"
    code, out, err = run("replay", changed, "--hand", 2, "--unchecked")
    assert (code, err) == (1, f"warning: {message}\n")
    sound = run("replay", hands, "--hand", 2)[1].splitlines()
    said = out.splitlines()
    assert said.pop(2).startswith("The chain does not vouch for this hand")
    assert said == sound
    as_json = [
        json.loads(line) for line in run("replay", changed, "--hand", 2, "--unchecked", "--json")[1].splitlines()
    ]
    assert as_json[0]["vouched"] is False


def test_replay_does_not_tell_what_only_the_chain_speaks_against_unless_asked(hands: Path, tmp_path: Path) -> None:
    changed = _changed(hands, tmp_path, '"number":1', '"number":9', line=2)
    message = _verified(changed)["message"]
    assert message.startswith("line 3, chain: ")
    code, out, err = run("replay", changed)
    assert (code, out) == (1, run("replay", hands, "--hand", 0)[1])
    assert err == f"thirteen: {message}; the lines behind it are told with --unchecked\n"
    code, out, err = run("replay", changed, "--unchecked")
    assert (code, err) == (1, f"warning: {message}\n")
    assert re.findall(r"^Hand (\d)", out, re.MULTILINE) == ["0", "9", "2"]


def test_replay_unchecked_leaves_out_what_cannot_be_read_or_dealt(hands: Path, tmp_path: Path) -> None:
    lines = hands.read_text(encoding="utf-8").splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    damaged.write_text(
        "".join([lines[0], "junk\n", lines[2].replace('"seats":4', '"seats":9'), lines[3]]), encoding="utf-8"
    )
    code, out, err = run("replay", damaged)
    assert (code, out) == (1, "")
    assert err.startswith("thirteen: line 2 is no JSON")
    code, out, err = run("replay", damaged, "--unchecked")
    assert code == 1
    assert re.findall(r"^Hand (\d)", out, re.MULTILINE) == ["2"]
    faults = err.splitlines()
    assert len(faults) == 3  # junk; the chain that has no line before it any more; nine seats
    assert [re.findall(r"^warning: line (\d)", fault) for fault in faults] == [["2"], ["3"], ["3"]]


def test_replay_of_damage_names_no_card_to_a_seat(hands: Path, tmp_path: Path) -> None:
    laid = re.search(r'"cards":\["(..)"', hands.read_text(encoding="utf-8").splitlines()[1])
    assert laid
    changed = _changed(hands, tmp_path, laid[0], f'"cards":["{"As" if laid[1] != "As" else "Ah"}"')
    for more in ((), ("--unchecked",), ("--hand", 2), ("--hand", 2, "--unchecked")):
        code, _, err = run("replay", changed, "--as", "spectator", *more)
        assert code == 1
        assert "line 2" in err
        assert not re.search(r"\b[2-9TJQKA][cdhs]\b", err)


def test_no_head_is_told_of_a_file_that_is_not_in_order(hands: Path, tmp_path: Path) -> None:
    changed = _changed(hands, tmp_path, '"units":', '"units":1')
    for arguments in ((changed,), (hands, "--head", "0" * 64), (hands, "--rules", "0" * 64)):
        code, out, _ = run("verify", *arguments)
        assert code == 1
        assert "head  " not in out
        assert json.loads(run("verify", *arguments, "--json")[1])["head"] == ""


@pytest.mark.parametrize("arguments", [("--as", "9"), ("--as", "7"), ("--as", "me"), ("--lang", "de"), ("--step",)])
def test_replay_used_wrongly(hands: Path, arguments: tuple[str, ...]) -> None:
    code, _, err = run("replay", hands, *arguments)
    assert code == 2
    assert err.startswith("thirteen: ")
    assert err.count("\n") == 1


# rules and hint


def test_rules_list_names_every_house_of_both_games() -> None:
    code, out, _ = run("rules", "list", "--json")
    listed = {(each["game"], each["name"]) for each in json.loads(out)}
    assert code == 0
    assert {("tienlen", "southern-places"), ("shisanshui", "bianfeng"), ("shisanshui", "luosong-five")} <= listed
    code, out, _ = run("rules", "list")
    assert code == 0
    assert len(out.splitlines()) == len(listed) + 1


def test_rules_show_prints_the_page_of_each_house_that_is_meant() -> None:
    titles = {
        ("tienlen", "southern"): ["# Tiến lên miền Nam"],
        ("southern",): ["# Tiến lên miền Nam"],
        ("meitian",): ["# 美天越式13张", "# 美天十三水"],
        ("meitian", "--game", "shisanshui"): ["# 美天十三水"],
        ("tienlen",): ["# 美天越式13张"],
    }
    for arguments, wanted in titles.items():
        code, out, _ = run("rules", "show", *arguments)
        assert code == 0
        assert [line for line in out.splitlines() if line.startswith("# ")] == wanted
    code, out, _ = run("rules", "show", "bianfeng", "--json")
    assert code == 0
    assert json.loads(out)["rules"]["name"] == "bianfeng"


def test_rules_check_explains_what_is_wrong_and_where(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    for content, where, words in [
        ('extends = "southern"\n[reentry]\nwith = "pair_run_3"\n', "reentry.with", "'specials'"),
        ('extends = "southern"\nbeats = 1\n', "beats", "no such key"),
        ('name = "x"\n[seats\n', "line 2", "TOML"),
        ('extends = "southern"\n[beating]\nquad = ["pair_run_4"]\n', "", "TL-3.6"),
        ('extends = "bianfeng"\n[feats]\ngun = 2\n', "feats", "sweep"),
        ('extends = "nowhere"\n', "extends", "no house is called"),
    ]:
        house.write_text(content, encoding="utf-8")
        code, out, _ = run("rules", "check", house, "--json")
        answer = json.loads(out)
        assert code == 1, content
        assert answer["where"] == where
        assert words in answer["message"]
        code, out, err = run("rules", "check", house)
        assert (code, err) == (1, "")
        assert words in out


def test_rules_check_finds_a_house_sound(tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text(
        'extends = "southern"\nname = "ours"\n[first_lead]\nmust_contain_lowest = false\n', encoding="utf-8"
    )
    code, out, _ = run("rules", "check", house, "bianfeng")
    assert code == 0
    assert "ours: sound, a house of Tiến lên" in out
    assert "bianfeng: sound" in out


@pytest.mark.parametrize("as_json", [(), ("--json",)])
def test_rules_check_checks_all_and_ends_with_the_worst(tmp_path: Path, as_json: tuple[str, ...]) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('extends = "southern"\nbeats = 1\n', encoding="utf-8")
    for files, code, said, missing in (
        (("southern", wrong, "bb"), 1, 3, 0),
        (("nowhere.toml", wrong, "southern"), 2, 2, 1),
        ((wrong, "nowhere.toml", "no-house", "southern"), 2, 2, 2),
        (("tienlen", "bb", "southern"), 2, 1, 1),
    ):
        found, out, err = run("rules", "check", *files, *as_json)
        assert (found, len(out.splitlines()), len(err.splitlines())) == (code, said, missing)


def test_rules_schema_is_what_is_shipped() -> None:
    for what in ("rules", "actions", "events", "view"):
        code, out, _ = run("rules", "schema", "tienlen", what)
        assert code == 0
        assert out == (ROOT / "tienlen" / "schemas" / f"{what}.json").read_text(encoding="utf-8")


def test_hint_gives_legal_plays_best_first() -> None:
    code, out, _ = run("hint", "tienlen", "3s 4h 5d 8c 8d 2h", "--top", "7s", "--json")
    hints = json.loads(out)["hints"]
    assert code == 0
    assert {tuple(hint.get("cards", ())) for hint in hints} <= {("2h",), ("8c",), ("8d",), ()}
    assert len(hints) >= 2
    code, out, _ = run("hint", "3s", "--top", "4s", "--lang", "zh")
    assert code == 0
    assert "跳过" in out


def test_hint_finds_the_game_by_its_house_and_by_what_is_to_be_beaten() -> None:
    assert json.loads(run("hint", "3s", "4d", "--rules", "southern", "--json")[1])["game"] == "tienlen"
    assert json.loads(run("hint", "3s", "4d", "--top", "3d", "--json")[1])["game"] == "tienlen"
    code, _, err = run("hint", "tienlen", "3s", "--rules", "bianfeng")
    assert (code, "southern" in err) == (2, True)


def test_hint_lays_out_thirteen_cards_with_their_waters() -> None:
    code, out, _ = run("hint", "3s3h3c3d3d4c5c6c7c8s8h8d4h", "--rules", "luosong-five", "--top", "2", "--json")
    answer = json.loads(out)
    assert code == 0
    assert answer["game"] == "shisanshui"
    first, second = answer["hints"]
    assert first["layout"] == "8d 8h 8s | 3d 3d 3h 3s 4h | 3c 4c 5c 6c 7c"
    assert [row["waters"] for row in first["rows"]] == [3, 7, 5]
    assert sum(row["waters"] for row in second["rows"]) == 13
    code, out, _ = run("hint", "As2h3s4d5s6d7s8s9sTsJsQsKs", "--lang", "zh")
    assert "一条龙，向每家收30水" in out
    _, out, _ = run("hint", "3s3h3c3d3d4c5c6c7c8s8h8d4h", "--rules", "luosong-five", "--top", "1")
    _, order, line = out.splitlines()
    assert (
        order
        == "in order: the waters of rows worth more than 1, then the types of back, middle and front (in full: SS-8.2)"
    )
    assert line.endswith(
        "(front trips, middle quads, back straight flush; rows won are worth 3 + 7 + 5 = 15 waters from each)"
    )
    _, out, _ = run("hint", "3s", "4d")
    assert out.splitlines()[1].startswith("in order: as the bot planner weighs them")
    assert run("hint", "shisanshui", "3s")[0] == 2
    assert run("hint", "shisanshui", "As2h3s4d5s6d7s8s9sTsJsQsKs", "--top", "two")[0] == 2


# the process


@pytest.mark.parametrize("locale", ["C", "POSIX", "vi_VN.ISO-8859-1"])
def test_utf_8_comes_out_whatever_the_locale_says(hands: Path, locale: str) -> None:
    env = {"LC_ALL": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    done = shell("replay", hands, "--hand", 0, "--lang", "vi", env=env)
    assert done.returncode == 0
    assert "Ván 0, Tiến lên" in done.stdout.decode("utf-8")
    assert "♠" in done.stdout.decode("utf-8")


def test_what_is_piped_has_no_colours_and_one_width(hands: Path) -> None:
    wide = shell("replay", hands, env={"COLUMNS": "300", "NO_COLOR": "1"})
    narrow = shell("replay", hands, env={"COLUMNS": "20", "TERM": "xterm-256color"})
    assert wide.stdout == narrow.stdout
    assert b"\x1b" not in narrow.stdout
    assert shell("rules", "list", env={"COLUMNS": "20"}).stdout == shell("rules", "list", env={"COLUMNS": "300"}).stdout


def test_a_reader_that_goes_away_is_no_fault(hands: Path) -> None:
    many = " ".join([str(hands)] * 40)
    script = f"{sys.executable} -m thirteen verify {many} --json | head -n 1; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, capture_output=True, check=False, env={**os.environ, "THIRTEEN_JIT": "0"}
    )
    assert done.stderr == b""
    assert done.returncode == 0


def test_ctrl_c_ends_with_130_and_no_traceback(hands: Path) -> None:
    many = [str(hands)] * 4000
    process = subprocess.Popen(
        [sys.executable, "-m", "thirteen", "verify", *many],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "THIRTEEN_JIT": "0"},
    )
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in err


def test_without_the_extra_one_sentence_says_how_to_get_it(tmp_path: Path) -> None:
    script = (
        "import sys\n"
        "class Missing:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name.partition('.')[0] in {'typer', 'rich'}:\n"
        "            raise ModuleNotFoundError(name)\n"
        "sys.meta_path.insert(0, Missing())\n"
        "from thirteen.cli import main\n"
        "main()\n"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 2
    assert done.stderr.decode() == "thirteen: the command line needs typer and rich: pip install 'thirteen[cli]'\n"


def test_fields_that_are_not_known_are_one_line_of_warning(hands: Path, tmp_path: Path) -> None:
    from dataclasses import replace

    from common.record import RecordWriter, read_records

    path = tmp_path / "later.jsonl"
    with RecordWriter(path) as writer:
        for record in read_records(hands):
            writer.write(replace(record, unknown={"mood": "fine"}))
    done = shell("verify", path)
    assert done.returncode == 0
    assert done.stderr.decode().splitlines() == [
        "warning: line 2: this version does not know the field 'mood'; it is kept"
    ]


# traces


def test_traces_are_expanded_and_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    traces, made = tmp_path / "run.jsonl.zst", tmp_path / "hands.jsonl"
    more = ("--hands", "40", "--bots", "cautious", "--seats", "2", "--sample", "4")
    assert run("simulate", "tienlen", *more, "--trace", traces)[0] == 0
    code, _, err = run("simulate", "tienlen", *more, "--trace", traces)
    assert (code, "--overwrite begins it anew" in err) == (2, True)
    code, out, err = run("expand", traces, made)
    assert (code, err) == (0, "")
    assert re.match(r"10 hands expanded in [0-9.]+ s, [0-9,]+ a second\n  head  [0-9a-f]{64}\n$", out)
    code, _, err = run("expand", traces, made)
    assert (code, "--overwrite begins it anew" in err) == (2, True)
    assert run("verify", made)[0] == 0
    for command in ("verify", "replay"):
        code, out, err = run(command, traces)
        assert (code, "these are traces: make records of them with thirteen expand" in out + err) == (1, True)
    code, out, err = run("expand", made, tmp_path / "other.jsonl")
    assert (code, out) == (2, "")
    assert "this is a file of records" in err


def test_traces_that_are_cut_off_are_expanded_up_to_there(tmp_path: Path) -> None:
    traces, made = tmp_path / "run.jsonl", tmp_path / "hands.jsonl"
    assert run("simulate", "tienlen", "--hands", "5", "--bots", "cautious", "--trace", traces)[0] == 0
    traces.write_bytes(b"".join(traces.read_bytes().splitlines(keepends=True)[:-2]))
    for workers in ("1", "2"):
        code, out, err = run("expand", traces, made, "--overwrite", "--workers", workers)
        assert (code, out) == (1, "")
        assert err.startswith("thirteen: the file ends after line 5 without its end: the run was stopped or")
        assert "; 4 hands before it are expanded in " in err
        assert len(err.splitlines()) == 1
        assert "4 hands decided again, all in order" in run("verify", made)[1]
