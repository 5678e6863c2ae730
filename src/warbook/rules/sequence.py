"""One unit's attacks, roll by roll: the chance program that a battle plays and that the odds must agree with.

Exact odds compose the same small programs by linear algebra; run with :func:`warbook.dice.exact`, this one
follows every path and is their oracle on small cases.
"""

from __future__ import annotations

import msgspec

from warbook.dice import Program, Value
from warbook.rules.volley import Assault, Formation, Rank, Suffered, Volley, WoundKind

Lane = tuple[tuple[int, int], ...]
"""Living models of a lane, each as its entry and the wounds it has left; the first takes the next wound."""


class Standing(Value, frozen=True):
    """A unit under attack: who is left, how much damage was wasted, whether the spare re-roll is there, and how
    many attacks its wounds caused that are still to come."""

    front: Lane
    leaders: Lane
    wasted: int = 0
    spare: bool = False
    owed: int = 0

    @classmethod
    def of(cls, formation: Formation, spare: bool) -> Standing:
        return cls(_lane(formation.front), _lane(formation.leaders), 0, spare)

    def lane(self, precise: bool) -> str:
        """The lane whose first model takes the next wound."""
        lanes = ("leaders", "front") if precise else ("front", "leaders")
        return lanes[0] if getattr(self, lanes[0]) else lanes[1]

    def hurt(self, lane: str, damage: int, spare: bool) -> Standing:
        """After damage to the first model of a lane; what it had no wounds for is wasted."""
        (entry, left), *rest = getattr(self, lane)
        alive = ((entry, left - damage),) if damage < left else ()
        lanes = {"front": self.front, "leaders": self.leaders, lane: (*alive, *rest)}
        wasted = self.wasted + max(0, damage - left)
        return Standing(**lanes, wasted=wasted, spare=spare, owed=self.owed)


def _lane(ranks: tuple[Rank, ...]) -> Lane:
    return tuple((rank.entry, rank.left) for rank in ranks for _ in range(rank.count))


Waiting = tuple[tuple[Volley, WoundKind], ...]
"""Wounds that are not yet inflicted."""


def strike(assault: Assault, standing: Standing) -> Program[Standing]:
    """All volleys of one unit in order, then the wounds that they deferred, in the same order and kind by kind;
    the late ones last."""
    deferred: Waiting = ()
    for volley in assault.volleys:
        standing, more = yield from strike_with(volley, standing)
        deferred += more
    standing, _none = yield from inflict(deferred, standing)
    return standing


def inflict(deferred: Waiting, standing: Standing) -> Program[tuple[Standing, Waiting]]:
    """The wounds that volleys deferred; none are deferred any more."""
    for volley, kind in sorted(deferred, key=lambda later: later[1].late):
        standing = yield from wound(volley, kind, standing)
    return standing, ()


def strike_with(volley: Volley, standing: Standing) -> Program[tuple[Standing, Waiting]]:
    """One volley, and the wounds that it defers."""
    waiting: Waiting = ()
    for _ in range(volley.number):
        counted = yield from volley.count(volley.profile, standing.spare)
        standing = _spent(standing, counted.spare)
        for _ in range(counted.attacks):
            standing, more = yield from _attack(volley, standing)
            waiting += more
    standing = yield from _followed(volley, standing)
    for kind in volley.kinds:
        for later in () if kind.deferred else waiting:
            if later[1] is kind:
                standing = yield from wound(volley, kind, standing)
        standing = yield from _followed(volley, standing)
    deferred = (one for kind in volley.kinds if kind.deferred for one in waiting if one[1] is kind)
    return standing, tuple(deferred)


def _followed(volley: Volley, standing: Standing) -> Program[Standing]:
    """The attacks that the wounds of one kind caused."""
    follow, owed = volley.follow, standing.owed
    standing = msgspec.structs.replace(standing, owed=0) if owed else standing
    for _ in range(owed if follow else 0):
        assert follow is not None
        standing, _none = yield from _attack(follow, standing)
    return standing


def _attack(volley: Volley, standing: Standing) -> Program[tuple[Standing, Waiting]]:
    """One attack: wounds of the first kind at once, the others after the volley or when the unit is done."""
    waiting: Waiting = ()
    tally = yield from volley.attack(volley.profile, standing.spare)
    standing = _spent(standing, tally.spare)
    for place, (kind, number) in enumerate(zip(volley.kinds, tally.wounds, strict=True)):
        for _ in range(number):
            if kind.deferred or (place and not volley.in_turn):
                waiting += ((volley, kind),)
            else:
                standing = yield from wound(volley, kind, standing)
    return standing, waiting


def wound(volley: Volley, kind: WoundKind, standing: Standing) -> Program[Standing]:
    """One wound on whichever model must take it; nothing when no model is left."""
    if not (standing.front or standing.leaders):
        return standing
    lane = standing.lane(kind.precise)
    defence = volley.defences[getattr(standing, lane)[0][0]]
    suffered: Suffered = yield from kind.suffer(volley.profile, defence, standing.spare)
    if suffered.more:
        standing = msgspec.structs.replace(standing, owed=standing.owed + suffered.more)
    if kind.point is None or not kind.spills(defence):
        return standing.hurt(lane, suffered.damage, suffered.spare)
    return (yield from _spilling(volley, kind, _spent(standing, suffered.spare), suffered.damage))


def _spilling(volley: Volley, kind: WoundKind, standing: Standing, damage: int) -> Program[Standing]:
    """Damage point by point; points left when the last model is gone are wasted unless it ignores them."""
    assert kind.point is not None
    last = volley.defences[0]
    for _ in range(damage):
        lane = standing.lane(kind.precise)
        standing_models = getattr(standing, lane)
        last = volley.defences[standing_models[0][0]] if standing_models else last
        taken: Suffered = yield from kind.point(volley.profile, last, standing.spare)
        if standing_models:
            standing = standing.hurt(lane, taken.damage, standing.spare)
        else:
            standing = msgspec.structs.replace(standing, wasted=standing.wasted + taken.damage)
    return standing


def _spent(standing: Standing, spare: bool) -> Standing:
    if spare == standing.spare:
        return standing
    return msgspec.structs.replace(standing, spare=spare)
