"""Of several documents' cards and rules those of the revision that is played count."""

from unittest.mock import patch

import msgspec
import pytest

from battle.hosts import detachment, fought, play, row, sheet
from library.shelves import home, keep, unit  # noqa: F401
from warbook import data
from warbook.library import lookup
from warbook.probability import odds
from warbook.probability.matchup import Setting, matchup
from warbook.rules.pick import Pick
from warbook.sheets.sheet import DetachmentRule, Faction, Source
from warbook.systems import find
from warbook.systems.wh40k10.army import Muster
from warbook.systems.wh40k10.dated import accounts_of, of_revision
from warbook.systems.wh40k10.effects import finding
from warbook.systems.wh40k10.ruled.rulebook import side_plays, side_rules

WHEN, TARGET = "Your Shooting phase.", "One unit from your army."
LATER = play("Grit", WHEN, TARGET, "Models in this unit have the Stealth ability.", cost=2)
EARLIER = play("GRIT", WHEN, TARGET, "Models in this unit have the Lone Operative ability.")


def account(date):
    return Faction("Gravel Court", "wh40k10", Source("book", date))


@pytest.mark.parametrize(
    ("revision", "dates", "order"),
    [
        ("2023-12", ("2025-07", "2024-01"), ("2024-01", "2025-07")),
        ("2025-06", ("2024-01", "2025-07"), ("2025-07", "2024-01")),
        # the latest before it, then the next after it
        ("2024-06", ("2025-07", "2023-07", "2024-01"), ("2024-01", "2023-07", "2025-07")),
        # a document without a date is of the newest revision, and so is whoever plays without one
        ("2023-06", (None, "2023-12"), ("2023-12", None)),
        (None, ("2023-12", None), (None, "2023-12")),
        # of two of one revision the first stays the first
        ("2025-06", ("2025-08", "2025-07"), ("2025-08", "2025-07")),
    ],
)
def test_accounts_count_in_the_order_of_their_revisions(revision, dates, order):
    made = of_revision([account(date) for date in dates], revision)
    assert tuple(one.source.date for one in made) == order


def mustered(revision):
    """A page of December 2023 in an army whose faction is known from July 2025, too."""
    rule = DetachmentRule(
        "SLOW AND SURE", "Slow Column", "Models in this unit have the Lone Operative ability."
    )
    page = sheet("Elder", plays=(EARLIER,))
    page = type(page)(**{
        **{name: getattr(page, name) for name in page.__struct_fields__},
        "revision": "2023-12", "detachment_rules": (rule,),
    })  # fmt: skip
    battle = fought((1, 0, "movement"), (0, page, row(20, 10)), (1, sheet("Foe"), row(20, 30)), detached=(0,))
    known = detachment("Models in this unit have the Stealth ability.", plays=(LATER,))
    faction = Faction("Gravel Court", "wh40k10", Source("book", "2025-07"), detachments=(known,))
    muster = battle.game.muster
    again = Muster.__new__(Muster)
    again.__dict__.update({**muster.__dict__, "revision": revision, "_factions": {}})
    with (
        patch.object(lookup, "faction", return_value=faction),
        patch.object(data, "faction", return_value=None),
    ):
        again.faction(0)
    return again


@pytest.mark.parametrize(("revision", "cost", "alone"), [("2023-12", 1, True), ("2025-06", 2, False)])
def test_a_battle_has_the_cards_and_rules_of_its_revision_once(revision, cost, alone):
    muster = mustered(revision)
    cards = [one for one, _ in side_plays(muster, 0) if one.name.casefold() == "grit"]
    assert [one.cost for one in cards] == [cost]
    rules = [rule for rule in side_rules(muster, 0) if rule.name.casefold() == "slow and sure"]
    assert ["lone operative" in str(rule.effects).lower() for rule in rules] == [alone]


EACH = "each time a model in your unit makes an attack"
UNTIL = "Until the end of the phase"


@pytest.mark.parametrize(("revision", "hits"), [("2023-12", 5 * 2 * 4 / 6), ("2025-06", 5 * 2 * 3 / 6)])
def test_odds_take_the_card_of_the_revision_played(revision, hits):
    """Ten slings on 4+: the page's card adds to the Hit roll, the later book's to the Wound roll."""
    old = play("GRIT", WHEN, TARGET, f"{UNTIL}, {EACH}, add 1 to the Hit roll.")
    new = play("Grit", WHEN, TARGET, f"{UNTIL}, {EACH}, add 1 to the Wound roll.")
    page = msgspec.structs.replace(sheet("Elder", plays=(old,)), revision="2023-12")
    book = Faction(
        "Gravel Court", "wh40k10", Source("book", "2025-07"), detachments=(detachment(plays=(new,)),)
    )
    with patch.object(finding, "_factions", return_value=(book,)):
        made = matchup(
            find("wh40k10", revision),
            (page, sheet("Foe")),
            (Pick(), Pick()),
            Setting("shooting", plays=("Grit",)),
        )
    assert odds(made.engagement).hits.mean == pytest.approx(hits)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(("revision", "cost"), [("2023-06", 1), ("2023-12", 1), ("2025-06", 2)])
def test_the_cards_of_a_page_in_the_library_are_those_of_its_revision(revision, cost):
    """A page of December 2023 whose unit no army has, and a later one: both print the card of a detachment."""
    page = unit("Reed Elder", plays=(EARLIER,), revision="2023-12")
    later = unit("Moss Elder", plays=(LATER,), revision="2025-06")
    keep(unit(), page, document="/shelf/elder.txt")
    keep(later, unit("Foe", faction="Other Court", plays=(EARLIER,)), document="/shelf/later.txt")
    known = of_revision(accounts_of("Gravel Court", "wh40k10"), revision)
    cards = [card for one in known for each in one.detachments for card in each.plays]
    assert next(card.cost for card in cards) == cost
    assert len(cards) == 2
