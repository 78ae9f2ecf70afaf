"""The score sheet, line by line, and what is said of facts that cannot be."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest

from biriba import (
    BiribakiStatus,
    Cards,
    DealResult,
    InvalidState,
    Meld,
    Rules,
    Run,
    SideResult,
    Suit,
    rules,
    score,
)
from biriba.rules import Bonus, MeldKind
from biriba.scoring import bonus_of, too_many_cards
from biriba.svg import render_score

CLASSIC, CANASTA, GREEK = rules.CLASSIC_5000, rules.CANASTA_2000, rules.GREEK_351
RUN = Meld.parse("5c 6c 7c 8c 9c 10c Jc", CLASSIC)
SHORT = Meld.parse("4h 5h 6h", CLASSIC)

Line = tuple[str, str, float]


def lines(of: Rules, mine: SideResult, *others: SideResult) -> list[Line]:
    """Code, clause and points of every line of the first side."""
    made = score(DealResult((mine, *(others or (SideResult(),)))), of)
    return [(one.code, one.clause, float(one.points)) for one in made.sides[0].lines]


def priced(*entries: Bonus) -> Rules:
    """The classic rules with another price list."""
    prices = attrs.evolve(CLASSIC.prices, bonuses=entries)
    return attrs.evolve(CLASSIC, prices=prices)


def test_a_score_sheet() -> None:
    """G14: "Cards in melds count for the side, cards left in all its hands against
    it". Each line says what it is for; the sheet has a column of points.
    """
    sides = (
        SideResult((RUN,), biribaki="played", went_out=True),
        SideResult(hands=("Ah 3d", "", "Jk"), biribaki="taken"),
    )
    made = score(DealResult(sides, "c"), CLASSIC)
    assert str(made).splitlines() == [
        "Side 0",
        "  cards melded: 5c 6c 7c 8c 9c 10c Jc                             55",
        "  clean biriba: 5c 6c 7c 8c 9c 10c Jc                            400",
        "  going out                                                      100",
        "  total                                                          555",
        "Side 1",
        "  cards left in hand: Ah 3d                                      −20",
        "  cards left in hand: Jk                                         −20",
        "  biribaki taken but not played                                 −100",
        "  total                                                         −140",
    ]
    assert made.totals == (555, -140)
    assert made._repr_svg_() == render_score(made)


@pytest.mark.parametrize(
    ("of", "sheet"),
    [
        (
            CLASSIC,
            [
                ("meld", "C12", 55),
                ("clean-biriba-run", "C15", 200),
                ("hand", "C12", -15),
                ("going-out", "C13", 100),
            ],
        ),
        (
            CANASTA,
            [
                ("meld", "P11", 55),
                ("clean-biriba-run", "P11", 200),
                ("hand", "P11", -20),
                ("going-out", "P11", 100),
            ],
        ),
        (
            GREEK,
            [
                ("meld", "T10", 5.5),
                ("clean-biriba-run", "T11", 30),
                ("hand", "T10", -1.5),
            ],
        ),
    ],
)
def test_every_line_names_its_clause(of: Rules, sheet: list[Line]) -> None:
    """C12, C13, C15; P11; T10, T11, T12."""
    mine = SideResult((RUN,), hands=("Ah",), biribaki="played", went_out=True)
    assert lines(of, mine) == sheet


@pytest.mark.parametrize(
    ("of", "penalties"),
    [
        (CLASSIC, [("no-biribaki", "C13", -100)]),
        (CANASTA, []),
        (GREEK, [("no-biribaki", "T12", -10), ("no-biriba", "T12", -10)]),
    ],
)
def test_penalties_name_their_clause(of: Rules, penalties: list[Line]) -> None:
    """C13: "A side that took no biribaki: −100"; T12: "loses 10"."""
    out = SideResult(biribaki="played", went_out=True)
    assert lines(of, SideResult(), out) == penalties


@pytest.mark.parametrize(
    ("of", "sheet"),
    [
        (CLASSIC, [("biribaki-not-played", "C14", -100)]),
        (CANASTA, [("unplayed-biribaki", "P11", -30)]),
        (GREEK, [("unplayed-biribaki", "T10", -2.5), ("no-biriba", "T12", -10)]),
    ],
)
def test_an_unplayed_biribaki_names_its_clause(of: Rules, sheet: list[Line]) -> None:
    """C14: "−100, and those unplayed cards do not count against it"."""
    mine = SideResult(unplayed_biribaki="Ah Kd", biribaki="taken")
    out = SideResult(biribaki="played", went_out=True)
    assert lines(of, mine, out) == sheet


def test_a_house_may_count_the_cards_not_played() -> None:
    """C12: where cards not played do count, they count as cards do."""
    of = CLASSIC.with_options({"prices": {"unplayed_exempt": False}})
    mine = SideResult(unplayed_biribaki="Ah Kd", biribaki="taken")
    assert lines(of, mine)[0] == ("unplayed-biribaki", "C12", -25)


def test_details_name_the_cards() -> None:
    """A line for a meld, a hand or a biribaki says which cards it is for."""
    mine = SideResult((RUN,), hands=("Ah",), unplayed_biribaki="Kd", biribaki="taken")
    made = score(DealResult((mine, SideResult())), CANASTA)
    assert [(line.code, line.detail) for line in made.sides[0].lines] == [
        ("meld", "5c 6c 7c 8c 9c 10c Jc"),
        ("clean-biriba-run", "5c 6c 7c 8c 9c 10c Jc"),
        ("hand", "Ah"),
        ("unplayed-biribaki", "Kd"),
    ]


def test_of_three_sides_one_goes_out_and_the_others_pay() -> None:
    """T12: "every other side"; C13: "whatever way the deal ended"."""
    out = SideResult(biribaki="played", went_out=True)
    made = score(DealResult((SideResult(), out, SideResult())), GREEK)
    assert made.totals == (-20, 0, -20)
    alone = score(DealResult((SideResult(), SideResult(), SideResult())), GREEK)
    assert alone.totals == (0, 0, 0)
    # The side that goes out pays none of them, whatever it lacks.
    strange = SideResult(went_out=True)
    assert score(DealResult((strange, SideResult())), GREEK).totals == (0, -20)


@pytest.mark.parametrize(
    ("length", "paid"), [(6, True), (7, True), (8, False)], ids=str
)
def test_a_price_asks_for_a_length(length: int, paid: bool) -> None:
    """C15: an entry pays for melds of its length and longer."""
    entry = Bonus("long", MeldKind.RUN, length, 30, 10)
    of = priced(entry)
    assert bonus_of(RUN, of) == (("clean-long", 30) if paid else ("", 0))


def test_the_first_of_two_entries_that_pay_alike_names_the_bonus() -> None:
    """C15: one price for each meld; of two that are alike, the first listed."""
    entries = [
        Bonus("first", MeldKind.RUN, 7, 30, 10),
        Bonus("second", MeldKind.RUN, 6, 30, 20),
    ]
    of = priced(*entries)
    assert bonus_of(RUN, of) == ("clean-first", 30)
    dirty = Meld.parse("5c 6c Jk 8c 9c 10c Jc", CLASSIC)
    assert bonus_of(dirty, of) == ("dirty-second", 20)


def test_a_price_of_nothing_is_better_than_one_below_it() -> None:
    """C15: the best price that applies, and nothing is floored."""
    entries = (
        Bonus("free", MeldKind.RUN, 7, 0, 0),
        Bonus("harsh", MeldKind.RUN, 7, -10, -10),
    )
    assert bonus_of(RUN, priced(*entries)) == ("clean-free", 0)
    assert bonus_of(RUN, priced(*entries[::-1])) == ("clean-free", 0)


# --- Facts that cannot be ------------------------------------------------------------


def wrong(thing: object) -> Any:
    """What no type checker would let pass."""
    return thing


MELDS = "melds: expected a tuple of Meld; Meld.parse makes one"
HANDS = "hands: one heap of cards for each seat, in a tuple"
SIDES = "sides: expected one SideResult for each side"
UNPLAYED = "an unplayed biribaki has been taken and not played"


@pytest.mark.parametrize(
    ("make", "problems"),
    [
        (lambda: SideResult(wrong("x")), [MELDS]),
        (lambda: SideResult({RUN}), [MELDS]),
        (lambda: SideResult([RUN, wrong("4h 5h 6h")]), [MELDS]),
        (lambda: SideResult(hands="4h"), [HANDS]),
        (lambda: SideResult(hands={"4h"}), [HANDS]),
        (
            lambda: SideResult(biribaki="gone"),
            ["biribaki: expected one of none, taken, played"],
        ),
        (lambda: DealResult(wrong("x")), [SIDES]),
        (lambda: DealResult([SideResult(), wrong(None)]), [SIDES]),
        (
            lambda: DealResult([SideResult()] * 2, wrong(7)),
            ["bonus_suit: expected a Suit, its letter, or None"],
        ),
        (
            lambda: DealResult([SideResult(went_out=True)] * 2),
            ["only one side can have gone out"],
        ),
        (
            lambda: DealResult([SideResult(), SideResult(unplayed_biribaki="4h")]),
            [f"side 1: {UNPLAYED}"],
        ),
        (
            lambda: score(wrong(RUN), CLASSIC),
            ["expected a DealResult, got Run"],
        ),
        (
            lambda: score(DealResult([SideResult()] * 4), CLASSIC),
            ["sides: classic-5000 has no 4 sides; it has 2, 3, 5"],
        ),
        (
            lambda: score(
                DealResult(
                    [
                        SideResult(),
                        SideResult([SHORT, Run(b"\x0c\x0d", Suit.HEARTS, 4)]),
                    ]
                ),
                CLASSIC,
            ),
            ["side 1, meld 1: a meld has at least three cards (G5)"],
        ),
    ],
)
def test_each_problem_is_told(make: Callable[[], object], problems: list[str]) -> None:
    """Every problem says where it is and what would be right."""
    with pytest.raises(InvalidState) as caught:
        make()
    assert list(caught.value.problems) == problems


def test_lists_do_for_tuples_and_become_them() -> None:
    """Facts are values, whatever they were made of."""
    side = SideResult([RUN], ["Ah", Cards.parse("Kd")], "4h", "taken")
    assert side == SideResult(
        (RUN,),
        (Cards.parse("Ah"), Cards.parse("Kd")),
        Cards.parse("4h"),
        BiribakiStatus.TAKEN,
    )
    assert DealResult([side, side], "c") == DealResult((side, side), Suit.CLUBS)
    assert hash(DealResult([side, side])) == hash(DealResult((side, side)))


def test_every_card_of_the_facts_is_counted() -> None:
    """G1: cards in melds, in hands and in the biribaki are of one deck."""
    mine = SideResult((SHORT,), hands=("4h 4d", "4d"), biribaki="taken")
    other = SideResult(hands=("4d",), unplayed_biribaki="4h", biribaki="taken")
    with pytest.raises(InvalidState) as caught:
        score(DealResult((mine, other)), CLASSIC)
    assert list(caught.value.problems) == [
        "4h occurs 3 times; the deck of classic-5000 for 2 sides has 2",
        "4d occurs 3 times; the deck of classic-5000 for 2 sides has 2",
    ]


def test_problems_of_melds_and_of_the_deck_are_told_together() -> None:
    """All of them, not the first only."""
    short = Run(b"\x0c\x0d", Suit.HEARTS, 4)
    mine = SideResult((short, SHORT, SHORT, SHORT))
    with pytest.raises(InvalidState) as caught:
        score(DealResult((mine, SideResult())), CLASSIC)
    assert len(caught.value.problems) == 4


def test_the_biggest_deck_for_so_many_sides_counts() -> None:
    """G1, G17: a system may deal more packs to more seats."""
    seatings = [
        {"seats": 2, "sides": 2, "packs": 3, "jokers": 2},
        {"seats": 4, "sides": 2, "packs": 2, "jokers": 6},
        {"seats": 3, "sides": 3, "packs": 2, "jokers": 4},
    ]
    of = CLASSIC.with_options({"seatings": seatings})
    used = [0] * 53
    used[0], used[52] = 3, 6
    assert too_many_cards(2, used, of) == []
    used[0], used[52] = 4, 7
    name = of.name
    assert too_many_cards(2, used, of) == [
        f"Ah occurs 4 times; the deck of {name} for 2 sides has 3",
        f"Jk occurs 7 times; the deck of {name} for 2 sides has 6",
    ]
    assert too_many_cards(3, used, of)[0].endswith("for 3 sides has 2")
    assert too_many_cards(4, used, of) == [f"sides: {name} has no 4 sides; it has 2, 3"]


@pytest.mark.parametrize("value", ["yes", None, 1])
def test_going_out_is_true_or_false(value: object) -> None:
    with pytest.raises(InvalidState, match="went_out: expected true or false"):
        SideResult(went_out=value)  # type: ignore[arg-type]
