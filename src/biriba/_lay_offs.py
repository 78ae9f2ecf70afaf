"""The lay-offs on the melds of a table, by the bits of the hand they depend on.

What can be laid off is remembered twice, for each meld: what a heap of cards leads to
(`Fits.ways`), and what all the cards of a hand that fit lead to (`Fits.moves`).
Listed are single cards, and the heaps that do together what no card of theirs does
alone: a natural card with the wild one that bridges to it or lies before it, and
outward along the suit what a ratio asks for. For one marked card, which earns the
pile, every larger meld is looked at, and listed is what no smaller lay-off leads to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, TypeGuard

import attrs

from biriba._meld import legal_mix
from biriba._options import Rules
from biriba.cards import (
    RANK_MASK,
    SUIT_MASKS,
    TWOS_MASK,
    holds,
    pack,
    size_of,
    unpack,
)
from biriba.melds import PLACES, Meld, Run, natural_kind, results_of
from biriba.moves import LayOff

TABLE_LIMIT: Final = 50_000
MELD_LIMIT: Final = 10_000
"""So many melds with their lay-offs take some 60 MB; few are seen in two deals."""

EXTRA: Final = 2
"""So many more wild cards than the places without a natural one need are tried."""


@attrs.frozen
class Fits:
    """The lay-offs on one meld: the cards that could ever be laid off on it, those
    that may fit it now with others and alone, what each heap of cards leads to, and
    what was listed."""

    index: int
    meld: Meld
    related: int
    mask: int
    alone: int
    ways: dict[int, tuple[LayOff, ...]] = attrs.field(factory=dict)
    moves: dict[int, tuple[LayOff, ...]] = attrs.field(factory=dict)


def _turns(meld: Meld) -> TypeGuard[Run]:
    """Whether the Two of the suit lies wild in a run, and may turn natural (G11)."""
    return isinstance(meld, Run) and 4 + meld.suit in [
        meld.kinds[i] for i in meld.wild_places
    ]


def _naturals(meld: Run) -> list[int]:
    """The places of a run's natural cards."""
    wild = meld.wild_places
    return [meld.start + i for i in range(len(meld)) if i not in wild]


def _picks(
    held: Sequence[int], naturals: int, spare: Sequence[int], wilds: int,
    heap: int, goal: int,
) -> Iterator[int]:  # fmt: skip
    """So many natural and so many wild cards of a heap, a certain one among them."""
    for some in combinations(held, naturals):
        laid = pack(some)
        for others in combinations(spare, wilds):
            added = laid + pack(others)
            if holds(added, goal) and holds(heap, added):
                yield added


def _firm(meld: Run, loose: Collection[int]) -> tuple[int, int]:
    """The first and the last place of a run whose cards are not loose."""
    low, high = meld.start, meld.end
    while low in loose:
        low += 1
    while high in loose:
        high -= 1
    return low, high


class LayOffs:
    """Finished lay-offs under a rule system."""

    def __init__(self, rules: Rules, wild_kinds: Sequence[int]) -> None:
        self.rules = rules
        self.wild_kinds = wild_kinds
        self.wild_mask = sum(15 << 4 * kind for kind in wild_kinds)
        limit = rules.wild.limit
        self.several_wild = limit is None or limit > 1
        # What counts of a card is whether it is there, but that a Two may be natural
        # and wild at once; and where a meld holds several wild cards, how many.
        self.twins = TWOS_MASK if rules.wild.twos else 0
        if self.several_wild:
            self.twins = -1
        self.fits: dict[tuple[int, Meld], Fits] = {}

    def add_fits(self, index: int, meld: Meld) -> Fits:
        """An empty table for the lay-offs on a meld, with the cards that may fit."""
        if isinstance(meld, Run):
            own = SUIT_MASKS[meld.suit]
        else:
            own = RANK_MASK << 16 * (meld.kinds[0] >> 2)
        related = own | self.wild_mask
        alone = self._near(meld, own, 0)
        if self._more_wild(meld, 0, 1):
            alone |= self.wild_mask
        if self._long_ways(meld):
            mask = related
        elif self._more_wild(meld, 1, 1):
            mask = self._near(meld, own, 1) | self.wild_mask
        else:
            mask = alone
        fits = Fits(index, meld, related, mask, alone)
        if len(self.fits) >= MELD_LIMIT:
            self.fits.clear()
        self.fits[index, meld] = fits
        return fits

    def _near(self, meld: Meld, own: int, more: int) -> int:
        """The cards that could fit a meld, with so many more wild ones beside them.

        `own` are those of its rank or suit.
        """
        if not isinstance(meld, Run):
            return own
        wild = meld.wild_places if self.rules.wild.relocate else ()
        places = [meld.start + index for index in wild]
        # A card next to the run fits, and one farther off for every wild card that
        # comes along or lies at an end, from where it may slide.
        low, high = _firm(meld, places)
        reach = 1 + more + (low - meld.start) + (meld.end - high)
        places += range(max(1, meld.start - reach), meld.start)
        places += range(meld.end + 1, min(PLACES, meld.end + reach) + 1)
        mask = 0
        for place in places:
            mask |= 15 << 4 * natural_kind(meld.suit, place)
        if wild and 4 + meld.suit in meld.kinds:
            # The Two of the suit may turn natural, far down, and make room.
            mask |= own | self.wild_mask
        return mask

    def _more_wild(self, meld: Meld, naturals: int, wilds: int) -> bool:
        """Whether a meld may have so many more natural and wild cards."""
        now = len(meld) - meld.wild_count
        return legal_mix(now + naturals, meld.wild_count + wilds, self.rules)

    def _long_ways(self, meld: Meld) -> bool:
        """Whether a wild card needs more than one natural card with it (P6)."""
        return self.rules.wild.naturals_per_wild is not None and not self._more_wild(
            meld, 1, 1
        )

    def fill_fits(self, fits: Fits, cards: int) -> tuple[LayOff, ...]:
        """The lay-offs on a meld from those cards of a hand that fit it."""
        meld, ways = fits.meld, fits.ways
        heaps = [1 << 4 * kind for kind in unpack(cards & fits.alone)]
        if isinstance(meld, Run):
            heaps += self._bridges(fits, meld, cards)
            heaps += self._with_two(meld, cards)
        found: list[LayOff] = []
        for added in dict.fromkeys(heaps):
            known = ways.get(added)
            found += self._add_way(fits, added) if known is None else known
        if self.several_wild and _turns(meld):
            # The Two may need several wild cards at once in the places it leaves.
            more = self._turned(meld, cards, None)
            found += [way for way in self._least(fits, more) if way not in found]
        entry = tuple(found)
        if len(fits.moves) < TABLE_LIMIT:
            fits.moves[cards] = entry
        return entry

    def _ways(self, fits: Fits, added: int) -> tuple[LayOff, ...]:
        known = fits.ways.get(added)
        return self._add_way(fits, added) if known is None else known

    def _add_way(self, fits: Fits, added: int) -> tuple[LayOff, ...]:
        """The lay-offs of exactly these cards on a meld."""
        results = results_of(fits.meld, added, self.rules)
        found = tuple([LayOff(fits.index, result) for result in results])
        if len(fits.ways) < TABLE_LIMIT:
            fits.ways[added] = found
        return found

    def _bridges(self, fits: Fits, meld: Run, cards: int) -> Iterator[int]:
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
        if not _turns(meld):
            return
        low = _naturals(meld)[0]
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
        slides: int,
    ) -> Iterator[int]:
        """Ways outward from an end of a run up to the first legal one.

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
            if results_of(meld, now, self.rules):
                if wilds:  # natural cards alone go one by one
                    yield now
            else:
                more = wilds + (kind != own)
                yield from self._outward(meld, heap, at + step, step, now, more, slides)
        if slides:
            yield from self._outward(
                meld, heap, at + step, step, added, wilds + 1, slides - 1
            )

    # --- Earning the pile ---

    def reachable(self, fits: Fits, heap: int) -> int:
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

    def lay_offs_with(self, fits: Fits, heap: int, kind: int) -> list[LayOff]:
        """The lay-offs with one card that lead where no smaller ones do."""
        meld = fits.meld
        if not (self.several_wild or _turns(meld)):
            alone = self._ways(fits, 1 << 4 * kind)
            if alone:
                return list(alone)
        return self._least(fits, self._every_way(meld, heap, kind))

    def _least(self, fits: Fits, heaps: Iterable[int]) -> list[LayOff]:
        """The lay-offs of some heaps, but for those that smaller ones lead to."""
        known: list[tuple[int, Meld]] = []
        found: list[LayOff] = []
        for added in sorted(set(heaps), key=size_of):
            for way in self._ways(fits, added):
                if not any(
                    added != first
                    and holds(added, first)
                    and way.result in results_of(on, added - first, self.rules)
                    for first, on in known
                ):
                    known.append((added, way.result))
                    found.append(way)
        return found

    def _every_way(self, meld: Meld, heap: int, kind: int) -> Iterator[int]:
        """What can be added with a card, for every larger meld that this may become.

        The natural cards of a run stay where they are (G10); the wild ones may lie
        anywhere, and the Two of the suit may turn natural in place 2 (G11).
        """
        if not isinstance(meld, Run):
            yield from self._larger_sets(meld, heap, kind)
            return
        yield from self._longer_runs(meld, _naturals(meld), meld.wild_count, heap, kind)
        if _turns(meld):
            yield from self._turned(meld, heap, kind)

    def _turned(self, meld: Run, heap: int, kind: int | None) -> Iterator[int]:
        """What can be added while the Two of the suit turns natural (G11)."""
        firm = _naturals(meld)
        if firm[0] > 2:
            wilds = meld.wild_count - 1
            yield from self._longer_runs(meld, [2, *firm], wilds, heap, kind)

    def _larger_sets(self, meld: Meld, heap: int, kind: int) -> Iterator[int]:
        rank = meld.kinds[0] >> 2
        goal = 1 << 4 * kind
        held = unpack(heap & RANK_MASK << 16 * rank)
        spare = [k for k in unpack(heap & self.wild_mask) if k >> 2 != rank]
        now = len(meld) - meld.wild_count
        most = self._most_wild(now + len(held), meld.wild_count + len(spare))
        for wilds in range(min(max(0, most - meld.wild_count), EXTRA) + 1):
            for naturals in range(len(held) + 1):
                if self._more_wild(meld, naturals, wilds):
                    yield from _picks(held, naturals, spare, wilds, heap, goal)

    def _longer_runs(
        self, meld: Run, firm: list[int], wilds: int, heap: int, kind: int | None
    ) -> Iterator[int]:
        """What can be added with a card (None: anything), to a run with natural cards
        in some places and so many wild ones besides."""
        options, suit = self.rules.melds, meld.suit
        goal = 0 if kind is None else 1 << 4 * kind
        first = 1 if options.ace_low else 2
        last = PLACES if options.ace_high else PLACES - 1
        held = [
            place
            for place in range(first, last + 1)
            if place not in firm and heap >> 4 * natural_kind(suit, place) & 15
        ]
        spare = unpack(heap & self.wild_mask)
        most = self._most_wild(len(firm) + len(held), wilds + len(spare))
        wild = goal & self.wild_mask and most > wilds
        if goal and not wild and kind not in [natural_kind(suit, p) for p in held]:
            return
        for start in range(firm[0], first - 1, -1):
            for end in range(firm[-1], min(last, start + options.longest_run - 1) + 1):
                inside = [natural_kind(suit, p) for p in held if start <= p <= end]
                empty = end - start + 1 - len(firm)
                bare = empty - len(inside)
                if bare > most:
                    break
                least = max(bare, wilds)
                for count in range(least, min(empty, most, least + EXTRA) + 1):
                    naturals, more = empty - count, count - wilds
                    if legal_mix(len(firm) + naturals, count, self.rules):
                        yield from _picks(inside, naturals, spare, more, heap, goal)

    def _most_wild(self, naturals: int, wilds: int) -> int:
        """How many of some wild cards a meld may have beside so many natural ones."""
        wild = self.rules.wild
        if wild.limit is not None:
            wilds = min(wilds, wild.limit)
        if wild.naturals_per_wild is not None:
            wilds = min(wilds, naturals // wild.naturals_per_wild)
        return wilds
