"""What embedders test with: the scenario builder, the checks, play and strategies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs
import pytest
from hypothesis import given, settings

from biriba import (
    BiribakiStatus,
    Card,
    Cards,
    InvalidRules,
    InvalidState,
    Meld,
    NotationError,
    Phase,
    Rank,
    Rules,
    Run,
    Set,
    State,
    Suit,
    rules,
)
from biriba.melds import meld_problem
from biriba.rules import MeldKind, TurnedJoker
from biriba.table import Side, Table
from biriba.testing import (
    any_card,
    any_cards,
    any_meld,
    any_rules,
    any_state,
    check_state,
    random_deal,
    random_states,
    scenario,
)

CLASSIC = rules.CLASSIC_5000
DEALT = State.deal(CLASSIC, seed=7)

# --- Building ---


def test_a_scenario_is_what_was_written() -> None:
    """Hands, melds, biribakia, pile, stock and turn are those of the texts."""
    state = scenario(
        "classic-5000",
        hands=["Kd 9s", Cards.parse("4c 4d"), [Card.parse("Jk")]],
        melds=[["5h 6h 7h", Meld.parse("Jc Jk Kc", CLASSIC)], ["8c 8d 8s"]],
        biribaki=["played", "none"],
        pile="3s 3d",
        stock="10h rest",
        seat=1,
        bonus_suit="c",
        more={"passes": 0},
    )
    assert [str(hand) for hand in state.hands[:3]] == ["Kd 9s", "4d 4c", "Jk"]
    assert len(state.hands[3]) == 1
    assert [str(meld) for meld in state.sides[0].melds] == ["5h 6h 7h", "Jc Jk Kc"]
    assert state.sides[0].biribaki is BiribakiStatus.PLAYED
    assert state.sides[1].biribaki is BiribakiStatus.NONE
    assert [str(card) for card in state.discard_pile] == ["3s", "3d"]
    assert str(state.stock[0]) == "10h"
    assert (state.seat, state.phase) == (1, Phase.PLAY)
    assert state.bonus_suit is Suit.CLUBS
    assert check_state(state) == []


def test_a_scenario_of_rules_and_other_seats() -> None:
    """House rules are taken as they are."""
    house = rules.GREEK_351.with_options({"wild": {"limit": 2}})
    state = scenario(house, seats=2, hands=["3h", "4h"], phase="draw")
    assert state.rules == house
    assert state.table.seats == 2
    assert check_state(state) == []


def test_a_stock_without_rest_fills_no_hand() -> None:
    """Only cards named nowhere are given to seats that were left out."""
    whole = scenario("classic-5000", hands=["Kd", "", "", ""])
    stock = " ".join(str(card) for card in whole.stock)
    biribakia: list[str] = [str(heap) for heap in whole.biribakia]
    state = scenario(
        "classic-5000",
        hands=["Kd"],
        stock=stock,
        more={"biribakia": [*biribakia]},
    )
    assert [len(hand) for hand in state.hands] == [1, 0, 0, 0]
    assert "seat 1 has no cards and did not go out" in check_state(state)


def test_what_cannot_be_is_refused() -> None:
    """Every problem at once, as for a position."""
    with pytest.raises(InvalidState) as caught:
        scenario(
            "classic-5000",
            biribaki=["taken", "torn"],
            melds=[["5h 6h 8h"], ["Kc Kc Ks Kh"]],
        )
    assert len(caught.value.problems) >= 2
    with pytest.raises(InvalidState, match="3 sides; there are 2"):
        scenario("classic-5000", melds=[[], [], ["5h 6h 7h"]])
    with pytest.raises(InvalidRules):
        scenario("classic-5001")
    with pytest.raises(InvalidRules):
        scenario("classic-5000", seats=7)
    with pytest.raises(NotationError):
        scenario("classic-5000", hands=["1x"])


# --- Checking ---


def _table(**changes: object) -> State:
    """The deal of the seed, its table spoilt."""
    table: Table = attrs.evolve(DEALT.table, **changes)  # type: ignore[arg-type]
    return attrs.evolve(DEALT, table=table)


def _side(side: Side) -> State:
    return _table(sides=(side, Side()))


TOO_WILD = Set(bytes([48, 48, 49, 52, 52]), Rank.KING)
"""Three kings and two jokers, one wild card too many (C7)."""

SPOILT: list[tuple[str, Callable[[], State]]] = [
    ("no 1 seat;", lambda: _table(hand_sizes=(11,))),
    (
        "hands: there are 3",
        lambda: attrs.evolve(DEALT, packed_hands=DEALT.packed_hands[:3]),
    ),
    ("sides: there are 1, and should be 2", lambda: _table(sides=(Side(),))),
    ("opened: there are 1, and should be 4", lambda: _table(opened=(False,))),
    ("known: there are 5, and should be 4", lambda: _table(known=(0,) * 5)),
    ("taken: not a packed", lambda: _table(taken=8)),
    (
        "hand of seat 3: not a packed",
        lambda: attrs.evolve(DEALT, packed_hands=(*DEALT.packed_hands[:3], 8)),
    ),
    ("pile: not kinds", lambda: _table(pile=b"\xff")),
    ("there is no seat 4", lambda: _table(turn=4)),
    ("the deal lacks", lambda: _table(pile=b"")),
    ("hand_sizes is", lambda: _table(hand_sizes=(11, 11, 11, 10))),
    ("stock_size is 40", lambda: _table(stock_size=40)),
    ("biribakia is (11, 10)", lambda: _table(biribakia=(11, 10))),
    (
        "a biribaki has 11 cards",
        lambda: attrs.evolve(
            DEALT,
            biribakia_kinds=(DEALT.biribakia_kinds[0], DEALT.biribakia_kinds[1][:5]),
        ),
    ),
    ("bottom is not", lambda: _table(bottom=DEALT.stock_kinds[:2])),
    (
        "seat 1 does not hold",
        lambda: _table(known=(0, DEALT.packed_hands[0], 0, 0)),
    ),
    ("at most 1 of a meld", lambda: _side(Side((TOO_WILD,)))),
    ("side 0 has a taker", lambda: _side(Side(taker=0))),
    (
        "seat 1 took its biribaki",
        lambda: _side(Side((), BiribakiStatus.TAKEN, 1)),
    ),
    (
        "biribakia: 1 taken and 2 left of 2",
        lambda: _side(Side((), BiribakiStatus.TAKEN, 2)),
    ),
    (
        "biribakia: 0 taken and 1 left of 2",
        lambda: attrs.evolve(DEALT, biribakia_kinds=DEALT.biribakia_kinds[:1]),
    ),
    ("seat 2 has opened", lambda: _table(opened=(False, False, True, False))),
    ("name no bonus suit", lambda: _table(phase=Phase.NAME_SUIT)),
    (
        "have no bonus suit",
        lambda: attrs.evolve(
            State.deal(rules.CANASTA_2000, seed=7),
            table=attrs.evolve(
                State.deal(rules.CANASTA_2000, seed=7).table, bonus_suit=Suit.CLUBS
            ),
        ),
    ),
    (
        "cards were taken outside",
        lambda: _table(taken=DEALT.packed_hands[0]),
    ),
    ("a pile was taken before", lambda: _table(lone=True)),
    ("count from 0", lambda: _table(idle=-1)),
    ("the deal is not over", lambda: _table(out=0)),
    ("has no empty hand", lambda: _table(out=0, phase=Phase.OVER)),
    ("has no empty hand", lambda: _table(out=9, phase=Phase.OVER)),
]


@pytest.mark.parametrize(("told", "spoilt"), SPOILT)
def test_what_is_inconsistent_is_told(told: str, spoilt: Callable[[], State]) -> None:
    """Each fault is found, whatever else it entails."""
    problems = check_state(spoilt())
    assert any(told in problem for problem in problems), problems


def test_what_is_no_state_is_told() -> None:
    """Not an AttributeError."""
    assert check_state("Kd") == ["not a State but str"]  # type: ignore[arg-type]


def test_a_state_that_is_stuck_is_told() -> None:
    """No play leads there: one card that may neither be laid nor discarded (C10)."""
    state = scenario("classic-5000", hands=["Kd"])
    assert check_state(state) == ["seat 0 has no legal move"]


def test_naming_the_suit_is_consistent_where_the_rules_ask_for_it() -> None:
    """A turned joker in the first seat's hand (G16)."""
    system = rules.named("classic-5000+joker-to-first-seat")
    assert system.deal.turned_joker is TurnedJoker.FIRST_SEAT
    for seed in range(200):
        state = State.deal(system, seed=seed)
        if state.phase is Phase.NAME_SUIT:
            assert check_state(state) == []
            return
    raise AssertionError("no joker was turned")


def test_a_biribaki_may_have_become_the_stock() -> None:
    """Where the rules say so, one fewer lies on the table (G13)."""
    system = CLASSIC.with_options({"stock": {"when_empty": "biribaki"}})
    state = scenario(system, hands=["Kd 9s"], more={"biribakia": ["rest"]})
    assert check_state(state) == []


def test_a_deal_that_a_seat_ended_is_consistent() -> None:
    """Only the seat that went out has an empty hand (C11)."""
    state = scenario("classic-5000", hands=["", "Kd"], phase="over")
    assert state.table.out == 0
    assert check_state(state) == []


# --- Playing ---


@pytest.mark.parametrize("name", rules.PRESETS)
def test_random_play_is_consistent_and_the_same_again(name: str) -> None:
    """The seed gives everything."""
    states = list(random_states(rules.PRESETS[name], seed=3))
    assert states[-1].is_over
    assert all(not check_state(state) for state in states[::9])
    assert random_deal(rules.PRESETS[name], seed=3) == states[-1]
    assert random_deal(rules.PRESETS[name], seed=3, moves=5) == states[5]
    assert random_deal(rules.PRESETS[name], seed=3, moves=10**6) == states[-1]


# --- Strategies ---


@given(any_card(), any_cards(), any_cards(most=3))
@settings(max_examples=50)
def test_cards_of_the_strategies(card: Card, heap: Cards, few: Cards) -> None:
    """Heaps are not larger than asked for."""
    assert Card.parse(str(card)) == card
    assert len(heap) <= 20
    assert len(few) <= 3


@given(any_rules(), any_rules("greek-351"))
@settings(max_examples=30)
def test_rules_of_the_strategies(some: Rules, greek: Rules) -> None:
    """Every system drawn is one that exists."""
    assert rules.named(some.name) == some
    assert greek.name.startswith("greek-351")


def test_rules_of_no_preset() -> None:
    """Refused when the strategy is made."""
    with pytest.raises(InvalidRules):
        any_rules("greek-352")


@given(
    any_meld(rules.CANASTA_2000),
    any_meld(CLASSIC, MeldKind.SET),
    any_meld(rules.TINY, MeldKind.RUN),
)
@settings(max_examples=50)
def test_melds_of_the_strategies(some: Meld, one_set: Meld, run: Meld) -> None:
    """Every meld drawn is legal."""
    assert meld_problem(some, rules.CANASTA_2000) is None
    assert isinstance(one_set, Set) and meld_problem(one_set, CLASSIC) is None
    assert isinstance(run, Run) and meld_problem(run, rules.TINY) is None


@given(any_state(), any_state(rules.GREEK_351, 3))
@settings(max_examples=15, deadline=None)
def test_states_of_the_strategies(some: State, greek: State) -> None:
    """Every state drawn is one that play leads to."""
    assert check_state(some) == []
    assert check_state(greek) == []
    assert (greek.rules, greek.table.seats) == (rules.GREEK_351, 3)


def test_strategies_say_what_they_need() -> None:
    """A name, or a kind as text, is refused where it is given, not when drawn from."""
    name: Any = "classic-5000"
    kind: Any = "run"
    with pytest.raises(InvalidRules, match="expected Rules"):
        any_meld(name)
    with pytest.raises(InvalidRules, match="expected Rules"):
        any_state(name)
    with pytest.raises(InvalidRules, match="MeldKind"):
        any_meld(rules.CLASSIC_5000, kind)
