"""The best that a hand can lay down at once: what is worth most, exactly.

A laying is a choice of melds from the hand, each legal by itself (G5–G8), worth the
points of its cards and its bonuses (G14). Runs tie together the cards of one suit,
sets the cards of one rank, and wild cards everything; so the suits are searched place
by place, all four side by side, with the sets of a rank settled once every suit has
said how many cards of that rank its runs leave over. How a suit's runs may go on is
worked out once for each suit (``SuitRuns``).

The search is A*: what is still to come is bounded from above by letting every suit
play for itself, with prices for cards left over for sets and for wild cards. Any
prices give a true bound, so the answer is exact; a few rounds of adjusting them make
the bound sharp, and the search short. All values are integers, 64 to a point.

This module knows nothing of turns: whether a seat may go out with such a laying is
asked of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final, TypeAlias

import attrs

from biriba._laying import (
    CLOSE,
    END,
    FRESH,
    NATURAL,
    NEVER,
    OpenRun,
    SuitRuns,
    grain_of,
    sets_of_rank,
    units,
)
from biriba._options import Rules, checked
from biriba.cards import JOKER_KIND, Cards, CardsLike, Rank, Suit
from biriba.errors import InvalidState
from biriba.melds import PLACES, Meld, Run, Set, card_points, natural_kind
from biriba.points import Points, simple
from biriba.scoring import bonus_of

__all__ = ["LARGEST_HAND", "BestLay", "best"]

LARGEST_HAND: Final = 60
"""The most cards that :func:`best` looks at; no hand in play comes near it."""

_ROUNDS: Final = 10


@attrs.frozen
class BestLay:
    """A laying of highest worth.

    `melds` are the melds, the most valuable first; `points` what their cards and
    bonuses come to; `left` the cards that stay in the hand.
    """

    melds: tuple[Meld, ...]
    points: Points
    left: Cards


def best(
    cards: CardsLike, rules: Rules, *, bonus_suit: Suit | str | None = None
) -> BestLay:
    """The highest-scoring way to lay a hand down at once (G5–G8, G14).

    Card points and bonuses count; what stays in the hand counts nothing. Of layings
    worth the same, the answer is always the same one.

    Raises:
        NotationError: if text in it is no card, or the bonus suit's text no suit.
        InvalidRules: if `rules` are none.
        InvalidState: if there are more than 60 cards, or more than 7 twins.

    >>> from biriba import rules
    >>> lay = best("5h 6h 8h 8d 8c Jk 2h Kd", rules.CLASSIC_5000)
    >>> [str(meld) for meld in lay.melds], lay.points, str(lay.left)
    (['8h 8d 8c Jk', '2h 5h 6h'], 70, 'Kd')
    """
    hand = Cards.of(cards)
    checked(rules)
    if isinstance(bonus_suit, str):
        bonus_suit = Suit.parse(bonus_suit)
    if len(hand) > LARGEST_HAND:
        raise InvalidState([f"more than {LARGEST_HAND} cards in a hand"])
    melds = _Search(hand.packed, rules, bonus_suit).melds()
    worths = [
        card_points(meld.packed, rules) + bonus_of(meld, rules, bonus_suit)[1]
        for meld in melds
    ]
    order = sorted(range(len(melds)), key=lambda i: (-worths[i], str(melds[i])))
    laid = sum(meld.packed for meld in melds)
    return BestLay(
        tuple(melds[i] for i in order),
        simple(sum(worths)),
        Cards(hand.packed - laid),
    )


# --- The search --------------------------------------------------------------------

# A node: the place, how many suits have had it, the state of each suit, the natural
# cards left over at this place, the wild cards used of no particular kind, the jokers
# set down for good, and the Twos still there: by suit up to place 2, in all after.
_Node: TypeAlias = tuple[int, int, tuple[int, ...], int, int, int, tuple[int, ...]]
# How a node came about: the step of a suit and the kinds of its wild cards where they
# are fixed, or the sets of a rank and the jokers and Twos in them.
_How: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


class _Search:
    def __init__(self, packed: int, rules: Rules, bonus_suit: Suit | None) -> None:
        self.rules = rules
        held = [packed >> 4 * kind & 15 for kind in range(JOKER_KIND + 1)]
        values = rules.prices.cards
        self.wild_twos = rules.wild.twos
        self.jokers = held[JOKER_KIND]
        self.twos = tuple(held[4:8]) if self.wild_twos else (0, 0, 0, 0)
        self.supply = self.jokers + sum(self.twos)
        self.joker_worth = units(values.joker)
        self.two_worth = units(values.two)
        self.held = held
        self.grain = grain_of(rules)
        suits = [
            suit
            for suit in range(4)
            if any(held[4 * rank + suit] for rank in range(13))
        ]
        self.suits = suits
        self.runs = [
            SuitRuns(
                suit,
                [0]
                + [held[natural_kind(suit, place)] for place in range(1, END)]
                + [0],
                self.supply,
                self.wild_twos,
                rules,
                bonus_suit is not None and bonus_suit.value == suit,
            )
            for suit in suits
        ]
        self.sets = [self._sets_at(place) for place in range(END + 1)]
        # Cards left over beyond what any sets can use make no difference.
        self.useful = [max(n for n, _ in table) for table in self.sets]
        self._settle_prices()

    def _sets_at(
        self, place: int
    ) -> dict[tuple[int, int], tuple[int, tuple[tuple[int, int], ...]]]:
        """What the sets settled at a place are worth; those of aces at the last."""
        if place in (0, 1, END):
            return {(0, 0): (0, ())}
        rank = 1 if place == PLACES else place
        most = sum(self.held[4 * (rank - 1) + suit] for suit in range(4))
        worth = units(self.rules.prices.cards.of_kind(4 * (rank - 1)))
        if rank == 2 and self.wild_twos:
            if not self.rules.melds.set_of_twos:
                return {(0, 0): (0, ())}
            return sets_of_rank(rank, most, self.jokers, 0, self.rules)
        return sets_of_rank(rank, most, self.supply, worth, self.rules)

    def _twos_here(self, place: int) -> bool:
        return place == 2 and self.wild_twos

    # --- The bound ---

    def _wild_worth(self, used: int, jokers: int, twos: int) -> int:
        """The points of so many wild cards out of some, the dearest first."""
        if self.joker_worth >= self.two_worth:
            first = min(used, jokers)
            return first * self.joker_worth + (used - first) * self.two_worth
        first = min(used, twos)
        return first * self.two_worth + (used - first) * self.joker_worth

    def _settle_prices(self) -> None:
        """Find prices under which the suits want about what there is."""
        wild_price = 0
        prices = [0] * (END + 1)
        for place in range(2, END):
            if not self._twos_here(place):
                prices[place] = max(
                    [0] + [v[0] // n for (n, _), v in self.sets[place].items() if n]
                )
        start = max([*prices, self.two_worth, self.joker_worth, 1])
        best_bound: int | None = None
        for turn in range(_ROUNDS):
            tables = [r.values(prices, wild_price, self.wild_twos) for r in self.runs]
            terms, wanted, chosen = self._set_terms(prices, wild_price)
            sold, supply = self._supply_bound(wild_price)
            bound = sum(t[1][0] for t in tables) + sum(terms) + supply[0]
            if best_bound is None or bound < best_bound:
                best_bound = bound
                self.prices, self.tables, self.supply_bound = prices, tables, supply
                self.terms = [sum(terms[place:]) for place in range(END + 1)] + [0]
            left_over = [0] * (END + 1)
            for run, table in zip(self.runs, tables, strict=True):
                wanted += run.demand(
                    table, prices, wild_price, self.wild_twos, left_over
                )
            step = start // (turn + 3)
            prices = [
                max(0, price - step * (left - n) // 2)
                for price, left, n in zip(prices, left_over, chosen, strict=True)
            ]
            wild_price += step * (wanted - sold) // 2

    def _set_terms(
        self, prices: list[int], wild_price: int
    ) -> tuple[list[int], int, list[int]]:
        """What the sets of each place bring, the wild and natural cards they take."""
        terms, wanted, chosen = [], 0, []
        for place, table in enumerate(self.sets):
            each = wild_price if self._twos_here(place) else prices[place]
            worth, n, w = max(
                (v[0] - each * n - wild_price * w, n, w) for (n, w), v in table.items()
            )
            terms.append(worth)
            wanted += w + (n if self._twos_here(place) else 0)
            chosen.append(0 if self._twos_here(place) else n)
        return terms, wanted, chosen

    def _supply_bound(self, wild_price: int) -> tuple[int, list[int]]:
        """The most the wild cards bring once some are used; how many that sells."""
        total = [
            self._wild_worth(n, self.jokers, self.supply - self.jokers) + wild_price * n
            for n in range(self.supply + 1)
        ]
        bounds = [
            max(total[used:]) - wild_price * used for used in range(self.supply + 1)
        ]
        return total.index(max(total)), bounds

    def _bound(self, node: _Node) -> int:
        place, done, at, left, wild, jokers, twos = node
        used = wild + self.supply - (self.jokers - jokers) - sum(twos)
        bound = self.supply_bound[used] + self.terms[place] + self.prices[place] * left
        for index, table in enumerate(self.tables):
            bound += table[place + (index < done)][at[index]]
        return bound

    # --- Going on from a node ---

    def _next(self, node: _Node) -> Iterator[tuple[int, _Node, _How]]:
        """What may follow a node: the worth gained, the node and how it comes."""
        place, done, at, left, wild, jokers, twos = node
        free = self.jokers - jokers + sum(twos) - wild
        if done == len(self.runs):
            yield from self._settled(node, free)
            return
        suit = self.suits[done]
        for used, need, to, worth, over, actions in self.runs[done].steps[place][
            at[done]
        ]:
            if need > free:
                continue
            follow = (*at[:done], to, *at[done + 1 :])
            if not self._twos_here(place):
                over = min(left + over, self.useful[place])
                yield (
                    worth,
                    (place, done + 1, follow, over, wild + need, jokers, twos),
                    (actions, ()),
                )
                continue
            # A wild card in place 2 is a joker or a Two of another suit.
            if used + need > free or used > twos[suit]:
                continue
            mine = tuple(n - used * (i == suit) for i, n in enumerate(twos))
            for kinds in self._fillings(need, suit, mine, self.jokers - jokers):
                more = kinds.count(JOKER_KIND)
                rest = tuple(n - kinds.count(4 + i) for i, n in enumerate(mine))
                yield (
                    worth,
                    (place, done + 1, follow, left, wild, jokers + more, rest),
                    (actions, kinds),
                )

    def _fillings(
        self, need: int, suit: int, twos: tuple[int, ...], jokers: int
    ) -> Iterator[tuple[int, ...]]:
        """Every choice of wild cards that are no Two of a suit."""
        if not need:
            yield ()
            return
        stock = {4 + i: n for i, n in enumerate(twos) if i != suit}
        stock[JOKER_KIND] = jokers
        kinds = [kind for kind, n in stock.items() if n]

        def pick(index: int, wanted: int) -> Iterator[tuple[int, ...]]:
            if not wanted:
                yield ()
            elif index < len(kinds):
                kind = kinds[index]
                for n in range(min(wanted, stock[kind]), -1, -1):
                    for others in pick(index + 1, wanted - n):
                        yield (kind,) * n + others

        yield from pick(0, need)

    def _settled(self, node: _Node, free: int) -> Iterator[tuple[int, _Node, _How]]:
        """The sets of a rank, once every suit has had its place."""
        place, _, at, left, wild, jokers, twos = node
        here = self._twos_here(place)
        have = sum(twos) if here else left
        spare = self.jokers - jokers
        if place == 2:
            twos = (sum(twos),)
        for (n, w), (worth, _) in self.sets[place].items():
            if n > have or w + (n if here else 0) > free or (here and w > spare):
                continue
            after: _Node
            if here:
                after = (place + 1, 0, at, 0, wild, jokers + w, (twos[0] - n,))
            else:
                after = (place + 1, 0, at, 0, wild + w, jokers, twos)
            yield worth, after, ((n, w), ())

    def melds(self) -> list[Meld]:
        """The melds of a laying that is worth most."""
        start: _Node = (1, 0, (0,) * len(self.runs), 0, 0, 0, self.twos)
        came: dict[_Node, tuple[_Node, _How]] = {}
        worth: dict[_Node, int] = {start: 0}
        turn = count()
        heap: list[tuple[int, int, int, _Node]] = [(0, next(turn), 0, start)]
        while True:
            _, _, gained, node = heappop(heap)
            if gained < worth[node]:
                continue
            if node[0] > END + 1:
                return self._laid(node, came)
            if node[0] == END + 1:
                # What the wild cards are worth is known only now.
                last: _Node = (node[0] + 1, *node[1:])
                exact = gained + self._wild_points(node)
                worth[last] = exact
                came[last] = (node, ((), ()))
                heappush(heap, (-exact // self.grain, -next(turn), exact, last))
                continue
            for more, after, how in self._next(node):
                reached = gained + more
                if reached > worth.get(after, NEVER):
                    bound = self._bound_after(after)
                    worth[after] = reached
                    came[after] = (node, how)
                    # No laying is worth a fraction of the grain; and of equal bounds
                    # the newest goes first, which is the furthest on.
                    most = (reached + bound) // self.grain
                    heappush(heap, (-most, -next(turn), reached, after))

    def _bound_after(self, node: _Node) -> int:
        return self._wild_points(node) if node[0] > END else self._bound(node)

    def _wild_points(self, node: _Node) -> int:
        _, _, _, _, wild, jokers, twos = node
        gone = self.supply - self.jokers - sum(twos)
        return (
            jokers * self.joker_worth
            + gone * self.two_worth
            + self._wild_worth(wild, self.jokers - jokers, sum(twos))
        )

    # --- From the way back to melds ---

    def _laid(self, node: _Node, came: dict[_Node, tuple[_Node, _How]]) -> list[Meld]:
        trail: list[tuple[_Node, _How]] = []
        last = node
        while node in came:
            node, how = came[node]
            trail.append((node, how))
        left = {kind: n for kind, n in enumerate(self.held) if n}
        open_runs: list[list[tuple[OpenRun, list[int]]]] = [[] for _ in self.suits]
        runs: list[tuple[int, int, list[int]]] = []
        sets: list[tuple[int, list[tuple[int, int]]]] = []
        for (place, done, *_), (actions, kinds) in reversed(trail):
            if place > END:
                continue
            if done < len(self.suits):
                self._go_on(open_runs, runs, done, place, actions, list(kinds), left)
            else:
                _, mixes = self.sets[place][actions[0], actions[1]]
                if mixes:
                    sets.append((1 if place == PLACES else place, list(mixes)))
        loose = self._loose(last[4], left, sets)
        return [*self._runs(runs, loose), *self._sets(sets, left, loose)]

    def _go_on(
        self,
        open_runs: list[list[tuple[OpenRun, list[int]]]],
        closed: list[tuple[int, int, list[int]]],
        index: int,
        place: int,
        actions: tuple[int, ...],
        kinds: list[int],
        left: dict[int, int],
    ) -> None:
        """Carry out what the open runs of a suit do at a place."""
        suit = self.suits[index]
        natural = natural_kind(suit, min(place, PLACES))
        grown = self.runs[index].grown
        going: list[tuple[OpenRun, list[int]]] = []

        def wild() -> int:
            if not kinds:
                return -1
            left[kinds[-1]] -= 1
            return kinds.pop()

        for (run, cards), action in zip(open_runs[index], actions[:-2], strict=True):
            if action == CLOSE:
                closed.append((suit, place - run[0], cards))
            elif action == NATURAL:
                left[natural] -= 1
                going.append((grown(run, True, place), [*cards, natural]))
            else:
                going.append((grown(run, False, place), [*cards, wild()]))
        for _ in range(actions[-2]):
            left[natural] -= 1
            going.append((grown(FRESH, True, place), [natural]))
        for _ in range(actions[-1]):
            going.append((grown(FRESH, False, place), [wild()]))
        open_runs[index] = sorted(going, key=lambda run: run[0])

    def _loose(
        self,
        wild: int,
        left: dict[int, int],
        sets: list[tuple[int, list[tuple[int, int]]]],
    ) -> list[int]:
        """The wild cards of no particular kind, the dearest first."""
        jokers, twos = left.get(JOKER_KIND, 0), [0, 0, 0, 0]
        if self.wild_twos:
            twos = [left.get(4 + suit, 0) for suit in range(4)]
            for rank, mixes in sets:
                if rank == 2:
                    jokers -= sum(w for _, w in mixes)
                    for _ in range(sum(n for n, _ in mixes)):
                        twos[max(range(4), key=twos.__getitem__)] -= 1
        spare_twos = [4 + suit for suit in range(4) for _ in range(twos[suit])]
        spare = [[JOKER_KIND] * jokers, spare_twos]
        if self.two_worth > self.joker_worth:
            spare.reverse()
        loose = [*spare[0], *spare[1]][:wild]
        for kind in loose:
            left[kind] -= 1
        return loose

    def _runs(
        self, runs: list[tuple[int, int, list[int]]], loose: list[int]
    ) -> Iterator[Meld]:
        for suit, start, kinds in runs:
            filled = [loose.pop() if kind < 0 else kind for kind in kinds]
            yield Run(bytes(filled), Suit(suit), start)

    def _sets(
        self,
        sets: list[tuple[int, list[tuple[int, int]]]],
        left: dict[int, int],
        loose: list[int],
    ) -> Iterator[Meld]:
        for rank, mixes in sets:
            own = rank == 2 and self.wild_twos
            naturals = [
                4 * (rank - 1) + suit
                for suit in range(4)
                for _ in range(left.get(4 * (rank - 1) + suit, 0))
            ]
            for n, w in mixes:
                taken = [naturals.pop() for _ in range(n)]
                wild = [JOKER_KIND if own else loose.pop() for _ in range(w)]
                yield Set(bytes(taken + wild), Rank(rank))
