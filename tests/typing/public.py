"""The types of the public surface, as a caller sees them.

Type checkers read this file; nothing runs it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import assert_type

import biriba
from biriba import (
    BiribakiStatus,
    Card,
    Cards,
    DealResult,
    Discard,
    DrawStock,
    IllegalMove,
    LayMeld,
    LayOff,
    Match,
    Meld,
    Move,
    NameSuit,
    NotationError,
    Pass,
    Phase,
    Rank,
    Reason,
    Rules,
    Run,
    Score,
    Set,
    SideResult,
    State,
    Suit,
    TakePile,
    View,
    rules,
)
from biriba.cards import CardsLike
from biriba.game import Game
from biriba.generation import LegalMoves
from biriba.points import Points
from biriba.record import AnyRecord, Record, dump, load_lines, open_record
from biriba.testing import check_state, random_deal, random_states, scenario

# Cards.
assert_type(Card.parse("10h"), Card)
assert_type(Card(Rank.TEN, Suit.HEARTS).suit, Suit | None)
assert_type(Cards.parse("Ah Jk"), Cards)
assert_type(Cards.parse("Ah") + "Jk" - [Card.parse("Ah")], Cards)
assert_type(list(Cards.parse("Ah")), list[Card])
assert_type(biriba.deck(2, 4), tuple[Card, ...])
texts: CardsLike = ["Ah", Card.parse("Jk")]

# Rules.
assert_type(rules.CLASSIC_5000, Rules)
assert_type(rules.named("greek-351"), Rules)
assert_type(rules.GREEK_351.with_options({"wild": {"limit": 2}}), Rules)
points: Points = rules.GREEK_351.target.points
half: Points = Fraction(1, 2)

# Melds.
meld = Meld.parse("4h 5h Jk 7h", rules.CLASSIC_5000)
assert_type(meld, Meld)
assert_type(meld.is_clean, bool)
assert_type(biriba.melds.arrange("4h 5h 6h", rules.CLASSIC_5000), tuple[Meld, ...])
if isinstance(meld, Run):
    assert_type(meld.suit, Suit)
    assert_type(meld.start, int)
elif isinstance(meld, Set):
    assert_type(meld.rank, Rank)

# States and views.
state = State.deal(rules.CLASSIC_5000, players=4, seed=7)
assert_type(state, State)
assert_type(state.phase, Phase)
assert_type(state.legal_moves, LegalMoves)
assert_type(list(state.legal_moves), list[Move])
assert_type(state.play("draw"), State)
assert_type(state.play(DrawStock()), State)
assert_type(state.why_not(Pass()), Reason | None)
assert_type(state.history, tuple[tuple[int, Move], ...])
view = state.view(0)
assert_type(view, View)
assert_type(view.hand, Cards)
assert_type(view.bonus_suit, Suit | None)
assert_type(view.resample(random.Random(1)), State)


def told(move: Move) -> str:
    """A move is one of seven kinds, and no more."""
    if isinstance(move, (DrawStock, Pass)):
        return "draw or pass"
    if isinstance(move, TakePile):
        assert_type(move.use, LayMeld | LayOff | None)
        return "take"
    if isinstance(move, LayMeld):
        assert_type(move.meld, Meld)
        return "meld"
    if isinstance(move, LayOff):
        assert_type(move.index, int)
        return "lay"
    if isinstance(move, Discard):
        assert_type(move.card, Card)
        return "discard"
    assert_type(move, NameSuit)
    return "name"


# Errors.
try:
    state.play("discard Qs")
except IllegalMove as error:
    assert_type(error.reason, Reason)
    assert_type(error.reason.code, str)
except NotationError as error:
    assert_type(error.position, int)

# Scores and matches.
side = SideResult((meld,), (Cards(),), biribaki=BiribakiStatus.PLAYED)
sheet = biriba.score(DealResult((side, SideResult())), rules.CLASSIC_5000)
assert_type(sheet, Score)
assert_type(sheet.totals, tuple[int | Fraction, ...])
match = Match.start(rules.GREEK_351, players=3)
assert_type(match.add(state.result()), Match)
assert_type(match.winner, int | None)

# Games and records.
game = Game.deal(rules.CLASSIC_5000, seed=7)
assert_type(game.play("draw"), State)
assert_type(game.record, Record)
assert_type(dump(game.record), str)
record: AnyRecord = open_record("deal.json")
lines: Iterator[AnyRecord] = load_lines(["{}"])

# For tests.
assert_type(scenario("classic-5000", hands=["Ah", Cards()]), State)
assert_type(check_state(state), list[str])
assert_type(random_deal(rules.TINY, seed=1), State)
assert_type(random_states(rules.TINY, 2, seed=1), Iterator[State])

# What a type checker refuses.
Discard("9s")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
State.deal(rules.CLASSIC_5000, 4, 7)  # type: ignore[call-arg]  # pyright: ignore
state.seat = 1  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
