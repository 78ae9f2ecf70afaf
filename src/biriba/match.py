"""A whole match: deals to a target, the deal passing round (G15, C16, P12, T13)."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from biriba._checks import expect, expect_all
from biriba._options import Rules, Ties, checked
from biriba._words import counted
from biriba.cards import CardsLike
from biriba.errors import InvalidState
from biriba.points import Points, points_text, simple
from biriba.scoring import DealResult, Score, score
from biriba.state import State, next_dealer
from biriba.table import check_seat

if TYPE_CHECKING:
    from biriba.game import Game


@attrs.frozen
class Match:
    """A match between deals: the rules, who deals next, and the scores so far.

    >>> from biriba import rules
    >>> match = Match.start(rules.GREEK_351, players=3)
    >>> match.totals, match.dealer, match.is_over
    ((100, 100, 100), 2, False)
    """

    rules: Rules
    seats: int
    dealer: int
    scores: tuple[Score, ...] = ()

    def __attrs_post_init__(self) -> None:
        sides = checked(self.rules).seating(self.seats).sides
        check_seat(self.dealer, expect(self.seats, int))
        for one in expect_all(self.scores, Score):
            if len(one.sides) != sides:
                raise InvalidState(
                    [
                        f"the result has {counted(len(one.sides), 'side')}; "
                        f"the match has {sides}"
                    ]
                )

    @classmethod
    def start(
        cls, rules: Rules, players: int | None = None, *, dealer: int | None = None
    ) -> Match:
        """A match before its first deal; the last seat deals first, if left out.

        Raises:
            InvalidRules: if the system has no such number of seats.
            InvalidState: if the dealer is no seat.
        """
        seats = checked(rules).seating(players).seats
        return cls(rules, seats, seats - 1 if dealer is None else dealer)

    @property
    def totals(self) -> tuple[Points, ...]:
        """The points of each side, starting totals included (T13)."""
        seating = self.rules.seating(self.seats)
        totals: list[Points] = [seating.starting_total] * seating.sides
        for one in self.scores:
            totals = [a + b for a, b in zip(totals, one.totals, strict=True)]
        return tuple(simple(total) for total in totals)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The sides that have reached the target with the highest total, or none."""
        target = self.rules.target
        totals = self.totals
        best = max(totals)
        reached = best >= target.points if target.inclusive else best > target.points
        if not reached:
            return ()
        return tuple(side for side, total in enumerate(totals) if total == best)

    @property
    def is_over(self) -> bool:
        """Whether the match is decided (G15)."""
        leaders = self.leaders
        return len(leaders) == 1 or (
            len(leaders) > 1 and self.rules.target.ties is Ties.SHARED
        )

    @property
    def winners(self) -> tuple[int, ...]:
        """The winning side; several only where the rules share a tie; none before."""
        return self.leaders if self.is_over else ()

    @property
    def winner(self) -> int | None:
        """The winning side, if there is exactly one."""
        return self.winners[0] if len(self.winners) == 1 else None

    def deal(
        self,
        *,
        seed: int | None = None,
        rng: random.Random | None = None,
        deck: CardsLike | None = None,
    ) -> State:
        """The next deal, as :meth:`State.deal`.

        Raises:
            InvalidState: if the match is over, or as :meth:`State.deal`.
        """
        self._must_go_on()
        return State.deal(
            self.rules, self.seats, seed=seed, rng=rng, deck=deck, dealer=self.dealer
        )

    def game(
        self,
        *,
        seed: int | None = None,
        rng: random.Random | None = None,
        deck: CardsLike | None = None,
        meta: Mapping[str, str] | None = None,
    ) -> Game:
        """The next deal as a :class:`~biriba.game.Game`, which keeps its record.

        The records of a match's deals, in order, make a
        :class:`~biriba.record.MatchRecord`.

        Raises:
            InvalidState: if the match is over, or as :meth:`State.deal`.
            NotationError: if the deck's text holds something that is no card.
            InvalidRecord: if `meta` is not short texts, each under a name.

        >>> from biriba import rules
        >>> match = Match.start(rules.GREEK_351, players=3, dealer=0)
        >>> game = match.game(seed=7, meta={"table": "kitchen"})
        >>> game.state == match.deal(seed=7), game.record.dealer
        (True, 0)
        """
        # Games are made of records, and records of matches.
        from biriba.game import Game

        self._must_go_on()
        return Game.deal(
            self.rules,
            self.seats,
            seed=seed,
            rng=rng,
            deck=deck,
            dealer=self.dealer,
            meta=meta,
        )

    def add(self, result: DealResult | Score) -> Match:
        """The match after a deal; the deal passes on (C2, P2).

        Raises:
            InvalidState: if the match is over, or the result has another number of
                sides.
        """
        self._must_go_on()
        one = expect(result, DealResult, Score)
        if isinstance(one, DealResult):
            one = score(one, self.rules)
        dealer = next_dealer(self.dealer, self.seats, self.rules)
        return Match(self.rules, self.seats, dealer, (*self.scores, one))

    def _must_go_on(self) -> None:
        if self.is_over:
            raise InvalidState(["the match is over"])

    def __str__(self) -> str:
        totals = ", ".join(
            f"side {side}: {points_text(total)}"
            for side, total in enumerate(self.totals)
        )
        return f"after {counted(len(self.scores), 'deal')}, {totals}"
