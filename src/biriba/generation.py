"""Listing legal moves, fast.

`generate` lists a *generating set*: draws, discards, the smallest melds, lay-offs of
one card (with the wild card that bridges to it), each in every arrangement. Bigger
legal moves are accepted by ``play`` and lead nowhere that these do not lead. Three
kinds of bigger move are listed because nothing smaller does their work: melds and
lay-offs that use up the whole hand (G12 may forbid the steps on the way), lay-offs
that only a wild ratio makes long (P6), and uses that earn the pile (P5, T6).

How it is fast is told in `_lists`: a listing is some twenty look-ups in its tables, and
the G12 test is left out where the hand is too long for it to fail.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import cast, overload

from biriba._lists import Lists, lists_of
from biriba._options import PileRule, Rediscard, Rules
from biriba.cards import (
    JOKER_MASK,
    ONES,
    RANK_MASK,
    SUIT_MASKS,
    TWOS_MASK,
    Cards,
    Suit,
    holds,
    pack,
    size_of,
)
from biriba.errors import AmbiguousMove, BiribaError
from biriba.legality import (
    can_draw,
    may_be_discarded,
    replaced,
    unfinishable,
    why_not,
)
from biriba.melds import (
    PLACES,
    arrange,
    results_of,
)
from biriba.moves import (
    DRAW,
    PASS,
    TAKE,
    LayMeld,
    LayOff,
    Move,
    NameSuit,
    Phase,
    TakePile,
)
from biriba.table import Side, View


class LegalMoves:
    """The moves listed for a view: a lazy, immutable sequence.

    ``in`` asks the law, not the list: it is true for every legal move, in notation or
    as a value, also for one bigger than those listed.

    >>> import biriba
    >>> moves = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7).legal_moves
    >>> moves
    <LegalMoves: draw; take>
    >>> len(moves), "take" in moves, "pass" in moves
    (2, True, False)
    """

    __slots__ = ("_moves", "_view")

    def __init__(self, view: View) -> None:
        self._view = view
        self._moves: list[Move] | None = None

    @property
    def _list(self) -> list[Move]:
        if self._moves is None:
            self._moves = generate(self._view)
        return self._moves

    def __len__(self) -> int:
        moves = self._moves
        return len(self._list if moves is None else moves)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Move]: ...
    def __getitem__(self, index: int | slice) -> Move | Sequence[Move]:
        return self._list[index]

    def __iter__(self) -> Iterator[Move]:
        return iter(self._list)

    def __contains__(self, move: object) -> bool:
        try:
            return why_not(self._view, move) is None  # type: ignore[arg-type]
        except BiribaError:
            return False

    def __repr__(self) -> str:
        shown = "; ".join(str(move) for move in self._list[:8])
        more = f"; and {len(self) - 8} more" if len(self) > 8 else ""
        return f"<LegalMoves: {shown}{more}>"


# A sequence, but not by inheritance, by which type checkers would refuse asking for
# text: ``"take" in moves``.
Sequence.register(LegalMoves)  # pyright: ignore[reportAttributeAccessIssue]


def generate(view: View) -> list[Move]:
    """The generating set of legal moves for the seat of a view (see the module).

    Empty when it is not that seat's turn or the deal is over.
    """
    table = view.table
    if view.seat != table.turn:
        return []
    if table.phase is Phase.PLAY:
        return _plays(view)
    if table.phase is Phase.DRAW:
        return _draws(view)
    if table.phase is Phase.NAME_SUIT:
        return [NameSuit(suit) for suit in list(Suit)[: table.rules.deal.suits]]
    return []


# --- Drawing -----------------------------------------------------------------------


def _draws(view: View) -> list[Move]:
    table = view.table
    moves: list[Move] = [DRAW if can_draw(view) else PASS]
    if not table.pile:
        return moves
    if table.rules.pile.take is PileRule.FREE:
        if why_not(view, TAKE) is None:
            moves.append(TAKE)
        return moves
    moves += _takes(view, lists_of(table.rules))
    return moves


def _takes(view: View, lists: Lists) -> list[Move]:
    """The smallest ways to earn the pile (P5, T6)."""
    table = view.table
    rules = table.rules
    pile = pack(table.pile)
    if rules.pile.take is PileRule.TOP_CARD:
        offered = table.pile[-1:]
        heap = view.packed + pack(offered)
    else:
        offered = bytes(sorted(set(table.pile)))
        heap = view.packed + pile
    bits = pack(offered)
    lay_offs = lists.lay_offs
    found: dict[LayMeld | LayOff, None] = {}
    if not rules.melds.own_first or table.opened[view.seat]:
        for index, meld in enumerate(table.sides[view.side].melds):
            fits = lay_offs.fits.get((index, meld)) or lay_offs.add_fits(index, meld)
            if not bits & fits.related:
                continue
            near = lay_offs.reachable(fits, heap)
            for kind in offered:
                if near >> 4 * kind & 15:
                    found.update(
                        dict.fromkeys(lay_offs.lay_offs_with(fits, heap, kind))
                    )
    if rules.pile.new_meld:
        for kind in offered:
            found.update(dict.fromkeys(lists.melds_with(kind, heap)))

    # What is found has the right shape and earns the pile. Left to ask is whether
    # there are twins enough, and G12 where the hand gets short or cards are barred.
    cards = table.hand_sizes[view.seat] + len(table.pile)
    barring = rules.pile.rediscard is not Rediscard.FREE
    melds = table.sides[view.side].melds
    moves: list[Move] = []
    for use in found:
        if isinstance(use, LayMeld):
            used = use.meld.packed
        else:
            used = use.result.packed - melds[use.index].packed
        if holds(heap, used):
            take = TakePile(use)
            sure = not barring and cards - size_of(used) > 1
            if sure or why_not(view, take) is None:
                moves.append(take)
    for use in _whole_hand(view, heap):
        take = TakePile(use)
        if use not in found and why_not(view, take) is None:
            moves.append(take)
    return moves


# --- Playing -----------------------------------------------------------------------


def _plays(view: View) -> list[Move]:
    table = view.table
    rules = table.rules
    hand = view.packed
    lists = lists_of(rules)
    side = table.sides[view.side]
    size = table.hand_sizes[view.seat]

    laid: list[Move] = []
    present = (hand | hand >> 1 | hand >> 2) & ONES
    lists.add_melds(laid, hand, present)
    if side.melds and (not rules.melds.own_first or table.opened[view.seat]):
        lay_offs = lists.lay_offs
        counts = present & ~lay_offs.twins | hand & lay_offs.twins
        for index, meld in enumerate(side.melds):
            fits = lay_offs.fits.get((index, meld)) or lay_offs.add_fits(index, meld)
            cards = counts & fits.mask
            if cards:
                found = fits.moves.get(cards)
                laid += lay_offs.fill_fits(fits, cards) if found is None else found

    taken = table.taken
    free = may_be_discarded(hand, taken, table.lone, rules) if taken else hand
    if laid and (size <= lists.short or (taken and size_of(free) < lists.short)):
        # With no card barred, a move that leaves two cannot fail.
        sure = 2 if free == hand else size + 1
        laid = [m for m in laid if _left(m, side, size) >= sure or _finishable(view, m)]
    if size <= PLACES and (whole := _whole_hand(view, hand)):
        listed = set(laid)
        laid += [m for m in whole if m not in listed and why_not(view, m) is None]

    if taken:
        present = (free | free >> 1 | free >> 2) & ONES
    discards = lists.discards(present)
    if size == 1:
        discards = [d for d in discards if why_not(view, d) is None]
    laid += discards
    return laid


def _left(move: Move, side: Side, size: int) -> int:
    """How many cards of a hand a listed move leaves."""
    if isinstance(move, LayOff):
        return size - len(move.result.kinds) + len(side.melds[move.index].kinds)
    return size - len(cast(LayMeld, move).meld.kinds)


def _finishable(view: View, move: Move) -> bool:
    """G12 for a listed move, whose shape and cards are known to be right."""
    table = view.table
    side = table.sides[view.side]
    if isinstance(move, LayOff):
        before = side.melds[move.index].packed
        left = view.packed - (move.result.packed - before)
        melds = replaced(side.melds, move)
    else:
        meld = cast(LayMeld, move).meld
        left, melds = view.packed - meld.packed, (*side.melds, meld)
    return unfinishable(left, table.taken, table.lone, side, melds, table) is None


def _whole_hand(view: View, hand: int) -> list[LayMeld | LayOff]:
    """Melds and lay-offs that use up the whole hand (or hand and pile)."""
    rules = view.rules
    if not _alike(hand, rules):
        return []
    size = size_of(hand)
    found: list[LayMeld | LayOff] = []
    # Under rules without a limit wild cards may lie in more orders than can be listed.
    if 3 < size <= PLACES:
        with suppress(AmbiguousMove):
            found += [LayMeld(meld) for meld in arrange(Cards(hand), rules)]
    if size > 1:
        for index, meld in enumerate(view.melds):
            with suppress(AmbiguousMove):
                found += [LayOff(index, r) for r in results_of(meld, hand, rules)]
    return found


def _alike(hand: int, rules: Rules) -> bool:
    """Whether all natural-only cards of a hand are of one suit or of one rank."""
    sure = hand & ~JOKER_MASK
    if rules.wild.twos:
        sure &= ~TWOS_MASK
    if not sure:
        return True
    low = (sure & -sure).bit_length() - 1 >> 2
    if not sure & ~(RANK_MASK << 16 * (low >> 2)):
        return True
    return not sure & ~SUIT_MASKS[low & 3]
