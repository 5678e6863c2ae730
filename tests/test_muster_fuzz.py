"""Whatever a list says, the checks end, soon, with a verdict."""

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from warbook import data, systems
from warbook.errors import InputError
from warbook.muster.mustering import mustered
from warbook.sheets.roster import Entry, Listed, Roster
from warbook.sheets.sheet import Item
from warbook.views.army import ArmyAnswer, document

SHEETS = {system: data.pack(system) for system in ("wh40k10", "heresy3")}
junk = st.text(max_size=12)
counts = st.one_of(st.integers(-3, 25), st.sampled_from((0, 10**6, 10**12)))


def names(system):
    known = st.sampled_from([sheet.name for sheet in SHEETS[system]])
    return st.one_of(known, known, junk.filter(str.strip))


def things(system):
    every = {
        item.name
        for sheet in SHEETS[system]
        for items in (*(e.items for e in sheet.loadout), *(c for o in sheet.options for c in o.choices))
        for item in items
    }
    models = {model.name for sheet in SHEETS[system] for model in sheet.models}
    return st.one_of(st.sampled_from(sorted(every)), st.sampled_from(sorted(models)), junk)


def entries(system):
    rows = st.builds(
        Listed,
        things(system),
        counts,
        st.lists(st.builds(Item, things(system), counts), max_size=5).map(tuple),
    )
    places = st.one_of(st.none(), st.integers(-2, 8))
    return st.builds(
        Entry,
        names(system),
        models=st.one_of(st.none(), counts),
        loadout=st.lists(things(system), max_size=2).map(tuple),
        leader=st.one_of(st.none(), names(system)),
        listed=st.lists(rows, max_size=4).map(tuple),
        points=st.one_of(st.none(), counts),
        enhancements=st.lists(st.one_of(junk, st.just("Logistical Benefit")), max_size=3).map(tuple),
        warlord=st.booleans(),
        joins=places,
        embarked=places,
        role=st.one_of(st.none(), junk, st.sampled_from(("Prime Troops", "Command", "Strategic Reserves"))),
        detachment=st.one_of(
            st.none(), st.sampled_from(("Crusade Primary Detachment", "Apex - Officer Cadre")), junk
        ),
        allied=st.booleans(),
        notes=st.lists(junk, max_size=1).map(tuple),
    )


@st.composite
def rosters(draw):
    system = draw(st.sampled_from(sorted(SHEETS)))
    return Roster(
        "A list",
        draw(st.lists(entries(system), min_size=1, max_size=6).map(tuple)),
        system,
        points_limit=draw(st.one_of(st.none(), counts)),
        faction=draw(st.one_of(st.none(), junk, st.just("Necrons"))),
        detachments=draw(
            st.lists(st.one_of(junk, st.just("Crusade Primary Detachment")), max_size=3).map(tuple)
        ),
        points=draw(st.one_of(st.none(), counts)),
        battle_size=draw(st.one_of(st.none(), junk, st.just("Onslaught"))),
    )


@settings(max_examples=150, deadline=None)
@given(rosters(), st.sampled_from((None, "2000")))
def test_every_list_gets_its_verdict(roster, size):
    made = mustered(roster, systems.find(roster.system), size)
    told = document(made)
    assert msgspec.json.decode(msgspec.json.encode(told), type=ArmyAnswer) == told
    assert [line.unit.place for line in made.lines if not line.unit.attached] == list(range(len(roster.units)))
    assert all(problem.rule and problem.message for problem in made.problems)
    assert all(problem.unit is None or problem.unit < len(roster.units) for problem in made.problems)


def test_a_size_beyond_all_armies_is_refused():
    with pytest.raises(InputError, match="points"):
        mustered(Roster("An army", (Entry("Overlord"),), "wh40k10"), systems.find("wh40k10"), "1" * 30)
