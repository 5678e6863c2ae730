"""Lists typed by hand: a unit a line, with as much said of it as its player cared to say."""

from __future__ import annotations

import re
from collections.abc import Sequence

from warbook.errors import InputError
from warbook.importers.rosters.draft import Draft, Unit, entry
from warbook.importers.rosters.header import Header
from warbook.importers.rosters.lines import Line
from warbook.importers.rosters.priced import number, split
from warbook.importers.rosters.vocabulary import ENHANCEMENT, HEADINGS, LABELS, NO_ROLE, WARLORD, plain
from warbook.names import words
from warbook.sheets.matching import key
from warbook.sheets.roster import Entry

MOST_MODELS = 200
MOST_COPIES = 20
MOST_LETTERS = 240
LEAST_POINTS = 45
"""A number alone behind a name is of models below it, of points from it on: no unit has so many models."""
LEAST_OF_TITLE = 400
"""Points that a list's name tells, and hardly a unit's."""
ROUND = 500
"""Battles are agreed on in multiples of these points."""
MOST_WORDS = 24
"""Of a line that names a unit; a longer one is prose."""
MOST_OF_SENTENCE = 9
"""Words of a line with a full stop that may still name a unit."""
MOST_OF_NAME = 12
"""Words of a unit's name with its numbers; no sheet's has more than eight."""
_CODE = re.compile(r"[<>{}\\|=$%^~`@_;→━\ufffd]|://|\b\d+ \d+ (?:obj|R)\b|[^\W\d][.(][^\W\d]{2}|^[\"'(.]|--")
"""Signs of code, and of data that is no text, which no name has."""
_NUMBER = r"\d[\d.,'’]{0,8}"
_POINTS = re.compile(
    rf"[\s,;:–—-]*[(\[]?\s*(?P<points>{_NUMBER})\s*(?:pts?|points?|p)\b\.?\s*[)\]]?[\s.,;]*", re.IGNORECASE
)
_POINTS_AHEAD = re.compile(rf"\s*[(\[]?\s*{_NUMBER}\s*(?:pts?|points?)\b", re.IGNORECASE)
"""A unit's points stand behind its name."""
_BARE_POINTS = re.compile(rf"\s+[-–—=:]\s*(?P<points>{_NUMBER})\s*$")
_NUMBER_BEHIND = re.compile(rf"\s*\(?(?<=[\s(])(?P<points>{_NUMBER})\s*\)?\s*$")
_SLOT = re.compile(r"(?P<role>[^\W\d][^:–-]{1,20}?)\s*(?::|\s[–-]\s)\s*(?P<name>\S.*)")
_REF = re.compile(r"^[A-Z][a-z]{1,9}\d{1,2}\s*:\s*")
_LISTED = re.compile(r"^\s*\d{1,3}[.)]\s+")
_SIZE = re.compile(
    r"\s*(?:\((?:x\s*)?(?P<size>\d{1,3})(?:\s*(?:models?|man|strong|x))?\)|\b[x×](?P<times>\d{1,3})|[x×]\s+(?P<after>\d{1,3})"
    r"|(?<=\s)(?P<strong>\d{1,3})\s*(?:models?|man|strong))\s*$",
    re.IGNORECASE,
)
_COPIES = re.compile(r"(?P<copies>\d{1,3})\s*[x×]\s*(?P<name>.+)", re.IGNORECASE)
_BEFORE = re.compile(r"(?:a|an|one)?\s*(?:squad|unit|mob) of (?P<models>\d{1,3})\s+(?P<name>.+)", re.IGNORECASE)
_MODELS = re.compile(r"(?P<models>\d{1,3})\s+(?P<name>.+)")
_MARK = re.compile(r"\s*(?:\((?P<round>[^()]*)\)|\[(?P<square>[^\[\]]*)\])")
"""Words in brackets, which may say what the unit is."""
WITH = re.compile(r"\s+(?:with|w/|w\.|equipped with|armed with)\s*|\s*:\s+", re.IGNORECASE)
_DASH = re.compile(r"\s+[-–—]\s+")
_AND = re.compile(r"\s+(?:and|&|plus)\s+|\s*;\s*", re.IGNORECASE)
_BEHIND = re.compile(r"(?P<name>\D+?)\s+[x×]\s?(?P<count>\d{1,3})", re.IGNORECASE)
_THINGS = re.compile(r"\s*[:,]\s")
_ADDED = re.compile(r"[+&]\s+(?P<name>.+)")
"""A line that adds something to the unit above it."""
_ONLY_POINTS = re.compile(rf"[(\[]?\s*(?P<points>{_NUMBER})\s*(?:pts?|points?)?\.?\s*[)\]]?", re.IGNORECASE)
_TOTAL = re.compile(rf"(?:total|sum)\b.*?(?P<points>{_NUMBER})\s*(?:pts?|points?)?\s*$", re.IGNORECASE)


def read(found: Sequence[Line], draft: Draft) -> None:
    """Put a text into a draft: a title if it has one, labels, headings, and units."""
    header = Header(draft)
    role: str | None = None
    texts = [line for line in found if line.text and not set(line.text) <= set("+=-_*~# ")]
    indent, opens, opened = min((line.indent for line in texts), default=0), _opens(texts, found), False
    chained = False
    for place, line in enumerate(texts):
        if draft.full:
            return
        text = line.text.strip("# ")
        if _of_label(line, texts[place - 1] if place else None):
            *home, detachment = re.split(r"\s+[-–—]\s+", text)
            header.faction(home)
            draft.detachments.append(detachment)
            continue
        if header.labelled(text) or header.signature(text):
            continue
        if total := _TOTAL.fullmatch(text):
            draft.points = number(total["points"])
        elif known := HEADINGS.get(plain(text.rstrip(":"))):
            role = None if known in NO_ROLE else known
        elif place == 0 and len(texts) > 1 and (_over_all(texts) or _is_title(found, text, texts[1:])):
            _title(text, draft)
        elif header.size(text) or _only_points(text, draft, place + 1 == len(texts)):
            continue
        elif draft.units and (added := _ADDED.fullmatch(text)):
            _add(line, added["name"], role, draft, chained)
            chained = True
        elif draft.units and (line.indent > indent or (line.bulleted and opened) or _only_said(text)):
            _more(draft.units[-1], text)
        else:
            _line(line, text, role, draft)
            opened, chained = opens and not line.bulleted, False
    header.end()
    _judge(draft, texts)


def _only_points(text: str, draft: Draft, last: bool) -> bool:
    """Whether a line is nothing but points: at the end what the list costs, else a round number is what it
    may."""
    found = _ONLY_POINTS.fullmatch(text)
    points = number(found["points"]) if found else None
    if points is None or points < LEAST_OF_TITLE:
        return False
    if last or points % ROUND:
        draft.points = points
    else:
        draft.points_limit = points
    return True


def _add(line: Line, text: str, role: str | None, draft: Draft, chained: bool) -> None:
    """A line behind a plus: what the first of them names goes with the unit above it."""
    above = len(draft.units) - 1
    _line(line, text, role, draft)
    if not chained and len(draft.units) > above + 1 and draft.units[above].joins is None:
        draft.units[above].joins = above + 1


def _of_label(line: Line, above: Line | None) -> bool:
    """Whether a line with a bullet stands under a label of detachments that tells none itself."""
    label, colon, value = above.text.strip("# ").partition(":") if above else ("", "", "")
    return bool(line.bulleted and colon and not value.strip() and LABELS.get(plain(label)) == "detachment")


def _opens(texts: Sequence[Line], found: Sequence[Line]) -> bool:
    """Whether lines without a bullet are units, over those with one: more than a title is without."""
    bare = [line for line in texts if not line.bulleted and plain(line.text.rstrip(":")) not in HEADINGS]
    bulleted = any(line.bulleted for line in texts)
    alone = len(bare) == 1 and bare[0] is texts[0] and not _is_counted(bare[0].text)
    return bool(bare) and bulleted and not (alone and len(found) > 1)


def _is_counted(text: str) -> bool:
    return bool(_MODELS.fullmatch(text) or _COPIES.fullmatch(text) or _SIZE.search(text)) or (
        _points(text)[1] is not None
    )


def _judge(draft: Draft, texts: Sequence[Line]) -> None:
    """Raises InputError where many lines are none of a list: then it is another kind of text."""
    odd = [line for line in texts if not line.bulleted and _is_odd(line.text)]
    if len(odd) * 3 > len(texts):
        told = f"{len(odd)} of {len(texts)} lines name no unit, the first {odd[0].text[:60]!r}"
        raise InputError(draft.path, f"line {odd[0].number}", f"expected an army list: {told}")


def _over_all(texts: Sequence[Line]) -> bool:
    """Whether the first line stands over lines that all have a bullet, which it has not."""
    others = len(texts) > 2 and all(line.bulleted for line in texts[1:])
    return others and not texts[0].bulleted and not _is_counted(texts[0].text)


def _is_title(found: Sequence[Line], text: str, others: Sequence[Line]) -> bool:
    """Whether the first line names the list: it alone has no points, stands apart, or has the points of all."""
    own, sums = _points(text)[1], [_points(line.text)[1] for line in others if not _TOTAL.fullmatch(line.text)]
    priced = [points for points in sums if points is not None]
    if own is not None:
        ahead = own >= LEAST_OF_TITLE and bool(_POINTS_AHEAD.match(text))
        agreed = own >= 2 * ROUND and own % ROUND == 0
        return (
            ahead
            or agreed
            or (own >= sum(priced) > 0 and len(priced) > 1)
            or (not priced and own >= LEAST_OF_TITLE)
        )
    first = next(n for n, line in enumerate(found) if line.text)
    apart = first + 1 < len(found) and not found[first + 1].text
    blanks = sum(1 for line in found[first:] if not line.text)
    numbered = _MODELS.fullmatch(text) or _COPIES.fullmatch(text)
    next_text = others[0].text.strip("# ")
    label = plain(next_text.partition(":")[0]) in LABELS or plain(next_text.rstrip(":")) in HEADINGS
    if label and ":" in next_text and not numbered:
        return True
    return not numbered and (
        (len(priced) == len(sums) and len(priced) > 1) or (apart and blanks < len(others)) or text.endswith(":")
    )


def _title(text: str, draft: Draft) -> None:
    """The list's name with its points: a round number is what it may cost, another what it does."""
    name, points = _points(text)
    if points is not None and points % ROUND == 0:
        draft.points_limit = points
    else:
        draft.points = points if points is not None else draft.points
    draft.title(name.rstrip(" :-–—"))


def _points(text: str) -> tuple[str, int | None]:
    """A line without its points, and the points."""
    found = _POINTS.search(text) or _BARE_POINTS.search(text) or _behind(text) or _ahead_of_things(text)
    if not found or not (value := number(found["points"])):
        return text, None
    before, after = text[: found.start()], text[found.end() :].strip().lstrip(":, ")
    return (f"{before}, {after}" if after and before else before or after), value


def _behind(text: str) -> re.Match[str] | None:
    """A number alone behind a name, where it is too large for models or these are told before it."""
    found = _NUMBER_BEHIND.search(text)
    if not found:
        return None
    sized = _SIZE.search(text[: found.start()]) is not None
    return found if sized or (number(found["points"]) or 0) >= LEAST_POINTS else None


def _ahead_of_things(text: str) -> re.Match[str] | None:
    """A number behind a name and ahead of what the unit carries."""
    things = _THINGS.search(text)
    return _behind(text[: things.start()]) if things else None


def _is_odd(text: str) -> bool:
    """Whether a line is hardly a unit's: a sentence, code, or data that is no text."""
    head = re.split(r",|\s+\+\s+", WITH.split(_points(text)[0], maxsplit=1)[0], maxsplit=1)[0]
    named = any(word.isalpha() and len(word) > 1 for word in words(head)) and len(words(head)) <= MOST_OF_NAME
    sentence = len(words(text)) > MOST_OF_SENTENCE and text.endswith((".", "!", "?", ";"))
    return not named or bool(_CODE.search(head)) or sentence


def _only_said(text: str) -> bool:
    label = text.partition(":")[0]
    return plain(text) in WARLORD or (":" in text and plain(label) in ENHANCEMENT)


def _more(unit: Unit, text: str) -> None:
    """A line that says more of the unit above it."""
    for part in split(text):
        _say(unit, part)


def _line(line: Line, text: str, role: str | None, draft: Draft) -> None:
    """One unit, several alike, or a leader with the unit that he joins."""
    text = _REF.sub("", _LISTED.sub("", text))
    if (slot := _SLOT.fullmatch(text)) and plain(slot["role"]) in HEADINGS:
        role, text = HEADINGS[plain(slot["role"])], slot["name"]
    if len(text) > MOST_LETTERS or len(words(text)) > MOST_WORDS or not words(text):
        draft.problem(line.number, f"expected a unit, found {text[:120]!r}")
        return
    rest, points = _points(text)
    parts = [part for part in re.split(r"\s+\+\s+", rest) if part.strip()]
    first = len(draft.units)
    for part in parts:
        draft.units += _units(part, line.number, role)
    if len(draft.units) == first:
        draft.problem(line.number, f"expected a unit, found {text[:120]!r}")
        return
    draft.units[first].points = points
    if len(parts) > 1:
        for leader in draft.units[first:-1]:
            leader.joins = len(draft.units) - 1
        if points is not None:
            draft.note(f"line {line.number}: {points} points for all units of the line stand with the first")


def _units(text: str, line: int, role: str | None) -> list[Unit]:
    text, marked = _unmarked(text)
    text, *labelled = _labelled(text)
    head, *said = WITH.split(text, maxsplit=1)
    head, bracketed = _bracketed(head)
    head, *after = split(head) or [""]
    copies, models, name = _counted(head)
    times = _SIZE.search(head)
    name = name.strip(" -–—.,;")
    if not words(name):
        return []
    unit = Unit(name[:1].upper() + name[1:], line, models=models, role=role, warlord=marked)
    unit.copies = copies == 1 and bool(times and (times["times"] or times["after"]))
    for part in [*after, *bracketed, *(piece for each in said for piece in _things(each)), *labelled]:
        _say(unit, part)
    if copies > 1 and models is None:
        return [unit.copy(models=copies, copies=True)]
    return [unit.copy(warlord=unit.warlord and not copy) for copy in range(copies)]


def _labelled(text: str) -> list[str]:
    """A line without what stands behind a dash with a label of its own ("- Enhancement: a name"), and that."""
    name, *behind = _DASH.split(text)
    labelled = [part for part in behind if _only_said(part)]
    plainly = [part for part in behind if part not in labelled]
    return [" - ".join((name, *plainly)), *(said for part in labelled for said in split(part))]


def _unmarked(text: str) -> tuple[str, bool]:
    """A line without the mark of the Warlord in brackets of either kind, and whether it had one."""
    for mark in _MARK.finditer(text):
        if plain(mark["round"] or mark["square"] or "") in WARLORD:
            return f"{text[: mark.start()]} {text[mark.end() :]}".strip(), True
    return text, False


def pieces(text: str, line: int) -> tuple[Entry, ...]:
    """The units of a text that stands on a line among others; none where it names none."""
    draft = Draft("list")
    _line(Line(line, 0, "", text), text, None, draft)
    return tuple(map(entry, draft.units))


def _counted(head: str) -> tuple[int, int | None, str]:
    """How many units of how many models; a number alone is of models."""
    models: int | None = None
    if size := _SIZE.search(head):
        head = head[: size.start()]
        models = int(size["size"] or size["times"] or size["after"] or size["strong"])
    if of := _BEFORE.fullmatch(head.strip()):
        return 1, int(of["models"]), of["name"]
    if many := _COPIES.fullmatch(head.strip()):
        some = _BEFORE.fullmatch(many["name"]) or _MODELS.fullmatch(many["name"])
        if some and models is None and 0 < int(some["models"]) <= MOST_MODELS:
            models, many_name = int(some["models"]), some["name"]
        else:
            many_name = many["name"]
        return max(1, min(int(many["copies"]), MOST_COPIES)), models, many_name
    if (some := _MODELS.fullmatch(head.strip())) and models is None and 0 < int(some["models"]) <= MOST_MODELS:
        return 1, int(some["models"]), some["name"]
    return 1, models, head


def _bracketed(head: str) -> tuple[str, list[str]]:
    """A name without brackets that hold words, and those words."""
    inside = [text for text in re.findall(r"\(([^()]*)\)", head) if not _SIZE.fullmatch(f"({text})")]
    for text in inside:
        head = head.replace(f"({text})", " ")
    return " ".join(head.split()), [part for text in inside for part in split(text)]


def _things(text: str) -> list[str]:
    return [thing for part in split(text) for thing in _AND.split(part) if thing.strip()]


def _say(unit: Unit, text: str) -> None:
    """Something said of a unit: warlord, an enhancement, or wargear that it asks for."""
    text = text.strip(" .;-–—")
    label, colon, value = text.partition(":")
    first = words(text)[:1]
    if plain(text) in WARLORD:
        unit.warlord = True
    elif colon and plain(label) in ENHANCEMENT and value.strip():
        unit.enhancements += (value.strip(),)
    elif first and len(first[0]) > 1 and first[0] in ENHANCEMENT and len(words(text)) > 1:
        unit.enhancements += (text.split(maxsplit=1)[1].strip(),)
    elif key(text):
        if behind := _BEHIND.fullmatch(text):
            text = f"{behind['count']} {behind['name']}"
        number_of, _, name = text.partition(" ")
        count = re.fullmatch(r"(\d{1,3})\s*[x×]?", number_of)
        if name.startswith(("x ", "× ")) and count:
            name = name[2:]
        unit.loadout += (f"{count[1]} {name.strip()}" if count and name else text,)
