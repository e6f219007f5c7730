"""What commands that play hands have in common: seeds, a progress bar, and the ways their figures leave."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from common.files import is_file, named_twice
from common.labels import language
from thirteen.arena import Progress
from thirteen.cli import paper
from thirteen.comparison import Comparison
from thirteen.csv_out import write_csv
from thirteen.league import League
from thirteen.report import Report

__all__ = [
    "Base",
    "Carry",
    "Csv",
    "Json",
    "Lang",
    "Overwrite",
    "Plot",
    "checked",
    "goes_with",
    "progress",
    "seed",
    "told",
]

Json = Annotated[bool, typer.Option("--json", help="The report as one JSON object.")]
Csv = Annotated[Path | None, typer.Option(help="Write every figure to this file too.", metavar="FILE")]
Plot = Annotated[Path | None, typer.Option(help="Draw a picture too: .png or .svg.", metavar="FILE")]
Overwrite = Annotated[bool, typer.Option("--overwrite", help="Write FILEs anew though they are there.")]
Base = Annotated[str | None, typer.Option(help="What a unit is worth: tells the house's income.", metavar="AMOUNT")]
Carry = Annotated[
    str | None, typer.Option(help="What each seat brings: tells how often a cap binds.", metavar="AMOUNT")
]
Lang = Annotated[str | None, typer.Option(help="The picture's labels: en, zh or vi; en, if not said.")]


def seed(text: str) -> int | str:
    """A whole number where it is one."""
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(text) < 1000 else text


def goes_with(other: str, given: Mapping[str, object]) -> None:
    """Refuse options that were given and would do nothing without another one."""
    idle = [f"--{name}" for name, value in given.items() if value is not None]
    if idle:
        paper.wrong_use(
            f"{' and '.join(idle)} would do nothing: {'it goes' if len(idle) == 1 else 'they go'} with {other}"
        )


def checked(
    plot: Path | None, lang: str | None, files: Sequence[Path | None], overwrite: bool, *beside: str | Path | None
) -> None:
    """Refuse what cannot be written before hands are played for it: a picture, a file that is there already.

    Args:
        beside: what else is read or written: no file is for two things.

    Raises:
        PlotError: for a name that is no picture's.
        LabelError: for a language that there is not.
    """
    language(lang or "en")
    if plot is None:
        goes_with("--plot", {"lang": lang})
    twice = named_twice([*beside, *files])
    if twice is not None:
        paper.wrong_use(f"{str(twice)!r:.200} is named twice: each file is read or written for one thing")
    if plot is not None:
        from thirteen import plots

        logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)  # that it looks for fonts is no news
        plots.checked(plot)
    for file in files:
        if file is not None and is_file(file) and file.stat().st_size and not overwrite:
            paper.wrong_use(f"{str(file)!r:.200} is there already: --overwrite begins it anew")


def told(
    found: Report | Comparison | League, as_json: bool, csv: Path | None, plot: Path | None, lang: str | None
) -> None:
    """The figures, wherever they are wanted: files first, for who reads the table may have seen enough of it."""
    if csv is not None:
        write_csv(found.to_plain(), csv)
    if plot is not None:
        from thirteen import plots

        plots.draw(found, plot, lang or "en", tell=lambda sentence: paper.stderr(f"thirteen: {sentence}"))
    if as_json:
        paper.say_json(found.to_plain())
    else:
        paper.show(found)


@contextmanager
def progress(total: int, what: str) -> Iterator[Progress | None]:
    """A bar with rate and time left, on stderr and for people only."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield None
        return
    columns = (
        TextColumn(what),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rate]}"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task(what, total=total, rate="")

        def tell(done: int, of: int) -> None:
            speed = bar.tasks[0].speed
            bar.update(task, completed=done, total=of, rate=f"{speed:,.0f}/s" if speed else "")

        yield tell
