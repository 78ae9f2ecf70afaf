"""The situations of `cases/turns.md`, each as a position and moves.

Every test is named after its row and quotes what the row says.
"""

from __future__ import annotations

import pytest

from biriba import IllegalMove, State
from biriba.position import load_position
from biriba.rules import PRESETS
from biriba.scoring import BiribakiStatus, score

C, P, T = "classic-5000", "canasta-2000", "greek-351"
CLEAN = "3c 4c 5c 6c 7c 8c 9c"
DIRTY = "3c 4c Jk 6c 7c 8c 9c"


def situation(
    rules: str,
    hand: str,
    *melds: str,
    draws: str = "",
    pile: str = "",
    biribaki: str = "none",
    other_hands: str = "Kd Ks",
    **more: object,
) -> State:
    """Seat 0 to draw, with a hand and its side's melds; the rest is of no interest."""
    document: dict[str, object] = {
        "rules": rules,
        "hands": [hand, other_hands, "", ""],
        "sides": [{"melds": list(melds), "biribaki": biribaki}, {}],
        "stock": f"{draws} rest",
        "discard_pile": pile,
        "phase": "draw",
        **more,
    }
    return load_position(document)


def refused(state: State, move: str) -> str:
    """The code of the reason why a move is refused, having checked that it is."""
    reason = state.why_not(move)
    assert reason is not None, move
    with pytest.raises(IllegalMove) as caught:
        state.play(move)
    assert caught.value.reason == reason
    return reason.code


def test_t1_classic_goes_out_by_a_discard_only() -> None:
    """C11: "The last card may not be melded or laid off to go out." """
    state = situation(C, "9h", CLEAN, "6h 7h 8h", draws="10h", biribaki="played").play(
        "draw"
    )
    assert refused(state, "lay 1: 6h 7h 8h 9h 10h") == "hand-emptied"
    state = state.play("lay 1: 6h 7h 8h 9h")
    assert refused(state, "lay 1: 6h 7h 8h 9h 10h") == "hand-emptied"
    end = state.play("discard 10h")
    assert end.is_over
    result = end.result()
    assert [side.went_out for side in result.sides] == [True, False]
    lines = score(result, end.rules).sides[0].lines
    assert [line.points for line in lines if line.code == "going-out"] == [100]


def test_t2_canasta_goes_out_without_a_discard() -> None:
    """P9: "playing the last card, by discard, meld or lay-off" ends the deal."""
    before = situation(
        P, "9h", CLEAN, "6h 7h 8h", "Qh Qd Qc", draws="10h", biribaki="played"
    ).play("draw")
    assert before.play("lay 1 + 9h 10h").is_over
    step = before.play("lay 1: 6h 7h 8h 9h")
    assert step.play("lay 1: 6h 7h 8h 9h 10h").is_over
    assert step.play("discard 10h").is_over


def test_t3_greek_needs_a_clean_biriba() -> None:
    """T9: "with at least one *clean* biriba on the table"."""
    state = situation(T, "9h", DIRTY, "6h 7h 8h", draws="10h", biribaki="played").play(
        "draw"
    )
    assert refused(state, "lay 1: 6h 7h 8h 9h 10h") == "hand-emptied"
    assert refused(state, "lay 1: 6h 7h 8h 9h") == "no-discard-left"
    after = state.play("discard 10h")
    assert str(after.hands[0]) == "9h" and not after.is_over


def test_t4_classic_takes_the_biribaki_by_a_lay_off() -> None:
    """C9: "the eleven cards come to hand at once and the turn goes on"."""
    state = situation(C, "4s", CLEAN, "6s 7s 8s", draws="5s").play("draw")
    after = state.play("lay 1: 4s 5s 6s 7s 8s")
    assert (after.seat, after.phase.value, len(after.hands[0])) == (0, "play", 11)
    assert after.sides[0].biribaki is BiribakiStatus.PLAYED


def test_t5_classic_without_a_biriba_keeps_two_cards() -> None:
    """C10: "hence at least two before it"."""
    state = situation(C, "4s", "6s 7s 8s", draws="5s").play("draw")
    assert refused(state, "lay 0: 5s 6s 7s 8s") == "no-discard-left"
    assert refused(state, "lay 0: 4s 5s 6s 7s 8s") == "hand-emptied"


def test_t6_a_biriba_made_this_moment_counts() -> None:
    """C9: "at least one biriba (counting one made this moment)"."""
    state = situation(C, "4s", "6s 7s 8s 9s 10s Js", draws="5s").play("draw")
    made = state.play("lay 0: 5s 6s 7s 8s 9s 10s Js")
    thrown = made.play("discard 4s")
    assert thrown.sides[0].biribaki is BiribakiStatus.TAKEN
    assert (thrown.seat, len(thrown.hands[0])) == (1, 11)
    laid = made.play("lay 0: 4s 5s 6s 7s 8s 9s 10s Js")
    assert laid.sides[0].biribaki is BiribakiStatus.PLAYED
    assert (laid.seat, len(laid.hands[0])) == (0, 11)


def test_t7_a_lone_card_may_not_go_back() -> None:
    """C6: "a card taken from the pile may not be discarded in the same turn"."""
    state = situation(C, "3h 4d", pile="9h").play("take")
    assert refused(state, "discard 9h") == "rediscard"


def test_t8_nor_may_one_of_several() -> None:
    """C6, and its option "only a pile of a single card is restricted"."""
    state = situation(C, "3h 4d", pile="4c 9h Kd").play("take")
    assert refused(state, "discard Kd") == "rediscard"
    lenient = situation(f"{C}+lone-card-rediscard", "3h 4d", pile="4c 9h Kd")
    assert lenient.play("take").play("discard Kd").seat == 1
    lone = situation(f"{C}+lone-card-rediscard", "3h 4d", pile="Kd").play("take")
    assert refused(lone, "discard Kd") == "rediscard"


def test_t9_a_twin_held_before_may_go() -> None:
    """C6: "A twin that was in the hand before may be discarded"."""
    state = situation(C, "9h 3d", pile="9h").play("take")
    assert state.play("discard 9h").seat == 1


def test_t10_out_in_the_turn_of_the_biribaki() -> None:
    """C11: the last discard "after the side has taken its biribaki"."""
    state = situation(
        C,
        "10c",
        CLEAN,
        draws="Jc",
        biribakia=["3h 4h 5h 6h 7h 8h 9h 3s 4s 5s Kh", "rest"],
        other_hands="Kd",
    )
    end = state.play_all(
        [
            "draw",
            "lay 0: 3c 4c 5c 6c 7c 8c 9c 10c Jc",
            "meld 3h 4h 5h 6h 7h 8h 9h",
            "meld 3s 4s 5s",
            "discard Kh",
        ]
    )
    assert end.is_over and end.result().sides[0].went_out
    lines = score(end.result(), end.rules).sides[0].lines
    assert [line.points for line in lines if line.code == "going-out"] == [100]


def test_t12_the_second_biribaki_is_reserved_and_needs_a_biriba() -> None:
    """C3, C10: no right to take a biribaki yet, so the last card stays."""
    sides = [{"melds": ["6s 7s 8s"]}, {"melds": [CLEAN], "biribaki": "played"}]
    state = situation(C, "5s", sides=sides, phase="play")
    assert len(state.biribakia) == 1
    assert refused(state, "discard 5s") == "last-card"
    assert refused(state, "lay 0: 5s 6s 7s 8s") == "hand-emptied"


def test_t13_canasta_top_card_laid_off_at_once() -> None:
    """P5: "its top card (a) is laid off at once on a meld of one's side"."""
    state = situation(P, "3h 4d 5d", "6h 7h 8h", pile="4c Qd 9h")
    after = state.play("take with lay 0: 6h 7h 8h 9h")
    assert str(after.hands[0]) == "3h 4d 5d Qd 4c"
    assert refused(state, "take") == "pile-not-earned"


def test_t14_canasta_new_meld_needs_two_naturals_from_the_hand() -> None:
    """P5: "with at least two natural cards from the hand as it was before"."""
    legal = situation(P, "Kh Kc 3s 4d", pile="Kd", other_hands="Qs")
    assert legal.why_not("take with meld Kh Kd Kc") is None
    illegal = situation(P, "Kh Jk 3s 4d", pile="Kd", other_hands="Qs")
    assert refused(illegal, "take with meld Kh Kd Jk") == "too-few-from-hand"


def test_t15_canasta_biribaki_joins_the_hand_after_the_discard() -> None:
    """P8: "its eleven cards join the hand after the discard"."""
    state = situation(P, "10s Ad 4h 6d", "4s 5s 6s 7s 8s 9s", draws="Qh").play("draw")
    made = state.play("lay 0: 4s 5s 6s 7s 8s 9s 10s").play("discard Qh")
    assert len(made.hands[0]) == 14
    # The row's numbers: three left, the discard, two and eleven.
    three = situation(P, "10s Ad 4h", "4s 5s 6s 7s 8s 9s", draws="Qh").play("draw")
    three = three.play("lay 0: 4s 5s 6s 7s 8s 9s 10s")
    assert len(three.hands[0]) == 3
    assert len(three.play("discard Qh").hands[0]) == 13


def test_t17_canasta_needs_a_set_to_go_out() -> None:
    """P9: "(c) at least one run and one set on the table"."""
    state = situation(P, "10c", CLEAN, biribaki="played", phase="play")
    assert refused(state, "discard 10c") == "last-card"
    assert refused(state, "lay 0: 3c 4c 5c 6c 7c 8c 9c 10c") == "hand-emptied"


def test_t18_canasta_seven_aces_are_no_biriba() -> None:
    """P7: a set of seven or more "neither releases the biribaki nor counts"."""
    aces = "Ah Ah Ad Ad Ac Ac As"
    state = situation(P, "10c 9d", aces, phase="play").play("discard 9d")
    assert state.sides[0].biribaki is BiribakiStatus.NONE
    assert len(state.hands[0]) == 1


@pytest.mark.parametrize("turned", ["3d", "2c"])
def test_t19_canasta_turned_card_goes_under_the_stock(turned: str) -> None:
    """P4: "A wild card or a red Three goes back (to the bottom of the stock)"."""
    from biriba.cards import KIND_TEXT, Card
    from biriba.state import deck_of

    rules = PRESETS[P]
    kinds = deck_of(rules, 4)
    at = 4 * 11 + 2 * 11
    for place, card in ((at, turned), (at + 1, "Kd")):
        here = kinds.index(Card.parse(card).kind, place)
        kinds[place], kinds[here] = kinds[here], kinds[place]
    state = State.deal(rules, 4, deck=[KIND_TEXT[kind] for kind in kinds])
    assert [str(card) for card in state.discard_pile] == ["Kd"]
    assert str(state.stock[-1]) == turned
    assert len(state.stock) == 41


def test_t21_greek_any_card_of_the_pile_on_the_partners_meld() -> None:
    """T6: "at least one of its cards, not only the top one, is laid off at once"."""
    state = situation(
        T,
        "Ad 4h 5d",
        "6h 7h 8h",
        "3s 4s 5s",
        pile="4c 9h Kd",
        opened=[True, False, True, False],
        other_hands="Ks",
    )
    after = state.play("take with lay 0: 6h 7h 8h 9h")
    assert str(after.hands[0]) == "4h Ad 5d Kd 4c"
    closed = situation(
        T,
        "Ad 4h 5d",
        "6h 7h 8h",
        pile="4c 9h Kd",
        opened=[False, False, True, False],
        other_hands="Ks",
    )
    assert refused(closed, "take with lay 0: 6h 7h 8h 9h") == "own-meld-first"


def test_t22_greek_biribaki_without_a_biriba() -> None:
    """T8: "biriba or no biriba; by meld or lay-off at once, by the discard for its
    next turn"."""
    state = situation(T, "4s", "6s 7s 8s", draws="5s").play("draw")
    laid = state.play("lay 0: 4s 5s 6s 7s 8s")
    assert (laid.seat, len(laid.hands[0])) == (0, 11)
    thrown = state.play("lay 0: 5s 6s 7s 8s").play("discard 4s")
    assert (thrown.seat, len(thrown.hands[0])) == (1, 11)
    assert thrown.sides[0].biribaki is BiribakiStatus.TAKEN


@pytest.mark.parametrize(
    ("rules", "seats", "stock"),
    [(C, 4, 41), (P, 4, 41), (T, 4, 39), (C, 2, 63), (P, 6, 62)],
)
def test_t23_the_stock_after_the_deal(rules: str, seats: int, stock: int) -> None:
    """G3: hands, biribakia, the turned card; "the rest is the stock"."""
    assert len(State.deal(PRESETS[rules], seats, seed=1).stock) == stock
