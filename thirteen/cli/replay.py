"""``thirteen replay``: recorded hands as transcripts."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from common.errors import RecordError
from common.labels import label, language
from common.record import Entry, Record, entries
from thirteen import verify
from thirteen.cli import paper
from thirteen.replay import Line, Transcript, Viewer

app = typer.Typer(**paper.PLAIN)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(help="A record file; .gz and .zst are unpacked.", show_default=False)],
    hand: Annotated[
        int | None, typer.Option(help="The number of one hand; without it, every hand is told.", metavar="N")
    ] = None,
    viewer: Annotated[
        str,
        typer.Option(
            "--as", help="A seat from 0, or spectator: no card is shown that it could not see.", metavar="SEAT"
        ),
    ] = "host",
    step: Annotated[bool, typer.Option(help="Wait for the enter key after each event; in a terminal.")] = False,
    unchecked: Annotated[
        bool, typer.Option(help="Go on behind what is not in order, where the chain vouches for nothing.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each hand and event.")] = False,
    lang: Annotated[str, typer.Option(help="en, zh or vi.")] = "en",
) -> None:
    """Tell a recorded hand turn by turn: who was asked, what was laid, what was paid and why.

    Exit code 1: the record is damaged, or is not what its own rules make of it.  What comes before is told, up to the
    event at fault; the lines behind it, other hands, with --unchecked, and a warning.

    \b
    Examples:
      thirteen replay hands.jsonl --hand 3
      thirteen replay hands.jsonl --hand 3 --as 0 --lang vi
      thirteen replay hands.jsonl --as spectator --json | jq .text
      thirteen replay damaged.jsonl --hand 5 --unchecked
    """
    language(lang)
    seen_by = _viewer(viewer)
    if step and not (sys.stdin.isatty() and paper.is_terminal()):
        paper.wrong_use("--step waits for a person and needs a terminal")
    telling = _Telling(hand, seen_by, lang, step, as_json, unchecked)
    try:
        for entry in entries(file, unread=telling.leave_out):
            telling.tell(entry)
    except RecordError as error:
        if not error.line:
            raise
        paper.answer_no(str(error))
    if not telling.told and not telling.tried:
        paper.answer_no("there is no hand in this file" if hand is None else f"there is no hand {hand} in this file")
    if telling.faulty:
        paper.answer_no()


def _viewer(given: str) -> Viewer:
    if given == "host":
        return "host"
    if given == "spectator":
        return "spectator"
    if not (given.isascii() and given.isdigit() and int(given) < 8):
        paper.wrong_use(f"--as is a seat from 0 or spectator, not {given[:20]!r}")
    return int(given)


@dataclass
class _Telling:
    hand: int | None
    viewer: Viewer
    lang: str
    step: bool
    as_json: bool
    unchecked: bool
    vouched: bool = True
    """Whether the chain is right up to here."""
    faulty: bool = False
    told: bool = False
    """Whether a hand was told."""
    tried: bool = False
    """Whether a hand was to be told that cannot be dealt."""

    def leave_out(self, error: RecordError) -> None:
        """A line that cannot be read."""
        self._fault(str(error))
        self.vouched = False

    def tell(self, entry: Entry) -> None:
        """What a line says, if it is to be told, as far as it is in order."""
        record = entry.what if isinstance(entry.what, Record) else None
        wanted = record is not None and self.hand in (None, record.number)
        if entry.fault:
            self.vouched = False
            if not wanted:
                self._fault(self._named(entry))
            elif self.unchecked or (record is not None and verify(record, running=True)):
                self._fault(entry.faulty)
        if record is not None and wanted:
            self._hand(record)

    def _named(self, entry: Entry) -> str:
        # As verify has it: a hand's own disagreement says more than that its line was changed.
        if isinstance(entry.what, Record) and self.viewer == "host":
            own = verify(entry.what, running=True)
            return entry.faulty if own else own.message
        return entry.faulty

    def _fault(self, sentence: str) -> None:
        self.faulty = True
        if not self.unchecked:
            paper.answer_no(f"{sentence}; the lines behind it are told with --unchecked")
        paper.stderr(f"warning: {sentence}")

    def _hand(self, record: Record) -> None:
        viewer = self.viewer
        if isinstance(viewer, int) and viewer >= record.seats:
            paper.wrong_use(f"there is no seat {viewer} in hand {record.number}: it has {record.seats} seats")
        try:
            transcript = Transcript(record, viewer, self.lang)
        except RecordError as error:
            self.tried = True
            self._fault(str(error))
            return
        if self.told and not self.as_json:
            paper.say()
        self.told = True
        self._head(transcript)
        for line in transcript:
            if self.as_json:
                paper.say_json({"hand": record.number, **line.to_plain()})
            else:
                _line(line)
                if self.step:
                    sys.stdin.readline()
        if transcript.fault:
            self._fault(transcript.fault)
        elif not transcript.is_over and not self.as_json:
            paper.say()
            paper.say(label("tell.running", self.lang))

    def _head(self, transcript: Transcript) -> None:
        record = transcript.record
        if self.as_json:
            paper.say_json(
                {
                    "hand": record.number,
                    "game": record.game,
                    "rules": record.digest,
                    "seats": record.seats,
                    "stakes": record.stakes,
                    "as": transcript.viewer,
                    "is_over": transcript.is_over,
                    "vouched": self.vouched,
                    "text": list(transcript.heading),
                }
            )
            return
        for said in transcript.heading:
            paper.say(said)
        if not self.vouched:
            words = label("tell.unvouched", transcript.lang)
            paper.say(f"{words[:1].upper()}{words[1:]}")


def _line(line: Line) -> None:
    if line.opens:
        paper.say()
    for nth, said in enumerate(line.text):
        paper.say(f"{line.position if nth == 0 else '':>4}  {said}")
