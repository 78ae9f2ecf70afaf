"""A fixed numbering of moves, for learners that want an action to be a number.

An action is a number below :data:`ACTIONS`, the same for every system and every deal:

========================  =======================================================
from                      what
========================  =======================================================
0                         draw
1                         take
2                         pass
3 … 6                     name h, d, c, s
7 … 59                    discard a card, by its kind (``Card.kind``)
60                        wait: another seat is to play (simultaneous use only)
:data:`RUNS`              meld a run of three: ``216 · (12 · suit + start − 1)`` and
                          ``36 a + 6 b + c`` for its cards, each 0 where it is
                          natural, else 1 … 5 for a wild 2h, 2d, 2c, 2s, Jk
:data:`SETS`              meld a set of three: ``165 · (rank − 1)`` and the number of
                          its cards among the heaps of three out of four natural
                          cards h, d, c, s and the wild cards 2h, 2d, 2c, 2s, Jk
:data:`LAY_OFFS`          lay one card off: ``318 · meld``, for the side's first 16
                          melds, ``+ 6 · kind``, and which of the results, in the
                          order of their notation
:data:`OTHERS`            every other listed move (longer melds and lay-offs, piles
                          taken with a use), in the order of their notation
========================  =======================================================

:func:`actions_of` numbers the moves listed for a view; it is one to one.
"""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Final, SupportsIndex

from biriba._checks import expect
from biriba._words import shown
from biriba.cards import JOKER_KIND
from biriba.errors import InvalidState
from biriba.melds import Run, Set
from biriba.moves import (
    MOVES,
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    NameSuit,
    Pass,
    TakePile,
)
from biriba.notation import move_text
from biriba.table import View

__all__ = [
    "ACTIONS", "LAY_OFFS", "OTHERS", "RUNS", "SETS", "WAIT", "action_of", "actions_of",
    "move_of",
]  # fmt: skip

_NAME: Final = 3
_DISCARD: Final = 7
WAIT: Final = 60
"""The action of a seat whose turn it is not."""
RUNS: Final = 61
_STARTS: Final = 12
SETS: Final = RUNS + 4 * _STARTS * 216
LAY_OFFS: Final = SETS + 13 * 165
_MELDS: Final = 16
_RESULTS: Final = 6
OTHERS: Final = LAY_OFFS + _MELDS * 53 * _RESULTS
ACTIONS: Final = OTHERS + 1024
"""How many actions there are."""

_WILD: Final = {4: 1, 5: 2, 6: 3, 7: 4, JOKER_KIND: 5}
_HEAPS: Final = {
    heap: n for n, heap in enumerate(combinations_with_replacement(range(9), 3))
}


def actions_of(view: View) -> dict[int, Move]:
    """The listed moves of a view by their actions, in the order of the actions.

    Raises:
        InvalidState: if more moves are listed than there are numbers for, which only
            house rules without any limit on wild cards can bring about.

    >>> import biriba
    >>> view = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7).view()
    >>> {action: str(move) for action, move in actions_of(view).items()}
    {0: 'draw', 1: 'take'}
    """
    found: dict[int, Move] = {}
    one_card: dict[tuple[int, int], list[LayOff]] = {}
    others: list[Move] = []
    for move in expect(view, View).legal_moves:
        number = _plain(move)
        if number is not None:
            found[number] = move
            continue
        added = _one_card(move, view)
        if isinstance(move, LayOff) and added is not None:
            one_card.setdefault((move.index, added), []).append(move)
        else:
            others.append(move)
    for (index, kind), results in one_card.items():
        results.sort(key=lambda move: move_text(move, view))
        others += results[_RESULTS:]
        for which, move in enumerate(results[:_RESULTS]):
            found[LAY_OFFS + (53 * index + kind) * _RESULTS + which] = move
    if len(others) > ACTIONS - OTHERS:
        raise InvalidState([f"{len(others)} moves are too many to number"])
    others.sort(key=lambda move: move_text(move, view))
    found.update({OTHERS + which: move for which, move in enumerate(others)})
    return dict(sorted(found.items()))


def action_of(move: Move, view: View) -> int:
    """The action of a listed move.

    Raises:
        InvalidState: if the move is not listed for the view.
    """
    expect(move, *MOVES, words="a move")
    for action, listed in actions_of(view).items():
        if listed == move:
            return action
    raise InvalidState([f"{move} is not among the moves listed"])


def move_of(action: int, view: View) -> Move:
    """The move that an action stands for.

    Raises:
        InvalidState: if the action is none of a move listed for the view.
    """
    expect(action, SupportsIndex, words="the number of an action")
    move = actions_of(view).get(action)
    if move is None:
        raise InvalidState([f"action {shown(action)} is no legal move here"])
    return move


def _plain(move: Move) -> int | None:
    """The action of a move that has one whatever the view."""
    if isinstance(move, DrawStock):
        return 0
    if isinstance(move, TakePile):
        return 1 if move.use is None else None
    if isinstance(move, Pass):
        return 2
    if isinstance(move, NameSuit):
        return _NAME + move.suit.value
    if isinstance(move, Discard):
        return _DISCARD + move.card.kind
    if isinstance(move, LayMeld) and len(move.meld) == 3:
        meld = move.meld
        wild = set(meld.wild_places)
        marks = [_WILD[k] if i in wild else 0 for i, k in enumerate(meld.kinds)]
        if isinstance(meld, Run):
            a, b, c = marks
            at = _STARTS * meld.suit.value + meld.start - 1
            return RUNS + 216 * at + 36 * a + 6 * b + c
        assert isinstance(meld, Set)
        heap = sorted(
            3 + mark if mark else kind & 3
            for mark, kind in zip(marks, meld.kinds, strict=True)
        )
        return SETS + 165 * (meld.rank - 1) + _HEAPS[heap[0], heap[1], heap[2]]
    return None


def _one_card(move: Move, view: View) -> int | None:
    """The kind that a lay-off of one card adds to one of the first melds."""
    if not isinstance(move, LayOff) or move.index >= _MELDS:
        return None
    old = view.melds[move.index]
    if len(move.result) != len(old) + 1:
        return None
    return (move.result.packed - old.packed).bit_length() - 1 >> 2
