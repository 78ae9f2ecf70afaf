"""The further systems: a scored hand of each, and the moves that set it apart.

The clauses F1 to F15 are read down the column of a system; X1 and X2 are the two
options that only these systems use.
"""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

import oracle
from biriba import (
    BiribakiStatus,
    Cards,
    DealResult,
    LayOff,
    Meld,
    Phase,
    Rules,
    SideResult,
    State,
    Suit,
    record,
    rules,
    score,
)
from biriba.cards import deck_kinds, text_of
from biriba.errors import IllegalMeld, InvalidRecord
from biriba.melds import results_of
from biriba.points import Points
from biriba.scoring import bonus_of, naturals_in_a_row
from build import code, reaches, situation
from recorded import played

USUAL, GREEK, ONLINE = rules.USUAL_3000, rules.GREEK_3030, rules.ONLINE_3000
BURRACO, BURACO = rules.BURRACO_2005, rules.BURACO_3000
FURTHER = (USUAL, GREEK, ONLINE, BURRACO, BURACO)
NONE, TAKEN, PLAYED = BiribakiStatus

CLEAN = "5c 6c 7c 8c 9c 10c Jc"
DIRTY = "5c 6c Jk 8c 9c 10c Jc"
A_TO_K = "A 2 3 4 5 6 7 8 9 10 J Q K"


def of_suit(ranks: str, suit: str) -> str:
    """Ranks as cards of one suit; jokers stay jokers."""
    return " ".join(r if r == "Jk" else r + suit for r in ranks.split())


def side(
    system: Rules,
    *melds: str,
    hands: str = "",
    unplayed: str = "",
    biribaki: BiribakiStatus = PLAYED,
    out: bool = False,
) -> SideResult:
    laid = tuple(Meld.parse(text, system) for text in melds)
    return SideResult(laid, (Cards.parse(hands),), Cards.parse(unplayed), biribaki, out)


def totals(system: Rules, suit: str | None, *sides: SideResult) -> tuple[Points, ...]:
    bonus_suit = None if suit is None else Suit.parse(suit)
    return score(DealResult(sides, bonus_suit), system).totals


# --- Scored by hand ----------------------------------------------------------------


def test_usual_3000_scored() -> None:
    """F12 to F14 of usual-3000: no suit counts double; −100 without a biribaki."""
    mine = side(USUAL, CLEAN, "Kh Kd Kc 2h", out=True)
    theirs = side(USUAL, "Ah 2h 3h", hands="Jk 7s", biribaki=NONE)
    assert totals(USUAL, None, mine, theirs) == (
        (3 * 5 + 4 * 10) + 200 + (3 * 10 + 10) + 100,
        (15 + 10 + 5) - (20 + 5) - 100,
    )


def test_greek_3030_scored() -> None:
    """F12 to F14 of greek-3030: clubs count double; unplayed cards do not count."""
    mine = side(GREEK, CLEAN, "9h 9h 9d 9d 9c 9s 9s", out=True)
    theirs = side(GREEK, "2d Qs Ks As", hands="Jk", unplayed="3h Kd", biribaki=TAKEN)
    assert totals(GREEK, "c", mine, theirs) == (
        55 + 400 + 70 + 300 + 100,
        (10 + 10 + 10 + 15) - 20 - 100,
    )


def test_online_3000_scored() -> None:
    """F12 to F14 of online-3000: sets are priced as runs; unplayed cards count."""
    mine = side(ONLINE, DIRTY, "Kh Kh Kd Kd Kc Kc 2s", hands="3d")
    theirs = side(ONLINE, hands="Ah 2h", biribaki=NONE)
    assert totals(ONLINE, "c", mine, theirs) == (
        (2 * 5 + 20 + 4 * 10) + 200 + (6 * 10 + 10) + 100 - 5,
        -(15 + 10) - 100,
    )
    late = side(ONLINE, unplayed="3h Qd", biribaki=TAKEN)
    assert totals(ONLINE, "c", mine, late)[1] == -15


def test_burraco_2005_scored() -> None:
    """F12 to F14 of burraco-2005: clean 200, semi-clean 150 (X2), dirty 100."""
    mine = side(
        BURRACO,
        "4h 5h 6h 7h 8h 9h 10h Jk",
        "Kh Kh Kd Kd Kc Kc Ks 2d",
        "5s 6s 7s 2h 9s 10s Js Qs",
        out=True,
    )
    theirs = side(BURRACO, of_suit(A_TO_K + " Jk", "s"), hands="Ah 2c", biribaki=NONE)
    assert totals(BURRACO, None, mine, theirs) == (
        (4 * 5 + 3 * 10 + 30) + 150
        + (7 * 10 + 20) + 150
        + (3 * 5 + 4 * 10 + 20) + 100
        + 100,
        (15 + 20 + 5 * 5 + 6 * 10 + 30) + 150 - (15 + 20) - 100,
    )  # fmt: skip


def test_buraco_3000_scored() -> None:
    """F12 to F14 of buraco-3000: thirteen clean cards 500, ace to ace 1000."""
    mine = side(BURACO, of_suit(A_TO_K + " A", "h"), "3c 4c 5c 6c 7c 8c 9c", out=True)
    theirs = side(
        BURACO,
        of_suit(A_TO_K, "s"),
        "2d 3d 4d 2s 6d 7d 8d 9d 10d Jd Qd Kd Ad",
        hands="2c",
    )
    assert totals(BURACO, None, mine, theirs) == (
        (2 * 15 + 10 + 5 * 5 + 6 * 10) + 1000 + (5 * 5 + 2 * 10) + 200 + 100,
        (15 + 10 + 25 + 60) + 500 + (2 * 10 + 4 * 5 + 60 + 15) + 100 - 10,
    )


# --- Moves that set them apart -----------------------------------------------------


def test_usual_3000_takes_a_biribaki_without_a_biriba() -> None:
    """F9: the first of a side with an empty hand takes it; classic asks for a biriba.

    F7: a card of the pile may be discarded at once.
    """
    state = situation("usual-3000", ["5h 6h 7h"], stock="Ks")
    after = state.play("meld 5h 6h 7h")
    assert len(after.hands[0]) == 11 and after.sides[0].biribaki is PLAYED
    classic = situation("classic-5000", ["5h 6h 7h"], stock="Ks")
    assert code(classic, "meld 5h 6h 7h") == "hand-emptied"

    for name, refused in (("usual-3000", ""), ("classic-5000", "rediscard")):
        state = situation(name, ["9h 3s 5d"], taken="9h", lone=True)
        assert code(state, "discard 9h") == refused


def test_greek_3030_lets_the_first_seat_name_the_suit() -> None:
    """F4: a turned joker goes to the first seat, who names the bonus suit.

    F2: six seats play as three pairs, with three packs and six jokers.
    """
    plain = deck_kinds(2, 4)
    joker = plain.pop()
    deck = [*plain[:66], joker, *plain[66:]]
    state = State.deal(GREEK, deck=text_of(deck))
    assert state.phase is Phase.NAME_SUIT and len(state.hands[0]) == 12
    assert state.play("name c").bonus_suit is Suit.CLUBS
    six = State.deal(GREEK, 6, seed=1)
    assert len(six.sides) == 3 and len(six.stock) == 162 - 66 - 33 - 1


def test_online_3000_bars_only_a_lone_card() -> None:
    """F7: a pile of one card is not taken and put back; from a larger one any card."""
    lone = situation("online-3000", ["9h 3s 5d"], taken="9h", lone=True)
    assert str(lone.why_not("discard 9h")).endswith("(F7)")
    more = situation("online-3000", ["9h 3s 5d"], taken="9h 3s")
    assert code(more, "discard 9h") == ""


def test_burraco_2005_goes_out_with_a_natural_card() -> None:
    """F10: with a biriba and the biribaki taken, by a discard that is not wild."""
    for card, refused in (("Jk", "last-discard-wild"), ("2c", "last-discard-wild"),
                          ("9h", "")):  # fmt: skip
        state = situation("burraco-2005", [card], melds=[[CLEAN]], biribaki=["played"])
        assert code(state, f"discard {card}") == refused
    why = situation("burraco-2005", ["Jk"], melds=[[CLEAN]], biribaki=["played"])
    assert str(why.why_not("discard Jk")).endswith("(F10)")


def test_burraco_2005_ends_with_two_cards_in_the_stock() -> None:
    """F11: the last two cards are not drawn; whoever draws the third ends the deal."""
    state = situation("burraco-2005", ["9h 3s"], stock="4d 5d 6d", phase="draw")
    after = state.play_all(["draw", "discard 9h"])
    assert after.is_over and after.table.out == -1 and len(after.stock) == 2


def test_buraco_3000_has_runs_only() -> None:
    """F6: no sets, unless with-sets says so; F1: no jokers."""
    state = situation("buraco-3000", ["9h 9d 9c 5s 4d"])
    assert str(state.why_not("meld 9h 9d 9c")) == "this system has no sets (F6)"
    both = situation("buraco-3000+with-sets", ["9h 9d 9c 5s 4d"])
    assert code(both, "meld 9h 9d 9c") == ""
    assert not any(card.is_joker for card in State.deal(BURACO, seed=1).stock)


def test_buraco_3000_takes_the_pile_for_its_top_card() -> None:
    """F7: laid off, or in a new meld with cards of the hand; nothing from under it."""

    def at(name: str) -> State:
        return situation(
            name, ["7h 9h 4s 5d"], melds=[["8c 9c 10c"]], pile="Jc 6h 8h", phase="draw"
        )  # fmt: skip

    state = at("buraco-3000")
    assert code(state, "take with meld 7h 8h 9h") == ""
    assert code(state, "take with meld 6h 7h 8h 9h") == "not-in-hand"
    assert code(state, "take with lay 0: 8c 9c 10c Jc") == "top-card-unused"
    assert str(state.why_not("take")).endswith("(F7)")
    assert code(at("buraco-3000+open-pile"), "take") == ""


def test_buraco_3000_goes_out_with_a_clean_biriba() -> None:
    """F10: a dirty one is not enough; the last card may be laid."""
    for melds, refused in (("5c 6c 2h 8c 9c 10c Jc", "last-card"), (CLEAN, "")):
        state = situation(
            "buraco-3000", ["Kh"], melds=[[melds, "10h Jh Qh"]], biribaki=["played"]
        )
        assert code(state, "discard Kh") == refused
    after = state.play("lay 1: 10h Jh Qh Kh")
    assert after.is_over and after.table.out == 0


def test_buraco_3000_draws_on_from_a_biribaki() -> None:
    """F11: with no stock left, an untaken biribaki becomes the stock."""
    state = situation("buraco-3000", ["9h 3s"], stock="4d", phase="draw")
    after = state.play_all(["draw", "discard 9h"])
    assert len(after.stock) == 11 and len(after.biribakia) == 1


# --- X1: two aces in a run of fourteen ---------------------------------------------


@pytest.mark.parametrize(
    ("ranks", "usual", "burraco", "buraco"),
    [
        (A_TO_K, "", "", ""),
        (A_TO_K + " A", "two-aces (G6)", "two-aces (X1)", ""),
        (A_TO_K + " Jk", "two-aces (G6)", "", ""),
        ("Jk" + A_TO_K[1:] + " A", "two-aces (G6)", "", ""),
        ("A 2 3 4 5 6 Jk 8 9 10 J Q K A", "two-aces (G6)", "two-aces (X1)", ""),
    ],
)
def test_a_run_of_fourteen_may_have_a_wild_end(
    ranks: str, usual: str, burraco: str, buraco: str
) -> None:
    """X1: where two natural aces are barred, a wild card makes the fourteenth."""
    text = of_suit(ranks, "h")
    for system, refused in ((USUAL, usual), (BURRACO, burraco), (BURACO, buraco)):
        if refused:
            with pytest.raises(IllegalMeld) as caught:
                Meld.parse(text, system)
            why = caught.value.reason
            assert f"{why.code} ({why.clause})" == refused
        else:
            assert str(Meld.parse(text, system)) == text


LONG = [
    "2 3 4 5 6 7 8 9 10 J Q K A",
    "A 2 3 4 5 6 7 8 9 10 J Q K",
    "Jk 2 3 4 5 6 7 8 9 10 J Q K",
    "A 2 3 4 5 Jk 7 8 9 10 J Q K",
    "A 2 3 4 5 6 7 8 9 10 J Q Jk",
    "3 4 5 6 7 8 9 10 J Q K",
    "Jk 4 5 6 7 8 9 10 J Q K A",
    "A 2 3 4 Jk 6 7 8 9 10 J",
]


@pytest.mark.parametrize("relocate", [True, False])
@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize("table", LONG)
def test_legalities_agree_on_runs_of_fourteen(
    table: str, both: bool, relocate: bool
) -> None:
    """X1: what is legal is what the naive oracle says, and listed moves reach it."""
    system = BURRACO.with_options(
        {"melds": {"both_aces": both}, "wild": {"relocate": relocate}}
    )
    naive = replace(oracle.BURRACO, two_natural_aces=both)
    laid = of_suit(table, "h")
    words = ["Ah", "Ah", "2h", "3h", "5h", "6h", "Kh", "Jk", "9c", "9d"]
    if "Ah" in laid:
        words.remove("Ah")
    state = situation(system, [" ".join(words)], melds=[[laid]])
    useful = [w for w in words if w[0] != "9"]
    heaps = {tuple(sorted(some)) for n in (1, 2, 3) for some in combinations(useful, n)}
    listed = set(state.legal_moves)
    found = 0
    for heap in sorted(heaps):
        packed = Cards.parse(" ".join(heap)).packed
        results = results_of(state.view().melds[0], packed, system)
        if relocate:
            wanted = oracle.layoff_results(laid.split(), heap, naive)
            assert {str(result) for result in results} == wanted
        for result in results:
            move = LayOff(0, result)
            assert state.why_not(move) is None
            if move not in listed:
                assert reaches(state, move, state.play(move)), str(move)
            found += 1
    assert found or not relocate


# --- X2: natural cards in a row ----------------------------------------------------


@pytest.mark.parametrize(
    ("text", "row", "points"),
    [
        ("4h 5h 6h 7h 8h 9h 10h", 7, 200),
        ("4h 5h 6h 7h 8h 9h Jk", 6, 100),
        ("4h 5h 6h 7h 8h 9h 10h Jk", 7, 150),
        ("Jk 4h 5h 6h 7h 8h 9h 10h", 7, 150),
        ("3h Jk 5h 6h 7h 8h 9h 10h Jh", 7, 150),
        ("3h 4h Jk 6h 7h 8h 9h 10h Jh", 6, 100),
        ("2h 3h 4h 5h 6h 7h 8h Jk", 7, 150),
        ("Ah 2d 3h 4h 5h 6h 7h 8h 9h", 7, 150),
        ("Kh Kh Kd Kd Kc Kc Ks Jk", 7, 150),
        ("Kh Kh Kd Kd Kc Kc Jk", 6, 100),
        ("4h 5h 6h 7h 8h 9h", 6, 0),
    ],
)
def test_semi_clean_biribas(text: str, row: int, points: int) -> None:
    """X2, F13: a wild card counts less where seven natural cards lie side by side."""
    meld = Meld.parse(text, BURRACO)
    assert naturals_in_a_row(meld) == row
    assert bonus_of(meld, BURRACO)[1] == points


def test_a_semi_clean_biriba_has_a_line_of_its_own() -> None:
    """F13: the score sheet names it."""
    one = side(BURRACO, "4h 5h 6h 7h 8h 9h 10h Jk")
    lines = score(DealResult((one, SideResult())), BURRACO).sides[0].lines
    assert [(x.code, x.label, x.clause) for x in lines[:2]] == [
        ("meld", "cards melded", "F12"),
        ("dirty-semi-clean-run", "semi-clean biriba", "F13"),
    ]


# --- As data -----------------------------------------------------------------------


@pytest.mark.parametrize("system", FURTHER, ids=lambda s: s.name)
def test_the_systems_are_data_with_a_source(system: Rules) -> None:
    """Each is found by its name, says where it is from, and counts to its target."""
    assert rules.named(system.name) == system and system.clauses == "F"
    assert len(system.source) > 20
    assert str(system.target.points) == system.name.rpartition("-")[2]


def test_a_record_written_before_the_options_loads() -> None:
    """Options of a later release have their defaults, in lists of bonuses as well."""
    house = rules.GREEK_351.with_options(
        {
            "prices": {
                "bonuses": [
                    {"code": "biriba-run", "kind": "run", "length": 7, "clean": 40,
                     "dirty": 10},
                ],
            },
        }
    )  # fmt: skip
    made = played(house, seed=5, most=30).record
    data: Any = record.to_json(made)
    told = data["rules"]
    for part in (told["differences"], told["options"]):
        for bonus in part["prices"]["bonuses"]:
            del bonus["in_a_row"]
    del told["options"]["melds"]["both_aces"]
    assert record.from_json(data) == made

    first = told["differences"]["prices"]["bonuses"]
    for wrong in ([{**first[0], "clean": 41}], [], [5], [None], None):
        told["differences"]["prices"]["bonuses"] = wrong
        with pytest.raises(InvalidRecord, match="the options do not say so"):
            record.from_json(data)


@pytest.mark.parametrize("system", FURTHER, ids=lambda s: s.name)
def test_records_of_the_systems_replay(system: Rules) -> None:
    """A deal is written and replayed to the same end."""
    rng = random.Random(system.name)
    for seating in system.seatings:
        game = played(system, seating.seats, seed=rng.randrange(99), most=5000)
        again = record.load(record.dump(game.record))
        assert record.replay(again) == game.state
