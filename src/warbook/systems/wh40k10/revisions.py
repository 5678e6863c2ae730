"""The four dated revisions of the rules and the switches in which they differ (rules section 19)."""

from __future__ import annotations

from warbook.dice import Value


class Devastating(Value, frozen=True):
    """What a Devastating Wounds critical does (K-W-05, section 19 row 1).

    ``mortal``: it inflicts mortal wounds instead of damage. ``spills``: they go on to the next model.
    ``precise``: Precision may put them on a CHARACTER (K-MW-04). ``at_once``: they are resolved in the order
    rolled; the common reading, and the default, resolves them after the unit's other attacks.
    """

    mortal: bool
    spills: bool
    precise: bool
    at_once: bool = False


class Rules(Value, frozen=True):
    """Switches that touch a roll.

    ``hazardous_destroys``: a failed Hazardous test destroys a bearer that is no CHARACTER, MONSTER or VEHICLE,
    and mortal wounds on those spill (rows 2 and 4). ``unseen_fails_to``: the highest unmodified Hit roll that
    fails when Indirect Fire shoots at a target out of sight (row 18). ``unseen_torrent``: whether Torrent
    may do so. ``tank_shock_by_toughness``: whose dice Tank Shock rolls (row 10).
    ``intervention_cost``: command points for Heroic Intervention (row 6). ``bravery_before_test``: Insane
    Bravery comes before the test and once a battle, else after a failure (row 8).
    ``overwatch_at_charge_move``: Fire Overwatch answers a Charge move, else its declaration (row 11).
    ``overwatch_by_titans``: TITANIC units may use it (row 12). ``ingress_by_strike``:
    Rapid Ingress may Deep Strike (row 9). ``deep_strike_from_reserves``: who arrives from
    Strategic Reserves may Deep Strike (row 14).
    """

    devastating: Devastating
    hazardous_destroys: bool
    unseen_fails_to: int
    unseen_torrent: bool
    tank_shock_by_toughness: bool
    intervention_cost: int
    bravery_before_test: bool
    overwatch_at_charge_move: bool
    overwatch_by_titans: bool
    ingress_by_strike: bool
    deep_strike_from_reserves: bool


LAUNCH = Rules(
    devastating=Devastating(mortal=True, spills=True, precise=False),
    hazardous_destroys=True,
    unseen_fails_to=1,
    unseen_torrent=True,
    tank_shock_by_toughness=False,
    intervention_cost=2,
    bravery_before_test=False,
    overwatch_at_charge_move=True,
    overwatch_by_titans=True,
    ingress_by_strike=False,
    deep_strike_from_reserves=False,
)

LAUNCH_DATE = "2023-06"

REVISIONS: dict[str, dict[str, object]] = {
    "2023-12": {
        "devastating": Devastating(mortal=False, spills=False, precise=True),
        "bravery_before_test": True,
        "ingress_by_strike": True,
        "overwatch_by_titans": False,
    },
    "2024-06": {
        "devastating": Devastating(mortal=True, spills=False, precise=True),
        "hazardous_destroys": False,
        "unseen_fails_to": 3,
        "unseen_torrent": False,
        "tank_shock_by_toughness": True,
        "intervention_cost": 1,
        "deep_strike_from_reserves": True,
    },
    "2025-06": {"overwatch_at_charge_move": False},
}
"""What each later revision changes on the one before it, oldest first."""
