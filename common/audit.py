"""A whole file of records checked: chain, digests, every hand decided again, and the deal against what was committed.

Files are read line by line; nothing grows with their length but a note for each match that was committed to.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from common import deal
from common.chain import lines
from common.errors import RecordError
from common.files import readable
from common.record import Commitment, Entry, Record, Rules, Secret, entries
from common.strict import parse
from common.verify import Houses, MakesGame, Verdict, difference, walked

__all__ = ["FileVerdict", "Finder", "verdicts", "verify_file"]

Finder = Callable[[str], MakesGame[Any] | None]
"""The game of a name, or None where there is none."""


@dataclass(frozen=True, slots=True)
class FileVerdict:
    """Whether a file is in order, as far as a file can show it.  True when it is."""

    ok: bool
    message: str
    """One sentence."""
    hands: int
    """How many hands were decided again and found in order."""
    head: str
    """The chain's head at the end, or where the first fault is; keep it, and give it to the next check."""
    rules: tuple[str, ...] = ()
    """The digests of the rules in the file, in order of appearance."""
    commitments: tuple[str, ...] = ()
    """The commitments in the file; compare them with those that were published."""
    proved: int = 0
    """How many hands were shown to be dealt from a secret that was committed to and revealed."""
    fault: Verdict | None = None
    """The first thing that is not in order."""

    def __bool__(self) -> bool:
        return self.ok


@dataclass(slots=True)
class _Match:
    """A match that was committed to: what its hands must have been dealt from, once the secret is out."""

    commitment: str
    key: bytes | None
    next_hand: int = 1


@dataclass(slots=True)
class _Audit:
    find: Finder
    secrets: dict[int, bytes]
    kept: Collection[str] | None
    rules: list[str] = field(default_factory=list)
    commitments: list[str] = field(default_factory=list)
    houses: Houses = field(default_factory=dict)
    match: _Match | None = None
    hands: int = 0
    proved: int = 0

    def look(self, entry: Entry) -> Verdict | None:
        """What this line shows: a verdict on its hand, a fault, or None for a line in order that is no hand."""
        what, found = entry.what, None
        if isinstance(what, Record):
            found = self._hand(what)
        elif entry.fault is None:
            found = self._note(what, entry.line)
        # A hand's own disagreement says more than that its line was changed.
        if entry.fault is not None and (found is None or found):
            name, sentence = entry.fault
            number = what.number if isinstance(what, Record) else None
            return _fault(f"line {entry.line}, {name}: {sentence}", entry.line, name, number)
        if found is not None and found:
            self.hands += 1
        return found

    def _note(self, what: Rules | Commitment | Secret, line: int) -> Verdict | None:
        if isinstance(what, Rules):
            if what.digest not in self.rules:
                self.rules.append(what.digest)
            if self.kept is not None and what.digest not in self.kept:
                sentence = f"line {line}, digest: these rules are not those that were kept"
                kept = sorted(self.kept)
                return replace(_fault(sentence, line, "digest"), expected=kept, found=what.digest)
        elif isinstance(what, Commitment):
            self.commitments.append(what.commitment)
            secret = self.secrets.get(line)
            key = None
            if secret is not None and deal.commitment(secret) == what.commitment:
                key = deal.match_key(secret, what.client_seeds)
            self.match = _Match(what.commitment, key)
        else:
            if self.match is None:
                return _fault(f"line {line}, secret: there is no commitment before it", line, "secret")
            right = deal.commitment(what.secret)
            if right != self.match.commitment:
                sentence = f"line {line}, secret: it is not the one that was committed to"
                return replace(_fault(sentence, line, "secret"), expected=self.match.commitment, found=right)
            self.match = None
        return None

    def _hand(self, record: Record) -> Verdict:
        make = self.find(record.game)
        if make is None:
            sentence = f"line {record.line}, game: there is no game called {record.game[:40]!r}"
            return _fault(sentence, record.line, "game", record.number)
        game, verdict = walked(record, make, running=False, houses=self.houses)
        if not verdict or self.match is None or game is None:
            return verdict
        where = f"line {record.line}, hand {record.number}"
        if record.number != self.match.next_hand:
            sentence = f"{where}, number: the match goes on with hand {self.match.next_hand}, and none is left out"
            fault = _fault(sentence, record.line, "number", record.number)
            return replace(fault, expected=self.match.next_hand, found=record.number)
        self.match.next_hand += 1
        if self.match.key is not None:
            right = [[str(card) for card in hand] for hand in game.dealt_by(self.match.key, record.number)]
            place = difference(right, record.events[0]["hands"])
            if place is not None:
                name, expected, found = f"hands.{place[0]}", place[1], place[2]
                sentence = f"{where}, event 0 (dealt), {name}: the secret gives {expected}, the record says {found}"
                fault = _fault(sentence, record.line, name, record.number)
                return replace(fault, event=0, expected=expected, found=found)
            self.proved += 1
        return verdict


def _fault(message: str, line: int, name: str, hand: int | None = None) -> Verdict:
    return Verdict(ok=False, message=message, line=line, field=name, hand=hand)


def verdicts(path: str | Path, find: Finder) -> Iterator[Verdict]:
    """A verdict for each hand of a file, in order, up to and including the first fault.

    Raises:
        RecordError: if the file cannot be opened.
    """
    audit = _Audit(find, _secrets(path), None)
    for _, verdict in _looked(path, audit):
        if verdict is not None:
            yield verdict


def verify_file(
    path: str | Path, find: Finder, *, head: str | None = None, rules: str | Collection[str] | None = None
) -> FileVerdict:
    """Check a whole file, up to its first fault.

    Args:
        path: the file; ``.gz`` and ``.zst`` are unpacked.
        find: the game of a name.
        head: the chain's head that was kept when the file was written.
        rules: the digest of the rules that were kept, or several.

    Raises:
        RecordError: if the file cannot be opened.
    """
    audit = _Audit(find, _secrets(path), {rules} if isinstance(rules, str) else rules)
    found, fault = "", None
    for link, verdict in _looked(path, audit):
        found = link
        if verdict is not None and not verdict:
            fault = verdict
    if fault is None and head is not None and head != found:
        sentence = "head: the chain ends elsewhere than was kept: lines were changed, added or left out"
        fault = replace(_fault(sentence, 0, "head"), expected=head, found=found)
    proved = f", {audit.proved} of them dealt as committed to" if audit.commitments else ""
    return FileVerdict(
        ok=fault is None,
        message=fault.message if fault is not None else f"{audit.hands} hands decided again, all in order{proved}",
        hands=audit.hands,
        head=found,
        rules=tuple(audit.rules),
        commitments=tuple(audit.commitments),
        proved=audit.proved,
        fault=fault,
    )


def _looked(path: str | Path, audit: _Audit) -> Iterator[tuple[str, Verdict | None]]:
    """After each line the head and what the line showed; the first fault ends it."""
    head = ""
    try:
        for entry in entries(path):
            head = entry.head
            verdict = audit.look(entry)
            yield head, verdict
            if verdict is not None and not verdict:
                return
    except RecordError as error:
        if not error.line:
            raise
        yield head, _fault(str(error), error.line, "")


def _secrets(path: str | Path) -> dict[int, bytes]:
    """The revealed secrets, by the line of their commitment: a secret comes after the hands that it proves."""
    found: dict[int, bytes] = {}
    committed = 0
    try:
        with readable(path) as stream:
            for line in lines(stream):
                if b'"commitment"' not in line.text and b'"secret"' not in line.text:
                    continue
                read = parse(line.text, line.number)
                if read.get("type") == "commitment":
                    committed = line.number
                elif read.get("type") == "secret" and committed:
                    found[committed] = bytes.fromhex(read["secret"])
                    committed = 0
    except RecordError as error:
        if not error.line:
            raise
    except (KeyError, TypeError, ValueError):
        pass  # what is wrong with the line is told when its turn comes
    return {line: secret for line, secret in found.items() if len(secret) >= 16}
