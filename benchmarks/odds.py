"""Warbook's exact odds against named references: ``python -m benchmarks.odds``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from benchmarks.comparison import Comparison, compare
from benchmarks.engagements import load
from benchmarks.references.registry import loaders
from benchmarks.table import render
from benchmarks.warbook_side import Answer, load_answer

REFERENCES = ("numpy", "icepool", "wh40kdc")
HEAD = (
    "workload", "engagements", "warbook best ms", "median ms",
    "reference", "best ms", "median ms", "reference / warbook",
)  # fmt: skip
AGREEMENT_HEAD = (
    "workload", "engagements", "statistic", "warbook",
    "reference", "reference says", "difference",
)  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    args = _parse(arguments)
    answer = load_answer()
    comparisons = list(_comparisons(args, answer))
    print(_title(args, answer))
    print(render(HEAD, [comparison.speed_row() for comparison in comparisons]))
    print("\nAgreement (means over the engagements; the difference is the largest of any of them)")
    print(render(AGREEMENT_HEAD, [row for comparison in comparisons for row in comparison.agreement_rows()]))


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    ask = argparse.ArgumentParser(prog="python -m benchmarks.odds", description=__doc__)
    ask.add_argument("--workloads", nargs="+", default=list(load()), choices=list(load()))
    ask.add_argument("--references", nargs="+", default=list(REFERENCES), choices=REFERENCES)
    ask.add_argument("--trials", type=int, default=1_000_000, help="of the simulation")
    ask.add_argument("--sample", type=int, default=12, help="engagements of a workload that are simulated")
    ask.add_argument("--repeats", type=int, default=7, help="of Warbook, after one untimed call")
    ask.add_argument("--reference-repeats", type=int, default=2, help="of a reference")
    ask.add_argument("--fresh", action="store_true", help="time no engagement twice")
    return ask.parse_args(arguments)


def _comparisons(args: argparse.Namespace, answer: Answer | None) -> Iterator[Comparison]:
    available = loaders(args.trials, args.sample)
    workloads = load()
    for workload in args.workloads:
        for name in args.references:
            print(f"measuring {workload} against {name} …", file=sys.stderr)
            yield compare(workload, workloads[workload], name, available[name], answer, args)


def _title(args: argparse.Namespace, answer: Answer | None) -> str:
    kind = "fresh engagements, warm kernels" if args.fresh else "the same engagements, warm"
    missing = (
        "" if answer else "; warbook.probability.answer cannot be imported, so only the references are timed"
    )
    return f"Odds on one core, {kind}{missing}"


if __name__ == "__main__":
    main()
