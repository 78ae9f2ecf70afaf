"""Reading an object of a document key by key, with every problem collected.

Documents come from anywhere, so nothing is taken for granted: each getter gives a
value of its type and within its bounds, or None with a problem noted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from biriba.errors import InvalidRules
from biriba.points import Points, to_points

MOST_PROBLEMS: Final = 40
"""Problems beyond a number that anybody reads are not kept."""


class Fields:
    """An object of a document, read key by key; problems are collected."""

    def __init__(
        self,
        data: object,
        where: str,
        problems: list[str],
        keys: tuple[str, ...],
        optional: tuple[str, ...] = (),
    ) -> None:
        self.where = where
        self.problems = problems
        self.data: Mapping[str, object] = {}
        if not isinstance(data, dict):
            self.say("", "expected an object")
            return
        self.data = data
        for key in keys:
            if key not in data:
                self.say(key, "it is missing")
        for key in data:
            if key not in keys and key not in optional:
                self.say(str(key)[:40], "there is no such key")

    def say(self, key: str, problem: str) -> None:
        """Note a problem with a key, or with the whole object."""
        if len(self.problems) < MOST_PROBLEMS:
            name = key if key.isprintable() else ascii(key)
            place = f"{self.where}{name[:40]}".rstrip(":. ") or "the document"
            self.problems.append(f"{place}: {problem}")

    def text(self, key: str, most: int, least: int = 0) -> str | None:
        """A text of a length within bounds."""
        value = self.data.get(key)
        if isinstance(value, str) and least <= len(value) <= most:
            return value
        if key in self.data:
            self.say(key, f"expected text of {least} to {most} characters")
        return None

    def whole(self, key: str, most: int) -> int | None:
        """A whole number from 0 up."""
        value = self.data.get(key)
        if type(value) is int and 0 <= value <= most:
            return value
        if key in self.data:
            self.say(key, f"expected a whole number from 0 to {most}")
        return None

    def items(self, key: str, most: int | None = None) -> list[object] | None:
        """A list."""
        value = self.data.get(key)
        if isinstance(value, list) and (most is None or len(value) <= most):
            return value
        if key in self.data:
            limit = "" if most is None else f" of at most {most}"
            self.say(key, f"expected a list{limit}")
        return None

    def points(self, key: str) -> Points | None:
        """A number of points, exact."""
        if key not in self.data:
            return None
        try:
            return to_points(cast(int, self.data[key]))
        except InvalidRules as error:
            self.say(key, str(error)[:100])
            return None
