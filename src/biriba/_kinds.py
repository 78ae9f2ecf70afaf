"""What kind of document some JSON is, to say so where another kind was expected.

Documents say their ``format``; one of rules says none, and is known by its options.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from biriba._options import Rules

RECORD: Final = "biriba-record"
MATCH: Final = "biriba-match"
POSITION: Final = "biriba-position"
SIMULATION: Final = "biriba-simulation"
RULES: Final = "document of rules"
FACTS: Final = "document of the facts of a deal"

_FORMATS: Final = (RECORD, MATCH, POSITION, SIMULATION)
_OPTIONS: Final = frozenset({"base", *(field.name for field in attrs.fields(Rules))})


def _kind(data: object) -> str | None:
    if not isinstance(data, Mapping):
        return None
    if data.get("format") in _FORMATS:
        return str(data["format"])
    named = "base" in data or "name" in data
    return RULES if named and data.keys() <= _OPTIONS else None


def other_kind(data: object, *expected: str) -> list[str]:
    """The one thing to say of a document that is plainly of a kind not expected."""
    kind = _kind(data)
    if kind is None or kind in expected:
        return []
    return [f"this is a {kind}, expected a {' or a '.join(expected)}"]
