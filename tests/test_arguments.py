"""Whatever is handed to a public callable, only errors of biriba come back."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import random
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, cast

import pytest

import biriba
from biriba import (
    BiribaError,
    Card,
    Cards,
    DealResult,
    Discard,
    Game,
    LayMeld,
    LayOff,
    Match,
    Meld,
    NameSuit,
    Rank,
    Run,
    Set,
    SideResult,
    State,
    Suit,
    TakePile,
    rules,
)
from biriba._words import shown
from biriba.game import LogEntry
from biriba.languages import move_text
from biriba.moves import DRAW, Phase
from biriba.players import Greedy, Random
from biriba.points import points_text
from biriba.reasons import REFUSALS, reason
from biriba.record import MatchRecord, NotReplayed, dump
from biriba.rules import MeldKind
from biriba.scoring import score
from biriba.search import Search
from biriba.simulate import (
    DealRecord,
    Estimate,
    Log,
    Statistics,
    derived_seed,
    simulate,
)
from biriba.view_json import view_json

TINY = rules.TINY
STATE = State.deal(TINY, seed=7)
GAME = Game.deal(TINY, seed=7)
MELD = Meld.parse("4h 5h Jk", TINY)
FACTS = DealResult((SideResult((MELD,)), SideResult()))
SCORE = score(FACTS, TINY)
RECORDS = list(simulate(TINY, ["random"], deals=2, seed=1))
MATCH_RECORD = MatchRecord.of([GAME.record])

# What is right for a parameter, by its annotation.
RIGHT: dict[str, object] = {
    "AnyRecord": GAME.record,
    "BiribaError": biriba.NotationError("no card", "x"),
    "BiribakiStatus": biriba.BiribakiStatus.NONE,
    "Callable[[Rules], Rules]": lambda one: one,
    "Card": Card.parse("4h"),
    "Card | str": "4h",
    "Cards": Cards.parse("4h"),
    "CardsLike": "4h",
    "DealResult": FACTS,
    "DealResult | Score": FACTS,
    "Estimate": Estimate(0.5, 0.4, 0.6),
    "History | None": None,
    "Iterable[AnyRecord]": [GAME.record],
    "Iterable[DealRecord]": RECORDS,
    "Iterable[Move | str]": ["draw"],
    "Iterable[SideResult]": FACTS.sides,
    "Iterable[str]": [dump(GAME.record)],
    "Iterator[DealRecord]": iter(RECORDS),
    "Mapping[str, Estimate]": {},
    "Mapping[str, object]": {},
    "MatchRecord": MATCH_RECORD,
    "Meld": MELD,
    "MeldKind": MeldKind.RUN,
    "Move": DRAW,
    "Move | str": DRAW,
    "Phase": Phase.DRAW,
    "Points": Fraction(1, 2),
    "Points | float | None": 1.5,
    "PointsLike": 1.5,
    "Rank": Rank.FOUR,
    "Reason": reason("corner", "C"),
    "Record": GAME.record,
    "Rules": TINY,
    "Rules | str": TINY,
    "Score": SCORE,
    "Sequence[Card]": GAME.record.deck,
    "Sequence[Record]": [GAME.record],
    "Sequence[View]": [STATE.view(0), STATE.play("draw").view(0)],
    "Sequence[float]": [1.0, 2.0],
    "Sequence[str]": ["random"],
    "State": STATE,
    "Suit": Suit.HEARTS,
    "Suit | None": None,
    "Table": STATE.table,
    "View": STATE.view(),
    "bool": False,
    "bytes": b"\0",
    "float": 0.5,
    "int": 2,
    "int | None": None,
    "list[int]": [12, 16, 20],
    "object": {},
    "random.Random": random.Random(1),
    "str": "4h",
    "str | os.PathLike[str]": "new.json",
    "tuple[Card, ...]": GAME.record.deck,
    "tuple[Estimate, ...]": (),
    "tuple[Meld, ...]": (MELD,),
    "tuple[Points, ...]": (0, 0),
    "tuple[Record, ...]": (GAME.record,),
    "tuple[ScoreLine, ...]": (),
    "tuple[Seating, ...]": TINY.seatings,
    "tuple[Side, ...]": STATE.sides,
    "tuple[SideScore, ...]": SCORE.sides,
    "tuple[bool, ...]": (False, False),
    "tuple[bytes, ...]": (),
    "tuple[float, ...]": (),
    "tuple[int, ...]": (1, 1),
    "tuple[str, ...]": ("random",),
    "tuple[tuple[int, int, int, int], ...]": ((0, 0, 0, 0), (0, 0, 0, 0)),
}

# Whose methods are called.
INSTANCES: dict[type, Callable[[], object]] = {
    Cards: lambda: Cards.parse("4h"),
    DealRecord: lambda: RECORDS[0],
    Game: lambda: Game.deal(TINY, seed=7),
    Greedy: Greedy,
    Log: lambda: Log("new.jsonl", TINY, ("random",), 1, 2),
    LogEntry: lambda: LogEntry(1, 0, "draw", Cards()),
    Match: lambda: Match.start(TINY),
    NotReplayed: lambda: NotReplayed(["no"]),
    Random: lambda: Random(random.Random(1)),
    Search: lambda: Search(random.Random(1), tries=1, turns=1),
    State: lambda: STATE,
    Statistics: lambda: Statistics.of(RECORDS),
    biriba.Rules: lambda: TINY,
    biriba.View: STATE.view,
    rules.CardValues: rules.CardValues,
    type(REFUSALS["corner"]): lambda: REFUSALS["corner"],
}

# Types apart, numbers that are no number of anything and texts that say nothing.
WRONG: tuple[object, ...] = (
    None, True, -1, 5, 2.0, 1.5, 10**30, float("nan"), "x", "", b"x", [], [None], ["x"],
    [[]], {}, {"x": None}, {None: 1}, object(), int, STATE, GAME, SCORE,
)  # fmt: skip

# The law asks these of every move, so they look at nothing twice; their types are
# declared.
INNER = {
    "biriba.melds.can_be_wild",
    "biriba.melds.card_points",
    "biriba.melds.is_biriba",
    "biriba.melds.lay_off_problem",
    "biriba.melds.meld_problem",
    "biriba.melds.natural_kind",
    "biriba.melds.results_of",
    "biriba.reasons.Refusal.clause",
    "biriba.rules.CardValues.of_kind",
    "biriba.scoring.bonus_of",
}

REFERENCE = Path(__file__).parents[1] / "docs" / "reference"


def anything(value: Any) -> Any:
    """What a caller without a type checker may pass."""
    return value


def _names() -> Iterator[str]:
    """The names in ``__all__`` of any module, and those with an entry of their own."""
    for module in pkgutil.iter_modules(biriba.__path__, "biriba."):
        # The command takes what a shell gives it; environments need their libraries.
        if not re.match(r"biriba\.(_|env_|cli)", module.name):
            listed = getattr(importlib.import_module(module.name), "__all__", ())
            yield from (f"{module.name}.{name}" for name in listed)
    yield from (f"biriba.{name}" for name in biriba.__all__)
    for page in REFERENCE.glob("*.md"):
        yield from re.findall(
            r"auto(?:class|function):: (biriba\.\S+)", page.read_text()
        )


def _found(name: str) -> object:
    module, _, last = name.rpartition(".")
    return getattr(importlib.import_module(module), last)


def _same(value: Callable[..., object]) -> Callable[..., object]:
    return value


def _method(kind: type, name: str) -> Callable[..., object]:
    """A method of an instance that is made anew for every call."""
    return cast("Callable[..., object]", getattr(INSTANCES[kind](), name))


def _callables() -> dict[str, Callable[[], Callable[..., object]]]:
    """Every public function, class and method, by its name."""
    found: dict[str, Callable[[], Callable[..., object]]] = {}
    seen: list[object] = []
    for name in sorted(_names(), key=lambda name: (-name.count("."), name)):
        value = _found(name)
        if not callable(value) or value in seen:
            continue
        seen.append(value)
        if not inspect.isclass(value):
            found[name] = partial(_same, value)
            continue
        if issubclass(value, (Exception, Enum)) or getattr(
            value, "_is_protocol", False
        ):
            continue
        found[name] = partial(_same, value)
        for method, raw in vars(value).items():
            if method.startswith("_") or not callable(getattr(value, method)):
                continue
            if isinstance(raw, (classmethod, staticmethod)):
                found[f"{name}.{method}"] = partial(getattr, value, method)
            else:
                found[f"{name}.{method}"] = partial(_method, value, method)
    return found


CALLABLES = {n: made for n, made in _callables().items() if n not in INNER}
PARAMETERS = [
    (name, parameter)
    for name, made in CALLABLES.items()
    for parameter in inspect.signature(made()).parameters
]


def _call(function: Callable[..., object], parameter: str, wrong: object) -> None:
    """Call a function with one wrong value, and what is right wherever it is needed."""
    signature = inspect.signature(function)
    given: dict[str, object] = {}
    for name, one in signature.parameters.items():
        if name == parameter:
            several: dict[object, object] = {
                one.VAR_POSITIONAL: (wrong,),
                one.VAR_KEYWORD: {"count": wrong},
            }
            given[name] = several.get(one.kind, wrong)
        elif one.default is one.empty and one.kind not in (
            one.VAR_POSITIONAL,
            one.VAR_KEYWORD,
        ):
            given[name] = RIGHT[one.annotation]
    bound = inspect.BoundArguments(signature, OrderedDict(given))
    made = function(*bound.args, **bound.kwargs)
    if isinstance(made, Iterator):
        list(islice(made, 3))


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS)
def test_a_wrong_value_is_refused_by_an_error_of_biriba(
    name: str, parameter: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    made = CALLABLES[name]
    allowed: tuple[type[Exception], ...] = (BiribaError,)
    if "OSError" in (made().__doc__ or ""):
        allowed += (OSError,)
    for value in WRONG:
        try:
            _call(made(), parameter, value)
        except allowed as error:
            assert str(error)
        except Exception as error:
            pytest.fail(f"{parameter}={shown(value)}: {type(error).__name__}: {error}")


@pytest.mark.parametrize(
    "make",
    [
        lambda text: Card(text),
        lambda text: Card(text, Suit.HEARTS),
        lambda text: Cards(text),
        lambda text: Suit(text),
        lambda text: Meld(text),
        lambda text: Run(text, Suit.HEARTS, 4),
        lambda text: Run(b"\x0c\x10\x14", text, 4),
        lambda text: Set(text, Rank.FOUR),
        lambda text: Set(b"\x0c\x0d\x0e", text),
        lambda text: SideResult((text,)),
        lambda text: Discard(text),
        lambda text: NameSuit(text),
        lambda text: LayMeld(text),
        lambda text: LayOff(0, text),
        lambda text: TakePile(text),
    ],
)
def test_a_constructor_says_what_reads_text(make: Callable[[Any], object]) -> None:
    """The repr of a card looks as if text made one, so people try it."""
    with pytest.raises(BiribaError, match=r"\.parse"):
        make("4h 5h 6h")


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        (lambda: view_json(anything(STATE)), "expected a View, got State; state.view"),
        (lambda: move_text(anything("draw")), "expected a move, got str; .*parse_move"),
        (lambda: score(FACTS, anything("tiny")), "expected Rules, got str; .*named"),
        (
            lambda: dump(anything(GAME)),
            "expected a Record or a MatchRecord, got Game; ",
        ),
        (lambda: Random(anything(5)), "expected a random.Random, got int"),
        (lambda: derived_seed(anything(True)), "expected a whole number, got bool"),
        (
            lambda: Estimate.mean(anything(None)),
            "several .*, each a number .* got None",
        ),
        (lambda: STATE.play_all(anything(None)), "expected moves in a list, got None"),
        (lambda: points_text(anything("1")), "expected a whole number or a Fraction"),
    ],
)
def test_a_refusal_says_what_was_expected_and_what_given(
    call: Callable[[], object], problem: str
) -> None:
    with pytest.raises(BiribaError, match=problem):
        call()
