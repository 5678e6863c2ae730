"""The pages that are looked at for access and as pictures, each with what it takes to show something."""

PATHS = [
    "/",
    "/api/docs",
    "/battle",
    "/battle?a=Necrons&b=Emperor%27s+Children&bot_a=random&bot_b=random&at=9",
    "/import",
    "/understanding",
    "/understanding?text=Add+1+to+the+Hit+roll.",
    "/library",
    "/library?text=land+raider",
    "/table",
    "/sheet/wh40k10/Necrons/Lychguard",
    "/sheet/heresy3/Legiones%20Astartes/Angron",
    "/faction/wh40k10/Necrons",
    "/stratagems?faction=Necrons&detachment=Awakened+Dynasty",
    "/rules/wh40k10",
    "/rules/heresy3",
    "/crib",
    "/crib?list=Necrons",
    "/compare?sheet=wh40k10/Necrons/Lychguard&sheet=wh40k10/Necrons/Immortals",
    "/army",
    "/army/Necrons",
    "/army/Necrons/against/standard",
    "/army/Necrons/against/Emperor%27s%20Children?figure=chance",
    "/odds",
    "/odds?attacker=Flawless+Blades&target=Lychguard&phase=fight&modifiers=-1+to+hit&then=name%3DTormentors"
    "&beside=attacker%3DImmortals%26target%3DLychguard",
]
WIDTHS = {"desk": 1280, "phone": 390}
SCHEMES = ("light", "dark")
