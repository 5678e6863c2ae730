"""The compiled profile of an attack and the defence of a model: all that the attack sequence looks at."""

from __future__ import annotations

from collections.abc import Mapping

from warbook.dice import Face, Sum, Test, Value
from warbook.systems.heresy3.marks import Faces, Hit, Wound


class DamageSteps(Value, frozen=True):
    """Modifiers of Damage in this game's order: multiply, divide, add, subtract, then "set" over all of
    it; rounded down, never below 0 (H-CHR-03).

    Damage 0 does none whatever adds to it (H-CHR-06). ``eternal_warrior`` takes from what an unsaved
    wound does to the model, to no less than 1 (H-SAV-04). Of several "set" rules the lowest holds.
    """

    multiply: int = 1
    divide: int = 1
    add: int = 0
    subtract: int = 0
    set_to: int | None = None
    eternal_warrior: int = 0

    def __call__(self, rolled: int, extra: int) -> int:
        if not rolled:
            return 0
        value = max(0, rolled * self.multiply // self.divide + self.add + extra - self.subtract)
        value = value if self.set_to is None else self.set_to
        return max(1, value - self.eternal_warrior) if value else 0


class Doubled(Sum, frozen=True):
    """Dice whose result is doubled before ``more`` is added (H-CHR-03, H-DIC-01); never less than ``least``."""

    more: int = 0

    @property
    def maximum(self) -> int:
        return max(self.outcomes())

    def outcomes(self) -> Mapping[int, float]:
        found: dict[int, float] = {}
        for rolled, p in Sum(self.parts).outcomes().items():
            total = self._doubled(rolled)
            found[total] = found.get(total, 0.0) + p
        return found

    def judge(self, face: Face) -> int:
        return self._doubled(Sum(self.parts).judge(face))

    def _doubled(self, rolled: int) -> int:
        return max(self.least, 2 * rolled + self.more)


class Group(Value, frozen=True):
    """Wounds of a Fire Group that bear the same bonuses, resolved together (H-SHT-02)."""

    hit: Hit
    wound: Wound

    @property
    def extra(self) -> int:
        """Points of Damage that its bonuses add: Critical Hit and Shred one each."""
        return int(self.hit.critical) + int(self.wound.shredding)

    @property
    def name(self) -> str:
        marks = {
            "precise": self.hit.precise,
            "critical": self.hit.critical,
            "rending": self.hit.rending,
            "breaching": self.wound.breaching,
            "shredding": self.wound.shredding,
        }
        kind = "glancing hit" if self.wound.glancing else "wound"
        return " ".join([*(name for name, marked in marks.items() if marked), kind])


class Marker(Value, frozen=True):
    """Hits of a marker or template that nothing but their number joins: a successful test scores ``success``
    hits, a failed one ``failure``."""

    test: Faces[Hit] | Hit
    success: int
    failure: int


class AttackProfile(Value, frozen=True):
    """One weapon's attacks on one target, every modifier already in it.

    ``hit`` and ``wound`` are plain results where no die is rolled. A successful Hit Test scores
    ``hits_on_success`` hits, a failed one ``hits_on_failure`` (Blast). Where there is a ``marker``, its tests
    are made as the attacks are counted, and each hit is followed as an attack of its own. ``automatic`` is the
    Wound Test of a hit that wounds by itself, ``groups`` are the kinds of wounds in the order in which
    they are resolved. ``deflagrates`` counts unsaved wounds, ``deflagrates_discarded`` also those that
    mitigation discards.
    """

    weapon: str
    attacks: Sum
    hit: Faces[Hit] | Hit
    wound: Faces[Wound] | Wound
    automatic: Wound
    groups: tuple[Group, ...]
    damage: Sum
    hits_on_success: int = 1
    hits_on_failure: int = 0
    marker: Marker | None = None
    armour_breaker: Test | None = None
    deflagrates: bool = False
    deflagrates_discarded: bool = False


class Defence(Value, frozen=True):
    """One kind of target model against one profile: the best saving throw it has against its AP and
    against AP 2 (``None`` where no save can succeed), and its one Damage Mitigation Test."""

    save: Test | None
    breached_save: Test | None
    mitigation: Test | None
    damage: DamageSteps
