"""``thirteen replay``: recorded hands as transcripts."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from common.errors import RecordError
from common.labels import label, language
from common.record import read_records
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
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each hand and event.")] = False,
    lang: Annotated[str, typer.Option(help="en, zh or vi.")] = "en",
) -> None:
    """Tell a recorded hand turn by turn: who was asked, what was laid, what was paid and why.

    Exit code 1: the record is damaged, or is not what its own rules make of it; what comes before is told.

    \b
    Examples:
      thirteen replay hands.jsonl --hand 3
      thirteen replay hands.jsonl --hand 3 --as 0 --lang vi
      thirteen replay hands.jsonl --as spectator --json | jq .text
    """
    language(lang)
    seen_by = _viewer(viewer)
    if step and not (sys.stdin.isatty() and paper.is_terminal()):
        paper.wrong_use("--step waits for a person and needs a terminal")
    found = 0
    try:
        for record in read_records(file):
            if hand is None or record.number == hand:
                if found and not as_json:
                    paper.say()
                if isinstance(seen_by, int) and seen_by >= record.seats:
                    paper.wrong_use(f"there is no seat {seen_by} in hand {record.number}: it has {record.seats} seats")
                _tell(Transcript(record, seen_by, lang), step, as_json)
                found += 1
    except RecordError as error:
        if not error.line:
            raise
        paper.answer_no(str(error))
    if not found:
        paper.answer_no("there is no hand in this file" if hand is None else f"there is no hand {hand} in this file")


def _viewer(given: str) -> Viewer:
    if given == "host":
        return "host"
    if given == "spectator":
        return "spectator"
    if not (given.isascii() and given.isdigit() and int(given) < 8):
        paper.wrong_use(f"--as is a seat from 0 or spectator, not {given[:20]!r}")
    return int(given)


def _tell(transcript: Transcript, step: bool, as_json: bool) -> None:
    record = transcript.record
    if as_json:
        paper.say_json(
            {
                "hand": record.number,
                "game": record.game,
                "rules": record.digest,
                "seats": record.seats,
                "stakes": record.stakes,
                "as": transcript.viewer,
                "is_over": transcript.is_over,
                "text": list(transcript.heading),
            }
        )
    else:
        for said in transcript.heading:
            paper.say(said)
    for line in transcript:
        if as_json:
            paper.say_json({"hand": record.number, **line.to_plain()})
        else:
            _line(line)
            if step:
                sys.stdin.readline()
    if transcript.fault:
        paper.answer_no(transcript.fault)
    if not transcript.is_over and not as_json:
        paper.say()
        paper.say(label("tell.running", transcript.lang))


def _line(line: Line) -> None:
    if line.opens:
        paper.say()
    for nth, said in enumerate(line.text):
        paper.say(f"{line.position if nth == 0 else '':>4}  {said}")
