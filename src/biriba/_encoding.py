"""What a seat sees, as an array of numbers; for the environments, which need numpy."""

# Whether the extra is installed or not, and typed or not, this must check.
# mypy: disable-error-code="import-not-found,import-untyped,misc,no-any-return"
# mypy: no-warn-unused-ignores

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from biriba.moves import Phase
from biriba.scoring import BiribakiStatus
from biriba.table import View

MELDS: Final = 16
_MELD: Final = 53 + 2


def observation_size(seats: int, sides: int) -> int:
    """How many numbers an observation has."""
    return (
        4 * 53
        + 4
        + 5
        + 53 * seats
        + 4 * seats
        + 3 * sides
        + 1
        + (sides * MELDS * _MELD)
    )


def _heap(packed: int) -> list[int]:
    return [packed >> 4 * kind & 15 for kind in range(53)]


def observation_of(view: View) -> NDArray[np.int16]:
    """What a seat sees, as numbers; seats and sides are counted from its own.

    In this order, cards always as 53 counts by kind: the hand; the pile; the pile's
    top card; what the seat to play took from the pile in this turn; the phase, one of
    four; the bonus suit, one of none, h, d, c, s; for each seat the cards it is known
    to hold, the size of its hand, whether it is to play, whether it has melded, and
    its number; for each side whether its biribaki is not taken, taken or played from;
    the size of the stock; for each side its first 16 melds, each as its cards, one
    more than its wild cards, and for a run the place of its first card.
    """
    table = view.table
    seats, sides = table.seats, len(table.sides)
    pile = [0] * 53
    for kind in table.pile:
        pile[kind] += 1
    top = [0] * 53
    if table.pile:
        top[table.pile[-1]] = 1
    numbers = [*_heap(view.packed), *pile, *top, *_heap(table.taken)]
    numbers += [int(table.phase is phase) for phase in Phase]
    suit = 0 if table.bonus_suit is None else table.bonus_suit.value + 1
    numbers += [int(suit == n) for n in range(5)]
    for step in range(seats):
        seat = (view.seat + step) % seats
        numbers += _heap(table.known[seat])
        numbers += [table.hand_sizes[seat], int(seat == table.turn)]
        numbers += [int(table.opened[seat]), seat]
    order = [table.sides[(view.side + step) % sides] for step in range(sides)]
    for side in order:
        numbers += [int(side.biribaki is status) for status in BiribakiStatus]
    numbers.append(table.stock_size)
    for side in order:
        melds = side.melds[:MELDS]
        for meld in melds:
            start = getattr(meld, "start", 0)
            numbers += [*_heap(meld.packed), meld.wild_count + 1, start]
        numbers += [0] * (_MELD * (MELDS - len(melds)))
    return np.array(numbers, dtype=np.int16)
