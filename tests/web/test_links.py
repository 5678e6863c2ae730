"""A link holds the whole question."""

import pytest

from warbook.errors import InputError
from warbook.queries import Profile, Question, Side
from warbook.rules.engagement import Situation
from warbook.rules.pick import Arm
from warbook.web import fields, links

FULL = Question(
    Side("Zorb & Co", 10, ["5 ray=gun", "hat"], "Boss", ["ray"], ["ray high"], 1, "wh40k10"),
    Side(
        "Glass Men", leader="Boss", wounds_lost=2, second_leader="Mate", second_leader_loadout=["hat", "2 axe"]
    ),
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
        Side("=&?", typed=Profile(7, "2+", arms=(Arm("a&b=c", abilities=("d=e", "f")),))),
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


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("attacker=A&target=B&nonsense=1", "there is no field nonsense here"),
        ("attacker=A&target=B&attacker.models=many", "expected a whole number or nothing, found a text"),
        ("attacker=A&target=B&cover=perhaps", "expected true or false, found a text"),
        ("attacker=A&target=B&attacker=C", "expected one value, found two"),
        ("attacker=A&target=B&charge=9&charge=8", "expected one value, found two"),
    ],
)
def test_a_fault_of_a_link_is_told_in_words(query, told):
    with pytest.raises(InputError) as fault:
        links.read(query)
    assert fault.value.expected == told


def test_a_field_of_any_page_has_one_value():
    assert fields.single([("figure", "chance"), ("cover", "1"), ("cover", "1")]) == {
        "figure": "chance",
        "cover": "1",
    }
    with pytest.raises(InputError, match="found two"):
        fields.single([("cover", "1"), ("cover", "0")])


def test_the_same_twice_is_once():
    assert links.read("attacker=A&target=B&charge=9&charge=9") == links.read("attacker=A&target=B&charge=9")


CONFLICTS = [
    "attacker.typed=5&attacker.typed.toughness=3",
    "attacker.typed.toughness=3&attacker.typed=5",
    "then=a&then.x=1",
    "then.x=1&then=a",
    "attacker.models=3&attacker.models.x=1",
    "attacker.models.x=1&attacker.models=3",
    "attacker.loadout.x=1&attacker.loadout=3",
    "loadout.x=1&loadout=3",
    "attacker.name.x=1",
    "then=name%3DA%26typed%3D5%26typed.toughness%3D3",
    "then=name%3DA%26typed.arms.x%3D1%26typed.arms%3D3",
    "then=name%3DA%26typed.arms%3Dname%253Da%2526name.x%253D1",
    "=1&.=2&..=3",
    "attacker=" + "a.b" * 3 + "&" + "a." * 10_000 + "=1",
]


@pytest.mark.parametrize("query", CONFLICTS)
def test_fields_that_leave_no_room_for_one_another_are_told(query):
    for read in (links.read, links.begun):
        with pytest.raises(InputError):
            read(f"attacker=A&target=B&{query}")
        with pytest.raises(InputError):
            read(query)
