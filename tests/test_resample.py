"""States that a seat could be looking at: the same view, and nothing else the same."""

from __future__ import annotations

import random
from collections import Counter

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from biriba import InvalidState, State, View, load_position, rules
from biriba.cards import text_of
from biriba.testing import check_state, random_states

NAMES = [
    "classic-5000",
    "canasta-2000+no-wild-twos",
    "canasta-2000+six-seats",
    "greek-351+joker-to-first-seat",
    "buraco-3000",
]


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(NAMES), st.integers(0, 10**6), st.data())
def test_a_resampled_state_gives_the_same_view(
    name: str, seed: int, data: st.DataObject
) -> None:
    """Moves and refusals depend on the view alone, so they are the same as well."""
    states = list(random_states(rules.named(name), seed=seed))
    state = data.draw(st.sampled_from(states))
    seat = data.draw(st.integers(0, state.table.seats - 1))
    view = state.view(seat)
    other = view.resample(random.Random(seed))
    assert other.view(seat) == view
    assert check_state(other) == []
    assert list(other.view(seat).legal_moves) == list(view.legal_moves)
    for move in ("draw", "take", "pass", "discard Ah"):
        assert other.view(seat).why_not(move) == view.why_not(move)
    for holder, known in enumerate(view.known):
        assert known <= other.hands[holder]


def test_the_same_generator_gives_the_same_state() -> None:
    view = State.deal(rules.CLASSIC_5000, seed=3).view(2)
    assert view.resample(random.Random(1)) == view.resample(random.Random(1))
    assert view.resample(random.Random(1)) != view.resample(random.Random(2))


def test_cards_seen_going_under_the_stock_stay_there() -> None:
    """P4: a wild card or a red Three goes back, under the stock, seen by all."""
    for seed in range(200):
        state = State.deal(rules.CANASTA_2000, seed=seed)
        if state.table.bottom:
            other = state.view(1).resample(random.Random(seed))
            assert other.stock_kinds.endswith(state.table.bottom)
            assert other.table.bottom == state.table.bottom
            return
    raise AssertionError("no card went under")


def test_every_arrangement_of_the_hidden_cards_is_equally_likely() -> None:
    """Four cards are hidden from seat 0: one hand of two, and a stock of two."""
    option = rules.TINY.with_options(
        {
            "seatings": [{"seats": 2, "sides": 2, "packs": 1, "jokers": 0}],
            "deal": {"hand": 1, "biribaki": 2, "ranks": 5, "suits": 2},
        }
    )
    position = {
        "rules": option.options(),
        "hands": ["Ah", "2h 3h"],
        "discard_pile": "Ad 2d 3d 4d 5d",
        "sides": [{"biribaki": "played"}, {"biribaki": "played"}],
        "biribakia": [],
        "stock": "4h 5h",
    }
    view = load_position(position).view(0)
    rng = random.Random(11)
    seen: Counter[tuple[str, str]] = Counter()
    tries = 6000
    for _ in range(tries):
        state = view.resample(rng)
        seen[str(state.hands[1]), text_of(state.stock_kinds)] += 1
    # Six hands of two out of four cards, each with two orders of the stock.
    assert len(seen) == 12
    expected = tries / 12
    chi_square = sum((count - expected) ** 2 / expected for count in seen.values())
    assert chi_square < 31.3  # 11 degrees of freedom: one in a thousand


def test_a_view_that_cannot_be_is_refused() -> None:
    view = State.deal(rules.CLASSIC_5000, seed=3).view(0)
    with pytest.raises(InvalidState, match=r"random\.Random"):
        view.resample(7)  # type: ignore[arg-type]
    twins = View(view.table, 0, view.packed | 7)
    with pytest.raises(InvalidState, match="too many of Ah"):
        twins.resample(random.Random(1))
    longer = attrs.evolve(view.table, stock_size=90)
    with pytest.raises(InvalidState, match="do not add up"):
        View(longer, 0, view.packed).resample(random.Random(1))
