"""Deals played by a player that likes to lay cards, for tests of what is recorded."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from typing import Any

from biriba import BiribaError, Move, Rules, State
from biriba.game import Game
from biriba.moves import Discard, LayMeld, LayOff, TakePile
from biriba.record import MatchRecord, Record, outcome_of

VALUES: tuple[object, ...] = (
    None, True, -1, 0, 1, 1.5, 10**30, -(10**9), "", "x", "Jk", "biriba-match",
    "🃏" * 50, "\ud800", [], {}, [None], {"a": {}}, [[[[]]]], "draw", 1e300,
)  # fmt: skip


def choose(state: State, rng: random.Random) -> Move:
    """A legal move: mostly one that lays cards, seldom a wild card's discard."""
    moves = list(state.legal_moves)
    laying = [m for m in moves if isinstance(m, (LayMeld, LayOff, TakePile))]
    if laying and rng.random() < 0.8:
        return rng.choice(laying)
    plain = [m for m in moves if isinstance(m, Discard) and m.card.rank != 14]
    return rng.choice(plain or moves)


def playing(
    rules: Rules,
    players: int | None = None,
    *,
    seed: int,
    dealer: int | None = None,
    most: int = 600,
) -> Iterator[Game]:
    """A game at every moment: the same object, after each move."""
    rng = random.Random(seed)
    game = Game.deal(rules, players, rng=rng, dealer=dealer)
    yield game
    while not game.state.is_over and most:
        game.play(choose(game.state, rng))
        most -= 1
        yield game


def played(
    rules: Rules,
    players: int | None = None,
    *,
    seed: int,
    dealer: int | None = None,
    most: int = 600,
) -> Game:
    """A game played to its end, or for so many moves."""
    *_, game = playing(rules, players, seed=seed, dealer=dealer, most=most)
    return game


def played_match(rules: Rules, players: int | None, seed: int) -> MatchRecord:
    """A match of deals that were all played to their end, or of six."""
    deals: list[Record] = []
    dealer: int | None = None
    while len(deals) < 6:
        game = played(rules, players, seed=seed + len(deals), dealer=dealer, most=5000)
        assert outcome_of(game.state) is not None
        deals.append(game.record)
        seats = game.state.table.seats
        step = 1 if rules.deal.passes.value == "next" else -1
        dealer = (deals[-1].dealer + step) % seats
        match = MatchRecord.of(deals)
        if max(match.totals) >= rules.target.points:
            break
    return MatchRecord.of(deals, {"seed of the first deal": str(seed)})


def mutated(data: Any, rng: random.Random) -> Any:
    """JSON values with one to three faults put in somewhere."""
    data = json.loads(json.dumps(data))
    for _ in range(rng.randint(1, 3)):
        _spoil(data, rng)
    return data


def _spoil(data: Any, rng: random.Random) -> None:
    node = data
    while True:
        keys = list(node) if isinstance(node, dict) else list(range(len(node)))
        if not keys:
            return
        key = rng.choice(keys)
        inner = node[key]
        if not isinstance(inner, (dict, list)) or not inner or rng.random() < 0.15:
            break
        node = inner
    fault = rng.randrange(5)
    if fault == 0:
        del node[key]
    elif fault == 1 and isinstance(node, dict):
        node[rng.choice(["x", "", "version", "limit", "seats"])] = rng.choice(VALUES)
    elif fault == 2 and isinstance(inner, str) and inner:
        at = rng.randrange(len(inner))
        node[key] = inner[:at] + rng.choice(["", "A", " ", "Jk", "é"]) + inner[at + 1 :]
    elif fault == 3 and isinstance(inner, (int, float)):
        node[key] = inner + rng.choice([-1, 1, 7, 1000, 0.5])
    else:
        node[key] = rng.choice(VALUES)


def flipped(text: str, rng: random.Random) -> str:
    """Text whose bytes were damaged: flipped, cut out, doubled or cut off."""
    raw = bytearray(text.encode())
    for _ in range(rng.randint(1, 4)):
        at = rng.randrange(len(raw))
        fault = rng.randrange(4)
        if fault == 0:
            raw[at] ^= 1 << rng.randrange(8)
        elif fault == 1:
            del raw[at : at + rng.randint(1, 20)]
        elif fault == 2:
            raw[at:at] = raw[at : at + rng.randint(1, 20)]
        else:
            raw[at] = rng.choice(b'{}[]",:0123456789 ')
        if not raw:
            break
    return raw.decode(errors="replace")


def only_typed_errors(call: Callable[[], object]) -> bool:
    """Whether a call succeeded; any error but ours, or without a text, goes through."""
    try:
        call()
    except BiribaError as error:
        assert str(error)
        assert len(str(error)) < 20_000
        return False
    return True
