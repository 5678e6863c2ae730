"""How long whole sets of documents take to read, beside the bare parsing of their files in the same run.

    python -m benchmarks.documents

The sets are those beside WARBOOK_DATA; each is read once, as a user would. The reference parses the same files
as XML or JSON, or splits them into fields, and keeps nothing: the least that any reader must do.
"""

import json
import os
from pathlib import Path
from time import process_time
from xml.etree.ElementTree import fromstring

from warbook import importers

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("WARBOOK_DATA", ROOT.parent / "shared" / "data"))
SETS = {
    "bsdata-wh40k10": "wh40k10, catalogues",
    "bsdata-heresy3/xml": "heresy3, catalogues",
    "gdc/2024-03": "wh40k10, cards",
    "gdc/2025-07": "wh40k10, cards",
    "wahapedia/2025-07": "wh40k10, tables",
}


def parsed(path: Path) -> None:
    text = path.read_text("utf-8-sig")
    if path.suffix == ".json":
        json.loads(text)
    elif path.suffix == ".csv":
        [line.split("|") for line in text.splitlines()]
    else:
        fromstring(text)


def seconds(act) -> float:
    started = process_time()
    act()
    return process_time() - started


def main() -> None:
    print(f"{'set':<22}{'what':<24}{'sheets':>7}{'s CPU':>8}{'bare':>7}{'ratio':>7}")
    for name, what in SETS.items():
        folder = DATA / name
        if not folder.is_dir():
            print(f"{name:<22}not on this machine")
            continue
        bare = seconds(lambda folder=folder: [parsed(path) for path in sorted(folder.iterdir())])
        found = []
        took = seconds(lambda folder=folder, found=found: found.append(importers.collect(folder)))
        ratio = took / bare if bare else 0.0
        print(f"{name:<22}{what:<24}{len(found[0].sheets):>7}{took:>8.2f}{bare:>7.2f}{ratio:>7.1f}")


if __name__ == "__main__":
    main()
