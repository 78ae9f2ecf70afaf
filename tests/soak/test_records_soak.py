"""Thousands of records: written and replayed, and spoilt and refused.

Run with `pytest -m soak` or `nox -s soak`.
"""

from __future__ import annotations

import json
import random
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from biriba import record, rules, score
from biriba.documents import parse_json
from biriba.position import dump_position, load_position
from biriba.record import Record
from recorded import flipped, mutated, only_typed_errors, played, played_match

DEALS = 2000
LOADED = 10_000
MUTATED = 20_000
CHUNKS = 40

TABLES = [
    (name, seating.seats)
    for preset, plus in (
        ("classic-5000", ["", "+wild-ratio", "+joker-to-first-seat"]),
        ("canasta-2000", ["", "+no-wild-twos+super-biriba", "+hard-close", "+solo"]),
        ("greek-351", ["", "+four-jokers+pile-for-melds", "+joker-no-bonus"]),
        ("greek-3030", [""]),
        ("burraco-2005", [""]),
        ("buraco-3000", ["", "+with-jokers+with-sets", "+open-pile"]),
    )
    for name in [preset + more for more in plus]
    for seating in rules.named(name).seatings
]


def read(data: object) -> None:
    """Read a record or a position, and replay it."""
    if isinstance(data, dict) and "hands" in data:
        state = load_position(data)
        list(state.legal_moves)
        return
    one = record.from_json(data)
    if isinstance(one, Record):
        record.replay(one)
    else:
        record.replay_match(one)


def read_text(text: str) -> None:
    """Read JSON text as a record or a position."""
    read(parse_json(text))


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_deals_are_written_and_replayed_identically(chunk: int) -> None:
    """Every deal comes back with every state, and with the same totals."""
    games = [
        played(rules.named(name), seats, seed=number, dealer=number % seats, most=3000)
        for number in range(chunk, DEALS, CHUNKS)
        for name, seats in [TABLES[number % len(TABLES)]]
    ]
    stream = list(record.dump_lines(game.record for game in games))
    for game, one in zip(games, record.load_lines(stream), strict=True):
        assert one == game.record
        assert isinstance(one, Record)
        assert record.replay_states(one) == list(game.states)
        assert record.dump(one) + "\n" in stream


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_a_load_of_deals_replays_to_the_same_totals(chunk: int, tmp_path: Path) -> None:
    """Ten thousand deals, from files of JSON Lines, come to the scores they had."""
    numbers = range(DEALS + chunk, DEALS + LOADED, CHUNKS)
    file = tmp_path / "deals.jsonl"
    totals = []
    with file.open("w", encoding="utf-8") as lines:
        for number in numbers:
            name, seats = TABLES[number % len(TABLES)]
            game = played(rules.named(name), seats, seed=number, most=3000)
            assert game.state.is_over
            sheet = score(game.state.result(), game.state.rules)
            totals.append(sheet.totals)
            lines.writelines(record.dump_lines([game.record]))
    loaded = record.open_records(file)
    for one, expected in zip(loaded, totals, strict=True):
        assert isinstance(one, Record)
        end = record.replay(one)
        assert score(end.result(), end.rules).totals == expected


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_spoilt_documents_are_refused_with_a_typed_error(chunk: int) -> None:
    """Records and positions with faults in them: only our errors come out."""
    rng = random.Random(chunk)
    name, seats = TABLES[chunk % len(TABLES)]
    good: list[Any] = [
        record.to_json(played(rules.named(name), seats, seed=chunk, most=50).record),
        record.to_json(played(rules.TINY, 2, seed=chunk).record),
        record.to_json(played_match(rules.TINY, 2, chunk)),
    ]
    for most in (0, 20, 90):
        state = played(rules.named(name), seats, seed=chunk, most=most).state
        good.append(dump_position(state))
    passed = 0
    for number in range(MUTATED // CHUNKS):
        data = rng.choice(good)
        if number % 3:
            data = mutated(data, rng)
            passed += only_typed_errors(partial(read, data))
        else:
            text = flipped(json.dumps(data), rng)
            passed += only_typed_errors(partial(read_text, text))
    # Some faults do no harm, such as another name under `meta`.
    assert passed < MUTATED // CHUNKS // 2
