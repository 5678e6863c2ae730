"""Invented lists in the forms that builders export."""

APP_2 = """Stone rain (1,975 points)

Gravel Court
Strike Force (2,000 points)
Quarry Host (3 Detachment Points)
Force Dispositions: Hold the Pit

Attached Units
Attached Unit 1

Odo Karst (115 points)
• Attached as: Leader (Character)
  • 1x Slate axe
    1x Slag pistol

Gravel Wardens (180 points)
• Attached as: Bodyguard (Battleline)
  • 1x Warden Prime
    • 1x Chisel
      1x Slag pistol
  • 9x Gravel Warden
    • 7x Slag pistol
      7x Chisel
      1x Court banner
      2x Great maul

CHARACTERS

Quarry Prince (220 points)
  • Warlord
  • 1x Pit weapons
    1x Slag cannon
  • Enhancement: Favoured of the Pit

OTHER DATASHEETS

Tar Spawn (95 points)
  • 2x Tar Spawn
    • 2x Tar whips

Exported with App Version: v2.0.5 (128), Data Version: v886
"""

APP_1 = """My long
name 7 (405 Points)

Order Host
Gravel Court
Quarry Host
Strike Force (2000 Points)

CHARACTERS

Odo Karst (120 Points)
  • Warlord
  • Quarry Host Keywords: Character
  • 1x Slate axe
  • Enhancements: Lamp of Tar

BATTLELINE

Gravel Wardens (75 Points)
  • 1x Warden Prime
     ◦ 1x Chisel
     ◦ 1x Slag pistol
  • 4x Gravel Warden
     ◦ 4x Spear
     ◦ 1x Court banner

ALLIED UNITS

Pit Witch (210 Points)
  • 1x Neural lash

Exported with App Version: v1.29.1 (1), Data Version: v581
"""

FRENCH = """Pluie de pierres (1 995 points)

Cour de Gravier
Hôte de la Carrière
Force de Frappe (2 000 points)

PERSONNAGES

Odo Karst (115 points)
  • Seigneur de guerre
  • 1x Hache d’ardoise
  • Optimisations: Lampe de goudron

LIGNE

Gardes de gravier (75 points)
  • 1x Garde premier
     ◦ 1x Masse
  • 4x Garde de gravier
     ◦ 4x Lance de pierre

UNITÉS ALLIÉES

Loups (30 points)
  • 5x Loup
     ◦ 5x Crocs

Exporté avec la Version de l'Appli : v2.0.1 (122), Version de Données : v875
"""

WTC = """+++++++++++++++++++++++++++++++++++++++++++++++
+ FACTION KEYWORD: Order - Gravel Court
+ DETACHMENT: Quarry Host (Deep Roots)
+ TOTAL ARMY POINTS: 830pts
+
+ WARLORD: Char1: Odo Karst
+ ENHANCEMENT: Lamp of Tar (on Char2: Quarry Captain)
& Pit Lantern (on Char3: Quarry Captain)
+ NUMBER OF UNITS: 7
+ SECONDARY: - Bring It Down: (3x2) - Assassination: 3 Characters
+++++++++++++++++++++++++++++++++++++++++++++++

Char1: 1x Odo Karst (115 pts): Slate axe, Slag pistol
Char2: 1x Quarry Captain (100 pts): Slag pistol, 2x Pick
Enhancement: Lamp of Tar (+20 pts)
Char3: 1x Quarry Captain (95 pts): Slag pistol, Pit Lantern, 2x Pick
Leading Gravel Wardens
10x Gravel Wardens (180 pts)
• 9x Gravel Warden
    1 with Chisel, Maul
    4 with Slag pistol, 2x Chisel
    4 with Great maul
• 1x Warden Prime: Slag pistol, Chisel
1x Moss Crawler (75 pts): Root claws, Pebble sling
3x Pit Wolves (65 pts): Teeth
5x Shale Lancers (200 pts)
• 5x Shale Lancer: 3 with Lance, Shield, 2 with Long lance

Created with newrecruit.eu v35.66
"""

WTC_UNITS = [
    ("Odo Karst", 115, [("Odo Karst", 1, {"Slate axe": 1, "Slag pistol": 1})]),
    ("Quarry Captain", 100, [("Quarry Captain", 1, {"Slag pistol": 1, "Pick": 2})]),
    ("Quarry Captain", 95, [("Quarry Captain", 1, {"Slag pistol": 1, "Pick": 2})]),
    (
        "Gravel Wardens",
        180,
        [
            ("Gravel Warden", 9, {"Chisel": 9, "Maul": 1, "Slag pistol": 4, "Great maul": 4}),
            ("Warden Prime", 1, {"Slag pistol": 1, "Chisel": 1}),
        ],
    ),
    ("Moss Crawler", 75, [("Moss Crawler", 1, {"Root claws": 1, "Pebble sling": 1})]),
    ("Pit Wolves", 65, [("Pit Wolves", 3, {"Teeth": 3})]),
    ("Shale Lancers", 200, [("Shale Lancer", 5, {"Lance": 3, "Shield": 3, "Long lance": 2})]),
]

SIMPLE = """Imperium - Gravel Court - Stone rain - [445 pts]

# ++ Army Roster ++ [445 pts]
## Configuration
Battle Size: Strike Force (2000 Point limit)
Detachment: Quarry Host
Show/Hide Options: Tar Fiends are visible

## Battleline [300 pts]
Moss Crawler [165 pts]: Quarry Host Character, Lamp of Tar [15 pts], Root claws, 2x Pebble sling
Gravel Wardens [135 pts]:
• 1x Warden Prime: Warlord, Chisel
• 4x Gravel Warden: Chisel, Slag pistol

## Allied Units [145 pts]
Pit Wolves [40 pts]:
• 3x Pit Wolf: Teeth
Tar Beasts [105 pts]:
• 1x Tar Beast [65 pts]: Tar gland
"""

MARKDOWN = """Ada - Tar Fiends - My fiends - [155 pts]

**Configuration**
- **Detachment:** Tar Pit

**Characters [75 pts]**
- **Tarboss [75 pts]**: Power hook
**Battleline [80 pts]**
- **Fiends [80 pts]**
  - 9x Fiend: Cleaver
  - 1x Boss Fiend: Big cleaver
"""

LIST_FORGE = """all tar - Tar Fiends - Tar Pit (1995 Points)

Character:
Bloodmaster (65 pts)
  • Blade of tar

Battleline:
Tar Letters (110 pts)
  • 1x Tar Reaper
    • Hookblade
  • 9x Tar Letter
    • Hookblade
"""

BATTLESCRIBE_TEXT = """++ Army Roster (Order - Gravel Court) [1,000pts] ++

+ Configuration +

Battle Size: 2. Strike Force (2000 Point limit)

Detachment: Quarry Host

+ Character +

Odo Karst [105pts]: Slate axe, Warlord, Veil of Tar [20pts]

+ Battleline +

Gravel Wardens [90pts]
. 10x Gravel Warden: 10x Close combat weapon, 10x Spear

++ Total: [1,000pts] ++

Created with BattleScribe (https://battlescribe.net)
"""

HERESY_TEXT = """++ Crusade Primary Detachment (Gravel Legion) [1,500 Points] ++

+ High Command +

Prefect [135 Points]: Slate blade, Warlord

+ Troops +

Tactical Band [120 Points]
. Sergeant: Power hook
. 9x Legionary: 9x Bolt sling

++ Auxiliary - Armoured Support (Gravel Legion) [300 Points] ++

+ War-engine +

Sicar [200 Points]: Twin accelerator
"""

TYPED = """Gravel 1000 points

Overseer - 85pts
10 Gravel Wardens with slag reapers
2x Immovables (10)
Slate Breakers x3 - 90
Royal Mason, 50 pts, warlord
1. Moss Swarms (6) 80p
Pit Mage (enhancement Nether casket) 100pts
Overseer + 20 Gravel Wardens w/ slag flayers and slag reapers
"""
