"""Invented units in the forms of two exports: one game-datacards file, one Wahapedia folder."""

# ruff: noqa: E501

from __future__ import annotations

import copy
import json

MOSS_CRAWLER = {
    "id": "b7", "name": "Moss Crawler", "factions": ["Gravel Court"], "keywords": ["Vehicle", "Moss Crawler"],
    "stats": [{"name": "Moss Crawler", "m": '8"', "t": "9", "sv": "3+", "w": "12", "ld": "7+", "oc": "4", "active": True}],
    "abilities": {
        "core": ["Deadly Demise 1"], "faction": ["Slow Growth"],
        "other": [{"name": "Lichen Coat", "description": "Moss **COVERS** it.\n■ Thick moss.\n■ Thin moss."}],
        "special": [{"name": "Old One", "description": "It is old."}],
        "primarch": [{"name": "Moods", "abilities": [{"name": "Sour", "description": "It is sour."}]}],
        "wargear": [{"name": "Slate plate", "description": "The bearer has a 5+ invulnerable save."}],
        "invul": {"value": "6+", "info": ""},
        "damaged": {"range": "1‑2 WOUNDS REMAINING", "description": "While this model has 1-2 wounds remaining, subtract 2 from its Objective Control characteristic and each time it makes an attack, add 2 to the Hit roll."},
    },
    "rangedWeapons": [
        {"profiles": [
            {"name": "Slag mortar – high", "range": '48"', "attacks": "D6", "skill": "4+", "strength": "6", "ap": "-1", "damage": "2", "keywords": ["Blast", "Indirect Fire"]},
            {"name": "Slag mortar – low", "range": '24"', "attacks": "d6+1", "skill": "3", "strength": "6", "ap": "-0", "damage": "2", "keywords": ["Sustained Hits d3. Anti-Fly 4+"]},
        ]},
        {"profiles": [{"name": "Pebble sling – Ranged", "range": "24", "attacks": "2", "skill": "3+", "strength": "4", "ap": "0", "damage": "1", "keywords": ["Rapid Fire 2"]}]},
    ],
    "meleeWeapons": [
        {"profiles": [{"name": "Root claws", "range": "Melee", "attacks": "4", "skill": "3+", "strength": "6", "ap": "-1", "damage": "1", "keywords": []}],
         "abilities": [{"name": "Grip", "description": "It grips."}]},
    ],
    "loadout": "This model is equipped with: slag mortar; 2 pebble slings; root claws.",
    "wargear": ["This model’s slag mortar can be replaced with one of the following: ◦ 2 pebble slings ◦ 1 slate plate"],
    "composition": ["1 Moss Crawler"],
    "points": [{"models": "1", "cost": "130", "keyword": None, "active": True}, {"models": "1", "cost": "140", "keyword": "Quarry", "active": True}],
    "transport": "This model has a transport capacity of 6 GRAVEL COURT INFANTRY models.",
    "leadBy": ["Gravel King"],
}  # fmt: skip

STONE_GUARD = {
    "id": "b8", "name": "Stone Guard", "legends": True, "factions": ["Gravel Court"],
    "keywords": ["ALL MODELS: Infantry, Stone Guard | WARDEN: Character"],
    "stats": [
        {"name": "Warden", "m": '5"', "t": "5", "sv": "2+", "w": "3", "ld": "6+", "oc": "1"},
        {"name": "Stone Guard", "m": '5"', "t": "5*", "sv": "2+", "w": "2", "ld": "6+", "oc": "1"},
    ],
    "abilities": {"core": [], "faction": [], "other": [], "wargear": [], "invul": {"value": "4+", "info": "Warden model only."}},
    "rangedWeapons": [], "meleeWeapons": [
        {"profiles": [{"name": "Stone maul", "range": "Melee", "attacks": "3", "skill": "3+", "strength": "6", "ap": "-2", "damage": "2", "keywords": []}]},
    ],
    "loadout": "The Warden is equipped with: stone maul. Every Stone Guardsman is equipped with: stone mual.",
    "wargear": ["None"], "composition": ["1 Warden", "4-9 Stone Guardsmen"],
    "points": [{"models": "5", "cost": "90"}, {"models": "10", "cost": "180"}],
    "leads": {"units": ["PEBBLE FOLK"], "extra": ""}, "leader": "This model can be attached to the following unit: ■ PEBBLE FOLK",
}  # fmt: skip

GRAVEL_COURT = {
    "id": "GRV", "name": "Gravel Court", "is_subfaction": True, "parent_id": "ROK", "allied_factions": ["SND"],
    "updated": "2031-04-05T06:07:08.000Z", "detachments": ["Scree Host", "Cairn Watch"],
    "datasheets": [MOSS_CRAWLER, STONE_GUARD],
    "rules": {
        "army": [{"name": "Slow Growth", "rule": [{"order": 2, "type": "text", "text": "It ends."}, {"order": 1, "type": "text", "text": "It **grows**."}, {"order": 3, "type": "image", "text": "-"}]}],
        "detachment": [{"name": "Landslide", "detachment": "Scree Host", "rule": [{"order": 1, "type": "text", "text": "Stones roll."}]}],
    },
    "stratagems": [{"name": "Rolling Stones", "cost": 1, "type": "Battle Tactic", "detachment": "Scree Host", "when": "Your Shooting phase.", "target": "One unit.", "effect": "It rolls.", "restrictions": "", "faction_id": "GRV", "fluff": "They roll."}],
    "enhancements": [{"name": "Quartz Crown", "cost": "+25", "detachment": "Cairn Watch", "description": "It shines.", "keywords": ["Gravel Court"], "excludes": ["Vehicle"], "faction_id": "GRV"}],
}  # fmt: skip

TABLES = {
    "Factions": (
        "id|name|link",
        [
            "GRV|Gravel Court|x",
        ],
    ),
    "Source": (
        "id|name|type",
        [
            "01|Codex: Gravel Court|Codex",
            "02|Legends: Gravel Court|Datasheet",
        ],
    ),
    "Datasheets": (
        "id|faction_id|legend|loadout|virtual|leader_footer|damaged_description|name|source_id|role|transport|leader_head|damaged_w|link",
        [
            '000000001|GRV||<b>This model is equipped with:</b> slag mortar; 2 pebble slings; root claws.|false||While this model has 1-2 wounds remaining, subtract 2 from its Objective Control characteristic and each time it makes an attack, add 2 to the Hit roll.|Moss Crawler|01|Other|This model has a transport capacity of 6 <span class="kwb">GRAVEL</span> <span class="kwb">COURT</span> INFANTRY models.||1-2|',
            "000000002|GRV||<b>The Warden is equipped with:</b> stone maul.<br><br><b>Every Stone Guardsman is equipped with:</b> stone maul.|true|||Stone Guard|02|Characters||||",
            "000000003|GRV|||false|||Pebble Folk|01|||||",
        ],
    ),
    "Datasheets_models": (
        "datasheet_id|name|T|inv_sv|W|OC|base_size_descr|line|M|Sv|inv_sv_descr|Ld|base_size",
        [
            '000000001|Moss Crawler|9|6|12|4||1|8"|3+||7+|Use model',
            '000000002|Stone Guard|5*|-|2|1||2|5"|2+||6+|32mm',
            '000000002|Warden|5|4*|3|1|May use 40mm instead|1|5"|2+|* Against ranged attacks only| 6+|75 x 42mm',
        ],
    ),
    "Datasheets_wargear": (
        "datasheet_id|line_in_wargear|name|range|A|S|D|line|dice|description|type|BS_WS|AP",
        [
            '000000001|2|Slag mortar – low|24|D6+1 |6|2|1||<a href="x">sustained hits d3</a>. anti-fly 4+|Ranged|3+|-0',
            "000000001|1|Slag mortar – high|48|D6|6|2|1||blast, indirect fire|Ranged|4|-1",
            "000000001|1|Pebble sling|24|2|4|1|2||rapid fire 2|Ranged|3|0",
            "000000001|1|Root claws|Melee|4|6|1|3|||Melee|3|-1",
            "000000002|1|Stone maul|Melee|3|6|2|1|||Melee|3|-2",
            "000000009|1|Lost axe|Melee|3|6|2|1|||Melee|3|-2",
        ],
    ),
    "Datasheets_abilities": (
        "datasheet_id|ability_id|name|type|line|model|description|parameter",
        [
            "000000001|77||Core|1|||1",
            "000000001|78||Faction|2|||",
            "000000001||Lichen Coat|Datasheet|3||Moss covers&nbsp;it.<ul><li>Thick <b>moss</b>.</li></ul>|",
            "000000001||Slate plate|Wargear|4||The bearer has a 5+ invulnerable save.|",
            "000000001||OLD ONE|Special (правая колонка)|5||It is old.|",
            "000000001||Grip|Wargear profile|6||It grips.|",
            "000000001||Designer’s Note|Без заголовка|7||Glue it.|",
        ],
    ),
    "Abilities": (
        "id|name|legend|faction_id|description",
        [
            "77|Deadly Demise|||It bursts.",
            "78|Slow Growth|Green.|GRV|It grows.",
        ],
    ),
    "Datasheets_options": (
        "datasheet_id|line|button|description",
        [
            "000000001|1|•|This model’s slag mortar can be replaced with one of the following:<ul><li>2 pebble slings</li><li>1 slate plate*</li></ul>",
            "000000001|2|*| One of these in an army.",
        ],
    ),
    "Datasheets_unit_composition": (
        "datasheet_id|line|description",
        [
            "000000001|1|1 Moss Crawler",
            "000000002|1|1 Warden",
            "000000002|2|4-9 Stone Guardsmen",
            "000000003|1|10 Pebble Folk",
        ],
    ),
    "Datasheets_models_cost": (
        "datasheet_id|line|description|cost",
        [
            "000000001|1|1 model|130",
            "000000002|1|5 models|90",
            "000000002|2|10 models (<ky>QUARRY</ky> Detachment)|180",
        ],
    ),
    "Datasheets_keywords": (
        "datasheet_id|keyword|model|is_faction_keyword",
        [
            "000000001|Vehicle||false",
            "000000001|Moss Crawler||false",
            "000000001|Gravel Court||true",
            "000000002|Infantry|ALL MODELS|false",
            "000000002|Character|WARDEN ONLY|false",
            "000000002|Gravel Court||true",
        ],
    ),
    "Datasheets_leader": (
        "leader_id|attached_id",
        [
            "000000002|000000003",
            "000000002|000000001",
        ],
    ),
    "Datasheets_enhancements": (
        "datasheet_id|enhancement_id",
        [
            "000000002|000000040001",
        ],
    ),
    "Stratagems": (
        "faction_id|name|cp_cost|turn|detachment|id|type|legend|phase|description",
        [
            "GRV|ROLLING STONES|1|Your turn|Scree Host|1|Scree Host – Battle Tactic Stratagem|They roll.|Shooting phase|<b>WHEN:</b> Your Shooting phase.<br><br><b>TARGET:</b> One unit.<br><br><b>EFFECT:</b> It rolls.<br><br><b>RESTRICTIONS:</b> Once.",
            "|STAND UP|1|Any||2|Core – Epic Deed Stratagem||Any|<b>WHEN:</b> Any phase.<br><b>TARGET:</b> One unit.<br><b>EFFECT:</b> It stands.",
            "|HATCH|1|Any||3|Cave Fights – Epic Deed Stratagem||Any|<b>WHEN:</b> Any phase.<br><b>EFFECT:</b> It hatches.",
            "GRV|LOW ROOF|1|Any|Cave Host|4|Cave Fights – Epic Deed Stratagem||Any|<b>WHEN:</b> Any phase.<br><b>EFFECT:</b> It ducks.",
        ],
    ),
    "Enhancements": (
        "id|faction_id|name|cost|detachment|legend|description",
        [
            "000000040001|GRV|Quartz Crown|+25|Scree Host|Old.|It shines.",
        ],
    ),
    "Detachment_abilities (1)": (
        "id|faction_id|name|legend|description|detachment",
        [
            "000000040|GRV|Landslide|Dust.|Stones roll.|Scree Host",
        ],
    ),
}
"""Names of tables, their heads and rows; some with their columns in another order than is usual."""


def document(**changes):
    """The invented faction's file, with some of its top keys changed."""
    return {**copy.deepcopy(GRAVEL_COURT), **changes}


def written(path, document):
    path.write_text(json.dumps(document), "utf-8")
    return str(path)


def folder(path, tables=TABLES, line_end="\r\n", mark="\ufeff"):
    """The invented export as files: a mark at the start, a separator at the end of every line."""
    path.mkdir(parents=True, exist_ok=True)
    for name, (heads, rows) in tables.items():
        text = mark + "".join(f"{line}|{line_end}" for line in (heads, *rows))
        (path / f"{name}.csv").write_bytes(text.encode())
    return str(path)
