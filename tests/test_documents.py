"""Documents of one kind given for another, and what is told in the words of JSON."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from biriba import BiribaError, rules
from biriba._words import shown
from biriba.documents import load_score_document
from biriba.game import Game
from biriba.position import dump_position, load_position
from biriba.record import MatchRecord, from_json, save, to_json
from biriba.simulate import DealRecord, Log

GAME = Game.deal(rules.TINY, seed=7)
HOUSE: dict[str, Any] = {"base": "greek-351", "name": "home", "wild": {"limit": 2}}
DOCUMENTS: dict[str, dict[str, Any]] = {
    "biriba-record": to_json(GAME.record),
    "biriba-match": to_json(MatchRecord.of([GAME.record])),
    "biriba-position": dump_position(GAME.state),
    "biriba-simulation": {"format": "biriba-simulation", "version": 1},
    "document of rules": HOUSE,
}
READERS: dict[str, Callable[[object], object]] = {
    "biriba-position": load_position,
    "biriba-record or a biriba-match": from_json,
    "document of rules": rules.from_json,
    "document of the facts of a deal": load_score_document,
}


@pytest.mark.parametrize("wanted", READERS)
@pytest.mark.parametrize("given", DOCUMENTS)
def test_a_document_of_another_kind_is_told_in_one_line(
    given: str, wanted: str
) -> None:
    read, data = READERS[wanted], DOCUMENTS[given]
    if given in wanted.split(" or a "):
        read(data)
        return
    with pytest.raises(BiribaError) as caught:
        read(data)
    assert str(caught.value) == f"this is a {given}, expected a {wanted}"


@pytest.mark.parametrize(
    "data",
    [rules.GREEK_351.options(), {"name": "greek-351", "target": {"points": 500}}],
)
def test_all_forms_of_rules_are_known(data: dict[str, Any]) -> None:
    with pytest.raises(BiribaError, match="this is a document of rules, expected a"):
        load_position(data)


def test_a_position_with_a_wrong_key_stays_a_position() -> None:
    with pytest.raises(BiribaError, match="deck: no such key"):
        load_position({"rules": "tiny", "deck": ""})


def test_a_record_is_no_simulation(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    save(GAME.record, path)
    log = Log(str(path), rules.TINY, ("random",), 1, 2)
    with pytest.raises(BiribaError, match="this is a biriba-record, expected"):
        log.resume()


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "null"), (True, "true"), (False, "false"), (3, "3"), (1.5, "1.5"),
        ("x" * 99, repr("x" * 30)), ([], "a list"), ({}, "an object"),
        (rules.TINY, "a Rules"),
    ],
)  # fmt: skip
def test_values_are_told_in_the_words_of_json(value: object, words: str) -> None:
    assert shown(value) == words


def test_a_number_that_python_does_not_write_is_told() -> None:
    assert shown(10**5000) == "a number beyond all bounds"


def _changed(data: dict[str, Any], key: str, value: object) -> dict[str, Any]:
    return {**data, key: value}


DEAL = DealRecord(0, 0, (1, 2), 3, 4, None, ((0, 0, 0, 0), (0, 0, 0, 0))).to_json()
FACTS: dict[str, Any] = {"rules": "greek-351", "bonus_suit": None, "sides": [{}, {}]}


PYTHON = re.compile(r"None|True|False|\b(dict|int|str)\b")


@pytest.mark.parametrize("value", [None, True, 5, 1.5, "x", [], [None], {}, {"x": 1}])
@pytest.mark.parametrize(
    ("read", "data"),
    [
        (load_position, DOCUMENTS["biriba-position"]),
        (from_json, DOCUMENTS["biriba-record"]),
        (from_json, DOCUMENTS["biriba-match"]),
        (rules.from_json, rules.GREEK_351.options()),
        (rules.from_json, HOUSE),
        (load_score_document, FACTS),
        (DealRecord.from_json, DEAL),
    ],
)
def test_no_reader_speaks_of_types_of_python(
    read: Callable[[object], object], data: dict[str, Any], value: object
) -> None:
    """Whatever stands where something else should."""
    for bad in [value, *(_changed(data, key, value) for key in data)]:
        try:
            read(bad)
        except BiribaError as error:
            assert not PYTHON.search(str(error)), str(error)


@pytest.mark.parametrize("key", DEAL)
def test_a_key_that_a_record_of_a_deal_lacks_is_named(key: str) -> None:
    data = {name: value for name, value in DEAL.items() if name != key}
    with pytest.raises(BiribaError, match=f"no record of a deal: {key}: it is missing"):
        DealRecord.from_json(data)


def test_sides_that_do_not_agree_are_told() -> None:
    with pytest.raises(BiribaError, match="points: expected as many sides as"):
        DealRecord.from_json({**DEAL, "points": [1]})
