"""The pictures: well formed, standalone, escaped, and telling what the values say."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from fractions import Fraction

import attrs
import pytest

import biriba
from biriba import (
    Card,
    Cards,
    Meld,
    NotationError,
    Phase,
    Score,
    SideResult,
    State,
    Suit,
    rules,
    svg,
)
from biriba.languages import TABLES, card_name
from biriba.scoring import BiribakiStatus, DealResult, ScoreLine, SideScore

NS = "{http://www.w3.org/2000/svg}"
CLASSIC, CANASTA = rules.CLASSIC_5000, rules.CANASTA_2000
CLEAN = Meld.parse("5c 6c 7c 8c 9c 10c Jc", CLASSIC)
DIRTY = Meld.parse("5c 6c 7c 8c 9c 10c Jk", CLASSIC)
FULL = Meld.parse("Ah 2h 3h 4h 5h 6h 7h 8h 9h 10h Jh Qh Kh", CLASSIC)
SEVEN = Meld.parse("9h 9h 9d 9d 9c 9c 9s", CLASSIC)


def played(seed: int, turns: int) -> State:
    """A deal in which melds are laid whenever they can be."""
    state = State.deal(CLASSIC, seed=seed)
    for _ in range(turns):
        if state.is_over:
            break
        moves = list(state.legal_moves)
        laid = [m for m in moves if str(m).startswith(("meld", "lay"))]
        state = state.play(min(laid or moves, key=str))
    return state


def texts(picture: str) -> list[str]:
    return [e.text or "" for e in ET.fromstring(picture).iter(f"{NS}text")]


def titles(picture: str) -> list[str]:
    """The titles inside, without that of the whole."""
    return [e.text or "" for e in ET.fromstring(picture).iter(f"{NS}title")][1:]


def own(picture: str, what: str) -> str:
    """The title or description of the whole picture."""
    element = ET.fromstring(picture).find(f"{NS}{what}")
    assert element is not None
    return element.text or ""


def classes(picture: str) -> list[str]:
    return [
        name
        for element in ET.fromstring(picture).iter()
        for name in element.get("class", "").split()
    ]


def sheet() -> Score:
    sides = (
        SideResult((CLEAN,), biribaki=BiribakiStatus.PLAYED, went_out=True),
        SideResult(hands=(Cards.parse("Ah 3d"),)),
    )
    return biriba.score(DealResult(sides), CLASSIC)


def pictures() -> dict[str, str]:
    return {
        "card": svg.render_card("Qh"),
        "cards": svg.render_cards("9h Jk 2c", CLASSIC),
        "no cards": svg.render_cards(""),
        "meld": svg.render_meld(DIRTY),
        "start": svg.render_view(State.deal(CLASSIC, seed=7).view(2)),
        "view": svg.render_view(played(11, 150).view(0)),
        "over": svg.render_view(played(5, 4000).view(1)),
        "score": svg.render_score(sheet()),
        "greek": svg.render_view(played(11, 150).view(0), "el"),
        "german": svg.render_score(sheet(), "de"),
    }


PICTURES = [pytest.param(text, id=name) for name, text in pictures().items()]


@pytest.mark.parametrize("picture", PICTURES)
class TestEveryPicture:
    """What holds for all of them."""

    def test_is_an_svg_with_title_and_description(self, picture: str) -> None:
        root = ET.fromstring(picture)
        assert root.tag == f"{NS}svg"
        assert root.get("role") == "img"
        assert [child.tag for child in root][:2] == [f"{NS}title", f"{NS}desc"]
        assert own(picture, "title")
        assert own(picture, "desc")

    def test_refers_to_nothing_outside(self, picture: str) -> None:
        bare = picture.replace("http://www.w3.org/2000/svg", "")
        for foreign in ("http", "href", "url(", "@import", "@font-face", "<script"):
            assert foreign not in bare
        assert " id=" not in bare

    def test_uses_only_classes_that_have_colours_for_light_and_dark(
        self, picture: str
    ) -> None:
        style = next(ET.fromstring(picture).iter(f"{NS}style")).text or ""
        light, _, dark = style.partition("@media (prefers-color-scheme:dark)")
        for name in set(classes(picture)) - {"biriba", "b-none"}:
            assert f".{name}{{" in light
            assert f".{name}{{" in dark
        assert light.count("{") == light.count("}")
        assert dark.count("{") == dark.count("}")

    def test_everything_lies_inside(self, picture: str) -> None:
        """Rectangles stay within the picture's own size, whatever moved them."""
        root = ET.fromstring(picture)
        width, height = float(root.get("width", 0)), float(root.get("height", 0))
        assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"

        def walk(element: ET.Element, x: float, y: float) -> None:
            moved = element.get("transform", "")
            if moved.startswith("translate("):
                dx, dy = moved.partition(")")[0][10:].split()
                x, y = x + float(dx), y + float(dy)
            if element.tag == f"{NS}rect":
                left, top = (
                    x + float(element.get("x", 0)),
                    y + float(element.get("y", 0)),
                )
                assert left >= 0 <= top
                assert left + float(element.get("width", 0)) <= width
                assert top + float(element.get("height", 0)) <= height
            for child in element:
                walk(child, x, y)

        walk(root, 0, 0)


class TestCards:
    """Cards and hands."""

    @pytest.mark.parametrize("kind", range(53))
    def test_every_card(self, kind: int) -> None:
        card = Card.of_kind(kind)
        picture = svg.render_card(card)
        assert own(picture, "title") == card_name(card)
        assert own(picture, "desc") == str(card)
        assert texts(picture) == [card.rank.letters]
        red = card.suit in (Suit.HEARTS, Suit.DIAMONDS)
        ink = "joker" if card.is_joker else "red" if red else "black"
        assert classes(picture).count(f"b-{ink}") == 3

    def test_suits_have_different_shapes(self) -> None:
        """Suits are told apart without colour."""
        shapes = set()
        for card in ("9h", "9d", "9c", "9s", "Jk"):
            path = next(ET.fromstring(svg.render_card(card)).iter(f"{NS}path"))
            shapes.add(path.get("d"))
        assert len(shapes) == 5

    def test_a_heap_is_sorted_and_a_list_is_not(self) -> None:
        heap = svg.render_cards(Cards.parse("Jk 3c 9h"))
        assert titles(heap) == ["nine of hearts", "three of clubs", "joker"]
        assert titles(svg.render_cards(["Jk", "3c"])) == ["joker", "three of clubs"]

    def test_wild_cards_by_the_rules(self) -> None:
        """G7: Twos are wild; P13 no-wild-twos: only jokers are; none without rules."""
        assert "★" not in texts(svg.render_cards("2h Jk 9h"))
        assert texts(svg.render_cards("2h Jk 9h", CANASTA)).count("★") == 2
        tame = rules.named("canasta-2000+no-wild-twos")
        picture = svg.render_cards("2h Jk 9h", tame)
        assert titles(picture) == [
            "two of hearts",
            "joker, wild card",
            "nine of hearts",
        ]

    def test_no_cards(self) -> None:
        picture = svg.render_cards("")
        assert own(picture, "title") == "cards: 0"
        assert texts(picture) == ["empty"]

    def test_many_cards_take_rows(self) -> None:
        picture = svg.render_cards(biriba.deck(2, 4))
        assert len(titles(picture)) == 108
        root = ET.fromstring(picture)
        assert float(root.get("width", 0)) <= svg.WIDTH + 30
        assert float(root.get("height", 0)) > 300

    def test_errors_are_typed(self) -> None:
        with pytest.raises(NotationError):
            svg.render_card("11h")
        with pytest.raises(NotationError):
            svg.render_cards("9h hello")
        with pytest.raises(NotationError):
            svg.render_card("9h", "xx")


class TestMelds:
    """Melds: wild cards and biribas are marked."""

    def test_a_wild_card_in_a_run_says_what_it_stands_for(self) -> None:
        picture = svg.render_meld(Meld.parse("9h Jk Jh", CLASSIC))
        assert "=10" in texts(picture)
        assert "joker, wild card, stands for 10h" in titles(picture)
        assert classes(picture).count("b-wild") == 1
        assert "dirty run" in texts(picture)

    def test_a_wild_card_in_a_set_says_the_rank(self) -> None:
        picture = svg.render_meld(Meld.parse("8d 8s 2c", CLASSIC))
        assert "=8" in texts(picture)
        assert "two of clubs, wild card, stands for 8" in titles(picture)

    def test_a_natural_two_is_not_marked(self) -> None:
        """G7: a Two in position 2 of a run of its own suit is natural."""
        picture = svg.render_meld(Meld.parse("Ah 2h 2s", CLASSIC))
        assert "two of hearts" in titles(picture)
        assert "two of spades, wild card, stands for 3h" in titles(picture)

    @pytest.mark.parametrize(
        ("meld", "badge", "rim"),
        [
            (CLEAN, "◆ clean biriba", "b-clean-rim"),
            (DIRTY, "◇ dirty biriba", "b-dirty-rim"),
            (FULL, "◆ clean full biriba", "b-clean-rim"),
            (SEVEN, "◆ clean biriba", "b-clean-rim"),
        ],
    )
    def test_biribas(self, meld: Meld, badge: str, rim: str) -> None:
        """C8: seven or more; clean without a wild card, dirty with one; full of 13."""
        for asked in (None, CLASSIC):
            picture = svg.render_meld(meld, asked)
            assert badge in texts(picture)
            assert rim in classes(picture)

    def test_what_is_a_biriba_is_said_by_the_rules(self) -> None:
        """P7: a set of seven is none."""
        picture = svg.render_meld(SEVEN, CANASTA)
        assert "clean set" in texts(picture)
        assert "b-clean-rim" not in classes(picture)
        assert own(picture, "title") == "clean set"

    def test_languages(self) -> None:
        picture = svg.render_meld(DIRTY, language="el")
        assert "◇ βρόμικη μπιρίμπα" in texts(picture)
        assert ET.fromstring(picture).get("lang") == "el"
        assert "πέντε σπαθί" in titles(picture)


class TestView:
    """The table as one seat sees it."""

    def test_the_beginning_of_a_deal(self) -> None:
        view = State.deal(CLASSIC, seed=7).view(2)
        picture = svg.render_view(view)
        shown = texts(picture)
        assert "classic-5000" in shown
        assert "seat 0 to play: draw or take the pile" in shown
        assert "▶ seat 0" in shown
        assert "seat 2 (you)" in shown
        assert shown.count("no melds yet") == 2
        assert "41" in shown
        assert shown.count("11") == 2
        assert own(picture, "title") == "Biriba table: seat 2"
        assert str(view.hand) in own(picture, "desc")

    @pytest.mark.parametrize("seat", range(4))
    def test_no_card_is_shown_that_the_seat_may_not_see(self, seat: int) -> None:
        view = played(11, 120).view(seat)
        known = list(view.hand) + list(view.discard_pile)
        known += [c for side in view.sides for m in side.melds for c in m.cards]
        names = {card_name(Card.of_kind(kind)) for kind in range(53)}
        shown = [title.partition(",")[0] for title in titles(svg.render_view(view))]
        assert sorted(t for t in shown if t in names) == sorted(map(card_name, known))

    def test_melds_have_the_numbers_that_moves_name(self) -> None:
        view = played(11, 150).view(0)
        shown = texts(svg.render_view(view))
        assert len(view.melds) > 1
        for number, meld in enumerate(view.melds):
            clean = "clean" if meld.is_clean else "dirty"
            assert any(t.startswith(f"{number} · ") and clean in t for t in shown), meld

    def test_the_end_of_a_deal(self) -> None:
        picture = svg.render_view(played(5, 4000).view(0))
        assert "the deal is over" in texts(picture)
        assert not any("▶" in text for text in texts(picture))

    def test_empty_heaps_and_going_out(self) -> None:
        view = State.deal(CLASSIC, seed=7).view(2)
        table = attrs.evolve(
            view.table,
            pile=b"",
            out=2,
            stock_size=0,
            biribakia=(),
            hand_sizes=(11, 11, 0, 11),
            phase=Phase.OVER,
            bonus_suit=None,
        )
        picture = svg.render_view(attrs.evolve(view, table=table, packed=0))
        assert "side 0 · cards: 0 · out" in texts(picture)
        assert "bonus suit: none" in texts(picture)
        assert "stock: cards: 0" in titles(picture)
        assert texts(picture).count("empty") == 2

    def test_a_large_pile_takes_rows(self) -> None:
        view = State.deal(CLASSIC, seed=7).view(0)
        table = attrs.evolve(view.table, pile=bytes(range(52)))
        picture = svg.render_view(attrs.evolve(view, table=table))
        assert "discard pile (cards: 52)" in texts(picture)

    def test_texts_are_escaped(self) -> None:
        """House rules are other people's text: no markup of theirs gets through."""
        name = "a<script>&\"'\x00\x1b\ud800</text>"
        house = attrs.evolve(CLASSIC, name=name)
        picture = svg.render_view(State.deal(house, seed=7).view(0))
        assert "<script" not in picture
        assert "a<script>&\"'\ufffd\ufffd\ufffd</text>" in texts(picture)
        picture.encode("utf-8")

    def test_languages_leave_no_english(self) -> None:
        english = set(texts(svg.render_view(State.deal(CLASSIC, seed=7).view(2))))
        for code in set(TABLES) - {"en"}:
            view = State.deal(CLASSIC, seed=7).view(2)
            shown = texts(svg.render_view(view, code))
            for text in english.intersection(shown):
                assert re.fullmatch(r"classic-5000|Jk|★|[AJQK]|\d+", text)
        with pytest.raises(NotationError):
            svg.render_view(State.deal(CLASSIC, seed=7).view(2), "gr")


class TestScore:
    """Score sheets."""

    def test_lines_points_and_totals(self) -> None:
        shown = texts(svg.render_score(sheet()))
        assert shown[:3] == ["side 0", "cards melded", "55"]
        assert "5c 6c 7c 8c 9c 10c Jc" in shown
        assert "−20" in shown
        assert [t for t, text in enumerate(shown) if text == "total"]
        assert own(svg.render_score(sheet()), "desc") == "side 0: 355, side 1: −120"

    def test_halves(self) -> None:
        line = ScoreLine("hand", "cards left in hand", "T10", Fraction(-69, 2))
        assert "−34½" in texts(svg.render_score(Score((SideScore((line,)),))))

    def test_long_details_are_wrapped_and_complete(self) -> None:
        cards = str(Cards.of(biriba.deck(1, 2)))
        line = ScoreLine("hand", "cards left in hand", "C12", -500, cards)
        shown = texts(svg.render_score(Score((SideScore((line,)),))))
        assert cards in " ".join(shown)
        assert max(map(len, shown)) <= 52

    def test_a_house_bonus_keeps_its_own_label(self) -> None:
        line = ScoreLine("clean-kings", "<four> & kings", "G14", 50)
        picture = svg.render_score(Score((SideScore((line,)),)), "de")
        assert "<four> & kings" in texts(picture)
        assert "Summe" in texts(picture)


def test_notebooks_show_pictures() -> None:
    """IPython asks values for ``_repr_svg_``."""
    heap = Cards.parse("9h Jk")
    for card in heap:
        assert card._repr_svg_() == svg.render_card(card)
    view = State.deal(CLASSIC, seed=7).view(2)
    assert heap._repr_svg_() == svg.render_cards(heap)
    assert DIRTY._repr_svg_() == svg.render_meld(DIRTY)
    assert SEVEN._repr_svg_() == svg.render_meld(SEVEN)
    assert view._repr_svg_() == svg.render_view(view)
    assert sheet()._repr_svg_() == svg.render_score(sheet())
