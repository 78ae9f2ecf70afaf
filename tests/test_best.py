"""The best laying of a hand, against every laying there is."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations

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
from biriba.cards import JOKER_KIND, Rank, deck_kinds, holds, pack, shuffled, unpack
from biriba.melds import (
    PLACES,
    Meld,
    Run,
    Set,
    arrange,
    card_points,
    meld_problem,
    natural_kind,
)
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
    _ONE_ACE,
    _IN_A_ROW,
    rules.BURRACO_2005,
    rules.BURACO_3000,
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


def melds_within(packed: int, system: Rules) -> Iterator[Meld]:
    """Every meld, legal or not, that the cards of a hand can be laid as."""
    kinds = unpack(packed)
    wild = [k for k in kinds if k == JOKER_KIND or (k >> 2 == 1 and system.wild.twos)]
    fillings = {f for n in range(len(wild) + 1) for f in combinations(wild, n)}
    for suit in Suit:
        for start in range(1, PLACES - 1):
            for size in range(3, PLACES + 2 - start):
                line = [natural_kind(suit.value, start + i) for i in range(size)]
                missing = {i for i, k in enumerate(line) if k not in kinds}
                for filling in fillings:
                    for at in combinations(range(size), len(filling)):
                        if missing <= set(at):
                            run = line.copy()
                            for index, kind in zip(at, filling, strict=True):
                                run[index] = kind
                            if holds(packed, pack(run)):
                                yield Run(bytes(run), suit, start)
    for rank in Rank:
        own = [k for k in kinds if k >> 2 == rank - 1]
        for n in range(1, len(own) + 1):
            for naturals in set(combinations(own, n)):
                for filling in fillings:
                    cards = [*naturals, *filling]
                    if len(cards) >= 3 and holds(packed, pack(cards)):
                        yield Set(bytes(cards), rank)


def brute_by_card(packed: int, system: Rules, suit: Suit | None) -> Points:
    """The same for hands of long runs: the lowest card lies in some meld, or in none.

    Melds are not looked for in every heap but put together card by card.
    """
    worth: list[dict[int, Points]] = [{} for _ in range(JOKER_KIND + 1)]
    for meld in melds_within(packed, system):
        if meld_problem(meld, system) is None:
            points = card_points(meld.packed, system) + bonus_of(meld, system, suit)[1]
            mine = worth[min(meld.kinds)]
            mine[meld.packed] = max(points, mine.get(meld.packed, points))

    @cache
    def most(hand: int) -> Points:
        if not hand:
            return 0
        lowest = min(unpack(hand))
        top = most(hand - (1 << 4 * lowest))
        for heap, points in worth[lowest].items():
            if holds(hand, heap):
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


def long_runs(rng: random.Random, size: int) -> Cards:
    """A hand for long runs: cards of a suit or two, with gaps, and some wild cards."""
    suits = rng.sample(range(4), rng.choice((1, 1, 2)))
    low = rng.choice((1, 1, 2, 5))
    high = rng.choice((PLACES, PLACES, low + 8))
    line = [natural_kind(suits[0], place) for place in range(low, high + 1)]
    for _ in range(rng.choice((0, 1, 1, 2, 3))):
        del line[rng.randrange(len(line))]
    more = [natural_kind(rng.choice(suits), rng.randint(low, high)) for _ in line]
    wild = rng.choices((JOKER_KIND, JOKER_KIND, *range(4, 8)), k=rng.randrange(4))
    hand = [*wild, *line, *more][:size]
    return Cards(pack([k for i, k in enumerate(hand) if hand[:i].count(k) < 2]))


def house_rules(rng: random.Random) -> Rules:
    """Rules nobody plays by: options, values and bonuses drawn from wide ranges."""
    longest = rng.choice((4, 7, 13, 14, 14))
    lengths = rng.choices(range(3, longest + 1), k=rng.randrange(5))

    def price() -> int | None:
        return rng.choice((None, -20, 0, 5, 40, 100, 150))

    bonuses: list[dict[str, object]] = [
        {"code": f"b{index}", "kind": kind, "length": length,
         "clean": price(), "dirty": price(),
         "in_bonus_suit_clean": price() if kind == "run" else None,
         "in_a_row": rng.choice((0, rng.randint(0, length)))}
        for index, length in enumerate(lengths)
        for kind in rng.choice((["run"], ["set"], ["run", "set"]))
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
                "ace_low": longest == PLACES or rng.random() < 0.7,
                "ace_high": longest == PLACES or rng.random() < 0.7,
                "longest_run": longest,
                "both_aces": longest < PLACES or rng.random() < 0.4,
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


@settings(max_examples=40, deadline=None)
@given(
    st.integers(0, 2**32), st.integers(8, 15),
    st.sampled_from((_ONE_ACE, _IN_A_ROW, rules.BURRACO_2005, rules.BURACO_3000, None)),
)  # fmt: skip
def test_long_runs(seed: int, size: int, plain: Rules | None) -> None:
    """X1, X2: nor with runs from ace to ace, and wild cards that part natural ones."""
    rng = random.Random(seed)
    system, suit = plain or house_rules(rng), rng.choice((None, *Suit))
    hand = long_runs(rng, size)
    lay = best(hand, system, bonus_suit=suit)
    check(lay, hand, system, suit)
    assert lay.points == brute_by_card(hand.packed, system, suit)


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


@pytest.mark.parametrize(
    ("row", "laid"),
    [
        (5, ["3h Jk 5h", "6h 7h 8h"]),
        (4, ["3h Jk 5h 6h 7h 8h"]),
    ],
)
def test_runs_are_joined_for_a_row_that_is_long_enough(
    row: int, laid: list[str]
) -> None:
    """X2: a run that goes on in another is worth more only with the row it asks for."""
    system = rules.CLASSIC_5000.with_options(
        {
            "prices": {
                "bonuses": [
                    {"code": "short", "kind": "run", "length": 3, "clean": 50,
                     "dirty": 50},
                    {"code": "row", "kind": "run", "length": 6, "clean": None,
                     "dirty": 110, "in_a_row": row},
                ],
            },
        }
    )  # fmt: skip
    lay = best("3h Jk 5h 6h 7h 8h", system)
    assert [str(meld) for meld in lay.melds] == laid


def test_a_wild_card_breaks_a_row() -> None:
    """X2: two natural cards and one beyond the joker are not three in a row."""
    lay = best("4h 5h 7h Kh Kd Jk", _IN_A_ROW)
    assert [str(meld) for meld in lay.melds] == ["Kh Kd Jk"]
    assert lay.points == 40
    assert best("4h 5h 6h Kh Kd Jk", _IN_A_ROW).points == 15 + 20 + 90
