"""``biriba simulate``: many deals between players, and what they come to.

Prints statistics; with ``--out`` it keeps a record of every deal in a file of JSON
Lines, from which ``--resume`` goes on after an interruption.
"""

from __future__ import annotations

import argparse
from itertools import chain
from typing import TYPE_CHECKING

from biriba.errors import InvalidState

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

    from biriba.simulate import DealRecord


# Windows waits for no more processes than these.
_MOST_JOBS = 61


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Give a parser the arguments of the command, but for ``--rules``."""
    parser.add_argument("--seats", type=int, metavar="N", help="how many seats")
    parser.add_argument(
        "--players",
        metavar="NAMES",
        default="greedy,random",
        help="random, greedy or search, for the seats in turn (default: %(default)s)",
    )
    parser.add_argument(
        "--deals",
        type=int,
        default=100,
        metavar="N",
        help="how many deals (default: %(default)s)",
    )
    parser.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="on how many processes; results do not depend on it",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="the same seed gives the same deals (default: %(default)s)",
    )
    parser.add_argument("--out", metavar="FILE", help="keep what came of every deal")
    parser.add_argument(
        "--resume", action="store_true", help="go on with the file of --out"
    )


def run(args: argparse.Namespace) -> int:
    """Simulate as the arguments say; the exit status.

    Raises:
        InvalidState: if a number is out of range or a player's name unknown.
        InvalidRules: if the rules or the number of seats do not exist.
        InvalidRecord: if the file is another simulation's, or cannot be written.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children

    from biriba._cli_io import YES, rules_of, say, say_json, tell
    from biriba.languages import rules_name
    from biriba.simulate import Log, Statistics, simulate, with_progress

    rules = rules_of(args.rules)
    players = tuple(name.strip().lower() for name in args.players.split(","))
    seats = rules.seating(args.seats).seats
    if args.jobs < 1:
        raise InvalidState(["--jobs: at least 1"])
    if args.deals < 1:
        raise InvalidState(["--deals: at least 1"])
    if args.resume and args.out is None:
        raise InvalidState(["--resume goes on with a file: name it with --out"])

    def play(executor: Executor | None, first: int) -> Iterator[DealRecord]:
        return simulate(
            rules, players, args.deals, args.seed, executor, seats=seats, first=first
        )

    play(None, 0)  # what is wrong with the arguments is said before a file is made
    log, done = None, []
    if args.out is not None:
        log = Log(args.out, rules, players, args.seed, seats)
        done = (log.resume() if args.resume else log.start())[: args.deals]
    jobs = min(args.jobs, args.deals, _MOST_JOBS)
    pool = ProcessPoolExecutor(jobs) if jobs > 1 else None
    try:
        records = play(pool, len(done))
        if log is not None:
            records = log.keep(records)
        records = with_progress(records, args.deals, len(done))
        statistics = Statistics.of(chain(done, records))
    except BaseException:
        # Whoever interrupts does not want to wait for the deals in play.
        for worker in active_children() if pool is not None else ():
            worker.terminate()
        raise
    finally:
        if pool is not None:
            pool.shutdown(cancel_futures=True)
    if args.json:
        say_json(
            {
                "rules": rules.name,
                "seats": seats,
                "players": list(players),
                "seed": args.seed,
                **statistics.to_json(),
            }
        )
    else:
        tell(
            args,
            "simulated",
            rules=rules_name(rules, args.lang),
            seats=seats,
            players=", ".join(players),
            seed=args.seed,
        )
        say(statistics.text(args.lang))
    return YES
