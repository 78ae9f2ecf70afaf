"""Melds: runs and sets as they lie on the table, and what may become of them.

A meld is a fact, whatever the rules: its cards in their order, from which it follows
which are natural and which are wild. In a run, a card is natural exactly where it lies
in its own place; in a set, where it has the set's rank. So cleanliness is never
remembered, and a Two of the run's suit in place 2 cannot be anything but natural.

What the rules allow is asked of the functions: :func:`meld_problem` (one meld, laid
fresh), :func:`lay_off_problem` (from one meld to another), :func:`arrange` (a heap of
cards in any order) and :func:`lay_off_results`. The last two share one search,
`_fill`, that walks the places of a run from low to high and tries, in each, the natural
card and every kind of wild card that is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import attrs

from biriba._options import MeldKind, Rules
from biriba.cards import (
    GUARD,
    JOKER_KIND,
    KIND_TEXT,
    MOST,
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
from biriba.errors import AmbiguousMove, IllegalMeld, InvalidState
from biriba.points import Points
from biriba.reasons import Reason, reason

if TYPE_CHECKING:
    from biriba.best import BestLay

PLACES: Final = 14
LONGEST: Final = 128
"""The most cards that are looked at as one meld; no deck holds a longer one."""
MOST_ARRANGEMENTS: Final = 10_000


def natural_kind(suit: int, place: int) -> int:
    """The kind that is natural in a place of a run: 1 = ace low … 14 = ace high."""
    return 4 * ((place - 1) % 13) + suit


def _packed(kinds: Sequence[int]) -> int:
    packed = pack(kinds)
    # A kind beyond the last, or a count that runs over, loses cards in the packing.
    if size_of(packed) != len(kinds):
        raise InvalidState([f"a meld has at most {MOST} twins, of kinds 0 to 52"])
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

    @property
    def kind(self) -> MeldKind:
        """Whether this is a run or a set."""
        raise NotImplementedError

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

    @property
    def wild_places(self) -> tuple[int, ...]:
        """Which cards are wild, as indices into :attr:`cards`."""
        raise NotImplementedError

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
        """
        if isinstance(cards, str):
            text, wanted, kinds = _annotated(cards)
        else:
            kinds = kinds_of(cards)
            text, wanted = text_of(kinds), None
        found = readings(kinds, rules)
        if wanted is not None:
            found = [meld for meld in found if wanted(meld)]
        if len(found) == 1:
            return found[0]
        if found:
            raise AmbiguousMove(text, [spelled(meld) for meld in found])
        raise IllegalMeld(text, _why_no_meld(kinds, rules))

    def __len__(self) -> int:
        return len(self.kinds)

    def __str__(self) -> str:
        return text_of(self.kinds)

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from biriba.svg import render_meld

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
        object.__setattr__(self, "packed", _packed(self.kinds))
        object.__setattr__(self, "wild_count", len(self.wild_places))

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
        suit, start = self.suit.value, self.start
        return tuple(
            i for i, k in enumerate(self.kinds) if k != natural_kind(suit, start + i)
        )

    @property
    def is_full(self) -> bool:
        """Whether the run has thirteen cards or more (C8)."""
        return len(self.kinds) >= 13


@attrs.frozen(repr=False, order=False, cache_hash=True)
class Set(Meld):
    """A set: a rank and its cards, natural ones first, sorted (G5)."""

    rank: Rank

    def __attrs_post_init__(self) -> None:
        rank = self.rank - 1
        ordered = sorted(self.kinds, key=lambda k: (k >> 2 != rank, k))
        object.__setattr__(self, "kinds", bytes(ordered))
        object.__setattr__(self, "packed", _packed(ordered))
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
    else:
        if not options.sets:
            return reason("no-sets", letter)
        rank = meld.kinds[0] >> 2
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
            yield Run(bytes(kinds), Suit(suit), start)


def _why_no_meld(kinds: list[int], rules: Rules) -> Reason:
    """The most telling reason why cards in this order are no meld."""
    letter = rules.clauses
    if len(kinds) < 3:
        return reason("too-few-cards", letter)
    sure = [k for k in kinds if not can_be_wild(k, rules)]
    if len(kinds) <= LONGEST and not _too_many_twins(kinds):
        shapes = list(_shapes(kinds, rules))
        if not sure and sum(k != JOKER_KIND for k in kinds) > 1:
            shapes.reverse()  # several Twos were meant as a set, not as a run
        for meld in shapes:
            problem = meld_problem(meld, rules)
            if problem is not None:
                return problem
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
    ranks = [k >> 2 if k != JOKER_KIND else None for k in kinds]
    for start in range(13):
        placed = [(start + i) % 13 for i in range(len(kinds))]
        if all(r is None or r == p for r, p in zip(ranks, placed, strict=True)):
            return start + len(kinds) > 14
    return False


def _annotated(text: str) -> tuple[str, Wanted | None, list[int]]:
    """Split ``run``/``set`` and ``Jk=6h`` off a text of cards."""
    kind: MeldKind | None = None
    words = text.split() if len(text) < 4096 else []
    if not words or ("=" not in text and words[0].lower() not in ("run", "set")):
        return text, None, kinds_of(text)
    if words[0].lower() in ("run", "set"):
        kind = MeldKind(words.pop(0).lower())
    plain: list[str] = []
    places: list[tuple[int, int]] = []
    for index, word in enumerate(words):
        card, _, meaning = word.partition("=")
        plain.append(card)
        if meaning:
            places.append((index, Card.parse(meaning).kind))
    return text, Wanted(kind, tuple(places)), kinds_of(" ".join(plain))


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
            index < len(meld)
            and natural_kind(meld.suit.value, meld.start + index) == kind
            for index, kind in self.places
        )


def spelled(meld: Meld) -> str:
    """A meld's text with its kind and what its wild cards stand for.

    >>> from biriba import rules
    >>> spelled(Meld.parse("4h 5h Jk 7h", rules.CLASSIC_5000))
    'run 4h 5h Jk=6h 7h'
    """
    words = [KIND_TEXT[k] for k in meld.kinds]
    if isinstance(meld, Run):
        for index in meld.wild_places:
            stands_for = natural_kind(meld.suit.value, meld.start + index)
            words[index] += "=" + KIND_TEXT[stands_for]
    return f"{meld.kind.value} " + " ".join(words)


# --- Searching places --------------------------------------------------------------


def _fill(
    suit: int,
    start: int,
    size: int,
    pool: dict[int, int],
    fixed: dict[int, int],
    held: dict[int, int],
    rules: Rules,
) -> Iterator[bytes]:
    """Every way to fill the places of a run with exactly the cards of a pool.

    `fixed` are natural cards that lie in their places already (not in the pool);
    `held` are the places that wild cards held, where no other wild card may come
    (G11). Only the pool is changed on the way, and it is left as it was found.
    """
    end = start + size
    kinds: list[int] = []

    def place(at: int) -> Iterator[bytes]:
        if at == end:
            yield bytes(kinds)
            return
        if at in fixed:
            kinds.append(fixed[at])
            yield from place(at + 1)
            kinds.pop()
            return
        natural = natural_kind(suit, at)
        holder = held.get(at)
        # Sorted, so that results come in a stable order.
        for kind in sorted(pool):
            if not pool[kind]:
                continue
            if kind == natural:
                if holder is not None and not rules.wild.relocate:
                    continue
            elif not can_be_wild(kind, rules) or (
                holder is not None and holder != kind
            ):
                continue
            pool[kind] -= 1
            kinds.append(kind)
            yield from place(at + 1)
            kinds.pop()
            pool[kind] += 1

    yield from place(start)


def _counts(packed: int) -> dict[int, int]:
    counts: dict[int, int] = {}
    for kind in unpack(packed):
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def _wild_room(size: int, rules: Rules) -> int:
    """The most wild cards that a meld of a size can hold."""
    wild = rules.wild
    room = size - wild.min_naturals
    if wild.limit is not None:
        room = min(room, wild.limit)
    if wild.naturals_per_wild is not None:
        room = min(room, size // (wild.naturals_per_wild + 1))
    return room


def _too_wild(packed: int, suit: int | None, size: int, rules: Rules) -> bool:
    """Whether more cards must be wild than a meld of this size can hold."""
    jokers = packed >> 4 * JOKER_KIND & 15
    must = jokers
    if rules.wild.twos and suit is not None:
        for other in range(4):
            twos = packed >> 4 * (4 + other) & 15
            must += max(0, twos - 1) if other == suit else twos
    return must > _wild_room(size, rules)


def arrange(cards: CardsLike, rules: Rules) -> tuple[Meld, ...]:
    """Every legal meld that uses exactly these cards, given in any order.

    Raises:
        NotationError: if text in it is no card.
        AmbiguousMove: if there are more than 10,000, which only house rules without
            any limit on wild cards can bring about.

    >>> from biriba import rules
    >>> [str(meld) for meld in arrange("Jk 6h 5h", rules.CLASSIC_5000)]
    ['Jk 5h 6h', '5h 6h Jk']
    """
    packed = Cards.of(cards).packed
    return _arrange(packed, rules)


@lru_cache(maxsize=4096)
def _arrange(packed: int, rules: Rules) -> tuple[Meld, ...]:
    kinds = unpack(packed)
    size = len(kinds)
    if not 3 <= size <= LONGEST:
        return ()
    sure = [k for k in kinds if not can_be_wild(k, rules)]
    found: list[Meld] = []
    if size <= PLACES:
        suits = {k & 3 for k in sure} if sure else {0, 1, 2, 3}
        if len(suits) == 1 or not sure:
            for suit in sorted(suits):
                _collect_runs(found, packed, suit, size, {}, {}, rules)
    ranks = {k >> 2 for k in sure}
    if not sure and any(k != JOKER_KIND for k in kinds):
        ranks = {1}
    if len(ranks) == 1:
        candidate = Set(bytes(kinds), Rank(ranks.pop() + 1))
        if meld_problem(candidate, rules) is None:
            found.append(candidate)
    return tuple(found)


def _collect_runs(
    found: list[Meld],
    packed: int,
    suit: int,
    size: int,
    fixed: dict[int, int],
    held: dict[int, int],
    rules: Rules,
) -> None:
    """Add the legal runs over all starts to `found`."""
    whole = packed + pack(fixed.values())
    if size > rules.melds.longest_run or _too_wild(whole, suit, size, rules):
        return
    pool = _counts(packed)
    settled = sum(1 << place for place in fixed)
    own = {k: _places(k) for k in pool if k & 3 == suit and k != JOKER_KIND}
    sure = [places for k, places in own.items() if not can_be_wild(k, rules)]
    spare = sum(n for k, n in pool.items() if can_be_wild(k, rules))
    natural = settled
    for places in own.values():
        natural |= places
    first = max(1, max(fixed, default=1) - size + 1)
    last = min([PLACES - size + 1, *fixed])
    for start in range(first, last + 1):
        # Cheap tests first: enough wild cards for the gaps, a place for each other.
        window = ((1 << size) - 1) << start
        if size - (window & natural).bit_count() > spare or not all(
            window & places & ~settled for places in sure
        ):
            continue
        for kinds in _fill(suit, start, size, pool, fixed, held, rules):
            run = Run(kinds, Suit(suit), start)
            if meld_problem(run, rules) is None:
                found.append(run)
                if len(found) > MOST_ARRANGEMENTS:
                    raise AmbiguousMove(
                        text_of(unpack(whole)),
                        [f"more than {MOST_ARRANGEMENTS} arrangements"],
                    )


def _places(kind: int) -> int:
    """The places in which a kind is natural, as bits; an ace has two."""
    return 1 << (kind >> 2) + 1 | (1 << PLACES if kind < 4 else 0)


# --- Laying off --------------------------------------------------------------------


def lay_off_results(meld: Meld, cards: CardsLike, rules: Rules) -> tuple[Meld, ...]:
    """Every legal meld that laying off these cards at once leads to (G9–G11).

    Raises:
        NotationError: if text in it is no card.
        AmbiguousMove: as :func:`arrange` does.

    >>> from biriba import rules
    >>> table = Meld.parse("3h 4h Jk 6h", rules.CLASSIC_5000)
    >>> [str(m) for m in lay_off_results(table, "5h", rules.CLASSIC_5000)]
    ['Jk 3h 4h 5h 6h', '3h 4h 5h 6h Jk']
    """
    return results_of(meld, Cards.of(cards).packed, rules)


@lru_cache(maxsize=1 << 15)
def results_of(meld: Meld, added: int, rules: Rules) -> tuple[Meld, ...]:
    """:func:`lay_off_results` for a packed heap."""
    new = unpack(added)
    size = len(meld) + len(new)
    if not new or size > LONGEST or (meld.packed + added) & GUARD:
        return ()
    if isinstance(meld, Run):
        return _run_results(meld, added, new, size, rules)
    rank = meld.kinds[0] >> 2
    if any(k >> 2 != rank and not can_be_wild(k, rules) for k in new):
        return ()
    result = Set(meld.kinds + bytes(new), Rank(rank + 1))
    return (result,) if meld_problem(result, rules) is None else ()


def _run_results(
    meld: Run, added: int, new: list[int], size: int, rules: Rules
) -> tuple[Meld, ...]:
    suit = meld.suit.value
    if size > PLACES or any(k & 3 != suit and not can_be_wild(k, rules) for k in new):
        return ()
    if len(new) == 1 and meld.wild_count < 2 and rules.wild.relocate:
        if not meld.wild_count:
            return _end_results(meld, new[0], rules)
        if not can_be_wild(new[0], rules):
            return _slide_results(meld, new[0], rules)
    wild = set(meld.wild_places)
    fixed = {meld.start + i: k for i, k in enumerate(meld.kinds) if i not in wild}
    held = {meld.start + i: meld.kinds[i] for i in wild}
    found: list[Meld] = []
    pool = added + pack(held.values())
    _collect_runs(found, pool, suit, size, fixed, held, rules)
    if not rules.wild.relocate:
        found = [m for m in found if _kept(held, m)]
    return tuple(found)


def _end_results(meld: Run, kind: int, rules: Rules) -> tuple[Meld, ...]:
    """One card laid off on a clean run: at either end, with nothing to search."""
    found: list[Meld] = []
    one, suit = bytes((kind,)), meld.suit
    for place, start, kinds in (
        (meld.start - 1, meld.start - 1, one + meld.kinds),
        (meld.end + 1, meld.start, meld.kinds + one),
    ):
        if 1 <= place <= PLACES and (
            kind == natural_kind(suit, place) or can_be_wild(kind, rules)
        ):
            _keep_legal(found, Run(kinds, suit, start), rules)
    return tuple(found)


def _slide_results(meld: Run, kind: int, rules: Rules) -> tuple[Meld, ...]:
    """One natural card laid off on a run with one wild card, which may slide.

    The natural cards then leave one gap, which the wild card fills, or none, and it
    lies at either end.
    """
    suit = meld.suit
    (index,) = meld.wild_places
    wild = meld.kinds[index]
    low, high = meld.start + (index == 0), meld.end - (index == len(meld) - 1)
    found: list[Meld] = []
    for place in (kind // 4 + 1, PLACES) if kind < 4 else (kind // 4 + 1,):
        if kind & 3 != suit:
            continue
        gaps = {meld.start + index} if low <= meld.start + index <= high else set()
        if place in gaps:
            gaps.clear()
        elif low <= place <= high:
            continue
        first, last = min(low, place), max(high, place)
        gaps.update(p for p in range(first, low) if p != place)
        gaps.update(p for p in range(high + 1, last) if p != place)
        if len(gaps) > 1:
            continue
        for at in sorted(gaps) or (first - 1, last + 1):
            if 1 <= at <= PLACES:
                start = min(first, at)
                places = range(start, max(last, at) + 1)
                kinds = [wild if p == at else natural_kind(suit, p) for p in places]
                _keep_legal(found, Run(bytes(kinds), suit, start), rules)
    return tuple(found)


def _keep_legal(found: list[Meld], run: Run, rules: Rules) -> None:
    if meld_problem(run, rules) is None:
        found.append(run)


def _kept(held: dict[int, int], result: Meld) -> bool:
    return isinstance(result, Run) and all(
        result.start <= place <= result.end
        and result.kinds[place - result.start] == kind
        for place, kind in held.items()
    )


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


def why_no_lay_off(meld: Meld, cards: CardsLike, rules: Rules) -> Reason | None:
    """Why these cards cannot be laid off on a meld at all, or None if they can.

    Where the cards would make a meld laid fresh, this tells what keeps the one on the
    table from becoming it (G9–G11).

    Raises:
        NotationError: if text in it is no card.

    >>> from biriba import rules
    >>> table = Meld.parse("2s 4s 5s 6s", rules.CLASSIC_5000)
    >>> print(why_no_lay_off(table, "Jk", rules.CLASSIC_5000))
    the place of 2s never goes to a wild card (G11)
    """
    added = Cards.of(cards)
    letter = rules.clauses
    if not added:
        return reason("nothing-laid", letter)
    if results_of(meld, added.packed, rules):
        return None
    fits = not (meld.packed + added.packed) & GUARD
    if fits:
        for fresh in arrange(Cards(meld.packed + added.packed), rules):
            problem = lay_off_problem(meld, fresh, rules)
            if problem is not None and problem.code != "meld-changed":
                return problem
    if fits and isinstance(meld, Set):
        new = unpack(added.packed)
        rank = meld.kinds[0] >> 2
        if all(k >> 2 == rank or can_be_wild(k, rules) for k in new):
            return meld_problem(Set(meld.kinds + bytes(new), meld.rank), rules)
    return reason("no-place", letter, cards=str(added), meld=str(meld))


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


def best(
    cards: CardsLike, rules: Rules, *, bonus_suit: Suit | None = None
) -> BestLay:
    """The highest-scoring way to lay a hand down at once: ``biriba.best.best``."""
    from biriba.best import best as search

    return search(cards, rules, bonus_suit=bonus_suit)
