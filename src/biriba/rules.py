"""The rule systems: the presets, their named variants, and names made of both.

Everything here is data. ``named("canasta-2000+hard-close+super-biriba")`` gives the
preset with its variants; the order of the variants does not matter. For house rules
of your own, see :meth:`Rules.with_options` and ``attrs.evolve``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import attrs

from biriba._checks import expect
from biriba._kinds import RULES, other_kind
from biriba._options import (
    Biriba,
    Biribaki,
    Bonus,
    CardValues,
    Deal,
    EmptyStock,
    GoingOut,
    MeldKind,
    Melds,
    PassDeal,
    PenaltyWhen,
    Pile,
    PileRule,
    Prices,
    Rediscard,
    Rules,
    Seating,
    Stock,
    Taking,
    Target,
    Ties,
    TurnedJoker,
    WildCards,
    closest,
)
from biriba._words import shown
from biriba.errors import InvalidRules

__all__ = [
    "BURACO_3000",
    "BURRACO_2005",
    "CANASTA_2000",
    "CLASSIC_5000",
    "GREEK_351",
    "GREEK_3030",
    "ONLINE_3000",
    "PRESETS",
    "TINY",
    "USUAL_3000",
    "VARIANTS",
    "Biriba",
    "Biribaki",
    "Bonus",
    "CardValues",
    "Deal",
    "EmptyStock",
    "GoingOut",
    "MeldKind",
    "Melds",
    "PassDeal",
    "PenaltyWhen",
    "Pile",
    "PileRule",
    "Prices",
    "Rediscard",
    "Rules",
    "Seating",
    "Stock",
    "Taking",
    "Target",
    "Ties",
    "TurnedJoker",
    "Variant",
    "WildCards",
    "from_json",
    "named",
    "variants_of",
]

CLASSIC_5000: Final = Rules(
    name="classic-5000",
    title="Classic Biriba to 5000",
    source="an English guide to the four-player partnership game; pagat.com, Biriba",
    clauses="C",
    seatings=(
        Seating(2, 2, 2, 4, 2),
        Seating(3, 3, 2, 4, 3),
        Seating(4, 2, 2, 4, 2),
        Seating(5, 5, 3, 6, 5),
        Seating(6, 3, 3, 6, 3),
    ),
    melds=Melds(set_of_twos=True, max_set_naturals=8),
    pile=Pile(PileRule.FREE, rediscard=Rediscard.BARRED),
    biribaki=Biribaki(Taking.HAND_EMPTIED, needs_biriba=True),
    going_out=GoingOut(by_discard=True),
    prices=Prices(
        cards=CardValues(15, 10, 5, 10, 20),
        bonuses=(
            Bonus("biriba-run", MeldKind.RUN, 7, 200, 100, 400, 200),
            Bonus("full-run", MeldKind.RUN, 13, 1000, 500, 2000, 1000),
            Bonus("biriba-set", MeldKind.SET, 7, 300, 150),
        ),
        going_out=100,
        no_biribaki=-100,
        biribaki_not_played=-100,
        unplayed_exempt=True,
    ),
    target=Target(5000, inclusive=False),
)
"""Classic Biriba to 5000 points (clauses C1–C16)."""

CANASTA_2000: Final = Rules(
    name="canasta-2000",
    title="Biriba in the manner of Canasta, to 2000",
    source="cardrulesplus.com/games/biriba",
    clauses="P",
    seatings=(
        Seating(2, 2, 2, 4, 2),
        Seating(3, 3, 2, 4, 3),
        Seating(4, 2, 2, 4, 2),
        Seating(6, 3, 3, 6, 3),
    ),
    deal=Deal(
        passes=PassDeal.PREVIOUS,
        bonus_suit=False,
        bury_wild_cards=True,
        bury_red_threes=True,
    ),
    wild=WildCards(limit=None, naturals_per_wild=2),
    pile=Pile(PileRule.TOP_CARD, new_meld=True, hand_naturals=2),
    biriba=Biriba(sets=False),
    biribaki=Biribaki(Taking.FIRST_BIRIBA, needs_biriba=True),
    going_out=GoingOut(run_and_set=True),
    prices=Prices(
        cards=CardValues(20, 20, 5, 10, 50),
        bonuses=(
            Bonus("biriba-run", MeldKind.RUN, 7, 200, 100),
            Bonus("set-of-aces", MeldKind.SET, 7, 300, 150, rank=1),
        ),
        going_out=100,
    ),
    target=Target(2000),
)
"""Biriba in the manner of Canasta, to 2000 points (clauses P1–P13)."""

GREEK_351: Final = Rules(
    name="greek-351",
    title="Greek Biriba to 351",
    source="a Greek rules page (351 points); el.wikipedia (2007) for four jokers",
    clauses="T",
    seatings=(
        Seating(2, 2, 2, 2, 2, 50),
        Seating(3, 3, 2, 2, 3, 100),
        Seating(4, 2, 2, 2, 2),
    ),
    melds=Melds(own_first=True),
    pile=Pile(PileRule.ANY_CARD),
    biribaki=Biribaki(Taking.HAND_EMPTIED),
    going_out=GoingOut(clean_biribas=1),
    prices=Prices(
        cards=CardValues(1.5, 2, 0.5, 1, 2),
        bonuses=(
            Bonus("biriba-run", MeldKind.RUN, 7, 30, 10, 60, 30),
            Bonus("full-run", MeldKind.RUN, 13, 100, None),
            Bonus("biriba-set", MeldKind.SET, 7, 30, 10),
        ),
        no_biribaki=-10,
        no_biriba=-10,
        penalties_when=PenaltyWhen.ANOTHER_WENT_OUT,
    ),
    target=Target(351),
)
"""Greek Biriba to 351 points (clauses T1–T13)."""

USUAL_3000: Final = Rules(
    name="usual-3000",
    title="Biriba as card-game references have it, to 3000",
    source="en.wikipedia.org, Biriba (2,500 or 3,000 points); pagat.com, Biriba",
    clauses="F",
    seatings=(
        Seating(2, 2, 2, 4, 2),
        Seating(3, 3, 2, 4, 3),
        Seating(4, 2, 2, 4, 2),
        Seating(6, 3, 3, 6, 3),
    ),
    deal=Deal(bonus_suit=False),
    going_out=GoingOut(by_discard=True),
    prices=Prices(
        cards=CardValues(15, 10, 5, 10, 20),
        bonuses=(
            Bonus("biriba-run", MeldKind.RUN, 7, 200, 100),
            Bonus("full-run", MeldKind.RUN, 13, 1000, 500),
            Bonus("biriba-set", MeldKind.SET, 7, 300, 150),
        ),
        going_out=100,
        no_biribaki=-100,
    ),
    target=Target(3000),
)
"""Biriba as card-game references have it, to 3000 points (clauses F1–F15)."""

GREEK_3030: Final = Rules(
    name="greek-3030",
    title="Greek Biriba to 3030",
    source="rec.games.playing-cards, thread OZovuD6iPwk (3,030 points)",
    clauses="F",
    seatings=(
        Seating(2, 2, 2, 4, 2),
        Seating(4, 2, 2, 4, 2),
        Seating(6, 3, 3, 6, 3),
    ),
    deal=Deal(turned_joker=TurnedJoker.FIRST_SEAT),
    going_out=GoingOut(by_discard=True),
    prices=CLASSIC_5000.prices,
    target=Target(3030),
)
"""Greek Biriba to 3030 points (clauses F1–F15)."""

ONLINE_3000: Final = Rules(
    name="online-3000",
    title="Biriba of the Greek online rooms, to 3000",
    source="support.zoo.gr, counting of points, and what such rooms have in common",
    clauses="F",
    seatings=(Seating(2, 2, 2, 4, 2), Seating(4, 2, 2, 4, 2)),
    pile=Pile(PileRule.FREE, rediscard=Rediscard.LONE_CARD),
    going_out=GoingOut(by_discard=True),
    prices=Prices(
        cards=CardValues(15, 10, 5, 10, 20),
        bonuses=(
            Bonus("biriba-run", MeldKind.RUN, 7, 200, 100, 400, 200),
            Bonus("full-run", MeldKind.RUN, 13, 1000, 500, 2000, 1000),
            Bonus("biriba-set", MeldKind.SET, 7, 200, 100),
        ),
        going_out=100,
        no_biribaki=-100,
    ),
    target=Target(3000),
)
"""Biriba of the Greek online rooms, to 3000 points (clauses F1–F15)."""

BURRACO_2005: Final = Rules(
    name="burraco-2005",
    title="Italian Burraco to 2005",
    source="the FIBUR code of Italian Burraco; eburraco.com, articles 10 to 17",
    clauses="F",
    seatings=(Seating(2, 2, 2, 4, 2), Seating(4, 2, 2, 4, 2)),
    deal=Deal(bonus_suit=False),
    melds=Melds(longest_run=14, both_aces=False),
    pile=Pile(PileRule.FREE, rediscard=Rediscard.LONE_CARD),
    going_out=GoingOut(by_discard=True, last_discard_natural=True),
    stock=Stock(EmptyStock.END, dead_cards=2),
    prices=Prices(
        cards=CardValues(15, 20, 5, 10, 30),
        bonuses=(
            Bonus("biriba-run", MeldKind.RUN, 7, 200, 100),
            Bonus("semi-clean-run", MeldKind.RUN, 8, None, 150, in_a_row=7),
            Bonus("biriba-set", MeldKind.SET, 7, 200, 100),
            Bonus("semi-clean-set", MeldKind.SET, 8, None, 150, in_a_row=7),
        ),
        going_out=100,
        no_biribaki=-100,
    ),
    target=Target(2005),
)
"""Italian Burraco to 2005 points (clauses F1–F15)."""

BURACO_3000: Final = Rules(
    name="buraco-3000",
    title="Brazilian Buraco with a closed pile, to 3000",
    source="pagat.com, Buraco; the closed game (fechado) of Brazilian rooms",
    clauses="F",
    seatings=(Seating(2, 2, 2, 0, 2), Seating(4, 2, 2, 0, 2)),
    deal=Deal(bonus_suit=False),
    melds=Melds(sets=False, longest_run=14),
    pile=Pile(PileRule.TOP_CARD, new_meld=True),
    going_out=GoingOut(clean_biribas=1),
    stock=Stock(EmptyStock.BIRIBAKI),
    prices=Prices(
        cards=CardValues(15, 10, 5, 10, 20),
        bonuses=(
            Bonus("biriba-run", MeldKind.RUN, 7, 200, 100),
            Bonus("full-run", MeldKind.RUN, 13, 500, None),
            Bonus("ace-to-ace", MeldKind.RUN, 14, 1000, None),
        ),
        going_out=100,
        no_biribaki=-100,
    ),
    target=Target(3000),
)
"""Brazilian Buraco with a closed pile, to 3000 points (clauses F1–F15)."""

TINY: Final = Rules(
    name="tiny",
    title="A tiny deck for exhaustive tests",
    source="none: for tests only",
    clauses="C",
    seatings=(Seating(2, 2, 2, 2, 2),),
    default_seats=2,
    deal=Deal(hand=4, biribaki=3, ranks=5, suits=2),
    melds=Melds(set_of_twos=True),
    pile=Pile(PileRule.FREE, rediscard=Rediscard.BARRED),
    biriba=Biriba(length=4),
    biribaki=Biribaki(Taking.HAND_EMPTIED, needs_biriba=True),
    going_out=GoingOut(by_discard=True),
    prices=CLASSIC_5000.prices,
    target=Target(500),
)
"""Five ranks, two suits, small hands: for tests that look at every move."""

PRESETS: Final[Mapping[str, Rules]] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            CLASSIC_5000,
            CANASTA_2000,
            GREEK_351,
            USUAL_3000,
            GREEK_3030,
            ONLINE_3000,
            BURRACO_2005,
            BURACO_3000,
        )
    }
)
"""The published systems by name."""


@attrs.frozen
class Variant:
    """A named change to some presets, with the clause that describes it."""

    name: str
    clause: str
    text: str
    presets: tuple[str, ...]
    change: Callable[[Rules], Rules] = attrs.field(repr=False)


def _evolved(group: str, **options: object) -> Callable[[Rules], Rules]:
    def change(rules: Rules) -> Rules:
        return rules.with_options({group: options})

    return change


def _wild_twos_off(rules: Rules) -> Rules:
    return rules.with_options({"wild": {"twos": False}})


def _super_biriba(rules: Rules) -> Rules:
    prices = rules.prices
    longer = Bonus("super-biriba", MeldKind.RUN, 11, 400, 200)
    return attrs.evolve(
        rules, prices=attrs.evolve(prices, bonuses=(*prices.bonuses, longer))
    )


def _six_seats(rules: Rules) -> Rules:
    six = tuple(s for s in rules.seatings if s.seats == 6)
    return attrs.evolve(rules, seatings=six, default_seats=6)


def _solo(rules: Rules) -> Rules:
    alone = tuple(
        attrs.evolve(s, sides=s.seats, biribakia=s.seats) for s in rules.seatings
    )
    return attrs.evolve(
        rules, seatings=alone, target=attrs.evolve(rules.target, points=1500)
    )


def _with_sets(rules: Rules) -> Rules:
    prices = rules.prices
    sets = Bonus("biriba-set", MeldKind.SET, 7, 200, 100)
    return attrs.evolve(
        rules,
        melds=attrs.evolve(rules.melds, sets=True),
        prices=attrs.evolve(prices, bonuses=(*prices.bonuses, sets)),
    )


def _four_jokers(rules: Rules) -> Rules:
    four = tuple(attrs.evolve(s, jokers=4) for s in rules.seatings)
    return attrs.evolve(rules, seatings=four)


_P: Final = ("canasta-2000",)

# In this order they are carried out, whatever the order in a name.
_VARIANTS: Final = (
    Variant(
        "no-wild-twos",
        "P13",
        "Only jokers are wild; Twos are ordinary cards of rank 2, at their own value.",
        _P,
        _wild_twos_off,
    ),
    Variant(
        "super-biriba",
        "P13",
        "A run of 11 or more earns 400 clean and 200 dirty instead of 200 and 100.",
        _P,
        _super_biriba,
    ),
    Variant(
        "six-seats",
        "P13",
        "Six seats as three pairs, three packs and three biribakia.",
        _P,
        _six_seats,
    ),
    Variant(
        "solo",
        "P13",
        "Each seat for itself with a biribaki of its own; the target is 1500.",
        _P,
        _solo,
    ),
    Variant(
        "hard-close",
        "P13",
        "Two biribas are needed to go out.",
        _P,
        _evolved("going_out", biribas=2),
    ),
    Variant(
        "four-jokers",
        "T1",
        "Four jokers instead of two: 108 cards.",
        ("greek-351",),
        _four_jokers,
    ),
    Variant(
        "wild-ratio",
        "T4",
        "One wild card for every two natural cards of a meld, instead of one in all.",
        ("classic-5000", "greek-351"),
        _evolved("wild", limit=None, naturals_per_wild=2),
    ),
    Variant(
        "pile-for-melds",
        "T6",
        "A new meld that uses a card of the pile earns the pile too.",
        ("greek-351",),
        _evolved("pile", new_meld=True),
    ),
    Variant(
        "free-rediscard",
        "C6",
        "A card taken from the pile may be discarded at once.",
        ("classic-5000",),
        _evolved("pile", rediscard="free"),
    ),
    Variant(
        "lone-card-rediscard",
        "C6",
        "Only a pile of a single card may not be taken and discarded again.",
        ("classic-5000",),
        _evolved("pile", rediscard="lone-card"),
    ),
    Variant(
        "joker-no-bonus",
        "G16",
        "A turned joker stays, and the deal has no bonus suit.",
        ("classic-5000", "greek-351"),
        _evolved("deal", turned_joker="no-bonus-suit"),
    ),
    Variant(
        "joker-to-first-seat",
        "G16",
        "The first seat takes a turned joker into its hand and names the bonus suit.",
        ("classic-5000", "greek-351"),
        _evolved("deal", turned_joker="first-seat"),
    ),
    Variant(
        "to-2500",
        "F15",
        "2500 points win, instead of 3000.",
        ("usual-3000",),
        _evolved("target", points=2500),
    ),
    Variant(
        "with-jokers",
        "F1",
        "Four jokers as well: 108 cards.",
        ("buraco-3000",),
        _four_jokers,
    ),
    Variant(
        "with-sets",
        "F6",
        "Sets are melds too, and biribas from seven cards: clean 200, dirty 100.",
        ("buraco-3000",),
        _with_sets,
    ),
    Variant(
        "open-pile",
        "F7",
        "The open game (aberto): the pile is there for the taking.",
        ("buraco-3000",),
        _evolved("pile", take="free", new_meld=False),
    ),
)

VARIANTS: Final[Mapping[str, Variant]] = MappingProxyType(
    {variant.name: variant for variant in _VARIANTS}
)
"""The named variants by name, in the order in which they are carried out."""

# Two readings of one clause: only one of them can hold.
_EXCLUDE: Final = (
    ("free-rediscard", "lone-card-rediscard"),
    ("joker-no-bonus", "joker-to-first-seat"),
)


def variants_of(preset: str) -> tuple[Variant, ...]:
    """The variants that a preset has.

    >>> [v.name for v in variants_of("canasta-2000")][:2]
    ['no-wild-twos', 'super-biriba']
    """
    return tuple(v for v in _VARIANTS if preset in v.presets)


def named(name: str) -> Rules:
    """The rules of a name: a preset, and variants after plus signs.

    Raises:
        InvalidRules: if the preset or a variant does not exist (the closest is
            suggested), does not belong to that preset, is named twice, or
            contradicts another.

    >>> named("canasta-2000+super-biriba+hard-close").name
    'canasta-2000+super-biriba+hard-close'
    """
    expect(name, str, words="the name of rules", error=InvalidRules)
    preset, *wanted = (part.strip().lower() for part in name.split("+"))
    if preset not in PRESETS:
        raise InvalidRules(
            [f"no rules named {preset[:40]!r}" + _suggest(preset, list(PRESETS))]
        )
    problems = _variant_problems(preset, wanted)
    if problems:
        raise InvalidRules(problems)
    rules = PRESETS[preset]
    for variant in _VARIANTS:
        if variant.name in wanted:
            rules = variant.change(rules)
    chosen = [v.name for v in _VARIANTS if v.name in wanted]
    return attrs.evolve(rules, name="+".join([preset, *chosen]))


def published(rules: Rules) -> Rules | None:
    """The published rules that have the name of some rules, which may be changed."""
    try:
        base = named(rules.name)
    except InvalidRules:
        return None
    return base if base.name == rules.name else None


def _variant_problems(preset: str, wanted: list[str]) -> list[str]:
    problems: list[str] = []
    mine = [v.name for v in variants_of(preset)]
    for word in dict.fromkeys(wanted):
        if word not in VARIANTS:
            problems.append(f"no variant named {word[:40]!r}" + _suggest(word, mine))
        elif word not in mine:
            problems.append(
                f"{word} is no variant of {preset}; it has {', '.join(mine)}"
            )
        elif wanted.count(word) > 1:
            problems.append(f"{word} is named twice")
    for one, other in _EXCLUDE:
        if one in wanted and other in wanted:
            problems.append(f"{one} and {other} contradict each other")
    return problems


def _suggest(word: str, known: list[str]) -> str:
    from difflib import get_close_matches

    near = get_close_matches(word[:60], known, n=1, cutoff=0.4)
    if near:
        return f"; did you mean {near[0]}?"
    return f"; there are {', '.join(known)}"


def from_json(data: object) -> Rules:
    """Rules from JSON, in any of its three forms.

    A name with variants; or an object with the name to start from and the options that
    differ, nested by group as in :meth:`Rules.options`, where ``base`` says where to
    start if the rules get a ``name`` of their own; or all of :meth:`Rules.options`.

    Raises:
        InvalidRules: with every problem found.

    >>> from_json({"name": "greek-351", "target": {"points": 500}}).target.points
    500
    >>> from_json({"base": "greek-351", "name": "home", "wild": {"limit": 2}})
    <Rules home>
    """
    if isinstance(data, str):
        return named(data)
    if isinstance(data, Rules):
        return data
    if not isinstance(data, Mapping):
        raise InvalidRules(
            [
                "rules: expected a name, or an object with a name and options, not "
                f"{shown(data)}"
            ]
        )
    problems = other_kind(data, RULES)
    if problems:
        raise InvalidRules(problems)
    if all(field.name in data for field in attrs.fields(Rules)):
        return Rules.from_options(data)
    own = "name" if "name" in data and "base" not in data else "base"
    changes = {key: value for key, value in data.items() if key != own}
    return _base(data, own).with_options(changes)


def _base(data: Mapping[object, object], key: str) -> Rules:
    """The rules to start from, which a key of a document names."""
    known = f"; there are {', '.join(PRESETS)}"
    name = data.get(key)
    if not isinstance(name, str):
        given = f"not {shown(name)}" if key in data else "which is missing"
        wanted = f"expected the name of rules to start from, {given}"
        raise InvalidRules([f"{key}: {wanted}{known}"])
    preset = name.partition("+")[0].strip().lower()
    if preset not in PRESETS:
        hint = closest(preset, PRESETS)
        if key == "name":
            known += "; rules with a name of their own say in base what they start from"
        raise InvalidRules([f"{key}: no rules named {preset[:40]!r}{hint}{known}"])
    try:
        return named(name)
    except InvalidRules as error:
        raise InvalidRules(f"{key}: {problem}" for problem in error.problems) from None
