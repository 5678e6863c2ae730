"""The card of an engagement: needed rolls with their reasons, what to expect, and what was left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import Console, ConsoleRenderable, Group
from rich.table import Table
from rich.text import Text

from warbook.chance import Distribution
from warbook.probability import Answer
from warbook.probability.matchup import Matchup
from warbook.queries.saying import said
from warbook.rules.assumed import Assumption

BARS = 32
QUANTILES = {"unlucky (10%)": 0.1, "median": 0.5, "lucky (90%)": 0.9}


def card(
    made: Matchup,
    told: Answer,
    system: str,
    notes: Sequence[Assumption] = (),
    answers: Sequence[ConsoleRenderable] = (),
) -> ConsoleRenderable:
    """Everything that a player asks of one attack, as text; ``answers`` to other questions stand first."""
    heading = Text(f"{made.attacker} → {made.target}", style="bold")
    where = Text(" · ".join((f"{made.phase}, {system}", *made.situation)), style="dim")
    parts: list[ConsoleRenderable] = [
        heading,
        where,
        *answers,
        Text(),
        Text("Rolls", style="bold"),
        _rolls(told.reasons),
        Text(),
    ]
    parts += [_expected(told), Text(), _histogram(told), *_own(told), Text()]
    parts += bullets("Taken as", list(map(said, (*notes, *made.assumed))))
    parts += bullets("Not modelled", [*made.not_modelled, *told.not_modelled] or ["nothing"])
    if not told.exact:
        parts.append(Text(f"Sampled: standard error of the mean damage {told.standard_error:.3g}", "yellow"))
    return Group(*parts)


def show(
    console: Console,
    made: Matchup,
    told: Answer,
    system: str,
    notes: Sequence[Assumption] = (),
    answers: Sequence[ConsoleRenderable] = (),
) -> None:
    """Print a card."""
    console.print(card(made, told, system, notes, answers))


def _rolls(reasons: Sequence[str]) -> Table:
    """The reasons, one row a weapon: what stands before the first colon names it."""
    by_weapon: list[tuple[str, list[str]]] = []
    for reason in reasons:
        name, _, rest = reason.partition(": ")
        if not by_weapon or by_weapon[-1][0] != name or " attacks" in rest:
            by_weapon.append((name, []))
        by_weapon[-1][1].append(rest)
    table = Table(box=None, show_header=False, pad_edge=False, padding=(0, 2))
    for name, lines in by_weapon:
        table.add_row(Text(f"  {name}"), Text("\n".join(lines)))
    return table


def bullets(title: str, lines: Sequence[str]) -> Iterator[ConsoleRenderable]:
    """A heading and its lines."""
    yield Text(title, style="bold")
    for line in lines:
        yield Text(f"  · {line}")


def _expected(told: Answer) -> Table:
    table = Table("", "mean", *QUANTILES, box=None, header_style="dim", pad_edge=False)
    for column in table.columns[1:]:
        column.justify = "right"
    for name, spread in (("damage", told.damage), ("models destroyed", told.models_destroyed)):
        found = Distribution(spread.pmf)
        table.add_row(name, f"{spread.mean:.2f}", *(str(found.quantile(q)) for q in QUANTILES.values()))
    for name, mean in (("attacks", told.attacks), ("hits", told.hits), ("wounds", told.wounds)):
        table.add_row(name, f"{mean.mean:.2f}")
    table.add_row("damage wasted", f"{told.wasted.mean:.2f}")
    table.add_row("unit destroyed", percent(told.p_destroyed))
    return table


def _histogram(told: Answer) -> Table:
    """Chance of exactly and of at least k models destroyed, or of wounds lost where one model stands."""
    models = sum(len(model.name) > 0 for model in told.models)
    by_models = len(told.models_destroyed.pmf) > 2 or models > 1
    found = Distribution((told.models_destroyed if by_models else told.damage).pmf)
    title = "models" if by_models else "damage"
    table = Table(title, "exactly", "", "at least", box=None, header_style="dim", pad_edge=False)
    most = max(float(found.pmf.max(initial=0.0)), 1e-12)
    for k, p in enumerate(found.pmf.tolist()):
        if p >= 5e-5:
            bar = "█" * round(BARS * p / most)
            table.add_row(str(k), percent(p), bar, percent(found.at_least(k)))
    return table


def _own(told: Answer) -> Iterator[ConsoleRenderable]:
    if told.self_damage is not None and told.self_damage.mean:
        lost = told.self_damage
        yield Text(f"Hazardous: {lost.mean:.2f} own wounds, {lost.models_destroyed.mean:.2f} own models lost")


def percent(p: float) -> str:
    if 0 < p < 0.0001:
        return "<0.01%"
    if 0.9999 < p < 1 - 1e-9:
        return ">99.99%"
    return f"{p:.2%}" if p < 0.1 else f"{p:.1%}"
