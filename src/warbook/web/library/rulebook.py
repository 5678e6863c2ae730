"""The rules of a game as they are shown: what the documents of one's own say, and what we say."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from warbook import data, systems
from warbook.library import index, lookup
from warbook.library.kept import Known
from warbook.names import words
from warbook.reading import glossary
from warbook.reading.glossary import Kind
from warbook.sheets.sheet import Rule
from warbook.web.library.words import About, history

TITLES: dict[Kind, str] = {
    "rule": "The game",
    "weapon": "Weapon abilities",
    "ability": "Abilities of units",
    "stratagem": "Core Stratagems",
    "type": "Types",
    "sub-type": "Sub-types",
    "status": "Statuses",
    "reaction": "Core and advanced Reactions",
}
MOST_DOCUMENTS = 40
"""Documents that explain rules and are looked through."""


class Part(msgspec.Struct, frozen=True):
    """Rules of a kind."""

    title: str
    id: str
    rules: tuple[About, ...]


def shown(system: str, revision: str | None) -> tuple[Part, ...]:
    """The rules of a game under a revision, by kind. Those that only one's own documents explain come last."""
    own = {words(rule.name): rule for rule in _own(system)}
    parts = [_part(system, kind, revision, own) for kind in TITLES]
    known = {words(glossary_name(rule.title)) for part in parts for rule in part.rules}
    rest = tuple(
        About(f"own-{place}", rule.name, rule.text)
        for place, (name, rule) in enumerate(own.items())
        if name not in known and not glossary.explained(system, rule.name)
    )
    every = (*parts, Part("Only in your documents", "own", rest))
    return tuple(part for part in every if part.rules)


def glossary_name(title: str) -> str:
    """A name of the glossary without what stands for its value."""
    return title.removesuffix(" (X)").removesuffix(" X+").removesuffix(" X")


def _part(system: str, kind: Kind, revision: str | None, own: dict[tuple[str, ...], Rule]) -> Part:
    found = []
    for place, each in enumerate(glossary.entries(system)):
        if each.kind == kind:
            texts = tuple(each.texts.items()) if each.changes else ()
            rule = own.get(words(each.name)) or own.get(words(glossary_name(each.name)))
            found.append(
                About(
                    f"rule-{place}",
                    each.name,
                    rule.text if rule else None,
                    each.at(revision),
                    history(system, texts),
                )
            )
    return Part(TITLES[kind], kind, tuple(found))


def _own(system: str) -> Iterator[Rule]:
    """Rules that documents of one's own explain."""
    for unit in [each for each in index.build() if each.system == system and each.explains][:MOST_DOCUMENTS]:
        known = Known(unit.name, unit.faction, unit.system, None, unit.date, unit.key, unit.legends)
        yield from (rule for rule in lookup.load(known).rules if rule.text)
    core = lookup.faction("Core", system) or data.faction("Core", system)
    yield from (rule for rule in core.rules if rule.text) if core else ()


def revisions(system: str) -> tuple[str, ...]:
    """The dated revisions of a game, newest first."""
    return tuple(reversed(systems.REVISED[system]))
