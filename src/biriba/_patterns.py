"""What the smallest melds look like under a rule system, worked out once.

A *pattern* says which offsets of a run are natural cards and which wild. Under the
published systems the smallest runs are three cards long; a house rule that asks for
more natural cards makes longer ones necessary. `_lists` puts the patterns down in
every place of a suit.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

import attrs

from biriba._meld import PLACES, legal_mix
from biriba._options import Rules


@attrs.frozen
class Pattern:
    """Which offsets of a run are natural and which wild; `goal` marks one of them."""

    naturals: tuple[int, ...]
    wilds: tuple[int, ...]
    goal: int = -1

    @property
    def length(self) -> int:
        return len(self.naturals) + len(self.wilds)


def set_patterns(rules: Rules, least_wild: int = 0) -> Iterator[tuple[int, int]]:
    """The smallest legal mixes of natural and wild cards in a set."""
    if not rules.melds.sets:
        return
    found: list[tuple[int, int]] = []
    for size in range(3, PLACES + 1):
        for wilds in range(least_wild, size):
            mix = (size - wilds, wilds)
            if legal_mix(*mix, rules) and not any(
                a <= mix[0] and b <= mix[1] for a, b in found
            ):
                found.append(mix)
                yield mix


def run_patterns(rules: Rules) -> Iterator[Pattern]:
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


def _pattern(string: tuple[bool, ...], goal: int = -1) -> Pattern:
    return Pattern(
        tuple(i for i, natural in enumerate(string) if natural),
        tuple(i for i, natural in enumerate(string) if not natural),
        goal,
    )


@lru_cache(maxsize=32)
def goal_patterns(rules: Rules) -> tuple[Pattern, ...]:
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

    found: list[Pattern] = []
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
