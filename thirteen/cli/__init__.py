"""The command line ``thirteen``; it needs the extra ``[cli]``."""

from __future__ import annotations

import sys

__all__ = ["main"]

_MISSING = "thirteen: the command line needs typer and rich: pip install 'thirteen[cli]'\n"


def main() -> None:
    """Run the command line; it exits with 0 (done), 1 (the answer is no) or 2 (wrong use)."""
    try:
        import rich  # noqa: F401
        import typer  # noqa: F401
    except ModuleNotFoundError:
        sys.stderr.write(_MISSING)
        raise SystemExit(2) from None
    from thirteen.cli.app import run

    run()
