"""An invented unit, its options in a line each, and what its models carry as text."""

from warbook.sheets.loadout import Group
from warbook.sheets.sheet import Datasheet, Equipped, Item, Model, Option

ELDER, SLINGER = Model("Elder", 1, 1), Model("Slinger", 4, 19)


def sheet(*options, **changes):
    made = {
        "name": "Slingers",
        "faction": "Gravel Court",
        "system": "wh40k10",
        "models": (ELDER, SLINGER),
        "loadout": (
            Equipped("Elder", (Item("Sling"), Item("Staff"))),
            Equipped("Slinger", (Item("Sling"), Item("Knife"))),
        ),
        "options": options,
    }
    return Datasheet(**{**made, **changes})


def items(text):
    """ "2 Sling + Knife" as items."""
    parts = [part.split(" ", 1) if part[0].isdigit() else ("1", part) for part in text.split(" + ")]
    return tuple(Item(name, int(number)) for number, name in parts)


def squad(*groups):
    """("9 Slinger", "Sling + Knife"), … as groups."""
    made = []
    for who, what in groups:
        number, name = who.split(" ", 1)
        made.append(Group(ELDER if name == "Elder" else SLINGER, int(number), items(what) if what else ()))
    return tuple(made)


def slingers(*rest, count):
    """A unit of so many Slingers with the default loadout, an Elder, and others."""
    return squad(("1 Elder", "Sling + Staff"), (f"{count} Slinger", "Sling + Knife"), *rest)


def give(what, **changes):
    """An option to take one of several things: "Banner", "Long sling / Slag mortar"."""
    return Option(changes.pop("model", "Slinger"), tuple(items(each) for each in what.split(" / ")), **changes)


def swap(gone, what, **changes):
    return give(what, replaces=items(gone), **changes)
