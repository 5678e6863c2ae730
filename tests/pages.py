"""An invented page in the form of the real ones."""

MOSS_CRAWLER = """Gravel Court – Moss Crawler
RANGED WEAPONS | RANGE | A | BS | S | AP | D | |
| Pebble sling [rapid fire 2] | |||||||
| Pebble sling [rapid fire 2] | 24" | 2 | 3+ | 4 | 0 | 1 | |
| Slag mortar [blast, indirect fire] | |||||||
| Slag mortar [blast, indirect fire] | 48" | D6 | 4+ | 6 | -1 | 2 | |
MELEE WEAPONS | RANGE | A | WS | S | AP | D | |
| Root claws | |||||||
| Root claws | Melee | 4 | 3+ | 6 | -1 | 1 | |
ABILITIES
CORE: Deadly Demise 1
FACTION: Slow Growth
Lichen Coat: Moss covers it.
UNIT COMPOSITION
- 1 Moss Crawler
| 1 model | 130 |
DAMAGED: 1-4 WOUNDS REMAINING
While this model has 1-4 wounds remaining, subtract 1 from the Hit roll of each attack it makes.
KEYWORDS: VEHICLE, MOSS CRAWLER
FACTION KEYWORDS:
GRAVEL COURT
"""
