"""The expected values of the cruncher in the package wh40kdc, fed with engagements.

It follows the 11th edition and knows means only: its damage is neither capped by the wounds that are left
nor does it lose what exceeds a model. Its mean number of wounds is exact where the editions agree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from wh40kdc import Dataset
from wh40kdc.cruncher import crunch

from benchmarks.references import NotExpressible
from benchmarks.references.die_faces import threshold

FLAGS = {"torrent", "lethal hits", "twin-linked", "devastating wounds"}
SUBSETS = {"ones": "ones", "failed": "all-failures"}
SITUATION = {"phase": "shooting"}
Record = dict[str, Any]


@dataclass(frozen=True)
class Means:
    """Mean numbers, summed over the weapons."""

    attacks: float
    hits: float
    wounds: float
    damage: float


@cache
def dataset() -> Dataset:
    """The package's own data, which hold the meaning of the weapon keywords."""
    return Dataset.embedded()


def means(inputs: list[Record]) -> Means:
    """Sum what the cruncher expects of each weapon."""
    stages = [_stages(crunch(line, dataset())) for line in inputs]
    attacks, hits, wounds, damage = (
        sum(stage[name] for stage in stages) for name in ("attacks", "hits", "wounds", "after-fnp")
    )
    return Means(attacks, hits, wounds, damage)


def _stages(output: Record) -> dict[str, float]:
    return {stage["name"]: stage["expected"] for stage in output["stages"]}


def inputs(engagement: Record) -> list[Record]:
    """The cruncher's input for each weapon, or NotExpressible."""
    models = engagement["target"]["models"]
    if len(models) != 1 or "modifiers" in engagement or "situation" in engagement:
        raise NotExpressible("more than one kind of model, modifiers or a situation")
    return [
        _input(line, models[0], engagement["target"]["keywords"]) for line in engagement["attacker"]["weapons"]
    ]


def _input(line: Record, model: Record, keywords: list[str]) -> Record:
    return {
        "attacker": {"weapon": _weapon(line), "profileIndex": 0},
        "target": {"unit": _unit(model, keywords), "profileIndex": 0, "modelCount": model["count"]},
        "modelsFiring": line["count"],
        "buffs": [*_rerolls(line.get("modifiers", [])), *_feel_no_pain(model)],
        "context": dict(SITUATION),
    }


def _unit(model: Record, keywords: list[str]) -> Record:
    profile = {"T": model["toughness"], "Sv": threshold(model["save"]), "W": model["wounds"]}
    if "invulnerable" in model:
        profile["invuln_sv"] = threshold(model["invulnerable"])
    return {"id": "target", "profiles": [profile], "keywords": keywords}


def _weapon(line: Record) -> Record:
    stats = {"A": line["attacks"], "S": line["strength"], "AP": line["ap"], "D": line["damage"]}
    stats["BS"] = threshold(line["skill"])
    profile = {"range": 24, "stats": stats, "keywords": [_keyword(name) for name in line["abilities"]]}
    return {"id": line["name"], "profiles": [profile]}


def _keyword(name: str) -> Record:
    """The catalogue's way to name a weapon ability."""
    if name in FLAGS:
        return {"keyword_id": name.replace(" ", "-")}
    if name == "blast":
        return {"keyword_id": "blast", "parameters": {"value": 1}}
    if name.startswith("sustained hits "):
        return {"keyword_id": "sustained-hits", "parameters": {"value": name.removeprefix("sustained hits ")}}
    if name.startswith("anti-"):
        keyword, _, face = name.removeprefix("anti-").rpartition(" ")
        return {"keyword_id": "anti", "parameters": {"target_keyword": keyword, "threshold": threshold(face)}}
    raise NotExpressible(f"weapon ability: {name}")


def _rerolls(modifiers: list[Record]) -> list[Record]:
    buffs = []
    for modifier in modifiers:
        roll = modifier["what"].removeprefix("reroll ").removesuffix("s")
        if roll not in {"hit", "wound"} or modifier["which"] not in SUBSETS:
            raise NotExpressible(f"modifier: {modifier}")
        buffs.append(_buff(type="reroll", roll=roll, subset=SUBSETS[modifier["which"]]))
    return buffs


def _feel_no_pain(model: Record) -> list[Record]:
    if "feel_no_pain_mortal" in model:
        raise NotExpressible("a Feel No Pain of its own against devastating wounds")
    if "feel_no_pain" not in model:
        return []
    return [_buff(type="feel-no-pain", threshold=threshold(model["feel_no_pain"]))]


def _buff(**contribution: object) -> Record:
    return {"source": {"kind": "manual"}, "contribution": contribution}
