"""A unit's attacks in a battle: weapons into engagements, the attack sequence rolled, wounds written back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeVar

import msgspec

from warbook.dice import Dice, Outcome, Pool, Program, Roll, Test
from warbook.rules.engagement import (
    AttackerSpec,
    Engagement,
    ModelSpec,
    ModifierSpec,
    Situation,
    TargetSpec,
    WeaponSpec,
)
from warbook.rules.pick import Phase
from warbook.rules.request import Activation, ask
from warbook.rules.sequence import Lane, Standing, Waiting, inflict, strike, strike_with
from warbook.rules.state import Ints, State
from warbook.rules.volley import Assault, Formation, Volley
from warbook.systems.wh40k10.allocating import Rolled, are_alike, deferred_by, onwards, to_allocation
from warbook.systems.wh40k10.army import Arm, Kind, Trooper, Unit
from warbook.systems.wh40k10.attack import HAZARDOUS_MORTAL_WOUNDS
from warbook.systems.wh40k10.attack_choices import (
    NO_CHOICES,
    Choices,
    fishable,
    fishing,
    precision,
    rerolls,
)
from warbook.systems.wh40k10.compile import better_feel_no_pain
from warbook.systems.wh40k10.decisions import Decision, Precision
from warbook.systems.wh40k10.plays import Event, window
from warbook.systems.wh40k10.profile import Defence
from warbook.systems.wh40k10.rerolls import own_roll, rerollable
from warbook.systems.wh40k10.ruled import hits, memory, resources
from warbook.systems.wh40k10.ruled.bearing import ignoring, last_blows, permitted
from warbook.systems.wh40k10.ruled.influence import NOTHING, Influence, influence
from warbook.systems.wh40k10.ruled.times import ALLOCATED, MODEL_DESTROYED
from warbook.systems.wh40k10.sheets import model_spec, wounded
from warbook.systems.wh40k10.table import Flag, Move, Table

T = TypeVar("T")

Used = Sequence[tuple[Trooper, Arm]]
"""Which models attack with what."""

DEMISE_IN = 6


def attacker(
    unit: Unit, used: Used, acting: Influence = NOTHING, blind: Callable[[], frozenset[int]] = frozenset
) -> AttackerSpec:
    """The weapons that attack, like ones together, in the order of the unit's models; those of the ``blind``
    without Precision."""
    counts: dict[WeaponSpec, int] = {}
    unseeing: frozenset[int] | None = None
    for model, arm in used:
        spec = msgspec.structs.replace(acting.weapon(unit, model, arm) if acting else arm.spec, bearer=None)
        if is_precise(spec) and model.index in (unseeing := blind() if unseeing is None else unseeing):
            kept = tuple(text for text in spec.abilities if text.casefold() != "precision")
            spec = msgspec.structs.replace(spec, abilities=kept)
        counts[spec] = counts.get(spec, 0) + 1
    weapons = tuple(msgspec.structs.replace(spec, count=n) for spec, n in counts.items())
    return AttackerSpec(weapons=weapons, keywords=tuple(sorted(unit.keywords)), name=unit.name)


def is_precise(weapon: WeaponSpec) -> bool:
    """Whether a weapon has Precision."""
    return any(text.casefold() == "precision" for text in weapon.abilities)


class Ranks:
    """A unit as a target: its entries by kind, cover and wounds, and the model behind each place of its
    lanes."""

    def __init__(self, state: State, unit: Unit, covered: frozenset[int]) -> None:
        self.front: list[int] = []
        self.leaders: list[int] = []
        self.specs: list[ModelSpec] = []
        self.kinds: list[Kind] = []
        entries: dict[tuple[int, bool, int], list[int]] = {}
        for model in unit.models:
            left = int(state.left[model.index])
            if left > 0:
                hurt = model.index if left < model.wounds else -1
                entries.setdefault((model.kind, model.index in covered, hurt), []).append(model.index)
        for (kind, cover, _), members in sorted(entries.items(), key=lambda pair: pair[0][2] < 0):
            self._add(state, unit, unit.kinds[kind], cover, farthest_first(state, unit, members))

    def _add(self, state: State, unit: Unit, kind: Kind, cover: bool, members: list[int]) -> None:
        """An entry of like models; each wounded model is an entry of its own, before the whole ones."""
        lost = unit.models[members[0] - unit.members.start].wounds - int(state.left[members[0]])
        group = msgspec.structs.replace(kind.group, count=len(members))
        spec = model_spec(kind.sheet, group, kind.leader, lost)
        self.specs.append(msgspec.structs.replace(spec, in_cover=cover))
        self.kinds.append(kind)
        (self.leaders if kind.leader else self.front).extend(members)

    def write(self, state: State, standing: Standing) -> list[int]:
        """Write what is left of the unit into the state; gives the models destroyed."""
        return [
            *self._write(state, self.front, standing.front),
            *self._write(state, self.leaders, standing.leaders),
        ]

    def _write(self, state: State, members: list[int], lane: Lane) -> list[int]:
        gone = len(members) - len(lane)
        for member in members[:gone]:
            state.left[member] = 0
        for member, (_, left) in zip(members[gone:], lane, strict=True):
            state.left[member] = left
        return members[:gone]

    def remaining(self, state: State, standing: Standing) -> Standing:
        """What is left where something was done to the unit between attacks. Who was destroyed by that falls
        out of the ranks: he does not fall to the attacks."""
        self.front, front = self._remaining(state, self.front, standing.front)
        self.leaders, leaders = self._remaining(state, self.leaders, standing.leaders)
        return msgspec.structs.replace(standing, front=front, leaders=leaders)

    def _remaining(self, state: State, members: list[int], lane: Lane) -> tuple[list[int], Lane]:
        gone = len(members) - len(lane)
        pairs = zip(members[gone:], lane, strict=True)
        there = [(member, entry) for member, (entry, _) in pairs if state.left[member] > 0]
        ranks = [*members[:gone], *(member for member, _ in there)]
        return ranks, tuple((entry, int(state.left[member])) for member, entry in there)


def farthest_first(state: State, unit: Unit, members: list[int]) -> list[int]:
    """Like models in the order in which they fall, which is their player's to choose: those far from their
    leader first, or he would be left out of coherency (K-POS-06)."""
    leader = next((m.index for m in unit.models if m.leader and state.left[m.index] > 0), None)
    if leader is None or len(members) < 2:
        return members
    away = ((state.at[members] - state.at[leader]) ** 2).sum(axis=1).tolist()
    order = sorted(range(len(members)), key=lambda place: -away[place])
    return [members[place] for place in order]


def situation(table: Table, state: State, unit: Unit, target: Unit, **more: bool) -> Situation:
    """What the attack sequence looks at, from the state."""
    advanced = table.flag(state, unit, Flag.MOVE) == Move.ADVANCED
    here = Situation(
        stationary=table.flag(state, unit, Flag.MOVE) <= Move.STATIONARY,
        advanced=advanced and not permitted(table, state, unit, "shoot after advance"),
        charged=bool(table.flag(state, unit, Flag.CHARGED)),
        attacker_engaged=bool(table.engaged(state, unit)),
    )
    return msgspec.structs.replace(here, **more)


def engagement(
    table: Table,
    state: State,
    unit: Unit,
    ranks: Ranks,
    target: Unit,
    used: Used,
    here: Situation | None = None,
    noted: bool = False,
    picked: int | Precision | None = None,
) -> Engagement:
    """The attack as an engagement, with all that rules change, for the rolls and for a bot's odds alike. Of
    attacks that are made it is ``noted`` which rules act on them, and whom Precision ``picked``."""
    here = here if here is not None else situation(table, state, unit, target)
    phase: Phase = "shooting" if used[0][1].ranged else "fight"
    acting, specs = influence(table, state, unit, target, phase, here), tuple(ranks.specs)
    if acting:
        specs = tuple(acting.model(kind, spec) for kind, spec in zip(ranks.kinds, specs, strict=True))
    if noted:
        state.acted += tuple((held.side, held.unit, held.rule.name) for held, _ in acting.acts)
    return Engagement(
        target=TargetSpec(specs, tuple(sorted(target.keywords))),
        system=table.system.name,
        revision=table.system.revision,
        attacker=attacker(unit, used, acting, partial(_blind, table, state, unit, target, picked)),
        situation=acting.situation(here),
        modifiers=_damaged(state, unit),
    )


def _blind(
    table: Table, state: State, unit: Unit, target: Unit, picked: int | Precision | None
) -> frozenset[int]:
    """The attacking models whose Precision picks nobody: they do not see the CHARACTER picked, or any of an
    Attached unit where nobody was asked, or their player does not use it (K-W-16)."""
    leaders = [model.index for model in target.models if model.leader and state.left[model.index] > 0]
    everybody = frozenset(model.index for model in unit.models)
    if not leaders or picked is Precision.BODYGUARD:
        return everybody if leaders else frozenset()
    wanted = leaders if picked is None else [index for index in leaders if index == picked]
    return everybody - table.ground.seeing(state, unit, target, wanted)


def _damaged(state: State, unit: Unit) -> tuple[ModifierSpec, ...]:
    """The damaged bracket of a unit of one model (K-MOD-06)."""
    model = unit.models[0]
    return wounded(unit.kinds[model.kind].sheet, int(state.left[model.index])) if len(unit.models) == 1 else ()


def resolve(
    table: Table,
    state: State,
    unit: Unit,
    target: Unit,
    used: Used,
    here: Situation,
    covered: frozenset[int],
    invulnerable: str | None = None,
) -> Activation[list[int]]:
    """All attacks of a unit on one target, and what is destroyed at once afterwards. Gives the models destroyed
    (rules section 9). ``invulnerable`` is a save that all target models have for now."""
    begin = partial(_begun, table, state, unit, target, used, here, covered, invulnerable)
    acted, begun = state.acted, begin(NO_CHOICES)
    choices = yield from _chosen(table, state, unit, target, used, begun)
    if choices != NO_CHOICES:
        state.acted = acted
        begun = begin(choices)
    ranks, standing = yield from _struck(table, state, unit, target, begun, partial(begin, choices))
    fallen = ranks.write(state, standing)
    if used[0][1].ranged or last_blows(table, state, target) is None:
        yield from demises(table, state, fallen)
    yield from destroyed(table, state, target, unit, fallen)
    return fallen


class Begun(NamedTuple):
    """Attacks about to be made: the models of the target, the target as it is before, and what is rolled.
    ``noted`` remembers what hits, ``left`` are the wounds of the target before."""

    ranks: Ranks
    attacks: Program[Standing]
    whole: Standing
    made: Engagement
    assault: Assault
    formation: Formation
    noted: Callable[[Program[Any]], Program[Any]]
    left: Ints

    def batch(self, place: int, standing: Standing, waiting: Waiting) -> Program[tuple[Standing, Waiting]]:
        """The attacks of one weapon, or, after the last, the wounds that all of them deferred."""
        if place == len(self.assault.volleys):
            return inflict(waiting, standing)
        return self.noted(strike_with(self.assault.volleys[place], standing))


def _begun(
    table: Table,
    state: State,
    unit: Unit,
    target: Unit,
    used: Used,
    here: Situation,
    covered: frozenset[int],
    invulnerable: str | None,
    choices: Choices,
) -> Begun:
    ranks = Ranks(state, target, covered)
    ranks.specs = [with_invulnerable(spec, invulnerable) for spec in ranks.specs]
    picked = choices.picked
    made = engagement(table, state, unit, ranks, target, used, here, noted=True, picked=picked)
    formation = table.system.form(made)
    if choices.fished:
        made = fishing(made, formation.alive, table.system.rules, choices.fished)
    assault = table.system.assault(table.system, made, made.units[0], formation.alive)
    if any(spec.leader for spec in made.target.models):
        assault = _named(assault, made.target)
    whole = Standing.of(formation, False)
    if isinstance(picked, int):
        whole = _picked_first(table, state, unit, target, used, ranks, whole, picked)
    left = state.left[target.members].copy()
    hitting: Callable[[Program[Any]], Program[Any]] = partial(_hitting, state, unit, target, used)
    noted = hitting if table.rules.asks_for("hit") else lambda attacks: attacks
    return Begun(ranks, noted(strike(assault, whole)), whole, made, assault, formation, noted, left)


def _named(assault: Assault, target: TargetSpec) -> Assault:
    """The attacks with saves that tell whose they are."""
    names = [spec.name for spec in target.models]

    def named(volley: Volley) -> Volley:
        defences = tuple(map(Defence.of, volley.defences, names))
        follow = named(volley.follow) if volley.follow else None
        return msgspec.structs.replace(volley, defences=defences, follow=follow)

    return msgspec.structs.replace(assault, volleys=tuple(map(named, assault.volleys)))


def _chosen(
    table: Table, state: State, unit: Unit, target: Unit, used: Used, begun: Begun
) -> Activation[Choices]:
    """What the attacker chooses for these attacks, where there is a choice."""
    weapons, rules = begun.made.units[0].weapons, table.system.rules
    front, leaders = begun.ranks.front, begun.ranks.leaders
    picked: int | Precision | None = None
    if leaders and len(front) + len(leaders) > 1 and any(map(is_precise, weapons)):
        bearers = _precise(used)
        seen = [n for n in leaders if bearers & table.ground.seeing(state, unit, target, (n,))]
        picked = yield from precision(unit.side, unit.index, seen, bool(front))
    rolls = fishable(begun.made, begun.assault, begun.formation.alive, rules)
    return Choices(picked, (yield from rerolls(unit.side, unit.index, rolls)))


def _precise(used: Used) -> frozenset[int]:
    """The models that attack with Precision; all of them, where a rule gave it after targets were selected."""
    bearers = {model.index for model, arm in used if arm.abilities.precision}
    return frozenset(bearers or {model.index for model, _ in used})


def _picked_first(
    table: Table, state: State, unit: Unit, target: Unit, used: Used, ranks: Ranks, whole: Standing, picked: int
) -> Standing:
    """The target with the CHARACTER whom Precision picked before other Leaders; those whom not everybody sees
    who uses it take wounds like the Bodyguard, after it (K-LDR-06)."""
    users = _precise(used) & table.ground.seeing(state, unit, target, (picked,))
    ordered = sorted(zip(ranks.leaders, whole.leaders, strict=True), key=lambda pair: pair[0] != picked)
    seen = [n for n in ranks.leaders if n == picked or users <= table.ground.seeing(state, unit, target, (n,))]
    front = [*zip(ranks.front, whole.front, strict=True), *(pair for pair in ordered if pair[0] not in seen)]
    leaders = [pair for pair in ordered if pair[0] in seen]
    ranks.front, ranks.leaders = [index for index, _ in front], [index for index, _ in leaders]
    lanes = tuple(place for _, place in front), tuple(place for _, place in leaders)
    return msgspec.structs.replace(whole, front=lanes[0], leaders=lanes[1])


def _struck(
    table: Table, state: State, unit: Unit, target: Unit, begun: Begun, begin: Callable[[], Begun]
) -> Activation[tuple[Ranks, Standing]]:
    """The attacks, with what is used in answer to an allocation: that is asked once for each batch of attacks,
    before its first save (K-CLR-17)."""
    if not table.rules.answers(ALLOCATED):
        return begun.ranks, (yield from rerollable(table, state, unit, target, begun.attacks))
    standing, place = begun.whole, 0
    waiting: Waiting = ()
    while place <= len(begun.assault.volleys):
        rolled: Rolled = []
        batch = to_allocation(begun.batch(place, standing, waiting), rolled)
        done = yield from rerollable(table, state, unit, target, batch)
        if done is None or done[0] != standing:
            begun.ranks.write(state, standing)
            yield from window(table, state, Event(ALLOCATED, unit.side, target, by=unit))
            if place == 0:
                begun = _again(state, begin)
                standing = begun.whole
            else:
                begun, standing, waiting = _going_on(state, target, begun, begin, standing, waiting)
            onward = onwards(begun.batch(place, standing, waiting), rolled)
            done = yield from rerollable(table, state, unit, target, onward)
        standing, waiting, place = done[0], (*waiting, *done[1]), place + 1
    return begun.ranks, standing


def _again(state: State, begin: Callable[[], Begun]) -> Begun:
    """The attacks with what holds now; a rule that acts on them is noted once."""
    acted = state.acted
    begun = begin()
    state.acted = (*acted, *(one for one in state.acted[len(acted) :] if one not in acted))
    return begun


def _going_on(
    state: State, target: Unit, begun: Begun, begin: Callable[[], Begun], standing: Standing, waiting: Waiting
) -> tuple[Begun, Standing, Waiting]:
    """Attacks of which some are made, with what holds now; those whose weapons would be others stay as they
    are. What of the target is settled as attacks are declared is as it was then (K-ATK-02)."""
    now = state.left.copy()
    state.left[target.members] = begun.left
    again = _again(state, begin)
    state.left[:] = now
    standing = begun.ranks.remaining(state, standing)
    if not are_alike(again.assault, begun.assault):
        return begun, standing, waiting
    waiting = deferred_by(again.assault, begun.assault, waiting)
    return again._replace(ranks=begun.ranks), standing, waiting


def _hitting(state: State, unit: Unit, target: Unit, used: Used, attacks: Program[T]) -> Program[T]:
    """The attacks, remembering what hits; Torrent weapons hit without a roll."""
    for _, arm in used:
        if arm.abilities.torrent:
            hits.note(state, unit, target, arm.spec.name)
    try:
        asked = next(attacks)
        while True:
            outcome = yield asked
            if asked.what == "hit" and _got_through(outcome):
                hits.note(state, unit, target, asked.weapon)
            asked = attacks.send(outcome)
    except StopIteration as stop:
        result: T = stop.value
        return result


def _got_through(outcome: Any) -> bool:
    """Whether any die of a roll to hit did."""
    return bool(sum(outcome)) if isinstance(outcome, tuple) else outcome is not Outcome.FAIL


def destroyed(
    table: Table, state: State, unit: Unit, by: Unit | None, fallen: Sequence[int] = ()
) -> Activation[None]:
    """What rules do when models of a unit were destroyed, and when all of it, or of a part of an Attached unit,
    was, and that another destroyed it this phase."""
    if table.rules.silent:
        return
    if fallen and table.rules.asks_for("destroyed"):
        hits.note_fallen(state, by, unit, fallen[-1])
    side = unit.side if by is None else by.side
    for index in fallen if table.rules.answers(MODEL_DESTROYED) else ():
        model = table.muster.models[index]
        yield from window(table, state, Event(MODEL_DESTROYED, side, unit, by=by, model=model))
    for part in parts_destroyed(state, unit, fallen):
        if by is not None:
            state.used |= {f"{memory.DESTROYED} {by.index}"}
        if table.rules.asks_for(resources.DESTROYED):
            resources.felled(state, 1 - unit.side, unit.index, part or "")
        yield from window(table, state, Event("unit destroyed", side, unit, by=by, part=part))


def parts_destroyed(state: State, unit: Unit, fallen: Sequence[int]) -> list[str | None]:
    """The parts of an Attached unit that just lost their last model: each counts as a unit that is destroyed
    (K-LDR-02, K-LDR-05). ``None`` is a unit without Leaders."""
    gone = [unit.models[index - unit.members.start] for index in fallen]
    left = {unit.part(model) for model in unit.models if state.left[model.index] > 0}
    parts = [part for part in dict.fromkeys(map(unit.part, gone)) if part not in left]
    attached = any(model.leader for model in unit.models)
    return list(parts) if attached else [None for _ in parts]


def with_invulnerable(spec: ModelSpec, granted: str | None) -> ModelSpec:
    """A model with the better of its own and a granted invulnerable save."""
    saves = [save for save in (spec.invulnerable, granted) if save]
    return msgspec.structs.replace(spec, invulnerable=min(saves)) if saves else spec


def demises(table: Table, state: State, fallen: Sequence[int]) -> Activation[None]:
    """Deadly Demise of each model destroyed, in order (K-MW-05)."""
    for index in fallen:
        model = table.muster.models[index]
        if model.demise is None:
            continue
        owner = table.owner(index)
        outcome: int = yield Roll("deadly demise", Dice(1, 6), player=owner.side, unit=owner.index)
        for unit in table.units if outcome == 6 else ():
            if table.standing(state, unit) and table.ground.near_model(state, index, unit, DEMISE_IN):
                hurt = Dice.parse(model.demise.upper())
                wounds: int = yield Roll("deadly demise wounds", hurt, player=owner.side, target=unit.index)
                yield from mortal_wounds(table, state, unit, wounds)


def mortal_wounds(table: Table, state: State, unit: Unit, wounds: int) -> Activation[list[int]]:
    """Mortal wounds on a unit, one at a time, allocated like attacks; they spill (K-MW-01)."""
    fallen: list[int] = []
    if wounds and table.rules.answers(ALLOCATED):
        yield from window(table, state, Event(ALLOCATED, 1 - unit.side, unit))
    ranks = Ranks(state, unit, frozenset())
    order = [*ranks.front, *ranks.leaders]
    while wounds and order:
        model = table.muster.models[order[0]]
        wounds -= 1
        if not (yield from _not_ignored(table, state, unit, model, 1)):
            continue
        state.left[model.index] -= 1
        if state.left[model.index] == 0:
            fallen.append(order.pop(0))
    yield from demises(table, state, fallen)
    return fallen


def self_inflicted(table: Table, state: State, unit: Unit, used: Used) -> Activation[None]:
    """Hazardous tests after a unit's attacks: one for each such weapon, a failure harms a bearer (K-W-07,
    section 19 rows 2 and 4)."""
    bearers = [model for model, arm in used if arm.abilities.hazardous]
    for _ in bearers:
        if (yield from own_roll(table, state, unit, "hazardous", Test.needing(2))).passed:
            continue
        alive = [model for model in dict.fromkeys(bearers) if state.left[model.index] > 0]
        if alive and table.system.rules.hazardous_destroys:
            yield from _destroyed_orhurt(table, state, unit, alive)
        elif alive:
            yield from hurt(table, state, unit, min(alive, key=lambda m: _last_of_bearers(state, unit, m)))


def _destroyed_orhurt(table: Table, state: State, unit: Unit, alive: list[Trooper]) -> Activation[None]:
    """Before 2024-06 the owner picks who is destroyed; a CHARACTER, MONSTER or VEHICLE takes mortal wounds, and
    those that it does not live to take go on to its unit."""
    index = yield from ask(unit.side, Decision.BEARER_HARMED, tuple(model.index for model in alive), unit.index)
    picked = table.muster.models[index]
    if _is_character(unit, picked) or not unit.keywords.isdisjoint(("MONSTER", "VEHICLE")):
        left = yield from hurt(table, state, unit, picked)
        yield from mortal_wounds(table, state, unit, left)
    else:
        state.left[index] = 0
        yield from demises(table, state, [index])


def hurt(
    table: Table, state: State, unit: Unit, model: Trooper, wounds: int = HAZARDOUS_MORTAL_WOUNDS
) -> Activation[int]:
    """Mortal wounds on one model, those of Hazardous if it is not said, one at a time; gives how many were left
    over."""
    for left in range(wounds, 0, -1):
        state.left[model.index] -= yield from _not_ignored(table, state, unit, model, 1)
        if state.left[model.index] == 0:
            yield from demises(table, state, [model.index])
            return left - 1
    return 0


def _last_of_bearers(state: State, unit: Unit, model: Trooper) -> tuple[bool, bool]:
    """The wounded bearer first, then one that is no CHARACTER."""
    return bool(state.left[model.index] == model.wounds), _is_character(unit, model)


def _is_character(unit: Unit, model: Trooper) -> bool:
    return "CHARACTER" in unit.kinds[model.kind].sheet.keywords


def _not_ignored(table: Table, state: State, unit: Unit, model: Trooper, wounds: int) -> Activation[int]:
    """Mortal wounds on one model that its Feel No Pain does not ignore, the best that it has or is given."""
    specs = {spec.name: spec for spec in Ranks(state, unit, frozenset()).specs}
    given = ignoring(table, state, unit, model)
    more = () if given is None else (ModifierSpec("feel no pain", given),)
    test = better_feel_no_pain(specs[model.name], more)
    if test is None:
        return wounds
    ignored, _ = yield Roll("feel no pain", Pool(test, wounds), player=unit.side, unit=unit.index)
    return int(wounds - ignored)
