"""A link holds the whole question."""

import pytest

from warbook.asking import Question, Side, Typed
from warbook.errors import InputError
from warbook.rules.engagement import Situation
from warbook.rules.pick import Arm
from warbook.web import links

FULL = Question(
    Side("Zorb & Co", 10, ["5 ray=gun", "hat"], "Boss", ["ray"], ["ray high"], 1, "wh40k10"),
    Side("Glass Men", wounds_lost=2),
    "shooting",
    Situation(cover=True, range_in=11.5, under_marker=3),
    ("Rite of Glass", "Rite: Option"),
    ("below half-strength",),
    "2025-06",
    charge=9,
    charge_reroll=True,
    needed=0.8,
    worth=True,
    dealt=0,
    destroyed=2,
    modifiers=("+1 to hit", "-1 damage"),
    then=(
        Side("Zorb & Co", 3, ["hat"]),
        Side("=&?", typed=Typed(7, "2+", arms=(Arm("a&b=c", abilities=("d=e", "f")),))),
    ),
)


@pytest.mark.parametrize("question", [FULL, Question(Side("A"), Side("B"))])
def test_a_question_comes_back_from_its_link(question):
    assert links.read(links.query(question)) == question


@pytest.mark.parametrize(
    ("query", "place"),
    [("attacker=A", "question"), ("attacker=A&target=B&nonsense=1", "question"),
     ("attacker=A&target=B&attacker.models=many", "attacker.models")],
)  # fmt: skip
def test_a_link_that_makes_no_sense_is_refused(query, place):
    with pytest.raises(InputError) as fault:
        links.read(query)
    assert fault.value.place == place
