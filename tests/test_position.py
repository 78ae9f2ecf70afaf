"""Positions: every state survives the document, and bad documents are refused."""

from __future__ import annotations

import json
import random

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from biriba import InvalidState, State, rules
from biriba.documents import parse_json
from biriba.players import Greedy, Random
from biriba.position import dump_position, load_position

SYSTEMS = [
    "classic-5000",
    "canasta-2000",
    "greek-351",
    "classic-5000+joker-to-first-seat+wild-ratio",
    "classic-5000+lone-card-rediscard+joker-no-bonus",
    "canasta-2000+no-wild-twos+super-biriba+hard-close",
    "canasta-2000+solo",
    "canasta-2000+six-seats",
    "greek-351+four-jokers+pile-for-melds",
    "greek-3030",
    "burraco-2005",
    "buraco-3000+with-sets",
]
CASES = [
    (name, seating.seats) for name in SYSTEMS for seating in rules.named(name).seatings
]


def through(state: State) -> State:
    """A state written as text and read back."""
    return load_position(parse_json(json.dumps(dump_position(state))))


@pytest.mark.parametrize(("name", "seats"), CASES)
def test_every_state_of_a_deal_comes_back(name: str, seats: int) -> None:
    """States are equal when the situations are, however they arose."""
    state = State.deal(rules.named(name), seats, seed=seats)
    chance = random.Random(seats)
    players = (Greedy(), Random(chance))
    while not state.is_over:
        if chance.random() < 0.1:
            back = through(state)
            assert back == state and hash(back) == hash(state)
            assert list(back.legal_moves) == list(state.legal_moves)
        player = players[state.seat % len(state.sides) % 2]
        state = state.play(player.choose(state.view()))
    assert through(state) == state
    assert through(state).result() == state.result()


@settings(max_examples=30, deadline=None)
@given(
    case=st.sampled_from(CASES),
    seed=st.integers(0, 2**32),
    moves=st.integers(0, 60),
)
def test_a_random_state_comes_back(
    case: tuple[str, int], seed: int, moves: int
) -> None:
    state = State.deal(rules.named(case[0]), case[1], seed=seed)
    player = Random(random.Random(seed))
    for _ in range(moves):
        if state.is_over:
            break
        state = state.play(player.choose(state.view()))
    assert through(state) == state


def test_a_turned_joker_comes_back_in_the_phase_that_names_the_suit() -> None:
    """G16: "the first seat takes the joker into hand and names the suit"."""
    system = rules.named("classic-5000+joker-to-first-seat")
    seeds = (State.deal(system, seed=seed) for seed in range(200))
    state = next(s for s in seeds if s.phase.value == "name")
    assert through(state) == state
    assert through(state.play("name d")).bonus_suit == state.play("name d").bonus_suit


def test_house_rules_come_back() -> None:
    """Rules travel as a name, as a name and what differs, or whole."""
    house = rules.GREEK_351.with_options({"target": {"points": 500}})
    other = attrs.evolve(rules.CLASSIC_5000, name="ours", title="Ours")
    renamed = attrs.evolve(house, name="GREEK-351")
    for system in (house, other, renamed, rules.TINY):
        state = State.deal(system, seed=1)
        assert through(state) == state
    shape = dump_position(State.deal(house, seed=1))["rules"]
    assert shape == {"name": "greek-351", "target": {"points": 500}}


def test_what_is_left_out() -> None:
    """The defaults that the module's text lists."""
    state = load_position({"rules": "greek-351"})
    assert (state.seat, state.phase.value, state.table.seats) == (0, "draw", 4)
    assert [len(one) for one in state.biribakia] == [11, 11]
    assert len(state.stock) == 106 - 22
    # Deck order, biribakia before the stock.
    assert [str(card) for card in state.biribakia[0]][:2] == ["Ah", "2h"]
    assert str(state.stock[0]) == "10d"
    state = load_position(
        {
            "rules": "classic-5000",
            "sides": [{}, {"melds": ["4h 5h 6h"], "biribaki": "taken"}],
            "hands": ["", "Kd", "", "3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh"],
            "seat": 2,
            "phase": "play",
        }
    )
    assert state.table.opened == (False, True, False, True)
    assert state.sides[1].taker == 3
    assert len(state.biribakia) == 1
    assert state.table.lone is False


def test_the_taken_cards_say_what_is_known_and_alone() -> None:
    state = load_position(
        {
            "rules": "classic-5000",
            "hands": ["9h 3d", "", "", ""],
            "phase": "play",
            "taken": "9h",
        }
    )
    assert state.table.lone
    assert [str(cards) for cards in state.view().known] == ["9h", "", "", ""]
    reason = state.why_not("discard 9h")
    assert reason is not None and reason.clause == "C6"


def test_a_stock_with_the_top_cards_named() -> None:
    state = load_position({"rules": "canasta-2000", "stock": "Kd Jk rest"})
    assert [str(card) for card in state.stock[:3]] == ["Kd", "Jk", "10d"]
    assert len(state.stock) == 86


def test_biribakia_one_by_one() -> None:
    """``"rest"`` may stand for each of them."""
    first = "3h 4h 5h 6h 7h 8h 9h 3s 4s 5s Kh"
    state = load_position({"rules": "classic-5000", "biribakia": [first, "rest"]})
    assert sorted(map(str, state.biribakia[0])) == sorted(first.split())
    assert len(state.biribakia[1]) == 11


@pytest.mark.parametrize("phase", ["draw", "play", "over"])
def test_harmless_positions_that_no_deal_leads_to(phase: str) -> None:
    """Empty hands load in every phase; over, the seat to play has gone out."""
    state = load_position({"rules": "classic-5000", "phase": phase})
    assert state.table.out == (0 if phase == "over" else -1)
    if phase == "play":
        assert list(state.legal_moves) == []
        assert state.why_not("discard 9h") is not None


GOOD = dump_position(State.deal(rules.CLASSIC_5000, seed=7))


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"rules": "clasic-5000"}, "did you mean classic-5000?"),
        ({"rules": 5}, "expected a name"),
        ({"seats": 7}, "classic-5000 has no 7 seats; it has 2, 3, 4, 5, 6"),
        ({"seats": "4"}, "expected a number of seats, not '4'"),
        ({"seats": True}, "expected a number of seats"),
        ({"format": "chess"}, "format: expected biriba-position"),
        ({"version": 2}, "version: expected 1, not 2"),
        ({"hnds": []}, "hnds: no such key; did you mean hands?"),
        ({"phase": "drew"}, "phase: expected name, draw, play, over"),
        ({"phase": "name"}, "names no bonus suit"),
        ({"seat": 4}, "seat: expected 0 to 3, not 4"),
        ({"seat": True}, "seat: expected 0 to 3"),
        ({"bonus_suit": "x"}, "bonus_suit: expected h, d, c, s or null"),
        ({"bonus_suit": 3}, "bonus_suit: expected h, d, c, s or null"),
        (
            {"hands": ["9h"]},
            "hands: expected 4 texts of cards, one for each seat,",
        ),
        ({"hands": "9h"}, "hands: expected a list"),
        ({"hands": [1, "", "", ""]}, "hands[0]: expected a text of cards, not 1"),
        ({"hands": ["9x", "", "", ""]}, "hands[0]: '9x' is no card"),
        ({"sides": [{}]}, "sides: 1 side; there are 2"),
        ({"sides": [1, {}]}, "sides[0]: expected an object"),
        ({"sides": [{"meld": []}, {}]}, "sides[0].meld: no such key"),
        ({"sides": [{"melds": ["4h 5h 7h"]}, {}]}, "sides[0].melds[0]: no meld"),
        ({"sides": [{"melds": [4]}, {}]}, "sides[0].melds[0]: expected a text"),
        ({"sides": [{"melds": ["4h 5h Xh"]}, {}]}, "'Xh' is no card"),
        ({"sides": [{"biribaki": "yes"}, {}]}, "expected none, taken, played"),
        ({"sides": [{"taker": 0}, {}]}, "this side has taken no biribaki"),
        (
            {"sides": [{"taker": 1, "biribaki": "played"}, {}], "biribakia": "rest"},
            "sides[0].taker: expected one of seats 0, 2, not 1",
        ),
        ({"stock": 3}, "stock: expected a text of cards"),
        ({"stock": "Kd"}, "the position lacks 40 of the deck's 108 cards"),
        ({"biribakia": ["rest"] * 3}, "3 not taken and 0 taken; there are 2"),
        ({"biribakia": ["Kd", "rest"]}, "biribakia[0]: 1 card; a biribaki has 11"),
        ({"biribakia": {}}, "biribakia: expected a list"),
        ({"taken": "9h"}, "taken: cards are taken in the phase play only"),
        ({"taken": "Jk Jk Jk Jk Jk Jk Jk Jk"}, "more than 7 cards of one kind"),
        ({"taken": "Jk Jk Jk Jk", "phase": "play"}, "neither in the hand of seat 0"),
        ({"opened": [1, False, False, False]}, "opened[0]: expected true or false"),
        (
            {"opened": [True]},
            "one for each seat, not 1",
        ),
        ({"known": ["Jk Jk Jk Jk", "", "", ""]}, "not all in the hand of seat 0"),
        ({"buried": 999}, "buried: expected 0 to 41"),
        ({"lone": None}, "lone: expected true or false, not null"),
        ({"went_out": 0}, "went_out: the deal is not over"),
        ({"idle": 10**30}, "idle: expected"),
    ],
)
def test_each_problem_is_told(change: dict[str, object], problem: str) -> None:
    with pytest.raises(InvalidState) as caught:
        load_position({**GOOD, **change})
    assert problem in str(caught.value)


def test_all_problems_are_told_together() -> None:
    with pytest.raises(InvalidState) as caught:
        load_position({**GOOD, "seat": 9, "phase": "x", "hands": [1, 2, 3, 4], "q": 1})
    assert len(caught.value.problems) == 7


@pytest.mark.parametrize("data", [None, [], "x", 3, {}])
def test_what_is_no_position_at_all(data: object) -> None:
    with pytest.raises(InvalidState):
        load_position(data)


def test_a_twin_too_many() -> None:
    """G1: a deck of two packs has each card twice."""
    with pytest.raises(InvalidState) as caught:
        load_position({"rules": "greek-351", "hands": ["9h 9h", "9h", "", ""]})
    assert caught.value.problems == (
        "the position has too many of 9h (3, the deck has 2)",
    )


def test_too_few_cards_for_the_biribakia() -> None:
    heaps = GOOD["biribakia"]
    assert isinstance(heaps, list)
    stock = f"{GOOD['stock']} {heaps[0]}"
    with pytest.raises(InvalidState, match="not enough cards are left"):
        load_position({**GOOD, "stock": stock, "biribakia": "rest"})


def test_more_biribakia_taken_than_there_are() -> None:
    """The five seats of a house rule share two biribakia."""
    system = {
        "name": "classic-5000",
        "seatings": [{"seats": 3, "sides": 3, "biribakia": 2}],
        "default_seats": 3,
    }
    with pytest.raises(InvalidState, match="3 biribakia taken; there are 2"):
        load_position({"rules": system, "sides": [{"biribaki": "played"}] * 3})


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["9h", "rest", "4h 5h 6h", "classic-5000"]),
    lambda inner: (
        st.lists(inner, max_size=6)
        | st.dictionaries(st.sampled_from([*GOOD, "melds", "biribaki", "taker"]), inner)
    ),
    max_leaves=12,
)


@settings(max_examples=80, deadline=None)
@given(st.dictionaries(st.sampled_from(list(GOOD)), JSON, max_size=4), JSON)
def test_whatever_is_in_it_gets_a_typed_answer(
    change: dict[str, object], other: object
) -> None:
    """Illegal input always gets a typed error, whatever it is."""
    for data in (other, {**GOOD, **change}, {"rules": "greek-351", **change}):
        try:
            state = load_position(data)
        except InvalidState as error:
            assert error.problems
        else:
            assert through(state) == state


def test_a_meld_with_two_readings_is_spelled_out() -> None:
    """Under house rules one text may be a run or a set; the position says which."""
    house = {"name": "classic-5000", "wild": {"limit": 2, "min_naturals": 1}}
    for text in ("run 5h Jk=6h Jk=7h", "set 5h Jk Jk"):
        state = load_position({"rules": house, "sides": [{"melds": [text]}, {}]})
        sides = dump_position(state)["sides"]
        assert isinstance(sides, list) and isinstance(sides[0], dict)
        assert sides[0]["melds"] == [text]
        assert through(state) == state


def test_too_many_twins_to_pack() -> None:
    with pytest.raises(InvalidState, match="more than 7 cards of one kind"):
        load_position({"rules": "greek-351", "hands": ["9h " * 8, "", "", ""]})


def test_only_states_are_positions() -> None:
    with pytest.raises(InvalidState, match="expected a State, got None"):
        dump_position(None)  # type: ignore[arg-type]


def test_an_error_lists_no_more_unknown_keys_than_one_can_read() -> None:
    data = {"rules": "classic-5000"} | {f"x{number}": 1 for number in range(25)}
    with pytest.raises(InvalidState) as caught:
        load_position(data)
    assert "and 5 more unknown keys" in caught.value.problems
    with pytest.raises(InvalidState, match="sides"):
        load_position({"rules": "classic-5000", "sides": 7})
