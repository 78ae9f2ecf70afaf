"""A view as JSON: everything that one seat may see, to be sent to its player.

It is made of a :class:`~biriba.table.View` alone, which holds no hidden card, so there
is nothing to leave out and nothing to forget. The way back does not exist: a client
shows a view, and the server keeps the state.
"""

from __future__ import annotations

from biriba._options import Json
from biriba.cards import text_of
from biriba.melds import Meld
from biriba.moves import LayMeld
from biriba.notation import move_text
from biriba.record import rules_json
from biriba.table import Side, View


def view_json(view: View) -> dict[str, Json]:
    """Everything in a view, as JSON values.

    Cards are texts; melds lie in the order laid, the discard pile bottom first;
    ``legal_moves`` are those of this seat, none if it is not its turn; ``history`` has
    the seat and the move, the first one first.

    >>> import biriba
    >>> view = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7).view(2)
    >>> data = view_json(view)
    >>> data["seat"], data["turn"], data["stock_size"], data["legal_moves"]
    (2, 0, 41, [])
    """
    table = view.table
    return {
        "rules": rules_json(view.rules),
        "seat": view.seat,
        "side": view.side,
        "turn": view.turn,
        "phase": view.phase.value,
        "hand": str(view.hand),
        "hand_sizes": list(view.hand_sizes),
        "stock_size": view.stock_size,
        "biribaki_sizes": list(view.biribaki_sizes),
        "discard_pile": text_of(table.pile),
        "bonus_suit": None if view.bonus_suit is None else view.bonus_suit.letter,
        "sides": [_side(side, view) for side in view.sides],
        "taken": str(view.taken),
        "opened": list(view.opened),
        "known": [str(cards) for cards in view.known],
        "known_bottom": text_of(table.bottom),
        "passes": table.passes,
        "idle": table.idle,
        "out": table.out if table.out >= 0 else None,
        "legal_moves": [move_text(move, view) for move in view.legal_moves],
        "history": [[seat, move_text(move, view)] for seat, move in view.history],
    }


def _side(side: Side, view: View) -> Json:
    return {
        "melds": [_meld(meld, view) for meld in side.melds],
        "biribaki": side.biribaki.value,
        "taker": side.taker if side.taker >= 0 else None,
    }


def _meld(meld: Meld, view: View) -> str:
    """A meld's text, spelled out where plain text would have two readings."""
    return move_text(LayMeld(meld), view).removeprefix("meld ")
