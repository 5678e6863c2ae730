"""The lists at the foot of a 40k datasheet: its Stratagems, detachment rules and Enhancements."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from warbook.importers.ledger import Ledger
from warbook.importers.wh40k10_sections import COST, DASH, Section
from warbook.sheets.sheet import DetachmentRule, Enhancement, Lines, Play, Rule

_POINTS = re.compile(r"\+?(\d{1,4}) ?(?:pts|points)?", re.IGNORECASE)
_WITH_POINTS = re.compile(r"(.+?) \(?\+?(\d{1,4}) ?(?:pts|points)\)?", re.IGNORECASE)


def resolve_plays(ledger: Ledger, sections: Sequence[Section], cards: Sequence[Play]) -> tuple[Play, ...]:
    """The Stratagems in the index's order, each with its card; then cards that the index does not list."""
    listed = [entry for section in sections for entry in _entries(ledger, section)]
    if not listed:
        return tuple(cards)
    out: dict[tuple[str, str], Play] = {}
    named: dict[str, list[Play]] = {}
    for card in cards:
        named.setdefault(card.name.casefold(), []).append(card)
    for place, entry in listed:
        found = _card_of(entry, named.get(entry.name.casefold(), []))
        if found is None:
            ledger.lose("rule", f"card of {entry.name}", place)
        elif found.cost != entry.cost:
            ledger.doubt(place, f"{entry.name} costs {entry.cost} in the index and {found.cost} on its card")
        out.setdefault((entry.name, entry.source), found or entry)
    shown = {id(play) for play in out.values()}
    for card in cards:
        if id(card) not in shown:
            out.setdefault((card.name, card.source), card)
    return tuple(out.values())


def _card_of(entry: Play, named: Sequence[Play]) -> Play | None:
    return next((card for card in named if card.source == entry.source), named[0] if len(named) == 1 else None)


def _entries(ledger: Ledger, section: Section) -> list[tuple[int, Play]]:
    """A name, its cost, its label and perhaps a mark: the entries of the index."""
    pieces = ledger.pieces
    ledger.claim(section.start, "stratagem index")
    out: list[tuple[int, Play]] = []
    place = section.start + 1
    while place + 1 < section.end:
        if not COST.fullmatch(pieces[place + 1].text):
            place += 1
            continue
        start, place = place, place + 2
        source, category = "", ""
        if place < section.end and DASH.search(pieces[place].text):
            source, category = DASH.split(pieces[place].text, maxsplit=1)
            place += 1
        if place < section.end and len(pieces[place].text) <= 2:
            place += 1
        ledger.claim(range(start, place), "stratagem index")
        cost = int(re.sub(r"\D", "", pieces[start + 1].text))
        out.append(
            (
                start,
                Play(pieces[start].text, cost, "CP", source, category, lines=ledger.lines(start, place - 1)),
            )
        )
    return out


def read_detachment_index(
    ledger: Ledger, sections: Sequence[Section], rules: Sequence[DetachmentRule]
) -> tuple[DetachmentRule, ...]:
    """The detachment rules in the index's order, then the rest of the page's."""
    out: dict[str, DetachmentRule] = {}
    known = {rule.name.casefold(): rule for rule in reversed(rules)}
    for section in sections:
        ledger.claim(section.start, "detachment index")
        titles = (place for place in range(section.start + 1, section.end) if _is_title(ledger, place))
        for place in titles:
            ledger.claim(place, "detachment index")
            name = ledger.pieces[place].text
            rule = known.get(name.casefold())
            if rule is None:
                ledger.lose("rule", f"detachment rule {name}", place)
            out[name.casefold()] = rule or DetachmentRule(name, lines=ledger.lines(place, place))
    for rule in rules:
        out.setdefault(rule.name.casefold(), rule)
    return tuple(out.values())


def _is_title(ledger: Ledger, place: int) -> bool:
    return ledger.pieces[place].kind == "heading"


def read_enhancements(
    ledger: Ledger, sections: Sequence[Section], rules: dict[str, Rule]
) -> tuple[Enhancement, ...]:
    """The Enhancements that the sheet lists: names, points and detachment, with a text that the page gives."""
    out: list[Enhancement] = []
    for section in sections:
        ledger.claim(range(section.start, section.end), "enhancements")
        for place in range(section.start + 1, section.end):
            piece = ledger.pieces[place]
            text = " ".join(piece.cells) if piece.kind == "row" else piece.text
            if (points := _POINTS.fullmatch(text)) and out:
                out[-1] = msgspec.structs.replace(out[-1], points=int(points.group(1)))
            elif out and text.endswith(" Detachment"):
                out[-1] = msgspec.structs.replace(out[-1], detachment=text.removesuffix(" Detachment"))
            else:
                out.append(_enhancement(text, ledger.lines(place, place), rules))
    return tuple(dict.fromkeys(out))


def _enhancement(text: str, lines: Lines, rules: dict[str, Rule]) -> Enhancement:
    found = _WITH_POINTS.fullmatch(text)
    name = found.group(1) if found else text
    rule = rules.get(name.casefold())
    points = int(found.group(2)) if found else None
    return Enhancement(name, points, None, rule.text if rule else None, lines)
