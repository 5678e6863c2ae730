"""How long reading a page takes, beside one plain pass over its lines in the same run.

    python benchmarks/read_page.py [PAGE ...]

Without pages it reads the real ones beside WARBOOK_DATA, or else an invented one. The reference splits the text
into lines and searches each for a number, which is the least that any reader must do.
"""

import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from warbook.importers.page import read_page

ROOT = Path(__file__).parents[1]
DATA = Path(os.environ.get("WARBOOK_DATA", ROOT.parent / "shared" / "data"))
ROUNDS = 30
NUMBER = re.compile(r"\d+")


def reference(text: str) -> int:
    return sum(NUMBER.search(line) is not None for line in text.splitlines())


def milliseconds(act: Callable[[], object]) -> float:
    """The best of several runs."""
    times = []
    for _ in range(ROUNDS):
        started = perf_counter()
        act()
        times.append(perf_counter() - started)
    return min(times) * 1000


def invented() -> dict[str, str]:
    sys.path.insert(0, str(ROOT / "tests"))
    from importers.made_pages import PAGES

    return dict(PAGES)


def pages(arguments: list[str]) -> dict[str, str]:
    paths = [Path(argument) for argument in arguments] or sorted((DATA.parent / "seeds").glob("*.txt"))
    return {path.name: path.read_text("utf-8") for path in paths} or invented()


def main() -> None:
    print(f"{'page':28} {'lines':>6} {'read ms':>8} {'pass ms':>8} {'ratio':>6}")
    for name, text in pages(sys.argv[1:]).items():
        read_ms = milliseconds(lambda text=text, name=name: read_page(text, name))
        pass_ms = milliseconds(lambda text=text: reference(text))
        lines = text.count("\n") + 1
        print(f"{name:28} {lines:6} {read_ms:8.2f} {pass_ms:8.3f} {read_ms / pass_ms:6.0f}")


if __name__ == "__main__":
    main()
