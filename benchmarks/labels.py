"""How many of the rules labelled by hand are read as their labels say, by kind.

    python -m benchmarks.labels [--wrong] [--twice]

``--wrong`` shows each that is understood otherwise than its label; ``--twice`` counts only labels that a second
person has read against the text and agreed with. *Widened* are those written after the language was widened for
their texts: they are no blind measure. Blind labels were written before their writer had seen any reading; how
the program did on them at first sight, before anything was mended by them, is told below the table.
"""

import json
import sys
from collections import Counter

from tests.labelled import Judged, judged, labels

from warbook.effects import to_json

COLUMNS = ("labelled", "understood", "exactly right", "wrong", "not understood", "no shape", "widened")


def counted(each: Judged) -> tuple[str, ...]:
    """The columns in which a rule counts."""
    understood = ("understood",) if each.verdict != "not understood" else ()
    shapeless = ("no shape",) if each.label.effects is None else ()
    widened = ("widened",) if each.label.widened else ()
    return ("labelled", each.verdict, *understood, *shapeless, *widened)


def row(name: str, counts: Counter[str]) -> str:
    share = counts["exactly right"] / counts["labelled"] if counts["labelled"] else 0.0
    return f"{name:<14}" + "".join(f"{counts[column]:>15}" for column in COLUMNS) + f"{share:>10.1%}"


def main() -> None:
    found = judged(each for each in labels() if each.read_twice or "--twice" not in sys.argv)
    by_kind: dict[str, Counter[str]] = {}
    for each in found:
        by_kind.setdefault(each.label.kind, Counter()).update(counted(each))
    print(f"{'kind':<14}" + "".join(f"{column:>15}" for column in COLUMNS) + f"{'right':>10}")
    for kind, counts in by_kind.items():
        print(row(kind, counts))
    print(row("all", sum(by_kind.values(), Counter())))
    first = Counter(each.label.at_first for each in found if each.label.at_first)
    print("blind labels at first sight: " + ", ".join(f"{count} {how}" for how, count in first.most_common()))
    if "--wrong" in sys.argv:
        for each in found:
            if each.verdict == "wrong":
                print(each.label.id, "\n  label", json.dumps(each.label.effects))
                print("  given", json.dumps(to_json(each.reading.effects)))


if __name__ == "__main__":
    main()
