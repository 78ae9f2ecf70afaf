"""The command line in three languages; drawing positions and records; wrong records."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import attrs
import pytest

from biriba import _cli_replay, cli, record, rules, svg, terminal
from biriba.position import load_position
from biriba.record import MatchRecord, Record
from recorded import played, played_match

Capsys = pytest.CaptureFixture[str]
POSITION: dict[str, Any] = {
    "rules": "classic-5000",
    "hands": ["5h 9s 6h", "3c 4c", "8h", ""],
    "sides": [{"melds": ["3h 4h Jk 6h"]}, {}],
    "phase": "play",
    "bonus_suit": "d",
}


def run(capsys: Capsys, *words: object) -> tuple[int, str, str]:
    status = cli.main([str(word) for word in words])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.fixture
def position(tmp_path: Path) -> Path:
    path = tmp_path / "position.json"
    path.write_text(json.dumps(POSITION), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def deal() -> Record:
    return played(rules.CLASSIC_5000, seed=11, most=5000).record


@pytest.fixture(scope="module")
def match() -> MatchRecord:
    return played_match(rules.GREEK_351, None, 21)


def saved(one: record.AnyRecord, folder: Path) -> Path:
    path = folder / "record.json"
    record.save(one, path)
    return path


def wrong(deal: Record, number: int, text: str) -> Record:
    moves = list(deal.moves)
    moves[number - 1] = text
    return attrs.evolve(deal, moves=tuple(moves))


def feed(monkeypatch: pytest.MonkeyPatch, text: str | bytes) -> None:
    raw = text.encode() if isinstance(text, str) else text
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))


# --- show --------------------------------------------------------------------------


def test_show_a_position(capsys: Capsys, position: Path) -> None:
    """The seat to play is shown its own hand and nobody else's."""
    view = load_position(POSITION).view()
    status, out, err = run(capsys, "show", position)
    assert (status, err) == (0, "")
    assert out == terminal.render_view(view, colour=False) + "\n"
    assert "9♠" in out and "3♣" not in out
    out = run(capsys, "show", position, "--seat", 1)[1]
    assert "3♣" in out and "9♠" not in out


def test_show_draws_a_file(capsys: Capsys, position: Path, tmp_path: Path) -> None:
    path = tmp_path / "table.svg"
    words = ["show", position, "--lang", "de", "-o"]
    assert run(capsys, *words, path) == (0, "", "")
    picture = path.read_text(encoding="utf-8")
    assert picture == svg.render_view(load_position(POSITION).view(), "de")
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    status, out, _ = run(capsys, *words, "-")
    assert (status, out) == (0, picture + "\n")
    status, _, err = run(capsys, *words, tmp_path / "none" / "x.svg")
    assert status == 2 and "cannot write" in err and "No such file" in err
    status, _, err = run(capsys, *words, "\0")
    assert status == 2 and "cannot write" in err


def test_show_in_colour(
    capsys: Capsys, position: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Colour where the terminal allows it, none with NO_COLOR."""
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    assert "\x1b[31m" in run(capsys, "show", position)[1]
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in run(capsys, "show", position)[1]


def test_show_a_deal(capsys: Capsys, tmp_path: Path, deal: Record) -> None:
    path = saved(deal, tmp_path)
    for until in (0, 7, None):
        view = record.replay(deal, until).view()
        words = [] if until is None else ["--until", until]
        status, out, _ = run(capsys, "show", path, *words)
        assert status == 0
        assert out == terminal.render_view(view, colour=False) + "\n"
    many = len(deal.moves) + 1
    status, _, err = run(capsys, "show", path, "--until", many)
    assert status == 2 and f"until: the record has {many - 1} moves" in err


def test_show_a_match(capsys: Capsys, tmp_path: Path, match: MatchRecord) -> None:
    """Moves are counted through all the deals."""
    path = saved(match, tmp_path)
    first = len(match.deals[0].moves)
    total = sum(len(one.moves) for one in match.deals)
    for until, state in (
        (first, record.replay(match.deals[0])),
        (first + 3, record.replay(match.deals[1], 3)),
        (None, record.replay(match.deals[-1])),
    ):
        words = [] if until is None else ["--until", until]
        out = run(capsys, "show", path, *words)[1]
        assert out == terminal.render_view(state.view(), colour=False) + "\n"
    status, _, err = run(capsys, "show", path, "--until", total + 1)
    assert status == 2 and f"until: the match has {total} moves" in err
    status, _, err = run(capsys, "show", path, "--until", -1)
    assert status == 2 and f"until: the match has {total} moves" in err


def test_show_a_match_without_deals(
    capsys: Capsys, tmp_path: Path, match: MatchRecord
) -> None:
    path = saved(attrs.evolve(match, deals=(), totals=(0, 0)), tmp_path)
    status, out, err = run(capsys, "show", path)
    assert (status, out) == (2, "") and "the match has no deals" in err


def test_show_a_wrong_record(
    capsys: Capsys, tmp_path: Path, match: MatchRecord
) -> None:
    deals = (wrong(match.deals[0], 1, "pass"), *match.deals[1:])
    path = saved(attrs.evolve(match, deals=deals), tmp_path)
    for words in ([], ["--until", 5]):
        status, out, err = run(capsys, "show", path, *words)
        assert (status, err) == (1, "")
        assert out.startswith("deal 1: move 1, 'pass' of seat 0: there are still")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["--until", "1"], "--until is for records"),
        (["--seat", "4"], "seat"),
        (["--json"], "unrecognized arguments: --json"),
    ],
)
def test_show_refuses(
    capsys: Capsys, position: Path, words: list[str], problem: str
) -> None:
    status, out, err = run(capsys, "show", position, *words)
    assert (status, out) == (2, "") and problem in err
    status, _, err = run(capsys, "--json", "show", position)
    assert status == 2 and "show has no --json" in err


# --- Languages ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "el", "de"),
    [
        (["meld", "5h 6h"], "(G5)", "keine Figur: eine Figur hat mindestens drei"),
        (["meld", "4h 5h 6h"], "4h 5h 6h: καθαρή κέντα; φύλλα", "reine Folge; Karten"),
        (["meld", "5h 6h", "--arrange"], "με καμία διάταξη", "in keiner Anordnung"),
        (["layoff", "4h 5h 6h", "9h"], "δεν προστίθεται", "kein Anlegen: 9h lässt"),
        (["check", "P", "discard 5h"], "επιτρέπεται", "erlaubt"),
        (["check", "P", "draw"], "δεν επιτρέπεται: ", "nicht erlaubt: in diesem Zug"),
        (["moves", "P"], "discard 9s (", "discard 9s (Pik-Neun abwerfen)"),
        (["play", "P", "discard 9s"], "τράπουλα: ", ", Bonusfarbe d: Platz 1 ist"),
        (["show", "P"], "τράπουλα", "Stapel: "),
    ],
)
def test_texts_follow_the_language(
    capsys: Capsys, position: Path, words: list[str], el: str, de: str
) -> None:
    """ "--lang" before or after the command."""
    words = [str(position) if word == "P" else word for word in words]
    for code, text in (("el", el), ("de", de)):
        status, out, err = run(capsys, *words, "--lang", code)
        assert text in out and err == ""
        assert run(capsys, "--lang", code, *words) == (status, out, err)
        assert run(capsys, f"--lan={code}", *words) == (status, out, err)
        assert run(capsys, "--lan", code, *words) == (status, out, err)
    english = run(capsys, *words)
    assert run(capsys, *words, "--lang", "en") == english
    assert english[0] == status and de not in english[1]


def test_json_keeps_its_codes(capsys: Capsys, position: Path) -> None:
    for words in (["meld", "5h 6h"], ["check", position, "draw"]):
        english = json.loads(run(capsys, *words, "--json")[1])
        german = json.loads(run(capsys, *words, "--json", "--lang", "de")[1])
        assert english["reason"].pop("text") != german["reason"].pop("text")
        assert english == german


def test_a_refused_move_in_german(capsys: Capsys, position: Path) -> None:
    status, out, err = run(capsys, "play", position, "draw", "--lang", "de")
    assert (status, out) == (1, "")
    assert err.startswith("biriba: Zug 1, Platz 0, 'draw', ist nicht erlaubt: in ")


def test_scores_in_other_languages(
    capsys: Capsys, tmp_path: Path, deal: Record, match: MatchRecord
) -> None:
    path = saved(deal, tmp_path)
    out = run(capsys, "replay", path, "--lang", "de")[1]
    assert out.startswith("Runde: classic-5000, Plätze: 4, Platz 3 hat gegeben, Züge:")
    assert "ausgelegte Karten: " in out and "cards melded" not in out
    out = run(capsys, "replay", path, "--until", 1, "--lang", "el")[1]
    assert "παίζει η θέση 0: " in out
    out = run(capsys, "replay", saved(match, tmp_path), "--lang", "el")[1]
    assert out.endswith("\nΚερδίζει η ομάδα 0\n") and ", ομάδα 1: " in out
    facts = Path(__file__).parents[1] / "docs/reference/files/score.json"
    out = run(capsys, "score", facts, "--lang", "de")[1]
    assert out.endswith("\nPartei 1, Match: 98 → 75\n") and "Summe" in out


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (["meld", "4h", "--lang", "greek"], "no language 'greek'; did you mean 'el'?"),
        (["--lang", "xx", "meld", "4h"], "no language 'xx'"),
        (["--lang"], "expected one argument"),
        (["--lang", "de"], "es fehlt ein Befehl: demo, meld"),
        (["--lang", "de", "mled"], "kein Befehl 'mled'; gemeint ist vielleicht meld?"),
        (["--lang=el", "frob"], "δεν υπάρχει εντολή 'frob'· υπάρχουν demo, meld"),
        (["--lan", "de", "rules", "a"], "no rules named 'a'"),
        (["meld", "4x", "--lang", "de"], "(an Stelle 1, in '4x')"),
        (["--json", "--lang", "de", "show", "x.json"], "show kennt --json nicht"),
        (
            ["meld", "--lang", "el"],
            "λάθος εντολή: the following arguments are required",
        ),
        (["meld", "--lang", "xx", "--bogus"], "arguments are required: CARDS (see"),
        (
            ["moves", "no/file", "--lang", "de"],
            "no/file ist nicht lesbar: No such file",
        ),
        (["moves", "no/file", "--lang", "el"], "δεν διαβάζεται το no/file: No such"),
    ],
)
def test_wrong_usage_in_other_languages(
    capsys: Capsys, words: list[str], problem: str
) -> None:
    status, out, err = run(capsys, *words)
    assert (status, out) == (2, "")
    assert err.startswith("biriba: ") and problem in err and err.count("\n") == 1


# --- replay ------------------------------------------------------------------------


def test_replay_reads_standard_input(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, deal: Record
) -> None:
    """One record over one line or many, or one on each line."""
    expected = run(capsys, "replay", saved(deal, tmp_path))[1]
    for text, times in (
        (record.dump(deal), 1),
        (record.dump(deal, indent=2), 1),
        ("".join(record.dump_lines([deal, deal])), 2),
    ):
        feed(monkeypatch, text)
        assert run(capsys, "replay", "-") == (0, expected * times, "")


def test_replay_of_unreadable_input(
    capsys: Capsys, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_cli_replay, "MOST_BYTES", 100)
    for text, problem in (
        (b"\xff", "not UTF-8 text, at byte 0"),
        (b" " * 101, "more than 100 bytes"),
        (b"", "holds no record"),
        (b"[\n]", "expected an object"),
    ):
        feed(monkeypatch, text)
        status, out, err = run(capsys, "replay", "-")
        assert (status, out) == (2, "") and problem in err


def test_a_wrong_move_is_a_clean_no(
    capsys: Capsys, tmp_path: Path, deal: Record
) -> None:
    path = saved(wrong(deal, 2, "pass"), tmp_path)
    status, out, err = run(capsys, "replay", path, "--lang", "de")
    assert (status, err) == (1, "")
    assert out.startswith("Zug 2, Platz 0, 'pass', ist nicht erlaubt: ")
    status, out, _ = run(capsys, "replay", path, "--json")
    told = json.loads(out)
    assert status == 1 and told["legal"] is False and told["deal"] is None
    assert (told["number"], told["move"], told["seat"]) == (2, "pass", 0)
    assert told["reason"]["code"] == "already-drawn"
    path = saved(wrong(deal, 2, "jump"), tmp_path)
    status, out, _ = run(capsys, "replay", path, "--lang", "de")
    assert status == 1 and out.startswith(
        "Zug 2, Platz 0, 'jump': diesen Zug gibt es nicht;"
    )
    status, out, _ = run(capsys, "replay", path)
    assert status == 1 and out.startswith("move 2, 'jump' of seat 0: no such move")


def test_a_wrong_move_in_a_match(
    capsys: Capsys, tmp_path: Path, match: MatchRecord
) -> None:
    deals = (match.deals[0], wrong(match.deals[1], 1, "pass"), *match.deals[2:])
    path = saved(attrs.evolve(match, deals=deals), tmp_path)
    first = len(match.deals[0].moves)
    for words in ([], ["--until", first + 1]):
        status, out, _ = run(capsys, "replay", path, *words)
        assert status == 1 and out.startswith("deal 2: move 1, 'pass' of seat 1: ")
        out = run(capsys, "replay", path, *words, "--lang", "de")[1]
        assert out.startswith("Runde 2: Zug 1, Platz 1, 'pass', ist nicht erlaubt: ")
        assert json.loads(run(capsys, "replay", path, *words, "--json")[1])["deal"] == 2


def test_a_wrong_result_in_a_match(
    capsys: Capsys, tmp_path: Path, match: MatchRecord
) -> None:
    number, right = next(
        (number, deal.outcome)
        for number, deal in enumerate(match.deals, 1)
        if deal.outcome is not None and deal.outcome.out is not None
    )
    deals = list(match.deals)
    outcome = attrs.evolve(right, out=None)
    deals[number - 1] = attrs.evolve(deals[number - 1], outcome=outcome)
    path = saved(attrs.evolve(match, deals=tuple(deals)), tmp_path)
    status, out, _ = run(capsys, "replay", path, "--lang", "el")
    start = f"Γύρος {number}: το αποτέλεσμα δεν βγαίνει από τις κινήσεις: result"
    assert status == 1 and out.startswith(start)


def test_a_wrong_result_is_a_clean_no(
    capsys: Capsys, tmp_path: Path, deal: Record
) -> None:
    assert deal.outcome is not None
    outcome = attrs.evolve(deal.outcome, out=None)
    path = saved(attrs.evolve(deal, outcome=outcome), tmp_path)
    status, out, _ = run(capsys, "replay", path, "--lang", "de")
    start = "das Ergebnis passt nicht zu den Zügen: "
    assert status == 1 and out.startswith(f"{start}result.out: nobody went out, but")
    status, out, _ = run(capsys, "replay", path)
    assert status == 1 and out.startswith("result.out: nobody went out, but seat")
    told = json.loads(run(capsys, "replay", path, "--json")[1])
    assert told["reason"] is None and told["number"] is None and told["problems"]


# --- Terminals and annotated melds -------------------------------------------------


def test_terminals_that_know_other_letters(position: Path) -> None:
    """No crash; letters of suits instead of their signs."""
    source = str(Path(cli.__file__).parents[1])
    for encoding, words, expected in (
        ("ascii", ["show", str(position)], b"5h"),
        ("iso8859-7", ["check", str(position), "draw", "--lang", "el"], None),
        ("ascii", ["--help"], b"usage"),
    ):
        env = {**os.environ, "PYTHONPATH": source, "PYTHONIOENCODING": encoding}
        done = subprocess.run(
            [sys.executable, "-m", "biriba", *words],
            env=env,
            check=False,
            timeout=120,
            capture_output=True,
        )
        assert done.stderr == b"" and done.returncode in (0, 1)
        if expected is None:
            expected = "δεν επιτρέπεται".encode("iso8859-7")
        assert expected in done.stdout


@pytest.mark.parametrize(
    ("cards", "system", "code"),
    [
        ("set 5h 5d Jk=5c", "classic-5000", "not-as-written"),
        ("run 5h 5d 5c", "classic-5000", "not-as-written"),
        ("set 5h 6h 8h", "classic-5000", "not-as-written"),
        ("set Jk Jk Jk", "classic-5000", "set-of-jokers"),
        ("set 5h 5d", "classic-5000", "too-few-cards"),
        ("run 5h, 6h, Jk=9h, 8h", "classic-5000", "not-as-written"),
    ],
)
def test_annotated_melds_that_are_none(
    capsys: Capsys, cards: str, system: str, code: str
) -> None:
    status, out, _ = run(capsys, "meld", cards, "--rules", system, "--json")
    reason = json.loads(out)["reason"]
    assert status == 1 and reason["code"] == code
    if code == "not-as-written":
        assert reason["text"] == f"these cards cannot be read as {cards}"


def test_annotated_melds(capsys: Capsys) -> None:
    assert run(capsys, "meld", "run 5h, 6h, Jk=7h, 8h")[0] == 0
    status, _, err = run(capsys, "meld", "set" + " 5h" * 1400)
    assert status == 2 and "the text is too long" in err
