"""What the command line writes on: results on stdout, all else on stderr, the same bytes wherever it is piped to."""

from __future__ import annotations

import io
import json
import re
import sys
import warnings
from collections.abc import Iterator
from typing import Any, Final, NoReturn

import typer
from rich.console import Console, Group, RenderableType
from rich.protocol import rich_cast
from rich.table import Table
from rich.text import Text

__all__ = [
    "NO",
    "PLAIN",
    "WRONG_USE",
    "answer_no",
    "is_terminal",
    "prepare",
    "say",
    "say_json",
    "say_page",
    "show",
    "stderr",
    "wrong_use",
]

NO: Final = 1
"""Exit code: the answer is no."""
WRONG_USE: Final = 2
"""Exit code: the command was not used rightly."""
PLAIN: Final[dict[str, Any]] = {
    "add_completion": False,
    "rich_markup_mode": None,
    "pretty_exceptions_enable": False,
    "context_settings": {"help_option_names": ["-h", "--help"], "max_content_width": 100},
}
"""How every command is made: help as plain text, no hooks into exceptions or shells."""
_WIDTH: Final = 120  # of what is piped, whatever the terminal
_WIDEST: Final = 10_000
_RED_CARD: Final = re.compile(r"(?:10|[2-9AJQK])[♥♦]")


class _Paper(Console):
    def on_broken_pipe(self) -> None:
        """Leave it to the command line as a whole; the reader has all it wanted."""
        raise BrokenPipeError


def prepare() -> None:
    """UTF-8 on stdout and stderr whatever the locale says, and warnings in one plain line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    warnings.showwarning = lambda message, *_args, **_kwargs: stderr(f"warning: {message}")


def is_terminal() -> bool:
    """Whether a person reads what is written."""
    return sys.stdout.isatty()


def _console() -> Console:
    return _Paper(file=sys.stdout, width=None if is_terminal() else _WIDTH, highlight=False, markup=False, emoji=False)


def say(line: str = "") -> None:
    """One line, as it is; red cards are red where there are colours."""
    shown = Text(line)
    shown.highlight_regex(_RED_CARD, "red")
    _console().print(shown, soft_wrap=True)


def show(what: RenderableType) -> None:
    """A table or another thing of several lines; what is piped is as wide as its widest table."""
    for each in _parts(what):
        console = _console()
        if isinstance(each, Table) and not is_terminal():
            console.width = max(_WIDTH, each.__rich_measure__(console, console.options.update(width=_WIDEST)).maximum)
        console.print(each)


def _parts(what: RenderableType) -> Iterator[RenderableType]:
    what = rich_cast(what)
    if isinstance(what, Group):
        for each in what.renderables:
            yield from _parts(each)
    else:
        yield what


def say_page(text: str) -> None:
    """Lines as they are, the last one ended."""
    sys.stdout.write(text)


def say_json(value: Any, indent: int | None = None) -> None:
    """One JSON value on one line, or indented."""
    separators = (",", ":") if indent is None else None
    sys.stdout.write(json.dumps(value, ensure_ascii=False, indent=indent, separators=separators, default=str) + "\n")


def stderr(line: str) -> None:
    """One line beside the result."""
    sys.stderr.write(f"{line}\n")


def wrong_use(sentence: str) -> NoReturn:
    """End with one sentence and exit code 2."""
    stderr(f"thirteen: {sentence}")
    raise typer.Exit(WRONG_USE)


def answer_no(sentence: str = "") -> NoReturn:
    """End with exit code 1, and one sentence if it was not said yet."""
    if sentence:
        stderr(f"thirteen: {sentence}")
    raise typer.Exit(NO)
