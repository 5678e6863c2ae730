"""The Wound Test of a weapon, or its Armour Penetration Test against a vehicle (section 6.2, H-VEH-05)."""

from __future__ import annotations

from collections.abc import Callable

from warbook.names import same
from warbook.rules.modifier import Modifier, Net, net
from warbook.systems.heresy3 import modifiers
from warbook.systems.heresy3.case import Case, strength, toughness
from warbook.systems.heresy3.marks import FAILED, Faces, Wound
from warbook.systems.heresy3.tables import IMPOSSIBLE, wound_needs

POISON_RESISTED = frozenset({"WALKER", "AUTOMATA"})
GLANCES_COST = frozenset({"SUPER-HEAVY", "FLYER", "BUILDING"})
"""Targets that lose a Hull Point to a Glancing Hit instead of rolling for a status (H-VEH-06, H-TER-01)."""


def wound_test(case: Case) -> tuple[Faces[Wound] | Wound, str]:
    """What the natural faces of the test give, or one result where no die is rolled."""
    return _armour_test(case) if case.at_vehicle else _wound_test(case)


def automatic_wound(case: Case) -> Wound:
    """The Wound Test of a hit that wounds by itself: as a 6 (section 15); against a vehicle a
    Penetrating Hit."""
    return Wound(True) if case.at_vehicle else _marked(case, 6)


def _marked(case: Case, face: int) -> Wound:
    """A wound with the marks of its natural die: Breaching, Shred (section 15)."""
    special = case.special
    return Wound(True, breaching=face >= (special.breaching or 7), shredding=face >= (special.shred or 7))


def _wound_test(case: Case) -> tuple[Faces[Wound] | Wound, str]:
    stronger, tough = strength(case), toughness(case)
    told = f"S{stronger.value} against T{tough}"
    if not stronger.value:
        return FAILED, f"never wounds: {told} (H-CHR-05)"
    if not tough:
        return _marked(case, 6), f"wounds without a test: {told} (H-CHR-05)"
    modifier, poisoned = die_modifier(case), _poisoned(case)
    needs = wound_needs(stronger.value, tough)
    test = Faces.of(lambda face: _result(case, face, needs, modifier.value, poisoned))
    parts = [told, stronger.reason, modifier.reason, f"Poisoned {poisoned}+" if poisoned < 7 else ""]
    for permission in sorted(modifiers.which(case.specs, "reroll wounds")):
        test = test.rerolling(_again(permission))
        parts.append(f"re-rolls {permission}")
    breaching = case.special.breaching
    parts.append(f"AP 2 on an unmodified {breaching}+: Breaching" if breaching else "")
    return test, f"wounds {_needed(test)}: " + ", ".join(filter(None, parts))


def _result(case: Case, face: int, needs: int, modifier: int, poisoned: int) -> Wound:
    """A natural 1 fails, and what is impossible stays so; Poisoned reads the natural die (H-DIC-02,
    H-DIC-06)."""
    passed = needs < IMPOSSIBLE and min(6, max(1, face + modifier)) >= needs
    return _marked(case, face) if face > 1 and (passed or face >= poisoned) else FAILED


def die_modifier(case: Case) -> Net:
    """Modifiers of the Wound Test's die: those given, and Hatred in combat (section 15)."""
    hated = not case.ranged and any(same(one, own) for one in case.special.hatred for own in case.keywords)
    return net([*modifiers.added(case.specs, "wound"), *([Modifier(1, "Hatred")] if hated else [])])


def _poisoned(case: Case) -> int:
    """The natural die that wounds whatever the Toughness; only a 6 against walkers and automata (section
    14)."""
    if case.special.poisoned is None:
        return 7
    return case.special.poisoned if POISON_RESISTED.isdisjoint(case.keywords) else 6


def _again(permission: str) -> Callable[[int, Wound], bool]:
    if permission == "ones":
        return lambda face, _wound: face == 1
    return lambda _face, wound: not wound.scored


def _needed(test: Faces[Wound]) -> str:
    least = next((face for face, wound in enumerate(test.faces, 1) if wound.scored), None)
    return "never" if least is None else f"on {least}+"


def armour_value(case: Case) -> int:
    """The Armour Value that this attack meets: rear in combat (H-FGT-04, H-VEH-07)."""
    model = case.living[0][0]
    front = model.armour or 0
    return front if case.ranged or model.armour_rear is None else model.armour_rear


def _armour_test(case: Case) -> tuple[Faces[Wound] | Wound, str]:
    """D6 and Strength: more than the Armour Value penetrates, as much glances, or penetrates with
    Armourbane (H-VEH-05). Armour 0 is penetrated without a test (section 16 point 6)."""
    armour, stronger = armour_value(case), strength(case)
    if not armour:
        return Wound(True), "penetrates Armour 0 without a test"
    bane = case.special.armourbane or case.melted
    costs = not GLANCES_COST.isdisjoint(case.keywords)
    test = Faces.of(lambda face: _penetration(face + stronger.value - armour, bane, costs))
    needs = armour - stronger.value + (0 if bane else 1)
    least = f"on {max(1, needs)}+" if needs <= 6 else "never"
    told = f"penetrates {least}: S{stronger.value} against Armour {armour}"
    glances = armour - stronger.value
    parts = [told, stronger.reason, "Armourbane" if bane else ""]
    if not bane and 1 <= glances <= 6:
        parts.append(f"glances on {glances}: " + ("a Hull Point" if costs else "a status, no damage"))
    return test, ", ".join(filter(None, parts))


def _penetration(over: int, bane: bool, costs: bool) -> Wound:
    if over > 0 or (bane and over == 0):
        return Wound(True)
    return Wound(True, glancing=True) if over == 0 and costs else FAILED
