"""What the lines of a record file say: rules, hands, commitments and secrets."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, Self

from common.errors import RecordError
from common.ruleset import digest
from common.strict import at, hex_digits, kind, member, parse, unknown

if TYPE_CHECKING:
    from common.game import Game

__all__ = ["FORMAT", "Commitment", "Record", "Rules", "Secret", "entry_of", "seed_of", "seed_text", "text_of"]

FORMAT: Final = 1
"""The version of the format that is written; every version up to it can be read."""


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
        """The record of a hand as it stands, the ``number``-th of its match or run.

        Raises:
            RecordError: before the deal, when there is no hand yet.
        """
        if not game.position:
            raise RecordError("nothing is dealt yet: there is no hand to record")
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
        return text_of({**rules, **hand, **rules})  # a field that is not known hides none that is

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
    def text(self) -> str:
        """Its line in a file, without the chain."""
        return text_of(self.members)

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
    hands: int
    """How many hands the match had, 1 or more."""
    unknown: Mapping[str, Any] = field(default_factory=dict)


_MOST: Final = 2**63  # hands under one key (docs/deal.md)
_RULES: Final = ("format", "type", "game", "digest", "rules")
_HAND: Final = ("type", "number", "digest", "seats", "stakes", "leader", "events")


def entry_of(read: dict[str, Any], known: Mapping[str, Rules], line: int) -> Record | Rules | Commitment | Secret:
    """What a line of a file says; a hand's rules are looked up among those known by digest.

    Raises:
        RecordError: naming line and field.
    """
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
            seeds = tuple(seed_of(seed, line) for seed in member(read, "client_seeds", list, line))
            return Commitment(
                hex_digits(read, "commitment", line), seeds, unknown(read, ("type", "commitment", "client_seeds"))
            )
        case "secret":
            text = hex_digits(read, "secret", line, 32, 2048)
            hands = member(read, "hands", int, line)
            if not 1 <= hands < _MOST:
                raise RecordError(f"{at(line)}hands must be 1 or more: a match is revealed when it was played", line)
            return Secret(bytes.fromhex(text), hands, unknown(read, ("type", "secret", "hands")))
        case other:
            raise RecordError(f"{at(line)}type: {other!r:.40} is none; it is rules, hand, commitment or secret", line)


def _record(rules: Rules, read: Mapping[str, Any], line: int) -> Record:
    number = member(read, "number", int, line)
    if not 0 <= number < _MOST:
        raise RecordError(f"{at(line)}number must be 0 or more and below 2**63", line)
    events = member(read, "events", list, line)
    for nth, event in enumerate(events):
        if not isinstance(event, dict):
            raise RecordError(f"{at(line)}events.{nth} must be an object, not {kind(event)}", line)
    return Record(
        game=rules.game,
        digest=rules.digest,
        rules=rules.rules,
        number=number,
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


def seed_of(written: Any, line: int = 0) -> str | bytes:
    """A player's seed from JSON.

    Raises:
        RecordError: for what is neither text nor bytes as hex digits.
    """
    try:
        if isinstance(written, str):
            written.encode()
            return written
        if isinstance(written, dict) and list(written) == ["hex"]:
            return bytes.fromhex(hex_digits(written, "hex", line, 0, 1_000_000))
    except (UnicodeEncodeError, RecordError):
        pass
    raise RecordError(f'{at(line)}client_seeds: a seed is text, or bytes as {{"hex": …}}, not {kind(written)}', line)


def seed_text(seed: str | bytes) -> str | dict[Literal["hex"], str]:
    """A player's seed as it stands in JSON."""
    return seed if isinstance(seed, str) else {"hex": seed.hex()}


def text_of(value: Mapping[str, Any]) -> str:
    """One line of JSON."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
