"""The command ``biriba``: the referee, the score pad and the rule book on a terminal.

Every command prints text for people, or one JSON value with ``--json``. It ends with
status 0 for yes, 1 for a clean no (an illegal meld or move) and 2 for wrong usage or
input that cannot be read; what is wrong then stands in a line on stderr. Interrupted,
it ends with 130, and with 141 where nobody reads its output any more, as a shell says.

A command is a function from the parsed arguments to a status. They only translate:
each asks one part of the library and prints what it says, in the language of
``--lang``; JSON keeps its codes in every language. They are in modules of their own,
``_cli_demo``, ``_cli_rules`` and so on, loaded only when asked for; here are the words
of the command line and how it ends.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from difflib import get_close_matches
from typing import NoReturn

from biriba._cli_io import (
    INTERRUPTED,
    PIPE_CLOSED,
    WRONG,
    YES,
    Usage,
    complain,
    explain,
    read,
    say,
)
from biriba.errors import BiribaError, NotationError

__all__ = ["main", "say"]


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized arguments: ") and " -" not in message:
            message += "; what has spaces goes in quotes"
        raise Usage("parsed", problem=message, help=f"{self.prog} --help")


# --- The commands ------------------------------------------------------------------


def _demo(args: argparse.Namespace) -> int:
    from biriba._cli_demo import demo

    return demo(args.rules, args.seats, args.seed, args.max_deals, args.json, args.lang)


def _meld(args: argparse.Namespace) -> int:
    from biriba._cli_melds import meld_command

    args.cards = " ".join(args.cards)
    return meld_command(args)


def _layoff(args: argparse.Namespace) -> int:
    from biriba._cli_melds import layoff_command

    return layoff_command(args)


def _score(args: argparse.Namespace) -> int:
    from biriba._cli_table import score_command

    return score_command(args)


def _moves(args: argparse.Namespace) -> int:
    from biriba._cli_table import moves_command

    return moves_command(args)


def _check(args: argparse.Namespace) -> int:
    from biriba._cli_table import check_command

    return check_command(args)


def _play(args: argparse.Namespace) -> int:
    from biriba._cli_table import play_command

    return play_command(args)


def _replay(args: argparse.Namespace) -> int:
    from biriba._cli_replay import not_replayed, replay_command, stdin_records
    from biriba._record import NotReplayed

    try:
        source = stdin_records() if args.file == "-" else args.file
        say(replay_command(source, args.until, args.json, args.lang))
    except NotReplayed as error:
        return not_replayed(args, error)
    return YES


def _show(args: argparse.Namespace) -> int:
    from biriba._cli_show import show

    return show(args, read(args.file))


def _rules(args: argparse.Namespace) -> int:
    from biriba._cli_rules import rules_command

    if len(args.names) > 2:
        raise Usage("too-many-rules", count=len(args.names))
    return rules_command(args.names, args.json, args.lang)


# --- The command line --------------------------------------------------------------


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
        added.set_defaults(run=run, has_json=as_json in own)
        return added

    def named(added: argparse.ArgumentParser) -> None:
        added.add_argument(
            "--rules",
            metavar="NAME",
            default="classic-5000",
            help="a system, with variants after plus signs, or a JSON file "
            "(default: %(default)s)",
        )

    demo = command("demo", _demo, "play a whole match between two built-in players")
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
    meld.add_argument("cards", metavar="CARDS", nargs="+", help='such as "4h 5h Jk 7h"')
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
    )
    named(simulate)
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
        "rules",
        _rules,
        "list the systems, print one by its clauses, or compare two",
    )
    rules.add_argument(
        "names", metavar="NAME", nargs="*", help="a system, or two to compare"
    )
    return parser


def _run(words: Sequence[str]) -> int:
    parser = _parser()
    names = [
        *("demo", "meld", "layoff", "score", "moves", "check", "play", "replay"),
        *("show", "simulate", "rules"),
    ]
    command = _command_of(words)
    if command is not None and command not in names:
        near = get_close_matches(command, names, n=1)
        if near:
            raise Usage("near-command", command=repr(command[:40]), near=near[0])
        raise Usage("no-command", command=repr(command[:40]), names=", ".join(names))
    args = parser.parse_args(words)
    if args.command is None:
        raise Usage("command-missing", names=", ".join(names), help="biriba --help")
    _check_options(args)
    status = args.run(args)
    assert isinstance(status, int)
    return status


def _command_of(words: Sequence[str]) -> str | None:
    """The first word that is neither an option nor the language of ``--lang``."""
    before = ""
    for word in words:
        if not word.startswith("-") and not _is_lang(before):
            return word
        before = word
    return None


def _is_lang(word: str) -> bool:
    # argparse takes the beginning of an option for the option.
    return len(word) > 2 and "--lang".startswith(word)


def _language_of(words: Sequence[str]) -> str:
    """The language that the words ask for, if there is it; English if not."""
    from biriba.languages import language_code

    language = "en"
    for before, word in zip(["", *words], words, strict=False):
        option, _, value = word.partition("=")
        if _is_lang(before) or (value and _is_lang(option)):
            with suppress(NotationError):
                language = language_code(word if _is_lang(before) else value)
    return language


def _complain_in(words: Sequence[str], key: str, **data: str | int) -> None:
    from biriba.languages import message

    complain(message(key, _language_of(words), **data))


def _check_options(args: argparse.Namespace) -> None:
    """Refuse a language that there is not, and options that would do nothing."""
    from biriba.languages import language_code

    if args.json and not args.has_json:
        raise Usage("no-option", command=args.command, option="--json")
    try:
        args.lang = language_code("en" if args.lang is None else args.lang)
    except NotationError as error:
        raise Usage("option", option="--lang", why=error.problem) from None


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and give its exit status: 0 yes, 1 no, 2 wrong input.

    >>> main(["meld", "4h 5h Jk 7h"])
    4h 5h Jk 7h: dirty run; cards 35, bonus 0, together 35
    0
    """
    words = list(sys.argv[1:] if argv is None else argv)
    # Python has no stream where the one it was given is closed.
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        # argparse prints help by itself, whatever the terminal's encoding.
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(errors="replace")
        status = _run(words)
        sys.stdout.flush()
        return status
    except Usage as error:
        _complain_in(words, error.key, **error.data)
        return WRONG
    except BiribaError as error:
        complain(explain(error, _language_of(words)))
        return WRONG
    except SystemExit as end:
        # argparse ends like this after --help and --version.
        return end.code if isinstance(end.code, int) else YES
    except KeyboardInterrupt:
        _complain_in(words, "usage.interrupted")
        return INTERRUPTED
    except OSError as error:
        if not isinstance(error, BrokenPipeError):
            _complain_in(words, "usage.cannot-write", why=str(error.strerror))
        # Python flushes stdout once more at its end; let that go nowhere.
        _silence_stdout()
        return PIPE_CLOSED if isinstance(error, BrokenPipeError) else WRONG


def _silence_stdout() -> None:
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
    except (OSError, ValueError):
        pass
