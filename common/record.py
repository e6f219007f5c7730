"""A hand as it was played, for ever: its rules, its events, nothing that would have to be looked up.

A file of records is lines of JSON (``docs/records.md``): a ``rules`` line with the resolved ruleset and its digest,
then one ``hand`` line per hand that names its rules by that digest.  A match that was committed to has a
``commitment`` line before its hands and, once they are over, a ``secret`` line.  The module knows no game.
"""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import IO, TYPE_CHECKING, Any, Final, Self

from common.chain import append_point, chained, lines
from common.errors import RecordError
from common.files import opened, readable
from common.ruleset import Ruleset, digest
from common.strict import at, hex_digits, kind, member, parse, unknown

if TYPE_CHECKING:
    from common.game import Game

__all__ = [
    "FORMAT",
    "Commitment",
    "Entry",
    "Record",
    "RecordWarning",
    "RecordWriter",
    "Rules",
    "Secret",
    "entries",
    "read_records",
]

FORMAT: Final = 1
"""The version of the format that is written; every version up to it can be read."""


class RecordWarning(UserWarning):
    """A record holds fields that this version does not know; they are kept."""


@dataclass(frozen=True, slots=True)
class Record:
    """One hand: the rules it was played by and all that happened, every card of it."""

    game: str
    """Which game."""
    digest: str
    """The digest of the rules, as the record states it."""
    rules: Mapping[str, Any] = field(repr=False)
    """The resolved ruleset."""
    number: int
    """The hand's number in its match or run."""
    seats: int
    stakes: Mapping[str, Any] | None = field(repr=False)
    """Base, carries, rake and coin, or None: units alone."""
    leader: int | None
    """Who led by the match's rule, or None: the cards decided."""
    events: tuple[Mapping[str, Any], ...] = field(repr=False)
    """Every event as plain JSON, in order; the first is the deal."""
    unknown: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """Fields of the hand that this version does not know; they are written again."""
    unknown_rules: Mapping[str, Any] = field(default_factory=dict, repr=False)
    """The same of the rules line."""
    line: int = field(default=0, compare=False)
    """Where it was read; 0 if nowhere."""

    @classmethod
    def of(cls, game: Game, number: int = 0) -> Self:
        """The record of a hand as it stands, the ``number``-th of its match or run."""
        stakes = None if game.stakes is None else game.stakes.model_dump(mode="json")
        return cls(
            game=game.name,
            digest=game.rules.digest,
            rules=game.rules.resolved,
            number=number,
            seats=game.seats,
            stakes=stakes,
            leader=game.leader,
            events=tuple(event.model_dump(mode="json") for event in game.log),
        )

    def to_json(self) -> str:
        """The record as one JSON object, its rules inside."""
        rules = {"format": FORMAT, "type": "record", "game": self.game, "digest": self.digest, "rules": self.rules}
        hand = {key: value for key, value in self.members.items() if key not in {"type", "digest"}}
        return _text({**rules, **hand, **rules})  # a field that is not known hides none that is

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """The record that :meth:`to_json` wrote.

        Raises:
            RecordError: naming the field.
        """
        read = parse(text)
        _format(read, 0)
        if read.get("type") != "record":
            raise RecordError(f"this is no record: its type is {read.get('type')!r:.40}, not 'record'")
        rules = _rules({**{key: read.get(key) for key in _RULES}, "type": "rules"}, 0)
        if rules.digest != digest(rules.rules):
            raise RecordError("the digest is not that of the rules: one of them was changed")
        return _record(rules, {key: value for key, value in read.items() if key not in _RULES or key == "type"}, 0)

    @property
    def members(self) -> dict[str, Any]:
        """The members of its line in a file, in order."""
        return {
            "type": "hand",
            "number": self.number,
            "digest": self.digest,
            "seats": self.seats,
            "stakes": self.stakes,
            "leader": self.leader,
            "events": self.events,
            **self.unknown,
        }


@dataclass(frozen=True, slots=True)
class Rules:
    """A ``rules`` line: what hands after it name by digest."""

    game: str
    digest: str
    rules: Mapping[str, Any]
    unknown: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Commitment:
    """A ``commitment`` line: the hands after it are dealt from a secret that is bound by it, numbered from 1."""

    commitment: str
    """64 hex digits, published before the match."""
    client_seeds: tuple[str | bytes, ...]
    """The players' own seeds, in the order they were mixed in."""
    unknown: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Secret:
    """A ``secret`` line: the match committed to is over, and this is what its hands were dealt from."""

    secret: bytes
    unknown: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a file, read."""

    line: int
    """Its number, from 1."""
    what: Record | Rules | Commitment | Secret
    head: str
    """The chain's head after it."""
    fault: tuple[str, str] | None
    """The field (``chain`` or ``digest``) that does not agree with the rest, and a sentence; None where all agrees."""


_RULES: Final = ("format", "type", "game", "digest", "rules")
_HAND: Final = ("type", "number", "digest", "seats", "stakes", "leader", "events")


def entries(source: str | Path | IO[bytes] | IO[str]) -> Iterator[Entry]:
    """Every line of a file or stream, lazily and in constant memory; faults of chain and digest are told, not raised.

    Raises:
        RecordError: naming line and field, for what cannot be read.
    """
    known: dict[str, Rules] = {}
    warned: set[str] = set()
    with readable(source) as stream:
        line = None
        for line in lines(stream):
            number = line.number
            if not line.ends and not line.text.endswith(b"}"):
                raise RecordError(f"line {number} is cut off: the {number - 1} before it are whole", number)
            read = parse(line.text, number)
            read.pop("chain", None)
            if number == 1 and read.get("type") != "rules":
                raise RecordError("line 1 must be a rules line: its type is not 'rules'", 1)
            what = _entry(read, known, number)
            _warn(what, warned, number)
            fault = ("chain", line.fault) if line.fault else None
            if isinstance(what, Rules):
                if what.digest != digest(what.rules):
                    fault = ("digest", "the digest is not that of the rules: one of them was changed")
                known[what.digest] = what
            yield Entry(number, what, line.head, fault)
        if line is None:
            raise RecordError("there is nothing in this file: a record begins with a rules line", 1)


def read_records(source: str | Path | IO[bytes] | IO[str], *, check: bool = True) -> Iterator[Record]:
    """The hands of a file or stream, lazily and in constant memory; ``.gz`` and ``.zst`` are unpacked.

    Args:
        source: a path, or an open stream of bytes or text.
        check: whether chain and digests must be right; without, a damaged file is read as far as it can be.

    Raises:
        RecordError: naming line and field.  All hands before that line have been handed out by then.
    """
    for entry in entries(source):
        if check and entry.fault:
            raise RecordError(f"line {entry.line}, {entry.fault[0]}: {entry.fault[1]}", entry.line)
        if isinstance(entry.what, Record):
            yield entry.what


def _entry(read: dict[str, Any], known: Mapping[str, Rules], line: int) -> Record | Rules | Commitment | Secret:
    match read.get("type"):
        case "rules":
            _format(read, line)
            return _rules(read, line)
        case "hand":
            named = member(read, "digest", str, line)
            if named not in known:
                raise RecordError(f"{at(line)}digest: no rules line before it has the digest {named[:64]!r}", line)
            return _record(known[named], read, line)
        case "commitment":
            seeds = tuple(_seed(seed, line) for seed in member(read, "client_seeds", list, line))
            return Commitment(
                hex_digits(read, "commitment", line), seeds, unknown(read, ("type", "commitment", "client_seeds"))
            )
        case "secret":
            text = hex_digits(read, "secret", line, 32, 2048)
            return Secret(bytes.fromhex(text), unknown(read, ("type", "secret")))
        case other:
            raise RecordError(f"{at(line)}type: {other!r:.40} is none; it is rules, hand, commitment or secret", line)


def _record(rules: Rules, read: Mapping[str, Any], line: int) -> Record:
    events = member(read, "events", list, line)
    for nth, event in enumerate(events):
        if not isinstance(event, dict):
            raise RecordError(f"{at(line)}events.{nth} must be an object, not {kind(event)}", line)
    return Record(
        game=rules.game,
        digest=rules.digest,
        rules=rules.rules,
        number=member(read, "number", int, line),
        seats=member(read, "seats", int, line),
        stakes=member(read, "stakes", dict, line, none=True),
        leader=member(read, "leader", int, line, none=True),
        events=tuple(events),
        unknown=unknown(read, _HAND),
        unknown_rules=rules.unknown,
        line=line,
    )


def _rules(read: Mapping[str, Any], line: int) -> Rules:
    return Rules(
        game=member(read, "game", str, line),
        digest=hex_digits(read, "digest", line),
        rules=member(read, "rules", dict, line),
        unknown=unknown(read, _RULES),
    )


def _format(read: Mapping[str, Any], line: int) -> None:
    version = read.get("format")
    if type(version) is not int or not 1 <= version <= FORMAT:
        raise RecordError(f"{at(line)}format: version {version!r:.20} cannot be read, only 1 to {FORMAT}", line)


def _seed(seed: Any, line: int) -> str | bytes:
    if isinstance(seed, str):
        return seed
    if isinstance(seed, dict) and list(seed) == ["hex"] and isinstance(seed["hex"], str):
        try:
            return bytes.fromhex(seed["hex"])
        except ValueError:
            pass
    raise RecordError(f'{at(line)}client_seeds: a seed is text, or bytes as {{"hex": …}}, not {kind(seed)}', line)


def _warn(what: Record | Rules | Commitment | Secret, warned: set[str], line: int) -> None:
    for key in what.unknown:
        if key not in warned and len(warned) < 100:
            warned.add(key)
            warnings.warn(
                f"line {line}: this version does not know the field {key[:40]!r}; it is kept",
                RecordWarning,
                stacklevel=4,
            )


def _text(value: Mapping[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def _leave_open() -> None:
    """A stream that was handed in is its owner's to close."""


class RecordWriter:
    """Writes hands to a file, each line chained to the one before.

    ``RecordWriter(path)`` goes on where the file ends, so that a host never loses a hand; ``append=False`` starts it
    anew.  A path ending in ``.gz`` or ``.zst`` is packed.  A stream, of bytes or text, is written from where it stands.

    Raises:
        RecordError: if the file cannot be written, or is no whole record file to append to.
    """

    def __init__(self, target: str | Path | IO[bytes] | IO[str], *, append: bool = True) -> None:
        self.head = ""
        """The chain's head: who keeps it can tell later whether a character of the file was changed."""
        self._known: set[str] = set()
        self._close: Callable[[], None] = _leave_open
        self._committed = False
        self._flushes = False
        if isinstance(target, (str, Path)):
            path = Path(target)
            if append and path.is_file() and path.stat().st_size:
                self.head = append_point(path, self._seen)
            self._stream, self._close = opened(path, append)
            self._flushes = path.suffix not in {".gz", ".zst"}
        else:
            self._stream = target  # type: ignore[assignment]
        self._as_text = isinstance(target, io.TextIOBase)

    def _seen(self, read: Mapping[str, Any], line: int) -> None:
        what = _entry(dict(read), {}, line)
        if isinstance(what, Rules):
            self._known.add(what.digest)
        elif not isinstance(what, Record):
            self._committed = isinstance(what, Commitment)

    def declare(self, game: str, rules: Ruleset) -> None:
        """Write the rules of the hands to come, where they are new to the file."""
        self._declare(Rules(game, rules.digest, rules.resolved))

    def _declare(self, rules: Rules) -> None:
        if rules.digest not in self._known:
            line = {"format": FORMAT, "type": "rules", "game": rules.game, "digest": rules.digest}
            self._line({**line, "rules": rules.rules, **rules.unknown})
            self._known.add(rules.digest)

    def write(self, record: Record) -> None:
        """Add one hand, after its rules where they are new to the file."""
        self._declare(Rules(record.game, record.digest, record.rules, record.unknown_rules))
        self._line(record.members)

    def commit(self, commitment: str, client_seeds: Sequence[str | bytes] = ()) -> None:
        """Say before a match what its hands will be dealt from; they are numbered from 1 and none is left out.

        Raises:
            RecordError: before any rules line, or for a commitment that is none.
        """
        seeds = [seed if isinstance(seed, str) else {"hex": seed.hex()} for seed in client_seeds]
        line = {"type": "commitment", "commitment": commitment, "client_seeds": seeds}
        _entry(line, {}, 0)
        if not self._known:
            raise RecordError("a file begins with its rules: declare them before the match is committed to")
        self._line(line)
        self._committed = True

    def reveal(self, secret: bytes) -> None:
        """Say after a match what it was dealt from.

        Raises:
            RecordError: where no match was committed to.
        """
        if not self._committed:
            raise RecordError("there is no commitment in this file that a secret could belong to")
        self._line({"type": "secret", "secret": secret.hex()})
        self._committed = False

    def _line(self, line: Mapping[str, Any]) -> None:
        text, head = chained(_text(line), self.head)
        self._stream.write(f"{text}\n" if self._as_text else f"{text}\n".encode())  # type: ignore[arg-type]
        if self._flushes:
            self._stream.flush()
        self.head = head

    def close(self) -> None:
        """Finish the file; a stream that was handed in stays open."""
        self._close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
