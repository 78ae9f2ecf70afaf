"""Hypothesis strategies for cards, heaps, rules and melds.

Rules come in pairs with the oracle's :class:`oracle.System`, so that every question
can be asked twice. Melds come as card texts that are nearly always close to a legal
meld: that is where the two could differ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import attrs
from hypothesis import strategies as st

import oracle
from biriba import Card, Cards, Meld, Run, Set, Suit, rules
from biriba.cards import KIND_TEXT, KINDS
from biriba.rules import Rules
from oracle import System

# --- Cards ---


def cards() -> st.SearchStrategy[Card]:
    """Any card."""
    return st.integers(0, KINDS - 1).map(Card.of_kind)


def card_texts() -> st.SearchStrategy[str]:
    """The text of any card."""
    return st.sampled_from(KIND_TEXT)


def card_lists(most: int = 30) -> st.SearchStrategy[list[Card]]:
    """Cards in an order, with no more than seven twins, few kinds and many."""
    few = st.lists(st.integers(0, 5).map(Card.of_kind), max_size=most)
    many = st.lists(cards(), max_size=most)
    return st.one_of(few, many).map(_without_eighth_twins)


def _without_eighth_twins(found: list[Card]) -> list[Card]:
    kept: list[Card] = []
    for card in found:
        if kept.count(card) < 7:
            kept.append(card)
    return kept


def heaps(most: int = 30) -> st.SearchStrategy[Cards]:
    """Any heap of cards."""
    return card_lists(most).map(Cards.of)


# --- Rules ---


def _combinations(preset: str) -> list[str]:
    """The names of a preset with every combination of variants that there is."""
    names = [v.name for v in rules.variants_of(preset)]
    found: list[str] = []
    for picks in product([False, True], repeat=len(names)):
        chosen = [name for name, pick in zip(names, picks, strict=True) if pick]
        if {"free-rediscard", "lone-card-rediscard"} <= set(chosen):
            continue
        if {"joker-no-bonus", "joker-to-first-seat"} <= set(chosen):
            continue
        found.append("+".join([preset, *chosen]))
    return found


NAMES = [name for preset in rules.PRESETS for name in _combinations(preset)]
"""Every preset with every combination of its variants."""


def system_of(name: str) -> System:
    """The oracle's system for a rules name."""
    preset, *variants = name.split("+")
    system = oracle.SYSTEMS[preset]
    if "wild-ratio" in variants:
        system = replace(system, max_wild=None, naturals_per_wild=2)
    if "no-wild-twos" in variants:
        system = replace(system, wild_twos=False)
    if "with-sets" in variants:
        system = replace(system, sets_allowed=True)
    if "super-biriba" in variants:
        system = replace(system, super_bonus=oracle.CANASTA_SUPER_BIRIBA.super_bonus)
    return system


MELD_NAMES = [
    "classic-5000",
    "classic-5000+wild-ratio",
    "canasta-2000",
    "canasta-2000+no-wild-twos",
    "canasta-2000+super-biriba",
    "canasta-2000+no-wild-twos+super-biriba",
    "greek-351",
    "greek-351+wild-ratio",
    "usual-3000",
    "greek-3030",
    "online-3000",
    "burraco-2005",
    "buraco-3000",
    "buraco-3000+with-jokers+with-sets",
]
"""The names between which melds and scores differ."""

PUBLISHED = [(rules.named(name), system_of(name)) for name in MELD_NAMES]

_CLASSIC, _CANASTA, _GREEK = rules.CLASSIC_5000, rules.CANASTA_2000, rules.GREEK_351
ONE_NATURAL = (
    _CLASSIC.with_options({"wild": {"min_naturals": 1, "limit": None}}),
    replace(oracle.CLASSIC, min_naturals=1, max_wild=None),
)
"""House rules under which one text can be read in several ways."""
HOUSE = [
    ONE_NATURAL,
    (
        _CLASSIC.with_options({"melds": {"longest_run": 14}}),
        replace(oracle.CLASSIC, longest_run=14),
    ),
    (
        _GREEK.with_options({"melds": {"sets": False, "longest_run": 9}}),
        replace(oracle.GREEK, sets_allowed=False, longest_run=9),
    ),
    (
        _CANASTA.with_options({"melds": {"set_of_twos": True, "max_set_naturals": 4}}),
        replace(oracle.CANASTA, natural_twos_in_sets=True, max_set_naturals=4),
    ),
]


def systems(house: bool = True) -> st.SearchStrategy[tuple[Rules, System]]:
    """Rules and the oracle's name for them."""
    return st.sampled_from(PUBLISHED + HOUSE if house else PUBLISHED)


def all_rules() -> st.SearchStrategy[Rules]:
    """Every preset with every combination of variants, by name."""
    return st.sampled_from(NAMES).map(rules.named)


# --- Melds ---

WILD_TEXTS = ["Jk", "2h", "2d", "2c", "2s"]


@st.composite
def run_texts(draw: st.DrawFn, shortest: int = 3) -> list[str]:
    """The cards of a run, legal but for its wild cards perhaps."""
    suit = draw(st.sampled_from("hdcs"))
    size = draw(st.integers(shortest, 14))
    start = draw(st.integers(1, 15 - size))
    laid = [oracle.natural_at(suit, place) for place in range(start, start + size)]
    for place in draw(st.lists(st.integers(0, size - 1), max_size=3)):
        laid[place] = draw(st.sampled_from(WILD_TEXTS))
    return laid


@st.composite
def set_texts(draw: st.DrawFn, shortest: int = 3) -> list[str]:
    """The cards of a set, legal but for its wild cards perhaps."""
    rank = draw(st.sampled_from(oracle.RANKS))
    suits = draw(st.lists(st.sampled_from("hdcs"), min_size=shortest - 1, max_size=10))
    wild = draw(st.lists(st.sampled_from(WILD_TEXTS), max_size=3))
    return draw(st.permutations([rank + suit for suit in suits] + wild))


@st.composite
def near_melds(draw: st.DrawFn) -> list[str]:
    """Cards laid in an order: a meld, or one that a slip of the hand has spoilt."""
    laid = list(draw(st.one_of(run_texts(), set_texts())))
    slip = draw(st.integers(0, 5))
    at = draw(st.integers(0, len(laid) - 1))
    if slip == 1:
        laid[at] = draw(card_texts())
    elif slip == 2:
        del laid[at]
    elif slip == 3:
        laid.insert(at, draw(st.sampled_from([*WILD_TEXTS, laid[at]])))
    elif slip == 4:
        laid = list(draw(st.permutations(laid)))
    return [
        text for i, text in enumerate(laid) if laid[:i].count(text) < 7
    ]  # no heap holds an eighth twin


@st.composite
def melds(draw: st.DrawFn, of: Rules, shortest: int = 3) -> Meld:
    """A legal meld under rules, sometimes a biriba, sometimes dirty."""
    laid = list(draw(st.one_of(run_texts(shortest), set_texts(shortest))))
    found = readings(laid, of)
    # Too many wild cards: replace them by what they stand for, one after the other.
    while not found:
        laid = _tamer(laid, of)
        found = readings(laid, of)
    return draw(st.sampled_from(found))


def readings(laid: Sequence[str], of: Rules) -> list[Meld]:
    """The library's readings of a text of cards."""
    from biriba.melds import readings as read

    return read([Card.parse(text).kind for text in laid], of)


def _tamer(laid: list[str], of: Rules) -> list[str]:
    if len(laid) > 12:
        return laid[:-1]
    if len(laid) < 3:
        return ["5h", "6h", "7h"]
    wild = [i for i, text in enumerate(laid) if text in WILD_TEXTS]
    if len(wild) > 1 or not wild:
        return laid[:-1]
    return laid[: wild[0]] + laid[wild[0] + 1 :]


def look(meld: Meld) -> tuple[str, str, int, tuple[str, ...]]:
    """What a meld is, in plain data: kind, suit or rank, start and cards."""
    texts = tuple(str(card) for card in meld.cards)
    if isinstance(meld, Run):
        return ("run", str(meld.suit), meld.start, texts)
    assert isinstance(meld, Set)
    return ("set", str(meld.rank), 0, texts)


def oracle_look(
    reading: oracle.Run | oracle.Set,
) -> tuple[str, str, int, tuple[str, ...]]:
    """The same for a reading of the oracle."""
    if isinstance(reading, oracle.Run):
        return ("run", reading.suit, reading.start, reading.cards)
    return ("set", reading.rank, 0, reading.cards)


def suits() -> st.SearchStrategy[Suit]:
    """Any suit."""
    return st.sampled_from(Suit)


def changed(of: Rules, **groups: dict[str, object]) -> Rules:
    """Rules with single fields of groups replaced, the whole checked again."""
    return attrs.evolve(
        of,
        **{
            group: attrs.evolve(getattr(of, group), **fields)
            for group, fields in groups.items()
        },
    )


def plenty(rules: Rules) -> Rules:
    """The same rules with so many packs that any facts can be scored."""
    seatings = tuple(attrs.evolve(s, packs=7, jokers=7) for s in rules.seatings)
    return attrs.evolve(rules, seatings=seatings)
