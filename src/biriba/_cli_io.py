"""What all commands share: what goes in, what comes out, and how it ends.

Commands print text for people with :func:`say` or :func:`tell`, or one JSON value with
:func:`say_json`; they raise :class:`Usage`, or any error of biriba, for what is wrong.
"""

from __future__ import annotations

import argparse
import errno
import json
import sys
from typing import TYPE_CHECKING, Final

from biriba._words import printable
from biriba.errors import BiribaError, InvalidRecord, NotationError

if TYPE_CHECKING:
    from biriba._options import Json, Rules
    from biriba.reasons import Reason
    from biriba.state import State

YES: Final = 0
NO: Final = 1
WRONG: Final = 2
INTERRUPTED: Final = 130
PIPE_CLOSED: Final = 141

_LONGEST_LINE: Final = 700
_INSTEAD: Final = {
    **{"½": ".5", "−": "-", "…": "...", "–": "-", "→": "->"},
    **{"♥": "h", "♦": "d", "♣": "c", "♠": "s"},
}


class Usage(Exception):
    """Wrong usage: a message ``usage.`` of the tables, and what goes into it."""

    def __init__(self, key: str, **data: str | int) -> None:
        super().__init__(key)
        self.key = f"usage.{key}"
        self.data = data


# --- Output ------------------------------------------------------------------------


def say(text: str, *, painted: bool = False) -> None:
    """Print text; in plain letters, what the terminal has no others for.

    What could act on the terminal is left out, unless the text is `painted`.
    """
    if not painted:
        text = "\n".join(map(printable, text.split("\n")))
    encoding = sys.stdout.encoding or "utf-8"

    def shown(letter: str) -> str:
        try:
            letter.encode(encoding)
        except UnicodeEncodeError:
            return _INSTEAD.get(letter, "?")
        return letter

    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = "".join(map(shown, text))
    print(text)


def say_json(value: Json) -> None:
    """Print a JSON value."""
    print(json.dumps(value, indent=2))


def complain(problem: str) -> None:
    """One line on stderr, whatever the problem's text holds."""
    line = "; ".join(part.strip() for part in problem.splitlines() if part.strip())
    if len(line) > _LONGEST_LINE:
        line = line[: _LONGEST_LINE - 2] + " …"
    encoding = sys.stderr.encoding or "utf-8"
    shown = printable(line).encode(encoding, "replace").decode(encoding)
    print(f"biriba: {shown}", file=sys.stderr)


def explain(error: BiribaError, language: str) -> str:
    """What an error says, and where in a text the fault lies."""
    from biriba.languages import error_text, message

    problem = error_text(error, language)
    if not isinstance(error, NotationError) or not error.text.strip():
        return problem
    start = max(0, error.position - 20)
    near = repr(error.text[start : error.position + 20])
    return message(
        "usage.at", language, problem=problem, position=error.position + 1, near=near
    )


def standard_input(most: int) -> bytes:
    """The bytes on standard input, up to a number of them."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, "it is closed")
    return sys.stdin.buffer.read(most)


def read(source: str) -> object:
    """The JSON value in a file, or on standard input for ``-``."""
    from biriba.documents import LONGEST_TEXT, parse_json

    def unreadable(why: str) -> Usage:
        if source == "-":
            return Usage("cannot-read-input", why=why)
        return Usage("cannot-read", where=source, why=why)

    try:
        if source == "-":
            raw = standard_input(4 * LONGEST_TEXT + 1)
        else:
            with open(source, "rb") as file:
                raw = file.read(4 * LONGEST_TEXT + 1)
        text = raw.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or (
            "it is no UTF-8 text" if isinstance(error, UnicodeError) else str(error)
        )
        raise unreadable(why) from None
    try:
        return parse_json(text)
    except InvalidRecord as error:
        raise unreadable(str(error)) from None


def position(source: str) -> State:
    from biriba.position import load_position

    return load_position(read(source))


def rules_of(name: str) -> Rules:
    """The rules of a name with variants, a JSON object of options, or a file of one."""
    from biriba.documents import parse_json
    from biriba.rules import from_json

    if name.endswith(".json"):
        return from_json(read(name))
    return from_json(parse_json(name) if name.lstrip().startswith("{") else name)


def reason_json(reason: Reason | None, language: str) -> Json:
    """A reason as JSON: its code, its clause and its text; null for none."""
    from biriba.languages import message

    if reason is None:
        return None
    text = message(f"refusal.{reason.code}", language, **dict(reason.data))
    return {"code": reason.code, "clause": reason.clause, "text": text}


def tell(args: argparse.Namespace, key: str, **data: str | int) -> None:
    """Print one message in the language asked for."""
    from biriba.languages import message

    say(message(f"command.{key}", args.lang, **data))


def why_text(args: argparse.Namespace, reason: Reason) -> str:
    from biriba.languages import reason_text

    return reason_text(reason, args.lang)
