"""The oracle against the worked cases, and against itself."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import oracle
from oracle import (
    CANASTA,
    CLASSIC,
    GREEK,
    SYSTEMS,
    System,
    layoff_results,
    parse,
    readings,
)

CASES = Path(__file__).parent / "cases"


def load(name: str) -> list[dict[str, Any]]:
    cases: list[dict[str, Any]] = json.loads((CASES / name).read_text(encoding="utf-8"))
    return cases


MELDS = [
    pytest.param(case["cards"], system, expect, id=f"{case['id']}-{system}")
    for case in load("melds.json")
    for system, expect in case["expect"].items()
]
LAYOFFS = [
    pytest.param(case, system, id=f"{case['id']}-{system}")
    for case in load("layoffs.json")
    for system in case["systems"]
]
SCORES = [pytest.param(case, id=case["id"]) for case in load("scores.json")]


@pytest.mark.parametrize(("cards", "name", "expect"), MELDS)
def test_melds(cards: str, name: str, expect: dict[str, Any]) -> None:
    system = SYSTEMS[name]
    found = readings(parse(cards), system)
    if not expect["legal"]:
        assert found == []
        return
    assert len(found) == 1
    reading = found[0]
    assert oracle.kind(reading) == expect["kind"]
    assert oracle.clean(reading) == expect["clean"]
    assert oracle.card_points(parse(cards), system) == Fraction(expect["card_points"])
    suits = [reading.suit] if isinstance(reading, oracle.Run) else list("hdcs")
    assert oracle.bonus(reading, system, None) == Fraction(expect["bonus"])
    for suit in suits:
        assert oracle.bonus(reading, system, suit) == Fraction(
            expect["bonus_if_bonus_suit"]
        )


@pytest.mark.parametrize(("case", "name"), LAYOFFS)
def test_layoffs(case: dict[str, Any], name: str) -> None:
    results = layoff_results(parse(case["table"]), parse(case["add"]), SYSTEMS[name])
    assert results == set(case["legal_results"])


@pytest.mark.parametrize("case", SCORES)
def test_scores(case: dict[str, Any]) -> None:
    given = case["input"]
    sides = given["sides"]
    totals = []
    for side in sides:
        other = any(each["went_out"] for each in sides if each is not side)
        totals.append(
            oracle.score_side(side, SYSTEMS[given["rules"]], given["bonus_suit"], other)
        )
    assert totals == [Fraction(total) for total in case["totals"]]


def test_canonical_sets() -> None:
    assert oracle.arrangements(parse("Jk 5s 2s 5d 2h 5h 5h"), CANASTA) == set()
    assert oracle.arrangements(parse("Jk 5s 5d 2h 5h 5h"), CANASTA) == {
        "5h 5h 5d 5s 2h Jk"
    }
    assert readings(parse("Jk 2s 2h"), CLASSIC) == [("set", "2", ("2h", "2s", "Jk"))]
    assert readings(parse("Jk 4h 5h"), GREEK) == [("run", "h", 3, ("Jk", "4h", "5h"))]


@pytest.mark.parametrize(
    "cards",
    [
        "Ah 2h 3h Jk",
        "2h 2h 3h 4h",
        "2s 2h 3h 4h 5h",
        "Qh Kh Ah 2h",
        "Ah Ah Kh 2h Jk Qh",
        "7h 8h Jk 10h Jk Qh",
        "5h 5d 5c 2c Jk",
        "2h 2d 2c Jk",
        "2h 2d 3h 5h 6h Jk",
    ],
)
@pytest.mark.parametrize(
    "system",
    [
        CLASSIC,
        CANASTA,
        GREEK,
        oracle.CANASTA_NO_WILD_TWOS,
        replace(GREEK, max_wild=None),
        replace(CLASSIC, min_naturals=1, max_wild=2),
    ],
)
def test_arrangements_are_what_all_permutations_give(
    cards: str, system: System
) -> None:
    every = {
        oracle.text(reading)
        for order in permutations(parse(cards))
        for reading in readings(order, system)
    }
    assert oracle.arrangements(parse(cards), system) == every


@pytest.mark.parametrize(
    ("table", "add", "results"),
    [
        ("6c Jk 8c", "7c 10c", {"6c 7c 8c Jk 10c"}),
        ("Jk 5c 6c", "4c", {"Jk 4c 5c 6c", "4c 5c 6c Jk"}),
        ("2s 4s 5s 6s", "3s", {"2s 3s 4s 5s 6s", "3s 4s 5s 6s 2s"}),
        ("Qs Ks As", "2s", {"2s Qs Ks As"}),
        ("As 2s 3s", "Ks", set()),
        ("2h 3h 4h", "2h", {"2h 2h 3h 4h", "2h 3h 4h 2h"}),
        ("5h 5d Jk", "5h", {"5h 5h 5d Jk"}),
        ("5h 5d Jk", "6h", set()),
        ("3h 4h 5h", "", set()),
    ],
)
def test_layoffs_by_hand(table: str, add: str, results: set[str]) -> None:
    # A second 2h before a natural one stands for the ace.
    assert layoff_results(parse(table), parse(add), GREEK) == results


def test_each_of_two_wild_cards_moves_by_itself() -> None:
    table = parse("4h 5h Jk 7h 2s 9h")
    assert layoff_results(table, parse("6h"), CANASTA) == {
        "Jk 4h 5h 6h 7h 2s 9h",
        "4h 5h 6h 7h 2s 9h Jk",
    }
    assert layoff_results(table, parse("6h 8h"), CANASTA) == {
        "Jk 2s 4h 5h 6h 7h 8h 9h",
        "2s Jk 4h 5h 6h 7h 8h 9h",
        "Jk 4h 5h 6h 7h 8h 9h 2s",
        "2s 4h 5h 6h 7h 8h 9h Jk",
        "4h 5h 6h 7h 8h 9h Jk 2s",
        "4h 5h 6h 7h 8h 9h 2s Jk",
    }


def test_illegal_table_is_an_error() -> None:
    with pytest.raises(ValueError, match="not a meld"):
        layoff_results(parse("5h 5d 6h"), parse("7h"), GREEK)
    with pytest.raises(ValueError, match="no such card"):
        parse("1h")


def test_variants() -> None:
    both = parse("As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As")
    (reading,) = readings(both, replace(CLASSIC, longest_run=14))
    assert oracle.full(reading, CLASSIC)
    assert oracle.bonus(reading, CLASSIC, "s") == 2000

    plain = oracle.CANASTA_NO_WILD_TWOS
    assert [r.kind for r in readings(parse("2h 2s 2d"), plain)] == ["set"]
    assert readings(parse("2s Qs Ks As"), plain) == []

    (reading,) = readings(parse("3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Jk"), CANASTA)
    assert oracle.biriba(reading, CANASTA)
    assert oracle.bonus(reading, CANASTA, None) == 100
    assert oracle.bonus(reading, oracle.CANASTA_SUPER_BIRIBA, None) == 200

    (reading,) = readings(parse("Ah Ah Ad Ad Ac Ac As"), CANASTA)
    assert not oracle.biriba(reading, CANASTA)

    nine = parse("8h 8h 8h 8d 8d 8d 8c 8c 8s")
    assert readings(nine, CLASSIC) == []
    assert len(readings(nine, GREEK)) == 1


def test_dirty_full_run_in_greek_351_is_a_dirty_biriba() -> None:
    (reading,) = readings(parse("As 2s 3s 4s 5s 6s Jk 8s 9s 10s Js Qs Ks"), GREEK)
    assert oracle.full(reading, GREEK)
    assert oracle.bonus(reading, GREEK, "h") == 10
    assert oracle.bonus(reading, GREEK, "s") == 30


def test_biribaki_not_played_from() -> None:
    side = {
        "melds": ["3h 4h 5h"],
        "hands": ["", "Kd"],
        "biribaki": "taken",
        "unplayed_biribaki": "Ah Kd",
        "went_out": False,
    }
    assert oracle.score_side(side, CLASSIC, "h", True) == 15 - 10 - 100
    assert oracle.score_side(side, CANASTA, None, True) == 15 - 10 - 30
    assert (
        oracle.score_side(side, GREEK, "h", True)
        == Fraction("1.5") - 1 - Fraction("2.5") - 10
    )
