"""Records: what is written is read again, byte for byte; what is damaged is named by its line."""

from __future__ import annotations

import gzip
import hashlib
import io
import json
import sys
import time
import tracemalloc
import warnings
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import zstandard
from hypothesis import given
from hypothesis import strategies as st

from common.actions import Timeout
from common.errors import RecordError
from common.files import next_line, readable
from common.money import Stakes
from common.record import Commitment, Record, RecordWarning, RecordWriter, Rules, Secret, entries, read_records
from common.verify import verify
from tests.common.test_game import games
from tests.common.toy import Toy

GOLDEN = Path(__file__).parent.parent / "golden"


def record(number: int = 0, house: str = "harsh") -> Record:
    game = Toy(house, 3, Stakes(base="0.5", carries=["3", "4", "5"]))
    game.deal(seed=number)
    while not game.is_over:
        game.act(Timeout(seat=min(game.awaiting)))
    return Record.of(game, number)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Two hands of one house and one of another: five lines."""
    path = tmp_path / "hands.jsonl"
    with RecordWriter(path) as writer:
        for number, house in enumerate(("harsh", "harsh", "plain")):
            writer.write(record(number, house))
    return path


def refused(source: Any, *, check: bool = True) -> RecordError:
    with pytest.raises(RecordError) as caught:
        list(read_records(io.BytesIO(source) if isinstance(source, bytes) else source, check=check))
    assert "\n" not in str(caught.value)
    return caught.value


@given(games())
def test_a_record_round_trips_alone_and_in_a_file(game: Toy) -> None:
    kept = Record.of(game, 3)
    assert Record.from_json(kept.to_json()) == kept
    stream = io.StringIO()
    writer = RecordWriter(stream)
    writer.write(kept)
    writer.write(kept)
    stream.seek(0)
    assert list(read_records(stream)) == [kept, kept]
    assert stream.getvalue().count('"type":"rules"') == 1


def test_lines_and_chain_are_what_the_format_says(file: Path) -> None:
    text = file.read_bytes()
    link = b""
    for line in text.splitlines():
        body, _, tail = line.rpartition(b',"chain":')
        link = hashlib.sha256(link + b"\n" + body).hexdigest().encode()
        assert tail == b'"' + link + b'"}'
    kinds = [json.loads(line)["type"] for line in text.splitlines()]
    assert kinds == ["rules", "hand", "hand", "rules", "hand"]
    assert [entry.head for entry in entries(file)][-1] == link.decode()


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_packed_files_are_the_same_for_the_same_hands_and_can_be_appended_to(tmp_path: Path, suffix: str) -> None:
    paths = [tmp_path / f"{name}.jsonl{suffix}" for name in "ab"]
    for path in paths:
        with RecordWriter(path) as writer:
            writer.write(record(1))
    assert paths[0].read_bytes() == paths[1].read_bytes()
    with RecordWriter(paths[0]) as writer:
        writer.write(record(2))
        writer.write(record(3, "plain"))
    assert [r.number for r in read_records(str(paths[0]))] == [1, 2, 3]
    assert [entry.line for entry in entries(paths[0])] == [1, 2, 3, 4, 5]
    assert list(entries(paths[0]))[-1].head == writer.head
    with RecordWriter(paths[0], append=False) as writer:
        writer.write(record(1))
    assert paths[0].read_bytes() == paths[1].read_bytes()


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
def test_a_file_holds_every_hand_as_soon_as_it_is_written(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"hands.jsonl{suffix}"
    writer = RecordWriter(path)
    for number in range(3):
        writer.write(record(number))
        assert [r.number for r in read_records(path)] == list(range(number + 1))
    # The writer was never closed, as when its process is killed; another goes on.
    with RecordWriter(path) as after:
        assert after.head == writer.head
        after.write(record(3))
    assert [r.number for r in read_records(path)] == [0, 1, 2, 3]
    writer.close()


@pytest.mark.parametrize("suffix", [".gz", ".zst"])
def test_a_packed_file_that_is_cut_anywhere_is_told_and_not_appended_to(tmp_path: Path, suffix: str) -> None:
    whole, cut = tmp_path / f"whole{suffix}", tmp_path / f"cut{suffix}"
    ends = set()
    with RecordWriter(whole) as writer:
        for number in range(3):
            writer.write(record(number))
            ends.add(whole.stat().st_size)
    content = whole.read_bytes()
    first = len(content) // 3
    for size in range(first, len(content)):
        cut.write_bytes(content[:size])
        got: list[int] = []
        if size in ends:
            assert len(list(read_records(cut))) < 3
            continue
        with pytest.raises(RecordError, match="damaged or cut off here"):
            got.extend(each.number for each in read_records(cut))
        whole_hands = sum(end <= size for end in ends)
        assert got in (list(range(whole_hands)), list(range(whole_hands + 1)))  # what is cut may be its checksum alone
        with pytest.raises(RecordError, match="damaged or cut off here"):
            RecordWriter(cut)
        assert cut.read_bytes() == content[:size]


def test_what_unpacks_to_very_much_is_read_in_portions(tmp_path: Path) -> None:
    path = tmp_path / "bomb.zst"
    path.write_bytes(zstandard.ZstdCompressor().compress(bytes(300_000_000)))
    tracemalloc.start()
    assert "longer than 16000000 bytes" in str(refused(path))
    assert tracemalloc.get_traced_memory()[1] < 150_000_000
    tracemalloc.stop()


class Full(io.FileIO):
    """A disk that takes ``room`` bytes more and is full then."""

    room = 10**9

    def write(self, content: Any) -> int:
        taken = super().write(bytes(content)[: self.room])
        self.room -= taken
        if not taken:
            raise OSError(28, "No space left on device")
        return taken


@pytest.mark.parametrize("length", [1_000_000, 300_000_000])
def test_a_packed_line_is_read_in_time_that_its_length_is_worth(length: int, tmp_path: Path) -> None:
    (tmp_path / "long.zst").write_bytes(zstandard.ZstdCompressor().compress(bytes(length)))
    (tmp_path / "long.gz").write_bytes(gzip.compress(bytes(length), 1))
    took = []
    for suffix in (".gz", ".zst"):
        began = time.process_time()
        with readable(tmp_path / f"long{suffix}") as stream:
            if length > 16_000_000:
                with pytest.raises(RecordError, match="line 1 is longer than 16000000 bytes: that is no record"):
                    next_line(stream, 1)
            else:
                assert next_line(stream, 1) == bytes(length)
                assert next_line(stream, 2) == b""
        took.append(time.process_time() - began)
    assert took[1] < 4 * took[0] + 0.2


@pytest.mark.parametrize("suffix", ["", ".gz", ".zst"])
@pytest.mark.parametrize("room", [0, 1, 300])
def test_a_line_that_finds_no_room_leaves_a_whole_file_and_is_written_once_when_there_is_some(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str, room: int
) -> None:
    path = tmp_path / f"hands{suffix}"
    monkeypatch.setattr(Path, "open", lambda self, mode, **_: Full(self, mode.replace("b", "")))
    writer = RecordWriter(path, append=False)
    monkeypatch.undo()
    disk: Any = writer._target._stream  # type: ignore[attr-defined]
    writer.write(record(0))
    before, head = path.read_bytes(), writer.head
    disk.room = room
    for _ in range(2):
        with pytest.raises(OSError, match="No space left"):
            writer.write(record(1))
        disk.room = room
        assert (path.read_bytes(), writer.head) == (before, head)
    disk.room = 10**9
    writer.write(record(1))
    with RecordWriter(path) as after:
        assert after.head == writer.head
        after.write(record(2))
    assert [r.number for r in read_records(path)] == [0, 1, 2]
    writer.close()


def test_a_stream_that_cannot_go_back_is_written_no_more_after_a_failure() -> None:
    class Line(io.RawIOBase):
        sent = b""

        def writable(self) -> bool:
            return True

        def write(self, content: Any) -> int:
            if self.sent:
                raise OSError(32, "Broken pipe")
            self.sent += bytes(content)[:100]
            return 100

    line = Line()
    writer = RecordWriter(line)  # type: ignore[arg-type]
    with pytest.raises(OSError, match="Broken pipe"):
        writer.write(record())
    for _ in range(2):
        with pytest.raises(RecordError, match="could not be taken back"):
            writer.write(record())
    assert (len(line.sent), writer.head) == (100, "")


def test_keys_that_stand_there_twice_are_found_in_no_time() -> None:
    many = ",".join(f'"{number}":0' for number in range(300_000))
    start = time.perf_counter()
    assert "the key '299999' stands there twice" in str(refused(f'{{{many},"299999":1}}\n'.encode()))
    assert time.perf_counter() - start < 5  # pair by pair it would take an hour


def test_a_record_that_was_read_is_written_with_all_it_had(file: Path, tmp_path: Path) -> None:
    changed = tmp_path / "more.jsonl"
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines[0]["colour"] = {"of": "the house"}
    lines[1]["table"] = [1.5, None]
    changed.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    with pytest.warns(RecordWarning) as warned:
        read = list(read_records(changed, check=False))
    assert ["colour" in str(w.message) for w in warned] == [True, False]
    assert "line 2" in str(warned[1].message)
    assert "'table'" in str(warned[1].message)
    with RecordWriter(changed, append=False) as writer:
        for each in read:
            writer.write(each)
    with pytest.warns(RecordWarning):
        assert list(read_records(changed)) == read
    assert read[0].unknown == {"table": [1.5, None]}
    assert json.loads(changed.read_text().splitlines()[0])["colour"] == {"of": "the house"}


def test_a_field_that_is_not_known_hides_none_that_is() -> None:
    odd = replace(record(), unknown={"game": "poker", "rules": {}, "format": 9, "note": 1})
    assert Record.from_json(odd.to_json()) == replace(odd, unknown={"note": 1})


def test_reading_is_lazy_and_needs_no_more_than_a_line(file: Path) -> None:
    class Endless(io.RawIOBase):
        def __init__(self) -> None:
            self.lines = iter(file.read_bytes().splitlines(keepends=True)[:2])

        def readline(self, size: int | None = -1) -> bytes:  # noqa: ARG002
            return next(self.lines)

    read: Iterator[Record] = read_records(Endless())  # type: ignore[arg-type]
    assert next(read).number == 0


def test_a_cut_line_is_named_and_all_before_it_is_read(file: Path) -> None:
    whole = file.read_bytes()
    start = whole.rindex(b'{"type":"hand"')
    for cut in (1, 20, len(whole) - start - 2):
        got: list[int] = []
        with pytest.raises(RecordError, match="line 5 is cut off: the 4 before it are whole") as caught:
            got.extend(each.number for each in read_records(io.BytesIO(whole[: start + cut])))
        assert (got, caught.value.line) == ([0, 1], 5)
    assert "line 5, chain: the end of the line is cut off" in str(refused(whole[:-1]))
    assert "line 1, chain: there is a carriage return" in str(refused(whole.replace(b"\n", b"\r\n")))
    for rewritten in (whole[:-1], whole.replace(b"\n", b"\r\n")):
        assert len(list(read_records(io.BytesIO(rewritten), check=False))) == 3


def test_nothing_is_appended_to_a_damaged_file(file: Path) -> None:
    whole = file.read_bytes()
    for damaged in (whole[:-5], whole[:-1], whole.replace(b'"number":1', b'"number":7')):
        file.write_bytes(damaged)
        with pytest.raises(RecordError, match="nothing can be appended"):
            RecordWriter(file)
        assert file.read_bytes() == damaged


def edited(file: Path, line: int, old: str, new: str) -> bytes:
    lines = file.read_text().splitlines(keepends=True)
    assert old in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(old, new, 1)
    return "".join(lines).encode()


@pytest.mark.parametrize(
    ("line", "old", "new", "words"),
    [
        (2, '"number":0', '"number":1', "line 2, chain: the chain is wrong"),
        (2, ',"chain":"', ', "chain":"', "line 2, chain: the line does not end with its chain"),
        (1, '"shown":1', '"shown":2', "line 1, digest: the digest is not that of the rules"),
        (1, '"format":1', '"format":2', "line 1, format: version 2 cannot be read, only 1 to 1"),
        (1, '"format":1', '"format":true', "line 1, format: version True cannot be read"),
        (1, '"format":1,', "", "line 1, format: version None cannot be read"),
        (1, '"type":"rules"', '"type":"hand"', "line 1 must be a rules line"),
        (1, '"game":"toy",', "", "line 1, game must be text; it is missing"),
        (1, '"digest":"', '"digest":"0', "line 1, digest must be 64 hex digits"),
        (2, '"type":"hand"', '"type":"hands"', "line 2, type: 'hands' is none"),
        (2, '"digest":"', '"digest":"0', "line 2, digest: no rules line before it has the digest"),
        (2, '"number":0', '"number":"0"', "line 2, number must be a whole number; it is text"),
        (2, '"number":0', '"number":-1', "line 2, number must be 0 or more and below 2**63"),
        (2, '"number":0', f'"number":{2**63}', "line 2, number must be 0 or more and below 2**63"),
        (2, '"number":0', '"number":0.0', "line 2, number must be a whole number; it is a number"),
        (2, '"number":0', '"number":true', "line 2, number must be a whole number; it is true or false"),
        (2, '"leader":null', '"leader":[]', "line 2, leader must be a whole number or null; it is a list"),
        (2, '"events":[', '"events":[3,', "line 2, events.0 must be an object, not a number"),
        (2, '"seats":3', '"seats":3,"seats":4', "the key 'seats' stands there twice"),
        (2, '"seats":3', '"seats":NaN', "NaN is no number"),
        (2, '"seats":3', '"seats":1e999', "too large a number"),
        (2, '"seats":3', f'"seats":{"9" * 5000}', "no JSON that can be relied on"),
        (2, '"seats":3', '"seats":"\\ud800"', "no valid Unicode"),
        (2, '"seats":3', f'"seats":{"[" * 70}{"]" * 70}', "nested too deeply"),
        (2, '"seats":3', f'"seats":{"[" * 100_000}', "nested too deeply"),
        (3, '{"type"', "\ufeff{", "line 3 begins with a byte order mark"),
        (1, '{"format"', "\ufeff{", "line 1 begins with a byte order mark"),
        (3, '{"type"', "{'type'", "line 3 is no JSON: "),
        (3, "{", "[{", "line 3 is no JSON: "),
        (3, '{"type"', "\n{", "line 3 is empty"),
    ],
)
def test_a_damaged_line_is_named(file: Path, line: int, old: str, new: str, words: str) -> None:
    error = refused(edited(file, line, old, new))
    assert words in str(error)
    assert error.line == line


def test_deep_is_told_from_brackets_in_text(file: Path) -> None:
    damaged = edited(file, 2, '"seats":3', f'"seats":3,"note":"{"[" * 100}"')
    with pytest.warns(RecordWarning):
        assert len(list(read_records(io.BytesIO(damaged), check=False))) == 3


def test_a_damaged_file_is_read_without_checks_as_far_as_it_goes(file: Path) -> None:
    damaged = edited(file, 2, '"number":0', '"number":9').replace(b'"shown":1', b'"shown":3', 1)
    assert "digest" in str(refused(damaged))
    read = list(read_records(io.BytesIO(damaged), check=False))
    assert [each.number for each in read] == [9, 1, 2]
    assert [bool(verify(each, Toy)) for each in read] == [False, False, True]


def test_files_that_are_none(tmp_path: Path) -> None:
    assert "there is nothing in this file" in str(refused(b""))
    assert "Is a directory" in str(refused(tmp_path))
    assert "No such file" in str(refused(tmp_path / "x"))
    assert "cannot be read" in str(refused("a\0b"))
    assert "no valid Unicode" in str(refused("{}\n".encode("utf-16")))
    assert "is no JSON object but list" in str(refused(b"[]\n"))
    (tmp_path / "x.gz").write_bytes(b"{}\n")
    assert "damaged or cut off" in str(refused(tmp_path / "x.gz"))
    (tmp_path / "x.zst").write_bytes(b"{}\n")
    assert "damaged or cut off" in str(refused(tmp_path / "x.zst"))
    with pytest.raises(RecordError, match="cannot be written"):
        RecordWriter(tmp_path)


def test_a_cut_packed_file_gives_the_whole_lines_before(tmp_path: Path, file: Path) -> None:
    packed = tmp_path / "x.jsonl.gz"
    packed.write_bytes(gzip.compress(file.read_bytes())[:-12])
    got: list[int] = []
    with pytest.raises(RecordError) as caught:
        got.extend(each.number for each in read_records(packed))
    assert caught.value.line > len(got)


def test_a_line_without_end_is_not_read_into_memory() -> None:
    class Endless(io.RawIOBase):
        def readline(self, size: int | None = -1) -> bytes:
            assert size is not None
            assert 0 < size <= 16_000_001
            return b"x" * size

    assert "longer than 16000000 bytes" in str(refused(Endless()))


def test_zst_without_the_library_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "zstandard", None)
    (tmp_path / "x.zst").write_bytes(b"")
    assert "pip install 'thirteen[cli]'" in str(refused(tmp_path / "x.zst"))
    with pytest.raises(RecordError, match="thirteen"):
        RecordWriter(tmp_path / "y.zst")
    assert not (tmp_path / "y.zst").exists()


def test_commitment_and_secret_lines(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    with RecordWriter(path) as writer:
        with pytest.raises(RecordError, match="begins with its rules"):
            writer.commit("0" * 64)
        with pytest.raises(RecordError, match="no commitment"):
            writer.reveal(b"x" * 16, 1)
        writer.declare("toy", Toy("harsh").rules)
        with pytest.raises(RecordError, match="64 hex digits"):
            writer.commit("0")
        writer.commit("0" * 64, ["An", b"\x01\xff"])
        writer.write(record())
    with RecordWriter(path) as writer:
        with pytest.raises(RecordError, match="hands must be 1 or more"):
            writer.reveal(b"x" * 16, 0)
        with pytest.raises(RecordError, match="32 to 2048 hex digits"):
            writer.reveal(b"x", 1)
        writer.reveal(b"x" * 16, 1)
        with pytest.raises(RecordError, match="no commitment"):
            writer.reveal(b"x" * 16, 1)
    kinds = [entry.what for entry in entries(path)]
    assert [type(kind) for kind in kinds] == [Rules, Commitment, Record, Secret]
    assert kinds[1] == Commitment("0" * 64, ("An", b"\x01\xff"))
    assert kinds[3] == Secret(b"x" * 16, 1)
    for old, new in (('["An"', "[3"), ('{"hex":', '{"hax":'), ('"01ff"', '"0"'), ('"client_seeds"', '"seeds"')):
        assert "line 2, client_seeds" in str(refused(edited(path, 2, old, new)))
    assert "line 4, secret must be 32 to 2048 hex digits" in str(refused(edited(path, 4, '"7878', '"')))
    assert "line 4, hands must be a whole number; it is missing" in str(refused(edited(path, 4, ',"hands":1', "")))
    assert "line 4, hands must be 1 or more" in str(refused(edited(path, 4, '"hands":1', '"hands":0')))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": 3}, "format: version 3"),
        ({"type": "hand"}, "its type is 'hand'"),
        ({"game": None}, "game must be text"),
        ({"rules": {}}, "the digest is not that of the rules"),
        ({"events": None}, "events must be a list"),
        ({"stakes": {"self": 1}}, "stakes need a base"),
        ({"stakes": {"self": 1, "base": "1"}}, "stakes have no 'self'"),
    ],
)
def test_what_is_no_snapshot_is_refused(change: dict[str, Any], words: str) -> None:
    text = json.dumps({**json.loads(record().to_json()), **change})
    with pytest.raises(RecordError, match=words):
        Toy.resume(text)


def test_half_a_surrogate_pair_is_refused_however_it_is_written() -> None:
    snapshot = record().to_json()
    for half in ("\ud800", "\\ud800"):
        for old in ("High card", '"cap"', '"stakes"'):
            spoilt = snapshot.replace(old, old[:2] + half + old[2:], 1)
            assert spoilt != snapshot
            with pytest.raises(RecordError, match="no valid Unicode text"):
                Toy.resume(spoilt)


@given(st.binary() | st.text().map(lambda text: json.dumps({"format": 1, "type": text}).encode()))
def test_any_bytes_give_records_or_a_record_error(junk: bytes) -> None:
    refused(junk)
    with pytest.raises(RecordError):
        Record.from_json(junk)


@given(st.data())
def test_a_file_with_any_byte_changed_dropped_or_added_is_found(data: st.DataObject) -> None:
    stream = io.BytesIO()
    writer = RecordWriter(stream)
    writer.write(record())
    whole = bytearray(stream.getvalue())
    place = data.draw(st.integers(0, len(whole) - 1))
    how = data.draw(st.sampled_from(["change", "drop", "insert"]))
    if how == "change":
        whole[place] ^= data.draw(st.integers(1, 255))
    elif how == "drop":
        del whole[place]
    else:
        whole.insert(place + 1, data.draw(st.integers(0, 255)))
    if whole == stream.getvalue():  # the same byte twice, and one of them dropped
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RecordWarning)
        refused(bytes(whole))


def test_format_1_is_read_for_ever() -> None:
    # This file was written when format 1 was made and is never written again.
    read = list(read_records(GOLDEN / "record-format-1.jsonl"))
    assert [(each.game, each.number, each.seats) for each in read] == [("toy", 1, 3), ("toy", 2, 2)]
    assert all(verify(each, Toy) for each in read)
    kinds = [type(entry.what) for entry in entries(GOLDEN / "record-format-1.jsonl")]
    assert kinds == [Rules, Commitment, Record, Secret, Rules, Record]
