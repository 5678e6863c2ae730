"""A single roll: ``charge 9``, ``hazardous 5``."""

from __future__ import annotations

from warbook.cli.shown import console, print_json
from warbook.errors import InputError


def show(text: str, name: str, revision: str | None, as_json: bool) -> None:
    """Print the odds of a roll in the game of that name. Raises InputError."""
    from warbook.asking import system_of
    from warbook.rules import rolls

    system = system_of(name, revision)
    kinds = system.rolls(system.rules)
    try:
        asked, words = rolls.read(text, kinds)
        figures = kinds[asked].figures(words)
    except ValueError as fault:
        raise InputError("--roll", repr(text), str(fault)) from None
    if as_json:
        told = {"roll": text, "system": system.name, "revision": system.revision}
        print_json({**told, "meaning": kinds[asked].meaning, **figures})
    else:
        from warbook.views import roll as view

        title = f"{text}: {kinds[asked].meaning}"
        view.show(console(), title, f"{system.title}, rules of {system.revision}", figures)
