"""What a laying of a hand is made of: runs of one suit, sets of one rank, their worth.

For :mod:`biriba.best`, which puts them together. `SuitRuns` works out, place by place,
every way in which the runs of a suit can go on; `sets_of_rank` what the sets of a rank
are worth by the cards they use. Worth is an integer here, 64 to a point.

Of an open run it matters how long it is and how many of its cards are wild; under some
rules also how many natural cards it has in a row (X2), and whether its first is a
natural ace (X1). `_Shapes` keeps of all that only what still makes a difference to how
the run may end, so rules that do not ask for it pay nothing for it.
"""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from operator import itemgetter
from typing import Final, TypeAlias

from biriba._meld import legal_mix
from biriba._options import MeldKind, Rules
from biriba.cards import JOKER_KIND, MOST, Rank, Suit
from biriba.melds import PLACES, Run, Set, natural_kind
from biriba.points import Points
from biriba.scoring import bonus_of

_UNIT: Final = 64
END: Final = PLACES + 1
"""The place after the last, where every run is closed."""
NEVER: Final = -(1 << 60)


# --- What bonuses pay --------------------------------------------------------------


def units(points: Points) -> int:
    return int(points * _UNIT)


@lru_cache(maxsize=256)
def grain_of(rules: Rules) -> int:
    """A number that divides the worth of everything."""
    values = rules.prices.cards
    found = gcd(*(units(values.of_kind(kind)) for kind in range(JOKER_KIND + 1)))
    for bonus in rules.prices.bonuses:
        for points in (
            bonus.clean,
            bonus.dirty,
            bonus.in_bonus_suit_clean,
            bonus.in_bonus_suit_dirty,
        ):
            found = gcd(found, units(points or 0))
    return found or 1


def _longest_row(rules: Rules) -> int:
    """The most natural cards in a row that any price of a run asks for (X2)."""
    return max(
        [b.in_a_row for b in rules.prices.bonuses if b.kind is MeldKind.RUN],
        default=0,
    )


@lru_cache(maxsize=256)
def _run_bonuses(
    rules: Rules, in_suit: bool
) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The bonus of a run by its natural cards in a row and its length: clean, dirty.

    Rows count up to the longest that any price asks for.
    """
    suit = Suit.HEARTS if in_suit else None
    found: list[tuple[tuple[int, int], ...]] = []
    for row in range(_longest_row(rules) + 1):
        prices = [(0, 0)] * 3
        for size in range(3, PLACES + 1):
            kinds = [natural_kind(0, 1 + i) for i in range(size)]
            clean = Run(bytes(kinds), Suit.HEARTS, 1)
            at = min(row, size - 1)
            # What is wild beyond the row makes no difference to its price.
            dirty = Run(
                bytes(kinds[:at])
                + bytes([JOKER_KIND] * min(size - at, MOST))
                + bytes([4 + Suit.SPADES] * (size - at - MOST)),
                Suit.HEARTS,
                1,
            )
            prices.append(
                (
                    units(bonus_of(clean, rules, suit)[1]),
                    units(bonus_of(dirty, rules, suit)[1]),
                )
            )
        found.append(tuple(prices))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _set_bonus(rules: Rules, rank: int, naturals: int, wilds: int) -> int:
    kinds = [4 * (rank - 1) + i % 4 for i in range(min(naturals, 4 * MOST))]
    kinds += [JOKER_KIND] * min(wilds, MOST)
    kinds += [4 + i % 4 for i in range(wilds - MOST)]
    return units(bonus_of(Set(bytes(kinds), Rank(rank)), rules)[1])


# --- Sets of one rank --------------------------------------------------------------


# What sets are worth, and how many natural and wild cards each of them has; by the
# natural and wild cards of all.
SetTable: TypeAlias = dict[tuple[int, int], tuple[int, tuple[tuple[int, int], ...]]]


@lru_cache(maxsize=1 << 10)
def sets_of_rank(
    rank: int, most: int, wilds: int, worth: int, rules: Rules
) -> SetTable:
    """What the sets of a rank are worth at most, and which sets they are.

    By the natural cards and the wild cards used; only the former's points count.
    """
    options = rules.melds
    found: SetTable = {(0, 0): (0, ())}
    if not options.sets:
        return found
    largest = most if options.max_set_naturals is None else options.max_set_naturals
    singles = [
        (n, w, n * worth + _set_bonus(rules, rank, n, w))
        for n in range(1, min(most, largest) + 1)
        for w in range(wilds + 1)
        if n + w >= 3 and legal_mix(n, w, rules)
    ]
    for have in range(1, most + 1):
        for n, w, value in singles:
            if n > have:
                continue
            for with_wild in range(w, wilds + 1):
                rest = found.get((have - n, with_wild - w))
                if rest is None:
                    continue
                old = found.get((have, with_wild))
                if old is None or rest[0] + value > old[0]:
                    found[have, with_wild] = (rest[0] + value, (*rest[1], (n, w)))
    return found


# --- One run -------------------------------------------------------------------------


# A run in the making: its length, its wild cards, whether it begins with one, and, only
# where a price asks for natural cards in a row (X2), how many it has in a row, now and
# at the most.
_Made: TypeAlias = tuple[int, int, bool, int, int]


class _Shapes:
    """What can become of one run of a suit: a number for each future there is.

    Runs that can end in the same ways from here on have one shape, however long they
    are and whatever natural cards they have in a row. Shape 0 is that of a run that can
    no longer be legal. A run that begins with a wild card is let live only if it
    reaches the last place: any other is as good with that card at its end. There it
    parts no natural cards (X2), and a run that begins beyond the first place may end
    in an ace (X1).
    """

    def __init__(
        self, counts: list[int], supply: int, rules: Rules, in_suit: bool
    ) -> None:
        self._counts = counts
        limit = rules.wild.limit
        self._supply = supply
        self._most_wild = supply if limit is None else min(supply, limit)
        self._rules = rules
        self._in_suit = in_suit
        self._bonuses = _run_bonuses(rules, in_suit)
        self._row = len(self._bonuses) - 1
        self._longest = rules.melds.longest_run
        self._first = 1 if rules.melds.ace_low else 2
        self._last = PLACES if rules.melds.ace_high else PLACES - 1
        # Whether a run might have an ace at either end, and must not (X1).
        self._one_ace = (
            not rules.melds.both_aces and self._last == PLACES and counts[PLACES] > 1
        )
        self._known: dict[tuple[_Made, int], int] = {}
        self._numbers: dict[tuple[int, int, int, int, bool], int] = {}
        # By shape: the bonus of closing, the shape with one more card, natural or
        # wild, the wild cards in it, and whether it had better go on than close where
        # another run begins.
        self.closing = [NEVER]
        self.natural = [0]
        self.wild = [0]
        self.held = [0]
        self.joins = [False]

    def begun(self, place: int, wild: bool) -> int:
        """The shape of a run whose first card lies in a place."""
        return self._shape(self._grown((0, 0, wild, 0, 0), wild), place)

    def _grown(self, run: _Made, wild: bool) -> _Made:
        """A run with one more card."""
        length, wilds, led, now, most = run
        now = 0 if wild else min(now + 1, self._row)
        return length + 1, wilds + wild, led, now, max(most, now)

    def _shape(self, run: _Made, place: int) -> int:
        length, wilds, led, _, row = run
        if (
            not self._first <= place <= self._last
            or length > self._longest
            or wilds > self._most_wild
        ):
            return 0
        known = self._known.get((run, place))
        if known is not None:
            return known
        # A run as long as the place it has reached began in the first.
        has_ace = self._one_ace and length == place and not led
        natural = 0
        if self._counts[place + 1] and not (has_ace and place + 1 == PLACES):
            natural = self._shape(self._grown(run, False), place + 1)
        wild = self._shape(self._grown(run, True), place + 1)
        closing, joins, number = NEVER, False, 0
        if (
            length >= 3
            and (place == self._last or not led)
            and legal_mix(length - wilds, wilds, self._rules)
        ):
            closing = self._bonuses[row][length][wilds > 0]
            # What follows may end in an ace too, and then is no part of this run.
            joins = not has_ace and _joins(
                run, self._last - place, self._supply, self._rules, self._in_suit
            )
        if natural or wild or closing != NEVER:
            future = (closing, natural, wild, wilds, joins)
            number = self._numbers.setdefault(future, len(self.closing))
            if number == len(self.closing):
                self.closing.append(closing)
                self.natural.append(natural)
                self.wild.append(wild)
                self.held.append(wilds)
                self.joins.append(joins)
        self._known[run, place] = number
        return number


@lru_cache(maxsize=1 << 14)
def _joins(run: _Made, room: int, supply: int, rules: Rules, in_suit: bool) -> bool:
    """Whether any run that follows a run at once is as good as a part of it.

    Prices may fall as well as rise with the length and with the natural cards in a
    row, so every run that might follow is looked at.
    """
    length, wilds, _, now, most = run
    bonuses = _run_bonuses(rules, in_suit)
    cap = len(bonuses) - 1
    own = bonuses[most][length][wilds > 0]
    for more in range(3, room + 1):
        for also in range(min(supply - wilds, more) + 1):
            if not legal_mix(more - also, also, rules):
                continue
            size, wild = length + more, wilds + also
            if size > rules.melds.longest_run:
                return False
            if not legal_mix(size - wild, wild, rules):
                return False
            rows = _rows(more - also, also, more == room) if cap else ((0, 0),)
            for first, row in rows:
                other = bonuses[min(row, cap)][more][also > 0]
                joined = min(max(most, row, now + first), cap)
                if bonuses[joined][size][wild > 0] < own + other:
                    return False
    return True


@lru_cache(maxsize=1 << 10)
def _rows(naturals: int, wilds: int, led: bool) -> tuple[tuple[int, int], ...]:
    """How many natural cards a run may have in a row: at its start, and at the most.

    Some that it cannot have may be among them. `led` says whether a wild card may be
    its first.
    """
    if not wilds:
        return ((naturals, naturals),)
    return tuple(
        (first, most)
        for most in range(-(-naturals // (wilds + 1)), naturals + 1)
        for first in range(0 if led else 1, most + 1)
        if first == most or first + most <= naturals
    )


# --- The runs of one suit ----------------------------------------------------------

# What happens at a place: the state that follows, the natural cards that go into runs,
# the wild cards, the natural cards left over, what it is worth, and what each open run
# did (close, natural, wild) with how many runs begin, natural and wild.
_Step: TypeAlias = tuple[int, int, int, int, int, tuple[int, ...]]
# The same on the way there: cards used, the open runs that follow.
_Way: TypeAlias = tuple[int, int, tuple[int, ...], int, tuple[int, ...]]
CLOSE, NATURAL, WILD = 0, 1, 2


class SuitRuns:
    """Every way in which the runs of one suit can go on, place by place.

    A state is the shapes of the open runs, in order, and how many aces lie low.
    `useful` says how many cards of a place sets could use; others count as none.
    """

    def __init__(
        self,
        suit: int,
        counts: list[int],
        supply: int,
        useful: list[int],
        rules: Rules,
        in_suit: bool,
    ) -> None:
        values = rules.prices.cards
        self.counts = counts
        self.supply = supply
        self.useful = useful
        self.wild_twos = rules.wild.twos
        # Wild Twos are paid for out of the wild cards, natural or not.
        self.worth = [
            0
            if place == 0 or place == END or (place == 2 and self.wild_twos)
            else units(values.of_kind(natural_kind(suit, place)))
            for place in range(END + 1)
        ]
        self.shapes = _Shapes(counts, supply, rules, in_suit)
        self.steps: list[list[list[_Step]]] = [[]]
        states: list[tuple[tuple[int, ...], int]] = [((), 0)]
        for place in range(1, END + 1):
            states = self._add_place(place, states)
        self._drop_dead(len(states))
        self._make_lean()

    def _add_place(
        self, place: int, states: list[tuple[tuple[int, ...], int]]
    ) -> list[tuple[tuple[int, ...], int]]:
        following: dict[tuple[tuple[int, ...], int], int] = {}
        table: list[list[_Step]] = []
        each, useful = self.worth[place], self.useful[place]
        fresh = self.shapes.begun(place, False), self.shapes.begun(place, True)
        for runs, low in states:
            have = self.counts[place] - (low if place == PLACES else 0)
            found: dict[tuple[int, int, int], _Step] = {}
            for used, wild, opened, worth, actions in self._ways(
                runs, place, have, *fresh
            ):
                state = (opened, used if place == 1 else low)
                to = following.setdefault(state, len(following))
                worth += used * each
                key = to, used, wild
                step = (*key, min(have - used, useful), worth, actions)
                found[key] = max(found.get(key, step), step, key=itemgetter(4))
            table.append(list(found.values()))
        self.steps.append(table)
        return list(following)

    def _ways(
        self, runs: tuple[int, ...], place: int, have: int, fresh: int, led: int
    ) -> list[_Way]:
        """Every fate of the open runs at a place, and every choice of new ones."""
        shapes = self.shapes
        closing, natural, wilder = shapes.closing, shapes.natural, shapes.wild
        free = self.supply - sum([shapes.held[run] for run in runs])
        ways: list[_Way] = [(0, 0, (), 0, ())]
        before = 0
        for run in runs:
            after: list[_Way] = []
            for used, wild, opened, worth, actions in ways:
                # Equal runs do as they like in one order only.
                least = actions[-1] if run == before else CLOSE
                if least == CLOSE and closing[run] != NEVER:
                    gain = worth + closing[run]
                    after.append((used, wild, opened, gain, (*actions, CLOSE)))
                if least <= NATURAL and used < have and natural[run]:
                    now = (*opened, natural[run])
                    after.append((used + 1, wild, now, worth, (*actions, NATURAL)))
                if wild < free and wilder[run]:
                    now = (*opened, wilder[run])
                    after.append((used, wild + 1, now, worth, (*actions, WILD)))
            ways, before = after, run
        found: list[_Way] = []
        for used, wild, opened, worth, actions in ways:
            closed = [
                run
                for run, action in zip(runs, actions, strict=True)
                if action == CLOSE
            ]
            joins = any([shapes.joins[run] for run in closed])
            most = have - used if fresh and not joins else 0
            most_led = free - wild if led and not joins else 0
            least = have - used if self._wasteful(closed, place) else 0
            for begun in range(least, most + 1):
                for also in range(most_led + 1):
                    now = tuple(sorted((*opened, *[fresh] * begun, *[led] * also)))
                    if not now or self._hopeful(now, place, free - wild - also):
                        cards = used + begun, wild + also
                        found.append((*cards, now, worth, (*actions, begun, also)))
        return found

    def _wasteful(self, closed: list[int], place: int) -> bool:
        """Whether a run closed before a card that is left over had better take it."""
        if self.useful[place] or self.worth[place] <= 0:
            return False
        closing, natural = self.shapes.closing, self.shapes.natural
        return any([closing[natural[run]] >= closing[run] for run in closed])

    def _hopeful(self, runs: tuple[int, ...], place: int, free: int) -> bool:
        """Whether there may be cards for all open runs that cannot close."""
        shapes = self.shapes
        open_runs = [run for run in runs if shapes.closing[run] == NEVER]
        bound = [run for run in open_runs if not shapes.wild[run]]
        have = self.counts[place + 1]
        return len(bound) <= have and len(open_runs) <= have + free

    def _drop_dead(self, last: int) -> None:
        """Forget the steps after which some open run cannot be finished."""
        alive = [True] * last
        for place in range(END, 0, -1):
            table = self.steps[place]
            for steps in table:
                steps[:] = [step for step in steps if alive[step[0]]]
            alive = [bool(steps) for steps in table]

    # --- Bounds ---

    def _make_lean(self) -> None:
        """Keep of each step what a bound looks at: the way it uses cards, and gains."""
        self._uses: list[list[tuple[int, int]]] = []
        self._lean: list[list[list[tuple[int, int, int]]]] = []
        for place, table in enumerate(self.steps):
            uses: dict[tuple[int, int], int] = {}
            lean = []
            for steps in table:
                row = []
                for to, used, wild, left, worth, _ in steps:
                    spent = wild + used * (place == 2 and self.wild_twos)
                    use = uses.setdefault((spent, left), len(uses))
                    row.append((use, to, worth))
                lean.append(row)
            self._lean.append(lean)
            self._uses.append(list(uses))

    def values(self, prices: list[int], wild_price: int) -> list[list[int]]:
        """The most that each state can still bring, at the prices given."""
        after: list[int] = [0] * (
            1 + max([s[0] for steps in self.steps[END] for s in steps], default=0)
        )
        found = [after]
        for place in range(END, 0, -1):
            price = prices[place]
            costs = [
                left * price - spent * wild_price for spent, left in self._uses[place]
            ]
            after = [
                max(
                    [worth + costs[use] + after[to] for use, to, worth in steps],
                    default=NEVER,
                )
                for steps in self._lean[place]
            ]
            found.append(after)
        found.append([])
        found.reverse()
        return found

    def demand(
        self,
        values: list[list[int]],
        prices: list[int],
        wild_price: int,
        slope: list[int],
    ) -> int:
        """The wild cards of the best plan; what it leaves over comes off the slope."""
        at, wanted = 0, 0
        for place in range(1, END + 1):
            price, after, uses = prices[place], values[place + 1], self._uses[place]
            _, use, at = max(
                [
                    (
                        worth
                        + uses[use][1] * price
                        - uses[use][0] * wild_price
                        + after[to],
                        use,
                        to,
                    )
                    for use, to, worth in self._lean[place][at]
                ]
            )
            spent, left = uses[use]
            slope[place] -= left
            wanted += spent
        return wanted
