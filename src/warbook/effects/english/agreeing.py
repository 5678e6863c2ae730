"""One or many: which a noun is, and its verb with it; so many of a thing."""

from __future__ import annotations

from warbook.effects.terms import Amount, Counted, Measured, Selector

_MANY = {"is": "are", "has": "have", "does": "do", "was": "were", "goes": "go"}
YOU = Selector("player", side="friendly")
_HISSING = ("sses", "shes", "ches", "xes")
_UNCHANGED = ("can", "cannot", "may", "must", "made", "shot", "fought", "moved")


def many(who: Selector) -> bool:
    """Whether a noun is told as several."""
    if who == YOU or (who.ref == "those" and who.count == 1 and who.kind != "player"):
        return True
    return who.count not in (1, "1") and not (who.up_to and who.count == 1)


def agreeing(who: Selector, told: str) -> str:
    """Words that begin with a verb for one (``"takes a test"``), as they are said of ``who``."""
    return plural(told) if many(who) else told


def plural(told: str) -> str:
    """The same said of several."""
    verb, _, rest = told.partition(" ")
    return f"{_of_many(verb)} {rest}".rstrip()


def _of_many(verb: str) -> str:
    if verb in _MANY or verb in _UNCHANGED or not verb.endswith("s"):
        return _MANY.get(verb, verb)
    return verb[:-2] if verb.endswith(_HISSING) else verb[:-1]


def so_many(value: Amount | str, thing: str) -> str:
    """So many of a thing: "1 mortal wound", "D3 mortal wounds", "1 mortal wound for each …"."""
    from warbook.effects.english.nouns import amount  # nouns have amounts in them

    match value:
        case Counted(times=times):
            return amount(value).replace(str(times), so_many(times, thing), 1)
        case Measured("that many"):
            return f"that many {thing}s"
        case Measured():
            return f"{thing}s equal to {amount(value)}"
    return f"{value} {thing}" if value in (1, "1") else f"{amount(value)} {thing}s"
