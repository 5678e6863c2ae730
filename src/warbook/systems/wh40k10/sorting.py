"""What unmodified rolls make of an attack: dice sorted by their faces, and the kinds of wounds they lead to.

Only attacks that some rule changes by a critical or an unmodified result are sorted; for all others a pass and
a critical say enough.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from warbook.dice import Dice, Face, Outcome, Test, Value
from warbook.rules.engagement import ModifierSpec
from warbook.systems.wh40k10.modifiers import ON, Specs

Counts = tuple[int, ...]


class Sorting(Value, frozen=True):
    """``number`` dice against a test, each sorted by its face: the outcome is how many got each label. Label 0
    is a failure; one label more than those of the faces is a failure after a re-roll."""

    test: Test
    labels: tuple[int, ...]
    number: int = 1

    def outcomes(self) -> Mapping[Counts, float]:
        return _sorted(self)

    def judge(self, face: Face) -> Counts:
        counts = [0] * (max(self.labels) + 2)
        for _ in range(self.number):
            counts[self._label(face)] += 1
        return tuple(counts)

    def _label(self, face: Face) -> int:
        first = face(6)
        if not self.test.rerolls[first - 1]:
            return self.labels[first - 1]
        return self.labels[face(6) - 1] or max(self.labels) + 1


@lru_cache(maxsize=4096)
def _sorted(sorting: Sorting) -> Mapping[Counts, float]:
    single = _single(sorting.test, sorting.labels)
    found: dict[Counts, float] = {(0,) * len(single): 1.0}
    for _ in range(sorting.number):
        grown: dict[Counts, float] = {}
        for counts, p in found.items():
            for label, q in enumerate(single):
                if q:
                    more = (*counts[:label], counts[label] + 1, *counts[label + 1 :])
                    grown[more] = grown.get(more, 0.0) + p * q
        found = grown
    return found


def _single(test: Test, labels: tuple[int, ...]) -> list[float]:
    """The chance of each label for one die."""
    chances = [0.0] * (max(labels) + 2)
    for label, rerolled in zip(labels, test.rerolls, strict=True):
        chances[label] += 0.0 if rerolled else 1 / 6
        chances[label or -1] += sum(test.rerolls) / 36
    return chances


class Hit(Value, frozen=True):
    """What comes of a hit: whether it is critical, the kind of a wound without a roll, the mortal wounds that
    it causes and whether they end the attack; and by the label of its Wound roll the kind of wound (``None``:
    none) and the mortal wounds that this causes."""

    critical: bool
    unrolled: int
    mortal: Counts
    ends: bool
    kinds: tuple[int | None, ...]
    more: tuple[Counts, ...]


class Sorts(Value, frozen=True):
    """Labels of the faces of the Hit and the Wound roll, and what comes of a hit by its label. ``hits[0]`` are
    hits without a roll."""

    hit_labels: tuple[int, ...]
    wound_labels: tuple[int, ...]
    hits: tuple[Hit, ...]


class Kind(Value, frozen=True):
    """A kind of wounds: of a ``sort``, ``critical`` where Devastating Wounds act; or ``mortal`` wounds, so
    many, in addition."""

    sort: int = 0
    critical: bool = False
    mortal: Dice | None = None


Class = tuple[bool, tuple[str, ...]]
"""Whether a roll is critical, and which conditions it meets."""


def meets(on: str, roll: str, face: int, outcome: Outcome) -> bool:
    """Whether a face of a Hit or Wound roll meets a condition."""
    found = ON.fullmatch(on)
    if found is None or not outcome.passed:
        return False
    if found[1]:
        return found[1] == roll and outcome is Outcome.CRITICAL
    return found[2] == roll and face >= int(found[3])


def conditions(specs: Iterable[ModifierSpec]) -> tuple[str, ...]:
    """Everything that some modifier acts on, once each, in order."""
    return tuple(dict.fromkeys(spec.on for spec in specs if spec.on))


def sort_conditions(specs: Specs) -> list[tuple[str, ...]]:
    """The conditions that a sort of wounds meets, by sort: the ordinary ones none."""
    plain = conditions(spec for spec in specs if spec.what != "mortal wounds")
    found: list[tuple[str, ...]] = [()]
    for on in plain:
        found += [(*met, on) for met in found]
    return found


def sorts(
    hit: Test | None, wound: Test | None, specs: Specs, devastating: bool
) -> tuple[Sorts, tuple[Kind, ...]]:
    """How attacks are sorted where the modifiers ``specs`` act on some of them only."""
    return _Sorter(hit, wound, specs, devastating).made()


class _Sorter:
    def __init__(self, hit: Test | None, wound: Test | None, specs: Specs, devastating: bool) -> None:
        self.on, self.devastating = conditions(specs), devastating
        self.mortal = [spec for spec in specs if spec.what == "mortal wounds"]
        self.sorts = sort_conditions(specs)
        self.hit_labels, self.hits = self._labelled(hit, "hit")
        self.wound_labels, self.wounds = self._labelled(wound, "wound")
        self.scored: dict[tuple[bool, int], None] = {(False, 0): None}
        for _, hit_on in self.hits:
            for critical, wound_on in [(False, ()), *self.wounds]:
                self.scored[critical and devastating, self._sort(hit_on + wound_on)] = None
        self.order = sorted(self.scored)

    def _labelled(self, test: Test | None, roll: str) -> tuple[tuple[int, ...], list[Class]]:
        classes: list[Class] = [(False, ())]
        labels = []
        for face, outcome in enumerate(test.faces if test else (), 1):
            met = tuple(on for on in self.on if meets(on, roll, face, outcome))
            own = (outcome is Outcome.CRITICAL, met)
            if outcome.passed and own not in classes[1:]:
                classes.append(own)
            labels.append(1 + classes[1:].index(own) if outcome.passed else 0)
        return tuple(labels), classes

    def _sort(self, met: Sequence[str]) -> int:
        acting = tuple(on for on in self.sorts[-1] if on in met)
        return self.sorts.index(acting)

    def _kind(self, hit_on: tuple[str, ...], wound: Class) -> int:
        return self.order.index((wound[0] and self.devastating, self._sort(hit_on + wound[1])))

    def _mortal(self, met: Sequence[str]) -> tuple[Counts, bool]:
        caused = [place for place, spec in enumerate(self.mortal) if spec.on in met]
        ends = any(self.mortal[place].op == "instead" for place in caused)
        return tuple(len(self.order) + place for place in caused), ends

    def _hit(self, own: Class) -> Hit:
        mortal, ends = self._mortal(own[1])
        kinds: list[int | None] = []
        more: list[Counts] = []
        for wound in self.wounds:
            caused, instead = self._mortal(wound[1])
            kinds.append(None if instead else self._kind(own[1], wound))
            more.append(caused)
        return Hit(own[0], self._kind(own[1], (False, ())), mortal, ends, (None, *kinds[1:]), ((), *more[1:]))

    def made(self) -> tuple[Sorts, tuple[Kind, ...]]:
        kinds = [Kind(sort, critical) for critical, sort in self.order]
        kinds += [Kind(mortal=Dice.parse(spec.value or 0)) for spec in self.mortal]
        return Sorts(self.hit_labels, self.wound_labels, tuple(map(self._hit, self.hits))), tuple(kinds)
