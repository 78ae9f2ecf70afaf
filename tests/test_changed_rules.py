"""Rules that are not what their name says are told from those that are."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from biriba import Rules, State, cli, html, rules, svg, terminal
from biriba.game import Game
from biriba.languages import TABLES, rules_name
from biriba.position import dump_position

Capsys = pytest.CaptureFixture[str]

CHANGED = rules.CLASSIC_5000.with_options({"target": {"points": 3000}})
WORDS = {"en": "changed", "de": "geändert", "el": "με αλλαγές"}


@pytest.mark.parametrize(
    "name",
    [*rules.PRESETS, "canasta-2000+super-biriba+hard-close", "greek-351+wild-ratio"],
)
def test_published_rules_are_not_changed(name: str) -> None:
    of = rules.named(name)
    assert not of.is_changed
    assert of.label == name and repr(of) == f"<Rules {name}>"
    changed = of.with_options({"target": {"points": 777}})
    assert changed.is_changed
    assert changed.name == name and changed.label == f"{name}, changed"


def test_changing_back_is_no_change() -> None:
    back = CHANGED.with_options({"target": {"points": 5000}})
    assert back == rules.CLASSIC_5000 and not back.is_changed


def test_rules_of_another_name_are_what_they_say() -> None:
    home = rules.from_json({"base": "greek-351", "name": "home", "wild": {"limit": 2}})
    assert not home.is_changed and repr(home) == "<Rules home>"


def test_what_holds_changed_rules_says_so() -> None:
    state = State.deal(CHANGED, seed=7)
    for value in (CHANGED, state, state.view(), Game.deal(CHANGED, seed=7)):
        assert "classic-5000, changed" in repr(value)


@pytest.mark.parametrize("language", TABLES)
def test_every_heading_says_so(language: str, capsys: Capsys, tmp_path: Path) -> None:
    heading = f"classic-5000, {WORDS[language]}"
    assert rules_name(CHANGED, language) == heading
    assert rules_name(rules.CLASSIC_5000, language) == "classic-5000"
    game = Game.deal(CHANGED, seed=7)
    assert heading in svg.render_view(game.view(0), language)
    assert heading in html.render_view(game.view(0), language)
    assert heading in terminal.render_view(game.view(0), language=language)
    position, record = tmp_path / "position.json", tmp_path / "record.json"
    position.write_text(json.dumps(dump_position(game.state)), encoding="utf-8")
    game.save(record)
    for command in (["show", position], ["play", position], ["replay", record]):
        assert cli.main([*map(str, command), "--lang", language]) == 0
        assert heading in capsys.readouterr().out


@pytest.mark.parametrize(
    "command", [["rules"], ["simulate", "--deals", "1"], ["demo", "--max-deals", "1"]]
)
def test_commands_in_english_say_so(command: list[str], capsys: Capsys) -> None:
    given = json.dumps({"name": "greek-351", "wild": {"limit": 2}})
    option = [given] if command == ["rules"] else ["--rules", given]
    cli.main([*command, *option])
    assert "greek-351, changed" in capsys.readouterr().out


def test_a_long_name_is_cut_and_the_change_is_not() -> None:
    long = Rules.from_options({**CHANGED.options(), "name": "canasta-2000"})
    assert rules_name(long, longest=7) == "canasta, changed"


def test_documents_keep_the_name() -> None:
    position = dump_position(State.deal(CHANGED, seed=7))
    assert position["rules"] == {"name": "classic-5000", "target": {"points": 3000}}
