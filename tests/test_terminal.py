"""The table as text: what is shown, what is coloured, and when."""

from __future__ import annotations

import io
import re

import attrs
import pytest

import biriba
from biriba import (
    Cards,
    Meld,
    NotationError,
    Score,
    SideResult,
    State,
    rules,
    terminal,
)
from biriba.scoring import BiribakiStatus, DealResult, ScoreLine, SideScore

CODE = re.compile("\x1b\\[[0-9;]*m")
CLASSIC, CANASTA = rules.CLASSIC_5000, rules.CANASTA_2000


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")


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


class TestColour:
    """Colour only where the terminal allows it."""

    def test_a_terminal_is_coloured(self) -> None:
        assert terminal.use_colour(Terminal())

    def test_a_pipe_is_not(self) -> None:
        assert not terminal.use_colour(io.StringIO())

    def test_no_color_is_respected(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("NO_COLOR", "1")
        assert not terminal.use_colour(Terminal())

    def test_an_empty_no_color_says_nothing(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("NO_COLOR", "")
        assert terminal.use_colour(Terminal())

    def test_a_dumb_terminal_is_not(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("TERM", "dumb")
        assert not terminal.use_colour(Terminal())

    def test_standard_output_is_asked_by_default(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("sys.stdout", Terminal())
        assert CODE.search(terminal.render_card("10h"))
        monkeypatch.setattr("sys.stdout", io.StringIO())
        assert terminal.render_card("10h") == "10♥"

    @pytest.mark.parametrize("language", ["en", "el", "de"])
    def test_colour_changes_no_character(self, language: str) -> None:
        """Nothing is told by colour alone."""
        state = played(11, 150)
        painted = terminal.render_view(state.view(0), colour=True, language=language)
        plain = terminal.render_view(state.view(0), colour=False, language=language)
        assert CODE.search(painted)
        assert not CODE.search(plain)
        assert CODE.sub("", painted) == plain


class TestCards:
    """Cards and melds in a line."""

    def test_every_suit(self) -> None:
        shown = terminal.render_cards("Ah 10d Jc Qs Jk", colour=False)
        assert shown == "A♥ 10♦ J♣ Q♠ Jk"

    def test_red_suits_are_red(self) -> None:
        shown = terminal.render_cards("9h 9d 9c 9s", colour=True)
        assert shown == "\x1b[31m9♥\x1b[0m \x1b[31m9♦\x1b[0m 9♣ 9♠"

    def test_a_heap_is_sorted_and_a_list_is_not(self) -> None:
        heap = Cards.parse("Jk 3c 9h")
        assert terminal.render_cards(heap, colour=False) == "9♥ 3♣ Jk"
        assert terminal.render_cards(["Jk", "3c"], colour=False) == "Jk 3♣"

    def test_no_cards(self) -> None:
        assert terminal.render_cards("", colour=False) == ""

    def test_wild_cards_by_the_rules(self) -> None:
        """G7: Twos are wild; P13 no-wild-twos: only jokers are."""
        shown = terminal.render_cards("2h Jk", CANASTA, colour=False)
        assert shown == "[2♥] [Jk]"
        tame = rules.named("canasta-2000+no-wild-twos")
        assert terminal.render_cards("2h Jk", tame, colour=False) == "2♥ [Jk]"

    def test_a_natural_two_is_not_marked(self) -> None:
        """G7: a Two in position 2 of a run of its own suit is natural."""
        meld = Meld.parse("Ah 2h 2s", CLASSIC)
        shown = terminal.render_meld(meld, colour=False)
        assert shown == "A♥ 2♥ [2♠=3♥] (dirty run)"

    def test_a_wild_card_in_a_set(self) -> None:
        meld = Meld.parse("10h Jk 10s", CLASSIC)
        shown = terminal.render_meld(meld, colour=False)
        assert shown == "10♥ 10♠ [Jk=10] (dirty set)"

    def test_what_is_a_biriba_is_said_by_the_rules(self) -> None:
        """P7: a set of seven is no biriba; C8: it is one."""
        seven = Meld.parse("9h 9h 9d 9d 9c 9c 9s", CLASSIC)
        for asked in (None, CLASSIC):
            shown = terminal.render_meld(seven, asked, colour=False)
            assert shown.endswith("(set, clean biriba)")
        shown = terminal.render_meld(seven, CANASTA, colour=False)
        assert shown.endswith("(clean set)")

    def test_clean_and_dirty_biribas_are_painted_apart(self) -> None:
        clean = Meld.parse("5c 6c 7c 8c 9c 10c Jc", CLASSIC)
        dirty = Meld.parse("5c 6c 7c 8c 9c 10c Jk", CLASSIC)
        assert "\x1b[1;32m" in terminal.render_meld(clean, colour=True)
        assert "\x1b[1;33m" in terminal.render_meld(dirty, colour=True)

    def test_long_lines_are_wrapped(self) -> None:
        shown = terminal.render_cards(biriba.deck(2, 4), colour=False)
        lines = shown.splitlines()
        assert len(lines) > 1
        assert max(map(len, lines)) <= terminal.WIDTH
        assert len(shown.split()) == 108
        painted = terminal.render_cards(biriba.deck(2, 4), colour=True)
        assert CODE.sub("", painted) == shown

    def test_wrapping_uses_the_whole_line(self) -> None:
        """26 cards of two characters fill 77 of 78 columns; one more starts a line."""
        fits = terminal.render_cards(["9h"] * 26, colour=False)
        assert len(fits) == 77
        assert terminal.render_cards(["9h"] * 27, colour=False) == fits + "\n9♥"

    def test_errors_are_typed(self) -> None:
        with pytest.raises(NotationError):
            terminal.render_card("11h")
        with pytest.raises(NotationError):
            terminal.render_view(State.deal(CLASSIC, seed=1).view(0), language="xx")


class TestView:
    """The table as one seat sees it."""

    def test_the_beginning_of_a_deal(self) -> None:
        view = State.deal(CLASSIC, seed=7).view(2)
        shown = terminal.render_view(view, colour=False)
        lines = shown.splitlines()
        assert lines[0] == "classic-5000 - seat 0 to play: draw or take the pile"
        assert lines[2] == "stock: 41"
        assert lines[3] == "biribakia: 11, 11"
        assert "> seat 0, side 0, cards: 11" in lines
        assert "  seat 2, side 0, cards: 11 (you)" in lines
        assert shown.count("no melds yet") == 2
        hand = terminal.render_cards(view.hand, CLASSIC, colour=False)
        assert lines[-1] == f"  {hand}"

    @pytest.mark.parametrize("seat", range(4))
    def test_no_card_is_shown_that_the_seat_may_not_see(self, seat: int) -> None:
        """The picture of a view depends on nothing hidden."""
        state = played(11, 120)
        view = state.view(seat)
        known = list(view.hand) + list(view.discard_pile)
        known += [c for side in view.sides for m in side.melds for c in m.cards]
        shown = terminal.render_view(view, colour=False)
        faces = re.findall(r"(?<![=\w])(?:10|[2-9AJQK])[♥♦♣♠]|Jk", shown)
        assert sorted(faces) == sorted(
            terminal.render_card(card, colour=False) for card in known
        )

    def test_melds_have_the_numbers_that_moves_name(self) -> None:
        state = played(11, 150)
        view = state.view(0)
        shown = terminal.render_view(view, colour=False)
        assert view.melds
        for number, meld in enumerate(view.melds):
            line = terminal.render_meld(meld, CLASSIC, colour=False)
            assert f"  {number}: {line}" in shown

    def test_the_end_of_a_deal(self) -> None:
        state = played(5, 4000)
        assert state.is_over
        shown = terminal.render_view(state.view(0), colour=False)
        assert shown.splitlines()[0] == "classic-5000 - the deal is over"
        assert ">" not in shown

    def test_going_out_an_empty_hand_and_no_biribakia(self) -> None:
        view = State.deal(CLASSIC, seed=7).view(2)
        table = attrs.evolve(
            view.table,
            pile=b"",
            out=2,
            biribakia=(),
            phase=biriba.Phase.OVER,
            bonus_suit=None,
            sides=tuple(
                attrs.evolve(side, biribaki=BiribakiStatus.PLAYED, taker=2)
                for side in view.sides
            ),
        )
        shown = terminal.render_view(
            attrs.evolve(view, table=table, packed=0), colour=False
        )
        assert "(you) - out" in shown
        assert "bonus suit: none" in shown
        assert "biribakia: none" in shown
        assert "discard pile (cards: 0): empty" in shown
        assert "hand, seat 2 (cards: 0): empty" in shown
        assert shown.count("biribaki taken") == 2

    def test_a_name_cannot_command_the_terminal(self) -> None:
        """House rules are other people's text."""
        house = attrs.evolve(CLASSIC, name="mine\x1b[2J\n")
        view = State.deal(house, seed=7).view(0)
        shown = terminal.render_view(view, colour=False)
        assert "\x1b" not in shown
        assert shown.startswith("mine\ufffd[2J\ufffd - ")


class TestScore:
    """Score sheets."""

    def sheet(self) -> Score:
        run = Meld.parse("5c 6c 7c 8c 9c 10c Jc", CLASSIC)
        sides = (
            SideResult((run,), biribaki=BiribakiStatus.PLAYED, went_out=True),
            SideResult(hands=(Cards.parse("Ah 3d"),)),
        )
        return biriba.score(DealResult(sides), CLASSIC)

    def test_plain_english_is_the_sheet_itself(self) -> None:
        score = self.sheet()
        shown = terminal.render_score(score, colour=False)
        assert shown == str(score).replace("Side", "side")

    def test_losses_are_red_and_totals_bold(self) -> None:
        shown = terminal.render_score(self.sheet(), colour=True)
        assert "\x1b[31m   −100\x1b[0m" in shown
        assert CODE.sub("", shown) == terminal.render_score(self.sheet(), colour=False)

    def test_other_languages(self) -> None:
        shown = terminal.render_score(self.sheet(), colour=False, language="el")
        assert "καθαρή μπιρίμπα: 5c 6c 7c" in shown
        assert "σύνολο" in shown

    def test_a_house_bonus_keeps_its_own_label(self) -> None:
        line = ScoreLine("clean-kings", "four\x1bkings", "G14", 50)
        shown = terminal.render_score(Score((SideScore((line,)),)), language="de")
        assert "four\ufffdkings" in shown
