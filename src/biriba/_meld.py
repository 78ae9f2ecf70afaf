"""Runs and sets as they lie on the table, and whether the rules allow them.

A meld is a fact, whatever the rules: its cards in their order, from which it follows
which are natural and which are wild. In a run, a card is natural exactly where it lies
in its own place; in a set, where it has the set's rank. So cleanliness is never
remembered, and a Two of the run's suit in place 2 cannot be anything but natural.

What the rules allow is asked of :func:`meld_problem` (one meld, laid fresh) and
:func:`lay_off_problem` (from one meld to another). How melds are looked for is in
`_search`; users find both in ``biriba.melds``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from operator import ne
from typing import TYPE_CHECKING, Final

import attrs

from biriba._checks import expect, expect_all
from biriba._options import MeldKind, Rules, checked
from biriba._unread import moved, unread
from biriba.cards import (
    JOKER_KIND,
    KIND_TEXT,
    MOST,
    SUITS,
    Card,
    Cards,
    CardsLike,
    Rank,
    Suit,
    holds,
    kinds_of,
    pack,
    size_of,
    text_of,
    unpack,
)
from biriba.errors import AmbiguousMove, IllegalMeld, InvalidState, NotationError
from biriba.points import Points
from biriba.reasons import Reason, reason

PLACES: Final = 14
LONGEST: Final = 128
"""The most cards that are looked at as one meld; no deck holds a longer one."""


def natural_kind(suit: int, place: int) -> int:
    """The kind that is natural in a place of a run: 1 = ace low … 14 = ace high."""
    return 4 * ((place - 1) % 13) + suit


LINES: Final = tuple(
    bytes([natural_kind(suit, place) for place in range(PLACES + LONGEST)])
    for suit in range(4)
)
"""For each suit, by the place, the kind that is natural there."""


def _is(value: object, kind: type) -> bool:
    """Whether a value is of its declared type, which no type checker may have seen."""
    return isinstance(value, kind)


def _packed(kinds: bytes) -> int:
    packed = pack(kinds) if _is(kinds, bytes) and len(kinds) <= LONGEST else 0
    # A kind beyond the last, or a count that runs over, loses cards in the packing.
    if not packed or size_of(packed) != len(kinds):
        raise InvalidState(
            [
                f"a meld has 1 to {LONGEST} cards, at most {MOST} twins, of kinds 0 to "
                "52; Meld.parse reads it"
            ]
        )
    return packed


@attrs.frozen(repr=False, order=False, cache_hash=True)
class Meld:
    """A run or a set on the table; :class:`Run` and :class:`Set` are the two kinds.

    `kinds` holds the kinds of its cards in order. Melds are equal when they look the
    same on the table.

    >>> from biriba import rules
    >>> meld = Meld.parse("4h 5h Jk 7h", rules.CLASSIC_5000)
    >>> meld.is_clean, meld.wild_count, len(meld), str(meld)
    (False, 1, 4, '4h 5h Jk 7h')
    """

    kinds: bytes
    packed: int = attrs.field(init=False, eq=False)
    wild_count: int = attrs.field(init=False, eq=False)

    def __attrs_post_init__(self) -> None:
        raise InvalidState(["a meld is a Run or a Set; Meld.parse makes either"])

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards in their order on the table."""
        return tuple(Card.of_kind(k) for k in self.kinds)

    @property
    def heap(self) -> Cards:
        """The cards as a heap."""
        return Cards(self.packed)

    @property
    def is_clean(self) -> bool:
        """Whether no card of the meld is wild as it lies now (G10)."""
        return not self.wild_count

    @property
    def is_full(self) -> bool:
        """Whether this is a run of thirteen or more (C8)."""
        return False

    if TYPE_CHECKING:
        # What only the two kinds of meld can answer.
        @property
        def kind(self) -> MeldKind: ...

        @property
        def wild_places(self) -> tuple[int, ...]: ...

    @classmethod
    def parse(cls, cards: CardsLike, rules: Rules) -> Meld:
        """The legal meld that these cards are, in the order laid (G5–G8).

        A word such as ``Jk=6h`` says what a wild card stands for, and ``set`` or
        ``run`` may come first; both are needed only under house rules that let one
        text be read in two ways.

        Raises:
            NotationError: if a word is no card.
            IllegalMeld: with the reason, if the cards are no meld.
            AmbiguousMove: if they can be read as more than one.
            InvalidRules: if `rules` are none.
        """
        checked(rules)
        if isinstance(cards, str):
            text, wanted, kinds = _annotated(cards)
        else:
            kinds = kinds_of(cards)
            text, wanted = text_of(kinds), Wanted()
        legal = _readings(kinds, rules)
        found = [meld for meld in legal if wanted(meld)]
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousMove(text, [spelled(meld) for meld in found])
        if legal or _is_no_set(kinds, wanted, rules):
            written = " ".join(text.split())
            why = reason("not-as-written", rules.clauses, text=written)
        else:
            why = _why_no_meld(kinds, rules, wanted.kind)
        raise IllegalMeld(text, why)

    def __len__(self) -> int:
        return len(self.kinds)

    def __str__(self) -> str:
        return text_of(self.kinds)

    def _repr_svg_(self) -> str:
        """A picture, for notebooks that show no HTML."""
        from biriba.svg import render_meld

        return render_meld(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from biriba.html import render_meld

        return render_meld(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self)!r})"


@attrs.frozen(repr=False, order=False, cache_hash=True)
class Run(Meld):
    """A run: a suit, the place of its first card, and the cards in order (G6).

    Places are 1 (ace low), 2 … 13 (king) and 14 (ace high).
    """

    suit: Suit
    start: int

    def __attrs_post_init__(self) -> None:
        # A run from place 0, or past 14, is one that turns the corner: it can be
        # written, and is refused as a meld.
        if not (
            _is(self.suit, Suit)
            and type(self.start) is int
            and 0 <= self.start <= PLACES
        ):
            raise InvalidState(
                ["a run has a Suit, and starts in places 1 to 14; Meld.parse reads it"]
            )
        object.__setattr__(self, "packed", _packed(self.kinds))
        natural = LINES[self.suit][self.start : self.end + 1]
        wild = 0 if self.kinds == natural else sum(map(ne, self.kinds, natural))
        object.__setattr__(self, "wild_count", wild)

    @property
    def kind(self) -> MeldKind:
        """``MeldKind.RUN``."""
        return MeldKind.RUN

    @property
    def end(self) -> int:
        """The place of the last card."""
        return self.start + len(self.kinds) - 1

    @property
    def wild_places(self) -> tuple[int, ...]:
        """Which cards are wild, as indices into :attr:`cards`."""
        natural = LINES[self.suit][self.start : self.end + 1]
        return tuple([i for i, k in enumerate(self.kinds) if k != natural[i]])

    @property
    def is_full(self) -> bool:
        """Whether the run has thirteen cards or more (C8)."""
        return len(self.kinds) >= 13


@attrs.frozen(repr=False, order=False, cache_hash=True)
class Set(Meld):
    """A set: a rank and its cards, natural ones first, sorted (G5)."""

    rank: Rank

    def __attrs_post_init__(self) -> None:
        if not _is(self.rank, Rank) or not _is(self.kinds, bytes):
            raise InvalidState(
                ["a set has the kinds of its cards, and a Rank; Meld.parse reads it"]
            )
        rank = self.rank - 1
        ordered = sorted(self.kinds, key=lambda k: (k >> 2 != rank, k))
        object.__setattr__(self, "kinds", bytes(ordered))
        object.__setattr__(self, "packed", _packed(self.kinds))
        object.__setattr__(self, "wild_count", len(self.wild_places))

    @property
    def kind(self) -> MeldKind:
        """``MeldKind.SET``."""
        return MeldKind.SET

    @property
    def wild_places(self) -> tuple[int, ...]:
        """Which cards are wild, as indices into :attr:`cards`."""
        rank = self.rank - 1
        return tuple(i for i, k in enumerate(self.kinds) if k >> 2 != rank)


# --- Is it a meld? -----------------------------------------------------------------


def can_be_wild(kind: int, rules: Rules) -> bool:
    """Whether a kind of card may stand in for another (G7)."""
    return kind == JOKER_KIND or (kind >> 2 == 1 and rules.wild.twos)


def legal_mix(naturals: int, wilds: int, rules: Rules) -> bool:
    """Whether a meld may have so many natural and wild cards (G8, C7, P6)."""
    wild = rules.wild
    return (
        naturals >= wild.min_naturals
        and (wild.limit is None or wilds <= wild.limit)
        and (
            wild.naturals_per_wild is None or wilds * wild.naturals_per_wild <= naturals
        )
    )


@lru_cache(maxsize=1 << 15)
def meld_problem(meld: Meld, rules: Rules) -> Reason | None:
    """Why a meld may not lie on the table under the rules, or None (G5–G8, C7, P6)."""
    letter = rules.clauses
    wild, options = rules.wild, rules.melds
    size = len(meld)
    if size < 3:
        return reason("too-few-cards", letter)
    for index in meld.wild_places:
        if not can_be_wild(meld.kinds[index], rules):
            is_run = isinstance(meld, Run)
            return reason("not-consecutive" if is_run else "not-a-meld", letter)
    naturals = size - meld.wild_count
    if isinstance(meld, Run):
        if meld.start < 1 or meld.end > PLACES:
            return reason("corner", letter)
        low, high = meld.start == 1, meld.end == PLACES
        if (low and not options.ace_low) or (high and not options.ace_high):
            return reason("ace-not-here", letter)
        if size > options.longest_run:
            if low and high and options.longest_run == PLACES - 1:
                return reason("two-aces", letter)
            return reason("run-too-long", letter, most=options.longest_run)
        if (
            low
            and high
            and not options.both_aces
            and meld.kinds[0] == meld.kinds[-1] == natural_kind(meld.suit, 1)
        ):
            return reason("two-aces", "X")
    else:
        if not options.sets:
            return reason("no-sets", letter)
        rank = meld.kinds[0] >> 2
        if rank == JOKER_KIND >> 2:
            return reason("set-of-jokers", letter)
        if rank == 1 and wild.twos and not options.set_of_twos:
            return reason("set-of-twos", letter)
        most = options.max_set_naturals
        if most is not None and naturals > most:
            return reason("set-too-large", letter, most=most)
    if naturals < wild.min_naturals:
        return reason("too-few-naturals", letter, least=wild.min_naturals)
    if wild.limit is not None and meld.wild_count > wild.limit:
        return reason("too-many-wild", letter, most=wild.limit)
    each = wild.naturals_per_wild
    if each is not None and meld.wild_count * each > naturals:
        return reason("wild-ratio", letter, each=each)
    return None


def readings(kinds: list[int], rules: Rules) -> list[Meld]:
    """Every legal meld that the cards are, laid in this order."""
    checked(rules)
    return _readings([Card.of_kind(k).kind for k in expect_all(kinds, int)], rules)


def _readings(kinds: list[int], rules: Rules) -> list[Meld]:
    if not 3 <= len(kinds) <= LONGEST or _too_many_twins(kinds):
        return []
    return [meld for meld in _shapes(kinds, rules) if meld_problem(meld, rules) is None]


def _too_many_twins(kinds: list[int]) -> bool:
    return any(kinds.count(kind) > MOST for kind in set(kinds))


def _shapes(kinds: list[int], rules: Rules) -> Iterator[Meld]:
    """Every run and set that the cards could mean, legal or not."""
    sure = [k for k in kinds if not can_be_wild(k, rules)]
    suits = {k & 3 for k in sure} or {k & 3 for k in kinds if k != JOKER_KIND}
    if len(suits) == 1 and len(kinds) <= PLACES:
        suit = suits.pop()
        yield from _run_shapes(kinds, suit, rules)
    elif not sure and len(kinds) <= PLACES:
        for suit in sorted(suits):
            yield from _run_shapes(kinds, suit, rules)
    ranks = {k >> 2 for k in sure}
    if not ranks and any(k != JOKER_KIND for k in kinds):
        ranks = {1}
    if len(ranks) == 1:
        yield Set(bytes(kinds), Rank(ranks.pop() + 1))


def _run_shapes(kinds: list[int], suit: int, rules: Rules) -> Iterator[Run]:
    for start in range(1, PLACES - len(kinds) + 2):
        if all(
            k == natural_kind(suit, start + i) or can_be_wild(k, rules)
            for i, k in enumerate(kinds)
        ):
            yield Run(bytes(kinds), SUITS[suit], start)


def _is_no_set(kinds: list[int], wanted: Wanted, rules: Rules) -> bool:
    """Whether cards of several ranks are said to be a set."""
    ranks = {k >> 2 for k in kinds if not can_be_wild(k, rules)}
    return wanted.kind is MeldKind.SET and len(kinds) >= 3 and len(ranks) > 1


def _why_no_meld(
    kinds: list[int], rules: Rules, wanted: MeldKind | None = None
) -> Reason:
    """The most telling reason why cards in this order are no meld, or not of a kind."""
    letter = rules.clauses
    if len(kinds) < 3:
        return reason("too-few-cards", letter)
    sure = [k for k in kinds if not can_be_wild(k, rules)]
    if len(kinds) <= LONGEST and not _too_many_twins(kinds):
        shapes = [meld for meld in _shapes(kinds, rules) if wanted in (None, meld.kind)]
        if not sure and sum(k != JOKER_KIND for k in kinds) > 1:
            shapes.reverse()  # several Twos were meant as a set, not as a run
        problems = [p for meld in shapes if (p := meld_problem(meld, rules))]
        if problems:
            return problems[0]
    if not any(k != JOKER_KIND for k in kinds):
        return reason("set-of-jokers", letter)
    if len({k & 3 for k in sure}) > 1 and len({k >> 2 for k in sure}) > 1:
        return reason("not-a-meld", letter)
    if len(kinds) > rules.melds.longest_run:
        return reason("run-too-long", letter, most=rules.melds.longest_run)
    if _turns_corner(kinds):
        return reason("corner", letter)
    return reason("not-consecutive", letter)


def _turns_corner(kinds: list[int]) -> bool:
    """Whether the cards would be a run if the ace joined king and two."""
    for start in range(13):
        if all(
            k == JOKER_KIND or k >> 2 == (start + i) % 13 for i, k in enumerate(kinds)
        ):
            return start + len(kinds) > 14
    return False


_LONGEST_ANNOTATED: Final = 4096
_WORD: Final = re.compile(r"[^\s,]+")


def _annotated(text: str) -> tuple[str, Wanted, list[int]]:
    """Split ``run``/``set`` and ``Jk=6h`` off a text of cards."""
    words = list(_WORD.finditer(text[:_LONGEST_ANNOTATED]))
    named = bool(words) and words[0].group().lower() in ("run", "set")
    if not named and "=" not in text:
        return text, Wanted(), kinds_of(text)
    if len(text) > _LONGEST_ANNOTATED:
        raise unread("meld-too-long", text, _LONGEST_ANNOTATED, most=_LONGEST_ANNOTATED)
    # What is not a card is blanked out, so that every card keeps its place.
    kind, plain = None, text
    if named:
        first = words.pop(0)
        kind = MeldKind(first.group().lower())
        plain = _blanked(plain, first.start(), first.end())
    places: list[tuple[int, int]] = []
    for index, word in enumerate(words):
        card, sign, meaning = word.group().partition("=")
        if sign and not card:
            raise unread("sign-without-card", text, word.start())
        if sign:
            after = word.start() + len(card) + 1
            try:
                places.append((index, Card.parse(meaning).kind))
            except NotationError as error:
                raise moved(error, text, after) from None
            plain = _blanked(plain, after - 1, word.end())
    try:
        return text, Wanted(kind, tuple(places)), kinds_of(plain)
    except NotationError as error:
        raise moved(error, text, error.position) from None


def _blanked(text: str, start: int, end: int) -> str:
    return text[:start] + " " * (end - start) + text[end:]


@attrs.frozen
class Wanted:
    """Which reading of a text is meant: a kind of meld, and what cards stand for."""

    kind: MeldKind | None = None
    places: tuple[tuple[int, int], ...] = ()

    def __call__(self, meld: Meld) -> bool:
        """Whether a reading agrees."""
        if self.kind is not None and meld.kind is not self.kind:
            return False
        if not isinstance(meld, Run):
            return not self.places
        return all(
            natural_kind(meld.suit.value, meld.start + index) == kind
            for index, kind in self.places
        )


def spelled(meld: Meld) -> str:
    """A meld's text with its kind and what its wild cards stand for.

    >>> from biriba import rules
    >>> spelled(Meld.parse("4h 5h Jk 7h", rules.CLASSIC_5000))
    'run 4h 5h Jk=6h 7h'
    """
    words = [KIND_TEXT[k] for k in expect(meld, Meld).kinds]
    if isinstance(meld, Run):
        for index in meld.wild_places:
            stands_for = natural_kind(meld.suit.value, meld.start + index)
            words[index] += "=" + KIND_TEXT[stands_for]
    return f"{meld.kind.value} " + " ".join(words)


# --- May one meld become another? -----------------------------------------------------


def lay_off_problem(old: Meld, new: Meld, rules: Rules) -> Reason | None:
    """Why one meld may not become another by a lay-off, or None (G9–G11)."""
    letter = rules.clauses
    if type(old) is not type(new) or not holds(new.packed, old.packed):
        return reason("meld-changed", letter)
    if old.packed == new.packed:
        return reason("nothing-laid", letter)
    if not isinstance(old, Run) or not isinstance(new, Run):
        if old.kinds[0] >> 2 != new.kinds[0] >> 2:
            return reason("meld-changed", letter)
        return meld_problem(new, rules)
    if old.suit is not new.suit:
        return reason("meld-changed", letter)
    problem = meld_problem(new, rules)
    if problem is not None:
        return problem
    suit = old.suit.value
    for index, kind in enumerate(old.kinds):
        place = old.start + index
        inside = new.start <= place <= new.end
        now = new.kinds[place - new.start] if inside else None
        if now == kind:
            continue
        if kind == natural_kind(suit, place):
            return reason("natural-moved", letter, card=KIND_TEXT[kind])
        if not rules.wild.relocate:
            return reason("wild-fixed", letter, card=KIND_TEXT[kind])
        if now is not None and now != natural_kind(suit, place):
            return reason("wild-for-wild", letter, card=KIND_TEXT[kind])
    return None


# --- Facts under rules -------------------------------------------------------------


def is_biriba(meld: Meld, rules: Rules) -> bool:
    """Whether a meld is a biriba (C8, P7, T7)."""
    return len(meld) >= rules.biriba.length and (
        rules.biriba.sets or isinstance(meld, Run)
    )


def card_points(packed: int, rules: Rules) -> Points:
    """What cards are worth, each at its own value (G14, C12, P11, T10)."""
    values = rules.prices.cards
    total: Points = 0
    for kind in unpack(packed):
        total += values.of_kind(kind)
    return total
