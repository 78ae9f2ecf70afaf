"""Suits, ranks, cards, and heaps of cards.

A *kind* of card is one of 53: 52 plain cards and the joker; twins from different
packs are equal. Kinds are numbered in one stable order, which is also the layout
of the packed integer behind :class:`Cards`: kind ``4 * (rank - 1) + suit`` with
ranks 1 (ace) to 13 (king) and suits h, d, c, s = 0, 1, 2, 3; the joker is 52.
``Cards.packed`` counts kind *k* in the four bits from ``4 * k`` up. A count is at
most 7, so that the top bit of every nibble is free: one subtraction with those
bits set compares all 53 counts at once.

This module knows no rules: what is wild or worth what is said in ``rules``.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final, TypeAlias

import attrs

from biriba._checks import expect
from biriba._unread import unread
from biriba._words import shown
from biriba.errors import InvalidState, NotationError

JOKER_KIND: Final = 52
KINDS: Final = 53
MOST: Final = 7
"""The most copies of one kind that a heap can hold."""

ONES: Final = sum(1 << 4 * kind for kind in range(KINDS))
GUARD: Final = ONES << 3
_TWOS, _FOURS = ONES << 1, ONES << 2
SUIT_MASKS: Final = tuple(
    sum(15 << 4 * (4 * rank + suit) for rank in range(13)) for suit in range(4)
)
RANK_MASK: Final = 0xFFFF
"""The aces; shifted by 16 for each rank, the cards of another."""
TWOS_MASK: Final = RANK_MASK << 16
JOKER_MASK: Final = 15 << 4 * JOKER_KIND


class Suit(IntEnum):
    """The four suits, in the order used for sorting: h, d, c, s."""

    HEARTS = 0
    DIAMONDS = 1
    CLUBS = 2
    SPADES = 3

    @property
    def letter(self) -> str:
        """The suit as one letter: ``h``, ``d``, ``c`` or ``s``."""
        return "hdcs"[self.value]

    @property
    def symbol(self) -> str:
        """The suit as its symbol."""
        return "♥♦♣♠"[self.value]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit: a letter, a symbol or its English name.

        Raises:
            NotationError: if the text is none of these.

        >>> Suit.parse("h"), Suit.parse("♠")
        (<Suit.HEARTS: 0>, <Suit.SPADES: 3>)
        """
        text = str(text)
        word = text.strip().lower()
        for suit in cls:
            if word in (suit.letter, suit.symbol, suit.name.lower()):
                return suit
        raise unread("no-suit", text, suit=text)

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise NotationError(f"no suit {shown(value)}; Suit.parse reads text", "")

    def __bool__(self) -> bool:
        # Hearts is 0; "if suit" must not mean "if it is not hearts".
        return True

    def __str__(self) -> str:
        return self.letter


SUITS: Final = tuple(Suit)


class Rank(IntEnum):
    """The ranks, ace = 1 to king = 13, and the joker = 14."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    JOKER = 14

    @property
    def letters(self) -> str:
        """The rank as it is written: ``A``, ``2`` … ``10``, ``J``, ``Q``, ``K``."""
        return _RANK_TEXT[self.value - 1]

    def __str__(self) -> str:
        return self.letters


_RANK_TEXT: Final = (
    "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "Jk",
)  # fmt: skip

# Latin letters and digits, and the Greek letters that can mean only one rank.
_RANKS_READ: Final = {text.lower(): i for i, text in enumerate(_RANK_TEXT[:13])} | {
    "t": 9,
    "1": 0,
    "α": 0,
    "β": 10,
    "ν": 11,
    "κ": 12,
}
_SUITS_READ: Final = {
    "h": 0, "♥": 0, "♡": 0, "d": 1, "♦": 1, "♢": 1,
    "c": 2, "♣": 2, "♧": 2, "s": 3, "♠": 3, "♤": 3,
}  # fmt: skip
_JOKERS_READ: Final = frozenset({"jk", "joker", "μπαλαντέρ", "μπαλαντερ", "🃏"})


@attrs.frozen(order=False)
class Card:
    """One card: a rank and a suit, or the joker (which has no suit).

    Cards from different packs are equal (G1). Build one from text with
    :meth:`parse`; ``Card(rank, suit)`` is for code.

    >>> Card.parse("10h")
    Card('10h')
    >>> Card.parse("♥T") == Card(Rank.TEN, Suit.HEARTS)
    True
    """

    rank: Rank
    suit: Suit | None = None

    def __attrs_post_init__(self) -> None:
        rank: object = self.rank
        suit: object = self.suit
        if not (isinstance(rank, Rank) and isinstance(suit, Suit | None)):
            raise InvalidState(["a card is a Rank and a Suit; Card.parse reads text"])
        if (self.rank is Rank.JOKER) != (self.suit is None):
            raise InvalidState(["a joker has no suit, and every other card has one"])

    @property
    def kind(self) -> int:
        """The number of this kind of card, 0 to 52 (see the module's text)."""
        if self.suit is None:
            return JOKER_KIND
        return 4 * (self.rank - 1) + self.suit.value

    @property
    def is_joker(self) -> bool:
        """Whether this is a joker."""
        return self.suit is None

    @classmethod
    def of_kind(cls, kind: int) -> Card:
        """The card of a kind; always the same object for the same kind.

        Raises:
            InvalidState: if there is no such kind.
        """
        if type(kind) is not int or kind not in range(KINDS):
            raise InvalidState(
                [f"there is no kind of card {shown(kind)}; kinds are 0 to 52"]
            )
        return _CARDS[kind]

    @classmethod
    def parse(cls, text: str) -> Card:
        """Read one card: ``10h``, ``Tc``, ``♠Q``, ``Jk``; case does not matter.

        Raises:
            NotationError: if the text is no card.
        """
        kinds = parse_kinds(text)
        if len(kinds) != 1:
            raise unread("not-one-card", text, count=len(kinds))
        return _CARDS[kinds[0]]

    def _repr_svg_(self) -> str:
        """A picture, for notebooks that show no HTML."""
        from biriba.svg import render_card

        return render_card(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from biriba.html import render_card

        return render_card(self)

    def __str__(self) -> str:
        return KIND_TEXT[self.kind]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


_CARDS: Final = (
    *(Card(Rank(kind // 4 + 1), Suit(kind % 4)) for kind in range(JOKER_KIND)),
    Card(Rank.JOKER),
)
KIND_TEXT: Final = tuple(
    c.rank.letters + ("" if c.suit is None else c.suit.letter) for c in _CARDS
)
_BY_SUIT: Final = tuple(
    sorted(range(KINDS), key=lambda k: (k == JOKER_KIND, k % 4, k // 4))
)


def _token_kind(token: str) -> int | None:
    word = token.lower()
    if word in _JOKERS_READ:
        return JOKER_KIND
    for rank, suit in ((word[:-1], word[-1:]), (word[1:], word[:1])):
        if rank in _RANKS_READ and suit in _SUITS_READ:
            return 4 * _RANKS_READ[rank] + _SUITS_READ[suit]
    return None


def parse_kinds(text: str) -> list[int]:
    """The kinds of the cards in a text, in the order written."""
    expect(text, str)
    kinds: list[int] = []
    end = len(text)
    position = 0
    while position < end:
        if text[position].isspace() or text[position] == ",":
            position += 1
            continue
        start = position
        while position < end and not text[position].isspace() and text[position] != ",":
            position += 1
        token = text[start:position].replace("\ufe0f", "")
        kind = _token_kind(token) if len(token) < 12 else None
        if kind is None:
            raise unread("no-card", text, start, card=token)
        kinds.append(kind)
    return kinds


def pack(kinds: Iterable[int]) -> int:
    """Pack kinds into one integer; the caller knows that no count passes 7."""
    packed = 0
    for kind in kinds:
        packed += 1 << 4 * kind
    return packed


def unpack(packed: int) -> list[int]:
    """The kinds in a packed integer, in the order of their numbers, twins repeated."""
    kinds: list[int] = []
    while packed:
        shift = (packed & -packed).bit_length() - 1 & ~3
        kinds += [shift >> 2] * (packed >> shift & 15)
        packed &= ~(15 << shift)
    return kinds


def size_of(packed: int) -> int:
    """How many cards a packed integer holds."""
    return (
        (packed & ONES).bit_count()
        + 2 * (packed & _TWOS).bit_count()
        + 4 * (packed & _FOURS).bit_count()
    )


def holds(packed: int, need: int) -> bool:
    """Whether every count in `packed` is at least that in `need`."""
    return ((packed | GUARD) - need) & GUARD == GUARD


def common(a: int, b: int) -> int:
    """The cards in both of two packed heaps."""
    # A guard bit survives the subtraction exactly where a's count is the larger.
    enough = (((a | GUARD) - b) & GUARD) >> 3
    mask = enough * 15
    return (b & mask) | (a & ~mask)


@attrs.frozen(repr=False, order=False)
class Cards:
    """An immutable heap of cards: how many of each kind, in no order.

    Equal heaps are equal however they were written; iterating gives the cards
    sorted by suit and rank, jokers last.

    >>> hand = Cards.parse("9h Jk 2c 9h")
    >>> str(hand)
    '9h 9h 2c Jk'
    >>> hand.count("9h"), len(hand), "Kd" in hand
    (2, 4, False)
    >>> str(hand - "9h"), Cards.parse("Jk 9h") <= hand
    ('9h 2c Jk', True)
    """

    packed: int = 0

    def __attrs_post_init__(self) -> None:
        packed: object = self.packed
        if not isinstance(packed, int) or packed < 0 or packed & ~(7 * ONES):
            raise InvalidState(
                [
                    f"not a packed heap of cards (counts 0 to {MOST} of kinds 0 to 52)"
                    "; Cards.of and Cards.parse make heaps of cards and text"
                ]
            )

    @classmethod
    def of(cls, cards: CardsLike) -> Cards:
        """A heap from whatever says cards: a heap, text, or cards one by one.

        Raises:
            NotationError: if text in it is no card.
            InvalidState: if there are more than 7 twins.
        """
        if isinstance(cards, Cards):
            return cards
        packed = 0
        for kind in kinds_of(cards):
            if packed >> 4 * kind & 15 == MOST:
                raise InvalidState([f"more than {MOST} cards {KIND_TEXT[kind]}"])
            packed += 1 << 4 * kind
        return cls(packed)

    @classmethod
    def parse(cls, text: str) -> Cards:
        """Read cards separated by spaces or commas, in any order.

        Raises:
            NotationError: if a word is no card.
        """
        return cls.of(text)

    def count(self, card: Card | str) -> int:
        """How many of a card there are."""
        return self.packed >> 4 * one_card(card).kind & 15

    @property
    def kinds(self) -> tuple[Card, ...]:
        """Each different card once, sorted."""
        return tuple(_CARDS[k] for k in _BY_SUIT if self.packed >> 4 * k & 15)

    def __len__(self) -> int:
        return size_of(self.packed)

    def __iter__(self) -> Iterator[Card]:
        for kind in _BY_SUIT:
            for _ in range(self.packed >> 4 * kind & 15):
                yield _CARDS[kind]

    def __contains__(self, card: object) -> bool:
        return isinstance(card, (Card, str)) and self.count(card) > 0

    def __le__(self, other: CardsLike) -> bool:
        return holds(Cards.of(other).packed, self.packed)

    def __ge__(self, other: CardsLike) -> bool:
        return holds(self.packed, Cards.of(other).packed)

    def __add__(self, other: CardsLike) -> Cards:
        added = self.packed + Cards.of(other).packed
        if added & GUARD:
            raise InvalidState([f"more than {MOST} cards of one kind"])
        return Cards(added)

    def __sub__(self, other: CardsLike) -> Cards:
        taken = Cards.of(other)
        if not holds(self.packed, taken.packed):
            missing = Cards(taken.packed - common(self.packed, taken.packed))
            raise InvalidState([f"{missing} not among {self or 'no cards'}"])
        return Cards(self.packed - taken.packed)

    def __and__(self, other: CardsLike) -> Cards:
        return Cards(common(self.packed, Cards.of(other).packed))

    def _repr_svg_(self) -> str:
        """A picture, for notebooks that show no HTML."""
        from biriba.svg import render_cards

        return render_cards(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from biriba.html import render_cards

        return render_cards(self)

    def __str__(self) -> str:
        return " ".join(str(card) for card in self)

    def __repr__(self) -> str:
        return f"Cards({str(self)!r})"


CardsLike: TypeAlias = Cards | str | Iterable[Card | str]
"""What the API takes for cards: a heap, text, or an iterable of cards."""


def one_card(card: Card | str) -> Card:
    """A card from what says one."""
    return Card.parse(card) if isinstance(card, str) else expect(card, Card)


def kinds_of(cards: CardsLike) -> list[int]:
    """The kinds of whatever says cards, in its own order."""
    if isinstance(cards, str):
        return parse_kinds(cards)
    if isinstance(cards, Iterable):
        kinds: list[int] = []
        for card in cards:
            if not isinstance(card, (Card, str)):
                break
            kinds.append(one_card(card).kind)
        else:
            return kinds
    raise NotationError(f"expected cards, got {type(cards).__name__}", "")


def text_of(kinds: Iterable[int]) -> str:
    """The text of kinds, in their order."""
    return " ".join([KIND_TEXT[kind] for kind in kinds])


def deck(packs: int = 2, jokers: int = 4) -> tuple[Card, ...]:
    """The cards of a deck in deck order: pack by pack, h d c s, ace to king; jokers.

    Raises:
        InvalidState: if there are fewer than 0 or more than 7 of either.

    >>> len(deck(2, 4)), str(deck()[0]), str(deck()[-1])
    (108, 'Ah', 'Jk')
    """
    if not all(type(n) is int and 0 <= n <= MOST for n in (packs, jokers)):
        raise InvalidState([f"a deck has 0 to {MOST} packs and 0 to {MOST} jokers"])
    return tuple(_CARDS[kind] for kind in deck_kinds(packs, jokers))


def deck_kinds(packs: int, jokers: int) -> list[int]:
    """The kinds of a deck in deck order."""
    one = [kind for kind in _BY_SUIT if kind != JOKER_KIND]
    return [*one * packs, *[JOKER_KIND] * jokers]


def shuffled(kinds: list[int], rng: random.Random) -> list[int]:
    """Shuffle version 1: Fisher–Yates from the end, by rejection on 32-bit words.

    Our own, because ``random.shuffle`` may change between Python versions and a
    recorded seed must give the same deal for ever; ``getrandbits`` is stable.
    """
    kinds = list(kinds)
    for last in range(len(kinds) - 1, 0, -1):
        ceiling = (1 << 32) - (1 << 32) % (last + 1)
        word = rng.getrandbits(32)
        while word >= ceiling:
            word = rng.getrandbits(32)
        other = word % (last + 1)
        kinds[last], kinds[other] = kinds[other], kinds[last]
    return kinds
