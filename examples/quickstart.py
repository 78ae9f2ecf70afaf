"""A deal, a few moves, a refusal, and the score."""

from __future__ import annotations

import random

import biriba
from biriba import rules
from biriba.players import Greedy, Random


def main() -> None:
    """Play the first turn by hand and let two players do the rest."""
    state = biriba.State.deal(rules.CLASSIC_5000, players=4, seed=7)
    print("Seat 0 holds", state.hands[0])

    state = state.play("draw").play("meld 5h 6h 7h")
    print("On the table:", *state.sides[0].melds)

    reason = state.why_not("meld 4d 4d 9c")
    print("No:", reason)

    state = state.play("discard Kh")
    players = (Greedy(), Random(random.Random(1)))
    while not state.is_over:
        state = state.play(players[state.seat % 2].choose(state.view()))
    print(f"After {len(state.history)} moves:")
    print(biriba.score(state.result(), state.rules))


if __name__ == "__main__":
    main()
