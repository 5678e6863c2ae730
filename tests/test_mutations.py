"""Whatever comes in by any door, it is read, or refused in a line: a slice of ``benchmarks/mutations.py``, and
arbitrary texts."""

import sys
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

sys.path.append(str(Path(__file__).parents[1]))

from benchmarks import doors, mutations
from benchmarks.mutating import ODD

from warbook.battle.position import set_up
from warbook.effects import english
from warbook.errors import InputError
from warbook.importers import rosters
from warbook.importers.page import read_page
from warbook.parsing import text as texts
from warbook.probability import answer
from warbook.queries import coverage
from warbook.queries.rolling import roll
from warbook.web import links

EVERY = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
WORDS = st.sampled_from((*ODD[:-6], *" ".join(doors.COMPOSED).split()))
TEXTS = st.one_of(st.text(max_size=80), st.lists(WORDS, max_size=30).map(" ".join))
SCALARS = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.sampled_from(ODD[:-6]))


def seen(log):
    """What seams caught: a fault, though nobody suffered from it."""
    return [record.exc_info[1] for record in log.records if record.name == "warbook"]


@pytest.fixture(autouse=True)
def _nothing_was_caught(caplog):
    yield
    assert seen(caplog) == []


@pytest.mark.parametrize("door", [door.name for door in doors.doors()])
def test_spoilt_documents(door):
    tally = mutations.tried(range(12), seed=11, only=door)
    assert [failure for failure in tally.failures if "took" not in failure.how] == []
    assert tally.inputs.total() == 12


@EVERY
@given(TEXTS, st.sampled_from((None, *texts.KINDS)), st.sampled_from(("wh40k10", "heresy3")))
def test_any_text_is_explained(text, kind, system):
    found = texts.read(text, kind, system)
    assert len(coverage.clauses(found, kind)) == len(found.sentences)
    english.said(found.effects)


@EVERY
@given(TEXTS)
def test_any_text_as_anything_else(text):
    for door in (
        lambda: rosters.parse(text),
        lambda: read_page(f"Glass – Zorblax\nABILITIES\n{text}\nKEYWORDS: {text}", "page"),
        lambda: set_up(f"{doors.POSITION}\n{text}"),
        lambda: links.read(text),
        lambda: links.read(f"attacker={text}&target=Immortals&{text}=1"),
        lambda: roll(text, "wh40k10"),
        lambda: roll(f"charge {text}", "wh40k10"),
    ):
        with suppress(InputError):
            door()


@EVERY
@given(st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=2)), st.data())
def test_any_value_in_an_engagement(value, data):
    (told,) = mixed_one(data.draw(st.integers(0, 59)))
    owner, key = data.draw(st.sampled_from(places(told)))
    owner[key] = value
    found = answer(told)
    assert found["problems"] or "damage" in found


def mixed_one(number):
    from copy import deepcopy

    return [deepcopy(doors.engagements()[number])]


def places(value):
    """Every key of every object, every number of every list."""
    keys = list(value) if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    return [place for key in keys for place in ((value, key), *places(value[key]))]
