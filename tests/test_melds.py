"""Melds, arrangements and lay-offs: the corners that examples at random seldom meet."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from biriba import (
    AmbiguousMove,
    Card,
    IllegalMeld,
    InvalidState,
    Meld,
    NotationError,
    Rank,
    Run,
    Set,
    Suit,
    rules,
)
from biriba._meld import legal_mix
from biriba.cards import kinds_of
from biriba.melds import (
    arrange,
    lay_off_results,
    meld_problem,
    readings,
    spelled,
    why_no_lay_off,
)
from biriba.rules import MeldKind

CLASSIC = rules.CLASSIC_5000


def wrong(thing: object) -> Any:
    """What no type checker would let pass."""
    return thing


def test_a_meld_is_a_run_or_a_set() -> None:
    """G5, G6: there is no third kind."""
    with pytest.raises(InvalidState) as caught:
        Meld(b"\x0c\x10\x14")
    assert str(caught.value) == "a meld is a Run or a Set; Meld.parse makes either"


def test_a_notebook_shows_the_meld() -> None:
    """The picture is that of the meld itself."""
    meld = Meld.parse("4h 5h Jk 7h", CLASSIC)
    picture = meld._repr_svg_()
    assert (
        picture.startswith("<svg")
        and picture != Meld.parse("4d 5d 6d", CLASSIC)._repr_svg_()
    )


CARDS = (
    "a meld has 1 to 128 cards, at most 7 twins, of kinds 0 to 52; Meld.parse reads it"
)
PLACE = "a run has a Suit, and starts in places 1 to 14; Meld.parse reads it"
RANK = "a set has the kinds of its cards, and a Rank; Meld.parse reads it"
HEARTS = bytes(range(0, 52, 4))


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: Run(b"", Suit.HEARTS, 4), CARDS),
        (lambda: Run(bytes([53]), Suit.HEARTS, 4), CARDS),
        (lambda: Run(HEARTS * 7 + bytes([0]), Suit.HEARTS, 4), CARDS),
        (lambda: Run(bytes(range(43)) * 3, Suit.HEARTS, 4), CARDS),
        (lambda: Run(wrong("4h5h"), Suit.HEARTS, 4), CARDS),
        (lambda: Run(wrong([0]), Suit.HEARTS, 4), CARDS),
        (lambda: Run(HEARTS, wrong("h"), 4), PLACE),
        (lambda: Run(HEARTS, wrong(0), 4), PLACE),
        (lambda: Run(HEARTS, Suit.HEARTS, -1), PLACE),
        (lambda: Run(HEARTS, Suit.HEARTS, 15), PLACE),
        (lambda: Run(HEARTS, Suit.HEARTS, True), PLACE),
        (lambda: Run(HEARTS, Suit.HEARTS, wrong(1.0)), PLACE),
        (lambda: Set(b"", Rank.ACE), CARDS),
        (lambda: Set(bytes(8), Rank.ACE), CARDS),
        (lambda: Set(bytes(range(43)) * 3, Rank.ACE), CARDS),
        (lambda: Set(bytes(3), wrong(1)), RANK),
        (lambda: Set(wrong("AhAd"), Rank.ACE), RANK),
    ],
)
def test_what_cannot_be_made(make: Callable[[], Meld], problem: str) -> None:
    """G5, G6: a meld is made of cards, a run also of a suit and a place."""
    with pytest.raises(InvalidState) as caught:
        make()
    assert list(caught.value.problems) == [problem]


def test_what_can_be_made_though_it_is_no_meld() -> None:
    """A meld is a fact; whether it is legal is asked of `meld_problem`."""
    for start, text in ((0, "Kh Ah 2h"), (14, "Ah 2h 3h"), (13, "Kh Ah 2h")):
        run = Run(bytes(kinds_of(text)), Suit.HEARTS, start)
        assert (run.start, run.end, str(run)) == (start, start + 2, text)
        assert run.is_clean and [str(card) for card in run.cards] == text.split()
        problem = meld_problem(run, CLASSIC)
        assert problem is not None and problem.code == "corner"
    many = bytes(range(32)) * 4
    assert len(Run(many, Suit.HEARTS, 1)) == len(Set(many, Rank.ACE)) == 128
    assert Run(HEARTS * 7, Suit.HEARTS, 1).heap.count("Ah") == 7


def test_a_full_run_has_thirteen_cards() -> None:
    """C8: a full biriba runs through thirteen cards; a set is never one."""
    assert Run(HEARTS, Suit.HEARTS, 1).is_full
    assert not Run(HEARTS[:12], Suit.HEARTS, 1).is_full
    assert not Set(HEARTS, Rank.ACE).is_full


def test_a_set_is_sorted_natural_cards_first() -> None:
    """G5: the order of a set means nothing, so it is always the same."""
    laid = Set(bytes(kinds_of("Jk 5s 2h 5h 3c")), Rank.FIVE)
    assert str(laid) == "5h 5s 2h 3c Jk"
    assert (laid.wild_places, laid.wild_count) == ((2, 3, 4), 3)
    assert not laid.is_clean and laid.kind is MeldKind.SET
    assert repr(laid) == "Set('5h 5s 2h 3c Jk')"
    assert laid == Set(bytes(kinds_of("3c Jk 2h 5s 5h")), Rank.FIVE)


# --- Reading melds -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("RUN 4h, 5h, Jk=6h", "Run('4h 5h Jk')"),
        ("Set 5h,5d,Jk", "Set('5h 5d Jk')"),
        ("run Jk=4h,5h,6h", "Run('Jk 5h 6h')"),
        ("4h,5h,Jk=6h", "Run('4h 5h Jk')"),
        ("4h=4h 5h=5h 6h", "Run('4h 5h 6h')"),
        ("run 4h 5h 6h".ljust(4096), "Run('4h 5h 6h')"),
        ("run 4h 5h" + "10h".rjust(4096 - 9).replace("10h", " 6h"), "Run('4h 5h 6h')"),
        (["4h", "5h", "6h"], "Run('4h 5h 6h')"),
    ],
)
def test_what_is_read_as_a_meld(text: str | list[str], meld: str) -> None:
    """A word may come first, and a wild card may say what it stands for."""
    assert repr(Meld.parse(text, CLASSIC)) == meld


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("4h 5h Jk=6x 7h", 9),
        ("4h, 5h  Jk=6h=7h", 11),
        ("4h 5h Jk= 7h", 9),
        ("4h 5h =6h", 6),
        ("run=4h 5h 6h", 0),
        ("set set 5h 5d 5c", 4),
        ("run 4h 5z 6h", 7),
        ("run 4h Jk=5h 6z", 13),
        ("run 4h 5h 6h".ljust(4097), 4096),
    ],
)
def test_what_is_not_read_at_all(text: str, position: int) -> None:
    """A typed error gives the whole text and says where in it the fault lies."""
    with pytest.raises(NotationError) as caught:
        Meld.parse(text, CLASSIC)
    assert (caught.value.text, caught.value.position) == (text, position)
    if position == 4096:
        assert caught.value.problem == (
            "the text is too long; a meld with annotations has at most 4096 characters"
        )


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("  4h   9d Kc ", "  4h   9d Kc "),
        ("run  4h 5h,Jk=7h", "run  4h 5h,Jk=7h"),
        (["4h", "9d", "Kc"], "4h 9d Kc"),
    ],
)
def test_a_refused_meld_is_told_as_given(cards: str | list[str], said: str) -> None:
    """The error carries the cards as they were given."""
    with pytest.raises(IllegalMeld) as caught:
        Meld.parse(cards, CLASSIC)
    assert caught.value.cards == said


@pytest.mark.parametrize(
    ("text", "spelt"),
    [
        ("4h 5h Jk 7h", "run 4h 5h Jk=6h 7h"),
        ("Jk Qs Ks As", "run Jk=Js Qs Ks As"),
        ("2d 2s 3s", "run 2d=As 2s 3s"),
        ("5h 5d 2c", "set 5h 5d 2c"),
    ],
)
def test_a_meld_spelled_out_says_what_wild_cards_stand_for(
    text: str, spelt: str
) -> None:
    """G7: a wild card of a run stands for one card; of a set, for any of its rank."""
    meld = Meld.parse(text, CLASSIC)
    assert spelled(meld) == spelt
    assert Meld.parse(spelt, CLASSIC) == meld


def test_a_text_of_several_melds_is_told() -> None:
    """House rules may let one text be read in two ways; every one is listed."""
    of = CLASSIC.with_options({"wild": {"min_naturals": 1, "limit": None}})
    with pytest.raises(AmbiguousMove) as caught:
        Meld.parse("4h Jk Jk", of)
    assert caught.value.text == "4h Jk Jk"
    assert caught.value.options == ("run 4h Jk=5h Jk=6h", "set 4h Jk Jk")


# --- Arranging -----------------------------------------------------------------------


@pytest.mark.parametrize("suit", "hdcs")
def test_a_natural_two_among_wild_cards(suit: str) -> None:
    """G7: a Two in place 2 of its suit is natural, whatever may be wild."""
    of = CLASSIC.with_options({"wild": {"min_naturals": 1, "limit": None}})
    found = [spelled(meld) for meld in arrange(f"2{suit} Jk Jk", of)]
    assert found == [
        f"run Jk=A{suit} 2{suit} Jk=3{suit}",
        f"run 2{suit} Jk=3{suit} Jk=4{suit}",
        f"set 2{suit} Jk Jk",
    ]


def test_fourteen_cards_that_can_all_be_wild() -> None:
    """G7: without any limits on wild cards, they may make the longest run."""
    of = CLASSIC.with_options(
        {"wild": {"min_naturals": 1, "limit": None}, "melds": {"longest_run": 14}}
    )
    cards = ["Jk", "2h", *["Jk"] * 6, *["2d"] * 6]
    found = readings([Card.parse(card).kind for card in cards], of)
    assert [meld.kind for meld in found] == [MeldKind.RUN, MeldKind.SET]


def test_a_set_of_twos_is_found() -> None:
    """C7: where Twos form sets, they do without any other card."""
    assert [str(meld) for meld in arrange("2c 2d 2h", CLASSIC)] == ["2h 2d 2c"]
    assert [str(meld) for meld in arrange("2c Jk 2h", CLASSIC)] == ["2h 2c Jk"]
    assert arrange("2c 2d 2h", rules.CANASTA_2000) == ()


# --- Laying off ----------------------------------------------------------------------

FIXED = CLASSIC.with_options({"wild": {"relocate": False, "limit": 2}})


@pytest.mark.parametrize(
    ("table", "more", "results"),
    [
        ("Jk 5c 6c", "8c", []),
        ("Jk 5c 6c", "7c", ["Jk 5c 6c 7c"]),
        ("Jk 5c 6c", "4c", []),
        ("Jk 5c 6c", "3c", ["3c Jk 5c 6c"]),
        ("5c 6c Jk", "3c", []),
        ("5c 6c Jk", "4c", ["4c 5c 6c Jk"]),
        ("5c 6c Jk", "7c", []),
        ("5c 6c Jk", "8c", ["5c 6c Jk 8c"]),
        ("5c Jk 7c", "6c", []),
        ("5c Jk 7c", "2h", ["2h 5c Jk 7c", "5c Jk 7c 2h"]),
        ("5c Jk 7c", "Jk", ["Jk 5c Jk 7c", "5c Jk 7c Jk"]),
        ("Ac 2h 3c", "2c", ["Ac 2h 3c 2c"]),
        ("Ac Jk 3c", "2c", ["Ac Jk 3c 2c"]),
    ],
)
def test_where_wild_cards_stay(table: str, more: str, results: list[str]) -> None:
    """G10: under house rules that fix wild cards, every card keeps its place."""
    laid = Meld.parse(table, FIXED)
    assert [str(m) for m in lay_off_results(laid, more, FIXED)] == results


NO_TWOS = rules.named("canasta-2000+no-wild-twos")


@pytest.mark.parametrize(
    ("table", "more", "results"),
    [
        # The wild card is left over, and goes to either end.
        ("4h 5h Jk", "3h", ["Jk 3h 4h 5h", "3h 4h 5h Jk"]),
        ("Jk 4h 5h", "6h", ["Jk 4h 5h 6h", "4h 5h 6h Jk"]),
        ("4h 5h Jk", "6h", ["Jk 4h 5h 6h", "4h 5h 6h Jk"]),
        ("4h Jk 6h", "5h", ["Jk 4h 5h 6h", "4h 5h 6h Jk"]),
        ("Jk Qh Kh", "Jh", ["Jk Jh Qh Kh", "Jh Qh Kh Jk"]),
        # It fills the gap that the card leaves.
        ("4h 5h Jk", "7h", ["4h 5h Jk 7h"]),
        ("4h 5h Jk", "2h", ["2h Jk 4h 5h"]),
        ("Jk 4h 5h", "7h", ["4h 5h Jk 7h"]),
        ("4h Jk 6h", "7h", ["4h Jk 6h 7h"]),
        ("4h Jk 6h", "3h", ["3h 4h Jk 6h"]),
        # There would be two gaps.
        ("4h Jk 6h", "8h", []),
        ("4h Jk 6h", "2h", []),
        ("4h 5h Jk", "8h", []),
        # No card twice.
        ("4h Jk 6h", "4h", []),
        ("4h Jk 6h", "6h", []),
        ("4h 5h Jk", "4h", []),
        ("Jk 4h 5h", "5h", []),
        # The ace is low, or high, and there is nothing beyond it.
        ("Jk 3h 4h", "Ah", ["Ah Jk 3h 4h"]),
        ("Jh Qh Jk", "Ah", ["Jh Qh Jk Ah"]),
        ("Jh Jk Kh", "Ah", ["Jh Jk Kh Ah"]),
        ("Qh Kh Jk", "Ah", ["Jk Qh Kh Ah"]),
        ("2h 3h Jk", "Ah", ["Ah 2h 3h Jk"]),
        ("6h 7h Jk", "Ah", []),
        # A Two is no ace, though it comes after one.
        ("Jh Jk Kh", "2h", []),
        ("Jk 3h 4h", "2h", ["Jk 2h 3h 4h", "2h 3h 4h Jk"]),
    ],
)
def test_where_one_wild_card_slides(table: str, more: str, results: list[str]) -> None:
    """G10: the wild card "may take any other place in the same run that leaves the
    whole a legal run".
    """
    laid = Meld.parse(table, NO_TWOS)
    assert [str(m) for m in lay_off_results(laid, more, NO_TWOS)] == results


@pytest.mark.parametrize(
    ("table", "more", "results"),
    [
        ("Jh Qh Kh", "Ah", ["Jh Qh Kh Ah"]),
        ("Jh Qh Kh", "Jk", ["Jk Jh Qh Kh", "Jh Qh Kh Jk"]),
        ("Jh Qh Kh Ah", "Jk", ["Jk Jh Qh Kh Ah"]),
        ("2h 3h 4h", "Ah", ["Ah 2h 3h 4h"]),
        ("Ah 2h 3h", "Jk", ["Ah 2h 3h Jk"]),
        ("Ah 2h 3h", "Kh", []),
        ("4h 5h 6h", "2h", ["2h 4h 5h 6h", "4h 5h 6h 2h"]),
        ("3h 4h 5h", "2h", ["2h 3h 4h 5h", "3h 4h 5h 2h"]),
        ("4h 5h 6h", "3d", []),
        ("4h Jk 6h", "5d", []),
        ("4h 5h Jk", "3d", []),
        # A second wild card comes to one that may slide, but into no place it held.
        (
            "4h 5h 6h 7h Jk",
            "2c",
            [
                "2c Jk 4h 5h 6h 7h",
                "Jk 2c 4h 5h 6h 7h",
                "2c 4h 5h 6h 7h Jk",
                "4h 5h 6h 7h Jk 2c",
            ],
        ),
    ],
)
def test_where_one_card_goes(table: str, more: str, results: list[str]) -> None:
    """G9: "natural cards never move"; G11: no wild card takes the place of another."""
    of = rules.CANASTA_2000
    laid = Meld.parse(table, of)
    assert [str(m) for m in lay_off_results(laid, more, of)] == results


def test_a_run_of_fourteen_where_a_house_allows_it() -> None:
    """G6: "never both in one run", but for house rules with runs of fourteen."""
    of = CLASSIC.with_options({"melds": {"longest_run": 14}})
    thirteen = Meld.parse("As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", of)
    (fourteen,) = lay_off_results(thirteen, "As", of)
    assert str(fourteen) == f"{thirteen} As"
    assert lay_off_results(fourteen, "Jk", of) == ()
    assert lay_off_results(fourteen, "As", of) == ()
    assert arrange(fourteen.heap, of) == (fourteen,)
    no_king = Meld.parse("As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Jk", of)
    (closed,) = lay_off_results(no_king, "As", of)
    assert str(closed) == f"{no_king} As"


def test_a_wild_card_for_each_natural_card() -> None:
    """P6: the ratio may be one to one under house rules."""
    of = rules.CANASTA_2000.with_options({"wild": {"naturals_per_wild": 1}})
    found = [str(meld) for meld in arrange("4h 5h Jk Jk", of)]
    assert found == ["Jk Jk 4h 5h", "Jk 4h 5h Jk", "4h 5h Jk Jk"]
    assert arrange("4h 5h Jk Jk 2c", of) == ()


def test_a_natural_card_of_a_set_is_known_beside_wild_ones() -> None:
    """G5: the rank of a set is that of its natural card, if there is only one."""
    of = CLASSIC.with_options({"wild": {"min_naturals": 1, "limit": 2}})
    table = Meld.parse("set 5h Jk 2c", of)
    assert [str(m) for m in lay_off_results(table, "5d", of)] == ["5h 5d 2c Jk"]
    problem = why_no_lay_off(table, "5d Jk", of)
    assert problem is not None and problem.code == "too-many-wild"


@pytest.mark.parametrize(
    ("text", "wrong", "place"),
    [
        ("4h 5h Jk=6hh", "6hh", 9),
        ("4h 5h Jk=x 7h", "x", 9),
        ("run 4h 6z Jk=5h", "6z", 7),
    ],
)
def test_a_wrong_card_of_an_annotated_meld_is_told_as_alone(
    text: str, wrong: str, place: int
) -> None:
    """The problem is that of the card; its place is that in the whole text."""
    with pytest.raises(NotationError) as alone:
        Card.parse(wrong)
    with pytest.raises(NotationError) as caught:
        Meld.parse(text, rules.CLASSIC_5000)
    assert caught.value.problem == alone.value.problem
    assert caught.value.position == place + alone.value.position


def test_a_meaning_without_a_card() -> None:
    """``=6h`` says for what, but not which card stands for it."""
    with pytest.raises(NotationError) as caught:
        Meld.parse("4h 5h =6h", rules.CLASSIC_5000)
    assert caught.value.problem == "expected a card before '='"
    assert caught.value.position == 6


@pytest.mark.parametrize("naturals", range(6))
@pytest.mark.parametrize("wilds", range(6))
def test_how_many_wild_cards_go_with_so_many_natural_ones(
    naturals: int, wilds: int
) -> None:
    """At least two natural cards (G8), at most one wild (C7), two for each (P6)."""
    assert legal_mix(naturals, wilds, rules.CLASSIC_5000) == (
        naturals >= 2 and wilds <= 1
    )
    assert legal_mix(naturals, wilds, rules.CANASTA_2000) == (
        naturals >= 2 and 2 * wilds <= naturals
    )
    both = rules.CLASSIC_5000.with_options(
        {"wild": {"limit": 2, "naturals_per_wild": 3}}
    )
    assert legal_mix(naturals, wilds, both) == (
        naturals >= 2 and wilds <= 2 and 3 * wilds <= naturals
    )
