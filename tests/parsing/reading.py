"""Sentences that must be understood, and what they were read as."""

from warbook.effects import Effect
from warbook.parsing.parse import read


def effect(sentence: str, kind: str = "start") -> Effect:
    """What the sentence was read as, all of it."""
    reading = read(sentence, kind)
    assert reading.understood, reading.rest
    return reading.effect
