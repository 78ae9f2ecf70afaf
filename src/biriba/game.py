"""A deal in play, for servers: the one thing in biriba that changes.

A :class:`Game` keeps what a state does not: the deck and the dealer, the states before
this one, and those that were taken back. States are values, so undo is going back to
one, and :meth:`Game.fork` costs a copy of two lists. Save after every move: a file is
written whole or not at all.

What goes to a player is made of views: `Game.view` and `Game.log`. A record, like the
game itself, tells every card and stays on the server.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Mapping, Sequence

import attrs

from biriba._checks import expect_all
from biriba._options import Json, Rules
from biriba.cards import Card, Cards, CardsLike, kinds_of, pack, shuffled
from biriba.errors import InvalidRecord, InvalidState
from biriba.moves import Discard, LayMeld, LayOff, Move, TakePile
from biriba.notation import move_text
from biriba.record import Record, open_record, replay_states, save
from biriba.state import State, deck_of
from biriba.table import View


@attrs.frozen
class LogEntry:
    """One move as a seat may know it.

    `received` are cards that came face down to the seat that reads: its own draw, its
    own biribaki. It is empty for what others received.
    """

    number: int
    seat: int
    move: str
    received: Cards

    def __str__(self) -> str:
        text = f"{self.number}. seat {self.seat}: {self.move}"
        return f"{text} (received {self.received})" if self.received else text

    def to_json(self) -> dict[str, Json]:
        """The entry as JSON values."""
        return {
            "number": self.number,
            "seat": self.seat,
            "move": self.move,
            "received": str(self.received),
        }


def public_log(views: Sequence[View]) -> tuple[LogEntry, ...]:
    """The moves between the views that one seat had, one after the other.

    Made of views alone, it cannot tell what the seat did not see.

    Raises:
        InvalidState: if the views are not of one seat, each a move after the other.
    """
    entries: list[LogEntry] = []
    seen = itertools.pairwise(expect_all(views, View))
    for number, (before, after) in enumerate(seen, 1):
        history = after.table.history
        if (
            history is None
            or history.before is not before.table.history
            or after.seat != before.seat
        ):
            raise InvalidState(["a log is made of one seat's views, move by move"])
        received = Cards()
        if history.seat == after.seat:
            received = Cards(_received(before, after, history.move))
        text = move_text(history.move, after)
        entries.append(LogEntry(number, history.seat, text, received))
    return tuple(entries)


def _received(before: View, after: View, move: Move) -> int:
    """What a seat received face down with its own move, packed."""
    gone = came = 0
    laid = move
    if isinstance(move, TakePile):
        came = pack(before.table.pile)
        laid = move if move.use is None else move.use
    if isinstance(laid, Discard):
        gone = pack([laid.card.kind])
    elif isinstance(laid, LayMeld):
        gone = laid.meld.packed
    elif isinstance(laid, LayOff):
        gone = laid.result.packed - before.melds[laid.index].packed
    return after.packed - (before.packed + came - gone)


class Game:
    """One deal in play: its state, the way back, and the record so far.

    A game is for one thread at a time; its states are for any number.

    >>> from biriba import rules
    >>> game = Game.deal(rules.CLASSIC_5000, players=4, seed=7)
    >>> after = game.play("draw")
    >>> game.state.phase.value, game.undo().phase.value, game.redo() == after
    ('play', 'draw', True)
    >>> print(game.log(1)[0])
    1. seat 0: draw
    """

    __slots__ = ("_dealer", "_deck", "_meta", "_states", "_undone")

    def __init__(self, record: Record) -> None:
        """The game of a record, every move checked again.

        Raises:
            InvalidRecord: as :func:`biriba.record.replay`.
        """
        self._states = replay_states(record)
        self._undone: list[State] = []
        self._deck = record.deck
        self._dealer = record.dealer
        self._meta = record.meta

    @classmethod
    def deal(
        cls,
        rules: Rules,
        players: int | None = None,
        *,
        seed: int | None = None,
        rng: random.Random | None = None,
        deck: CardsLike | None = None,
        dealer: int | None = None,
        meta: Mapping[str, str] | None = None,
    ) -> Game:
        """Deal, as :meth:`State.deal`; `meta` is text to keep in the record.

        The seed is not kept: the record has the deck.

        Raises:
            InvalidRules: as :meth:`State.deal`.
            InvalidState: as :meth:`State.deal`.
            NotationError: if the deck's text holds something that is no card.
            InvalidRecord: if `meta` is not short texts, each under a name; it says
                which one is not.
        """
        kinds: list[int] = []
        if deck is not None:
            kinds = kinds_of(deck)
            deck = [Card.of_kind(kind) for kind in kinds]
        # Whatever is wrong with the arguments is said by State.deal, which must not
        # use up the caller's generator.
        state = State.deal(
            rules,
            players,
            seed=seed,
            rng=random.Random(0) if isinstance(rng, random.Random) else rng,
            deck=deck,
            dealer=dealer,
        )
        if deck is None:
            source = random.Random(seed) if rng is None else rng
            kinds = shuffled(deck_of(rules, players), source)
        seats = state.table.seats
        return cls(
            Record(
                rules,
                seats,
                seats - 1 if dealer is None else dealer,
                tuple(Card.of_kind(kind) for kind in kinds),
                meta=meta or {},
            )
        )

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Game:
        """The game of a saved record, every move checked again.

        Raises:
            InvalidRecord: if the file holds no record of a deal, or a wrong one; the
                file is named if it is no JSON.
            OSError: if the file cannot be read.
        """
        record = open_record(path)
        if not isinstance(record, Record):
            raise InvalidRecord(["this is the record of a match, not of a deal"])
        return cls(record)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the record so far, whole or not at all; what was undone is not in it.

        Raises:
            OSError: if the file cannot be written, naming it; an old one is still
                there.
        """
        save(self.record, path)

    @property
    def state(self) -> State:
        """The deal as it stands."""
        return self._states[-1]

    @property
    def states(self) -> tuple[State, ...]:
        """Every state so far, the deal first."""
        return tuple(self._states)

    @property
    def record(self) -> Record:
        """The record so far; it tells the whole deck."""
        return Record.of(self.state, self._deck, self._dealer, self._meta)

    def view(self, seat: int) -> View:
        """What a seat may see now.

        Raises:
            InvalidState: if there is no such seat.
        """
        return self.state.view(seat)

    def log(self, seat: int) -> tuple[LogEntry, ...]:
        """The moves so far as a seat may know them.

        Raises:
            InvalidState: if there is no such seat.
        """
        return public_log([state.view(seat) for state in self._states])

    def play(self, move: Move | str) -> State:
        """Make a move; what had been undone is forgotten.

        Raises:
            IllegalMove: with the reason; nothing changes.
            NotationError: if text is no move.
            AmbiguousMove: if text can mean several moves.
        """
        state = self.state.play(move)
        self._states.append(state)
        self._undone.clear()
        return state

    def undo(self) -> State:
        """Take the last move back.

        Raises:
            InvalidState: if there is none.
        """
        if len(self._states) == 1:
            raise InvalidState(["there is no move to undo"])
        self._undone.append(self._states.pop())
        return self.state

    def redo(self) -> State:
        """Make the move again that was taken back last.

        Raises:
            InvalidState: if there is none.
        """
        if not self._undone:
            raise InvalidState(["there is no move to redo"])
        self._states.append(self._undone.pop())
        return self.state

    def fork(self) -> Game:
        """An independent game that goes on from here, undo and redo included."""
        other = object.__new__(Game)
        other._states = self._states.copy()
        other._undone = self._undone.copy()
        other._deck = self._deck
        other._dealer = self._dealer
        other._meta = self._meta
        return other

    def __repr__(self) -> str:
        return f"<Game: move {len(self._states) - 1} of {self.state!r}>"
