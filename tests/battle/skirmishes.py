"""Positions in which two armies stand close together, so that few inputs meet many rules."""

from __future__ import annotations


def block(x, y, count, columns=5, apart=1.6, rows=1.6):
    """Models in rows from a corner, in inches."""
    places = ((x + apart * (n % columns), y + rows * (n // columns)) for n in range(count))
    return " ".join(f"{px:.3f},{py:.3f}" for px, py in places)


def position(*units, revision="2025-06", field="open", clock="round 4, A, movement", cp="8 8", vp="0 0"):
    """A position from lines of units."""
    head = f"wh40k10 {revision} | Only War | {field}\n{clock} | CP {cp} | VP {vp}\n"
    return head + "\n".join(units)


def infantry(field, revision):
    """Characters, Fights First, One Shot, Precision, Lethal Hits and Devastating Wounds at arm's length."""
    return position(
        f"A Tormentors with Lord Exultant: {block(24, 18, 10)} 24,21.5",
        f"A Flawless Blades: {block(34, 19.5, 3, apart=1.8)}",
        f"A Infractors: {block(16, 18.6, 5)}",
        f"B Necron Warriors with Overlord: {block(23.5, 23.4, 20, columns=10)} 23.4,26.8",
        f"B Lychguard: {block(34, 22.2, 5)}",
        f"B Immortals: {block(14.5, 21.2, 5)}",
        revision=revision,
        field=field,
    )


def engines(field, revision):
    """VEHICLES and MONSTERS, Deadly Demise, Blast, Torrent, Melta, Smokescreen, Big Guns Never Tire."""
    return position(
        "A Chaos Land Raider: 22,16",
        "A Maulerfiend: 31,16",
        f"A Noise Marines: {block(36, 17, 6, columns=3, apart=1.8, rows=1.8)}",
        f"A Chaos Spawn: {block(15, 18, 2, apart=2.2)}",
        "B Doomsday Ark: 24,27",
        "B Triarch Stalker: 31,25.5",
        f"B Canoptek Wraiths: {block(36, 23, 3, apart=2.2)}",
        f"B Immortals: {block(13, 22.5, 10)}",
        revision=revision,
        field=field,
    )


SKIRMISHES = (infantry, engines)
