"""A bot of one's own against the built-in greedy player, over a whole match."""

from __future__ import annotations

import sys
from typing import Protocol

from biriba import Match, Move, View
from biriba.moves import Discard, DrawStock, LayMeld, LayOff
from biriba.players import Greedy
from biriba.points import points_text
from biriba.rules import GREEK_351, Rules


class Player(Protocol):
    """Whatever chooses a move from a view."""

    def choose(self, view: View) -> Move:
        """A legal move for the seat of the view."""
        ...


class Tidy:
    """Lays whatever it can, never takes the pile, and discards its dearest card."""

    def choose(self, view: View) -> Move:
        """The first move of the best kind there is."""
        moves = list(view.legal_moves)
        for kind in (LayOff, LayMeld, DrawStock):
            for move in moves:
                if isinstance(move, kind):
                    return move
        values = view.rules.prices.cards
        discards = [move for move in moves if isinstance(move, Discard)]
        return max(discards, key=lambda d: values.of(d.card), default=moves[0])


def play(rules: Rules, players: tuple[Player, Player], seed: int, deals: int) -> Match:
    """A match between two sides, until somebody wins or after so many deals."""
    match = Match.start(rules, players=4)
    while not match.is_over and len(match.scores) < deals:
        state = match.deal(seed=seed + len(match.scores))
        while not state.is_over:
            state = state.play(players[state.seat % 2].choose(state.view()))
        match = match.add(state.result())
        print(match)
    return match


def main(deals: int = 20) -> None:
    """Tidy plays for side 0, greedy for side 1."""
    match = play(GREEK_351, (Tidy(), Greedy()), seed=1, deals=deals)
    names = ("tidy", "greedy")
    for name, total in zip(names, match.totals, strict=True):
        print(f"{name}: {points_text(total)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 20)
