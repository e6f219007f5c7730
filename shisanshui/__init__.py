"""十三水 (Chinese poker, mậu binh): the arranging engine."""

from shisanshui.ask import Row, Special, compare, is_foul, row, special, waters
from shisanshui.layout import Layout
from shisanshui.rows import Place, RowType
from shisanshui.ruleset import Ruleset, load_ruleset, rulesets

__all__ = [
    "Layout",
    "Place",
    "Row",
    "RowType",
    "Ruleset",
    "Special",
    "compare",
    "is_foul",
    "load_ruleset",
    "row",
    "rulesets",
    "special",
    "waters",
]
