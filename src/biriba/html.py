"""Pictures and score sheets as HTML, for notebooks and web pages.

Each function takes a value and gives one element as text, to stand in any page. A
picture of :mod:`biriba.svg` becomes an image that carries the whole drawing with it
and says in words what it shows, for those who do not see it; a score sheet is a real
table, to be selected, copied and read aloud. There are no scripts, classes or ids, and
tables bring no colours of their own, so that they are light or dark with their page.
All text is escaped.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from html import escape
from typing import Final

from biriba import svg, terminal
from biriba._checks import expect
from biriba._options import Rules
from biriba._words import printable
from biriba.cards import Card, CardsLike
from biriba.languages import language_code, message, score_label
from biriba.melds import Meld
from biriba.points import points_text
from biriba.scoring import LABELS, Score, SideScore
from biriba.table import View

_WORDS: Final = re.compile("<title>(.*?)</title><desc>(.*?)</desc>", re.DOTALL)


def _image(picture: str) -> str:
    """One of our own pictures as an image, its title and description as its text."""
    found = _WORDS.search(picture)
    assert found is not None
    # They are escaped already, for an attribute too.
    words = ": ".join(found.groups())
    data = base64.b64encode(picture.encode()).decode()
    return (
        f'<img alt="{words}" style="max-width:100%;height:auto" '
        f'src="data:image/svg+xml;base64,{data}">'
    )


def _text(text: str) -> str:
    """Text of others, which is shown as it is and never obeyed."""
    return escape(printable(text, "\ufffd"))


def render_card(card: Card | str, language: str = "en") -> str:
    """One card, as an image; see :func:`biriba.svg.render_card`.

    Raises:
        NotationError: if text is no card, or there is no such language.
    """
    return _image(svg.render_card(card, language))


def render_cards(
    cards: CardsLike, rules: Rules | None = None, language: str = "en"
) -> str:
    """Cards side by side, as an image; see :func:`biriba.svg.render_cards`.

    Raises:
        NotationError: if text in it is no card, or there is no such language.

    >>> render_cards("Qh Jk")[:52]
    '<img alt="cards: 2: queen of hearts, joker" style="m'
    """
    return _image(svg.render_cards(cards, rules, language))


def render_meld(meld: Meld, rules: Rules | None = None, language: str = "en") -> str:
    """A meld as it lies on the table, as an image; see :func:`biriba.svg.render_meld`.

    Raises:
        NotationError: if there is no such language.
    """
    return _image(svg.render_meld(meld, rules, language))


def render_view(view: View, language: str = "en") -> str:
    """The table as one seat sees it: an image, and the same as text to unfold.

    Raises:
        NotationError: if there is no such language.
    """
    text = terminal.render_view(view, colour=False, language=language)
    return (
        f'<div lang="{language_code(language)}">'
        f"{_image(svg.render_view(view, language))}"
        f"<details><summary>{escape(message('word.as-text', language))}</summary>"
        f"<pre>{escape(text)}</pre></details></div>"
    )


_LEFT: Final = ' style="text-align:left"'
_RIGHT: Final = ' style="text-align:right;white-space:nowrap"'


def render_score(score: Score, language: str = "en") -> str:
    """A score sheet as a table: what, for which cards, by which clause, points.

    Raises:
        NotationError: if there is no such language.

    >>> from biriba import DealResult, SideResult, rules, score
    >>> facts = DealResult((SideResult(hands=("Ah",)), SideResult(went_out=True)))
    >>> render_score(score(facts, rules.CLASSIC_5000)).count("<tbody>")
    2
    """
    heads = "".join(
        f'<th scope="col"{_RIGHT if key == "points" else _LEFT}>'
        f"{_text(message(f'word.{key}', language))}</th>"
        for key in ("for", "of-cards", "clause", "points")
    )
    bodies = "".join(
        f"<tbody>{''.join(_rows(side, index, language))}</tbody>"
        for index, side in enumerate(expect(score, Score).sides)
    )
    return (
        f'<table lang="{language_code(language)}">'
        f"<caption>{_text(message('word.score-sheet', language))}</caption>"
        f"<thead><tr>{heads}</tr></thead>{bodies}</table>"
    )


def _rows(side: SideScore, index: int, language: str) -> Iterator[str]:
    name = _text(message("word.side", language, side=index))
    yield f'<tr><th scope="rowgroup" colspan="4"{_LEFT}>{name}</th></tr>'
    for line in side.lines:
        known = line.code in LABELS
        label = score_label(line.code, language) if known else line.label
        words = (label, line.detail, line.clause)
        cells = "".join(f"<td{_LEFT}>{_text(word)}</td>" for word in words)
        yield f"<tr>{cells}<td{_RIGHT}>{points_text(line.points)}</td></tr>"
    total = _text(message("word.total", language))
    yield (
        f'<tr><th scope="row" colspan="3"{_LEFT}>{total}</th>'
        f"<td{_RIGHT}><strong>{points_text(side.total)}</strong></td></tr>"
    )
