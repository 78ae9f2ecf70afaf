"""One of anything is not several: texts with counts in them, where the count is 1."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from biriba import (
    BiribaError,
    DealResult,
    Match,
    Score,
    SideResult,
    State,
    rules,
    score,
)
from biriba._cli_replay import replay_command
from biriba._cli_rules import rules_text
from biriba._words import counted
from biriba.game import Game
from biriba.languages import TABLES, fields
from biriba.position import load_position
from biriba.record import replay
from biriba.simulate import Statistics, simulate
from biriba.testing import check_state

GREEK = rules.GREEK_351
FACTS = DealResult((SideResult(), SideResult()))

# Numbers in these are never 1, or the word after them is the same for 1.
FREE = {
    *("refusal.run-too-long", "refusal.too-many-wild"),
    *("command.seats", "command.simulated"),
    *("error.move-too-long", "error.meld-too-long"),
}
NUMBERS = {"count", "each", "least", "left", "most", "seats"}
BEFORE_A_WORD = re.compile(r"\{(\w+)\} \w")


@pytest.mark.parametrize("language", TABLES)
def test_no_message_puts_a_number_before_what_it_counts(language: str) -> None:
    """Three languages form the plural in as many ways; "moves: 1" is right in all."""
    for key, template in TABLES[language].items():
        if key not in FREE:
            assert not NUMBERS & set(BEFORE_A_WORD.findall(template)), key
        assert fields(template) == fields(TABLES["en"][key])


def position(**more: Any) -> object:
    return load_position({"rules": "greek-351", **more})


def loaded(**options: Any) -> object:
    return GREEK.with_options(options)


def one_move() -> Game:
    game = Game.deal(GREEK, seed=7)
    game.play("draw")
    return game


def match_of_one() -> Match:
    return Match.start(GREEK, 4).add(score(FACTS, GREEK))


UNKNOWN = {f"x{n}": 1 for n in range(21)}


@pytest.mark.parametrize(
    ("call", "told"),
    [
        (
            lambda: position(hands=["9h"]),
            "expected 4 texts of cards, one for each seat",
        ),
        (lambda: position(biribakia=["9h", "rest"]), "1 card; a biribaki has 11"),
        (lambda: position(sides=[{}]), "1 side; there are 2"),
        (lambda: position(**UNKNOWN), "and 1 more unknown key$"),
        (lambda: loaded(**UNKNOWN), "and 1 more unknown option$"),
        (lambda: loaded(seatings=[{"seats": 4, "sides": 1}]), "1 side cannot share"),
        (lambda: GREEK.seating(1), "has no 1 seat; it has 2, 3, 4"),
        (lambda: replay(one_move().record, 2), "the record has 1 move$"),
        (lambda: replay_command([one_move().record], 2), "the file has 1 move$"),
        (
            lambda: Match.start(GREEK, 4).add(Score(score(FACTS, GREEK).sides[:1])),
            "the result has 1 side; the match has 2",
        ),
    ],
)
def test_one_is_told_as_one(call: Callable[[], object], told: str) -> None:
    with pytest.raises(BiribaError, match=told):
        call()


def test_texts_of_one() -> None:
    assert str(match_of_one()).startswith("after 1 deal, ")
    statistics = Statistics.of(simulate(rules.TINY, ["random"], deals=1, seed=1))
    assert str(statistics).startswith("deals: 1, with")
    lean = GREEK.with_options(
        {
            "seatings": [
                {"seats": 2, "sides": 2, "packs": 1, "jokers": 1, "biribakia": 1}
            ],
            "default_seats": 2,
        }
    )
    assert "sides: 2, packs: 1, jokers: 1, biribakia: 1;" in rules_text(lean)
    state = State.deal(GREEK, seed=7)
    short = attrs.evolve(state, table=attrs.evolve(state.table, opened=(False,)))
    assert check_state(short) == ["opened: there are 1, and should be 4"]


def test_a_count_is_that_of_one_or_of_several() -> None:
    assert [counted(n, "side") for n in (0, 1, 2)] == ["0 sides", "1 side", "2 sides"]
