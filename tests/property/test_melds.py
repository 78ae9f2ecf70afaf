"""What is a meld, and what may become of it: the library beside the oracle."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any, cast

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

import oracle
from biriba import (
    AmbiguousMove,
    Card,
    Cards,
    IllegalMeld,
    InvalidState,
    Meld,
    NotationError,
    Rank,
    Run,
    Set,
    Suit,
    _search,
    rules,
)
from biriba.cards import KIND_TEXT
from biriba.melds import (
    arrange,
    is_biriba,
    lay_off_problem,
    lay_off_results,
    meld_problem,
    spelled,
    why_no_lay_off,
)
from biriba.reasons import REFUSALS
from biriba.rules import MeldKind, Rules
from oracle import System
from property.strategies import (
    HOUSE,
    ONE_NATURAL,
    PUBLISHED,
    changed,
    look,
    melds,
    near_melds,
    oracle_look,
    readings,
    run_texts,
    set_texts,
    systems,
)

Pair = tuple[Rules, System]

CLASSIC, CANASTA, GREEK = rules.CLASSIC_5000, rules.CANASTA_2000, rules.GREEK_351
EVERY = [pair[0] for pair in PUBLISHED]

quick = settings(
    max_examples=60,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


def code_of(text: str, of: Rules) -> str:
    with pytest.raises(IllegalMeld) as caught:
        Meld.parse(text, of)
    reason = caught.value.reason
    assert reason.code in REFUSALS
    assert str(reason) == f"{reason.text} ({reason.clause})"
    assert str(reason) in str(caught.value)
    return reason.code


class TestFresh:
    """G5: "Three or more cards of one rank, suits free, twins allowed."
    G6: "Three or more consecutive cards of one suit."
    G8: "Every meld has at least two natural cards."
    """

    @given(near_melds(), systems())
    @settings(quick, max_examples=250)
    def test_readings_are_those_of_the_oracle(
        self, laid: list[str], pair: Pair
    ) -> None:
        of, system = pair
        found = readings(laid, of)
        assert sorted(map(look, found)) == sorted(
            map(oracle_look, oracle.readings(laid, system))
        )

    @given(near_melds(), systems(house=False))
    @quick
    def test_published_systems_read_a_text_in_one_way(
        self, laid: list[str], pair: Pair
    ) -> None:
        assert len(readings(laid, pair[0])) <= 1

    @given(st.data(), systems())
    @quick
    def test_facts_are_those_of_the_oracle(
        self, data: st.DataObject, pair: Pair
    ) -> None:
        of, system = pair
        meld = data.draw(melds(of))
        laid = [str(card) for card in meld.cards]
        (reading,) = (
            r for r in oracle.readings(laid, system) if oracle_look(r) == look(meld)
        )
        assert meld.kind.value == oracle.kind(reading)
        assert meld.is_clean == oracle.clean(reading)
        wild = oracle.wild_cards(reading)
        assert [laid[i] for i in meld.wild_places] == wild
        assert meld.wild_count == len(wild)
        assert meld.is_full == oracle.full(reading, system)
        assert is_biriba(meld, of) == oracle.biriba(reading, system)
        assert meld.heap == Cards.of(laid) and len(meld) == len(laid)
        assert meld_problem(meld, of) is None
        if isinstance(meld, Run):
            assert meld.end == meld.start + len(laid) - 1

    @given(near_melds(), systems())
    @quick
    def test_parse_reads_or_says_why_not(self, laid: list[str], pair: Pair) -> None:
        of, _ = pair
        text = " ".join(laid)
        found = readings(laid, of)
        if len(found) == 1:
            assert Meld.parse(text, of) == found[0] == Meld.parse(laid, of)
        elif found:
            with pytest.raises(AmbiguousMove) as caught:
                Meld.parse(text, of)
            assert caught.value.options == tuple(map(spelled, found))
        else:
            code_of(text, of)

    @given(st.lists(st.sampled_from(KIND_TEXT), max_size=150), systems())
    @settings(quick, max_examples=100)
    def test_any_cards_are_read_or_refused(self, laid: list[str], pair: Pair) -> None:
        try:
            meld = Meld.parse(laid, pair[0])
        except (IllegalMeld, AmbiguousMove):
            pass
        else:
            assert list(map(str, meld.cards)) == laid or isinstance(meld, Set)


class TestOneText:
    """The text of a meld is its cards in order; `spelled` says what they stand for."""

    @given(st.data(), systems())
    @quick
    def test_round_trip(self, data: st.DataObject, pair: Pair) -> None:
        of, _ = pair
        meld = data.draw(melds(of))
        assert Meld.parse(spelled(meld), of) == meld
        assert Meld.parse(spelled(meld).upper().replace("JK", "joker"), of) == meld
        assert repr(meld) == f"{type(meld).__name__}('{meld}')"
        if len(readings([str(card) for card in meld.cards], of)) == 1:
            assert Meld.parse(str(meld), of) == meld

    def test_every_reading_can_be_asked_for(self) -> None:
        of, system = ONE_NATURAL
        for text in ("Jk 6h Jk", "5h Jk Jk", "2h 2h Jk", "2c Jk 2s", "Ah Jk Jk"):
            with pytest.raises(AmbiguousMove) as caught:
                Meld.parse(text, of)
            options = caught.value.options
            assert len(options) == len(oracle.readings(text.split(), system)) > 1
            assert len({Meld.parse(option, of) for option in options}) == len(options)
            assert [spelled(Meld.parse(o, of)) for o in options] == list(options)

    def test_one_wild_card_may_be_enough_to_say(self) -> None:
        of, _ = ONE_NATURAL
        assert spelled(Meld.parse("run Jk 6h Jk", of)) == "run Jk=5h 6h Jk=7h"
        assert spelled(Meld.parse("Ah Jk Jk=3h", of)) == "run Ah Jk=2h Jk=3h"
        assert spelled(Meld.parse("SET Jk 6h Jk", of)) == "set 6h Jk Jk"

    @pytest.mark.parametrize("text", ["run 5h 5d 5c", "set 5h 6h 7h", "5h Jk=8h 7h"])
    def test_wanted_reading_that_is_none(self, text: str) -> None:
        with pytest.raises(IllegalMeld):
            Meld.parse(text, CLASSIC)

    @pytest.mark.parametrize(
        "text", ["5h Jk=x 7h", "5h x=6h 7h", "run", "set Jk=5h=6h"]
    )
    def test_nonsense(self, text: str) -> None:
        with pytest.raises((NotationError, IllegalMeld)):
            Meld.parse(text, CLASSIC)

    def test_far_too_much(self) -> None:
        with pytest.raises(NotationError):
            Meld.parse("set " + "5h " * 2000, GREEK)
        assert code_of("5h " * 500, GREEK) == "run-too-long"
        with pytest.raises(NotationError):
            Meld.parse(cast(Any, None), GREEK)


class TestRefusals:
    """Whatever is no meld is refused with a code that says why (G5–G8, C7, P6)."""

    SHORT = changed(CLASSIC, melds={"longest_run": 5})
    NO_LOW = changed(CLASSIC, melds={"ace_low": False})
    NO_HIGH = changed(CLASSIC, melds={"ace_high": False})
    NO_SETS = changed(CLASSIC, melds={"sets": False})
    FULL = "As 2s 3s 4s 5s 6s 7s 8s 9s 10s Js Qs Ks As"

    @pytest.mark.parametrize(
        ("text", "of", "code"),
        [
            ("", CLASSIC, "too-few-cards"),
            ("5h 6h", GREEK, "too-few-cards"),
            ("5h 6h 7d", CLASSIC, "not-a-meld"),
            ("5h 5d 6h", CANASTA, "not-a-meld"),
            ("5h 7h 8h", CLASSIC, "not-consecutive"),
            ("7h 6h 5h", CLASSIC, "not-consecutive"),
            ("5h 5h 6h", GREEK, "not-consecutive"),
            ("3h Jk 4h", CLASSIC, "not-consecutive"),
            ("Ks As 2s", CLASSIC, "corner"),
            ("Ks Jk 2s 3s", CANASTA, "corner"),
            (FULL, GREEK, "two-aces"),
            (FULL, CLASSIC, "two-aces"),
            ("3h 4h 5h 6h 7h 8h", SHORT, "run-too-long"),
            (FULL + " 2s", CLASSIC, "run-too-long"),
            (FULL[3:] + " 2s", CLASSIC, "run-too-long"),
            (FULL, SHORT, "run-too-long"),
            ("Ah 2h 3h 4h 5h 6h", SHORT, "run-too-long"),
            ("9h 10h Jh Qh Kh Ah", SHORT, "run-too-long"),
            ("Ah 2h 3h", NO_LOW, "ace-not-here"),
            ("Qh Kh Ah", NO_HIGH, "ace-not-here"),
            ("5h Jk 2c", CLASSIC, "too-few-naturals"),
            ("7h 2h 2d", GREEK, "too-few-naturals"),
            ("Jk Jk 2h", CANASTA, "too-few-naturals"),
            ("3h 4h Jk Jk", CLASSIC, "too-many-wild"),
            ("7h 7d 2c 2d", GREEK, "too-many-wild"),
            ("3h 4h 5h Jk Jk", CANASTA, "wild-ratio"),
            ("3h 4h Jk Jk", rules.named("greek-351+wild-ratio"), "wild-ratio"),
            ("5h 5d 5c", NO_SETS, "no-sets"),
            ("2h 2s 2d", NO_SETS, "no-sets"),
            ("2h 2s 2d", CANASTA, "set-of-twos"),
            ("2h 2h 2h", GREEK, "set-of-twos"),
            ("2h 2s Jk", GREEK, "set-of-twos"),
            ("2h 2s Jk Jk", CLASSIC, "too-many-wild"),
            ("Jk Jk Jk", CLASSIC, "set-of-jokers"),
            ("Jk Jk Jk Jk Jk Jk Jk Jk", GREEK, "set-of-jokers"),
            ("8h 8h 8h 8d 8d 8d 8c 8c 8s", CLASSIC, "set-too-large"),
            ("set 8h 8h 8h 8d 8d 8d 8c 8c 8s", CLASSIC, "set-too-large"),
            ("run 8h 8h 8h 8d 8d 8d 8c 8c 8s", CLASSIC, "not-consecutive"),
            ("set 5h 5d 6h", CLASSIC, "not-as-written"),
            ("3h 4h 5h 6h 8h", SHORT, "not-consecutive"),
            ("5h 5h 5h 5h 5h 5h 5h 5h", GREEK, "not-consecutive"),
        ],
    )
    def test_code(self, text: str, of: Rules, code: str) -> None:
        assert code_of(text, of) == code

    def test_the_longest_run_is_told(self) -> None:
        """G6: a run has at most thirteen cards, under house rules fewer."""
        for text, of, most in (
            (self.FULL + " 2s", CLASSIC, 13),
            ("3h 4h 5h 6h 7h 8h", self.SHORT, 5),
            ("3h 4h 5h 6h 7h 9h", self.SHORT, 5),
        ):
            with pytest.raises(IllegalMeld) as caught:
                Meld.parse(text, of)
            assert caught.value.reason.text == f"a run has at most {most} cards"

    def test_clause_is_that_of_the_system(self) -> None:
        clauses = {}
        for of in (CLASSIC, GREEK):
            with pytest.raises(IllegalMeld) as caught:
                Meld.parse("3h 4h Jk Jk", of)
            clauses[of.name] = caught.value.reason.clause
        assert clauses == {"classic-5000": "C7", "greek-351": "T4"}

    def test_hand_made_melds_are_judged_too(self) -> None:
        def judge(meld: Meld, of: Rules = CLASSIC) -> str | None:
            problem = meld_problem(meld, of)
            return problem.code if problem else None

        kinds = [Card.parse(text).kind for text in ("5h", "6h", "7h")]
        assert judge(Run(bytes(kinds), Suit.HEARTS, 5)) is None
        assert judge(Run(bytes(kinds), Suit.HEARTS, 4)) == "not-consecutive"
        assert judge(Run(bytes(kinds), Suit.CLUBS, 5)) == "not-consecutive"
        assert judge(Set(bytes(kinds), Rank.FIVE)) == "not-a-meld"
        king_two = [Card.parse(text).kind for text in ("Kh", "Ah", "2h")]
        assert judge(Run(bytes(king_two), Suit.HEARTS, 13)) == "corner"
        assert judge(Run(bytes(king_two), Suit.HEARTS, 0)) == "corner"
        assert judge(Run(bytes(kinds[:2]), Suit.HEARTS, 5)) == "too-few-cards"

    @pytest.mark.parametrize("kinds", [[20] * 8, [20] * 16, [20] * 24, [53] * 3, [255]])
    def test_no_meld_hides_cards_from_the_count(self, kinds: list[int]) -> None:
        """Sixteen sixes are not one card of the next kind."""
        with pytest.raises(InvalidState, match="at most 7 twins"):
            Set(bytes(kinds), Rank.SIX)
        with pytest.raises(InvalidState, match="at most 7 twins"):
            Run(bytes(kinds), Suit.HEARTS, 1)

    def test_bare_meld_is_neither(self) -> None:
        with pytest.raises(InvalidState, match="a Run or a Set"):
            Meld(bytes((1, 2, 3)))
        for made in (
            lambda: Run(b"", Suit.HEARTS, 4),
            lambda: Run(bytearray(b"\x10\x14\x18"), Suit.HEARTS, 4),  # type: ignore[arg-type]
            lambda: Run(b"\x10\x14\x18", 0, 5),  # type: ignore[arg-type]
            lambda: Run(b"\x10\x14\x18", Suit.HEARTS, -5),
            lambda: Run(b"\x10\x14\x18", Suit.HEARTS, 10**20),
            lambda: Set(None, Rank.SIX),  # type: ignore[arg-type]
            lambda: Set(b"\x14", 6),  # type: ignore[arg-type]
        ):
            with pytest.raises(InvalidState):
                made()


class TestTwos:
    """G7: "A Two in position 2 of a run of its own suit is a natural card." """

    @pytest.mark.parametrize("of", EVERY, ids=lambda of: of.name)
    def test_two_in_place_is_natural(self, of: Rules) -> None:
        assert Meld.parse("Ah 2h 3h", of).is_clean
        assert Meld.parse("2h 3h 4h", of).is_clean

    def test_two_beside_two(self) -> None:
        """One Two natural and one wild; the ace low beside the wild Two."""
        for of in (CLASSIC, CANASTA, GREEK):
            low = Meld.parse("Ah 2h 2s", of)
            assert isinstance(low, Run)
            assert (low.start, low.wild_places) == (1, (2,))
            twin = Meld.parse("2h 2h 3h 4h", of)
            assert twin.wild_places == (0,)
            assert Meld.parse("Ah 2s 3h", of).wild_places == (1,)
        assert code_of("Ah 2h 2s", rules.named("canasta-2000+no-wild-twos"))

    @given(run_texts(), systems())
    @quick
    def test_no_card_is_natural_and_wild_at_once(
        self, laid: list[str], pair: Pair
    ) -> None:
        for meld in readings(laid, pair[0]):
            naturals = len(meld) - meld.wild_count
            assert naturals >= pair[0].wild.min_naturals
            for index in meld.wild_places:
                card = str(meld.cards[index])
                assert card == "Jk" or card[0] == "2"

    def test_set_of_twos(self) -> None:
        """G7: "Twos are natural in a set of Twos" where the option says so."""
        assert Meld.parse("2h 2s 2d", CLASSIC).is_clean
        assert Meld.parse("2h 2s Jk", CLASSIC).wild_count == 1
        plain = rules.named("canasta-2000+no-wild-twos")
        assert Meld.parse("2h 2s 2d", plain).is_clean


class TestRunsAndSets:
    """G6: "The ace is low (position 1) or high (14); never both in one run"."""

    @given(st.data(), systems(house=False))
    @quick
    def test_no_run_holds_two_natural_aces_or_twins(
        self, data: st.DataObject, pair: Pair
    ) -> None:
        of = pair[0]
        meld = data.draw(melds(of))
        assume(isinstance(meld, Run))
        wild = set(meld.wild_places)
        naturals = [card for i, card in enumerate(meld.cards) if i not in wild]
        if len(meld) == 14 and of.melds.both_aces and naturals[0] == naturals[-1]:
            # X1: "a run of fourteen may have a natural ace at either end".
            assert naturals.pop().rank is Rank.ACE
        assert len(set(naturals)) == len(naturals)
        assert len(meld) <= of.melds.longest_run

    @given(set_texts(), systems())
    @quick
    def test_set_in_any_order_is_one_value(self, laid: list[str], pair: Pair) -> None:
        """ "duplicates refused in sets": twins are allowed, order is of no account."""
        assume(all(laid.count(text) <= 7 for text in laid))
        of, _ = pair
        one = [m for m in readings(laid, of) if isinstance(m, Set)]
        two = [m for m in readings(sorted(laid), of) if isinstance(m, Set)]
        assert one == two
        assert [m.heap for m in one] == [Cards.of(laid)] * len(one)

    def test_ace_in_both_places_where_rules_let_it(self) -> None:
        long = HOUSE[1][0]
        meld = Meld.parse(TestRefusals.FULL, long)
        assert meld.is_clean and meld.is_full and len(meld) == 14
        assert str(arrange(TestRefusals.FULL, long)[0]) == TestRefusals.FULL


class TestArrange:
    """`arrange` finds every legal meld of given cards, in any order."""

    @given(near_melds(), systems(), st.randoms(use_true_random=False))
    @settings(quick, max_examples=150)
    def test_all_and_only_those_of_the_oracle(
        self, laid: list[str], pair: Pair, rng: Any
    ) -> None:
        of, system = pair
        wild = sum(oracle.may_be_wild(text, system) for text in laid)
        assume(wild <= 3)
        rng.shuffle(laid)
        found = arrange(laid, of)
        assert len(set(found)) == len(found)
        assert {str(meld) for meld in found} == oracle.arrangements(laid, system)
        for meld in found:
            assert meld.heap == Cards.of(laid)  # no card left out, none twice
            assert meld in readings([str(card) for card in meld.cards], of)

    @given(st.data(), systems())
    @quick
    def test_a_meld_is_among_its_arrangements(
        self, data: st.DataObject, pair: Pair
    ) -> None:
        meld = data.draw(melds(pair[0]))
        try:
            found = arrange(meld.heap, pair[0])
        except AmbiguousMove:  # only without any limit on wild cards
            assert meld.wild_count > 6
            return
        assert meld in found

    def test_player_chooses_the_end(self) -> None:
        assert [str(meld) for meld in arrange("Jk 6h 5h", GREEK)] == [
            "Jk 5h 6h",
            "5h 6h Jk",
        ]

    def test_nothing_to_find(self) -> None:
        assert arrange("", CLASSIC) == arrange("5h 6h", CLASSIC) == ()
        assert arrange("Jk Jk Jk", ONE_NATURAL[0]) == ()
        every = " ".join(KIND_TEXT) + " " + " ".join(KIND_TEXT)
        assert arrange(f"{every} {every}", CLASSIC) == ()

    def test_too_many_to_list(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """House rules without a limit on wild cards meet one on what is listed."""
        of = ONE_NATURAL[0]
        assert _search.MOST_ARRANGEMENTS == 10_000
        runs = sum(isinstance(m, Run) for m in arrange("2h 2d 2c Jk 5h", of))
        assert runs > 100
        monkeypatch.setattr(_search, "MOST_ARRANGEMENTS", runs)
        # Other twins, since what has been asked is remembered.
        assert len(arrange("2h 2d 2s Jk 5h", of)) == runs + 1  # and a set
        monkeypatch.setattr(_search, "MOST_ARRANGEMENTS", runs - 1)
        with pytest.raises(AmbiguousMove) as caught:
            arrange("2h 2c 2s Jk 5h", of)
        assert caught.value.text == "2h 2c 2s 5h Jk"
        assert caught.value.options == ()
        assert str(caught.value).endswith("can be read in more than 10,000 ways")


def added() -> st.SearchStrategy[list[str]]:
    near = st.sampled_from([*KIND_TEXT, "Jk", "2h", "2d", "2c", "2s"])
    return st.lists(near, min_size=1, max_size=2)


@st.composite
def additions(draw: st.DrawFn, meld: Meld) -> list[str]:
    """Cards that may well fit a meld: its neighbours, what is missing, wild cards."""
    if isinstance(meld, Set):
        fits = [f"{meld.rank}{suit}" for suit in "hdcs"]
    else:
        assert isinstance(meld, Run)
        places = range(max(1, meld.start - 2), min(14, meld.end + 2) + 1)
        fits = [oracle.natural_at(str(meld.suit), place) for place in places]
    wild = ["Jk", "2h", "2d", "2c", "2s"]
    fitting = st.lists(st.sampled_from([*fits, *wild]), min_size=1, max_size=3)
    found = draw(st.one_of(fitting, fitting, added()))
    assume(all(found.count(t) < 3 for t in found))
    assume(all(meld.heap.count(t) < 4 for t in found))
    return found


class TestLayOff:
    """G9: "Natural cards never move or come back, and a natural Two never turns wild."
    G10: "its wild card may take any other place in the same run that leaves the whole a
    legal run"; G11: "it is never taken by another wild card."
    """

    @given(st.data(), systems())
    @settings(quick, max_examples=200)
    def test_results_are_those_of_the_oracle(
        self, data: st.DataObject, pair: Pair
    ) -> None:
        of, system = pair
        meld = data.draw(melds(of))
        table = [str(card) for card in meld.cards]
        assume(len(readings(table, of)) == 1)
        wild = sum(oracle.may_be_wild(text, system) for text in table)
        assume(wild <= 3)
        more = data.draw(additions(meld))
        found = lay_off_results(meld, more, of)
        assert {str(m) for m in found} == oracle.layoff_results(table, more, system)
        assert len(set(found)) == len(found)
        assert str(meld) == " ".join(table)  # the meld on the table is untouched
        for result in found:
            assert result.heap == meld.heap + more  # no card left out, none twice

    @given(st.data(), systems(), st.booleans())
    @settings(quick, max_examples=150)
    def test_problem_agrees_with_results(
        self, data: st.DataObject, pair: Pair, relocate: bool
    ) -> None:
        """What may follow is exactly what is listed; the rest has a reason."""
        of = changed(pair[0], wild={"relocate": relocate})
        meld = data.draw(melds(of))
        more = data.draw(additions(meld))
        heap = meld.heap + more
        assume(heap.count("Jk") + sum(heap.count("2" + s) for s in "hdcs") <= 4)
        found = set(lay_off_results(meld, more, of))
        for result in {*arrange(heap, of), *found}:
            problem = lay_off_problem(meld, result, of)
            assert (problem is None) == (result in found), (meld, result, problem)

    @given(st.data(), systems())
    @quick
    def test_naturals_stay_and_cleanliness_is_recomputed(
        self, data: st.DataObject, pair: Pair
    ) -> None:
        of, _ = pair
        meld = data.draw(melds(of))
        assume(isinstance(meld, Run))
        for result in lay_off_results(meld, data.draw(additions(meld)), of):
            assert isinstance(meld, Run) and isinstance(result, Run)
            wild = set(meld.wild_places)
            for index, card in enumerate(meld.cards):
                if index not in wild:
                    place = meld.start + index
                    assert result.cards[place - result.start] == card
                    assert place - result.start not in result.wild_places
            fresh = readings([str(card) for card in result.cards], of)
            assert result in fresh
            if result.is_clean and not meld.is_clean:
                assert any(
                    str(meld.cards[i]) == f"2{meld.suit}" for i in meld.wild_places
                )

    @given(st.data(), systems())
    @quick
    def test_fixed_wild_cards_stay(self, data: st.DataObject, pair: Pair) -> None:
        """Where rules do not let wild cards move, results keep every card in place."""
        of, system = changed(pair[0], wild={"relocate": False}), pair[1]
        meld = data.draw(melds(of))
        table = [str(card) for card in meld.cards]
        assume(isinstance(meld, Run) and len(readings(table, of)) == 1)
        assert isinstance(meld, Run)
        more = data.draw(additions(meld))
        heap = [*table, *more]
        assume(sum(oracle.may_be_wild(text, system) for text in heap) <= 4)
        kept = {
            oracle.text(run)
            for run in oracle.run_arrangements(heap, str(meld.suit), system)
            for shift in [meld.start - run.start]
            if shift >= 0 and list(run.cards[shift : shift + len(table)]) == table
        }
        assert {str(m) for m in lay_off_results(meld, more, of)} == kept

    @pytest.mark.parametrize(
        ("table", "more", "results"),
        [
            ("Jk 5c 6c", "8c", ["5c 6c Jk 8c"]),
            ("6c Jk 8c", "10c", []),
            ("6c Jk 8c", "7c 10c", ["6c 7c 8c Jk 10c"]),
            ("2s 4s 5s 6s", "Jk", []),
            ("3h 4h Jk 6h", "5h", ["Jk 3h 4h 5h 6h", "3h 4h 5h 6h Jk"]),
            ("3h 4h 2h 6h", "5h", ["2h 3h 4h 5h 6h", "3h 4h 5h 6h 2h"]),
            ("Ah Jk 3h", "2h", ["Ah 2h 3h Jk"]),
            ("Ah 2s 3h", "2h", ["Ah 2h 3h 2s"]),
            ("As 2s 3s 4s 5s 6s Jk 8s 9s 10s Js Qs Ks", "7s", []),
            ("Kh Kd Kc", "Ks Jk", ["Kh Kd Kc Ks Jk"]),
            ("Kh Kd Kc", "Qs", []),
            ("Kh Kd Kc", "", []),
            ("5h 6h 7h", "8d", []),
        ],
    )
    def test_worked_examples(self, table: str, more: str, results: list[str]) -> None:
        for of in (CLASSIC, CANASTA, GREEK):
            laid = Meld.parse(table, of)
            found = lay_off_results(laid, more, of)
            assert [str(meld) for meld in found] == results
            assert all(lay_off_problem(laid, meld, of) is None for meld in found)

    def test_wild_for_wild_is_no_lay_off_though_fresh_it_is_a_meld(self) -> None:
        """G11: with `2s 4s 5s 6s` on the table adding a joker is illegal, though
        `2s Jk 4s 5s 6s` laid fresh from hand is fine."""
        for of in (CLASSIC, CANASTA, GREEK):
            table = Meld.parse("2s 4s 5s 6s", of)
            fresh = Meld.parse("2s Jk 4s 5s 6s", of)
            problem = lay_off_problem(table, fresh, of)
            assert problem is not None and problem.code == "wild-for-wild"

    @pytest.mark.parametrize(
        ("old", "new", "code"),
        [
            ("5h 6h 7h", "5h 6h 7h", "nothing-laid"),
            ("Jk 5c 6c", "5c 6c Jk", "nothing-laid"),
            ("5h 6h 7h", "6h 7h 8h", "meld-changed"),
            ("5h 6h 7h", "5d 6d 7d 8d", "meld-changed"),
            ("5h 6h 7h", "5h 5d 5c", "meld-changed"),
            ("5h 5d 5c", "6h 6d 6c Jk", "meld-changed"),
            ("2h 3h 4h", "3h 4h 5h 2h", "natural-moved"),
            ("2s 4s 5s 6s", "2s Jk 4s 5s 6s", "wild-for-wild"),
            ("5h 5d 5c", "5h 5d 5c Jk 2h", "too-many-wild"),
            ("5h 6h Jk", "5h 6h 7h Jk 2c", "too-many-wild"),
        ],
    )
    def test_refusal(self, old: str, new: str, code: str) -> None:
        loose = changed(CLASSIC, wild={"limit": None})
        of = CLASSIC
        before, after = Meld.parse(old, loose), Meld.parse(new, loose)
        problem = lay_off_problem(before, after, of)
        assert problem is not None and problem.code == code

    def test_sets_of_other_ranks_and_runs_of_other_suits(self) -> None:
        """A meld keeps its rank and suit where wild cards could pass for others."""
        of = ONE_NATURAL[0]
        table = Meld.parse("set 2h 2d Jk", of)
        other = Meld.parse("set 5h 2h 2d Jk", of)
        problem = lay_off_problem(table, other, of)
        assert problem is not None and problem.code == "meld-changed"
        hearts = Meld.parse("run Jk=Ah 2h 2d=3h", of)
        diamonds = Meld.parse("run Jk=Ad 2d 2h=3d 4d", of)
        problem = lay_off_problem(hearts, diamonds, of)
        assert problem is not None and problem.code == "meld-changed"

    def test_fixed_wild_card(self) -> None:
        of = changed(CLASSIC, wild={"relocate": False})
        old, new = Meld.parse("3h 4h Jk", of), Meld.parse("3h 4h 5h Jk", of)
        problem = lay_off_problem(old, new, of)
        assert problem is not None
        assert (problem.code, problem.clause) == ("wild-fixed", "G10")
        assert "Jk" in problem.text

    @pytest.mark.parametrize(
        ("table", "more", "code"),
        [
            ("2s 4s 5s 6s", "Jk", "wild-for-wild"),
            ("5h 6h 7h", "", "nothing-laid"),
            ("5h 6h 7h", "9d", "no-place"),
            ("5h 5d 5c", "6h", "no-place"),
            ("5h 5d 5c", "Jk Jk", "too-many-wild"),
            ("5h 5d 5c 5s Jk", "2h", "too-many-wild"),
            ("5h 6h 7h", "8h", None),
            ("5h 5h 5h 5h 5h 5h 5d", "5h 5h", "no-place"),
            ("5h 5h 5h 5d 5d 5d 5c 5c", "5s", "set-too-large"),
            ("Jk 5h 5d 5c 5s", "5s Jk", "too-many-wild"),
        ],
    )
    def test_why_no_lay_off(self, table: str, more: str, code: str | None) -> None:
        problem = why_no_lay_off(Meld.parse(table, CLASSIC), more, CLASSIC)
        assert (problem and problem.code) == code

    def test_no_place_names_the_cards_and_the_meld(self) -> None:
        problem = why_no_lay_off(Meld.parse("5h 6h 7h", CLASSIC), "9d Jk", CLASSIC)
        assert problem is not None
        assert problem.text == "9d Jk cannot be laid off on 5h 6h 7h"

    def test_what_no_heap_can_hold(self) -> None:
        seven = Meld.parse("5h 5h 5h 5h 5h 5h 5h", GREEK)
        assert lay_off_results(seven, "5h", GREEK) == ()
        many = [c for c in KIND_TEXT for _ in range(3)]
        assert lay_off_results(seven, many, GREEK) == ()


class TestWildCards:
    """C7: "At most one wild card in a meld at any time."
    P6: "At most one wild card for every two natural cards in a meld".
    """

    @given(st.data(), systems(house=False))
    @quick
    def test_limits_hold_after_any_lay_off(
        self, data: st.DataObject, pair: Pair
    ) -> None:
        of, system = pair
        meld = data.draw(melds(of))
        for result in (meld, *lay_off_results(meld, data.draw(additions(meld)), of)):
            naturals = len(result) - result.wild_count
            assert naturals >= 2
            if system.max_wild is not None:
                assert result.wild_count <= system.max_wild
            else:
                assert result.wild_count <= naturals // 2

    def test_only_jokers_where_twos_are_plain(self) -> None:
        plain, _ = PUBLISHED[3]
        assert replace(oracle.CANASTA, wild_twos=False) == PUBLISHED[3][1]
        assert code_of("5h 6h 2c", plain) == "not-a-meld"
        for two in combinations(["2h", "2d", "2c", "2s"], 2):
            with pytest.raises(IllegalMeld):
                Meld.parse(["5h", "5d", "5c", *two], plain)
        assert Meld.parse("Ah 2h 3h", plain).kind is MeldKind.RUN


def test_cards_that_would_make_another_kind_of_meld_have_no_place() -> None:
    """G9: melds are never turned into others; a run does not become a set."""
    loose = rules.CLASSIC_5000.with_options({"wild": {"limit": None}})
    run = Meld.parse("Ah 2h Jk", loose)
    assert [str(m) for m in arrange("Ah 2h Jk Ad", loose)] == ["Ah Ad 2h Jk"]
    why = why_no_lay_off(run, "Ad", loose)
    assert why is not None and why.code == "no-place"
