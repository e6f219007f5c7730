"""Pictures of what a run has shown, as PNG or SVG; they need the extra ``[plot]``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from common.errors import ThirteenError
from common.labels import LabelError, label, language
from thirteen.comparison import Comparison
from thirteen.league import League
from thirteen.report import Report

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["CJK_FONTS", "PlotError", "draw", "language_shown"]

CJK_FONTS: Final = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "Droid Sans Fallback",
    "Microsoft YaHei",
    "SimHei",
    "PingFang SC",
    "Hiragino Sans GB",
    "Arial Unicode MS",
)
"""Fonts with Chinese glyphs, one of which most systems have."""
FORMATS: Final = (".png", ".svg")
MOST_REASONS: Final = 12
"""So many reasons are drawn, the dearest."""
_STYLE: Final[dict[str, Any]] = {
    "svg.hashsalt": "thirteen",  # the same picture, the same bytes
    "axes.spines.top": False,
    "axes.spines.right": False,
    "font.size": 9,
    "axes.titlesize": 10,
    "figure.dpi": 110,
}


class PlotError(ThirteenError, ValueError):
    """A picture that cannot be drawn."""


@cache
def _installed() -> frozenset[str]:
    from matplotlib import font_manager

    return frozenset(font.name for font in font_manager.fontManager.ttflist)


def language_shown(lang: str, fonts: frozenset[str] | None = None) -> tuple[str, str | None]:
    """The language that labels can be drawn in, and a sentence where it is not the one asked for.

    Raises:
        LabelError: for a language that there is not.
    """
    wanted = language(lang)
    if wanted != "zh" or set(CJK_FONTS) & (_installed() if fonts is None else fonts):
        return wanted, None
    return "en", "no font with Chinese glyphs is installed (such as Noto Sans CJK SC): the picture has English labels"


def draw(
    shown: Report | Comparison | League, path: str | Path, lang: str = "en", tell: Callable[[str], None] | None = None
) -> None:
    """Draw a report (results of a hand, what each rule moves), a comparison (what each rule moves in both houses) or a
    league (cross table, ratings over hands) to a file; the same figures give the same SVG.

    Args:
        path: ends in ``.png`` or ``.svg``.
        lang: the language of labels.
        tell: told in a sentence where they cannot be drawn in it.

    Raises:
        PlotError: for another ending, a file that cannot be written, nothing to draw, or without matplotlib.
        LabelError: for a language that there is not.
    """
    path = Path(path)
    checked(path)
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    spoken, sentence = language_shown(lang)
    if sentence is not None and tell is not None:
        tell(sentence)
    fonts = [font for font in CJK_FONTS if font in _installed()]
    style: Any = {**_STYLE, "font.family": ["DejaVu Sans", *fonts]}
    with mpl.rc_context(style):
        figure = Figure(figsize=(9, 3.8), layout="constrained")
        FigureCanvasAgg(figure)
        words = partial(_words, lang=spoken)
        if isinstance(shown, League):
            _league(figure, shown, words)
        elif isinstance(shown, Comparison):
            _comparison(figure, shown, words)
        else:
            _report(figure, shown, words)
        metadata = {"Date": None} if path.suffix.lower() == ".svg" else {"Software": None}
        try:
            figure.savefig(path, metadata=metadata)
        except OSError as error:
            raise PlotError(f"{path} cannot be written: {error.strerror or error}") from None


def checked(path: Path) -> None:
    """Refuse what cannot be drawn to, before hands are played for it.

    Raises:
        PlotError: for an ending that is neither of the two, or without matplotlib.
    """
    if path.suffix.lower() not in FORMATS:
        raise PlotError(f"a picture's name ends in {' or '.join(FORMATS)}, not {path.name[:60]!r}")
    try:
        import matplotlib as mpl  # noqa: F401
    except ModuleNotFoundError:
        raise PlotError("pictures need matplotlib: pip install 'thirteen[plot]'") from None


def _words(key: str, lang: str) -> str:
    try:
        return label(key, lang)
    except LabelError:
        return key.partition(".")[2]  # a house may pay for reasons of its own


_Words = Callable[[str], str]


def _report(figure: Figure, report: Report, words: _Words) -> None:
    if not report.hands:
        raise PlotError("no hand was played to its end: there is nothing to draw")
    results, reasons = figure.subplots(1, 2)
    figure.suptitle(f"{report.house.name}, {report.hands:,} {words('plot.hands')}")
    for name, counts in report.tally.results.items():
        units = sorted(counts)
        total = sum(counts.values())
        every = range(units[0], units[-1] + 1)
        results.stairs(
            [counts.get(at, 0) / total for at in every],
            [at - 0.5 for at in range(units[0], units[-1] + 2)],
            label=name,
            fill=False,
        )
    low, high = _middle(report)
    results.set_xlim(low - 1, high + 1)
    results.set_xlabel(words("plot.results"))
    results.set_ylabel(words("plot.share"))
    results.legend(frameon=False)
    paid = sorted(report.tally.payments.items(), key=lambda item: (-item[1].units, item[0]))[:MOST_REASONS]
    _bars(
        reasons,
        [words(f"reason.{reason}") for reason, _ in paid],
        [("", [each.units / report.hands for _, each in paid], None)],
    )
    reasons.set_title(words("plot.reasons"))
    reasons.set_xlabel(words("plot.units"))


def _middle(report: Report) -> tuple[int, int]:
    """Between which units 99 % of the results lie: a few dear hands would squeeze all others."""
    together: dict[int, int] = {}
    for counts in report.tally.results.values():
        for units, count in counts.items():
            together[units] = together.get(units, 0) + count
    total, below, low = sum(together.values()), 0, min(together)
    for units in sorted(together):
        if below * 200 <= total:
            low = units
        below += together[units]
        if below * 200 >= total * 199:
            return low, units
    return low, max(together)


def _bars(axes: Axes, names: Sequence[str], groups: Sequence[tuple[str, list[float], list[float] | None]]) -> None:
    """Horizontal bars, the first name on top, the groups beside each other."""
    thick = 0.8 / len(groups)
    for nth, (name, values, errors) in enumerate(groups):
        at = [place + (nth - (len(groups) - 1) / 2) * thick for place in range(len(names))]
        axes.barh(at, values, thick, label=name, xerr=errors, error_kw={"elinewidth": 0.8})
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    if len(groups) > 1:
        axes.legend(frameon=False, loc="lower right")


def _comparison(figure: Figure, found: Comparison, words: _Words) -> None:
    if not found.deals:
        raise PlotError("no deal was played to its end: there is nothing to draw")
    both, difference = figure.subplots(1, 2, sharey=True)
    reasons = found.reasons[:MOST_REASONS]
    measures = [found.measure(f"paid.{reason}") for reason in reasons]
    names = [words(f"reason.{reason}") for reason in reasons]
    first, second = (house.name for house in found.houses)
    figure.suptitle(f"{words('plot.reasons')}: {found.deals:,} {words('plot.hands')}")
    _bars(
        both,
        names,
        [
            (first, [float(measure.first) for measure in measures], None),
            (second, [float(measure.second) for measure in measures], None),
        ],
    )
    both.set_xlabel(words("plot.units"))
    reach = [0.0 if each.error is None else 1.959964 * float(each.error) for each in measures]
    _bars(difference, names, [("", [float(measure.difference) for measure in measures], reach)])
    both.set_ylim(len(names) - 0.5, -0.5)  # the axis is shared
    difference.axvline(0, color="black", linewidth=0.8)
    difference.set_xlabel(f"{second} − {first}")


def _more(found: League, one: str, other: str) -> float:
    return float(found.cell(one, other).mean or 0)


def _league(figure: Figure, found: League, words: _Words) -> None:
    if not any(report.hands for report in found.reports):
        raise PlotError("no hand was played to its end: there is nothing to draw")
    cross, ratings = figure.subplots(1, 2)
    figure.suptitle(f"{found.house.name}, {len(found.reports)} × {found.reports[0].done:,} {words('plot.hands')}")
    order = [each.name for each in found.standings]
    cells = [[0.0 if one == other else _more(found, one, other) for other in order] for one in order]
    most = max(abs(value) for row in cells for value in row) or 1.0
    cross.imshow(cells, cmap="RdBu", vmin=-1.4 * most, vmax=1.4 * most)
    for y, row in enumerate(cells):
        for x, value in enumerate(row):
            if x != y:
                shown = "–" if found.cell(order[y], order[x]).mean is None else f"{value:+.2f}"
                cross.text(x, y, shown, ha="center", va="center")
    cross.set_xticks(range(len(order)), order, rotation=30, ha="right")
    cross.set_yticks(range(len(order)), order)
    cross.set_title(words("plot.cross"))
    hands = [at for at, _ in found.ratings]
    for name in order:
        ratings.plot(hands, [float(kept[name].mu) for _, kept in found.ratings], label=name)
    ratings.set_xlabel(words("plot.hands"))
    ratings.set_title(words("plot.rating"))
    ratings.legend(frameon=False)
