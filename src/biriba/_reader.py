"""Reading one object of a document, key by key, with every problem noted.

Documents come from anywhere, so nothing is taken for granted, and a document is refused
once and for everything: a :class:`Reader` raises nothing, but notes each problem with
the place where it lies. Records, positions and the facts of a deal are read with it;
options of rules are checked where they are declared.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar, cast

import attrs

from biriba._options import MOST_UNKNOWN, Rules, closest
from biriba._words import counted, shown
from biriba.cards import Suit, parse_kinds
from biriba.errors import BiribaError, InvalidRules, NotationError
from biriba.melds import Meld
from biriba.points import Points, to_points
from biriba.rules import from_json

MOST_PROBLEMS: Final = 40
"""Problems beyond a number that anybody reads are not kept."""
MOST_SIDES: Final = 12
_LONGEST_LIST: Final = 200

T = TypeVar("T")


@attrs.define
class Reader:
    """One object of a document, read key by key; problems are noted, not raised.

    `where` is put before every key in a problem's text; `problems` is shared by the
    readers of one document.
    """

    data: Mapping[str, object]
    where: str
    problems: list[str]

    @classmethod
    def of(cls, value: object, where: str, problems: list[str]) -> Reader:
        """A reader of a value that should be an object; of an empty one if not."""
        if isinstance(value, Mapping):
            return cls(value, where, problems)
        reader = cls({}, where, problems)
        reader.refuse("", f"expected an object, not {shown(value)}")
        return reader

    @classmethod
    def exactly(
        cls,
        value: object,
        where: str,
        problems: list[str],
        keys: Sequence[str],
        optional: Sequence[str] = (),
    ) -> Reader:
        """A reader of an object that has just these keys, and maybe the optional."""
        reader = cls.of(value, where, problems)
        if isinstance(value, Mapping):
            for key in keys:
                if key not in value:
                    reader.refuse(key, "it is missing")
            for key in value:
                if key not in keys and key not in optional:
                    reader.refuse(str(key), "there is no such key")
        return reader

    def refuse(self, key: str, problem: str) -> None:
        """Note a problem with a key, or with the whole object where that is empty."""
        if len(self.problems) < MOST_PROBLEMS:
            name = key[:40] if key.isprintable() else ascii(key[:40])
            place = f"{self.where}{name}".rstrip(":. ") or "the document"
            self.problems.append(f"{place}: {problem}")

    def only(self, *known: str) -> None:
        """Note every key that is not among those known, with the closest."""
        unknown = [key for key in self.data if key not in known]
        for key in unknown[:MOST_UNKNOWN]:
            self.refuse(str(key), f"no such key{closest(key, known)}")
        if len(unknown) > MOST_UNKNOWN:
            more = counted(len(unknown) - MOST_UNKNOWN, "more unknown key")
            self.problems.append(f"and {more}")

    def has(self, key: str) -> bool:
        """Whether a key is there."""
        return key in self.data

    # --- What must be there ---
    #
    # None where it is wrong; that it is missing is noted by `exactly`.

    def given_whole(self, key: str, most: int) -> int | None:
        """A whole number from 0 up."""
        value = self.data.get(key)
        if type(value) is int and 0 <= value <= most:
            return value
        if key in self.data:
            wanted = f"a whole number from 0 to {most}"
            self.refuse(key, f"expected {wanted}, not {shown(value)}")
        return None

    def given_text(self, key: str, most: int, least: int = 0) -> str | None:
        """A text of a length within bounds."""
        value = self.data.get(key)
        if isinstance(value, str) and least <= len(value) <= most:
            return value
        if key in self.data:
            given = f"{len(value)}" if isinstance(value, str) else shown(value)
            self.refuse(
                key, f"expected text of {least} to {most} characters, not {given}"
            )
        return None

    def given_items(self, key: str, most: int | None = None) -> list[object] | None:
        """A list."""
        value = self.data.get(key)
        if isinstance(value, list) and (most is None or len(value) <= most):
            return value
        if key in self.data:
            limit = "" if most is None else f" of at most {most}"
            given = f"{len(value)}" if isinstance(value, list) else shown(value)
            self.refuse(key, f"expected a list{limit}, not {given}")
        return None

    def given_points(self, key: str) -> Points | None:
        """A number of points, exact."""
        if key not in self.data:
            return None
        try:
            return to_points(cast(int, self.data[key]))
        except InvalidRules as error:
            self.refuse(key, str(error)[:100])
            return None

    def given_all_points(self, key: str) -> tuple[Points, ...]:
        """A list with the points of each side."""
        found: list[Points] = []
        for value in self.given_items(key, MOST_SIDES) or ():
            try:
                found.append(to_points(cast(int, value)))
            except InvalidRules as error:
                self.refuse(key, str(error)[:100])
        return tuple(found)

    # --- What may be left out ---

    def whole(self, key: str, default: int, low: int, high: int) -> int:
        """A whole number from `low` to `high`."""
        value = self.data.get(key, default)
        if type(value) is int and low <= value <= high:
            return value
        self.refuse(key, f"expected {low} to {high}, not {shown(value)}")
        return default

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self.data.get(key, default)
        if isinstance(value, bool):
            return value
        self.refuse(key, f"expected true or false, not {shown(value)}")
        return default

    def word(self, key: str, default: str, words: Sequence[str]) -> str:
        """One of some words."""
        value = self.data.get(key, default)
        if isinstance(value, str) and value in words:
            return value
        self.refuse(key, f"expected {', '.join(words)}, not {shown(value)}")
        return default

    def suit(self, key: str) -> Suit | None:
        """A suit, or null."""
        value = self.data.get(key)
        if value is None:
            return None
        if isinstance(value, str):
            try:
                return Suit.parse(value)
            except NotationError:
                pass
        self.refuse(key, f"expected h, d, c, s or null, not {shown(value)}")
        return None

    def items(self, key: str, what: str) -> list[object]:
        """A list; the empty one where the key is left out."""
        value = self.data.get(key, [])
        if not isinstance(value, (list, tuple)):
            self.refuse(key, f"expected a list of {what}, not {shown(value)}")
            return []
        if len(value) > _LONGEST_LIST:
            self.refuse(key, f"expected at most {_LONGEST_LIST} {what}")
            return []
        return list(value)

    # --- Values that lie inside others ---

    def kinds(self, key: str, value: object, most: int = 1000) -> list[int]:
        """The kinds of a text of cards, in the order written."""
        if not isinstance(value, str):
            self.refuse(key, f"expected a text of cards, not {shown(value)}")
            return []
        try:
            kinds = parse_kinds(value)
        except NotationError as error:
            self.refuse(key, error.problem)
            return []
        if len(kinds) > most:
            self.refuse(key, f"{len(kinds)} cards are more than a deck has")
            return []
        return kinds

    def meld(self, key: str, value: object, rules: Rules) -> Meld | None:
        """A meld that is legal under the rules, in the order laid."""
        if not isinstance(value, str):
            self.refuse(key, f"expected a text of cards, not {shown(value)}")
            return None
        return self.tried(key, lambda: Meld.parse(value, rules))

    def rules(self, key: str) -> Rules | None:
        """A rule system; there is no default for it."""
        if key not in self.data:
            self.refuse(key, "is missing; expected a name such as classic-5000")
            return None
        return self.tried(key, lambda: from_json(self.data[key]))

    def tried(self, key: str, make: Callable[[], T]) -> T | None:
        """What a function makes, or None with its error noted."""
        try:
            return make()
        except NotationError as error:
            self.refuse(key, error.problem)
        except BiribaError as error:
            self.refuse(key, str(error))
        return None
