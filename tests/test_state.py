"""Dealing, and what moves make of a deal: the clauses of the state machine."""

from __future__ import annotations

import random

import attrs
import pytest

from biriba import (
    BiribakiStatus,
    Cards,
    Discard,
    DrawStock,
    IllegalMove,
    InvalidRules,
    InvalidState,
    NameSuit,
    NotationError,
    Phase,
    Rules,
    State,
    Suit,
    deck,
    rules,
    score,
)
from biriba.cards import text_of, unpack
from biriba.state import deck_of, deck_problems, next_dealer
from build import DIRTY_BIRIBA, RUN_BIRIBA, SET_BIRIBA, check, code, situation

C, P, T = rules.CLASSIC_5000, rules.CANASTA_2000, rules.GREEK_351
JOKER_FIRST = rules.named("classic-5000+joker-to-first-seat")
NO_SUIT = rules.named("classic-5000+joker-no-bonus")


def turned(system: Rules, *cards: str, seats: int | None = None) -> State:
    """A deal in which the given cards are those turned, one after the other."""
    kinds = [*map(str, deck_texts(system, seats))]
    seating = system.seating(seats)
    deal = system.deal
    at = seating.seats * deal.hand + seating.biribakia * deal.biribaki
    for card in cards:
        kinds.remove(card)
    return State.deal(system, seats, deck=[*kinds[:at], *cards, *kinds[at:]])


def deck_texts(system: Rules, seats: int | None = None) -> list[str]:
    """The deck in deck order, as texts."""
    return text_of(deck_of(system, seats)).split()


# --- Dealing -------------------------------------------------------------------------


def test_the_deck_is_dealt_from_the_top() -> None:
    """Hands, one card at a time, starting with the first seat to play; then the
    biribakia, one after the other; then the turned card; the rest is the stock (G3)."""
    cards = deck(2, 4)
    state = State.deal(C, deck=cards, dealer=1)
    assert state.seat == 2 and state.phase is Phase.DRAW
    for offset, seat in enumerate((2, 3, 0, 1)):
        assert state.hands[seat] == Cards.of(cards[offset:44:4])
    assert state.biribakia == (Cards.of(cards[44:55]), Cards.of(cards[55:66]))
    assert state.discard_pile == cards[66:67]
    assert state.stock == cards[67:]
    assert state.bonus_suit is cards[66].suit
    check(state)


@pytest.mark.parametrize(
    ("system", "seats", "stock"),
    [
        (C, 4, 41),
        (P, 4, 41),
        (T, 4, 39),
        (C, 2, 63),
        (P, 6, 62),
        (rules.named("canasta-2000+six-seats"), 6, 62),
        (rules.named("greek-351+four-jokers"), 4, 41),
        (C, 5, 162 - 5 * 11 - 5 * 11 - 1),
        (T, 3, 106 - 33 - 33 - 1),
    ],
)
def test_the_size_of_the_stock(system: Rules, seats: int, stock: int) -> None:
    """Stock after deal and turned card (C3, G17, T1)."""
    state = State.deal(system, seats, seed=1)
    assert state.table.stock_size == len(state.stock) == stock
    assert len(state.biribakia) == system.seating(seats).biribakia
    check(state)


@pytest.mark.parametrize("dealer", range(4))
def test_play_starts_with_the_seat_after_the_dealer(dealer: int) -> None:
    """Play starts with the seat after the dealer (G2)."""
    state = State.deal(C, seed=1, dealer=dealer)
    assert state.seat == (dealer + 1) % 4
    assert State.deal(C, seed=1).seat == 0


def test_the_deal_passes_on_or_back() -> None:
    """C2: to the next seat in order of play; P2: to the previous one."""
    assert [next_dealer(d, 4, C) for d in range(4)] == [1, 2, 3, 0]
    assert [next_dealer(d, 4, P) for d in range(4)] == [3, 0, 1, 2]


@pytest.mark.parametrize("seats", [0, 1, 7, True, "4", 4.0])
def test_a_system_refuses_seats_it_has_not_got(seats: int) -> None:
    """The numbers of seats of C2, P2 and T2 and no others."""
    with pytest.raises(InvalidRules, match="it has 2, 3, 4, 5, 6"):
        State.deal(C, seats, seed=1)


@pytest.mark.parametrize("dealer", [-1, 4, True, "0"])
def test_a_dealer_is_a_seat(dealer: int) -> None:
    """Seats are numbered from 0 (G2)."""
    with pytest.raises(InvalidState, match="no seat"):
        State.deal(C, seed=1, dealer=dealer)


def test_exactly_one_source_of_the_order_of_the_deck() -> None:
    """Randomness only at the shuffle, from what the caller gives."""
    with pytest.raises(InvalidState, match="exactly one"):
        State.deal(C)
    with pytest.raises(InvalidState, match="exactly one"):
        State.deal(C, seed=1, rng=random.Random(1))
    with pytest.raises(InvalidState, match=r"random\.Random"):
        State.deal(C, rng=7)  # type: ignore[arg-type]
    with pytest.raises(InvalidState, match="a seed is a whole number from 0, not '7'"):
        State.deal(C, seed="7")  # type: ignore[arg-type]
    with pytest.raises(InvalidState, match="not -1"):
        State.deal(C, seed=-1)
    with pytest.raises(InvalidRules, match="expected Rules, got str"):
        State.deal("classic-5000", seed=1)  # type: ignore[arg-type]
    assert State.deal(C, seed=5) == State.deal(C, rng=random.Random(5))


def test_a_deck_with_a_twin_too_many_is_refused() -> None:
    """The deck's order is data (G3), and it must be the system's deck (C1)."""
    texts = deck_texts(C)
    texts[0] = "Kd"
    with pytest.raises(InvalidState) as caught:
        State.deal(C, deck=texts)
    assert caught.value.problems == (
        "the deck has too many of Kd (3, the deck has 2)",
        "the deck lacks Ah (1 of 2)",
    )
    with pytest.raises(InvalidState, match="lacks"):
        State.deal(C, deck=texts[1:])
    with pytest.raises(NotationError):
        State.deal(C, deck=["1x"])
    assert deck_problems([1, 2], [2, 1], "it") == []


def test_a_seed_gives_the_same_deal_for_ever() -> None:
    """A known answer: the shuffle is our own and versioned."""
    state = State.deal(C, seed=7)
    assert [str(hand) for hand in state.hands] == SEED_7_HANDS
    assert str(state.discard_pile[0]) == SEED_7_TURNED
    assert " ".join(map(str, state.stock[:5])) == SEED_7_STOCK


SEED_7_HANDS = [
    "6h 6h 7h 8h Kh Ad 4d 4d 9c 2s 5s",
    "3h Qh 2d 7c 4s 6s 6s 7s Js Ks Jk",
    "2h 3h Jh 5d Qd Ac 5c 5s 8s 8s Qs",
    "7h 9h Jh 3d 2c 3c 4c 7c Qc 9s Jk",
]
SEED_7_TURNED = "10c"
SEED_7_STOCK = "5h Qc 4s 2c Kd"


# --- The turned card -----------------------------------------------------------------


def test_the_turned_card_gives_the_bonus_suit() -> None:
    """C4, T3; a turned Two gives its suit (R); P4: there is no bonus suit."""
    assert turned(C, "2s").bonus_suit is Suit.SPADES
    assert turned(T, "9d").bonus_suit is Suit.DIAMONDS
    assert turned(P, "9d").bonus_suit is None


@pytest.mark.parametrize("system", [C, T])
def test_a_turned_joker_goes_to_the_bottom(system: Rules) -> None:
    """If it is a joker and the system needs its suit, it goes to the bottom of the
    stock and the next is turned (G16)."""
    state = turned(system, "Jk", "Jk", "9s")
    assert str(state.discard_pile[0]) == "9s"
    assert text_of(state.stock_kinds[-2:]) == "Jk Jk"
    assert state.view(0).known_bottom == state.stock[-2:]
    assert state.bonus_suit is Suit.SPADES
    check(state)


def test_a_turned_joker_may_mean_no_bonus_suit() -> None:
    """Option: no bonus suit in this deal (G16)."""
    state = turned(NO_SUIT, "Jk")
    assert str(state.discard_pile[0]) == "Jk"
    assert state.bonus_suit is None and state.phase is Phase.DRAW
    assert turned(NO_SUIT, "9s").bonus_suit is Suit.SPADES
    check(state)


def test_the_first_seat_may_take_a_turned_joker() -> None:
    """Option: the first seat takes the joker into hand and names the suit (G16)."""
    state = turned(JOKER_FIRST, "Jk")
    assert state.phase is Phase.NAME_SUIT and state.seat == 0
    assert state.discard_pile == () and state.bonus_suit is None
    assert state.table.hand_sizes == (12, 11, 11, 11)
    assert state.view(3).known[0] == Cards.of("Jk")
    assert [str(m) for m in state.legal_moves] == [
        "name h",
        "name d",
        "name c",
        "name s",
    ]
    check(state)
    assert code(state, "draw") == "name-suit-first"
    named = state.play("name c")
    assert named.bonus_suit is Suit.CLUBS and named.phase is Phase.DRAW
    assert named.seat == 0
    assert code(named, NameSuit(Suit.CLUBS)) == "no-suit-to-name"
    check(named)
    assert turned(JOKER_FIRST, "9s").phase is Phase.DRAW


@pytest.mark.parametrize("card", ["3d", "3h", "2c", "Jk"])
def test_wild_cards_and_red_threes_go_under_the_stock(card: str) -> None:
    """A wild card or a red Three goes back, and another is turned (P4)."""
    state = turned(P, card, "3c")
    assert str(state.discard_pile[0]) == "3c"
    assert str(state.stock[-1]) == card
    check(state)


def test_twos_that_are_not_wild_may_be_turned() -> None:
    """No wild Twos: Twos are ordinary cards (P13)."""
    state = turned(rules.named("canasta-2000+no-wild-twos"), "2c")
    assert str(state.discard_pile[0]) == "2c"


def test_a_stock_of_jokers_is_turned_only_once() -> None:
    """Where every card that could be turned goes under, the first is turned again."""
    system = rules.TINY.with_options(
        {"seatings": [{"seats": 2, "sides": 2, "packs": 2, "jokers": 2}]}
    ).with_options({"deal": {"hand": 7, "ranks": 5}})
    plain = [k for k in deck_texts(system) if k != "Jk"]
    state = State.deal(system, deck=[*plain, "Jk", "Jk"])
    assert str(state.discard_pile[0]) == "Jk" and state.bonus_suit is None
    check(state)


# --- A turn --------------------------------------------------------------------------


def test_a_turn_draws_lays_and_discards() -> None:
    """Draw one card, then melds and lay-offs, then one discard ends the turn (G4)."""
    state = situation("classic-5000", ["4h 5h 6h Kc 9d"], phase="draw", stock="7h 8h")
    drawn = state.play("draw")
    assert drawn.phase is Phase.PLAY and drawn.hands[0].count("7h") == 1
    laid = drawn.play("meld 4h 5h 6h").play("lay 0 + 7h")
    assert [str(m) for m in laid.view().melds] == ["4h 5h 6h 7h"]
    assert laid.table.opened == (True, False, False, False)
    after = laid.play("discard Kc")
    assert after.seat == 1 and after.phase is Phase.DRAW
    assert str(after.discard_pile[-1]) == "Kc" and str(after.hands[0]) == "9d"
    assert [(seat, str(move)) for seat, move in after.history] == [
        (0, "draw"),
        (0, "meld 4h 5h 6h"),
        (0, "lay 0: 4h 5h 6h 7h"),
        (0, "discard Kc"),
    ]
    assert state.hands[0] == Cards.of("4h 5h 6h Kc 9d"), "the old state is as it was"


def test_taking_the_pile_is_known_to_all() -> None:
    """The pile is open (G4); what was taken and not played since is public."""
    state = situation("classic-5000", ["4h 9c"], phase="draw", pile="5h Kd 6h")
    took = state.play("take")
    assert took.view(2).known[0] == Cards.of("5h 6h Kd")
    assert took.view().taken == Cards.of("5h 6h Kd") and took.discard_pile == ()
    laid = took.play("meld 4h 5h 6h")
    assert laid.view(2).known[0] == Cards.of("Kd")
    after = laid.play("discard 9c")
    assert after.view(2).known[0] == Cards.of("Kd") and not after.view().taken


def test_the_last_cards_of_the_stock_may_be_known() -> None:
    """Who draws a card that went under the stock face up is known to hold it."""
    state = situation("greek-351", ["4h 9c"], phase="draw", stock="5h Jk", bottom="Jk")
    first = state.play("draw")
    assert not first.view(1).known[0] and first.table.bottom == b"\x34"
    second = first.play("discard 9c").play("draw")
    assert second.view(0).known[1] == Cards.of("Jk") and second.table.bottom == b""


# --- The biribaki --------------------------------------------------------------------


def test_biribaki_by_meld_comes_at_once() -> None:
    """By a meld or lay-off: the eleven cards come to hand at once and the turn goes
    on, to end with a discard (C9)."""
    state = situation("classic-5000", ["4h 5h 6h"], melds=[[RUN_BIRIBA]])
    upper, lower = state.biribakia
    after = state.play("meld 4h 5h 6h")
    assert after.seat == 0 and after.phase is Phase.PLAY
    assert after.hands[0] == upper and after.biribakia == (lower,)
    side = after.sides[0]
    assert (side.biribaki, side.taker) == (BiribakiStatus.PLAYED, 0)
    assert after.view().biribaki_sizes == (11,)
    check(after)


def test_biribaki_by_lay_off_that_makes_the_biriba() -> None:
    """A biriba made this moment counts (C9)."""
    state = situation("classic-5000", ["4s 5s"], melds=[["6s 7s 8s 9s 10s Js"]])
    one = state.play("lay 0 + 5s")
    assert len(one.play("lay 0 + 4s").hands[0]) == 11
    ended = one.play("discard 4s")
    assert ended.sides[0].biribaki is BiribakiStatus.TAKEN
    assert len(ended.hands[0]) == 11 and ended.seat == 1


def test_biribaki_by_discard_is_for_the_next_turn() -> None:
    """By the discard: to be played from the seat's next turn (C9); until then it is
    taken and not played (C14)."""
    state = situation(
        "classic-5000", ["9h"], melds=[[RUN_BIRIBA]], stock="Kd Kd Qd Qd 3d"
    )
    after = state.play("discard 9h")
    assert after.sides[0].biribaki is BiribakiStatus.TAKEN
    assert after.sides[0].taker == 0 and after.seat == 1
    for card in ("Kd", "Kd", "Qd"):
        after = after.play("draw").play(f"discard {card}")
        assert after.sides[0].biribaki is BiribakiStatus.TAKEN, (
            "not by a partner's turn"
        )
    assert after.play("draw").sides[0].biribaki is BiribakiStatus.PLAYED


def test_the_taker_passing_has_had_its_turn() -> None:
    """A taker that passes has had a turn since (C14, G13)."""
    state = situation("classic-5000", ["9h"], melds=[[RUN_BIRIBA]], stock="", seats=2)
    after = state.play("discard 9h").play("pass")
    assert after.sides[0].biribaki is BiribakiStatus.TAKEN
    assert after.play("pass").sides[0].biribaki is BiribakiStatus.PLAYED


def test_the_other_biribaki_is_reserved() -> None:
    """The rest are then reserved for the other sides (C3); one a side, once (C9)."""
    state = situation("classic-5000", ["9h"], melds=[[RUN_BIRIBA]], biribaki=["played"])
    assert len(state.biribakia) == 1
    ended = state.play("discard 9h")
    assert ended.is_over and ended.table.out == 0 and len(ended.biribakia) == 1


def test_the_first_biriba_brings_the_biribaki_at_the_end_of_the_turn() -> None:
    """Its eleven cards join the hand after the discard (P8): two left, plus eleven."""
    state = situation("canasta-2000", ["Jc 4h 9d Ks"], melds=[["5c 6c 7c 8c 9c 10c"]])
    made = state.play("lay 0: 5c 6c 7c 8c 9c 10c Jc")
    assert len(made.hands[0]) == 3 and len(made.biribakia) == 2
    after = made.play("discard 4h")
    assert len(after.hands[0]) == 13 and len(after.biribakia) == 1
    assert after.sides[0].taker == 0 and after.seat == 1
    check_counts(after)


def check_counts(state: State) -> None:
    """The sizes that the table tells are those of the hands."""
    assert state.table.hand_sizes == tuple(len(hand) for hand in state.hands)
    assert state.view().biribaki_sizes == tuple(len(b) for b in state.biribakia)


def test_the_last_card_may_be_discarded_into_the_first_biriba() -> None:
    """The last card may be discarded then, since the biribaki refills the hand (P8)."""
    state = situation("canasta-2000", ["Jc 4h"], melds=[["5c 6c 7c 8c 9c 10c"]])
    after = state.play("lay 0: 5c 6c 7c 8c 9c 10c Jc").play("discard 4h")
    assert len(after.hands[0]) == 11 and not after.is_over
    meld = situation("canasta-2000", ["Jc"], melds=[["5c 6c 7c 8c 9c 10c"]])
    assert code(meld, "lay 0: 5c 6c 7c 8c 9c 10c Jc") == "hand-emptied"


def test_a_set_of_seven_releases_no_biribaki_in_canasta() -> None:
    """A set of seven or more is no biriba (P7)."""
    aces = "Ah Ah Ad Ad Ac Ac As"
    state = situation("canasta-2000", ["4h 9d"], melds=[[aces]])
    after = state.play("discard 4h")
    assert len(after.hands[0]) == 1 and len(after.biribakia) == 2
    classic = situation("classic-5000", ["4h"], melds=[[SET_BIRIBA]]).play("discard 4h")
    assert len(classic.hands[0]) == 11


@pytest.mark.parametrize("move", ["meld 4h 5h 6h", "discard 4h"])
def test_the_greek_biribaki_needs_no_biriba(move: str) -> None:
    """The first seat of a side to play its last card takes one (T8)."""
    hand = "4h 5h 6h" if move.startswith("meld") else "4h"
    after = situation("greek-351", [hand]).play(move)
    assert len(after.hands[0]) == 11 and not after.is_over
    at_once = move.startswith("meld")
    assert (after.seat == 0) is at_once
    status = BiribakiStatus.PLAYED if at_once else BiribakiStatus.TAKEN
    assert after.sides[0].biribaki is status


def test_cards_taken_from_the_pile_are_gone_when_the_biribaki_comes() -> None:
    """Every card of a biribaki just taken may be discarded: none came from the pile
    in this turn, though its twins did (C6), and no play leads into a dead end (G12)."""
    state = situation(
        "classic-5000",
        ["9h"],
        melds=[[RUN_BIRIBA]],
        pile="4h 5h 6h 7h 8h",
        biribakia=["4h 5h 6h 7h 8h", "Kd Kd"],
        phase="draw",
    )
    after = state.play("take").play("meld 4h 5h 6h 7h 8h 9h")
    assert str(after.hands[0]) == "4h 5h 6h 7h 8h"
    assert {str(m) for m in after.legal_moves} >= {"discard 4h", "discard 8h"}


# --- Keeping cards and going out -----------------------------------------------------


def test_a_seat_without_right_keeps_a_card() -> None:
    """A seat must keep at least one card after its discard, hence at least two before
    it (C10)."""
    state = situation("classic-5000", ["4s 5s"], melds=[["6s 7s 8s"]])
    assert code(state, "lay 0 + 5s") == "no-discard-left"
    assert code(state, "lay 0: 4s 5s 6s 7s 8s") == "hand-emptied"
    after = state.play("discard 4s")
    assert len(after.hands[0]) == 1


def test_after_the_biribaki_one_card_before_the_discard() -> None:
    """After the side has taken its biribaki, a seat may come down to one card before
    the discard, never to none (C10)."""
    state = situation(
        "classic-5000",
        ["9h 10h"],
        melds=[[RUN_BIRIBA, "6h 7h 8h"]],
        biribaki=["played"],
    )
    assert code(state, "lay 1: 6h 7h 8h 9h 10h") == "hand-emptied"
    out = state.play("lay 1 + 9h").play("discard 10h")
    assert out.is_over and out.table.out == 0
    assert score(out.result(), C).sides[0].lines[-1].code == "going-out"
    assert code(out, "draw") == "deal-over" and list(out.legal_moves) == []
    assert "over" in repr(out)


def test_the_partner_may_go_out_before_the_taker_has_played() -> None:
    """The partner who did not take the biribaki may go out too, even before the taker
    has played from it (C11); then the taker's cards do not count (C14)."""
    state = situation(
        "classic-5000",
        ["Kd Kd Qd", "3c", "9h"],
        melds=[[RUN_BIRIBA]],
        biribaki=["taken"],
        turn=2,
    )
    out = state.play("discard 9h")
    assert out.is_over and out.table.out == 2
    ours, theirs = out.result().sides
    assert ours.unplayed_biribaki == Cards.of("Kd Kd Qd")
    assert ours.hands == (Cards(),) and ours.went_out and not theirs.went_out
    codes = [line.code for line in score(out.result(), C).sides[0].lines]
    assert "biribaki-not-played" in codes and "hand" not in codes


def test_canasta_goes_out_without_a_discard() -> None:
    """Playing the last card, by discard, meld or lay-off, with a biriba, the biribaki
    and at least one run and one set (P9)."""
    melds = [[RUN_BIRIBA, "6h 7h 8h", "Kh Kd Kc"]]
    state = situation("canasta-2000", ["9h 10h"], melds=melds, biribaki=["played"])
    out = state.play("lay 1: 6h 7h 8h 9h 10h")
    assert out.is_over and out.table.out == 0
    assert state.play("lay 1 + 9h").play("discard 10h").is_over
    bare = situation(
        "canasta-2000", ["9h 10h"], melds=[melds[0][:2]], biribaki=["played"]
    )
    assert code(bare, "lay 1: 6h 7h 8h 9h 10h") == "hand-emptied"
    assert code(bare, "lay 1 + 9h") == "no-discard-left"


def test_canasta_goes_out_by_taking_the_pile() -> None:
    """The lay-off that earns the pile may be the last card (P5, P9)."""
    melds = [[RUN_BIRIBA, "6h 7h 8h", "Kh Kd Kc"]]
    state = situation(
        "canasta-2000",
        ["10h"],
        melds=melds,
        biribaki=["played"],
        phase="draw",
        pile="9h",
    )
    out = state.play("take with lay 1: 6h 7h 8h 9h 10h")
    assert out.is_over and out.table.out == 0 and not out.view().taken


def test_greek_goes_out_with_a_clean_biriba_only() -> None:
    """With at least one clean biriba on the table (T9)."""
    for biriba, refused in ((RUN_BIRIBA, ""), (DIRTY_BIRIBA, "last-card")):
        state = situation("greek-351", ["9h"], melds=[[biriba]], biribaki=["played"])
        assert code(state, "discard 9h") == refused


@pytest.mark.parametrize("biribas", [1, 2])
def test_hard_close_needs_two_biribas(biribas: int) -> None:
    """Two biribas needed to go out (P13)."""
    melds = [[RUN_BIRIBA, "5s 6s 7s 8s 9s 10s Js", "Kh Kd Kc"][2 - biribas :]]
    state = situation(
        "canasta-2000+hard-close", ["9h"], melds=melds, biribaki=["played"]
    )
    assert (code(state, "discard 9h") == "") is (biribas == 2)


# --- The end of the stock ------------------------------------------------------------


def test_all_seats_passing_ends_the_deal() -> None:
    """When all seats have passed one after the other, the deal ends with nobody going
    out (G13)."""
    state = situation("classic-5000", [], phase="draw", stock="")
    assert [str(m) for m in state.legal_moves] == ["pass"]
    for _ in range(4):
        assert not state.is_over
        state = state.play("pass")
    assert state.is_over and state.table.out == -1
    assert not any(side.went_out for side in state.result().sides)


def test_taking_the_pile_starts_the_passing_anew() -> None:
    """A seat that finds no stock may take the pile (G13)."""
    state = situation(
        "classic-5000", ["Kd", "3s", "3c 3d"], phase="draw", stock="", pile="4h"
    )
    state = state.play("pass").play("pass").play("take")
    assert state.table.passes == 0
    state = state.play("discard 3c")
    for _ in range(4):
        assert not state.is_over
        state = state.play("pass")
    assert state.is_over


def test_the_same_cards_cannot_go_round_for_ever() -> None:
    """With no stock left, a deal in which no card was laid for `idle_rounds` whole
    rounds ends (G13)."""
    system = C.with_options({"stock": {"idle_rounds": 2}})
    hands = ["Kd 4h", "Qd 4d", "Jd 4c", "10d 4s"]
    state = situation(system, hands, phase="draw", stock="", pile="9d")
    turns = 0
    while not state.is_over:
        state = state.play("take")
        state = state.play(next(m for m in state.legal_moves if isinstance(m, Discard)))
        turns += 1
    assert turns == 8 and state.table.out == -1
    assert state.table.phase is Phase.OVER and not state.table.taken


def test_a_deal_may_end_with_the_stock() -> None:
    """Option: the deal ends when the stock does (G13)."""
    system = C.with_options({"stock": {"when_empty": "end"}})
    state = situation(system, ["Kd 4h"], phase="draw", stock="9d").play("draw")
    assert not state.is_over
    assert state.play("discard 9d").is_over


def test_a_biribaki_may_become_the_stock() -> None:
    """Option: an untaken biribaki becomes the stock (G13)."""
    system = C.with_options({"stock": {"when_empty": "biribaki"}})
    state = situation(
        system, ["Kd 4h"], phase="draw", stock="9d", biribakia=["3c 3s", "6c 6s"]
    )
    after = state.play("draw").play("discard 9d")
    assert " ".join(map(str, after.stock)) == "6c 6s"
    assert after.biribakia == (Cards.of("3c 3s"),) and not after.is_over
    for _ in range(2):
        after = after.play("draw")
        after = after.play(
            f"discard {text_of(unpack(after.packed_hands[after.seat])[:1])}"
        )
    assert " ".join(map(str, after.stock)) == "3c 3s" and after.biribakia == ()
    assert after.view().biribaki_sizes == ()


def test_a_biribaki_that_becomes_the_stock_is_no_idle_turn() -> None:
    """Only turns without a stock count towards the end of the deal (G13)."""
    system = C.with_options({"stock": {"when_empty": "biribaki", "idle_rounds": 1}})
    state = situation(
        system,
        ["Kd 4h"],
        phase="draw",
        stock="9d",
        biribakia=["3c 3s", "6c 6s"],
        idle=3,
    )
    assert not state.play("draw").play("discard 9d").is_over


def test_dead_cards_are_never_drawn() -> None:
    """The last cards of the stock may be dead (G13)."""
    system = C.with_options({"stock": {"dead_cards": 2}})
    state = situation(system, ["Kd 4h"], phase="draw", stock="9d 5c 5d")
    after = state.play("draw").play("discard 9d")
    assert len(after.stock) == 2 and code(after, "draw") == "stock-empty"
    assert code(after, "pass") == ""


def test_cards_known_under_dead_cards_stay_known_rightly() -> None:
    """What is known of the bottom is still at the bottom when a biribaki comes in."""
    system = C.with_options({"stock": {"when_empty": "biribaki", "dead_cards": 1}})
    state = situation(
        system,
        ["Kd 4h"],
        phase="draw",
        stock="9d Jk",
        bottom="Jk",
        biribakia=["3c 3s", "6c 6s"],
    )
    after = state.play("draw").play("discard 9d")
    known = after.table.bottom
    assert known == after.stock_kinds[len(after.stock_kinds) - len(known) :]


# --- Results and edges ---------------------------------------------------------------


def test_no_result_before_the_end() -> None:
    """A deal has facts when it is over."""
    with pytest.raises(InvalidState, match="not over"):
        State.deal(C, seed=1).result()


def test_the_result_names_the_facts() -> None:
    """Cards left in all its hands count against a side (G14); the bonus suit (C15)."""
    state = situation(
        "greek-351",
        ["9h", "Kd Kd", "3c 3c", "As"],
        melds=[[RUN_BIRIBA]],
        biribaki=["played"],
        bonus_suit=Suit.CLUBS,
    )
    result = state.play("discard 9h").result()
    assert result.bonus_suit is Suit.CLUBS
    assert result.sides[0].hands == (Cards(), Cards.of("3c 3c"))
    assert result.sides[1].hands == (Cards.of("Kd Kd"), Cards.of("As"))
    assert result.sides[0].went_out and not result.sides[1].went_out
    assert result.sides[1].biribaki is BiribakiStatus.NONE


def test_views_are_of_seats() -> None:
    """There is a view for each seat and for no other."""
    state = State.deal(C, seed=1)
    for seat in range(4):
        view = state.view(seat)
        assert view.hand == state.hands[seat] and view.seat == seat
        assert view.side == seat % 2 and view.turn == 0
    assert state.view() == state.view(0)
    for wrong in (-1, 4, True, "0"):
        with pytest.raises(InvalidState):
            state.view(wrong)  # type: ignore[arg-type]


def test_a_view_tells_what_the_table_shows() -> None:
    """Everything one seat may see: open pile, melds, sizes, phase, moves."""
    state = turned(C, "Jk", "9s").play("draw")
    view = state.view(1)
    assert view.rules is C and view.phase is Phase.PLAY and not view.is_over
    assert view.discard_pile == state.discard_pile and view.bonus_suit is Suit.SPADES
    assert view.hand_sizes == (12, 11, 11, 11) and view.stock_size == 40
    assert view.biribaki_sizes == (11, 11) and view.opened == (False,) * 4
    assert view.sides == state.sides and view.melds == ()
    assert view.history == ((0, DrawStock()),) == state.history
    assert list(map(str, view.known_bottom)) == ["Jk"]
    assert view.table.seats == 4


def test_legal_moves_are_a_sequence() -> None:
    """Lazy, sized, with `in` and a readable repr."""
    state = State.deal(C, seed=1)
    assert repr(state.legal_moves) == "<LegalMoves: draw; take>"
    moves = state.play("draw").legal_moves
    assert moves[0] == next(iter(moves)) and list(moves[:2]) == list(moves)[:2]
    assert repr(moves).endswith(f"; and {len(moves) - 8} more>")


def test_play_raises_and_nothing_happens() -> None:
    """An illegal transition raises and nothing happens."""
    state = State.deal(C, seed=1)
    with pytest.raises(IllegalMove, match="there are still cards") as caught:
        state.play("pass")
    assert caught.value.move == "pass" and caught.value.reason.code == "stock-not-empty"
    with pytest.raises(IllegalMove):
        state.play_all(["draw", "draw"])
    assert state == State.deal(C, seed=1) and state.history == ()


def test_states_are_values() -> None:
    """Equal when the situations are, however they arose; hashable; immutable."""
    one, two = State.deal(C, seed=1), State.deal(C, seed=1)
    assert one == two and hash(one) == hash(two) and one != State.deal(C, seed=2)
    assert len({one, two, one.play("draw")}) == 2
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.stock_kinds = b""  # type: ignore[misc]
    assert repr(one) == "<State classic-5000: 4 seats, seat 0 to draw, stock 41>"
