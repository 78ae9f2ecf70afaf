"""What is said of mutants that survive is said of the code as it is."""

from __future__ import annotations

import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXPLAINED = ROOT / "tests" / "mutation" / "survivors.toml"


def test_explained_survivors_change_lines_that_are_there() -> None:
    """A line that has changed since needs its mutants run, and explained, anew:
    ``nox -s mutation``.
    """
    gone = []
    for entry in tomllib.loads(EXPLAINED.read_text("utf-8"))["survivor"]:
        assert entry["why"].strip()
        module = entry["function"].partition(".")[0]
        path = ROOT / "src" / "biriba" / f"{module}.py"
        source = " ".join(path.read_text("utf-8").split())
        for change in entry["changes"]:
            before, arrow, after = change.partition(" -> ")
            assert arrow and before != after
            if before not in source:
                gone.append((entry["function"], before))
    assert not gone
