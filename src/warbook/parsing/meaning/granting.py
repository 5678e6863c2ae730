"""What units, models, weapons and attacks are given: abilities, saves, cover, characteristics."""

from __future__ import annotations

from typing import Any

import msgspec

from warbook.effects import Choose, Each, Effect, If, Instead, May, Until
from warbook.effects.attack import Grant, Modifier, Save
from warbook.effects.terms import Did, Duration, Event, Selector
from warbook.parsing.chart import Rejected
from warbook.parsing.meaning.clauses import THOSE, then
from warbook.parsing.meaning.parts import Part
from warbook.parsing.meaning.targeting import only_targeted_if
from warbook.parsing.meaning.weapons import named_apart
from warbook.parsing.tokens import in_brackets

Given = tuple[Effect, ...]


def has_all(who: Selector, *objects: Given) -> Effect:
    given = [each for told in objects for each in told]
    return then(*(_to(one, each) for one in named_apart(who) for each in given))


def has_and_has_if(who: Selector, *told: Any) -> Effect:
    """What stands behind a comma may alone have the condition after it: a second meaning of the same words."""
    *objects, last, scope = told
    return then(has_all(who, *objects), If(scope.condition, has_all(who, last)))


def _to(who: Selector, effect: Effect) -> Effect:
    match effect:
        case Grant(what="weapon ability") if who == THOSE:  # weapons, where what they have is of weapons
            return msgspec.structs.replace(effect, to=Selector("weapon", ref="those"))
        case Grant() | Save():
            return msgspec.structs.replace(effect, to=who)
        case Modifier():
            return msgspec.structs.replace(effect, of=who)
        case Choose():
            return msgspec.structs.replace(effect, options=tuple(_to(who, each) for each in effect.options))
    raise TypeError(f"not given: {effect!r}")


def flies_and_has(who: Selector, word: str, *objects: Given) -> Effect:
    return then(Grant("keyword", (word,), who), has_all(who, *objects))


def attacks_have(attack: Event, *objects: Given) -> Effect:
    """Each attack that is made so has it."""
    if attack.by is None and attack.to is not None:
        attack = msgspec.structs.replace(attack, what="targets")
    return Each(attack, has_all(Selector("attack", ref="that"), *objects))


def has_as_class(who: Selector, given: Given, keywords: Part, *_army: Part) -> Effect:
    """It has a keyword too, for what it is given asks for it."""
    keyword = Grant("keyword", dict(keywords.fields)["keywords"])
    return has_all(who, given, (keyword,))


def both_have(one: Selector, other: Selector, *objects: Given) -> Effect:
    return then(has_all(one, *objects), has_all(other, *objects))


def weapons_at_have(weapon: Selector, unit: Selector, *objects: Given) -> Effect:
    """Weapons have it while they target the unit."""
    return If(Did(Event("targets", to=unit)), has_all(weapon, *objects))


def choose_abilities(*brackets: str) -> Effect:
    """The player picks one of several weapon abilities; what has it is told next."""
    if len(brackets) < 2:
        raise Rejected
    return Choose(tuple(option_brackets(each) for each in brackets))


def all_instead(*told: Any) -> Effect:
    """All of these in place of the one that was picked."""
    *brackets, weapon, duration = told
    return May(Instead(Until(duration, has_all(weapon, bracket_list(*brackets)))))


def loses(who: Selector, given: Given) -> Effect:
    """Raises Rejected where it is no ability that is lost."""
    if not all(isinstance(each, Grant) for each in given):
        raise Rejected
    return then(*(msgspec.structs.replace(each, to=who, lost=True) for each in given))


def has_not(who: Selector, given: Given) -> Effect:
    return loses(who, given)


# --------------------------------------------------------------------- abilities


def bracket_list(*brackets: str) -> Given:
    return (Grant("weapon ability", tuple(name for text in brackets for name in in_brackets(text))),)


def option_brackets(*brackets: str) -> Effect:
    return bracket_list(*brackets)[0]


def ability_list(*named: Any) -> Given:
    """Abilities are granted together; a Feel No Pain among them is a save."""
    names = tuple(each for each in named if isinstance(each, str))
    saves = tuple(each for each in named if isinstance(each, Save))
    return ((Grant("ability", names),) if names else ()) + saves


def keyword_list(keywords: Part) -> Given:
    return (Grant("keyword", dict(keywords.fields)["keywords"]),)


def selected_list() -> Given:
    return (Grant("ability", ("selected",)),)


def that_ability() -> Given:
    return (Grant("ability", ("that",)),)


def a_stealth() -> str:
    return "stealth"


def a_lone() -> str:
    return "lone operative"


def a_deep_strike() -> str:
    return "deep strike"


def a_infiltrators() -> str:
    return "infiltrators"


def a_fights_first() -> str:
    return "fights first"


def a_scouts(inches: int | str) -> str:
    return f'scouts {inches}"'


def a_firing_deck(*number: str) -> str:
    return " ".join(("firing deck", *number))


def a_deadly_demise(amount: str) -> str:
    return f"deadly demise {amount.lower()}"


def a_feel_no_pain(needs: int) -> Save:
    return Save("feel no pain", rollable(needs))


def a_hover() -> str:
    return "hover"


def a_leader() -> str:
    return "leader"


# --------------------------------------------------------------------- saves, cover, characteristics


def rollable(needs: int) -> int:
    """What a save needs on a D6. Raises Rejected where every die makes it, or none: that is a slip."""
    if not 2 <= needs <= 6:
        raise Rejected
    return needs


def invulnerable(needs: int, *against: tuple[Any, ...]) -> Given:
    return (Save("invulnerable", rollable(needs), against=against[0] if against else ()),)


def named_has_save(name: str, save: Given) -> Effect:
    """An invulnerable save of the unit's model of a name, which a sheet may print without the word "model"."""
    return has_all(Selector("model", name=name), save)


def feel_no_pain(needs: int, *against: tuple[Any, ...]) -> Given:
    return (Save("feel no pain", rollable(needs), against=against[0] if against else ()),)


def cover(*against: tuple[Any, ...]) -> Given:
    """The Benefit of Cover helps against ranged attacks only; Raises Rejected where others are named."""
    if any(each not in ("ranged",) for told in against for each in told):
        raise Rejected
    return (Grant("state", ("benefit of cover",)),)


def own_characteristic(name: Any, value: Any) -> Given:
    return (Modifier(name, "set", value),)


def against(*what: str) -> tuple[str, ...]:
    return what


def against_that() -> tuple[str, ...]:
    """Against the attack spoken of: its trigger says which."""
    return ()


def against_mortal() -> str:
    return "mortal"


def against_kind(kind: Part) -> str:
    return str(dict(kind.fields)["attacks"])


def against_psychic() -> str:
    return "psychic"


def option_if(*told: Any) -> Effect:
    """Abilities that are given where something holds; who has them is told before."""
    *brackets, scope = told
    return If(scope.condition, option_brackets(*brackets))


def feel_no_pain_both(usual: Given, better: int, against: tuple[Any, ...]) -> Given:
    return (*usual, *feel_no_pain(better, against))


def person_has(who: Selector, *objects: Given) -> Effect:
    """What weapons have is of a weapon that has a name of its own."""
    given = [each for told in objects for each in told]
    if all(isinstance(each, Grant) and each.what == "weapon ability" for each in given):
        who = Selector("weapon", of=Selector(ref="this"), name=who.name)
    return has_all(who, *objects)


def one_for_other(given: str, lost: str) -> Given:
    """One ability in place of another."""
    taken = msgspec.structs.replace(bracket_list(lost)[0], lost=True)
    return (*bracket_list(given), taken)


def has_and_targeted(who: Selector, *told: Any) -> Effect:
    objects = [each for each in told if isinstance(each, tuple)]
    rest = [each for each in told if not isinstance(each, tuple)]
    return then(has_all(who, *objects), only_targeted_if(who, *rest))


def your_choice(*brackets: str) -> Given:
    """One of several abilities."""
    return (msgspec.structs.replace(bracket_list(*brackets)[0], choose=1),)


def choose_for(weapon: Selector, lasting: Duration, *brackets: str) -> Effect:
    """One of several abilities for weapons, so long."""
    options = tuple(_to(weapon, option_brackets(each)) for each in brackets)
    return Until(lasting, Choose(options))


def has_for_other(who: Selector, given: Given, other: str) -> Effect:
    """An ability in place of any other of that sort."""
    name = other.lower() if other.lower() in ("deadly demise", "scouts", "feel no pain") else other
    return then(has_all(who, given), Grant("ability", (f"other {name}",), who, lost=True))


def may_fly(who: Selector, word: str) -> Grant:
    return Grant("keyword", (word,), who)
