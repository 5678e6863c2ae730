"""Exact odds of any engagement.

>>> from warbook.probability import answer
>>> rifles = {"name": "rifle", "kind": "ranged", "count": 2, "attacks": "1", "skill": "3+",
...           "strength": 4, "ap": -1, "damage": "1"}
>>> guard = {"name": "guard", "count": 2, "toughness": 4, "save": "4+", "wounds": 1}
>>> told = answer({"attacker": {"weapons": [rifles]}, "target": {"models": [guard]}})
>>> round(told["damage"]["mean"], 6), round(told["p_destroyed"], 6)
(0.444444, 0.049383)
"""

from __future__ import annotations

from warbook.probability.answer import Answer, Refusal, answer, decode, odds

__all__ = ["Answer", "Refusal", "answer", "decode", "odds"]
