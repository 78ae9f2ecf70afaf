"""What a seat may not see does not reach it: not by a view, a refusal, a log or bytes.

The method: make another world that looks the same to one seat, with the hidden cards
exchanged, and ask both for everything that the seat can be told. Whatever differs is
a leak.
"""

from __future__ import annotations

import copy
import json
import pickle
import random
from collections.abc import Iterator

import attrs
import pytest

from biriba import (
    AmbiguousMove,
    BiribaError,
    Card,
    Discard,
    DrawStock,
    InvalidState,
    LayMeld,
    Rules,
    State,
    View,
    rules,
)
from biriba.cards import pack, unpack
from biriba.game import Game, public_log
from biriba.view_json import view_json
from recorded import choose, played, playing

SYSTEMS = [
    ("classic-5000", 4),
    ("classic-5000+joker-to-first-seat", 3),
    ("canasta-2000", 4),
    ("greek-351+pile-for-melds", 2),
]


def other_world(state: State, seat: int, rng: random.Random) -> State:
    """A state that a seat cannot tell from this one: the hidden cards exchanged."""
    table = state.table
    buried = len(table.bottom)
    stock = list(state.stock_kinds)
    free = stock[: len(stock) - buried]
    for one in state.biribakia_kinds:
        free += one
    kept = []
    for other, packed in enumerate(state.packed_hands):
        known = packed if other == seat else table.known[other]
        kept.append(unpack(known))
        free += unpack(packed - known)
    rng.shuffle(free)

    def take(count: int) -> list[int]:
        taken = free[:count]
        del free[:count]
        return taken

    hands = tuple(
        pack(cards + take(size - len(cards)))
        for cards, size in zip(kept, table.hand_sizes, strict=True)
    )
    biribakia = tuple(bytes(take(len(one))) for one in state.biribakia_kinds)
    new_stock = bytes(take(len(stock) - buried) + stock[len(stock) - buried :])
    assert not free
    return State(table, hands, new_stock, biribakia)


def refusals(view: View) -> Iterator[str]:
    """What a seat is told about every card and some melds, and about nonsense."""
    probes = ["draw", "take", "pass", "name h", "fold", "lay 9: Ah 2h 3h", "lay 0 + Jk"]
    probes += [f"discard {Card.of_kind(kind)}" for kind in range(53)]
    for suit in "hdcs":
        probes += [
            f"meld 3{suit} 4{suit} 5{suit}",
            f"take with meld 9{suit} Jk J{suit}",
        ]
    probes += ["meld 9h 9d 9c", "take with lay 0: 3h 4h 5h 6h", "lay 1 + 9c"]
    for probe in probes:
        try:
            reason = view.why_not(probe)
        except (AmbiguousMove, BiribaError) as error:
            yield f"{type(error).__name__} {error} {error.args}"
        else:
            yield f"{reason} {reason!r} {reason and reason.data}"


def everything_told(view: View) -> list[object]:
    return [
        view,
        repr(view),
        hash(view),
        json.dumps(view_json(view)),
        [str(move) for move in view.legal_moves],
        repr(view.legal_moves),
        list(refusals(view)),
        repr(view.history),
        pickle.dumps(attrs.evolve(view, table=attrs.evolve(view.table, history=None))),
    ]


def moments(name: str, players: int, seed: int, every: int) -> Iterator[Game]:
    for number, game in enumerate(playing(rules.named(name), players, seed=seed)):
        if number % every == 0 or game.state.is_over:
            yield game


@pytest.mark.parametrize(("name", "players"), SYSTEMS)
def test_a_seat_cannot_tell_the_hidden_cards_apart(name: str, players: int) -> None:
    """A view, its moves, refusals, texts and bytes depend on nothing hidden."""
    rng = random.Random(1)
    differed = 0
    for game in moments(name, players, 7, 80):
        for seat in range(players):
            state = game.state
            other = other_world(state, seat, rng)
            differed += other != state
            assert everything_told(other.view(seat)) == everything_told(
                state.view(seat)
            )
    assert differed > players


@pytest.mark.parametrize(("name", "players"), SYSTEMS)
def test_an_illegal_move_is_refused_alike(name: str, players: int) -> None:
    """The exception that `play` raises is the acting seat's own knowledge."""
    rng = random.Random(2)
    for game in moments(name, players, 8, 60):
        one, other = game.state, other_world(game.state, game.state.seat, rng)
        for kind in range(53):
            move = Discard(Card.of_kind(kind))
            told = []
            for state in (one, other):
                try:
                    state.play(move)
                except BiribaError as error:
                    told.append(f"{error} {error!r} {error.args}")
                else:
                    told.append("played")
            assert told[0] == told[1]


@pytest.mark.parametrize(("name", "players"), SYSTEMS)
def test_logs_do_not_tell_what_others_received(name: str, players: int) -> None:
    """A log is made of the views of one seat, and they are alike in both worlds."""
    rng = random.Random(3)
    game = played(rules.named(name), players, seed=9, most=120)
    states = list(game.states)
    for seat in range(players):
        here = public_log([state.view(seat) for state in states])
        there = public_log([other_world(s, seat, rng).view(seat) for s in states])
        assert here == there == game.log(seat)
        assert [entry.to_json() for entry in here] == [e.to_json() for e in there]
        for entry in here:
            if entry.seat != seat:
                assert not entry.received
                assert str(entry) == f"{entry.number}. seat {entry.seat}: {entry.move}"


def test_a_log_tells_what_the_seat_itself_received() -> None:
    for name, players in SYSTEMS:
        for seed in range(1):
            game = played(rules.named(name), players, seed=seed, most=900)
            received = [[] for _ in range(players)]  # type: list[list[int]]
            for before, after in zip(game.states, game.states[1:], strict=False):
                gone = len(before.stock) - len(after.stock)
                taken = [
                    kind
                    for one in before.biribakia_kinds[
                        : len(before.biribakia) - len(after.biribakia)
                    ]
                    for kind in one
                ]
                received[before.seat] += [*before.stock_kinds[:gone], *taken]
            for seat in range(players):
                told: list[int] = []
                for entry in game.log(seat):
                    told += unpack(entry.received.packed)
                assert sorted(told) == sorted(received[seat])


def test_a_log_reads_like_this() -> None:
    game = Game.deal(rules.CLASSIC_5000, seed=7)
    drawn = game.state.stock[0]
    game.play("draw")
    (mine,), (theirs,) = game.log(0), game.log(1)
    assert str(mine) == f"1. seat 0: draw (received {drawn})"
    assert str(theirs) == "1. seat 0: draw"
    assert theirs.to_json() == {"number": 1, "seat": 0, "move": "draw", "received": ""}


def test_a_log_takes_the_views_of_one_seat_in_order() -> None:
    game = played(rules.CLASSIC_5000, seed=7, most=4)
    views = [state.view(0) for state in game.states]
    for wrong in (
        views[::-1],
        [views[0], views[2]],
        [views[0], views[0]],
        [views[0], game.states[1].view(1)],
    ):
        with pytest.raises(InvalidState, match="one seat's views, move by move"):
            public_log(wrong)
    assert public_log(views[:1]) == public_log([]) == ()
    with pytest.raises(InvalidState, match="no seat 4"):
        game.log(4)
    with pytest.raises(InvalidState, match="no seat 4"):
        game.view(4)
    assert game.view(2) == game.state.view(2)


@pytest.mark.parametrize("seat", range(4))
def test_the_argument_seat_is_not_ignored(seat: int) -> None:
    state = played(rules.CLASSIC_5000, seed=5, most=30).state
    assert view_json(state.view(seat))["hand"] == str(state.hands[seat])
    assert view_json(state.view(seat))["seat"] == seat


def reachable(value: object) -> Iterator[object]:
    """Everything that hangs on an object, as somebody who digs would find it."""
    seen: set[int] = set()
    rest = [value]
    while rest:
        one = rest.pop()
        if id(one) in seen or isinstance(one, Rules):
            continue
        seen.add(id(one))
        yield one
        if isinstance(one, dict):
            rest += [*one.keys(), *one.values()]
        elif isinstance(one, (list, tuple, set, frozenset)):
            rest += one
        else:
            for cls in type(one).__mro__:
                for name in getattr(cls, "__slots__", ()):
                    if name != "__weakref__" and hasattr(one, name):
                        rest.append(getattr(one, name))
            rest += vars(one).values() if hasattr(one, "__dict__") else []


def test_nothing_hidden_hangs_on_a_view() -> None:
    """No reference leads from a view to a state, a hand, the stock or the deck."""
    game = played(rules.CLASSIC_5000, seed=5, most=30)
    state = game.state
    view = state.view(1)
    assert list(view.legal_moves) or True
    hidden = {state.packed_hands[0], state.packed_hands[2], state.packed_hands[3]}
    hidden |= {pack(one) for one in state.biribakia_kinds}
    texts = {state.stock_kinds, *state.biribakia_kinds}
    found = list(reachable(view)) + list(reachable(view.legal_moves))
    assert len(found) > 50
    for one in found:
        assert not isinstance(one, (State, Game))
        assert not (type(one) is int and one in hidden)
        assert not (isinstance(one, bytes) and one in texts)


def test_refusals_name_only_cards_that_were_named_or_are_seen() -> None:
    game = played(rules.CLASSIC_5000, seed=6, most=31)
    view = game.state.view()
    for kind in range(53):
        card = Card.of_kind(kind)
        reason = view.why_not(Discard(card))
        if reason is not None:
            assert set(dict(reason.data).values()) <= {str(card)}


def test_copies_and_pickles_of_views_are_equal_views() -> None:
    state = played(rules.CLASSIC_5000, seed=5, most=12).state
    view = state.view(3)
    assert copy.deepcopy(view) == view
    assert pickle.loads(pickle.dumps(view)) == view


def test_a_view_as_json_says_what_the_view_says() -> None:
    """G4: "The pile is open: everyone may look through it", the melds lie face up."""
    for game in moments("canasta-2000", 4, 3, 15):
        state = game.state
        data = json.loads(json.dumps(view_json(state.view())))
        assert data["discard_pile"].split() == [str(c) for c in state.discard_pile]
        assert data["hand_sizes"] == [len(hand) for hand in state.hands]
        assert data["stock_size"] == len(state.stock)
        assert data["biribaki_sizes"] == [len(one) for one in state.biribakia]
        assert data["turn"] == state.seat
        assert data["phase"] == state.phase.value
        assert data["bonus_suit"] is None
        assert data["out"] == (state.table.out if state.table.out >= 0 else None)
        assert len(data["history"]) == len(state.history)
        for text in data["legal_moves"]:
            assert state.why_not(text) is None
        for side, told in zip(state.sides, data["sides"], strict=True):
            assert told["melds"] == [str(meld) for meld in side.melds]
            assert told["biribaki"] == side.biribaki.value
            assert told["taker"] == (None if side.taker < 0 else side.taker)
    assert state.is_over
    assert data["legal_moves"] == []


def test_the_bonus_suit_is_open() -> None:
    state = Game.deal(rules.CLASSIC_5000, seed=7).state
    assert state.bonus_suit is not None
    assert view_json(state.view(0))["bonus_suit"] == state.bonus_suit.letter


def test_another_world_goes_its_own_way() -> None:
    """The method itself: worlds that look alike are not the same deal."""
    rng = random.Random(4)
    state = State.deal(rules.CLASSIC_5000, seed=1)
    others = [other_world(state, 0, rng) for _ in range(5)]
    assert len({state, *others}) == 6
    drawn = {other.play(DrawStock()).packed_hands[0] for other in others}
    assert len(drawn) > 1
    assert choose(state, rng) in state.legal_moves
    assert LayMeld not in {type(m) for m in state.legal_moves}
