"""The numbering of moves: fixed, in range, and one to one for every listing."""

from __future__ import annotations

import random

import pytest

from biriba import InvalidState, Phase, Rules, State, actions, rules
from biriba.actions import ACTIONS, OTHERS, WAIT, action_of, actions_of, move_of
from biriba.players import Greedy

SYSTEMS = (
    rules.CLASSIC_5000,
    rules.CANASTA_2000,
    rules.GREEK_351,
    rules.BURRACO_2005,
    rules.BURACO_3000,
    rules.TINY,
    rules.named("classic-5000+joker-to-first-seat"),
)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda s: s.name)
def test_actions_are_one_to_one(system: Rules) -> None:
    """Every listed move has one action, in range, and every action gives it back."""
    rng = random.Random(3)
    state = State.deal(system, seed=4)
    greedy = Greedy()
    for turn in range(400):
        if state.is_over:
            state = State.deal(system, rng=rng)
        view = state.view()
        table = actions_of(view)
        listed = list(view.legal_moves)
        assert len(table) == len(set(listed)) and set(table.values()) == set(listed)
        assert list(table) == sorted(table) and WAIT not in table
        assert min(table) >= 0 and max(table) < ACTIONS
        move = rng.choice(listed)
        assert move_of(action_of(move, view), view) == move
        # At random in some deals, greedily in others: many melds, and full tables.
        state = state.play(greedy.choose(view) if turn % 200 < 120 else move)
    with pytest.raises(InvalidState, match="no legal move"):
        move_of(WAIT, state.view())


def test_the_numbers_never_change() -> None:
    """A trained network knows moves by these numbers: they are part of the format."""
    assert (ACTIONS, OTHERS, WAIT) == (18686, 17662, 60)
    state = State.deal(rules.CLASSIC_5000, 2, seed=7)
    assert list(actions_of(state.view())) == [0, 1]
    state = state.play("draw")
    for text, kind in (("discard Ah", 0), ("discard Ks", 51), ("discard Jk", 52)):
        if text in state.legal_moves:
            assert str(move_of(7 + kind, state.view())) == text
    first = next(
        deal
        for seed in range(500)
        if (deal := State.deal(SYSTEMS[-1], seed=seed)).phase is Phase.NAME_SUIT
    )
    assert list(actions_of(first.view())) == [3, 4, 5, 6]


def test_moves_that_have_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move not listed has none, and too many moves are refused, not cut off."""
    view = State.deal(rules.CLASSIC_5000, 2, seed=7).view()
    with pytest.raises(InvalidState, match="not among the moves listed"):
        action_of(move_of(0, view), State.deal(rules.TINY, seed=1).play("draw").view())
    monkeypatch.setattr(actions, "ACTIONS", OTHERS)
    with pytest.raises(InvalidState, match="too many to number"):
        state = State.deal(rules.GREEK_351, seed=4)
        greedy = Greedy()
        while not state.is_over:
            actions_of(state.view())
            state = state.play(greedy.choose(state.view()))
