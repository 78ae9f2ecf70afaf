"""``biriba replay``: records played again, and what came of them.

A record comes from a file, or from standard input; there it may be one record over
many lines or one on each line, which the first line tells apart.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, cast

from biriba._cli_io import NO, reason_json, say, say_json, standard_input
from biriba._files import MOST_BYTES
from biriba._record import (
    AnyRecord,
    MatchRecord,
    NotReplayed,
    Outcome,
    Record,
    outcome_of,
    replay,
    replay_match,
)
from biriba._words import counted
from biriba.errors import InvalidRecord
from biriba.languages import error_text, message, reason_text, rules_name
from biriba.points import json_points, points_text
from biriba.record import load_any, load_lines, open_records, result_json

if TYPE_CHECKING:
    from biriba._options import Json
    from biriba.match import Match
    from biriba.scoring import Score
    from biriba.state import State


def score_text(score: Score, language: str) -> str:
    """A score sheet without colours."""
    if language == "en":
        return str(score)
    from biriba.terminal import render_score

    return render_score(score, colour=False, language=language)


def totals_text(match: Match, language: str) -> str:
    """How a match stands: a line with the total of every side."""
    parts = [message("command.totals", language, count=len(match.scores))]
    for side, total in enumerate(match.totals):
        name = message("word.side", language, side=side)
        parts.append(f"{name}: {points_text(total)}")
    return ", ".join(parts)


def phase_words(state: State, language: str) -> str:
    """A phase: by its name in English, as moves and positions have it."""
    from biriba.languages import phase_text

    return state.phase.value if language == "en" else phase_text(state.phase, language)


def ending(state: State, language: str) -> str:
    """Who went out, at the end of a deal."""
    if state.table.out < 0:
        return message("command.nobody-out", language)
    return message("command.out", language, seat=state.table.out)


def stdin_records() -> Iterable[AnyRecord]:
    """The records on standard input.

    Raises:
        InvalidRecord: if they are not UTF-8, or too many bytes, or no records.
    """
    try:
        data = standard_input(MOST_BYTES + 1)
    except OSError as error:
        raise InvalidRecord([f"cannot read standard input: {error.strerror}"]) from None
    if len(data) > MOST_BYTES:
        raise InvalidRecord([f"standard input has more than {MOST_BYTES} bytes"])
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidRecord([f"not UTF-8 text, at byte {error.start}"]) from None
    first, _, rest = text.strip().partition("\n")
    # A record over many lines has not ended after its first.
    if rest and not first.rstrip().endswith("}"):
        return [load_any(text)]
    return load_lines(text.split("\n"))


def replay_command(
    source: str | os.PathLike[str] | Iterable[AnyRecord],
    until: int | None = None,
    as_json: bool = False,
    language: str = "en",
) -> str:
    """What ``biriba replay FILE`` prints: each deal with its score sheet, and totals.

    Every move is checked again. `until` stops after so many moves, counted through
    all the deals of the file, and says how the deal stands. Instead of a path, the
    records themselves may be given.

    Raises:
        NotReplayed: naming the first wrong move, or what is wrong with a result.
        InvalidRecord: if the file cannot be read, or has not so many moves.
    """
    left = _UNLIMITED if until is None else until
    if type(left) is not int or left < 0:
        raise InvalidRecord(["until: expected a number of moves"])
    told: list[dict[str, Json]] = []
    texts: list[str] = []
    try:
        if isinstance(source, (str, os.PathLike)):
            source = open_records(source)
        for record in source:
            left = _tell(record, left, told, texts, language)
            if left < 0:
                break
    except OSError as error:
        raise InvalidRecord([f"cannot read the file: {error.strerror}"]) from None
    if not told:
        raise InvalidRecord(["the file holds no record"])
    if until is not None and left >= 0:
        raise InvalidRecord([f"until: the file has {counted(until - left, 'move')}"])
    if as_json:
        return json.dumps(told if len(told) > 1 else told[0], indent=2)
    return "\n".join(texts)


_UNLIMITED: Final = 1 << 60


def _tell(
    record: AnyRecord,
    left: int,
    told: list[dict[str, Json]],
    texts: list[str],
    language: str,
) -> int:
    """Replay one record and say what came of it; how many moves are left to play.

    A negative number says that the last move wanted has been played.
    """
    deals = [record] if isinstance(record, Record) else list(record.deals)
    if left >= sum(len(deal.moves) for deal in deals) and isinstance(
        record, MatchRecord
    ):
        match, _ = replay_match(record)
    else:
        match = None
    told_deals: list[Json] = []
    for number, deal in enumerate(deals, 1):
        stop = left if left <= len(deal.moves) and left != _UNLIMITED else None
        try:
            state = replay(deal, stop)
        except NotReplayed as error:
            raise error.in_deal(number) if len(deals) > 1 else error from None
        count = len(deal.moves) if stop is None else stop
        told_deals.append(_deal_told(deal, state, count))
        name = message("command.deal", language)
        if len(deals) > 1:
            name += f" {number}"
        texts.append(f"{name}: {_standing(deal, state, count, language)}")
        if state.is_over:
            score = cast(Outcome, outcome_of(state)).score
            texts.append(score_text(score, language))
        left -= count
        if stop is not None:
            left = -1
            break
    entry: dict[str, Json] = {"deals": told_deals}
    if match is not None:
        entry["totals"] = [json_points(total) for total in match.totals]
        entry["winners"] = list(match.winners)
        texts.append(totals_text(match, language))
        texts += [
            message("command.wins", language, side=side) for side in match.winners
        ]
    told.append(entry)
    return left


def _standing(deal: Record, state: State, count: int, language: str) -> str:
    rules = rules_name(deal.rules, language)
    seats = message("command.seats", language, rules=rules, seats=deal.seats)
    start = message("command.replayed", language, dealer=deal.dealer, count=count)
    if state.is_over:
        how = ending(state, language)
    else:
        phase = phase_words(state, language)
        how = message("command.to", language, seat=state.seat, phase=phase)
    return f"{seats}, {start}; {how}"


def _deal_told(deal: Record, state: State, count: int) -> dict[str, Json]:
    return {
        "rules": deal.rules.name,
        "seats": deal.seats,
        "dealer": deal.dealer,
        "moves": count,
        "seat": state.seat,
        "phase": state.phase.value,
        "result": result_json(outcome_of(state)),
    }


def wrong_json(error: NotReplayed) -> dict[str, Json]:
    """A wrong record as JSON, but for the text of the reason."""
    return {
        "legal": False,
        "deal": error.deal,
        "number": error.number,
        "move": error.move,
        "seat": error.seat,
        "problems": list(error.problems),
    }


def wrong_text(error: NotReplayed, language: str) -> str:
    """What is wrong with a record: its first wrong move, or its result."""
    if language == "en":
        return str(error)
    if error.number is None or error.seat is None:
        problems = "; ".join(
            problem.removeprefix(f"deal {error.deal}: ") for problem in error.problems
        )
        told = message("command.wrong-result", language, problems=problems)
    else:
        key, why = _why_wrong(error, language)
        told = message(
            key,
            language,
            number=error.number,
            seat=error.seat,
            move=repr(error.move),
            why=why,
        )
    if error.deal is None:
        return told
    return f"{message('command.deal', language)} {error.deal}: {told}"


def _why_wrong(error: NotReplayed, language: str) -> tuple[str, str]:
    if error.reason is not None:
        return "command.wrong-move", reason_text(error.reason, language)
    assert error.unread is not None  # a move is refused, or its text is
    return "command.unread-move", error_text(error.unread, language)


def not_replayed(args: argparse.Namespace, error: NotReplayed) -> int:
    """Say what is wrong with a record that can be read; the exit status."""
    if args.json:
        reason = reason_json(error.reason, args.lang)
        say_json({**wrong_json(error), "reason": reason})
    else:
        say(wrong_text(error, args.lang))
    return NO
