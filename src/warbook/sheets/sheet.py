"""What a document says about one unit, as frozen values with JSON both ways.

Characteristics keep their printed strings (``"3+"``, ``"D6+1"``, ``"-"``) under their printed heads.
Nothing here knows a game's rules: a system reads these values when it compiles an attack.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Literal, Protocol, TypeVar

import msgspec

Lines = tuple[int, int]
"""First and last line of a passage in its document, counted from 1."""


class Sheet(msgspec.Struct, frozen=True, omit_defaults=False):
    """Base of every value in this module."""


class Source(Sheet, frozen=True):
    """Where a sheet or a fact comes from; ``date`` is ISO, as far as it is known."""

    path: str
    date: str | None = None


class Model(Sheet, frozen=True):
    """One kind of model in a unit and how many of it the unit may hold.

    ``base_mm`` is a diameter (``32``) or an oval (``"75x42"``).
    """

    name: str
    count_min: int
    count_max: int
    base_mm: int | str | None = None
    characteristics: dict[str, str] = {}
    keywords: tuple[str, ...] = ()


class WeaponProfile(Sheet, frozen=True):
    """One line of a weapon's table: printed characteristics and ability texts."""

    name: str
    characteristics: dict[str, str]
    abilities: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()


class Weapon(Sheet, frozen=True):
    """A weapon; ``reaction_only`` profiles belong to a reaction and are never ordinary weapons."""

    name: str
    kind: Literal["ranged", "melee"]
    profiles: tuple[WeaponProfile, ...]
    reaction_only: bool = False


class Item(Sheet, frozen=True):
    """A number of one piece of wargear."""

    name: str
    count: int = 1


class Equipped(Sheet, frozen=True):
    """What each model of one kind carries by default."""

    model: str
    items: tuple[Item, ...]


class Option(Sheet, frozen=True):
    """A wargear option as structure: who may take which of ``choices``, giving up ``replaces``.

    ``limit`` is how many models may take it (``None``: any number of those named by ``model``);
    ``per_models`` grants ``limit`` for every so many models of the unit; ``all_or_none`` binds the whole unit.
    Each taker picks up to ``picks`` of the choices, the same one twice only where ``duplicates``. ``unit_size``
    and ``requires`` are what the unit and the model must be before they may take it, and a model that carries
    one of ``without`` may not; of several ``replaces`` only one is given up where ``replaces_one_of``.
    ``costs`` runs along ``choices``, in points.
    """

    model: str | None
    choices: tuple[tuple[Item, ...], ...]
    replaces: tuple[Item, ...] = ()
    limit: int | None = 1
    per_models: int | None = None
    all_or_none: bool = False
    lines: Lines | None = None
    picks: int = 1
    duplicates: bool = False
    unit_size: int | None = None
    requires: tuple[str, ...] = ()
    replaces_one_of: bool = False
    costs: tuple[int | None, ...] = ()
    text: str | None = None
    without: tuple[str, ...] = ()


class Ability(Sheet, frozen=True):
    """A named ability of a sheet; its text is present only when the user's own document holds it."""

    name: str
    group: Literal["core", "faction", "datasheet", "wargear"]
    text: str | None = None
    lines: Lines | None = None
    effects: tuple[dict[str, Any], ...] = ()


class Points(Sheet, frozen=True):
    """What a unit of ``models`` models costs, and since when; ``note`` is what the row says besides."""

    models: int
    points: int
    date: str | None = None
    note: str | None = None


class Damaged(Sheet, frozen=True):
    """The damaged bracket: wounds remaining from ``low`` to ``high``, and its modifier to Hit rolls.

    ``hit`` is ``None`` where the text was not understood; ``objective_control`` modifies that characteristic.
    """

    low: int
    high: int
    hit: int | None = None
    text: str | None = None
    lines: Lines | None = None
    objective_control: int | None = None


class TransportWeight(Sheet, frozen=True):
    """How many places each model with ``keyword`` takes up."""

    keyword: str
    places: int


class TransportExtra(Sheet, frozen=True):
    """Models with all ``keywords`` that ride besides the capacity: so many of them."""

    capacity: int
    keywords: tuple[str, ...]


class Transport(Sheet, frozen=True):
    """Transport capacity: ``capacity`` places for models that have all ``keywords`` and none of ``excluded``.

    Models that have all of one of ``alternatives`` may ride too; ``extras`` have places of their own;
    ``unread`` are sentences that were not understood.
    """

    capacity: int
    keywords: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    weights: tuple[TransportWeight, ...] = ()
    text: str | None = None
    lines: Lines | None = None
    alternatives: tuple[tuple[str, ...], ...] = ()
    extras: tuple[TransportExtra, ...] = ()
    unread: tuple[str, ...] = ()


class Play(Sheet, frozen=True):
    """A Stratagem or Reaction card. Its texts are present only from the user's own document.

    ``cost_text`` is what the card says about its cost besides the number. ``used`` are the effects that tell
    when and on what it is used, where ``effects`` tell nothing, as what it does is not known.
    """

    name: str
    cost: int
    currency: str
    source: str
    category: str
    when: str | None = None
    target: str | None = None
    effect: str | None = None
    restrictions: str | None = None
    lines: Lines | None = None
    effects: tuple[dict[str, Any], ...] = ()
    flavour: str | None = None
    cost_text: str | None = None
    used: tuple[dict[str, Any], ...] = ()


class Rule(Sheet, frozen=True):
    """A named rule that the document explains (its glossary), with where it stands.

    ``text`` alone is the rule. ``summary`` are bullets that say it again in short, ``examples`` and ``flavour``
    change nothing.
    """

    name: str
    text: str | None = None
    lines: Lines | None = None
    effects: tuple[dict[str, Any], ...] = ()
    flavour: str | None = None
    summary: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


class DetachmentRule(Sheet, frozen=True):
    """A detachment's own rule; ``flavour`` and ``examples`` change nothing."""

    name: str
    detachment: str | None = None
    text: str | None = None
    lines: Lines | None = None
    effects: tuple[dict[str, Any], ...] = ()
    flavour: str | None = None
    summary: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()


class Enhancement(Sheet, frozen=True):
    """An Enhancement that the document lists for the unit, or among its faction's.

    ``keywords`` are those that its bearer must have, ``excluded`` those that he must not.
    """

    name: str
    points: int | None = None
    detachment: str | None = None
    text: str | None = None
    lines: Lines | None = None
    keywords: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    effects: tuple[dict[str, Any], ...] = ()


class Detachment(Sheet, frozen=True):
    """A detachment of a faction: its own rules, Stratagems and Enhancements.

    ``kind`` names the sort of game that it is for, where that is not the ordinary one ("Boarding Actions").
    """

    name: str
    rules: tuple[DetachmentRule, ...] = ()
    plays: tuple[Play, ...] = ()
    enhancements: tuple[Enhancement, ...] = ()
    kind: str | None = None


class Faction(Sheet, frozen=True):
    """What a document says about a faction as a whole; ``plays`` are those of no detachment.

    ``parent`` is the faction that it is a part of; ``allies`` may stand in its armies. Both may be told by
    ``id``, which is the document's own key for a faction.
    """

    name: str
    system: str
    source: Source | None = None
    rules: tuple[Rule, ...] = ()
    detachments: tuple[Detachment, ...] = ()
    plays: tuple[Play, ...] = ()
    parent: str | None = None
    allies: tuple[str, ...] = ()
    id: str | None = None


class Group(Sheet, frozen=True):
    """Units listed together under their battlefield role; the list may be empty where it was lost."""

    role: str
    units: tuple[str, ...] = ()


class KeywordIndex(Sheet, frozen=True):
    """Which units of a faction have all of ``keywords``, by battlefield role.

    ``complete`` is false where a keyword was lost.
    """

    keywords: tuple[str, ...]
    groups: tuple[Group, ...] = ()
    complete: bool = True
    lines: Lines | None = None


class ChoiceList(Sheet, frozen=True):
    """A list of things to choose from that belongs to no option of the sheet."""

    name: str
    entries: tuple[str, ...]
    lines: Lines | None = None


class Note(Sheet, frozen=True):
    """A sentence of the document that is kept as it stands; ``about`` names what it belongs to."""

    about: str
    text: str
    lines: Lines | None = None


class Evidence(Sheet, frozen=True):
    """Something in a document that speaks for some revisions of the rules."""

    about: str
    revisions: tuple[str, ...]
    line: int | None = None


class Passage(Sheet, frozen=True):
    """What the lines of a document turned out to be."""

    what: str
    lines: Lines


class Missing(Sheet, frozen=True):
    """Something the document should hold and does not. Never invented, always told.

    ``token`` is one of statline, loadout, base, attachments, table, keyword, rule.
    """

    token: str
    where: str
    line: int | None = None


class Problem(Sheet, frozen=True):
    """A place in a document that was not understood; ``line`` counts from 1, ``last`` ends a longer place.

    A document without lines (a catalogue) has ``line`` 0 and names the ``place`` in its own terms; ``path``
    tells the file where a document has several.
    """

    line: int
    message: str
    last: int | None = None
    place: str | None = None
    path: str | None = None


class Composition(Sheet, frozen=True):
    """One kind of model in the unit's composition; entries of different ``alternative`` exclude each other."""

    name: str
    count_min: int
    count_max: int
    keywords: tuple[str, ...] = ()
    alternative: int = 0


class Datasheet(Sheet, frozen=True):
    """Everything one document says about one unit.

    ``complete`` says that every model's statline and loadout are known. ``passages`` map the document's lines.
    ``id`` is the document's own key for the unit; ``legends`` marks units that are no longer sold.
    """

    name: str
    faction: str
    system: str
    revision: str | None = None
    source: Source | None = None
    complete: bool = False
    missing: tuple[Missing, ...] = ()
    models: tuple[Model, ...] = ()
    weapons: tuple[Weapon, ...] = ()
    options: tuple[Option, ...] = ()
    loadout: tuple[Equipped, ...] = ()
    abilities: tuple[Ability, ...] = ()
    composition: tuple[Composition, ...] = ()
    points: tuple[Points, ...] = ()
    damaged: Damaged | None = None
    transport: Transport | None = None
    leads: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    faction_keywords: tuple[str, ...] = ()
    plays: tuple[Play, ...] = ()
    detachment_rules: tuple[DetachmentRule, ...] = ()
    rules: tuple[Rule, ...] = ()
    problems: tuple[Problem, ...] = ()
    role: str | None = None
    types: tuple[str, ...] = ()
    sub_types: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    led_by: tuple[str, ...] = ()
    enhancements: tuple[Enhancement, ...] = ()
    indexes: tuple[KeywordIndex, ...] = ()
    army_list: tuple[Group, ...] = ()
    choice_lists: tuple[ChoiceList, ...] = ()
    notes: tuple[Note, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    passages: tuple[Passage, ...] = ()
    id: str | None = None
    legends: bool = False


class Collection(Sheet, frozen=True):
    """All that was read from a document or a folder of documents, with what could not be read."""

    sheets: tuple[Datasheet, ...] = ()
    factions: tuple[Faction, ...] = ()
    problems: tuple[Problem, ...] = ()


class Named(Protocol):
    """A record that documents call by a name."""

    @property
    def name(self) -> str: ...


N = TypeVar("N", bound=Named)


def has_content(record: Named) -> bool:
    """Whether a record holds what it does, as text or as effects; some documents only name it.

    >>> has_content(Rule("Old Age")), has_content(Rule("Old Age", "It ends."))
    (False, True)
    """
    return any(getattr(record, field, None) for field in ("text", "effect", "effects"))


def fullest(records: Iterable[N], key: Callable[[str], Hashable]) -> tuple[N, ...]:
    """Each record once by the ``key`` of its name: the first that holds what it does, else the first.

    >>> fullest((Rule("Slow"), Rule("Old", "It ends."), Rule("SLOW", "It grows.")), str.casefold)[0].text
    'It grows.'
    """
    out: dict[Hashable, N] = {}
    for record in records:
        before = out.setdefault(key(record.name), record)
        if has_content(record) and not has_content(before):
            out[key(record.name)] = record
    return tuple(out.values())
