"""Listing legal moves, fast.

`generate` lists a *generating set*: draws, discards, the smallest melds, lay-offs of
one card (with the wild card that bridges to it), each in every arrangement. Bigger
legal moves are accepted by ``play`` and lead nowhere that these do not lead. Three
kinds of bigger move are listed because nothing smaller does their work: melds and
lay-offs that use up the whole hand (G12 may forbid the steps on the way), lay-offs
that only a wild ratio makes long (P6), and uses that earn the pile (P5, T6).

How it is fast: the melds of one suit depend only on which of its cards, and which wild
cards, the hand has; those of one rank on the four counts of that rank; the lay-offs on
one meld on both. A `_Lists` keeps them, as finished move objects, in tables keyed by
those bits of the packed hand, one `_Lists` for each rules. A listing is then some
twenty look-ups, and one G12 test for the whole of it unless the hand is short. The
tables are bounded and hold nothing but values that could be computed again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, overload

import attrs

from biriba._options import PileRule, Rediscard, Rules
from biriba.cards import (
    JOKER_KIND,
    ONES,
    Card,
    Suit,
    Rank,
    holds,
    pack,
    size_of,
    unpack,
)
from biriba.errors import BiribaError
from biriba.legality import (
    can_draw,
    is_barred,
    not_earned,
    replaced,
    unfinishable,
    why_not,
)
from biriba.melds import (
    PLACES,
    Meld,
    Run,
    Set,
    arrange,
    can_be_wild,
    meld_problem,
    natural_kind,
    results_of,
)
from biriba.moves import (
    DRAW,
    PASS,
    TAKE,
    Discard,
    LayMeld,
    LayOff,
    Move,
    NameSuit,
    Phase,
    TakePile,
)
from biriba.table import View

SUIT_MASKS: Final = tuple(
    sum(15 << 4 * (4 * rank + suit) for rank in range(13)) for suit in range(4)
)
RANK_MASK: Final = 0xFFFF
TWOS_MASK: Final = 0xFFFF << 16
JOKER_MASK: Final = 15 << 4 * JOKER_KIND
TWINS: Final = 0x6666
_TABLE_LIMIT: Final = 50_000

DISCARDS: Final = tuple(Discard(Card.of_kind(kind)) for kind in range(53))


class LegalMoves(Sequence[Move]):
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
        return len(self._list)

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
    moves += [
        take for take in _uses(view, lists_of(table.rules)) if not why_not(view, take)
    ]
    return moves


def _uses(view: View, lists: _Lists) -> Iterator[TakePile]:
    """Candidate ways to earn the pile; the law sorts out which of them do."""
    table = view.table
    rules = table.rules
    pile_rule = rules.pile
    if pile_rule.take is PileRule.TOP_CARD:
        offered = table.pile[-1:]
    else:
        offered = bytes(sorted(set(table.pile)))
    heap = view.packed + pack(
        offered if pile_rule.take is PileRule.TOP_CARD else table.pile
    )
    seen: set[LayMeld | LayOff] = set()
    if not rules.melds.own_first or table.opened[view.seat]:
        for index, meld in enumerate(table.sides[view.side].melds):
            relevant = heap & lists.relevant(meld)
            for kind in offered:
                seen.update(lists.reaching(index, meld, relevant, kind))
    if pile_rule.new_meld:
        for kind in offered:
            seen.update(lists.melds_with(kind, heap, pile_rule.hand_naturals))
    seen.update(_whole_hand(view, heap))
    for use in sorted(seen, key=str):
        yield TakePile(use)


# --- Playing -----------------------------------------------------------------------


def _plays(view: View) -> list[Move]:
    table = view.table
    rules = table.rules
    hand = view.packed
    lists = lists_of(rules)
    side = table.sides[view.side]
    present = (hand | hand >> 1 | hand >> 2) & ONES

    discards: list[Move] = []
    laid: list[Move] = []
    wild = hand & lists.wild_mask
    for suit in range(4):
        cards = present & SUIT_MASKS[suit]
        if cards:
            key = (cards, wild)
            try:
                thrown, runs = lists.by_suit[key]
            except KeyError:
                thrown, runs = lists.fill_suit(suit, key)
            discards += thrown
            laid += runs
    if hand >> 4 * JOKER_KIND:
        discards.append(DISCARDS[JOKER_KIND])
    counts = hand & ~JOKER_MASK
    by_rank = lists.by_rank
    rank = 0
    while counts:
        nibbles = counts & RANK_MASK
        # One natural card makes no set, unless a house rule says so.
        if nibbles & (nibbles - 1) or nibbles & TWINS or lists.single_sets:
            rank_key = (rank, nibbles, wild)
            try:
                laid += by_rank[rank_key]
            except KeyError:
                laid += lists.fill_rank(rank_key)
        counts >>= 16
        rank += 1
    if not rules.melds.own_first or table.opened[view.seat]:
        laid += _lay_offs(side.melds, present, hand, wild, lists)

    taken = table.taken
    if taken and lists.restricts:
        discards = [
            d
            for d in discards
            if not is_barred(d.card.kind, hand, taken, table.lone, rules)  # type: ignore[union-attr]
        ]
    size = table.hand_sizes[view.seat]
    if size == 1 and discards:
        discards = [d for d in discards if why_not(view, d) is None]
    if laid and (size <= lists.short or (taken and lists.restricts)):
        laid = [move for move in laid if _finishable(view, move)]
    if size <= PLACES:
        extra = [m for m in _whole_hand(view, hand) if m not in laid]
        laid += [m for m in extra if why_not(view, m) is None]
    return laid + discards


def _lay_offs(
    melds: tuple[Meld, ...], present: int, hand: int, wild: int, lists: _Lists
) -> list[Move]:
    moves: list[Move] = []
    for index, meld in enumerate(melds):
        if isinstance(meld, Run):
            cards = present & SUIT_MASKS[meld.suit.value]
        else:
            cards = present & RANK_MASK << 16 * (meld.rank - 1)
        if not (cards or wild):
            continue
        key = (index, meld, cards, wild)
        found = lists.by_meld.get(key)
        if found is None:
            found = lists.fill_meld(key)
        moves += found
    return moves


def _finishable(view: View, move: Move) -> bool:
    """G12 for a listed move, whose shape and cards are known to be right."""
    table = view.table
    side = table.sides[view.side]
    if isinstance(move, LayMeld):
        left, melds = view.packed - move.meld.packed, (*side.melds, move.meld)
    else:
        assert isinstance(move, LayOff)
        before = side.melds[move.index].packed
        left = view.packed - (move.result.packed - before)
        melds = replaced(side.melds, move)
    return unfinishable(left, table.taken, table.lone, side, melds, table) is None


def _whole_hand(view: View, hand: int) -> list[LayMeld | LayOff]:
    """Melds and lay-offs that use up the whole hand (or hand and pile)."""
    rules = view.rules
    if not _alike(hand, rules):
        return []
    size = size_of(hand)
    found: list[LayMeld | LayOff] = []
    if 3 < size <= PLACES:
        found += [LayMeld(meld) for meld in arrange_packed(hand, rules)]
    if size > 1:
        for index, meld in enumerate(view.melds):
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


def arrange_packed(hand: int, rules: Rules) -> tuple[Meld, ...]:
    """:func:`biriba.melds.arrange` for a packed heap."""
    from biriba.cards import Cards

    return arrange(Cards(hand), rules)


# --- The tables --------------------------------------------------------------------


@lru_cache(maxsize=32)
def lists_of(rules: Rules) -> _Lists:
    """The tables of a rule system."""
    return _Lists(rules)


@attrs.frozen
class _Pattern:
    """Which offsets of a run are natural and which wild, in one of the smallest melds."""

    naturals: tuple[int, ...]
    wilds: tuple[int, ...]

    @property
    def length(self) -> int:
        return len(self.naturals) + len(self.wilds)


class _Lists:
    """Finished moves, by the bits of the hand that they depend on."""

    __slots__ = (
        "by_meld",
        "by_rank",
        "by_reach",
        "by_suit",
        "patterns",
        "restricts",
        "rules",
        "set_patterns",
        "short",
        "single_sets",
        "wild_kinds",
        "wild_mask",
    )

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.restricts = rules.pile.rediscard is not Rediscard.FREE
        self.wild_kinds = [k for k in range(53) if can_be_wild(k, rules)]
        self.wild_mask = sum(15 << 4 * kind for kind in self.wild_kinds)
        self.patterns = list(_run_patterns(rules))
        self.set_patterns = list(_set_patterns(rules))
        self.single_sets = rules.wild.min_naturals < 2
        # With more cards than this, no listed move can leave fewer than two.
        longest = [3, *(p.length for p in self.patterns)]
        longest += [a + b for a, b in self.set_patterns]
        self.short = PLACES if rules.wild.naturals_per_wild else max(longest) + 1
        self.by_suit: dict[
            tuple[int, int], tuple[tuple[Discard, ...], tuple[LayMeld, ...]]
        ] = {}
        self.by_rank: dict[tuple[int, int, int], tuple[LayMeld, ...]] = {}
        self.by_meld: dict[tuple[int, Meld, int, int], tuple[LayOff, ...]] = {}
        self.by_reach: dict[tuple[int, Meld, int, int], tuple[LayOff, ...]] = {}

    def relevant(self, meld: Meld) -> int:
        """The cards that could be laid off on a meld, as a mask."""
        if isinstance(meld, Run):
            return SUIT_MASKS[meld.suit.value] | self.wild_mask
        assert isinstance(meld, Set)
        return RANK_MASK << 16 * (meld.rank - 1) | self.wild_mask

    def fill_suit(
        self, suit: int, key: tuple[int, int]
    ) -> tuple[tuple[Discard, ...], tuple[LayMeld, ...]]:
        """The discards of one suit and its smallest runs."""
        cards, wild = key
        kinds = unpack(cards)
        runs: dict[Run, None] = {}
        for pattern in self.patterns:
            for start in range(1, PLACES - pattern.length + 2):
                naturals = [natural_kind(suit, start + i) for i in pattern.naturals]
                if all(cards >> 4 * k & 1 for k in naturals):
                    self._add_runs(runs, suit, start, pattern, naturals, cards, wild)
        entry = (
            tuple(DISCARDS[k] for k in kinds),
            tuple(LayMeld(run) for run in runs),
        )
        if len(self.by_suit) >= _TABLE_LIMIT:
            self.by_suit.clear()
        self.by_suit[key] = entry
        return entry

    def _add_runs(
        self,
        runs: dict[Run, None],
        suit: int,
        start: int,
        pattern: _Pattern,
        naturals: list[int],
        cards: int,
        wild: int,
    ) -> None:
        """Every way to put wild cards into the wild places of a pattern."""
        have = cards & ~self.wild_mask | wild
        used = pack(naturals)
        if not holds(have, used):
            return
        kinds = [0] * pattern.length
        for offset, kind in zip(pattern.naturals, naturals, strict=True):
            kinds[offset] = kind

        def put(index: int, used: int) -> None:
            if index == len(pattern.wilds):
                run = Run(bytes(kinds), Suit(suit), start)
                if meld_problem(run, self.rules) is None:
                    runs[run] = None
                return
            offset = pattern.wilds[index]
            own = natural_kind(suit, start + offset)
            for kind in self.wild_kinds:
                now = used + (1 << 4 * kind)
                if kind != own and holds(have, now):
                    kinds[offset] = kind
                    put(index + 1, now)

        put(0, used)

    def fill_rank(self, key: tuple[int, int, int]) -> tuple[LayMeld, ...]:
        """The smallest sets of one rank."""
        rank, nibbles, wild = key
        naturals = unpack(nibbles << 16 * rank)
        spare = unpack(wild & ~TWOS_MASK if rank == 1 else wild)
        sets: dict[Set, None] = {}
        for a, b in self.set_patterns:
            for some in combinations(naturals, a):
                for others in combinations(spare, b):
                    made = Set(bytes([*some, *others]), Rank(rank + 1))
                    if meld_problem(made, self.rules) is None:
                        sets[made] = None
        entry = tuple(LayMeld(made) for made in sets)
        if len(self.by_rank) >= _TABLE_LIMIT:
            self.by_rank.clear()
        self.by_rank[key] = entry
        return entry

    def fill_meld(self, key: tuple[int, Meld, int, int]) -> tuple[LayOff, ...]:
        """The lay-offs on one meld: single cards, and bridges to cards farther off."""
        index, meld, cards, wild = key
        rules = self.rules
        kinds = dict.fromkeys(unpack(cards))
        kinds.update(dict.fromkeys(unpack(wild)))
        results: dict[Meld, None] = {}
        far: list[int] = []
        for kind in kinds:
            found = results_of(meld, 1 << 4 * kind, rules)
            results.update(dict.fromkeys(found))
            if not found and cards >> 4 * kind & 1:
                far.append(kind)
        if isinstance(meld, Run):
            heap = cards & ~self.wild_mask | wild
            for added in self._bridges(meld, heap, far):
                results.update(dict.fromkeys(results_of(meld, added, rules)))
        entry = tuple(LayOff(index, result) for result in results)
        if len(self.by_meld) >= _TABLE_LIMIT:
            self.by_meld.clear()
        self.by_meld[key] = entry
        return entry

    def _bridges(self, meld: Run, heap: int, far: list[int]) -> Iterator[int]:
        """Heaps of cards that go on where no single card can.

        A natural card with the wild card before it; and, where a ratio asks for more
        natural cards than that, on outward until the run is legal again.
        """
        for kind in far:
            for wild in self.wild_kinds:
                pair = (1 << 4 * kind) + (1 << 4 * wild)
                if holds(heap, pair):
                    yield pair
        if not self.rules.wild.naturals_per_wild:
            return
        for step in (-1, 1):
            edge = meld.end if step > 0 else meld.start
            yield from self._outward(meld, heap, edge + step, step, 0, 0)

    def _outward(
        self, meld: Run, heap: int, at: int, step: int, added: int, wilds: int
    ) -> Iterator[int]:
        if not 1 <= at <= PLACES or wilds > 6:
            return
        own = natural_kind(meld.suit.value, at)
        for kind in dict.fromkeys([own, *self.wild_kinds]):
            now = added + (1 << 4 * kind)
            if not holds(heap, now):
                continue
            more = wilds + (kind != own)
            legal = added and bool(results_of(meld, now, self.rules))
            if legal:
                yield now
            elif added or kind != own:
                yield from self._outward(meld, heap, at + step, step, now, more)

    # --- Earning the pile ---

    def reaching(
        self, index: int, meld: Meld, heap: int, kind: int
    ) -> tuple[LayOff, ...]:
        """The smallest lay-offs on a meld that include one card."""
        if not heap >> 4 * kind & 15:
            return ()
        key = (index, meld, heap, kind)
        found = self.by_reach.get(key)
        if found is None:
            if len(self.by_reach) >= _TABLE_LIMIT:
                self.by_reach.clear()
            found = tuple(LayOff(index, r) for r in self._reach(meld, heap, kind))
            self.by_reach[key] = found
        return found

    def _reach(self, meld: Meld, heap: int, kind: int) -> dict[Meld, None]:
        one = 1 << 4 * kind
        results = dict.fromkeys(results_of(meld, one, self.rules))
        if results:
            return results
        others = [k for k in dict.fromkeys(unpack(heap)) if holds(heap, one + (1 << 4 * k))]
        # Few cards more are enough, and the walk outward below finds long ways.
        for extra in (1, 2):
            for some in combinations(others, extra):
                added = one + pack(some)
                if holds(heap, added):
                    results.update(
                        dict.fromkeys(results_of(meld, added, self.rules))
                    )
            if results:
                return results
        if isinstance(meld, Run):
            for step in (-1, 1):
                edge = meld.end if step > 0 else meld.start
                for added in self._towards(meld, heap, edge + step, step, 0, one):
                    results.update(
                        dict.fromkeys(results_of(meld, added, self.rules))
                    )
        return results

    def _towards(
        self, meld: Run, heap: int, at: int, step: int, added: int, goal: int
    ) -> Iterator[int]:
        """Ways outward from an end of a run up to the first legal one with the goal."""
        if not 1 <= at <= PLACES:
            return
        own = natural_kind(meld.suit.value, at)
        choices = [own] if holds(heap, added + (1 << 4 * own)) else self.wild_kinds
        for kind in choices:
            now = added + (1 << 4 * kind)
            if not holds(heap, now):
                continue
            if holds(now, goal) and results_of(meld, now, self.rules):
                yield now
            else:
                yield from self._towards(meld, heap, at + step, step, now, goal)

    def melds_with(self, kind: int, heap: int, naturals: int) -> list[LayMeld]:
        """The smallest new melds that include one card, with room for the naturals."""
        found: list[LayMeld] = []
        wild = heap & self.wild_mask
        if kind != JOKER_KIND:
            nibbles = heap >> 16 * (kind >> 2) & RANK_MASK
            found += self._sets_with(kind, kind >> 2, nibbles, wild, naturals)
            found += self._runs_with(kind, kind & 3, heap, naturals)
        if can_be_wild(kind, self.rules):
            for rank in range(13):
                if rank != kind >> 2:
                    nibbles = heap >> 16 * rank & RANK_MASK
                    found += self._sets_with(kind, rank, nibbles, wild, naturals)
            for suit in range(4):
                if kind == JOKER_KIND or suit != kind & 3:
                    found += self._runs_with(kind, suit, heap, naturals)
        return found

    def _sets_with(
        self, kind: int, rank: int, nibbles: int, wild: int, least: int
    ) -> list[LayMeld]:
        own = unpack(nibbles << 16 * rank)
        spare = unpack(wild & ~TWOS_MASK if rank == 1 else wild)
        found: dict[Set, None] = {}
        for a, b in self.set_patterns:
            natural = kind >> 2 == rank
            a = max(a, least + natural)
            for some in combinations(own, a):
                for others in combinations(spare, b):
                    kinds = [*some, *others]
                    if kind in kinds and len(kinds) >= 3:
                        made = Set(bytes(kinds), Rank(rank + 1))
                        if meld_problem(made, self.rules) is None:
                            found[made] = None
        return [LayMeld(made) for made in found]

    def _runs_with(
        self, kind: int, suit: int, heap: int, least: int
    ) -> list[LayMeld]:
        """Runs that include a card, and no shorter one that would do, up to six."""
        cards = heap & SUIT_MASKS[suit]
        wild = heap & self.wild_mask
        present = (cards | cards >> 1 | cards >> 2) & ONES
        found: list[LayMeld] = []
        key = (least, suit, kind)
        for run in self._long_runs(key, present, wild):
            found.append(LayMeld(run))
        return found

    def _long_runs(
        self, key: tuple[int, int, int], present: int, wild: int
    ) -> list[Run]:
        least, suit, kind = key
        found: list[Run] = []
        have = present & ~self.wild_mask | wild
        for length in range(3, 7):
            for start in range(1, PLACES - length + 2):
                for pattern in _patterns_of(length, self.rules):
                    naturals = [
                        natural_kind(suit, start + i) for i in pattern.naturals
                    ]
                    if not all(have >> 4 * k & 15 for k in naturals):
                        continue
                    runs: dict[Run, None] = {}
                    self._add_runs(
                        runs, suit, start, pattern, naturals, present, wild
                    )
                    for run in runs:
                        if kind in run.kinds and self._enough(run, kind, least):
                            if not any(_inside(old, run) for old in found):
                                found.append(run)
        return found

    def _enough(self, run: Run, kind: int, least: int) -> bool:
        naturals = len(run) - run.wild_count
        lies_wild = any(run.kinds[i] == kind for i in run.wild_places)
        return naturals - (not lies_wild) >= least


def _inside(small: Run, big: Run) -> bool:
    """Whether a run is a part of another, lying in the same places."""
    offset = small.start - big.start
    return (
        len(small) < len(big)
        and offset >= 0
        and big.kinds[offset : offset + len(small)] == small.kinds
    )


def _legal_mix(naturals: int, wilds: int, rules: Rules) -> bool:
    wild = rules.wild
    return (
        naturals >= wild.min_naturals
        and (wild.limit is None or wilds <= wild.limit)
        and (
            wild.naturals_per_wild is None
            or wilds * wild.naturals_per_wild <= naturals
        )
    )


def _set_patterns(rules: Rules) -> Iterator[tuple[int, int]]:
    """The smallest legal mixes of natural and wild cards in a set."""
    if not rules.melds.sets:
        return
    found: list[tuple[int, int]] = []
    for size in range(3, PLACES + 1):
        for wilds in range(size):
            mix = (size - wilds, wilds)
            if _legal_mix(*mix, rules) and not any(
                a <= mix[0] and b <= mix[1] for a, b in found
            ):
                found.append(mix)
                yield mix


def _run_patterns(rules: Rules) -> Iterator[_Pattern]:
    """The smallest legal patterns of a run: none holds a shorter one.

    Under the published systems these are three cards long; a house rule that asks
    for more natural cards makes longer ones necessary.
    """
    most_wild = 7
    if rules.wild.limit is not None:
        most_wild = rules.wild.limit
    if rules.wild.naturals_per_wild is not None:
        most_wild = min(most_wild, PLACES // rules.wild.naturals_per_wild)

    # Each string is a run so far, True for a natural card; only those that are not
    # legal yet, and hold no legal part, are grown.
    open_ones: list[tuple[bool, ...]] = [()]
    for length in range(1, rules.melds.longest_run + 1):
        grown: list[tuple[bool, ...]] = []
        for old in open_ones:
            for natural in (True, False):
                new = (*old, natural)
                if new.count(False) > most_wild or _has_legal(new[1:], rules):
                    continue
                if length >= 3 and _legal_string(new, rules):
                    yield _Pattern(
                        tuple(i for i, n in enumerate(new) if n),
                        tuple(i for i, n in enumerate(new) if not n),
                    )
                else:
                    grown.append(new)
        open_ones = grown


def _legal_string(string: tuple[bool, ...], rules: Rules) -> bool:
    return _legal_mix(string.count(True), string.count(False), rules)


def _has_legal(string: tuple[bool, ...], rules: Rules) -> bool:
    """Whether a string ends in a legal pattern of three cards or more."""
    return any(
        _legal_string(string[i:], rules) for i in range(len(string) - 2)
    )


@lru_cache(maxsize=256)
def _patterns_of(length: int, rules: Rules) -> tuple[_Pattern, ...]:
    """Every legal pattern of one length."""
    found = []
    for bits in range(1 << length):
        naturals = tuple(i for i in range(length) if bits >> i & 1)
        wilds = tuple(i for i in range(length) if not bits >> i & 1)
        if _legal_mix(len(naturals), len(wilds), rules):
            found.append(_Pattern(naturals, wilds))
    return tuple(found)
