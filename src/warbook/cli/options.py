"""What options are asked with, and which of ``warbook odds`` make sense together."""

from __future__ import annotations

from collections.abc import Mapping

import typer

from warbook.errors import InputError
from warbook.names import same
from warbook.sheets.leading import MOST_LEADERS

UNITS = frozenset(("models", "target_models", "loadout", "target_loadout", "leader", "target_leader")) | {
    "leader_loadout",
    "target_leader_loadout",
    "detachment",
    "target_detachment",
    "order",
    "near",
    "target_near",
}
SITUATION = frozenset(
    (
        "phase",
        "with_",
        "holding",
        "range_",
        "half_range",
        "cover",
        "stealth",
        "stationary",
        "advanced",
        "charged",
        "overwatch",
    )
) | {
    "indirect_unseen",
    "attacker_engaged",
    "target_engaged_with_friends",
    "snap_shots",
    "under_marker",
    "under_marker_scattered",
    "reading",
}
QUESTIONS = frozenset(("charge", "charge_reroll", "needed", "worth", "dealt", "destroyed"))
FIGURES = UNITS | SITUATION | QUESTIONS | {"weapon", "profile", "wounds_lost", "target_wounds_lost"}
SEVERAL = frozenset(("versus", "rival", "duel"))
LISTS = frozenset(("targets", "figure"))

EXCLUDES: Mapping[str, frozenset[str]] = {
    "engagements": FIGURES | SEVERAL | LISTS | {"attacker", "target", "roll", "system", "revision"},
    "roll": FIGURES | SEVERAL | LISTS | {"attacker", "target"},
    "list": (UNITS | QUESTIONS | SEVERAL | {"weapon", "profile", "wounds_lost", "target_wounds_lost"}),
    "targets": frozenset(("target",)),
    "list_rules": QUESTIONS | SEVERAL | LISTS | {"engagements", "roll", "list"},
    "duel": SITUATION | QUESTIONS | {"versus", "rival", "wounds_lost", "target_wounds_lost"},
    "versus": QUESTIONS,
    "rival": QUESTIONS,
    "half_range": frozenset(("range_",)),
    "stationary": frozenset(("advanced",)),
    "charge": frozenset(("charged",)),
    "needed": frozenset(("models",)),
}
"""Options that would be ignored beside another, and so are refused."""
NEEDS: Mapping[str, str] = {
    "charge_reroll": "charge",
    "leader_loadout": "leader",
    "target_leader_loadout": "target_leader",
}
"""Options that say nothing without another."""


def game(name: str | None) -> str | None:
    """A game by its name, or none. Raises InputError for one that is not known."""
    if name is None:
        return None
    from warbook.systems import REVISED  # only a name pays for it

    if name not in REVISED:
        raise InputError("--system", repr(name), f"expected one of {', '.join(REVISED)}")
    return name


def given(context: typer.Context) -> frozenset[str]:
    """The options, by name, that ask for something else than leaving them out does."""
    usual = {each.name: each.default for each in context.command.params}
    return frozenset(name for name, asked in context.params.items() if asked not in (usual[name], None, [], ()))


def compatible(given: frozenset[str]) -> None:
    """Raises InputError for two options of which one would be ignored."""
    for name, others in EXCLUDES.items():
        clash = sorted(given & others)
        if name in given and clash:
            raise InputError(_option(name), _option(clash[0]), "these two cannot be used together")
    for name, other in NEEDS.items():
        if name in given and other not in given:
            raise InputError(_option(name), _option(other), "expected the one with the other")


def _option(name: str) -> str:
    return name if name in ("attacker", "target", "list") else f"--{name.strip('_').replace('_', '-')}"


Led = tuple[tuple[str | None, list[str]], tuple[str | None, list[str]]]
"""The names of two leaders, if there are so many, each with what he takes."""


def led(option: str, names: list[str] | None, wanted: list[str] | None) -> Led:
    """The leaders of a unit with their wargear. Raises InputError for a third one (K-LDR-01), and for wargear
    of which it is not told whose it is."""
    leaders = names or []
    if len(leaders) > MOST_LEADERS:
        told = f"expected at most {MOST_LEADERS} leaders, got {len(leaders)} (K-LDR-01)"
        raise InputError(option, ", ".join(leaders), told)
    taken: list[list[str]] = [[], []]
    for text in wanted or []:
        place, item = _taken(f"{option}-loadout", leaders, text)
        taken[place].append(item)
    first, second = (*leaders, None, None)[:MOST_LEADERS]
    return (first, taken[0]), (second, taken[1])


def _taken(option: str, leaders: list[str], text: str) -> tuple[int, str]:
    """Whose a piece of wargear is: of two leaders, whose name stands before it."""
    name, colon, item = text.partition(":")
    known = [place for place, leader in enumerate(leaders) if colon and same(leader, name)]
    if known:
        return known[0], item.strip()
    if len(leaders) > 1:
        raise InputError(option, repr(text), f'expected "NAME: ITEM", with one of {", ".join(leaders)}')
    return 0, text
