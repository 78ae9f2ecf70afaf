"""The rules of Biriba: deal, referee and score, with every house rule as data.

>>> import biriba
>>> from biriba import rules
>>> state = biriba.State.deal(rules.CLASSIC_5000, players=4, seed=7)
>>> state.legal_moves
<LegalMoves: draw; take>
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from biriba import melds, rules
from biriba.cards import Card, Cards, Rank, Suit, deck
from biriba.errors import (
    AmbiguousMove,
    BiribaError,
    IllegalMeld,
    IllegalMove,
    InvalidRecord,
    InvalidRules,
    InvalidState,
    NotationError,
)
from biriba.match import Match
from biriba.melds import Meld, Run, Set
from biriba.moves import (
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    NameSuit,
    Pass,
    Phase,
    TakePile,
)
from biriba.reasons import Reason
from biriba.rules import Rules
from biriba.scoring import BiribakiStatus, DealResult, Score, SideResult, score
from biriba.state import State
from biriba.table import View

if TYPE_CHECKING:
    from biriba.game import Game
    from biriba.position import dump_position, load_position

__version__ = "0.1.0"

__all__ = [
    "AmbiguousMove",
    "BiribaError",
    "BiribakiStatus",
    "Card",
    "Cards",
    "DealResult",
    "Discard",
    "DrawStock",
    "Game",
    "IllegalMeld",
    "IllegalMove",
    "InvalidRecord",
    "InvalidRules",
    "InvalidState",
    "LayMeld",
    "LayOff",
    "Match",
    "Meld",
    "Move",
    "NameSuit",
    "NotationError",
    "Pass",
    "Phase",
    "Rank",
    "Reason",
    "Rules",
    "Run",
    "Score",
    "Set",
    "SideResult",
    "State",
    "Suit",
    "TakePile",
    "View",
    "deck",
    "dump_position",
    "load_position",
    "melds",
    "rules",
    "score",
]

# Read and written files need modules that a referee in memory does not; they are
# loaded when first asked for.
_LATER = {
    "Game": "biriba.game",
    "dump_position": "biriba.position",
    "load_position": "biriba.position",
}


def __dir__() -> list[str]:
    return sorted([*__all__, "__doc__", "__version__"])


def __getattr__(name: str) -> object:
    if name in _LATER:
        from importlib import import_module

        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'biriba' has no attribute {name!r}")
