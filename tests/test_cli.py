"""The command line: every command, its text and its JSON, and how it ends."""

from __future__ import annotations

import io
import json
import os
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import biriba
from biriba import InvalidRecord, InvalidState, cli, rules
from biriba._cli_rules import clause_of, difference_text, rules_text
from biriba._rule_texts import OPTIONS
from biriba.documents import load_score_document, parse_json
from biriba.players import Greedy, Random
from biriba.position import dump_position, load_position
from biriba.reasons import REFUSALS

CASES = Path(__file__).with_name("cases")
SYSTEMS = list(rules.PRESETS)


class Shell:
    """Runs the command in this process: status, stdout and stderr."""

    def __init__(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        self.capsys = capsys
        self.monkeypatch = monkeypatch

    def __call__(self, *words: str, stdin: str | bytes = "") -> tuple[int, str, str]:
        raw = stdin.encode() if isinstance(stdin, str) else stdin
        self.monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw)))
        status = cli.main(words)
        out, err = self.capsys.readouterr()
        assert "Traceback" not in err
        # "errors are one or two lines on stderr"
        assert err.count("\n") <= 2
        assert bool(err) == (status == 2 or (status == 1 and "play" in words))
        return status, out, err

    def json(
        self, *words: str, stdin: str | bytes = "", status: int = 0
    ) -> dict[str, Any]:
        got, out, err = self(*words, "--json", stdin=stdin)
        assert got == status, err
        return cast("dict[str, Any]", json.loads(out))


@pytest.fixture
def biriba_(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> Shell:
    return Shell(capsys, monkeypatch)


def cases(name: str) -> list[dict[str, Any]]:
    return cast(
        "list[dict[str, Any]]",
        json.loads((CASES / f"{name}.json").read_text("utf-8")),
    )


def position(**more: object) -> str:
    return json.dumps({"rules": "classic-5000", "hands": ["9h 3d", "", "", ""], **more})


# --- meld --------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("melds"), ids=lambda case: str(case["id"]))
def test_meld_cases(biriba_: Shell, case: dict[str, Any]) -> None:
    """The shared cases of melds, asked of the command."""
    for system, expected in case["expect"].items():
        wanted = dict(expected)
        in_suit = wanted.pop("bonus_if_bonus_suit", None)
        status = 0 if wanted["legal"] else 1
        words = ["meld", case["cards"], "--rules", system]
        made = biriba_.json(*words, status=status)
        assert {key: made.get(key) for key in wanted} == wanted
        if status:
            assert set(made) == {"legal", "reason"}
            assert set(made["reason"]) == {"code", "clause", "text"}
            assert made["reason"]["code"] in REFUSALS
            continue
        assert set(made) == {
            *("legal", "kind", "clean", "biriba", "full"),
            *("card_points", "bonus", "total", "meld"),
        }
        assert made["total"] == made["card_points"] + made["bonus"]
        if in_suit is not None:
            cards = [c for c in case["cards"].split() if c != "Jk"]
            suits = [c[-1] for c in cards if c[0] != "2"] or [cards[0][-1]]
            made = biriba_.json(*words, "--bonus-suit", suits[0])
            assert made["bonus"] == in_suit


def test_meld_in_words(biriba_: Shell) -> None:
    assert biriba_("meld", "4h 5h Jk 7h")[:2] == (
        0,
        "4h 5h Jk 7h: dirty run; cards 35, bonus 0, together 35\n",
    )
    assert (
        "cards 1½, bonus 0, together 1½"
        in biriba_("meld", "3h 4h 5h", "--rules", "greek-351")[1]
    )
    assert biriba_("meld", "4h", "5h", "Jk", "7h") == biriba_("meld", "4h 5h Jk 7h")
    out = biriba_("meld", "5c 6c 7c 8c 9c 10c Jc")[1]
    assert "Jc: clean biriba; cards 55, bonus 200, together 255" in out
    status, out, _ = biriba_("meld", "Ks As 2s")
    assert status == 1 and out.startswith("no meld: ") and "(G6)" in out
    full = biriba_.json("meld", "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks")
    assert full["full"] is True and full["biriba"] is True
    assert "clean full biriba" in biriba_("meld", full["meld"])[1]


def test_meld_of_house_rules(biriba_: Shell) -> None:
    house = '{"name": "classic-5000", "wild": {"limit": 2}}'
    made = biriba_.json("meld", "4h Jk 6h 7h Jk", "--rules", house)
    assert made["clean"] is False
    biriba_.json("meld", "4h Jk 6h 7h Jk", status=1)


def test_arrange(biriba_: Shell) -> None:
    made = biriba_.json("meld", "Jk 6h 5h", "--arrange")
    assert made["legal"] is True and made["reason"] is None
    assert made["results"] == ["Jk 5h 6h", "5h 6h Jk"]
    assert [one["meld"] for one in made["arrangements"]] == made["results"]
    made = biriba_.json("meld", "Jk 6h 9s", "--arrange", status=1)
    assert made["results"] == [] and made["reason"]["code"] == "not-a-meld"
    made = biriba_.json("meld", "5h 6h 8h", "--arrange", status=1)
    assert made["reason"]["code"] == "not-consecutive"
    made = biriba_.json("meld", "5h,6h", "--arrange", status=1)
    assert made["reason"]["code"] == "too-few-cards"
    assert biriba_("meld", "7h 5h 6h", "--arrange")[1].startswith("5h 6h 7h: clean")
    assert biriba_("meld", "7h 5h", "--arrange")[:2] == (
        1,
        "no arrangement is a meld\n",
    )


# --- layoff ------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("layoffs"), ids=lambda case: str(case["id"]))
def test_layoff_cases(biriba_: Shell, case: dict[str, Any]) -> None:
    """The shared cases of lay-offs, asked of the command."""
    for system in case["systems"]:
        wanted = sorted(case["legal_results"])
        made = biriba_.json(
            *("layoff", case["table"], case["add"], "--rules", system),
            status=0 if wanted else 1,
        )
        assert sorted(made["results"]) == wanted
        assert (made["reason"] is None) == bool(wanted)


def test_layoff_reasons(biriba_: Shell) -> None:
    def code(table: str, added: str) -> str:
        made = biriba_.json("layoff", table, added, status=1)
        assert made["results"] == []
        return cast(str, made["reason"]["code"])

    assert code("2s 4s 5s 6s", "Jk") == "wild-for-wild"
    assert code("6c Jk 8c", "10c") == "no-place"
    assert code("6c 7c 8c", "") == "nothing-laid"
    assert code("6c 7c 9c", "10c") == "not-consecutive"
    assert biriba_("layoff", "6c 7c 8c", "9c 10c")[:2] == (0, "6c 7c 8c 9c 10c\n")
    status, out, _ = biriba_("layoff", "6c 7c 8c", "Kh")
    assert (status, out) == (1, "no lay-off: Kh cannot be laid off on 6c 7c 8c (G10)\n")


# --- score -------------------------------------------------------------------------


@pytest.mark.parametrize("case", cases("scores"), ids=lambda case: str(case["id"]))
def test_score_cases(biriba_: Shell, case: dict[str, Any], tmp_path: Path) -> None:
    """The shared cases of scores, from standard input and from a file."""
    text = json.dumps(case["input"])
    made = biriba_.json("score", "-", stdin=text)
    assert [side["total"] for side in made["sides"]] == case["totals"]
    for side in made["sides"]:
        assert sum(line["points"] for line in side["lines"]) == side["total"]
        for line in side["lines"]:
            assert set(line) == {"code", "label", "clause", "points", "detail"}
    file = tmp_path / "deal.json"
    file.write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert biriba_.json("score", str(file)) == made
    assert biriba_("score", str(file))[1].count("total") == len(made["sides"])


def test_score_with_previous_totals(biriba_: Shell) -> None:
    sides = [
        {"melds": ["5h 6h 7h"], "previous": 100.5},
        {"hands": ["Ah"]},
    ]
    text = json.dumps({"rules": "greek-351", "bonus_suit": "d", "sides": sides})
    made = biriba_.json("score", "-", stdin=text)["sides"]
    assert made[0]["total"] == 1.5 and made[0]["match_total"] == 102
    assert made[1]["total"] == -1.5 and "match_total" not in made[1]
    assert "Side 0, match: 100½ → 102" in biriba_("score", "-", stdin=text)[1]


SCORE: dict[str, Any] = {"rules": "classic-5000", "sides": [{}, {}]}


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"rules": "clasic"}, "did you mean classic-5000?"),
        ({"rules": {"name": "classic-5000", "wld": {}}}, "did you mean wild?"),
        ({"sides": [{}]}, "sides: classic-5000 has no 1 sides; it has 2, 3, 5"),
        ({"sides": 3}, "sides: expected a list of sides, not 3"),
        ({"sides": [{"melds": ["4h 5h 7h"]}, {}]}, "sides[0].melds[0]: no meld"),
        ({"sides": [{"hands": ["9h 9h 9h"]}, {}]}, "9h occurs 3 times"),
        ({"sides": [{"hands": [["9h"]]}, {}]}, "expected a text of cards"),
        ({"sides": [{"hands": ["Jk " * 8]}, {}]}, "more than 7 cards Jk"),
        ({"sides": [{"hands": ["Jk " * 1001]}, {}]}, "more than a deck has"),
        ({"sides": [{}] * 201}, "expected at most 200 sides"),
        ({"sides": [{"went_out": 1}, {}]}, "expected true or false, not 1"),
        ({"sides": [{"went_out": True}] * 2}, "only one side can have gone out"),
        ({"sides": [{"previous": "x"}, {}]}, "expected a number, not 'x'"),
        ({"sides": [{"previous": 0.3}, {}]}, "no multiple of one half"),
        ({"sides": [{"previous": 10**12}, {}]}, "points must lie between"),
        ({"sides": [{"unplayed_biribaki": "9h"}, {}]}, "taken and not played"),
        ({"side": []}, "side: no such key; did you mean sides?"),
    ],
)
def test_score_problems(biriba_: Shell, change: dict[str, Any], problem: str) -> None:
    status, out, err = biriba_("score", "-", stdin=json.dumps({**SCORE, **change}))
    assert (status, out) == (2, "")
    assert problem in err


def test_score_documents_that_are_none() -> None:
    documents: list[object] = [None, [], "x", {}, {"rules": "greek-351"}]
    for data in documents:
        with pytest.raises(InvalidRecord):
            load_score_document(data)
    with pytest.raises(InvalidRecord) as caught:
        load_score_document(
            {"rules": 1, "bonus_suit": "x", "sides": [1, {"a": 1, "melds": ["x"]}]}
        )
    assert len(caught.value.problems) == 4


# --- moves, check, play ------------------------------------------------------------


def test_moves(biriba_: Shell) -> None:
    made = biriba_.json("moves", "-", stdin=position(discard_pile="4c"))
    assert made == {"moves": ["draw", "take"], "seat": 0, "phase": "draw"}
    text = position(phase="play")
    assert biriba_.json("moves", "-", stdin=text)["moves"] == [
        "discard 9h",
        "discard 3d",
    ]
    assert biriba_("moves", "-", stdin=text)[1].splitlines() == [
        "seat 0, phase play, moves: 2",
        "  discard 9h",
        "  discard 3d",
    ]
    over = position(phase="over")
    assert biriba_.json("moves", "-", stdin=over)["moves"] == []
    assert biriba_("moves", "-", stdin=over)[:2] == (0, "the deal is over\n")


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_move_listed_checks_and_plays(biriba_: Shell, system: str) -> None:
    import random

    state = biriba.State.deal(rules.named(system), seed=3)
    player = Random(random.Random(3))
    for _ in range(40):
        state = state.play(player.choose(state.view()))
    text = json.dumps(dump_position(state))
    for move in biriba_.json("moves", "-", stdin=text)["moves"][::3]:
        made = biriba_.json("check", "-", move, stdin=text)
        assert made == {"legal": True, "reason": None}
        after = biriba_.json("play", "-", move, stdin=text)
        assert load_position(after) == state.play(move)


def test_check(biriba_: Shell) -> None:
    made = biriba_.json("check", "-", "discard 9h", stdin=position(), status=1)
    assert made["legal"] is False
    assert made["reason"]["code"] == "draw-first" and made["reason"]["clause"] == "G4"
    assert biriba_("check", "-", "draw", stdin=position())[:2] == (0, "legal\n")
    status, out, _ = biriba_("check", "-", "pass", stdin=position())
    assert (status, out) == (1, "illegal: there are still cards in the stock (G13)\n")


def test_a_move_with_two_readings(biriba_: Shell) -> None:
    """ "Where text alone admits two readings the parser says so and lists them." """
    text = position(
        hands=["5h 9s Kd", "", "", ""],
        sides=[{"melds": ["3h 4h Jk 6h"]}, {}],
        phase="play",
    )
    for command in ("check", "play"):
        status, out, err = biriba_(command, "-", "lay 0 + 5h", stdin=text)
        assert (status, out) == (2, "")
        assert "lay 0: Jk 3h 4h 5h 6h; lay 0: 3h 4h 5h 6h Jk" in err


def test_play(biriba_: Shell) -> None:
    text = position(stock="Kd rest", discard_pile="4c", bonus_suit="h")
    made = biriba_.json("play", "-", "draw", "discard Kd", stdin=text)
    assert made["format"] == "biriba-position" and made["version"] == 1
    assert (made["seat"], made["phase"]) == (1, "draw")
    assert made["discard_pile"] == "4c Kd"
    assert made["hands"][0] == "9h 3d"
    out = biriba_("play", "-", "take", stdin=text)[1]
    assert "classic-5000, 4 seats, bonus suit h: seat 0 to play, phase play" in out
    assert "taken this turn: 4c" in out and "discard pile: empty" in out
    assert "hand of seat 1: empty" in out


def test_play_to_the_end(biriba_: Shell) -> None:
    text = position(
        hands=["10h", "Kd", "", ""],
        sides=[{"melds": ["3c 4c 5c 6c 7c 8c 9c"], "biribaki": "played"}, {}],
        phase="play",
    )
    out = biriba_("play", "-", "discard 10h", stdin=text)[1]
    assert "the deal is over, seat 0 went out" in out
    assert "  0: 3c 4c 5c 6c 7c 8c 9c" in out
    out = biriba_("play", "-", stdin=position(phase="over", went_out=None))[1]
    assert "the deal is over, nobody went out" in out


def test_play_refuses_by_number(biriba_: Shell) -> None:
    status, out, err = biriba_("play", "-", "draw", "discard Kd", stdin=position())
    assert (status, out) == (1, "")
    assert err.startswith(
        "biriba: move 2, seat 0, illegal move 'discard Kd': the hand has no"
    )
    made = biriba_.json("play", "-", "draw", "draw", stdin=position(), status=1)
    assert made["legal"] is False and made["number"] == 2 and made["move"] == "draw"
    assert made["seat"] == 0
    assert made["reason"]["code"] == "already-drawn"
    status, _, err = biriba_("play", "-", "draw", "jump", stdin=position())
    assert status == 2 and "move 2: no such move" in err


# --- rules -------------------------------------------------------------------------


def test_rules_list(biriba_: Shell) -> None:
    made = biriba_.json("rules")
    assert [one["name"] for one in made["presets"]] == SYSTEMS
    assert {one["name"] for one in made["variants"]} == set(rules.VARIANTS)
    out = biriba_("rules")[1]
    assert all(name in out for name in [*SYSTEMS, *rules.VARIANTS])


@pytest.mark.parametrize("name", [*SYSTEMS, "canasta-2000+super-biriba+hard-close"])
def test_rules_of_one_system(biriba_: Shell, name: str) -> None:
    system = rules.named(name)
    assert biriba_.json("rules", name) == system.options()
    out = biriba_("rules", name)[1]
    assert f"({system.name}, revision 1)" in out.replace("\n ", "")
    assert all(len(line) <= 80 for line in out.splitlines())
    _, _, book = out.partition("\nSource: ")
    headings = [line for line in book.splitlines()[1:] if not line.startswith(" ")]
    assert len(set(headings)) == len(headings)
    assert all(line[0] in ("G", system.clauses, "X") for line in headings)
    assert headings[-1] == "X1"


def test_the_rule_book_has_every_option() -> None:
    """ "What every option must be able to say": each with its clause."""

    def paths(data: object, where: str = "") -> list[str]:
        if isinstance(data, dict) and where != "prices.cards":
            return [p for k in data for p in paths(data[k], f"{where}.{k}".strip("."))]
        return [where]

    about = {"name", "title", "source", "clauses", "revision"}
    wanted = set(paths(rules.CLASSIC_5000.options())) - about
    assert [path for path, _, _ in OPTIONS if path not in wanted] == []
    assert wanted == {path for path, _, _ in OPTIONS}


@pytest.mark.parametrize("language", ["el", "de"])
@pytest.mark.parametrize("name", ["canasta-2000+solo", "burraco-2005"])
def test_the_rule_book_in_other_languages(
    biriba_: Shell, name: str, language: str
) -> None:
    """Names, codes and sources stay; every sentence is in the language asked for."""
    system = rules.named(name)
    out = biriba_("rules", name, "--lang", language)[1]
    for path, _, words in OPTIONS:
        assert f"  {words}: " not in out, path
    assert biriba_.json("rules", name, "--lang", language) == system.options()
    listed = biriba_("rules", "--lang", language)[1]
    for variant in rules.VARIANTS.values():
        assert f"+{variant.name} ({variant.clause}): " in listed
        assert variant.text not in listed.replace("\n    ", " ")


def test_two_systems_compared(biriba_: Shell) -> None:
    """Where they differ, with the clause of each; and nothing else."""
    names = ("canasta-2000", "greek-351")
    made = biriba_.json("rules", *names)
    one, other = (rules.named(name).options() for name in names)
    for path, (first, second) in made.items():
        assert _at(one, path) == first != second == _at(other, path)
    same = [path for path, _, _ in OPTIONS if path not in made]
    assert all(_at(one, path) == _at(other, path) for path in same)
    out = biriba_("rules", *names)[1]
    assert out.startswith("canasta-2000 ≠ greek-351\nseats (P2, T2)\n")
    assert "points that win (P12, T13)\n  canasta-2000: 2000\n  greek-351: 351" in out
    assert "Twos are wild" not in out
    out = biriba_("rules", "greek-351", "greek-351")[1]
    assert out == "greek-351 = greek-351: the same in every option\n"
    status, _, err = biriba_("rules", "greek-351", "greek-3030", "usual-3000")
    assert status == 2 and "not 3" in err
    assert difference_text(rules.TINY, rules.TINY, "de").endswith("Optionen gleich")


def _at(options: Any, path: str) -> Any:
    for key in path.split("."):
        options = options[key]
    return options


def test_the_rule_book_of_bare_rules() -> None:
    bare = rules.TINY.with_options({"prices": {"bonuses": []}})
    assert "no bonuses" in rules_text(bare)


# --- demo --------------------------------------------------------------------------


@pytest.mark.parametrize("system", SYSTEMS)
def test_demo(biriba_: Shell, system: str) -> None:
    """A whole match to a winner; the same seed gives the same one again."""
    words = ["demo", "--rules", system, "--seed", "1"]
    made = biriba_.json(*words)
    assert made["winner"] is not None and made["winners"] == [made["winner"]]
    assert made["totals"] == made["deals"][-1]["totals"]
    starting = rules.named(system).seating().starting_total
    for side, total in enumerate(made["totals"]):
        scored = [deal["score"]["sides"][side]["total"] for deal in made["deals"]]
        assert starting + sum(scored) == total
    out = biriba_(*words)[1]
    assert out.endswith(f"\n\nSide {made['winner']} wins\n")
    assert out.count("\nDeal ") == len(made["deals"])


@pytest.mark.parametrize(
    ("system", "seats"),
    [("classic-5000", 2), ("canasta-2000+solo", 3), ("canasta-2000+six-seats", 6)],
)
def test_demo_with_other_seats(biriba_: Shell, system: str, seats: int) -> None:
    made = biriba_.json("demo", "--rules", system, "--seats", str(seats), "--seed", "2")
    assert made["winner"] is not None and made["seats"] == seats


def test_demo_without_a_winner_says_so(biriba_: Shell) -> None:
    status, out, _ = biriba_("demo", "--seed", "1", "--max-deals", "1")
    assert status == 1 and "No winner yet" in out
    made = biriba_.json("demo", "--max-deals", "1", status=1)
    assert made["winner"] is None and made["winners"] == []
    words = ("demo", "--seed", "1", "--max-deals", "1", "--lang", "el")
    status, out, _ = biriba_(*words)
    assert status == 1 and out.startswith("Κλασική μπιρίμπα στους 5000 (")
    assert "\nΓύρος 1: " in out and "Χωρίς νικητή ακόμη" in out and "Side" not in out


def test_demo_shows_progress_on_a_terminal(
    biriba_: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    cli.main(["demo", "--seed", "1", "--max-deals", "1", "--json"])
    assert "deal 1, move 50" in terminal.getvalue()


@pytest.mark.parametrize("system", SYSTEMS)
def test_greedy_beats_random(system: str) -> None:
    import random

    ahead = 0
    for seed in range(6):
        state = biriba.State.deal(rules.named(system), seed=seed)
        players = (Greedy(), Random(random.Random(seed)))
        while not state.is_over:
            state = state.play(players[state.seat % 2].choose(state.view()))
        first, second = biriba.score(state.result(), state.rules).totals
        ahead += first > second
    assert ahead >= 5


def test_players_without_a_move() -> None:
    import random

    view = biriba.State.deal(rules.CLASSIC_5000, seed=1).view(2)
    for player in (Greedy(), Random(random.Random(1))):
        with pytest.raises(InvalidState, match="no move to choose"):
            player.choose(view)


def test_greedy_names_its_longest_suit() -> None:
    """G16: the first seat "names the suit"."""
    state = load_position(
        {
            "rules": "classic-5000+joker-to-first-seat",
            "hands": ["Jk 3c 4c 9h", "", "", ""],
            "phase": "name",
        }
    )
    assert str(Greedy().choose(state.view())) == "name c"


# --- Wrong usage and unreadable input ----------------------------------------------


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ([], "a command is missing"),
        (["mled", "4h"], "no command 'mled'; did you mean meld?"),
        (["frobnicate"], "no command 'frobnicate'; there are demo, meld"),
        (["meld"], "arguments are required: CARDS"),
        (["meld", "4h 5h 6h", "--bogus"], "unrecognized arguments"),
        (["meld", "4h 5h Xh"], "'Xh' is no card"),
        (["meld", ""], None),
        (["meld", "4h 5h 6h", "--bonus-suit", "x"], "'x' is no suit"),
        (["meld", "4h 5h 6h", "--rules", "greek"], "did you mean greek-351?"),
        (["meld", "4h 5h 6h", "--rules", "{"], "no JSON"),
        (["layoff", "4h 5h 6h", "Xh"], "'Xh' is no card"),
        (["rules", "greek-351+four-joker"], "did you mean four-jokers?"),
        (["demo", "--seats", "9"], "classic-5000 has no 9 seats"),
        (["demo", "--seats", "x"], "invalid int value"),
        (["demo", "--max-deals", "0"], "--max-deals: at least 1"),
        (["demo", "--seed", "-3"], "--seed: a whole number from 0"),
        (["layoff", "4h", "5h", "6h", "7h"], "what has spaces goes in quotes"),
        (["moves", "no/such/file"], "cannot read no/such/file: No such file"),
        (["moves", "."], "cannot read .: Is a directory"),
        (["check", "-"], "arguments are required: MOVE"),
    ],
)
def test_wrong_usage(biriba_: Shell, words: list[str], problem: str | None) -> None:
    status, out, err = biriba_(*words)
    if problem is None:
        assert status == 1
        return
    assert (status, out) == (2, "")
    assert err.startswith("biriba: ") and problem in err


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "no JSON"),
        ("{", "no JSON"),
        ("[]", "expected an object"),
        ('{"rules": 1, "rules": 2}', "the key 'rules' occurs twice"),
        ('{"seat": NaN}', "NaN is no JSON number"),
        ('{"seat": -Infinity}', "-Infinity is no JSON number"),
        ('{"seat": 1e999}', "too large"),
        ('{"seat": ' + "9" * 5000 + "}", "is too long"),
        ('{"seat": 0.' + "9" * 5000 + "}", "too long"),
        ("[" * 100_000, "nested too deeply"),
        (b"\xff\xfe", "no UTF-8 text"),
        ('{"rules": "\\ud800"}', "no rules named"),
    ],
)
def test_unreadable_input(biriba_: Shell, text: str | bytes, problem: str) -> None:
    for command in (["moves", "-"], ["score", "-"], ["check", "-", "draw"]):
        status, out, err = biriba_(*command, stdin=text)
        assert (status, out) == (2, "")
        assert problem in err


def test_documents_that_are_no_text_or_too_long() -> None:
    with pytest.raises(InvalidRecord, match="expected JSON text, got bytes"):
        parse_json(b"{}")  # type: ignore[arg-type]
    with pytest.raises(InvalidRecord, match="longer than 20 MB"):
        parse_json(" " * (20 * 1024 * 1024 + 1))


def test_help_and_version(biriba_: Shell, capsys: pytest.CaptureFixture[str]) -> None:
    assert biriba_("--version")[:2] == (0, f"biriba {biriba.__version__}\n")
    status, out, _ = biriba_("--help")
    assert status == 0
    names = ["demo", "meld", "layoff", "score", "moves", "check", "play", "replay"]
    names += ["show", "simulate", "rules"]
    for name in names:
        assert name in out
        assert biriba_(name, "--help")[0] == 0


def test_json_before_the_command(biriba_: Shell) -> None:
    out = biriba_("--json", "meld", "4h 5h 6h")[1]
    assert json.loads(out)["legal"] is True


def test_a_long_error_stays_one_line(biriba_: Shell) -> None:
    text = position(**{f"key{i}\n\x1b": i for i in range(100)})
    status, _, err = biriba_("moves", "-", stdin=text)
    assert status == 2 and len(err) < 800
    assert "\x1b" not in err
    status, _, err = biriba_("meld", "4h", "--" + "x" * 900)
    assert status == 2 and len(err) < 800 and err.endswith(" …\n")


def test_plain_letters_where_there_are_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    raw = io.BytesIO()
    plain = io.TextIOWrapper(raw, encoding="ascii")
    monkeypatch.setattr(sys, "stdout", plain)
    cli.say("−34½ → ♥ κ")
    plain.flush()
    assert raw.getvalue().split() == [b"-34.5", b"->", b"h", b"?"]


def test_interrupted(biriba_: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "_run", stop)
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    assert cli.main(["rules"]) == 130


def run(*words: str, **more: Any) -> subprocess.CompletedProcess[bytes]:
    source = str(Path(biriba.__file__).parents[1])
    env = {**os.environ, "PYTHONPATH": source}
    command = [sys.executable, "-m", "biriba", *words]
    return subprocess.run(command, env=env, check=False, timeout=120, **more)


def test_as_a_module() -> None:
    done = run("meld", "4h 5h 7h", "--json", capture_output=True)
    assert done.returncode == 1 and json.loads(done.stdout)["legal"] is False
    assert done.stderr == b""


@pytest.mark.skipif(os.name == "nt", reason="pipes close in another way there")
def test_a_reader_that_goes_away() -> None:
    """No traceback where nobody reads the output any more."""
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = run("rules", "greek-351", stdout=writing, stderr=subprocess.PIPE)
    finally:
        os.close(writing)
    assert done.returncode == 141
    assert done.stderr == b""


def test_main_as_the_module_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["biriba", "meld", "4h 5h 7h"])
    with pytest.raises(SystemExit) as caught:
        runpy.run_module("biriba", run_name="__main__")
    assert caught.value.code == 1
    assert capsys.readouterr().out.startswith("no meld")


def test_a_closed_pipe_in_this_process(monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def write(self, _: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Closed())
    assert cli.main(["rules"]) == 141


def test_clauses_of_a_system_with_another_letter() -> None:
    assert clause_of("C6 P5 T6", "T") == "T6"
    assert clause_of("T5 G9", "C") == "G9"
    assert clause_of("C6 P5 T6", "X") == "C6"


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60), st.sampled_from(SYSTEMS))
def test_any_text_for_cards_and_moves(text: str, system: str) -> None:
    """Whatever is typed ends with 0, 1 or 2."""
    import contextlib

    sink = io.StringIO()
    with contextlib.redirect_stdout(sink), contextlib.redirect_stderr(sink):
        assert cli.main(["meld", "--rules", system, "--", text]) in (0, 1, 2)
        assert cli.main(["layoff", "--", "6c 7c 8c", text]) in (0, 1, 2)
        assert cli.main(["rules", "--", text]) in (0, 1, 2)
