"""What makes something happen."""

from __future__ import annotations

import re

from warbook.effects.instructions import Gain, Heal, MortalWounds, Select
from warbook.effects.terms import Amount, Selector


def select(what: Selector) -> Select:
    return Select(what)


def suffers(who: Selector, amount: Amount) -> MortalWounds:
    return MortalWounds(amount, who)


def regains(who: Selector, amount: Amount) -> Heal:
    return Heal(amount, who)


def gain_cp(text: str) -> Gain:
    return Gain("cp", int(re.sub(r"\D", "", text)))
