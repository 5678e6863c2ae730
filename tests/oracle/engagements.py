"""Hypothesis: small random engagements of every revision, as the contract's JSON.

Left out on purpose, because the rules or the contract leave them open: two ``set`` damage modifiers at once,
torrent with indirect fire, a random ``rapid fire`` under a command re-roll of attacks, Hazardous with several
attacking units, and both engaged flags at once, a wounded model that carries none of the Hazardous weapons.
"""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from oracle.brute import cost
from oracle.reading import REVISIONS

Json = dict[str, Any]
Draw = st.DrawFn
LIMIT = 40_000
"""The largest ``cost``: below a second for ``brute``."""

TARGET_KEYWORDS = ("INFANTRY", "MONSTER", "VEHICLE", "FLY", "CHARACTER")
ATTACKER_KEYWORDS = (("INFANTRY",), ("INFANTRY", "CHARACTER"), ("MONSTER",), ("VEHICLE",))
BOTH_KINDS = ("devastating wounds", "lethal hits", "precision", "twin-linked", "hazardous", "psychic")
COMMANDS = ("hit", "wound", "save", "damage", "attacks")
RANGED = ("torrent", "blast", "heavy", "ignores cover", "indirect fire", "conversion", "pistol", "assault")
MELEE = ("lance", "extra attacks")


def sometimes(draw: Draw, one_in: int = 3) -> bool:
    return draw(st.integers(1, one_in)) == one_in


def maybe(draw: Draw, spec: Json, key: str, values: Any, one_in: int = 3) -> None:
    """Put ``key`` into ``spec`` now and then."""
    if sometimes(draw, one_in):
        spec[key] = draw(st.sampled_from(values))


def damage_modifier(draw: Draw, sets: bool) -> Json:
    ops = [{"op": "halve"}, {"op": "subtract", "value": 1}, {"op": "add", "value": 1}, {"op": "double"}]
    ops += [{"op": "divide", "value": 3}, {"op": "multiply", "value": 2}, {"op": "subtract", "value": 2}]
    if sets:
        ops += [{"op": "set", "value": 0}, {"op": "set", "value": 1}, {"op": "set", "value": 2}]
    return {"what": "damage", **draw(st.sampled_from(ops))}


def roll_modifiers(draw: Draw, sets: bool) -> list[Json]:
    """Up to three modifiers for an engagement or a weapon, with at most one that sets damage."""
    found: list[Json] = []
    which = st.sampled_from(("ones", "failed", "non-critical"))
    for what in draw(st.lists(st.sampled_from(range(10)), min_size=draw(st.integers(0, 2)), max_size=3)):
        found.append(
            [
                lambda: {"what": "hit", "value": draw(st.sampled_from((-2, -1, 1, 2)))},
                lambda: {"what": "wound", "value": draw(st.sampled_from((-2, -1, 1, 2)))},
                lambda: {"what": "save", "value": draw(st.sampled_from((-1, 1)))},
                lambda: {"what": "ap", "value": draw(st.sampled_from((-1, 1)))},
                lambda: damage_modifier(draw, sets and not any(m.get("op") == "set" for m in found)),
                lambda: {"what": "reroll hits", "which": draw(which)},
                lambda: {"what": "reroll wounds", "which": draw(which)},
                lambda: {"what": "reroll damage", "below": "mean"},
                lambda: {"what": "critical hit", "value": draw(st.sampled_from((4, 5)))},
                lambda: {"what": "critical wound", "value": draw(st.sampled_from((4, 5)))},
            ][what]()
        )
    return found


def model_modifiers(draw: Draw, sets: bool) -> list[Json]:
    choices = [
        lambda: damage_modifier(draw, sets),
        lambda: {"what": "save", "value": draw(st.sampled_from((-1, 1)))},
        lambda: {"what": "ap", "value": 1},
    ]
    return [draw(st.sampled_from(choices))()]


def model(draw: Draw, name: str, count: int, sets: bool = False) -> Json:
    """One entry of a unit, some of it wounded."""
    wounds = draw(st.integers(1, 4))
    spec: Json = {
        "name": name,
        "count": count,
        "toughness": draw(st.integers(3, 9)),
        "save": draw(st.sampled_from(("2+", "3+", "4+", "5+", "6+", "-"))),
        "wounds": wounds,
    }
    maybe(draw, spec, "invulnerable", ("4+", "5+", "6+"))
    maybe(draw, spec, "feel_no_pain", ("4+", "5+", "6+"))
    maybe(draw, spec, "feel_no_pain_mortal", ("3+", "5+", "6+"), 4)
    if wounds > 1:
        maybe(draw, spec, "wounds_lost", range(1, wounds))
    if sometimes(draw, 5):
        spec.update(draw(st.sampled_from(({"stealth": True}, {"abilities": ["Stealth"]}))))
    if sometimes(draw, 4):
        spec["modifiers"] = model_modifiers(draw, sets)
    return spec


def unit_models(draw: Draw, most: int, sets: bool = False) -> list[Json]:
    """One to four entries, up to two of them leaders, in any order; now and then leaders alone."""
    left, entries = most, []
    for number in range(draw(st.sampled_from((0, 1, 1, 1, 1, 2, 2)))):
        count = draw(st.integers(1, max(1, left - number)))
        left -= count
        entries.append(model(draw, f"body {number}", count, sets))
        if left <= 0:
            break
    leaders = draw(st.sampled_from((0, 0, 1, 1, 2)))
    for number in range(leaders if entries else max(1, leaders)):
        entries.append({**model(draw, f"leader {number}", 1, sets), "leader": True})
    return draw(st.permutations(entries))


def abilities(draw: Draw, kind: str, random_rapid_fire: bool) -> list[str]:
    """Weapon abilities that may stand together."""
    pool = (*BOTH_KINDS, *(RANGED if kind == "ranged" else MELEE))
    found = draw(st.lists(st.sampled_from(pool), min_size=draw(st.integers(0, 2)), max_size=4, unique=True))
    if "devastating wounds" not in found and sometimes(draw):
        found.append("devastating wounds")
    if "torrent" in found and "indirect fire" in found:
        found.remove("torrent")
    if sometimes(draw):
        found.append(f"sustained hits {draw(st.sampled_from((1, 1, 2, 'D3')))}")
    for keyword in draw(st.lists(st.sampled_from(("infantry", "monster", "fly")), max_size=2, unique=True)):
        found.append(f"anti-{keyword} {draw(st.integers(2, 5))}+")
    if kind == "ranged" and sometimes(draw):
        found.append(f"rapid fire {draw(st.sampled_from((1, 2, 'D3') if random_rapid_fire else (1, 2)))}")
    if kind == "ranged" and sometimes(draw):
        found.append(f"melta {draw(st.integers(1, 2))}")
    return draw(st.permutations(found))


def weapon(draw: Draw, number: int, kind: str, sets: bool, random_rapid_fire: bool) -> Json:
    """One weapon, with its own modifiers now and then."""
    owned = abilities(draw, kind, random_rapid_fire)
    spec: Json = {
        "name": f"weapon {number}",
        "kind": kind,
        "count": draw(st.sampled_from((1, 1, 2, 3))),
        "attacks": draw(st.sampled_from(("1", "1", "2", "D3", "D3", 1, "D6"))),
        "skill": "N/A" if "torrent" in owned else draw(st.sampled_from(("2+", "3+", "4+", "5+", "6+"))),
        "strength": draw(st.integers(2, 12)),
        "ap": draw(st.integers(-4, 0)),
        "damage": draw(st.sampled_from(("1", "1", "2", "3", "D3", "D3+1", "D6", "2D3", 2))),
        "abilities": owned,
    }
    if sometimes(draw, 4):
        spec["modifiers"] = roll_modifiers(draw, sets)
    return spec


def situation(draw: Draw, kind: str) -> Json:
    """What holds on the table; most of it often does not."""
    found: Json = {}
    for flag in ("half_range", "cover", "stealth", "stationary", "indirect_unseen", "charged"):
        if sometimes(draw):
            found[flag] = True
    if kind == "ranged" and sometimes(draw, 6):
        found["overwatch"] = True
    if sometimes(draw):
        found["range_in"] = draw(st.sampled_from((18.0, 13, 12, 6)))
    return found


def attacker(draw: Draw, number: int, kind: str, sets: bool, random_rapid_fire: bool) -> Json:
    weapons = draw(st.sampled_from((1, 1, 2, 3)))
    return {
        "name": f"unit {number}",
        "keywords": list(draw(st.sampled_from(ATTACKER_KEYWORDS))),
        "weapons": [weapon(draw, index, kind, sets, random_rapid_fire) for index in range(weapons)],
    }


@st.composite
def any_engagements(draw: Draw, engaged: bool = False) -> Json:
    """Any small engagement, whatever it costs."""
    kind = draw(st.sampled_from(("ranged", "ranged", "melee")))
    command = draw(st.sampled_from((None, *COMMANDS, *[None] * 4)))
    sets = draw(st.sampled_from(("nowhere", "engagement", "weapon", "model")))
    units = [
        attacker(draw, number, kind, sets == "weapon", command != "attacks")
        for number in range(draw(st.sampled_from((1, 1, 2))))
    ]
    result: Json = {
        "id": "random",
        "system": "wh40k10",
        "revision": draw(st.sampled_from(REVISIONS)),
        "target": {
            "keywords": draw(st.lists(st.sampled_from(TARGET_KEYWORDS), max_size=3, unique=True)),
            "models": unit_models(draw, draw(st.sampled_from((5, 3, 4, 6))), sets == "model"),
        },
        "situation": situation(draw, kind),
        "modifiers": roll_modifiers(draw, sets == "engagement"),
    }
    if sometimes(draw, 6):
        result["target"].update(draw(st.sampled_from(({"stealth": True}, {"abilities": ["Stealth"]}))))
    if command:
        result["modifiers"].append({"what": "command reroll", "roll": command})
    if engaged:
        result["situation"][draw(st.sampled_from(("attacker_engaged", "target_engaged_with_friends")))] = True
    if len(units) > 1:
        return {**result, "attackers": units}
    if sometimes(draw, 2):
        units[0]["models"] = unit_models(draw, 3)
        if "hazardous" not in units[0]["weapons"][0]["abilities"]:
            units[0]["weapons"][0]["abilities"].append("hazardous")
        if sometimes(draw):
            units[0]["weapons"][0]["bearer"] = units[0]["models"][0]["name"]
            for other in units[0]["models"][1:]:
                other.pop("wounds_lost", None)
    return {**result, "attacker": units[0]}


CHARACTERISTIC_OPS = (
    {"op": "add", "value": 1}, {"op": "subtract", "value": 1}, {"op": "double"}, {"op": "halve"},
    {"op": "improve", "value": 1}, {"op": "worsen", "value": 1}, {"value": 1}, {"value": -1},
)  # fmt: skip
SET_TO = {
    "strength": (3, 8),
    "skill": (2, 5),
    "toughness": (3, 9),
    "ap": (-3, 0),
    "save characteristic": (2, 5),
}
AGAINST = ([], ["ranged"], ["melee"], ["psychic"], ["psychic", "ranged"])
IGNORED = (
    "hit", "wound", "save", "skill", "strength", "attacks", "ap", "damage", "toughness", "save characteristic",
    "cover",
)  # fmt: skip
BARRED = (
    "save", "armour save", "invulnerable save", "feel no pain", "cover", "reroll hits", "reroll wounds",
    "reroll saves", "reroll damage",
)  # fmt: skip


def characteristic(draw: Draw, what: str) -> Json:
    if what in SET_TO and sometimes(draw):
        return {"what": what, "op": "set", "value": draw(st.sampled_from(SET_TO[what]))}
    return {"what": what, **draw(st.sampled_from(CHARACTERISTIC_OPS))}


def given_save(draw: Draw) -> Json:
    what = draw(st.sampled_from(("invulnerable", "feel no pain")))
    against = draw(st.sampled_from((*AGAINST, *((["mortal"],) if what == "feel no pain" else ()))))
    return {"what": what, "value": draw(st.integers(3, 6)), "against": against}


def rule(draw: Draw) -> Json:
    """A modifier as rules on sheets give them."""
    settling = {"op": draw(st.sampled_from(("fails to", "succeeds from"))), "value": draw(st.integers(2, 5))}
    faces = draw(st.lists(st.integers(1, 6), min_size=1, max_size=3, unique=True))
    dice = draw(st.sampled_from(("hits", "wounds", "saves", "feel no pain")))
    again = {"faces": faces} if sometimes(draw) else {"which": draw(st.sampled_from(("ones", "failed", "any")))}
    return draw(
        st.sampled_from(
            (
                characteristic(draw, draw(st.sampled_from((*SET_TO, "attacks")))),
                characteristic(draw, draw(st.sampled_from((*SET_TO, "attacks")))),
                {"what": draw(st.sampled_from(("hit", "wound", "save"))), **settling},
                {"what": f"reroll {dice}", **again},
                {"what": "ignore", "of": draw(st.sampled_from(IGNORED)),
                 "by": draw(st.sampled_from(("attacker", "attacker", "target", "both")))},
                {"what": "bar", "of": draw(st.sampled_from(BARRED))},
                given_save(draw),
            )
        )
    )  # fmt: skip


def model_rule(draw: Draw) -> Json:
    what = draw(st.sampled_from(("toughness", "save characteristic", "given")))
    return given_save(draw) if what == "given" else characteristic(draw, what)


@st.composite
def any_ruled(draw: Draw) -> Json:
    """Any small engagement with rules of sheets on top of its modifiers."""
    made = draw(any_engagements())
    made["modifiers"] = [m for m in made["modifiers"] if m["what"] != "command reroll"]
    units = [made["attacker"]] if "attacker" in made else made["attackers"]
    weapons = [own for unit in units for own in unit["weapons"]]
    for own in weapons:
        if "extra attacks" in own["abilities"]:
            own["abilities"].remove("extra attacks")
        if sometimes(draw):
            own.setdefault("modifiers", []).append(rule(draw))
    for model in made["target"]["models"]:
        if sometimes(draw, 4):
            model.setdefault("modifiers", []).append(model_rule(draw))
    made["modifiers"] += [rule(draw) for _ in range(draw(st.integers(1, 3)))]
    return made


def ruled(limit: int = LIMIT) -> st.SearchStrategy[Json]:
    """Small engagements with rules of sheets, with at most ``limit`` of cost."""
    return any_ruled().map(lambda engagement: fitted(engagement, limit))


def fitted(engagement: Json, limit: int) -> Json:
    """Take weapons, then attacks, then models away until ``brute`` can afford the engagement."""
    units = [engagement["attacker"]] if "attacker" in engagement else engagement["attackers"]
    models = engagement["target"]["models"]
    while cost(engagement) > limit:
        weapons = [weapon for unit in units for weapon in unit["weapons"]]
        most = max(weapons, key=lambda own: own["count"])
        dicey = [own for own in weapons if "D" in str(own["attacks"])]
        longest = max(units, key=lambda unit: len(unit["weapons"]))
        if len(longest["weapons"]) > 1:
            longest["weapons"].pop()
        elif most["count"] > 1:
            most["count"] -= 1
        elif dicey:
            dicey[0]["attacks"] = "1"
        elif len(models) > 1:
            models.pop()
        elif models[0]["count"] > 1:
            models[0]["count"] -= 1
        else:
            break
    return engagement


def engagements(limit: int = LIMIT, engaged: bool = False) -> st.SearchStrategy[Json]:
    """Small engagements with at most ``limit`` of cost; ``engaged`` adds Big Guns Never Tire (K-SHT-06)."""
    return any_engagements(engaged).map(lambda engagement: fitted(engagement, limit))
