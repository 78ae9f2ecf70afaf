"""Errors carry data, print as one or two lines, and travel between processes."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biriba import (
    AmbiguousMove,
    BiribaError,
    IllegalMeld,
    IllegalMove,
    InvalidRecord,
    InvalidRules,
    InvalidState,
    NotationError,
)
from biriba.reasons import REFUSALS, Reason, reason

WHY = reason("too-many-wild", "C", most=1)
ERRORS: list[BiribaError] = [
    NotationError("'5x' is no card", "5h 5x", 3),
    IllegalMove("meld 5h 6h 7d", WHY),
    IllegalMeld("5h 6h 7d", WHY),
    AmbiguousMove("Jk 6h Jk", ["run Jk=5h 6h Jk=7h", "set 6h Jk Jk"]),
    InvalidRules(["a: no", "b: no"]),
    InvalidState(["a: no"]),
    InvalidRecord(f"{i}: no" for i in range(3)),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_pickled_errors_are_whole(error: BiribaError) -> None:
    twin = pickle.loads(pickle.dumps(error))
    assert type(twin) is type(error)
    assert str(twin) == str(error) and vars(twin) == vars(error)
    assert isinstance(error, BiribaError)
    assert isinstance(error, ValueError) != isinstance(error, IllegalMove)


def test_texts() -> None:
    assert [str(error) for error in ERRORS] == [
        "'5x' is no card\n  5h 5x\n     ^",
        "illegal move 'meld 5h 6h 7d': at most 1 of a meld's cards may be wild (C7)",
        "no meld '5h 6h 7d': at most 1 of a meld's cards may be wild (C7)",
        "'Jk 6h Jk' can be read in several ways: run Jk=5h 6h Jk=7h; set 6h Jk Jk",
        "a: no; b: no",
        "a: no",
        "0: no; 1: no; 2: no",
    ]


def test_nothing_to_point_at() -> None:
    assert str(NotationError("expected a card", "  ")) == "expected a card"


@given(st.text(min_size=1, max_size=300), st.integers(-5, 400))
def test_caret_is_under_the_fault_in_any_text(text: str, position: int) -> None:
    error = NotationError("no card", text, position)
    assert 0 <= error.position <= len(text)
    if not text.strip():
        return
    first, shown, caret = str(error).split("\n")
    assert first == "no card"
    assert shown.isprintable() and len(shown) <= 72
    column = caret.index("^") - 2
    if error.position < len(text) and text[error.position].isprintable():
        assert shown[2 + column] == text[error.position]


@pytest.mark.parametrize("code", REFUSALS)
def test_every_refusal_has_a_clause_and_a_text(code: str) -> None:
    refusal = REFUSALS[code]
    assert refusal.code == code
    for letter in "CPTG":
        clause = refusal.clause(letter)
        assert clause in refusal.clauses.split()
        assert clause[0] in "GCPT" and clause[1:].isdigit()
        own = [one for one in refusal.clauses.split() if one[0] == letter]
        assert clause == (own or refusal.clauses.split())[0]


def test_reason_prints_text_and_clause() -> None:
    assert Reason("too-many-wild", "C7", (("most", 1),)) == WHY
    assert WHY.text == "at most 1 of a meld's cards may be wild"
    assert str(WHY) == "at most 1 of a meld's cards may be wild (C7)"
