"""Several documents' accounts of a faction become one; a record that tells what it does goes before one that
only names it, here and wherever records of one name meet."""

from fractions import Fraction

import msgspec

from library.shelves import home  # noqa: F401
from rites import BELL, PLAIN, attacking, deals, more, sheet
from warbook.effects import to_json
from warbook.library import adding
from warbook.library.adding import Read
from warbook.library.joining import joined
from warbook.sheets.sheet import (
    Detachment,
    DetachmentRule,
    Enhancement,
    Faction,
    Play,
    Rule,
    Source,
    fullest,
)


def host(path, *, rule, play, crown, kind=None):
    detachment = Detachment(
        "Scree Host",
        (DetachmentRule("Landslide", "Scree Host", rule),),
        (Play("Rolling Stones", 1, "CP", "Scree Host", "", effect=play),),
        (Enhancement("Quartz Crown", 25, "Scree Host", crown),),
        kind,
    )
    return Faction("Gravel Court", "wh40k10", Source(path), (Rule("Slow Growth", rule),), (detachment,))


def test_the_record_with_a_text_goes_before_a_newer_one_without():
    newer = host("newer.cat", rule=None, play=None, crown="It shines brighter.")
    older = host("older.json", rule="Stones roll.", play="It rolls.", crown="It shines.", kind="Cave Fights")
    whole = joined((newer, older))
    (scree,) = whole.detachments
    assert whole.rules[0].text == scree.rules[0].text == "Stones roll."
    assert scree.plays[0].effect == "It rolls."
    assert scree.enhancements[0].text == "It shines brighter."
    assert scree.kind == "Cave Fights"


def test_the_fullest_stands_where_the_name_stood_first():
    rules = (Rule("Slow"), Rule("Old", "It ends."), Rule("Slow", "It grows."), Rule("Slow", "It shrinks."))
    assert fullest(rules, str) == (rules[2], rules[1])


def test_an_enhancement_that_a_sheet_only_names_does_what_its_faction_tells(home):  # noqa: F811
    gift = Enhancement("Chalk Ring", 10, "Kiln", effects=tuple(to_json((attacking(more("hit roll")),))))
    bearer = sheet("Master", words=("CHARACTER",))
    kiln = Faction(
        bearer.faction, "wh40k10", Source("a.json"), detachments=(Detachment("Kiln", enhancements=(gift,)),)
    )
    adding.keep([Read("a.json", (kiln,), ())])
    bare = msgspec.structs.replace(gift, effects=())
    for known in (bare, msgspec.structs.replace(bare, keywords=("CHARACTER",))):
        named = msgspec.structs.replace(bearer, enhancements=(known,))
        deals(PLAIN * Fraction(4, 3), named, BELL, "Chalk Ring")
