"""The options of which a rule system consists.

A :class:`Rules` value holds groups of options; every group is frozen data without
behaviour. Groups do not check themselves: :meth:`Rules.problems` checks them all in
one place, so that every contradiction is reported at once. To add a house rule, add
a field with a default that changes nothing, read it where its clause is carried out,
and say in `_contradictions` what it contradicts.

The systems themselves are in ``rules``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from typing import Any, Self, TypeAlias, Union, cast

import attrs

from biriba._checks import expect
from biriba._words import counted, printable, shown
from biriba.cards import Card, Rank
from biriba.errors import InvalidRules
from biriba.points import Points, json_points, to_points


class PassDeal(Enum):
    """To whom the deal passes after a deal (C2, P2)."""

    NEXT = "next"
    PREVIOUS = "previous"


class TurnedJoker(Enum):
    """What happens when the turned card is a joker but its suit is needed (G16)."""

    BURY = "bury"
    NO_BONUS_SUIT = "no-bonus-suit"
    FIRST_SEAT = "first-seat"


class PileRule(Enum):
    """When the discard pile may be taken (C5, P5, T6)."""

    FREE = "free"
    TOP_CARD = "top-card"
    ANY_CARD = "any-card"


class Rediscard(Enum):
    """Whether a card taken from the pile may be discarded in the same turn (C6)."""

    FREE = "free"
    LONE_CARD = "lone-card"
    BARRED = "barred"


class Taking(Enum):
    """When a side takes its biribaki (C9, P8, T8)."""

    HAND_EMPTIED = "hand-emptied"
    FIRST_BIRIBA = "first-biriba"


class EmptyStock(Enum):
    """What happens when a seat finds no stock (G13)."""

    PASS = "pass"
    END = "end"
    BIRIBAKI = "biribaki"


class Ties(Enum):
    """What equal totals over the target lead to (G15)."""

    DEAL_AGAIN = "deal-again"
    SHARED = "shared"


class PenaltyWhen(Enum):
    """Which sides without a biribaki or a biriba lose points (C13, T12)."""

    ALWAYS = "always"
    ANOTHER_WENT_OUT = "another-went-out"


class MeldKind(Enum):
    """The two kinds of meld (G5, G6)."""

    RUN = "run"
    SET = "set"


@attrs.frozen
class Seating:
    """One number of seats that a system offers (G2, G17).

    `packs` and `jokers` make the deck; `biribakia` lie on the table; every side
    starts a match with `starting_total` points (T13).
    """

    seats: int
    sides: int
    packs: int = 2
    jokers: int = 4
    biribakia: int = 2
    starting_total: Points = attrs.field(default=0, converter=to_points)


@attrs.frozen
class Deal:
    """What is dealt, and what the turned card means (G3, G16, C3, C4, P4).

    `ranks`, where given, shortens the packs to these ranks (small decks for tests
    and teaching); `suits` likewise to the first so many of h d c s.
    """

    hand: int = 11
    biribaki: int = 11
    passes: PassDeal = PassDeal.NEXT
    bonus_suit: bool = True
    turned_joker: TurnedJoker = TurnedJoker.BURY
    bury_wild_cards: bool = False
    bury_red_threes: bool = False
    ranks: int = 13
    suits: int = 4


@attrs.frozen
class WildCards:
    """What is wild and how much of it a meld may hold (G7, G8, G10, C7, P6).

    `limit` is the most wild cards in a meld (None: no limit); `naturals_per_wild`
    asks for so many natural cards for each (None: no ratio); `relocate` lets a wild
    card of a run move when a card is laid off.
    """

    twos: bool = True
    limit: int | None = 1
    naturals_per_wild: int | None = None
    min_naturals: int = 2
    relocate: bool = True


@attrs.frozen
class Melds:
    """What melds there are (G5, G6, G7, C7, X1).

    `set_of_twos`: Twos are natural in a set of Twos. `max_set_naturals`: the most
    natural cards in a set (None: as many as there are). `own_first`: a seat lays off
    on its partner's melds only after a meld of its own (T5). `both_aces`: a run of
    fourteen may have a natural ace at either end; if not, one end is wild (X1).
    """

    sets: bool = True
    set_of_twos: bool = False
    max_set_naturals: int | None = None
    ace_low: bool = True
    ace_high: bool = True
    longest_run: int = 13
    own_first: bool = False
    both_aces: bool = True


@attrs.frozen
class Pile:
    """Taking the discard pile (C5, C6, P5, T6).

    Where a card must be used at once, a lay-off serves; a new meld too if `new_meld`,
    with at least `hand_naturals` natural cards from the hand.
    """

    take: PileRule = PileRule.FREE
    new_meld: bool = False
    hand_naturals: int = 0
    rediscard: Rediscard = Rediscard.FREE


@attrs.frozen
class Biriba:
    """What makes a biriba (C8, P7, T7)."""

    length: int = 7
    sets: bool = True


@attrs.frozen
class Biribaki:
    """When a biribaki is taken (C9, P8, T8)."""

    when: Taking = Taking.HAND_EMPTIED
    needs_biriba: bool = False


@attrs.frozen
class GoingOut:
    """What going out takes (C11, P9, T9).

    `biribas` of any kind and `clean_biribas` among them; `biribaki` taken before;
    a run and a set on the table if `run_and_set`; by a discard only, if
    `by_discard`; the last discard no wild card, if `last_discard_natural`.
    """

    biribas: int = 1
    clean_biribas: int = 0
    biribaki: bool = True
    run_and_set: bool = False
    by_discard: bool = False
    last_discard_natural: bool = False


@attrs.frozen
class Stock:
    """The end of the stock (G13).

    The last `dead_cards` are never drawn. With no stock left, a deal in which no
    card was laid for `idle_rounds` whole rounds ends as if all had passed: the same
    cards cannot go round for ever.
    """

    when_empty: EmptyStock = EmptyStock.PASS
    dead_cards: int = 0
    idle_rounds: int = 10


@attrs.frozen
class CardValues:
    """What each card is worth, in points (C12, P11, T10)."""

    ace: Points = attrs.field(default=15, converter=to_points)
    two: Points = attrs.field(default=10, converter=to_points)
    three_to_seven: Points = attrs.field(default=5, converter=to_points)
    eight_to_king: Points = attrs.field(default=10, converter=to_points)
    joker: Points = attrs.field(default=20, converter=to_points)

    def of_kind(self, kind: int) -> Points:
        """The value of a kind of card."""
        rank = kind // 4 + 1
        if rank == Rank.JOKER:
            return self.joker
        if rank == Rank.ACE:
            return self.ace
        if rank == Rank.TWO:
            return self.two
        return self.three_to_seven if rank <= Rank.SEVEN else self.eight_to_king

    def of(self, card: Card) -> Points:
        """The value of a card."""
        return self.of_kind(expect(card, Card).kind)


def _maybe_points(value: Points | float | None) -> Points | None:
    return None if value is None else to_points(value)


@attrs.frozen
class Bonus:
    """One price in the list of bonuses (C15, P11, T11, F13).

    It applies to melds of `kind` with at least `length` cards, of rank `rank` where
    that is given, and with at least `in_a_row` natural cards next to each other (X2);
    None where it has no price for clean or for dirty ones. Of several that apply to a
    meld, the highest counts, never the sum.
    """

    code: str
    kind: MeldKind
    length: int
    clean: Points | None = attrs.field(converter=_maybe_points)
    dirty: Points | None = attrs.field(converter=_maybe_points)
    in_bonus_suit_clean: Points | None = attrs.field(
        default=None, converter=_maybe_points
    )
    in_bonus_suit_dirty: Points | None = attrs.field(
        default=None, converter=_maybe_points
    )
    rank: int | None = None
    in_a_row: int = 0


@attrs.frozen
class Prices:
    """Every value, bonus and penalty (G14, C12–C15, P11, T10–T12).

    Penalties are written as what is added, so −100 loses a hundred.
    `unplayed_exempt`: the cards of a biribaki taken by a discard and not yet played
    do not count against the side (C14).
    """

    cards: CardValues = attrs.field(factory=CardValues)
    bonuses: tuple[Bonus, ...] = ()
    going_out: Points = attrs.field(default=0, converter=to_points)
    no_biribaki: Points = attrs.field(default=0, converter=to_points)
    no_biriba: Points = attrs.field(default=0, converter=to_points)
    penalties_when: PenaltyWhen = PenaltyWhen.ALWAYS
    biribaki_not_played: Points = attrs.field(default=0, converter=to_points)
    unplayed_exempt: bool = False


@attrs.frozen
class Target:
    """When a match is won (G15, C16, P12, T13)."""

    points: Points = attrs.field(default=5000, converter=to_points)
    inclusive: bool = True
    ties: Ties = Ties.DEAL_AGAIN


@attrs.frozen(cache_hash=True, repr=False)
class Rules:
    """A complete rule system, as data.

    Two systems differ in nothing but this data. Make a house rule with
    ``attrs.evolve`` or :meth:`with_options`; settings that contradict each other are
    refused, all of them in one error.

    `clauses` is the letter of the clauses that reasons name (C, P, T or F); `revision`
    goes up whenever the meaning of a preset changes.

    Raises:
        InvalidRules: from the constructor, with every problem found.
    """

    name: str
    title: str
    source: str
    clauses: str
    seatings: tuple[Seating, ...]
    revision: int = 1
    default_seats: int = 4
    deal: Deal = attrs.field(factory=Deal)
    wild: WildCards = attrs.field(factory=WildCards)
    melds: Melds = attrs.field(factory=Melds)
    pile: Pile = attrs.field(factory=Pile)
    biriba: Biriba = attrs.field(factory=Biriba)
    biribaki: Biribaki = attrs.field(factory=Biribaki)
    going_out: GoingOut = attrs.field(factory=GoingOut)
    stock: Stock = attrs.field(factory=Stock)
    prices: Prices = attrs.field(factory=Prices)
    target: Target = attrs.field(factory=Target)

    def __attrs_post_init__(self) -> None:
        problems = _type_problems(self) or self.problems()
        if problems:
            raise InvalidRules(problems)

    def __repr__(self) -> str:
        return f"<Rules {printable(self.label)}>"

    @property
    def is_changed(self) -> bool:
        """Whether the published system of this name, variants and all, is another."""
        from biriba.rules import published

        return published(self) not in (None, self)

    @property
    def label(self) -> str:
        """The name for people to read: that of changed rules says so.

        >>> from biriba import rules
        >>> rules.GREEK_351.with_options({"wild": {"limit": 2}})
        <Rules greek-351, changed>
        """
        return f"{self.name}, changed" if self.is_changed else self.name

    def problems(self) -> list[str]:
        """Every contradiction between the settings; empty for rules that exist."""
        from biriba._contradictions import contradictions

        return contradictions(self)

    def seating(self, seats: int | None = None) -> Seating:
        """The seating for a number of seats, or the usual one.

        Raises:
            InvalidRules: if the system has no such number of seats.
        """
        wanted = self.default_seats if seats is None else seats
        for seating in self.seatings:
            if type(wanted) is int and seating.seats == wanted:
                return seating
        offered = ", ".join(str(s.seats) for s in self.seatings)
        one = type(wanted) is int and wanted == 1
        missing = "1 seat" if one else f"{shown(wanted)} seats"
        raise InvalidRules([f"{self.name} has no {missing}; it has {offered}"])

    def options(self) -> dict[str, Json]:
        """All the data as JSON values, nested as the groups are."""
        return cast("dict[str, Json]", _to_json(self))

    def with_options(self, options: Mapping[str, object]) -> Rules:
        """These rules with some options changed, as JSON values nested by group.

        Raises:
            InvalidRules: with every unknown option, wrong type and contradiction.

        >>> from biriba import rules
        >>> easy = rules.GREEK_351.with_options({"wild": {"limit": 2}})
        >>> easy.wild.limit, rules.GREEK_351.wild.limit
        (2, 1)
        """
        problems: list[str] = []
        changed = _from_json(self, options, "", problems)
        if problems:
            raise InvalidRules(problems)
        return cast(Rules, changed)

    def differences(self, other: Rules) -> dict[str, Json]:
        """The options in which these rules differ from others, nested by group."""
        return _differences(self.options(), checked(other).options())

    @classmethod
    def from_options(cls, options: Mapping[str, object]) -> Self:
        """Rules from the data of :meth:`options`.

        Raises:
            InvalidRules: with every missing or unknown option and contradiction.
        """
        data: object = options
        given = data if isinstance(data, Mapping) else {}
        problems = [
            f"rules: {f.name} is missing"
            for f in attrs.fields(cls)
            if f.default is attrs.NOTHING and f.name not in given
        ]
        made = _from_json(_BLANK, data, "", problems)
        if problems:
            raise InvalidRules(problems)
        return cast(Self, made)


def checked(rules: Rules) -> Rules:
    """The rules, if they are rules.

    Raises:
        InvalidRules: if they are something else, such as a name.
    """
    return expect(rules, Rules)


Json: TypeAlias = Union[bool, int, float, str, "list[Json]", "dict[str, Json]", None]
"""A JSON value."""


def _to_json(value: object) -> Json:
    if isinstance(value, Enum):
        return cast(str, value.value)
    if isinstance(value, tuple):
        return [_to_json(item) for item in value]
    cls = type(value)
    if attrs.has(cls):
        return {f.name: _to_json(getattr(value, f.name)) for f in attrs.fields(cls)}
    if value is None or isinstance(value, (bool, str)):
        return value
    return json_points(cast(Points, value))


def _differences(
    mine: Mapping[str, Json], theirs: Mapping[str, Json]
) -> dict[str, Json]:
    found: dict[str, Json] = {}
    for key, value in mine.items():
        other = theirs.get(key)
        if isinstance(value, dict) and isinstance(other, dict):
            inner = _differences(value, other)
            if inner:
                found[key] = inner
        elif value != other:
            found[key] = value
    return found


# What each field that is not a plain bool, int or str may hold.
_ENUMS: dict[str, type[Enum]] = {
    "passes": PassDeal,
    "turned_joker": TurnedJoker,
    "take": PileRule,
    "rediscard": Rediscard,
    "when": Taking,
    "when_empty": EmptyStock,
    "ties": Ties,
    "penalties_when": PenaltyWhen,
    "kind": MeldKind,
}
_LISTS: dict[str, type[attrs.AttrsInstance]] = {"seatings": Seating, "bonuses": Bonus}
_MAY_BE_NONE = frozenset({"limit", "naturals_per_wild", "max_set_naturals", "rank"})
_TEXTS = frozenset({"name", "title", "source", "clauses", "code"})


def _from_json(
    base: object, options: object, where: str, problems: list[str]
) -> object:
    """`base` with options changed; collects problems and returns base for those."""
    cls = cast("type[attrs.AttrsInstance]", type(base))
    known = {f.name: f for f in attrs.fields(cls)}
    if not isinstance(options, Mapping):
        names = f" ({', '.join(known)})" if where else ""
        problems.append(f"{where or 'rules'}: expected an object of options{names}")
        return base
    changes: dict[str, object] = {}
    unknown = [key for key in options if key not in known]
    for key in unknown[:MOST_UNKNOWN]:
        path = f"{where}.{key}" if where else str(key)
        hint = closest(key, known) or f"; there are {', '.join(known)}"
        problems.append(f"{path[:60]}: no such option{hint}")
    if len(unknown) > MOST_UNKNOWN:
        more = counted(len(unknown) - MOST_UNKNOWN, "more unknown option")
        problems.append(f"and {more}")
    for key, value in options.items():
        if key not in known:
            continue
        path = f"{where}.{key}" if where else key
        old = getattr(base, key)
        if attrs.has(type(old)):
            changes[key] = _from_json(old, value, path, problems)
        elif key in _LISTS:
            changes[key] = _list_from_json(_LISTS[key], value, path, problems, old)
        else:
            changes[key] = _leaf(known[key], value, path, problems, old)
    try:
        # Also where there were problems: the rest may have some of its own.
        return attrs.evolve(cast(Any, base), **changes)
    except InvalidRules as error:
        problems += error.problems
        return base


def _list_from_json(
    cls: type[attrs.AttrsInstance],
    value: object,
    where: str,
    problems: list[str],
    old: tuple[object, ...],
) -> tuple[object, ...]:
    if not isinstance(value, (list, tuple)) or len(value) > 100:
        problems.append(f"{where}: expected a list of at most 100")
        return old
    before = len(problems)
    made: list[object] = []
    for index, item in enumerate(value):
        path = f"{where}[{index}]"
        if not isinstance(item, Mapping):
            problems.append(f"{path}: expected an object of options")
            continue
        needed = [f.name for f in attrs.fields(cls) if f.default is attrs.NOTHING]
        missing = [name for name in needed if name not in item]
        problems += [f"{path}: {name} is missing" for name in missing]
        if not missing:
            blank = _BLANK_BONUS if cls is Bonus else Seating(4, 2)
            made.append(_from_json(blank, item, path, problems))
    return old if len(problems) > before else tuple(made)


def _leaf(
    field: attrs.Attribute[object],
    value: object,
    where: str,
    problems: list[str],
    old: object,
) -> object:
    if field.name in _ENUMS:
        allowed = [cast(str, member.value) for member in _ENUMS[field.name]]
        if isinstance(value, str) and value in allowed:
            return _ENUMS[field.name](value)
        problem: str | None = f"expected one of {', '.join(allowed)}"
    else:
        problem = _leaf_problem(field, value)
    if problem is None:
        return value
    problems.append(f"{where}: {problem}")
    return old


def _leaf_problem(field: attrs.Attribute[object], value: object) -> str | None:
    """What is wrong with the type of one value, in words, or None."""
    if field.name in _TEXTS:
        if not isinstance(value, str) or not value or len(value) > 500:
            return "expected a short text"
    elif field.converter is not None:
        convert = cast("Callable[[object], object]", field.converter)
        try:
            convert(value)
        except InvalidRules as error:
            return str(error)
    elif isinstance(field.default, bool):
        if not isinstance(value, bool):
            return "expected true or false"
    elif value is None and field.name in _MAY_BE_NONE:
        return None
    elif type(value) is not int or not 0 <= value <= 1000:
        return "expected a whole number from 0 to 1000"
    return None


def _type_problems(rules: Rules) -> list[str]:
    """Values of a wrong type anywhere, which mypy would have refused."""
    problems: list[str] = []

    def look(value: object, where: str) -> None:
        for field in attrs.fields(cast("type[attrs.AttrsInstance]", type(value))):
            inner = getattr(value, field.name)
            path = f"{where}{field.name}"
            if field.name in _LISTS:
                cls = _LISTS[field.name]
                if not isinstance(inner, tuple) or not all(
                    isinstance(item, cls) for item in inner
                ):
                    problems.append(f"{path}: expected a tuple of {cls.__name__}")
                    continue
                for index, item in enumerate(inner):
                    look(item, f"{path}[{index}].")
            elif field.name in _ENUMS:
                if not isinstance(inner, _ENUMS[field.name]):
                    problems.append(f"{path}: expected {_ENUMS[field.name].__name__}")
            elif (group := _GROUPS.get((type(value), field.name))) is not None:
                if not isinstance(inner, group):
                    problems.append(f"{path}: expected {group.__name__}")
                else:
                    look(inner, f"{path}.")
            else:
                problem = _leaf_problem(field, inner)
                if problem:
                    problems.append(f"{path}: {problem}")

    look(rules, "")
    return problems


MOST_UNKNOWN = 20
"""How many unknown names an error lists."""


def closest(word: object, known: Iterable[str]) -> str:
    """A hint at the known name that a word comes closest to; empty if none does."""
    from difflib import get_close_matches

    near = get_close_matches(str(word)[:60], list(known), n=1, cutoff=0.6)
    return f"; did you mean {near[0]}?" if near else ""


_GROUPS: dict[tuple[type, str], type[attrs.AttrsInstance]] = {
    (Rules, "deal"): Deal,
    (Rules, "wild"): WildCards,
    (Rules, "melds"): Melds,
    (Rules, "pile"): Pile,
    (Rules, "biriba"): Biriba,
    (Rules, "biribaki"): Biribaki,
    (Rules, "going_out"): GoingOut,
    (Rules, "stock"): Stock,
    (Rules, "prices"): Prices,
    (Rules, "target"): Target,
    (Prices, "cards"): CardValues,
}
_BLANK_BONUS = Bonus("biriba", MeldKind.RUN, 7, None, None)
_BLANK = Rules("-", "-", "-", "G", (Seating(4, 2),))
