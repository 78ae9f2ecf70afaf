"""The command line where a stream is closed or full, and rules from a file."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest

from biriba import State, dump_position
from biriba.cli import main
from biriba.rules import CLASSIC_5000
from biriba.simulate import Statistics


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


def test_names_do_not_act_on_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever named the rules does not write on the referee's terminal."""
    path = tmp_path / "home.json"
    name = "a\x1b[31m\u202e\nDeal: forged"
    options = {"base": "classic-5000", "name": name, "title": name}
    path.write_text(json.dumps(options), encoding="utf-8")
    for words in (
        ["rules", str(path)],
        ["rules", str(path), "greek-351"],
        ["simulate", "--deals", "1", "--players", "random", "--rules", str(path)],
    ):
        assert main(words) == 0
        out = capsys.readouterr().out
        assert "\x1b" not in out and "\u202e" not in out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names here")
def test_a_picture_goes_into_a_pipe(tmp_path: Path) -> None:
    """What is no regular file is written to and not replaced."""
    position = tmp_path / "position.json"
    position.write_text(
        json.dumps(dump_position(State.deal(CLASSIC_5000, seed=1))), encoding="utf-8"
    )
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text("utf-8")))
    reader.start()
    assert main(["show", str(position), "-o", str(pipe)]) == 0
    reader.join(timeout=10)
    assert read[0].startswith("<svg") and pipe.is_fifo()


def test_an_interrupted_simulation_stops_its_workers(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nobody waits for deals in play."""

    def interrupted(records: Iterable[object]) -> object:
        next(iter(records))
        raise KeyboardInterrupt

    monkeypatch.setattr(Statistics, "of", interrupted)
    words = ["simulate", "--players", "random", "--deals", "300", "--jobs", "2"]
    assert main(words) == 130
    assert capsys.readouterr().err == "biriba: interrupted\n"
    for worker in multiprocessing.active_children():
        worker.join(timeout=10)
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("name", ["table.png", "position.json"])
def test_a_picture_is_not_written_under_another_kinds_name(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Least of all over the position that it shows."""
    position = tmp_path / "position.json"
    text = json.dumps(dump_position(State.deal(CLASSIC_5000, seed=1)))
    position.write_text(text, encoding="utf-8")
    assert main(["show", str(position), "-o", str(tmp_path / name)]) == 2
    assert "the picture is SVG; name it .svg" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["position.json"]
    assert position.read_text(encoding="utf-8") == text
