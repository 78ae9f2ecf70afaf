"""A view as JSON: everything that one seat may see, to be sent to its player.

It is made of a :class:`~biriba.table.View` alone, which holds no hidden card, so there
is nothing to leave out and nothing to forget. The way back does not exist: a client
shows a view, and the server keeps the state.
"""

from __future__ import annotations

from biriba._checks import expect
from biriba._options import Json
from biriba.cards import text_of
from biriba.notation import meld_text, move_text
from biriba.record import rules_json
from biriba.table import Side, View


def view_json(
    view: View, *, rules: bool = True, history: bool = True
) -> dict[str, Json]:
    """Everything in a view, as JSON values; `rules` and `history` may be left out.

    Cards are texts, several of them with spaces between, none an empty text; moves are
    in notation. Lists with something for each seat begin with seat 0.

    * ``rules``: the rules in full, as in a record (see
      :func:`biriba.record.rules_json`). They stay the same for a whole deal.
    * ``seat``, ``side``: whose view this is, and the side that seat belongs to.
    * ``turn``: the seat to play. ``phase``: ``name``, ``draw``, ``play`` or ``over``.
    * ``hand``: this seat's cards, sorted.
    * ``hand_sizes``: how many cards each seat holds.
    * ``stock_size``: how many cards are in the stock.
    * ``biribaki_sizes``: for each biribaki still on the table, how many cards it has.
    * ``discard_pile``: the discard pile, the bottom card first.
    * ``bonus_suit``: ``h``, ``d``, ``c`` or ``s``; null where there is none.
    * ``sides``: for each side, ``melds`` (texts, in the order laid, so that the first
      is meld 0), ``biribaki`` (``none``, ``taken`` or ``played``) and ``taker``, the
      seat that took it, or null.
    * ``taken``: the cards taken from the pile in this turn.
    * ``opened``: for each seat, whether it has laid down a meld of its own.
    * ``known``: for each seat, the cards that it took from the pile and has not played
      since, which everybody saw.
    * ``known_bottom``: the cards that went under the stock face up.
    * ``passes``: how many seats have passed one after the other. ``idle``: how many
      turns without a stock nothing was laid in. Either may end a deal (G13).
    * ``out``: the seat that went out, or null.
    * ``legal_moves``: the legal moves of this seat; empty if it is not its turn. Bigger
      melds and lay-offs than these may be legal too.
    * ``history``: for each move so far, the seat and the move, the first one first. It
      grows with the deal.

    >>> import biriba
    >>> view = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7).view(2)
    >>> data = view_json(view)
    >>> data["seat"], data["turn"], data["stock_size"], data["legal_moves"]
    (2, 0, 41, [])
    >>> short = view_json(view, rules=False, history=False)
    >>> sorted(set(data) - set(short))
    ['history', 'rules']
    """
    table = expect(view, View).table
    data: dict[str, Json] = {}
    if rules:
        data["rules"] = rules_json(view.rules)
    data |= {
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
    }
    if history:
        data["history"] = [[seat, move_text(move, view)] for seat, move in view.history]
    return data


def _side(side: Side, view: View) -> Json:
    return {
        "melds": [meld_text(meld, view.rules) for meld in side.melds],
        "biribaki": side.biribaki.value,
        "taker": side.taker if side.taker >= 0 else None,
    }
