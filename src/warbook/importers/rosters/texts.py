"""Lists that are text: of the official app, of New Recruit in its forms, and mixtures of them.

One reader takes them all, line by line, because copies mix them: one tool's header over another's units,
headings left out, bullets changed. A line that it cannot place is a problem.
"""

from __future__ import annotations

import re

import msgspec

from warbook.errors import InputError
from warbook.importers.rosters import typed
from warbook.importers.rosters.block import Block
from warbook.importers.rosters.draft import Draft, Unit
from warbook.importers.rosters.header import Header
from warbook.importers.rosters.lines import LOST, Line, broken, lines
from warbook.importers.rosters.priced import priced
from warbook.importers.rosters.vocabulary import HEADINGS, LABELS, NO_ROLE, SIZES, WARLORD, plain
from warbook.sheets.matching import key

NOT_UNDERSTOOD = "not understood"
MOST_CHARACTERS = 2_000
"""Of one line; a longer one is a problem."""
_ATTACHED = re.compile(
    r"(?:attached unit|unité attachée|unité|unidad acoplada|angegliederte einheit|unità associata)\s+(\d{1,3})"
    r"(?:\s+attachée)?",
    re.IGNORECASE,
)
_HEADING_PRICE = re.compile(r"\s*[\[(]\s*\d[^\])]*[\])]\s*$")
FORCE = re.compile(
    r"(?:#\s*)?\+\+\s+(?P<name>[^(\[+]+?)\s*(?:\((?P<catalogue>[^()]*)\)\s*)?(?:\[[^\]]*\]\s*)?\+\+(?:\s*\[[^\]]*\])?"
)
"""The line of a force, as BattleScribe writes it: ``++ Army Roster (Catalogue) [1,000pts] ++``."""
_OF_APP = re.compile(r"\([^()]*\bpoints?\)\s*$", re.IGNORECASE)
HERESY = re.compile(
    r"horus heresy|age of darkness|crusade primary detachment|primary detachment", re.IGNORECASE
)
_SECTION = re.compile(r"\+\s+(?P<name>[^+:\[]{2,40}?)\s*(?:\[[^\]]*\]\s*)?\+")
_SLOT = re.compile(r"(?P<role>[^\W\d]{2,20})\s*\d{1,2}\s*:\s*(?P<name>\S.*)")
"""A slot with its number before a unit's name, as French builders write it."""
_SHOUTED = re.compile(r"[^\W\d_a-z][^a-z\d•:()\[\]]{2,40}")
_TAG = re.compile(r"(?P<name>.+?)\s*[\[(](?P<tag>[^\[\]()]{3,40})[\])]")
"""A word in brackets behind a unit's name."""
_STRENGTH = re.compile(
    r"(?P<before>\d{1,3})\s+(?P<name>\D.*)|(?P<named>.+?)\s*(?:\(?[x×](?P<times>\d{1,3})\)?|\(?(?P<after>\d{1,3})\s+models?\)?)",
    re.IGNORECASE,
)
"""How many models a unit has, before or behind its name."""
_BELOW_ZERO = re.compile(r"([(\[])\s*[-−–]\s*(\d[\d.,]*\s*(?:pts?|points?)\s*[)\]])", re.IGNORECASE)
_BARE_PRICE = re.compile(r"\s[-–—:]\s*\d[\d.,]*\s*(?:pts?|points?)\.?$", re.IGNORECASE)
"""Points behind a dash, as people type them."""
_PLACED = re.compile(r"(?P<name>.+?)\s*\[(?P<nth>\d{1,3})\]$")


def read(text: str, draft: Draft) -> None:
    """Put a text into a draft."""
    found = [line for line in lines(text) if _readable(line, draft)]
    if broken(text):
        draft.note(LOST)
    if HERESY.search(text):
        draft.system = "heresy3"
    if not _has_units(found):
        typed.read(found, draft)
        return
    _Reader(draft).read(found)


def _readable(line: Line, draft: Draft) -> bool:
    if len(line.text) > MOST_CHARACTERS:
        draft.problem(line.number, f"expected lines of at most {MOST_CHARACTERS} characters")
    return len(line.text) <= MOST_CHARACTERS


def _has_units(found: list[Line]) -> bool:
    """Whether units stand on lines of their own with their points in brackets, as some tool writes them."""
    texts = [_BELOW_ZERO.sub(r"\1\2", line.text) for line in found]
    prices = [price for text in texts if (price := priced(text)) and not _is_size(text)]
    written = any(price.ref or price.colon or _slotted(price.name) for price in prices)
    fenced = any(line.text.startswith("+ ") or "++ " in line.text for line in found)
    bulleted = any(line.bulleted and line.bullet not in "-–—*." for line in found)
    headed = any(_heading(line) or _is_size(line.text) for line in found)
    bare = sum(1 for text in texts if _BARE_PRICE.search(text))
    own = sum(1 for line in found if not line.bulleted and priced(line.text))
    return bool(prices) and (written or fenced or ((bulleted or headed) and bare <= own))


class _Reader:
    """One text being read: the header until the first unit or heading, then sections of units."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.header: Header = Header(draft)
        self.in_header = True
        self.role: str | None = None
        self.allied = False
        self.group: int | None = None
        self.detachment: str | None = None
        self.forces = 0
        self.blocks: list[Block] = []
        self.open: Block | None = None

    def read(self, found: list[Line]) -> None:
        for place, line in enumerate(found):
            if not line.text:
                self.header.blank()
            else:
                self._line(line, found[place + 1 :] if self.in_header else [])
        if self.in_header:
            self.header.end()
        if self.draft.points is None and self.forces:
            self.draft.points = self.forces
        self.draft.units += [block.finish() for block in self.blocks]
        self._judge(found)
        _tell(self.header, self.blocks, self.draft)
        _join(self.blocks)

    def _judge(self, found: list[Line]) -> None:
        """Raises InputError where most lines are none of a list: then it is another kind of text."""
        odd = [each for each in self.draft.problems if each.message.startswith(NOT_UNDERSTOOD)]
        if len(odd) * 2 > sum(1 for line in found if line.text):
            told = f"expected an army list: {len(odd)} lines are none of one, the first {odd[0].message}"
            raise InputError(self.draft.path, f"line {odd[0].line}", told)

    def _line(self, line: Line, after: list[Line]) -> None:
        if set(line.text) <= set("+=-_*~# ─━"):
            return
        if _BELOW_ZERO.search(line.text):
            self.draft.problem(line.number, f"expected points from 0, found {line.text[:120]!r}")
            line = msgspec.structs.replace(line, text=_BELOW_ZERO.sub(r"\1\2", line.text))
            self._line(line, after)
            if self.open and self.open.unit.line == line.number:
                self.open.unit.points = None
            return
        if not line.bulleted and self.header.signature(line.text):
            self.open = None
        elif found := _ATTACHED.fullmatch(line.text):
            self._section("Attached Units")
            self.group = int(found[1])
        elif not line.bulleted and (heading := _heading(line, self.in_header)):
            self._section(heading)
        elif not line.bulleted and (force := FORCE.fullmatch(line.text)):
            self._force(force["name"], force["catalogue"], line)
        elif self._is_unit(line, after):
            self._unit(line)
        elif self.in_header or self._fenced(line):
            self.header.line(line)
        else:
            self._within(line)

    def _fenced(self, line: Line) -> bool:
        return line.text.startswith(("+ ", "& ")) and not line.bulleted

    def _section(self, heading: str) -> None:
        self._begun()
        self.role = None if heading in NO_ROLE else heading
        self.allied = heading == "Allied Units"
        self.group = None
        self.open = None

    def _force(self, name: str, catalogue: str | None, line: Line) -> None:
        """A heading over a whole force; its points are those of the list where there is one force."""
        if catalogue:
            self.header.faction(re.split(r"\s+[-–]\s+", catalogue))
        if plain(name) not in ("army roster", "roster", "total") and not self.header.labelled(name):
            self._begun()
            self.detachment = name
            self.draft.detachments.append(name)
        price = priced(line.text.strip("+ "))
        if price and plain(name).startswith("total"):
            self.draft.points = price.points
        elif price:
            self.forces += price.points

    def _begun(self) -> None:
        if self.in_header:
            self.header.end()
        self.in_header = False

    def _is_unit(self, line: Line, after: list[Line]) -> bool:
        """Whether a line is a unit's: it has points, no bullet, and is no total or size."""
        price = priced(line.text)
        if price is None or line.bulleted or self._fenced(line) or _is_size(line.text):
            return False
        if not price.ref and ":" in price.name and plain(price.name.split(":")[0]) in LABELS:
            return False
        if price.count is not None or price.ref or price.colon or _slotted(price.name):
            return True
        if not self.in_header:
            return line.indent < 4 or self.open is None
        begun = self.header.titled or self.draft.battle_size is not None
        return begun and not line.text.startswith("#") and _begins(after)

    def _unit(self, line: Line) -> None:
        self._begun()
        price = priced(line.text)
        assert price is not None
        rest, name, role = price.rest, price.name, self.role
        if slot := _slotted(name):
            name, role = slot["name"], HEADINGS.get(plain(slot["role"]), slot["role"])
        tag = _TAG.fullmatch(name)
        warlord = tag is not None and plain(tag["tag"]) in WARLORD
        count, name = _strength(price.count, tag["name"] if tag and warlord else name)
        unit = Unit(name, line.number, points=price.points, role=role, allied=self.allied, id=price.ref)
        unit.detachment, unit.warlord = self.detachment, warlord
        self.open = Block(unit, count, _OF_APP.search(line.text) is not None)
        self.open.group = self.group
        self.open.wargear(rest)
        self.blocks.append(self.open)

    def _within(self, line: Line) -> None:
        """A line under a unit, a label between the units, or something that is not understood."""
        if self.open is not None and (line.bulleted or line.indent or _continues(line.text)):
            self.open.line(line)
        elif not (self.open and self.open.claims(line.text)) and not self.header.labelled(
            line.text.strip("+# "), line.number
        ):
            self.draft.problem(line.number, f"{NOT_UNDERSTOOD}: {line.text[:120]}")


def _slotted(name: str) -> re.Match[str] | None:
    """A slot with its number and the unit's name, where the slot is one."""
    slot = _SLOT.fullmatch(name)
    return slot if slot and (slot["role"].isupper() or plain(slot["role"]) in HEADINGS) else None


def _strength(count: int | None, name: str) -> tuple[int | None, str]:
    """How many models a unit has, and its name without that number."""
    found = _STRENGTH.fullmatch(name) if count is None else None
    if not found:
        return count, name
    number = int(found["before"] or found["times"] or found["after"])
    return (number, found["name"] or found["named"]) if number else (count, name)


def _continues(text: str) -> bool:
    return re.match(r"\d{1,4}\s*(?:[x×]|with)\s", text) is not None


def _is_size(text: str) -> bool:
    return plain(_HEADING_PRICE.sub("", text)) in SIZES


def _begins(after: list[Line]) -> bool:
    """Whether lines follow that belong to a unit, or another unit does."""
    following = [line for line in after if line.text][:1]
    return bool(following) and (following[0].bulleted or priced(following[0].text) is not None)


def _heading(line: Line, in_header: bool = False) -> str | None:
    """The heading that a line is: a known one, or one that is shouted."""
    text = line.text
    marked = text.startswith(("#", "++ ", "+ ")) and ":" not in text
    bare = _HEADING_PRICE.sub("", text.strip("+# =:─━—–-~*")).strip()
    if (known := HEADINGS.get(plain(bare))) and (bare != "" and len(bare) < 40):
        return known if not priced(text) or marked or plain(bare) in HEADINGS else None
    if text.startswith("##") and ":" not in text and bare:
        return bare
    if section := _SECTION.fullmatch(text):
        return section["name"]
    if _SHOUTED.fullmatch(text) and not line.indent and not in_header:
        return text.title()
    return None


def _tell(header: Header, blocks: list[Block], draft: Draft) -> None:
    """Give the units what the header says of them."""
    by_ref = {block.unit.id or "": block for block in blocks if block.unit.id}
    for name, ref, unit, line in header.said.enhancements:
        block = _meant(ref, unit, by_ref, blocks)
        if block is None:
            draft.problem(
                line, f"enhancement {name}: no unit {' '.join(filter(None, (ref, unit)))} in the list"
            )
        elif plain(name) not in {plain(each) for each in block.unit.enhancements}:
            block.unit.enhancements += (name,)
            block.disown(name)
    if header.said.warlord and not any(block.unit.warlord for block in blocks):
        ref, unit, line = header.said.warlord
        block = _meant(ref, unit, by_ref, blocks)
        if block:
            block.unit.warlord = True
        else:
            draft.problem(line, f"warlord: no unit {' '.join(filter(None, (ref, unit)))} in the list")
    if header.said.units is not None and header.said.units[0] != len(blocks):
        stated, line = header.said.units
        draft.problem(line, f"the list says that it has {stated} units, found {len(blocks)}")


def _meant(ref: str | None, unit: str, by_ref: dict[str, Block], blocks: list[Block]) -> Block | None:
    """The unit that the header means: by the list's own key where it has keys, else by name."""
    if ref is not None and by_ref:
        return by_ref.get(ref)
    return next((block for block in blocks if unit and key(block.unit.sheet) == key(unit)), None)


def _join(blocks: list[Block]) -> None:
    """Leaders join the unit that their line names, or the bodyguard of their group."""
    for block in blocks:
        if block.leads:
            block.unit.joins = _named(block, blocks)
        elif block.group is not None and block.attached and not block.bodyguard:
            guards = [n for n, b in enumerate(blocks) if b.group == block.group and b.bodyguard]
            block.unit.joins = guards[0] if guards else None


def _named(block: Block, blocks: list[Block]) -> int | None:
    """The place of the unit that a leader's line names; the nth of its name, where it says so."""
    text = block.leads or ""
    placed = _PLACED.fullmatch(text)
    name, nth = (placed["name"], int(placed["nth"])) if placed else (text, 1)
    found = [n for n, each in enumerate(blocks) if key(each.unit.sheet) == key(name) and each is not block]
    if not placed and block.group is not None:
        found = [n for n in found if blocks[n].group == block.group] or found
    if nth <= len(found) and not any(each.unit.joins == blocks.index(block) for each in blocks):
        return found[nth - 1]
    block.unit.note(f"attached to {text}")
    return None
