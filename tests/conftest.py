"""Hypothesis for the whole suite: no deadlines (machines differ), the same examples every time.

``make fuzz`` tries new ones, and more.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

settings.register_profile(
    "thirteen", deadline=None, derandomize=True, max_examples=60, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "fuzz", deadline=None, max_examples=3000, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("thirteen")
