"""Two thousand deals: every combination of variants, every number of seats.

Run with `pytest -m soak` or `nox -s soak`.
"""

from __future__ import annotations

import random

import pytest

from biriba import State, rules, score
from build import Player, combinations_of_variants, play_out

DEALS = 2000
CHUNKS = 40

TABLES = [
    (name, seating.seats)
    for preset in rules.PRESETS
    for name in combinations_of_variants(preset)
    for seating in rules.named(name).seatings
]


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_deals_without_an_inconsistency(chunk: int) -> None:
    """Each deal is looked at after every move, and scored at its end."""
    for number in range(chunk, DEALS, CHUNKS):
        name, seats = TABLES[number % len(TABLES)]
        rng = random.Random(number)
        player = Player(rng, lays=rng.choice([0.3, 0.8, 1.0]))
        end = play_out(State.deal(rules.named(name), seats, seed=number), player)
        assert len(score(end.result(), end.rules).totals) == len(end.sides)
