"""Rules that come when a model of some kind is destroyed, be it of an Attached unit."""

import pytest

from battle.hosts import detachment, fought, play, row, sheet
from battle.table import asked, pick
from battle.test_scenarios_of_armies import KILLS, answer

EACH = "each time"
REWARD = "Each time this unit destroys an enemy CHARACTER model, you gain 1CP."
CHIEF = sheet("Chief", models=1, words=("INFANTRY", "CHARACTER"))


def shot_down(*targets, rules=(REWARD,), clock=(2, 0, "shooting"), **keys):
    """One unit shoots all that there is, and hits and wounds with everything."""
    gun = sheet("Kiln", *rules, models=1, sling={**KILLS, "A": "3"})
    places = [(1, one, row(28, 30 + 3 * n, 6)) for n, one in enumerate(targets)]
    battle = fought(clock, (0, gun, [(28, 20)]), *places, (1, sheet("Bricks"), row(28, 40)), **keys)
    pick(battle, "Kiln")
    while battle.game.steps[battle.state.clock[2]] == "shooting" and not (asked(battle) or "").endswith(
        "destroyed"
    ):
        if asked(battle) == "target: Sling":
            battle.send(0)
        elif hasattr(battle.request, "chance"):
            top, faces = 1 if asked(battle) == "save" else 6, []
            battle.request.chance.judge(lambda sides, faces=faces, top=top: faces.append(min(top, sides)) or 1)
            battle.send(tuple(faces))
        else:
            answer(battle)
    return battle


@pytest.mark.parametrize(("body", "acted"), [(2, ("A Kiln: Rite of Glass",)), (3, ())])
def test_a_leader_who_falls_is_a_model_of_his_kind(body, acted):
    battle = shot_down((sheet("Slabs", models=body), CHIEF))
    assert battle.game.acted(battle.state) == acted


def test_the_end_of_a_warlord_is_an_occasion_for_a_play():
    card = play(
        "Doom Bell",
        "Any phase, just after your opponent's WARLORD is destroyed.",
        "Your WARLORD.",
        f"Until the end of the battle, {EACH} an enemy unit takes a Battle-shock test, subtract 1 from the"
        " result.",
    )
    keys = {"known": detachment(plays=(card,)), "detached": (0,), "cp": (1, 0), "warlords": (0, 1)}
    battle = shot_down(sheet("Slabs", models=1), rules=(), **keys)
    assert asked(battle) == "play: model destroyed"
    pick(battle, "Doom Bell: Kiln")
    assert len(battle.state.effects) == 1
