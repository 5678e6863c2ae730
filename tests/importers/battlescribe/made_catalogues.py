"""Invented catalogues, written short: elements as tuples, as XML or as JSON."""

import json
import zipfile
from xml.sax.saxutils import escape, quoteattr

SYSTEM_ID = "sys-moss"
STATLINE = ("M", "T", "SV", "W", "LD", "OC")
RANGED = ("Range", "A", "BS", "S", "AP", "D", "Keywords")
MELEE = ("Range", "A", "WS", "S", "AP", "D", "Keywords")


def xml(tag, attributes, groups):
    parts = [f"<{tag}{''.join(f' {key}={quoteattr(value)}' for key, value in attributes.items())}>"]
    for name, content in groups.items():
        inner = escape(content) if isinstance(content, str) else "".join(xml(*child) for child in content)
        parts.append(inner if name == "$text" else f"<{name}>{inner}</{name}>")
    return "".join((*parts, f"</{tag}>"))


def typed(value):
    if value in ("true", "false"):
        return value == "true"
    return int(value) if value.isdecimal() else value


def as_json(attributes, groups):
    out = {key: typed(value) for key, value in attributes.items()}
    for name, content in groups.items():
        out[name] = content if isinstance(content, str) else [as_json(*child[1:]) for child in content]
    return out


def element(tag, **attributes):
    """An element whose groups are given as lists, everything else as attributes."""
    plain = {key: str(value) for key, value in attributes.items() if not isinstance(value, list)}
    texts = {key: plain.pop(key) for key in ("description",) if key in plain}
    return tag, plain, {**texts, **{key: value for key, value in attributes.items() if isinstance(value, list)}}


def entry(identity, name, kind="upgrade", **more):
    return element("selectionEntry", id=identity, name=name, type=kind, hidden="false", **more)


def group(identity, name, **more):
    return element("selectionEntryGroup", id=identity, name=name, hidden="false", **more)


def link(identity, target, tag="entryLink", **more):
    return element(tag, id=identity, targetId=target, hidden="false", **more)


def bounds(least=None, most=None, scope="parent", key=""):
    pairs = (("min", least), ("max", most))
    return [
        element("constraint", id=f"{kind}{key}", type=kind, value=value, field="selections", scope=scope)
        for kind, value in pairs
        if value is not None
    ]


def condition(kind, value, child, scope="self", field="selections", **more):
    more.setdefault("includeChildSelections", "true")
    return element("condition", type=kind, value=value, childId=child, scope=scope, field=field, **more)


def modifier(kind, field, value, conditions=(), **more):
    found = {"conditions": list(conditions)} if conditions else {}
    return element("modifier", type=kind, field=field, value=value, **found, **more)


def profile(identity, name, kind, heads, values, **more):
    characteristics = [
        ("characteristic", {"name": head, "typeId": f"{kind}-{head}".lower()}, {"$text": value})
        for head, value in zip(heads, values, strict=True)
    ]
    return element(
        "profile", id=identity, name=name, typeName=kind, typeId=kind, characteristics=characteristics, **more
    )


def statline(identity, name, *values):
    return profile(identity, name, "Unit", STATLINE, values or ('6"', "4", "3+", "2", "6+", "1"))


def ranged(identity, name, *values):
    return profile(identity, name, "Ranged Weapons", RANGED, values or ('24"', "2", "3+", "4", "0", "1", "-"))


def melee(identity, name, *values):
    return profile(identity, name, "Melee Weapons", MELEE, values or ("Melee", "3", "3+", "4", "0", "1", "-"))


def ability(identity, name, text):
    return profile(identity, name, "Abilities", ("Description",), (text,))


def points(value):
    return [element("cost", name="pts", typeId="pts", value=value)]


def system(**groups):
    groups.setdefault("costTypes", [element("costType", id="pts", name="pts")])
    groups.setdefault("forceEntries", [element("forceEntry", id="force", name="Host", hidden="false")])
    groups.setdefault(
        "profileTypes",
        [
            element(
                "profileType",
                id="Unit",
                name="Unit",
                characteristicTypes=[element("characteristicType", id=f"unit-{h}", name=h) for h in STATLINE],
            )
        ],
    )
    return element("gameSystem", id=SYSTEM_ID, name="Moss Wars 10th Edition", revision="1", **groups)


def catalogue(identity="cat", name="Court - Gravel Court", **groups):
    return element("catalogue", id=identity, name=name, gameSystemId=SYSTEM_ID, revision="1", **groups)


def write(folder, *documents, form="xml"):
    """Writes documents into a folder and gives the path of the last one."""
    path = folder
    for document in documents:
        tag, attributes, groups = document
        stem = "moss" if tag == "gameSystem" else attributes["id"]
        if form == "json":
            path = folder / f"{stem}.json"
            path.write_text(json.dumps({tag: as_json(attributes, groups)}), "utf-8")
        else:
            path = folder / f"{stem}.{'gst' if tag == 'gameSystem' else 'cat'}"
            spaced = {**attributes, "xmlns": f"http://www.battlescribe.net/schema/{tag}Schema"}
            path.write_text(f"<?xml version='1.0' encoding='UTF-8'?>{xml(tag, spaced, groups)}", "utf-8")
    return path


def zipped(path, **names):
    """The file at a path as a zip beside it, which replaces it."""
    target = path.with_suffix(f"{path.suffix}z")
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.write(path, names.get("name", path.name))
    path.unlink()
    return target
