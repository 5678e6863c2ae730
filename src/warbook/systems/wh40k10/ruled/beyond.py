"""What of a play no battle can do, in words."""

from __future__ import annotations

from collections.abc import Iterator

from warbook import effects as fx
from warbook.effects.english import said
from warbook.systems.wh40k10.effects.printed import PrintedRule
from warbook.systems.wh40k10.ruled.carrying import can
from warbook.systems.wh40k10.ruled.occasions import as_it_dies, limit_of, parted, target_offered, window_offered


def beyond(rule: PrintedRule) -> tuple[str, ...]:
    """The parts of a play that keep battles from offering it; none where it is offered."""
    return tuple(_parts(parted(as_it_dies(rule))))


def _parts(rule: PrintedRule) -> Iterator[str]:
    windows = [window for each in rule.when if isinstance(each, fx.When) for window in each.windows]
    if not windows or not all(map(window_offered, windows)):
        yield "when it may be used"
    if not rule.target or not all(map(target_offered, rule.target)):
        yield "on what it is used"
    for name, unknown in (
        ("limit", [each for each in rule.restrictions if limit_of(each) is None]),
        ("effect", [each for each in rule.effects if not can(each)]),
    ):
        yield from (f"{name} {_named(each)}" for each in unknown)


def _named(effect: fx.Effect) -> str:
    return f"not understood: {effect.text}" if isinstance(effect, fx.Unparsed) else said((effect,))
