"""The searching player: legal, repeatable, blind to hidden cards, and better."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from biriba import InvalidState, Phase, Rules, State, rules, score
from biriba.moves import NameSuit
from biriba.players import Greedy, Random
from biriba.search import Search, evaluate
from biriba.simulate import Player

NAMING = rules.named("classic-5000+joker-to-first-seat")


def played(state: State, players: list[Any]) -> State:
    """A deal played to its end by sides."""
    while not state.is_over:
        player = players[state.seat % len(players)]
        state = state.play(player.choose(state.view()))
    return state


@pytest.mark.parametrize(
    "system", [rules.TINY, rules.CANASTA_2000, rules.GREEK_351], ids=lambda s: s.name
)
def test_it_plays_legally(system: Rules) -> None:
    """Every system: its moves are legal, and equal seeds choose alike."""
    state = State.deal(system, 2, seed=3)
    one, other = (Search(random.Random(1), tries=2, width=2, turns=1) for _ in range(2))
    for _ in range(12):
        if state.is_over:
            break
        view = state.view()
        move = one.choose(view)
        assert move == other.choose(view) and view.why_not(move) is None
        state = state.play(move)


def test_it_beats_greedy() -> None:
    """One deal, played from both places: even the slightest search leads."""
    lead = 0.0
    for place in range(2):
        search = Search(random.Random(0), tries=1, width=3, turns=2)
        players = [search, Greedy()] if place == 0 else [Greedy(), search]
        end = played(State.deal(rules.CLASSIC_5000, 2, seed=1), players)
        totals = score(end.result(), end.rules).totals
        lead += float(totals[place] - totals[1 - place])
    assert lead > 0


def test_it_sees_only_the_view() -> None:
    """Whatever the hidden cards are, it chooses the same."""
    state = State.deal(rules.CLASSIC_5000, 2, seed=8).play("draw")
    view = state.view()
    chosen = Search(random.Random(2), tries=2, width=3, turns=1).choose(view)
    for n in range(3):
        other = view.resample(random.Random(n)).view()
        again = Search(random.Random(2), tries=2, width=3, turns=1).choose(other)
        assert again == chosen


def test_time_can_be_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """With no time it grabs; with enough, it tries as often as it may."""
    state = State.deal(rules.CLASSIC_5000, 2, seed=8).play("draw")
    view = state.view()
    hurried = Search(random.Random(2), tries=50, seconds=0)
    assert hurried.choose(view) == Greedy().choose(view)
    monkeypatch.setattr(time, "monotonic", lambda: 5.0)
    calm = Search(random.Random(2), tries=2, turns=0, seconds=9)
    assert view.why_not(calm.choose(view)) is None


def test_a_single_move_is_made_at_once() -> None:
    """Where there is nothing to choose, nothing is tried; a suit is named by hand."""
    rng = random.Random(0)
    seed = next(
        s for s in range(500) if State.deal(NAMING, 4, seed=s).phase is Phase.NAME_SUIT
    )
    state = State.deal(NAMING, 4, seed=seed)
    before = rng.getstate()
    move = Search(rng).choose(state.view())
    assert isinstance(move, NameSuit) and rng.getstate() == before


def test_it_needs_a_turn() -> None:
    """A seat that is not to play has nothing to choose."""
    state = State.deal(rules.CLASSIC_5000, seed=1)
    with pytest.raises(InvalidState, match="no move"):
        Search(random.Random(1)).choose(state.view(2))


@pytest.mark.parametrize(
    "wrong", [{"tries": 0}, {"width": 0}, {"turns": -1}, {"seconds": -1.0}]
)
def test_wrong_numbers(wrong: dict[str, Any]) -> None:
    """Numbers out of range are refused by name."""
    with pytest.raises(InvalidState, match=next(iter(wrong))):
        Search(random.Random(1), **wrong)


def test_evaluation() -> None:
    """G14: at the end it is the lead in points; before, sides mirror each other."""
    state = State.deal(rules.CLASSIC_5000, 2, seed=1)
    assert evaluate(state, 0) == -evaluate(state, 1)
    rng = random.Random(4)
    ends = set()
    for seed in range(4):
        system = (rules.CLASSIC_5000, rules.GREEK_351)[seed % 2]
        state = State.deal(system, 2, seed=seed)
        players: list[Player] = [Greedy(), Random(rng)]
        while not state.is_over:
            player = players[state.seat]
            state = state.play(player.choose(state.view()))
            value = evaluate(state, 0)
            assert value == -evaluate(state, 1)
        totals = score(state.result(), system).totals
        assert value == float(totals[0] - totals[1])
        ends.add(value)
    assert len(ends) > 2


def test_a_longer_meld_and_a_biribaki_are_worth_something() -> None:
    """A side with a meld begun stands better by more than its cards."""
    view = State.deal(rules.CLASSIC_5000, 2, seed=1)
    bare = rules.CLASSIC_5000.with_options({"prices": {"bonuses": []}})
    other = State.deal(bare, 2, seed=1)
    greedy = Greedy()
    gained = []
    for state in (view, other):
        for _ in range(60):
            if not state.is_over:
                state = state.play(greedy.choose(state.view()))
        gained.append(abs(evaluate(state, 0)))
    assert gained[0] != gained[1]
