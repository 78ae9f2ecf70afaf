"""The tables behind `generation`: finished moves, by the bits they depend on.

A `Lists` (one for each rules, see `lists_of`) answers three questions: which smallest
melds a hand has (`add_melds`), what can be discarded (`discards`), and which new melds
bring in a card that earns the pile (`melds_with`); what can be laid off is the matter
of its `LayOffs`. Answers are remembered in bounded tables; what is not there yet is put
together from *windows*: for every place in a suit, the cards that a smallest run there
needs, and the move. What the smallest melds look like follows from the rules and is
worked out once, as *patterns*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from functools import lru_cache
from itertools import combinations
from typing import Final

from biriba._lay_offs import TABLE_LIMIT, LayOffs
from biriba._options import Rules
from biriba._patterns import Pattern, goal_patterns, run_patterns, set_patterns
from biriba.cards import (
    JOKER_KIND,
    KINDS,
    ONES,
    RANK_MASK,
    SUIT_MASKS,
    SUITS,
    Card,
    Rank,
    holds,
    pack,
    size_of,
    unpack,
)
from biriba.melds import (
    PLACES,
    Run,
    Set,
    can_be_wild,
    meld_problem,
    natural_kind,
)
from biriba.moves import Discard, LayMeld, Move

_RANK_BITS: Final = sum(1 << 16 * rank for rank in range(13))

DISCARDS: Final = tuple(Discard(Card.of_kind(kind)) for kind in range(53))


# --- The tables --------------------------------------------------------------------


@lru_cache(maxsize=32)
def lists_of(rules: Rules) -> Lists:
    """The tables of a rule system."""
    return Lists(rules)


class Lists:
    """Finished moves, by the bits of the hand that they depend on."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.wild_kinds = [k for k in range(KINDS) if can_be_wild(k, rules)]
        self.lay_offs = LayOffs(rules, self.wild_kinds)
        self.wild_mask = self.lay_offs.wild_mask
        self.patterns = list(run_patterns(rules))
        self.set_patterns = list(set_patterns(rules))
        self.many_wild = any(len(p.wilds) > 1 for p in self.patterns) or any(
            wilds > 1 for _, wilds in self.set_patterns
        )
        self.wild_set_patterns = list(set_patterns(rules, 1))
        # A single natural card makes no meld, unless a house rule says so.
        self.single_naturals = rules.wild.min_naturals < 2
        # With more cards than this, no listed move leaves fewer than two.
        longest = [3, *(p.length for p in self.patterns)]
        longest += [a + b for a, b in self.set_patterns]
        self.short = PLACES if rules.wild.naturals_per_wild else max(longest) + 1

        self.clean_runs: dict[int, tuple[LayMeld, ...]] = {}
        self.wild_runs: dict[tuple[int, int], tuple[LayMeld, ...]] = {}
        self.clean_sets: dict[tuple[int, int], tuple[LayMeld, ...]] = {}
        self.wild_sets: dict[tuple[int, int, int], tuple[LayMeld, ...]] = {}
        self.thrown: dict[int, tuple[Discard, ...]] = {}
        self.earning: dict[tuple[int, int, int], list[tuple[int, LayMeld]]] = {}
        self.earning_runs: dict[tuple[int, int, int, int], tuple[LayMeld, ...]] = {}
        self.around: dict[tuple[int, int], tuple[int, list[tuple[int, Pattern]]]] = {}
        self.earning_sets: dict[tuple[int, int, int, int], tuple[LayMeld, ...]] = {}
        self.windows: dict[tuple[int, int], list[tuple[int, LayMeld]]] = {}
        for suit in range(rules.deal.suits):
            self.windows[suit, -1] = list(self._windows(suit, -1))
            for kind in self.wild_kinds:
                self.windows[suit, kind] = list(self._windows(suit, kind))

    def _room(self, table: Sized) -> bool:
        return len(table) < TABLE_LIMIT

    # --- Discards ---

    def discards(self, present: int) -> list[Discard]:
        """One discard for each different card."""
        found: list[Discard] = []
        for suit in range(4):
            cards = present & SUIT_MASKS[suit]
            if cards:
                one = self.thrown.get(cards)
                if one is None:
                    one = tuple(DISCARDS[k] for k in unpack(cards))
                    if self._room(self.thrown):
                        self.thrown[cards] = one
                found += one
        if present >> 4 * JOKER_KIND:
            found.append(DISCARDS[JOKER_KIND])
        return found

    # --- New melds ---

    def add_melds(self, laid: list[Move], hand: int, present: int) -> None:
        """Add the smallest melds from a hand."""
        wild = hand & self.wild_mask
        wild_kinds = [k for k in self.wild_kinds if wild >> 4 * k & 15] if wild else ()
        clean_runs, wild_runs = self.clean_runs, self.wild_runs
        for suit in range(4):
            cards = present & SUIT_MASKS[suit]
            if not cards & (cards - 1):
                continue
            found = clean_runs.get(cards)
            laid += self._fill_runs(suit, cards, -1) if found is None else found
            for kind in wild_kinds:
                rest = cards
                own = kind & 3 == suit and kind != JOKER_KIND
                if own and wild >> 4 * kind & 15 == 1:
                    # A lone Two of the suit cannot be natural and wild at once.
                    rest &= ~(15 << 4 * kind)
                found = wild_runs.get((rest, kind))
                laid += self._fill_runs(suit, rest, kind) if found is None else found
        if self.set_patterns:
            self._add_sets(laid, hand, wild_kinds)
        if self.many_wild:
            listed = set(laid)
            laid += [m for m in self._many_wild(hand, present) if m not in listed]

    def _add_sets(self, laid: list[Move], hand: int, wild_kinds: Sequence[int]) -> None:
        clean_sets, wild_sets = self.clean_sets, self.wild_sets
        ranks = _ranks_held(hand) if self.single_naturals else _ranks_held_twice(hand)
        while ranks:
            shift = ranks.bit_length() - 1
            ranks ^= 1 << shift
            rank, nibbles = shift >> 4, hand >> shift & RANK_MASK
            found = clean_sets.get((rank, nibbles))
            laid += self._fill_sets(rank, nibbles, -1) if found is None else found
            for kind in wild_kinds:
                found = wild_sets.get((rank, nibbles, kind))
                laid += self._fill_sets(rank, nibbles, kind) if found is None else found

    def _windows(self, suit: int, wild: int) -> Iterator[tuple[int, LayMeld]]:
        """Every smallest run of a suit with one kind of wild card, or -1 for none.

        With each comes what it needs of the suit, as presence bits.
        """
        for pattern in self.patterns:
            if len(pattern.wilds) != (wild >= 0):
                continue
            for start in range(1, PLACES - pattern.length + 2):
                kinds = [natural_kind(suit, start + i) for i in range(pattern.length)]
                if wild >= 0:
                    offset = pattern.wilds[0]
                    if kinds[offset] == wild:
                        continue
                    kinds[offset] = wild
                run = Run(bytes(kinds), SUITS[suit], start)
                if meld_problem(run, self.rules) is None:
                    yield pack([kinds[i] for i in pattern.naturals]), LayMeld(run)

    def _fill_runs(self, suit: int, cards: int, wild: int) -> tuple[LayMeld, ...]:
        windows = self.windows.get((suit, wild), ())
        found = tuple([move for need, move in windows if cards & need == need])
        if wild < 0:
            if self._room(self.clean_runs):
                self.clean_runs[cards] = found
        elif self._room(self.wild_runs):
            self.wild_runs[cards, wild] = found
        return found

    def _fill_sets(self, rank: int, nibbles: int, wild: int) -> tuple[LayMeld, ...]:
        spare = () if wild < 0 or wild >> 2 == rank else (wild,)
        patterns = [p for p in self.set_patterns if p[1] == (wild >= 0)]
        found = self._sets_of(rank, nibbles, spare, patterns)
        if wild < 0:
            self.clean_sets[rank, nibbles] = found
        else:
            self.wild_sets[rank, nibbles, wild] = found
        return found

    def _sets_of(
        self,
        rank: int,
        nibbles: int,
        spare: Sequence[int],
        patterns: list[tuple[int, int]],
    ) -> tuple[LayMeld, ...]:
        """Sets of a rank in some mixes of natural cards and given wild cards."""
        naturals = unpack(nibbles << 16 * rank)
        sets: dict[Set, None] = {}
        for count, wilds in patterns:
            for some in combinations(naturals, count):
                for others in combinations(spare, wilds):
                    made = Set(bytes([*some, *others]), Rank(rank + 1))
                    if meld_problem(made, self.rules) is None:
                        sets[made] = None
        return tuple(LayMeld(made) for made in sets)

    def _many_wild(self, hand: int, present: int) -> list[LayMeld]:
        """Smallest melds with several wild cards, which only house rules make."""
        found: list[LayMeld] = []
        for suit in range(4):
            cards = present & SUIT_MASKS[suit]
            for pattern in self.patterns:
                if len(pattern.wilds) > 1:
                    for start in range(1, PLACES - pattern.length + 2):
                        found += self._lay_pattern(suit, start, pattern, cards, hand)
        spare = unpack(hand & self.wild_mask)
        patterns = [p for p in self.set_patterns if p[1] > 1]
        for rank in range(13):
            nibbles = hand >> 16 * rank & RANK_MASK
            others = [k for k in spare if k >> 2 != rank]
            if nibbles:
                found += self._sets_of(rank, nibbles, others, patterns)
        return found

    def _lay_pattern(
        self, suit: int, start: int, pattern: Pattern, cards: int, heap: int
    ) -> list[LayMeld]:
        """Every way to lay a pattern from a place on, its wild cards from a heap."""
        kinds = [natural_kind(suit, start + i) for i in range(pattern.length)]
        need = pack([kinds[i] for i in pattern.naturals])
        if cards & need != need or not holds(heap, need):
            return []
        found: list[LayMeld] = []

        def put(index: int, used: int) -> None:
            if index == len(pattern.wilds):
                run = Run(bytes(kinds), SUITS[suit], start)
                if meld_problem(run, self.rules) is None:
                    found.append(LayMeld(run))
                return
            offset = pattern.wilds[index]
            own = natural_kind(suit, start + offset)
            for kind in self.wild_kinds:
                now = used + (1 << 4 * kind)
                if kind != own and holds(heap, now):
                    kinds[offset] = kind
                    put(index + 1, now)

        put(0, need)
        return found

    def melds_with(self, kind: int, heap: int) -> list[LayMeld]:
        """The smallest new melds that include one card and earn the pile with it."""
        present = (heap | heap >> 1 | heap >> 2) & ONES
        wild = heap & self.wild_mask
        # A card that cannot be wild belongs to one suit and one rank.
        anywhere = can_be_wild(kind, self.rules)
        found: list[LayMeld] = []
        for suit in range(4) if anywhere else (kind & 3,):
            cards = present & SUIT_MASKS[suit]
            if cards & (cards - 1) or (cards and self.single_naturals):
                found += self._earning_runs(kind, suit, cards, wild)
        for rank in range(13) if anywhere else (kind >> 2,):
            nibbles = heap >> 16 * rank & RANK_MASK
            if nibbles:
                found += self._earning_sets(kind, rank, nibbles, wild)
        return found

    def _earning_sets(
        self, kind: int, rank: int, nibbles: int, wild: int
    ) -> tuple[LayMeld, ...]:
        key = (kind, rank, nibbles, wild)
        found = self.earning_sets.get(key)
        if found is None:
            natural = kind >> 2 == rank
            least = self.rules.pile.hand_naturals + natural
            # A wild card may come to a set that would be one without it.
            smallest = self.set_patterns if natural else self.wild_set_patterns
            patterns = list(
                dict.fromkeys((max(count, least), wilds) for count, wilds in smallest)
            )
            spare = [k for k in unpack(wild) if k >> 2 != rank]
            sets = self._sets_of(rank, nibbles, spare, patterns)
            found = tuple(move for move in sets if kind in move.meld.kinds)
            if self._room(self.earning_sets):
                self.earning_sets[key] = found
        return found

    def _earning_runs(
        self, kind: int, suit: int, cards: int, wild: int
    ) -> tuple[LayMeld, ...]:
        """Candidates: that the heap has twins enough is for the law to say."""
        near, many = self._near(kind, suit)
        key = (kind, suit, cards & near, wild)
        found = self.earning_runs.get(key)
        if found is None:
            found = tuple(self._runs_around(*key, many))
            if self._room(self.earning_runs):
                self.earning_runs[key] = found
        return found

    def _near(self, kind: int, suit: int) -> tuple[int, list[tuple[int, Pattern]]]:
        """The cards of a suit that runs around a card need, and the patterns, with
        their places, that need several other wild cards."""
        found = self.around.get((kind, suit))
        if found is None:
            near, many = 0, []
            for start, pattern in self._around(kind, suit):
                for offset in pattern.naturals:
                    near |= 15 << 4 * natural_kind(suit, start + offset)
                if len(pattern.wilds) - (pattern.goal in pattern.wilds) > 1:
                    many.append((start, pattern))
            found = self.around[kind, suit] = near, many
        return found

    def _runs_around(
        self,
        kind: int,
        suit: int,
        cards: int,
        wild: int,
        many: list[tuple[int, Pattern]],
    ) -> Iterator[LayMeld]:
        kinds = [k for k in self.wild_kinds if wild >> 4 * k & 15]
        for spare in (-1, *kinds):
            key = (kind, suit, spare)
            windows = self.earning.get(key)
            if windows is None:
                windows = self.earning[key] = list(self._earning_windows(*key))
            for need, move in windows:
                if cards & need == need:
                    yield move
        if many and size_of(wild) > 1:
            heap = cards & ~self.wild_mask | wild
            for start, pattern in many:
                for move in self._lay_pattern(suit, start, pattern, cards, heap):
                    if move.meld.kinds[pattern.goal] == kind:
                        yield move

    def _around(self, kind: int, suit: int) -> Iterator[tuple[int, Pattern]]:
        """The patterns that earn the pile, and where they can lie around a card."""
        own = kind & 3 == suit and kind != JOKER_KIND
        for pattern in goal_patterns(self.rules):
            starts: Sequence[int] = ()
            if pattern.goal in pattern.wilds:
                if can_be_wild(kind, self.rules):
                    starts = range(1, PLACES + 1)
            elif own:
                places = (kind >> 2) + 1, PLACES
                starts = [p - pattern.goal for p in places[: 2 if kind < 4 else 1]]
            for start in starts:
                if 1 <= start <= PLACES - pattern.length + 1:
                    yield start, pattern

    def _earning_windows(
        self, kind: int, suit: int, spare: int
    ) -> Iterator[tuple[int, LayMeld]]:
        """Runs around a card with one other wild card, or none for -1."""
        for start, pattern in self._around(kind, suit):
            others = [i for i in pattern.wilds if i != pattern.goal]
            if len(others) != (spare >= 0):
                continue
            kinds = [natural_kind(suit, start + i) for i in range(pattern.length)]
            need = pack([kinds[i] for i in pattern.naturals])
            clash = kinds[pattern.goal] == kind and pattern.goal in pattern.wilds
            kinds[pattern.goal] = kind
            for offset in others:
                clash = clash or kinds[offset] == spare
                kinds[offset] = spare
            run = Run(bytes(kinds), SUITS[suit], start)
            if not clash and meld_problem(run, self.rules) is None:
                yield need, LayMeld(run)


def _ranks_held(hand: int) -> int:
    """A bit, at the rank's lowest, for every rank of which a hand has a card."""
    some = hand | hand >> 1 | hand >> 2
    return (some | some >> 4 | some >> 8 | some >> 12) & _RANK_BITS


def _ranks_held_twice(hand: int) -> int:
    """The same for every rank of which a hand has two cards or more."""
    twins = (hand >> 1 | hand >> 2) & ONES
    some = (hand & ONES) | twins
    hearts, diamonds, clubs, spades = some, some >> 4, some >> 8, some >> 12
    two = (hearts & diamonds) | (clubs & spades)
    two |= (hearts | diamonds) & (clubs | spades)
    return (two | twins | twins >> 4 | twins >> 8 | twins >> 12) & _RANK_BITS
