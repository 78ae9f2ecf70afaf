"""Every error that biriba raises for something a caller got wrong.

All of them are :class:`BiribaError`, all carry data beside their English text,
and none of them changes anything: the value the caller held is still good.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from biriba._sentences import SENTENCES, ambiguous
from biriba._words import printable

if TYPE_CHECKING:
    from biriba.reasons import Reason


class BiribaError(Exception):
    """The base of every error that biriba raises on purpose."""


class NotationError(BiribaError, ValueError):
    """Text that says no card, meld, move, suit or rules name.

    Attributes:
        text: The whole text that was read.
        position: Where in it the fault lies, counted from 0.
        problem: What is wrong there and what would be right, in English;
            ``biriba.languages.error_text`` says it in Greek and German.
        code: What kind of problem it is, such as ``no-card``; empty where a value
            that is no text was given, which is a matter for the programmer.
        data: What goes into the sentence, by the names of its fields.
    """

    def __init__(
        self,
        problem: str,
        text: str,
        position: int = 0,
        code: str = "",
        data: tuple[tuple[str, str | int], ...] = (),
    ) -> None:
        self.problem = problem
        self.text = text
        self.position = max(0, min(position, len(text)))
        self.code = code
        self.data = data
        super().__init__(problem, text, position)

    def __str__(self) -> str:
        """The problem, and under it the text with a caret at the fault."""
        if not self.text.strip():
            return self.problem
        # Long or many-line input is shown as a window around the fault.
        start = max(0, self.position - 40)
        shown = printable(self.text[start : self.position + 30])
        caret = " " * (self.position - start) + "^"
        return f"{self.problem}\n  {shown}\n  {caret}"


class IllegalMove(BiribaError):
    """A move that the rules refuse here; nothing has changed.

    Attributes:
        move: The refused move, in notation.
        reason: Why: code, clause, data and text.
    """

    def __init__(self, move: str, reason: Reason) -> None:
        self.move = move
        self.reason = reason
        super().__init__(move, reason)

    def __str__(self) -> str:
        """The move and the reason, in English."""
        move = printable(self.move)
        return SENTENCES["illegal-move"].format(move=move, why=self.reason)


class IllegalMeld(BiribaError, ValueError):
    """Cards that are no meld under the rules.

    Attributes:
        cards: The cards as they were given.
        reason: Why: code, clause, data and text.
    """

    def __init__(self, cards: str, reason: Reason) -> None:
        self.cards = cards
        self.reason = reason
        super().__init__(cards, reason)

    def __str__(self) -> str:
        """The cards and the reason, in English."""
        cards = printable(self.cards)
        return SENTENCES["illegal-meld"].format(cards=cards, why=self.reason)


class AmbiguousMove(BiribaError, ValueError):
    """Text with more than one legal reading.

    Attributes:
        text: What was read.
        options: Every reading, in notation that says which one is meant; none where
            there are more than 10,000.
    """

    def __init__(self, text: str, options: Sequence[str] = ()) -> None:
        self.text = text
        self.options = tuple(options)
        super().__init__(text, self.options)

    def __str__(self) -> str:
        """The text and its readings, the first ten of them."""
        code, data = ambiguous(self.text, self.options)
        return SENTENCES[code].format(**data)


class _Problems(BiribaError, ValueError):
    """An error that reports every problem found, not only the first.

    Attributes:
        problems: All of them, each one sentence.
    """

    def __init__(self, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        """All the problems, separated by semicolons."""
        return "; ".join(self.problems)


class InvalidRules(_Problems):
    """Settings that contradict each other, or a system that does not exist."""


class InvalidState(_Problems):
    """A position or a table that cannot be."""


class InvalidRecord(_Problems):
    """A record, or another document, that cannot be read or does not add up."""
