"""Hostile input: whatever comes in, only a `BiribaError` with a text comes out.

Text, JSON trees near good ones, and damaged bytes, for everything that reads. The
sizes are bounded by what the readers refuse to look at, so the tests end soon, and a
reader that went through hostile input with more than linear work would not.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import biriba
from biriba import BiribaError, InvalidRecord, State, record, rules
from biriba.documents import parse_json
from biriba.position import dump_position, load_position
from biriba.record import MatchRecord, Record
from recorded import (
    VALUES,
    flipped,
    mutated,
    only_typed_errors,
    played,
    played_match,
)

SYSTEMS = (rules.CLASSIC_5000, rules.CANASTA_2000, rules.GREEK_351, rules.TINY)


@cache
def state(number: int) -> State:
    """A few deals, at their start, in their middle and at their end."""
    system = SYSTEMS[number % 4]
    return played(system, seed=number, most=(0, 13, 60, 600)[number // 4]).state


@cache
def documents() -> tuple[str, ...]:
    """Good records and positions, as text."""
    deals = [played(system, seed=3, most=25).record for system in SYSTEMS]
    whole = (played(rules.TINY, seed=5).record, played_match(rules.TINY, 2, 6))
    positions = [json.dumps(dump_position(state(n))) for n in (4, 6, 9, 11)]
    texts = [record.dump(deal) for deal in deals]
    return (*texts, record.dump(whole[0]), record.dump(whole[1]), *positions)


def read(data: object) -> None:
    """Read a document, and play what was read to its end."""
    if isinstance(data, dict) and str(data.get("format")).endswith("position"):
        read_state = load_position(data)
        list(read_state.legal_moves)
        assert load_position(dump_position(read_state)) == read_state
        return
    one = record.from_json(data)
    # What was read can be written and read again, even where its moves are wrong.
    assert record.load_any(record.dump(one)) == one
    if isinstance(one, Record):
        record.replay(one)
    else:
        record.replay_match(one)


def read_text(text: str) -> None:
    read(parse_json(text))


WORDS = """
draw take with meld lay lay-off discard pass name 0: 1 + 0 : = set run Jk=6h Jk Ah 2h
10h Ts ♥T 🃏 joker 4c 5c 6c 7c 8c 2c K♠ Ακ h ♣ spades -1 99999 ² ٣ , ,, ; classic-5000
canasta-2000 greek-351 hard-close
"""
KEYS = """
format version rules seats dealer deck moves result out totals score deals meta name
options hands sides melds biribakia stock
"""
PIECES = st.sampled_from([*WORDS.split(), "\ufe0f", "\x00", "\ud800", "\n", "\t", ""])
TEXT = st.one_of(
    st.text(max_size=60),
    st.lists(PIECES, max_size=14).map(" ".join),
    st.lists(PIECES, max_size=8).map("".join),
    st.lists(PIECES, max_size=5).map("+".join),
)
READERS: dict[str, Callable[[str], object]] = {
    "card": biriba.Card.parse,
    "cards": biriba.Cards.parse,
    "suit": biriba.Suit.parse,
    "rules": rules.named,
    "json": parse_json,
    "record": record.load,
    "match": record.load_match,
    "lines": lambda text: list(record.load_lines(text.splitlines())),
    "schema": record.schema,
    "arrange": lambda text: biriba.melds.arrange(text, rules.CLASSIC_5000),
    "deck": lambda text: State.deal(rules.GREEK_351, deck=text),
}


@given(TEXT, st.sampled_from(sorted(READERS)))
@settings(max_examples=200, deadline=None)
def test_any_text(text: str, reader: str) -> None:
    only_typed_errors(lambda: READERS[reader](text))


@given(TEXT, st.integers(0, 15))
@example("lay 0 + Jk Jk Jk Jk 2h 2h 2d 2d 2c 2c 2s 2s", 8)
@settings(max_examples=150, deadline=None)
def test_any_text_as_a_move(text: str, number: int) -> None:
    one = state(number)
    only_typed_errors(lambda: one.why_not(text))
    only_typed_errors(lambda: one.play(text))
    for system in SYSTEMS[:3]:
        only_typed_errors(partial(biriba.Meld.parse, text, system))


@given(st.sampled_from(["meld ", "lay 0: ", "lay 0 + ", "take with meld ", "discard "]),
       st.lists(st.integers(0, 52), max_size=24), st.integers(0, 15))  # fmt: skip
@settings(max_examples=150, deadline=None)
def test_any_cards_in_a_move(start: str, kinds: list[int], number: int) -> None:
    text = start + " ".join(str(biriba.Card.of_kind(kind)) for kind in kinds)
    if only_typed_errors(lambda: state(number).why_not(text)):
        only_typed_errors(lambda: state(number).play(text))


JSON = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=10),
        st.sampled_from(VALUES),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=5),
        st.dictionaries(
            st.sampled_from(KEYS.split()),
            inner,
            max_size=8,
        ),
    ),
    max_leaves=25,
)


@given(JSON)
@settings(max_examples=150, deadline=None)
def test_any_json(data: Any) -> None:
    only_typed_errors(lambda: record.from_json(data))
    only_typed_errors(lambda: load_position(data))
    only_typed_errors(lambda: rules.from_json(data))
    if isinstance(data, dict):
        for kind in (record.FORMAT, record.MATCH_FORMAT, "biriba-position"):
            head = data | {"format": kind, "version": 1}
            only_typed_errors(partial(read, head))
        only_typed_errors(lambda: rules.Rules.from_options(data))
        only_typed_errors(lambda: rules.GREEK_351.with_options(data))


@given(st.integers(0, 10**9))
@settings(max_examples=150, deadline=None)
def test_json_near_a_good_document(seed: int) -> None:
    rng = random.Random(seed)
    data = mutated(json.loads(rng.choice(documents())), rng)
    only_typed_errors(lambda: read(data))


@given(st.integers(0, 10**9))
@settings(max_examples=150, deadline=None)
def test_damaged_bytes(seed: int) -> None:
    rng = random.Random(seed)
    text = flipped(rng.choice(documents()), rng)
    only_typed_errors(lambda: read_text(text))


def test_good_documents_pass() -> None:
    for text in documents():
        read_text(text)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[" * 200_000, "nested too deeply"),
        ('{"a":' * 200_000, "nested too deeply"),
        ("[" * 100_000 + "]" * 100_000, "nested too deeply"),
        ("9" * 5_000_000, "too long"),
        ("1e999999999", "too large"),
        ("-1e999", "too large"),
        ("0." + "1" * 1_000_000, "too large or too long"),
        ("NaN", "NaN"),
        ('{"seats": -Infinity}', "Infinity"),
        ('{"format": "biriba-record", "format": "biriba-match"}', "occurs twice"),
        ('"' + "A" * 10_000_000 + '"', "expected an object"),
        ('"' + "A" * 30_000_000 + '"', "longer than"),
        ("", "no JSON"),
        ("{", "no JSON"),
        ("\x00", "no JSON"),
        ("\ufeff{}", "no JSON"),
        ('{"format": "biriba-record", "version": 99}', "later release"),
        ('{"format": "biriba-record", "version": 1.0}', "version: expected"),
        ('{"format": "biriba-record", "version": "1"}', "version: expected"),
        ('{"format": "biriba-record", "version": 1' + "0" * 30 + "}", "later release"),
    ],
    ids=range(20),
)
def test_hostile_documents(text: str, problem: str) -> None:
    with pytest.raises(InvalidRecord, match=problem) as caught:
        record.load_any(text)
    assert len(str(caught.value)) < 500


HUGE = 10_000_000


@pytest.mark.parametrize("key", ["deck", "moves", "meta", "result", "rules", "seats"])
def test_ten_megabytes_in_one_place(key: str) -> None:
    data: Any = json.loads(documents()[0])
    for value in ("Ah " * (HUGE // 3), ["draw" * 300] * 10_000, {"x" * HUGE: "y"}):
        wrong = data | {key: value}
        with pytest.raises(BiribaError) as caught:
            read(wrong)
        assert len(str(caught.value)) < 5_000


def test_many_moves_take_no_more_than_their_number() -> None:
    """A million moves are refused at the first that is wrong."""
    data: Any = json.loads(documents()[0])
    one = record.from_json(data | {"moves": ["draw"] * 1_000_000, "result": None})
    assert isinstance(one, Record)
    with pytest.raises(InvalidRecord, match=r"^move 2, 'draw'"):
        record.replay(one)


def test_a_long_history_is_no_deep_one() -> None:
    """States share their histories as a list of many thousand links."""
    pile = rules.TINY.with_options({"pile": {"rediscard": "free"}})
    states = [State.deal(pile, seed=1)]
    for _ in range(4000):
        last = states[-1]
        discards = [m for m in last.legal_moves if isinstance(m, biriba.Discard)]
        states.append(last.play(discards[0] if discards else "take"))
    assert len(states[-1].history) == 4000
    assert hash(states[-1]) == hash(State(*_parts(states[-1])))
    assert states[-1] == State(*_parts(states[-1]))
    del states


def _parts(one: State) -> tuple[Any, ...]:
    return one.table, one.packed_hands, one.stock_kinds, one.biribakia_kinds


def test_a_record_of_a_match_is_read_as_what_it_is() -> None:
    one = record.load_any(documents()[5])
    assert isinstance(one, MatchRecord)
