"""A datasheet as text."""

from __future__ import annotations

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table
from rich.text import Text

from warbook.sheet import Datasheet, Weapon


def show(console: Console, sheet: Datasheet) -> None:
    """Print what was read of a sheet, what its document lacks and what was not understood."""
    console.print(Text(f"{sheet.name} — {sheet.faction}", style="bold"))
    revision = f", rules of {sheet.revision}" if sheet.revision else ""
    console.print(Text(f"{sheet.system}{revision}", style="dim"))
    for kind in ("ranged", "melee"):
        weapons = [weapon for weapon in sheet.weapons if weapon.kind == kind]
        if weapons:
            console.print(_weapons(weapons))
    for line in _lines(sheet):
        console.print(Text(line))
    console.print()


def _weapons(weapons: list[Weapon]) -> Table:
    heads = list(weapons[0].profiles[0].characteristics)
    table = Table(
        f"{weapons[0].kind} weapons", *heads, "abilities", box=None, header_style="dim", pad_edge=False
    )
    for weapon in weapons:
        for profile in weapon.profiles:
            name = weapon.name if len(weapon.profiles) == 1 else f"{weapon.name} ({profile.name})"
            name += " (reaction only)" if weapon.reaction_only else ""
            printed = (profile.characteristics.get(head, "") for head in heads)
            table.add_row(*map(Text, (name, *printed, ", ".join(profile.abilities))))
    return table


def _lines(sheet: Datasheet) -> Iterator[str]:
    for model in sheet.models:
        printed = " ".join(f"{head} {text}" for head, text in model.characteristics.items())
        yield f"{model.name} × {model.count_min}-{model.count_max}: {printed or 'no statline'}"
    for ability in sheet.abilities:
        yield f"{ability.group} ability: {ability.name}"
    for cost in sheet.points:
        yield f"{cost.models} model(s): {cost.points} points"
    if sheet.keywords:
        yield f"keywords: {', '.join(sheet.keywords)}"
    yield f"{len(sheet.plays)} plays, {len(sheet.rules)} rules, {len(sheet.detachment_rules)} detachment rules"
    for missing in sheet.missing:
        yield f"missing {missing.token}: {missing.where}"
    for problem in sheet.problems:
        yield f"line {problem.line}: {problem.message}"
