"""The OpenSpiel game, by OpenSpiel's own tests and a few of ours."""

# Whether the extra is installed or not, and typed or not, this must check.
# mypy: disable-error-code="import-not-found,import-untyped,misc,no-any-return"
# mypy: no-warn-unused-ignores

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pyspiel")

import numpy as np
import pyspiel
from absl import flags
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

from biriba import InvalidRules, InvalidState, score
from biriba.env_openspiel import BiribaGame, BiribaObserver, BiribaState

NAMES = ("classic-5000", "canasta-2000", "greek-351", "burraco-2005", "buraco-3000")


def load(name: str = "classic-5000", players: int = 0) -> Any:
    """The game from OpenSpiel's own registry."""
    return pyspiel.load_game("python_biriba", {"rules": name, "players": players})


def dealt(game: Any, rng: random.Random, moves: int = 0) -> BiribaState:
    """A state in play after some random moves."""
    state: BiribaState = game.new_initial_state()
    while state.is_chance_node():
        kinds, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choices(kinds, chances)[0])
    for _ in range(moves):
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_random_simulation(name: str) -> None:
    """OpenSpiel's random_sim_test, with its serialising and cloning."""
    pyspiel.random_sim_test(load(name, 2), num_sims=1, serialize=True, verbose=False)


def test_playthrough(tmp_path: Path) -> None:
    """OpenSpiel's playthrough test: a recorded game comes out the same again."""
    game = "python_biriba(rules=classic-5000,players=2)"
    text = generate_playthrough.playthrough(game, None, seed=1)
    flags.FLAGS(["replay"])
    file = tmp_path / "biriba.txt"
    file.write_text(text, encoding="utf-8")
    recorded, again = generate_playthrough.replay(str(file))
    assert recorded == again
    assert "deal " in text and "discard " in text


def test_chance_is_the_deck() -> None:
    """G1, G3: chance deals every card of the deck, each as likely as it is common."""
    state = load().new_initial_state()
    outcomes = dict(state.chance_outcomes())
    assert len(outcomes) == 53 and sum(outcomes.values()) == pytest.approx(1)
    assert outcomes[52] == 4 / 108 and outcomes[0] == 2 / 108
    count = 0
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
        count += 1
    assert count == 108 and state.current_player() == 0


def test_returns_are_the_points() -> None:
    """G14: at the end each player has its side's points, and nothing before."""
    state = dealt(load(), random.Random(2))
    assert state.returns() == [0.0] * 4
    rng = random.Random(3)
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert state.deal is not None
    totals = score(state.deal.result(), state.deal.rules).totals
    assert state.returns() == [float(totals[seat % 2]) for seat in range(4)]


def test_resampling_keeps_what_the_player_sees() -> None:
    """A resampled state looks to the player just as before, and plays on."""
    game = load()
    rng = random.Random(4)
    recall = BiribaObserver(pyspiel.IIGObservationType(perfect_recall=True), 4, 2)
    state = dealt(game, rng, 25)
    others = set()
    for player in range(4):
        for _ in range(4):
            other = state.resample_from_infostate(player, rng.random)
            assert other.view(player) == state.view(player)
            assert recall.string_from(other, player) == recall.string_from(
                state, player
            )
            assert other.history() == []
            assert other.deal is not None
            others.add(other.deal.packed_hands)
    assert len(others) > 4
    here = state.current_player()
    other = state.resample_from_infostate(here, rng.random)
    assert other.legal_actions() == state.legal_actions()
    while not other.is_terminal():
        other.apply_action(rng.choice(other.legal_actions()))
    with pytest.raises(InvalidState, match="before the deal"):
        game.new_initial_state().resample_from_infostate(0, rng.random)


def test_what_a_resampled_state_can_do() -> None:
    """It is observed, cloned and played on like any other, but has no history."""
    game = load(players=2)
    state = dealt(game, random.Random(8), 9)
    assert not state.is_resampled
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state) and len(again.history()) == 108 + 9
    here = state.current_player()
    other = state.resample_from_infostate(here, random.Random(1).random)
    clone = other.clone()
    for one in (other, clone):
        assert one.is_resampled and one.history() == []
        with pytest.raises(InvalidState, match="no history to serialise"):
            one.serialize()
    clone.apply_action(clone.legal_actions()[0])
    assert clone.is_resampled and len(clone.history()) == 1
    assert other.history() == [] and other.deal != clone.deal
    child = other.child(other.legal_actions()[0])
    assert child.is_resampled and str(child) == str(clone)


def test_a_search_of_openspiel_plays() -> None:
    """OpenSpiel's search under hidden information, by resampling, finds legal moves."""
    from open_spiel.python.algorithms import ismcts, mcts

    state = dealt(load(players=2), random.Random(8), 4)
    bot = ismcts.ISMCTSBot(
        load(players=2), mcts.RandomRolloutEvaluator(1, np.random.RandomState(1)),
        2.0, 3, random_state=np.random.RandomState(1),
    )  # fmt: skip
    assert bot.step(state) in state.legal_actions()


def test_clones_part() -> None:
    """Playing a clone on leaves the state as it was."""
    state = dealt(load(), random.Random(5))
    clone = state.clone()
    clone.apply_action(clone.legal_actions()[0])
    assert str(clone) != str(state) and clone.deal != state.deal


def test_only_the_seat_to_play_has_actions() -> None:
    """As OpenSpiel asks of a game in which players take turns."""
    dealing = load().new_initial_state()
    state = dealt(load(), random.Random(5))
    assert state._legal_actions(state.current_player())
    for other in range(1, 4):
        seat = (state.current_player() + other) % 4
        assert state.legal_actions(seat) == state._legal_actions(seat) == []
    assert dealing._legal_actions(0) == []


def test_observations_show_nothing_hidden() -> None:
    """While the deck is dealt nothing is seen; afterwards, what the view has."""
    game = load()
    state = game.new_initial_state()
    seer = make_observation(game)
    seer.set_from(state, 0)
    assert not seer.tensor.any()
    assert seer.string_from(state, 1) == "player 1, dealing card 0"
    assert str(state) == "dealing: "
    state = dealt(game, random.Random(6))
    seer.set_from(state, 2)
    assert seer.tensor.sum() > 0
    other = state.resample_from_infostate(2, random.Random(1).random)
    before = np.array(seer.tensor)
    seer.set_from(other, 2)
    assert (before == seer.tensor).all()
    assert state.action_to_string(0, 9999) == "action 9999"


def test_wrong_parameters() -> None:
    """Rules, seats, actions and parameters that do not exist are refused."""
    with pytest.raises(InvalidRules):
        BiribaGame({"rules": "bridge"})
    with pytest.raises(InvalidRules):
        BiribaGame({"players": 9})
    with pytest.raises(InvalidState, match="no parameters"):
        BiribaGame().make_py_observer(None, {"x": 1})
    with pytest.raises(InvalidState, match="no legal move"):
        dealt(BiribaGame(), random.Random(1))._apply_action(2)
