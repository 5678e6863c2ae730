"""A datasheet as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Console
from rich.table import Table
from rich.text import Text

from warbook.sheets.sheet import Datasheet, Item, Option, Transport, Weapon


def show(console: Console, sheet: Datasheet, verbose: bool = False) -> None:
    """Print what was read of a sheet, what its document lacks (``verbose``: every passage of it) and what
    was not understood."""
    console.print(Text(f"{sheet.name} — {sheet.faction}", style="bold"))
    revision = f", rules of {sheet.revision}" if sheet.revision else ""
    console.print(Text(f"{sheet.system}{revision}", style="dim"))
    for kind in ("ranged", "melee"):
        weapons = [weapon for weapon in sheet.weapons if weapon.kind == kind]
        if weapons:
            console.print(_weapons(weapons))
    for line in _lines(sheet, verbose):
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


def _lines(sheet: Datasheet, verbose: bool) -> Iterator[str]:
    for model in sheet.models:
        printed = " ".join(f"{head} {text}" for head, text in model.characteristics.items())
        least, most = model.count_min, model.count_max
        many = f"{least}-{most}" if most > least else str(least)
        yield f"{many} × {model.name}: {printed or 'no statline in the document'}"
    for ability in sheet.abilities:
        yield f"{ability.group} ability: {ability.name}"
    yield from _loadout(sheet)
    yield from _company(sheet)
    for cost in sheet.points:
        yield f"{cost.points} points for {cost.models}" + (f" ({cost.date})" if cost.date else "")
    if sheet.keywords:
        yield f"keywords: {', '.join(sheet.keywords)}"
    counted = (("plays", sheet.plays), ("rules", sheet.rules), ("detachment rules", sheet.detachment_rules))
    if told := [f"{len(things)} {what}" for what, things in counted if things]:
        yield ", ".join(told)
    for option in sheet.options:
        yield f"option: {option_told(option)}"
    yield from _missing(sheet, verbose)
    for problem in sheet.problems:
        yield f"line {problem.line}: {problem.message}"


def _loadout(sheet: Datasheet) -> Iterator[str]:
    """What each model carries by default, in a line for all where they carry the same."""
    carried = {one.model: _items(one.items) for one in sheet.loadout}
    alike = len(set(carried.values())) == 1 and len(carried) >= len(sheet.models)
    for model, items in list(carried.items())[: 1 if alike else None]:
        yield f"default loadout{'' if alike else f' of {model}'}: {items or 'nothing'}"


def _items(items: Sequence[Item]) -> str:
    return ", ".join(item.name if item.count == 1 else f"{item.count} {item.name}" for item in items)


def _company(sheet: Datasheet) -> Iterator[str]:
    """Whom it carries, whom it leads and who leads it."""
    if sheet.transport:
        yield f"transport capacity: {transport_told(sheet.transport)}"
    if sheet.leads:
        yield f"leads: {', '.join(sheet.leads)}"
    if sheet.led_by:
        yield f"led by: {', '.join(sheet.led_by)}"


def transport_told(transport: Transport) -> str:
    """Whom a transport carries, in words of our own."""
    riders = [" ".join(words) for words in (transport.keywords, *transport.alternatives) if words]
    told = f"{transport.capacity}" + (f" {' or '.join(riders)}" if riders else "")
    told += f", not {', '.join(transport.excluded)}" if transport.excluded else ""
    told += "".join(f"; a {one.keyword} takes {one.places} places" for one in transport.weights)
    return told + "".join(f"; and {one.capacity} {' '.join(one.keywords)}" for one in transport.extras)


def option_told(option: Option) -> str:
    """A wargear option in words of our own."""
    taken = " or ".join(" and ".join(item.name for item in choice) for choice in option.choices)
    given = " and ".join(item.name for item in option.replaces)
    who = "any number" if option.limit is None else str(option.limit)
    who += f" for every {option.per_models} models" if option.per_models else ""
    return f"{option.model or 'model'} ({who}): {taken}" + (f" instead of {given}" if given else "")


def _missing(sheet: Datasheet, verbose: bool) -> Iterator[str]:
    if verbose:
        yield from (f"missing {missing.token}: {missing.where}" for missing in sheet.missing)
        return
    counts = Counter(missing.token for missing in sheet.missing)
    if counts:
        told = ", ".join(f"{token} ({n})" if n > 1 else token for token, n in counts.items())
        yield f"the document lacks: {told} (--verbose tells where)"
