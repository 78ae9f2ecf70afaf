"""Whole deals at random, in every system, looking at every state on the way.

The players choose among the listed moves, and make bigger ones of their own. What
must hold of a state is in `build.check`; a refusal must change nothing.
"""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from biriba import State, rules, score
from build import Player, combinations_of_variants, play_out

COMBINATIONS = [
    name for preset in rules.PRESETS for name in combinations_of_variants(preset)
]


def _tables() -> list[tuple[str, int]]:
    """Every preset at every number of seats, and each variant at one of them."""
    found = [
        (name, seating.seats)
        for name, preset in rules.PRESETS.items()
        for seating in preset.seatings
    ]
    for name in rules.PRESETS:
        for index, variant in enumerate(rules.variants_of(name)):
            system = rules.named(f"{name}+{variant.name}")
            seating = system.seatings[index % len(system.seatings)]
            found.append((system.name, seating.seats))
    return found


@pytest.mark.parametrize(("name", "seats"), _tables())
def test_a_deal_holds_together_from_the_first_card_to_the_score(
    name: str, seats: int
) -> None:
    """No reachable unfinished state lacks a legal move; cards are never lost."""
    rng = random.Random(f"{name} {seats}")
    state = State.deal(rules.named(name), seats, rng=rng)
    end = play_out(state, Player(rng))
    priced = score(end.result(), end.rules)
    assert len(priced.totals) == len(end.sides)


@settings(max_examples=8, deadline=None)
@given(st.sampled_from(COMBINATIONS), st.integers(0, 10**6), st.data())
def test_any_combination_of_variants_holds_together(
    name: str, seed: int, data: st.DataObject
) -> None:
    """The variants combine (P13)."""
    system = rules.named(name)
    seats = data.draw(st.sampled_from([s.seats for s in system.seatings]))
    rng = random.Random(seed)
    player = Player(rng, lays=data.draw(st.sampled_from([0.2, 0.9, 1.0])))
    play_out(State.deal(system, seats, seed=seed), player)


@pytest.mark.parametrize("name", rules.PRESETS)
def test_a_deal_is_a_fold_over_its_moves(name: str) -> None:
    """Replaying the moves on the same deck gives the same state."""
    system = rules.PRESETS[name]
    rng = random.Random(3)
    start = State.deal(system, seed=3)
    end = start
    while not end.is_over:
        end = end.play(Player(rng).pick(end))
    again = start.play_all(move for _, move in end.history)
    assert again == end and hash(again) == hash(end)
    assert again.history == end.history
    by_text = start.play_all(str(move) for _, move in end.history)
    assert by_text == end
