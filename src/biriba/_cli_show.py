"""``biriba show``: a position, or a record up to some move, as a picture or as text.

It is the view of one seat, by default of the seat to play: what is hidden from that
seat is not drawn.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING

from biriba._cli_io import YES, say
from biriba._files import write_whole
from biriba._words import counted
from biriba.errors import InvalidRecord, InvalidState

if TYPE_CHECKING:
    from biriba._record import AnyRecord, MatchRecord
    from biriba.state import State

# Under these names nobody looks for an SVG picture.
_NOT_SVG = frozenset({".png", ".jpg", ".jpeg", ".gif", ".pdf", ".json", ".jsonl"})


def show(args: argparse.Namespace, data: object) -> int:
    """Draw what a document holds, as the arguments say; the exit status.

    Raises:
        InvalidRecord: if the document cannot be read or the picture not written.
        InvalidState: if it is no position, or there is no such seat.
    """
    from biriba import svg, terminal
    from biriba._cli_replay import not_replayed
    from biriba._record import NotReplayed

    try:
        view = _state(data, args.until).view(args.seat)
    except NotReplayed as error:
        return not_replayed(args, error)
    if args.output is None:
        say(terminal.render_view(view, language=args.lang), painted=True)
        return YES
    picture = svg.render_view(view, args.lang)
    if args.output == "-":
        say(picture, painted=True)
        return YES
    ending = os.path.splitext(args.output)[1].lower()
    if ending in _NOT_SVG:
        raise InvalidRecord([f"{args.output}: the picture is SVG; name it .svg"])
    try:
        write_whole(args.output, picture)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise InvalidRecord([f"cannot write {args.output}: {why}"]) from None
    return YES


def _state(data: object, until: int | None) -> State:
    from biriba.position import load_position
    from biriba.record import FORMAT, MATCH_FORMAT, from_json

    if isinstance(data, dict) and data.get("format") in (FORMAT, MATCH_FORMAT):
        return _replayed(from_json(data), until)
    if until is not None:
        raise InvalidState(["--until is for records; a position has no moves"])
    return load_position(data)


def _replayed(record: AnyRecord, until: int | None) -> State:
    """A record after so many moves, counted through all its deals; else at its end."""
    from biriba._record import MatchRecord, replay, replay_match

    if not isinstance(record, MatchRecord):
        return replay(record, until)
    if not record.deals:
        raise InvalidRecord(["the match has no deals"])
    if until is None:
        return replay_match(record)[1][-1]
    return _match_until(record, until)


def _match_until(record: MatchRecord, until: int) -> State:
    from biriba._record import NotReplayed, replay

    left = until
    for number, deal in enumerate(record.deals, 1):
        try:
            if 0 <= left <= len(deal.moves):
                return replay(deal, left)
            replay(deal)
        except NotReplayed as error:
            raise error.in_deal(number) from None
        left -= len(deal.moves)
    raise InvalidRecord([f"until: the match has {counted(until - left, 'move')}"])
