"""Wargear options of a 40k datasheet as structure."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from warbook.importers.ledger import Ledger
from warbook.importers.names import Names
from warbook.names import whole_number
from warbook.sheets.document import Piece
from warbook.sheets.sheet import Composition, Item, Option

MOST_OF_ONE = 20
"""A model that may take more of one thing than this is a mistake in the page."""

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_N = r"(?:\d{1,4}|one|two|three|four|five|six)"
_ITEM = re.compile(r"(?:(\d{1,4}|one) )?(\S.{0,90})", re.IGNORECASE)
_AND = re.compile(r" and (?=\d|one )|, (?=\d)")
_CIRCLES = re.compile(r"\s*[◦●▪]\s*")
_FOR_EVERY = re.compile(rf"For every ({_N}) models? in (?:this|the) unit, ", re.IGNORECASE)
_UNIT_SIZE = re.compile(rf"If this unit contains (?:only )?({_N}) models?(?: or \w+)?, ", re.IGNORECASE)
_SENTENCE = re.compile(
    r"(?P<who>.{2,160}?) (?:can|may) (?:each )?"
    r"(?:(?:have (?:its|their) (?P<had>.{2,160}?)|(?P<be>be)) (?P<verb>replaced with|equipped with)"
    r"|(?:replace|exchange) (?:one of )?(?:its|their) (?P<gave>.{2,160}?) (?:with|for)) ?:?(?P<what>.*)",
    re.DOTALL | re.IGNORECASE,
)
_HAVE = re.compile(r"(?P<who>it|this unit) can have (?P<what>.+)", re.IGNORECASE | re.DOTALL)
_MANY = re.compile(
    rf"(?:only )?(up to )?({_N}|on|any) "
    r"(?:of the following|different weapons from the following list)(.*?)[:;]?\**",
    re.IGNORECASE | re.DOTALL,
)
_BESIDES = re.compile(r"(.{1,90}?) and ((?:one|1) of the following.*)", re.IGNORECASE | re.DOTALL)
_UP_TO = re.compile(rf"up to ({_N}) (.+)", re.IGNORECASE)
_WITH = re.compile(r"(.+?) (?:that (?:is|are) )?(not )?equipped with (?:an? |1 )?(.+)")
_WHICH = re.compile(
    r"\b(?:that|which|who|whose|with|not|without|unless|except|excluding|instead|neither|nor|cannot|no|if)\b|,",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.:] |\b(?:can|cannot|may|must)\b")
_SENTENCE_END = re.compile(r"(?<=[\w)\]\"'])([.!]\*{0,3}) +(?=[A-Z*(])")
_COUNTED = re.compile(rf"(up to )?({_N}) (?:other )?(.+)", re.IGNORECASE)
_ANY = re.compile(r"any numbers? of (.+)|all (?:of the )?(.+)|each (.+)", re.IGNORECASE)
_IF_EQUIPPED = re.compile(
    r"If (this model|(?:the|this unit's) [^,]{2,60}?) is (not )?equipped with (?:an? |1 )?([^,]+), (its?) ",
    re.IGNORECASE,
)
_KEEPS = re.compile(
    r"(?:That|This) (?:model's|weapon)\b.{0,60}? cannot (?:then )?be replaced[.*]*", re.IGNORECASE
)
"""What a model keeps that takes the option; it still has it in the option as read."""
_ASIDE = re.compile(r"\s*\(([^()]*)\)\s*")
_OF_THESE = re.compile(rf"(?:({_N}) of |each of |both of )(this model)'?s? (.+)", re.IGNORECASE)


class _Taker(msgspec.Struct, frozen=True):
    model: str | None
    limit: int | None
    all_or_none: bool = False
    requires: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class OptionReader:
    """Reads the options of one sheet, which knows the names of its models and weapons."""

    def __init__(self, members: Sequence[Composition], weapons: Names) -> None:
        self.models = Names(member.name for member in members)
        self.weapons = weapons

    def read(self, ledger: Ledger, places: Sequence[int]) -> tuple[Option, ...]:
        """The options that the pieces state. What is not understood is kept as a note and told."""
        out: list[Option] = []
        for group in _groups(ledger.pieces, places):
            first, last = group[0], group[-1]
            texts, rest = _texts(ledger.pieces, group)
            if not texts or texts[0].strip(" .").casefold() == "none":
                ledger.claim(group, "options")
            elif option := self.option(texts[0].lstrip("* "), texts[1:]):
                ledger.claim(group, "options")
                self._keep_rest(ledger, rest)
                out.append(
                    msgspec.structs.replace(option, lines=ledger.lines(first, last), text="\n".join(texts))
                )
            else:
                self._keep(ledger, group, texts[0])
        return tuple(_once(out))

    def _keep(self, ledger: Ledger, group: Sequence[int], text: str) -> None:
        for place in group:
            ledger.note("options", place)
        if not text.startswith("*") and not _KEEPS.fullmatch(text):
            ledger.doubt(group[0], f"wargear option not understood: {text[:60]}")

    def _keep_rest(self, ledger: Ledger, rest: Sequence[tuple[int, str]]) -> None:
        """What a line says after its first sentence may bind the option: it is kept and told."""
        for place, text in rest:
            ledger.note("options", place, text)
            if _KEEPS.fullmatch(text):
                continue
            ledger.doubt(place, f"wargear option: what follows it is not understood: {text[:60]}")

    def option(self, sentence: str, choices: Sequence[str]) -> Option | None:
        """One option from its sentence and the list below it; None where some of it is not understood."""
        text = sentence.strip().rstrip("*").rstrip(" .*")
        per_models, text = _leading(_FOR_EVERY, text)
        unit_size, text = _leading(_UNIT_SIZE, text)
        needed, barred, text = self._needed(text)
        aside = _ASIDE.search(text)
        found = _SENTENCE.fullmatch(_ASIDE.sub(" ", text).strip()) or _HAVE.fullmatch(text)
        if not found or (aside and not _harmless(aside.group(1))):
            return None
        parts = found.groupdict()
        taker, gives = self._taker(parts)
        wanted = self._choices(
            parts["what"].strip(" :*"), choices, bool(aside and "duplicate" in aside.group(1))
        )
        if taker is None or gives is None or wanted is None:
            return None
        picks, duplicates, lists = wanted
        replaces, one_of = gives
        if any(_is_doubtful(item.name) for items in (*lists, replaces) for item in items):
            return None
        return Option(
            taker.model, lists, replaces, taker.limit, per_models, taker.all_or_none, None,
            picks, duplicates, unit_size, (*needed, *taker.requires), one_of,
            without=(*barred, *taker.without),
        )  # fmt: skip

    def _needed(self, text: str) -> tuple[tuple[str, ...], tuple[str, ...], str]:
        """What the model must carry already, and what it must not; "its" then speaks of this model."""
        found = _IF_EQUIPPED.match(text)
        if not found:
            return (), (), text
        who = "This model" if found.group(1).casefold() == "this model" else f"The {_bare(found.group(1))}"
        rest = f"{who}{'' if found.group(4).casefold() == 'it' else chr(39) + 's'} {text[found.end() :]}"
        if found.group(2):
            return (), self._barred(found.group(3)), rest
        return (self.weapons.known(found.group(3)),), (), rest

    def _barred(self, text: str) -> tuple[str, ...]:
        """The things of which a model may carry none."""
        if self.weapons.find(text):
            return (self.weapons.known(text),)
        names = re.split(r", (?:or )?| or ", text.removeprefix("either "))
        return tuple(self.weapons.known(re.sub(r"^(?:an?|1) ", "", name)) for name in names if name)

    def _taker(
        self, parts: dict[str, str | None]
    ) -> tuple[_Taker | None, tuple[tuple[Item, ...], bool] | None]:
        who = parts["who"] or ""
        given = parts.get("had") or parts.get("gave")
        if given is None and parts.get("verb") == "replaced with":
            if several := _OF_THESE.fullmatch(who):
                count = _number(several.group(1)) if several.group(1) else 1
                item = Item(self.weapons.known(several.group(3)), count)
                limit = 1 if several.group(1) else None
                return _Taker(self._model(several.group(2)), limit), ((item,), False)
            who, given = self._owner(who)
        if given is None and parts.get("verb") == "replaced with":
            return None, None
        return self._who(who), self._given(given)

    def _owner(self, text: str) -> tuple[str, str | None]:
        """ "The Champion's axe" as the Champion and the axe; a model of the unit is preferred."""
        cuts = [found.start() for found in re.finditer(r"(?:'s|s') ", text)]
        parts = [(text[:cut] + ("s" if text[cut] == "s" else ""), text[cut + 3 :]) for cut in cuts]
        known = [part for part in parts if self.models.find(_bare(part[0]))]
        return next(iter(known or parts), (text, None))

    def _given(self, text: str | None) -> tuple[tuple[Item, ...], bool] | None:
        if text is None:
            return (), False
        if self.weapons.find(text):
            return (self._item(text),), False
        for word in (" or ", " and "):
            if word in text:
                names = [part for part in re.split(rf", |{word}", text) if part]
                return tuple(self._item(name) for name in names), word == " or "
        return (self._item(text),), False

    def _who(self, text: str) -> _Taker | None:
        text = text.strip(" ,")
        with_items = _WITH.fullmatch(text)
        requires: tuple[str, ...] = ()
        without: tuple[str, ...] = ()
        if with_items and with_items.group(2):
            text, without = with_items.group(1), self._barred(with_items.group(3))
        elif with_items:
            text, requires = with_items.group(1), (self.weapons.known(with_items.group(3)),)
        if text.casefold() in ("this model", "the model", "this unit", "it"):
            return _Taker(self._model(text), 1, False, requires, without)
        if any_of := _ANY.fullmatch(text):
            name, limit = next(group for group in any_of.groups() if group), None
        elif counted := _COUNTED.fullmatch(text):
            name, limit = counted.group(3), _number(counted.group(2))
        else:
            name, limit = re.sub(r"^(?:The|An?) ", "", text), 1
            if not name[:1].isupper():
                return None
        model = self._model(name)
        if model is not None and not self.models.find(model) and _WHICH.search(model):
            return None
        all_or_none = any_of is not None and text.casefold().startswith("all ")
        return _Taker(model, limit, all_or_none, requires, without)

    def _model(self, name: str) -> str | None:
        """The unit's model that a name means; None where it means any model of the unit."""
        plain = re.sub(r" in (?:this|the) unit$", "", name).strip()
        if plain.casefold() in ("this model", "the model", "this unit", "it", "model", "models", "of them"):
            return next(iter(self.models)) if len(self.models) == 1 else None
        plain = re.sub(r" models?$", "", plain)
        return self.models.known(plain)

    def _choices(
        self, text: str, below: Sequence[str], no_duplicates: bool
    ) -> tuple[int, bool, tuple[tuple[Item, ...], ...]] | None:
        """How many of the choices may be picked, whether twice the same, and the choices."""
        if (besides := _BESIDES.fullmatch(text)) and (always := self._items(besides.group(1))):
            rest = self._choices(besides.group(2), below, no_duplicates)
            return rest and (rest[0], rest[1], tuple((*always, *items) for items in rest[2]))
        many = _MANY.fullmatch(text)
        if many or not text:
            if not below:
                return None
            lists = tuple(items for line in below if (items := self._items(line)))
            extra = many.group(3).casefold() if many else ""
            if len(lists) != len(below) or not _known_extra(extra):
                return None
            picks = (len(lists) if many.group(2).casefold() == "any" else _number(many.group(2))) if many else 1
            return picks, "can take duplicates" in extra and not no_duplicates, lists
        if below:
            return None
        if up_to := _UP_TO.fullmatch(text):
            most = _number(up_to.group(1))
            many_of = ((self._item(up_to.group(2), n),) for n in range(1, most + 1))
            return (1, False, tuple(many_of)) if most <= MOST_OF_ONE else None
        items = self._items(text)
        return (1, False, (items,)) if items else None

    def _items(self, text: str) -> tuple[Item, ...]:
        """ "1 a and 2 b" as items; empty where it is no list of items."""
        plain = _ASIDE.sub(" ", text).strip(" .*,;")
        out = []
        for part in _AND.split(plain):
            found = _ITEM.fullmatch(part.strip(" *"))
            if not found or (not found.group(1) and len(plain.split()) > 5):
                return ()
            count = _number(found.group(1)) if found.group(1) else 1
            out.append(self._item(found.group(2), count))
        return tuple(out)

    def _item(self, name: str, count: int = 1) -> Item:
        counted = re.fullmatch(r"(\d{1,4}) (.+)", name)
        if counted:
            name, count = counted.group(2), int(counted.group(1))
        return Item(self.weapons.known(name.strip(" *")), count)


def _texts(pieces: Sequence[Piece], group: Sequence[int]) -> tuple[list[str], list[tuple[int, str]]]:
    """An option's sentence and the entries below it, and what each line says after its first sentence."""
    texts: list[str] = []
    rest: list[tuple[int, str]] = []
    for place in group:
        text = pieces[place].text
        for part in _CIRCLES.split(text.lstrip("* ") if texts else text):
            first, after = _first_sentence(part)
            texts.extend([first] if first else [])
            rest.extend([(place, after)] if after else [])
    return texts, rest


def _first_sentence(text: str) -> tuple[str, str]:
    found = None if text.startswith("*") else _SENTENCE_END.search(text)
    return (text[: found.end(1)], text[found.end() :]) if found else (text, "")


def _is_doubtful(name: str) -> bool:
    """Whether a name has swallowed a sentence or a clause."""
    return _CLAUSE.search(name) is not None


def _bare(name: str) -> str:
    return re.sub(r"^(?:The|This unit's|An?|One|\d+|Any number of) ", "", name, flags=re.IGNORECASE)


def _once(options: Sequence[Option]) -> list[Option]:
    seen: dict[str, Option] = {}
    for option in options:
        seen.setdefault(option.text or "", option)
    return list(seen.values())


def _number(text: str) -> int:
    number = whole_number(text)
    return number if number is not None else _NUMBERS.get(text.casefold(), 1)


def _leading(pattern: re.Pattern[str], text: str) -> tuple[int | None, str]:
    found = pattern.match(text)
    return (_number(found.group(1)), text[found.end() :]) if found else (None, text)


def _harmless(aside: str) -> bool:
    """Whether a remark in brackets is one whose meaning the option keeps."""
    return any(
        known in aside
        for known in (
            "cannot be equipped with duplicates",
            "cannot be replaced",
            "duplicates are not allowed",
        )
    )


def _known_extra(extra: str) -> bool:
    words = extra.strip(" ,.*")
    return words in (
        "",
        "and can take duplicates",
        "but cannot take duplicates",
        "in any combination",
        "in addition to any other weapons",
    ) or (
        words.startswith(("(", "but cannot be equipped with duplicates")) or words == "and can take duplicates"
    )


def _groups(pieces: Sequence[Piece], places: Sequence[int]) -> list[list[int]]:
    """The pieces of each option: its sentence, and the items listed below it."""
    out: list[list[int]] = []
    for place in places:
        text = pieces[place].text
        opens = out and pieces[out[-1][0]].text.rstrip("* ").endswith((":", ";", "of the following"))
        if opens and _is_entry(text):
            out[-1].append(place)
        else:
            out.append([place])
    return out


def _is_entry(text: str) -> bool:
    return (
        not re.match(r"\*(?! ?\d)", text)
        and not text.endswith("cannot be replaced.*")
        and not _KEEPS.fullmatch(text)
        and not re.search(r"\b(?:can|may) (?:each |be |have |replace)", text)
        and (text.lstrip("* ")[:1].isdigit() or len(text.split()) <= 6)
    )
