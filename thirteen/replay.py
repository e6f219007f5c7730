"""Recorded hands as transcripts that a person can follow: turn by turn, in full or as one seat saw them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from common.errors import RecordError
from common.events import Event
from common.game import Game
from common.labels import label, language, sentence
from common.record import Record
from common.verify import Verdict, walked
from thirteen.checking import game_class
from thirteen.telling import Teller, seat_name

__all__ = ["Line", "Transcript", "Viewer"]

Viewer = int | Literal["host", "spectator"]
"""Who looks: a seat, a spectator, or the host, who sees every card."""


@dataclass(frozen=True, slots=True)
class Line:
    """One event as its viewer saw it."""

    position: int
    """How many events the viewer had seen before it."""
    event: Event
    """The event, masked for the viewer."""
    text: tuple[str, ...]
    """What happened, in one sentence or more."""
    opens: bool
    """Whether something new begins here, a trick for one: a good place for an empty line."""

    def to_plain(self) -> dict[str, Any]:
        """The line as plain JSON values."""
        return {"position": self.position, "event": self.event.model_dump(mode="json"), "text": list(self.text)}


class Transcript:
    """A recorded hand, told.

    The hand is decided again under its own rules first, and told as far as it agrees with them; ``fault`` says where
    it does not.  A viewer is told nothing that it could not see at the table, not even in ``fault``.

    Args:
        record: the hand.
        viewer: a seat, ``"spectator"``, or ``"host"`` for every card.
        lang: one of ``common.labels.LANGUAGES``.

    Raises:
        RecordError: for a game or a seat that there is not, or a hand that cannot be dealt at all.
        LabelError: for a language that there is not.
    """

    def __init__(self, record: Record, viewer: Viewer = "host", lang: str = "en") -> None:
        self.lang = language(lang)
        make = game_class(record.game)
        if make is None:
            raise RecordError(f"there is no game called {record.game[:40]!r}", record.line)
        if isinstance(viewer, int) and not 0 <= viewer < record.seats:
            raise RecordError(f"there is no seat {viewer} in hand {record.number}: it has {record.seats}", record.line)
        game, verdict = walked(record, make, running=True)
        if game is None:
            raise RecordError(verdict.message, record.line)
        self.record = record
        self.viewer: Viewer = viewer
        # The engine went on from the last decision that agrees, to events that the record may not have.
        self._log: tuple[Event, ...] = game.log[: None if verdict else verdict.event]
        self.is_over: bool = game.is_over and len(self._log) == game.position
        """Whether the hand was played to its end, as far as the record is what its rules make of it."""
        self._game: Game = game
        self._verdict: Verdict = verdict

    @property
    def fault(self) -> str:
        """Where the record does not agree with its own rules; empty where all does."""
        if self._verdict:
            return ""
        if self.viewer == "host":
            return self._verdict.message
        line = f"line {self.record.line}, " if self.record.line else ""
        return f"{line}hand {self.record.number}: from here on the record is not what its own rules make of it"

    @property
    def heading(self) -> tuple[str, ...]:
        """What the hand was: its number, house and seats, its stakes, and who looks."""
        record, lang, rules = self.record, self.lang, self._game.rules
        said = [
            sentence(
                "tell.hand",
                lang,
                number=record.number,
                game=label(f"game.{record.game}", lang),
                house=f"{rules.name} ({rules.title})",
                seats=record.seats,
            )
        ]
        stakes = self._game.stakes
        if stakes is not None:
            said.append(sentence("tell.stakes", lang, base=f"{stakes.base:f}"))
            if stakes.carries is not None:
                carries = ", ".join(f"{carry:f}" for carry in stakes.carries)
                said.append(sentence("tell.carries", lang, carries=carries))
        if self.viewer != "host":
            who = label("tell.spectator", lang) if self.viewer == "spectator" else seat_name(int(self.viewer), lang)
            said.append(sentence("tell.seen_by", lang, who=who))
        return tuple(line[:1].upper() + line[1:] for line in said)

    def __iter__(self) -> Iterator[Line]:
        teller = Teller(self._game, self.lang)
        position = 0
        for event in self._log:
            seen = event if self.viewer == "host" else event.seen_by(self._seat)
            if seen is not None:
                yield Line(position, seen, teller.tell(seen), teller.opens(seen))
                position += 1

    @property
    def _seat(self) -> int | None:
        return self.viewer if isinstance(self.viewer, int) else None
