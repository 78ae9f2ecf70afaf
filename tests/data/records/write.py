"""Write the records of this release: run once for each release, and never again.

``python tests/data/records/write.py`` from the root of the project, with ``src`` and
``tests`` on the path. Files that exist are left alone: what a release has written is
history, and must load for ever.
"""

from __future__ import annotations

from pathlib import Path

import biriba
from biriba import record, rules
from recorded import played, played_match

HERE = Path(__file__).parent
STREAM = (
    ("classic-5000", (2, 3, 5, 6)),
    ("classic-5000+joker-to-first-seat", (4,)),
    ("classic-5000+wild-ratio", (4,)),
    ("canasta-2000", (2, 3, 6)),
    ("canasta-2000+no-wild-twos+super-biriba+hard-close", (4,)),
    ("canasta-2000+solo", (4,)),
    ("greek-351", (2, 3)),
    ("greek-351+four-jokers+pile-for-melds", (4,)),
)


def main() -> None:
    """Write whatever is not there yet."""
    for name, system in rules.PRESETS.items():
        write(f"{name}.json", played(system, seed=11, most=5000).record)
        write(f"{name}-unfinished.json", played(system, seed=12, most=30).record)
        write(f"{name}-match.json", played_match(system, None, 21))
    house = rules.GREEK_351.with_options({"wild": {"limit": 2}})
    write("house-rules.json", played(house, seed=13, most=5000).record)
    target = HERE / f"{biriba.__version__}-stream.jsonl"
    if not target.exists():
        deals = [
            played(rules.named(name), players, seed=31, most=5000).record
            for name, seats in STREAM
            for players in seats
        ]
        target.write_text("".join(record.dump_lines(deals)), encoding="utf-8")


def write(name: str, one: record.AnyRecord) -> None:
    """Write one record, unless its file is there."""
    target = HERE / f"{biriba.__version__}-{name}"
    if not target.exists():
        record.save(one, target)


if __name__ == "__main__":
    main()
