"""Several questions side by side."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import parse_qsl

import msgspec

from warbook.errors import InputError
from warbook.probability.compare import Traded, traded
from warbook.queries import Question, ask
from warbook.web import links

SIDES = ("attacker", "target")
MOST_LETTERS = 40
PINS = ("revision", "attacker.dated", "target.dated", "attacker.system", "target.system")
"""What a link says of the data, which is no difference to a player."""


class Row(msgspec.Struct, frozen=True):
    """One question: what is of its own, its address and its figures, or why it has none."""

    differs: tuple[str, ...]
    query: str
    told: Traded | None
    fault: str | None = None


def compared(questions: Sequence[Question]) -> tuple[Row, ...]:
    """Each question's figures, with what not all of them say."""
    said = [set(parse_qsl(links.query(question))) for question in questions]
    shared = set.intersection(*said) if said else set()
    return tuple(
        _row(question, tuple(_words(pair) for pair in parse_qsl(links.query(question)) if pair not in shared))
        for question in questions
    )


def _words(pair: tuple[str, str]) -> str:
    """A field of a link as players say it.

    >>> _words(("target.typed.toughness", "8")), _words(("cover", "1"))
    ('target toughness: 8', 'cover')
    >>> _words(("then", "name=Zorb&models=3"))
    'then: Zorb, models 3'
    """
    key, value = pair
    name = key.replace(".typed", "").replace(".", " ").replace("_", " ")
    if key.rpartition(".")[2] in links.PACKED:
        return f"{name}: {', '.join(map(_part, parse_qsl(value)))}"
    return name if value == "1" and "." not in key else f"{name}: {value}"


def _part(pair: tuple[str, str]) -> str:
    key, value = pair
    return value if key == "name" else f"{key.replace('typed.', '').replace('_', ' ')} {value}"[:MOST_LETTERS]


def _row(question: Question, differs: tuple[str, ...]) -> Row:
    told = tuple(
        each for each in differs if not each.startswith(_PINNED) and each.partition(":")[0] not in SIDES
    )
    try:
        reply = ask(question)
    except InputError as fault:
        return Row(told, links.query(question), None, fault.expected)
    made = reply.made
    target = made.engagement.target.models
    figures = traded((made.attacker, made.target), made.points, target, reply.told, made.leader_points)
    return Row(told, links.query(question), figures)


_PINNED = tuple(_words((key, ""))[:-1] for key in PINS)
