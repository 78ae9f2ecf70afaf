"""G15: deals are played and totals added until a side reaches the target."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from biriba import (
    BiribakiStatus,
    DealResult,
    InvalidRules,
    InvalidState,
    Match,
    Score,
    SideResult,
    rules,
)
from biriba.points import Points
from biriba.scoring import ScoreLine, SideScore
from property.strategies import changed

CLASSIC, CANASTA, GREEK = rules.CLASSIC_5000, rules.CANASTA_2000, rules.GREEK_351


def scored(*points: Points) -> Score:
    return Score(tuple(SideScore((ScoreLine("x", "x", "G14", one),)) for one in points))


def played(of: rules.Rules, seats: int, *deals: tuple[Points, ...]) -> Match:
    match = Match.start(of, seats)
    for points in deals:
        match = match.add(scored(*points))
    return match


def test_classic_asks_for_more_than_the_target() -> None:
    """C16: "*more than* 5000 points at the end of a deal wins"."""
    exact = played(CLASSIC, 4, (5000, 10))
    assert not exact.is_over and exact.winners == () and exact.winner is None
    above = exact.add(scored(5, 0))
    assert above.is_over and above.winner == 0 and above.winners == (0,)


@pytest.mark.parametrize(("of", "target"), [(CANASTA, 2000), (GREEK, 351)])
def test_the_others_ask_for_the_target(of: rules.Rules, target: int) -> None:
    """P12: "2000 points or more wins."; T13: "351 points or more wins." """
    below = played(of, 4, (target - Fraction(1, 2), 0))
    assert not below.is_over
    assert below.add(scored(Fraction(1, 2), 0)).winner == 0


def test_a_match_that_is_over_goes_no_further() -> None:
    over = played(CANASTA, 4, (2000, 0))
    with pytest.raises(InvalidState, match="the match is over"):
        over.add(scored(1, 1))
    with pytest.raises(InvalidState, match="the match is over"):
        over.deal(seed=1)


def test_the_higher_of_several_wins() -> None:
    """G15: "of several, the higher total wins"."""
    assert played(CANASTA, 4, (2100, 2200)).winner == 1
    assert played(GREEK, 3, (300, 299, Fraction(601, 2))).winner == 2


def test_equal_totals_are_broken_by_further_deals() -> None:
    """G15: "equal totals are broken by further deals"."""
    tied = played(CANASTA, 4, (2100, 2100))
    assert tied.leaders == (0, 1) and not tied.is_over and tied.winner is None
    assert tied.add(scored(0, 5)).winner == 1
    shared = played(
        changed(CANASTA, target={"ties": rules.Ties.SHARED}), 4, (2100, 2100)
    )
    assert shared.is_over and shared.winners == (0, 1) and shared.winner is None


@pytest.mark.parametrize(("seats", "total"), [(4, 0), (3, 100), (2, 50)])
def test_starting_totals(seats: int, total: int) -> None:
    """T13: "Starting totals: four seats 0, three seats 100, two seats 50." """
    match = Match.start(GREEK, seats)
    sides = GREEK.seating(seats).sides
    assert match.totals == (total,) * sides
    after = match.add(scored(*[Fraction(1, 2)] * sides))
    assert after.totals == (total + Fraction(1, 2),) * sides
    again = after.add(scored(*[Fraction(1, 2)] * sides))
    assert all(isinstance(one, int) for one in again.totals)


@given(st.lists(st.tuples(*[st.integers(-500, 1500)] * 2), max_size=8))
@settings(max_examples=60)
def test_totals_are_sums_and_the_target_ends_it(deals: list[tuple[int, int]]) -> None:
    match = Match.start(CANASTA)
    sums = [0, 0]
    for points in deals:
        reached = max(sums) >= 2000 and sums[0] != sums[1]
        assert match.is_over == reached
        if reached:
            with pytest.raises(InvalidState, match="the match is over"):
                match.add(scored(*points))
            with pytest.raises(InvalidState, match="the match is over"):
                match.deal(seed=1)
            return
        before = match
        match = match.add(scored(*points))
        sums = [a + b for a, b in zip(sums, points, strict=True)]
        assert match.totals == tuple(sums)
        assert before.scores == match.scores[:-1]  # the old value is whole


@pytest.mark.parametrize(("of", "order"), [(CLASSIC, "0123"), (CANASTA, "0321")])
def test_the_deal_passes(of: rules.Rules, order: str) -> None:
    """C2: "The deal passes to the next seat in order of play."; P2: "to the *previous*
    seat in order of play"."""
    match = Match.start(of, 4, dealer=0)
    seen = ""
    for _ in range(8):
        seen += str(match.dealer)
        state = match.deal(seed=3)
        assert state.seat == (match.dealer + 1) % 4  # G2
        match = match.add(scored(0, 0))
    assert seen == order * 2


def test_facts_are_priced_under_the_rules_of_the_match() -> None:
    out = SideResult(biribaki=BiribakiStatus.PLAYED, went_out=True)
    match = Match.start(CLASSIC).add(DealResult((out, SideResult())))
    assert match.totals == (100, -100)
    assert str(match) == "after 1 deal, side 0: 100, side 1: −100"


def test_last_seat_deals_first() -> None:
    assert Match.start(CLASSIC).dealer == 3
    assert Match.start(GREEK, 3).dealer == 2


@pytest.mark.parametrize("dealer", [-1, 4, "0", 1.0, True])
def test_no_such_dealer(dealer: Any) -> None:
    with pytest.raises(InvalidState, match="no seat"):
        Match.start(CLASSIC, 4, dealer=dealer)
    with pytest.raises(InvalidState, match="no seat"):
        Match(CLASSIC, 4, dealer)


def test_no_such_table() -> None:
    with pytest.raises(InvalidRules, match="seats"):
        Match.start(GREEK, 5)
    with pytest.raises(InvalidRules, match="seats"):
        Match(CLASSIC, cast(Any, "4"), 0)


def test_result_of_another_table() -> None:
    with pytest.raises(InvalidState, match="has 3 sides; the match has 2"):
        Match.start(CLASSIC, 4).add(scored(1, 2, 3))
    with pytest.raises(InvalidState, match="has no 1 sides"):
        Match.start(CLASSIC, 4).add(DealResult((SideResult(),)))
    with pytest.raises(InvalidState, match="has 1 side;"):
        Match(CLASSIC, 4, 0, (scored(1),))
