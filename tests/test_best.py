"""The best laying of a hand, against every laying there is."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

import attrs
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
_ONE_ACE = rules.CLASSIC_5000.with_options(
    {"melds": {"longest_run": 14, "both_aces": False}, "wild": {"limit": None}}
)
_IN_A_ROW = rules.CLASSIC_5000.with_options(
    {
        "wild": {"limit": 2},
        "prices": {
            "bonuses": [
                {"code": "row", "kind": "run", "length": 4, "clean": None,
                 "dirty": 90, "in_a_row": 3},
                {"code": "odd", "kind": "run", "length": 5, "clean": 10, "dirty": 40,
                 "in_a_row": 2},
                {"code": "row", "kind": "set", "length": 4, "clean": None,
                 "dirty": 50, "in_a_row": 3},
            ],
        },
    }
)  # fmt: skip
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
SYSTEMS = (
    rules.CLASSIC_5000,
    rules.CANASTA_2000,
    rules.GREEK_351,
    rules.named("canasta-2000+no-wild-twos+super-biriba"),
    rules.named("greek-351+wild-ratio"),
    _DIRTY_PAYS,
    _ROUND,
    _ONE_ACE,
    _IN_A_ROW,
    rules.BURRACO_2005,
    rules.BURACO_3000,
    _NO_HIGH_ACE,
    _NO_SETS,
    _WORTHLESS,
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


@pytest.mark.parametrize("system", SYSTEMS[:5], ids=lambda s: s.name)
def test_biribas_are_found(system: Rules) -> None:
    """C15, P11, T11: with room for one biriba, it is made or something better."""
    for text in (
        "3h 4h 5h 6h 7h 8h 9h 8d 8c",
        "3h 4h Jk 6h 7h 8h 9h 6c",
        "Ah 2h 3h 4h 5h 6h 7h Jk",
        "8h 8d 8c 8s 8h 8d 8c Jk 9h",
        "Ah Ad Ac As Ah Ad Ac 2h Jk",
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


@pytest.mark.parametrize(
    ("hand", "both", "bonus"),
    [
        ("A 2 3 4 5 6 7 8 9 10 J Q K A", True, 1000),
        ("A 2 3 4 5 6 7 8 9 10 J Q K A", False, 0),
        ("A 2 3 4 5 6 7 8 9 10 J Q K Jk", False, 700),
        ("A 2 3 4 5 6 7 8 Jk 10 J Q K A", True, 700),
        ("A 2 3 4 5 6 7 8 Jk 10 J Q K A", False, 0),
        ("Jk 2 3 4 5 6 7 8 9 10 J Q K A A", False, 700),
    ],
)
def test_a_run_of_fourteen(hand: str, both: bool, bonus: int) -> None:
    """X1: where a run may not have both aces, one end of fourteen is wild."""
    system = rules.CLASSIC_5000.with_options(
        {
            "melds": {"longest_run": 14, "both_aces": both},
            "prices": {
                "bonuses": [
                    {"code": "round", "kind": "run", "length": 14, "clean": 1000,
                     "dirty": 700},
                ],
            },
        }
    )  # fmt: skip
    cards = Cards.parse(" ".join(w if w == "Jk" else f"{w}h" for w in hand.split()))
    lay = best(cards, system)
    check(lay, cards, system, None)
    assert lay.points - sum(card_points(m.packed, system) for m in lay.melds) == bonus


@pytest.mark.parametrize(
    ("hand", "clean", "points"),
    [
        # Eight with the joker: 150 where no clean seven pays more, at either end.
        ("4h 5h 6h 7h 8h 9h 10h Jk", None, 50 + 30 + 150),
        ("4h 5h 6h 7h 8h 9h 10h Jk", 200, 50 + 200),
        ("4h 5h 6h 7h 8h 9h 10h Qh Jk", None, 60 + 30 + 150),
        ("3h 4h 5h 6h 8h 9h 10h Jh Jk", None, 60 + 30 + 100),
        ("8h 8d 8c 8s 8h 8d 8c Jk", 200, 70 + 200),
        ("8h 8d 8c 8s 8h 8d Jk", 200, 60 + 30 + 100),
    ],
)
def test_natural_cards_in_a_row_are_looked_for(
    hand: str, clean: int | None, points: int
) -> None:
    """X2, F13: 200 clean, 150 with seven natural cards in a row, 100 dirty."""
    plain = rules.BURRACO_2005
    first, *others = plain.prices.bonuses
    bonuses = (attrs.evolve(first, clean=clean), *others)
    system = attrs.evolve(plain, prices=attrs.evolve(plain.prices, bonuses=bonuses))
    lay = best(hand, system)
    check(lay, Cards.parse(hand), system, None)
    assert lay.points == points


def test_a_wild_card_breaks_a_row() -> None:
    """X2: two natural cards and one beyond the joker are not three in a row."""
    lay = best("4h 5h 7h Kh Kd Jk", _IN_A_ROW)
    assert [str(meld) for meld in lay.melds] == ["Kh Kd Jk"]
    assert lay.points == 40
    assert best("4h 5h 6h Kh Kd Jk", _IN_A_ROW).points == 15 + 20 + 90
