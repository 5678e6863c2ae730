"""The rules of two units that face each other: which act, by themselves or because they are named, on what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import combinations
from typing import Literal

import msgspec
from rapidfuzz import fuzz, process

from warbook import faults
from warbook.errors import InputError
from warbook.names import key, keyword, same
from warbook.reading.misprints import AS_PRINTED
from warbook.rules.acting import Acted, Choice, Facing, Fielded
from warbook.rules.assumed import Assumption, Noted, NotHeld, Situated, Unused, noted
from warbook.rules.engagement import ModelSpec, WeaponSpec
from warbook.sheets.loadout import Group, Squad, squad
from warbook.sheets.sheet import Datasheet
from warbook.systems.wh40k10.effects import PHASES, acting, changes_attacks, leaves_choice
from warbook.systems.wh40k10.effects.acting import Change
from warbook.systems.wh40k10.effects.applying import armed, outdoes, standing
from warbook.systems.wh40k10.effects.choosing import Undecided
from warbook.systems.wh40k10.effects.finding import army_rules, barred, found, of_detachment
from warbook.systems.wh40k10.effects.granting import ALONE_IN
from warbook.systems.wh40k10.effects.parting import has_unread, separable
from warbook.systems.wh40k10.effects.printed import PrintedRule, of_abilities, only_named
from warbook.systems.wh40k10.effects.scene import (
    Barred,
    Failed,
    Force,
    InForce,
    NotModelled,
    Role,
    Scene,
    speaks,
)
from warbook.systems.wh40k10.effects.speaker import Answer
from warbook.systems.wh40k10.sheets import weapon_spec

LONE_OPERATIVE = "lone operative"
Acts = tuple[PrintedRule, Role, list[Change]]
Worked = tuple[list[Change], tuple[str, ...]]
"""What a rule changes, and why parts of it do not act."""

UNKNOWN = "what it does is not known here; a document with its text in your library tells"

BEYOND = "not acted on by these figures"
AURA = "aura"
PICKED = (AURA, "detachment rule")
"""Kinds of rules of which the player is told also that they change nothing, for they were asked for."""
ROLES: tuple[Role, Role] = ("attacker", "target")


def acted(facing: Facing) -> Acted:
    """What the rules of two units change. Raises InputError for a rule unknown or of no use."""
    return Crossing(facing).acted()


def force(unit: Fielded) -> Force:
    """A unit as conditions see it."""
    sheets = tuple((sheet.name, _keywords(sheet)) for sheet, _, _ in unit.parts)
    leaders = tuple(sheet.name for sheet, _, leads in unit.parts if leads)
    numbers = tuple(sum(group.count for group in models) for _, models, _ in unit.parts)
    keywords = frozenset[str]().union(*(words for _, words in sheets))
    bearers = tuple((name, words) for sheet, squad, _ in unit.parts for name, words in _bearers(sheet, squad))
    abilities = frozenset(ability.name.casefold() for sheet, _, _ in unit.parts for ability in sheet.abilities)
    near = tuple((sheet.name, _keywords(sheet)) for sheet in unit.near)
    own = tuple(dict.fromkeys(bearers))
    return Force(keywords, unit.models, sheets, leaders, unit.wounds_lost, own, abilities, near, numbers)


def _bearers(sheet: Datasheet, squad: Squad) -> Iterator[tuple[str, frozenset[str]]]:
    of_sheet = (*sheet.keywords, *sheet.faction_keywords)
    for group in squad:
        yield group.model.name, frozenset(keyword(word) for word in (*of_sheet, *group.model.keywords))


def _keywords(sheet: Datasheet) -> frozenset[str]:
    of_models = (word for model in sheet.models for word in model.keywords)
    words = (*sheet.keywords, *sheet.faction_keywords, *of_models)
    return frozenset(keyword(word) for word in words)


class Crossing:
    """Two units' rules, worked through one by one. What one of them puts in force holds for all the others, so
    they are gone through again until nothing more comes into force."""

    def __init__(self, facing: Facing) -> None:
        self.facing = facing
        self.scene = Scene(
            force(facing.attacker), force(facing.target), facing.phase, facing.situation, facing.holding
        )
        self._begin()

    def _begin(self) -> None:
        self.acts: list[Acts] = []
        self.assumed: list[Assumption] = []
        self.not_modelled: list[str] = []
        self.choices: list[Choice] = []
        self.asked: dict[str, None] = {}
        self.used: dict[tuple[str, Role, str], PrintedRule] = {}
        self.read: dict[str, None] = {}
        self.faults: list[tuple[frozenset[InForce], InputError]] = []
        self.brought: set[InForce] = set()

    def acted(self) -> Acted:
        self._all()
        while not self.brought <= self.scene.in_force:
            in_force = self.scene.in_force | self.brought
            self.scene = msgspec.structs.replace(self.scene, in_force=in_force, served=set())
            self._begin()
            self._all()
        for brought, fault in self.faults:
            if brought.isdisjoint(self.scene.served):
                raise fault
        return Acted(
            weapon=self._weapon,
            model=self._model,
            situation=tuple(change.what for _, _, made in self.acts for change in made if _of_table(change)),
            mortal=tuple(change.mortal for _, _, made in self.acts for change in made if change.mortal),
            assumed=tuple(dict.fromkeys(self.assumed)),
            not_modelled=tuple(dict.fromkeys(self.not_modelled)),
            read=frozenset(self.read),
            choices=tuple(self.choices),
            unasked=tuple(self._unasked()),
        )

    def _all(self) -> None:
        """Goes through the rules in use, then through those of the units; these are told first."""
        for name, option in map(_split, self.facing.rules):
            self._named(name, option)
        acts, assumed, not_modelled = self.acts, self.assumed, self.not_modelled
        self.acts, self.assumed, self.not_modelled = [], [], []
        for role in ROLES:
            once = {key(name) for name, by, _ in self.used if by == role}
            for rule in _standing_rules(self._unit(role)):
                self.read[rule.name] = None
                if key(rule.name) in once and (rule.of_army or rule.aura or self._is_used(rule, role)):
                    continue
                acted = self._passive(rule, role)
                if rule.of_army or (rule.aura and acted):
                    once.add(key(rule.name))
        self.acts += acts
        self.assumed += assumed
        self.not_modelled += not_modelled
        self._alone()
        self._of_one_detachment()

    def _alone(self) -> None:
        """A Lone Operative is shot from within 12 inches only (K-SHT-07). Raises InputError from farther."""
        if self.facing.phase != "shooting" or self.scene.target.leaders:
            return
        hidden = [(change.value, rule.name) for rule, _, made in self.acts for change in made if _alone(change)]
        sheets = [sheet for sheet, _, _ in self.facing.target.parts]
        if all(any(same(ability.name, LONE_OPERATIVE) for ability in sheet.abilities) for sheet in sheets):
            hidden.append((ALONE_IN, LONE_OPERATIVE.title()))
        if not hidden:
            return
        reach, distance = min(int(value) for value, _ in hidden), self.facing.situation.range_in
        told = ", ".join(dict.fromkeys(name for _, name in hidden))
        if distance is not None and distance > reach:
            raise InputError("--range", f"{distance:g}", f"expected at most {reach}: {told}")
        if distance is None:
            self.assumed.append(Situated(f'the attacker is within {reach}": {told}', ("range_in",)))

    def _unasked(self) -> Iterator[tuple[str, str]]:
        """Words said to hold that are of no condition asked here."""
        for typed in self.facing.holding:
            if not any(speaks(typed, words) for words in self.asked):
                near = process.extract(typed, list(self.asked), scorer=fuzz.token_set_ratio, limit=3)
                known = "; ".join(words for words, _, _ in near) or "none"
                yield typed, f"expected words of a condition that some rule here has: {known}"

    def _unit(self, role: Role) -> Fielded:
        return self.facing.attacker if role == "attacker" else self.facing.target

    def _is_used(self, rule: PrintedRule, role: Role) -> bool:
        """Whether a player said that this rule, of this sheet, is used."""
        used = (each for (_, by, _), each in self.used.items() if by == role)
        return any(same(each.name, rule.name) and each.sheet == rule.sheet for each in used)

    def _passive(self, rule: PrintedRule, role: Role) -> bool:
        """A rule that acts by itself, and whether it does; what the player would have to use or to tell is told
        instead."""
        if not rule.effects:
            self.not_modelled.append(f"{rule.sheet}: {rule.name} ({UNKNOWN})")
            return False
        try:
            worked = self._worked(rule, role, False)
        except Undecided as open_:
            self.choices.append(Choice(rule.name, _side(role), open_.labels))
            return True
        except NotModelled as beyond:
            plain = has_unread(rule.effects) and not isinstance(beyond, Failed)
            why = "" if plain else f" ({beyond})"
            self.not_modelled.append(f"{rule.sheet}: {rule.name}{why}")
            return False
        if worked[0]:
            self._acts(rule, role, worked)
            self.assumed += noted((f"{rule.sheet}: {rule.name} acts", *rule.notes))
        elif self._on_demand(rule, role):
            self.assumed.append(Unused(rule.sheet, rule.name))
        elif rule.kind in PICKED and not any(_of_rule(each, rule) for each in self.assumed):
            self.assumed.append(Noted(f"{rule.sheet}: {rule.name} changes nothing here"))
        return bool(worked[0])

    def _on_demand(self, rule: PrintedRule, role: Role) -> bool:
        """Whether a rule changes anything once it is used; what it would then need is told only of one that
        does not."""
        before, brought = list(self.assumed), set(self.brought)
        try:
            able = bool(self._worked(rule, role, True)[0])
        except NotModelled:
            able = False
        self.assumed = before if able else self.assumed
        self.brought = brought
        return able

    def _worked(self, rule: PrintedRule, role: Role, chosen: bool, option: str = "") -> Worked:
        """What a rule changes: all of it, or the parts that stand by themselves. Raises NotModelled where no
        part acts."""
        beyond = NotModelled("a part of it is not understood")
        if not has_unread(rule.effects):
            try:
                return self._changes(rule, role, chosen, option)
            except Undecided:
                raise
            except NotModelled as found:
                beyond = found
        made, left_out = list[Change](), list[str]()
        for part in separable(rule.effects):
            try:
                some, dropped = self._changes(msgspec.structs.replace(rule, effects=part), role, chosen, option)
                made, left_out = [*made, *some], [*left_out, *dropped]
            except Undecided:
                raise
            except NotModelled as found:
                left_out.append(str(found))
        if not made:
            raise beyond
        return made, tuple(dict.fromkeys(left_out))

    def _acts(self, rule: PrintedRule, role: Role, worked: Worked) -> None:
        """Notes a rule that acts, and what of it does not."""
        made, left_out = worked
        self.acts.append((rule, role, made))
        self.not_modelled += (f"{rule.sheet}: {rule.name} (in part: {each})" for each in left_out)

    def _changes(self, rule: PrintedRule, role: Role, chosen: bool, option: str = "") -> Worked:
        """What a rule changes, with what had to be assumed for it where that matters, and the options of its
        choices that the figures cannot act on. Raises NotModelled."""
        dropped, brought, nearby = dict[str, str](), set[InForce](), set[str]()
        options = (*filter(None, (option,)), *(o for name, o in self.facing.options if same(name, rule.name)))

        def outcome(supposed: Sequence[str]) -> tuple[list[Change], dict[str, bool]]:
            told = dict[str, bool]()
            scene = msgspec.structs.replace(
                self.scene,
                told=told,
                supposed=frozenset(supposed),
                nearby=nearby,
                dropped=dropped if not supposed else {},
                brought=brought if not supposed else set(),
            )
            try:
                return acting(rule.name, rule.effects, scene, role, rule.sheet, chosen, options), told
            finally:
                self.asked |= dict.fromkeys(told)

        made, told = outcome(())
        self.brought |= brought
        open_ = [words for words, held in told.items() if not held]
        matter = decisive(outcome, open_, self._plain) if open_ else ()
        if matter:
            self.assumed.append(NotHeld(rule.name, matter, not nearby.isdisjoint(matter), _side(role)))
        return made, tuple(f"the option {name}: {why}" for name, why in dropped.items())

    def _plain(self, changes: Iterable[Change]) -> list[Plain]:
        """Changes with the weapons here that each is for, in place of tests of a weapon, which are others each
        time; those for none left out."""
        found = [(msgspec.structs.replace(each, fits=True), self._fitting(each.fits)) for each in changes]
        return [each for each in found if any(each[1])]

    def _fitting(self, fits: Answer) -> tuple[bool, ...]:
        if isinstance(fits, bool):
            return (fits,) * max(1, len(self._weapons))
        return tuple(fits(weapon) for weapon in self._weapons)

    @cached_property
    def _weapons(self) -> tuple[WeaponSpec, ...]:
        """What the attacker's models may attack with."""
        found = []
        for sheet, models, _ in self.facing.attacker.parts:
            for group, weapon in ((g, w) for g in models for w in sheet.weapons if g.carries(w.name)):
                with suppress(InputError):  # a weapon that cannot be read is told where it attacks
                    found += [weapon_spec(sheet, weapon, each, 1, group.model) for each in weapon.profiles]
        return tuple(found)

    def _named(self, name: str, option: str) -> None:
        """A rule that the player says is used, by the side on whose attacks or models it acts."""
        faults: list[str] = []
        idle: tuple[PrintedRule, Role, frozenset[InForce], str] | None = None
        for rule, role in self._find(f"{name} {option}" if option == AS_PRINTED else name):
            if option not in ("", AS_PRINTED) and not any(map(leaves_choice, rule.effects)):
                raise InputError(
                    "--with", f"{name}: {option}", f"{rule.name} leaves no choice: expected no option"
                )
            before = frozenset(self.brought)
            tried = self.tried(rule, role, option)
            if isinstance(tried, str):
                faults += (tried, *rule.notes)
                if idle is None and barred(rule, role, self.scene) is None:
                    idle = rule, role, frozenset(self.brought) - before, tried
                self.brought = set(before)
                continue
            if isinstance(tried, Choice):
                self._undecided(name, option, tried)
            elif self._is_new(rule, role, option):
                self._acts(rule, role, tried)
                self.assumed += noted((f"{rule.name} used by the {role}", *rule.notes))
                self.brought.add(InForce(key(rule.name), role, role))
            return
        fault = InputError("--with", repr(name), "; ".join(dict.fromkeys(faults)))
        if idle is None:
            raise fault
        self._in_force_alone(*idle, option, fault)

    def _in_force_alone(
        self,
        rule: PrintedRule,
        role: Role,
        brought: frozenset[InForce],
        why: str,
        option: str,
        fault: InputError,
    ) -> None:
        """Notes a rule that changes nothing itself: it may be used only where another one asks for it. What it
        would change, were it understood, is missing from the figures, which is told."""
        brought |= {InForce(key(rule.name), role, role)}
        self.brought |= brought
        self.faults.append((brought, fault))
        if self._is_new(rule, role, option):
            self.assumed += noted((f"{rule.name} used by the {role}", *rule.notes))
            if why.startswith(BEYOND):
                missing = f"{rule.name} acts in part: what others make of it, not what it does itself ({why})"
                self.assumed.append(Noted(missing))
                self.not_modelled.append(f"{rule.sheet}: {rule.name} (in part: {why})")

    def tried(self, rule: PrintedRule, role: Role, option: str = "") -> Worked | Choice | str:
        """What a rule changes that is used, what it leaves to the player, or why it cannot be used here."""
        fault = barred(rule, role, self.scene)
        if fault is not None:
            return fault
        if not rule.effects:
            return UNKNOWN
        before = len(self.assumed)
        try:
            worked = self._worked(rule, role, True, option)
        except Undecided as open_:
            return Choice(rule.name, _side(role), open_.labels)
        except NotModelled as beyond:
            return f"{BEYOND}: {beyond}"
        if worked[0]:
            return worked
        told = "".join(map(_unheld, self.assumed[before:]))
        return (
            f"it changes nothing of these attacks for the {role}{told}{_acts_elsewhere(rule, role, self.scene)}"
        )

    def _is_new(self, rule: PrintedRule, role: Role, option: str) -> bool:
        """Whether a rule was not named before; the same twice is used once."""
        known = (rule.name, role, option) in self.used
        if known:
            self.assumed.append(Noted(f"{rule.name} is named twice: it is used once"))
        self.used[rule.name, role, option] = rule
        return not known

    def _of_one_detachment(self) -> None:
        """Tells of rules that no army has together: those of two detachments."""
        for role in ROLES:
            used = [rule for (_, by, _), rule in self.used.items() if by == role]
            named = {rule.name: rule.detachment for rule in used if rule.detachment}
            chosen = self._unit(role).detachment
            if len({key(whose) for whose in (*named.values(), *filter(None, [chosen]))}) > 1:
                told = ", ".join(f"{name} ({whose})" for name, whose in named.items())
                told += f"; {chosen} is chosen" if chosen else ""
                several = f"the {role} uses rules of several detachments, an army has one: {told}"
                self.assumed.append(Noted(several))

    def _undecided(self, name: str, option: str, choice: Choice) -> None:
        """A choice that is left open. Raises InputError where what was typed is none of its options."""
        if option:
            raise InputError("--with", f"{name}: {option}", f"expected one of: {'; '.join(choice.options)}")
        self.choices.append(choice)

    def _find(self, name: str) -> list[tuple[PrintedRule, Role]]:
        rules, taken = found(name, [(self._unit(role), role) for role in ROLES])
        self.assumed += [Noted(taken)] if taken else []
        return rules

    def _weapon(self, weapon: WeaponSpec, sheet: Datasheet, group: Group) -> WeaponSpec:
        for rule, _, made in self.acts:
            mine = [c for c in made if _carried(rule, c, group) and not self._outdone(c, weapon)]
            try:
                weapon = armed(weapon, sheet.name, mine)
            except NotModelled as beyond:
                self.not_modelled.append(f"{rule.sheet}: {rule.name} ({beyond})")
            except Exception as fault:
                self.not_modelled.append(f"{rule.sheet}: {rule.name} ({faults.noted(fault)})")
        return weapon

    def _outdone(self, change: Change, weapon: WeaponSpec) -> bool:
        """Whether a change that does not add up with others stands beside another one."""
        others = (each for _, _, made in self.acts for each in made if each is not change)
        return change.alone is not None and any(outdoes(each, change, weapon) for each in others)

    def _model(self, model: ModelSpec, sheet: Datasheet, group: Group) -> ModelSpec:
        for rule, _, made in self.acts:
            mine = [change for change in made if _carried(rule, change, group)]
            try:
                model = standing(model, sheet.name, mine)
            except Exception as fault:
                self.not_modelled.append(f"{rule.sheet}: {rule.name} ({faults.noted(fault)})")
        return model


def _of_rule(each: Assumption, rule: PrintedRule) -> bool:
    return isinstance(each, NotHeld) and each.rule == rule.name


def _unheld(each: Assumption) -> str:
    """Why a rule may change nothing, where conditions were taken not to hold."""
    return f"; taken as not so: {'; '.join(each.conditions)}" if isinstance(each, NotHeld) else ""


def _acts_elsewhere(rule: PrintedRule, role: Role, scene: Scene) -> str:
    """Where a rule might change attacks, if not on these."""
    places = [(each, phase) for each in ROLES for phase in PHASES if changes_attacks(rule.effects, each, phase)]
    if not places:
        return "; no part of it that is known is of attacks"
    if (role, scene.phase) in places:
        return ""
    return f"; it acts {' and '.join(f'for the {each} in the {phase} phase' for each, phase in places)}"


Plain = tuple[Change, tuple[bool, ...]]
Outcome = Callable[[Sequence[str]], tuple[list[Change], dict[str, bool]]]
"""What a rule changes where some conditions are supposed to hold, and which were asked."""
MOST_TOGETHER = 3
"""So many conditions are tried together, where none of them matters by itself."""
MOST_OPEN = 6
"""Of more conditions than these only each by itself, and all, are tried."""


def decisive(
    outcome: Outcome, open_: Sequence[str], plain: Callable[[Iterable[Change]], list[Plain]]
) -> tuple[str, ...]:
    """Of conditions that were taken not to hold those that decide what a rule changes: alone, else together.

    A condition may stand inside of another, so that it is asked only where that holds; and one that is denied
    makes a rule act by not holding. So all are found first, and then tried apart."""
    known = dict.fromkeys(open_)
    while open_:
        open_ = [words for words, held in _asked(outcome, tuple(known)).items() if not held]
        known |= dict.fromkeys(open_)
    before = plain(outcome(())[0])

    def matters(supposed: tuple[str, ...]) -> bool:
        try:
            return plain(outcome(supposed)[0]) != before
        except Barred:
            return False
        except NotModelled:
            return True

    found = dict.fromkeys(words for words in known if matters((words,)))
    for size in range(2, min(MOST_TOGETHER, len(known)) + 1 if len(known) <= MOST_OPEN else 2):
        for some in combinations([words for words in known if words not in found], size):
            if matters(some):
                found |= dict.fromkeys(some)
    if not found and matters(tuple(known)):
        return tuple(known)
    return tuple(words for words in known if words in found)


def _asked(outcome: Outcome, supposed: tuple[str, ...]) -> dict[str, bool]:
    try:
        return outcome(supposed)[1]
    except NotModelled:
        return {}


def _alone(change: Change) -> bool:
    return change.what == LONE_OPERATIVE


def _side(role: Role) -> Literal["attacker", "target"]:
    return "attacker" if role == "attacker" else "target"


def _of_table(change: Change) -> bool:
    return change.of == "situation" and change.what != LONE_OPERATIVE


def _carried(rule: PrintedRule, change: Change, group: Group) -> bool:
    """What wargear gives its bearer is only for those who carry it."""
    return rule.carrier is None or change.sheet is None or group.carries(rule.carrier)


def _split(text: str) -> tuple[str, str]:
    name, _, option = text.partition(":")
    return name.strip(), option.strip().casefold()


def _standing_rules(unit: Fielded) -> Iterator[PrintedRule]:
    """What a unit has without a word of the player: of its sheets, of its army, of friends that are near."""
    for sheet, models in _by_sheet(unit):
        ours = army_rules(sheet)
        named = {key(rule.name) for rule in ours}
        for rule in of_abilities(sheet, models):
            yield msgspec.structs.replace(rule, of_army=rule.of_army or key(rule.name) in named)
        yield from only_named(sheet, ours)
    yield from of_detachment(unit)
    for sheet in unit.near:
        yield from _auras(sheet)


def _by_sheet(unit: Fielded) -> Iterator[tuple[Datasheet, Squad]]:
    """The sheets of a unit, each once: what two leaders of one sheet do, each does to both."""
    once: dict[str, tuple[Datasheet, Squad]] = {}
    for sheet, models, _ in unit.parts:
        before = once[sheet.name][1] if sheet.name in once else ()
        once[sheet.name] = sheet, (*before, *models)
    yield from once.values()


def _auras(sheet: Datasheet) -> Iterator[PrintedRule]:
    """What reaches other units of those that a sheet's models carry by default."""
    for rule in of_abilities(sheet, squad(sheet)):
        if rule.aura:
            yield msgspec.structs.replace(rule, kind=AURA)
