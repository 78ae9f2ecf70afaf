"""The values of records: deals and matches as they were played, and playing them again.

A :class:`Record` or :class:`MatchRecord` that exists is well-formed: the deck is the
system's, the seats are there, the totals add up. Whether the moves are legal is asked
by `replay`, which is also the only way from a record to a state. Their JSON is in
``record``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Final, TypeAlias

import attrs

from biriba._checks import expect, expect_all
from biriba._options import Rules
from biriba._words import counted, shown
from biriba.cards import Card
from biriba.errors import (
    AmbiguousMove,
    IllegalMove,
    InvalidRecord,
    InvalidRules,
    NotationError,
)
from biriba.match import Match
from biriba.notation import LONGEST_MOVE, move_text
from biriba.points import Points, points_text, simple
from biriba.reasons import Reason
from biriba.scoring import Score, SideScore, score
from biriba.state import State, deck_of, deck_problems, next_dealer

MOST_DEALS: Final = 1000
"""The most deals in one match record."""

LONGEST_META: Final = 10_000
"""The longest name or text in `meta`."""

Meta: TypeAlias = "tuple[tuple[str, str], ...]"


@attrs.frozen
class Outcome:
    """How a recorded deal ended: the seat that went out, if one did, and the score."""

    out: int | None
    score: Score


def _check_table(rules: Rules, seats: int, dealer: int) -> None:
    """Refuse what could not even be asked whether it can be."""
    expect(rules, Rules, error=InvalidRecord)
    expect(seats, int, words="the number of seats", error=InvalidRecord)
    expect(dealer, int, words="the seat that deals", error=InvalidRecord)


def pairs(meta: Mapping[str, str] | Iterable[tuple[str, str]]) -> Meta:
    try:
        return tuple(sorted(dict(meta).items()))
    except (TypeError, ValueError):
        raise InvalidRecord(["meta: expected texts, each under a name"]) from None


@attrs.frozen
class Record:
    """A deal as it was played: rules, seats, dealer, deck from the top, and moves.

    `outcome` is None while the deal is not over; `meta` is whatever the embedder
    wants to keep with it, text under a name.

    Raises:
        InvalidRecord: from the constructor, with everything that cannot be.

    >>> import biriba
    >>> from biriba.game import Game
    >>> from biriba.record import dump, load
    >>> game = Game.deal(biriba.rules.CLASSIC_5000, seed=7)
    >>> after = game.play("draw")
    >>> record = load(dump(game.record))
    >>> record.moves, replay(record) == after
    (('draw',), True)
    """

    rules: Rules
    seats: int
    dealer: int
    deck: tuple[Card, ...] = attrs.field(repr=False)
    moves: tuple[str, ...] = ()
    outcome: Outcome | None = None
    meta: Meta = attrs.field(default=(), converter=pairs)

    def __attrs_post_init__(self) -> None:
        _check_table(self.rules, self.seats, self.dealer)
        expect_all(self.deck, Card, error=InvalidRecord)
        expect_all(self.moves, str, words="the text of a move", error=InvalidRecord)
        expect(self.outcome, Outcome, type(None), error=InvalidRecord)
        problems = meta_problems(self.meta) + deal_problems(
            self.rules, self.seats, self.dealer, self.deck, self.moves, self.outcome, ""
        )
        if problems:
            raise InvalidRecord(problems)

    @classmethod
    def of(
        cls,
        state: State,
        deck: Sequence[Card],
        dealer: int,
        meta: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    ) -> Record:
        """The record of a deal so far; a state does not keep its deck and dealer.

        Raises:
            InvalidRecord: if the deck or the dealer cannot be the state's.
        """
        view = expect(state, State).view(0)
        return cls(
            state.rules,
            state.table.seats,
            dealer,
            expect_all(deck, Card, error=InvalidRecord),
            tuple(move_text(move, view) for _, move in state.history),
            outcome_of(state),
            meta,
        )


@attrs.frozen
class MatchRecord:
    """A match as it was played: its deals in order, the last perhaps unfinished.

    `totals` are the points of each side after the finished deals, starting totals
    included (G15, T13).

    Raises:
        InvalidRecord: from the constructor, with everything that cannot be.
    """

    rules: Rules
    seats: int
    dealer: int
    deals: tuple[Record, ...]
    totals: tuple[Points, ...]
    meta: Meta = attrs.field(default=(), converter=pairs)

    def __attrs_post_init__(self) -> None:
        _check_table(self.rules, self.seats, self.dealer)
        expect_all(self.deals, Record)
        expect_all(self.totals, int, Fraction, error=InvalidRecord)
        problems = meta_problems(self.meta) + _match_problems(
            self.rules, self.seats, self.dealer, self.deals, self.totals
        )
        if problems:
            raise InvalidRecord(problems)

    @classmethod
    def of(
        cls,
        deals: Sequence[Record],
        meta: Mapping[str, str] | Iterable[tuple[str, str]] = (),
    ) -> MatchRecord:
        """The record of a match from the records of its deals.

        Raises:
            InvalidRecord: if there is none, or they do not make one match.
        """
        deals = expect_all(deals, Record)
        if not deals:
            raise InvalidRecord(["a match record needs at least one deal"])
        first = deals[0]
        outcomes = [deal.outcome for deal in deals]
        totals = _added_up(first.rules, first.seats, outcomes)
        return cls(first.rules, first.seats, first.dealer, deals, totals, meta)


AnyRecord: TypeAlias = Record | MatchRecord
"""A record of a deal or of a match."""


def outcome_of(state: State) -> Outcome | None:
    """How a deal ended, with its score; None while it goes on."""
    if not expect(state, State).is_over:
        return None
    out = state.table.out
    return Outcome(out if out >= 0 else None, score(state.result(), state.rules))


# --- What cannot be ----------------------------------------------------------------


def deal_problems(
    rules: Rules | None,
    seats: int | None,
    dealer: int | None,
    deck: Sequence[Card] | None,
    moves: Sequence[str] | None,
    outcome: Outcome | None,
    where: str,
) -> list[str]:
    """What is wrong with the parts of a deal; parts that could not be read are None."""
    found: list[str] = []
    if rules is not None and seats is not None:
        found += seat_problems(rules, seats, dealer)
        if not found and deck is not None:
            kinds = [card.kind for card in deck]
            plain = deck_of(rules, seats)
            found += deck_problems(kinds, plain, f"{where}deck: it")
        if not found and outcome is not None:
            found += _outcome_problems(outcome, rules, seats, where)
    texts: Iterable[object] = moves or ()
    for number, move in enumerate(texts, 1):
        if not isinstance(move, str) or not 0 < len(move) <= LONGEST_MOVE:
            found.append(
                f"{where}move {number}: expected text of 1 to {LONGEST_MOVE} characters"
            )
            break
    return found


def seat_problems(rules: Rules, seats: int, dealer: int | None) -> list[str]:
    try:
        rules.seating(seats)
    except InvalidRules as error:
        return [f"seats: {problem}" for problem in error.problems]
    if dealer is not None and not 0 <= dealer < seats:
        return [f"dealer: there is no such seat; seats are 0 to {seats - 1}"]
    return []


def _outcome_problems(
    outcome: Outcome, rules: Rules, seats: int, where: str
) -> list[str]:
    found = []
    sides = rules.seating(seats).sides
    if len(outcome.score.sides) != sides:
        found.append(
            f"{where}result: it scores "
            f"{counted(len(outcome.score.sides), 'side')} of {sides}"
        )
    if outcome.out is not None and not 0 <= outcome.out < seats:
        found.append(f"{where}result.out: there is no such seat")
    return found


def _match_problems(
    rules: Rules,
    seats: int,
    dealer: int,
    deals: Sequence[Record],
    totals: tuple[Points, ...],
) -> list[str]:
    found = seat_problems(rules, seats, dealer)
    if found:
        return found
    if len(deals) > MOST_DEALS:
        return [f"deals: a match record holds at most {MOST_DEALS}"]
    for number, deal in enumerate(deals, 1):
        if deal.rules != rules or deal.seats != seats:
            found.append(f"deal {number}: it has other rules or seats than the match")
        elif deal.dealer != dealer:
            found.append(f"deal {number}: seat {dealer} deals, not {deal.dealer}")
        if deal.outcome is None and number < len(deals):
            found.append(f"deal {number}: it has no result, and another deal follows")
        dealer = next_dealer(dealer, seats, rules)
    if not found:
        right = _added_up(rules, seats, [deal.outcome for deal in deals])
        if right != totals:
            found.append(
                f"totals: the record says {_listed(totals)}, "
                f"the deals add up to {_listed(right)}"
            )
    return found


def _added_up(
    rules: Rules, seats: int, outcomes: Iterable[Outcome | None]
) -> tuple[Points, ...]:
    seating = rules.seating(seats)
    totals: list[Points] = [seating.starting_total] * seating.sides
    for outcome in outcomes:
        if outcome is not None:
            points = outcome.score.totals
            totals = [a + b for a, b in zip(totals, points, strict=False)]
    return tuple(simple(total) for total in totals)


def _listed(points: Iterable[Points]) -> str:
    return ", ".join(points_text(p) for p in points)


def meta_problems(meta: Iterable[tuple[object, object]]) -> list[str]:
    problems: list[str] = []
    for key, value in meta:
        if not isinstance(key, str):
            problems.append(f"meta: a name is text, not {shown(key)}")
        elif len(key) > LONGEST_META:
            problems.append(f"meta: a name has at most {LONGEST_META} characters")
        elif not isinstance(value, str):
            problems.append(f"meta.{key[:40]}: expected text, not {shown(value)}")
        elif len(value) > LONGEST_META:
            problems.append(f"meta.{key[:40]}: at most {LONGEST_META} characters")
    return problems


# --- Replaying ---------------------------------------------------------------------


class NotReplayed(InvalidRecord):
    """A record in good form that the law does not confirm: a wrong move or result.

    Attributes:
        number: The first wrong move, counted from 1; None if the result is wrong.
        move: The text of that move.
        seat: The seat that made it.
        reason: Why it is refused; None if its text cannot be read.
        unread: What is wrong with its text; None if that can be read.
        deal: Which deal of a match, counted from 1; None for a single deal.
    """

    number: int | None = None
    move: str | None = None
    seat: int | None = None
    reason: Reason | None = None
    unread: NotationError | AmbiguousMove | None = None
    deal: int | None = None

    def in_deal(self, number: int) -> NotReplayed:
        """The same of a deal in a match."""
        told = NotReplayed(f"deal {number}: {problem}" for problem in self.problems)
        told.__dict__.update(self.__dict__, problems=told.problems, deal=number)
        return told


def replay(record: Record, until: int | None = None) -> State:
    """Play a record again, every move through the law, and compare the result.

    Args:
        record: What was loaded.
        until: Stop after so many moves, and compare no result.

    Raises:
        NotReplayed: naming the first wrong move and why, or everything in which the
            recorded result differs.
        InvalidRecord: if there are not so many moves.
    """
    return replay_states(record, until)[-1]


def replay_states(record: Record, until: int | None = None) -> list[State]:
    """Every state of a record, the one before the first move first; as `replay`.

    Raises:
        InvalidRecord: as :func:`replay`.
    """
    expect(record, Record)
    moves = record.moves if until is None else record.moves[: _checked(until, record)]
    state = State.deal(
        record.rules, record.seats, deck=record.deck, dealer=record.dealer
    )
    states = [state]
    for number, text in enumerate(moves, 1):
        try:
            state = state.play(text)
        except (AmbiguousMove, IllegalMove, NotationError) as error:
            raise _wrong_move(number, text, state, error) from None
        states.append(state)
    if until is None and record.outcome is not None:
        problems = _result_problems(record.outcome, state)
        if problems:
            raise NotReplayed(problems)
    return states


def _checked(until: int, record: Record) -> int:
    if type(until) is not int or not 0 <= until <= len(record.moves):
        raise InvalidRecord(
            [f"until: the record has {counted(len(record.moves), 'move')}"]
        )
    return until


def _wrong_move(
    number: int,
    text: str,
    state: State,
    error: AmbiguousMove | IllegalMove | NotationError,
) -> NotReplayed:
    if isinstance(error, IllegalMove):
        why = str(error.reason)
    else:
        why = error.problem if isinstance(error, NotationError) else str(error)
    wrong = NotReplayed([f"move {number}, {text[:80]!r} of seat {state.seat}: {why}"])
    wrong.number, wrong.move, wrong.seat = number, text[:80], state.seat
    if isinstance(error, IllegalMove):
        wrong.reason = error.reason
    else:
        wrong.unread = error
    return wrong


def _result_problems(outcome: Outcome, state: State) -> list[str]:
    """In what a recorded result differs from the deal as it was replayed."""
    right = outcome_of(state)
    if right is None:
        return ["result: the record has one, but the deal is not over"]
    found = []
    if outcome.out != right.out:
        found.append(f"result.out: {_who(outcome.out)}, but {_who(right.out)}")
    sides = zip(outcome.score.sides, right.score.sides, strict=True)
    for index, (said, is_right) in enumerate(sides):
        where = f"result, side {index}"
        if said.total != is_right.total:
            found.append(
                f"{where}: the record says {points_text(said.total)} points, "
                f"the replay gives {points_text(is_right.total)}"
            )
        elif _facts(said) != _facts(is_right):
            found.append(f"{where}: the lines of the score are not those of the replay")
    return found


def _who(seat: int | None) -> str:
    return "nobody went out" if seat is None else f"seat {seat} went out"


def _facts(side: SideScore) -> list[tuple[str, Points, str]]:
    """What of a score is compared: labels may be worded anew in a later release."""
    return [(line.code, line.points, line.detail) for line in side.lines]


def replay_match(record: MatchRecord) -> tuple[Match, tuple[State, ...]]:
    """Play a match again: the match after its finished deals, and each deal's end.

    Raises:
        InvalidRecord: naming the deal, as :func:`replay`; or if a deal follows after
            the match was decided.
    """
    expect(record, MatchRecord)
    match = Match.start(record.rules, record.seats, dealer=record.dealer)
    ends = []
    for number, deal in enumerate(record.deals, 1):
        if match.is_over:
            raise NotReplayed(["the match was over before it"]).in_deal(number)
        try:
            state = replay(deal)
        except NotReplayed as error:
            raise error.in_deal(number) from None
        ends.append(state)
        if deal.outcome is not None:
            match = match.add(deal.outcome.score)
    return match, tuple(ends)
