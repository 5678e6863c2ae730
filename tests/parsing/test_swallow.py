"""What a reading lost of its sentence is found from the outside."""

import pytest

from warbook.effects import If, Limited
from warbook.effects.attack import Modifier, Save
from warbook.effects.terms import Limit, Selector, Within
from warbook.parsing.swallow import swallowed, words_lost
from warbook.parsing.tokens import tokens

THIS = Selector(kind="model", ref="this")
WORDS = frozenset()
PLUS_TWO = Modifier("hit roll", "add", 2)


@pytest.mark.parametrize(
    ("sentence", "effect", "lost"),
    [
        ("add 2 to the roll", PLUS_TWO, None),
        ("add 3 to the roll", PLUS_TWO, "3"),
        ("ZORBLAX models add 2", PLUS_TWO, "ZORBLAX"),
        ("until dawn add 2", PLUS_TWO, "until"),
        ('within 7" of it add 2', PLUS_TWO, "7"),
        ('within 7" add 2', If(Within(THIS, 7, Selector()), PLUS_TWO), None),
        ('within 7" of an enemy add 2', If(Within(THIS, 7, Selector()), PLUS_TWO), "enemy"),
        ('within 7" of an enemy add 2', If(Within(THIS, 7, Selector(side="enemy")), PLUS_TWO), None),
        ("a 5+ guard", Save("feel no pain", 5), None),
        ("a 4+ guard", Save("feel no pain", 5), "4+"),
        ("has [GLASS HITS 3]", Save("feel no pain", 3), "[GLASS HITS 3]"),
        ("D3+1 of them and 2", PLUS_TWO, "D3+1"),
    ],
)
def test_every_weighty_token_shows_in_the_effects(sentence, effect, lost):
    found = swallowed(tokens(sentence, WORDS), effect)
    assert (found and found.text) == lost


def test_a_limit_must_show():
    assert words_lost("add 2 once per battle", PLUS_TWO) == "once per battle"
    assert words_lost("add 2 once per battle", Limited(Limit("battle"), PLUS_TWO)) is None
