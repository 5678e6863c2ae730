"""The words that exported lists use for the parts of a list, in the languages that the apps speak.

Words are compared as names are: without case, accents and plurals. A bar stands between words of one meaning.
"""

from __future__ import annotations

from warbook.names import words


def plain(text: str) -> str:
    """A phrase as these tables hold it."""
    return " ".join(words(text))


def _table(meanings: dict[str, str]) -> dict[str, str]:
    return {plain(word): meaning for meaning, every in meanings.items() for word in every.split("|")}


def _set(every: str) -> frozenset[str]:
    return frozenset(plain(word) for word in every.split("|"))


HEADINGS = _table(
    {
        "Attached Units": "Attached Units|Unités attachées|Unidades acopladas|Angegliederte Einheiten"
        "|Unità associate",
        "Epic Heroes": "Epic Hero|Epic Heroes|Héros épiques|Personnages épiques|Epische Helden|Héroes épicos"
        "|Eroi epici",
        "Characters": "Characters|Personnages|Personajes|Charaktermodelle|Personaggi|HQ|QG",
        "Battleline": "Battleline|Ligne|Ligne de bataille|Troupes de ligne|Línea de batalla|Kampflinie"
        "|Linea di battaglia",
        "Dedicated Transports": "Dedicated Transports|Transports assignés|Transportes asignados"
        "|Angeschlossene Transportfahrzeuge|Trasporti dedicati",
        "Other Datasheets": "Other Datasheets|Other|Others|Autres|Andere|Otros|Altri"
        "|Autres fiches techniques|Otras hojas de datos|Andere Datenblätter"
        "|Altre schede tecniche",
        "Allied Units": "Allied Units|Allies|Unités alliées|Unidades aliadas"
        "|Verbündete Einheiten|Unità alleate",
        "Fortifications": "Fortifications|Befestigungen|Fortificaciones|Fortificazioni",
        "Infantry": "Infantry|Infanterie",
        "Mounted": "Mounted|Unités montées",
        "Vehicles": "Vehicle|Vehicles|Véhicules",
        "Monsters": "Monster|Monsters|Monstres",
        "Beasts": "Beast|Beasts|Bêtes",
        "Swarms": "Swarm|Swarms|Nuées",
        "Troops": "Troops|Troupes",
        "Elites": "Elites|Élite",
        "Fast Attack": "Fast Attack|Attaque rapide",
        "Heavy Support": "Heavy Support|Soutien",
        "Flyers": "Flyers|Volants",
        "Lord of War": "Lord of War|Lords of War|Seigneur de bataille",
        "High Command": "High Command",
        "Command": "Command",
        "Retinue": "Retinue",
        "Heavy Assault": "Heavy Assault",
        "Armour": "Armour",
        "War-engine": "War-engine",
        "Recon": "Recon",
        "Transport": "Transport",
        "Heavy Transport": "Heavy Transport",
        "Configuration": "Configuration|Army Configuration",
    }
)
"""What a heading over units says, by its words."""

NO_ROLE = frozenset(("Attached Units", "Configuration"))
"""Headings that are no battlefield role."""

SIZES = _table(
    {
        "Combat Patrol": "Combat Patrol|Patrouille",
        "Incursion": "Incursion|Incursión|Incursione|Überfall",
        "Strike Force": "Strike Force|Force de Frappe|Angriffsstreitmacht|Fuerza de asalto|Fuerza de choque"
        "|Forza d'attacco",
        "Onslaught": "Onslaught|Offensive|Assaut|Großoffensive|Masacre|Carneficina",
    }
)
"""Battle sizes by their words."""

WARLORD = _set("Warlord|Your Warlord|WL|Seigneur de guerre|Kriegsherr|Señor de la guerra|Signore della guerra")

ENHANCEMENT = _set(
    "Enhancement|Optimisation|Amélioration|Aufwertung|Aufwertungen|Verbesserung|Verbesserungen|Mejora"
    "|Potenziamento|Potenziamenti|Enh|E"
)

LABELS = _table(
    {
        "faction": "Faction|Faction keyword|Army|Army faction|Factions used|Factions utilisées"
        "|Faction utilisée|Catalogue",
        "detachment": "Detachment|Detachment choice|Détachement|Règle de détachement|Detachment rule"
        "|Destacamento|Distaccamento",
        "points": "Total army points|Total|Total points|Points|Army points|Points d'armée|Points total"
        "|Reported total",
        "limit": "Points limit|Game points|Limit|Limite",
        "size": "Battle size|Game size|Taille de bataille",
        "warlord": "Warlord|Seigneur de guerre|Kriegsherr",
        "enhancement": "Enhancement|Amélioration|Optimisation",
        "name": "List name|Name|Army name|Nom",
        "units": "Number of units|Nombre d'unités",
        "note": "Force disposition|Force dispositions|Dispositions des forces|Secondary|Player|Player name"
        "|Joueur|Nom du joueur|Show hide options|Show options|Author|Event|Date|Team|Notes|Chapter|Allegiance"
        "|Legion|Order of battle|Url|Game system",
    }
)
"""What a line ``label: value`` before or between the units says."""

ATTACHED = _set("Attached as|Attaché en tant que|Attachée en tant que|Angegliedert als|Acoplada como")
LEADING = _set("Attached to|Leading|Joins|Joining|Attaché à|Led by")
"""Labels of a leader's line that names the unit it joins."""
BODYGUARD = _set("Bodyguard|Garde du corps|Leibwache|Guardaespaldas|Guardia del corpo")

WARGEAR = _set("Weapon|Weapons|Wargear|Arme|Armes|Équipement|Waffen|Ausrüstung|Armas|Equipo|Armi")
"""Labels of a line that tells what every model of the unit above it carries."""
