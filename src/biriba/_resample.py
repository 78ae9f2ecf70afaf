"""Filling in what a seat cannot see, uniformly.

The cards a seat cannot place are the deck without those it sees: its hand, the pile,
the melds, the cards other seats took from the pile and still hold, and the cards that
went under the stock face up. They are shuffled, by our own shuffle, and dealt into the
free places: other hands, biribakia, stock. Every arrangement of them is equally likely.
"""

from __future__ import annotations

import random

from biriba.cards import pack, shuffled, size_of, unpack
from biriba.errors import InvalidState
from biriba.state import State, deck_of, deck_problems
from biriba.table import View


def resample(view: View, rng: random.Random) -> State:
    """A state that looks to the view's seat exactly as the view does."""
    if not isinstance(rng, random.Random):
        raise InvalidState(["rng must be a random.Random"])
    table = view.table
    seen = unpack(view.packed) + list(table.pile) + list(table.bottom)
    for side in table.sides:
        for meld in side.melds:
            seen += meld.kinds
    for seat, known in enumerate(table.known):
        if seat != view.seat:
            seen += unpack(known)
    deck = deck_of(table.rules, table.seats)
    hidden = list(deck)
    try:
        for kind in seen:
            hidden.remove(kind)
    except ValueError:
        raise InvalidState(deck_problems(seen, deck, "the view")[:1]) from None
    hidden = shuffled(hidden, rng)

    hands = []
    for seat, size in enumerate(table.hand_sizes):
        if seat == view.seat:
            hands.append(view.packed)
            continue
        known = table.known[seat]
        free = size - size_of(known)
        hands.append(known + pack(hidden[:free]))
        hidden = hidden[free:]
    biribakia = []
    for size in table.biribakia:
        biribakia.append(bytes(hidden[:size]))
        hidden = hidden[size:]
    stock = bytes(hidden) + table.bottom
    if len(stock) != table.stock_size:
        raise InvalidState(["the view's cards do not add up to the deck"])
    return State(table, tuple(hands), stock, tuple(biribakia))
