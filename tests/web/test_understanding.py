"""What of the rules in one's own documents is understood."""

import asyncio

import pytest

from warbook.errors import InputError
from warbook.library import adding
from warbook.queries.coverage import covered
from warbook.sheets.sheet import Ability, Collection, Datasheet, Source
from warbook.web import covering
from warbook.web.worked import Worked
from web.test_import import a_home
from web.visiting import apart, refused, visit

HIT = "Each time this model makes an attack, add 1 to the Hit roll."
LOST = "Each time this model makes an attack, frobnicate the zorb."


def sheet(name, *texts):
    abilities = tuple(Ability(f"Rite {n}", "datasheet", text=text) for n, text in enumerate(texts, 1))
    return Datasheet(
        name=name, faction="Glass Men", system="wh40k10", abilities=abilities, source=Source("/docs/glass.txt")
    )


def test_units_with_most_that_is_not_understood_come_first():
    told = covering.shown(covered(Collection((sheet("Amber", HIT), sheet("Zinc", f"{HIT} {LOST}")))))
    assert [each.name for each in told.bearers] == ["Zinc", "Amber"]
    assert (told.bearer("Zinc").understood, told.bearer("Zinc").sentences) == (1, 2)
    assert told.common[0].count == 1
    assert [kind for kind, _ in told.kinds] == ["Abilities"]
    with pytest.raises(InputError):
        told.bearer("Lead")


def test_a_clause_is_marked_from_where_understanding_ended():
    (known,) = covering.explained(HIT, "wh40k10")
    (lost,) = covering.explained(LOST, "wh40k10")
    assert covering.parts(known) == (known.text, "")
    before, after = covering.parts(lost)
    assert before + after == lost.text
    assert after.startswith("frobnicate")
    assert covering.mark(known) == ("✓", "acts in odds and battles")
    assert covering.mark(lost) == ("✗", "not understood")


def test_a_share_is_whole_only_where_nothing_lacks():
    assert [covering.share(*pair) for pair in ((299, 300), (300, 300), (0, 3), (0, 0))] == [
        "99 %", "100 %", "0 %", "–"
    ]  # fmt: skip


@visit
async def test_documents_of_ones_own_are_told_unit_by_unit(visitor):
    with a_home():
        await visitor.open("/understanding")
        await visitor.should_see("There are no documents of yours yet")
        adding.keep([adding.Read("/docs/glass.txt", (sheet("Zinc & Sons", HIT, LOST),), ())])
        (document,) = covering.documents()
        assert (document.title, document.sheets) == ("glass.txt", 1)
        await visitor.open("/understanding")
        await visitor.should_see("glass.txt")
        await visitor.open(f"/understanding?document={document.key}")
        await visitor.should_see("Zinc &amp; Sons", retries=200)
        await visitor.open(f"/understanding?document={document.key}&of=Zinc+%26+Sons")
        await visitor.should_see("<mark>frobnicate the zorb", retries=200)
        await visitor.open(f"/understanding?document={document.key}&of=Lead")
        await visitor.should_see("expected a unit or faction of the document", retries=200)
        nowhere = await refused(visitor, "/understanding?document=nonsense")
        assert "expected a document of the library" in nowhere


def test_a_sentence_of_ones_own_is_read_on_the_page(page):
    page.goto("/understanding")
    page.get_by_label("Rules text").fill(HIT)
    page.get_by_role("button", name="Read it").click()
    page.get_by_text("acts in odds and battles").wait_for(timeout=60_000)
    assert page.get_by_text("+1 to hit").is_visible()


def test_those_who_ask_at_once_wait_for_one_piece_of_work():
    made = []

    async def make():
        made.append(1)
        await asyncio.sleep(0)
        if len(made) == 2:
            raise InputError("a", "b", "c")
        return len(made)

    async def ask():
        kept = Worked(2)
        assert await asyncio.gather(kept.of("x", make), kept.of("x", make), kept.of("x", make)) == [1, 1, 1]
        with pytest.raises(InputError):
            await kept.of("y", make)
        assert await kept.of("y", make) == 3
        assert await kept.of("z", make) == 4
        assert await kept.of("x", make) == 5

    apart(ask())
