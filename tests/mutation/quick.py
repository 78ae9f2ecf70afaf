"""What pytest does otherwise while mutants run: the same examples each time, soon."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "mutation",
    database=None,
    deadline=None,
    derandomize=True,
    # A mutant is caught by any failure; nobody reads the smallest one.
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
settings.load_profile("mutation")
MOST_EXAMPLES = 60


def pytest_sessionstart() -> None:
    """Look up only once which mutant it is; mutmut asks the environment every call."""
    trampoline = sys.modules.get("mutmut.mutation.trampoline")
    if trampoline is not None:
        name = os.environ.get("MUTANT_UNDER_TEST", "")
        vars(trampoline)["get_mutant_under_test"] = lambda: name


def pytest_itemcollected(item: pytest.Item) -> None:
    """Let no property be tried with more examples than will do here."""
    test = getattr(item, "obj", None)
    test = getattr(test, "__func__", test)
    own = getattr(test, "_hypothesis_internal_use_settings", None)
    if own is not None:
        few = settings(own, max_examples=min(own.max_examples, MOST_EXAMPLES))
        vars(test)["_hypothesis_internal_use_settings"] = few


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the shortest tests first: most mutants are caught by one of them."""
    try:
        measured = json.loads(Path("mutmut-stats.json").read_text("utf-8"))
    except FileNotFoundError:
        return
    duration = measured["duration_by_test"]
    items.sort(key=lambda item: duration.get(item.nodeid, 0.0))
