"""Who may join whom (H-POS-08), and who uses a Reaction."""

import msgspec
import pytest

from warbook.errors import InputError
from warbook.probability.matchup import Setting, matchup, offered
from warbook.rules.pick import Pick
from wardens import SYSTEM, melee, sheet

CHIEF = msgspec.structs.replace(sheet(melee("axe")), name="Chief")
BODY = sheet(melee("club"))


def led(chief, body):
    return matchup(SYSTEM, (body, BODY), (Pick(leader=chief), Pick()), Setting("fight"))


def of(*keywords, plain=CHIEF):
    return msgspec.structs.replace(plain, keywords=keywords)


@pytest.mark.parametrize(
    ("chief", "body"),
    [
        (("Infantry", "Command"), ("Infantry", "Heavy")),
        (("Cavalry", "Specialist"), ("Cavalry",)),
        (("Paragon", "Unique"), ("Infantry",)),
    ],
)
def test_a_model_joins_a_unit_of_its_type(chief, body):
    found = led(of(*chief), of(*body, plain=BODY))
    assert sum(weapon.count for weapon in found.engagement.attacker.weapons) == 2


@pytest.mark.parametrize(
    ("chief", "body"),
    [
        (("Infantry",), ("Infantry",)),
        (("Infantry", "Command"), ("Cavalry",)),
        (("Paragon",), ("Cavalry",)),
        (("Vehicle", "Command"), ("Vehicle",)),
    ],
)
def test_others_do_not(chief, body):
    with pytest.raises(InputError, match="does not lead Wardens"):
        led(of(*chief), of(*body, plain=BODY))


def test_reactions_that_harden_are_the_targets():
    side = {
        known.name: known.side for known in offered(SYSTEM, (BODY, BODY), (Pick(), Pick()), Setting("shooting"))
    }
    assert (side["Overwatch"], side["Shieldwall"], side["Smokescreen"]) == ("attacker", "target", "target")
