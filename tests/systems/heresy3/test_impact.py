"""Impact (section 15)."""

from fractions import Fraction as F

import pytest

from heresy import blade, exactly, giant, odds

BASE = {"attacks": "2", "ap": 4}


@pytest.mark.parametrize(
    ("rule", "damage"),
    [
        ("Impact (SM)", F(2, 2) * F(4, 6) * F(1, 3)),
        ("Impact (AM)", F(3, 2) * F(1, 2) * F(1, 3)),
        ("Impact (D)", F(2, 2) * F(1, 2) * F(1, 3) * 2),
        ("Impact (AP)", F(2, 2) * F(1, 2)),
        ("Impact (IM)", F(2, 2) * F(1, 2) * F(1, 3)),
    ],
)
def test_a_unit_that_charged_gets_one_more(rule, damage):
    assert odds(blade(rule, **BASE), giant(save="3+"), charged=True).damage == exactly(damage)
    assert odds(blade(rule, **BASE), giant(save="3+")).damage == exactly(F(1, 2) * F(1, 3))
