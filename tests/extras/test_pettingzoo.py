"""The PettingZoo environment, by PettingZoo's own tests and a few of ours."""

# Whether the extra is installed or not, and typed or not, this must check.
# mypy: disable-error-code="import-not-found,import-untyped,misc,no-any-return"
# mypy: no-warn-unused-ignores

from __future__ import annotations

import random
import warnings
from types import SimpleNamespace

import pytest

pytest.importorskip("pettingzoo")

from pettingzoo.test import api_test, max_cycles_test, seed_test

from biriba import InvalidState, Rules, State, rules
from biriba.env_pettingzoo import (
    env,
    observation_of,
    observation_size,
    parallel_env,
    raw_env,
)

# PettingZoo says so of every dictionary, its own mask-carrying games excepted by name.
pytestmark = pytest.mark.filterwarnings("ignore:Observation")

SYSTEMS = (
    rules.CLASSIC_5000,
    rules.CANASTA_2000,
    rules.GREEK_351,
    rules.BURRACO_2005,
    rules.BURACO_3000,
    rules.TINY,
)


@pytest.mark.parametrize("system", SYSTEMS, ids=lambda s: s.name)
def test_api(system: Rules) -> None:
    """PettingZoo's api_test, without a warning."""
    api_test(env(system), num_cycles=60)


@pytest.mark.parametrize("seats", [2, 3, 5, 6])
def test_api_at_other_numbers_of_seats(seats: int) -> None:
    """PettingZoo's api_test at every other table of one system."""
    api_test(env(rules.CLASSIC_5000, seats), num_cycles=20)


def test_seeding() -> None:
    """PettingZoo's seed_test: the same seed gives the same deal."""
    seed_test(lambda: env(rules.CLASSIC_5000), num_cycles=60)


def test_max_cycles() -> None:
    """PettingZoo's max_cycles_test, for simultaneous use and one after the other."""
    max_cycles_test(
        SimpleNamespace(
            parallel_env=parallel_env,
            env=lambda max_cycles: env(
                max_cycles=max_cycles, cyclic=True, illegal="skip"
            ),
        )
    )


@pytest.mark.parametrize("cyclic", [False, True])
def test_truncation(cyclic: bool) -> None:
    """So many legal actions of all agents, or rounds of them, and all are truncated."""
    made = env(rules.CLASSIC_5000, max_cycles=6, cyclic=cyclic)
    made.reset(seed=5)
    acted: list[str] = []
    rng = random.Random(2)
    while not any(made.truncations.values()):
        agent = made.agent_selection
        mask = made.observe(agent)["action_mask"]
        made.step(rng.choice([n for n, legal in enumerate(mask) if legal]))
        acted.append(agent)
    assert len(acted) == (24 if cyclic else 6)
    assert all(made.truncations.values()) and not any(made.terminations.values())
    if cyclic:
        assert {acted.count(agent) for agent in acted} == {6}
    else:
        assert acted[0] == acted[1] == "seat_0"


def test_observation_has_nothing_hidden() -> None:
    """Whatever the hidden cards are, the seat that cannot see them sees the same."""
    state = State.deal(rules.CLASSIC_5000, seed=9)
    for text in ("draw", str(state.play("draw").legal_moves[-1])):
        state = state.play(text)
    for seat in range(4):
        view = state.view(seat)
        seen = observation_of(view)
        assert len(seen) == observation_size(4, 2)
        for n in range(5):
            other = view.resample(random.Random(n))
            assert (observation_of(other.view(seat)) == seen).all()


def test_only_the_agent_to_play_has_actions() -> None:
    """The mask of the others is empty; where agents act in a cycle, they may wait."""
    for cyclic in (False, True):
        game = raw_env(rules.CLASSIC_5000, cyclic=cyclic)
        game.reset(seed=4)
        masks = [game.observe(agent)["action_mask"] for agent in game.agents]
        to_play = game.deal.seat
        assert masks[to_play].sum() > 1
        for seat, mask in enumerate(masks):
            if seat != to_play:
                assert mask.sum() == cyclic


def test_rewards_are_the_points() -> None:
    """G14: at the end of the deal each seat is rewarded with its side's points."""
    made = raw_env(rules.CLASSIC_5000)
    made.reset(seed=5)
    rng = random.Random(1)
    while made.agents and not any(made.terminations.values()):
        mask = made.observe(made.agent_selection)["action_mask"]
        made.step(rng.choice([n for n, legal in enumerate(mask) if legal]))
    from biriba import score

    totals = score(made.deal.result(), rules.CLASSIC_5000).totals
    assert made.rewards == {f"seat_{s}": float(totals[s % 2]) for s in range(4)}


def test_illegal_actions() -> None:
    """An illegal action raises and nothing happens, or is skipped and told."""
    made = raw_env()
    made.reset(seed=5)
    before = made.deal
    with pytest.raises(InvalidState, match="illegal"):
        made.step(2)
    assert made.deal is before
    lenient = raw_env(illegal="skip")
    lenient.reset(seed=5)
    lenient.step(2)
    assert lenient.infos["seat_0"] == {"illegal": True} and lenient.deal == before
    wrapped = env()
    wrapped.reset(seed=5)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        wrapped.step(2)
    assert wrapped.rewards["seat_0"] == -1


def test_rendering() -> None:
    """Text and picture of what the agent to act sees."""
    for mode, part in (("ansi", ""), ("svg", "<svg")):
        made = raw_env(rules.TINY, render_mode=mode)  # type: ignore[arg-type]
        made.reset(seed=5)
        drawn = made.render()
        assert drawn is not None and part in drawn
    made = raw_env(rules.TINY)
    made.reset()
    assert made.render() is None
    made.close()


@pytest.mark.parametrize(
    "wrong", [{"render_mode": "human"}, {"illegal": "maybe"}, {"max_cycles": 0}]
)
def test_wrong_arguments(wrong: dict[str, object]) -> None:
    """Arguments out of range are refused by name."""
    with pytest.raises(InvalidState, match=next(iter(wrong))):
        raw_env(**wrong)  # type: ignore[arg-type]
