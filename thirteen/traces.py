"""Traces: what was decided in the hands of a run on a kernel, as a few whole numbers a hand (``docs/records.md``).

A file of traces is lines of JSON: one that says what the hands were dealt from and played by, one for each hand in the
order of their numbers, and one that ends it.  Traces prove nothing and hide nothing: they are a run kept small, which
:mod:`thirteen.expand` makes records of.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Final, Self

from common.entry import text_of
from common.errors import RecordError, ThirteenError
from common.files import next_line, opened
from common.ruleset import Ruleset, digest
from common.strict import hex_digits, kind, member, parse
from thirteen import games

__all__ = ["FORMAT", "Head", "TraceWriter", "head_of", "line_of", "raw_traces", "trace_of"]

FORMAT: Final = 1
"""The version of the format."""
BLOCK: Final = 64
"""So many hands are written at once: a frame of a packed file."""
_MOST: Final = 2**63  # hands under one key
_LONGEST: Final = 512  # decisions of a hand
_LARGEST: Final = 2**52  # of a decision


@dataclass(frozen=True, slots=True)
class Head:
    """What the hands of a file of traces have in common."""

    game: str
    rules: Ruleset
    bots: tuple[str, ...]
    """What plays, one for each seat of hand 0; they move on from hand to hand."""
    key: bytes
    """The 32 bytes that the run's seed became."""
    hands: int
    """How many hands the run has."""
    sample: int
    """Every so manieth hand is there, the first among them."""
    replays: int
    """How many hands a deal is played for; 1 where deals are not duplicate."""

    @property
    def line(self) -> bytes:
        """The first line of the file."""
        said = {
            "format": FORMAT,
            "type": "traces",
            "game": self.game,
            "digest": self.rules.digest,
            "rules": self.rules.resolved,
            "seats": len(self.bots),
            "bots": self.bots,
            "key": self.key.hex(),
            "hands": self.hands,
            "sample": self.sample,
            "replays": self.replays,
        }
        return f"{text_of(said)}\n".encode()


# Writing


def line_of(hand: int, trace: Sequence[int]) -> bytes:
    """A hand's line."""
    return b'{"hand":%d,"decisions":[%b]}\n' % (hand, ",".join(map(str, trace)).encode())


class TraceWriter:
    """Writes a file of traces, the same bytes whoever stops it and goes on.

    Args:
        path: the file; ``.gz`` and ``.zst`` pack it.
        head: its first line.
        written: where to go on: how long the file is then, how many hands it has and the lines to come; None: it is
            begun anew.

    Raises:
        RecordError: if the file cannot be written.
    """

    def __init__(self, path: Path, head: Head, written: tuple[int, int, list[str]] | None = None) -> None:
        self.path = path
        self._hands, self._waiting = 0, list[bytes]()
        if written is not None:
            self._hands, self._waiting = written[1], [line.encode() for line in written[2]]
        self._target, self._close = opened(path, append=written is not None)
        if written is None:
            self._target.write(head.line)

    def write(self, lines: Sequence[bytes]) -> None:
        """Add hands, the next in order."""
        self._waiting += lines
        while len(self._waiting) >= BLOCK:
            # The same lines together however they come: a packed file has the same bytes then.
            self._target.write(b"".join(self._waiting[:BLOCK]))
            self._hands += BLOCK
            del self._waiting[:BLOCK]

    @property
    def written(self) -> tuple[int, int, list[str]]:
        """Where the file can be gone on from."""
        return self.path.stat().st_size, self._hands, [line.decode() for line in self._waiting]

    def end(self, hands: int) -> None:
        """Write what is left; the run has ended after so many hands."""
        told = {"type": "end", "hands": hands, "traces": self._hands + len(self._waiting)}
        self._target.write(b"".join([*self._waiting, f"{text_of(told)}\n".encode()]))
        self._hands, self._waiting = self._hands + len(self._waiting), []

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()


# Reading


def head_of(stream: BinaryIO) -> Head:
    """The first line of a file of traces.

    Raises:
        RecordError: for what is none, or what this version cannot read.
        RulesetError: for rules that are no house.
    """
    line = next_line(stream, 1)
    if not line:
        raise RecordError("there is nothing in this file: traces begin with a line that says what was played", 1)
    read = parse(line, 1)
    if read.get("type") != "traces":
        there = "a file of records" if read.get("type") == "rules" else "another"
        raise RecordError(f"line 1 must begin a file of traces: this is {there}, its type is no 'traces'", 1)
    version = read.get("format")
    if type(version) is not int or not 1 <= version <= FORMAT:
        raise RecordError(f"line 1, format: version {version!r:.20} cannot be read, only 1 to {FORMAT}", 1)
    if not line.endswith(b"\n"):
        raise RecordError("line 1 is cut off: nothing else is there", 1)
    name, bots = member(read, "game", str, 1), member(read, "bots", list, 1)
    if games.bulk_of(name) is None:
        raise RecordError(f"line 1, game: there is no kernel that plays {name[:40]!r}", 1)
    seats = _number(read, "seats", 1, 8, 1)
    if len(bots) != seats or not all(type(bot) is str for bot in bots):
        raise RecordError(f"line 1, bots must be {seats} names, one for each seat", 1)
    head = Head(
        game=name,
        rules=_house(name, read),
        bots=tuple(bots),
        key=bytes.fromhex(hex_digits(read, "key", 1)),
        hands=_number(read, "hands", 0, _MOST, 1),
        sample=_number(read, "sample", 1, _MOST, 1),
        replays=_number(read, "replays", 1, _MOST, 1),
    )
    try:
        games.game(name)(head.rules, seats=seats, stakes=None, leader=None)
    except ThirteenError as error:
        raise RecordError(f"line 1, seats: {error}", 1) from None
    return head


def _house(name: str, read: Mapping[str, Any]) -> Ruleset:
    rules = member(read, "rules", dict, 1)
    if hex_digits(read, "digest", 1) != digest(rules):
        raise RecordError("line 1, digest: it is not that of the rules: one of them was changed", 1)
    if "extends" in rules:  # what comes from outside must not make the host open files
        raise RecordError("line 1, rules: they are resolved and extend nothing", 1)
    try:
        house = games.house(name, rules)
    except ThirteenError as error:
        raise RecordError(f"line 1, rules: {error}", 1) from None
    if house.digest != read["digest"]:
        raise RecordError("line 1, rules: something is left to defaults, and traces need a whole ruleset", 1)
    return house


def _number(read: Mapping[str, Any], key: str, least: int, most: int, line: int) -> int:
    value: int = member(read, key, int, line)
    if not least <= value <= most:
        raise RecordError(f"line {line}, {key} must be {least} to {most}", line)
    return value


def raw_traces(stream: BinaryIO, head: Head) -> Iterator[tuple[int, bytes]]:
    """The lines of hands after the head, unread, each with its number; the file must come to its end.

    Raises:
        RecordError: for a file that is damaged, cut off, or goes on after its end.
    """
    number = 1
    while True:
        number += 1
        line = next_line(stream, number)
        if not line:
            sentence = f"the file ends after line {number - 1} without its end: the run was stopped or the file cut off"
            raise RecordError(sentence, number)
        if not line.endswith(b"\n"):
            raise RecordError(f"line {number} is cut off: the {number - 1} before it are whole", number)
        if not line.startswith((b'{"type":', b'{"format":')):
            yield number, line
            continue
        read = parse(line, number)
        if read.get("type") == "traces":
            sentence = "another file begins here: two were put together, and each is expanded by itself"
            raise RecordError(f"line {number}: {sentence}", number)
        if read.get("type") != "end":
            raise RecordError(f"line {number} is no line of a file of traces: it has a hand, or type 'end'", number)
        told = _number(read, "traces", 0, _MOST, number)
        hands = _number(read, "hands", 0, head.hands, number)
        if told != number - 2:
            raise RecordError(f"line {number}, traces: {told} were written, but {number - 2} are there", number)
        if told != -(-hands // head.sample):
            sentence = f"{hands} hands, one in {head.sample}, have {-(-hands // head.sample)} traces, not {told}"
            raise RecordError(f"line {number}, hands: {sentence}", number)
        if next_line(stream, number + 1):
            raise RecordError(f"line {number + 1}: the file goes on after its end", number + 1)
        return


def trace_of(line: bytes, number: int, head: Head) -> tuple[int, list[int]]:
    """What a line says: the hand and its decisions.

    Raises:
        RecordError: naming the line.
    """
    read = parse(line, number)
    hand = _number(read, "hand", 0, _MOST, number)
    if hand >= head.hands or hand % head.sample:
        sentence = f"there is no trace of hand {hand} in a run of {head.hands} hands, one in {head.sample}"
        raise RecordError(f"line {number}: {sentence}", number)
    decisions: list[Any] = member(read, "decisions", list, number)
    if len(decisions) > _LONGEST:
        raise RecordError(f"line {number}: no hand has {len(decisions)} decisions", number)
    for nth, decision in enumerate(decisions):
        if type(decision) is not int or not 0 <= decision < _LARGEST:
            found = "one out of range" if type(decision) is int else kind(decision)
            sentence = f"decisions.{nth} must be a whole number from 0 and below 2**52, not {found}"
            raise RecordError(f"line {number}, {sentence}", number)
    if len(read) > 2:
        raise RecordError(f"line {number}: a trace has a hand and its decisions, and nothing else", number)
    return hand, decisions
