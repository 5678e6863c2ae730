"""Rules by the names that players type: those that units' documents print, then those of their factions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import msgspec
from rapidfuzz import fuzz, process

from warbook import data
from warbook import effects as fx
from warbook.effects.english.nouns import noun
from warbook.effects.terms import All, Selector, Window
from warbook.errors import InputError
from warbook.library.place import stamp
from warbook.names import key, same
from warbook.rules.acting import Fielded
from warbook.sheets.sheet import Datasheet, DetachmentRule, Faction, Rule
from warbook.systems.wh40k10.dated import accounts_of, of_revision, printed_rules
from warbook.systems.wh40k10.effects.holds import bears, holds, matches
from warbook.systems.wh40k10.effects.printed import CALLED, PrintedRule, named, of_faction
from warbook.systems.wh40k10.effects.scene import NotModelled, Role, Scene, condition_text, other
from warbook.systems.wh40k10.effects.speaker import Speaker
from warbook.systems.wh40k10.effects.speaker import Speaking as Spoken
from warbook.systems.wh40k10.sheets import PLAYS

Found = tuple[PrintedRule, Role]

ALIKE = 88
"""How alike a typed name must be to a rule's, of 100."""

BEFORE = ("any", "command", "movement", "charge", "turn", "battle round", "battle")
"""Windows of plays that act on, or may fall within, a later phase of attacks."""


def found(name: str, units: Sequence[tuple[Fielded, Role]]) -> tuple[list[Found], str | None]:
    """The rules of a name, the attacker's first, else the one whose name is most alike, and then what the name
    was taken for. Raises InputError."""
    known = [(rule, role) for unit, role in units for rule in _printed_rules(unit)]
    exact = [one for one in known if same(one[0].name, name)]
    if not all(_has_content(rule) for rule, _ in exact) or not exact:
        known += [(rule, role) for unit, role in units for rule in _faction_rules(unit)]
        exact = _with_content([one for one in known if same(one[0].name, name)])
    return (sorted(exact, key=_borne_by_others), None) if exact else _alike(name, known)


def _has_content(rule: PrintedRule) -> bool:
    """Whether more is known of a rule than its name and who may bear it."""
    return any(not isinstance(each, fx.Restrict) for each in rule.effects)


def _with_content(rules: list[Found]) -> list[Found]:
    """Rules of one name, the attacker's first: a unit's that only name it are left out where others of the
    same unit tell what it does."""
    able = {role for rule, role in rules if _has_content(rule)}
    kept = [(rule, role) for rule, role in rules if _has_content(rule) or role not in able]
    return sorted(kept, key=lambda one: one[1] != "attacker")


def _borne_by_others(one: Found) -> bool:
    """Whether it is an Enhancement of a sheet without CHARACTERs: it is their leader's, where there is one."""
    return one[0].enhancement and not one[0].of_character


def of_detachment(unit: Fielded) -> Iterator[PrintedRule]:
    """The own rules of the detachment that a unit's army has, each once. Raises InputError for one that its
    faction has not."""
    if unit.detachment is None:
        return
    named: dict[str, None] = {}
    seen: set[str] = set()
    for rule in known(unit):
        named |= {rule.detachment: None} if rule.detachment else {}
        if rule.kind == CALLED[DetachmentRule] and same(rule.detachment or "", unit.detachment):
            if key(rule.name) not in seen:
                yield rule
            seen.add(key(rule.name))
    if not any(same(each, unit.detachment) for each in named):
        told = f"expected one of {', '.join(named) or 'none that is known'}"
        raise InputError("odds", f"detachment {unit.detachment!r}", told)


def known(unit: Fielded) -> Iterator[PrintedRule]:
    """Every rule that a player may name for a unit."""
    yield from _printed_rules(unit)
    yield from _faction_rules(unit)


def _alike(name: str, known: list[Found]) -> tuple[list[Found], str]:
    names = list(dict.fromkeys(rule.name for rule, _ in known))
    spelt = process.extract(key(name), [key(each) for each in names], scorer=fuzz.ratio, limit=3)
    if spelt and spelt[0][1] >= ALIKE:
        taken = names[spelt[0][2]]
        return [one for one in known if one[0].name == taken], f"{name}: taken as {taken}"
    near = ", ".join(names[place] for _, _, place in spelt) or "none"
    told = f"expected a rule of these units (most alike: {near}) or a core play: {', '.join(PLAYS)}"
    raise InputError("--with", repr(name), told)


def _printed_rules(unit: Fielded) -> Iterator[PrintedRule]:
    """What the documents of a unit print; of a rule that a page lost a part of, the bundled one; of a card or a
    detachment's rule that another document prints for the revision played, that document's."""
    for sheet, _, _ in unit.parts:
        lost = [each.where for each in sheet.missing if each.token in ("rule", "table")]
        nearer = _of_nearer_documents(sheet, unit.revision)
        for rule in named(sheet):
            whole = _bundled(rule, sheet) if any(same(w.partition(":")[0], rule.name) for w in lost) else None
            yield nearer.get((rule.kind, key(rule.name))) or whole or rule


def _of_nearer_documents(sheet: Datasheet, revision: str | None) -> dict[tuple[str, str], PrintedRule]:
    """The rules of detachments, by kind and name, of documents that are nearer to a revision than the sheet's
    own, which prints some."""
    own = printed_rules(sheet)
    if not own.detachments:
        return {}
    accounts = of_revision([own, *_factions(sheet.faction, sheet.system, stamp())], revision)
    nearer = accounts[: next(place for place, account in enumerate(accounts) if account is own)]
    rules = (rule for account in reversed(nearer) for rule in of_faction(account, sheet))
    return {(rule.kind, key(rule.name)): rule for rule in rules if rule.detachment and _has_content(rule)}


def _bundled(rule: PrintedRule, sheet: Datasheet) -> PrintedRule | None:
    faction = data.faction(sheet.faction, sheet.system)
    known = of_faction(faction, sheet) if faction else ()
    whole = next((one for one in known if one.effects and same(one.name, rule.name)), None)
    told = f"{rule.name}: the page lost a part of it; the bundled rule counts"
    return msgspec.structs.replace(whole, notes=(told,)) if whole else None


def army_rules(sheet: Datasheet) -> list[Rule]:
    """The rules of a sheet's army, as all documents know them, each once."""
    known = (
        *sheet.rules,
        *(rule for each in _factions(sheet.faction, sheet.system, stamp()) for rule in each.rules),
    )
    return list({key(rule.name): rule for rule in reversed(known)}.values())


@lru_cache(maxsize=64)
def _factions(name: str, system: str, _stamp: bytes) -> tuple[Faction, ...]:
    return accounts_of(name, system)


def _faction_rules(unit: Fielded) -> Iterator[PrintedRule]:
    seen: set[str] = set()
    for sheet, _, _ in unit.parts:
        known = of_revision(_factions(sheet.faction, sheet.system, stamp()), unit.revision)
        rules = (rule for faction in known for rule in of_faction(faction, sheet))
        yield from (rule for rule in rules if rule.enhancement or sheet.faction not in seen)
        seen.add(sheet.faction)


def barred(rule: PrintedRule, role: Role, scene: Scene) -> str | None:
    """Why a rule cannot be used here: when it is used, on what, or by whom. Only CHARACTERs bear Enhancements
    (K-ARM-04)."""
    windows = [window for each in rule.when if isinstance(each, fx.When) for window in each.windows]
    if windows and not any(_open(window, role, scene) for window in windows):
        return f"expected the {' or '.join(dict.fromkeys(map(_called, windows)))}"
    speaker = Speaker(role, rule.sheet)
    carriers = [each.to for each in rule.effects if isinstance(each, fx.Restrict)]
    if carriers and not any(bears(each, scene, speaker) is not False for each in carriers):
        return f"expected as its bearer {' or '.join(noun(each, one=True) for each in carriers)}"
    if rule.enhancement and not rule.of_character:
        return f"expected a CHARACTER that is no EPIC HERO, {rule.sheet} is none"
    targets = (each for each in rule.target if isinstance(each, fx.Targets))
    return next(filter(None, (_untargeted(each, scene, speaker, role) for each in targets)), None)


def _untargeted(targets: fx.Targets, scene: Scene, speaker: Speaker, role: Role) -> str | None:
    """Why the units here cannot be what a play is used on. Where it is used on several, the unit is
    one of them; an enemy among them is the unit across the table."""
    enemies = [one for one in targets.what if one.side == "enemy"] if targets.every else []
    own = [one for one in targets.what if one not in enemies]
    faults = [_unfit(one, scene, speaker, role) for one in own]
    if faults and all(faults):
        return faults[0]
    told = (_unfit(msgspec.structs.replace(one, side=None), scene, speaker, other(role)) for one in enemies)
    return next(filter(None, told), None)


def _open(window: Window, role: Role, scene: Scene) -> bool:
    """Whether a window may be open: shooting is in the attacker's turn, unless it is Fire Overwatch."""
    if window.phase != scene.phase or scene.phase == "fight" or scene.situation.overwatch:
        return window.phase in (scene.phase, *BEFORE)
    return window.whose in (None, "your" if role == "attacker" else "opponent")


def _called(window: Window) -> str:
    whose = {"your": "user's own ", "opponent": "opponent's "}.get(window.whose or "", "")
    return f"{whose}{window.phase} phase"


def _unfit(one: Selector, scene: Scene, speaker: Speaker, role: Role) -> str | None:
    """Why a unit cannot be what a play is used on, as far as the engagement tells."""
    here = msgspec.structs.replace(scene, told={}, survey=False)
    bare = msgspec.structs.replace(one, where=(), of=None)
    if one.side == "enemy" or matches(bare, here, speaker, role) is False:
        wanted = " or ".join(sorted(one.keywords)) or "fitting"
        without = f", not {' or '.join(sorted(one.without))}" if one.without else ""
        return f"expected a {wanted} unit{without} as {role}"
    failed = (each for each in _each(one.where) if _fails(each, here, Spoken(speaker, role)))
    return next((f"expected as {role} that {condition_text(each)}" for each in failed), None)


def _each(conditions: Iterable[fx.Condition]) -> Iterator[fx.Condition]:
    for condition in conditions:
        yield from _each(condition.of) if isinstance(condition, All) else (condition,)


def _fails(condition: fx.Condition, scene: Scene, speaker: Speaker) -> bool:
    """Whether the engagement itself tells that a condition does not hold; nothing is assumed."""
    told: dict[str, bool] = {}
    try:
        answer = holds(condition, msgspec.structs.replace(scene, told=told), speaker)
    except NotModelled:
        return False
    return answer is False and not told
