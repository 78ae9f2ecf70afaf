"""``biriba_v0``, a PettingZoo environment: one deal, any system, any number of seats.

Needs the extra ``biriba[pettingzoo]``. Agents are ``seat_0``, ``seat_1``, …; an action
is a number of :mod:`biriba.actions`, and the observation, made from the seat's view
and nothing else, comes with the mask of the legal ones. When the deal ends every agent
is rewarded with its side's points; before, rewards are zero. The observation is laid
out as :func:`observation_of` says.

As the game is played, the agent to act is the seat to play, several times in a turn.
With ``cyclic`` all agents act one after the other, over and over, as simultaneous
environments need it: whoever is not to play can only wait.

PettingZoo's ``max_cycles_test`` is for simultaneous games: it plays whatever actions
come, legal or not, and asks that all agents act ``max_cycles`` times each. So it passes
with ``cyclic=True, illegal="skip"``, as ``parallel_env`` has it. Taking turns, where a
seat acts several times and an illegal action ends the episode, ``max_cycles`` counts
the actions of all agents together.
"""

# Whether the extra is installed or not, and typed or not, this must check.
# mypy: disable-error-code="import-not-found,import-untyped,misc,no-any-return"
# mypy: no-warn-unused-ignores

from __future__ import annotations

from typing import ClassVar, Final, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import aec_to_parallel, wrappers

from biriba._encoding import observation_of, observation_size
from biriba._options import Rules
from biriba.actions import ACTIONS, WAIT, actions_of
from biriba.errors import InvalidState
from biriba.moves import Move
from biriba.rules import CLASSIC_5000
from biriba.scoring import score
from biriba.state import State

__all__ = ["env", "observation_of", "observation_size", "parallel_env", "raw_env"]

_HIGH: Final = 400

Observation: TypeAlias = dict[str, NDArray[np.int16] | NDArray[np.int8]]


class raw_env(AECEnv[str, Observation, int]):
    """The environment itself; :func:`env` wraps it as PettingZoo recommends.

    Args:
        rules: The system to play.
        seats: The number of seats; the system's usual one if left out.
        render_mode: ``ansi`` for text and ``svg`` for a picture, both of what the
            agent to act sees.
        max_cycles: Truncate after so many actions, or rounds of them if `cyclic`.
        cyclic: Let all agents act in turn; see the module.
        illegal: What an illegal action does: ``end`` raises, ``skip`` leaves the
            deal as it is and says so in the agent's info.

    Raises:
        InvalidRules: if the system has no such number of seats.
        InvalidState: if another argument is out of range.
    """

    metadata: ClassVar[dict[str, object]] = {
        "name": "biriba_v0",
        "render_modes": ["ansi", "svg"],
        "is_parallelizable": True,
        "render_fps": 1,
    }

    def __init__(
        self,
        rules: Rules = CLASSIC_5000,
        seats: int | None = None,
        *,
        render_mode: Literal["ansi", "svg"] | None = None,
        max_cycles: int | None = None,
        cyclic: bool = False,
        illegal: Literal["end", "skip"] = "end",
    ) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "svg"):
            raise InvalidState(["render_mode: ansi, svg or None"])
        if illegal not in ("end", "skip"):
            raise InvalidState(["illegal: end or skip"])
        if max_cycles is not None and not max_cycles > 0:
            raise InvalidState(["max_cycles: a number from 1 is needed"])
        self._rules = rules
        seating = rules.seating(seats)
        self._seats = seating.seats
        self.render_mode = render_mode
        self._cyclic = cyclic
        self._illegal = illegal
        self._most = (
            None
            if max_cycles is None
            else max_cycles * (seating.seats if cyclic else 1)
        )
        self.possible_agents = [f"seat_{seat}" for seat in range(seating.seats)]
        size = observation_size(seating.seats, seating.sides)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, _HIGH, (size,), np.int16),
                    "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {
            agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents
        }
        self._rng = np.random.default_rng()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        """The observations of an agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The actions of an agent."""
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> None:
        """Deal anew; with a seed, the same deal every time, else the next one."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        shuffle = int(self._rng.integers(2**62))
        self.deal = State.deal(self._rules, self._seats, seed=shuffle)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, bool]] = {a: {} for a in self.agents}
        self._steps = 0
        self._moves: dict[int, Move] = actions_of(self.deal.view())
        self.agent_selection = self.possible_agents[
            0 if self._cyclic else self.deal.seat
        ]

    def observe(self, agent: str) -> Observation:
        """What an agent's seat sees, and the mask of its legal actions."""
        seat = self.possible_agents.index(agent)
        mask = np.zeros(ACTIONS, dtype=np.int8)
        if not self.deal.is_over:
            if seat == self.deal.seat:
                mask[list(self._moves)] = 1
            elif self._cyclic:
                mask[WAIT] = 1
        return {
            "observation": observation_of(self.deal.view(seat)),
            "action_mask": mask,
        }

    def step(self, action: int | None) -> None:
        """Make the move of an action, or wait.

        Raises:
            InvalidState: if the action is illegal; nothing changes.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        mine = seat == self.deal.seat and not self.deal.is_over
        move = None if action is None or not mine else self._moves.get(int(action))
        legal = move is not None if mine else action == WAIT
        if not legal and self._illegal == "end":
            raise InvalidState([f"action {action!r} is illegal for {agent}"])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {} if legal else {"illegal": True}
        if move is not None:
            self.deal = self.deal.play(move)
            self._moves = {} if self.deal.is_over else actions_of(self.deal.view())
        self._steps += 1
        nxt = (seat + 1) % self._seats if self._cyclic else self.deal.seat
        # A round that has begun is played out, so that all agents act equally often.
        if self.deal.is_over and (nxt == 0 or not self._cyclic):
            totals = score(self.deal.result(), self._rules).totals
            for index, each in enumerate(self.agents):
                self.rewards[each] = float(totals[index % len(totals)])
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._most is not None and self._steps >= self._most:
            self.truncations = dict.fromkeys(self.agents, True)
        ended = self.deal.is_over or any(self.truncations.values())
        if ended and not self._cyclic:
            nxt = 0
        self.agent_selection = self.agents[nxt]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """What the agent to act sees, as text or as a picture; None without a mode."""
        if self.render_mode is None:
            return None
        view = self.deal.view(self.possible_agents.index(self.agent_selection))
        if self.render_mode == "svg":
            from biriba.svg import render_view as picture

            return picture(view)
        from biriba.terminal import render_view as text

        return text(view, colour=False)

    def close(self) -> None:
        """Nothing is held open."""


def env(
    rules: Rules = CLASSIC_5000,
    seats: int | None = None,
    *,
    render_mode: Literal["ansi", "svg"] | None = None,
    max_cycles: int | None = None,
    cyclic: bool = False,
    illegal: Literal["end", "skip"] = "end",
) -> AECEnv[str, Observation, int]:
    """The environment ``biriba_v0``, with PettingZoo's usual checks around it.

    The arguments are those of :class:`raw_env`. An illegal action ends the episode
    with a reward of −1 for its agent, unless it is to be skipped.
    """
    made: AECEnv[str, Observation, int] = raw_env(
        rules,
        seats,
        render_mode=render_mode,
        max_cycles=max_cycles,
        cyclic=cyclic,
        illegal=illegal,
    )
    if illegal == "end":
        made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


def parallel_env(
    rules: Rules = CLASSIC_5000,
    seats: int | None = None,
    *,
    max_cycles: int | None = None,
    illegal: Literal["end", "skip"] = "skip",
) -> ParallelEnv[str, Observation, int]:
    """The same for simultaneous use: seats that are not to play wait."""
    return aec_to_parallel(
        env(rules, seats, max_cycles=max_cycles, cyclic=True, illegal=illegal)
    )
