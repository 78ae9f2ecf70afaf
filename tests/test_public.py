"""The public surface: few names, all there, and none by accident."""

from __future__ import annotations

import subprocess
import sys

import pytest

import biriba


def test_every_public_name_is_there() -> None:
    """The surface fits one screen."""
    assert sorted(biriba.__all__) == list(biriba.__all__)
    assert len(biriba.__all__) <= 42
    for name in biriba.__all__:
        assert getattr(biriba, name).__doc__, name


def test_names_loaded_later_are_what_they_should_be() -> None:
    from biriba.game import Game
    from biriba.position import dump_position, load_position

    assert biriba.Game is Game
    assert biriba.load_position is load_position
    assert biriba.dump_position is dump_position


def test_no_other_name() -> None:
    with pytest.raises(AttributeError, match="'biriba' has no attribute 'Gane'"):
        _ = biriba.Gane


def test_importing_loads_nothing_heavy() -> None:
    """The core is attrs and typing-extensions; the rest comes when it is asked for."""
    code = (
        "import biriba, sys; "
        "print(*sorted(m for m in ('json', 'argparse', 'hypothesis', 'numpy', 'tqdm', "
        "'concurrent.futures', 'biriba.svg', 'biriba.cli') if m in sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == []


def test_dir_is_the_table_of_contents() -> None:
    """Every public name and nothing else, also those that are loaded later."""
    assert set(dir(biriba)) == {*biriba.__all__, "__doc__", "__version__"}
