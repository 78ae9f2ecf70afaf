"""The English sentences of errors about text, moves and melds, by their codes.

The tables of ``languages`` say the same in Greek and German. What goes into a field is
made printable first: an error may be shown on a terminal, and its text is foreign.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from biriba._words import printable

# What can be wrong with text: the codes of a NotationError.
UNREAD: Final[Mapping[str, str]] = MappingProxyType(
    {
        "no-card": (
            "'{card}' is no card; expected a rank (A 2-10 J Q K) and a suit (h d c s) "
            "such as 10h, or Jk"
        ),
        "no-suit": "'{suit}' is no suit; expected h, d, c or s",
        "not-one-card": "expected one card, found {count}",
        "no-such-move": (
            "no such move; expected draw, take, take with …, meld …, lay N: …, "
            "lay N + …, discard …, pass or name …"
        ),
        "move-too-long": "a move has at most {most} characters",
        "meld-too-long": (
            "the text is too long; a meld with annotations has at most {most} "
            "characters"
        ),
        "discard-missing": "expected a card to discard",
        "meld-missing": "expected the cards of a meld",
        "cards-missing": "expected cards",
        "sign-without-card": "expected a card before '='",
        "use-missing": "expected meld … or lay … after 'take with'",
        "lay-unclear": (
            "expected the number of a meld, then ': ' and the meld afterwards or '+ ' "
            "and the cards laid off"
        ),
    }
)

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **UNREAD,
        "illegal-move": "illegal move '{move}': {why}",
        "illegal-meld": "no meld '{cards}': {why}",
        "ambiguous": "'{text}' can be read in several ways: {options}",
        "ambiguous-more": (
            "'{text}' can be read in several ways: {options}; and {more} more"
        ),
        "ambiguous-beyond": "'{text}' can be read in more than 10,000 ways",
    }
)


def ambiguous(text: str, options: Sequence[str]) -> tuple[str, dict[str, str | int]]:
    """The code and the fields of the sentence on a text and its readings."""
    text = printable(text[:200])
    if not options:
        return "ambiguous-beyond", {"text": text}
    listed = "; ".join(options[:10])
    if len(options) <= 10:
        return "ambiguous", {"text": text, "options": listed}
    return "ambiguous-more", {
        "text": text,
        "options": listed,
        "more": len(options) - 10,
    }
