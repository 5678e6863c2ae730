"""The pages that are looked at for access and as pictures, each with what it takes to show something."""

PATHS = [
    "/",
    "/api/docs",
    "/import",
    "/library",
    "/library?text=land+raider",
    "/sheet/wh40k10/Necrons/Lychguard",
    "/sheet/heresy3/Legiones%20Astartes/Angron",
    "/army",
    "/army/Necrons",
    "/army/Necrons/against/standard",
    "/odds",
    "/odds?attacker=Flawless+Blades&target=Lychguard",
]
WIDTHS = {"desk": 1280, "phone": 390}
SCHEMES = ("light", "dark")
