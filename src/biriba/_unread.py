"""How an error about text is made, and how it is moved to a longer text."""

from __future__ import annotations

from typing import Final

from biriba._sentences import UNREAD
from biriba._words import printable
from biriba.errors import NotationError

_MOST_SHOWN: Final = 20


def unread(code: str, text: str, position: int = 0, **data: str | int) -> NotationError:
    """The error for text in which something is wrong."""
    shown = {
        name: printable(value[:_MOST_SHOWN]) if isinstance(value, str) else value
        for name, value in data.items()
    }
    return NotationError(
        UNREAD[code].format(**shown), text, position, code, tuple(shown.items())
    )


def moved(error: NotationError, text: str, position: int) -> NotationError:
    """The same problem, at its place in a longer text."""
    return NotationError(error.problem, text, position, error.code, error.data)
