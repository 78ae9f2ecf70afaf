"""How the players fare against each other: a table for the documentation.

``python benchmarks/players.py`` runs ``biriba simulate`` once for every row, with the
biriba that the interpreter finds, and prints the table; ``--markdown`` also writes
docs/explanation/strength.md. The rows, the numbers of deals and the seed are fixed
here, so the same version gives the same table on every machine, but for its last
column. It takes a quarter of an hour on one core.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from string import Template
from time import perf_counter
from typing import Final

HERE: Final = Path(__file__).resolve().parent
PAGE: Final = HERE.parent / "docs" / "explanation" / "strength.md"
SEED: Final = 20261130
# Where the scores of the deals lie far apart beside the lead, it takes more of them.
ROWS: Final = (
    ("classic-5000", "greedy", "random", 400),
    ("classic-5000", "search", "greedy", 60),
    ("classic-5000", "search", "random", 30),
    ("canasta-2000", "greedy", "random", 400),
    ("canasta-2000", "search", "greedy", 240),
    ("canasta-2000", "search", "random", 30),
    ("greek-351", "greedy", "random", 400),
    ("greek-351", "search", "greedy", 60),
    ("greek-351", "search", "random", 30),
)


@dataclass(frozen=True)
class Row:
    """One run of the simulation."""

    rules: str
    first: str
    second: str
    deals: int
    lead: list[float]
    out: list[float]
    turns: float
    seconds: float

    @property
    def command(self) -> str:
        """What was run."""
        return " ".join(arguments(self.rules, self.first, self.second, self.deals))

    def __str__(self) -> str:
        lead, low, high = self.lead
        out, least, most = self.out
        return (
            f"| {self.rules} | {self.first} over {self.second} | {self.deals} "
            f"| {lead:.0f} [{low:.0f}, {high:.0f}] "
            f"| {out:.2f} [{least:.2f}, {most:.2f}] "
            f"| {self.turns:.0f} | {self.seconds / self.deals:.2f} |"
        )


def arguments(rules: str, first: str, second: str, deals: int) -> list[str]:
    """The words of the command for a row: the sides' players sit in turn."""
    return [
        *("simulate", "--rules", rules, "--seats", "4"),
        *("--players", f"{first},{second},{first},{second}"),
        *("--deals", str(deals), "--seed", str(SEED)),
    ]


def measured(rules: str, first: str, second: str, deals: int, jobs: int) -> Row:
    """Run one row."""
    words = arguments(rules, first, second, deals)
    start = perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "biriba", *words, "--jobs", str(jobs), "--json"],
        capture_output=True,
        check=True,
        text=True,
    )
    found = json.loads(done.stdout)
    return Row(
        *(rules, first, second, deals, found["lead"], found["out"]),
        turns=found["turns"][0],
        seconds=perf_counter() - start,
    )


def main() -> None:
    """Run all rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--jobs", type=int, default=1, help="processes; default 1")
    parser.add_argument("--markdown", action="store_true", help="write the page too")
    args = parser.parse_args()
    rows = []
    for row in ROWS:
        rows.append(measured(*row, args.jobs))
        print(rows[-1], flush=True)
    if args.markdown:
        text = (HERE / "strength.md.in").read_text(encoding="utf-8")
        page = Template(text).substitute(
            rows="\n".join(map(str, rows)), command=rows[1].command, seed=SEED
        )
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
