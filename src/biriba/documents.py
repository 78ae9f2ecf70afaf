"""JSON documents: reading them strictly, and the document of a deal to be scored.

Whatever comes from outside passes :func:`parse_json` first, which turns text into
plain values and refuses what JSON readers silently let through: keys that occur twice,
NaN, infinities, numbers without end, nesting without bottom. A ``_reader.Reader``
then takes one object of it apart, key by key, and notes every problem with the place
where it lies.

Here lives what has to do with documents in general and with scores; positions have
``position``.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Final, NoReturn, cast

from biriba._checks import expect, expect_all
from biriba._kinds import FACTS, other_kind
from biriba._options import Json, Rules
from biriba._reader import Reader
from biriba._words import shown
from biriba.cards import KIND_TEXT, Cards
from biriba.errors import BiribaError, InvalidRecord
from biriba.melds import Meld
from biriba.points import Points, json_points, simple, to_points
from biriba.rules import published
from biriba.scoring import (
    BiribakiStatus,
    DealResult,
    Score,
    SideResult,
    too_many_cards,
)

LONGEST_TEXT: Final = 20 * 1024 * 1024
"""The most characters of JSON that are read."""
LONGEST_NUMBER: Final = 40

# --- JSON --------------------------------------------------------------------------


def parse_json(text: str) -> object:
    """Plain values from JSON text.

    Raises:
        InvalidRecord: if the text is no JSON, is longer than 20 MB or nested too
            deeply, holds a key twice in one object, NaN, an infinity, or a number
            of more than 40 characters.

    >>> parse_json('{"seats": 4}')
    {'seats': 4}
    >>> parse_json('{"seats": 4, "seats": 2}')
    Traceback (most recent call last):
    biriba.errors.InvalidRecord: the key 'seats' occurs twice in one object
    """
    if len(expect(text, str, words="JSON text", error=InvalidRecord)) > LONGEST_TEXT:
        raise InvalidRecord(["the document is longer than 20 MB"])
    try:
        return cast(
            object,
            json.loads(
                text,
                object_pairs_hook=_object,
                parse_int=_integer,
                parse_float=_float,
                parse_constant=_constant,
            ),
        )
    except json.JSONDecodeError as error:
        raise InvalidRecord(
            [f"no JSON: {error.msg}, line {error.lineno} column {error.colno}"]
        ) from None
    except RecursionError:
        raise InvalidRecord(["the document is nested too deeply"]) from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    made: dict[str, object] = {}
    for key, value in pairs:
        if key in made:
            raise InvalidRecord([f"the key {key[:40]!r} occurs twice in one object"])
        made[key] = value
    return made


def _integer(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise InvalidRecord([f"the number {text[:20]}… is too long"])
    return int(text)


def _float(text: str) -> float:
    number = float(text) if len(text) <= LONGEST_NUMBER else math.inf
    if not math.isfinite(number):
        raise InvalidRecord([f"the number {text[:20]}… is too large or too long"])
    return number


def _constant(text: str) -> NoReturn:
    raise InvalidRecord([f"{text} is no JSON number"])


# --- Rules -------------------------------------------------------------------------


def rules_json(rules: Rules) -> Json:
    """The shortest form that :func:`biriba.rules.from_json` reads as these rules.

    >>> from biriba import rules
    >>> rules_json(rules.GREEK_351)
    'greek-351'
    """
    base = published(rules)
    if base is None:
        return rules.options()
    if base == rules:
        return rules.name
    return {"name": rules.name, **rules.differences(base)}


# --- Scores ------------------------------------------------------------------------

_SIDE_KEYS: Final = (
    "melds",
    "hands",
    "unplayed_biribaki",
    "biribaki",
    "went_out",
    "previous",
)


def load_score_document(
    data: object,
) -> tuple[DealResult, Rules, tuple[Points | None, ...]]:
    """The facts of a deal, its rules, and each side's points before it (or None).

    The document has ``rules``, ``bonus_suit`` (left out: none) and ``sides``; a side
    has ``melds`` (texts, in the order laid), ``hands`` (texts), ``unplayed_biribaki``,
    ``biribaki`` (``none``, ``taken`` or ``played``), ``went_out`` and ``previous``;
    what a side leaves out is empty, none or false.

    Raises:
        InvalidRecord: with every problem found: unknown keys, wrong types, cards that
            are none, melds that are illegal, a number of sides that the system lacks,
            and more twins than the biggest deck for that number of sides has.
    """
    problems = other_kind(data, FACTS)
    reader = Reader.of(data, "", problems)
    if problems or not isinstance(data, Mapping):
        raise InvalidRecord(problems)
    reader.only("rules", "bonus_suit", "sides")
    rules = reader.rules("rules")
    bonus_suit = reader.suit("bonus_suit")
    if not reader.has("sides"):
        reader.refuse("sides", "is missing; expected a list of sides")
    sides: list[SideResult] = []
    previous: list[Points | None] = []
    used = [0] * len(KIND_TEXT)
    for index, item in enumerate(reader.items("sides", "sides")):
        side = Reader.of(item, f"sides[{index}].", problems)
        side.only(*_SIDE_KEYS)
        sides.append(_side_result(side, rules, used))
        previous.append(_previous(side))
    if rules is not None and reader.has("sides"):
        problems += too_many_cards(len(sides), used, rules)
    if problems:
        raise InvalidRecord(problems)
    assert rules is not None
    try:
        return DealResult(tuple(sides), bonus_suit), rules, tuple(previous)
    except BiribaError as error:
        raise InvalidRecord([str(error)]) from None


def _side_result(side: Reader, rules: Rules | None, used: list[int]) -> SideResult:
    melds: list[Meld] = []
    for index, text in enumerate(side.items("melds", "melds")):
        if rules is not None:
            meld = side.meld(f"melds[{index}]", text, rules)
            if meld is not None:
                melds.append(meld)
                _count(list(meld.kinds), used)
    hands: list[Cards] = []
    for index, text in enumerate(side.items("hands", "hands")):
        hands.append(_heap(side, f"hands[{index}]", text, used))
    unplayed = side.data.get("unplayed_biribaki", "")
    return SideResult(
        tuple(melds),
        tuple(hands),
        _heap(side, "unplayed_biribaki", unplayed, used),
        BiribakiStatus(
            side.word("biribaki", "none", [s.value for s in BiribakiStatus])
        ),
        side.flag("went_out", False),
    )


def _heap(side: Reader, key: str, text: object, used: list[int]) -> Cards:
    kinds = side.kinds(key, text)
    _count(kinds, used)
    heap = side.tried(key, lambda: Cards.of([KIND_TEXT[kind] for kind in kinds]))
    return Cards() if heap is None else heap


def _count(kinds: list[int], used: list[int]) -> None:
    for kind in kinds:
        used[kind] += 1


def _previous(side: Reader) -> Points | None:
    value = side.data.get("previous")
    if value is None:
        return None
    if not isinstance(value, (int, float)):
        side.refuse("previous", f"expected a number, not {shown(value)}")
        return None
    return side.tried("previous", lambda: to_points(value))


def dump_score(score: Score, previous: Sequence[Points | None] = ()) -> dict[str, Json]:
    """A score as JSON: each side's lines and total, and its match total if known.

    A side whose points before the deal are known also has ``match_total``.
    """
    known = expect_all(previous, int, Fraction, type(None))
    sides: list[Json] = []
    for index, side in enumerate(expect(score, Score).sides):
        lines: list[Json] = [
            {
                "code": line.code,
                "label": line.label,
                "clause": line.clause,
                "points": json_points(line.points),
                "detail": line.detail,
            }
            for line in side.lines
        ]
        made: dict[str, Json] = {"lines": lines, "total": json_points(side.total)}
        before = known[index] if index < len(known) else None
        if before is not None:
            made["match_total"] = json_points(simple(before + side.total))
        sides.append(made)
    return {"sides": sides}
