"""The table, melds and score sheets as text for a terminal.

The same pictures as :mod:`biriba.svg` draws, as lines of text; red suits, wild cards
and biribas are coloured where the terminal allows. Colour is never the only sign: a
wild card is in brackets with what it stands for, and a biriba is named.

`colour` may be given to every function; left out, :func:`use_colour` asks the standard
output, which a pipe, a dumb terminal and the variable ``NO_COLOR`` all refuse.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Final, TextIO

from biriba._checks import expect
from biriba._options import Rules
from biriba._pictures import shown_as_biriba
from biriba._words import printable
from biriba.cards import Card, Cards, CardsLike, Suit, kinds_of, one_card
from biriba.languages import (
    meld_name,
    message,
    phase_text,
    rules_name,
    score_label,
    suit_name,
)
from biriba.melds import Meld, Run, can_be_wild, natural_kind
from biriba.points import points_text
from biriba.scoring import LABELS, Score
from biriba.table import View

WIDTH: Final = 78
"""Lines of cards are wrapped at this many characters."""

_RED, _YELLOW, _GREEN, _BOLD, _DIM = "31", "33", "32", "1", "2"


def use_colour(stream: TextIO | None = None) -> bool:
    """Whether a stream, by default the standard output, is to be coloured.

    Not if ``NO_COLOR`` is set to anything, if ``TERM`` is ``dumb``, or if the stream
    is no terminal.
    """
    stream = sys.stdout if stream is None else stream
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(getattr(stream, "isatty", bool)())


def _paint(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text


def _plain(text: str) -> str:
    """Text of others without anything that a terminal would obey."""
    return printable(text, "\ufffd")


# A piece of a line: its text, and the code it is painted with, if any.
_Piece = tuple[str, str]


def _wrapped(pieces: Iterable[_Piece], colour: bool, indent: str) -> str:
    """Pieces with spaces between, wrapped; colour codes take no room."""
    lines: list[list[str]] = [[]]
    used = len(indent)
    for text, code in pieces:
        if lines[-1] and used + 1 + len(text) > WIDTH:
            lines.append([])
            used = len(indent)
        used += len(text) + bool(lines[-1])
        lines[-1].append(_paint(text, code, colour) if code else text)
    return "\n".join(indent + " ".join(line) for line in lines)


def _face(card: Card) -> str:
    return card.rank.letters + ("" if card.suit is None else card.suit.symbol)


def _piece(card: Card, wild: bool = False, place: str = "") -> _Piece:
    if wild:
        return f"[{_face(card)}{'=' + place if place else ''}]", _YELLOW
    red = card.suit in (Suit.HEARTS, Suit.DIAMONDS)
    return _face(card), _RED if red else ""


def _pieces(cards: Iterable[Card], rules: Rules | None) -> list[_Piece]:
    return [
        _piece(card, rules is not None and can_be_wild(card.kind, rules))
        for card in cards
    ]


def _meld_pieces(meld: Meld) -> list[_Piece]:
    wild = set(meld.wild_places)
    pieces = []
    for index, card in enumerate(meld.cards):
        place = ""
        if index in wild:
            place = meld.cards[0].rank.letters
            if isinstance(meld, Run):
                kind = natural_kind(meld.suit.value, meld.start + index)
                place = _face(Card.of_kind(kind))
        pieces.append(_piece(card, index in wild, place))
    return pieces


def _badge(meld: Meld, rules: Rules | None, language: str) -> _Piece:
    """The name of a meld; that of a biriba stands out."""
    biriba = shown_as_biriba(meld, rules)
    name = f"({meld_name(meld, language, biriba=biriba)})"
    return name, f"{_BOLD};{_GREEN if meld.is_clean else _YELLOW}" if biriba else _DIM


def _decided(colour: bool | None) -> bool:
    return use_colour() if colour is None else colour


def render_card(card: Card | str, *, colour: bool | None = None) -> str:
    """One card, with its suit as a symbol.

    Raises:
        NotationError: if text is no card.

    >>> render_card("10h", colour=False), render_card("10h", colour=True)
    ('10♥', '\\x1b[31m10♥\\x1b[0m')
    """
    card = one_card(card)
    return _wrapped([_piece(card)], _decided(colour), "")


def render_cards(
    cards: CardsLike, rules: Rules | None = None, *, colour: bool | None = None
) -> str:
    """Cards in a line: a heap sorted, anything else in its own order.

    With `rules`, the cards that can be wild under them are in brackets.

    Raises:
        NotationError: if text in it is no card.

    >>> from biriba import rules
    >>> render_cards("9h Jk 2c", rules.CLASSIC_5000, colour=False)
    '9♥ [Jk] [2♣]'
    """
    expect(rules, Rules, type(None))
    ordered = cards if isinstance(cards, Cards) else map(Card.of_kind, kinds_of(cards))
    return _wrapped(_pieces(ordered, rules), _decided(colour), "")


def render_meld(
    meld: Meld,
    rules: Rules | None = None,
    *,
    colour: bool | None = None,
    language: str = "en",
) -> str:
    """A meld in a line, wild cards in brackets with what they stand for.

    A biriba is named. With `rules` it is what they call one (C8, P7, T7); without,
    every meld of seven or more.

    Raises:
        NotationError: if there is no such language.

    >>> from biriba import rules
    >>> meld = Meld.parse("4h 5h Jk 7h", rules.CLASSIC_5000)
    >>> render_meld(meld, colour=False)
    '4♥ 5♥ [Jk=6♥] 7♥ (dirty run)'
    """
    pieces = [*_meld_pieces(expect(meld, Meld)), _badge(meld, rules, language)]
    return _wrapped(pieces, _decided(colour), "")


def _seats(view: View, colour: bool, language: str) -> list[str]:
    rows = []
    for seat, held in enumerate(view.hand_sizes):
        turn = seat == view.turn and not view.is_over
        row = (
            f"{'>' if turn else ' '} {message('word.seat', language, seat=seat)}, "
            f"{message('word.side', language, side=seat % len(view.sides))}, "
            f"{message('word.cards', language, count=held)}"
        )
        if seat == view.seat:
            row += f" ({message('word.you', language)})"
        if seat == view.table.out:
            row += f" - {message('word.out', language)}"
        rows.append(_paint(row, _BOLD, colour) if turn else row)
    return rows


def _side(view: View, index: int, colour: bool, language: str) -> list[str]:
    side = view.sides[index]
    head = message("word.side", language, side=index)
    if index == view.side:
        head += f" ({message('word.you', language)})"
    rows = [
        f"{_paint(head, _BOLD, colour)}: "
        + message(f"biribaki.{side.biribaki.value}", language)
    ]
    if not side.melds:
        rows.append(f"  {message('word.no-melds', language)}")
    for number, meld in enumerate(side.melds):
        badge = _badge(meld, view.rules, language)
        pieces = [(f"{number}:", ""), *_meld_pieces(meld), badge]
        rows.append(_wrapped(pieces, colour, "  "))
    return rows


def _heap(
    label: str, cards: Sequence[_Piece], colour: bool, language: str
) -> list[str]:
    count = message("word.cards", language, count=len(cards))
    head = f"{_paint(label, _BOLD, colour)} ({count})"
    if not cards:
        return [f"{head}: {message('word.empty', language)}"]
    return [f"{head}:", _wrapped(cards, colour, "  ")]


def render_view(view: View, *, colour: bool | None = None, language: str = "en") -> str:
    """The table as one seat sees it: seats, stock, pile, melds, and its own hand.

    Raises:
        NotationError: if there is no such language.

    >>> import biriba
    >>> view = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7).view(2)
    >>> print(render_view(view, colour=False).splitlines()[0])
    classic-5000 - seat 0 to play: draw or take the pile
    """
    painted = _decided(colour)
    state = phase_text(expect(view, View).phase, language)
    if not view.is_over:
        state = f"{message('word.to-play', language, seat=view.turn)}: {state}"
    suit = view.bonus_suit
    bonus = message("word.none", language)
    if suit is not None:
        name, code = _piece(Card.of_kind(suit.value))
        symbol = _paint(name[1:], code, painted) if code else name[1:]
        bonus = f"{suit_name(suit, language)} {symbol}"
    biribakia = ", ".join(str(size) for size in view.biribaki_sizes)
    counts = {
        "bonus-suit": bonus,
        "stock": str(view.stock_size),
        "biribakia": biribakia or message("word.none", language),
    }
    mine = message("word.hand", language)
    mine = f"{mine}, {message('word.seat', language, seat=view.seat)}"
    others = [index for index in range(len(view.sides)) if index != view.side]
    rows = [
        f"{_paint(_plain(rules_name(view.rules, language)), _BOLD, painted)} - {state}",
        *(f"{message(f'word.{key}', language)}: {v}" for key, v in counts.items()),
        *_seats(view, painted, language),
        *_heap(message("word.discard-pile", language),
               _pieces(view.discard_pile, None), painted, language),
    ]  # fmt: skip
    for index in (*others, view.side):
        rows += _side(view, index, painted, language)
    rows += _heap(mine, _pieces(view.hand, view.rules), painted, language)
    return "\n".join(rows)


def render_score(
    score: Score, *, colour: bool | None = None, language: str = "en"
) -> str:
    """A score sheet, a line for every meld, bonus and penalty of each side.

    Raises:
        NotationError: if there is no such language.
    """
    painted = _decided(colour)
    rows: list[str] = []
    for index, side in enumerate(expect(score, Score).sides):
        head = message("word.side", language, side=index)
        rows.append(_paint(head, _BOLD, painted))
        for line in side.lines:
            known = line.code in LABELS
            label = score_label(line.code, language) if known else line.label
            text = _plain(f"{label}: {line.detail}" if line.detail else label)
            points = f"{points_text(line.points):>7}"
            if line.points < 0:
                points = _paint(points, _RED, painted)
            rows.append(f"  {text:<58} {points}")
        total = f"  {message('word.total', language):<58} {points_text(side.total):>7}"
        rows.append(_paint(total, _BOLD, painted))
    return "\n".join(rows)
