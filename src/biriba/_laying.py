"""What a laying of a hand is made of: runs of one suit, sets of one rank, their worth.

For :mod:`biriba.best`, which puts them together. `SuitRuns` works out, place by place,
every way in which the runs of a suit can go on; `sets_of_rank` what the sets of a rank
are worth by the cards they use. Worth is an integer here, 64 to a point.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import gcd
from typing import Final, TypeAlias

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


def _mix_is_legal(naturals: int, wilds: int, rules: Rules) -> bool:
    """Whether a meld may have so many natural and wild cards (G8, C7, P6)."""
    wild = rules.wild
    return (
        naturals + wilds >= 3
        and naturals >= wild.min_naturals
        and (wild.limit is None or wilds <= wild.limit)
        and (wild.naturals_per_wild or 0) * wilds <= naturals
    )


# --- Sets of one rank --------------------------------------------------------------


@lru_cache(maxsize=1 << 10)
def sets_of_rank(
    rank: int, most: int, wilds: int, worth: int, rules: Rules
) -> dict[tuple[int, int], tuple[int, tuple[tuple[int, int], ...]]]:
    """What the sets of a rank are worth at most, and which sets they are.

    By the natural cards and the wild cards used; only the former's points count.
    """
    options = rules.melds
    found: dict[tuple[int, int], tuple[int, tuple[tuple[int, int], ...]]] = {
        (0, 0): (0, ())
    }
    if not options.sets:
        return found
    largest = most if options.max_set_naturals is None else options.max_set_naturals
    singles = [
        (n, w, n * worth + _set_bonus(rules, rank, n, w))
        for n in range(1, min(most, largest) + 1)
        for w in range(wilds + 1)
        if _mix_is_legal(n, w, rules)
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


# --- Runs of one suit --------------------------------------------------------------

# An open run: its length, its wild cards so far, and, only where the rules ask, its
# natural cards in a row, now and at the most (X2), and whether an ace lies low (X1).
OpenRun: TypeAlias = tuple[int, int, int, int, bool]
FRESH: Final[OpenRun] = (0, 0, 0, 0, False)
# The open runs of a suit, sorted; and how many aces lie low.
_Open: TypeAlias = tuple[tuple[OpenRun, ...], int]
# What happens at a place: natural and wild cards used, the state that follows, what
# it is worth, natural cards left over, and what each open run did (close, natural,
# wild) with how many runs begin, natural and wild.
_Step: TypeAlias = tuple[int, int, int, int, int, tuple[int, ...]]
CLOSE, NATURAL, _WILD = 0, 1, 2


class SuitRuns:
    """Every way in which the runs of one suit can go on, place by place."""

    def __init__(
        self,
        suit: int,
        counts: list[int],
        wilds: int,
        wild_twos: bool,
        rules: Rules,
        in_suit: bool,
    ) -> None:
        values = rules.prices.cards
        self.counts = counts
        self.wilds = wilds
        self.rules = rules
        self.bonuses = _run_bonuses(rules, in_suit)
        self.row = len(self.bonuses) - 1
        self.one_ace = not rules.melds.both_aces
        # Wild Twos are paid for out of the wild cards, natural or not.
        self.worth = [0] + [
            0
            if place == 2 and wild_twos
            else units(values.of_kind(natural_kind(suit, place)))
            for place in range(1, END)
        ]
        self.longest = rules.melds.longest_run
        self.first = 1 if rules.melds.ace_low else 2
        self.last = PLACES if rules.melds.ace_high else PLACES - 1
        self._alive: dict[tuple[int, int, int], bool] = {}
        self.states: list[list[_Open]] = [[], [((), 0)]]
        self.steps: list[list[list[_Step]]] = [[]]
        for place in range(1, END + 1):
            self._add_place(place)
        self._drop_dead()

    def _add_place(self, place: int) -> None:
        following: dict[_Open, int] = {}
        table: list[list[_Step]] = []
        for runs, low in self.states[place]:
            have = self._held(place, low)
            steps: list[_Step] = []
            for used, wild, opened, worth, actions in self._ways(runs, place, have):
                state = (opened, used if place == 1 else low)
                number = following.setdefault(state, len(following))
                worth += used * self.worth[place] if used else 0
                left = have - used if place > 1 else 0
                steps.append((used, wild, number, worth, left, actions))
            table.append(steps)
        self.steps.append(table)
        self.states.append(list(following))

    def _held(self, place: int, low: int) -> int:
        """The natural cards for a place; an ace that lies low does not lie high."""
        return self.counts[place] - (low if place == PLACES else 0)

    def grown(self, run: OpenRun, natural: bool, place: int) -> OpenRun:
        """An open run with one more card."""
        length, wilds, now, most, low = run
        if self.row:
            now = min(now + 1, self.row) if natural else 0
            most = max(most, now)
        if self.one_ace and place == 1:
            low = natural
        return length + 1, wilds + (not natural), now, most, low

    def _ways(
        self, runs: tuple[OpenRun, ...], place: int, have: int
    ) -> Iterator[tuple[int, int, tuple[OpenRun, ...], int, tuple[int, ...]]]:
        """Every fate of the open runs at a place, and every choice of new ones."""
        held = sum(run[1] for run in runs)
        new, new_wild = (self.grown(FRESH, one, place) for one in (True, False))

        def fate(
            index: int,
            used: int,
            wild: int,
            opened: list[OpenRun],
            worth: int,
            actions: tuple[int, ...],
        ) -> Iterator[tuple[int, int, tuple[OpenRun, ...], int, tuple[int, ...]]]:
            if index == len(runs):
                for begun in range(have - used + 1):
                    if begun and not self._goes_on(1, 0, place):
                        break
                    for wild_begun in range(self.wilds - held - wild + 1):
                        if wild_begun and not self._goes_on(1, 1, place):
                            break
                        yield (
                            used + begun,
                            wild + wild_begun,
                            tuple(
                                sorted(
                                    [*opened] + [new] * begun + [new_wild] * wild_begun
                                )
                            ),
                            worth,
                            (*actions, begun, wild_begun),
                        )
                return
            run = runs[index]
            length, wilds, _, row, low = run
            twin = index > 0 and runs[index - 1] == runs[index]
            # Equal runs do as they like in one order only.
            least = actions[-1] if twin else CLOSE
            if least == CLOSE and _mix_is_legal(length - wilds, wilds, self.rules):
                bonus = self.bonuses[row][length][wilds > 0]
                yield from fate(
                    index + 1, used, wild, opened, worth + bonus, (*actions, CLOSE)
                )
            if (
                least <= NATURAL
                and used < have
                and not (low and place == PLACES)
                and self._goes_on(length + 1, wilds, place)
            ):
                yield from fate(
                    index + 1,
                    used + 1,
                    wild,
                    [*opened, self.grown(run, True, place)],
                    worth,
                    (*actions, NATURAL),
                )
            if held + wild < self.wilds and self._goes_on(length + 1, wilds + 1, place):
                yield from fate(
                    index + 1,
                    used,
                    wild + 1,
                    [*opened, self.grown(run, False, place)],
                    worth,
                    (*actions, _WILD),
                )

        return fate(0, 0, 0, [], 0, ())

    def _goes_on(self, length: int, wilds: int, place: int) -> bool:
        """Whether a run that has reached a place can still become a legal one."""
        if not self.first <= place <= self.last or length > self.longest:
            return False
        key = (length, wilds, place)
        known = self._alive.get(key)
        if known is None:
            known = (
                _mix_is_legal(length - wilds, wilds, self.rules)
                or (
                    place < self.last
                    and self.counts[place + 1] > 0
                    and self._goes_on(length + 1, wilds, place + 1)
                )
                or (
                    wilds < self.wilds
                    and self._goes_on(length + 1, wilds + 1, place + 1)
                )
            )
            self._alive[key] = known
        return known

    def _drop_dead(self) -> None:
        """Forget the steps after which some open run cannot be finished."""
        alive = [True] * len(self.states[END + 1])
        for place in range(END, 0, -1):
            table = self.steps[place]
            for steps in table:
                steps[:] = [step for step in steps if alive[step[2]]]
            alive = [bool(steps) for steps in table]

    def values(
        self, prices: list[int], wild_price: int, wild_twos: bool
    ) -> list[list[int]]:
        """The most that each state can still bring, at the prices given."""
        found: list[list[int]] = [[]] * (END + 2)
        after = [0] * len(self.states[END + 1])
        found[END + 1] = after
        for place in range(END, 0, -1):
            price = prices[place]
            own = wild_price if place == 2 and wild_twos else 0
            after = [
                max(
                    [
                        worth
                        - own * used
                        - wild_price * wild
                        + price * left
                        + after[to]
                        for used, wild, to, worth, left, _ in steps
                    ],
                    default=NEVER,
                )
                for steps in self.steps[place]
            ]
            found[place] = after
        return found

    def demand(
        self,
        values: list[list[int]],
        prices: list[int],
        wild_price: int,
        wild_twos: bool,
        left_over: list[int],
    ) -> int:
        """Add the cards that the best plan leaves over; the wild cards it uses."""
        at, wanted = 0, 0
        for place in range(1, END + 1):
            price, after = prices[place], values[place + 1]
            own = wild_price if place == 2 and wild_twos else 0
            used, wild, at, _, left, _ = max(
                self.steps[place][at],
                key=lambda s: (
                    s[3] - own * s[0] - wild_price * s[1] + price * s[4] + after[s[2]]
                ),
            )
            left_over[place] += left
            wanted += wild + (used if place == 2 and wild_twos else 0)
        return wanted
