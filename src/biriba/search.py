"""A player that tries its moves out on the deals it may be in.

Information-set Monte Carlo: the hidden cards are filled in at random from what the
seat can see (``view.resample``), each likely move is played there, the deal goes on
for a few rounds with every seat grabbing what it can, and what then lies on the table
is valued. All moves are tried on the same fillings, so that luck falls out of the
comparison. When half the tries are spent, the worse half of the moves is given up, and
so on: most tries go to the moves between which the choice lies.
"""

from __future__ import annotations

import random
import time

from biriba._checks import expect, number_problems, numbered
from biriba._options import Rules
from biriba.errors import InvalidState
from biriba.melds import card_points, is_biriba
from biriba.moves import Move, NameSuit
from biriba.players import Greedy
from biriba.scoring import BiribakiStatus, bonus_of, score
from biriba.state import State
from biriba.table import View

__all__ = ["Search", "evaluate"]


class Search:
    """Chooses by trying moves out, bounded by a number of tries or by time.

    Args:
        rng: Fills in the hidden cards; the same generator gives the same play.
        tries: How many fillings each likely move is tried on at most.
        width: How many moves are tried; those that grabbing likes best.
        turns: How many turns a try goes on, after the move's own turn.
        seconds: Stop trying after so long; None for no limit. A limit in time makes
            the play depend on the machine.

    Raises:
        InvalidState: if a number is out of range.

    >>> import biriba, random
    >>> view = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7).view()
    >>> str(Search(random.Random(1), tries=2).choose(view)) in ("draw", "take")
    True
    """

    def __init__(
        self,
        rng: random.Random,
        *,
        tries: int = 4,
        width: int = 4,
        turns: int = 8,
        seconds: float | None = None,
    ) -> None:
        problems = number_problems(
            ("tries", 1, tries), ("width", 1, width), ("turns", 0, turns)
        )
        if seconds is not None and not expect(seconds, float, int) >= 0:
            problems.append("seconds: a number from 0 is needed")
        if problems:
            raise InvalidState(problems)
        self._rng = expect(rng, random.Random)
        self._tries = tries
        self._width = width
        self._turns = turns
        self._seconds = seconds
        self._greedy = Greedy()

    def choose(self, view: View) -> Move:
        """A legal move for the seat of the view.

        Raises:
            InvalidState: if it has none, because it is not its turn.
        """
        moves = self._likely(view)
        deadline = None if self._seconds is None else time.monotonic() + self._seconds
        worth = [0.0] * len(moves)
        left = list(range(len(moves)))
        tried = 0
        while len(left) > 1 and tried < self._tries:
            if deadline is not None and time.monotonic() >= deadline:
                break
            state = view.resample(self._rng)
            for index in left:
                worth[index] += self._try(state.play(moves[index]), view.side)
            tried += 1
            if 2 * tried >= self._tries and len(left) > 2:
                left = sorted(left, key=lambda i: -worth[i])[: (len(left) + 1) // 2]
        # Of moves worth the same, the one that grabbing prefers, which comes first.
        return moves[max(left, key=lambda index: (worth[index], -index))]

    def _likely(self, view: View) -> list[Move]:
        """The moves to try, those first that grabbing likes best."""
        moves = list(expect(view, View).legal_moves)
        if len(moves) <= 1 or isinstance(moves[0], NameSuit):
            return [self._greedy.choose(view)]
        ranked = sorted(moves, key=lambda move: -self._greedy.worth(move, view))
        return ranked[: self._width]

    def _try(self, state: State, side: int) -> float:
        """What a state is worth to a side, once the deal has gone on for a while."""
        turns, last = -1, -1
        while not state.is_over:
            if state.seat != last:
                turns += 1
                last = state.seat
                if turns > self._turns:
                    break
            state = state.play(self._greedy.choose(state.view()))
        return evaluate(state, side)


def evaluate(state: State, side: int) -> float:
    """How far a side is ahead of the best other one, in points (G14).

    The score, where the deal is over; before, what it would be if it ended now,
    without the penalties that may yet be avoided, and with something for biribas
    begun and for a biribaki taken.

    Raises:
        InvalidState: if it is no state, or has no such side.
    """
    numbered("side", side, len(expect(state, State).sides))
    if state.is_over:
        totals = [float(points) for points in score(state.result(), state.rules).totals]
    else:
        totals = [_standing(state, index) for index in range(len(state.sides))]
    own = totals.pop(side)
    return own - max(totals)


def _standing(state: State, index: int) -> float:
    """What a side has on the table and in hand, in the middle of a deal."""
    rules, side = state.rules, state.sides[index]
    total = 0.0
    for meld in side.melds:
        total += float(card_points(meld.packed, rules))
        total += float(bonus_of(meld, rules, state.bonus_suit)[1])
        if not is_biriba(meld, rules) and len(meld) > 3:
            total += _begun(rules) * (len(meld) - 3) / rules.biriba.length
    for seat in range(index, state.table.seats, len(state.sides)):
        total -= 0.5 * float(card_points(state.packed_hands[seat], rules))
    if side.biribaki is not BiribakiStatus.NONE:
        total += _begun(rules)
    return total


def _begun(rules: Rules) -> float:
    """What half a biriba is worth, in the points of the system."""
    paid = [float(b.dirty or b.clean or 0) for b in rules.prices.bonuses]
    return 0.5 * min(paid, default=0.0)
