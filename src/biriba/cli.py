"""The command ``biriba``: the referee, the score pad and the rule book on a terminal.

Every command prints text for people, or one JSON value with ``--json``. It ends with
status 0 for yes, 1 for a clean no (an illegal meld or move) and 2 for wrong usage or
input that cannot be read; what is wrong then stands in a line on stderr. Interrupted,
it ends with 130, and with 141 where nobody reads its output any more, as a shell says.

A command is a function from the parsed arguments to a status. They only translate:
each asks one part of the library and prints what it says, in the language of
``--lang``; JSON keeps its codes in every language. Commands that have more to say are
in modules of their own, ``_cli_demo``, ``_cli_rules`` and so on.
"""

from __future__ import annotations

import argparse
import errno
import io
import json
import os
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, NoReturn

from biriba.errors import (
    AmbiguousMove,
    BiribaError,
    IllegalMeld,
    IllegalMove,
    InvalidRecord,
    NotationError,
)

if TYPE_CHECKING:
    from biriba._options import Json, Rules
    from biriba.cards import Cards
    from biriba.melds import Meld
    from biriba.reasons import Reason
    from biriba.record import NotReplayed
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


class _Usage(Exception):
    """Wrong usage, as a sentence."""


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        raise _Usage(f"{message} (see {self.prog} --help)")


# --- Output and input --------------------------------------------------------------


def say(text: str) -> None:
    """Print text; in plain letters, what the terminal has no others for."""
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


def _complain(problem: str) -> None:
    """One line on stderr, whatever the problem's text holds."""
    line = "; ".join(part.strip() for part in problem.splitlines() if part.strip())
    if len(line) > _LONGEST_LINE:
        line = line[: _LONGEST_LINE - 2] + " …"
    shown = "".join(c if c.isprintable() else "?" for c in line)
    encoding = sys.stderr.encoding or "utf-8"
    shown = shown.encode(encoding, "replace").decode(encoding)
    print(f"biriba: {shown}", file=sys.stderr)


def _explain(error: BiribaError) -> str:
    if isinstance(error, NotationError) and error.text.strip():
        start = max(0, error.position - 20)
        near = error.text[start : error.position + 20]
        return f"{error.problem} (at {error.position + 1}, in {near!r})"
    return str(error)


def standard_input(most: int) -> bytes:
    """The bytes on standard input, up to a number of them."""
    if sys.stdin is None:
        raise OSError(errno.EBADF, "it is closed")
    return sys.stdin.buffer.read(most)


def _read(source: str) -> object:
    """The JSON value in a file, or on standard input for ``-``."""
    from biriba.documents import LONGEST_TEXT, parse_json

    where = "standard input" if source == "-" else source
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
        raise _Usage(f"cannot read {where}: {why}") from None
    try:
        return parse_json(text)
    except InvalidRecord as error:
        raise _Usage(f"cannot read {where}: {error}") from None


def _position(source: str) -> State:
    from biriba.position import load_position

    return load_position(_read(source))


def rules_of(name: str) -> Rules:
    """The rules of a name with variants, a JSON object of options, or a file of one."""
    from biriba.documents import parse_json
    from biriba.rules import from_json

    if name.endswith(".json"):
        return from_json(_read(name))
    return from_json(parse_json(name) if name.lstrip().startswith("{") else name)


def reason_json(reason: Reason | None, language: str) -> Json:
    """A reason as JSON: its code, its clause and its text; null for none."""
    from biriba.languages import message

    if reason is None:
        return None
    text = message(f"refusal.{reason.code}", language, **dict(reason.data))
    return {"code": reason.code, "clause": reason.clause, "text": text}


def _tell(args: argparse.Namespace, key: str, **data: str | int) -> None:
    """Print one message in the language asked for."""
    from biriba.languages import message

    say(message(f"command.{key}", args.lang, **data))


def _why(args: argparse.Namespace, reason: Reason) -> str:
    from biriba.languages import reason_text

    return reason_text(reason, args.lang)


# --- Melds -------------------------------------------------------------------------


def _meld_json(meld: Meld, rules: Rules, suit_text: str | None) -> dict[str, Json]:
    from biriba.cards import Suit
    from biriba.melds import card_points, is_biriba
    from biriba.points import json_points, simple
    from biriba.scoring import bonus_of

    suit = Suit.parse(suit_text) if suit_text is not None else None
    cards = card_points(meld.packed, rules)
    bonus = bonus_of(meld, rules, suit)[1]
    return {
        "legal": True,
        "kind": meld.kind.value,
        "clean": meld.is_clean,
        "biriba": is_biriba(meld, rules),
        "full": meld.is_full,
        "card_points": json_points(simple(cards)),
        "bonus": json_points(simple(bonus)),
        "total": json_points(simple(cards + bonus)),
        "meld": str(meld),
    }


def _meld_line(meld: Meld, made: dict[str, Json], language: str) -> str:
    from biriba.languages import meld_name, message

    if language != "en":
        kind = meld_name(meld, language, biriba=made["biriba"] is True)
    else:
        kind = f"{'clean' if made['clean'] else 'dirty'} {made['kind']}"
        if made["biriba"]:
            kind += ", a full biriba" if made["full"] else ", a biriba"
    return message(
        "command.meld",
        language,
        meld=str(meld),
        kind=kind,
        cards=str(made["card_points"]),
        bonus=str(made["bonus"]),
        total=str(made["total"]),
    )


def _meld(args: argparse.Namespace) -> int:
    from biriba.cards import Suit
    from biriba.melds import Meld, arrange

    rules = rules_of(args.rules)
    if args.bonus_suit is not None:
        Suit.parse(args.bonus_suit)
    if args.arrange:
        return _arrange(args, arrange(args.cards, rules), rules)
    try:
        meld = Meld.parse(args.cards, rules)
    except IllegalMeld as error:
        return _no_meld(args, error.reason)
    made = _meld_json(meld, rules, args.bonus_suit)
    if args.json:
        say_json(made)
    else:
        say(_meld_line(meld, made, args.lang))
    return YES


def _no_meld(args: argparse.Namespace, reason: Reason) -> int:
    if args.json:
        say_json({"legal": False, "reason": reason_json(reason, args.lang)})
    else:
        _tell(args, "no-meld", why=_why(args, reason))
    return NO


def _arrange(args: argparse.Namespace, found: Sequence[Meld], rules: Rules) -> int:
    from biriba.melds import Meld
    from biriba.reasons import reason

    why: Reason | None = None
    if not found:
        why = reason("not-a-meld", rules.clauses)
        try:
            Meld.parse(" ".join(sorted(args.cards.replace(",", " ").split())), rules)
        except IllegalMeld as error:
            # Only what is wrong in every order: the order here means nothing.
            if error.reason.code not in ("not-consecutive", "corner"):
                why = error.reason
            else:
                why = reason("not-consecutive", rules.clauses)
    made = [_meld_json(meld, rules, args.bonus_suit) for meld in found]
    if args.json:
        say_json(
            {
                "legal": bool(made),
                "results": [str(meld) for meld in found],
                "arrangements": [dict(one) for one in made],
                "reason": reason_json(why, args.lang),
            }
        )
    elif made:
        for meld, one in zip(found, made, strict=True):
            say(_meld_line(meld, one, args.lang))
    else:
        _tell(args, "no-arrangement")
    return YES if made else NO


def _layoff(args: argparse.Namespace) -> int:
    from biriba.cards import Cards
    from biriba.melds import Meld, lay_off_results

    rules = rules_of(args.rules)
    added = Cards.of(args.cards)
    why: Reason | None = None
    results: tuple[Meld, ...] = ()
    try:
        table = Meld.parse(args.meld, rules)
    except IllegalMeld as error:
        why = error.reason
    else:
        results = lay_off_results(table, added, rules)
        if not results:
            why = _why_no_result(table, added, rules)
    if args.json:
        say_json(
            {
                "results": [str(meld) for meld in results],
                "reason": reason_json(why, args.lang),
            }
        )
    elif why is None:
        say("\n".join(map(str, results)))
    else:
        _tell(args, "no-lay-off", why=_why(args, why))
    return YES if results else NO


def _why_no_result(table: Meld, added: Cards, rules: Rules) -> Reason:
    """Why no lay-off exists: what stands against the likeliest result."""
    from biriba.melds import arrange, lay_off_problem
    from biriba.reasons import reason

    letter = rules.clauses
    if not added:
        return reason("nothing-laid", letter)
    problems = [
        problem
        for result in arrange(list(table.heap) + list(added), rules)
        if (problem := lay_off_problem(table, result, rules)) is not None
        and problem.code != "meld-changed"
    ]
    general = reason("no-place", letter, cards=str(added), meld=str(table))
    return problems[0] if problems else general


# --- Scores and positions ----------------------------------------------------------


def _score(args: argparse.Namespace) -> int:
    from biriba._cli_replay import score_text
    from biriba.documents import dump_score, load_score_document
    from biriba.points import points_text, simple
    from biriba.scoring import score

    result, rules, previous = load_score_document(_read(args.file))
    scored = score(result, rules)
    if args.json:
        say_json(dump_score(scored, previous))
        return YES
    say(score_text(scored, args.lang))
    for index, before in enumerate(previous):
        if before is not None:
            now = points_text(simple(before + scored.sides[index].total))
            _tell(args, "match", side=index, before=points_text(before), now=now)
    return YES


def _moves(args: argparse.Namespace) -> int:
    from biriba import languages
    from biriba._cli_replay import phase_words
    from biriba.notation import move_text

    state = _position(args.position)
    view = state.view()
    moves = list(state.legal_moves)
    texts: list[Json] = [move_text(move, view) for move in moves]
    if args.json:
        say_json({"moves": texts, "seat": state.seat, "phase": state.phase.value})
    elif state.is_over:
        say(languages.phase_text(state.phase, args.lang))
    else:
        phase = phase_words(state, args.lang)
        _tell(args, "moves", seat=state.seat, phase=phase, count=len(texts))
        for move, text in zip(moves, texts, strict=True):
            # The notation is English and can be typed back; words stand beside it.
            words = languages.move_text(move, args.lang)
            say(f"  {text}" if args.lang == "en" else f"  {text} ({words})")
    return YES


def _check(args: argparse.Namespace) -> int:
    why = _position(args.position).why_not(args.move)
    if args.json:
        say_json({"legal": why is None, "reason": reason_json(why, args.lang)})
    elif why is None:
        _tell(args, "legal")
    else:
        _tell(args, "illegal", why=_why(args, why))
    return YES if why is None else NO


def _play(args: argparse.Namespace) -> int:
    from biriba.languages import message
    from biriba.position import dump_position

    state = _position(args.position)
    for number, move in enumerate(args.move, 1):
        try:
            state = state.play(move)
        except IllegalMove as error:
            if args.json:
                say_json(
                    {
                        "legal": False,
                        "number": number,
                        "move": error.move,
                        "reason": reason_json(error.reason, args.lang),
                    }
                )
            why = _why(args, error.reason)
            move = repr(error.move)
            _complain(
                message(
                    *("command.wrong-move", args.lang),
                    number=number,
                    move=move,
                    why=why,
                )
            )
            return NO
        except NotationError as error:
            raise _Usage(f"move {number}: {_explain(error)}") from None
        except AmbiguousMove as error:
            raise _Usage(f"move {number}: {error}") from None
    if args.json:
        say_json(dump_position(state))
    else:
        say(_table_text(state, args.lang))
    return YES


def _table_text(state: State, language: str) -> str:
    """A position for people; everything hidden is shown."""
    from biriba._cli_replay import ending, phase_words
    from biriba.languages import message

    def told(key: str, **data: str | int) -> str:
        return message(key, language, **data)

    table = state.table
    head = told("command.seats", rules=state.rules.name, seats=table.seats)
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


# --- The command line --------------------------------------------------------------


def _demo(args: argparse.Namespace) -> int:
    from biriba._cli_demo import demo

    return demo(args.rules, args.seats, args.seed, args.max_deals, args.json)


def _replay(args: argparse.Namespace) -> int:
    from biriba._cli_replay import replay_command, stdin_records
    from biriba._record import NotReplayed

    try:
        source = stdin_records() if args.file == "-" else args.file
        say(replay_command(source, args.until, args.json, args.lang))
    except NotReplayed as error:
        return not_replayed(args, error)
    return YES


def not_replayed(args: argparse.Namespace, error: NotReplayed) -> int:
    """Say what is wrong with a record that can be read; the exit status."""
    from biriba._cli_replay import wrong_json, wrong_text

    if args.json:
        reason = reason_json(error.reason, args.lang)
        say_json({**wrong_json(error), "reason": reason})
    else:
        say(wrong_text(error, args.lang))
    return NO


def _show(args: argparse.Namespace) -> int:
    from biriba._cli_show import show

    return show(args, _read(args.file))


def _rules(args: argparse.Namespace) -> int:
    from biriba._cli_rules import rules_command

    return rules_command(args.name, args.json)


def _parser() -> _Parser:
    from biriba import __version__, _cli_simulate

    parser = _Parser(prog="biriba", description="Deal, referee and score Greek Biriba.")
    parser.add_argument("--version", action="version", version=f"biriba {__version__}")
    # Suppressed defaults let --json and --lang stand before the command or after it.
    as_json = _Parser(add_help=False)
    as_json.add_argument(
        "--json",
        action="store_true",
        default=argparse.SUPPRESS,
        help="print JSON instead of text",
    )
    parser.add_argument("--json", action="store_true", help=argparse.SUPPRESS)
    as_lang = _Parser(add_help=False)
    as_lang.add_argument(
        "--lang",
        metavar="CODE",
        default=argparse.SUPPRESS,
        help="the language of texts: en, el (Greek) or de (German)",
    )
    parser.add_argument("--lang", help=argparse.SUPPRESS)
    # Not `required`, so that our own message names the commands.
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", dest="command"
    )

    def command(
        name: str, run: object, text: str, *parents: _Parser
    ) -> argparse.ArgumentParser:
        own = list(parents or (as_json, as_lang))
        added = commands.add_parser(name, parents=own, help=text, description=text)
        added.set_defaults(run=run, has_json=as_json in own, has_lang=as_lang in own)
        return added

    def named(added: argparse.ArgumentParser) -> None:
        added.add_argument(
            "--rules",
            metavar="NAME",
            default="classic-5000",
            help="a system, with variants after plus signs (default: %(default)s)",
        )

    demo = command(
        "demo", _demo, "play a whole match between two built-in players", as_json
    )
    named(demo)
    demo.add_argument("--seats", type=int, metavar="N", help="how many seats")
    demo.add_argument(
        "--seed", type=int, metavar="N", help="the same seed gives the same match"
    )
    demo.add_argument(
        "--max-deals",
        type=int,
        default=500,
        metavar="N",
        help="stop after so many deals (default: %(default)s)",
    )
    meld = command("meld", _meld, "say what cards are, in the order laid")
    meld.add_argument("cards", metavar="CARDS", help='such as "4h 5h Jk 7h"')
    named(meld)
    meld.add_argument("--bonus-suit", metavar="SUIT", help="h, d, c or s")
    meld.add_argument(
        "--arrange",
        action="store_true",
        help="take the cards in any order and list every legal arrangement",
    )
    layoff = command("layoff", _layoff, "list what laying cards off on a meld gives")
    layoff.add_argument("meld", metavar="MELD", help="the meld on the table")
    layoff.add_argument("cards", metavar="CARDS", help="the cards to add")
    named(layoff)
    score = command("score", _score, "score a deal from its facts")
    score.add_argument("file", metavar="FILE", help="a JSON document, or -")
    moves = command("moves", _moves, "list the legal moves of a position")
    check = command("check", _check, "say whether a move is legal, or why not")
    play = command("play", _play, "print the position after some moves")
    for added in (moves, check, play):
        added.add_argument("position", metavar="POSITION", help="a JSON file, or -")
    check.add_argument("move", metavar="MOVE", help='such as "discard 9s"')
    play.add_argument("move", metavar="MOVE", nargs="*", help="moves in their order")
    replay = command("replay", _replay, "play a record again, every move re-checked")
    replay.add_argument(
        "file", metavar="FILE", help="a record, a stream of them (.jsonl), or -"
    )
    replay.add_argument(
        "--until", type=int, metavar="N", help="stop after so many moves"
    )
    simulate = command(
        "simulate",
        _cli_simulate.run,
        "play many deals between players and sum them up",
        as_json,
    )
    _cli_simulate.add_arguments(simulate)
    show = command("show", _show, "draw a position or a record", as_lang)
    show.add_argument(
        "file", metavar="FILE", help="a position, the record of a deal or match, or -"
    )
    show.add_argument("--seat", type=int, metavar="N", help="whose view it is")
    show.add_argument(
        "--until", type=int, metavar="N", help="a record after so many moves"
    )
    show.add_argument(
        "-o", "--output", metavar="FILE", help="draw an SVG picture to this file"
    )
    rules = command(
        "rules", _rules, "list the systems, or print one by its clauses", as_json
    )
    rules.add_argument("name", metavar="NAME", nargs="?", help="a system")
    return parser


def _run(argv: Sequence[str] | None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    parser = _parser()
    names = [
        *("demo", "meld", "layoff", "score", "moves", "check", "play", "replay"),
        *("show", "simulate", "rules"),
    ]
    command = _command_of(words)
    if command is not None and command not in names:
        near = get_close_matches(command, names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"there are {', '.join(names)}"
        raise _Usage(f"no command {command[:40]!r}; {hint}")
    args = parser.parse_args(words)
    if args.command is None:
        raise _Usage(f"a command is missing: {', '.join(names)} (see biriba --help)")
    _check_options(args)
    status = args.run(args)
    assert isinstance(status, int)
    return status


def _command_of(words: Sequence[str]) -> str | None:
    """The first word that is neither an option nor the language of ``--lang``."""
    before = ""
    for word in words:
        # argparse takes the beginning of an option for the option.
        is_language = len(before) > 2 and "--lang".startswith(before)
        if not word.startswith("-") and not is_language:
            return word
        before = word
    return None


def _check_options(args: argparse.Namespace) -> None:
    """Refuse a language that there is not, and options that would do nothing."""
    from biriba.languages import language_code

    if args.json and not args.has_json:
        raise _Usage(f"{args.command} has no --json")
    if args.lang is not None and not args.has_lang:
        raise _Usage(f"{args.command} has no --lang; it speaks English")
    try:
        args.lang = language_code("en" if args.lang is None else args.lang)
    except NotationError as error:
        raise _Usage(f"--lang: {error.problem}") from None


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit status: 0 yes, 1 no, 2 wrong input.

    >>> main(["meld", "4h 5h Jk 7h"])
    4h 5h Jk 7h: dirty run; cards 35, bonus 0, together 35
    0
    """
    # Python has no stream where the one it was given is closed.
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        # argparse prints help by itself, whatever the terminal's encoding.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        status = _run(argv)
        sys.stdout.flush()
        return status
    except _Usage as error:
        _complain(str(error))
        return WRONG
    except BiribaError as error:
        _complain(_explain(error))
        return WRONG
    except SystemExit as end:
        # argparse ends like this after --help and --version.
        return end.code if isinstance(end.code, int) else YES
    except KeyboardInterrupt:
        _complain("interrupted")
        return INTERRUPTED
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            _complain(f"cannot write: {error.strerror}")
        # Python flushes stdout once more at its end; let that go nowhere.
        _silence_stdout()
        return PIPE_CLOSED if isinstance(error, BrokenPipeError) else WRONG


def _silence_stdout() -> None:
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass
