"""Pictures of cards, melds, tables and score sheets as standalone SVG.

Each function takes a value and gives one SVG document as text. A document refers to
nothing outside itself: suits are drawn as paths, text is in the reader's own sans-serif
font, and colours are classes with a second set for ``prefers-color-scheme: dark``.
There are no ids, so that many pictures fit on one page, and every card has a title,
for screen readers and as a tooltip. Nothing is told by colour alone.

A picture is put together from blocks, a size and the drawing inside it, which
:func:`_flow` places like words on a page. What a picture shows is what its value
holds: a view has one hand, so nothing else can be drawn.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import Final
from xml.sax.saxutils import escape

import attrs

from biriba._checks import expect
from biriba._options import Rules
from biriba._pictures import shown_as_biriba
from biriba.cards import Card, Cards, CardsLike, Suit, kinds_of, one_card
from biriba.languages import (
    card_name,
    language_code,
    meld_name,
    message,
    phase_text,
    rules_name,
    score_label,
    suit_name,
)
from biriba.melds import Meld, Run, can_be_wild, natural_kind
from biriba.points import points_text
from biriba.scoring import LABELS, Score, ScoreLine
from biriba.table import View

WIDTH: Final = 760
"""The width of a table, and the most that a row of cards is given, in SVG units."""

_MARGIN: Final = 14
_GAP: Final = 12
_CARD: Final = (54, 76)
_STEP: Final = 28

# Each suit in a box of 20 × 20.
_PATHS: Final = {
    Suit.HEARTS: "M10 18.5C4 13.5 1 10.5 1 6.6 1 3.8 3.1 1.8 5.6 1.8 7.4 1.8 9.1 2.8 "
    "10 4.6 10.9 2.8 12.6 1.8 14.4 1.8 16.9 1.8 19 3.8 19 6.6 19 10.5 16 13.5 10 18.5Z",
    Suit.DIAMONDS: "M10 .8 17.2 10 10 19.2 2.8 10Z",
    Suit.CLUBS: "M10 1.2A4.4 4.4 0 0 1 13.5 8.2 4.4 4.4 0 1 1 11 13.9Q11.3 17 13.4 "
    "18.8H6.6Q8.7 17 9 13.9A4.4 4.4 0 1 1 6.5 8.2 4.4 4.4 0 0 1 10 1.2Z",
    Suit.SPADES: "M10 1C13.6 5.4 18.6 7.8 18.6 11.9 18.6 16 13.4 17 11 14.2 11.3 16.6 "
    "12 17.9 13.4 18.8H6.6C8 17.9 8.7 16.6 9 14.2 6.6 17 1.4 16 1.4 11.9 1.4 7.8 6.4 "
    "5.4 10 1Z",
}
_STAR: Final = (
    "M10 .9 12.6 6.9 19.1 7.5 14.2 11.8 15.7 18.2 10 14.8 4.3 18.2 5.8 11.8 .9 7.5 "
    "7.4 6.9Z"
)

# Every colour twice, light and dark: (class, property, light, dark).
_COLOURS: Final = (
    ("felt", "fill", "#e6efe9", "#14211b"),
    ("felt", "stroke", "#c3d3c9", "#2c4237"),
    ("paper", "fill", "#ffffff", "#22282c"),
    ("paper", "stroke", "#8d9a93", "#6b7a73"),
    ("back", "fill", "#35648c", "#274a69"),
    ("back", "stroke", "#1f4264", "#7fa8cc"),
    ("lines", "stroke", "#7ba3c4", "#5580a3"),
    ("onback", "fill", "#ffffff", "#ffffff"),
    ("red", "fill", "#c21f30", "#ff7d7d"),
    ("black", "fill", "#16191b", "#f2f4f3"),
    ("joker", "fill", "#7a3fa0", "#d3a4f5"),
    ("text", "fill", "#1c2a23", "#e8efeb"),
    ("soft", "fill", "#4d5f55", "#a9bab0"),
    ("wild", "fill", "#ffd45e", "#8a6500"),
    ("onwild", "fill", "#2b2100", "#fff3cf"),
    ("rim", "stroke", "#b27d00", "#e5b33c"),
    ("clean", "fill", "#1f7a45", "#237a47"),
    ("clean-rim", "stroke", "#1f7a45", "#4fc37f"),
    ("dirty", "fill", "#6d5438", "#7d6547"),
    ("dirty-rim", "stroke", "#6d5438", "#c7a67c"),
    ("onbadge", "fill", "#ffffff", "#ffffff"),
    ("turn", "fill", "#ffffff", "#2b3f35"),
    ("turn", "stroke", "#1f7a45", "#4fc37f"),
    ("chip", "stroke", "#c3d3c9", "#2c4237"),
    ("rule", "stroke", "#b3c4ba", "#3a5246"),
)


def _style() -> str:
    light = "".join(f".b-{name}{{{prop}:{c}}}" for name, prop, c, _ in _COLOURS)
    dark = "".join(f".b-{name}{{{prop}:{c}}}" for name, prop, _, c in _COLOURS)
    return (
        "<style>.biriba{font-family:system-ui,'Segoe UI',Roboto,'Helvetica Neue',"
        "Arial,sans-serif}"
        f".b-none{{fill:none}}{light}@media (prefers-color-scheme:dark){{{dark}}}"
        "</style>"
    )


@attrs.frozen
class _Block:
    """A drawing and the room it takes."""

    width: float
    height: float
    body: str


_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _text(text: str) -> str:
    """Text as XML may hold it; what XML cannot hold at all becomes U+FFFD."""
    return escape(_NOT_XML.sub("\ufffd", text), {'"': "&quot;"})


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _at(x: float, y: float, body: str) -> str:
    if not x and not y:
        return body
    return f'<g transform="translate({_number(x)} {_number(y)})">{body}</g>'


def _word(
    x: float,
    y: float,
    text: str,
    *,
    size: float = 14,
    look: str = "text",
    bold: bool = False,
    anchor: str = "start",
) -> str:
    weight = ' font-weight="700"' if bold else ""
    where = "" if anchor == "start" else f' text-anchor="{anchor}"'
    return (
        f'<text class="b-{look}" x="{_number(x)}" y="{_number(y)}" '
        f'font-size="{_number(size)}"{weight}{where}>{_text(text)}</text>'
    )


def _length(text: str, size: float) -> float:
    """How wide text is at most in a usual sans-serif font."""
    return len(text) * size * 0.58


def _box(
    look: str, x: float, y: float, width: float, height: float, more: str = 'rx="5"'
) -> str:
    return (
        f'<rect class="{look}" x="{_number(x)}" y="{_number(y)}" '
        f'width="{_number(width)}" height="{_number(height)}" {more}/>'
    )


def _document(block: _Block, title: str, description: str, language: str) -> str:
    width = block.width + 2 * _MARGIN
    height = block.height + 2 * _MARGIN
    w, h = _number(width), _number(height)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="biriba" role="img" '
        f'lang="{language_code(language)}" width="{w}" height="{h}" '
        f'viewBox="0 0 {w} {h}">'
        f"<title>{_text(title)}</title><desc>{_text(description)}</desc>{_style()}"
        + _box("b-felt", 0.5, 0.5, width - 1, height - 1, 'rx="10"')
        + _at(_MARGIN, _MARGIN, block.body)
        + "</svg>"
    )


def _flow(blocks: Sequence[_Block], width: float, gap: float = _GAP) -> _Block:
    """Blocks side by side, in as many rows as the width asks for."""
    parts: list[str] = []
    x = y = row = widest = 0.0
    for block in blocks:
        if x and x + block.width > width:
            x, y, row = 0.0, y + row + gap, 0.0
        parts.append(_at(x, y, block.body))
        widest = max(widest, x + block.width)
        row = max(row, block.height)
        x += block.width + gap
    return _Block(widest, y + row, "".join(parts))


def _stack(blocks: Sequence[_Block], gap: float = _GAP) -> _Block:
    """Blocks one under another."""
    parts: list[str] = []
    y = 0.0
    for block in blocks:
        parts.append(_at(0, y, block.body))
        y += block.height + gap
    widest = max(block.width for block in blocks)
    return _Block(widest, y - gap, "".join(parts))


# --- Cards -------------------------------------------------------------------------


def _symbol(card: Card, x: float, y: float, size: float) -> str:
    """The suit of a card, or the joker's star."""
    path = _STAR if card.suit is None else _PATHS[card.suit]
    scale = f"{size / 20:.3g}"
    return (
        f'<path class="b-{_ink(card)}" '
        f'transform="translate({_number(x)} {_number(y)}) scale({scale})" d="{path}"/>'
    )


def _ink(card: Card) -> str:
    if card.suit is None:
        return "joker"
    return "red" if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else "black"


def _card(card: Card, language: str, wild: bool = False, stands_for: str = "") -> str:
    """One card at the origin; `stands_for` is the place that a wild card fills."""
    width, height = _CARD
    ink = _ink(card)
    title = card_name(card, language)
    if wild:
        title += f", {message('word.wild', language)}"
    if stands_for:
        title += f", {message('word.stands-for', language, card=stands_for)}"
    rim = ' stroke-width="2" stroke-dasharray="5 2.5"' if wild else ""
    rank = card.rank.letters
    parts = [
        f"<title>{_text(title)}</title>",
        _box("b-paper", 0.5, 0.5, width - 1, height - 1),
    ]
    if wild:
        parts.append(_box("b-none b-rim", 1, 1, width - 2, height - 2, f'rx="5"{rim}'))
    # The index stays inside the strip that is seen when cards overlap.
    narrow = ' textLength="20" lengthAdjust="spacingAndGlyphs"'
    squeeze = narrow if len(rank) > 1 else ""
    parts.append(
        f'<text class="b-{ink}" x="14" y="21" font-size="20" font-weight="700" '
        f'text-anchor="middle"{squeeze}>{rank}</text>'
    )
    parts.append(_symbol(card, 6, 26, 16))
    parts.append(_symbol(card, 30, 30 if wild else 48, 20))
    if wild:
        label = f"={_mark(stands_for)}" if stands_for else "★"
        parts.append(_box("b-wild", 2, height - 22, width - 4, 20, 'rx="3"'))
        parts.append(
            _word(15, height - 7, label, size=13 if len(label) < 3 else 11,
                  look="onwild", bold=True, anchor="middle")
        )  # fmt: skip
    return f"<g>{''.join(parts)}</g>"


def _mark(stands_for: str) -> str:
    """A place as it is written on a wild card: the rank, which is all that is new."""
    return stands_for[:-1] if stands_for[-1] in "hdcs" else stands_for


def _fan(
    cards: Sequence[str], width: float, step: float = _STEP, rows_apart: float = 8
) -> _Block:
    """Drawn cards overlapping from left to right, in rows no wider than `width`."""
    across, down = _CARD
    in_a_row = max(1, int((width - across) // step) + 1)
    parts = []
    for index, card in enumerate(cards):
        row, column = divmod(index, in_a_row)
        parts.append(_at(column * step, row * (down + rows_apart), card))
    rows = -(-len(cards) // in_a_row)
    columns = min(len(cards), in_a_row)
    return _Block(
        (columns - 1) * step + across, rows * (down + rows_apart) - rows_apart,
        "".join(parts),
    )  # fmt: skip


def _hand(cards: Sequence[Card], width: float, language: str, rules: Rules | None,
          step: float = _STEP) -> _Block:  # fmt: skip
    if not cards:
        return _note(message("word.empty", language))
    drawn = [
        _card(card, language, rules is not None and can_be_wild(card.kind, rules))
        for card in cards
    ]
    return _fan(drawn, width, step)


def _note(text: str) -> _Block:
    return _Block(_length(text, 14), 20, _word(0, 15, text, look="soft"))


def _back(label: str, count: int, language: str) -> _Block:
    """A heap lying face down, with its name and how many cards it has."""
    width, height = _CARD
    cards = message("word.cards", language, count=count)
    parts = [f"<title>{_text(f'{label}: {cards}')}</title>"]
    if count:
        parts += [
            _box("b-back", 3.5, 3.5, width - 1, height - 1),
            _box("b-back", 0.5, 0.5, width - 1, height - 1),
            _box("b-none b-lines", 4.5, 4.5, width - 9, height - 9, 'rx="3"'),
            _word(width / 2, height / 2 + 8, str(count), size=22, look="onback",
                  bold=True, anchor="middle"),
        ]  # fmt: skip
    else:
        parts += [
            _box("b-none b-rule", 0.5, 0.5, width - 1, height - 1,
                 'rx="5" stroke-dasharray="4 3"'),
            _word(width / 2, height / 2 + 6, "0", size=18, look="soft",
                  anchor="middle"),
        ]  # fmt: skip
    return _titled(label, _Block(width + 4, height + 4, f"<g>{''.join(parts)}</g>"))


def _titled(label: str, block: _Block, bold: bool = False) -> _Block:
    """A block under its name."""
    name = _word(0, 12, label, size=13, look="text" if bold else "soft", bold=bold)
    return _Block(
        max(block.width, _length(label, 13)), block.height + 19,
        name + _at(0, 19, block.body),
    )  # fmt: skip


def render_card(card: Card | str, language: str = "en") -> str:
    """One card.

    Raises:
        NotationError: if text is no card, or there is no such language.

    >>> "<title>queen of hearts</title>" in render_card("Qh")
    True
    """
    card = one_card(card)
    block = _Block(*_CARD, _card(card, language))
    return _document(block, card_name(card, language), str(card), language)


def render_cards(
    cards: CardsLike, rules: Rules | None = None, language: str = "en"
) -> str:
    """Cards side by side: a heap sorted, anything else in its own order.

    With `rules`, the cards that can be wild under them are marked.

    Raises:
        NotationError: if text in it is no card, or there is no such language.
    """
    expect(rules, Rules, type(None))
    kinds = [card.kind for card in cards] if isinstance(cards, Cards) else None
    shown = [Card.of_kind(k) for k in (kinds_of(cards) if kinds is None else kinds)]
    block = _hand(shown, WIDTH, language, rules)
    title = message("word.cards", language, count=len(shown))
    names = ", ".join(card_name(card, language) for card in shown)
    return _document(block, title, names or message("word.empty", language), language)


# --- Melds -------------------------------------------------------------------------


def _meld(meld: Meld, width: float, language: str, rules: Rules | None,
          number: int | None = None) -> _Block:  # fmt: skip
    wild = set(meld.wild_places)
    drawn = []
    for index, card in enumerate(meld.cards):
        place = ""
        if index in wild:
            place = meld.cards[0].rank.letters
            if isinstance(meld, Run):
                kind = natural_kind(meld.suit.value, meld.start + index)
                place = str(Card.of_kind(kind))
        drawn.append(_card(card, language, index in wild, place))
    fan = _fan(drawn, width - 12)
    biriba = shown_as_biriba(meld, rules)
    name = meld_name(meld, language, biriba=biriba)
    title = f"<title>{_text(f'{name}: {meld}')}</title>"
    tag = "" if number is None else f"{number}"
    look = "clean" if meld.is_clean else "dirty"
    # A biriba has a frame and a badge; any other meld only its number.
    if not biriba:
        label = f"{tag} · {name}" if tag else name
        words = _word(6, 17, label, size=12, look="soft")
        return _Block(
            max(fan.width, _length(label, 12)) + 12, fan.height + 30,
            f"<g>{title}{words}{_at(6, 24, fan.body)}</g>",
        )  # fmt: skip
    full = "full" if meld.is_full else "biriba"
    badge = message(f"meld.{look}-{full}", language)
    badge = f"{'◆' if meld.is_clean else '◇'} {badge}"
    if tag:
        badge = f"{tag} · {badge}"
    inner = max(fan.width + 12, _length(badge, 13) + 16)
    body = (
        _box(f"b-none b-{look}-rim", 1, 1, inner - 2, fan.height + 28,
             'rx="8" stroke-width="2"')
        + _box(f"b-{look}", 1, 1, inner - 2, 19, 'rx="7"')
        + _word(8, 15, badge, size=13, look="onbadge", bold=True)
        + _at(6, 24, fan.body)
    )  # fmt: skip
    return _Block(inner, fan.height + 30, f"<g>{title}{body}</g>")


def render_meld(meld: Meld, rules: Rules | None = None, language: str = "en") -> str:
    """A meld as it lies on the table, wild cards marked with what they stand for.

    A biriba has a frame and a badge. With `rules` it is what they call one (C8, P7,
    T7); without, every meld of seven or more.

    Raises:
        NotationError: if there is no such language.
    """
    name = meld_name(meld, language, biriba=shown_as_biriba(expect(meld, Meld), rules))
    block = _meld(meld, WIDTH, language, rules)
    return _document(block, name, str(meld), language)


# --- The table ---------------------------------------------------------------------


def _seat(view: View, seat: int, language: str) -> _Block:
    name = message("word.seat", language, seat=seat)
    if seat == view.seat:
        name += f" ({message('word.you', language)})"
    side = message("word.side", language, side=seat % len(view.sides))
    cards = message("word.cards", language, count=view.hand_sizes[seat])
    turn = seat == view.turn and not view.is_over
    first = f"▶ {name}" if turn else name
    second = f"{side} · {cards}"
    if seat == view.table.out:
        second += f" · {message('word.out', language)}"
    width = max(_length(first, 14), _length(second, 12)) + 16
    border = 'rx="6" stroke-width="2"' if turn else 'rx="6"'
    look = "b-turn" if turn else "b-none b-chip"
    body = (
        _box(look, 1, 1, width - 2, 42, border)
        + _word(8, 19, first, bold=turn)
        + _word(8, 35, second, size=12, look="soft")
    )
    return _Block(width, 44, f"<g>{body}</g>")


def _header(view: View, language: str) -> _Block:
    bonus = message("word.bonus-suit", language)
    suit = view.bonus_suit
    state = phase_text(view.phase, language)
    if not view.is_over:
        state = f"{message('word.to-play', language, seat=view.turn)}: {state}"
    named = message("word.none", language)
    if suit is not None:
        named = suit_name(suit, language)
    shown = f"{bonus}: {named}"
    name = rules_name(view.rules, language, longest=48)
    body = _word(0, 17, name, size=17, bold=True)
    body += _word(0, 38, state)
    body += _word(WIDTH, 17, shown, anchor="end")
    if suit is not None:
        body += _symbol(Card.of_kind(suit.value), WIDTH - 22, 23, 22)
    return _Block(WIDTH, 44, body)


def _side(view: View, index: int, language: str) -> _Block:
    side = view.sides[index]
    label = message("word.side", language, side=index)
    if index == view.side:
        label += f" ({message('word.you', language)})"
    label += f" · {message(f'biribaki.{side.biribaki.value}', language)}"
    if not side.melds:
        return _titled(label, _note(message("word.no-melds", language)), bold=True)
    melds = [
        _meld(meld, WIDTH, language, view.rules, number)
        for number, meld in enumerate(side.melds)
    ]
    return _titled(label, _flow(melds, WIDTH), bold=True)


def _rule() -> _Block:
    return _Block(WIDTH, 1, f'<path class="b-none b-rule" d="M0 .5H{WIDTH}"/>')


def render_view(view: View, language: str = "en") -> str:
    """The table as one seat sees it: seats, stock, pile, melds, and its own hand.

    Melds are numbered as moves name them; cards in the hand that can be wild under
    the rules are marked.

    Raises:
        NotationError: if there is no such language.

    >>> import biriba
    >>> view = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7).view(2)
    >>> "seat 2 (you)" in render_view(view)
    True
    """
    count = len(expect(view, View).hand_sizes)
    seats = [_seat(view, seat, language) for seat in range(count)]
    stock = _back(message("word.stock", language), view.stock_size, language)
    biribaki = message("word.biribaki", language)
    heaps = [stock, *(_back(biribaki, n, language) for n in view.biribaki_sizes)]
    used = sum(heap.width + 2 * _GAP for heap in heaps)
    pile = view.discard_pile
    label = message("word.discard-pile", language)
    if pile:
        label += f" ({message('word.cards', language, count=len(pile))})"
    shown = _titled(label, _hand(pile, WIDTH - used, language, None, step=26))
    hand = _hand(list(view.hand), WIDTH, language, view.rules)
    mine = (
        f"{message('word.hand', language)}, "
        f"{message('word.seat', language, seat=view.seat)} "
        f"({message('word.you', language)})"
    )
    others = [i for i in range(len(view.sides)) if i != view.side]
    blocks = [
        _header(view, language),
        _flow(seats, WIDTH),
        _flow([*heaps, shown], WIDTH, 2 * _GAP),
        _rule(),
        *(_side(view, index, language) for index in (*others, view.side)),
        _rule(),
        _titled(mine, hand, bold=True),
    ]
    block = _stack(blocks)
    seat = message("word.seat", language, seat=view.seat)
    title = f"{message('word.table', language)}: {seat}"
    description = "; ".join(
        (
            rules_name(view.rules, language),
            message("word.to-play", language, seat=view.turn),
            phase_text(view.phase, language),
            f"{message('word.hand', language)}: {view.hand}",
        )
    )
    return _document(attrs.evolve(block, width=WIDTH), title, description, language)


# --- The score sheet ---------------------------------------------------------------


def _line_label(line: ScoreLine, language: str) -> str:
    return score_label(line.code, language) if line.code in LABELS else line.label


def _sheet(score: Score, index: int, language: str, width: float) -> _Block:
    side = score.sides[index]
    name = message("word.side", language, side=index)
    parts = [_word(0, 16, name, size=16, bold=True)]
    y = 28.0
    for line in side.lines:
        parts.append(f'<path class="b-none b-rule" d="M0 {_number(y - 4.5)}H{width}"/>')
        parts.append(_word(0, y + 11, _line_label(line, language), size=13))
        parts.append(
            _word(width, y + 11, points_text(line.points), size=13, anchor="end")
        )
        y += 22
        for row in textwrap.wrap(line.detail, 52):
            parts.append(_word(8, y + 3, row, size=11, look="soft"))
            y += 14
    total = message("word.total", language)
    parts += [
        f'<path class="b-none b-rule" stroke-width="2" '
        f'd="M0 {_number(y - 4)}H{width}"/>',
        _word(0, y + 14, total, size=15, bold=True),
        _word(width, y + 14, points_text(side.total), size=15, bold=True, anchor="end"),
    ]
    return _Block(width, y + 18, "".join(parts))


def render_score(score: Score, language: str = "en") -> str:
    """A score sheet, side by side, a line for every meld, bonus and penalty.

    Raises:
        NotationError: if there is no such language.
    """
    count = len(expect(score, Score).sides)
    sheets = [_sheet(score, index, language, 350) for index in range(count)]
    block = _flow(sheets, WIDTH, 40)
    totals = ", ".join(
        f"{message('word.side', language, side=index)}: {points_text(total)}"
        for index, total in enumerate(score.totals)
    )
    return _document(block, message("word.score-sheet", language), totals, language)
