"""The attack of The Horus Heresy die by die, as a dictionary of what may be so far; slow and only for
tests.

It reads the engagement's plain JSON and follows the rules' facts (``H-...``); it shares nothing with the
package. Where the facts leave the order of groups to the attacker, it takes that of the package's
ruling: unmodified wounds, then what the Hit Test set aside (critical, rending, precise), then what the
Wound Test did (breaching, shred, both).
"""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

from oracle import heresy_needs as needs
from oracle.heresy_needs import Kind

Json = dict[str, Any]
Frontier = dict[Any, float]


class Attack(NamedTuple):
    """One fire group against the target as it stands: everything its dice need."""

    dice: list[tuple[int, float]]
    number: int
    hit: list[tuple[str, Kind]]
    hit_rerolls: set[int]
    hits: dict[str, int]
    wound: list[Kind | None]
    wound_rerolls: set[int]
    six: Kind
    damage: list[tuple[int, float]]
    facts: Json


def brute(engagement: Json) -> Json:
    """The exact answer to a small engagement."""
    units = engagement["attackers"] if "attackers" in engagement else [engagement["attacker"]]
    target = engagement["target"]["models"]
    entries = [n for n, model in enumerate(target) for _ in range(model.get("count", 1))]
    start = tuple(left for model in target for left in lives(model))
    frontier: Frontier = {(start, 0): 1.0}
    sums = {"attacks": 0.0, "hits": 0.0, "wounds": 0.0, "wasted": 0.0}
    for unit in units:
        meant = standing(engagement, unit)
        for group in fire_groups(unit):
            if made := prepared(meant, group, target, Counter(entries)):
                tally(made, sums)
        frontier = unit_attacks(meant, unit, target, entries, frontier, sums)
    return answer(target, entries, start, frontier, sums)


def standing(engagement: Json, unit: Json) -> Json:
    """STABLE and SUPER-HEAVY units count as Stationary (H-VEH-03)."""
    if {"STABLE", "SUPER-HEAVY"} & {word.upper() for word in unit.get("keywords", [])}:
        return {**engagement, "situation": {**engagement.get("situation", {}), "stationary": True}}
    return engagement


def lives(model: Json) -> list[int]:
    """Wounds left of each model of an entry; the wounded one comes first."""
    full = [model["wounds"]] * model.get("count", 1)
    return [model["wounds"] - model.get("wounds_lost", 0), *full[1:]] if full else []


def fire_groups(unit: Json) -> list[Json]:
    """Weapons that are alike attack together (section 6 step 4)."""
    found: list[Json] = []
    for weapon in unit["weapons"]:
        alike = {key: value for key, value in weapon.items() if key not in ("count", "bearer")}
        same = next((one for one in found if one["alike"] == alike), None)
        if same:
            same["count"] += weapon.get("count", 1)
        else:
            found.append({"alike": alike, "count": weapon.get("count", 1)})
    return [{**one["alike"], "count": one["count"]} for one in found]


def unit_attacks(engagement, unit, target, entries, frontier, sums) -> Frontier:
    """Each way the target stands meets attacks of its own (majorities of the living)."""
    after: Frontier = {}
    for (left, _), chance in frontier.items():
        alive = Counter(entry for entry, wounds in zip(entries, left, strict=True) if wounds)
        states: Frontier = {(left, 0): chance}
        for group in fire_groups(unit) if alive else []:
            made = prepared(engagement, group, target, alive)
            if made is not None:
                states = volley(made, target, entries, states, sums)
        for state, p in states.items():
            after[state] = after.get(state, 0.0) + p
    return after


def prepared(engagement: Json, weapon: Json, target: list[Json], alive: Counter) -> Attack | None:
    """The fire group's numbers, or ``None`` where it may not attack."""
    here, specs = (
        engagement.get("situation", {}),
        [*engagement.get("modifiers", []), *weapon.get("modifiers", [])],
    )
    ranged, vehicle = weapon["kind"] == "ranged", target[0].get("armour") is not None
    if needs.forbidden(weapon, here, specs, ranged, vehicle):
        return None
    keywords = {word.upper() for word in engagement["target"].get("keywords", [])}
    facts = {
        "weapon": weapon, "here": here, "specs": specs, "ranged": ranged, "vehicle": vehicle, "alive": alive,
        "target": target, "keywords": keywords, "engagement": engagement,
    }  # fmt: skip
    hit, hit_rerolls = needs.hit_faces(facts)
    wound, wound_rerolls = needs.wound_faces(
        facts, weapon["strength"] * needs.bonus(facts, "S", 2) + needs.bonus(facts, "S")
    )
    attacks = needs.outcomes(str(weapon["attacks"]))
    more = needs.total(specs, "attacks") + needs.bonus(facts, "FP")
    dice = [(max(0, n * needs.bonus(facts, "FP", 2) + more), p) for n, p in attacks]
    return Attack(
        dice, weapon["count"], hit, hit_rerolls, needs.hits_of(facts), wound, wound_rerolls,
        needs.marked(facts, 6), needs.outcomes(str(weapon["damage"])), facts,
    )  # fmt: skip


def die(faces: list, rerolls: set[int]) -> list[tuple[Any, float]]:
    """One die with its re-roll."""
    found: list[tuple[Any, float]] = []
    for face in range(1, 7):
        again = range(1, 7) if face in rerolls else ()
        found += [(faces[second - 1], 1 / 36) for second in again] or [(faces[face - 1], 1 / 6)]
    return found


def one_attack(made: Attack) -> Frontier:
    """Chances of hits scored and of wounds by kind, as ``(hits, sorted kinds)``."""
    found: Frontier = {}
    for (result, marks), p in die(made.hit, made.hit_rerolls):
        number = made.hits[result]
        ways: Frontier = {(): p}
        for _ in range(number):
            grown: Frontier = {}
            for kinds, q in ways.items():
                for kind, r in one_wound(made, marks):
                    key = kinds if kind is None else tuple(sorted((*kinds, kind)))
                    grown[key] = grown.get(key, 0.0) + q * r
            ways = grown
        for kinds, q in ways.items():
            found[number, kinds] = found.get((number, kinds), 0.0) + q
    return found


def one_wound(made: Attack, marks: Kind) -> list[tuple[Kind | None, float]]:
    if marks.critical or marks.rending:
        six = made.six
        return [(marks._replace(breaching=six.breaching, shred=six.shred), 1.0)]
    rolled = die(made.wound, made.wound_rerolls)
    return [(kind and kind._replace(precise=marks.precise), p) for kind, p in rolled]


def tally(made: Attack, sums: Json) -> None:
    """Means as if nothing died."""
    attacks = made.number * sum(n * p for n, p in made.dice)
    sums["attacks"] += attacks
    for (hits, kinds), p in one_attack(made).items():
        sums["hits"] += attacks * hits * p
        sums["wounds"] += attacks * len(kinds) * p


def volley(made: Attack, target, entries, states: Frontier, sums) -> Frontier:
    """All dice of the group first, then its wounds kind by kind."""
    single, scored = one_attack(made), {(): 1.0}
    for _ in range(made.number):
        scored = weapon_attacks(made, single, scored)
    after: Frontier = {}
    for kinds, chance in scored.items():
        now = {(left, 0): p * chance for (left, _), p in states.items()}
        for kind, number in sorted(Counter(kinds).items(), key=lambda pair: turn(pair[0])):
            for _ in range(number):
                now = suffer(made, kind, target, entries, now, sums)
            now = deflagrated(made, target, entries, now, sums)
        for state, p in now.items():
            after[state] = after.get(state, 0.0) + p
    return after


def weapon_attacks(made: Attack, single: Frontier, scored: Frontier) -> Frontier:
    """One weapon's attacks on top of what the others scored."""
    done: Frontier = {}
    for number, chance in made.dice:
        now = {kinds: p * chance for kinds, p in scored.items()}
        for _ in range(number):
            grown: Frontier = {}
            for kinds, p in now.items():
                for (_, more), q in single.items():
                    key = tuple(sorted((*kinds, *more)))
                    grown[key] = grown.get(key, 0.0) + p * q
            now = grown
        for kinds, p in now.items():
            done[kinds] = done.get(kinds, 0.0) + p
    return done


def turn(kind: Kind) -> tuple:
    """When a kind of wound is resolved (see the module's text)."""
    by_hit = kind.critical or kind.rending or kind.precise
    stage = 1 if by_hit else 2 if kind.breaching or kind.shred else 0
    mark = 0 if kind.critical else 1 if kind.rending else 2
    return stage, mark, kind.precise, kind.shred, kind.breaching, kind.glancing


def picked(target: list[Json], entries: list[int], left: tuple[int, ...], precise: bool) -> int | None:
    """The model that takes the next wound: wounded before whole, leaders last, or first for a precise
    wound."""
    living = [n for n, wounds in enumerate(left) if wounds]
    if not living:
        return None

    def rank(n: int) -> tuple:
        leads = bool(target[entries[n]].get("leader"))
        return leads != precise, left[n] == target[entries[n]]["wounds"], n

    return min(living, key=rank)


def suffer(made: Attack, kind: Kind, target, entries, states: Frontier, sums) -> Frontier:
    """One wound: save, mitigation, damage. The state's number counts unsaved wounds."""
    after: Frontier = {}
    for (left, unsaved), p in states.items():
        chosen = picked(target, entries, left, kind.precise)
        if chosen is None:
            after[left, unsaved] = after.get((left, unsaved), 0.0) + p
            continue
        for damage, hurts, q in needs.results(made, kind, target[entries[chosen]]):
            done = min(damage, left[chosen])
            sums["wasted"] += p * q * (damage - done)
            new = (*left[:chosen], left[chosen] - done, *left[chosen + 1 :])
            after[new, unsaved + hurts] = after.get((new, unsaved + hurts), 0.0) + p * q
    return after


def deflagrated(made: Attack, target, entries, states: Frontier, sums) -> Frontier:
    """As many hits as unsaved wounds, S X, AP -, D 1, without rules of their own."""
    strength = needs.rule(made.facts["weapon"], "Deflagrate")
    weapon = {**made.facts["weapon"], "ap": "-", "damage": 1, "abilities": [], "modifiers": []}
    specs = made.facts["engagement"].get("modifiers", [])
    facts = {**made.facts, "weapon": weapon, "specs": specs}
    live = strength and not facts["vehicle"]
    faces, rerolls = needs.wound_faces(facts, strength) if live else ([None] * 6, set())
    hit = made._replace(damage=[(1, 1.0)], facts=facts)
    after: Frontier = {}
    for (left, unsaved), p in states.items():
        now: Frontier = {(left, 0): p}
        for _ in range(unsaved if live else 0):
            wounding = sum(q for kind, q in die(faces, rerolls) if kind is not None)
            missed = {state: q * (1 - wounding) for state, q in now.items()}
            hurt = suffer(hit, Kind(), target, entries, {s: q * wounding for s, q in now.items()}, sums)
            now = missed
            for (new, _), q in hurt.items():
                now[new, 0] = now.get((new, 0), 0.0) + q
        for state, q in now.items():
            after[state] = after.get(state, 0.0) + q
    return after


def answer(target, entries, start, frontier: Frontier, sums) -> Json:
    """The contract's figures from the final states."""
    damage, killed, models = Counter(), Counter(), [Counter() for _ in target]
    for (left, _), p in frontier.items():
        damage[sum(start) - sum(left)] += p
        killed[sum(wounds == 0 for wounds in left)] += p
        for n, (before, wounds) in enumerate(zip(start, left, strict=True)):
            models[entries[n]]["destroyed_mean"] += p * (wounds == 0)
            models[entries[n]]["wounds_lost_mean"] += p * (before - wounds)
    return {
        "damage": spread(damage, sum(start)),
        "models_destroyed": spread(killed, len(start)),
        "p_destroyed": killed[len(start)],
        "models": [{"name": model["name"], **models[n]} for n, model in enumerate(target)],
        **{name: {"mean": mean} for name, mean in sums.items()},
    }


def spread(chances: Counter, highest: int) -> Json:
    pmf = [chances[n] for n in range(highest + 1)]
    return {"mean": sum(n * p for n, p in chances.items()), "pmf": pmf}
