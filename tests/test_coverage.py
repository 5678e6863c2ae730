"""Coverage of documents: rule by rule and clause by clause, by kind, and what was not understood."""

import json
from io import StringIO

import msgspec
import pytest
from rich.console import Console

from odds.seed_pages import LAND_RAIDER, OBYRON, only_where_the_pages_are
from warbook import importers
from warbook.parsing import text as texts
from warbook.queries.coverage import clauses, covered
from warbook.sheets.sheet import Ability, Collection, Datasheet, Play
from warbook.views.coverage import marked, show, state

HIT = "Each time this model makes an attack, add 1 to the Hit roll."
ODD = "Each time this model makes an attack, gibber sideways at the nearest moon."
SHEET = Datasheet(
    "Zorblax",
    "Glass",
    "wh40k10",
    abilities=(
        Ability("Keen", "datasheet", f"{HIT} {ODD}"),
        Ability("Bound", "core", "Gibber."),
        Ability("Nameless", "datasheet"),
    ),
    plays=(
        Play("Rite", 1, "CP", "Glass", "Ploy", when="Fight phase.", effect=HIT),
        Play("Hymn", 1, "CP", "Glass", "Ploy", when="Fight phase.", effect="Your unit can shoot."),
    ),
)


def of(*sheets):
    return covered(Collection(sheets))


def test_every_rule_with_a_text_is_told_clause_by_clause():
    rules = of(SHEET).rules
    assert [rule.source for rule in rules] == ["Zorblax: Keen", "Glass: Rite", "Glass: Hymn"]
    assert [text.kind for text in rules[1].texts] == ["when", "effect"]
    assert [clause.text for clause in rules[0].texts[0].clauses] == [HIT.rstrip("."), ODD.rstrip(".")]


def test_a_line_that_two_cards_share_is_told_of_both_and_counted_once():
    told = of(SHEET)
    assert [rule.texts[0].clauses[0].text for rule in told.rules[1:]] == ["Fight phase", "Fight phase"]
    assert told.by_kind["when"].texts == 1


def test_equal_rules_of_two_units_are_told_once():
    twin = msgspec.structs.replace(SHEET, name="Zorblin")
    assert of(SHEET, twin) == of(SHEET)


def test_the_span_that_was_not_understood_is_told_in_full():
    (lost,) = of(SHEET).not_understood
    assert lost.source == "Zorblax: Keen"
    assert lost.rest == "gibber sideways at the nearest moon"
    clause = of(SHEET).rules[0].texts[0].clauses[1]
    assert marked(clause).plain == "Each time this model makes an attack, [gibber sideways at the nearest moon]"


def test_common_clauses_are_sorted_by_how_they_begin():
    more = Ability(
        "Odder", "datasheet", "Gibber at the nearest moon. Gibber at the nearest sea. Wail at all moons."
    )
    told = of(msgspec.structs.replace(SHEET, abilities=(more,), plays=()))
    assert [(each.clause, each.count) for each in told.common] == [
        ("Gibber at the nearest", 2),
        ("Wail at all moons", 1),
    ]
    assert told.common[0].example == "Gibber at the nearest moon"


def test_figures_add_up():
    told = of(SHEET)
    for name in ("texts", "sentences", "sentences_understood", "sentences_executed", "combat_sentences"):
        assert getattr(told, name) == sum(getattr(each, name) for each in told.by_kind.values())
    every = {clause.text: clause for rule in told.rules for text in rule.texts for clause in text.clauses}
    assert told.sentences == len(every) + 1  # one sentence stands in texts of two kinds
    assert told.sentences_understood == told.sentences - 1


@pytest.mark.parametrize(
    ("kind", "text", "where"),
    [
        ("ability", HIT, "in odds and battles"),
        ("when", "Fight phase.", "in battles"),
        ("ability", "Gibber sideways.", "not understood"),
        ("effect", "Your unit can be set up again on a distant moon.", "not understood"),
        ("target", "One ZORBLAX unit from your army.", "in battles"),
        ("ability", "Your unit can wail.", "not understood"),
    ],
)
def test_where_a_sentence_acts_is_told(kind, text, where):
    (clause,) = clauses(texts.read(text, kind), kind)
    assert state(clause) == where
    assert clause.executed == where.startswith("in ")


def test_notes_are_counted_apart():
    text = f"{HIT} (see above)"
    told = of(Datasheet("Zorblax", "Glass", "wh40k10", abilities=(Ability("Keen", "datasheet", text),)))
    assert (told.sentences, told.sentences_understood, told.sentences_executed, told.notes) == (2, 2, 1, 1)


def test_the_view_fits_eighty_columns():
    console = Console(width=80, record=True, file=StringIO())
    show(console, of(SHEET), "every")
    shown = console.export_text()
    assert max(map(len, shown.splitlines())) <= 80
    assert "not understood" in shown
    assert "Rules text understood" in shown


def test_coverage_goes_to_json():
    told = json.loads(msgspec.json.encode(of(SHEET)))
    assert told["rules"][0]["texts"][0]["clauses"][0]["odds"] is True
    assert told["not_understood"][0]["rest"] == "gibber sideways at the nearest moon"


def test_rules_that_act_by_their_name_are_told():
    plays = (Play("SMOKESCREEN", 1, "CP", "Core", "Wargear", effect="Gibber sideways."),)
    risen = (Ability("Reanimation Protocols", "faction", "Gibber sideways."),)
    told = of(Datasheet("Zorblax", "Glass", "wh40k10", abilities=risen, plays=plays))
    assert [rule.by_name for rule in told.rules] == [("battles",), ("odds", "battles")]
    assert not any(rule.by_hand for rule in told.rules)
    assert {"Reanimation Protocols", "Thrill Seekers", "Pledges to the Dark Prince"} <= set(told.bespoke)


@only_where_the_pages_are
def test_bespoke_rules_of_the_pages():
    told = {
        rule.source.rpartition(": ")[2]: rule
        for path in (LAND_RAIDER, OBYRON)
        for rule in covered(importers.collect(path)).rules
    }
    typed = {name for name, rule in told.items() if rule.by_hand}
    assert typed == {"Thrill Seekers", "Pledges to the Dark Prince", "Reanimation Protocols"}
    assert not any(rule.left_out for rule in told.values())
    assert told["Exquisite Swordsmanship"].understood
    assert told["COMMAND RE-ROLL"].by_name == ("odds", "battles")
