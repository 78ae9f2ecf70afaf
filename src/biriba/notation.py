"""The text of moves, and back.

One grammar for all: ``draw``, ``take``, ``take with meld 7h 8h 9h``,
``take with lay 0: 6h 7h 8h 9h``, ``meld 4h 5h 6h``, ``lay 0: 4h 5h 6h 7h`` (or
``lay 0 + 7h`` where only one result is legal), ``discard 9s``, ``pass``, ``name h``.
``str(move)`` writes it. Reading needs a view, because a lay-off is read against the
melds on the table.
"""

from __future__ import annotations

import re
from typing import Final

from biriba._checks import expect
from biriba._options import Rules
from biriba._unread import moved, unread
from biriba.cards import Card, Cards, Suit, kinds_of
from biriba.errors import AmbiguousMove, IllegalMeld, IllegalMove, NotationError
from biriba.melds import Meld, results_of, spelled, why_no_lay_off
from biriba.moves import (
    DRAW,
    MOVES,
    PASS,
    TAKE,
    Discard,
    LayMeld,
    LayOff,
    Move,
    NameSuit,
    TakePile,
)
from biriba.reasons import Reason, reason
from biriba.table import View

LONGEST_MOVE: Final = 1000
_LAY: Final = re.compile(r"\s*([0-9]{1,4})\s*([:+])(.*)", re.DOTALL)


def parse_move(text: str, view: View) -> Move:
    """Read a move in notation, as the seat of a view would make it.

    Only the text is read: whether the move is legal is asked of ``view.why_not``.

    Raises:
        NotationError: if the text is no move.
        IllegalMove: if its cards are no meld, or no such lay-off exists.
        AmbiguousMove: if it can mean several moves; all are listed.
    """
    move = read_move(text, expect(view, View))
    if isinstance(move, Reason):
        raise IllegalMove(text.strip(), move)
    return move


def read_move(text: str, view: View) -> Move | Reason:
    """Read a move; a reason instead where the words are right but the cards are not."""
    if len(expect(text, str, words="the text of a move")) > LONGEST_MOVE:
        raise unread("move-too-long", text, most=LONGEST_MOVE)
    word, _, rest = text.strip().partition(" ")
    word = word.lower()
    offset = len(text) - len(text.lstrip())
    plain: dict[str, Move] = {"draw": DRAW, "take": TAKE, "pass": PASS}
    if word in plain and not rest.strip():
        return plain[word]
    if word == "take":
        start, _, use = rest.strip().partition(" ")
        if start.lower() == "with":
            return _read_use(use, text, view)
    if word in ("meld", "lay"):
        return _read_laying(word, rest, text, view)
    if word == "discard":
        _require(rest, "discard-missing", text)
        try:
            return Discard(Card.parse(rest))
        except NotationError as error:
            raise _within(error, text, rest) from None
    if word == "name":
        try:
            return NameSuit(Suit.parse(rest))
        except NotationError as error:
            raise _within(error, text, rest) from None
    raise unread("no-such-move", text, offset)


def _require(rest: str, code: str, text: str) -> None:
    if not rest.strip():
        raise unread(code, text, len(text))


def _within(error: NotationError, text: str, rest: str) -> NotationError:
    """An error in a part of a text, with its place in the whole."""
    return moved(error, text, text.rfind(rest) + error.position)


def _read_use(use: str, text: str, view: View) -> TakePile | Reason:
    word, _, rest = use.strip().partition(" ")
    if word.lower() not in ("meld", "lay"):
        raise unread("use-missing", text, text.rfind(use))
    try:
        laid = _read_laying(word.lower(), rest, text, view)
    except AmbiguousMove as error:
        raise _fuller(error, "take with ", text) from None
    return laid if isinstance(laid, Reason) else TakePile(laid)


def _fuller(error: AmbiguousMove, before: str, text: str) -> AmbiguousMove:
    """An error in a part of a text, its readings made those of the whole."""
    return AmbiguousMove(text, [before + option for option in error.options])


def _read_laying(
    word: str, rest: str, text: str, view: View
) -> LayMeld | LayOff | Reason:
    if word == "meld":
        _require(rest, "meld-missing", text)
        meld = _read_meld(rest, text, "meld ", view)
        return meld if isinstance(meld, Reason) else LayMeld(meld)
    match = _LAY.fullmatch(rest)
    if match is None:
        raise unread("lay-unclear", text, text.rfind(rest) if rest else len(text))
    number, sign, cards = match.groups()
    _require(cards, "cards-missing", text)
    index = int(number)
    if sign == ":":
        result = _read_meld(cards, text, f"lay {index}: ", view)
        return result if isinstance(result, Reason) else LayOff(index, result)
    try:
        added = Cards.of(kinds_cards(cards))
    except NotationError as error:
        raise _within(error, text, cards) from None
    melds = view.melds
    if index >= len(melds):
        return reason("no-such-meld", view.rules.clauses, index=index, count=len(melds))
    results = results_of(melds[index], added.packed, view.rules)
    if not results:
        refused = why_no_lay_off(melds[index], added, view.rules)
        assert refused is not None
        return refused
    first, *others = results
    if others:
        raise AmbiguousMove(text, [move_text(LayOff(index, r), view) for r in results])
    return LayOff(index, first)


def kinds_cards(text: str) -> list[Card]:
    """The cards of a text, in the order written."""
    return [Card.of_kind(kind) for kind in kinds_of(text)]


def _read_meld(cards: str, text: str, before: str, view: View) -> Meld | Reason:
    try:
        return Meld.parse(cards, view.rules)
    except AmbiguousMove as error:
        raise _fuller(error, before, text) from None
    except NotationError as error:
        raise _within(error, text, cards) from None
    except IllegalMeld as error:
        return error.reason


def move_text(move: Move, view: View) -> str:
    """A move's text, spelled out where the plain text would have two readings."""
    text = str(expect(move, *MOVES, words="a move"))
    laid = move.use if isinstance(move, TakePile) else move
    if not isinstance(laid, (LayMeld, LayOff)):
        return text
    meld = laid.meld if isinstance(laid, LayMeld) else laid.result
    return text.replace(str(meld), meld_text(meld, expect(view, View).rules))


def meld_text(meld: Meld, rules: Rules) -> str:
    """A meld's text, spelled out where the plain text would have two readings."""
    text = str(meld)
    try:
        plain = Meld.parse(text, rules) == meld
    except (AmbiguousMove, IllegalMeld):
        plain = False
    return text if plain else spelled(meld)
