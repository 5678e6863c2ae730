"""Three-line positions, and answers in words instead of numbers."""

from __future__ import annotations

from warbook.battle.position import set_up
from warbook.rules.request import Ask, Place


def at(clock, *units, cp="0 0", vp="0 0", field="crossways", revision="2025-06", used=""):
    """A battle from a position: ``clock`` such as ``"round 2, A, charge"``."""
    lines = [f"wh40k10 {revision} | Only War | {field}", f"{clock} | CP {cp} | VP {vp}", *units]
    return set_up("\n".join([*lines, f"used: {used}"] if used else lines))


def row(x, y, count, apart=1.6):
    """Models in a row, in inches."""
    return " ".join(f"{x + apart * n:.3f},{y}" for n in range(count))


def options(battle):
    """What may be answered, in words: names of units, plays with their unit, kinds of move."""
    assert isinstance(battle.request, Ask), battle.request
    return [_word(option) for option in battle.request.options]


def _word(option):
    if option is None:
        return "-"
    if isinstance(option, str):
        return option
    if hasattr(option, "play"):
        return f"{option.play.name}: {option.unit.name}"
    return getattr(option, "name", str(option)).lower() if isinstance(option, int) else option.name


def pick(battle, word="-"):
    """Answer with the option of that name."""
    found = options(battle)
    assert word in found, f"{battle.request.what}: {word} is not among {found}"
    battle.send(found.index(word))
    return battle


def dice(battle, *faces):
    """Roll these faces, one group for each roll asked."""
    for group in faces:
        battle.send(group if isinstance(group, tuple) else (group,))
    return battle


def go(battle, toward=None):
    """Answer a placement with what the game proposes."""
    assert isinstance(battle.request, Place), battle.request
    answer = battle.game.proposed(battle.state, battle.request, toward)
    battle.send(answer)
    return battle


def place(battle, *moves):
    """Answer a placement with models' ends in inches: ``(model, x, y)``."""
    battle.send(tuple((model, *(round(1000 * n) for n in points)) for model, *points in moves))
    return battle


def asked(battle):
    """What the battle waits for, in a word or two."""
    request = battle.request
    return (
        None
        if request is None
        else getattr(request, "title", None) or getattr(request, "what", None) or request.kind
    )


def until(battle, what, limit=300):
    """Pass, stay and roll sixes until something is asked."""
    for _ in range(limit):
        if battle.request is None or asked(battle) == what:
            return battle
        request = battle.request
        if isinstance(request, Place):
            battle.send(())
        elif isinstance(request, Ask):
            battle.send(request.options.index(None) if None in request.options else 0)
        else:
            faces = []
            request.chance.judge(lambda sides, faces=faces: faces.append(sides) or sides)
            battle.send(tuple(faces))
    raise AssertionError(f"{what} was not asked")


def left(battle, unit):
    """Wounds left of each model of a unit."""
    return battle.state.left[battle.game.muster.units[unit].members].tolist()


def cp(battle):
    return battle.state.sides[:, 0].tolist()


def vp(battle):
    return battle.state.sides[:, 1].tolist()


def shocked(battle, unit):
    return battle.game.table.shocked(battle.state, battle.game.muster.units[unit])
