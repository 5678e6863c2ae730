"""The odds of a single roll, as text."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from warbook.chance import Distribution
from warbook.rules.rolls import Figures, Spread
from warbook.views.card import BARS, percent


def show(console: Console, title: str, meaning: str, figures: Figures) -> None:
    """Print each figure: a chance, or a mean with its distribution."""
    console.print(Text(title, style="bold"))
    console.print(Text(meaning, style="dim"))
    for name, figure in figures.items():
        plain = name.replace("p_", "", 1).replace("_", " ")
        if isinstance(figure, Spread):
            console.print(Text(f"{plain}: mean {figure.mean:.4g}"))
            console.print(_bars(figure))
        else:
            text = percent(figure) if name.startswith("p_") else f"{figure:.4g}"
            console.print(Text(f"{plain}: {text}"))


def _bars(spread: Spread) -> Table:
    found = Distribution(spread.pmf)
    table = Table("", "exactly", "", "at least", box=None, header_style="dim", pad_edge=False)
    most = max(spread.pmf, default=1.0)
    for k, p in enumerate(spread.pmf):
        if p:
            table.add_row(f"  {k}", percent(p), "█" * round(BARS * p / most), percent(found.at_least(k)))
    return table
