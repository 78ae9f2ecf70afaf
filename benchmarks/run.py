"""Measure biriba beside public libraries of comparable games, in one run.

``python benchmarks/run.py`` makes a virtual environment of its own in
``benchmarks/.venv``, installs this checkout and the peers into it, runs itself again
there and prints tables. What is measured, and how, is told in ``benchmarks/README.md``.

Only the standard library is imported at the top; everything else goes through
`load`, which is also the one place where types are given up.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import gc
import importlib
import importlib.metadata
import os
import platform
import random
import statistics
import subprocess
import sys
import tracemalloc
import venv
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from string import Template
from time import get_clock_info, perf_counter, process_time
from typing import Any, Final

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent
VENV: Final = HERE / ".venv"
PAGE: Final = ROOT / "docs" / "explanation" / "performance.md"
PEERS: Final = ("rlcard==1.2.0", "open_spiel==2.0.2", "chess==1.11.2")

# Time that other programs take from us does not count, where the system can tell.
clock: Final = (
    process_time if get_clock_info("process_time").resolution < 1e-5 else perf_counter
)
MICRO: Final = 1e6
SEATS: Final = 4
HAND_SIZES: Final = (10, 20, 30, 40, 50, 60)
TOO_LONG: Final = 50_000
"""So many decisions in one deal mean that something is broken."""


def load(name: str) -> Any:
    """A module that is not part of the standard library."""
    return importlib.import_module(name)


# --- The environment ---------------------------------------------------------------


def venv_python() -> Path:
    """The interpreter of the benchmark's own environment."""
    if os.name == "nt":
        return VENV / "Scripts" / "python.exe"
    return VENV / "bin" / "python"


def prepare(peers_only: bool) -> None:
    """Make the environment, or bring it up to date; always reinstall biriba."""
    wanted = [sys.version, *PEERS]
    if not peers_only:
        wanted.append((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    stamp = VENV / "installed.txt"
    current = stamp.read_text(encoding="utf-8") if stamp.exists() else ""
    pip = [
        *(str(venv_python()), "-m", "pip", "install"),
        *("--quiet", "--disable-pip-version-check"),
    ]
    up_to_date = current == "\n".join(wanted)
    if peers_only:  # biriba may be there too
        up_to_date = current.startswith("\n".join(wanted))
    if not up_to_date:
        print(f"preparing {VENV} ...", file=sys.stderr)
        venv.create(VENV, clear=True, with_pip=True)
        here = [] if peers_only else [str(ROOT)]
        subprocess.run([*pip, *PEERS, *here], check=True)
        stamp.write_text("\n".join(wanted), encoding="utf-8")
    elif not peers_only:
        again = ["--force-reinstall", "--no-deps", str(ROOT)]
        subprocess.run([*pip, *again], check=True)


def run_inside(arguments: Sequence[str]) -> int:
    """Run this file again in the environment, away from the caller's settings."""
    settings = {
        name: value for name, value in os.environ.items() if name[:6] != "PYTHON"
    }
    settings["PYTHONHASHSEED"] = "0"
    command = [str(venv_python()), str(Path(__file__).resolve()), *arguments]
    return subprocess.run(command, env=settings, check=False).returncode


# --- Measuring ---------------------------------------------------------------------


@dataclass
class Samples:
    """One number per round, and their middle."""

    values: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        """The middle."""
        return statistics.median(self.values)

    def __str__(self) -> str:
        low, _, high = statistics.quantiles(self.values, n=4, method="inclusive")
        return f"{low:.2f} to {high:.2f}"


def interleaved(
    subjects: dict[str, Callable[[int], Iterable[tuple[str, float]]]], rounds: int
) -> dict[str, dict[str, Samples]]:
    """Every subject once in every round, in another order each time.

    A subject is called with the number of the round (round 0 is a warm-up, and is
    thrown away) and says named numbers.
    """
    found: dict[str, dict[str, Samples]] = {name: {} for name in subjects}
    for number in range(rounds + 1):
        order = list(subjects)
        random.Random(number).shuffle(order)
        for name in order:
            gc.collect()
            numbers = list(subjects[name](number))
            if number:
                for key, value in numbers:
                    found[name].setdefault(key, Samples()).values.append(value)
    return found


# --- Random playouts ---------------------------------------------------------------


@dataclass
class Tally:
    """What one round of random games came to."""

    games: int = 0
    decisions: int = 0
    listed: int = 0
    setup: float = 0.0
    play: float = 0.0

    def numbers(self) -> Iterable[tuple[str, float]]:
        """The numbers of the round, with microseconds per decision first."""
        yield "play", self.play / self.decisions * MICRO
        yield "whole", (self.setup + self.play) / self.decisions * MICRO
        yield "listed", self.listed / self.decisions
        yield "length", self.decisions / self.games


Game = Callable[[int, random.Random, Tally], None]
"""Deals and plays one game from a seed, and adds to the tally."""


def playouts(game: Game, budget: int) -> Callable[[int], Iterable[tuple[str, float]]]:
    """A subject that plays games, never the same one twice, for `budget` decisions."""

    def one_round(number: int) -> Iterable[tuple[str, float]]:
        rng = random.Random(1000 + number)
        tally = Tally()
        while tally.decisions < budget:
            game(1_000_000 * number + tally.games, rng, tally)
            tally.games += 1
        return tally.numbers()

    return one_round


def biriba_game(rules: Any) -> Game:
    """`state.play` of biriba, which always checks."""
    deal = load("biriba").State.deal

    def play(seed: int, rng: random.Random, tally: Tally) -> None:
        start = clock()
        state = deal(rules, players=SEATS, seed=seed)
        dealt = clock()
        decisions = listed = 0
        while not state.is_over:
            moves = state.legal_moves
            listed += len(moves)
            decisions += 1
            state = state.play(rng.choice(moves))
            if decisions > TOO_LONG:
                raise RuntimeError(f"{rules.name}, seed {seed}: the deal never ends")
        tally.play += clock() - dealt
        tally.setup += dealt - start
        tally.decisions += decisions
        tally.listed += listed

    return play


def open_spiel_game(checked: bool) -> Game:
    """Gin rummy in C++, driven from Python; cards are dealt by chance nodes.

    Every outcome of a chance node of this game is equally likely, so one is chosen
    from `legal_actions`, which is faster than asking for `chance_outcomes`.
    """
    game = load("pyspiel").load_game("gin_rummy")

    def play(seed: int, rng: random.Random, tally: Tally) -> None:
        start = clock()
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.legal_actions()))
        apply = (
            state.apply_action_with_legality_check if checked else state.apply_action
        )
        dealt = clock()
        decisions = listed = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            if state.is_chance_node():
                state.apply_action(rng.choice(actions))
                continue
            listed += len(actions)
            decisions += 1
            apply(rng.choice(actions))
        tally.play += clock() - dealt
        tally.setup += dealt - start
        tally.decisions += decisions
        tally.listed += listed

    return play


def rlcard_game() -> Game:
    """The game layer of RLCard, without its environment and its features."""
    numpy = load("numpy")
    new = load("rlcard.games.gin_rummy.game").GinRummyGame

    def play(seed: int, rng: random.Random, tally: Tally) -> None:
        start = clock()
        game = new()
        game.np_random = numpy.random.RandomState(seed % 2**32)
        game.init_game()
        dealt = clock()
        decisions = listed = 0
        while not game.is_over():
            actions = game.judge.get_legal_actions()
            listed += len(actions)
            decisions += 1
            game.step(rng.choice(actions))
        tally.play += clock() - dealt
        tally.setup += dealt - start
        tally.decisions += decisions
        tally.listed += listed

    return play


def chess_game() -> Game:
    """python-chess; its `push` does not check, so the check is made before it."""
    chess = load("chess")

    def play(seed: int, rng: random.Random, tally: Tally) -> None:
        start = clock()
        board = chess.Board()
        dealt = clock()
        decisions = listed = 0
        # Mate, stalemate and the rule of 75 moves; cheaper than board.is_game_over().
        while board.halfmove_clock < 150:
            moves = list(board.legal_moves)
            if not moves:
                break
            listed += len(moves)
            decisions += 1
            move = rng.choice(moves)
            if not board.is_legal(move):
                raise RuntimeError("python-chess listed an illegal move")
            board.push(move)
        tally.play += clock() - dealt
        tally.setup += dealt - start
        tally.decisions += decisions
        tally.listed += listed

    return play


# --- Single questions to biriba ----------------------------------------------------


@dataclass
class Corpus:
    """What random play under one set of rules came across."""

    legal: list[tuple[Any, Any]] = field(default_factory=list)
    refused: list[tuple[Any, Any]] = field(default_factory=list)
    results: list[Any] = field(default_factory=list)
    melds: list[str] = field(default_factory=list)


def collect(rules: Any, number: int, deals: int) -> Corpus:
    """Positions with moves, finished deals, and the melds that lay on their tables."""
    biriba = load("biriba")
    rng = random.Random(number)
    corpus = Corpus()
    melds: dict[str, None] = {}
    last: Any = None
    for index in range(deals):
        seed = 500_000_000 + 1000 * number + index
        state = biriba.State.deal(rules, players=SEATS, seed=seed)
        while not state.is_over:
            move = rng.choice(state.legal_moves)
            corpus.legal.append((state, move))
            if last is not None and state.why_not(last) is not None:
                corpus.refused.append((state, last))
            last, state = move, state.play(move)
        corpus.results.append(state.result())
        for side in corpus.results[-1].sides:
            melds.update((str(meld), None) for meld in side.melds)
    corpus.melds = list(melds)
    return corpus


def each(call: Callable[[Any], object], items: Sequence[Any]) -> float:
    """Microseconds per call, one call for every item."""
    start = clock()
    for item in items:
        call(item)
    return (clock() - start) / len(items) * MICRO


def questions(rules: Any, deals: int) -> Callable[[int], Iterable[tuple[str, float]]]:
    """A subject: `why_not`, scoring and checks of melds, over fresh material."""
    biriba = load("biriba")
    melds = load("biriba.melds")
    uncached = getattr(melds.meld_problem, "__wrapped__", melds.meld_problem)

    def ask(pair: tuple[Any, Any]) -> object:
        return pair[0].why_not(pair[1])

    def ask_text(pair: tuple[Any, str]) -> object:
        return pair[0].why_not(pair[1])

    def refuse(text: str) -> None:
        with contextlib.suppress(biriba.IllegalMeld):
            biriba.Meld.parse(text, rules)

    def one_round(number: int) -> Iterable[tuple[str, float]]:
        corpus = collect(rules, number, deals)
        texts = [(state, str(move)) for state, move in corpus.legal]
        wrong = [f"{text.rsplit(' ', 1)[0]} 9s 4d" for text in corpus.melds]
        parsed = [biriba.Meld.parse(text, rules) for text in corpus.melds]
        loose = [meld.cards for meld in parsed]
        yield "why_not, a legal move", each(ask, corpus.legal)
        yield "why_not, a refused move", each(ask, corpus.refused)
        yield "why_not, a legal move as text", each(ask_text, texts)
        yield (
            "score of a finished deal",
            each(lambda result: biriba.score(result, rules), corpus.results),
        )
        yield (
            "Meld.parse of text",
            each(lambda text: biriba.Meld.parse(text, rules), corpus.melds),
        )
        yield "Meld.parse of text, refused", each(refuse, wrong)
        yield (
            "Meld.parse of cards",
            each(lambda cards: biriba.Meld.parse(cards, rules), loose),
        )
        yield (
            "is this meld legal, without caches",
            each(lambda meld: uncached(meld, rules), parsed),
        )

    return one_round


# --- Listing and the size of the hand ----------------------------------------------


def position(size: int, rng: random.Random) -> dict[str, Any]:
    """A position of the classic game whose first seat holds `size` random cards."""
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    deck = [rank + suit for rank in ranks for suit in "hdcs"] * 2 + ["Jk"] * 4
    rng.shuffle(deck)

    def take(count: int) -> str:
        cards = [deck.pop() for _ in range(count)]
        return " ".join(cards)

    hands = [take(size), *(take(5) for _ in range(SEATS - 1))]
    return {
        "format": "biriba-position",
        "version": 1,
        "rules": "classic-5000",
        "seats": SEATS,
        "bonus_suit": "h",
        "stock": "rest",
        "discard_pile": "",
        "biribakia": [take(11), take(11)],
        "hands": hands,
        "sides": [{"melds": [], "biribaki": "none"} for _ in range(2)],
        "seat": 0,
        "phase": "play",
    }


def listing(size: int, hands: int) -> Callable[[int], Iterable[tuple[str, float]]]:
    """A subject: listing for random hands, at first sight and when seen before."""
    load_position = load("biriba.position").load_position

    def measure(positions: Sequence[dict[str, Any]]) -> float:
        states = [load_position(one) for one in positions]
        return each(lambda state: len(state.legal_moves), states)

    def one_round(number: int) -> Iterable[tuple[str, float]]:
        rng = random.Random(100 * size + number)
        positions = [position(size, rng) for _ in range(hands)]
        yield "first", measure(positions)
        yield "again", measure(positions)
        counts = [len(load_position(one).legal_moves) for one in positions]
        yield "listed", statistics.mean(counts)

    return one_round


# --- Memory and import -------------------------------------------------------------


def kept(chain: Callable[[], list[Any]]) -> float:
    """Bytes per item of a list that is kept, after a first run has filled caches."""
    chain()
    gc.collect()
    tracemalloc.start()
    items = chain()
    gc.collect()
    used, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return used / len(items)


def biriba_chain(rules: Any, length: int) -> Callable[[], list[Any]]:
    """Every state of random deals, one after another."""
    deal = load("biriba").State.deal

    def chain() -> list[Any]:
        rng = random.Random(7)
        states: list[Any] = []
        seed = 0
        while len(states) < length:
            state = deal(rules, players=SEATS, seed=seed)
            seed += 1
            states.append(state)
            while not state.is_over:
                state = state.play(rng.choice(state.legal_moves))
                states.append(state)
        return states

    return chain


def chess_chain(length: int) -> Callable[[], list[Any]]:
    """Copies of a board, without its stack, after every move."""
    chess = load("chess")

    def chain() -> list[Any]:
        rng = random.Random(7)
        boards: list[Any] = []
        while len(boards) < length:
            board = chess.Board()
            while board.halfmove_clock < 150 and (moves := list(board.legal_moves)):
                board.push(rng.choice(moves))
                boards.append(board.copy(stack=False))
        return boards

    return chain


def importing(statement: str) -> Callable[[int], Iterable[tuple[str, float]]]:
    """A subject: milliseconds of a new process that runs one statement."""

    def one_round(number: int) -> Iterable[tuple[str, float]]:
        start = perf_counter()
        subprocess.run([sys.executable, "-I", "-c", statement], check=True)
        yield "ms", (perf_counter() - start) * 1000

    return one_round


# --- Tables ------------------------------------------------------------------------


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table that is Markdown, and readable as it stands."""
    body = [list(head), *(list(row) for row in rows)]
    widths = [max(len(row[i]) for row in body) for i in range(len(head))]
    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    lines = []
    for row in [body[0], rule, *body[1:]]:
        cells = [row[0].ljust(widths[0])]
        cells += [cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True)]
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def playout_table(found: dict[str, dict[str, Samples]]) -> str:
    """Microseconds per decision; the first row is what the others are held against."""
    base = next(iter(found.values()))["play"].median
    return table(
        (
            *("random playouts", "µs per decision", "middle half", "ratio"),
            *("µs with the deal", "moves listed", "decisions per game"),
        ),
        (
            (
                name,
                f"{numbers['play'].median:.2f}",
                str(numbers["play"]),
                f"{numbers['play'].median / base:.2f}",
                f"{numbers['whole'].median:.2f}",
                f"{numbers['listed'].median:.1f}",
                f"{numbers['length'].median:.0f}",
            )
            for name, numbers in found.items()
        ),
    )


def question_table(found: dict[str, dict[str, Samples]]) -> str:
    """Microseconds per question, one column for each set of rules."""
    names = list(found)
    return table(
        ("µs per question", *names),
        (
            (asked, *(f"{found[name][asked].median:.2f}" for name in names))
            for asked in found[names[0]]
        ),
    )


def listing_table(found: dict[str, dict[str, Samples]]) -> str:
    """Microseconds of a listing by the size of the hand."""
    return table(
        ("cards in hand", "µs at first sight", "µs seen before", "moves listed"),
        (
            (
                size,
                f"{numbers['first'].median:.1f}",
                f"{numbers['again'].median:.1f}",
                f"{numbers['listed'].median:.0f}",
            )
            for size, numbers in found.items()
        ),
    )


def import_table(found: dict[str, dict[str, Samples]]) -> str:
    """Milliseconds of new processes, and what is left without what they share."""
    bare = found["python alone"]["ms"].median
    rows = []
    for name, numbers in found.items():
        ms = numbers["ms"].median
        rest = "–"
        if name == "import biriba":
            rest = f"{ms - found['import attrs']['ms'].median:.1f}"
        rows.append((name, f"{ms:.1f}", f"{ms - bare:.1f}", rest))
    return table(("a new process", "ms", "above python", "above attrs"), rows)


def machine() -> str:
    """The processor, the system and how busy it is."""
    name = platform.processor() or platform.machine()
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                name = line.partition(":")[2].strip()
                break
    busy = ""
    if hasattr(os, "getloadavg"):
        busy = f", load average {os.getloadavg()[0]:.1f} at the start"
    return f"{name}, {os.cpu_count()} cores, {platform.system()}{busy}"


def version(name: str) -> str:
    """A distribution and its version."""
    return f"{name} {importlib.metadata.version(name)}"


# --- The run -----------------------------------------------------------------------


def measure(options: argparse.Namespace) -> dict[str, str]:
    """Everything, as tables by the names that the page's template has for them."""
    scale = 5 if options.quick else 1
    rounds = options.rounds
    with_biriba = not options.peers_only
    facts = {
        "date": datetime.date.today().isoformat(),
        "machine": machine(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "rounds": str(rounds),
    }
    presets = load("biriba").rules.PRESETS if with_biriba else {}
    names = ["rlcard", "open_spiel", "chess", "numpy"]
    names = ["biriba", "attrs", *names] if with_biriba else names
    facts["versions"] = ", ".join(version(name) for name in names)

    games = {f"biriba {name}": biriba_game(rules) for name, rules in presets.items()}
    games["OpenSpiel gin rummy"] = open_spiel_game(checked=False)
    games["OpenSpiel gin rummy, checked"] = open_spiel_game(checked=True)
    games["RLCard gin rummy"] = rlcard_game()
    games["python-chess"] = chess_game()
    budget = 10_000 // scale
    found = interleaved({n: playouts(g, budget) for n, g in games.items()}, rounds)
    facts["playouts"] = playout_table(found)

    statements = {"python alone": "pass"}
    if with_biriba:
        statements |= {"import attrs": "import attrs", "import biriba": "import biriba"}
    statements |= {
        "import chess": "import chess",
        "import pyspiel": "import pyspiel",
        "import RLCard's gin rummy": "import rlcard.games.gin_rummy",
    }
    found = interleaved({n: importing(s) for n, s in statements.items()}, rounds)
    facts["imports"] = import_table(found)

    memory = {}
    length = 10_000 // scale
    if with_biriba:
        asked = {name: questions(rules, 10) for name, rules in presets.items()}
        facts["questions"] = question_table(interleaved(asked, rounds))
        sizes = {str(size): listing(size, 40 // scale) for size in HAND_SIZES}
        facts["listing"] = listing_table(interleaved(sizes, rounds))
        for name, rules in presets.items():
            memory[f"biriba {name}"] = kept(biriba_chain(rules, length))
    memory["python-chess, a copy of the board"] = kept(chess_chain(length))
    facts["memory"] = table(
        ("memory", "bytes per kept state"),
        ((name, f"{size:.0f}") for name, size in memory.items()),
    )
    return facts


def main(arguments: Sequence[str]) -> int:
    """Prepare the environment and run inside it, or measure if we are inside."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=9, help="2 or more; default 9")
    parser.add_argument("--quick", action="store_true", help="a fifth of the work")
    parser.add_argument("--peers-only", action="store_true", help="leave biriba out")
    parser.add_argument(
        "--markdown", action="store_true", help=f"also write {PAGE.relative_to(ROOT)}"
    )
    options = parser.parse_args(arguments)
    if options.rounds < 2:
        parser.error("medians need 2 rounds or more")
    if options.markdown and options.peers_only:
        parser.error("the page is about biriba")
    if Path(sys.prefix).resolve() != VENV.resolve():
        prepare(options.peers_only)
        return run_inside(arguments)

    facts = measure(options)
    print(f"{facts['date']}, {facts['machine']}, {facts['python']}")
    print(f"{facts['versions']}; medians of {facts['rounds']} rounds")
    for name in ("playouts", "questions", "listing", "memory", "imports"):
        if name in facts:
            print(f"\n{facts[name]}")
    if options.markdown:
        text = (HERE / "performance.md.in").read_text(encoding="utf-8")
        PAGE.parent.mkdir(parents=True, exist_ok=True)
        PAGE.write_text(Template(text).substitute(facts), encoding="utf-8")
        print(f"\nwrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
