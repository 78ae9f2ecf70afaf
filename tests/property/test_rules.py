"""Rules as data: presets, variants, options, and what they may not say together."""

from __future__ import annotations

import json
import random
from collections.abc import Iterable
from typing import Any, cast

import attrs
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from biriba import Card, InvalidRules, deck, rules
from biriba.rules import (
    VARIANTS,
    Bonus,
    MeldKind,
    Rules,
    Seating,
    from_json,
    named,
    variants_of,
)
from property.strategies import NAMES, all_rules, changed

CLASSIC, CANASTA, GREEK = rules.CLASSIC_5000, rules.CANASTA_2000, rules.GREEK_351
quick = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)


def problems_of(of: Rules, options: Any) -> tuple[str, ...]:
    with pytest.raises(InvalidRules) as caught:
        of.with_options(options)
    return caught.value.problems


class TestPresets:
    """C1, P1, T1, G17 and the starting totals of T13, for every name there is."""

    @pytest.mark.parametrize("name", NAMES)
    def test_every_combination_of_variants_exists(self, name: str) -> None:
        of = named(name)
        assert of.name == name
        assert of.problems() == []
        for seating in of.seatings:
            assert of.seating(seating.seats) is seating
            assert seating.biribakia == seating.sides  # one a side
            size = len(deck(seating.packs, seating.jokers))
            assert size == 52 * seating.packs + seating.jokers
        assert of.seating() is of.seating(of.default_seats)

    @pytest.mark.parametrize("name", NAMES)
    def test_options_round_trip(self, name: str) -> None:
        of = named(name)
        data = json.loads(json.dumps(of.options()))
        assert Rules.from_options(data) == of
        assert hash(Rules.from_options(data)) == hash(of)
        assert of.with_options(data) == of == of.with_options({})
        assert of.differences(of) == {}

    @given(all_rules(), all_rules())
    @quick
    def test_differences_lead_from_one_to_the_other(self, a: Rules, b: Rules) -> None:
        assert b.with_options(a.differences(b)) == a
        assert (a.differences(b) == {}) == (a == b)

    @given(st.sampled_from(NAMES), st.randoms(use_true_random=False))
    @quick
    def test_order_of_variants_does_not_matter(
        self, name: str, rng: random.Random
    ) -> None:
        preset, *variants = name.split("+")
        rng.shuffle(variants)
        other = " + ".join([preset.upper(), *variants])
        assert named(other) == named(name) == from_json(other)

    def test_deck_sizes(self) -> None:
        """C1 "108 cards"; T1 "106 cards" and "four-jokers: 108"; G17 "162 cards"."""
        sizes = {
            (name, s.seats): 52 * s.packs + s.jokers
            for name in ("classic-5000", "canasta-2000", "greek-351")
            for s in named(name).seatings
        }
        assert all(
            size == (162 if seats > 4 else 106 if name == "greek-351" else 108)
            for (name, seats), size in sizes.items()
        )
        assert {s.jokers for s in named("greek-351+four-jokers").seatings} == {4}

    def test_starting_totals(self) -> None:
        """T13: "four seats 0, three seats 100, two seats 50"."""
        totals = {s.seats: s.starting_total for s in GREEK.seatings}
        assert totals == {4: 0, 3: 100, 2: 50}

    def test_variants_change_what_they_say(self) -> None:
        """P13, T1, T4, T6, C6, G16, F1, F6, F7, F15."""
        assert not named("canasta-2000+no-wild-twos").wild.twos
        assert named("canasta-2000+hard-close").going_out.biribas == 2
        six = named("canasta-2000+six-seats")
        assert [s.seats for s in six.seatings] == [six.default_seats] == [6]
        solo = named("canasta-2000+solo")
        assert solo.target.points == 1500
        assert all(s.sides == s.seats == s.biribakia for s in solo.seatings)
        assert named("greek-351+pile-for-melds").pile.new_meld
        assert named("greek-351+wild-ratio").wild.naturals_per_wild == 2
        free = named("classic-5000+free-rediscard+joker-no-bonus")
        assert free.pile.rediscard.value == "free"
        assert free.deal.turned_joker.value == "no-bonus-suit"
        assert named("usual-3000+to-2500").target.points == 2500
        jokers = named("buraco-3000+with-jokers")
        assert {s.jokers for s in jokers.seatings} == {4}
        sets = named("buraco-3000+with-sets")
        assert sets.melds.sets and len(sets.prices.bonuses) == 4
        assert named("buraco-3000+open-pile").pile.take.value == "free"

    def test_every_variant_belongs_to_a_preset(self) -> None:
        for variant in VARIANTS.values():
            assert variant.presets and variant.text and variant.clause
            for preset in variant.presets:
                assert variant in variants_of(preset)
                assert named(f"{preset}+{variant.name}") != named(preset)
        assert variants_of("no-such") == ()


class TestNames:
    """An unknown rules name is a typed error that suggests the closest."""

    @pytest.mark.parametrize(
        ("name", "problems"),
        [
            (
                "clasic-5000",
                ["no rules named 'clasic-5000'; did you mean classic-5000?"],
            ),
            (
                "",
                [
                    "no rules named ''; there are classic-5000, canasta-2000, "
                    "greek-351, usual-3000, greek-3030, online-3000, burraco-2005, "
                    "buraco-3000"
                ],
            ),
            (
                "canasta-2000+hard-closing",
                ["no variant named 'hard-closing'; did you mean hard-close?"],
            ),
            (
                "greek-351+",
                [
                    "no variant named ''; there are four-jokers, wild-ratio, "
                    "pile-for-melds, joker-no-bonus, joker-to-first-seat"
                ],
            ),
            (
                "canasta-2000+four-jokers+solo+solo+xx",
                [
                    "four-jokers is no variant of canasta-2000; it has no-wild-twos, "
                    "super-biriba, six-seats, solo, hard-close",
                    "solo is named twice",
                    "no variant named 'xx'; there are no-wild-twos, super-biriba, "
                    "six-seats, solo, hard-close",
                ],
            ),
            (
                "classic-5000+free-rediscard+lone-card-rediscard"
                "+joker-no-bonus+joker-to-first-seat",
                [
                    "free-rediscard and lone-card-rediscard contradict each other",
                    "joker-no-bonus and joker-to-first-seat contradict each other",
                ],
            ),
        ],
    )
    def test_all_problems_at_once(self, name: str, problems: list[str]) -> None:
        with pytest.raises(InvalidRules) as caught:
            named(name)
        assert list(caught.value.problems) == problems
        assert str(caught.value) == "; ".join(problems)

    @given(st.text(max_size=60))
    @quick
    def test_any_text_is_a_name_or_refused(self, text: str) -> None:
        try:
            assert named(text).name in NAMES
        except InvalidRules as error:
            assert error.problems

    @pytest.mark.parametrize("name", [None, 5, ["classic-5000"]])
    def test_a_name_is_text(self, name: Any) -> None:
        with pytest.raises(InvalidRules):
            named(name)

    @pytest.mark.parametrize("seats", [0, 5, -1, 4.0, "4", True])
    def test_seats_that_a_system_lacks(self, seats: Any) -> None:
        with pytest.raises(InvalidRules, match=r"has no .* seats; it has 2, 3, 4"):
            GREEK.seating(seats)


class TestFromJson:
    """A name with variants, or an object: a name and the options that differ."""

    def test_name_and_options(self) -> None:
        made = from_json({"name": "greek-351", "wild": {"limit": 2}})
        assert made == GREEK.with_options({"wild": {"limit": 2}})
        assert from_json(made) is made
        assert from_json({"name": "greek-351"}) == GREEK

    @pytest.mark.parametrize("data", [None, 5, []])
    def test_no_rules(self, data: Any) -> None:
        with pytest.raises(InvalidRules, match="rules: expected a name, or an object"):
            from_json(data)

    @pytest.mark.parametrize(
        ("data", "problem"),
        [
            ({}, "base: expected the name of rules to start from, which is missing"),
            ({"wild": {}}, "base: expected the name of rules to start from, which is"),
            (
                {"base": None},
                "base: expected the name of rules to start from, not nu",
            ),
            ({"base": 5, "name": "home"}, "base: expected the name of rules to start"),
            ({"name": 5}, "name: expected the name of rules to start from, not 5"),
            (
                {"base": "clasic-5000"},
                "base: no rules named 'clasic-5000'; did you",
            ),
            ({"base": "home"}, "base: no rules named 'home'"),
            ({"name": "home"}, "name: no rules named 'home'"),
        ],
    )
    def test_no_start(self, data: Any, problem: str) -> None:
        """The key that names it is told, and every name that it could have."""
        with pytest.raises(InvalidRules) as caught:
            from_json(data)
        (told,) = caught.value.problems
        assert told.startswith(problem)
        assert "there are classic-5000, canasta-2000, greek-351" in told
        assert ("say in base" in told) == (data == {"name": "home"})

    def test_a_wrong_variant_of_the_start(self) -> None:
        with pytest.raises(InvalidRules, match="base: no variant named 'hard'"):
            from_json({"base": "canasta-2000+hard", "name": "home"})


WRONG: list[tuple[dict[str, Any], str]] = [
    # What does not go together.
    ({"seatings": []}, "seatings: a system needs at least one number of seats"),
    (
        {"seatings": [{"seats": 4, "sides": 2}] * 2},
        "seatings: a number of seats occurs twice",
    ),
    ({"default_seats": 7}, "default_seats: 7 is not among the seatings"),
    ({"deal": {"hand": 0}}, "deal.hand: every seat needs at least one card"),
    (
        {"deal": {"biribaki": 1}},
        "deal.biribaki: at least two cards, to play from it and keep one",
    ),
    ({"deal": {"ranks": 2}}, "deal.ranks: from 3 to 13"),
    ({"deal": {"ranks": 14}}, "deal.ranks: from 3 to 13"),
    ({"deal": {"suits": 0}}, "deal.suits: from 1 to 4"),
    ({"deal": {"suits": 5}}, "deal.suits: from 1 to 4"),
    ({"wild": {"min_naturals": 0}}, "wild.min_naturals: a meld needs a natural card"),
    (
        {"wild": {"naturals_per_wild": 0}},
        "wild.naturals_per_wild: at least 1, or none",
    ),
    (
        {"melds": {"max_set_naturals": 1}},
        "melds.max_set_naturals: too few for a set of three cards",
    ),
    (
        {"melds": {"max_set_naturals": 2}, "wild": {"limit": None}},
        "",
    ),
    (
        {
            "melds": {"max_set_naturals": 1},
            "wild": {"limit": None, "naturals_per_wild": 2},
        },
        "melds.max_set_naturals: too few for a set of three cards",
    ),
    ({"melds": {"longest_run": 2}}, "melds.longest_run: from 3 to 14"),
    ({"melds": {"longest_run": 15}}, "melds.longest_run: from 3 to 14"),
    (
        {"melds": {"longest_run": 14, "ace_low": False}},
        "melds.longest_run: 14 places need the ace both low and high",
    ),
    (
        {"melds": {"longest_run": 14, "ace_high": False}},
        "melds.longest_run: 14 places need the ace both low and high",
    ),
    ({"melds": {"longest_run": 14}}, ""),
    (
        {"melds": {"both_aces": False}},
        "melds.both_aces: no run is long enough for two aces",
    ),
    ({"melds": {"both_aces": False, "longest_run": 14}}, ""),
    ({"biriba": {"length": 2}}, "biriba.length: a biriba has at least three cards"),
    (
        {"biriba": {"length": 14, "sets": False}},
        "biriba.length: no meld that counts is longer than 13",
    ),
    ({"biriba": {"length": 13, "sets": False}}, ""),
    (
        {"stock": {"dead_cards": 100}},
        "seating for 4: no card of the stock could be drawn, all are dead",
    ),
    (
        {"going_out": {"clean_biribas": 2}},
        "going_out.clean_biribas: more than the biribas asked for",
    ),
    (
        {"going_out": {"run_and_set": True}, "melds": {"sets": False}},
        "going_out.run_and_set: this system has no sets",
    ),
    (
        {"pile": {"new_meld": True}},
        "pile.new_meld, pile.hand_naturals: the pile is free, nothing earns it",
    ),
    (
        {"pile": {"take": "top-card", "hand_naturals": 2}},
        "pile.hand_naturals: only asked for where a new meld with the top card earns "
        "the pile",
    ),
    (
        {"deal": {"bury_wild_cards": True, "turned_joker": "no-bonus-suit"}},
        "deal.turned_joker: wild cards are buried already",
    ),
    (
        {
            "deal": {"bonus_suit": False, "turned_joker": "first-seat"},
            "prices": {"bonuses": []},
        },
        "deal.turned_joker: without a bonus suit a turned joker needs no rule",
    ),
    (
        {"biribaki": {"when": "first-biriba"}},
        "prices.unplayed_exempt: needs biribakia taken with an empty hand",
    ),
    ({"stock": {"idle_rounds": 0}}, "stock.idle_rounds: at least 1"),
    ({"target": {"points": 0}}, "target.points: must be more than 0"),
    # Seatings.
    (
        {"seatings": [{"seats": 1, "sides": 1}], "default_seats": 1},
        "seating for 1: from 2 to 12 seats",
    ),
    (
        {"seatings": [{"seats": 13, "sides": 13}], "default_seats": 13},
        "seating for 13: from 2 to 12 seats",
    ),
    (
        {"seatings": [{"seats": 4, "sides": 3}]},
        "seating for 4: 3 sides cannot share the seats evenly",
    ),
    (
        {"seatings": [{"seats": 4, "sides": 1}]},
        "seating for 4: 1 side cannot share the seats evenly",
    ),
    (
        {"seatings": [{"seats": 4, "sides": 0}]},
        "seating for 4: 0 sides cannot share the seats evenly",
    ),
    (
        {"seatings": [{"seats": 4, "sides": 2, "packs": 8}]},
        "seating for 4: 1 to 7 packs and 0 to 7 jokers",
    ),
    (
        {"seatings": [{"seats": 4, "sides": 2, "jokers": 8}]},
        "seating for 4: 1 to 7 packs and 0 to 7 jokers",
    ),
    (
        {"seatings": [{"seats": 4, "sides": 2, "packs": 1}]},
        "seating for 4: 56 cards are too few to deal 67 and a stock",
    ),
    (
        {"seatings": [{"seats": 4, "sides": 2, "biribakia": 0}]},
        "seating for 4: going out needs a biribaki and there is none",
    ),
    # Wrong types and names.
    ({"wld": {}}, "wld: no such option; did you mean wild?"),
    (
        {"wild": {"zzz": 1}},
        "wild.zzz: no such option; there are "
        "twos, limit, naturals_per_wild, min_naturals, relocate",
    ),
    (
        {"wild": 5},
        "wild: expected an object of options "
        "(twos, limit, naturals_per_wild, min_naturals, relocate)",
    ),
    ({"wild": {"twos": 1}}, "wild.twos: expected true or false"),
    ({"wild": {"limit": 1.0}}, "wild.limit: expected a whole number from 0 to 1000"),
    ({"wild": {"limit": True}}, "wild.limit: expected a whole number from 0 to 1000"),
    ({"wild": {"limit": 1001}}, "wild.limit: expected a whole number from 0 to 1000"),
    ({"deal": {"hand": None}}, "deal.hand: expected a whole number from 0 to 1000"),
    ({"title": ""}, "title: expected a short text"),
    ({"title": "x" * 501}, "title: expected a short text"),
    (
        {"pile": {"take": "never"}},
        "pile.take: expected one of free, top-card, any-card",
    ),
    ({"pile": {"take": []}}, "pile.take: expected one of free, top-card, any-card"),
    (
        {"prices": {"going_out": 0.25}},
        "prices.going_out: 0.25 is no multiple of one half",
    ),
    (
        {"prices": {"cards": {"ace": "x"}}},
        "prices.cards.ace: points are a number, not 'x'",
    ),
    ({"seatings": {}}, "seatings: expected a list of at most 100"),
    ({"seatings": [{}] * 101}, "seatings: expected a list of at most 100"),
    ({"seatings": [5]}, "seatings[0]: expected an object of options"),
    ({"seatings": [{"seats": 4}]}, "seatings[0]: sides is missing"),
]


def bonus(**options: Any) -> dict[str, Any]:
    plain = {"code": "x", "kind": "set", "length": 7, "clean": 1, "dirty": None}
    return {"prices": {"bonuses": [plain | options]}}


TWICE = bonus()["prices"]["bonuses"] * 2
BONUSES: list[tuple[dict[str, Any], str]] = [
    ({"prices": {"bonuses": TWICE}}, "prices.bonuses: a code occurs twice"),
    (bonus(kind="run", rank=1), "prices.bonuses x: runs have no rank"),
    (bonus(rank=14), "prices.bonuses x: ranks are 1 to 13"),
    (bonus(rank=0), "prices.bonuses x: ranks are 1 to 13"),
    (bonus(length=2), "prices.bonuses x: melds have three cards"),
    (bonus(in_bonus_suit_clean=1), "prices.bonuses x: sets have no suit"),
    (bonus(in_bonus_suit_dirty=1), "prices.bonuses x: sets have no suit"),
    (
        bonus(kind="run", in_bonus_suit_dirty=1) | {"deal": {"bonus_suit": False}},
        "prices.bonuses x: this system has no bonus suit",
    ),
    (bonus(clean="x"), "prices.bonuses[0].clean: points are a number, not 'x'"),
    (bonus(kind="pair"), "prices.bonuses[0].kind: expected one of run, set"),
    (bonus(kind="run", rank=None), ""),
    (bonus(rank=13), ""),
    (bonus(in_a_row=8), "prices.bonuses x: more cards in a row than in the meld"),
    (bonus(in_a_row=7), ""),
]


class TestContradictions:
    """Settings that contradict each other are refused, all of them in one error."""

    @pytest.mark.parametrize(("options", "problem"), [*WRONG, *BONUSES])
    def test_is_found(self, options: dict[str, Any], problem: str) -> None:
        if not problem:
            assert CLASSIC.with_options(options).problems() == []
            return
        found = problems_of(CLASSIC, options)
        assert problem in found
        # The same mistake in the whole data, as a record would carry it.
        data = CLASSIC.options()
        for group, value in options.items():
            old = data.get(group)
            if isinstance(old, dict) and isinstance(value, dict):
                data[group] = cast(Any, old | value)
            else:
                data[group] = value
        with pytest.raises(InvalidRules):
            Rules.from_options(data)

    @given(
        st.lists(st.sampled_from([p for p in WRONG if p[1]]), min_size=2, max_size=6)
    )
    @settings(quick, max_examples=100)
    def test_all_are_reported_together(
        self, picked: list[tuple[dict[str, Any], str]]
    ) -> None:
        """Every problem is in the one error."""
        groups: set[str] = set()
        together: dict[str, Any] = {}
        wanted: list[str] = []
        for options, problem in picked:
            if groups & set(options) or "seatings" in options:
                continue
            if "default_seats" in options or "biribaki" in options:
                continue
            if {"melds", "biriba"} <= groups | set(options):
                continue  # how long a biriba can be depends on the melds
            groups |= set(options)
            together |= options
            wanted.append(problem)
        if not together:
            return
        found = problems_of(CLASSIC, together)

        # The options that are wrong; what is said of one may depend on another.
        def named(problems: Iterable[str]) -> set[str]:
            return {problem.split(":")[0] for problem in problems}

        assert named(wanted) <= named(found)

    def test_many_at_once(self) -> None:
        found = problems_of(
            GREEK,
            {
                "deal": {"hand": 0, "biribaki": 0, "suits": 9},
                "wild": {"min_naturals": 0},
                "biriba": {"length": 1},
                "target": {"points": -5},
            },
        )
        assert len(found) >= 6
        found = problems_of(
            GREEK, {"deal": {"hand": "x", "zz": 1}, "yy": 2, "title": None}
        )
        assert len(found) == 4


class TestTypes:
    """Values of a wrong type are refused by the constructor too, wherever they are."""

    @pytest.mark.parametrize(
        ("field", "value", "problem"),
        [
            ("deal", None, "deal: expected Deal"),
            ("deal", CLASSIC.wild, "deal: expected Deal"),
            ("seatings", 5, "seatings: expected a tuple of Seating"),
            ("seatings", list(CLASSIC.seatings), "seatings: expected a tuple of"),
            ("seatings", (4,), "seatings: expected a tuple of Seating"),
            ("name", 5, "name: expected a short text"),
            ("default_seats", "4", "default_seats: expected a whole number"),
            (
                "pile",
                attrs.evolve(CLASSIC.pile, take=cast(Any, "free")),
                "pile.take: expected PileRule",
            ),
            (
                "wild",
                attrs.evolve(CLASSIC.wild, twos=cast(Any, 1)),
                "wild.twos: expected true or false",
            ),
            (
                "seatings",
                (Seating(cast(Any, "4"), 2),),
                "seatings[0].seats: expected a whole number",
            ),
            (
                "prices",
                attrs.evolve(CLASSIC.prices, cards=cast(Any, None)),
                "prices.cards: expected CardValues",
            ),
            (
                "prices",
                attrs.evolve(CLASSIC.prices, bonuses=cast(Any, [])),
                "prices.bonuses: expected a tuple of Bonus",
            ),
        ],
    )
    def test_is_refused(self, field: str, value: Any, problem: str) -> None:
        with pytest.raises(InvalidRules) as caught:
            attrs.evolve(CLASSIC, **{field: value})
        assert len(caught.value.problems) == 1
        assert caught.value.problems[0].startswith(problem)

    @pytest.mark.parametrize("options", [None, 5, [], "wild"])
    def test_options_are_an_object(self, options: Any) -> None:
        assert problems_of(CLASSIC, options) == (
            "rules: expected an object of options",
        )
        with pytest.raises(InvalidRules) as caught:
            Rules.from_options(options)
        assert "rules: name is missing" in caught.value.problems
        assert "rules: expected an object of options" in caught.value.problems

    def test_missing_options_are_named(self) -> None:
        with pytest.raises(InvalidRules) as caught:
            Rules.from_options({"name": "x", "title": "y"})
        assert caught.value.problems == (
            "rules: source is missing",
            "rules: clauses is missing",
            "rules: seatings is missing",
        )

    @given(
        st.recursive(
            st.none()
            | st.booleans()
            | st.integers()
            | st.floats()
            | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=3)
                | st.dictionaries(
                    st.sampled_from(
                        ["wild", "deal", "limit", "seatings", "seats", "x"]
                    ),
                    inner,
                    max_size=3,
                )
            ),
            max_leaves=8,
        )
    )
    @settings(quick, max_examples=100)
    def test_any_data_makes_rules_or_is_refused(self, data: Any) -> None:
        try:
            made = CLASSIC.with_options(data)
        except InvalidRules as error:
            assert error.problems
        else:
            assert made.problems() == []


class TestData:
    """Two systems differ only in their data; equal data is equal rules."""

    def test_rules_are_values(self) -> None:
        again = Rules.from_options(CLASSIC.options())
        assert again == CLASSIC and {again, CLASSIC} == {CLASSIC}
        assert changed(CLASSIC, wild={"limit": 2}) != CLASSIC
        with pytest.raises(attrs.exceptions.FrozenInstanceError):
            cast(Any, CLASSIC).name = "x"

    def test_nested_differences_name_only_what_differs(self) -> None:
        other = changed(CLASSIC, wild={"limit": 2}, target={"points": 700.5})
        assert other.differences(CLASSIC) == {
            "wild": {"limit": 2},
            "target": {"points": 700.5},
        }

    def test_card_values(self) -> None:
        """C12: "3–7: 5; 2, 8–K: 10; ace 15; joker 20." """
        values = CLASSIC.prices.cards
        worth = {
            t: values.of(Card.parse(t))
            for t in ["Ah", "2h", "3h", "7h", "8h", "Kh", "Jk"]
        }
        assert list(worth.values()) == [15, 10, 5, 5, 10, 10, 20]

    def test_a_bonus_without_a_price(self) -> None:
        assert Bonus("x", MeldKind.RUN, 7, None, 1.5).clean is None


def test_an_error_lists_no_more_unknown_names_than_one_can_read() -> None:
    with pytest.raises(InvalidRules) as caught:
        CLASSIC.with_options({f"x{number}": 1 for number in range(25)})
    assert len(caught.value.problems) == 21
    assert caught.value.problems[-1] == "and 5 more unknown options"
