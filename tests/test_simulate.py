"""Simulations: the same wherever they are played, whole whatever dies, resumable."""

from __future__ import annotations

import json
import math
import os
import random
import sys
import types
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

from biriba import (
    InvalidRecord,
    InvalidRules,
    InvalidState,
    NotationError,
    State,
    cli,
    rules,
    score,
)
from biriba import simulate as simulation
from biriba.moves import DRAW, Move
from biriba.simulate import (
    PLAYERS,
    DealRecord,
    Estimate,
    Log,
    Statistics,
    derived_seed,
    play_deal,
    simulate,
    with_progress,
)
from biriba.table import View

TWO = ["greedy", "random"]


def here(deals: int = 6, **more: Any) -> list[DealRecord]:
    """Some deals played in this process."""
    return list(simulate(rules.TINY, TWO, deals, 1, **more))


class Failing(Executor):
    """An executor that plays at once, but loses workers where it is told to."""

    def __init__(self, fails: Callable[[int], BaseException | None]) -> None:
        self.fails = fails
        self.count = 0

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run, or fail as the n-th submission does."""
        error = self.fails(self.count)
        self.count += 1
        future: Future[Any] = Future()
        if error is None:
            future.set_result(fn(*args, **kwargs))
        else:
            future.set_exception(error)
        return future


class KilledWorker(Exception):
    """As Dask names its own."""


# --- The same results ---


def test_seeds_never_change() -> None:
    """A deal's seed is part of the format: changing it changes every simulation."""
    assert derived_seed(0, 0) == 4441603693576586252
    paths: tuple[tuple[int, ...], ...] = ((), (0,), (1, 2))
    assert len({derived_seed(s, *path) for s in range(9) for path in paths}) == 27


def test_deals_are_independent_of_each_other() -> None:
    """The n-th deal is the same alone as in a row, and the deal goes round."""
    records = here()
    assert [record.number for record in records] == list(range(6))
    assert play_deal(rules.TINY, TWO, 1, 4, 2) == records[4]
    assert [record.dealer for record in records] == [1, 0, 1, 0, 1, 0]
    assert here(first=4) == records[4:]
    assert list(simulate(rules.TINY, TWO, 6, 2)) != records
    assert len({record.points for record in records}) > 1


@pytest.mark.parametrize("chunk", [1, 4, 50])
def test_the_executor_does_not_matter(chunk: int) -> None:
    """The same records from threads and processes, however the deals are cut."""
    records = here(9)
    with ThreadPoolExecutor(3) as threads:
        assert here(9, executor=threads, chunk=chunk) == records
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert here(9, executor=pool, chunk=chunk) == records


def test_only_so_many_chunks_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long simulation is not submitted all at once, and can be left at any time."""
    executor = Failing(lambda n: None)
    records = simulate(rules.TINY, TWO, 1000, 1, executor, chunk=1)
    first = next(records)
    assert first == here(1)[0] and executor.count == 64
    records.close()  # type: ignore[attr-defined]


def test_the_records_are_the_deals() -> None:
    """G14: a record's points are the score of the deal that was played."""
    record = play_deal(rules.CLASSIC_5000, ["greedy"], 3, 0, 4)
    state = State.deal(
        rules.CLASSIC_5000, 4, rng=random.Random(derived_seed(3, 0)), dealer=3
    )
    greedy = PLAYERS["greedy"](random.Random(0))
    moves, seats = 0, []
    while not state.is_over:
        seats.append(state.seat)
        state = state.play(greedy.choose(state.view()))
        moves += 1
    assert record.points == score(state.result(), rules.CLASSIC_5000).totals
    assert record.moves == moves
    turns = 1 + sum(a != b for a, b in pairwise(seats))
    assert record.turns == turns
    assert record.out == (state.table.out if state.table.out >= 0 else None)
    made = sum(len(m) >= 7 for side in state.sides for m in side.melds)
    assert sum(map(sum, record.biribas)) == made > 0


# --- Workers that die ---


@pytest.mark.parametrize("error", [BrokenExecutor(), CancelledError(), KilledWorker()])
def test_a_lost_chunk_is_played_again(error: BaseException) -> None:
    """A chunk whose worker died is submitted again: no deal lost, none twice."""
    executor = Failing(lambda n: error if n % 2 == 0 else None)
    assert here(9, executor=executor, chunk=2) == here(9)
    assert executor.count > 5


def test_a_chunk_that_always_kills_its_worker() -> None:
    """Five workers are enough for one chunk."""
    executor = Failing(lambda n: KilledWorker())
    with pytest.raises(InvalidState, match="deals 0 to 3 lost their worker 5 times"):
        here(4, executor=executor)


def test_other_failures_are_told() -> None:
    """What is no worker's death is not tried again."""
    executor = Failing(lambda n: ZeroDivisionError())
    with pytest.raises(ZeroDivisionError):
        here(4, executor=executor)
    assert executor.count == 1


def _die(*args: object) -> None:
    os._exit(1)


def test_a_broken_pool() -> None:
    """A process pool that breaks takes nothing any more; the deals are played here."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        with pytest.raises(BrokenExecutor):
            pool.submit(_die).result()
        assert here(9, executor=pool, chunk=2) == here(9)


# --- What is refused ---


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"deals": -1}, "deals: a number from 0"),
        ({"chunk": 0}, "chunk: a number from 1"),
        ({"first": -1}, "first: a number from 0"),
        ({"seed": "x"}, "seed: an integer"),
        ({"players": ["chess"]}, "no player named 'chess'; there are random, greedy"),
        ({"players": []}, "no player named ''"),
        ({"players": "gredy"}, "no player named 'gredy'"),
        ({"players": ["random"] * 3}, "3 names for 2 seats"),
        ({"players": ["random"] * 4}, "4 names for 2 seats"),
    ],
)
def test_wrong_arguments(wrong: dict[str, Any], told: str) -> None:
    """Arguments out of range are refused at the call, before anything is played."""
    given: dict[str, Any] = {"players": TWO, "deals": 1, "seed": 1, **wrong}
    with pytest.raises(InvalidState, match=told):
        simulate(rules.TINY, **given)


def test_wrong_seats() -> None:
    """A number of seats that the system does not have."""
    with pytest.raises(InvalidRules, match="no 9 seats"):
        simulate(rules.TINY, TWO, 1, 1, seats=9)


def test_a_deal_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bound on the moves keeps a simulation from hanging."""
    monkeypatch.setattr(simulation, "MOST_MOVES", 3)
    with pytest.raises(InvalidState, match="deal 0 goes on after 3 moves"):
        here(1)


# --- Statistics ---


def record(number: int, points: tuple[int, ...], out: int | None) -> DealRecord:
    """A record made by hand."""
    return DealRecord(
        number, 0, points, 10 + number, 4, out, ((1, 0, 1, 0), (0, 2, 0, 0))
    )


def test_statistics() -> None:
    """Means, spread and shares, with the intervals worked out by hand."""
    made = Statistics.of([record(0, (10, 0), 1), record(2, (30, 10), None)])
    assert made.deals == 2
    assert [mean.value for mean in made.points] == [20, 5]
    assert made.spread[0] == pytest.approx(math.sqrt(200))
    assert made.points[0].high - 20 == pytest.approx(1.959964 * 10)
    assert made.lead.value == 15 and made.lead.low < 15 < made.lead.high
    assert made.moves.value == 11 and made.turns == Estimate(4, 4, 4)
    assert made.out.value == 0.5
    # Wilson's interval for one in two.
    assert made.out.low == pytest.approx(0.0945, abs=1e-3)
    assert made.out.high == pytest.approx(0.9055, abs=1e-3)
    assert made.biribas["dirty run"].value == 0.5
    assert made.biribas["dirty set"].value == 0
    assert "side 0: points 20.00 [0.40, 39.60], spread 14.14" in str(made)
    assert made.to_json()["out"] == pytest.approx([0.5, 0.0945, 0.9055], abs=1e-3)


def test_statistics_of_little() -> None:
    """One deal has no interval, and none has nothing."""
    one = Statistics.of([DealRecord(0, 0, (5, 5), 3, 1, None, ((0,) * 4, (0,) * 4))])
    assert math.isnan(one.points[0].low) and math.isnan(one.biribas["clean run"].value)
    data = one.to_json()
    assert data["spread"] == [None, None] and data["lead"] == [0.0, None, None]
    json.dumps(data, allow_nan=False)
    with pytest.raises(InvalidState, match="no deals"):
        Statistics.of([])
    with pytest.raises(InvalidState, match="different numbers of sides"):
        Statistics.of([record(0, (1, 2), None), record(1, (1, 2, 3), None)])


# --- Files ---


def log(path: Path, seed: int = 1) -> Log:
    """The file of the deals of :func:`here`."""
    return Log(str(path), rules.TINY, tuple(TWO), seed, 2)


def test_records_as_json() -> None:
    """A record comes back from its JSON."""
    for made in [*here(3), record(1, (1, 2), None)]:
        text = json.dumps(made.to_json())
        assert DealRecord.from_json(json.loads(text)) == made


@pytest.mark.parametrize(
    "change",
    [
        None, [], {"deal": -1}, {"deal": True}, {"out": 1.5}, {"points": [1]},
        {"points": [0.3, 1]}, {"biribas": [[1], [2]]}, {"biribas": 5}, {"moves": None},
    ],
)  # fmt: skip
def test_what_is_no_record(change: Any) -> None:
    """Anything else is refused, whatever it is."""
    data = {**record(0, (1, 2), 1).to_json(), **change} if change else change
    with pytest.raises(InvalidRecord, match="no record of a deal"):
        DealRecord.from_json(data)


def test_an_interrupted_run_goes_on(tmp_path: Path) -> None:
    """Cut anywhere, even inside a line, the file is made whole, each deal once."""
    whole = tmp_path / "whole.jsonl"
    assert log(whole).start() == []
    assert list(log(whole).keep(iter(here()))) == here()
    text = whole.read_bytes()
    for cut in (0, 20, text.index(b"\n") + 1, len(text) // 2, len(text) - 3, len(text)):
        part = tmp_path / "part.jsonl"
        part.write_bytes(text[:cut])
        done = log(part).resume()
        assert done == here()[: len(done)]
        list(log(part).keep(iter(here(first=len(done)))))
        assert part.read_bytes() == text


@pytest.mark.parametrize("text", ["my notes", "line one\nline two", "[" * 100_000])
def test_what_is_no_log_is_left_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(text)
    with pytest.raises(InvalidRecord):
        log(path).resume()
    assert path.read_text() == text
    path.write_text(text + "\n")
    with pytest.raises(InvalidRecord, match="line 1"):
        log(path).resume()
    assert path.read_text() == text + "\n"


def test_a_log_is_read_within_bounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "deals.jsonl"
    log(path).start()
    monkeypatch.setattr("biriba.simulate._MOST_LOGGED", 100)
    with pytest.raises(InvalidRecord, match="larger than 100 bytes"):
        log(path).resume()


def test_files_that_do_not_fit(tmp_path: Path) -> None:
    """Another simulation's file, a broken one and a missing folder are refused."""
    path = tmp_path / "deals.jsonl"
    assert log(path).resume() == []
    list(log(path).keep(iter(here(2))))
    with pytest.raises(InvalidRecord, match="another simulation"):
        log(path, seed=2).resume()
    with pytest.raises(InvalidRecord, match="there already"):
        log(path).start()
    first, second, third = path.read_text().splitlines(keepends=True)
    path.write_text(first + third)
    with pytest.raises(InvalidRecord, match="gap"):
        log(path).resume()
    path.write_text(first + "nonsense\n")
    with pytest.raises(InvalidRecord, match="deals"):
        log(path).resume()
    path.write_text(first + second.replace("deal", "d"))
    with pytest.raises(InvalidRecord, match="no record"):
        log(path).resume()
    with pytest.raises(InvalidRecord, match="cannot write"):
        log(tmp_path / "nowhere" / "x").start()
    with pytest.raises(InvalidRecord, match="cannot read"):
        log(tmp_path).resume()


# --- Progress, and the command ---


def test_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bar only where a person looks on and tqdm is there."""
    records = iter(here(2))
    assert with_progress(records, 2) is records
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    monkeypatch.setitem(sys.modules, "tqdm", None)
    assert with_progress(records, 2) is records
    asked: dict[str, Any] = {}

    def bar(given: Iterator[DealRecord], **options: Any) -> Iterator[DealRecord]:
        asked.update(options)
        return given

    fake = types.ModuleType("tqdm")
    fake.tqdm = bar  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "tqdm", fake)
    assert list(with_progress(records, 2, 1)) == here(2)
    assert asked == {"total": 2, "initial": 1, "unit": "deal"}


def run(*words: str) -> int:
    return cli.main(["simulate", *words])


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Text and JSON; one process or two; a file that is gone on with."""
    few = ["--seats", "2", "--players", "Greedy, random", "--seed", "3"]
    assert run(*few, "--deals", "3") == 0
    text = capsys.readouterr().out
    assert text.startswith("classic-5000, 2 seats, greedy, random, seed 3\ndeals: 3,")
    out = str(tmp_path / "deals.jsonl")
    assert run(*few, "--deals", "2", "--out", out) == 0
    capsys.readouterr()
    resumed = ["--out", out, "--resume", "--jobs", "2"]
    assert run(*few, "--deals", "3", *resumed) == 0
    assert capsys.readouterr().out == text
    assert run(*few, "--deals", "3", *resumed, "--json") == 0
    data = json.loads(capsys.readouterr().out)
    assert data["deals"] == 3 and data["players"] == ["greedy", "random"]
    assert len(Path(out).read_text().splitlines()) == 4


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--jobs", "0"], "--jobs"),
        (["--deals", "0"], "--deals"),
        (["--resume"], "--out"),
        (["--players", "x"], "no player named 'x'"),
        (["--players", "random,greedy", "--seats", "3"], "2 names for 3 seats"),
    ],
)
def test_wrong_usage(
    words: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """What is wrong is said by name."""
    assert run(*words) == 2
    assert told in capsys.readouterr().err


def test_statistics_in_other_languages(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--deals", "2", "--lang", "de") == 0
    out = capsys.readouterr().out
    assert out.startswith("classic-5000, Plätze: 4, greedy, random, Startwert: 0\n")
    assert "\nPartei 1: Punkte " in out and "points" not in out
    statistics = Statistics.of(here(3))
    assert statistics.text() == str(statistics)
    assert statistics.text("el").startswith("γύροι: 3, ")
    with pytest.raises(NotationError, match="no language 'xx'"):
        statistics.text("xx")


def test_a_player_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever has ``choose`` can play, under a name of its own."""

    class Drawer:
        """Draws where it can; else as the greedy player."""

        def choose(self, view: View) -> Move:
            """A legal move."""
            moves = list(view.legal_moves)
            greedy = PLAYERS["greedy"](random.Random(0))
            return DRAW if DRAW in moves else greedy.choose(view)

    monkeypatch.setitem(PLAYERS, "drawer", lambda rng: Drawer())
    assert len(list(simulate(rules.TINY, ["drawer"], 2, 1))) == 2
