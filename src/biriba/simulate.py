"""Many deals between players, on one core, all of them, or a cluster.

Deals are independent. Deal *n* of a simulation with seed *s* is shuffled by
``random.Random(derived_seed(s, n))``, dealt by the seat that comes *n* places after the
last, and every player in it has a generator of its own, seeded likewise with its
seat. So a deal is the same whoever plays it, and when: results do not depend on the
executor, on the number of workers, or on how the deals are cut into chunks.

:func:`simulate` gives one :class:`DealRecord` a deal, in order. A chunk of deals whose
worker died is submitted again; a record is given out only with the whole of its chunk,
so no deal is lost and none counts twice. :class:`Statistics` sums records up, and
:class:`Log` keeps them in a file of JSON Lines that an interrupted run goes on from.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import random
import sys
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from importlib import import_module
from typing import Final, Protocol, cast

import attrs

from biriba._checks import expect, expect_all, number_problems
from biriba._files import checked_path
from biriba._kinds import SIMULATION, other_kind
from biriba._options import Json, Rules, checked
from biriba._reader import Reader
from biriba.documents import parse_json
from biriba.errors import InvalidRecord, InvalidState
from biriba.languages import message
from biriba.melds import Run, is_biriba
from biriba.moves import Move
from biriba.players import Greedy, Random
from biriba.points import Points, json_points
from biriba.scoring import score
from biriba.search import Search
from biriba.state import State
from biriba.table import View

__all__ = [
    "PLAYERS",
    "DealRecord",
    "Estimate",
    "Log",
    "Player",
    "Statistics",
    "derived_seed",
    "play_deal",
    "simulate",
    "with_progress",
]

FORMAT: Final = SIMULATION
VERSION: Final = 1
MOST_MOVES: Final = 100_000
_ATTEMPTS: Final = 5
_KEYS: Final = ("deal", "dealer", "points", "moves", "turns", "out", "biribas")
_MOST_COUNTED: Final = 10**12
_MOST_LOGGED: Final = 1_000_000_000
_Z95: Final = 1.959963984540054


class Player(Protocol):
    """Anything that chooses a move from what a seat may see."""

    def choose(self, view: View) -> Move:  # pyright: ignore[reportReturnType]
        """A legal move for the seat of the view."""


PLAYERS: Final[dict[str, Callable[[random.Random], Player]]] = {
    "random": Random,
    "greedy": lambda rng: Greedy(),
    "search": Search,
}
"""The players that a name stands for, each made from a generator of its own."""


def derived_seed(seed: int, *path: int) -> int:
    """A seed that depends on another and on some numbers, for ever the same.

    The first eight bytes, big-endian, of the SHA-256 of the numbers in decimal with
    spaces between them, after the words ``biriba simulation 1``.

    >>> derived_seed(0, 0)
    4441603693576586252
    """
    numbers = [str(expect(number, int)) for number in (seed, *path)]
    words = " ".join(["biriba simulation 1", *numbers])
    return int.from_bytes(hashlib.sha256(words.encode()).digest()[:8], "big")


@attrs.frozen
class DealRecord:
    """What came of one deal: plain data.

    `points` are the points of each side, `moves` the moves made, `turns` the turns
    finished or begun, `out` the seat that went out, or None; `biribas` counts each
    side's biribas by kind: clean run, dirty run, clean set, dirty set.
    """

    number: int
    dealer: int
    points: tuple[Points, ...]
    moves: int
    turns: int
    out: int | None
    biribas: tuple[tuple[int, int, int, int], ...]

    def to_json(self) -> dict[str, Json]:
        """The record as a JSON object."""
        return {
            "deal": self.number,
            "dealer": self.dealer,
            "points": [json_points(points) for points in self.points],
            "moves": self.moves,
            "turns": self.turns,
            "out": self.out,
            "biribas": [list(counts) for counts in self.biribas],
        }

    @classmethod
    def from_json(cls, data: object) -> DealRecord:
        """The record that a JSON object is.

        Raises:
            InvalidRecord: if it is none.
        """
        problems: list[str] = []
        reader = Reader.exactly(data, "", problems, _KEYS)
        number, dealer, moves, turns = (
            reader.given_whole(key, _MOST_COUNTED) or 0
            for key in ("deal", "dealer", "moves", "turns")
        )
        nobody = reader.data.get("out") is None
        out = None if nobody else reader.given_whole("out", _MOST_COUNTED)
        points = reader.given_all_points("points")
        biribas = reader.given_items("biribas") or []
        if not all(map(_is_four_counts, biribas)):
            reader.refuse("biribas", "expected four whole numbers for each side")
        elif not problems and len(points) != len(biribas):
            reader.refuse("points", "expected as many sides as in biribas")
        if problems:
            raise InvalidRecord(f"no record of a deal: {one}" for one in problems)
        counts = cast("list[tuple[int, int, int, int]]", biribas)
        return cls(
            number,
            dealer,
            points,
            moves,
            turns,
            out,
            tuple((a, b, c, d) for a, b, c, d in counts),
        )


def _is_four_counts(value: object) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 4
        and all(type(count) is int and count >= 0 for count in value)
    )


# --- Playing -----------------------------------------------------------------------


def play_deal(
    rules: Rules, players: Sequence[str], seed: int, number: int, seats: int
) -> DealRecord:
    """Play one deal of a simulation, which is the same wherever it is played.

    The seats take the players' names in turn, beginning again after the last.

    Raises:
        InvalidRules: if the system has no such number of seats.
        InvalidState: if a number is out of range, a player's name unknown, or the
            names do not go into the seats evenly.
    """
    problems = number_problems(("number", 0, number), ("seats", 1, seats))
    if problems:
        raise InvalidState(problems)
    names = _checked_players(players, seats)
    dealer = (seats - 1 + number) % seats
    shuffle = random.Random(derived_seed(seed, number))
    state = State.deal(rules, seats, rng=shuffle, dealer=dealer)
    seated = [
        PLAYERS[names[seat % len(names)]](
            random.Random(derived_seed(seed, number, seat))
        )
        for seat in range(seats)
    ]
    moves, turns, last = 0, 0, -1
    while not state.is_over:
        if moves == MOST_MOVES:
            raise InvalidState([f"deal {number} goes on after {MOST_MOVES} moves"])
        turns += state.seat != last
        last = state.seat
        state = state.play(seated[last].choose(state.view()))
        moves += 1
    out = state.table.out
    return DealRecord(
        number,
        dealer,
        score(state.result(), rules).totals,
        moves,
        turns,
        out if out >= 0 else None,
        tuple(_biribas(state, side) for side in range(len(state.sides))),
    )


def _biribas(state: State, side: int) -> tuple[int, int, int, int]:
    found = [0, 0, 0, 0]
    for meld in state.sides[side].melds:
        if is_biriba(meld, state.rules):
            found[2 * (not isinstance(meld, Run)) + (not meld.is_clean)] += 1
    return (found[0], found[1], found[2], found[3])


def _checked_players(players: Sequence[str], seats: int) -> list[str]:
    given: object = players
    if isinstance(given, str):
        names = [given]
    else:
        words, error = "the name of a player", InvalidState
        names = list(expect_all(players, str, words=words, error=error))
    unknown = [name for name in names if name not in PLAYERS]
    if not names or unknown:
        raise InvalidState(
            [
                f"no player named {name[:40]!r}; there are {', '.join(PLAYERS)}"
                for name in unknown or [""]
            ]
        )
    if seats % len(names):
        raise InvalidState(
            [
                f"players: {len(names)} names for {seats} seats; as many are needed, "
                "or a part that goes into them evenly"
            ]
        )
    return names


def _play_chunk(
    rules: Rules, players: Sequence[str], seed: int, numbers: range, seats: int
) -> list[DealRecord]:
    return [play_deal(rules, players, seed, number, seats) for number in numbers]


def simulate(
    rules: Rules,
    players: Sequence[str],
    deals: int,
    seed: int,
    executor: Executor | None = None,
    *,
    seats: int | None = None,
    chunk: int = 8,
    first: int = 0,
) -> Iterator[DealRecord]:
    """Play deals between players and give their records, in the order of the deals.

    Args:
        rules: The system to play.
        players: Names from :data:`PLAYERS`, for the seats in turn; with as many names
            as sides, a name is a side's.
        deals: How many deals the simulation has.
        seed: The same seed gives the same records for ever.
        executor: Where to play: this process if left out, or any executor, such as a
            process pool or Dask's ``client.get_executor()``. Submit to no executor
            whose workers share a fault: a chunk whose worker died is tried five times.
        seats: The number of seats; the system's usual one if left out.
        chunk: How many deals one worker plays at a time; results do not depend on it.
        first: The number of the first deal to play, to go on with a simulation.

    Raises:
        InvalidRules: if the system has no such number of seats.
        InvalidState: if a number is out of range, a player's name is unknown, the
            names do not go into the seats evenly, or a chunk lost its worker five
            times.

    >>> from biriba import rules
    >>> records = list(simulate(rules.TINY, ["random"], deals=3, seed=1))
    >>> [record.number for record in records]
    [0, 1, 2]
    """
    problems = number_problems(
        ("deals", 0, deals), ("chunk", 1, chunk), ("first", 0, first)
    )
    if type(seed) is not int:
        problems.append("seed: an integer is needed")
    if problems:
        raise InvalidState(problems)
    seated = checked(rules).seating(seats).seats
    names = _checked_players(players, seated)
    expect(executor, Executor, type(None))
    if executor is None:
        return (play_deal(rules, names, seed, n, seated) for n in range(first, deals))
    chunks = (range(n, min(n + chunk, deals)) for n in range(first, deals, chunk))
    return _Chunks(executor, rules, names, seed, seated).records(chunks)


@attrs.define
class _Chunks:
    """Chunks of deals on an executor, a few at a time, given back in order."""

    executor: Executor
    rules: Rules
    players: Sequence[str]
    seed: int
    seats: int
    ahead: int = 64

    def records(self, chunks: Iterable[range]) -> Iterator[DealRecord]:
        """The records of all the chunks, each when all before it have been given."""
        waiting: deque[tuple[range, Future[list[DealRecord]] | None]] = deque()
        try:
            for numbers in chunks:
                waiting.append((numbers, self._submit(numbers)))
                if len(waiting) >= self.ahead:
                    yield from self._whole(*waiting.popleft())
            while waiting:
                yield from self._whole(*waiting.popleft())
        finally:
            for future in [future for _, future in waiting if future is not None]:
                future.cancel()

    def _submit(self, numbers: range) -> Future[list[DealRecord]] | None:
        """The future of a chunk; None if the executor is broken for good."""
        try:
            return self.executor.submit(
                _play_chunk, self.rules, self.players, self.seed, numbers, self.seats
            )
        except BrokenExecutor:
            return None

    def _whole(
        self, numbers: range, future: Future[list[DealRecord]] | None
    ) -> list[DealRecord]:
        """A chunk's records, from another worker if its own died."""
        for _ in range(_ATTEMPTS):
            if future is None:
                # A broken pool takes nothing any more; the deals are played here.
                return _play_chunk(
                    self.rules, self.players, self.seed, numbers, self.seats
                )
            try:
                return future.result()
            except BaseException as error:
                if not _worker_died(error):
                    raise
            future = self._submit(numbers)
        raise InvalidState(
            [f"deals {numbers[0]} to {numbers[-1]} lost their worker {_ATTEMPTS} times"]
        )


def _worker_died(error: BaseException) -> bool:
    """Whether a chunk failed with its worker; Dask's own error goes by its name."""
    return isinstance(error, (BrokenExecutor, CancelledError)) or type(
        error
    ).__name__ in ("KilledWorker", "FutureCancelledError")


class _Bar(Protocol):
    """What is asked of tqdm."""

    def __call__(
        self, records: Iterator[DealRecord], *, total: int, initial: int, unit: str
    ) -> Iterable[DealRecord]: ...


def with_progress(
    records: Iterator[DealRecord], deals: int, done: int = 0
) -> Iterator[DealRecord]:
    """The records, with a progress bar where tqdm is there and a person looks on."""
    if not sys.stderr.isatty():
        return records
    try:
        bar = cast("_Bar", import_module("tqdm").tqdm)
    except ImportError:
        return records
    return iter(bar(records, total=deals, initial=done, unit="deal"))


# --- Statistics --------------------------------------------------------------------


@attrs.frozen
class Estimate:
    """A number estimated from deals, with its 95 % confidence interval.

    >>> print(Estimate(0.5, 0.4, 0.6))
    0.50 [0.40, 0.60]
    """

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"

    @classmethod
    def mean(cls, values: Sequence[float]) -> Estimate:
        """The mean of some values; the interval is normal, and nan for only one.

        Raises:
            InvalidState: if there are none, or they are no numbers.
        """
        if not expect_all(values, float, int):
            raise InvalidState(["there are no values to sum up"])
        middle = math.fsum(values) / len(values)
        half = _Z95 * _deviation(values) / math.sqrt(len(values))
        return cls(middle, middle - half, middle + half)

    @classmethod
    def share(cls, hits: int, of: int) -> Estimate:
        """A share, with Wilson's interval; nan where there is nothing to share.

        Raises:
            InvalidState: if these are no numbers, or there are more hits than all.
        """
        problems = number_problems(("hits", 0, hits), ("of", 0, of))
        if problems or hits > of:
            raise InvalidState(problems or [f"{hits} is no share of {of}"])
        if not of:
            return cls(math.nan, math.nan, math.nan)
        share, z2 = hits / of, _Z95**2
        middle = (share + z2 / (2 * of)) / (1 + z2 / of)
        half = (
            _Z95
            * math.sqrt(share * (1 - share) / of + z2 / (4 * of**2))
            / (1 + z2 / of)
        )
        return cls(share, max(0.0, middle - half), min(1.0, middle + half))


def _deviation(values: Sequence[float]) -> float:
    if len(values) < 2:
        return math.nan
    middle = math.fsum(values) / len(values)
    return math.sqrt(math.fsum((v - middle) ** 2 for v in values) / (len(values) - 1))


BIRIBA_KINDS: Final = ("clean run", "dirty run", "clean set", "dirty set")


@attrs.frozen
class Statistics:
    """What the records of a simulation say, each with a 95 % confidence interval.

    `points` is the mean score of each side (a seat scores what its side does) and
    `spread` its standard deviation; `lead` by how much the first side's points
    exceed the mean of the others' in the same deal; `moves` and `turns` the length
    of a deal; `out` the share of deals ended by going out; `biribas` the share of
    each kind among all biribas.

    >>> from biriba import rules
    >>> made = Statistics.of(simulate(rules.TINY, ["random"], deals=20, seed=1))
    >>> made.deals, len(made.points), 0 <= made.out.value <= 1
    (20, 2, True)
    """

    deals: int
    points: tuple[Estimate, ...]
    spread: tuple[float, ...]
    lead: Estimate
    moves: Estimate
    turns: Estimate
    out: Estimate
    biribas: Mapping[str, Estimate] = attrs.field(hash=False)

    @classmethod
    def of(cls, records: Iterable[DealRecord]) -> Statistics:
        """The statistics of some records.

        Raises:
            InvalidState: if there are none, or they are not of the same sides.
            InvalidRecord: if they are no records.
        """
        kept = expect_all(records, DealRecord)
        if not kept:
            raise InvalidState(["there are no deals to sum up"])
        if len({len(record.points) for record in kept}) > 1:
            raise InvalidState(["the deals have different numbers of sides"])
        columns = zip(*(r.points for r in kept), strict=True)
        sides = [[float(points) for points in column] for column in columns]
        others = [math.fsum(deal) / len(deal) for deal in zip(*sides[1:], strict=True)]
        kinds: Counter[str] = Counter()
        for record in kept:
            for counts in record.biribas:
                kinds.update(dict(zip(BIRIBA_KINDS, counts, strict=True)))
        total = kinds.total()
        return cls(
            len(kept),
            tuple(Estimate.mean(side) for side in sides),
            tuple(_deviation(side) for side in sides),
            Estimate.mean([a - b for a, b in zip(sides[0], others, strict=True)]),
            Estimate.mean([r.moves for r in kept]),
            Estimate.mean([r.turns for r in kept]),
            Estimate.share(sum(r.out is not None for r in kept), len(kept)),
            {kind: Estimate.share(kinds[kind], total) for kind in BIRIBA_KINDS},
        )

    def to_json(self) -> dict[str, Json]:
        """The statistics as a JSON object; null where a number cannot be told."""

        def numbers(estimate: Estimate) -> list[Json]:
            values = (estimate.value, estimate.low, estimate.high)
            return [None if math.isnan(v) else v for v in values]

        return {
            "deals": self.deals,
            "points": [numbers(estimate) for estimate in self.points],
            "spread": [None if math.isnan(v) else v for v in self.spread],
            "lead": numbers(self.lead),
            "moves": numbers(self.moves),
            "turns": numbers(self.turns),
            "out": numbers(self.out),
            "biribas": {kind: numbers(e) for kind, e in self.biribas.items()},
        }

    def text(self, language: str = "en") -> str:
        """The statistics line by line, in a language; in English the same as `str`.

        Raises:
            NotationError: if there is no such language.
        """

        def line(key: str, **data: object) -> str:
            told = {name: str(value) for name, value in data.items()}
            return message(f"statistics.{key}", language, **told)

        sides = enumerate(zip(self.points, self.spread, strict=True))
        return "\n".join(
            [
                line("deals", count=self.deals),
                *(
                    line("points", side=side, points=mean, spread=f"{spread:.2f}")
                    for side, (mean, spread) in sides
                ),
                line("lead", lead=self.lead),
                line("length", moves=self.moves, turns=self.turns),
                line("out", share=self.out),
                *(
                    line(kind.replace(" ", "-"), share=share)
                    for kind, share in self.biribas.items()
                ),
            ]
        )

    def __str__(self) -> str:
        return self.text()


# --- Records in a file -------------------------------------------------------------


@attrs.frozen
class Log:
    """A file of JSON Lines: what is simulated, then one record a line, in order.

    A line that was being written when the run was interrupted is taken off again;
    everything before it counts.
    """

    path: str
    rules: Rules
    players: tuple[str, ...]
    seed: int
    seats: int

    def __attrs_post_init__(self) -> None:
        checked_path(self.path)
        checked(self.rules)
        expect(self.seed, int)
        _checked_players(self.players, self.rules.seating(self.seats).seats)

    def _header(self) -> dict[str, Json]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "rules": self.rules.options(),
            "players": list(self.players),
            "seed": self.seed,
            "seats": self.seats,
        }

    def _first_line(self) -> str:
        return json.dumps(self._header()) + "\n"

    def start(self) -> list[DealRecord]:
        """Begin the file; nothing is in it yet.

        Raises:
            InvalidRecord: if the file is there already, or cannot be written.
        """
        try:
            with open(self.path, "x", encoding="utf-8") as file:
                file.write(self._first_line())
        except FileExistsError:
            raise InvalidRecord(
                [f"{self.path} is there already; resume it, or name another file"]
            ) from None
        except OSError as error:
            raise InvalidRecord(
                [f"cannot write {self.path}: {error.strerror}"]
            ) from None
        return []

    def resume(self) -> list[DealRecord]:
        """The records that the file has, in order; it is begun if it is not there.

        Raises:
            InvalidRecord: if it is the file of another simulation, or no such file.
        """
        if not os.path.exists(self.path):
            return self.start()
        try:
            with open(self.path, "rb") as file:
                raw = file.read(_MOST_LOGGED + 1)
        except OSError as error:
            raise InvalidRecord(
                [f"cannot read {self.path}: {error.strerror}"]
            ) from None
        if len(raw) > _MOST_LOGGED:
            raise InvalidRecord([f"{self.path} is larger than {_MOST_LOGGED} bytes"])
        whole = raw.rfind(b"\n") + 1
        if not whole:
            # Only the beginning of what stands at the beginning may be overwritten.
            if not self._first_line().encode().startswith(raw):
                raise InvalidRecord([f"{self.path}: it is of another simulation"])
            os.remove(self.path)
            return self.start()
        records = self._records(raw[:whole].split(b"\n")[:-1])
        os.truncate(self.path, whole)
        return records

    def _records(self, lines: Sequence[bytes]) -> list[DealRecord]:
        """The records of whole lines, the first of which says what was simulated."""
        records: list[DealRecord] = []
        for number, line in enumerate(lines, 1):
            try:
                data = parse_json(line.decode("utf-8"))
                if number > 1:
                    records.append(DealRecord.from_json(data))
                elif data != self._header():
                    another = ["it is of another simulation"]
                    raise InvalidRecord(other_kind(data, SIMULATION) or another)
            except (InvalidRecord, UnicodeDecodeError) as error:
                raise InvalidRecord([f"{self.path}, line {number}: {error}"]) from None
        if [record.number for record in records] != list(range(len(records))):
            raise InvalidRecord([f"{self.path} has a gap in its deals"])
        return records

    def keep(self, records: Iterable[DealRecord]) -> Iterator[DealRecord]:
        """The records, each written to the end of the file before it is given on.

        Raises:
            OSError: if the file cannot be written any more.
        """
        expect(records, Iterable, words="records", error=InvalidRecord)
        with open(self.path, "a", encoding="utf-8") as file:
            for record in records:
                file.write(json.dumps(expect(record, DealRecord).to_json()) + "\n")
                file.flush()
                yield record
