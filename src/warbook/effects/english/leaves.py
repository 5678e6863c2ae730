"""What changes or happens, one line each."""

from __future__ import annotations

import msgspec

from warbook.effects import Heading, Leaf, Targets, Unparsed, Use, When
from warbook.effects.attack import Alone, Critical, Grant, Ignore, Modifier, Reroll, Result, Save
from warbook.effects.english.agreeing import agreeing, plural
from warbook.effects.english.conditions import clause
from warbook.effects.english.nouns import amount, every, is_each, listed, noun
from warbook.effects.english.times import windows
from warbook.effects.english.told import happening
from warbook.effects.instructions import Restrict
from warbook.effects.terms import Counted, Selector

_NAMES = {
    "hit roll": "to hit", "wound roll": "to wound", "damage roll": "to damage rolls", "save roll": "to saves",
    "armour save roll": "to armour saves", "invulnerable save roll": "to invulnerable saves",
    "armour penetration": "AP", "objective control": "OC", "ballistic skill": "BS", "weapon skill": "WS",
    "move": "Move", "range": "range", "attacks": "Attacks", "strength": "Strength", "toughness": "Toughness",
    "damage": "Damage", "save": "Save", "wounds": "Wounds", "leadership": "Leadership",
}  # fmt: skip


def leaf(effect: Leaf) -> str:
    """A leaf in words."""
    match effect:
        case Modifier():
            return _modifier(effect)
        case Alone(what, which):
            kinds = {"good": "that improve", "bad": "that worsen", "any": "of"}[which]
            return f"not cumulative with other modifiers {kinds} {_NAMES.get(what, what).removeprefix('to ')}"
        case Reroll():
            return _reroll(effect)
        case Critical():
            only = ", if successful" if effect.successful else ""
            return f"critical {effect.what}s on unmodified {_plus(effect.on)}{_for(effect.of)}{only}"
        case Result():
            ends = {"fails": "fail", "succeeds": "succeed", "critical": "are critical"}[effect.result]
            return f"{effect.what}s of {_faces(effect.least, effect.most)} {ends}{_for(effect.of)}"
        case Grant():
            return _grant(effect)
        case Save():
            return _save(effect)
        case Ignore():
            return _ignore(effect)
    return _told(effect)


def _told(effect: Leaf) -> str:
    match effect:
        case Heading(name):
            return f"[{name}]"
        case Unparsed(text):
            return f"(not understood: {text})"
        case When(when):
            return f"used {windows(when)}"
        case Targets(what, every):
            return f"used on {listed((noun(each) for each in what), 'and' if every else 'or')}"
        case Use():
            named = f'"{effect.name}"' if effect.name else "this ability"
            who = f"{noun(effect.who)} {agreeing(effect.who, 'uses')} " if effect.who else "use "
            return f"{who}{named}{f' on {noun(effect.on)}' if effect.on else ''}"
        case Restrict(to):
            return f"only for {noun(to)}"
    return happening(effect)


def _for(of: Selector | None) -> str:
    return f" for {every(of)}" if of is not None else ""


def _plus(needed: int) -> str:
    return "6" if needed == 6 else f"{needed}+"


def _faces(least: int, most: int) -> str:
    return str(least) if least == most else f"{least}-{most}"


def _modifier(told: Modifier) -> str:
    if isinstance(told.value, Counted) and told.op in ("add", "subtract", "improve", "worsen"):
        each = msgspec.structs.replace(told, value=told.value.times, least=None, most=None)
        return f"{_modifier(each)} for {_counted(told.value)}{_bounds(told)}"
    name, value = _NAMES.get(told.what, told.what), amount(told.value)
    bare = name.removeprefix("to ")
    if name == told.what and told.what.endswith(("roll", "test")):
        name = "to that roll" if told.what == "roll" else f"to {told.what}s"
    changes = {
        "add": f"+{value} {name}", "subtract": f"-{value} {name}", "set": f"{_becoming(told, bare)} {value}",
        "multiply": f"{bare} times {value}", "divide": f"{bare} divided by {value}",
        "improve": f"{bare} better by {value}", "worsen": f"{bare} worse by {value}",
    }  # fmt: skip
    return f"{changes[told.op]}{_for(told.of)}{_bounds(told)}"


def _bounds(told: Modifier) -> str:
    least = f", at least {told.least}" if told.least is not None else ""
    return least + (f", at most {told.most}" if told.most is not None else "")


def _counted(value: Counted) -> str:
    """What a modifier counts by: "every 5 enemy models within 6"."""
    several = msgspec.structs.replace(value.each, count="all")
    per = "each " + noun(value.each, one=True)
    if value.per != 1:
        per = f"every {value.per} {noun(several).removeprefix('all ')}"
    return per + (f", at most {value.most}" if value.most is not None else "")


def _becoming(told: Modifier, bare: str) -> str:
    """What is set to a value, with its verb."""
    what = "that roll" if told.what == "roll" else bare if told.what in _NAMES else told.what
    return f"{what} {'become' if what.endswith('s') else 'becomes'}"


def _reroll(told: Reroll) -> str:
    names = "that roll" if told.what == "roll" else told.what if told.what == "dice" else f"{told.what}s"
    if told.what == "attacks":
        names = "rolls for the number of attacks"
    if told.barred:
        return f"no re-rolls of {names}{_for(told.of)}"
    faces = listed(str(face) for face in told.faces) or "no face"
    which = {"ones": f"{names} of 1", "failed": f"failed {names}", "any": names, "faces": f"{names} of {faces}"}
    count = f"up to {told.count} " if told.count is not None and told.count > 1 else ""
    one = "one of the " if told.count == 1 else count
    return f"{'may' if told.may else 'must'} re-roll {one}{which[told.which]}{_for(told.of)}"


def _grant(told: Grant) -> str:
    who = f"{every(told.to)} " if told.to is not None else ""
    against = f", against attacks where {clause(told.against)}" if told.against is not None else ""
    if told.what == "state" and not {*told.names} & {*_HAD}:
        return f"{who}{_agrees(told, f'is {_no_longer(told)}{_states(told.names)}')}"
    names = f"{_choice(told)}{_abilities(told)}"
    gains = _agrees(told, f"{'loses' if told.lost else 'gains'} {names}")
    return f"{who}{gains}{' (keyword)' if told.what == 'keyword' else ''}{against}"


_HAD = ("benefit of cover",)
"""States that one has rather than is in."""


def _agrees(told: Grant, verb: str) -> str:
    if told.to is None:
        return verb
    return plural(verb) if is_each(told.to) else agreeing(told.to, verb)


def _no_longer(told: Grant) -> str:
    return "no longer " if told.lost else ""


def _states(names: tuple[str, ...]) -> str:
    return listed((f'"{name}"' for name in names), "and")


def _abilities(told: Grant) -> str:
    if told.names in (("that",), ("selected",)):
        return {"that": "that ability", "selected": "the selected ability"}[told.names[0]]
    last = "or" if told.choose == 1 else "and"
    if told.what == "weapon ability":
        return listed((f"[{name.upper()}]" for name in told.names), last)
    if told.what == "ability":
        return listed(map(_titled, told.names), last)
    return listed((name if name != "benefit of cover" else "the benefit of cover" for name in told.names), last)


def _titled(name: str) -> str:
    """An ability as it is printed: "Feel No Pain 5+"."""
    return " ".join(word[:1].upper() + word[1:] for word in name.split()) if name.islower() else name


def _choice(told: Grant) -> str:
    return f"{'one' if told.choose == 1 else told.choose} of " if told.choose is not None else ""


def _save(told: Save) -> str:
    names = {"mortal": "mortal wounds", "psychic": "Psychic Attacks"}
    against = listed((names.get(each, f"{each} attacks") for each in told.against), "and")
    sort = "invulnerable save" if told.what == "invulnerable" else "Feel No Pain"
    return f"{told.needs}+ {sort}{_for(told.to)}{f' against {against}' if against else ''}"


def _ignore(told: Ignore) -> str:
    sort = {"any": "any", "bad": "negative", "good": "positive"}[told.which]
    but = f", except {listed(told.except_)}" if told.except_ else ""
    who = f"{noun(told.who)} {agreeing(told.who, 'ignores')}" if told.who else "it ignores"
    return f"{who} {sort} {listed(told.what, 'and')} modifiers{but}"
