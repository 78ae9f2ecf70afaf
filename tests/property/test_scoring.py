"""From facts to points: the library beside the oracle."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, assume, given, reject, settings
from hypothesis import strategies as st

import oracle
from biriba import (
    BiribakiStatus,
    Cards,
    DealResult,
    InvalidState,
    Meld,
    Run,
    Score,
    SideResult,
    Suit,
    rules,
    score,
)
from biriba.melds import card_points
from biriba.rules import Bonus, MeldKind, Rules
from biriba.scoring import LABELS, bonus_of
from oracle import System
from property.strategies import (
    PUBLISHED,
    changed,
    heaps,
    look,
    melds,
    oracle_look,
    plenty,
    suits,
    systems,
)

Pair = tuple[Rules, System]
CLASSIC, CANASTA, GREEK = rules.CLASSIC_5000, rules.CANASTA_2000, rules.GREEK_351

quick = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def texts(cards: Cards | Meld) -> list[str]:
    return [str(card) for card in (cards if isinstance(cards, Cards) else cards.cards)]


class TestCardPoints:
    """G14: "each at its own card's value, a wild card too: not the value of the card
    it stands for."
    """

    @given(heaps(), systems())
    @quick
    def test_is_the_sum_of_the_cards(self, heap: Cards, pair: Pair) -> None:
        of, system = pair
        assert card_points(heap.packed, of) == oracle.card_points(texts(heap), system)
        values = of.prices.cards
        assert card_points(heap.packed, of) == sum(values.of(card) for card in heap)

    @given(st.data(), systems())
    @quick
    def test_a_wild_card_counts_as_itself(
        self, data: st.DataObject, pair: Pair
    ) -> None:
        of, system = pair
        meld = data.draw(melds(of))
        result = DealResult((SideResult(melds=(meld,)), SideResult()))
        of = plenty(of)
        (line,) = (
            one for one in score(result, of).sides[0].lines if one.code == "meld"
        )
        assert line.points == oracle.card_points(texts(meld), system)


class TestBonus:
    """C15, P11, T11: one price for each meld, the best that applies; dirty is not
    clean, and the bonus suit raises runs only.
    """

    @given(
        st.data(), systems(house=False), st.none() | suits(), st.sampled_from([3, 7])
    )
    @settings(quick, max_examples=120)
    def test_is_that_of_the_oracle(
        self, data: st.DataObject, pair: Pair, suit: Suit | None, shortest: int
    ) -> None:
        of, system = pair
        if not of.deal.bonus_suit:
            suit = None
        meld = data.draw(melds(of, shortest))
        (reading,) = oracle.readings(texts(meld), system)
        assert oracle_look(reading) == look(meld)
        letter = None if suit is None else suit.letter
        code, points = bonus_of(meld, of, suit)
        assert points == oracle.bonus(reading, system, letter)
        assert bool(code) == bool(points)
        if code:
            assert code.startswith("clean-" if meld.is_clean else "dirty-")
            assert code in LABELS

    @pytest.mark.parametrize(
        ("text", "suit", "classic", "canasta", "greek"),
        [
            ("5c 6c 7c 8c 9c 10c Jc", "d", 200, 200, 30),
            ("5c 6c 7c 8c 9c 10c Jc", "c", 400, 200, 60),
            ("5c 6c Jk 8c 9c 10c Jc", "c", 200, 100, 30),
            ("5c 6c Jk 8c 9c 10c Jc", None, 100, 100, 10),
            ("As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", "h", 1000, 200, 100),
            ("As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", "s", 2000, 200, 100),
            ("2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As", "s", 2000, 200, 100),
            ("As 2s 3s 4s 5s 6s Jk 8s 9s 10s Js Qs Ks", "h", 500, 100, 10),
            ("As 2s 3s 4s 5s 6s Jk 8s 9s 10s Js Qs Ks", "s", 1000, 100, 30),
            ("Kh Kh Kd Kd Kc Kc Ks", "h", 300, 0, 30),
            ("Kh Kh Kd Kd Kc Kc Jk", "h", 150, 0, 10),
            ("Ah Ah Ad Ad Ac Ac As", "h", 300, 300, 30),
            ("Ah Ah Ad Ad Ac Ac Jk", "h", 150, 150, 10),
            ("Kh Kh Kd Kd Kc Kc", "h", 0, 0, 0),
        ],
    )
    def test_price_lists(
        self, text: str, suit: str | None, classic: int, canasta: int, greek: int
    ) -> None:
        bonus_suit = None if suit is None else Suit.parse(suit)
        for of, points in ((CLASSIC, classic), (GREEK, greek)):
            assert bonus_of(Meld.parse(text, of), of, bonus_suit)[1] == points
        assert bonus_of(Meld.parse(text, CANASTA), CANASTA)[1] == canasta

    def test_super_biriba_is_paid_instead(self) -> None:
        """P13: "a run of 11 or more: clean 400, dirty 200, instead of 200 and 100"."""
        of = rules.named("canasta-2000+super-biriba")
        eleven = Meld.parse("3c 4c 5c 6c 7c 8c 9c 10c Jc Qc Kc", of)
        assert bonus_of(eleven, of) == ("clean-super-biriba", 400)

    def test_the_best_price_counts_whatever_its_place_in_the_list(self) -> None:
        entries = CLASSIC.prices.bonuses
        turned = changed(CLASSIC, prices={"bonuses": entries[::-1]})
        run = Meld.parse("As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks", CLASSIC)
        assert bonus_of(run, CLASSIC) == bonus_of(run, turned)

    def test_a_house_price_below_zero(self) -> None:
        harsh = Bonus("long-set", MeldKind.SET, 4, -50, -50)
        of = changed(GREEK, prices={"bonuses": (harsh,)})
        four = Meld.parse("Kh Kd Kc Ks", of)
        assert bonus_of(four, of) == ("clean-long-set", -50)
        lines = (
            score(DealResult((SideResult((four,)), SideResult())), of).sides[0].lines
        )
        assert [(one.label, one.points) for one in lines] == [
            ("cards melded", 4),
            ("clean long set", -50),
        ]


@st.composite
def facts(draw: st.DrawFn, of: Rules) -> tuple[SideResult, ...]:
    sides = []
    out = draw(st.none() | st.integers(0, 1))
    for index in range(2):
        status = draw(st.sampled_from(BiribakiStatus))
        unplayed = Cards()
        if status is BiribakiStatus.TAKEN:
            unplayed = draw(heaps(11))
        laid = draw(st.lists(melds(of, draw(st.sampled_from([3, 7]))), max_size=3))
        hands = draw(st.lists(heaps(8), min_size=1, max_size=2))
        sides.append(
            SideResult(tuple(laid), tuple(hands), unplayed, status, index == out)
        )
    return tuple(sides)


class TestFacts:
    """G1, G2: a deck has so many of each card, and a system so many sides."""

    def test_more_cards_than_a_deck_has(self) -> None:
        run = Meld.parse("4h 5h 6h", CLASSIC)
        three = SideResult((run, run, run), hands=("Jk Jk", "Jk Jk Jk"))
        with pytest.raises(InvalidState) as caught:
            score(DealResult((three, SideResult())), CLASSIC)
        assert len(caught.value.problems) == 4
        assert "4h occurs 3 times" in str(caught.value)
        assert "Jk occurs 5 times" in str(caught.value)

    def test_facts_of_no_such_game(self) -> None:
        for wrong, problem in (
            (DealResult(()), "has no 0 sides"),
            (DealResult((SideResult(),) * 4), "has no 4 sides"),
            (
                DealResult((SideResult((Run(b"\x34" * 3, Suit.SPADES, 1),)),) * 2),
                "side 0, meld 0",
            ),
        ):
            with pytest.raises(InvalidState, match=problem):
                score(wrong, CLASSIC)
        with pytest.raises(InvalidState, match="expected a DealResult"):
            score(None, CLASSIC)  # type: ignore[arg-type]

    def test_text_is_read_and_anything_else_refused(self) -> None:
        run = Meld.parse("5c 6c 7c 8c 9c 10c Jc", CLASSIC)
        mine = SideResult((run,), ["Ah"], biribaki="played")
        for suit in ("c", "clubs", Suit.CLUBS):
            made = score(DealResult((mine, SideResult()), suit), CLASSIC)
            assert made.totals == (440, -100)
        for wrong in (
            lambda: SideResult("x"),  # type: ignore[arg-type]
            lambda: SideResult(hands="4h"),
            lambda: SideResult(biribaki="gone"),
            lambda: DealResult("x"),  # type: ignore[arg-type]
            lambda: DealResult((None,)),  # type: ignore[arg-type]
            lambda: DealResult((SideResult(), SideResult()), 0),  # type: ignore[arg-type]
        ):
            with pytest.raises(InvalidState):
                wrong()


def priced(result: DealResult, of: Rules) -> Score:
    """The score of facts, unless no deck could have so many cards."""
    try:
        return score(result, plenty(of))
    except InvalidState:
        reject()


class TestScore:
    """G14: "Cards in melds count for the side, cards left in all its hands against it …
    Nothing is floored at zero."; C13, C14, P11, T12 for bonuses and penalties.
    """

    @given(st.data(), systems(house=False), st.none() | suits())
    @settings(quick, max_examples=50)
    def test_totals_are_those_of_the_oracle(
        self, data: st.DataObject, pair: Pair, suit: Suit | None
    ) -> None:
        of, system = pair
        if not of.deal.bonus_suit:
            suit = None
        sides = data.draw(facts(of))
        made = priced(DealResult(sides, suit), of)
        for index, side in enumerate(sides):
            document: dict[str, Any] = {
                "melds": [str(meld) for meld in side.melds],
                "hands": [str(hand) for hand in side.hands],
                "unplayed_biribaki": str(side.unplayed_biribaki),
                "biribaki": side.biribaki.value,
                "went_out": side.went_out,
            }
            want = oracle.score_side(
                document,
                system,
                None if suit is None else suit.letter,
                sides[1 - index].went_out,
            )
            assert made.totals[index] == want
            lines = made.sides[index].lines
            assert sum(Fraction(one.points) for one in lines) == want
            assert all(one.code in LABELS and one.label for one in lines)
            assert all(one.clause.startswith((of.clauses, "G")) for one in lines)
            for meld in side.melds:  # never two bonuses for one meld
                paid = [one for one in lines if one.detail == str(meld)]
                assert len(paid) <= 2 * side.melds.count(meld)

    @given(st.data(), systems(house=False))
    @settings(quick, max_examples=10)
    def test_score_sheet_shows_every_line(
        self, data: st.DataObject, pair: Pair
    ) -> None:
        made = priced(DealResult(data.draw(facts(pair[0]))), pair[0])
        sheet = str(made).splitlines()
        assert len(sheet) == sum(len(side.lines) + 2 for side in made.sides)
        assert sheet[0] == "Side 0"

    def test_untaken_biribaki_costs_in_classic_whoever_goes_out(self) -> None:
        """C13: "A side that took no biribaki: −100, whatever way the deal ended"."""
        nobody = DealResult((SideResult(), SideResult(biribaki=BiribakiStatus.PLAYED)))
        assert score(nobody, CLASSIC).totals == (-100, 0)
        assert score(nobody, CANASTA).totals == (0, 0)

    def test_greek_penalties_are_independent_and_need_a_winner(self) -> None:
        """T12: "every other side that has taken no biribaki loses 10, and every other
        side that has made no biriba loses 10"."""
        biriba = Meld.parse("5c 6c 7c 8c 9c 10c Jc", GREEK)
        cards = card_points(biriba.packed, GREEK) + 30
        played = BiribakiStatus.PLAYED
        for side, loss in [
            (SideResult(), -20),
            (SideResult(biribaki=played), -10),
            (SideResult((biriba,)), cards - 10),
            (SideResult((biriba,), biribaki=played), cards),
        ]:
            out = SideResult(biribaki=played, went_out=True)
            assert score(DealResult((side, out)), GREEK).totals[0] == loss
            still = score(DealResult((side, SideResult())), GREEK).totals[0]
            assert still == (cards if side.melds else 0)

    def test_unplayed_biribaki(self) -> None:
        """C14: "−100, and those unplayed cards do not count against it." """
        side = SideResult(
            unplayed_biribaki=Cards.parse("Ah Kd"), biribaki=BiribakiStatus.TAKEN
        )
        result = DealResult((side, SideResult(biribaki=BiribakiStatus.PLAYED)))
        assert score(result, CLASSIC).totals == (-100, 0)
        assert score(result, GREEK).totals == (Fraction(-5, 2), 0)

    def test_house_rules_name_general_clauses(self) -> None:
        of = attrs.evolve(CLASSIC, clauses="X")
        made = score(DealResult((SideResult(went_out=True), SideResult())), of)
        assert {line.clause for side in made.sides for line in side.lines} == {"G14"}

    @given(st.data())
    @settings(quick, max_examples=20)
    def test_facts_that_cannot_be(self, data: st.DataObject) -> None:
        cards = data.draw(heaps(3))
        assume(cards)
        status = data.draw(
            st.sampled_from([BiribakiStatus.NONE, BiribakiStatus.PLAYED])
        )
        bad = SideResult(unplayed_biribaki=cards, biribaki=status, went_out=True)
        with pytest.raises(InvalidState) as caught:
            DealResult((bad, bad))
        assert len(caught.value.problems) == 3


def test_every_pair_is_priced_apart() -> None:
    """The strategies cover price lists that do differ."""
    assert len({pair[0].prices for pair in PUBLISHED}) == 9
