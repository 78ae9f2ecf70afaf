"""A bound on what a hand can bring: every suit and every rank plays for itself.

For :mod:`biriba.best`. Suits and ranks compete for the natural cards that runs leave
over for sets, and all of them for the wild cards. Here they do not share but trade:
a suit is paid a price for every card it leaves over, a set pays it, and whoever uses a
wild card pays for that. Whatever the prices, no laying brings more than the sum of
what each can make (Lagrangian relaxation); good prices are those under which what is
wanted is about what there is.
"""

from __future__ import annotations

from itertools import accumulate
from operator import itemgetter
from typing import Final, TypeAlias

import attrs

from biriba._laying import END, SetTable, SuitRuns

_ROUNDS: Final = 16
# A step with its price: the state it leads to, the wild cards it takes, the natural
# cards left over, what it is worth, what it changes in the bound, what happens.
Move: TypeAlias = tuple[int, int, int, int, int, tuple[int, ...]]


@attrs.frozen
class WildWorth:
    """What wild cards bring: wherever they lie, the dear ones go first.

    Where jokers and Twos are worth the same, none counts as dear.
    """

    supply: int
    dear: int
    dear_worth: int
    cheap_worth: int
    jokers_dear: bool

    @classmethod
    def of(cls, jokers: int, joker: int, twos: int, two: int) -> WildWorth:
        """From how many jokers and wild Twos there are and what each is worth."""
        dear = 0 if joker == two else jokers if joker > two else twos
        return cls(jokers + twos, dear, max(joker, two), min(joker, two), joker > two)

    def paid(self, dear: int, more: int) -> int:
        """The points of so many more wild cards, with so many dear ones used before."""
        first = min(more, self.dear - dear)
        return first * self.dear_worth + (more - first) * self.cheap_worth

    def use(
        self, gained: int, dear: int, used: int, more: int
    ) -> tuple[int, tuple[int, int]]:
        """Add the points of more wild cards; the dear ones and all used then."""
        first = min(more, self.dear - dear)
        gained += first * self.dear_worth + (more - first) * self.cheap_worth
        return gained, (dear + first, used + more)


class Bound:
    """The bound at the best prices found, and what it says of each part.

    `bound` is that of the whole hand. `tables` says for each suit, place and state
    what its runs can still bring, `terms` for each place what the sets from there on
    bring, `to_come` what the wild cards not yet used do, by the dear and all used.
    `moves` are the steps of each suit, by place and state, those that keep to the
    bound last.
    """

    def __init__(
        self,
        runs: list[SuitRuns],
        sets: list[SetTable],
        wilds: WildWorth,
        twos_at: int,
    ) -> None:
        """`twos_at` is the place at which sets are of wild Twos; 0 if none is."""
        self._runs = runs
        self._sets = sets
        self._wilds = wilds
        self._twos_at = twos_at
        self._find_prices()
        self.moves = self._moves()
        self.to_come = {
            (dear, used): max(
                [
                    wilds.paid(dear, n) + self.wild_price * n
                    for n in range(wilds.supply - used + 1)
                ]
            )
            for used in range(wilds.supply + 1)
            for dear in range(min(used, wilds.dear) + 1)
        }

    def left_to_come(self, used: int) -> int:
        """What all the wild cards bring, those used included."""
        wilds = self._wilds
        return max(
            [
                wilds.paid(0, n) + self.wild_price * (n - used)
                for n in range(used, wilds.supply + 1)
            ]
        )

    def _dearest(self, run: SuitRuns) -> list[int]:
        """For each card the most that a set can pay for it."""
        return [
            max([0] + [v[0] // n for (n, _), v in table.items() if n])
            if run.counts[place] and place != self._twos_at
            else 0
            for place, table in enumerate(self._sets)
        ]

    def _find_prices(self) -> None:
        """Step by step to better prices.

        The bound is a convex function of the prices. Each round steps against its
        slope, with some of the last direction kept, towards a bound a little below the
        best yet, and less below it after that has proved too bold three times.
        """
        zeros = [[0] * (END + 1) for _ in self._runs]
        prices, wild_price = [self._dearest(run) for run in self._runs], 0
        bound, slopes, wild_slope = self._try(prices, wild_price)
        self._keep(bound, prices, wild_price)
        best = prices, wild_price, slopes, wild_slope
        ambition, way, wild_way, fails = bound // 10, zeros, 0, 0
        for _ in range(_ROUNDS):
            way = [
                [old // 2 + 16 * new for old, new in zip(a, b, strict=True)]
                for a, b in zip(way, slopes, strict=True)
            ]
            wild_way = wild_way // 2 + 16 * wild_slope
            norm = wild_way**2 + sum([d * d for row in way for d in row])
            if not norm:
                return
            step = 16 * (bound - self.bound + ambition)
            prices = [
                [max(0, p + d * step // norm) for p, d in zip(own, row, strict=True)]
                for own, row in zip(prices, way, strict=True)
            ]
            wild_price += wild_way * step // norm
            bound, slopes, wild_slope = self._try(prices, wild_price)
            fails = 0 if bound < self.bound - ambition // 20 else fails + 1
            if bound < self.bound:
                self._keep(bound, prices, wild_price)
                best = prices, wild_price, slopes, wild_slope
            if fails == 3:
                prices, wild_price, slopes, wild_slope = best
                bound, ambition = self.bound, ambition * 3 // 5
                way, wild_way, fails = zeros, 0, 0

    def _try(
        self, prices: list[list[int]], wild_price: int
    ) -> tuple[int, list[list[int]], int]:
        """The bound at some prices, and its slope there, downwards."""
        wilds = self._wilds
        self._tables = [
            run.values(own, wild_price)
            for run, own in zip(self._runs, prices, strict=True)
        ]
        self._terms, wanted, slopes = self._set_terms(prices, wild_price)
        most, unsold = max(
            [(wilds.paid(0, n) + wild_price * n, -n) for n in range(wilds.supply + 1)]
        )
        for run, table, own, slope in zip(
            self._runs, self._tables, prices, slopes, strict=True
        ):
            wanted += run.demand(table, own, wild_price, slope)
        bound = sum([table[1][0] for table in self._tables]) + sum(self._terms) + most
        return bound, slopes, wanted + unsold

    def _keep(self, bound: int, prices: list[list[int]], wild_price: int) -> None:
        self.bound = bound
        self.prices, self.wild_price = prices, wild_price
        self.tables = self._tables
        self.terms = [sum(self._terms[place:]) for place in range(END + 2)]

    def _set_terms(
        self, prices: list[list[int]], wild_price: int
    ) -> tuple[list[int], int, list[list[int]]]:
        """What the sets of each place bring, the wild and natural cards they take."""
        terms, wanted = [], 0
        taken = [[0] * (END + 1) for _ in self._runs]
        for place, table in enumerate(self._sets):
            if len(table) == 1:
                terms.append(0)
                continue
            if place == self._twos_at:
                worth, n, w = max(
                    [(v[0] - wild_price * (w + n), n, w) for (n, w), v in table.items()]
                )
                terms.append(worth)
                wanted += w + n
                continue
            offers = sorted(
                (own[place], index)
                for index, (run, own) in enumerate(zip(self._runs, prices, strict=True))
                for _ in range(run.counts[place])
            )
            costs = [0, *accumulate([price for price, _ in offers])]
            worth, n, w = max(
                [
                    (v[0] - costs[n] - wild_price * w, n, w)
                    for (n, w), v in table.items()
                ]
            )
            terms.append(worth)
            wanted += w
            for _, index in offers[:n]:
                taken[index][place] += 1
        return terms, wanted, taken

    def _moves(self) -> list[list[list[list[Move]]]]:
        """The steps of each suit with what they take from the bound, best last."""
        found = []
        for run, values, prices in zip(
            self._runs, self.tables, self.prices, strict=True
        ):
            suit: list[list[list[Move]]] = []
            for place, table in enumerate(run.steps):
                after, price = values[place + 1], prices[place]
                rows = []
                for steps, most in zip(table, values[place], strict=True):
                    row = []
                    for to, _, need, over, worth, what in steps:
                        change = worth + over * price + after[to] - most
                        row.append((to, need, over, worth, change, what))
                    rows.append(sorted(row, key=itemgetter(4)))
                suit.append(rows)
            found.append(suit)
        return found
