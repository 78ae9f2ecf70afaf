"""How error texts name values and count things."""

from __future__ import annotations

from collections.abc import Mapping


def shown(value: object) -> str:
    """A value in the words of JSON, in which most of them are written."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return repr(value[:30])
    if isinstance(value, (int, float)):
        # Python refuses to write numbers of many thousand digits.
        return str(value)[:30] if abs(value) < 1e30 else "a number beyond all bounds"
    if isinstance(value, Mapping):
        return "an object"
    return "a list" if isinstance(value, (list, tuple)) else f"a {type(value).__name__}"


def printable(text: str, mark: str = "?") -> str:
    """Text with a mark for what would not show, or act on a terminal."""
    return "".join(c if c.isprintable() else mark for c in text)


def counted(number: int, one: str, many: str = "") -> str:
    """A number of things.

    >>> counted(1, "card"), counted(2, "card"), counted(0, "biribaki", "biribakia")
    ('1 card', '2 cards', '0 biribakia')
    """
    return f"{number} {one if number == 1 else many or f'{one}s'}"
