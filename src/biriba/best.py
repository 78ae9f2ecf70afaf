"""The best that a hand can lay down at once: what is worth most, exactly.

A laying is a choice of melds from the hand, each legal by itself (G5–G8), worth the
points of its cards and its bonuses (G14). Runs tie together the cards of one suit,
sets the cards of one rank, and wild cards everything. Three ideas keep that small:

- The suits are searched place by place, all four side by side, with the sets of a rank
  settled once every suit has said how many cards of that rank its runs leave over. How
  a suit's runs may go on is worked out once for each suit (``SuitRuns``), with runs
  that have the same future told once and ways that cannot be better left out. What a
  price asks of a run, such as natural cards in a row (X2), is part of that future.
- Which wild card lies where hardly matters: only in place 2, where a Two of the run's
  suit is natural. From there on a node counts the wild cards, the dearer ones first.
- What is still to come is bounded from above by letting every suit play for itself, at
  a price for each card left over for sets and for wild cards. Any prices give a true
  bound, so the answer is exact; a few rounds of adjusting them make the bound sharp.

The node of the highest bound is gone on from first (A*), so the first complete laying
that comes up is the best. All values are integers, 64 to a point.

This module knows nothing of turns: whether a seat may go out with such a laying is
asked of the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import itemgetter
from typing import Final, TypeAlias

import attrs

from biriba._bounds import Bound, WildWorth
from biriba._checks import expect
from biriba._laying import (
    CLOSE,
    END,
    NATURAL,
    SetTable,
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
    (['8d 8c Jk', '5h 6h 2h 8h'], 70, 'Kd')
    """
    hand = Cards.of(cards)
    checked(rules)
    if isinstance(bonus_suit, str):
        bonus_suit = Suit.parse(bonus_suit)
    expect(bonus_suit, Suit, type(None))
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

_Early: TypeAlias = tuple[int, int, int, tuple[int, ...]]
# The wild cards used. Up to place 2, where it matters which they are: those of no
# particular kind, the jokers and the Twos set down for good, and the Twos still there
# by suit. After it: the dearer ones used, and all that are used.
_Wilds: TypeAlias = _Early | tuple[int, int]
# A node: the place, how many suits have had it, the state of each suit, how many
# natural cards those suits leave over at this place, and the wild cards used.
_Node: TypeAlias = tuple[int, int, tuple[int, ...], int, _Wilds]
# How a node came about: the step of a suit and the kinds of its wild cards where they
# are fixed; and after the last suit the sets of a rank, as the cards they take.
_How: TypeAlias = tuple[
    tuple[tuple[int, ...], ...], tuple[int, ...], tuple[int, int] | None
]
_Next: TypeAlias = tuple[int, int, _Node, _How]
# An open run: its shape, and its cards so far.
_OpenRun: TypeAlias = tuple[int, list[int]]


class _Search:
    def __init__(self, packed: int, rules: Rules, bonus_suit: Suit | None) -> None:
        self.rules = rules
        held = [packed >> 4 * kind & 15 for kind in range(JOKER_KIND + 1)]
        self.held = held
        self.grain = grain_of(rules)
        self.wild_twos = rules.wild.twos
        self.jokers = held[JOKER_KIND]
        self.twos = tuple(held[4:8]) if self.wild_twos else (0, 0, 0, 0)
        self.supply = self.jokers + sum(self.twos)
        values = rules.prices.cards
        self.wilds = WildWorth.of(
            self.jokers, units(values.joker), sum(self.twos), units(values.two)
        )
        self.sets = [self._sets_at(place) for place in range(END + 1)]
        self.choices: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
        # Cards left over beyond what any sets can use make no difference.
        useful = [
            0 if self._twos_here(place) else max(n for n, _ in table)
            for place, table in enumerate(self.sets)
        ]
        # Short suits first: what branches most then branches last.
        self.suits = sorted(
            (suit for suit in range(4) if any(held[suit:JOKER_KIND:4])),
            key=lambda suit: sum(held[suit:JOKER_KIND:4]),
        )
        self.runs = [
            SuitRuns(
                suit,
                [0]
                + [held[natural_kind(suit, place)] for place in range(1, END)]
                + [0],
                self.supply,
                useful,
                rules,
                bonus_suit is not None and bonus_suit.value == suit,
            )
            for suit in self.suits
        ]
        bound = Bound(self.runs, self.sets, self.wilds, 2 if self.wild_twos else 0)
        self.bound, self.tables, self.terms = bound, bound.tables, bound.terms
        self.to_come, self.moves = bound.to_come, bound.moves

    def _sets_at(self, place: int) -> SetTable:
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

    # --- Going on from a node ---

    def _next(self, gained: int, bound: int, node: _Node) -> list[_Next]:
        """What may follow a node: the worth gained, the bound, the node, and how."""
        place, done, at, left, wilds = node
        if len(wilds) == 4:
            return list(self._next_early(gained, node, wilds))
        dear, used = wilds
        last = len(self.runs) - 1
        sure: tuple[tuple[int, ...], ...] = ()
        moves = self.moves[done][place][at[done]]
        while done < last and len(moves) == 1 and not moves[0][1]:
            # A suit that can go on in one way only is no step of its own.
            to, _, over, worth, change, actions = moves[0]
            at = (*at[:done], to, *at[done + 1 :])
            left += over
            gained += worth
            bound += change
            sure = (*sure, actions)
            done += 1
            moves = self.moves[done][place][at[done]]
        free = self.supply - used
        before, behind = at[:done], at[done + 1 :]
        found: list[_Next] = []
        if done < last:
            bound -= self.to_come[wilds]
            for to, need, over, worth, change, actions in moves:
                if need <= free:
                    now, then, most = gained + worth, wilds, bound + change
                    if need:
                        now, then = self.wilds.use(now, dear, used, need)
                        most += now - gained - worth
                    going = (place, done + 1, (*before, to, *behind), left + over, then)
                    most += self.to_come[then]
                    found.append((now, most, going, ((*sure, actions), (), None)))
            return found
        place += 1
        rest = self.terms[place]
        for table, state in zip(self.tables, before, strict=False):
            rest += table[place][state]
        after = self.tables[done][place]
        for to, need, over, worth, _, actions in moves:
            for more, n, w in self._choices(place - 1, left + over):
                if need + w <= free:
                    now, then = gained + worth + more, wilds
                    if need + w:
                        now, then = self.wilds.use(now, dear, used, need + w)
                    most = now + rest + after[to]
                    if place <= END:
                        most += self.to_come[then]
                    settled = (place, 0, (*before, to), 0, then)
                    found.append((now, most, settled, ((*sure, actions), (), (n, w))))
        return found

    def _choices(self, place: int, have: int) -> list[tuple[int, int, int]]:
        """The sets worth most with each number of wild cards."""
        known = self.choices.get((place, have))
        if known is None:
            best: dict[int, tuple[int, int, int]] = {}
            for (n, w), (more, _) in self.sets[place].items():
                if n <= have and (w not in best or more > best[w][0]):
                    best[w] = (more, n, w)
            known = self.choices[place, have] = list(best.values())
        return known

    def _next_early(self, gained: int, node: _Node, wilds: _Early) -> Iterator[_Next]:
        """The same up to place 2, where it matters which wild cards are used."""
        place, done, at, *_ = node
        loose, jokers, gone, twos = wilds
        free = self.supply - loose - jokers - gone
        suit = self.suits[done]
        for to, used, need, _, worth, actions in self.runs[done].steps[place][at[done]]:
            # A Two that is natural in place 2 is out of the wild cards too.
            own = used if self._twos_here(place) else 0
            if own + need > free or own > twos[suit]:
                continue
            follow = (*at[:done], to, *at[done + 1 :])
            if not self._twos_here(place):
                early = (loose + need, jokers, gone, twos)
                how: _How = ((actions,), (), None)
                yield from self._settled(
                    gained + worth, place, done + 1, follow, early, how
                )
                continue
            # A wild card in place 2 is a joker or a Two of another suit.
            mine = tuple(n - used * (i == suit) for i, n in enumerate(twos))
            for kinds in self._fillings(need, suit, mine, self.jokers - jokers):
                more = kinds.count(JOKER_KIND)
                rest = tuple(n - kinds.count(4 + i) for i, n in enumerate(mine))
                early = (loose, jokers + more, gone + used + need - more, rest)
                how = ((actions,), kinds, None)
                yield from self._settled(
                    gained + worth, place, done + 1, follow, early, how
                )

    def _settled(
        self,
        gained: int,
        place: int,
        done: int,
        at: tuple[int, ...],
        early: _Early,
        how: _How,
    ) -> Iterator[_Next]:
        """An early node, and after the last suit what may follow with sets of Twos."""
        if done < len(self.runs):
            node: _Node = (place, done, at, 0, early)
            yield gained, gained + self._bound(node), node, how
            return
        if place == 1 and self.wild_twos:
            node = (2, 0, at, 0, early)
            yield gained, gained + self._bound(node), node, (*how[:2], (0, 0))
            return
        loose, jokers, gone, twos = early
        free = self.supply - loose - jokers - gone
        sets = self.sets[place] if self._twos_here(place) else {(0, 0): (0, ())}
        for (n, w), (more, _) in sets.items():
            if n <= sum(twos) and w <= self.jokers - jokers and n + w <= free:
                total, late = self._late(gained + more, loose, jokers + w, gone + n)
                node = (place + 1, 0, at, 0, late)
                yield total, total + self._bound(node), node, (*how[:2], (n, w))

    def _late(
        self, gained: int, loose: int, jokers: int, twos: int
    ) -> tuple[int, tuple[int, int]]:
        """Pay for the wild cards used so far."""
        wilds, used = self.wilds, loose + jokers + twos
        dear = min(wilds.dear, loose + (jokers if wilds.jokers_dear else twos))
        gained += dear * wilds.dear_worth + (used - dear) * wilds.cheap_worth
        return gained, (dear, used)

    def _bound(self, node: _Node) -> int:
        """The most that can come after a node at which no card is left over."""
        place, done, at, _, wilds = node
        bound = self.terms[place]
        for index, table in enumerate(self.tables):
            bound += table[place + (index < done)][at[index]]
        if len(wilds) == 2:
            return bound + self.to_come[wilds]
        return bound + self.bound.left_to_come(wilds[0] + wilds[1] + wilds[2])

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

    def melds(self) -> list[Meld]:
        """The melds of a laying that is worth most."""
        if not self.runs:
            return []
        start: _Node = (1, 0, (0,) * len(self.runs), 0, (0, 0, 0, self.twos))
        known: dict[_Node, tuple[int, _Node, _How]] = {
            start: (0, start, ((), (), None))
        }
        # No laying is worth a fraction of the grain; and of equal bounds the newest
        # goes first, which is the furthest on.
        grain, most = self.grain, self.bound.bound // self.grain
        waiting: dict[int, list[tuple[int, int, _Node]]] = {most: [(0, 0, start)]}
        while True:
            gained, bound, node = waiting[most].pop()
            if gained == known[node][0]:
                if node[0] > END:
                    return self._laid(node, known)
                for now, then, after, how in self._next(gained, bound, node):
                    before = known.get(after)
                    if before is None or now > before[0]:
                        known[after] = now, node, how
                        waiting.setdefault(min(most, then // grain), []).append(
                            (now, then, after)
                        )
            while not waiting[most]:
                del waiting[most]
                most = max(waiting)

    # --- From the way back to melds ---

    def _laid(
        self, node: _Node, known: dict[_Node, tuple[int, _Node, _How]]
    ) -> list[Meld]:
        trail: list[tuple[_Node, _How]] = []
        while node != known[node][1]:
            _, node, how = known[node]
            trail.append((node, how))
        left = {kind: n for kind, n in enumerate(self.held) if n}
        open_runs: list[list[_OpenRun]] = [[] for _ in self.suits]
        runs: list[tuple[int, int, list[int]]] = []
        sets: list[tuple[int, list[tuple[int, int]]]] = []
        for (place, done, *_), (actions, kinds, chosen) in reversed(trail):
            for index, what in enumerate(actions, done):
                self._go_on(open_runs, runs, index, place, what, list(kinds), left)
            if chosen is not None:
                _, mixes = self.sets[place][chosen]
                if mixes:
                    sets.append((1 if place == PLACES else place, list(mixes)))
        wild = sum(kind < 0 for _, _, cards in runs for kind in cards) + sum(
            w
            for rank, mixes in sets
            for _, w in mixes
            if not (rank == 2 and self.wild_twos)
        )
        loose = self._loose(wild, left, sets)
        return [*self._runs(runs, loose), *self._sets(sets, left, loose)]

    def _go_on(
        self,
        open_runs: list[list[_OpenRun]],
        closed: list[tuple[int, int, list[int]]],
        index: int,
        place: int,
        actions: tuple[int, ...],
        kinds: list[int],
        left: dict[int, int],
    ) -> None:
        """Carry out what the open runs of a suit do at a place."""
        suit, shapes = self.suits[index], self.runs[index].shapes
        natural = natural_kind(suit, min(place, PLACES))
        going: list[_OpenRun] = []

        def wild() -> int:
            if not kinds:
                return -1
            left[kinds[-1]] -= 1
            return kinds.pop()

        for (shape, cards), action in zip(open_runs[index], actions[:-2], strict=True):
            if action == CLOSE:
                closed.append((suit, place - len(cards), cards))
            elif action == NATURAL:
                left[natural] -= 1
                going.append((shapes.natural[shape], [*cards, natural]))
            else:
                going.append((shapes.wild[shape], [*cards, wild()]))
        for _ in range(actions[-2]):
            left[natural] -= 1
            going.append((shapes.begun(place, False), [natural]))
        for _ in range(actions[-1]):
            going.append((shapes.begun(place, True), [wild()]))
        open_runs[index] = sorted(going, key=itemgetter(0))

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
        if not self.wilds.jokers_dear:
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
