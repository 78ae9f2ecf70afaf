"""Biriba as a game of OpenSpiel, registered under the name ``python_biriba``.

Needs the extra ``biriba[openspiel]``; importing this module registers the game, whose
parameters are ``rules`` (a name with variants) and ``players`` (0 for the system's
usual number). Chance deals the deck card by card, from the top (G3); each outcome is a
kind of card, as likely as there are such cards left. After that nothing is left to
chance, and an action is a number of :mod:`biriba.actions`. The utility of a player is
the points of its side.

``resample_from_infostate`` fills in what a player cannot see (``view.resample``). Which
cards chance dealt in which order cannot be told from what is seen, so the state it
returns has no history before that point, which ``is_resampled`` says: it can be
observed, played on to its end and cloned, as searches do, but it has no serialised
form, and OpenSpiel's own ``serialize_game_and_state`` must not be given one.
"""

# Whether the extra is installed or not, and typed or not, this must check.
# mypy: disable-error-code="import-not-found,import-untyped,misc,no-any-return"
# mypy: no-warn-unused-ignores

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import attrs
import numpy as np
import pyspiel
from numpy.typing import NDArray

from biriba._encoding import observation_of, observation_size
from biriba._options import Rules
from biriba.actions import ACTIONS, actions_of
from biriba.cards import KIND_TEXT, KINDS, Card
from biriba.errors import InvalidState
from biriba.moves import Move
from biriba.rules import named
from biriba.scoring import score
from biriba.state import State, deck_of
from biriba.table import View

__all__ = ["GAME_TYPE", "BiribaGame", "BiribaObserver", "BiribaState"]

_MOST_POINTS: Final = 100_000.0
_LONGEST: Final = 100_000

GAME_TYPE: Final = pyspiel.GameType(
    short_name="python_biriba",
    long_name="Python Biriba",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=12,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"rules": "classic-5000", "players": 0},
)
"""What OpenSpiel is told of the game."""


@attrs.frozen
class _Deal:
    """A deal in play; values need no copies, so that cloning a state is quick."""

    state: State
    moves: dict[int, Move] = attrs.field(hash=False)

    @classmethod
    def at(cls, state: State) -> _Deal:
        return cls(state, {} if state.is_over else actions_of(state.view()))

    def __deepcopy__(self, memo: Mapping[int, object]) -> _Deal:
        return self


class BiribaGame(pyspiel.Game):
    """The game, for one system and one number of players.

    Raises:
        InvalidRules: if there are no such rules, or they have no such number of seats.
    """

    def __init__(self, params: Mapping[str, str | int] | None = None) -> None:
        given = dict(params or {})
        self.rules: Rules = named(str(given.get("rules", "classic-5000")))
        players = int(given.get("players", 0))
        seating = self.rules.seating(players or None)
        self.seats = seating.seats
        self.sides = seating.sides
        deck = len(deck_of(self.rules, self.seats))
        super().__init__(
            GAME_TYPE,
            pyspiel.GameInfo(
                num_distinct_actions=ACTIONS,
                max_chance_outcomes=KINDS,
                num_players=self.seats,
                min_utility=-_MOST_POINTS,
                max_utility=_MOST_POINTS,
                max_game_length=_LONGEST + deck,
            ),
            given,
        )

    def new_initial_state(self) -> BiribaState:
        """A state before the first card is dealt."""
        return BiribaState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: Mapping[str, object] | None = None,
    ) -> BiribaObserver:
        """What sees states as a player does."""
        return BiribaObserver(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False),
            self.seats,
            self.sides,
            params,
        )


class BiribaState(pyspiel.State):
    """A deal, first while chance deals it, then in play."""

    def __init__(self, game: BiribaGame) -> None:
        super().__init__(game)
        self._rules = game.rules
        self._seats = game.seats
        self._left = deck_of(game.rules, game.seats)
        self._deck: list[int] = []
        self._deal: _Deal | None = None
        self._resampled = False
        # What each player has come to hold, in order: perfect recall needs it.
        self._held: list[list[str]] = [[] for _ in range(game.seats)]

    @property
    def deal(self) -> State | None:
        """The deal in play; None while the deck is being dealt."""
        return None if self._deal is None else self._deal.state

    @property
    def is_resampled(self) -> bool:
        """Whether this began as a resampled state, so that its history has no deal."""
        return self._resampled

    def serialize(self) -> str:
        """The actions so far, chance's included, from which OpenSpiel makes it again.

        Raises:
            InvalidState: if the state began as a resampled one.
        """
        if self._resampled:
            raise InvalidState(["a resampled state has no history to serialise"])
        return str(super().serialize())

    def view(self, player: int) -> View | None:
        """What a player sees; None while the deck is being dealt."""
        return None if self._deal is None else self._deal.state.view(player)

    def current_player(self) -> int:
        """The seat to play, chance, or the terminal player."""
        if self._deal is None:
            return int(pyspiel.PlayerId.CHANCE)
        state = self._deal.state
        return int(pyspiel.PlayerId.TERMINAL) if state.is_over else state.seat

    def _legal_actions(self, player: int) -> list[int]:
        if self._deal is None or player != self._deal.state.seat:
            return []
        return list(self._deal.moves)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The kinds of the next card of the deck, with their probabilities."""
        total = len(self._left)
        return [
            (kind, self._left.count(kind) / total) for kind in sorted(set(self._left))
        ]

    def _apply_action(self, action: int) -> None:
        if self._deal is None:
            self._left.remove(action)
            self._deck.append(action)
            if not self._left:
                deck = [Card.of_kind(kind) for kind in self._deck]
                self._go_to(State.deal(self._rules, self._seats, deck=deck))
            return
        move = self._deal.moves.get(action)
        if move is None:
            raise InvalidState([f"action {action} is no legal move here"])
        self._go_to(self._deal.state.play(move))

    def _go_to(self, state: State) -> None:
        self._deal = _Deal.at(state)
        for hand, held in zip(state.hands, self._held, strict=True):
            text = str(hand)
            if not held or held[-1] != text:
                held.append(text)

    def _action_to_string(self, player: int, action: int) -> str:
        if self._deal is None:
            return f"deal {KIND_TEXT[action]}"
        move = self._deal.moves.get(action)
        return f"action {action}" if move is None else str(move)

    def is_terminal(self) -> bool:
        """Whether the deal has ended."""
        return self._deal is not None and self._deal.state.is_over

    def returns(self) -> list[float]:
        """The points of each player's side; zeros before the end (G14)."""
        if self._deal is None or not self._deal.state.is_over:
            return [0.0] * self._seats
        totals = score(self._deal.state.result(), self._rules).totals
        return [float(totals[seat % len(totals)]) for seat in range(self._seats)]

    def resample_from_infostate(
        self, player: int, sampler: Callable[[], float]
    ) -> BiribaState:
        """A state that the player could be in, its hidden cards drawn at random.

        `sampler` gives numbers from 0 to 1; one is used, as a seed.

        Only the history goes missing; see the module.

        Raises:
            InvalidState: if the deck is still being dealt.
        """
        view = self.view(player)
        if view is None:
            raise InvalidState(["there is nothing to see before the deal"])
        other = BiribaState(self.get_game())
        other._left = []
        other._resampled = True
        rng = random.Random(int(sampler() * 2**53))
        other._deal = _Deal.at(view.resample(rng))
        other._held = [
            list(self._held[seat]) if seat == player else [str(hand)]
            for seat, hand in enumerate(other._deal.state.hands)
        ]
        return other

    def __str__(self) -> str:
        if self._deal is None:
            return "dealing: " + " ".join(KIND_TEXT[kind] for kind in self._deck)
        hands = "; ".join(str(hand) for hand in self._deal.state.hands)
        moves = "; ".join(str(move) for _, move in self._deal.state.history)
        return f"{self._deal.state!r} hands: {hands}. moves: {moves}"


class BiribaObserver:
    """Sees a state as a player does, as text and as numbers.

    The numbers are those of :func:`biriba.env_pettingzoo.observation_of`; the text
    adds, for perfect recall, what the player has held and every public move.
    """

    def __init__(
        self,
        iig_obs_type: pyspiel.IIGObservationType,
        seats: int,
        sides: int,
        params: Mapping[str, object] | None = None,
    ) -> None:
        if params:
            raise InvalidState(["observations have no parameters"])
        self._recall = bool(iig_obs_type.perfect_recall)
        self.tensor: NDArray[np.float32] = np.zeros(
            observation_size(seats, sides), np.float32
        )
        self.dict = {"observation": self.tensor}

    def set_from(self, state: BiribaState, player: int) -> None:
        """Set the numbers to what a player sees; zeros while the deck is dealt."""
        view = state.view(player)
        self.tensor[:] = 0 if view is None else observation_of(view)

    def string_from(self, state: BiribaState, player: int) -> str:
        """What a player sees, as text."""
        view = state.view(player)
        if view is None:
            # The deck is dealt face down: not even its order so far is seen.
            return f"player {player}, dealing card {len(state._deck)}"
        melds = " | ".join(
            ", ".join(str(meld) for meld in side.melds) for side in view.sides
        )
        text = (
            f"player {player}, {view.turn} to {view.phase.value}, "
            f"hand {view.hand}, sizes {view.hand_sizes}, stock {view.stock_size}, "
            f"biribakia {view.biribaki_sizes}, "
            f"pile {' '.join(str(card) for card in view.discard_pile)}, melds {melds}, "
            f"suit {view.bonus_suit}"
        )
        if self._recall:
            moves: Sequence[str] = [f"{seat} {move}" for seat, move in view.history]
            held: Sequence[str] = state._held[player]
            text += f"; held {' > '.join(held)}; moves {'; '.join(moves)}"
        return text


pyspiel.register_game(GAME_TYPE, BiribaGame)
