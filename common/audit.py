"""A whole file of records checked: chain, digests, every hand decided again, and the deal against what was committed.

A file is read once, line by line.  Nothing is kept of it but its rules and the cards of a match that was committed to,
until its secret comes and they are dealt again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from itertools import repeat
from pathlib import Path
from typing import Any

from common import deal
from common.ahead import decided_ahead
from common.cards import Card
from common.errors import RecordError
from common.mistakes import shown
from common.record import Commitment, Entry, Record, Rules, Secret, entries
from common.strict import is_digest
from common.verify import Houses, MakesGame, Verdict, walked

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
    """The chain's head at the end, to keep and to give to the next check; empty where the file is not in order."""
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


DealtBy = Callable[[bytes, int], tuple[tuple[Card, ...], ...]]
"""A table's cards by key and number of the hand."""


@dataclass(slots=True)
class _Match:
    """A match that was committed to: its hands as they were dealt, to be dealt again once the secret is out."""

    commitment: str
    client_seeds: tuple[str | bytes, ...]
    tables: dict[tuple[str, str, int], DealtBy] = field(default_factory=dict)
    """By game, rules and seats."""
    hands: list[tuple[int, DealtBy, bytes]] = field(default_factory=list)
    """Line, table and cards of each hand, the first being hand 1."""


@dataclass(slots=True)
class _Audit:
    find: Finder
    kept: Collection[str] | None
    rules: dict[str, None] = field(default_factory=dict)
    commitments: dict[str, None] = field(default_factory=dict)
    houses: Houses = field(default_factory=dict)
    match: _Match | None = None
    hands: int = 0
    proved: int = 0
    hidden: int = 0
    """How many hands were committed to in matches that were never revealed."""

    def look(self, entry: Entry, decided: Verdict | None = None) -> Verdict | None:
        """What this line shows: a verdict on its hand, a fault, or None for a line in order that is no hand.

        Args:
            entry: the line.
            decided: the verdict on its hand alone, where it was found elsewhere.
        """
        what, found = entry.what, None
        if isinstance(what, Record):
            found = self._hand(what, decided)
        elif entry.fault is None:
            found = self._note(what, entry.line)
        # A hand's own disagreement says more than that its line was changed.
        if entry.fault is not None and (found is None or found):
            number = what.number if isinstance(what, Record) else None
            return _fault(entry.faulty, entry.line, entry.fault[0], number)
        if found is not None and found:
            self.hands += 1
        return found

    def _note(self, what: Rules | Commitment | Secret, line: int) -> Verdict | None:
        if isinstance(what, Rules):
            self.rules[what.digest] = None
            if self.kept is not None and what.digest not in self.kept:
                sentence = f"line {line}, digest: these rules are not those that were kept"
                kept = sorted(self.kept)
                return replace(_fault(sentence, line, "digest"), expected=kept, found=what.digest)
            return None
        if isinstance(what, Secret):
            return self._reveal(what, line)
        if what.commitment in self.commitments:
            sentence = f"line {line}, commitment: it stands there twice, and a secret serves one match"
            return _fault(sentence, line, "commitment")
        self.close()
        self.commitments[what.commitment] = None
        self.match = _Match(what.commitment, what.client_seeds)
        return None

    def close(self) -> None:
        """No secret comes any more for the match that is open, if one is."""
        if self.match is not None:
            self.hidden += len(self.match.hands)
            self.match = None

    def _hand(self, record: Record, decided: Verdict | None) -> Verdict:
        make = self.find(record.game)
        if make is None:
            sentence = f"line {record.line}, game: there is no game called {record.game[:40]!r}"
            return _fault(sentence, record.line, "game", record.number)
        game, verdict = None, decided
        kind = record.game, record.digest, record.seats
        if verdict is None or (verdict and self.match is not None and kind not in self.match.tables):
            game, verdict = walked(record, make, running=False, houses=self.houses)
        if not verdict or self.match is None:
            return verdict
        due = len(self.match.hands) + 1
        if record.number != due:
            sentence = f"number: the match goes on with hand {due}, and none is left out"
            sentence = f"line {record.line}, hand {record.number}, {sentence}"
            fault = _fault(sentence, record.line, "number", record.number)
            return replace(fault, expected=due, found=record.number)
        # The first table of its kind deals for all of them; a game that is kept keeps no more than one hand.
        table = self.match.tables.get(kind)
        if table is None:
            assert game is not None
            table = self.match.tables[kind] = game.dealt_by
        cards = bytes(Card(card) for hand in record.events[0]["hands"] for card in hand)
        self.match.hands.append((record.line, table, cards))
        return verdict

    def _reveal(self, secret: Secret, line: int) -> Verdict | None:
        match = self.match
        if match is None:
            return _fault(f"line {line}, secret: there is no commitment before it", line, "secret")
        right = deal.commitment(secret.secret)
        if right != match.commitment:
            sentence = f"line {line}, secret: it is not the one that was committed to"
            return replace(_fault(sentence, line, "secret"), expected=match.commitment, found=right)
        key = deal.match_key(secret.secret, match.client_seeds)
        for number, (at, dealt_by, cards) in enumerate(match.hands, 1):
            fault = _dealt_otherwise(dealt_by(key, number), cards, at, number)
            if fault is not None:
                self.hands -= len(match.hands) - number + 1
                return fault
            self.proved += 1
        self.match = None
        if secret.hands != len(match.hands):
            sentence = f"line {line}, hands: the match had {secret.hands}, but {len(match.hands)} stand here"
            return replace(_fault(sentence, line, "hands"), expected=secret.hands, found=len(match.hands))
        return None


def _dealt_otherwise(hands: tuple[tuple[Card, ...], ...], cards: bytes, line: int, number: int) -> Verdict | None:
    """The first card that is not what the secret gives."""
    places = [(seat, nth, card) for seat, hand in enumerate(hands) for nth, card in enumerate(hand)]
    for (seat, nth, right), wrong in zip(places, cards, strict=True):
        if right != wrong:
            name, expected, found = f"hands.{seat}.{nth}", str(right), str(Card(wrong))
            sentence = f'{name}: the secret gives "{expected}", the record says "{found}"'
            fault = _fault(f"line {line}, hand {number}, event 0 (dealt), {sentence}", line, name, number)
            return replace(fault, event=0, expected=expected, found=found)
    return None


def _fault(message: str, line: int, name: str, hand: int | None = None) -> Verdict:
    return Verdict(ok=False, message=message, line=line, field=name, hand=hand)


def verdicts(path: str | Path, find: Finder) -> Iterator[Verdict]:
    """A verdict for each hand of a file, in order, up to and including the first fault.

    That a hand was not dealt from the secret of its match shows when the secret comes, after the match's last hand.

    Raises:
        RecordError: if the file cannot be opened.
    """
    audit = _Audit(find, None)
    for _, verdict in _looked(path, audit):
        if verdict is not None:
            yield verdict


def verify_file(
    path: str | Path,
    find: Finder,
    *,
    head: str | None = None,
    rules: str | Collection[str] | None = None,
    executor: Executor | None = None,
    workers: int = 1,
) -> FileVerdict:
    """Check a whole file, up to its first fault.

    Args:
        path: the file; ``.gz`` and ``.zst`` are unpacked.
        find: the game of a name.
        head: the chain's head that was kept when the file was written.
        rules: the digest of the rules that were kept, or several.
        executor: decides the hands, in place of this process; what is found is the same.
        workers: how many it has.

    Raises:
        RecordError: if the file cannot be opened, or for a head or a digest that can be none.
    """
    kept = {rules} if isinstance(rules, str) else rules
    for what, digests in (("a head", [] if head is None else [head]), ("a digest of rules", kept or [])):
        for given in digests:
            if not is_digest(given):
                raise RecordError(f"{what} is 64 hex digits, not {shown(given)}")
    audit = _Audit(find, kept)
    found, fault = "", None
    for link, verdict in _looked(path, audit, executor, workers):
        found = link
        if verdict is not None and not verdict:
            fault = verdict
    if fault is None and head is not None and head != found:
        sentence = "head: the chain ends elsewhere than was kept: lines were changed, added or left out"
        fault = replace(_fault(sentence, 0, "head"), expected=head, found=found)
    audit.close()
    proved = f", {audit.proved} of them dealt as committed to" if audit.commitments else ""
    hidden = f"; the secret behind {audit.hidden} of them is not revealed" if audit.hidden else ""
    return FileVerdict(
        ok=fault is None,
        message=fault.message
        if fault is not None
        else f"{audit.hands} hands decided again, all in order{proved}{hidden}",
        hands=audit.hands,
        head=found if fault is None else "",
        rules=tuple(audit.rules),
        commitments=tuple(audit.commitments),
        proved=audit.proved,
        fault=fault,
    )


def _looked(
    path: str | Path, audit: _Audit, executor: Executor | None = None, workers: int = 1
) -> Iterator[tuple[str, Verdict | None]]:
    """After each line the head and what the line showed; the first fault ends it."""
    head = ""
    read = entries(path)
    lines = zip(read, repeat(None)) if executor is None else decided_ahead(read, audit.find, executor, workers)
    try:
        for entry, decided in lines:
            head = entry.head
            verdict = audit.look(entry, decided)
            yield head, verdict
            if verdict is not None and not verdict:
                return
    except RecordError as error:
        if not error.line:
            raise
        yield head, _fault(str(error), error.line, "")
