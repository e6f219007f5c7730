"""The uses of the two engines: command line, arena, replay."""

from thirteen.checking import verify, verify_file

__all__ = ["verify", "verify_file"]
