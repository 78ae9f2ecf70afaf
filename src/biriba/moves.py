"""Phases and moves, and which moves belong to which phase.

A deal is a sequence of turns, and a turn is two phases: the seat draws (or takes the
pile, or passes), then it plays melds and lay-offs until a discard ends the turn.
Before the first turn the first seat may have to name the bonus suit (G16). `TABLE`
says the whole of it; the diagram in the documentation is drawn from it.

Moves are public: none names a card that the other seats do not see.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final, TypeAlias, get_args

import attrs

from biriba._checks import expect
from biriba.cards import Card, Suit
from biriba.errors import NotationError
from biriba.melds import Meld, Run, Set


class Phase(Enum):
    """The parts of a deal, for the seat to play."""

    NAME_SUIT = "name"
    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


# A move is hashed, compared and looked up in tables before the law is asked, so what is
# no move must not become one.


@attrs.frozen
class DrawStock:
    """Draw the top card of the stock (G4)."""

    def __str__(self) -> str:
        return "draw"


@attrs.frozen
class LayMeld:
    """Lay a new meld from the hand (G4).

    Raises:
        NotationError: if that is no :class:`~biriba.melds.Run` or
            :class:`~biriba.melds.Set`.
    """

    meld: Meld

    def __attrs_post_init__(self) -> None:
        expect(self.meld, Run, Set, words="a meld to lay")

    def __str__(self) -> str:
        return f"meld {self.meld}"


@attrs.frozen
class LayOff:
    """Lay cards off on a meld of one's side; `result` is the meld afterwards (G10).

    `index` counts the side's melds from 0, in the order in which they were laid.

    Raises:
        NotationError: if the index is no integer or the result no meld.
    """

    index: int
    result: Meld

    def __attrs_post_init__(self) -> None:
        expect(self.index, int, words="the number of a meld", error=NotationError)
        expect(self.result, Run, Set, words="the meld after the lay-off")

    def __str__(self) -> str:
        return f"lay {self.index}: {self.result}"


@attrs.frozen
class TakePile:
    """Take the whole discard pile (G4).

    `use` is the meld or lay-off that earns it, where the rules ask for one (P5, T6).

    Raises:
        NotationError: if `use` is anything else.
    """

    use: LayMeld | LayOff | None = None

    def __attrs_post_init__(self) -> None:
        expect(self.use, LayMeld, LayOff, type(None), words="a meld or lay-off to use")

    def __str__(self) -> str:
        return "take" if self.use is None else f"take with {self.use}"


@attrs.frozen
class Discard:
    """Discard a card, which ends the turn (G4).

    Raises:
        NotationError: if that is no card.
    """

    card: Card

    def __attrs_post_init__(self) -> None:
        expect(self.card, Card, words="a card to discard")

    def __str__(self) -> str:
        return f"discard {self.card}"


@attrs.frozen
class Pass:
    """Pass, when there is no stock to draw from (G13)."""

    def __str__(self) -> str:
        return "pass"


@attrs.frozen
class NameSuit:
    """Name the bonus suit, after a turned joker (G16).

    Raises:
        NotationError: if that is no suit.
    """

    suit: Suit

    def __attrs_post_init__(self) -> None:
        expect(self.suit, Suit, words="a suit to name")

    def __str__(self) -> str:
        return f"name {self.suit}"


Move: TypeAlias = DrawStock | TakePile | LayMeld | LayOff | Discard | Pass | NameSuit
"""Any move."""

MOVES: Final = get_args(Move)
"""The types of moves."""

TABLE: Final[Mapping[Phase, Mapping[type, tuple[Phase, ...]]]] = MappingProxyType(
    {
        Phase.NAME_SUIT: MappingProxyType({NameSuit: (Phase.DRAW,)}),
        Phase.DRAW: MappingProxyType(
            {
                DrawStock: (Phase.PLAY,),
                TakePile: (Phase.PLAY, Phase.OVER),
                Pass: (Phase.DRAW, Phase.OVER),
            }
        ),
        Phase.PLAY: MappingProxyType(
            {
                LayMeld: (Phase.PLAY, Phase.OVER),
                LayOff: (Phase.PLAY, Phase.OVER),
                Discard: (Phase.DRAW, Phase.OVER),
            }
        ),
        Phase.OVER: MappingProxyType({}),
    }
)
"""For each phase, the kinds of move that belong to it and the phases that follow."""

PASS: Final = Pass()
DRAW: Final = DrawStock()
TAKE: Final = TakePile()
