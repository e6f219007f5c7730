"""Lines of JSON that are chained: each ends with the SHA-256 over itself and the line before.

``"chain"`` is the last member of every line.  It is the SHA-256, as 64 hex digits, over the chain of the line before
(nothing for the first line), a newline, and the line's own text up to the comma before ``"chain"``.  Whoever keeps the
last one, the *head*, can tell later whether a single character of the file has changed: what the chain does not cover,
the ends of lines, can only be a newline each.  In a packed file it is what was packed that the head stands for.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final, NamedTuple

from common.errors import RecordError
from common.files import next_line, readable
from common.strict import parse

__all__ = ["Line", "append_point", "chained", "lines"]

_TAIL: Final = re.compile(rb',"chain":"([0-9a-f]{64})"\}$')


class Line(NamedTuple):
    """One line of a file."""

    number: int
    """From 1."""
    text: bytes
    """Without the end of line."""
    head: str
    """The chain's head after this line, computed, whatever the line says."""
    fault: str
    """What is wrong with the line's chain, or nothing."""
    ends: bool
    """Whether it ends with an end of line; only the last line of a file may not."""


def chained(text: str, head: str) -> tuple[str, str]:
    """A line, written as JSON without its chain, with it; and the new head."""
    body = text.removesuffix("}")
    link = hashlib.sha256(f"{head}\n{body}".encode()).hexdigest()
    return f'{body},"chain":"{link}"}}', link


def lines(stream: BinaryIO) -> Iterator[Line]:
    """The lines of a stream, one at a time.

    Raises:
        RecordError: for a line that is too long, or a packed file that is damaged.
    """
    head, number = "", 0
    while True:
        number += 1
        raw = next_line(stream, number)
        if not raw:
            return
        text = raw.removesuffix(b"\n")
        tail = _TAIL.search(text)
        body = text[: tail.start()] if tail else text.removesuffix(b"}")
        link = hashlib.sha256(head.encode() + b"\n" + body).hexdigest()
        fault = ""
        if text.endswith(b"\r"):
            fault = "there is a carriage return before the end of the line: it was rewritten, maybe for Windows"
        elif tail is None:
            fault = "the line does not end with its chain"
        elif tail[1].decode() != link:
            fault = "the chain is wrong: this line or the one before is not what was written"
        if not raw.endswith(b"\n"):
            fault = fault or "the end of the line is cut off"
        yield Line(number, text, link, fault, raw.endswith(b"\n"))
        head = tail[1].decode() if tail else link


def append_point(path: Path, seen: Callable[[Mapping[str, Any], int], None]) -> str:
    """The head to go on from; ``seen`` is told of each line that is no hand, and of the last hand.

    Raises:
        RecordError: if the file's chain is wrong or its last line is cut off: what follows could not be trusted.
    """
    head, hand = "", None
    with readable(path) as stream:
        for line in lines(stream):
            if line.fault:
                raise RecordError(
                    f"line {line.number}: {line.fault}; nothing can be appended to {path.name}, start another file",
                    line.number,
                )
            if line.text.startswith(b'{"type":"hand"'):
                hand = line
            else:
                seen(parse(line.text, line.number), line.number)
            head = line.head
    if hand is not None:
        seen(parse(hand.text, hand.number), hand.number)
    return head
