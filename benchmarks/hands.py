"""The worst thirteen cards there are, as ``python -m benchmarks.worst`` finds them."""

from __future__ import annotations

__all__ = ["MOST_LEADS", "MOST_REPRESENTATIVES", "SLOWEST_PLAN"]

MOST_LEADS = "Jh Jd Jc Qh Qd Qc Kh Kd Kc Ks Ah Ad Ac"
"""486 leads; no thirteen cards have more."""
MOST_REPRESENTATIVES = "5h 6h 7h 8h 9h Th Jh Qh Kh Ah Ad Ac As"
"""79 leads that differ in ranks or top card; no thirteen cards have more."""
SLOWEST_PLAN = "6h 7h 8h 8d 9h 9d Tc Ts Jh Jc Qh Qs Ks"
"""The slowest that climbing found."""
