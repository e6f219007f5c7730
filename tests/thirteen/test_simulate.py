"""``thirteen simulate`` as a command."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from common.record import read_records
from thirteen.arena import simulate
from thirteen.cli.app import app
from tienlen import Game


def _called(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["simulate", *arguments])


def test_a_table_of_results() -> None:
    result = _called("tienlen", "--hands", "8", "--bots", "cautious,random", "--seed", "5", "--workers", "1")
    assert result.exit_code == 0
    assert "8 hands, 2 seats, seed 5" in result.stdout
    assert "1 cautious" in result.stdout
    assert "2 random" in result.stdout


def test_json_is_that_of_the_report() -> None:
    result = _called("tienlen", "--hands", "6", "--bots", "cautious", "--seats", "3", "--rules", "southern", "--json")
    report = simulate("tienlen", "southern", ["cautious"], 6, 0, seats=3, workers=1)
    assert result.stdout == report.to_json() + "\n"


def test_a_seed_that_is_no_number_is_a_text() -> None:
    told = json.loads(_called("tienlen", "--hands", "1", "--seed", "−1 or so", "--json").stdout)
    assert told["seed"] == "−1 or so"
    assert json.loads(_called("tienlen", "--hands", "1", "--seed", "-12", "--json").stdout)["seed"] == -12


def test_records_are_written(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl.zst"
    result = _called("tienlen", "--hands", "9", "--record", str(path), "--sample", "4", "--workers", "1")
    assert result.exit_code == 0
    records = list(read_records(path))
    assert [record.number for record in records] == [0, 4, 8]
    assert all(Game.from_record(record).is_over for record in records)


def test_a_record_that_is_there_is_begun_anew_only_where_that_is_said(tmp_path: Path) -> None:
    path = tmp_path / "hands.jsonl"
    arguments = ("tienlen", "--hands", "2", "--bots", "random", "--workers", "1", "--record", str(path))
    path.write_bytes(b"")
    assert _called(*arguments).exit_code == 0
    first = path.read_bytes()
    refused = _called(*arguments, "--seed", "1")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "hands.jsonl' is there already: --overwrite begins it anew" in refused.stderr
    assert path.read_bytes() == first
    assert _called(*arguments, "--seed", "1", "--overwrite").exit_code == 0
    assert path.read_bytes() != first


def test_a_run_that_is_taken_up_goes_on_with_its_record(tmp_path: Path) -> None:
    record, state = str(tmp_path / "hands.jsonl"), str(tmp_path / "run.json")
    arguments = ("tienlen", "--hands", "2", "--bots", "random", "--workers", "1", "--record", record)
    assert _called(*arguments, "--resume", state).exit_code == 0
    assert _called(*arguments, "--resume", state).exit_code == 0
    assert _called(*arguments, "--resume", str(tmp_path / "other.json")).exit_code == 2


@pytest.mark.parametrize(
    "bot", [":", ":b", ".:x", "..:x", ".", "", "a.:x", "\0:x", "json:", "json:.", "json:x.y", "x y:z"]
)
def test_what_names_no_bot_is_refused_in_one_sentence(bot: str) -> None:
    result = _called("tienlen", "--hands", "1", "--bots", f"{bot},random")
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert repr(bot) in result.stderr


def test_a_bot_whose_module_breaks_is_refused_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    for name, code in (("breaks", "1 / 0"), ("parts", "def"), ("ends", "import sys; sys.exit(3)")):
        (tmp_path / f"{name}.py").write_text(code)
        result = _called("tienlen", "--hands", "1", "--bots", f"{name}:Bot,random")
        assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1)
        assert f"the bot '{name}:Bot' cannot be imported: " in result.stderr


@pytest.mark.parametrize(
    ("bot", "said"),
    [
        ("lowest:Lowest", "there is no module 'lowest'; put PYTHONPATH=. before"),
        ("tests.lowest:Lowest", "there is no module 'tests.lowest'; put PYTHONPATH=. before"),
        ("lowest.py:Lowest", "its module, which is 'lowest', not by a file; put PYTHONPATH=. before"),
        ("./lowest.py:Lowest", "its module, which is 'lowest', not by a file; put PYTHONPATH=. before"),
        ("mine/lowest.py:Lowest", "its module, which is 'lowest', not by a file; put PYTHONPATH=mine before"),
        ("mine/lowest:Lowest", "its module, which is 'lowest', not by a file; put PYTHONPATH=mine before"),
        ("tests.thirteen.odd_bots.py:Lowest", "its module, which is 'tests.thirteen.odd_bots', not by a file"),
    ],
)
def test_a_bot_that_is_not_found_is_told_how_it_would_be(bot: str, said: str) -> None:
    result = _called("tienlen", "--hands", "1", "--bots", f"{bot},random")
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert f"the bot {bot!r} cannot be imported: " in result.stderr
    assert said in result.stderr
    assert "No module" not in result.stderr


def test_a_bot_whose_module_lacks_another_is_told_which(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "lacking.py").write_text("import nowhere_at_all")
    result = _called("tienlen", "--hands", "1", "--bots", "lacking:Bot,random")
    assert "No module named 'nowhere_at_all'" in result.stderr


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--between", "a,b"), "--between would do nothing: it goes with --until-decided"),
        (("--h0", "0"), "--h0 would do nothing: it goes with --until-decided"),
        (("--h1", "0.5", "--on", "units"), "--on and --h1 would do nothing: they go with --until-decided"),
        (("--alpha", "0.05", "--beta", "0.05"), "--alpha and --beta would do nothing: they go with --until-decided"),
        (("--sample", "1"), "--sample would do nothing: it goes with --record or --trace"),
        (("--lang", "en"), "--lang would do nothing: it goes with --plot"),
        (("--carry", "5"), "a carry is money and needs a base"),
        (("--until-decided", "--between", "cautious,expected"), "'expected' is none of the bots that play"),
        (("--until-decided", "--between", "cautious"), "give them as --between A,B"),
        (("--until-decided", "--on", "wins", "--h0", "0.5", "--h1", "0.4"), "h1 is more than h0, which is 0.5"),
    ],
)
def test_options_that_would_do_nothing_are_refused(options: tuple[str, ...], said: str) -> None:
    result = _called("tienlen", "--hands", "2", "--bots", "cautious,random", *options)
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert said in result.stderr


def test_whole_deals_are_played() -> None:
    told = json.loads(_called("tienlen", "--hands", "7", "--bots", "cautious,random", "--duplicate", "--json").stdout)
    assert told["hands"] == 8


def test_a_bot_that_fails_is_named_and_the_exit_code_is_1() -> None:
    result = _called("tienlen", "--hands", "3", "--bots", "tests.thirteen.odd_bots:Silent,cautious")
    assert result.exit_code == 1
    assert "3 of 3 hands failed, the first in hand 0: tests.thirteen.odd_bots:Silent: TypeError" in result.stderr


def test_what_a_bot_prints_does_not_get_into_the_report(capfd: pytest.CaptureFixture[str]) -> None:
    bots = "tests.thirteen.odd_bots:Printer,cautious"
    result = _called("tienlen", "--hands", "2", "--bots", bots, "--workers", "1", "--json")
    assert json.loads(result.stdout)["hands"] == 2
    assert "thinking aloud" in capfd.readouterr().err


@pytest.mark.parametrize(
    "files",
    [
        ("--record", "a", "--resume", "a"),
        ("--record", "a", "--csv", "./a"),
        ("--rules", "a", "--csv", "a"),
        ("--trace", "a.svg", "--plot", "a.svg"),
    ],
)
def test_no_file_is_written_for_two_things(
    files: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = _called("tienlen", "--hands", "1", *files)
    assert (result.exit_code, result.stdout, len(result.stderr.splitlines())) == (2, "", 1)
    assert "is named twice" in result.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("link", [os.link, os.symlink])
@pytest.mark.parametrize("options", [("--record", "--trace"), ("--trace", "--csv"), ("--resume", "--record")])
def test_one_file_under_two_names_is_found(
    link: Callable[[Path, Path], None], options: tuple[str, str], tmp_path: Path
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.write_text("kept", "utf-8")
    link(one, other)
    result = _called("tienlen", "--bots", "random", options[0], str(one), options[1], str(other), "--overwrite")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.count("\n") == 1
    assert "is named twice: each file is read or written for one thing" in result.stderr
    assert one.read_text("utf-8") == "kept"


@pytest.mark.parametrize(
    "arguments",
    [
        ("whist",),
        ("tienlen", "--bots", "clever"),
        ("tienlen", "--rules", "nobody"),
        ("tienlen", "--bots", "cautious,random", "--seats", "4"),
        ("tienlen", "--seats", "9", "--bots", "cautious"),
        ("tienlen", "--hands", "many"),
        ("tienlen", "--record", "/nowhere/at/all.jsonl"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(arguments: tuple[str, ...]) -> None:
    result = _called(*arguments, *(() if "--hands" in arguments else ("--hands", "1")))
    assert result.exit_code == 2
    assert "Traceback" not in result.output
    assert result.stdout == ""
