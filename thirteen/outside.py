"""Bots that are programs of their own, in any language: a line of JSON asks, a line of JSON answers (docs/bots.md)."""

from __future__ import annotations

import json
import math
import os
import select
import shlex
import shutil
import signal
import subprocess
import time
from collections.abc import Sequence
from functools import partial
from multiprocessing.util import Finalize
from threading import Timer, local
from typing import IO, Any, Final, Literal

from pydantic import TypeAdapter

from common.actions import Action, read
from common.bots import Bot, BotFactory, Choices
from common.errors import InvalidAction

__all__ = ["OutsideBot", "program"]

_LONGEST: Final = 10_000  # bytes of an answer; more is none
_IS_WAITED_FOR: Final = hasattr(select, "poll")  # not on Windows


class _Program:
    """A program that runs, for one seat; it is asked about one hand after the other."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self._running = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, bufsize=0
        )
        self._come = b""
        """What has come and is not read yet."""
        if _IS_WAITED_FOR:
            assert self._running.stdin is not None
            os.set_blocking(self._running.stdin.fileno(), False)
        # Also run at the end of a worker process, where atexit is not.
        self.end = Finalize(self, _end, args=(self._running,), exitpriority=10)

    def ask(self, question: bytes, limit: float) -> bytes:
        """The line it answers with.

        Raises:
            TimeoutError: where it takes longer than so many seconds; it is ended then.
            EOFError: where it ends or closes its output instead.
        """
        until = time.monotonic() + limit
        timer = None if _IS_WAITED_FOR else Timer(limit, _kill, (self._running,))
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            self._send(question, until)
            answer = self._line(until)
        except OSError:  # it does not read any more; how it ended is told below
            answer = b""
        finally:
            if timer is not None:
                timer.cancel()
        if time.monotonic() >= until:
            _kill(self._running)
            raise TimeoutError(f"no answer within {limit:g} s")
        if not answer.endswith(b"\n"):
            if len(answer) > _LONGEST:
                raise InvalidAction(f"an answer is one line of JSON, and this one has no end after {_LONGEST} bytes")
            raise EOFError(f"the program {self._how_it_ended()} instead of answering")
        return answer

    def _send(self, question: bytes, until: float) -> None:
        assert self._running.stdin is not None
        sent = memoryview(question)
        while sent and _is_ready(self._running.stdin, "out", until):
            sent = sent[self._running.stdin.write(sent) or 0 :]

    def _line(self, until: float) -> bytes:
        """What it has written, up to the end of a line; less where it ends, its time is over or a line too long."""
        assert self._running.stdout is not None
        while b"\n" not in self._come and len(self._come) <= _LONGEST:
            more = self._running.stdout.read(_LONGEST) if _is_ready(self._running.stdout, "in", until) else b""
            if not more:
                break
            self._come += more
        line, end, self._come = self._come.partition(b"\n")
        return line + end

    def _how_it_ended(self) -> str:
        try:
            code = self._running.wait(1)
        except subprocess.TimeoutExpired:
            return "closed its output"
        return f"ended with exit code {code}" if code >= 0 else f"was ended by signal {-code}"


def _is_ready(end: IO[bytes], way: Literal["in", "out"], until: float) -> bool:
    """Wait until a pipe can be read from or written to: not for its other end to close, which a child may hold open.

    False: the time is over.  Where pipes cannot be waited for, the program is killed at that time and they break.
    """
    if not _IS_WAITED_FOR:
        return True
    waiting = select.poll()
    waiting.register(end, select.POLLIN if way == "in" else select.POLLOUT)
    left = until - time.monotonic()
    return left > 0 and bool(waiting.poll(math.ceil(left * 1000)))


def _kill(running: subprocess.Popen[bytes]) -> None:
    """With all that it has started."""
    if hasattr(os, "killpg"):
        try:
            os.killpg(running.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            running.kill()
    else:
        running.kill()


def _end(running: subprocess.Popen[bytes]) -> None:
    """End a program: it may see the end of its input, and has half a second for it."""
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.close()
    try:
        running.wait(0.5)
    except subprocess.TimeoutExpired:
        _kill(running)
        running.wait()
    running.stdout.close()


class _Programs(local):
    """The programs that this thread talks to, by command and seat."""

    def __init__(self) -> None:
        self.running = dict[tuple[tuple[str, ...], int], _Program]()


_PROGRAMS = _Programs()


class OutsideBot(Bot):
    """A program at one seat for one hand.

    It is told what its seat may know and nothing else, and answers with an action.  Each seat has a program of its
    own, which goes on from hand to hand; one that has failed is begun anew in the next hand.
    """

    def __init__(
        self, command: tuple[str, ...], actions: TypeAdapter[Any], limit: float, seat: int, choices: Choices
    ) -> None:
        self.seat = seat
        self._command, self._actions, self._limit, self._choices = command, actions, limit, choices
        self._told = 0

    def decide(self, view: Any, legal_actions: Sequence[Action]) -> Action:
        """Ask the program.

        Raises:
            InvalidAction: for an answer that is no action.
            TimeoutError: for none in time.
            EOFError: where the program has ended.
        """
        question = self._question(view, legal_actions)
        key = self._command, self.seat
        running = _PROGRAMS.running.get(key)
        if running is None:
            running = _PROGRAMS.running[key] = _Program(self._command)
        try:
            action: Action = read(self._actions, running.ask(question, self._limit), self.seat)
        except BaseException:
            self.end()  # whatever it says later would be taken for the next answer
            raise
        return action

    def end(self) -> None:
        """End the program, which has failed; the next hand begins it anew."""
        running = _PROGRAMS.running.pop((self._command, self.seat), None)
        if running is not None:
            running.end()

    def _question(self, view: Any, legal_actions: Any) -> bytes:
        events = view.events
        asked = {
            "view": view.public(),
            "events": [event.model_dump(mode="json") for event in events[self._told :]],
            "actions": [action.model_dump(mode="json") for action in legal_actions.representatives()],
            "luck": self._choices.below(1 << 32),
        }
        self._told = len(events)
        return json.dumps(asked, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def program(command: str, actions: TypeAdapter[Any], limit: float) -> BotFactory:
    """What seats a program: the command as in a shell, without a shell's expansions.

    Raises:
        ValueError: where there is no such program.
    """
    try:
        words = tuple(shlex.split(command, posix=os.name != "nt"))
    except ValueError as error:
        sentence = f"{str(error).lower()} in {command[:80]!r}: a comma ends a bot, also within quotation marks"
        raise ValueError(sentence) from None
    if not words:
        raise ValueError("a bot that is a program is given as cmd: and its command, such as cmd:./bot")
    if shutil.which(words[0]) is None:
        raise ValueError(f"there is no program {words[0][:80]!r} to be a bot")
    return partial(OutsideBot, words, actions, limit)
