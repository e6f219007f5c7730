"""The uses of the two engines: command line, arena, replay."""
