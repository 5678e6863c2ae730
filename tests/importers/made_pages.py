"""Invented pages in the form of the real ones, and the accidents that copying a page brings."""

from __future__ import annotations

HURT = {
    "state": "While this model has {} wounds remaining",
    "event": "each time this model makes an attack",
    "change": "subtract 1 from the Hit roll.",
}


TWICE = "and can take duplicates"
SHOOTING = "Ranged Weapon | R | FP | RS | AP | D | Special Rules | Traits |"
FIGHTING = "Melee Weapon | IM | AM | SM | AP | D | Special Rules | Traits |"


def hurt(bracket: str, besides: str = "") -> str:
    """What a damaged bracket says."""
    change = f"{besides}{HURT['event']}"
    return f"{HURT['state'].format(bracket)}, {change}, {HURT['change']}"


MARSHAL = """Ashen Host – Marshal Torvane
| M | T | SV | W | LD | OC |
| Marshal Torvane (⌀40mm) | 6" | 5 | 2+ | 6 | 6+ | 1 |
INVULNERABLE SAVE
4+
RANGED WEAPONS | RANGE | A | BS | S | AP | D | |
| Ember pistol – banked [pistol] | |||||||
| Ember pistol – banked [pistol] | 12" | 1 | 2+ | 6 | -1 | 1 | |
| Ember pistol – stoked [hazardous, pistol] | |||||||
| Ember pistol – stoked [hazardous, pistol] | 12" | 1 | 2+ | 8 | -2 | 2 | |
MELEE WEAPONS | RANGE | A | WS | S | AP | D | |
| Cinder maul [lethal hits, psychic] | |||||||
| Cinder maul [lethal hits, psychic] | Melee | 5 | 2+ | 8 | -2 | D3+1 | |
WARGEAR OPTIONS
- This model’s cinder maul can be replaced with one of the following:
- 1 ash glaive
- 2 slag knives
ABILITIES
CORE: Leader, Scouts 6"
FACTION: Banked Fires
Grey Mantle: Models in the bearer’s unit may reroll saves of 1.
The Marshal’s Word (Aura): Friendly Ashen units within 6" are never shaken.
WARGEAR ABILITIES
Slag brand: The bearer adds 1 to its Wounds.
UNIT COMPOSITION
- 1 Marshal Torvane – EPIC HERO
This model is equipped with: ember pistol; cinder maul.
| 1 model | 95 |
SUPREME COMMANDER
If this model is in your army, it leads it.
LEADER
This model can be attached to the following units:
- CINDER GUARD
- SOOT WALKERS
You can attach this model to a unit even if a HERALD has joined it.
KEYWORDS: INFANTRY, CHARACTER, EPIC HERO, MARSHAL TORVANE
FACTION KEYWORDS:
ASHEN HOST
STRATAGEMS
BREATH OF SOOT
1CP
Kiln Wardens – Battle Tactic
HEROIC INTERVENTION
2CP
Core – Strategic Ploy
C
DETACHMENT ABILITY
Kiln Oath
Slow Burn
The dead embers glow without any wind to fan them.
Each time a model of this kind would flee, roll one D6: on a 4+, it stays.
- Slow Burn: on a D6 roll of 4+, this model stays when it would flee.
BREATH OF SOOT
1CP
Kiln Wardens – Battle Tactic Stratagem
The air itself turns black.
WHEN: Your Shooting phase.
TARGET: One Ashen unit of yours.
EFFECT: Its ranged weapons gain smoke.
RESTRICTIONS: Once per battle.
TARGET: One Ashen unit of yours.
EFFECT: Its ranged weapons gain smoke.
RESTRICTIONS: Once per battle.
HEROIC INTERVENTION
2CP
Core – Strategic Ploy Stratagem
They leap in.
WHEN: The enemy’s Charge phase.
TARGET: A unit nearby.
EFFECT: It charges.
TARGET: A unit nearby.
EFFECT: It charges.
Kiln Oath
Kiln Wardens Detachment
Oaths are baked into the clay of the hall.
Add 1 to Advance rolls made for Ashen units.
The INFANTRY keyword is used in the following Ashen Host datasheets:
Characters
- Marshal Torvane
Battleline
- Cinder Guard
Army List
Datasheets collated
Characters
Other
Stone Skin
STONE SKIN
A unit with this ability halves the Damage of every attack.
"""

SQUAD = f"""Ashen Host – Cinder Guard
M
6"
T
4
SV
3+
W
2
LD
7+
OC
2
They wait in the ash.
RANGED WEAPONS | RANGE | A | BS | S | AP | D | |
| Coal carbine [assault] | |||||||
| Coal carbine [assault] | 24" | 2 | 3+ | 4 | 0 | 1 | |
| Slag thrower [ignores cover, torrent] | |||||||
| Slag thrower [ignores cover, torrent] | 12" | D6 | N/A | 5 | -1 | 1 | |
MELEE WEAPONS | RANGE | A | WS | S | AP | D | |
| Boots | |||||||
| Boots | Melee | 1 | 4+ | 4 | 0 | 1 | |
WARGEAR OPTIONS
- Any number of models can each have their coal carbine replaced with 1 slag thrower.
- For every 5 models in this unit, 1 Cinder Guard’s coal carbine can be replaced with one of the following:
- 1 slag thrower
- 1 kiln cannon and 1 boots
- The Cinder Captain can be equipped with up to two of the following, {TWICE}:
- 1 spark charge
- 1 soot charge
- Up to 2 Cinder Guard equipped with a coal carbine can each be equipped with 1 bellows.*
- If this unit contains 10 models, 1 model can be equipped with up to 3 spark charges.
* Only one bellows may be lit at a time.
ABILITIES
FACTION: Banked Fires
Shield of Ash: Choose one of these when the unit is chosen to fight:- Its models cannot be pinned.
- Its models step 1" more.
UNIT COMPOSITION
- 1 Cinder Captain
- 4-9 Cinder Guard
Every model is equipped with: coal carbine; boots.
The Cinder Captain is additionally equipped with: spark charge.
| 5 models | 90 |
| 10 models | 170 |
KEYWORDS – ALL MODELS: INFANTRY, BATTLELINE, CINDER GUARD
KEYWORDS – CINDER CAPTAIN: CHARACTER
FACTION KEYWORDS: ASHEN HOST
"""

CARRIER = f"""Ashen Host – Furnace Hauler
KEYWORDS: VEHICLE, TRANSPORT, FURNACE HAULER
FACTION KEYWORDS: ASHEN HOST
UNIT COMPOSITION
- 1 Furnace Hauler
| 1 model | 130 |
TRANSPORT
This model has a transport capacity of 11 ASHEN HOST INFANTRY or EMBER COURT INFANTRY models. \
Each JUMP PACK and GIANT model takes up the space of 3 models. It cannot transport WAGON models. It floats.
DAMAGED: 1-7 WOUNDS REMAINING
{hurt("1-7", "subtract 3 from this model’s Objective Control characteristic and ")}
ABILITIES
CORE: Deadly Demise D3, Firing Deck 6
MELEE WEAPONS | RANGE | A | WS | S | AP | D | |
| Iron wheels | |||||||
| Iron wheels | Melee | 3 | 4+ | 7 | 0 | 1 | |
WARGEAR OPTIONS
- None
"""

CAPTAIN = f"""Lost Fleet – Captain Idris Vale
- Captain Idris Vale 110 Points
Keeper of the Ninth Lamp
UNIT COMPOSITION: 1 CAPTAIN IDRIS VALE
The captain keeps her own counsel and a full set of charts.
| LD | CL | WP | IN | |||||||||||
| M | WS | BS | S | T | W | I | A | LD | CL | WP | IN | SAV | INV | |
| Captain Idris Vale (⌀32mm) | 9 | 8 | 7 | 8 | ||||||||||
| Captain Idris Vale (⌀32mm) | 7 | 5 | 4 | 4 | 4 | 3 | 5 | 4 | 9 | 8 | 7 | 8 | 3+ | 5+ |
WARGEAR
- Lamp Pistol
- Boarding Axe
- Star Charts
TRAITS
- Loyalist
- Lost Fleet
SPECIAL RULES
- Dead Reckoning
- Steady (2)
TYPE
- Infantry (Unique, Command)
WARGEAR
Lamp Pistol
It burns with a cold light.
| Ranged Weapon | |||||||
{SHOOTING}
| Lamp Pistol | |||||||
| Lamp Pistol | 12 | 2 | 5 | 4 | 1 | Pistol, Flash (3) | Assault, Lamp |
Boarding Axe
An heirloom.
| Melee Weapon | |||||||
{FIGHTING}
| Boarding Axe | |||||||
| Boarding Axe | -1 | A | +1 | 3 | 1 | - | Chain |
Star Charts
The bearer’s Unit may move through Difficult Terrain freely.
SPECIAL RULES
Dead Reckoning
No sea is without its marks.
Once in each Turn the Player may make the Broadside Advanced Reaction for this Model.
Broadside Advanced Reaction
Trigger: An enemy Unit ends its Move in sight.
Cost: Spend 2 Points of the Reaction Allotment.
Target: That Unit.
Process: Make a Shooting Attack with this profile.
| Ranged Weapon | |||||||
{SHOOTING}
| Broadside | |||||||
| Broadside | 48 | 1 | 9 | 3 | 2 | Blast (5") | Assault |
Then the Active Player goes on.
Steady (X)
A Unit with this Special Rule ignores X Statuses.
This datasheet has Command Battlefield Role. Full list of Lost Fleet units follows:
Cool (CL) – How calm a Model stays.
Lamp Pistol
It burns with a cold light.
| Ranged Weapon | |||||||
{SHOOTING}
| Lamp Pistol | |||||||
| Lamp Pistol | 12 | 2 | 5 | 4 | 1 | Pistol, Flash (3) | Assault, Lamp |
The Loyalist Trait is used in the following Lost Fleet datasheets:
Flash (X)
A Model hit by this Weapon must make a Cool Check and is blinded if it fails.
Dazzled
A dazzled Unit makes Snap Shots only until the Turn ends.
A dazzled Unit makes Snap Shots only until the Turn ends.
A Unit that is hit twice by such a Weapon is blinded for the whole Battle.
| COMMAND – Those who give orders. |
"""

GUNNERS = """Lost Fleet – Lamp Gunners
- Lamp Gunners 120 Points
UNIT COMPOSITION: 1 LAMP CHIEF, 4 LAMP GUNNERS
| M | WS | BS | S | T | W | I | A | LD | CL | WP | IN | SAV | INV | |
| Lamp Chief (⌀32mm) | 7 | 4 | 4 | 4 | 4 | 1 | 4 | 2 | 8 | 8 | 6 | 6 | 3+ | - |
| Lamp Gunner (⌀32mm) | 7 | 4 | 4 | 4 | 4 | 1 | 4 | 1 | 7 | 7 | 6 | 6 | 3+ | - |
WARGEAR
- Lamp Lance
TRAITS
- Loyalist
SPECIAL RULES
- Steady (1)
TYPE
- Lamp Chief: Infantry (Sergeant)
- Lamp Gunner: Infantry
OPTIONS
- The Lamp Chief may exchange its Lamp Lance for one of the following:
- Boarding Axe +5 Points
- Signal Gun Free
- Any Lamp Gunner may take a Boarding Axe for +3 Points
"""

PAGES = {
    "marshal": MARSHAL, "squad": SQUAD, "carrier": CARRIER, "captain": CAPTAIN, "gunners": GUNNERS,
}  # fmt: skip


def straight(text: str) -> str:
    """With straight apostrophes."""
    return text.replace("’", "'")


def odd_blanks(text: str) -> str:
    """With non-breaking blanks and hyphens."""
    return text.replace(" of ", "\u00a0of ").replace("-", "\u2011").replace("\n\u2011 ", "\n- ")


def carriage_returns(text: str) -> str:
    """With the line ends of another system."""
    return text.replace("\n", "\r\n")


def byte_order_mark(text: str) -> str:
    """With a mark before the first letter."""
    return "\ufeff" + text


def trailing_blanks(text: str) -> str:
    """With blanks at every line's end."""
    return text.replace("\n", "  \n")


def blank_lines(text: str, after: list[int]) -> str:
    """With empty lines after some lines."""
    lines = text.split("\n")
    return "\n".join(line + "\n\n" if place in after else line for place, line in enumerate(lines))


def can_glue(one: str, other: str) -> bool:
    """Whether a copy may lose the line break between two lines."""
    starts = other[:2] == "- " or (other[:1].isupper() and other[1:2].isalpha())
    return one.endswith(".") and starts and "|" not in one + other


def glued(text: str, places: list[int]) -> str:
    """With the line break lost after some sentences."""
    lines = text.split("\n")
    out = lines[0]
    for place in range(1, len(lines)):
        lost = place in places and can_glue(lines[place - 1], lines[place])
        out += lines[place] if lost else "\n" + lines[place]
    return out


def repeated_cards(text: str) -> str:
    """With every EFFECT of a card twice."""
    return "\n".join(line + "\n" + line if line.startswith("EFFECT:") else line for line in text.split("\n"))


def repeated_rows(text: str) -> str:
    """With every row of a table twice."""
    return "\n".join(line + "\n" + line if line.startswith("| ") else line for line in text.split("\n"))


BLOCKS = (
    ("ABILITIES\n", "UNIT COMPOSITION\n"),
    ("WARGEAR OPTIONS\n", "ABILITIES\n"),
    ("LEADER\n", "KEYWORDS:"),
    ("Kiln Oath\nKiln", "The INFANTRY"),
    ("The INFANTRY", "Army List"),
    ("Stone Skin\n", ""),
    ("Flash (X)\n", "Dazzled\n"),
    ("Dead Reckoning\nNo", "Steady (X)"),
)


def repeated_blocks(text: str) -> str:
    """With whole blocks twice: sections, rules, reactions, indexes."""
    for start, end in BLOCKS:
        first = text.find(start)
        last = text.find(end, first) if end else len(text)
        if 0 <= first < last:
            text = text[:last] + text[first:last] + text[last:]
    return text
