"""Every refusal, reached by a move in a situation, with its clause in each system.

The table below is the test: each row a situation, a move, the code of the refusal and
the clause that the reason names. A last test asks that no registered code is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from biriba import (
    AmbiguousMove,
    BiribaError,
    Card,
    Discard,
    IllegalMove,
    LayMeld,
    LayOff,
    Meld,
    Move,
    NameSuit,
    NotationError,
    Rank,
    Rules,
    Run,
    Set,
    State,
    Suit,
    TakePile,
    _search,
    rules,
)
from biriba.cards import kinds_of
from biriba.moves import DRAW, PASS, TABLE, TAKE, Phase
from biriba.notation import LONGEST_MOVE, move_text, parse_move
from biriba.reasons import REFUSALS
from build import DIRTY_BIRIBA, RUN_BIRIBA, code, situation

C, P, T = "classic-5000", "canasta-2000", "greek-351"


def run(start: int, text: str, suit: Suit = Suit.HEARTS) -> Run:
    """A run as it lies, whether it is legal or not."""
    return Run(bytes(kinds_of(text)), suit, start)


def house(system: str, **groups: dict[str, object]) -> Rules:
    """A system with house rules."""
    return rules.named(system).with_options(groups)


Row = tuple[str, str, Callable[[], State], Move | str]


def row(
    refused: str,
    clause: str,
    system: str | Rules,
    move: Move | str,
    hand: str = "9c Kd",
    **options: object,
) -> Row:
    """A refusal: its code and clause, the situation and the move."""
    return (
        refused,
        clause,
        lambda: situation(system, [hand], **options),  # type: ignore[arg-type]
        move,
    )


TABLED = ["6h 7h 8h"]
READY = [RUN_BIRIBA, "6h 7h 8h", "Kh Kd Kc"]
PHASES = [
    row("deal-over", "G4", C, "draw", phase="over"),
    row("deal-over", "G4", C, "meld 4h 9d Kc", phase="over"),
    row("name-suit-first", "G16", C, "draw", phase="name"),
    row("name-suit-first", "G16", C, "discard 9c", phase="name"),
    row("name-suit-first", "G16", C, "meld 4h 9d Kc", phase="name"),
    row("no-suit-to-name", "G16", C, "name h", phase="draw"),
    row("no-suit-to-name", "G16", C, "name h", phase="play"),
    row("draw-first", "G4", C, "discard 9c", phase="draw"),
    row("draw-first", "G4", C, "meld 4h 5h 6h", phase="draw"),
    row("draw-first", "G4", C, "meld 4h 9d Kc", phase="draw"),
    row("draw-first", "G4", C, "lay 0: 4h 5h 6h", phase="draw"),
    row("draw-first", "G4", C, "lay 7 + 4h", phase="draw"),
    row("already-drawn", "G4", C, "draw"),
    row("already-drawn", "G4", C, "take"),
    row("already-drawn", "G4", C, "pass"),
    row("already-drawn", "G4", P, "take with meld 4h 9d Kc"),
    row("stock-empty", "G13", C, "draw", phase="draw", stock=""),
    row(
        "stock-empty",
        "G13",
        house(C, stock={"dead_cards": 2}),
        "draw",
        phase="draw",
        stock="4c 4d",
    ),
    row("pile-empty", "G4", C, "take", phase="draw"),
    row("pile-empty", "G4", P, "take with meld 4h 5h 6h", phase="draw"),
    row("stock-not-empty", "G13", T, "pass", phase="draw"),
]
POSSESSION = [
    row("not-in-hand", "G4", C, "discard 4h"),
    row("not-in-hand", "G4", C, "meld 4h 5h 6h", "4h 5h Kd Kd"),
    row("not-in-hand", "G4", C, "meld 9c 9c 9d", "9c 9d Kd Kd"),
    row("not-in-hand", "G4", C, "lay 0: 6h 7h 8h 9h", melds=[TABLED]),
    row("not-in-hand", "G4", C, "lay 0 + 9h", melds=[TABLED]),
    row(
        "not-in-hand",
        "G4",
        P,
        "take with meld 4h 5h 6h",
        "4h Kd Kd",
        phase="draw",
        pile="5h 6h",
    ),
    # P5: one card of the pile, and not its twin as well.
    row(
        "not-in-hand",
        "G4",
        P,
        "take with meld 9h 9h 9d",
        "9d Kd Kd",
        phase="draw",
        pile="9h",
    ),
    row("no-such-meld", "G9", C, "lay 1: 6h 7h 8h 9h", "9h Kd Kd", melds=[TABLED]),
    row("no-such-meld", "G9", C, "lay 1 + 9h", "9h Kd Kd", melds=[TABLED]),
    row("no-such-meld", "G9", C, LayOff(-1, run(6, "6h 7h 8h 9h")), melds=[TABLED]),
    row(
        "no-such-meld",
        "G9",
        C,
        "lay 0: 6h 7h 8h 9h",
        "9h Kd Kd",
        melds=[[], TABLED],
    ),
]
SHAPES = [
    row("too-few-cards", "G5", C, "meld 4h 5h", "4h 5h Kd Kd"),
    row("too-few-cards", "G5", C, LayMeld(run(4, "4h 5h")), "4h 5h Kd Kd"),
    row("not-a-meld", "G5", C, "meld 4h 9d Kc", "4h 9d Kc Kd"),
    row("not-as-written", "G5", C, "meld set 5h 5d Jk=5c", "5h 5d Jk Kd"),
    row("not-as-written", "G5", C, "meld 5h Jk=7h 7h", "5h 7h Jk Kd"),
    row("not-as-written", "G5", C, "meld set 5h 6h 7h", "5h 6h 7h Kd"),
    row("not-as-written", "G5", C, "meld set 5h 6h 8h", "5h 6h 8h Kd"),
    row("not-consecutive", "G6", C, "meld run 5h 6h 8h", "5h 6h 8h Kd"),
    row("not-consecutive", "G6", C, "meld 4h 6h 7h", "4h 6h 7h Kd"),
    row("not-consecutive", "G6", C, "meld 5h 4h 6h", "4h 5h 6h Kd"),
    row("corner", "G6", C, LayMeld(run(13, "Kh Ah 2h")), "Kh Ah 2h Kd Kd"),
    row(
        "two-aces",
        "G6",
        C,
        "meld Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah",
        "Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh Ah Kd Kd",
    ),
    row(
        "run-too-long",
        "G6",
        house(C, melds={"longest_run": 4}),
        "meld 3h 4h 5h 6h 7h",
        "3h 4h 5h 6h 7h Kd",
    ),
    row(
        "ace-not-here",
        "G6",
        house(C, melds={"ace_high": False}),
        "meld Qh Kh Ah",
        "Qh Kh Ah 4d",
    ),
    row("too-few-naturals", "G8", C, "meld 4h Jk Jk", "4h Jk Jk Kd"),
    row("too-many-wild", "C7", C, "meld 4h 5h Jk Jk", "4h 5h Jk Jk Kd"),
    row("too-many-wild", "T4", T, "meld 4h 5h Jk 2c", "4h 5h 2c Jk Kd"),
    row(
        "too-many-wild",
        "P6",
        house(P, wild={"limit": 1}),
        "meld 4h 5h 6h 7h Jk Jk",
        "4h 5h 6h 7h Jk Jk Kd",
    ),
    row("wild-ratio", "P6", P, "meld 4h 5h 6h Jk Jk", "4h 5h 6h Jk Jk Kd"),
    row(
        "no-sets", "G5", house(C, melds={"sets": False}), "meld 9h 9d 9c", "9h 9d 9c Kd"
    ),
    row("set-of-twos", "G7", P, "meld 2h 2d 2c", "2h 2d 2c Kd"),
    row("set-of-twos", "G7", T, "meld 2h 2d 2c", "2h 2d 2c Kd"),
    row("set-of-jokers", "G7", C, "meld Jk Jk Jk", "Jk Jk Jk Kd"),
    row(
        "set-of-jokers",
        "G7",
        C,
        LayMeld(Set(b"\x34" * 3, Rank.JOKER)),
        "Jk Jk Jk Kd Kd",
    ),
    row(
        "set-too-large",
        "C7",
        house(C, seatings=[{"seats": 4, "sides": 2, "packs": 3}]),  # type: ignore[arg-type]
        "meld " + "9h " * 3 + "9d " * 3 + "9c " * 3,
        "9h " * 3 + "9d " * 3 + "9c " * 3 + "Kd",
    ),
]
LAY_OFFS = [
    row("nothing-laid", "G9", C, "lay 0: 6h 7h 8h", melds=[TABLED]),
    row("meld-changed", "G9", C, "lay 0: 9d 9c 9s", "9d 9c 9s Kd", melds=[TABLED]),
    row("meld-changed", "G9", C, "lay 0: 7h 8h 9h", "9h Kd", melds=[TABLED]),
    row(
        "meld-changed",
        "G9",
        C,
        LayOff(0, Run(bytes(kinds_of("5d Jk 6h 7h 8h")), Suit.DIAMONDS, 5)),
        "5d Jk Kd",
        melds=[TABLED],
    ),
    row(
        "meld-changed",
        "G9",
        house(C, wild={"limit": 3, "min_naturals": 1}),
        LayOff(0, Set(bytes(kinds_of("4h 2c 2d 2s")), Rank.TWO)),
        "2s Kd Kd",
        melds=[["set 4h 2c 2d"]],
    ),
    row(
        "natural-moved",
        "G9",
        C,
        "lay 0: 3h 4h 2h 6h",
        "6h Kd Kd",
        melds=[["2h 3h 4h"]],
    ),
    row(
        "wild-for-wild",
        "G11",
        P,
        "lay 0: 2s Jk 4s 5s 6s",
        "Jk Kd Kd",
        melds=[["2s 4s 5s 6s"]],
    ),
    row(
        "wild-fixed",
        "G10",
        house(C, wild={"relocate": False}),
        "lay 0: 5c 6c Jk 8c",
        "8c Kd Kd",
        melds=[["Jk 5c 6c"]],
    ),
    row("no-place", "G10", C, "lay 0 + 10c", "10c Kd", melds=[["6c Jk 8c"]]),
    row("no-place", "G10", C, "lay 0 + Jk Jk", "Jk Jk Kd", melds=[TABLED]),
]
PILES = [
    row(
        "pile-is-free",
        "C5",
        C,
        "take with meld 4h 5h 6h",
        "4h 5h Kd",
        phase="draw",
        pile="6h",
    ),
    row("pile-not-earned", "P5", P, "take", phase="draw", pile="6h"),
    row("pile-not-earned", "T6", T, "take", phase="draw", pile="6h"),
    row(
        "top-card-unused",
        "P5",
        P,
        "take with meld 4h 5h 6h",
        "4h 5h 6h Kd",
        phase="draw",
        pile="6h 9h",
    ),
    row(
        "pile-card-unused",
        "T6",
        T,
        "take with lay 0: 6h 7h 8h 9h",
        "9h Kd",
        phase="draw",
        pile="4c Kd",
        melds=[TABLED],
        opened=[True] * 4,
    ),
    row(
        "pile-needs-lay-off",
        "T6",
        T,
        "take with meld 4h 5h 6h",
        "4h 5h Kd",
        phase="draw",
        pile="6h",
    ),
    row(
        "too-few-from-hand",
        "P5",
        P,
        "take with meld Kh Kd Jk",
        "Kh Jk 4c 4d",
        phase="draw",
        pile="4h Kd",
    ),
    row(
        "too-few-from-hand",
        "P5",
        P,
        "take with meld Kh Kd Jk",
        "Kh Kd Jk 4c 4d",
        phase="draw",
        pile="4h Kd",
    ),
    row(
        "no-such-meld",
        "G9",
        P,
        "take with lay 3: 6h 7h 8h 9h",
        phase="draw",
        pile="9h",
        melds=[TABLED],
    ),
    row(
        "natural-moved",
        "G9",
        P,
        "take with lay 0: 3h 4h 2h 6h",
        phase="draw",
        pile="6h",
        melds=[["2h 3h 4h"]],
    ),
    row(
        "wild-ratio",
        "P6",
        P,
        TakePile(LayMeld(run(4, "4h 5h 6h Jk Jk"))),
        "4h 5h Jk Jk Kd",
        phase="draw",
        pile="6h",
    ),
]
OBLIGATIONS = [
    row("own-meld-first", "T5", T, "lay 0: 6h 7h 8h 9h", "9h Kd Kd", melds=[TABLED]),
    row(
        "own-meld-first",
        "T5",
        T,
        "take with lay 0: 6h 7h 8h 9h",
        phase="draw",
        pile="9h",
        melds=[TABLED],
    ),
    row("rediscard", "C6", C, "discard Kd", "Kd 9c", taken="Kd 4c"),
    row("rediscard", "C6", C, "discard Kd", "Kd Kd 9c", taken="Kd Kd"),
    row(
        "rediscard",
        "C6",
        "classic-5000+lone-card-rediscard",
        "discard Kd",
        "Kd 9c",
        taken="Kd",
        lone=True,
    ),
]
LAST_CARDS = [
    row("last-card", "C10", C, "discard 9h", "9h"),
    row(
        "last-card", "P9", P, "discard 9h", "9h", melds=[READY[:2]], biribaki=["played"]
    ),
    row(
        "last-card",
        "T9",
        T,
        "discard 9h",
        "9h",
        melds=[[DIRTY_BIRIBA]],
        biribaki=["taken"],
    ),
    row(
        "last-card",
        "C10",
        C,
        "discard 9h",
        "9h",
        biribaki=["none", "taken"],
    ),
    row(
        "last-card",
        "P9",
        P,
        "discard 9h",
        "9h",
        melds=[["6h 7h 8h", "Kh Kd Kc"]],
        biribaki=["played"],
    ),
    row(
        "last-discard-wild",
        "C11",
        house(C, going_out={"last_discard_natural": True}),
        "discard 2c",
        "2c",
        melds=[[RUN_BIRIBA]],
        biribaki=["played"],
    ),
    row(
        "last-discard-wild",
        "P9",
        house(P, going_out={"last_discard_natural": True}),
        "discard Jk",
        "Jk",
        melds=[READY],
        biribaki=["played"],
    ),
    row(
        "last-discard-wild",
        "T9",
        house(T, going_out={"last_discard_natural": True}),
        "discard Jk",
        "Jk",
        melds=[READY],
        biribaki=["played"],
    ),
    row("hand-emptied", "C10", C, "meld 4h 5h 6h", "4h 5h 6h"),
    row(
        "hand-emptied",
        "C10",
        C,
        "meld 4h 5h 6h",
        "4h 5h 6h",
        melds=[READY],
        biribaki=["played"],
    ),
    row("hand-emptied", "P9", P, "meld 4h 5h 6h", "4h 5h 6h", melds=[READY]),
    row(
        "hand-emptied",
        "T9",
        T,
        "meld 4h 5h 6h",
        "4h 5h 6h",
        melds=[[DIRTY_BIRIBA]],
        biribaki=["played"],
    ),
    row("no-discard-left", "G12", C, "meld 4h 5h 6h", "4h 5h 6h 9d"),
    row(
        "no-discard-left",
        "G12",
        house(C, going_out={"last_discard_natural": True}),
        "meld 4h 5h 6h",
        "4h 5h 6h Jk",
        melds=[[RUN_BIRIBA]],
        biribaki=["played"],
    ),
    row(
        "no-discard-left",
        "G12",
        C,
        "meld 4h 5h 6h",
        "4h 5h 6h Kd 9d",
        taken="Kd 9d",
    ),
    row("no-discard-left", "G12", C, "meld 9h 9d 9c", "9h 9d 9c Kd Kd", taken="Kd Kd"),
    row(
        "no-discard-left",
        "G12",
        P,
        "take with lay 0: 6h 7h 8h 9h",
        "Kd",
        phase="draw",
        pile="9h",
        melds=[TABLED],
    ),
    # C6: a lone card taken may not be put back, nor any of the only ones left.
    row("no-discard-left", "G12", C, "take", "", phase="draw", pile="Kd"),
    row("no-discard-left", "G12", C, "take", "", phase="draw", pile="Kd 9h"),
    row(
        "no-discard-left",
        "G12",
        "classic-5000+lone-card-rediscard",
        "take",
        "",
        phase="draw",
        pile="Kd",
        melds=[[RUN_BIRIBA]],
        biribaki=["played"],
    ),
    row(
        "no-discard-left",
        "G12",
        "classic-5000+lone-card-rediscard",
        "meld 4h 5h 6h",
        "4h 5h 6h Kd",
        taken="Kd",
        lone=True,
        melds=[[RUN_BIRIBA]],
        biribaki=["played"],
    ),
    row(
        "no-discard-left",
        "G12",
        "classic-5000+lone-card-rediscard",
        "lay 0: 6h 7h 8h 9h",
        "9h Kd",
        taken="Kd",
        lone=True,
        melds=[["6h 7h 8h", RUN_BIRIBA]],
        biribaki=["played"],
    ),
    row(
        "no-discard-left",
        "G12",
        house(P, pile={"rediscard": "lone-card"}),
        "take with lay 0: 6h 7h 8h 9h",
        "9h",
        phase="draw",
        pile="9h",
        melds=[["6h 7h 8h", RUN_BIRIBA, "Kh Kd Kc"]],
        biribaki=["played"],
    ),
    row("no-discard-left", "G12", C, "draw", "", phase="draw", stock="9h 9d"),
]
ROWS = [
    *PHASES,
    *POSSESSION,
    *SHAPES,
    *LAY_OFFS,
    *PILES,
    *OBLIGATIONS,
    *LAST_CARDS,
]


@pytest.mark.parametrize(
    ("refused", "clause", "make", "move"),
    ROWS,
    ids=[f"{one[0]}-{one[1]}-{one[3]}"[:60] for one in ROWS],
)
def test_a_refusal_has_its_code_and_clause(
    refused: str, clause: str, make: Callable[[], State], move: Move | str
) -> None:
    """An illegal transition raises, says why, and nothing happens."""
    state = make()
    assert code(state, move) == refused
    why = state.why_not(move)
    assert why is not None and why.clause == clause
    assert "{" not in why.text and str(why) == f"{why.text} ({clause})"
    assert move not in state.legal_moves and move not in list(state.legal_moves)
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert str(caught.value) == f"illegal move {str(move).strip()!r}: {why}"


TOLD = [
    ("not-in-hand", "discard 4h", "the hand has no 4h"),
    ("not-in-hand", "meld 4h 5h 6h", "the hand has no 6h"),
    ("not-in-hand", "meld 9c 9c 9d", "the hand has no 9c"),
    ("not-in-hand", "lay 0: 6h 7h 8h 9h", "the hand has no 9h"),
    ("not-in-hand", "take with meld 4h 5h 6h", "the hand has no 5h"),
    (
        "no-such-meld",
        "lay 1: 6h 7h 8h 9h",
        "there is no meld 1; this side has 1, from 0 on",
    ),
    ("no-such-meld", "lay 1 + 9h", "there is no meld 1; this side has 1, from 0 on"),
    (
        "no-such-meld",
        "lay 0: 6h 7h 8h 9h",
        "there is no meld 0; this side has 0, from 0 on",
    ),
    (
        "no-such-meld",
        "take with lay 3: 6h 7h 8h 9h",
        "there is no meld 3; this side has 1, from 0 on",
    ),
    (
        "not-as-written",
        "meld set 5h 5d Jk=5c",
        "these cards cannot be read as set 5h 5d Jk=5c",
    ),
    ("run-too-long", "meld 3h 4h 5h 6h 7h", "a run has at most 4 cards"),
    ("too-few-naturals", "meld 4h Jk Jk", "a meld needs natural cards: at least 2"),
    ("too-many-wild", "meld 4h 5h Jk Jk", "at most 1 of a meld's cards may be wild"),
    (
        "wild-ratio",
        "meld 4h 5h 6h Jk Jk",
        "each wild card of a meld needs natural cards: at least 2",
    ),
    (
        "set-too-large",
        "meld 9h 9h 9h 9d 9d 9d 9c 9c 9c",
        "a set has natural cards: at most 8",
    ),
    ("natural-moved", "lay 0: 3h 4h 2h 6h", "2h is natural and stays in its place"),
    (
        "wild-for-wild",
        "lay 0: 2s Jk 4s 5s 6s",
        "the place of 2s never goes to a wild card",
    ),
    ("wild-fixed", "lay 0: 5c 6c Jk 8c", "in this system Jk stays in its place"),
    ("no-place", "lay 0 + 10c", "10c cannot be laid off on 6c Jk 8c"),
    ("no-place", "lay 0 + Jk Jk", "Jk Jk cannot be laid off on 6h 7h 8h"),
    ("top-card-unused", "take with meld 4h 5h 6h", "the top card 9h is not used"),
    (
        "too-few-from-hand",
        "take with meld Kh Kd Jk",
        "the new meld needs natural cards from the hand: at least 2",
    ),
    ("rediscard", "discard Kd", "Kd was taken from the pile in this turn"),
]


@pytest.mark.parametrize(("refused", "move", "text"), TOLD)
def test_a_refusal_names_what_it_is_about(refused: str, move: str, text: str) -> None:
    """The reason says which cards, which meld, and how many the rules ask for."""
    found = [
        why
        for of_code, _, make, refused_move in ROWS
        if of_code == refused and str(refused_move).strip() == move
        if (why := make().why_not(refused_move)) is not None
    ]
    assert found and {why.text for why in found} == {text}


def test_every_code_is_reached() -> None:
    """Every refusal code is reached by a test."""
    reached = {refused for refused, *_ in ROWS}
    assert reached | {"not-your-turn"} == set(REFUSALS)


def test_another_seat_is_told_whose_turn_it_is() -> None:
    """It is told only that, whatever it tries (G4)."""
    state = State.deal(rules.CLASSIC_5000, seed=7)
    for move in ("draw", "discard 4h", "meld 4h 9d Kc", PASS):
        why = state.view(2).why_not(move)
        assert why is not None
        assert (why.code, why.text) == ("not-your-turn", "it is seat 0's turn")
    assert list(state.view(2).legal_moves) == []


# --- What is legal beside it ---------------------------------------------------------


@pytest.mark.parametrize(
    ("system", "hand", "move", "options"),
    [
        # C6: a twin that was in the hand before may be discarded.
        (C, "9h 9h", "discard 9h", {"taken": "9h"}),
        ("classic-5000+free-rediscard", "Kd 9c", "discard Kd", {"taken": "Kd"}),
        ("classic-5000+lone-card-rediscard", "Kd 9c", "discard Kd", {"taken": "Kd 9c"}),
        (T, "Kd 9c", "discard Kd", {"taken": "Kd"}),
        # G10: the wild card takes another place.
        (C, "8c Kd Kd", "lay 0: 5c 6c Jk 8c", {"melds": [["Jk 5c 6c"]]}),
        (C, "7c 10c Kd Kd", "lay 0: 6c 7c 8c Jk 10c", {"melds": [["6c Jk 8c"]]}),
        # G11: a Two that is natural in the place may replace a joker there.
        (C, "2h Kd Kd", "lay 0: Ah 2h 3h Jk", {"melds": [["Ah Jk 3h"]]}),
        # P5: the top card and two natural cards of the hand; a wild top card may serve.
        (P, "Kh Kc 4c 4d", "take with meld Kh Kd Kc", {"phase": "draw", "pile": "Kd"}),
        (P, "Kh Kc 4c 4d", "take with meld Kh Kc Jk", {"phase": "draw", "pile": "Jk"}),
        (
            P,
            "4c 4d",
            "take with lay 0: 6h 7h 8h 9h",
            {"phase": "draw", "pile": "9h", "melds": [TABLED]},
        ),
        # P5: the top card is the wild one, its natural twin comes from the hand.
        (
            P,
            "2h 3h 4h 5h Kd Kd",
            "take with meld 2h 3h 4h 5h 2h",
            {"phase": "draw", "pile": "2h"},
        ),
        # T6: any card of the pile, and the whole of it.
        (
            T,
            "4c 4d",
            "take with lay 0: 6h 7h 8h 9h",
            {
                "phase": "draw",
                "pile": "4c 9h Kd",
                "melds": [TABLED],
                "opened": [True] * 4,
            },
        ),
        (
            "greek-351+pile-for-melds",
            "4h 5h 9d",
            "take with meld 4h 5h 6h",
            {"phase": "draw", "pile": "6h Kd"},
        ),
        # C9, T8: the hand is emptied by right.
        (C, "4h 5h 6h", "meld 4h 5h 6h", {"melds": [[RUN_BIRIBA]]}),
        (T, "4h 5h 6h", "meld 4h 5h 6h", {}),
        (P, "4h 5h 6h", "meld 4h 5h 6h", {"melds": [READY], "biribaki": ["played"]}),
        # C11, T9: going out.
        (C, "9h", "discard 9h", {"melds": [[RUN_BIRIBA]], "biribaki": ["taken"]}),
        (T, "9h", "discard 9h", {"melds": [[RUN_BIRIBA]], "biribaki": ["played"]}),
        # C6: under the lone-card house rule, one of several cards taken may go back.
        (
            "classic-5000+lone-card-rediscard",
            "",
            "take",
            {"phase": "draw", "pile": "Kd 9h"},
        ),
        (
            "classic-5000+lone-card-rediscard",
            "4h 5h 6h Kd",
            "meld 4h 5h 6h",
            {"taken": "Kd 9c", "melds": [[RUN_BIRIBA]], "biribaki": ["played"]},
        ),
        # C11: the last discard may be a wild card, unless a house rule bars it.
        (C, "Jk", "discard Jk", {"melds": [[RUN_BIRIBA]], "biribaki": ["played"]}),
        (
            "classic-5000+free-rediscard",
            "2h",
            "discard 2h",
            {"melds": [[RUN_BIRIBA]], "biribaki": ["played"], "taken": "2h"},
        ),
        # C6, C11: going out with the card of the pile, where it may go back.
        (
            "classic-5000+free-rediscard",
            "",
            "take",
            {
                "phase": "draw",
                "pile": "Kd",
                "melds": [[RUN_BIRIBA]],
                "biribaki": ["played"],
            },
        ),
        (
            P,
            "9h",
            "take with lay 0: 6h 7h 8h 9h",
            {
                "phase": "draw",
                "pile": "9h",
                "melds": [["6h 7h 8h", RUN_BIRIBA, "Kh Kd Kc"]],
                "biribaki": ["played"],
            },
        ),
        # P5: of three natural cards that the hand holds, one may be the pile's.
        (
            P,
            "Kh Kd Kc 4c 4d",
            "take with meld Kh Kd Kc",
            {"phase": "draw", "pile": "Kd"},
        ),
        # G12: twins of a card that was taken, one more than were taken.
        (C, "4h 5h 6h Kd Kd Kc", "meld 4h 5h 6h", {"taken": "Kd Kc"}),
        # G13: passing, where a seat without cards could not finish its turn.
        (C, "", "pass", {"phase": "draw", "stock": "9h 9d"}),
        (
            C,
            "",
            "draw",
            {
                "phase": "draw",
                "stock": "9h 9d",
                "melds": [[RUN_BIRIBA]],
                "biribaki": ["played"],
            },
        ),
        (C, "", "draw", {"phase": "draw", "stock": "9h 9d", "melds": [[RUN_BIRIBA]]}),
    ],
)
def test_what_is_legal(
    system: str, hand: str, move: Move | str, options: dict[str, object]
) -> None:
    """The legal neighbours of the refusals above."""
    state = situation(system, [hand], **options)  # type: ignore[arg-type]
    assert code(state, move) == ""
    assert move in state.legal_moves


def test_a_lone_card_taken_may_be_discarded_with_its_twin_in_hand() -> None:
    """Hand holds 9h; takes a lone 9h; discards a 9h: legal (C6)."""
    state = situation(C, ["9h"], phase="draw", pile="9h").play("take")
    assert code(state, "discard 9h") == ""
    lone = situation(C, ["4c"], phase="draw", pile="9h").play("take")
    assert code(lone, "discard 9h") == "rediscard"


# --- Reading moves -------------------------------------------------------------------


def test_one_text_with_several_results_lists_them() -> None:
    """The player chooses among the legal results (G10)."""
    state = situation(C, ["5h Kd Kd"], melds=[["3h 4h Jk 6h"]])
    for ask in (state.why_not, state.play):
        with pytest.raises(AmbiguousMove) as caught:
            ask("lay 0 + 5h")
        assert caught.value.options == (
            "lay 0: Jk 3h 4h 5h 6h",
            "lay 0: 3h 4h 5h 6h Jk",
        )
    assert cast(object, "lay 0 + 5h") not in state.legal_moves


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("meld Jk 6h 2s", ("meld run Jk=5h 6h 2s=7h", "meld set 6h 2s Jk")),
        ("lay 0: Jk 6h 2s Jk", None),
        (
            "take with lay 0 + 5h",
            ("take with lay 0: Jk 3h 4h 5h 6h", "take with lay 0: 3h 4h 5h 6h Jk"),
        ),
    ],
)
def test_every_reading_listed_is_a_move_in_notation(
    text: str, options: tuple[str, ...] | None
) -> None:
    """What an ambiguous text can mean may be played as it is listed."""
    free: dict[str, object] = {"min_naturals": 1, "limit": None}
    if text.startswith("take"):
        state = situation(
            P, ["Kd Kd 9s"], phase="draw", pile="5h", melds=[["3h 4h Jk 6h"]]
        )
    else:
        table = ["run Jk=5h 6h 2s=7h"]
        state = situation(house(C, wild=free), ["Jk 6h 2s Kd Kd 9s"], melds=[table])
    with pytest.raises(AmbiguousMove) as caught:
        state.play(text)
    assert caught.value.text == text
    if options is not None:
        assert caught.value.options == options
    legal = [option for option in caught.value.options if not code(state, option)]
    assert legal
    for option in legal:
        state.play(option)


def test_more_readings_than_can_be_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not listed, and nothing is said of them."""
    monkeypatch.setattr(_search, "MOST_ARRANGEMENTS", 1)
    free: dict[str, object] = {"min_naturals": 1, "limit": None}
    state = situation(house(C, wild=free), ["Jk 9h 2d 7s Kd Kd"], melds=[["6h 7h 8h"]])
    with pytest.raises(AmbiguousMove) as caught:
        state.why_not("lay 0 + Jk 2d")
    assert caught.value.options == ()


@pytest.mark.parametrize(
    ("text", "phase", "held", "expected"),
    [
        ("lay 0 + 5h", "draw", "5h Kd Kd", "draw-first"),
        ("lay 0 + 5h", "play", "6c Kd Kd", "not-in-hand"),
        ("lay 0 + 5h", "play", "5h", "hand-emptied"),
        ("meld Jk 6h 2s", "draw", "Jk 6h 2s Kd Kd", "draw-first"),
        ("meld Jk 6h 2s", "play", "6h Kd Kd", "not-in-hand"),
        ("meld Jk 6h 2s", "play", "Jk 6h 2s", "hand-emptied"),
        ("take with lay 0 + 5h", "play", "5h Kd Kd", "already-drawn"),
        ("take with lay 0 + 5h", "draw", "5h Kd Kd", "pile-is-free"),
    ],
)
def test_a_text_that_no_reading_makes_legal_is_refused(
    text: str, phase: str, held: str, expected: str
) -> None:
    """Which reading is meant is asked only where one of them is legal."""
    free = house(C, wild={"min_naturals": 1, "limit": None})
    state = situation(free, [held], phase=phase, pile="9h", melds=[["3h 4h Jk 6h"]])
    assert code(state, text) == expected
    with pytest.raises(IllegalMove):
        state.play(text)
    for seat in (1, 2, 3):
        why = state.view(seat).why_not(text)
        assert why is not None and why.code == "not-your-turn"


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("", 0),
        ("  jump", 2),
        ("draw two", 0),
        ("take 4h", 0),
        ("take with", 9),
        ("take with draw", 10),
        ("take with meld 4h 5z 6h", 18),
        ("discard", 7),
        ("discard 4z", 8),
        ("discard 4h 5h", 8),
        ("meld", 4),
        ("meld 4h 5z 6h", 8),
        ("lay", 3),
        ("lay x: 4h", 4),
        ("lay 0:", 6),
        ("lay 0 +", 7),
        ("lay 0 + 4z", 8),
        ("lay 12345: 4h", 4),
        ("lay 0: 4h 5h 6z", 13),
        ("name", 4),
        ("name x", 5),
        ("x" * (LONGEST_MOVE + 1), 0),
    ],
)
def test_text_that_is_no_move(text: str, position: int) -> None:
    """A typed error that says what and where."""
    state = situation(C, ["9h 9d"], melds=[TABLED])
    with pytest.raises(NotationError) as caught:
        state.why_not(text)
    assert caught.value.position == position
    assert caught.value.text == text
    assert cast(object, text) not in state.legal_moves


def test_parse_move_reads_as_the_seat_would_play() -> None:
    """Only the text is read; whether the move is legal is another question."""
    view = situation(C, ["9h 9d"], melds=[TABLED], phase="draw").view()
    assert parse_move(" DRAW ", view) == DRAW
    assert parse_move("Take", view) == TAKE
    assert parse_move("pass", view) == PASS
    assert parse_move("name ♠", view) == NameSuit(Suit.SPADES)
    assert parse_move("discard 10h", view) == Discard(Card.parse("10h"))
    off = LayOff(0, run(6, "6h 7h 8h 9h"))
    assert parse_move("lay 0 + 9h", view) == off
    assert parse_move("take  with  lay 0: 6h 7h 8h 9h", view) == TakePile(off)
    assert parse_move("meld 4h 5h 6h", view) == LayMeld(run(4, "4h 5h 6h"))
    with pytest.raises(IllegalMove) as caught:
        parse_move(" meld 4h 9d Kc", view)
    assert caught.value.move == "meld 4h 9d Kc"
    with pytest.raises(NotationError, match="expected the text of a move, got int"):
        parse_move(7, view)  # type: ignore[arg-type]


def test_text_of_a_move_with_two_readings_is_spelled_out() -> None:
    """`move_text` writes what `parse_move` reads back."""
    loose = house(C, wild={"limit": 2, "min_naturals": 1})
    state = situation(loose, ["4h Jk Jk 2c 9d"])
    view = state.view()
    found = [m for m in state.legal_moves if isinstance(m, LayMeld)]
    texts = [move_text(move, view) for move in found]
    assert [parse_move(text, view) for text in texts] == found
    assert any("=" in text for text in texts)
    assert move_text(DRAW, view) == "draw"
    plain = LayOff(0, run(6, "6h 7h 8h 9h"))
    assert move_text(TakePile(plain), view) == "take with lay 0: 6h 7h 8h 9h"
    assert "run" in move_text(LayMeld(run(4, "4h 6h 7h")), view)


# --- Moves of wrong parts ------------------------------------------------------------


MELD = Meld.parse("4h 5h 6h", rules.CLASSIC_5000)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Discard("9h"),  # type: ignore[arg-type]
        lambda: Discard(None),  # type: ignore[arg-type]
        lambda: LayMeld("x"),  # type: ignore[arg-type]
        lambda: LayOff("0", MELD),  # type: ignore[arg-type]
        lambda: LayOff(True, MELD),
        lambda: LayOff(0, "4h 5h 6h"),  # type: ignore[arg-type]
        lambda: TakePile(Discard(Card.parse("9h"))),  # type: ignore[arg-type]
        lambda: TakePile(MELD),  # type: ignore[arg-type]
        lambda: NameSuit("h"),  # type: ignore[arg-type]
        lambda: NameSuit(0),  # type: ignore[arg-type]
    ],
)
def test_a_move_of_wrong_parts_cannot_be_made(make: Callable[[], Move]) -> None:
    """Illegal input always gets a typed error."""
    with pytest.raises(NotationError, match="expected"):
        make()


@pytest.mark.parametrize(
    ("thing", "words"),
    [
        (None, "null"),
        (7, "7"),
        (True, "true"),
        (["draw"], "a list"),
        ({"move": "draw"}, "an object"),
        (b"draw", "a bytes"),
        (MELD, "a Run"),
        (Card.parse("9h"), "a Card"),
    ],
)
def test_what_is_no_move_is_refused(thing: object, words: str) -> None:
    """Neither played, nor asked about, nor contained in the legal moves.

    Moves come out of JSON as often as not, so they are told in its words.
    """
    state = State.deal(rules.CLASSIC_5000, seed=1)
    for ask in (state.why_not, state.play, state.view().why_not):
        with pytest.raises(BiribaError):
            ask(thing)  # type: ignore[arg-type]
    assert thing not in state.legal_moves
    with pytest.raises(NotationError) as caught:
        state.view().why_not(thing)  # type: ignore[arg-type]
    assert caught.value.problem == f"a move is text or a Move, not {words}"
    assert caught.value.text == ""


def test_only_a_suit_of_the_deck_is_named() -> None:
    """G16: the first seat names one of the suits that are played with."""
    of = house(
        "classic-5000+joker-to-first-seat",
        deal={"suits": 2},
        seatings=[{"seats": 4, "sides": 2, "packs": 4}],  # type: ignore[arg-type]
    )
    state = situation(of, ["9h 9d"], phase="name")
    assert code(state, "name h") == code(state, "name d") == ""
    assert code(state, "name c") == code(state, "name s") == "no-suit-to-name"


def test_the_table_of_phases_tells_what_play_does() -> None:
    """The diagram in the documentation is drawn from the table of phases."""
    state = State.deal(rules.CLASSIC_5000, seed=2)
    while not state.is_over:
        move = state.legal_moves[0]
        after = state.play(move)
        assert after.phase in TABLE[state.phase][type(move)]
        assert {type(m) for m in state.legal_moves} <= set(TABLE[state.phase])
        state = after
    assert not TABLE[Phase.OVER]
