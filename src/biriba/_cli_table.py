"""``biriba score``, ``moves``, ``check`` and ``play``: what a document comes to.

A score comes from the facts of a deal, everything else from a position.
"""

from __future__ import annotations

import argparse

from biriba import languages
from biriba._cli_io import (
    NO,
    YES,
    Usage,
    complain,
    explain,
    position,
    read,
    reason_json,
    say,
    say_json,
    tell,
    why_text,
)
from biriba._cli_replay import ending, phase_words, score_text
from biriba._options import Json
from biriba.documents import dump_score, load_score_document
from biriba.errors import AmbiguousMove, IllegalMove, NotationError
from biriba.languages import message, rules_name
from biriba.notation import move_text
from biriba.points import points_text, simple
from biriba.position import dump_position
from biriba.scoring import score
from biriba.state import State


def score_command(args: argparse.Namespace) -> int:
    result, rules, previous = load_score_document(read(args.file))
    scored = score(result, rules)
    if args.json:
        say_json(dump_score(scored, previous))
        return YES
    say(score_text(scored, args.lang))
    for index, before in enumerate(previous):
        if before is not None:
            now = points_text(simple(before + scored.sides[index].total))
            tell(args, "match", side=index, before=points_text(before), now=now)
    return YES


def moves_command(args: argparse.Namespace) -> int:
    state = position(args.position)
    view = state.view()
    moves = list(state.legal_moves)
    texts: list[Json] = [move_text(move, view) for move in moves]
    if args.json:
        say_json({"moves": texts, "seat": state.seat, "phase": state.phase.value})
    elif state.is_over:
        say(languages.phase_text(state.phase, args.lang))
    else:
        phase = phase_words(state, args.lang)
        tell(args, "moves", seat=state.seat, phase=phase, count=len(texts))
        for move, text in zip(moves, texts, strict=True):
            # The notation is English and can be typed back; words stand beside it.
            words = languages.move_text(move, args.lang)
            say(f"  {text}" if args.lang == "en" else f"  {text} ({words})")
    return YES


def check_command(args: argparse.Namespace) -> int:
    why = position(args.position).why_not(args.move)
    if args.json:
        say_json({"legal": why is None, "reason": reason_json(why, args.lang)})
    elif why is None:
        tell(args, "legal")
    else:
        tell(args, "illegal", why=why_text(args, why))
    return YES if why is None else NO


def play_command(args: argparse.Namespace) -> int:
    state = position(args.position)
    for number, move in enumerate(args.move, 1):
        try:
            state = state.play(move)
        except IllegalMove as error:
            if args.json:
                say_json(
                    {
                        "legal": False,
                        "number": number,
                        "seat": state.seat,
                        "move": error.move,
                        "reason": reason_json(error.reason, args.lang),
                    }
                )
            why = why_text(args, error.reason)
            move = repr(error.move)
            complain(
                message(
                    *("command.wrong-move", args.lang),
                    number=number,
                    seat=state.seat,
                    move=move,
                    why=why,
                )
            )
            return NO
        except (AmbiguousMove, NotationError) as error:
            raise Usage("move", number=number, why=explain(error, args.lang)) from None
    if args.json:
        say_json(dump_position(state))
    else:
        say(_table_text(state, args.lang))
    return YES


def _table_text(state: State, language: str) -> str:
    """A position for people; everything hidden is shown."""

    def told(key: str, **data: str | int) -> str:
        return message(key, language, **data)

    table = state.table
    head = told(
        "command.seats", rules=rules_name(state.rules, language), seats=table.seats
    )
    if state.bonus_suit is not None:
        head += f", {told('word.bonus-suit')} {state.bonus_suit}"
    if state.is_over:
        turn = f"{told('phase.over')}, {ending(state, language)}"
    else:
        phase = phase_words(state, language)
        turn = told("command.turn", seat=state.seat, phase=phase)
    empty = told("word.empty")
    pile = " ".join(map(str, state.discard_pile)) or empty
    left = len(state.biribakia)
    lines = [
        f"{head}: {turn}",
        told("command.stock", count=len(state.stock), left=left),
        f"{told('word.discard-pile')}: {pile}",
    ]
    if table.taken:
        lines.append(told("command.taken", cards=str(state.view().taken)))
    for index, side in enumerate(state.sides):
        status = told(f"biribaki.{side.biribaki.value}")
        lines.append(f"{told('word.side', side=index)}: {status}")
        lines += [f"  {number}: {meld}" for number, meld in enumerate(side.melds)]
    for seat, hand in enumerate(state.hands):
        lines.append(told("command.hand", seat=seat, cards=str(hand) or empty))
    return "\n".join(lines)
