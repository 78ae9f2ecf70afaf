"""HTML for notebooks: safe to stand in any page, and readable without pictures."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser

import attrs
import pytest

import biriba
from biriba import (
    Card,
    Cards,
    Meld,
    NotationError,
    Score,
    SideResult,
    State,
    html,
    rules,
    svg,
    terminal,
)
from biriba.languages import TABLES
from biriba.scoring import BiribakiStatus, DealResult, ScoreLine, SideScore

CLASSIC = rules.CLASSIC_5000
RUN = Meld.parse("5c 6c 7c 8c 9c 10c Jk", CLASSIC)
VIEW = State.deal(CLASSIC, seed=7).view(2)


def sheet() -> Score:
    sides = (
        SideResult((RUN,), biribaki=BiribakiStatus.PLAYED, went_out=True),
        SideResult(hands=(Cards.parse("Ah 3d"),)),
    )
    return biriba.score(DealResult(sides), CLASSIC)


class Page(HTMLParser):
    """What is in a piece of HTML; elements must be closed in order."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.tags == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag != "img":
            self.tags.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.rows[-1].append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.tags.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)
        if "tr" in self.tags:
            self.rows[-1][-1] += data

    def has(self, tag: str) -> dict[str, str | None]:
        """The attributes of the only element of a kind."""
        (one,) = [attributes for name, attributes in self.found if name == tag]
        return one


PIECES = {
    "cards": html.render_cards("9h Jk 2c", CLASSIC),
    "no cards": html.render_cards(""),
    "meld": html.render_meld(RUN, CLASSIC),
    "view": html.render_view(VIEW),
    "score": html.render_score(sheet()),
}


@pytest.mark.parametrize("piece", PIECES.values(), ids=PIECES.keys())
def test_it_stands_in_any_page(piece: str) -> None:
    """One element, nothing that runs, nothing from elsewhere, no name of ours."""
    page = Page(piece)
    tags = {tag for tag, _ in page.found}
    pieces = {"img", "div", "details", "summary", "pre"}
    table = {"table", "caption", "thead", "tbody", "tr", "th", "td", "strong"}
    assert tags <= pieces | table
    for _, attributes in page.found:
        assert not {"id", "class"} & set(attributes)
        assert not any(name.startswith("on") for name in attributes)
        source = attributes.get("src")
        assert source is None or source.startswith("data:image/svg+xml;base64,")
        assert "color" not in (attributes.get("style") or "")


@pytest.mark.parametrize(
    ("piece", "picture", "words"),
    [
        (
            html.render_cards("9h Jk", CLASSIC, "de"),
            svg.render_cards("9h Jk", CLASSIC, "de"),
            "Karten: 2: Herz-Neun, Joker",
        ),
        (html.render_cards(""), svg.render_cards(""), "cards: 0: empty"),
        (html.render_meld(RUN), svg.render_meld(RUN), f"run, dirty biriba: {RUN}"),
        (
            html.render_view(VIEW),
            svg.render_view(VIEW),
            "Biriba table: seat 2: classic-5000; seat 0 to play; draw or take the "
            f"pile; hand: {VIEW.hand}",
        ),
    ],
)
def test_a_picture_is_an_image_with_words(piece: str, picture: str, words: str) -> None:
    image = Page(piece).has("img")
    assert image["alt"] == words
    _, _, data = (image["src"] or "").partition(",")
    assert base64.b64decode(data).decode() == picture


def test_a_view_unfolds_as_text() -> None:
    """It can be read aloud and copied, which the image cannot."""
    page = Page(html.render_view(VIEW, "el"))
    assert terminal.render_view(VIEW, colour=False, language="el") in page.texts
    assert "ως κείμενο" in page.texts
    assert page.has("div")["lang"] == "el"


def test_a_score_sheet_is_a_table() -> None:
    """C12, C13, C15: every line with its cards, its clause and its points."""
    page = Page(html.render_score(sheet()))
    assert "score sheet" in page.texts
    assert page.rows == [
        ["for", "cards", "clause", "points"],
        ["side 0"],
        ["cards melded", str(RUN), "C12", "65"],
        ["dirty biriba", str(RUN), "C15", "100"],
        ["going out", "", "C13", "100"],
        ["total", "265"],
        ["side 1"],
        ["cards left in hand", "Ah 3d", "C12", "−20"],
        ["no biribaki taken", "", "C13", "−100"],
        ["total", "−120"],
    ]
    scopes = [attributes.get("scope") for tag, attributes in page.found if tag == "th"]
    assert scopes == ["col"] * 4 + ["rowgroup", "row"] * 2


@pytest.mark.parametrize("language", sorted(set(TABLES) - {"en"}))
def test_languages_leave_no_english(language: str) -> None:
    english = Page(html.render_score(sheet()))
    other = Page(html.render_score(sheet(), language))
    for text in set(english.texts).intersection(other.texts):
        assert re.fullmatch(r"[CG]\d+|−?\d+|[\dAJQKhdcsk ]+", text)
    assert other.has("table")["lang"] == language


def test_errors_are_typed() -> None:
    with pytest.raises(NotationError):
        html.render_cards("9h hello")
    with pytest.raises(NotationError):
        html.render_score(sheet(), "xx")


def test_texts_are_escaped() -> None:
    """House rules are other people's text: no markup of theirs gets through."""
    name = "a<script>&\"'\x00\x1b\ud800</pre>"
    shown = "a<script>&\"'\ufffd\ufffd\ufffd</pre>"
    view = State.deal(attrs.evolve(CLASSIC, name=name), seed=7).view(0)
    piece = html.render_view(view)
    piece.encode()
    page = Page(piece)
    assert shown in (page.has("img")["alt"] or "")
    assert any(shown in text for text in page.texts)

    line = ScoreLine(name, name, name, 50, name)
    piece = html.render_score(Score((SideScore((line,)),)))
    piece.encode()
    assert Page(piece).rows[2] == [shown, shown, shown, "50"]


def test_notebooks_show_it() -> None:
    """IPython asks values for ``_repr_html_`` and prefers it to a picture."""
    heap, card = Cards.parse("9h Jk"), Card.parse("9h")
    assert card._repr_html_() == html.render_card(card) == html.render_card("9h")
    assert '<img alt="nine of hearts: 9h"' in card._repr_html_()
    assert heap._repr_html_() == html.render_cards(heap)
    assert RUN._repr_html_() == html.render_meld(RUN)
    assert VIEW._repr_html_() == html.render_view(VIEW)
    assert sheet()._repr_html_() == html.render_score(sheet())
