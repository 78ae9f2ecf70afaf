"""The command line where a stream is closed or full, and rules from a file."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from biriba.cli import main


class Full(io.StringIO):
    """A stream on a full disk."""

    encoding = "utf-8"

    def write(self, text: str) -> int:
        raise OSError(28, "No space left on device")


def test_closed_output_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A daemon may have closed its streams; the exit status still tells."""
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["meld", "4h 5h 6h"]) == 0
    assert main(["meld", "4h 5h 9h"]) == 1
    assert main(["meld", "4h 5x 9h"]) == 2
    sys.stdout.close()
    sys.stderr.close()


@pytest.mark.parametrize("command", ["moves", "replay"])
def test_closed_input_is_told(
    command: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert main([command, "-"]) == 2
    assert "it is closed" in capsys.readouterr().err


def test_full_output_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    assert main(["meld", "4h 5h 6h"]) == 2
    assert capsys.readouterr().err == "biriba: cannot write: No space left on device\n"


def test_house_rules_come_from_a_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "home.json"
    options = {"base": "classic-5000", "name": "home", "wild": {"limit": 2}}
    path.write_text(json.dumps(options), encoding="utf-8")
    assert main(["meld", "Jk 5h 6h 2s"]) == 1
    assert main(["meld", "Jk 5h 6h 2s", "--rules", str(path)]) == 0
    capsys.readouterr()
    assert main(["rules", str(tmp_path / "none.json")]) == 2
    assert "cannot read" in capsys.readouterr().err
