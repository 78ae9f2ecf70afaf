"""The list of legal moves against the law, where several cards do together what
none does alone."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from biriba import Run, Suit, rules
from biriba._lists import lists_of
from biriba.cards import JOKER_KIND, holds, pack
from biriba.melds import PLACES, meld_problem, natural_kind, results_of
from biriba.notation import parse_move
from biriba.testing import scenario

EARNED = [
    ("greek-351", "4h 5h 2h 7h", "6h 9s Kd Qc", "Jk", "2h Jk 4h 5h 6h 7h"),
    ("buraco-3000+with-jokers", "4h 5h 2h 7h", "6h 9s Kd", "Jk", "2h Jk 4h 5h 6h 7h"),
    ("greek-351", "2h 4h 5h", "3h 9s Kd Qc", "Jk", "2h 3h 4h 5h Jk"),
    ("greek-351", "5h 6h 2h 8h", "7h 3h 9s Kd", "Jk", "2h 3h Jk 5h 6h 7h 8h"),
    ("canasta-2000", "9d 10d Jk", "5d 6d Kd 3s", "Jk", "5d 6d Jk Jk 9d 10d"),
    (
        *("canasta-2000", "9c 10c Jc Qc Jk Jk", "8c 5c Kh Kd 3s 4h", "4d Jk"),
        "Jk 5c Jk Jk 8c 9c 10c Jc Qc",
    ),
]


@pytest.mark.parametrize(("name", "meld", "hand", "pile", "result"), EARNED)
def test_far_lay_offs_that_earn_the_pile_are_listed(
    name: str, meld: str, hand: str, pile: str, result: str
) -> None:
    """T6, P5: "the top card must be used at once"; G10, G11: the wild cards move."""
    state = scenario(
        name,
        hands=[hand],
        melds=[[meld]],
        pile=pile,
        phase="draw",
        more={"opened": [True, False, False, False]},
    )
    take = f"take with lay 0: {result}"
    assert state.why_not(take) is None
    assert take in [str(move) for move in state.legal_moves]


@pytest.mark.parametrize("name", ["canasta-2000", "greek-351", "online-3000"])
@given(data=st.data())
def test_whatever_lays_a_card_off_is_listed_or_follows(
    name: str, data: st.DataObject
) -> None:
    """P5, T6: of all lay-offs with a card, each is listed, or a smaller one is from
    which the rest can be laid off."""
    system = rules.named(name)
    wild = st.sampled_from([4, 5, JOKER_KIND])
    size = data.draw(st.integers(3, 6))
    start = data.draw(st.integers(1, PLACES - size + 1))
    places = [natural_kind(0, start + i) for i in range(size)]
    kinds = [
        data.draw(st.one_of(st.just(kind), st.just(kind), wild)) for kind in places
    ]
    assume(max(map(kinds.count, kinds)) <= 2)
    meld = Run(bytes(kinds), Suit.HEARTS, start)
    assume(meld_problem(meld, system) is None)
    hearts = st.lists(st.integers(0, 12), max_size=4, unique=True)
    heap = [4 * rank for rank in data.draw(hearts)]
    heap += data.draw(st.lists(wild, min_size=1, max_size=2))
    goal = data.draw(st.sampled_from(heap))
    lists = lists_of(system).lay_offs
    found = [
        (way.result.packed - meld.packed, way.result)
        for way in lists.lay_offs_with(lists.add_fits(0, meld), pack(heap), goal)
    ]
    for count in range(1, len(heap) + 1):
        for some in set(combinations(heap, count)):
            added = pack(some)
            for result in results_of(meld, added, system) if goal in some else ():
                assert any(
                    (first, on) == (added, result)
                    or (
                        first != added
                        and holds(added, first)
                        and result in results_of(on, added - first, system)
                    )
                    for first, on in found
                ), (str(meld), some, str(result))


@pytest.mark.parametrize(
    "name", ["canasta-2000", "greek-351+wild-ratio", "classic-5000+wild-ratio"]
)
@pytest.mark.parametrize(
    ("meld", "hand", "result"),
    [
        ("5s 6s 7s 2s", "Jk Jk 9h Kd Qc", "2s Jk Jk 5s 6s 7s"),
        ("2s 6s 7s", "5s Jk Jk 9h Kd Qc", "2s Jk Jk 5s 6s 7s"),
    ],
)
def test_a_two_turns_natural_behind_two_wild_cards(
    name: str, meld: str, hand: str, result: str
) -> None:
    """G11: "a wild Two of the suit may become natural"; P6: the ratio allows two."""
    state = scenario(
        name, hands=[hand], melds=[[meld]], more={"opened": [True, False, False, False]}
    )
    move = f"lay 0: {result}"
    assert state.why_not(move) is None
    assert move in [str(listed) for listed in state.legal_moves]


@pytest.mark.parametrize("melds", [[], [["5h 6h 7h"]]])
def test_more_orders_than_can_be_listed_are_left_out(melds: list[list[str]]) -> None:
    """G8 without a limit: a hand of wild cards lies in very many orders."""
    loose = rules.CLASSIC_5000.with_options({"wild": {"limit": None}})
    hand = "8h Jk Jk Jk Jk 2h 2d 2s 2c 2h 2d"
    state = scenario(loose, hands=[hand], melds=melds)
    assert "discard 8h" in [str(move) for move in state.legal_moves]


@pytest.mark.parametrize(
    ("options", "hand", "pile", "meld"),
    [
        ({"naturals_per_wild": 3}, "9h 9d 9c Kd", "Jk", "9h 9d 9c Jk"),
        ({"min_naturals": 3}, "9h 9d 9c Kd", "Jk", "9h 9d 9c Jk"),
        (
            {"min_naturals": 1, "limit": 2},
            *("Jk 2d 5h 7s", "5c", "run Jk=3c 2d=4c 5c"),
        ),
    ],
)
def test_melds_that_earn_the_pile_under_house_rules(
    options: Mapping[str, int], hand: str, pile: str, meld: str
) -> None:
    """T6: "used at once"; G8 as a house has it."""
    house = rules.named("greek-351+pile-for-melds").with_options({"wild": options})
    state = scenario(house, hands=[hand], pile=pile, phase="draw")
    take = f"take with meld {meld}"
    assert state.why_not(take) is None
    assert parse_move(take, state.view()) in list(state.legal_moves)


def test_no_more_twins_are_listed_than_the_hand_has() -> None:
    """G4: only cards of the hand are laid, however many wild ones there is room for."""
    state = scenario(
        "classic-5000+wild-ratio",
        hands=["2h 2h 2d 5c 3h 4h 9d"],
        melds=[["8c 9c 10c Jc Qc Kc 2c"]],
        more={"opened": [True, False, False, False]},
    )
    for move in state.legal_moves:
        assert state.why_not(move) is None, str(move)
