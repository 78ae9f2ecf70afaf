"""The tables behind `generation`: finished moves, by the bits they depend on.

A `Lists` (one for each rules, see `lists_of`) answers four questions: which smallest
melds a hand has (`add_melds`), what can be discarded (`discards`), what can be laid off
on one meld (`fill_fits`), and which lay-offs and new melds bring in a card that earns
the pile (`lay_offs_with`, `melds_with`). Answers are remembered in bounded tables; what
is not there yet is put together from *windows*: for every place in a suit, the cards
that a smallest run there needs, and the move. What the smallest melds look like follows
from the rules and is worked out once, as *patterns*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from functools import lru_cache
from itertools import combinations, product
from typing import Final

import attrs

from biriba._meld import legal_mix
from biriba._options import Rules
from biriba.cards import (
    JOKER_KIND,
    KINDS,
    ONES,
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
    Meld,
    Run,
    Set,
    can_be_wild,
    meld_problem,
    natural_kind,
    results_of,
)
from biriba.moves import Discard, LayMeld, LayOff, Move

SUIT_MASKS: Final = tuple(
    sum(15 << 4 * (4 * rank + suit) for rank in range(13)) for suit in range(4)
)
RANK_MASK: Final = 0xFFFF
TWOS_MASK: Final = 0xFFFF << 16
JOKER_MASK: Final = 15 << 4 * JOKER_KIND
RANK_BITS: Final = sum(1 << 16 * rank for rank in range(13))
_TABLE_LIMIT: Final = 50_000

DISCARDS: Final = tuple(Discard(Card.of_kind(kind)) for kind in range(53))


# --- The tables --------------------------------------------------------------------


@attrs.frozen
class _Pattern:
    """Which offsets of a run are natural and which wild; `goal` marks one of them."""

    naturals: tuple[int, ...]
    wilds: tuple[int, ...]
    goal: int = -1

    @property
    def length(self) -> int:
        return len(self.naturals) + len(self.wilds)


@attrs.frozen
class _Fits:
    """The lay-offs on one meld: the cards that could ever be laid off on it, those
    that may fit it now, what each heap of cards leads to, and what was listed."""

    index: int
    meld: Meld
    related: int
    mask: int
    ways: dict[int, tuple[LayOff, ...]] = attrs.field(factory=dict)
    moves: dict[int, tuple[LayOff, ...]] = attrs.field(factory=dict)


@lru_cache(maxsize=32)
def lists_of(rules: Rules) -> Lists:
    """The tables of a rule system."""
    return Lists(rules)


class Lists:
    """Finished moves, by the bits of the hand that they depend on."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.wild_kinds = [k for k in range(KINDS) if can_be_wild(k, rules)]
        self.wild_mask = sum(15 << 4 * kind for kind in self.wild_kinds)
        self.patterns = list(_run_patterns(rules))
        self.set_patterns = list(_set_patterns(rules))
        self.many_wild = any(len(p.wilds) > 1 for p in self.patterns) or any(
            wilds > 1 for _, wilds in self.set_patterns
        )
        limit = rules.wild.limit
        self.several_wild = limit is None or limit > 1
        # What counts of a card is whether it is there, but that a Two may be natural
        # and wild at once, and of wild cards there may be use for several.
        self.twins = TWOS_MASK if rules.wild.twos else 0
        if self.several_wild:
            self.twins = -1
        # A rank with a single natural card makes no set, unless a house rule says so.
        self.single_sets = rules.wild.min_naturals < 2
        # With more cards than this, no listed move leaves fewer than two.
        longest = [3, *(p.length for p in self.patterns)]
        longest += [a + b for a, b in self.set_patterns]
        self.short = PLACES if rules.wild.naturals_per_wild else max(longest) + 1

        self.clean_runs: dict[int, tuple[LayMeld, ...]] = {}
        self.wild_runs: dict[tuple[int, int], tuple[LayMeld, ...]] = {}
        self.clean_sets: dict[tuple[int, int], tuple[LayMeld, ...]] = {}
        self.wild_sets: dict[tuple[int, int, int], tuple[LayMeld, ...]] = {}
        self.thrown: dict[int, tuple[Discard, ...]] = {}
        self.fits: dict[tuple[int, Meld], _Fits] = {}
        self.earning: dict[tuple[int, int, int], list[tuple[int, LayMeld]]] = {}
        self.earning_runs: dict[tuple[int, int, int, int], tuple[LayMeld, ...]] = {}
        self.around: dict[tuple[int, int], tuple[int, list[tuple[int, _Pattern]]]] = {}
        self.earning_sets: dict[tuple[int, int, int, int], tuple[LayMeld, ...]] = {}
        self.windows: dict[tuple[int, int], list[tuple[int, LayMeld]]] = {}
        for suit in range(rules.deal.suits):
            self.windows[suit, -1] = list(self._windows(suit, -1))
            for kind in self.wild_kinds:
                self.windows[suit, kind] = list(self._windows(suit, kind))

    def _room(self, table: Sized) -> bool:
        return len(table) < _TABLE_LIMIT

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
        ranks = _ranks_held(hand) if self.single_sets else _ranks_held_twice(hand)
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
        self, suit: int, start: int, pattern: _Pattern, cards: int, heap: int
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

    # --- Lay-offs ---

    def add_fits(self, index: int, meld: Meld) -> _Fits:
        """An empty table for the lay-offs on a meld, with the cards that may fit."""
        if isinstance(meld, Run):
            related = SUIT_MASKS[meld.suit] | self.wild_mask
        else:
            related = RANK_MASK << 16 * (meld.kinds[0] >> 2) | self.wild_mask
        fits = _Fits(index, meld, related, self._fitting(meld, related))
        if not self._room(self.fits):
            self.fits.clear()
        self.fits[index, meld] = fits
        return fits

    def _fitting(self, meld: Meld, related: int) -> int:
        """The cards that could fit a meld, alone or in a bridge; rather too many."""
        more = self._more_wild(meld, 1, 1)
        if not isinstance(meld, Run):
            rank = RANK_MASK << 16 * (meld.kinds[0] >> 2)
            ratio = self.rules.wild.naturals_per_wild is not None
            return related if ratio or self._more_wild(meld, 0, 1) else rank
        own_two = 4 + meld.suit
        if self._long_ways(meld):
            return related
        # A card next to the run fits, and one farther off for every wild card that
        # may slide or come along.
        reach = 1 + meld.wild_count + more
        mask = 0
        low, high = max(1, meld.start - reach), min(PLACES, meld.end + reach)
        for place in range(low, high + 1):
            mask |= 15 << 4 * natural_kind(meld.suit, place)
        if own_two in meld.kinds and meld.wild_count:
            return related
        return mask | self.wild_mask if more else mask

    def _more_wild(self, meld: Meld, naturals: int, wilds: int) -> bool:
        """Whether a meld may have so many more natural and wild cards."""
        now = len(meld) - meld.wild_count
        return legal_mix(now + naturals, meld.wild_count + wilds, self.rules)

    def _long_ways(self, meld: Meld) -> bool:
        """Whether a wild card needs more than one natural card with it (P6)."""
        return self.rules.wild.naturals_per_wild is not None and not self._more_wild(
            meld, 1, 1
        )

    def fill_fits(self, fits: _Fits, cards: int) -> tuple[LayOff, ...]:
        """The lay-offs on a meld from those cards of a hand that fit it."""
        meld, ways = fits.meld, fits.ways
        heaps = [1 << 4 * kind for kind in unpack(cards)]
        if isinstance(meld, Run):
            heaps += self._bridges(fits, meld, cards)
            heaps += self._with_two(meld, cards)
        found: list[LayOff] = []
        for added in dict.fromkeys(heaps):
            known = ways.get(added)
            found += self._add_way(fits, added) if known is None else known
        entry = tuple(found)
        if self._room(fits.moves):
            fits.moves[cards] = entry
        return entry

    def _ways(self, fits: _Fits, added: int) -> tuple[LayOff, ...]:
        known = fits.ways.get(added)
        return self._add_way(fits, added) if known is None else known

    def _add_way(self, fits: _Fits, added: int) -> tuple[LayOff, ...]:
        """The lay-offs of exactly these cards on a meld."""
        results = results_of(fits.meld, added, self.rules)
        found = tuple([LayOff(fits.index, result) for result in results])
        if self._room(fits.ways):
            fits.ways[added] = found
        return found

    def _bridges(self, fits: _Fits, meld: Run, cards: int) -> Iterator[int]:
        """Heaps of cards that do what no single card can.

        A natural card with the wild card that bridges to it, or that comes to lie
        before one it sets free; and, where a ratio asks for more natural cards than
        that, on outward until the run is legal again.
        """
        if self._more_wild(meld, 1, 1):
            wilds = [1 << 4 * k for k in self.wild_kinds if cards >> 4 * k & 15]
            if not wilds:
                return
            for kind in dict.fromkeys(unpack(cards & SUIT_MASKS[meld.suit])):
                one = 1 << 4 * kind
                # A natural card and a wild one together do more than in turn.
                if meld.wild_count or not self._ways(fits, one):
                    yield from [
                        one + w for w in wilds if one != w or holds(cards, one + w)
                    ]
        elif self._long_ways(meld):
            yield from self._freeing(meld, cards)
            for step in (-1, 1):
                edge = meld.end if step > 0 else meld.start
                far = 0 if step > 0 else len(meld) - 1
                slides = self.rules.wild.relocate and far in meld.wild_places
                yield from self._outward(
                    meld, cards, edge + step, step, 0, 0, int(slides)
                )

    def _freeing(self, meld: Run, cards: int) -> Iterator[int]:
        """A natural card that frees a wild one, with another wild one and what the
        ratio asks for it: together they may lie in an order that in turn they cannot.
        """
        own = list(dict.fromkeys(unpack(cards & SUIT_MASKS[meld.suit])))
        for place in meld.wild_places:
            one = 1 << 4 * natural_kind(meld.suit, meld.start + place)
            for other in own if holds(cards, one) else ():
                for wild in self.wild_kinds:
                    added = one + (1 << 4 * other) + (1 << 4 * wild)
                    if holds(cards, added):
                        yield added

    def _with_two(self, meld: Run, cards: int) -> Iterator[int]:
        """Heaps that lead down to the run's own Two, which lies wild, and past a gap.

        The Two turns natural in place 2 and leaves the room for another wild card,
        which it would not, were the natural cards laid one by one (G11).
        """
        if 4 + meld.suit not in [meld.kinds[i] for i in meld.wild_places]:
            return
        wild = set(meld.wild_places)
        low = meld.start + next(i for i in range(len(meld)) if i not in wild)
        for gap in range(3, low):
            need = pack([natural_kind(meld.suit, p) for p in range(3, low) if p != gap])
            for kind in self.wild_kinds:
                added = need + (1 << 4 * kind)
                if holds(cards, added):
                    yield added

    def _outward(
        self,
        meld: Run,
        heap: int,
        at: int,
        step: int,
        added: int,
        wilds: int,
        slides: int = 0,
    ) -> Iterator[int]:
        """Ways outward from an end of a run up to the first legal one."""
        if not 1 <= at <= PLACES or wilds > self._room_for_wild(meld):
            return
        own = natural_kind(meld.suit, at)
        for kind in dict.fromkeys([own, *self.wild_kinds]):
            now = added + (1 << 4 * kind)
            if not holds(heap, now):
                continue
            if results_of(meld, now, self.rules):
                if wilds:
                    yield now
            else:
                more = wilds + (kind != own)
                yield from self._outward(meld, heap, at + step, step, now, more, slides)

        # --- Earning the pile ---
        if slides:
            # One of the run's own wild cards slides here from its end.
            yield from self._outward(
                meld, heap, at + step, step, added, wilds + 1, slides - 1
            )

    def reachable(self, fits: _Fits, heap: int) -> int:
        """The cards that a lay-off from a heap might bring in; rather too many."""
        meld, mask = fits.meld, fits.mask
        if isinstance(meld, Run):
            # Outward from both ends, over the cards of the heap and some wild ones.
            room = self._room_for_wild(meld) + meld.wild_count
            for step, place in ((-1, meld.start - 1), (1, meld.end + 1)):
                left = room
                while 1 <= place <= PLACES:
                    kind = natural_kind(meld.suit, place)
                    mask |= 15 << 4 * kind
                    if not heap >> 4 * kind & 15:
                        left -= 1
                        if left < 0:
                            break
                    place += step
        return mask

    def _room_for_wild(self, meld: Meld) -> int:
        """How many more wild cards a meld could ever hold."""
        wild = self.rules.wild
        room = PLACES if wild.limit is None else wild.limit
        if wild.naturals_per_wild is not None:
            room = min(room, PLACES // (wild.naturals_per_wild + 1))
        return max(0, room - meld.wild_count)

    def lay_offs_with(self, fits: _Fits, heap: int, kind: int) -> list[LayOff]:
        """The smallest lay-offs on a meld that include one card."""
        meld, goal = fits.meld, 1 << 4 * kind
        heaps: list[int] = []
        if self._ways(fits, goal):
            heaps.append(goal)
        elif isinstance(meld, Run) and kind & 3 == meld.suit and kind != JOKER_KIND:
            heaps += self._outward_to(meld, heap, goal)
        if isinstance(meld, Run):
            heaps += [w for w in self._with_two(meld, heap) if holds(w, goal)]
        if self.several_wild:
            heaps += self._together(meld, heap, kind)
        found: list[LayOff] = []
        for added in dict.fromkeys(heaps):
            found += self._ways(fits, added)
        return found

    def _together(self, meld: Meld, heap: int, kind: int) -> Iterator[int]:
        """A card and one or two others, where a meld holds several wild cards.

        A wild card may need more natural ones, on either side of a run; a natural one
        may need a wild one, and more natural ones for that.
        """
        if isinstance(meld, Run):
            places = range(max(1, meld.start - 3), min(PLACES, meld.end + 3) + 1)
            wild = {meld.start + index for index in meld.wild_places}
            near = [
                natural_kind(meld.suit, place)
                for place in places
                if place in wild or not meld.start <= place <= meld.end
            ]
        else:
            near = [4 * (meld.kinds[0] >> 2) + suit for suit in range(4)] * 2
        near = [k for k in near if heap >> 4 * k & 15]
        others = near + [k for k in self.wild_kinds if heap >> 4 * k & 15]
        goal = 1 << 4 * kind
        for count in (1, 2):
            for some in combinations(others, count):
                added = goal + pack(some)
                if holds(heap, added):
                    yield added

    def _outward_to(self, meld: Run, heap: int, goal: int) -> Iterator[int]:
        """Ways outward from either end of a run to a natural card.

        Wild cards at the ends are free to slide, those inside when the natural card
        for their place comes in.
        """
        low, high = meld.start, meld.end
        slides, inside = 0, []
        if self.rules.wild.relocate:
            wild = {meld.start + index for index in meld.wild_places}
            while low in wild:
                low += 1
            while high in wild:
                high -= 1
            inner = [place for place in wild if low < place < high]
            slides = len(wild) - len(inner)
            inside = [natural_kind(meld.suit, place) for place in inner]
            inside = [kind for kind in inside if heap >> 4 * kind & 15]
        for count in range(len(inside) + 1):
            for freed in combinations(inside, count):
                for at, step in ((low - 1, -1), (high + 1, 1)):
                    yield from self._towards(
                        meld, heap, at, step, pack(freed), goal, 0, slides + count
                    )

    def _towards(
        self,
        meld: Run,
        heap: int,
        at: int,
        step: int,
        added: int,
        goal: int,
        wilds: int,
        slides: int,
    ) -> Iterator[int]:
        """Ways outward up to the first legal one that has the goal.

        Each place takes its natural card, a wild one, or one of the run's own wild
        cards that slides there.
        """
        if not 1 <= at <= PLACES or wilds > self._room_for_wild(meld):
            return
        own = natural_kind(meld.suit, at)
        for kind in dict.fromkeys([own, *self.wild_kinds]):
            now = added + (1 << 4 * kind)
            if not holds(heap, now):
                continue
            if holds(now, goal) and results_of(meld, now, self.rules):
                yield now
            else:
                yield from self._towards(
                    meld,
                    heap,
                    at + step,
                    step,
                    now,
                    goal,
                    wilds + (kind != own),
                    slides,
                )
        if slides:
            yield from self._towards(
                meld, heap, at + step, step, added, goal, wilds, slides - 1
            )

    def melds_with(self, kind: int, heap: int) -> list[LayMeld]:
        """The smallest new melds that include one card and earn the pile with it."""
        present = (heap | heap >> 1 | heap >> 2) & ONES
        wild = heap & self.wild_mask
        # A card that cannot be wild belongs to one suit and one rank.
        anywhere = can_be_wild(kind, self.rules)
        found: list[LayMeld] = []
        for suit in range(4) if anywhere else (kind & 3,):
            cards = present & SUIT_MASKS[suit]
            if cards & (cards - 1):
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
            patterns = [
                (max(count, least), wilds) for count, wilds in self.set_patterns
            ]
            patterns = [p for p in dict.fromkeys(patterns) if natural or p[1]]
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

    def _near(self, kind: int, suit: int) -> tuple[int, list[tuple[int, _Pattern]]]:
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
        many: list[tuple[int, _Pattern]],
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

    def _around(self, kind: int, suit: int) -> Iterator[tuple[int, _Pattern]]:
        """The patterns that earn the pile, and where they can lie around a card."""
        own = kind & 3 == suit and kind != JOKER_KIND
        for pattern in _goal_patterns(self.rules):
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
    return (some | some >> 4 | some >> 8 | some >> 12) & RANK_BITS


def _ranks_held_twice(hand: int) -> int:
    """The same for every rank of which a hand has two cards or more."""
    twins = (hand >> 1 | hand >> 2) & ONES
    some = (hand & ONES) | twins
    hearts, diamonds, clubs, spades = some, some >> 4, some >> 8, some >> 12
    two = (hearts & diamonds) | (clubs & spades)
    two |= (hearts | diamonds) & (clubs | spades)
    return (two | twins | twins >> 4 | twins >> 8 | twins >> 12) & RANK_BITS


# --- Patterns ----------------------------------------------------------------------


def _set_patterns(rules: Rules) -> Iterator[tuple[int, int]]:
    """The smallest legal mixes of natural and wild cards in a set."""
    if not rules.melds.sets:
        return
    found: list[tuple[int, int]] = []
    for size in range(3, PLACES + 1):
        for wilds in range(size):
            mix = (size - wilds, wilds)
            if legal_mix(*mix, rules) and not any(
                a <= mix[0] and b <= mix[1] for a, b in found
            ):
                found.append(mix)
                yield mix


def _run_patterns(rules: Rules) -> Iterator[_Pattern]:
    """The smallest legal patterns of a run: none holds a shorter one.

    Under the published systems these are three cards long; a house rule that asks
    for more natural cards makes longer ones necessary.
    """
    # Each string is a run so far, True for a natural card; only those that are not
    # legal yet, and hold no legal part, are grown.
    open_ones: list[tuple[bool, ...]] = [()]
    for _ in range(rules.melds.longest_run):
        grown: list[tuple[bool, ...]] = []
        for old in open_ones:
            for natural in (True, False):
                new = (*old, natural)
                if not legal_mix(PLACES, new.count(False), rules):
                    continue
                if any(_legal_string(new[i:], rules) for i in range(1, len(new) - 2)):
                    continue
                if _legal_string(new, rules):
                    yield _pattern(new)
                else:
                    grown.append(new)
        open_ones = grown


def _legal_string(string: tuple[bool, ...], rules: Rules) -> bool:
    return len(string) >= 3 and legal_mix(
        string.count(True), string.count(False), rules
    )


def _pattern(string: tuple[bool, ...], goal: int = -1) -> _Pattern:
    return _Pattern(
        tuple(i for i, natural in enumerate(string) if natural),
        tuple(i for i, natural in enumerate(string) if not natural),
        goal,
    )


@lru_cache(maxsize=32)
def _goal_patterns(rules: Rules) -> tuple[_Pattern, ...]:
    """The smallest patterns around one marked card that earn the pile (P5, T6).

    Legal, with enough natural cards besides the marked one, and without a shorter
    such part around it. Seven places are enough for a card that a ratio of two
    keeps at the far end of two wild ones.
    """
    least = rules.pile.hand_naturals

    def earns(string: tuple[bool, ...], goal: int) -> bool:
        return (
            _legal_string(string, rules) and string.count(True) - string[goal] >= least
        )

    found: list[_Pattern] = []
    for length in range(3, min(7, rules.melds.longest_run) + 1):
        for string in product((True, False), repeat=length):
            for goal in range(length):
                if earns(string, goal) and not any(
                    earns(string[a:b], goal - a)
                    for a in range(goal + 1)
                    for b in range(goal + 1, length + 1)
                    if b - a < length
                ):
                    found.append(_pattern(string, goal))
    return tuple(found)
