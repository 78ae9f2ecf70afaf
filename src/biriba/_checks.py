"""One way to refuse a value of a wrong type, told by what was expected.

Not everybody has a type checker. What a caller hands in is looked at once, where it
comes in, by :func:`expect`; what is inside trusts it, and costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, TypeVar

from biriba._words import shown
from biriba.errors import (
    BiribaError,
    InvalidRecord,
    InvalidRules,
    InvalidState,
    NotationError,
)

T = TypeVar("T")

# By the names of classes, which are made of what is checked here. Whatever is in
# neither belongs to a state.
_NOTATION: Final = frozenset(
    {"str", "Card", "Cards", "Suit", "Rank", "Meld", "Run", "Set", "Phase", "Reason"}
    | {"DrawStock", "TakePile", "LayMeld", "LayOff", "Discard", "Pass", "NameSuit"}
)
_ERRORS: Final[dict[str, type[BiribaError]]] = {
    "Rules": InvalidRules,
    "MeldKind": InvalidRules,
    "Record": InvalidRecord,
    "MatchRecord": InvalidRecord,
    "DealRecord": InvalidRecord,
}
_WORDS: Final = {
    "NoneType": "None",
    "Rules": "Rules",
    "Meld": "a Run or a Set",
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "Outcome": "an Outcome",
    "Executor": "an Executor",
    "Random": "a random.Random",
}

_MELD: Final = "Meld.parse(text, rules) reads text"
_MOVE: Final = "biriba.notation.parse_move(text, view) reads text"
_HINTS: Final = {
    ("Rules", "str"): "biriba.rules.named(…) makes them from a name",
    ("Card", "str"): "Card.parse reads text",
    ("Suit", "str"): "Suit.parse reads text",
    ("Meld", "str"): _MELD,
    ("Run", "str"): _MELD,
    ("LayMeld", "str"): _MOVE,
    ("DrawStock", "str"): _MOVE,
    ("View", "State"): "state.view(seat) is one",
    ("View", "Game"): "game.view(seat) is one",
    ("State", "Game"): "game.state is one",
    ("Score", "DealResult"): "biriba.score(result, rules) makes one",
    ("Record", "str"): "biriba.record.load reads text",
    ("Record", "Game"): "game.record is one",
}


def expect(
    value: T, *kinds: type, words: str = "", error: type[BiribaError] | None = None
) -> T:
    """The value, if it is of one of some types; True and False are no numbers.

    `words` say what is expected where the names of the types do not; `error` is the
    error to raise where that of the first type does not suit.

    Raises:
        NotationError: if it is of none of them, and should be text, or what text says.
        InvalidRules: if it should be rules.
        InvalidRecord: if it should be a record.
        InvalidState: if it should be anything else.
    """
    if isinstance(value, kinds) and not (isinstance(value, bool) and int in kinds):
        return value
    hint = _HINTS.get((kinds[0].__name__, type(value).__name__))
    words = words or _named(kinds)
    raise _refusal(value, kinds, words, f"; {hint}" if hint else "", error)


def expect_all(
    values: Iterable[T],
    *kinds: type,
    words: str = "",
    error: type[BiribaError] | None = None,
) -> tuple[T, ...]:
    """The values, if they are several, each of one of some types; as :func:`expect`."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        several = f"several in a list, each {words or _named(kinds)}"
        raise _refusal(values, kinds, several, "", error)
    return tuple([expect(value, *kinds, words=words, error=error) for value in values])


def numbered(what: str, number: int, count: int) -> int:
    """The number of one of several seats or sides, if there is such a one.

    Raises:
        InvalidState: if there is not.
    """
    if type(number) is not int or not 0 <= number < count:
        raise InvalidState(
            [f"there is no {what} {shown(number)}; {what}s are 0 to {count - 1}"]
        )
    return number


def number_problems(*wanted: tuple[str, int, int]) -> list[str]:
    """What is wrong with whole numbers: each has a name, and what it is at least."""
    return [
        f"{name}: a number from {least} is needed"
        for name, least, number in wanted
        if type(number) is not int or number < least
    ]


def _refusal(
    value: object,
    kinds: tuple[type, ...],
    words: str,
    hint: str,
    error: type[BiribaError] | None,
) -> BiribaError:
    wanted = kinds[0].__name__
    given = "None" if value is None else type(value).__name__
    problem = f"expected {words}, got {given}{hint}"
    if error is None:
        plain = NotationError if wanted in _NOTATION else InvalidState
        error = _ERRORS.get(wanted, plain)
    return error(problem, "") if error is NotationError else error([problem])


def _named(kinds: tuple[type, ...]) -> str:
    return " or ".join(
        _WORDS.get(kind.__name__, f"a {kind.__name__}") for kind in kinds
    )
