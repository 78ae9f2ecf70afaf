"""Records: a deal or a match as JSON that outlives the release that wrote it.

A deal is rules, the order of the deck and moves; everything else follows. So a
:class:`Record` holds these, and beside them the result as it was scored, to be
compared. The rules are written in full: an old record replays under the rules it was
played with, even after a preset has changed. A deck's order tells every hidden card,
so records stay on the server.

Reading has two halves. :func:`load` checks the form and reports every problem at once;
:func:`replay` makes a state, and plays each move through the law again. There is no
other way from a record to a state, so nothing unchecked gets in.

A document says its ``format`` and ``version``. Every version that was ever written is
read; one from the future is refused, never half read. The shapes are in the JSON
Schemas of :func:`schema`. Files: :func:`save`, :func:`open_record`, and for streams of
deals, one to a line, :func:`dump_lines` and :func:`load_lines`.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from importlib import resources
from typing import Final, cast

from biriba import rules as systems
from biriba._checks import expect
from biriba._files import MOST_BYTES, checked_path, read_text, write_whole
from biriba._kinds import MATCH, RECORD, other_kind
from biriba._options import Json, Rules, checked
from biriba._reader import MOST_SIDES, Reader
from biriba._record import (
    LONGEST_META,
    MOST_DEALS,
    AnyRecord,
    MatchRecord,
    Meta,
    NotReplayed,
    Outcome,
    Record,
    deal_problems,
    meta_problems,
    outcome_of,
    pairs,
    replay,
    replay_match,
    replay_states,
    seat_problems,
)
from biriba._words import shown
from biriba.cards import Card, kinds_of, text_of
from biriba.documents import parse_json
from biriba.errors import InvalidRecord, InvalidRules, NotationError
from biriba.points import json_points
from biriba.scoring import Score, ScoreLine, SideScore
from biriba.state import next_dealer

__all__ = [
    "FORMAT",
    "LONGEST_META",
    "MATCH_FORMAT",
    "MOST_DEALS",
    "SCHEMAS",
    "VERSION",
    "AnyRecord",
    "MatchRecord",
    "NotReplayed",
    "Outcome",
    "Record",
    "dump",
    "dump_lines",
    "from_json",
    "load",
    "load_any",
    "load_lines",
    "load_match",
    "open_record",
    "open_records",
    "outcome_of",
    "replay",
    "replay_match",
    "replay_states",
    "rules_json",
    "save",
    "schema",
    "score_json",
    "to_json",
]

VERSION: Final = 1
"""The version of the documents that this release writes."""

FORMAT: Final = RECORD
MATCH_FORMAT: Final = MATCH

SCHEMAS: Final = ("record", "match", "position")
_LONGEST_DECK: Final = 4000
_MOST_OPTIONS: Final = 2000


# --- Writing -----------------------------------------------------------------------


def dump(record: AnyRecord, *, indent: int | None = None) -> str:
    """A record as JSON text, on one line unless `indent` is given.

    Raises:
        InvalidRecord: if it is no record, or the indent no number from 0 to 100.
    """
    if indent is not None and not (type(indent) is int and 0 <= indent <= 100):
        raise InvalidRecord([f"indent: expected 0 to 100, not {shown(indent)}"])
    return json.dumps(to_json(record), indent=indent)


def to_json(record: AnyRecord) -> dict[str, Json]:
    """A record as JSON values.

    Raises:
        InvalidRecord: if it is no record.
    """
    expect(record, Record, MatchRecord)
    head: dict[str, Json] = {
        "format": FORMAT if isinstance(record, Record) else MATCH_FORMAT,
        "version": VERSION,
        "rules": rules_json(record.rules),
        "seats": record.seats,
        "dealer": record.dealer,
    }
    if isinstance(record, Record):
        head |= _deal_json(record)
    else:
        head["deals"] = [_deal_json(deal) for deal in record.deals]
        head["totals"] = [json_points(total) for total in record.totals]
    head["meta"] = dict(record.meta)
    return head


def rules_json(rules: Rules) -> dict[str, Json]:
    """Rules in full: name, revision, differences from the preset, and every option.

    `differences` is for people, None where no preset has that name; the options are
    what counts.

    >>> house = systems.GREEK_351.with_options({"wild": {"limit": 2}})
    >>> rules_json(house)["differences"]
    {'wild': {'limit': 2}}
    """
    checked(rules)
    differences: Json = None
    with contextlib.suppress(InvalidRules):
        differences = rules.differences(systems.named(rules.name))
    return {
        "name": rules.name,
        "revision": rules.revision,
        "differences": differences,
        "options": rules.options(),
    }


def _deal_json(record: Record) -> dict[str, Json]:
    return {
        "deck": text_of(card.kind for card in record.deck),
        "moves": list(record.moves),
        "result": result_json(record.outcome),
    }


def result_json(outcome: Outcome | None) -> Json:
    """An outcome as JSON; null for none."""
    if outcome is None:
        return None
    return {
        "out": outcome.out,
        "totals": [json_points(total) for total in outcome.score.totals],
        "score": score_json(outcome.score),
    }


def score_json(sheet: Score) -> list[Json]:
    """A score as JSON: for each side, its lines."""
    return [
        [
            {
                "code": line.code,
                "label": line.label,
                "clause": line.clause,
                "points": json_points(line.points),
                "detail": line.detail,
            }
            for line in side.lines
        ]
        for side in expect(sheet, Score).sides
    ]


# --- Reading -----------------------------------------------------------------------


_HEAD: Final = ("format", "version", "rules", "seats", "dealer")
_DEAL: Final = ("deck", "moves", "result")


def load(text: str) -> Record:
    """Read the record of a deal and check its form; `replay` checks its moves.

    Raises:
        InvalidRecord: with every problem found.
    """
    record = load_any(text)
    if isinstance(record, Record):
        return record
    raise InvalidRecord(["this is the record of a match, not of a deal"])


def load_match(text: str) -> MatchRecord:
    """Read the record of a match and check its form.

    Raises:
        InvalidRecord: with every problem found.
    """
    record = load_any(text)
    if isinstance(record, MatchRecord):
        return record
    raise InvalidRecord(["this is the record of a deal, not of a match"])


def load_any(text: str) -> AnyRecord:
    """Read a record of a deal or of a match and check its form.

    Raises:
        InvalidRecord: with every problem found.
    """
    return from_json(parse_json(text))


def from_json(data: object) -> AnyRecord:
    """A record from the JSON values of :func:`to_json`.

    Raises:
        InvalidRecord: with every problem found.
    """
    problems: list[str] = []
    kind = check_head(data, (FORMAT, MATCH_FORMAT))
    own = _DEAL if kind == FORMAT else ("deals", "totals")
    reader = Reader.exactly(data, "", problems, _HEAD + own, ("meta",))
    rules = _read_rules(reader)
    seats, dealer = (
        reader.given_whole("seats", 1000),
        reader.given_whole("dealer", 1000),
    )
    meta = _read_meta(reader)
    if kind == FORMAT:
        record: AnyRecord | None = _read_deal(reader, rules, seats, dealer, meta)
    else:
        record = _read_match(reader, rules, seats, dealer, meta)
    if record is None:
        raise InvalidRecord(problems)
    return record


def check_head(data: object, formats: tuple[str, ...]) -> str:
    """The format of a document, if it and the version are known.

    Raises:
        InvalidRecord: if they are not.
    """
    if not isinstance(data, dict):
        raise InvalidRecord([f"the document: expected an object, not {shown(data)}"])
    other = other_kind(data, *formats)
    if other:
        raise InvalidRecord(other)
    if data.get("format") not in formats:
        raise InvalidRecord([f"format: expected {' or '.join(formats)}"])
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise InvalidRecord([f"version: expected a whole number from 1 to {VERSION}"])
    if version > VERSION:
        raise InvalidRecord(
            [
                "version: this document was written by a later release of biriba; "
                f"this one reads up to version {VERSION}"
            ]
        )
    return cast(str, data["format"])


def _read_deal(
    reader: Reader,
    rules: Rules | None,
    seats: int | None,
    dealer: int | None,
    meta: Meta,
) -> Record | None:
    """One deal from a document, or None if there is any problem in it."""
    deck = _read_deck(reader)
    moves = cast("list[str] | None", reader.given_items("moves"))
    outcome = _read_outcome(reader)
    reader.problems += deal_problems(
        rules, seats, dealer, deck, moves, outcome, reader.where
    )
    if reader.problems:
        return None
    # Without a problem, every part has been read.
    return Record(
        cast(Rules, rules),
        cast(int, seats),
        cast(int, dealer),
        cast("tuple[Card, ...]", deck),
        tuple(cast("list[str]", moves)),
        outcome,
        meta,
    )


def _read_match(
    reader: Reader,
    rules: Rules | None,
    seats: int | None,
    dealer: int | None,
    meta: Meta,
) -> MatchRecord | None:
    """A match from a document, or None if there is any problem in it."""
    if rules is not None and seats is not None:
        problems = seat_problems(rules, seats, dealer)
        reader.problems += problems
        # The form of the deals can still be told where what they rest on is wrong.
        rules = None if problems else rules
    deals: list[Record] = []
    for number, data in enumerate(reader.given_items("deals", MOST_DEALS) or (), 1):
        inner = Reader.exactly(data, f"deal {number}: ", reader.problems, _DEAL)
        deal = _read_deal(inner, rules, seats, dealer, ())
        if deal is not None:
            deals.append(deal)
        if rules is not None and seats is not None and dealer is not None:
            dealer = next_dealer(dealer, seats, rules)
    totals = reader.given_all_points("totals")
    if reader.problems:
        return None
    first = cast(int, reader.data["dealer"])
    return MatchRecord(
        cast(Rules, rules), cast(int, seats), first, tuple(deals), totals, meta
    )


def _read_rules(reader: Reader) -> Rules | None:
    if "rules" not in reader.data:
        return None
    keys = ("name", "revision", "differences", "options")
    inner = Reader.exactly(reader.data["rules"], "rules.", reader.problems, keys)
    options = inner.data.get("options")
    if not isinstance(options, dict):
        inner.refuse("options", "expected an object of all the options")
        return None
    if _larger(options, _MOST_OPTIONS):
        inner.refuse("options", "there are not so many")
        return None
    try:
        rules = Rules.from_options(options)
    except InvalidRules as error:
        for problem in error.problems:
            inner.refuse("options", problem[:200])
        return None
    for key in ("name", "revision"):
        if inner.data.get(key) != getattr(rules, key):
            inner.refuse(key, "it is not that of the options")
    said = inner.data.get("differences")
    if said is not None and not _inside(said, rules.options()):
        inner.refuse("differences", "the options do not say so")
    return rules


def _larger(options: dict[str, object], most: int) -> bool:
    """Whether there are more values in an object than anybody means."""
    rest: list[object] = [options]
    while rest and len(rest) <= most:
        one = rest.pop()
        most -= 1
        if isinstance(one, dict):
            rest += one.values()
        elif isinstance(one, list):
            rest += one
    return bool(rest)


def _inside(differences: object, options: Mapping[str, object]) -> bool:
    """Whether the options have everything that the differences say."""
    if not isinstance(differences, dict):
        return False
    for key, value in differences.items():
        mine = options.get(key)
        if isinstance(mine, dict):
            if not _inside(value, mine):
                return False
        elif isinstance(mine, list) and isinstance(value, list):
            # Of each seating or bonus, what there was to say when it was written.
            if len(mine) != len(value) or not all(map(_inside, value, mine)):
                return False
        elif mine != value:
            return False
    return True


def _read_meta(reader: Reader) -> Meta:
    meta = reader.data.get("meta", {})
    if not isinstance(meta, dict):
        reader.refuse("meta", f"expected an object, not {shown(meta)}")
        return ()
    problems = meta_problems(meta.items())
    reader.problems += problems
    return () if problems else pairs(meta)


def _read_deck(reader: Reader) -> tuple[Card, ...] | None:
    text = reader.given_text("deck", _LONGEST_DECK)
    if text is None:
        return None
    try:
        return tuple(Card.of_kind(kind) for kind in kinds_of(text))
    except NotationError as error:
        reader.refuse("deck", f"{error.problem}, at character {error.position}")
        return None


def _read_outcome(reader: Reader) -> Outcome | None:
    data = reader.data.get("result")
    if data is None:
        return None
    problems = reader.problems
    before = len(problems)
    where = f"{reader.where}result."
    inner = Reader.exactly(data, where, problems, ("out", "totals", "score"))
    out = None if inner.data.get("out") is None else inner.given_whole("out", 1000)
    sides = []
    for index, side in enumerate(inner.given_items("score", MOST_SIDES) or ()):
        if not isinstance(side, list) or len(side) > 1000:
            inner.refuse(f"score[{index}]", "expected a list of at most 1000 lines")
            continue
        at = f"{where}score[{index}]"
        sides.append(SideScore(tuple(_read_line(x, f"{at}: ", problems) for x in side)))
    totals = inner.given_all_points("totals")
    sheet = Score(tuple(sides))
    if len(problems) == before and totals != sheet.totals:
        inner.refuse("totals", "they are not the sums of the lines")
    return Outcome(out, sheet) if len(problems) == before else None


def _read_line(data: object, where: str, problems: list[str]) -> ScoreLine:
    line = Reader.exactly(
        data, where, problems, ("code", "label", "clause", "points", "detail")
    )
    return ScoreLine(
        line.given_text("code", 500) or "",
        line.given_text("label", 500) or "",
        line.given_text("clause", 500) or "",
        line.given_points("points") or 0,
        line.given_text("detail", 4000) or "",
    )


# --- Streams and files -------------------------------------------------------------


def dump_lines(records: Iterable[AnyRecord]) -> Iterator[str]:
    """Records as JSON Lines, each with its line end, for ``file.writelines``."""
    for record in expect(records, Iterable, words="records", error=InvalidRecord):
        yield dump(record) + "\n"


def load_lines(lines: Iterable[str]) -> Iterator[AnyRecord]:
    """The records of JSON Lines, such as an open text file; blank lines are skipped.

    Raises:
        InvalidRecord: at the first line that is no record, with its number.
    """
    expect(lines, Iterable, words="lines of text", error=InvalidRecord)
    for number, line in enumerate(lines, 1):
        if not expect(line, str, words="a line", error=InvalidRecord).strip():
            continue
        try:
            yield load_any(line)
        except InvalidRecord as error:
            raise InvalidRecord(
                f"line {number}: {problem}" for problem in error.problems
            ) from None


def save(record: AnyRecord, path: str | os.PathLike[str]) -> None:
    """Write a record to a file, whole or not at all.

    A crash at any moment leaves the old file or the new one, never a part: the text
    goes to a new file beside it, is forced to the disk, and then takes the name.

    Raises:
        OSError: if the file cannot be written; an old one is still there.
    """
    write_whole(path, dump(record) + "\n")


def open_record(path: str | os.PathLike[str]) -> AnyRecord:
    """Read a record from a file; `load_any` of its text.

    Raises:
        InvalidRecord: with every problem found; naming the file if it is no JSON.
        OSError: if the file cannot be read.
    """
    name = checked_path(path)
    try:
        data = parse_json(read_text(name))
    except InvalidRecord as error:
        # Without a form there is nothing else to tell which document is meant.
        raise InvalidRecord(
            f"{name}: {problem}" for problem in error.problems
        ) from None
    return from_json(data)


def open_records(path: str | os.PathLike[str]) -> Iterator[AnyRecord]:
    """The records of a file: JSON Lines if its name ends in ``.jsonl``, else one.

    Raises:
        InvalidRecord: at the first that cannot be read.
        OSError: if the file cannot be read.
    """
    if not checked_path(path).endswith(".jsonl"):
        yield open_record(path)
        return
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        yield from load_lines(iter(lambda: file.readline(MOST_BYTES), ""))


def schema(name: str = "record") -> dict[str, Json]:
    """The JSON Schema of a document: ``record``, ``match`` or ``position``.

    Raises:
        InvalidRecord: if there is none of that name.

    >>> schema("match")["title"]
    'The record of a match of Biriba'
    """
    if name not in SCHEMAS:
        raise InvalidRecord([f"there are schemas of {', '.join(SCHEMAS)}"])
    file = resources.files("biriba") / "schema" / f"{name}.json"
    return cast("dict[str, Json]", json.loads(file.read_text(encoding="utf-8")))
