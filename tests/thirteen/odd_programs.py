"""Programs that fail as bots, each in its own way: ``python odd_programs.py WAY``.

At first each answers with the last of the actions it is told.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time

NTH = 3


def _main(way: str) -> None:
    for nth, line in enumerate(sys.stdin, 1):
        asked = json.loads(line)
        answer = json.dumps(asked["actions"][-1])
        if nth == NTH:
            if way == "dies":
                os._exit(7)
            elif way == "hangs":
                time.sleep(60)
            elif way == "closes":
                os.close(1)
                time.sleep(60)
            elif way in {"leaves a child", "is deaf and leaves a child"}:
                # With a session of its own it outlives us, and holds our ends of the pipes open.
                subprocess.Popen(["sleep", "20"], stdin=0, start_new_session=True)
                if way == "leaves a child":
                    os._exit(0)
                print(answer, flush=True)
                time.sleep(60)
            elif way == "trickles":
                for _ in range(60):
                    print(" ", end="", flush=True)
                    time.sleep(0.1)
            elif way == "garbage":
                answer = "I pass"
            elif way == "endless":
                answer = "x" * 20_000
            elif way == "other":
                answer = json.dumps({"type": "pass", "seat": (asked["view"]["seat"] + 1) % asked["view"]["seats"]})
            elif way in {"timeout", "away", "leave"}:
                answer = json.dumps({"type": way, "seat": asked["view"]["seat"]})
            elif way == "illegal":
                answer = json.dumps({"type": "play", "seat": asked["view"]["seat"], "cards": ["3s", "4s"]})
        print(answer, flush=True)


if __name__ == "__main__":
    _main(sys.argv[1])
