"""Every example in a docstring runs and prints what it says."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import biriba

# These need libraries that are optional; their own tests import them.
OPTIONAL = {"biriba.env_openspiel", "biriba.env_pettingzoo", "biriba._encoding"}
MODULES = [
    module.name
    for module in pkgutil.iter_modules(biriba.__path__, "biriba.")
    if module.name not in OPTIONAL and module.name != "biriba.__main__"
]


@pytest.mark.parametrize("name", ["biriba", *MODULES])
def test_examples_of_a_module(name: str) -> None:
    """Documentation that runs cannot go stale."""
    module = importlib.import_module(name)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
    assert doctest.testmod(module, optionflags=flags).failed == 0


def test_examples_are_there() -> None:
    """The modules that people use directly show how."""
    finder = doctest.DocTestFinder(exclude_empty=True)
    for name in ("cards", "rules", "melds", "state", "table", "scoring", "match"):
        module = importlib.import_module(f"biriba.{name}")
        names = [module] if name != "melds" else [biriba.Meld, biriba.melds.arrange]
        found = [t for each in names for t in finder.find(each) if t.examples]
        assert found, name
