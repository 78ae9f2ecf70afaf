"""The best laying of a hand, against every laying there is."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from biriba import (
    Cards,
    InvalidRules,
    InvalidState,
    NotationError,
    Rules,
    Suit,
    melds,
    rules,
)
from biriba.best import LARGEST_HAND, BestLay, best
from biriba.cards import deck_kinds, pack, shuffled, unpack
from biriba.melds import arrange, card_points, meld_problem
from biriba.points import Points
from biriba.scoring import bonus_of

_DIRTY_PAYS = rules.CLASSIC_5000.with_options(
    {
        "wild": {"limit": 2, "min_naturals": 1},
        "melds": {"ace_low": False, "set_of_twos": False, "max_set_naturals": 3},
        "prices": {
            "cards": {"two": 30, "joker": 20},
            "bonuses": [
                {"code": "odd", "kind": "run", "length": 4, "clean": 5, "dirty": 90},
                {"code": "odd", "kind": "set", "length": 3, "clean": None, "dirty": 40},
                {"code": "twos", "kind": "set", "length": 4, "clean": -30,
                 "dirty": None, "rank": 7},
            ],
        },
    }
)  # fmt: skip
_ROUND = rules.CLASSIC_5000.with_options(
    {"melds": {"longest_run": 14}, "wild": {"limit": None}}
)
_NO_HIGH_ACE = rules.GREEK_351.with_options({"melds": {"ace_high": False}})
_NO_SETS = rules.CLASSIC_5000.with_options({"melds": {"sets": False}})
_WORTHLESS = rules.CLASSIC_5000.with_options(
    {
        "prices": {
            "cards": dict.fromkeys(
                ("ace", "two", "three_to_seven", "eight_to_king", "joker"), 0
            ),
            "bonuses": [],
        }
    }
)
_SHORT = rules.GREEK_351.with_options(
    {"melds": {"longest_run": 5, "ace_low": False}, "wild": {"naturals_per_wild": 1}}
)
_TWO_WILD = rules.named("canasta-2000").with_options(
    {"wild": {"limit": 2, "naturals_per_wild": None}, "melds": {"set_of_twos": True}}
)
SYSTEMS = (
    rules.CLASSIC_5000,
    rules.CANASTA_2000,
    rules.GREEK_351,
    rules.named("canasta-2000+no-wild-twos+super-biriba"),
    rules.named("greek-351+wild-ratio"),
    _DIRTY_PAYS,
    _ROUND,
    _NO_HIGH_ACE,
    _NO_SETS,
    _WORTHLESS,
    _SHORT,
    _TWO_WILD,
    rules.named("classic-5000+wild-ratio"),
)


def brute(packed: int, system: Rules, suit: Suit | None) -> Points:
    """The most that any laying is worth: every heap of the hand, every arrangement."""
    worth: dict[int, Points] = {}
    kinds = unpack(packed)
    heaps = {0}
    for kind in kinds:
        heaps |= {heap + (1 << 4 * kind) for heap in heaps}
    for heap in heaps:
        found = arrange(Cards(heap), system)
        if found:
            worth[heap] = card_points(heap, system) + max(
                bonus_of(meld, system, suit)[1] for meld in found
            )

    @cache
    def most(hand: int) -> Points:
        top: Points = 0
        for heap, points in worth.items():
            if Cards(heap) <= Cards(hand):
                top = max(top, points + most(hand - heap))
        return top

    return most(packed)


def check(lay: BestLay, hand: Cards, system: Rules, suit: Suit | None) -> None:
    """A laying is legal, adds up, and holds the cards of the hand once each."""
    laid = [kind for meld in lay.melds for kind in meld.kinds]
    assert sorted(laid + unpack(lay.left.packed)) == sorted(unpack(hand.packed))
    total: Points = 0
    for meld in lay.melds:
        assert meld_problem(meld, system) is None, (str(meld), str(hand))
        total += card_points(meld.packed, system) + bonus_of(meld, system, suit)[1]
    assert total == lay.points


def dense(rng: random.Random, size: int) -> Cards:
    """A hand of cards that go together: few ranks, few suits, many wild cards."""
    low = rng.randrange(13)
    suits = rng.choice(((0,), (0, 1), (0, 1, 2, 3)))
    near = [
        4 * ((low + step) % 13) + suit for step in range(rng.choice((1, 3, 6, 9)))
        for suit in suits
    ]  # fmt: skip
    pool = near * 2 + [52] * 2 + [4, 5, 6, 7] * rng.randrange(2)
    rng.shuffle(pool)
    return Cards(pack(pool[:size]))


@settings(max_examples=120, deadline=None)
@given(
    st.integers(0, 2**32), st.integers(0, 8), st.sampled_from(SYSTEMS),
    st.sampled_from((None, *Suit)),
)  # fmt: skip
def test_nothing_is_worth_more(
    seed: int, size: int, system: Rules, suit: Suit | None
) -> None:
    """G5–G8, G14: the laying found is legal, and no other is worth more."""
    hand = dense(random.Random(seed), size)
    lay = best(hand, system, bonus_suit=suit)
    check(lay, hand, system, suit)
    assert lay.points == brute(hand.packed, system, suit)


def house_rules(rng: random.Random) -> Rules:
    """Rules nobody plays by: options, values and bonuses drawn from wide ranges."""

    def price() -> int | None:
        return rng.choice((None, -20, 0, 5, 40, 100, 150))

    bonuses: list[dict[str, object]] = [
        {"code": f"b{index}", "kind": kind, "length": rng.randint(3, 8),
         "clean": price(), "dirty": price(),
         "in_bonus_suit_clean": price() if kind == "run" else None}
        for index, kind in enumerate(rng.choices(("run", "set"), k=rng.randrange(5)))
    ]  # fmt: skip
    values = ("ace", "two", "three_to_seven", "eight_to_king", "joker")
    return rules.CLASSIC_5000.with_options(
        {
            "wild": {
                "twos": rng.random() < 0.8,
                "limit": rng.choice((None, 0, 1, 1, 2, 3)),
                "naturals_per_wild": rng.choice((None, None, 1, 2)),
                "min_naturals": rng.choice((1, 2, 2, 3)),
            },
            "melds": {
                "sets": rng.random() < 0.8,
                "set_of_twos": rng.random() < 0.5,
                "max_set_naturals": rng.choice((None, 3, 4)),
                "ace_low": rng.random() < 0.7,
                "ace_high": rng.random() < 0.7,
                "longest_run": rng.choice((4, 7, 13)),
            },
            "biriba": {"length": 3},
            "prices": {
                "cards": {v: rng.choice((-5, 0, 5, 10, 20)) for v in values},
                "bonuses": bonuses,
            },
        }
    )


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 2**32), st.integers(3, 8))
def test_house_rules(seed: int, size: int) -> None:
    """G5–G8, G14: what is worth most depends on nothing but the rules given."""
    rng = random.Random(seed)
    system, suit = house_rules(rng), rng.choice((None, *Suit))
    hand = dense(rng, size)
    lay = best(hand, system, bonus_suit=suit)
    check(lay, hand, system, suit)
    assert lay.points == brute(hand.packed, system, suit)


@pytest.mark.parametrize("system", SYSTEMS[:5], ids=lambda s: s.name)
def test_biribas_are_found(system: Rules) -> None:
    """C15, P11, T11: with room for one biriba, it is made or something better."""
    for text in (
        "3h 4h 5h 6h 7h 8h 9h 8d 8c",
        "3h 4h Jk 6h 7h 8h 9h 6c",
        "Ah 2h 3h 4h 5h 6h 7h Jk",
        "8h 8d 8c 8s 8h 8d 8c Jk 9h",
        "Ah Ad Ac As Ah Ad Ac 2h Jk",
        "3h 3h 4h 4h 5h 5h 6h 6h 7h 8h 9h",
    ):
        hand = Cards.parse(text)
        for suit in (None, Suit.HEARTS):
            lay = best(hand, system, bonus_suit=suit)
            check(lay, hand, system, suit)
            assert lay.points == brute(hand.packed, system, suit)


@pytest.mark.parametrize(
    ("cards", "laid"),
    [
        ("", []),
        ("Jk Jk 2h", []),
        ("Jk Jk 2h 2d", ["2h 2d Jk"]),
        ("5h 6h 9c", []),
        ("Ah 2h 3h", ["Ah 2h 3h"]),
        ("Ah Jk 3h 2h", ["Ah 2h 3h Jk"]),
        ("Qh Kh Ah 2h 3h 4h", ["Qh Kh Ah", "2h 3h 4h"]),
        ("Ah 3h 4h Jk", ["Ah Jk 3h 4h"]),
        ("Ah 3h 4h 2d", ["Ah 2d 3h 4h"]),
        ("2h 2d 2c Jk", ["2h 2d 2c Jk"]),
        ("7h 7d 8h 8d 9h 9d", ["7d 8d 9d", "7h 8h 9h"]),
        ("7h 7d 7c 8h 8d 8c 9h", ["8h 8d 8c", "7h 7d 7c"]),
        ("Ah 3h 4h 2d 3d 4d", ["Ah 2d 3h 4h"]),
        ("Qh Kh Ah Jk", ["Jk Qh Kh Ah"]),
    ],
)
def test_known_layings(cards: str, laid: list[str]) -> None:
    """G5–G8: hands whose best laying is plain to see."""
    lay = best(cards, rules.CLASSIC_5000)
    assert [str(meld) for meld in lay.melds] == laid


def test_a_joker_stands_for_the_two_where_it_is_worth_more() -> None:
    """G7, G14: a wild card scores its own value, so the joker lies, not the Two."""
    lay = best("Ah 2h 3h Jk", rules.CLASSIC_5000.with_options(
        {"melds": {"longest_run": 3}}
    ))  # fmt: skip
    assert not lay.melds[0].is_clean
    assert lay.points == 45


def test_half_points_are_exact() -> None:
    """T10: scores are multiples of one half."""
    lay = best("3h 4h 5h", rules.GREEK_351)
    assert lay.points == Fraction(3, 2)
    assert best("3h 4h 5h 6h", rules.GREEK_351).points == 2


def test_too_large_a_hand() -> None:
    """A hand no game can bring is refused, not searched."""
    hand = Cards(pack(deck_kinds(2, 4)[: LARGEST_HAND + 1]))
    with pytest.raises(InvalidState, match="more than 60"):
        best(hand, rules.CLASSIC_5000)


@settings(max_examples=8, deadline=None)
@example(12, rules.CLASSIC_5000)
@given(st.integers(0, 2**32), st.sampled_from(SYSTEMS[:5]))
def test_large_hands(seed: int, system: Rules) -> None:
    """A hand of thirty: the laying is legal, and cards added never make it worse."""
    kinds = shuffled(deck_kinds(2, 4), random.Random(seed))[:30]
    fewer, hand = Cards(pack(kinds[:26])), Cards(pack(kinds))
    lay = best(hand, system, bonus_suit=Suit.SPADES)
    check(lay, hand, system, Suit.SPADES)
    assert best(fewer, system, bonus_suit=Suit.SPADES).points <= lay.points


def test_the_same_answer_through_melds() -> None:
    """``melds.best`` is this function."""
    assert melds.best("5h 6h 7h", rules.CLASSIC_5000) == best(
        "5h 6h 7h", rules.CLASSIC_5000
    )


def test_bonus_suit_as_text() -> None:
    """The bonus suit doubles what a biriba earns (C15)."""
    run = "5c 6c 7c 8c 9c 10c Jc"
    assert best(run, rules.CLASSIC_5000, bonus_suit="c").points == 455
    assert best(run, rules.CLASSIC_5000).points == 255
    with pytest.raises(NotationError):
        best(run, rules.CLASSIC_5000, bonus_suit="x")
    with pytest.raises(InvalidRules):
        best(run, "classic-5000")  # type: ignore[arg-type]
