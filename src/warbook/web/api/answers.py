"""What the API answers, worked out in a worker: each function gives the JSON of its answer."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from warbook.errors import InputError, naming
from warbook.queries import Question, ask
from warbook.queries.saying import said
from warbook.web.fields import misfit

ENGAGEMENTS = 500
"""At most so many in one request."""
NAMELESS = "text"


def sheet(system: str, name: str, faction: str | None) -> bytes:
    """A datasheet with the effects of its rules. Raises InputError."""
    from warbook.library import lookup
    from warbook.reading.understanding import with_effects

    with naming(name):
        return msgspec.json.encode(with_effects(lookup.find(name, system, faction).sheet))


def odds(document: Any) -> bytes:
    """The odds of a question by names, of an engagement, or of a list of engagements. Raises InputError."""
    if isinstance(document, list):
        if len(document) > ENGAGEMENTS:
            raise InputError("odds", "engagements", f"expected at most {ENGAGEMENTS}, got {len(document)}")
        return msgspec.json.encode([_engagement(each) for each in document])
    if isinstance(document, dict) and _names(document):
        return asked(_question(document))
    return msgspec.json.encode(_engagement(document))


def _names(document: Mapping[str, Any]) -> bool:
    """Whether units are asked for by their names."""
    sides = [document.get(side) for side in ("attacker", "target")]
    return any(isinstance(side, str) or (isinstance(side, dict) and not _told(side)) for side in sides)


def _told(side: Mapping[str, Any]) -> bool:
    """Whether a side tells its weapons or models instead."""
    return any(isinstance(side.get(part), list) and part != "loadout" for part in ("models", "mortal")) or any(
        isinstance(weapon, dict) for weapon in side.get("weapons") or ()
    )


def asked(question: Question) -> bytes:
    """The odds of a question, as ``warbook odds --json`` tells them. Raises InputError."""
    return msgspec.json.encode(ask(question).document(lambda each: said(each, str)))


def _question(document: Mapping[str, Any]) -> Question:
    """The question of a document. Raises InputError."""
    given = {
        key: {"name": side} if key in ("attacker", "target") and isinstance(side, str) else side
        for key, side in document.items()
    }
    try:
        return msgspec.convert(given, Question)
    except msgspec.ValidationError as fault:
        raise misfit(fault, "odds") from None


def _engagement(document: Any) -> Any:
    from warbook.probability import answer

    return answer(document)


def listed(body: bytes, system: str | None, revision: str | None, size: str | None) -> bytes:
    """An army list, checked, as ``warbook army check --json`` tells it. Raises InputError."""
    from warbook.muster.mustering import mustered
    from warbook.queries import system_of
    from warbook.views.army import document

    roster = _roster(body)
    if system:
        roster = msgspec.structs.replace(roster, system=system)
    return msgspec.json.encode(document(mustered(roster, system_of(roster.system, revision), size)))


def _roster(body: bytes) -> Any:
    from warbook.importers import rosters
    from warbook.library.games import of_its_game
    from warbook.sheets.sheet import Source

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, NAMELESS)
        path.write_bytes(body)
        try:
            return msgspec.structs.replace(of_its_game(rosters.read(path)), source=Source("list"))
        except InputError as fault:
            raise InputError("list", fault.place, fault.expected.replace(str(path), "list")) from None


def explained(text: str, kind: str | None, system: str) -> bytes:
    """A text of rules, as ``warbook explain --json`` tells it. Raises InputError."""
    from warbook.parsing import text as texts
    from warbook.systems import REVISED
    from warbook.views.effects import answer

    known = next((each for each in texts.KINDS if each == kind), None)
    if kind and known is None:
        raise InputError("explain", f"kind {kind}", f"expected one of {', '.join(texts.KINDS)}")
    if system not in REVISED:
        raise InputError("explain", f"system {system}", f"expected one of {', '.join(REVISED)}")
    found = texts.read(text, known, system)
    if not found.sentences:
        raise InputError("explain", "text", "expected a sentence")
    return msgspec.json.encode(answer("", found, known))


def rolled(text: str, system: str | None, revision: str | None) -> bytes:
    """The odds of a single roll, as ``warbook odds --roll --json`` tells them. Raises InputError."""
    from warbook.queries.rolling import roll

    try:
        return msgspec.json.encode(roll(text, system, revision).document())
    except InputError as fault:
        raise InputError("roll", fault.place, fault.expected) from None
