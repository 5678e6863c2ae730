"""What players are asked in a battle: the decisions, the kinds of placement, and options that are no unit,
model or name. Each is a text, so that a bot may compare with either."""

from __future__ import annotations

from enum import StrEnum


class Decision(StrEnum):
    """What an ``Ask`` settles. Some are asked of a ``subject``: a weapon, models, a rule, an event, a roll."""

    DEEP_STRIKE = "hold back to Deep Strike"
    UNIT_TO_ARRIVE = "unit to arrive"
    UNIT_TO_MOVE = "unit to move"
    KIND_OF_MOVE = "kind of move"
    MODEL_LOST = "model lost"
    UNIT_TO_SHOOT = "unit to shoot"
    PISTOLS = "Pistols or other weapons"
    PROFILE = "profile"
    TARGET = "target"
    UNIT_TO_CHARGE = "unit to charge"
    CHARGE_TARGET = "target of the charge"
    ANOTHER_CHARGE_TARGET = "another target of the charge"
    UNIT_TO_FIGHT = "unit to fight"
    MELEE_WEAPON = "melee weapon"
    PRECISION = "picked by Precision"
    REROLLED_DICE = "dice to re-roll"
    BEARER_HARMED = "bearer harmed"
    OUT_OF_COHERENCY = "model out of coherency"
    PLAY = "play"
    MODEL_TO_RETURN = "model to return"
    MODEL_TO_HEAL = "model that regains a wound"
    FIGHT_WHEN_DESTROYED = "fight when destroyed"
    USE = "use"
    UNIT = "unit"
    MODEL = "model"
    NUMBER = "number"
    REROLL = "re-roll"


class Placement(StrEnum):
    """Why models are placed: the ``kind`` of a ``Place``."""

    DEPLOY = "deploy"
    ARRIVE = "arrive"
    SET_UP = "set up"
    NORMAL = "normal"
    ADVANCED = "advanced"
    FELL_BACK = "fell_back"
    GRANTED = "granted move"
    RETURNED = "returned"
    CHARGE = "charge"
    PILE_IN = "pile in"
    CONSOLIDATE = "consolidate"


class Shooting(StrEnum):
    """What models shoot with that carry Pistols and other weapons (K-W-15)."""

    OTHERS = "other weapons"
    PISTOLS = "Pistols"


class Rerolled(StrEnum):
    """Which dice are re-rolled where any may be (K-CLR-18)."""

    FAILURES = "failures"
    ALL_BUT_CRITICALS = "all but criticals"


class Precision(StrEnum):
    """Whom Precision picks out, if it is no CHARACTER (K-W-16)."""

    BODYGUARD = "Bodyguard"
