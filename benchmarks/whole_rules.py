"""How many whole rules act on attacks, by kind of text: wholly, in part, or not.

    python -m benchmarks.whole_rules [LINES] [--why N] [--show WORDS]

``LINES`` is a file as ``tools/texts.py`` prints it (without it, the tool is run on ``gdc/2025-07`` of the
data). Counted are the texts with a *combat* sentence, of plays their effect. *Wholly*: in some engagement every
sentence of it acts or changes no figure. *In part*: sentences act that stand by themselves, and the others are
told. ``--why`` lists so many of the commonest reasons for which a text does not act, or not all of it;
``--show`` the texts of which a reason has these words.
"""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from warbook.parsing import text
from warbook.systems.wh40k10.effects import Share, share

SHARES: tuple[Share, ...] = ("wholly", "in part", "not")
OF_PLAYS = ("when", "target", "restrictions")
DATA = Path(os.environ.get("WARBOOK_DATA", "../shared/data"))


def lines(path: Path | None) -> Iterator[dict[str, Any]]:
    if path is not None:
        told = path.read_text("utf-8")
    else:
        command = [sys.executable, str(DATA.parent / "tools" / "texts.py"), str(DATA / "gdc" / "2025-07")]
        told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return map(json.loads, told.splitlines())


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("lines", nargs="?", type=Path)
    parser.add_argument("--why", type=int, default=0)
    parser.add_argument("--show")
    asked = parser.parse_args()
    counts: dict[str, Counter[str]] = {}
    reasons: Counter[str] = Counter()
    for told in lines(asked.lines):
        if told["kind"] in OF_PLAYS or not any(each["combat"] for each in told["sentences"]):
            continue
        read = text.read_sentences((each["text"] for each in told["sentences"]), told["kind"])
        acts, why = share(read.effects)
        for kind in (told["kind"], "all"):
            counts.setdefault(kind, Counter()).update((acts, "texts"))
        kinds = {"not understood" if each.startswith("not understood") else each for each in why}
        reasons.update(kinds)
        if asked.show and any(asked.show in each for each in why):
            print(f"{told['kind']}, {told['name']} ({acts}): {'; '.join(why)}")
            print(f"    {told['text']}\n    {read.effects}")
    print(f"{'kind':<14}{'texts':>8}" + "".join(f"{each:>16}" for each in SHARES))
    for kind, found in sorted(counts.items(), key=lambda each: each[0] == "all"):
        shares = (f"{found[each]:>8}{found[each] / found['texts']:>8.1%}" for each in SHARES)
        print(f"{kind:<14}{found['texts']:>8}" + "".join(shares))
    for reason, count in reasons.most_common(asked.why):
        print(f"{count:>6} {reason}")


if __name__ == "__main__":
    main()
