"""Looking for melds: arranging heaps of cards, and laying off.

One search serves both: `_fill` walks the places of a run from low to high and tries, in
each, the natural card and every kind of wild card that is left. A lay-off is the same
search with the natural cards on the table fixed in their places, and with the places
that wild cards held closed to other wild cards (G11). A single card laid off on a run
with at most one wild card, which is what players do most, needs no search: it is told
in `_end_results` and `_slide_results`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from biriba._meld import (
    LONGEST,
    PLACES,
    Meld,
    Run,
    Set,
    can_be_wild,
    lay_off_problem,
    meld_problem,
    natural_kind,
)
from biriba._options import Rules, checked
from biriba.cards import (
    GUARD,
    JOKER_KIND,
    Cards,
    CardsLike,
    Rank,
    Suit,
    pack,
    text_of,
    unpack,
)
from biriba.errors import AmbiguousMove
from biriba.reasons import Reason, reason

MOST_ARRANGEMENTS: Final = 10_000


# --- Searching places --------------------------------------------------------------


def _fill(
    suit: int,
    start: int,
    size: int,
    pool: dict[int, int],
    fixed: dict[int, int],
    held: dict[int, int],
    rules: Rules,
) -> Iterator[bytes]:
    """Every way to fill the places of a run with exactly the cards of a pool.

    `fixed` are natural cards that lie in their places already (not in the pool);
    `held` are the places that wild cards held, where no other wild card may come
    (G11). Only the pool is changed on the way, and it is left as it was found.
    """
    end = start + size
    kinds: list[int] = []

    def place(at: int) -> Iterator[bytes]:
        if at == end:
            yield bytes(kinds)
            return
        if at in fixed:
            kinds.append(fixed[at])
            yield from place(at + 1)
            kinds.pop()
            return
        natural = natural_kind(suit, at)
        holder = held.get(at)
        # Sorted, so that results come in a stable order.
        for kind in sorted(pool):
            if not pool[kind]:
                continue
            if kind == natural:
                if holder is not None and not rules.wild.relocate:
                    continue
            elif not can_be_wild(kind, rules) or (
                holder is not None and holder != kind
            ):
                continue
            pool[kind] -= 1
            kinds.append(kind)
            yield from place(at + 1)
            kinds.pop()
            pool[kind] += 1

    yield from place(start)


def _counts(packed: int) -> dict[int, int]:
    counts: dict[int, int] = {}
    for kind in unpack(packed):
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def _wild_room(size: int, rules: Rules) -> int:
    """The most wild cards that a meld of a size can hold."""
    wild = rules.wild
    room = size - wild.min_naturals
    if wild.limit is not None:
        room = min(room, wild.limit)
    if wild.naturals_per_wild is not None:
        room = min(room, size // (wild.naturals_per_wild + 1))
    return room


def _too_wild(packed: int, suit: int | None, size: int, rules: Rules) -> bool:
    """Whether more cards must be wild than a meld of this size can hold."""
    jokers = packed >> 4 * JOKER_KIND & 15
    must = jokers
    if rules.wild.twos and suit is not None:
        for other in range(4):
            twos = packed >> 4 * (4 + other) & 15
            must += max(0, twos - 1) if other == suit else twos
    return must > _wild_room(size, rules)


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
                _collect_runs(found, packed, suit, size, {}, {}, rules)
    ranks = {k >> 2 for k in sure}
    if not sure and any(k != JOKER_KIND for k in kinds):
        ranks = {1}
    if len(ranks) == 1:
        candidate = Set(bytes(kinds), Rank(ranks.pop() + 1))
        if meld_problem(candidate, rules) is None:
            found.append(candidate)
    return tuple(found)


def _collect_runs(
    found: list[Meld],
    packed: int,
    suit: int,
    size: int,
    fixed: dict[int, int],
    held: dict[int, int],
    rules: Rules,
) -> None:
    """Add the legal runs over all starts to `found`."""
    whole = packed + pack(fixed.values())
    if size > rules.melds.longest_run or _too_wild(whole, suit, size, rules):
        return
    pool = _counts(packed)
    settled = sum(1 << place for place in fixed)
    own = {k: _places(k) for k in pool if k & 3 == suit and k != JOKER_KIND}
    sure = [places for k, places in own.items() if not can_be_wild(k, rules)]
    spare = sum(n for k, n in pool.items() if can_be_wild(k, rules))
    natural = settled
    for places in own.values():
        natural |= places
    first = max(1, max(fixed, default=1) - size + 1)
    last = min([PLACES - size + 1, *fixed])
    for start in range(first, last + 1):
        # Cheap tests first: enough wild cards for the gaps, a place for each other.
        window = ((1 << size) - 1) << start
        if size - (window & natural).bit_count() > spare or not all(
            window & places & ~settled for places in sure
        ):
            continue
        for kinds in _fill(suit, start, size, pool, fixed, held, rules):
            run = Run(kinds, Suit(suit), start)
            if meld_problem(run, rules) is None:
                found.append(run)
                if len(found) > MOST_ARRANGEMENTS:
                    raise AmbiguousMove(
                        text_of(unpack(whole)),
                        [f"more than {MOST_ARRANGEMENTS} arrangements"],
                    )


def _places(kind: int) -> int:
    """The places in which a kind is natural, as bits; an ace has two."""
    return 1 << (kind >> 2) + 1 | (1 << PLACES if kind < 4 else 0)


# --- Laying off --------------------------------------------------------------------


def lay_off_results(meld: Meld, cards: CardsLike, rules: Rules) -> tuple[Meld, ...]:
    """Every legal meld that laying off these cards at once leads to (G9–G11).

    Raises:
        NotationError: if text in it is no card.
        AmbiguousMove: as :func:`arrange` does.

    >>> from biriba import rules
    >>> table = Meld.parse("3h 4h Jk 6h", rules.CLASSIC_5000)
    >>> [str(m) for m in lay_off_results(table, "5h", rules.CLASSIC_5000)]
    ['Jk 3h 4h 5h 6h', '3h 4h 5h 6h Jk']
    """
    return results_of(meld, Cards.of(cards).packed, checked(rules))


@lru_cache(maxsize=1 << 15)
def results_of(meld: Meld, added: int, rules: Rules) -> tuple[Meld, ...]:
    """:func:`lay_off_results` for a packed heap."""
    new = unpack(added)
    size = len(meld) + len(new)
    if not new or size > LONGEST or (meld.packed + added) & GUARD:
        return ()
    if isinstance(meld, Run):
        return _run_results(meld, added, new, size, rules)
    rank = meld.kinds[0] >> 2
    if any(k >> 2 != rank and not can_be_wild(k, rules) for k in new):
        return ()
    result = Set(meld.kinds + bytes(new), Rank(rank + 1))
    return (result,) if meld_problem(result, rules) is None else ()


def _run_results(
    meld: Run, added: int, new: list[int], size: int, rules: Rules
) -> tuple[Meld, ...]:
    suit = meld.suit.value
    if size > PLACES or any(k & 3 != suit and not can_be_wild(k, rules) for k in new):
        return ()
    if len(new) == 1 and meld.wild_count < 2 and rules.wild.relocate:
        if not meld.wild_count:
            return _end_results(meld, new[0], rules)
        if not can_be_wild(new[0], rules):
            return _slide_results(meld, new[0], rules)
    wild = set(meld.wild_places)
    fixed = {meld.start + i: k for i, k in enumerate(meld.kinds) if i not in wild}
    held = {meld.start + i: meld.kinds[i] for i in wild}
    found: list[Meld] = []
    pool = added + pack(held.values())
    _collect_runs(found, pool, suit, size, fixed, held, rules)
    if not rules.wild.relocate:
        found = [m for m in found if _kept(held, m)]
    return tuple(found)


def _end_results(meld: Run, kind: int, rules: Rules) -> tuple[Meld, ...]:
    """One card laid off on a clean run: at either end, with nothing to search."""
    found: list[Meld] = []
    one, suit = bytes((kind,)), meld.suit
    for place, start, kinds in (
        (meld.start - 1, meld.start - 1, one + meld.kinds),
        (meld.end + 1, meld.start, meld.kinds + one),
    ):
        if 1 <= place <= PLACES and (
            kind == natural_kind(suit, place) or can_be_wild(kind, rules)
        ):
            _keep_legal(found, Run(kinds, suit, start), rules)
    return tuple(found)


def _slide_results(meld: Run, kind: int, rules: Rules) -> tuple[Meld, ...]:
    """One natural card laid off on a run with one wild card, which may slide.

    The natural cards then leave one gap, which the wild card fills, or none, and it
    lies at either end.
    """
    suit = meld.suit
    (index,) = meld.wild_places
    wild = meld.kinds[index]
    low, high = meld.start + (index == 0), meld.end - (index == len(meld) - 1)
    found: list[Meld] = []
    for place in (1, PLACES) if kind < 4 else (kind // 4 + 1,):
        gaps = {meld.start + index} if low <= meld.start + index <= high else set()
        if place in gaps:
            gaps.clear()
        elif low <= place <= high:
            continue
        first, last = min(low, place), max(high, place)
        gaps.update(p for p in range(first, low) if p != place)
        gaps.update(p for p in range(high + 1, last) if p != place)
        if len(gaps) > 1:
            continue
        for at in sorted(gaps) or (first - 1, last + 1):
            if 1 <= at <= PLACES:
                start = min(first, at)
                places = range(start, max(last, at) + 1)
                kinds = [wild if p == at else natural_kind(suit, p) for p in places]
                _keep_legal(found, Run(bytes(kinds), suit, start), rules)
    return tuple(found)


def _keep_legal(found: list[Meld], run: Run, rules: Rules) -> None:
    if meld_problem(run, rules) is None:
        found.append(run)


def _kept(held: dict[int, int], result: Meld) -> bool:
    return isinstance(result, Run) and all(
        result.start <= place <= result.end
        and result.kinds[place - result.start] == kind
        for place, kind in held.items()
    )


def why_no_lay_off(meld: Meld, cards: CardsLike, rules: Rules) -> Reason | None:
    """Why these cards cannot be laid off on a meld at all, or None if they can.

    Where the cards would make a meld laid fresh, this tells what keeps the one on the
    table from becoming it (G9–G11).

    Raises:
        NotationError: if text in it is no card.

    >>> from biriba import rules
    >>> table = Meld.parse("2s 4s 5s 6s", rules.CLASSIC_5000)
    >>> print(why_no_lay_off(table, "Jk", rules.CLASSIC_5000))
    the place of 2s never goes to a wild card (G11)
    """
    added = Cards.of(cards)
    letter = rules.clauses
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
