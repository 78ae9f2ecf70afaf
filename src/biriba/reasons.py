"""Why something is refused: the registry of refusal codes, and :class:`Reason`.

Codes are stable, for user interfaces and translators; texts are not. Each entry says
which clause it comes from; where the systems differ, by their letter (C, P, T, F).
A reason carries only what the seat it is told to can see.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs


@attrs.frozen
class Refusal:
    """One kind of refusal: its code, its clauses and its English text.

    `clauses` holds the clause for every system, or one for each letter
    (``"C10 P9 T9"``). The text's fields in braces are filled from a reason's data.
    """

    code: str
    clauses: str
    template: str

    def clause(self, letter: str) -> str:
        """The clause that carries this refusal in the system of a letter."""
        all_of_them = self.clauses.split()
        for clause in all_of_them:
            if clause.startswith(letter):
                return clause
        return all_of_them[0]


@attrs.frozen
class Reason:
    """Why a move or a meld is refused; prints as English.

    >>> import biriba
    >>> state = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7)
    >>> print(state.why_not("pass"))
    there are still cards in the stock (G13)
    """

    code: str
    clause: str
    data: tuple[tuple[str, str | int], ...] = ()

    @property
    def text(self) -> str:
        """The reason in English, without the clause."""
        return REFUSALS[self.code].template.format(**dict(self.data))

    def __str__(self) -> str:
        return f"{self.text} ({self.clause})"


def reason(code: str, letter: str, **data: str | int) -> Reason:
    """A reason of a registered code, in the system of a clause letter."""
    return Reason(code, REFUSALS[code].clause(letter), tuple(data.items()))


_ALL: Final = (
    # Phase: whether this kind of move may be made now.
    Refusal("deal-over", "G4", "the deal is over"),
    Refusal("not-your-turn", "G4", "it is seat {seat}'s turn"),
    Refusal("name-suit-first", "G16", "the first seat has to name the bonus suit"),
    Refusal("no-suit-to-name", "G16", "there is no bonus suit to name now"),
    Refusal("draw-first", "G4", "a turn starts by drawing a card or taking the pile"),
    Refusal("already-drawn", "G4", "this turn's card is drawn already"),
    Refusal("stock-empty", "G13", "the stock is empty"),
    Refusal("pile-empty", "G4", "the discard pile is empty"),
    Refusal("stock-not-empty", "G13", "there are still cards in the stock"),
    # Possession: whether the cards and melds that are named are there.
    Refusal("not-in-hand", "G4", "the hand has no {cards}"),
    Refusal(
        *("no-such-meld", "G9"),
        "there is no meld {index}; this side has {count}, from 0 on",
    ),
    # Shape: whether the cards are a meld.
    Refusal("too-few-cards", "G5", "a meld has at least three cards"),
    Refusal("not-a-meld", "G5", "these are neither of one rank nor of one suit"),
    Refusal(
        "not-consecutive",
        "G6",
        "these do not follow each other, laid in this order, in one suit",
    ),
    Refusal("corner", "G6", "a run does not turn the corner from king to two"),
    Refusal("run-too-long", "G6", "a run has at most {most} cards"),
    Refusal("two-aces", "G6 X1", "the ace is low or high, never both in one run"),
    Refusal("ace-not-here", "G6", "in this system the ace has no such place"),
    Refusal(
        "too-few-naturals", "G8", "a meld needs natural cards: at least {least}"
    ),
    Refusal(
        "too-many-wild", "C7 P6 T4 F5", "at most {most} of a meld's cards may be wild"
    ),
    Refusal(
        "wild-ratio",
        "P6",
        "each wild card of a meld needs natural cards: at least {each}",
    ),
    Refusal("no-sets", "G5 F6", "this system has no sets"),
    Refusal("set-of-twos", "G7", "wild Twos form no set of Twos"),
    Refusal("set-of-jokers", "G7", "jokers form no set"),
    Refusal("set-too-large", "C7", "a set has natural cards: at most {most}"),
    Refusal("not-as-written", "G5", "these cards cannot be read as {text}"),
    # Laying off: whether the result follows from the meld on the table.
    Refusal("nothing-laid", "G9", "a lay-off adds at least one card"),
    Refusal("meld-changed", "G9", "a lay-off keeps the cards, kind and suit of a meld"),
    Refusal("natural-moved", "G9", "{card} is natural and stays in its place"),
    Refusal("wild-for-wild", "G11", "the place of {card} never goes to a wild card"),
    Refusal("wild-fixed", "G10", "in this system {card} stays in its place"),
    Refusal("no-place", "G10", "{cards} cannot be laid off on {meld}"),
    # Taking the pile: whether it is earned.
    Refusal(
        "pile-not-earned",
        "P5 T6 F7",
        "taking the pile needs a card of it to be used at once",
    ),
    Refusal(
        "pile-is-free", "C5 F7", "the pile is taken freely; lay cards in moves after it"
    ),
    Refusal("top-card-unused", "P5 F7", "the top card {card} is not used"),
    Refusal("pile-card-unused", "T6", "no card of the pile is used"),
    Refusal("pile-needs-lay-off", "T6", "only a lay-off earns the pile"),
    Refusal(
        "too-few-from-hand",
        "P5",
        "the new meld needs natural cards from the hand: at least {least}",
    ),
    # Obligations.
    Refusal(
        "own-meld-first",
        "T5",
        "a seat lays off only after it has laid down a meld of its own",
    ),
    Refusal("rediscard", "C6 F7", "{card} was taken from the pile in this turn"),
    Refusal(
        "last-discard-wild", "C11 P9 T9 F10", "the last discard may not be a wild card"
    ),
    # Keeping cards and going out.
    Refusal(
        "hand-emptied",
        "C10 P9 T9 F10",
        "the hand may not be emptied by a meld or lay-off here",
    ),
    Refusal("no-discard-left", "G12", "no legal discard would be left"),
    Refusal(
        "last-card", "C10 P9 T9 F10", "the last card may not be discarded here"
    ),
)  # fmt: skip

REFUSALS: Final[Mapping[str, Refusal]] = MappingProxyType({r.code: r for r in _ALL})
"""Every refusal by its code."""
