"""The rules that the two armies of a battle have: of units, of their leaders and wargear, of the detachment."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import msgspec

from warbook import data
from warbook import effects as fx
from warbook.dice import Value
from warbook.effects import terms
from warbook.names import words
from warbook.rules.army import is_meant
from warbook.rules.pick import Phase
from warbook.sheets.sheet import Datasheet, Detachment, Faction, Play, fullest
from warbook.systems.wh40k10.abilities import acts_in_rolls
from warbook.systems.wh40k10.effects import PHASES, ROLES, changes_attacks, leaves
from warbook.systems.wh40k10.effects.printed import PrintedRule, of_abilities, printed, read_text
from warbook.systems.wh40k10.effects.scene import Role
from warbook.systems.wh40k10.ruled.bears import Key, keys_of
from warbook.systems.wh40k10.ruled.executing import acts
from warbook.systems.wh40k10.ruled.occasions import Card, Occasion, card, is_offered, occasions

if TYPE_CHECKING:
    from warbook.rules.state import State
    from warbook.systems.wh40k10.army import Muster, Unit

Attacks = frozenset[tuple[Role, Phase]]


class Held(Value, frozen=True):
    """A rule that a unit (by its index) or, where ``unit`` is ``None``, a whole side has. ``attacks`` are those
    that it may change, ``bears`` what stands in it on units; one that ``spreads`` acts on others that are
    near, one that ``arms`` gives weapons abilities that are asked for before they attack, or more Range."""

    rule: PrintedRule
    side: int
    unit: int | None
    attacks: Attacks
    spreads: bool
    bears: frozenset[Key] = frozenset()
    arms: bool = False

    def __hash__(self) -> int:
        return id(self)

    @property
    def sheet(self) -> str | None:
        """The sheet whose models have it, ``None`` where a side has it."""
        return self.rule.sheet if self.unit is not None else None


class Rulebook:
    """All rules of a muster that battles act on, and the plays that its sides have; ``told`` names the
    others."""

    def __init__(self, muster: Muster) -> None:
        self.muster = muster
        self.told: dict[str, None] = {}
        self._about: dict[tuple[int, int, Phase], tuple[tuple[Held, Role], ...]] = {}
        self._asked: dict[str, bool] = {}
        self._answered: dict[str, bool] = {}
        self._cards_at: dict[tuple[int, str], list[Card]] = {}

    @cached_property
    def held(self) -> tuple[Held, ...]:
        """Every rule that acts, in the order of the units, those of sides last."""
        return tuple(one for one in self._all() if self._acts(one))

    def _all(self) -> Iterator[Held]:
        from warbook.systems.wh40k10.ruled.bespoke import BESPOKE

        for unit in self.muster.units:
            for rule in unit_rules(self.muster, unit):
                if rule.name not in BESPOKE:
                    yield as_held(rule, unit.side, unit.index)
        for side in (0, 1):
            for rule in (*bespoke_rules(self.muster, side), *side_rules(self.muster, side)):
                yield as_held(rule, side, None)

    def _acts(self, held: Held) -> bool:
        """Whether every part of a rule acts in battles: else none of it does, and that is told."""
        if acts(held.rule.effects):
            return True
        self.told[f"{held.rule.sheet}: {held.rule.name}"] = None
        return False

    @cached_property
    def cards(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The plays of each side that battles offer."""
        first, second = (tuple(self._cards(side)) for side in (0, 1))
        return first, second

    def _cards(self, side: int) -> Iterator[Card]:
        for play, sheet in side_plays(self.muster, side):
            made = card(of_play(play, sheet), play.cost)
            if made is not None:
                yield made
            else:
                self.told[f"{play.source}: {play.name}"] = None

    @cached_property
    def silent(self) -> bool:
        """Whether nobody has a rule or a play that acts."""
        return not self.held and not any(self.cards)

    @cached_property
    def _occasions(self) -> dict[str, list[tuple[Held, Occasion]]]:
        found: dict[str, list[tuple[Held, Occasion]]] = {}
        for held in self.held:
            for each in occasions(held.rule.effects):
                for name in each.names if is_offered(each) else ():
                    found.setdefault(name, []).append((held, each))
        return found

    def tell(self, rule: PrintedRule, beyond: Exception) -> None:
        """Notes of a rule what kept it from acting in a position."""
        self.told[f"{rule.sheet}: {rule.name}: {beyond}"] = None

    def asks_for(self, words: str) -> bool:
        """Whether any rule or play that acts speaks of what is called so: it is only looked at then."""
        found = self._asked.get(words)
        if found is None:
            rules = [one.rule for one in self.held] + [one.rule for cards in self.cards for one in cards]
            every = (msgspec.json.encode((r.when, r.target, r.effects)).decode() for r in rules)
            found = self._asked[words] = any(f'"{words}"' in told for told in every)
        return found

    def does(self, *sorts: type) -> bool:
        """Whether any rule or play of an army that acts holds a leaf of these sorts; core plays, which come
        between attacks, are not asked."""
        plays = [one.rule for cards in self.cards for one in cards if one.rule.name not in READ]
        rules = [*(one.rule for one in self.held), *plays]
        every = (rule.effects for rule in rules)
        return any(isinstance(leaf, sorts) for effects in every for each in effects for leaf in leaves(each))

    def answers(self, *events: str) -> bool:
        """Whether any rule or play comes at events of these names."""
        return any(map(self._is_answered, events))

    def _is_answered(self, event: str) -> bool:
        found = self._answered.get(event)
        if found is None:
            every = (self.at(event), self.cards_at(0, event), self.cards_at(1, event))
            found = self._answered[event] = any(every)
        return found

    def at(self, event: str) -> list[tuple[Held, Occasion]]:
        """The rules that make something happen at an event of that name."""
        return self._occasions.get(event, [])

    def cards_at(self, side: int, event: str) -> list[Card]:
        """The plays of a side that may be used at an event of that name."""
        found = self._cards_at.get((side, event))
        if found is None:
            found = self._cards_at[side, event] = [card for card in self.cards[side] if event in card.names]
        return found

    def may_bear(self, state: State, key: Key) -> bool:
        """Whether anything of a sort may stand on any unit now."""
        return key in self._bearing or bool(state.effects)

    def bearing(self, unit: Unit, key: Key) -> list[Held]:
        """The rules of which something of a sort may stand on a unit."""
        return [held for held in self._bearing.get(key, ()) if held.unit in (None, unit.index) or held.spreads]

    @cached_property
    def _bearing(self) -> dict[Key, list[Held]]:
        found: dict[Key, list[Held]] = {}
        for held in self.held:
            for key in sorted(held.bears):
                found.setdefault(key, []).append(held)
        return found

    def about_attacks(self, unit: Unit, target: Unit, phase: Phase) -> tuple[tuple[Held, Role], ...]:
        """The rules that may change the attacks of one unit on another, with the part that their side plays."""
        key = unit.index, target.index, phase
        found = self._about.get(key)
        if found is None:
            every = ((held, concerning(held, unit, target, phase)) for held in self.held)
            found = self._about[key] = tuple((held, role) for held, roles in every for role in roles)
        return found


def concerning(held: Held, unit: Unit, target: Unit, phase: Phase) -> Iterator[Role]:
    """The parts in which a rule may change the attacks of one unit on another."""
    parts: tuple[tuple[Role, Unit], ...] = (("attacker", unit), ("target", target))
    for role, each in parts:
        own = held.unit == each.index or (held.unit is None and held.side == each.side)
        if own and held.attacks & _either(held, role, phase):
            yield role
    others = held.unit not in (None, unit.index, target.index)
    if others and held.spreads and any(kind == phase for _, kind in held.attacks):
        yield "elsewhere"


def _either(held: Held, role: Role, phase: Phase) -> Attacks:
    """What a rule of the unit in a role may change: where it spreads, attacks of others too."""
    return frozenset((each, phase) for each in (ROLES if held.spreads else (role,)))


def as_held(rule: PrintedRule, side: int, unit: int | None) -> Held:
    """A rule as somebody has it."""
    return Held(rule, side, unit, *_scope(rule.effects))


@lru_cache(maxsize=2048)
def _scope(effects: fx.Effects) -> tuple[Attacks, bool, frozenset[Key], bool]:
    """Which attacks effects may change, whether they are on others nearby, what of them stands on units, and
    whether they give weapons anything."""
    attacks = frozenset(
        (role, phase) for role in ROLES for phase in PHASES if changes_attacks(effects, role, phase)
    )
    return attacks, any(map(spreads, effects)), keys_of(effects), any(map(_arms, effects))


def _arms(effect: fx.Effect) -> bool:
    """Whether an effect gives weapons abilities that are asked for before they attack, or changes Range."""
    return any(map(_arms_leaf, leaves(effect)))


def _arms_leaf(leaf: fx.Effect) -> bool:
    if isinstance(leaf, fx.Grant):
        return leaf.what == "weapon ability" and not all(map(acts_in_rolls, leaf.names))
    return isinstance(leaf, fx.Modifier) and leaf.what == "range"


def spreads(effect: fx.Effect) -> bool:
    """Whether an effect is on units that are near the one that has it."""
    if isinstance(effect, fx.If):
        parts = effect.condition.of if isinstance(effect.condition, terms.All) else (effect.condition,)
        return any(map(_of_others, parts))
    return isinstance(effect, fx.Then) and any(spreads(each) for each in effect.effects)


def _of_others(condition: terms.Condition) -> bool:
    """Whether a condition brings up any unit that is near, or in a state of some name."""
    named = isinstance(condition, terms.Within | terms.Active)
    return named and condition.who is not None and is_open(condition.who)  # type: ignore[union-attr]


def is_open(who: terms.Selector) -> bool:
    """Whether a selector means any unit of a kind, none that is spoken of already."""
    return who.ref is None and who.kind in ("unit", "model") and (who.of is None or is_open(who.of))


def unit_rules(muster: Muster, unit: Unit) -> Iterator[PrintedRule]:
    """The rules of a unit's sheets, its wargear and its Enhancements."""
    for sheet in {id(kind.sheet): kind.sheet for kind in unit.kinds}.values():
        yield from of_abilities(sheet, tuple(k.group for k in unit.kinds if k.sheet is sheet))
    for name, sheet in muster.enhancements[unit.index]:
        known = (*_chosen(muster, unit.side), *detached(muster.faction(unit.side)))
        given = [*sheet.enhancements, *(each for d in known for each in d.enhancements)]
        meant = fullest((each for each in given if is_meant(each.name, name)), words)
        yield from (printed(each, sheet) for each in meant)


def side_plays(muster: Muster, side: int) -> Iterator[tuple[Play, Datasheet]]:
    """The plays of a side besides the core ones: of its faction, and of the detachments that its list chose."""
    faction = muster.faction(side)
    sheets = [kind.sheet for unit in muster.of(side) for kind in unit.kinds]
    known = (*(faction.plays if faction else ()), *(p for d in _chosen(muster, side) for p in d.plays))
    for play in fullest(known, str):
        yield play, next((sheet for sheet in sheets if play in sheet.plays), sheets[0])
    if sheets:
        yield from ((play, sheets[0]) for play in core_plays())


def core_plays() -> tuple[Play, ...]:
    """The core plays that are read from their effects: the others are programs."""
    core = data.faction("Core", SYSTEM)
    return tuple(play for play in (core.plays if core else ()) if play.name in READ)


SYSTEM = "wh40k10"
READ = ("Tank Shock", "Epic Challenge", "Rapid Ingress")


def bespoke_rules(muster: Muster, side: int) -> Iterator[PrintedRule]:
    """The rules of a side that are programs: of its faction, whose sheets name them among their abilities."""
    from warbook.systems.wh40k10.ruled.bespoke import BESPOKE

    for name, effects in BESPOKE.items():
        sheets = (kind.sheet for unit in muster.of(side) for kind in unit.kinds)
        having = next((s for s in sheets if any(is_meant(a.name, name) for a in s.abilities)), None)
        if having is not None and muster.is_of(side, having):
            yield PrintedRule(name, effects, having.name)


def of_play(play: Play, sheet: Datasheet) -> PrintedRule:
    """A play with what limits its use."""
    barred = read_text(play.restrictions, "restrictions") if play.restrictions else ()
    return msgspec.structs.replace(printed(play, sheet), restrictions=barred)


def side_rules(muster: Muster, side: int) -> Iterator[PrintedRule]:
    """The rules of the army, where its sheets only name them, and of the detachments that its list chose."""
    from warbook.systems.wh40k10.ruled.bespoke import BESPOKE

    faction = muster.faction(side)
    sheets = [kind.sheet for unit in muster.of(side) for kind in unit.kinds]
    if not sheets:
        return
    own = {a.name.casefold() for sheet in sheets for a in sheet.abilities if not (a.text or a.effects)}
    known = (rule for rule in (faction.rules if faction else ()) if rule.name.casefold() in own)
    yield from (printed(rule, sheets[0]) for rule in known if rule.name not in BESPOKE)
    for detachment in _chosen(muster, side):
        for rule in detachment.rules:
            yield printed(rule, next((s for s in sheets if rule in s.detachment_rules), sheets[0]))


def detached(faction: Faction | None) -> tuple[Detachment, ...]:
    """The detachments of a faction, where it is known."""
    return faction.detachments if faction else ()


def _chosen(muster: Muster, side: int) -> list[Detachment]:
    """The detachments that a side's list chose, where they are known."""
    named = muster.rosters[side].detachments
    return [d for d in detached(muster.faction(side)) if any(is_meant(d.name, each) for each in named)]
