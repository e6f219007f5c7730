"""The commands, each read only when it is called."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any, Final

import typer
import typer.core
import typer.main
from pydantic_core import PydanticSerializationError

from common.errors import ThirteenError
from thirteen.cli import paper
from thirteen.interruption import exit_code, terminations

__all__ = ["app", "run"]

COMMANDS: Final = ("simulate", "compare", "league", "expand", "replay", "verify", "rules", "hint")


class _Commands(typer.core.TyperGroup):
    """Finds a command in the module of its name, which has it as ``app``."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command = typer.main.get_command(import_module(f"thirteen.cli.{cmd_name}").app)
        command.name = cmd_name
        return command

    def invoke(self, ctx: Any) -> Any:
        """Run the command; what the input got wrong is one sentence, and a reader that has gone is no fault."""
        try:
            with terminations():
                done = super().invoke(ctx)
            sys.stdout.flush()
        except KeyboardInterrupt:
            raise typer.Exit(exit_code()) from None
        except BrokenPipeError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(0) from None
        except ThirteenError as error:
            paper.stderr(f"thirteen: {error}")
            raise typer.Exit(exit_code(paper.WRONG_USE)) from None
        except OSError as error:  # no room, no rights: the machine's affair
            where = f"{error.filename!r:.200}: " if error.filename else ""
            paper.wrong_use(f"{where}{error.strerror or error}")
        except PydanticSerializationError as error:  # pydantic makes one of its own of a Ctrl-C that meets it
            if not any(name in str(error) for name in ("KeyboardInterrupt", "_Termination")):
                raise
            raise typer.Exit(exit_code()) from None
        return done


app = typer.Typer(cls=_Commands, **paper.PLAIN)


@app.callback()
def thirteen() -> None:
    """Tiến lên and 十三水: simulate, compare houses and bots, replay, verify, and the rules of each house.

    \b
    Examples:
      thirteen simulate tienlen --hands 1000 --seed 1 --record hands.jsonl
      thirteen compare meitian southern --game tienlen
      thirteen league planner cautious random
      thirteen expand traces.jsonl hands.jsonl
      thirteen replay hands.jsonl --hand 3 --as 0
      thirteen verify hands.jsonl
      thirteen rules show tienlen southern

    Exit codes: 0 done, 1 the answer is no, 2 wrong use, 130 interrupted by Ctrl-C, 143 by SIGTERM.
    """


def run() -> None:
    """Run the command line on what it was called with."""
    paper.prepare()
    app(prog_name="thirteen")
