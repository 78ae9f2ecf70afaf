"""The demonstration: a whole match between the two built-in players.

The greedy player has the sides with even numbers, the random one the others. One seed
gives everything: the shuffles of all deals and every choice of the random player.
"""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Final

from biriba.errors import InvalidRules
from biriba.languages import message, rules_name, rules_title, suit_name
from biriba.match import Match
from biriba.players import Greedy, Random
from biriba.points import json_points, points_text

if TYPE_CHECKING:
    from biriba._options import Json
    from biriba.state import State

_PLAYERS: Final = ("greedy", "random")


def demo(
    name: str,
    seats: int | None,
    seed: int | None,
    most: int,
    as_json: bool,
    language: str,
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
    progress = _Progress(language)
    deals: list[Json] = []
    if not as_json:
        say(_heading(match, seed, language))
    while not match.is_over and len(match.scores) < most:
        dealer = match.dealer
        end, moves = _play_deal(match.deal(rng=shuffles), chance, progress)
        match = match.add(end.result())
        progress.clear()
        if as_json:
            deals.append(_deal_json(match, end, dealer, moves))
        else:
            say(_deal_text(match, end, dealer, moves, language))
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
        say("\n" + _ending(match, language))
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

    def __init__(self, language: str) -> None:
        self.language = language
        self.deals = 0
        self.shown = False
        self.on = sys.stderr.isatty()

    def tell(self, moves: int) -> None:
        """Say how far it is, every so many moves."""
        if self.on and moves % 50 == 0:
            line = message(
                "command.progress", self.language, deal=self.deals + 1, move=moves
            )
            sys.stderr.write(f"\r{line} ")
            sys.stderr.flush()
            self.shown = True

    def clear(self) -> None:
        """Take the line away."""
        if self.shown:
            sys.stderr.write("\r" + " " * 40 + "\r")
            sys.stderr.flush()
            self.shown = False


def _heading(match: Match, seed: int, language: str) -> str:
    sides = len(match.totals)
    who = ", ".join(
        f"{message('word.side', language, side=side)}: {_PLAYERS[side % 2]}"
        for side in range(sides)
    )
    head = message(
        "command.demo",
        language,
        title=rules_title(match.rules, language),
        label=rules_name(match.rules, language),
        seats=match.seats,
        sides=sides,
        seed=seed,
    )
    return f"{head}\n{who}"


def _deal_text(match: Match, end: State, dealer: int, moves: int, language: str) -> str:
    from biriba._cli_replay import ending, score_text, totals_text

    head = f"{message('command.deal', language)} {len(match.scores)}: "
    head += message("command.replayed", language, dealer=dealer, count=moves)
    if end.bonus_suit is not None:
        suit = suit_name(end.bonus_suit, language)
        head += f", {message('word.bonus-suit', language)}: {suit}"
    score = score_text(match.scores[-1], language)
    totals = totals_text(match, language)
    return f"\n{head}; {ending(end, language)}\n{score}\n{totals}"


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


def _ending(match: Match, language: str) -> str:
    if match.is_over:
        return "\n".join(
            message("command.wins", language, side=side) for side in match.winners
        )
    return message(
        "command.no-winner",
        language,
        points=points_text(match.rules.target.points),
        count=len(match.scores),
        option="--max-deals",
    )
