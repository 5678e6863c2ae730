"""What an answer takes for granted stands under Taken as, with what says otherwise; what was asked does not."""

from __future__ import annotations

import pytest

from warbook.cli.odds import odds as command
from warbook.cli.options import EXCLUDES
from warbook.queries import Question, Side, ask
from warbook.queries.saying import fields, option, option_of_duels, option_of_lists, said, words
from warbook.queries.turns import fought
from warbook.rules.assumed import (
    Allocated,
    Equipped,
    InPhase,
    NotHeld,
    OfLater,
    OfRevision,
    Picked,
    Profiled,
    Situated,
    Sized,
    Unused,
    swapped,
)
from warbook.rules.engagement import Situation
from warbook.web.links import read
from warbook.web.odds.words import taken

ALL = (
    Unused("Moles", "Dig"),
    NotHeld("Rite", ("near",), near=True),
    NotHeld("Rite", ("near",), near=True, side="target"),
    Picked("Rite", "ray", ("axe",)),
    Profiled("Mole", "ray", "most damage here", ("axe",)),
    Allocated("Moles", ("Digger", "Chief")),
    Sized("Moles", 5, 10),
    Sized("Moles", 5, 10, "target"),
    Equipped("Moles", ("spade",)),
    Equipped("Moles", ("spade",), "target", leads=True),
    OfRevision("2025-06"),
    InPhase("shooting"),
    Situated("in range", ("range_in", "half_range")),
)
UNITS = Side("Tormentors"), Side("Lychguard")


def card(**asked: object) -> list[str]:
    """What is taken for granted, in the words of the command line."""
    return list(map(said, ask(Question(*UNITS, **asked)).assumed))


def test_every_open_choice_is_told_with_the_option_that_says_otherwise():
    told = card()
    for expected in (
        "rules revision 2025-06, the newest (--revision picks another)",
        "Tormentors: 5 models, the smallest of 5 to 10 (--models says otherwise)",
        "Lychguard: 5 models, the smallest of 5 to 10 (--target-models says otherwise)",
        "in range but beyond half range (--range or --half-range says otherwise)",
        "target in the open (--cover says otherwise)",
        "attacker moved (--stationary or --advanced says otherwise)",
    ):
        assert expected in told
    assert any(text.startswith("phase: shooting") and "--phase" in text for text in told)
    assert any(text.startswith("Lychguard: default loadout, ") and "--target-loadout" in text for text in told)


def test_what_the_question_gives_is_not_assumed():
    here = Situation(range_in=9, cover=True, stationary=True)
    reply = ask(
        Question(
            Side("Tormentors", models=5),
            Side("Lychguard", models=5, loadout=["5 hyperphase sword"]),
            "shooting",
            here,
            revision="2025-06",
        )
    )
    told = " ".join(map(said, reply.assumed))
    for given in ("revision", "models", "Lychguard: default", "phase", "range", "cover", "moved"):
        assert given not in told
    assert reply.made.situation == ('9" away', "target in cover", "attacker stationary")


def test_a_leaders_wargear_is_told_and_may_be_picked():
    told = [
        said(each)
        for each in ask(Question(UNITS[0], Side("Lychguard", leader="Vargard Obyron"))).assumed
        if isinstance(each, Equipped)
    ]
    assert any("--target-loadout" in text for text in told)
    assert said(Equipped("Chief", ("hat",), leads=True)).endswith("(--leader-loadout says otherwise)")


def test_of_a_later_unit_only_what_was_taken_is_told():
    reply = ask(Question(*UNITS, then=(Side("Flawless Blades"),)))
    (size,) = (
        said(each) for each in reply.assumed if isinstance(each, OfLater) and isinstance(each.what, Sized)
    )
    assert size == "Flawless Blades: 3 models, the smallest of 3 to 6"


def test_a_duel_tells_of_each_unit_once_with_its_own_option():
    told = [said(each, option_of_duels) for each in fought(Question(*UNITS), 1).assumed]
    assert sum(text.startswith("Lychguard: 5 models") for text in told) == 1
    assert "Tormentors: 5 models, the smallest of 5 to 10 (--models says otherwise)" in told
    assert "Lychguard: 5 models, the smallest of 5 to 10 (--target-models says otherwise)" in told
    assert not any("did not charge" in text or "--holding" in text for text in told)


def test_two_units_that_change_places_take_what_was_assumed_along():
    assert swapped(Sized("Moles", 5, 10)) == Sized("Moles", 5, 10, "target")
    assert swapped(OfRevision("2025-06")) == OfRevision("2025-06")


@pytest.mark.parametrize("each", ALL, ids=words)
def test_what_says_otherwise_is_an_option_a_control_and_a_parameter(each):
    options = {f"--{name.strip('_').replace('_', '-')}" for name in command.__annotations__}
    for field in fields(each):
        spelt = option(field)
        assert spelt in options
        assert "“" in taken(each)
        value = {"phase": "fight", "range_in": "9", "half_range": "1"}.get(field, "1")
        read(f"attacker=Moles&target=Newts&{field}={value}")


@pytest.mark.parametrize(("spell", "kind"), [(option_of_lists, "list"), (option_of_duels, "duel")])
def test_no_option_is_named_that_the_question_does_not_take(spell, kind):
    for each in ALL:
        for field in fields(each):
            spelt = spell(field)
            if spelt is not None:
                name = spelt.removeprefix("--").replace("-", "_")
                assert not {name, f"{name}_"} & EXCLUDES[kind], (each, field)
