"""The lay-offs on the melds of a table, by the bits of the hand they depend on.

What can be laid off is remembered twice, for each meld: what a heap of cards leads to
(`Fits.ways`), and what all the cards of a hand that fit lead to (`Fits.moves`).
Listed are single cards, and the heaps that do together what no card of theirs does
alone: a natural card with the wild one that bridges to it or lies before it, and
outward along the suit what a ratio asks for. The same for one marked card, which
earns the pile.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Final

import attrs

from biriba._meld import legal_mix
from biriba._options import Rules
from biriba.cards import (
    JOKER_KIND,
    RANK_MASK,
    SUIT_MASKS,
    TWOS_MASK,
    holds,
    pack,
    unpack,
)
from biriba.melds import PLACES, Meld, Run, natural_kind, results_of
from biriba.moves import LayOff

TABLE_LIMIT: Final = 50_000
MELD_LIMIT: Final = 10_000
"""So many melds with their lay-offs take some 60 MB; few are seen in two deals."""


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
        # and wild at once, and of wild cards there may be use for several.
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
        slides: int,
        goal: int = 0,
    ) -> Iterator[int]:
        """Ways outward from an end of a run up to the first legal one.

        With a goal, up to the first that has it. Each place takes its natural card, a
        wild one, or one of the run's own wild cards that slides there.
        """
        if not 1 <= at <= PLACES or wilds > self._room_for_wild(meld):
            return
        own = natural_kind(meld.suit, at)
        for kind in dict.fromkeys([own, *self.wild_kinds]):
            now = added + (1 << 4 * kind)
            if not holds(heap, now):
                continue
            if holds(now, goal) and results_of(meld, now, self.rules):
                if goal or wilds:  # natural cards alone go one by one
                    yield now
            else:
                more = wilds + (kind != own)
                yield from self._outward(
                    meld, heap, at + step, step, now, more, slides, goal
                )
        if slides:
            more = wilds if goal else wilds + 1
            yield from self._outward(
                meld, heap, at + step, step, added, more, slides - 1, goal
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
        """The smallest lay-offs on a meld that include one card."""
        meld, goal = fits.meld, 1 << 4 * kind
        heaps: list[int] = []
        if goal & fits.alone and self._ways(fits, goal):
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
        helpful = self.wild_mask
        if isinstance(meld, Run):
            places = range(max(1, meld.start - 3), min(PLACES, meld.end + 3) + 1)
            wild = {meld.start + index for index in meld.wild_places}
            near = [
                natural_kind(meld.suit, place)
                for place in places
                if place in wild or not meld.start <= place <= meld.end
            ]
            for place in wild:
                helpful |= 15 << 4 * natural_kind(meld.suit, place)
        else:
            near = [4 * (meld.kinds[0] >> 2) + suit for suit in range(4)] * 2
        near = [k for k in near if heap >> 4 * k & 15]
        others = near + [k for k in self.wild_kinds if heap >> 4 * k & 15]
        goal = 1 << 4 * kind
        for count in (1, 2):
            for some in combinations(others, count):
                added = goal + pack(some)
                # Natural cards that set no wild one free go one by one.
                if added & helpful and holds(heap, added):
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
            low, high = _firm(meld, wild)
            inner = [place for place in wild if low < place < high]
            slides = len(wild) - len(inner)
            inside = [natural_kind(meld.suit, place) for place in inner]
            inside = [kind for kind in inside if heap >> 4 * kind & 15]
        for count in range(len(inside) + 1):
            for freed in combinations(inside, count):
                for at, step in ((low - 1, -1), (high + 1, 1)):
                    yield from self._outward(
                        meld, heap, at, step, pack(freed), 0, slides + count, goal
                    )
