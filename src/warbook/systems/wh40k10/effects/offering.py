"""Which rules a player may say are used where two units face each other, each tried by itself."""

from __future__ import annotations

from contextlib import suppress
from typing import Literal

from warbook.errors import InputError
from warbook.rules.acting import Choice, Facing, Known
from warbook.systems.wh40k10.effects.facing import ROLES, Crossing
from warbook.systems.wh40k10.effects.finding import known
from warbook.systems.wh40k10.effects.printed import PrintedRule
from warbook.systems.wh40k10.effects.scene import Role


def offered(facing: Facing) -> tuple[Known, ...]:
    """Every rule by name for each unit that has it, with what keeps it from acting on these attacks."""
    crossing = Crossing(facing)
    with suppress(InputError):
        crossing.acted()
    found: dict[tuple[str, Role], Known] = {}
    for role in ROLES:
        unit = facing.attacker if role == "attacker" else facing.target
        core = {each.name for sheet, _, _ in unit.parts for each in sheet.abilities if each.group == "core"}
        for rule in (each for each in known(unit) if each.name not in core):
            before = found.get((rule.name, role))
            if before is None or before.fault is not None:
                found[rule.name, role] = _tried(crossing, rule, role)
    return tuple(found.values())


def _tried(crossing: Crossing, rule: PrintedRule, role: Role) -> Known:
    tried = crossing.tried(rule, role)
    side: Literal["attacker", "target"] = "attacker" if role == "attacker" else "target"
    if isinstance(tried, str):
        return Known(rule.name, side, rule.detachment, (), tried, rule.kind, rule.cost)
    options = tried.options if isinstance(tried, Choice) else ()
    return Known(rule.name, side, rule.detachment, options, None, rule.kind, rule.cost)
