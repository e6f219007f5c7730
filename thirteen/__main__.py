"""``python -m thirteen`` is the command line."""

from thirteen.cli import main

if __name__ == "__main__":
    main()
