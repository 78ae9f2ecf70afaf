"""Looking for melds: arranging heaps of cards, and laying off.

One search serves both: `_runs` counts instead of trying. The natural cards of a heap,
with those that lie on the table, leave gaps; the wild cards must fill them, and may
lengthen the run at its ends. So there are only a few stretches of places to look at,
and in each the wild cards take the places left, in every order, but for those that
other wild cards held (G11). A choice there is for two kinds of card only: an ace lies
low or high, and a Two of the suit is natural in place 2 or wild elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from biriba._checks import expect
from biriba._meld import (
    LINES,
    LONGEST,
    PLACES,
    Meld,
    Run,
    Set,
    can_be_wild,
    lay_off_problem,
    legal_mix,
    meld_problem,
)
from biriba._options import Rules, checked
from biriba.cards import (
    GUARD,
    JOKER_KIND,
    SUITS,
    Cards,
    CardsLike,
    Rank,
    size_of,
    text_of,
    unpack,
)
from biriba.errors import AmbiguousMove
from biriba.reasons import Reason, reason

MOST_ARRANGEMENTS: Final = 10_000
_LOW, _SECOND, _HIGH = 1 << 1, 1 << 2, 1 << PLACES
# Where no ace, one or two can lie, as bits of places.
_ENDS: Final = ((0,), (_LOW, _HIGH), (_LOW | _HIGH,))


# --- Searching places --------------------------------------------------------------


def _runs(
    pool: int, suit: int, settled: int, held: dict[int, int], rules: Rules
) -> list[Run]:
    """Every legal run of a suit that has exactly the cards of a pool in it.

    `settled` are, as bits, the places of natural cards that lie there already (not in
    the pool); `held` are the places that wild cards held, where no other wild card may
    come (G11), with their kinds. These are in the pool where wild cards may move, and
    stay where they are if not.
    """
    twos = rules.wild.twos
    wild, aces = [], 0
    for kind in unpack(pool):
        if kind == JOKER_KIND or (twos and kind >> 2 == 1):
            wild.append(kind)
        elif kind & 3 != suit:
            return []
        elif kind < 4:
            aces += 1
        else:
            place = 1 << (kind >> 2) + 1
            if settled & place:
                return []
            settled |= place
    choices = [(wild, settled)]
    if 4 + suit in wild and not settled & _SECOND:
        others = wild.copy()
        others.remove(4 + suit)
        choices.append((others, settled | _SECOND))
    found: list[Run] = []
    for loose, naturals in choices:
        for ends in _ENDS[aces] if aces < 3 else ():
            if not naturals & ends:
                _collect(found, loose, suit, naturals | ends, held, rules)
    if len(found) > 1:
        found.sort(key=lambda run: (run.start, run.kinds))
    return found


def _collect(
    found: list[Run],
    wild: list[int],
    suit: int,
    naturals: int,
    held: dict[int, int],
    rules: Rules,
) -> None:
    """Add the legal runs with natural cards in some places, and these wild cards."""
    occupied, wilds = naturals, len(wild)
    fixed = held and not rules.wild.relocate
    if fixed:
        wilds += len(held)
        for place in held:
            if naturals >> place & 1:
                return
            occupied |= 1 << place
    size = naturals.bit_count() + wilds
    low, high = (occupied & -occupied).bit_length() - 1, occupied.bit_length() - 1
    # This only saves looking; the law judges what is found.
    if high - low >= size or not legal_mix(size - wilds, wilds, rules):
        return
    first, last = max(1, high - size + 1), min(low, PLACES - size + 1)
    for start in range(first, last + 1):
        kinds = LINES[suit][start : start + size]
        if fixed:
            kinds = bytes([held.get(start + i, kind) for i, kind in enumerate(kinds)])
        free = ((1 << size) - 1 << start) & ~occupied
        for laid in _spread(kinds, start, free, wild, held):
            run = Run(laid, SUITS[suit], start)
            if meld_problem(run, rules) is None:
                found.append(run)
            if len(found) > MOST_ARRANGEMENTS:
                raise AmbiguousMove(text_of(sorted(laid)))


def _spread(
    kinds: bytes, start: int, free: int, wild: list[int], held: dict[int, int]
) -> Iterator[bytes]:
    """Every order of the wild cards in the free places of a run, given as bits."""
    if not wild:
        yield kinds
        return
    place = (free & -free).bit_length() - 1
    at = place - start
    for kind in dict.fromkeys(wild):
        if kind != kinds[at] and held.get(place, kind) == kind:
            laid = kinds[:at] + bytes((kind,)) + kinds[at + 1 :]
            if len(wild) == 1:
                yield laid
            else:
                others = wild.copy()
                others.remove(kind)
                yield from _spread(laid, start, free & free - 1, others, held)


def arrange(cards: CardsLike, rules: Rules) -> tuple[Meld, ...]:
    """Every legal meld that uses exactly these cards, given in any order.

    Raises:
        NotationError: if text in it is no card.
        AmbiguousMove: if there are more than 10,000, which only house rules without
            any limit on wild cards can bring about.

    >>> from biriba import rules
    >>> [str(meld) for meld in arrange("Jk 6h 5h", rules.CLASSIC_5000)]
    ['Jk 5h 6h', '5h 6h Jk']
    """
    packed = Cards.of(cards).packed
    return _arrange(packed, checked(rules))


@lru_cache(maxsize=4096)
def _arrange(packed: int, rules: Rules) -> tuple[Meld, ...]:
    kinds = unpack(packed)
    size = len(kinds)
    if not 3 <= size <= LONGEST:
        return ()
    sure = [k for k in kinds if not can_be_wild(k, rules)]
    found: list[Meld] = []
    if size <= PLACES:
        suits = {k & 3 for k in sure} if sure else {0, 1, 2, 3}
        if len(suits) == 1 or not sure:
            for suit in sorted(suits):
                found += _runs(packed, suit, 0, {}, rules)
    ranks = {k >> 2 for k in sure}
    if not sure and any(k != JOKER_KIND for k in kinds):
        ranks = {1}
    if len(ranks) == 1:
        candidate = Set(bytes(kinds), Rank(ranks.pop() + 1))
        if meld_problem(candidate, rules) is None:
            found.append(candidate)
    return tuple(found)


# --- Laying off --------------------------------------------------------------------


def lay_off_results(meld: Meld, cards: CardsLike, rules: Rules) -> tuple[Meld, ...]:
    """Every legal meld that laying off these cards at once leads to (G9–G11).

    Raises:
        NotationError: if text in it is no card, or `meld` no meld.
        InvalidRules: if `rules` are none.
        AmbiguousMove: as :func:`arrange` does.

    >>> from biriba import rules
    >>> table = Meld.parse("3h 4h Jk 6h", rules.CLASSIC_5000)
    >>> [str(m) for m in lay_off_results(table, "5h", rules.CLASSIC_5000)]
    ['Jk 3h 4h 5h 6h', '3h 4h 5h 6h Jk']
    """
    return results_of(expect(meld, Meld), Cards.of(cards).packed, checked(rules))


@lru_cache(maxsize=1 << 15)
def results_of(meld: Meld, added: int, rules: Rules) -> tuple[Meld, ...]:
    """:func:`lay_off_results` for a packed heap."""
    new = size_of(added)
    if not new or len(meld) + new > LONGEST or (meld.packed + added) & GUARD:
        return ()
    if isinstance(meld, Run):
        return tuple(_run_results(meld, added, rules))
    rank = meld.kinds[0] >> 2
    kinds = unpack(added)
    if any(k >> 2 != rank and not can_be_wild(k, rules) for k in kinds):
        return ()
    result = Set(meld.kinds + bytes(kinds), Rank(rank + 1))
    return (result,) if meld_problem(result, rules) is None else ()


def _run_results(meld: Run, added: int, rules: Rules) -> list[Run]:
    start = meld.start
    settled = ((1 << len(meld)) - 1) << start
    if not meld.wild_count:
        return _runs(added, meld.suit, settled, {}, rules)
    held = {start + i: meld.kinds[i] for i in meld.wild_places}
    for place, kind in held.items():
        settled ^= 1 << place
        if rules.wild.relocate:
            added += 1 << 4 * kind
    return _runs(added, meld.suit, settled, held, rules)


def why_no_lay_off(meld: Meld, cards: CardsLike, rules: Rules) -> Reason | None:
    """Why these cards cannot be laid off on a meld at all, or None if they can.

    Where the cards would make a meld laid fresh, this tells what keeps the one on the
    table from becoming it (G9–G11).

    Raises:
        NotationError: if text in it is no card, or `meld` no meld.
        InvalidRules: if `rules` are none.

    >>> from biriba import rules
    >>> table = Meld.parse("2s 4s 5s 6s", rules.CLASSIC_5000)
    >>> print(why_no_lay_off(table, "Jk", rules.CLASSIC_5000))
    the place of 2s never goes to a wild card (G11)
    """
    added = Cards.of(cards)
    letter = checked(rules).clauses
    expect(meld, Meld)
    if not added:
        return reason("nothing-laid", letter)
    if results_of(meld, added.packed, rules):
        return None
    fits = not (meld.packed + added.packed) & GUARD
    if fits:
        melds = arrange(Cards(meld.packed + added.packed), rules)
        problems = [p for m in melds if (p := lay_off_problem(meld, m, rules))]
        for problem in problems:
            if problem.code != "meld-changed":
                return problem
    if fits and isinstance(meld, Set):
        new = unpack(added.packed)
        rank = meld.kinds[0] >> 2
        if all(k >> 2 == rank or can_be_wild(k, rules) for k in new):
            return meld_problem(Set(meld.kinds + bytes(new), meld.rank), rules)
    return reason("no-place", letter, cards=str(added), meld=str(meld))
