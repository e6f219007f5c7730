"""``thirteen verify``: records decided again."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager, nullcontext
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console

from common.audit import FileVerdict
from common.strict import is_digest
from thirteen import verify_file
from thirteen.cli import paper
from thirteen.cli.processes import pool
from thirteen.workers import cores

app = typer.Typer(**paper.PLAIN)

WORTH_WORKERS: Final = 10_000_000
"""Bytes of a file, about a thousand hands."""


def _digest(given: str, what: str, told_by: str) -> str:
    if not is_digest(given):
        paper.wrong_use(f"{what} is 64 hex digits, not {given[:70]!r}: {told_by} tells it")
    return given


@app.command()
def verify(
    files: Annotated[list[Path], typer.Argument(help="Record files; .gz and .zst are unpacked.", show_default=False)],
    head: Annotated[
        str | None, typer.Option(help="The chain's head that you kept; for one file.", metavar="HEX")
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            help="A digest of rules that you kept; may be repeated: no other rules are in order.", metavar="DIGEST"
        ),
    ] = None,
    workers: Annotated[
        int | None, typer.Option(help="How many processes; one for each core, if not said.", metavar="N", min=1)
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object for each file.")] = False,
) -> None:
    """Decide every hand of a record file again and compare every event.

    Exit code 0: all in order.  1: the first hand, event and field that differ are named.  2: a file cannot be opened.
    Of a file in order the chain's head is printed.  Keep it: with --head it shows later whether a single character was
    changed, ends of lines too.  A packed file has the head of what was packed in it.

    \b
    Examples:
      thirteen verify hands.jsonl
      thirteen verify monday.jsonl.gz tuesday.jsonl.zst --json
      thirteen verify hands.jsonl --head 9f0c… --rules 6015…
    """
    if head is not None and len(files) > 1:
        paper.wrong_use(f"--head is the head of one file, but {len(files)} are given")
    kept_head = None if head is None else _digest(head, "a head", "verify without --head")
    kept_rules = (
        None if not rules else {_digest(digest, "a digest of rules", "thirteen rules check HOUSE") for digest in rules}
    )
    all_in_order, many = True, workers or (cores() if any(map(_is_long, files)) else 1)
    with pool(many) as executor:
        for file in files:
            with _busy(f"{file.name}: deciding again"):
                verdict = verify_file(file, head=kept_head, rules=kept_rules, executor=executor, workers=many)
            all_in_order &= verdict.ok
            if as_json:
                paper.say_json({"file": str(file), **asdict(verdict)})
            else:
                _tell(file, verdict)
    if not all_in_order:
        paper.answer_no()


def _is_long(file: Path) -> bool:
    """Whether more processes are worth their beginning."""
    packed = file.suffix in {".gz", ".zst"}
    return file.is_file() and file.stat().st_size > (WORTH_WORKERS // 10 if packed else WORTH_WORKERS)


def _tell(file: Path, verdict: FileVerdict) -> None:
    paper.say(f"{file}: {verdict.message}")
    if verdict.fault is not None:
        paper.say(f"  {verdict.hands} hands before it are in order")
    else:
        paper.say(f"  head  {verdict.head}")
    for digest in verdict.rules:
        paper.say(f"  rules {digest}")
    for commitment in verdict.commitments:
        paper.say(f"  dealt from what was committed to as {commitment}")


def _busy(words: str) -> AbstractContextManager[object]:
    return Console(stderr=True).status(words) if sys.stderr.isatty() else nullcontext()
