"""A naive second opinion on melds, lay-offs and scores.

Nothing here imports the library, and nothing here is clever: cards are plain
text (``Ah 10d 2c Jk``), and every question is answered by trying everything.
The clause names (G7, C15, ...) are those of the rules of the systems.

A *reading* says what laid cards are:

* ``("run", suit, start, cards)`` with the cards in ascending order, the first
  at position ``start`` (1 is the low ace, 14 the high one);
* ``("set", rank, cards)`` with the cards in canonical order: naturals by suit
  (h d c s), then Twos used as wild cards by suit, then jokers.

The canonical text of a reading is its cards, joined by single spaces.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

SUITS = "hdcs"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
JOKER = "Jk"

Prices: TypeAlias = "tuple[int | None, int | None]"
"""(clean, dirty); ``None`` means: no price of its own, see the next one down."""


class Run(NamedTuple):
    kind: str
    suit: str
    start: int
    cards: tuple[str, ...]


class Set(NamedTuple):
    kind: str
    rank: str
    cards: tuple[str, ...]


Reading: TypeAlias = "Run | Set"


# ---------------------------------------------------------------- the systems


def _values(low: str, high: str, ace: str, two: str, joker: str) -> dict[str, Fraction]:
    """Card values by rank: 3-7, 8-K, ace, Two, joker."""
    values = {rank: Fraction(low) for rank in ("3", "4", "5", "6", "7")}
    values |= {rank: Fraction(high) for rank in ("8", "9", "10", "J", "Q", "K")}
    values |= {"A": Fraction(ace), "2": Fraction(two), JOKER: Fraction(joker)}
    return values


@dataclass(frozen=True)
class System:
    """What a system says about melds and points; variants by ``replace``."""

    name: str
    card_values: Mapping[str, Fraction]

    # What a meld is.
    wild_twos: bool = True
    natural_twos_in_sets: bool = False  # only matters while Twos are wild
    max_wild: int | None = 1
    naturals_per_wild: int | None = None
    min_naturals: int = 2
    shortest_meld: int = 3
    sets_allowed: bool = True
    max_set_naturals: int | None = None
    longest_run: int = 13  # 14: the ace both low and high in one run
    two_natural_aces: bool = True  # whether both of them may be aces (X1)

    # What a biriba is, and what it earns.
    biriba_length: int = 7
    sets_are_biribas: bool = True
    full_length: int = 13
    run_bonus: Prices = (0, 0)
    run_bonus_in_suit: Prices = (None, None)
    super_length: int = 11
    super_bonus: Prices = (None, None)
    full_bonus: Prices = (None, None)
    full_bonus_in_suit: Prices = (None, None)
    set_bonus: Prices = (0, 0)
    set_bonus_ranks: tuple[str, ...] = RANKS
    round_bonus: int | None = None  # a clean run of fourteen
    semi_clean_row: int = 0  # natural cards in a row that make a dirty meld better
    semi_clean_bonus: int = 0

    # The end of a deal. Penalties are positive numbers that are taken off.
    going_out_bonus: int = 0
    no_biribaki_penalty: int = 0
    unplayed_biribaki_penalty: int = 0
    unplayed_biribaki_counts: bool = True
    beaten_no_biribaki_penalty: int = 0
    beaten_no_biriba_penalty: int = 0


CLASSIC = System(
    name="classic-5000",
    card_values=_values("5", "10", "15", "10", "20"),
    natural_twos_in_sets=True,
    max_set_naturals=8,
    run_bonus=(200, 100),
    run_bonus_in_suit=(400, 200),
    full_bonus=(1000, 500),
    full_bonus_in_suit=(2000, 1000),
    set_bonus=(300, 150),
    going_out_bonus=100,
    no_biribaki_penalty=100,
    unplayed_biribaki_penalty=100,
    unplayed_biribaki_counts=False,
)

CANASTA = System(
    name="canasta-2000",
    card_values=_values("5", "10", "20", "20", "50"),
    max_wild=None,
    naturals_per_wild=2,
    sets_are_biribas=False,
    run_bonus=(200, 100),
    set_bonus=(300, 150),
    set_bonus_ranks=("A",),
    going_out_bonus=100,
)
CANASTA_NO_WILD_TWOS = replace(CANASTA, wild_twos=False)
CANASTA_SUPER_BIRIBA = replace(CANASTA, super_bonus=(400, 200))

GREEK = System(
    name="greek-351",
    card_values=_values("1/2", "1", "3/2", "2", "2"),
    run_bonus=(30, 10),
    run_bonus_in_suit=(60, 30),
    full_bonus=(100, None),
    full_bonus_in_suit=(100, None),
    set_bonus=(30, 10),
    beaten_no_biribaki_penalty=10,
    beaten_no_biriba_penalty=10,
)

USUAL = System(
    name="usual-3000",
    card_values=_values("5", "10", "15", "10", "20"),
    run_bonus=(200, 100),
    full_bonus=(1000, 500),
    set_bonus=(300, 150),
    going_out_bonus=100,
    no_biribaki_penalty=100,
)

GREEK_3030 = replace(
    CLASSIC, name="greek-3030", natural_twos_in_sets=False, max_set_naturals=None
)

ONLINE = replace(
    USUAL,
    name="online-3000",
    run_bonus_in_suit=(400, 200),
    full_bonus_in_suit=(2000, 1000),
    set_bonus=(200, 100),
)

BURRACO = System(
    name="burraco-2005",
    card_values=_values("5", "10", "15", "20", "30"),
    longest_run=14,
    two_natural_aces=False,
    run_bonus=(200, 100),
    set_bonus=(200, 100),
    semi_clean_row=7,
    semi_clean_bonus=150,
    going_out_bonus=100,
    no_biribaki_penalty=100,
)

BURACO = System(
    name="buraco-3000",
    card_values=_values("5", "10", "15", "10", "20"),
    sets_allowed=False,
    longest_run=14,
    run_bonus=(200, 100),
    full_bonus=(500, None),
    round_bonus=1000,
    set_bonus=(200, 100),
    going_out_bonus=100,
    no_biribaki_penalty=100,
)

SYSTEMS: dict[str, System] = {
    s.name: s
    for s in (CLASSIC, CANASTA, GREEK, USUAL, GREEK_3030, ONLINE, BURRACO, BURACO)
}


# ------------------------------------------------------------------ the cards


def parse(text: str) -> list[str]:
    """The cards of a text; nonsense is an error."""
    cards = text.split()
    for card in cards:
        if card != JOKER and (card[:-1] not in RANKS or card[-1] not in SUITS):
            raise ValueError(f"no such card: {card!r}")
    return cards


def rank_of(card: str) -> str:
    return JOKER if card == JOKER else card[:-1]


def may_be_wild(card: str, system: System) -> bool:
    """G7: jokers, and Twos unless the system says otherwise."""
    return card == JOKER or (system.wild_twos and rank_of(card) == "2")


def natural_at(suit: str, position: int) -> str:
    """The natural card of a place in a run; the ace has two places (G6)."""
    return RANKS[(position - 1) % 13] + suit


def _set_order(card: str, rank: str) -> tuple[int, int]:
    if card == JOKER:
        return (2, 0)
    return (0 if rank_of(card) == rank else 1, SUITS.index(card[-1]))


# ------------------------------------------------------------------ the melds


def _wild_limits_hold(naturals: int, wilds: int, system: System) -> bool:
    """G8, C7, P6, T4."""
    if naturals < system.min_naturals:
        return False
    if system.max_wild is not None and wilds > system.max_wild:
        return False
    if system.naturals_per_wild is not None:
        return wilds <= naturals // system.naturals_per_wild
    return True


def read_run(cards: Sequence[str], suit: str, start: int, system: System) -> Run | None:
    """The cards as a run of this suit from this position, if that is legal (G6)."""
    if not system.shortest_meld <= len(cards) <= system.longest_run:
        return None
    if start < 1 or start + len(cards) - 1 > 14:
        return None
    aces = [cards[0], cards[-1]].count("A" + suit)
    if len(cards) == 14 and aces == 2 and not system.two_natural_aces:
        return None  # X1
    naturals = wilds = 0
    for position, card in enumerate(cards, start):
        if card == natural_at(suit, position):
            naturals += 1  # so a Two of the suit in position 2 is natural
        elif may_be_wild(card, system):
            wilds += 1
        else:
            return None
    if not _wild_limits_hold(naturals, wilds, system):
        return None
    return Run("run", suit, start, tuple(cards))


def read_set(cards: Sequence[str], rank: str, system: System) -> Set | None:
    """The cards, in any order, as a set of this rank, if that is legal (G5)."""
    if not system.sets_allowed or len(cards) < system.shortest_meld:
        return None
    if rank == "2" and system.wild_twos and not system.natural_twos_in_sets:
        return None  # G7
    naturals = wilds = 0
    for card in cards:
        if rank_of(card) == rank:
            naturals += 1
        elif may_be_wild(card, system):
            wilds += 1
        else:
            return None
    if system.max_set_naturals is not None and naturals > system.max_set_naturals:
        return None
    if not _wild_limits_hold(naturals, wilds, system):
        return None
    return Set(
        "set", rank, tuple(sorted(cards, key=lambda card: _set_order(card, rank)))
    )


def readings(cards: Sequence[str], system: System) -> list[Reading]:
    """Every legal reading of the cards as laid: runs ascending, sets in any order."""
    found: list[Reading] = []
    for suit in SUITS:
        for start in range(1, 15):
            run = read_run(cards, suit, start, system)
            if run is not None:
                found.append(run)
    for rank in RANKS:
        as_set = read_set(cards, rank, system)
        if as_set is not None:
            found.append(as_set)
    return found


def text(reading: Reading) -> str:
    """The canonical text."""
    return " ".join(reading.cards)


def _orders(
    heap: list[str], suit: str, position: int, system: System
) -> Iterator[list[str]]:
    """Every order of the heap in which each card fits its place, from here up."""
    if not heap:
        yield []
        return
    for card in sorted(set(heap)):
        if card == natural_at(suit, position) or may_be_wild(card, system):
            rest = list(heap)
            rest.remove(card)
            for tail in _orders(rest, suit, position + 1, system):
                yield [card, *tail]


def run_arrangements(cards: Sequence[str], suit: str, system: System) -> list[Run]:
    """Every legal run of this suit that uses exactly these cards."""
    found: list[Run] = []
    if not system.shortest_meld <= len(cards) <= system.longest_run:
        return found
    for start in range(1, 14 - len(cards) + 2):
        for order in _orders(list(cards), suit, start, system):
            run = read_run(order, suit, start, system)
            if run is not None:
                found.append(run)
    return found


def arrangements(cards: Sequence[str], system: System) -> set[str]:
    """The canonical texts of all legal melds of just these cards, in any order."""
    found: set[str] = set()
    for suit in SUITS:
        found |= {text(run) for run in run_arrangements(cards, suit, system)}
    for rank in RANKS:
        as_set = read_set(cards, rank, system)
        if as_set is not None:
            found.add(text(as_set))
    return found


# --------------------------------------------------------------- the lay-offs


def may_become(before: Run, after: Run) -> bool:
    """G9 to G11, place by place, for a run with all its cards still in it."""
    held = dict(enumerate(after.cards, after.start))
    for position, card in enumerate(before.cards, before.start):
        natural = natural_at(before.suit, position)
        now = held.get(position)  # None: the place has fallen empty
        if card == natural:
            if now != card:
                return False  # G9: naturals never move
        elif now not in (None, natural, card):
            return False  # G11: no wild for a wild
    return True


def layoff_results(
    table: Sequence[str], add: Sequence[str], system: System
) -> set[str]:
    """The canonical texts of all legal melds once ``add`` has joined ``table``.

    ``table`` must be a legal meld as it lies. Nothing added, nothing moves.
    """
    before_all = readings(table, system)
    if not before_all:
        raise ValueError(f"not a meld of {system.name}: {' '.join(table)}")
    found: set[str] = set()
    if not add:
        return found
    heap = [*table, *add]
    for before in before_all:
        if isinstance(before, Set):
            as_set = read_set(heap, before.rank, system)
            if as_set is not None:
                found.add(text(as_set))
        else:
            for after in run_arrangements(heap, before.suit, system):
                if may_become(before, after):
                    found.add(text(after))
    return found


# ---------------------------------------------------------- facts about melds


def wild_cards(reading: Reading) -> list[str]:
    """The cards that lie in the meld as wild cards."""
    if isinstance(reading, Set):
        return [card for card in reading.cards if rank_of(card) != reading.rank]
    return [
        card
        for position, card in enumerate(reading.cards, reading.start)
        if card != natural_at(reading.suit, position)
    ]


def kind(reading: Reading) -> str:
    return reading.kind


def clean(reading: Reading) -> bool:
    return not wild_cards(reading)


def full(reading: Reading, system: System) -> bool:
    """A run of 13 (C8), or of 14 where the ace may be at both ends."""
    return isinstance(reading, Run) and len(reading.cards) >= system.full_length


def biriba(reading: Reading, system: System) -> bool:
    """C8, P7, T7."""
    if isinstance(reading, Set) and not system.sets_are_biribas:
        return False
    return len(reading.cards) >= system.biriba_length


def card_points(cards: Sequence[str], system: System) -> Fraction:
    """G14: each card at its own value, wherever it lies."""
    return sum((system.card_values[rank_of(card)] for card in cards), Fraction(0))


def row(reading: Reading) -> int:
    """The most natural cards that lie side by side (X2)."""
    wild = [
        rank_of(card) != reading.rank
        if isinstance(reading, Set)
        else card != natural_at(reading.suit, reading.start + i)
        for i, card in enumerate(reading.cards)
    ]
    spans = range(len(wild) + 1)
    return max(b - a for a in spans for b in spans if a <= b and not any(wild[a:b]))


def bonus(reading: Reading, system: System, bonus_suit: str | None) -> Fraction:
    """C15, P11, T11, F13: the first price that is named, from the most special down."""
    if len(reading.cards) < system.biriba_length:
        return Fraction(0)
    round_trip = isinstance(reading, Run) and len(reading.cards) == 14
    if round_trip and clean(reading) and system.round_bonus is not None:
        return Fraction(system.round_bonus)
    semi_clean = not clean(reading) and row(reading) >= system.semi_clean_row
    if semi_clean and system.semi_clean_row:
        return Fraction(system.semi_clean_bonus)
    price_lists: list[Prices] = []
    if isinstance(reading, Set):
        if reading.rank in system.set_bonus_ranks:
            price_lists.append(system.set_bonus)
    else:
        in_suit = reading.suit == bonus_suit
        if full(reading, system):
            if in_suit:
                price_lists.append(system.full_bonus_in_suit)
            price_lists.append(system.full_bonus)
        if len(reading.cards) >= system.super_length:
            price_lists.append(system.super_bonus)
        if in_suit:
            price_lists.append(system.run_bonus_in_suit)
        price_lists.append(system.run_bonus)
    for clean_price, dirty_price in price_lists:
        price = clean_price if clean(reading) else dirty_price
        if price is not None:
            return Fraction(price)
    return Fraction(0)


# ------------------------------------------------------------------ the score


def score_side(
    side: Mapping[str, Any],
    system: System,
    bonus_suit: str | None,
    other_went_out: bool,
) -> Fraction:
    """One side's points for one deal (G14, C13 to C15, P11, T10 to T12).

    ``side`` has ``melds`` and ``hands`` (lists of texts), ``biribaki`` (none,
    taken: not a card of it played yet, or played), ``went_out`` and perhaps
    ``unplayed_biribaki`` (text), whose cards are not in ``hands``.
    """
    if side["biribaki"] not in ("none", "taken", "played"):
        raise ValueError(f"biribaki: {side['biribaki']!r}")
    total = Fraction(0)
    has_biriba = False
    for laid in side["melds"]:
        cards = parse(laid)
        found = readings(cards, system)
        if not found:
            raise ValueError(f"not a meld of {system.name}: {laid}")
        total += card_points(cards, system)
        total += max(bonus(reading, system, bonus_suit) for reading in found)
        has_biriba = has_biriba or any(biriba(reading, system) for reading in found)
    for hand in side["hands"]:
        total -= card_points(parse(hand), system)
    if system.unplayed_biribaki_counts:
        total -= card_points(parse(side.get("unplayed_biribaki") or ""), system)

    if side["went_out"]:
        total += system.going_out_bonus
    if side["biribaki"] == "none":
        total -= system.no_biribaki_penalty
    if side["biribaki"] == "taken":
        total -= system.unplayed_biribaki_penalty
    if other_went_out and side["biribaki"] == "none":
        total -= system.beaten_no_biribaki_penalty
    if other_went_out and not has_biriba:
        total -= system.beaten_no_biriba_penalty
    return total
