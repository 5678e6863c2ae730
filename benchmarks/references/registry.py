"""The references by name. A package that is missing shows only when its reference is loaded."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.engagements import Engagement
from benchmarks.references import Reading, Reference


def numpy_simulation(trials: int, sample: int) -> Reference:
    """Monte Carlo with NumPy."""
    from benchmarks.references.numpy_simulation import plan, play

    def prepare(engagement: Engagement) -> Callable[[], Reading]:
        ready = plan(engagement)

        def action() -> Reading:
            damage = play(ready, trials).damage
            return Reading(damage.mean, damage.standard_error)

        return action

    return Reference(f"numpy, {trials:.0e} trials".replace("e+0", "e"), prepare, sample)


def icepool_odds() -> Reference:
    """Exact distributions with icepool."""
    import icepool

    from benchmarks.references.icepool_odds import plan, wounds_lost

    def prepare(engagement: Engagement) -> Callable[[], Reading]:
        ready = plan(engagement)
        return lambda: Reading(float(wounds_lost(ready).mean()))

    return Reference(f"icepool {icepool.__version__}", prepare)


def wh40kdc_means() -> Reference:
    """Means with wh40kdc."""
    from importlib.metadata import version

    from benchmarks.references.wh40kdc_means import inputs, means

    def prepare(engagement: Engagement) -> Callable[[], Reading]:
        lines = inputs(engagement)

        def action() -> Reading:
            found = means(lines)
            return Reading(found.damage, wounds=found.wounds)

        return action

    return Reference(f"wh40kdc {version('wh40kdc')}, means", prepare)


def loaders(trials: int, sample: int) -> dict[str, Callable[[], Reference]]:
    """What loads each reference; ImportError when its package is missing."""
    return {
        "numpy": lambda: numpy_simulation(trials, sample),
        "icepool": icepool_odds,
        "wh40kdc": wh40kdc_means,
    }
