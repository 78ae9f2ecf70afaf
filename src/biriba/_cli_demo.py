"""The demonstration: a whole match between the two built-in players.

The greedy player has the sides with even numbers, the random one the others. One seed
gives everything: the shuffles of all deals and every choice of the random player.
"""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Final

from biriba._words import counted
from biriba.errors import InvalidRules
from biriba.match import Match
from biriba.players import Greedy, Random
from biriba.points import json_points, points_text

if TYPE_CHECKING:
    from biriba._options import Json
    from biriba.state import State

_PLAYERS: Final = ("greedy", "random")


def demo(
    name: str, seats: int | None, seed: int | None, most: int, as_json: bool
) -> int:
    """Play a match and print it deal by deal; the exit status."""
    from biriba._cli_io import NO, YES, rules_of, say, say_json

    if most < 1:
        raise InvalidRules(["--max-deals: at least 1"])
    if seed is not None and seed < 0:
        raise InvalidRules(["--seed: a whole number from 0"])
    match = Match.start(rules_of(name), seats)
    if seed is None:
        seed = random.SystemRandom().randrange(1_000_000)
    shuffles = random.Random(seed)
    chance = random.Random(f"biriba demo {seed}")
    progress = _Progress()
    deals: list[Json] = []
    if not as_json:
        say(_heading(match, seed))
    while not match.is_over and len(match.scores) < most:
        dealer = match.dealer
        end, moves = _play_deal(match.deal(rng=shuffles), chance, progress)
        match = match.add(end.result())
        progress.clear()
        if as_json:
            deals.append(_deal_json(match, end, dealer, moves))
        else:
            say(_deal_text(match, end, dealer, moves))
    if as_json:
        say_json(
            {
                "rules": match.rules.name,
                "seats": match.seats,
                "seed": seed,
                "players": [_PLAYERS[side % 2] for side in range(len(match.totals))],
                "deals": deals,
                "totals": [json_points(total) for total in match.totals],
                "winners": list(match.winners),
                "winner": match.winner,
            }
        )
    else:
        say(_ending(match))
    return YES if match.is_over else NO


def _play_deal(
    state: State, chance: random.Random, progress: _Progress
) -> tuple[State, int]:
    players = (Greedy(), Random(chance))
    sides = len(state.sides)
    moves = 0
    while not state.is_over:
        player = players[state.seat % sides % 2]
        state = state.play(player.choose(state.view()))
        moves += 1
        progress.tell(moves)
    progress.deals += 1
    return state, moves


class _Progress:
    """A line on stderr that says how far the match is, where a person looks on."""

    def __init__(self) -> None:
        self.deals = 0
        self.shown = False
        self.on = sys.stderr.isatty()

    def tell(self, moves: int) -> None:
        """Say how far it is, every so many moves."""
        if self.on and moves % 50 == 0:
            sys.stderr.write(f"\rdeal {self.deals + 1}, move {moves} ")
            sys.stderr.flush()
            self.shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            sys.stderr.write("\r" + " " * 40 + "\r")
            sys.stderr.flush()
            self.shown = False


def _heading(match: Match, seed: int) -> str:
    sides = len(match.totals)
    who = ", ".join(f"side {side} {_PLAYERS[side % 2]}" for side in range(sides))
    return (
        f"{match.rules.title} ({match.rules.label}), {match.seats} seats, "
        f"{sides} sides, seed {seed}\n{who}"
    )


def _deal_text(match: Match, end: State, dealer: int, moves: int) -> str:
    out = end.table.out
    how = f"seat {out} went out" if out >= 0 else "nobody went out"
    totals = ", ".join(
        f"side {side} {points_text(total)}" for side, total in enumerate(match.totals)
    )
    suit = f", bonus suit {end.bonus_suit}" if end.bonus_suit is not None else ""
    return (
        f"\nDeal {len(match.scores)}: seat {dealer} dealt{suit}; {how} after "
        f"{counted(moves, 'move')}\n{match.scores[-1]}\nTotals: {totals}"
    )


def _deal_json(match: Match, end: State, dealer: int, moves: int) -> Json:
    from biriba.documents import dump_score

    out = end.table.out
    return {
        "dealer": dealer,
        "bonus_suit": None if end.bonus_suit is None else end.bonus_suit.letter,
        "moves": moves,
        "went_out": out if out >= 0 else None,
        "score": dump_score(match.scores[-1]),
        "totals": [json_points(total) for total in match.totals],
    }


def _ending(match: Match) -> str:
    if not match.is_over:
        target = points_text(match.rules.target.points)
        return (
            f"\nNo winner yet: nobody has reached {target} points alone after "
            f"{counted(len(match.scores), 'deal')}; --max-deals lets the match go on."
        )
    names = " and ".join(
        f"side {side} ({_PLAYERS[side % 2]})" for side in match.winners
    )
    best = points_text(max(match.totals))
    verb = "wins" if len(match.winners) == 1 else "share the match"
    deals = len(match.scores)
    return f"\nWinner: {names} {verb} with {best} points after {deals} deals"
