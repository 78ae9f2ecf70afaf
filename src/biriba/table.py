"""What lies on the table for all to see, and what one seat sees of a deal.

A :class:`Table` is the public part of a deal. A :class:`View` is a table and one
hand; a ``State`` is a table and everything hidden. Legality is asked of views alone,
so that no answer can depend on, or tell, what a seat may not see: the cards are not
in the object.

For speed the fields hold packed cards (see ``cards``) and bytes of kinds; the
properties of a view give them as :class:`~biriba.cards.Cards`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import TYPE_CHECKING

import attrs

from biriba._checks import numbered
from biriba._options import Rules
from biriba.cards import Card, Cards, Suit
from biriba.melds import Meld
from biriba.moves import Move, Phase
from biriba.scoring import BiribakiStatus

if TYPE_CHECKING:
    from biriba.generation import LegalMoves
    from biriba.reasons import Reason
    from biriba.state import State


@attrs.frozen
class Side:
    """What a side has on the table: its melds, and how far it is with a biribaki.

    `taker` is the seat that took the biribaki, −1 before.
    """

    melds: tuple[Meld, ...] = ()
    biribaki: BiribakiStatus = BiribakiStatus.NONE
    taker: int = -1


# These two are made with every move, and frozen classes without slots are made in
# half the time.
@attrs.frozen(slots=False, eq=False, repr=False)
class History:
    """The public moves of a deal so far; a linked list, so that states share it."""

    before: History | None
    seat: int
    move: Move
    length: int

    def __iter__(self) -> Iterator[tuple[int, Move]]:
        """Seats and moves, the first one first."""
        found: list[tuple[int, Move]] = []
        node: History | None = self
        while node is not None:
            found.append((node.seat, node.move))
            node = node.before
        return reversed(found)

    def __len__(self) -> int:
        return self.length

    def __reduce__(self) -> tuple[object, ...]:
        # As a flat list: a pickle of the links would recurse as deep as the deal.
        return (_history, (tuple(self),))


def _history(moves: tuple[tuple[int, Move], ...]) -> History | None:
    """A history made of its moves again."""
    node: History | None = None
    for length, (seat, move) in enumerate(moves, 1):
        node = History(node, seat, move, length)
    return node


@attrs.frozen(slots=False)
class Table:
    """The public part of a deal.

    `turn` is the seat to play; `pile` the discard pile, bottom first, as kinds;
    `taken` what that seat took from the pile in this turn, and `lone` whether that
    pile was a single card; `known` what each seat took from the pile and has not
    played since; `bottom` the cards that went under the stock face up; `passes` and
    `idle` count turns that lead to the end of a deal without a stock (G13); `out` is
    the seat that went out, −1 for none.
    """

    rules: Rules
    sides: tuple[Side, ...]
    turn: int
    phase: Phase
    bonus_suit: Suit | None
    pile: bytes
    hand_sizes: tuple[int, ...]
    stock_size: int
    biribakia: tuple[int, ...]
    taken: int
    lone: bool
    opened: tuple[bool, ...]
    known: tuple[int, ...]
    bottom: bytes
    passes: int
    idle: int
    out: int
    history: History | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.hand_sizes)


@attrs.frozen(repr=False)
class View:
    """Everything that one seat may see, and nothing else.

    Get one from ``state.view(seat)``; it is safe to send to that seat's player.

    >>> import biriba
    >>> view = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7).view(2)
    >>> len(view.hand), view.hand_sizes, view.stock_size, view.biribaki_sizes
    (11, (11, 11, 11, 11), 41, (11, 11))
    >>> print(view.why_not("draw"))
    it is seat 0's turn (G4)
    """

    table: Table
    seat: int
    packed: int

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self.table.rules

    @property
    def hand(self) -> Cards:
        """The cards in this seat's hand."""
        return Cards(self.packed)

    @property
    def turn(self) -> int:
        """The seat to play."""
        return self.table.turn

    @property
    def phase(self) -> Phase:
        """Which part of that seat's turn it is."""
        return self.table.phase

    @property
    def side(self) -> int:
        """The side this seat belongs to (G2)."""
        return self.seat % len(self.table.sides)

    @property
    def sides(self) -> tuple[Side, ...]:
        """What each side has on the table."""
        return self.table.sides

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds of this seat's own side, in the order laid."""
        return self.table.sides[self.side].melds

    @property
    def discard_pile(self) -> tuple[Card, ...]:
        """The discard pile, bottom first; it is open (G4)."""
        return tuple(Card.of_kind(k) for k in self.table.pile)

    @property
    def bonus_suit(self) -> Suit | None:
        """The bonus suit of the deal, if there is one (C4, T3)."""
        return self.table.bonus_suit

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return self.table.hand_sizes

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return self.table.stock_size

    @property
    def biribaki_sizes(self) -> tuple[int, ...]:
        """The sizes of the biribakia not yet taken."""
        return self.table.biribakia

    @property
    def taken(self) -> Cards:
        """What the seat to play took from the pile in this turn (C6)."""
        return Cards(self.table.taken)

    @property
    def opened(self) -> tuple[bool, ...]:
        """Which seats have laid down a meld of their own (T5)."""
        return self.table.opened

    @property
    def known(self) -> tuple[Cards, ...]:
        """What each seat took from the pile and has not played since."""
        return tuple(Cards(packed) for packed in self.table.known)

    @property
    def known_bottom(self) -> tuple[Card, ...]:
        """Cards put under the stock face up, the last card of the stock last."""
        return tuple(Card.of_kind(k) for k in self.table.bottom)

    @property
    def history(self) -> tuple[tuple[int, Move], ...]:
        """The public moves so far: seat and move, the first one first."""
        return tuple(self.table.history or ())

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended."""
        return self.table.phase is Phase.OVER

    @property
    def legal_moves(self) -> LegalMoves:
        """The moves this seat may make now; none if it is not its turn."""
        from biriba.generation import LegalMoves

        return LegalMoves(self)

    def _repr_svg_(self) -> str:
        """A picture, for notebooks that show no HTML."""
        from biriba.svg import render_view

        return render_view(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from biriba.html import render_view

        return render_view(self)

    def why_not(self, move: Move | str) -> Reason | None:
        """Why this seat may not make a move now, or None if it may.

        Raises:
            NotationError: if text is no move.
            AmbiguousMove: if text can mean several moves.
        """
        from biriba.legality import why_not

        return why_not(self, move)

    def __repr__(self) -> str:
        if self.is_over:
            return f"<View {self.rules.label}: seat {self.seat}, over>"
        return (
            f"<View {self.rules.label}: seat {self.seat} holds {self.hand}; "
            f"seat {self.turn} to {self.phase.value}>"
        )

    def resample(self, rng: random.Random) -> State:
        """A whole state that this seat could be looking at.

        Uniform over the arrangements of the cards that the seat cannot place, given
        what is publicly known; ``state.view(seat)`` of it equals this view. The base
        of search under hidden information.

        Raises:
            InvalidState: if `rng` is no ``random.Random``, or the view's cards are not
                from one deck.
        """
        from biriba._resample import resample

        return resample(self, rng)


def check_seat(seat: int, seats: int) -> int:
    """A seat's number, if there is such a seat.

    Raises:
        InvalidState: if there is not.
    """
    return numbered("seat", seat, seats)
