"""Two simple players: one that moves at random, one that grabs what it can.

Both see a :class:`~biriba.table.View` and nothing else, and choose among its listed
legal moves. They are opponents for demonstrations and tests, not good play: neither
looks ahead, counts cards or thinks of its partner.
"""

from __future__ import annotations

import random

from biriba._checks import expect
from biriba.cards import JOKER_KIND, pack, unpack
from biriba.errors import InvalidState
from biriba.melds import (
    Meld,
    Run,
    can_be_wild,
    card_points,
    is_biriba,
    results_of,
)
from biriba.moves import (
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    NameSuit,
    TakePile,
)
from biriba.points import Points
from biriba.table import View


class Random:
    """A player that chooses any listed legal move, each as likely as the others.

    >>> import biriba, random
    >>> view = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7).view()
    >>> str(Random(random.Random(1)).choose(view)) in ("draw", "take")
    True
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = expect(rng, random.Random)

    def choose(self, view: View) -> Move:
        """A legal move for the seat of the view.

        Raises:
            InvalidState: if it has none, because it is not its turn.
        """
        moves = _moves(view)
        return moves[int(self._rng.random() * len(moves))]


class Greedy:
    """A player that lays what it can, saves its wild cards and discards what it
    has least use for; it takes the pile where that gives it something to lay.

    >>> import biriba
    >>> view = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7).view()
    >>> str(Greedy().choose(view)) in ("draw", "take")
    True
    """

    def choose(self, view: View) -> Move:
        """A legal move for the seat of the view.

        Raises:
            InvalidState: if it has none, because it is not its turn.
        """
        moves = _moves(view)
        best: Move = moves[0]
        most = -1e9
        for move in moves:
            worth = self.worth(move, view)
            if worth > most:
                best, most = move, worth
        return best

    def worth(self, move: Move, view: View) -> float:
        """How much a move is wanted; only comparisons within one phase mean much."""
        expect(view, View)
        if isinstance(move, DrawStock):
            return 0
        if isinstance(move, TakePile):
            return 100 if move.use is not None else _pile_worth(view)
        if isinstance(move, LayMeld):
            return _laying_worth(None, move.meld, view)
        if isinstance(move, LayOff):
            return _laying_worth(view.melds[move.index], move.result, view)
        if isinstance(move, Discard):
            # Any laying that is worth something comes before any discard.
            return -1000 - _use_of(move.card.kind, view)
        if isinstance(move, NameSuit):
            return sum(
                k != JOKER_KIND and k & 3 == move.suit.value for k in _kinds(view)
            )
        return -1


def _moves(view: View) -> list[Move]:
    moves = list(expect(view, View).legal_moves)
    if not moves:
        raise InvalidState([f"seat {view.seat} has no move to choose from"])
    return moves


def _kinds(view: View) -> list[int]:
    return unpack(view.packed)


def _pile_worth(view: View) -> float:
    """What taking a free pile gives: cards to lay off, and pairs to build on."""
    rules = view.rules
    pile = view.table.pile
    worth = -1.0
    if len(pile) == 1 and not _fits(pile[0], view):
        return worth
    for kind in pile:
        if can_be_wild(kind, rules) or _fits(kind, view):
            worth += 2
        elif _neighbours(kind, _kinds(view), view) >= 2:
            worth += 0.5
        else:
            worth -= 0.25
    return worth


def _fits(kind: int, view: View) -> bool:
    """Whether a card can be laid off on a meld of the seat's own side."""
    return any(results_of(meld, 1 << 4 * kind, view.rules) for meld in view.melds)


def _neighbours(kind: int, kinds: list[int], view: View) -> int:
    """How many cards go together with one: of its rank, or near it in its suit."""
    if can_be_wild(kind, view.rules):
        return 0
    near = 0
    for other in kinds:
        if other in (JOKER_KIND, kind):
            continue
        if other >> 2 == kind >> 2:
            near += view.rules.melds.sets
        elif other & 3 == kind & 3:
            apart = abs((other >> 2) - (kind >> 2))
            near += min(apart, 13 - apart) <= 2
    return near


def _meld_worth(meld: Meld, view: View) -> float:
    """A meld on the table: its cards, and how near it is to a (clean) biriba."""
    rules = view.rules
    goal = rules.biriba.length
    worth: float = float(card_points(meld.packed, rules)) / _unit(view)
    if not (isinstance(meld, Run) or rules.biriba.sets):
        return worth + len(meld)
    in_suit = isinstance(meld, Run) and meld.suit is view.bonus_suit
    step = 6 if in_suit else 4
    worth += min(len(meld), goal) * step
    if is_biriba(meld, rules):
        worth += 60
    if meld.is_clean:
        worth += 5 + 3 * min(len(meld), goal)
    return worth - 12 * meld.wild_count


def _unit(view: View) -> float:
    """The value of a middling card, so that all systems weigh alike."""
    return float(view.rules.prices.cards.eight_to_king) or 1.0


def _laying_worth(old: Meld | None, new: Meld, view: View) -> float:
    """What laying adds to the table; less than a discard where it spoils something."""
    before = 0.0 if old is None else _meld_worth(old, view)
    gain = _meld_worth(new, view) - before
    if gain > 0:
        return gain
    # Better to come down to nothing than to keep a wild card for ever.
    return -2000 if len(view.hand) > 3 else gain - 500


def _use_of(kind: int, view: View) -> float:
    """How much a card in hand is worth keeping."""
    rules = view.rules
    use: float = 0
    if can_be_wild(kind, rules):
        use += 40
    rest = unpack(view.packed - (1 << 4 * kind))
    use += 4 * _neighbours(kind, rest, view)
    if _fits(kind, view):
        use += 10
    one = pack([kind])
    for index, side in enumerate(view.sides):
        if index != view.side and any(results_of(m, one, rules) for m in side.melds):
            use += 3
    # Of cards of equal use the dearest goes: it would count against the side.
    value: Points = card_points(one, rules)
    return use - float(value) / _unit(view)
