"""How often two sources read one rule the same: rules of one name whose words are alike in both.

    python -m benchmarks.prints FOLDER OTHER [--differ] [--less]

``--less`` shows the rules that the first source reads less of than the second, with the sentences that it
loses; ``--differ`` those that both understand, with other effects. Words are alike where only marks, case and
line ends differ.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator

import msgspec

from warbook import importers
from warbook.effects import to_json
from warbook.parsing.text import TextReading
from warbook.reading.understanding import Passage, every_passage

OF_PLAYS = ("when", "target", "effect", "restrictions")
SOURCES = 2


class Pair(msgspec.Struct, frozen=True):
    """One rule as two sources print it, and what was read of each."""

    first: Passage
    second: Passage
    readings: tuple[TextReading, TextReading]

    @property
    def verdict(self) -> str:
        """How the two readings compare."""
        first, second = (reading.understood for reading in self.readings)
        if first and second:
            same = to_json(self.readings[0].effects) == to_json(self.readings[1].effects)
            return "equal" if same else "differ"
        return "less" if second else "more" if first else "neither"


def plain(text: str) -> str:
    return re.sub(r"\W+", " ", text).strip().casefold()


def passages(folder: str) -> dict[tuple[str, str, str], Passage]:
    """The rules texts of a folder by name, kind and words; 40k's, whose texts are all read."""
    found: dict[tuple[str, str, str], Passage] = {}
    for passage in every_passage(importers.collect(folder)):
        if passage.system == "wh40k10":
            kind = passage.kind if passage.kind in OF_PLAYS else "rule"
            found.setdefault((plain(passage.source.rpartition(": ")[2]), kind, plain(passage.text)), passage)
    return found


def pairs(first: str, second: str) -> Iterator[Pair]:
    one, other = passages(first), passages(second)
    for key in sorted(one.keys() & other.keys()):
        yield Pair(one[key], other[key], (one[key].read(), other[key].read()))


def main() -> None:
    folders = [text for text in sys.argv[1:] if not text.startswith("--")]
    if len(folders) != SOURCES:
        sys.exit(__doc__)
    found = list(pairs(*folders))
    counts = Counter(pair.verdict for pair in found)
    print(
        f"{len(found)} rules in both: " + ", ".join(f"{count} {name}" for name, count in counts.most_common())
    )
    for pair in found:
        if f"--{pair.verdict}" in sys.argv:
            print(f"{pair.verdict}: {pair.first.source} | {pair.second.source}")
            lost = [each for each in pair.readings[0].sentences if not each.understood]
            print("".join(f"  {each.text}\n    from: {each.reading.rest}\n" for each in lost), end="")


if __name__ == "__main__":
    main()
