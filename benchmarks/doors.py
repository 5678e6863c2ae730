"""Every door by which documents and texts come in: real ones to spoil, and the commands that are given them.

A door draws an input from a generator and gives what to call: a command line, as the shell would run it, or a
function for what has no command. Documents are slices of real ones beside WARBOOK_DATA (or of Warbook's own
data, where there are none), small enough that thousands are read in a minute.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from xml.etree import ElementTree

from benchmarks.mixed import mixed
from benchmarks.mutating import odd, packed, regrown, retyped, reworded, spoilt

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("WARBOOK_DATA", ROOT.parent / "shared" / "data"))
SEEDS = DATA.parent / "seeds"
MOST_OF_ONE = 3
"""So many entries of a long list are left in a slice."""
WHOLE = 0.01
"""How often a document is spoilt whole, where its slice is used else."""
HEADS = ("profileTypes", "costTypes", "characteristics", "stats")
"""What of a document is not cut: it tells how to read the rest."""
TARGET = {"wh40k10": "Immortals", "heresy3": "Rampager Squad"}


class Input(NamedTuple):
    """An input: the command line, or the function, that is given it, and what it is, to be kept."""

    run: Sequence[str] | Callable[[], object]
    kept: Sequence[tuple[str, bytes]]


class Door(NamedTuple):
    """A name, and what draws an input into a folder."""

    name: str
    draw: Callable[[Random, Path], Input]


# --------------------------------------------------------------------- documents


def sliced(value: Any, random: Random) -> Any:
    """JSON of which long lists of objects are cut."""
    if isinstance(value, dict):
        return {key: inner if key in HEADS else sliced(inner, random) for key, inner in value.items()}
    if not isinstance(value, list):
        return value
    kept = (
        random.sample(value, MOST_OF_ONE) if len(value) > MOST_OF_ONE and isinstance(value[0], dict) else value
    )
    return [sliced(inner, random) for inner in kept]


@cache
def cards() -> list[tuple[str, Any]]:
    """Slices of game-datacards of three dates."""
    random = Random(1)
    return [(name, sliced(told, random)) for name, told in whole_cards() for _ in range(4)]


@cache
def whole_cards() -> list[tuple[str, Any]]:
    """Whole files of them."""
    return [(path.name, json.loads(path.read_text("utf-8-sig"))) for path in sorted(DATA.glob("gdc/*/*.json"))]


@cache
def catalogues(folder: str) -> list[dict[str, ElementTree.Element]]:
    """Slices of a folder of catalogues: a few units each, with all that they need of the files."""
    random = Random(2)
    roots = {path.name: ElementTree.parse(path).getroot() for path in sorted((DATA / folder).glob("*.*t"))}
    every = [_needed(roots, name, random) for name in roots if name.endswith(".cat") for _ in range(3)]
    return [files for files in every if any(map(_has_units, files.values()))]


def _has_units(root: ElementTree.Element) -> bool:
    return any(node.get("type") in ("unit", "model") for node in root.iter())


def _needed(roots: dict[str, ElementTree.Element], name: str, random: Random) -> dict[str, ElementTree.Element]:
    """Some root entries of a catalogue, and whatever they link to."""
    known = {child.get("id"): child for root in roots.values() for group in root for child in group}
    entries = [
        child
        for group in roots[name]
        if group.tag.endswith(("}entryLinks", "}selectionEntries", "}sharedSelectionEntries"))
        for child in group
    ]
    waiting = random.sample(entries, min(MOST_OF_ONE, len(entries)))
    wanted = {child.get("id") for child in waiting}
    while waiting:
        for node in waiting.pop().iter():
            target = node.get("targetId")
            if target in known and target not in wanted:
                wanted.add(target)
                waiting.append(known[target])
    needed = {file: _cut(root, wanted) for file, root in roots.items()}
    return {
        file: root
        for file, root in needed.items()
        if file == name or file.endswith(".gst") or any("hared" in group.tag and len(group) for group in root)
    }


def _cut(root: ElementTree.Element, wanted: set[str | None]) -> ElementTree.Element:
    """A catalogue without the entries that nothing wants."""
    out = ElementTree.Element(root.tag, dict(root.attrib))
    for group in root:
        plain = group.tag.rpartition("}")[2]
        every = plain in ("costTypes", "profileTypes", "catalogueLinks", "publications")
        kept = ElementTree.SubElement(out, group.tag, dict(group.attrib))
        kept.text = group.text
        kept.extend(child for child in group if every or child.get("id") in wanted)
        if plain == "forceEntries":
            kept.extend(_shallow(child) for child in group[:MOST_OF_ONE])
    return out


def _shallow(element: ElementTree.Element) -> ElementTree.Element:
    """An element with few children, and few in these."""
    out = ElementTree.Element(element.tag, dict(element.attrib))
    out.text = element.text
    out.extend(_shallow(child) for child in element[:MOST_OF_ONE])
    return out


@cache
def json_catalogues() -> list[dict[str, Any]]:
    """Slices of two folders of New Recruit's catalogues."""
    random = Random(3)
    folders = [sorted((DATA / name).glob("*.json")) for name in ("newrecruit-heresy3", "bsdata-heresy3/json")]
    every = [{path.name: json.loads(path.read_text("utf-8-sig")) for path in paths} for paths in folders]
    return [
        {name: sliced(told, random) for name, told in files.items()}
        for files in every
        for _ in range(6)
        if files
    ]


@cache
def tables() -> list[dict[str, str]]:
    """Slices of an export: the rows of a few datasheets."""
    random = Random(4)
    every = {path.name: path.read_text("utf-8-sig") for path in sorted(DATA.glob("wahapedia/2025-07/*.csv"))}
    return [_rows(every, random) for _ in range(12)] if every else []


def _rows(every: dict[str, str], random: Random) -> dict[str, str]:
    sheets = every["Datasheets.csv"].splitlines()
    chosen = random.sample(sheets[1:], MOST_OF_ONE)
    ids = {row.partition("|")[0] for row in chosen}
    out = {}
    for name, text in every.items():
        head, *rows = text.splitlines()
        own = [row for row in rows if ids & set(row.split("|")[:2])]
        small = len(rows) < 60 and not name.startswith("Datasheets")
        kept = rows if small else own or random.sample(rows, min(MOST_OF_ONE, len(rows)))
        out[name] = "\n".join((head, *kept))
    return out


@cache
def pages() -> list[tuple[str, str]]:
    """Saved pages of both games, whole and in parts."""
    whole = [(path.name, path.read_text("utf-8")) for path in sorted(SEEDS.glob("*.txt"))]
    return [(name, text[:size]) for name, text in whole for size in (6_000, 12_000, 25_000)] + whole


@cache
def lists() -> list[tuple[str, bytes]]:
    """Army lists in every form."""
    from warbook.sheets.roster import bundled
    from warbook.views import roster as view

    found = [(path.name, path.read_bytes()) for path in sorted((DATA / "rosters").glob("*.*"))]
    own = (*bundled("wh40k10"), *bundled("heresy3"))
    shapes = {"app.txt": view.app, "simple.txt": view.simple, "own.json": view.json}
    return found + [
        (f"{one.name}-{name}", write(one).encode()) for one in own for name, write in shapes.items()
    ]


def _of_cards(random: Random, folder: Path) -> Input:
    name, told = random.choice(whole_cards() if random.random() < WHOLE else cards())
    return _document(random, _written(folder, name, _noised(retyped(told, random), random)))


def _of_catalogues(source: str) -> Callable[[Random, Path], Input]:
    def draw(random: Random, folder: Path) -> Input:
        files = dict(random.choice(catalogues(source)))
        spoilt_one = random.choice(list(files))
        kept = []
        for name, root in files.items():
            if name != spoilt_one:
                kept += _written(folder, name, ElementTree.tostring(root, "utf-8"))
                continue
            data = _noised(regrown(root, random), random)
            if random.random() < 0.1:
                name, data = f"{name}z", packed(data, name, random)
            kept += _written(folder, name, data)
        chosen = [each for each in kept if each[0] == spoilt_one or random.random() < 0.1]
        return _document(random, kept, folder if random.random() < 0.3 else folder / (chosen or kept)[0][0])

    return draw


def _of_json_catalogues(random: Random, folder: Path) -> Input:
    files = random.choice(json_catalogues())
    chosen, kept = random.choice(list(files)), []
    for name, told in files.items():
        data = _noised(retyped(told, random), random) if name == chosen else json.dumps(told).encode()
        kept += _written(folder, name, data)
    return _document(random, kept, random.choice((folder, folder / chosen)))


def _of_tables(random: Random, folder: Path) -> Input:
    files = random.choice(tables())
    chosen, kept = random.choice(list(files)), []
    for name, text in files.items():
        if name != chosen:
            kept += _written(folder, name, text.encode())
        elif random.random() < 0.95:
            data = _cells(text, random).encode("utf-8", "replace")
            kept += _written(folder, name, _noised(data, random))
    return _document(random, kept, folder)


def _cells(text: str, random: Random) -> str:
    """A table of which some cells are odd."""
    lines = text.split("\n")
    for _ in range(random.choice((1, 1, 3))):
        at = random.randrange(len(lines))
        cells = lines[at].split("|")
        place = random.randrange(len(cells))
        cells[place] = reworded(cells[place], random) if random.random() < 0.5 else odd(random)
        lines[at] = "|".join(cells)
    return "\n".join(lines)


def _of_pages(random: Random, folder: Path) -> Input:
    name, text = random.choice(pages())
    data = _noised(reworded(text, random).encode("utf-8", "replace"), random)
    return _document(random, _written(folder, name, data))


def _of_lists(random: Random, folder: Path) -> Input:
    name, data = random.choice(lists())
    if name.endswith(".rosz"):
        data = spoilt(data, random)
    elif name.endswith(".ros"):
        data = _noised(regrown(ElementTree.fromstring(data), random), random)
        if random.random() < 0.3:
            name, data = f"{name}z", packed(data, name, random)
    elif name.endswith(".json"):
        data = _noised(retyped(json.loads(data), random), random)
    else:
        data = _noised(reworded(data.decode(), random).encode("utf-8", "replace"), random)
    kept = _written(folder, name, data)
    path = str(folder / name)
    ways = (
        *(("army", "check", path),) * 8,
        ("library", "add", path),
        ("odds", path, "--targets", "standard"),
    )
    return Input((*random.choice(ways), *_json(random)), kept)


def _noised(data: bytes, random: Random) -> bytes:
    """Now and then with its bytes spoilt, too."""
    return spoilt(data, random) if random.random() < 0.15 else data


def _written(folder: Path, name: str, data: bytes) -> list[tuple[str, bytes]]:
    (folder / name).write_bytes(data)
    return [(name, data)]


def _document(random: Random, kept: list[tuple[str, bytes]], path: Path | None = None) -> Input:
    """What a document is given to: mostly reading, which every other command begins with."""
    where = str(path or FOLDER / kept[0][0])
    ways = (
        *((("read", where),) * 12),
        ("library", "add", where),
        ("coverage", where, "--rules", "every"),
        ("explain", "--unit", where),
        ("crosscheck", where, "wh40k10"),
        ("odds", where, TARGET["wh40k10"]),
        ("odds", TARGET["wh40k10"], where, "--phase", "fight"),
        ("odds", where, TARGET["heresy3"]),
    )
    return Input((*random.choice(ways), *_json(random)), kept)


FOLDER = Path(os.environ.get("TMPDIR", "/tmp"))


def _json(random: Random) -> tuple[str, ...]:
    return ("--json",) if random.random() < 0.5 else ()


# --------------------------------------------------------------------- texts


COMPOSED = (
    "Each time this model makes an attack, add 1 to the Hit roll.",
    'Once per battle, at the start of your Shooting phase, roll one D6 for each enemy unit within 9": on a 4+, '
    "that unit suffers D3 mortal wounds.",
    "While this model is leading a unit, models in that unit have the [LETHAL HITS] ability.",
    "If this unit is below Half-strength, subtract 1 from its Leadership characteristic.",
    "Models in this unit have a 5+ invulnerable save.",
)


@cache
def sentences() -> list[str]:
    """Texts of rules: real ones where there are any."""
    from warbook import importers
    from warbook.reading.understanding import passages

    paths = [*sorted(DATA.glob("gdc/2025-07/*ns.json"))[:1], *sorted(SEEDS.glob("*.txt"))]
    found = [each.text for path in paths for each in passages(importers.collect(path))]
    return [text for text in found if len(text) < 600] or list(COMPOSED)


def _text(random: Random) -> str:
    """A text of rules that is spoilt, or any text at all."""
    if random.random() < 0.15:
        return "".join(_any(random) for _ in range(random.choice((1, 3, 40, 400))))
    told = reworded(random.choice(sentences()), random, sentences())
    return told[: random.choice((80, 300, 300, 2_000, 30_000))]


def _any(random: Random) -> str:
    return random.choice(
        (odd(random), chr(random.randrange(1, 0xD800)), random.choice("aA1 .,:;[]()'\"+-*■\n"))
    )


def _of_texts(random: Random, folder: Path) -> Input:
    from warbook.parsing.text import KINDS

    text = _text(random).replace("\x00", " ")
    kind = random.choice(((), (), ("--kind", random.choice(KINDS))))
    system = random.choice(((), (), ("--system", "heresy3")))
    return Input(
        ("explain", *kind, *system, *_json(random), "--", text), [("text", text.encode("utf-8", "replace"))]
    )


def _of_rules(random: Random, folder: Path) -> Input:
    """Spoilt texts as abilities of a sheet that attacks, or is attacked."""
    import msgspec

    from warbook import data, systems
    from warbook.probability.matchup import Setting, matchup
    from warbook.rules.pick import Pick
    from warbook.sheets.sheet import Ability

    texts = [_text(random)[:400] for _ in range(2)]
    rules = tuple(Ability(f"Rule {place}", "datasheet", text) for place, text in enumerate(texts))
    sheet = data.find(random.choice(("Immortals", "Lychguard", "Tormentors", "Chaos Land Raider")))
    own = msgspec.structs.replace(sheet, abilities=rules)
    other = data.find("Infractors")
    pair = (own, other) if random.random() < 0.6 else (other, own)
    phase = random.choice(("shooting", "fight", None))
    plays = random.choice(((), (), ("Rule 0",)))

    def run() -> object:
        return matchup(systems.find("wh40k10"), pair, (Pick(), Pick()), Setting(phase, plays=plays))

    return Input(run, [("text", "\n".join(texts).encode("utf-8", "replace"))])


def _of_rolls(random: Random, folder: Path) -> Input:
    from warbook import systems

    system = random.choice(("wh40k10", "heresy3"))
    kinds = systems.find(system).rolls(systems.find(system).rules)
    name = random.choice(list(kinds))
    numbers = (*map(str, range(13)), "D6", "2D3+1", "+1", "-1", "999", "w2", "s8", "4+", odd(random))
    words = (random.choice((word, random.choice(numbers))) for word in kinds[name].usage.split()[1:])
    text = " ".join((name, *words))
    text = (reworded(text, random) if random.random() < 0.2 else text).replace("\x00", " ")
    return Input(
        ("odds", "--system", system, *_json(random), "--roll", text),
        [("roll", text.encode("utf-8", "replace"))],
    )


@cache
def engagements() -> list[Any]:
    return list(mixed(60))


def _of_engagements(random: Random, folder: Path) -> Input:
    told = random.sample(engagements(), 2)
    kept = _written(folder, "list.json", _noised(retyped(told, random), random))
    return Input(("odds", "--engagements", str(folder / "list.json"), *_json(random)), kept)


# --------------------------------------------------------------------- battles


POSITION = """wh40k10 2025-06 | Only War | small-yard
round 2, A, movement | CP 1 2 | VP 0 3
A Infractors: 10,4 11.5,4 13,4/1 14.5,4 dead | advanced
B Immortals [gauss blaster]: 10,20 11.5,20 13,20 14.5,20 16,20
used: battle 0 Insane Bravery"""


@cache
def record() -> Any:
    """The beginning of a battle."""
    from random import Random as Dice

    import msgspec

    from warbook.battle import Header, begin, recorded, rolled
    from warbook.bots import pair
    from warbook.dice import Roll
    from warbook.sheets.roster import bundled

    armies = bundled("wh40k10")
    header = Header("wh40k10", "2025-06", "Only War", "small-yard", (armies[0], armies[1]))
    battle, bots, dice = begin(header), pair(("greedy", "greedy")), Dice(7)
    while battle.request is not None and len(battle.history) < 80:
        request = battle.request
        roll = isinstance(request, Roll)
        battle.send(rolled(request, dice) if roll else bots[request.player].answer(battle, request))
    return msgspec.to_builtins(recorded(header, battle))


def _of_records(random: Random, folder: Path) -> Input:
    told = {**record(), "inputs": record()["inputs"][: random.choice((5, 20, 80))], "state_hash": ""}
    if random.random() < 0.7:
        told["inputs"] = json.loads(retyped(told["inputs"], random))
        data = json.dumps(told).encode()
    else:
        data = _noised(retyped(told, random), random)
    kept = _written(folder, "battle.json", data)
    return Input(("replay", str(folder / "battle.json"), *_json(random)), kept)


def _of_positions(random: Random, folder: Path) -> Input:
    from warbook.battle.position import set_up

    text = reworded(POSITION, random)
    return Input(lambda: set_up(text), [("position", text.encode("utf-8", "replace"))])


# --------------------------------------------------------------------- links


LINKS = (
    "attacker=Tormentors&attacker.models=10&target=Immortals&revision=2025-06",
    "attacker=Immortals&target=Infractors&half_range=1&range_in=9&modifiers=%2B1+to+hit&needed=0.8&dealt=3",
    "attacker=Zorb&attacker.typed.toughness=5&attacker.typed.arms=name%3Dgun%26attacks%3DD6&target=Lychguard",
    "attacker=Lychguard&target=Tormentors&phase=fight&then=name%3DImmortals%26models%3D5&with=Rule&holding=x",
)


def _of_links(random: Random, folder: Path) -> Input:
    from urllib.parse import parse_qsl

    from warbook.web import links
    from warbook.web.fields import single
    from warbook.web.library import searching

    text = random.choice(LINKS)
    for _ in range(random.choice((1, 2, 4))):
        pairs = text.split("&")
        at, other = random.randrange(len(pairs)), random.randrange(len(pairs))
        name, _, value = pairs[at].partition("=")
        pairs[at] = random.choice((
            *(f"{name}={odd(random)[:3000]}", f"{odd(random)[:90]}={value}", f"{name}.{name}={value}", ""),
            *(f"{name}=-1", f"{name}={10**12}", f"{pairs[other]}&{pairs[at]}", pairs[at].replace("=", ".x=")),
        ))  # fmt: skip
        text = "&".join(pairs)

    def run() -> object:
        searching.read(parse_qsl(text, keep_blank_values=True))
        single(parse_qsl(text, keep_blank_values=True))
        links.begun(text)
        asked = links.read(text)
        assert links.read(links.query(asked)) == asked, "a link does not come back"
        return asked

    return Input(run, [("link", text.encode("utf-8", "replace"))])


def doors() -> Iterator[Door]:
    """Those for which there is something to spoil on this machine."""
    if cards():
        yield Door("datacards", _of_cards)
    for name, folder in (("catalogue 40k", "bsdata-wh40k10"), ("catalogue heresy", "bsdata-heresy3/xml")):
        if catalogues(folder):
            yield Door(name, _of_catalogues(folder))
    if json_catalogues():
        yield Door("catalogue json", _of_json_catalogues)
    if tables():
        yield Door("tables", _of_tables)
    if pages():
        yield Door("pages", _of_pages)
    yield from (
        *(Door("lists", _of_lists), Door("texts", _of_texts), Door("rules in odds", _of_rules)),
        *(Door("rolls", _of_rolls), Door("engagements", _of_engagements), Door("records", _of_records)),
        *(Door("positions", _of_positions), Door("links", _of_links)),
    )
