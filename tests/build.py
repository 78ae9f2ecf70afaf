"""Situations in the middle of a deal, and what must be true of every state.

`situation` puts a state together from texts, without playing up to it. `check` looks
at everything that holds of any state, whatever the rules. `Player` picks moves, also
bigger ones than those listed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from biriba import (
    BiribakiStatus,
    Cards,
    Discard,
    IllegalMove,
    InvalidRules,
    LayMeld,
    LayOff,
    Meld,
    Move,
    Phase,
    Rules,
    State,
    Suit,
    TakePile,
    View,
    rules,
)
from biriba._options import EmptyStock
from biriba.cards import common, holds, kinds_of, pack, unpack
from biriba.melds import (
    PLACES,
    arrange,
    can_be_wild,
    lay_off_results,
    meld_problem,
    natural_kind,
)
from biriba.moves import DRAW, PASS, TAKE
from biriba.state import deck_of
from biriba.table import Side, Table

RUN_BIRIBA = "5c 6c 7c 8c 9c 10c Jc"
DIRTY_BIRIBA = "5c 6c 7c 8c 9c 10c Jk"
SET_BIRIBA = "Kh Kh Kd Kd Kc Kc Ks"


def situation(
    system: Rules | str,
    hands: Sequence[str],
    *,
    melds: Sequence[Sequence[str]] = (),
    biribaki: Sequence[str] = (),
    pile: str = "",
    stock: str | None = None,
    biribakia: Sequence[str] | None = None,
    turn: int = 0,
    phase: str = "play",
    taken: str = "",
    lone: bool = False,
    opened: Sequence[bool] | None = None,
    bonus_suit: Suit | None = None,
    seats: int | None = None,
    passes: int = 0,
    idle: int = 0,
    bottom: str = "",
) -> State:
    """A state of seat `turn`; what is left out is filled from the rest of the deck.

    Seats without a hand get one card each; `biribaki` says ``none``, ``taken`` or
    ``played`` for each side (the side's first seat is the taker).
    """
    option = rules.named(system) if isinstance(system, str) else system
    seating = option.seating(seats)
    laid = [
        tuple(Meld.parse(text, option) for text in some)
        for some in [*melds, *([()] * seating.sides)][: seating.sides]
    ]
    held = [kinds_of(text) for text in hands]
    named = [k for some in laid for m in some for k in m.kinds]
    named += [k for hand in held for k in hand] + kinds_of(pile)
    named += kinds_of(stock or "")
    named += [k for one in biribakia or () for k in kinds_of(one)]
    rest = deck_of(option, seats)
    for kind in named:
        rest.remove(kind)
    while len(held) < seating.seats:
        held.append([rest.pop()])
    words = [*biribaki, *(["none"] * seating.sides)][: seating.sides]
    untaken = words.count("none") if biribakia is None else len(biribakia)
    packets = [bytes(kinds_of(one)) for one in biribakia or ()]
    if biribakia is None:
        for _ in range(untaken):
            packets.append(bytes(rest[: option.deal.biribaki]))
            rest = rest[option.deal.biribaki :]
    cards = bytes(rest if stock is None else kinds_of(stock))
    sides = tuple(
        Side(some, BiribakiStatus(word), -1 if word == "none" else index)
        for index, (some, word) in enumerate(zip(laid, words, strict=True))
    )
    packed = tuple(pack(hand) for hand in held)
    known = [0] * seating.seats
    known[turn] = common(packed[turn], pack(kinds_of(taken)))
    table = Table(
        rules=option,
        sides=sides,
        turn=turn,
        phase=Phase(phase),
        bonus_suit=bonus_suit,
        pile=bytes(kinds_of(pile)),
        hand_sizes=tuple(len(hand) for hand in held),
        stock_size=len(cards),
        biribakia=tuple(len(one) for one in packets),
        taken=pack(kinds_of(taken)),
        lone=lone,
        opened=tuple(opened) if opened else (False,) * seating.seats,
        known=tuple(known),
        bottom=bytes(kinds_of(bottom)),
        passes=passes,
        idle=idle,
        out=-1,
    )
    return State(table, packed, cards, tuple(packets))


def code(state: State, move: Move | str) -> str:
    """The code of the refusal of a move, or ``""`` where it is legal.

    Asks both `why_not` and `play`, and that a refusal leaves the state as it was.
    """
    before = (hash(state), repr(state), state.history, state.packed_hands)
    why = state.why_not(move)
    try:
        state.play(move)
    except IllegalMove as error:
        assert error.reason == why
        refused = error.reason.code
    else:
        assert why is None
        refused = ""
    assert (hash(state), repr(state), state.history, state.packed_hands) == before
    return refused


# --- What is true of every state -----------------------------------------------------


def check(state: State) -> None:
    """Assert all that is true of any state reached by play."""
    table = state.table
    option = table.rules
    seating = option.seating(table.seats)
    cards = [k for hand in state.packed_hands for k in unpack(hand)]
    cards += [*state.stock_kinds, *table.pile]
    cards += [k for one in state.biribakia_kinds for k in one]
    cards += [k for side in table.sides for m in side.melds for k in m.kinds]
    assert sorted(cards) == sorted(deck_of(option, table.seats)), "cards conserved"

    assert table.hand_sizes == tuple(len(hand) for hand in state.hands)
    assert table.stock_size == len(state.stock_kinds)
    assert table.biribakia == tuple(len(one) for one in state.biribakia_kinds)
    assert (
        table.bottom == state.stock_kinds[len(state.stock_kinds) - len(table.bottom) :]
    )
    for hand, known in zip(state.packed_hands, table.known, strict=True):
        assert common(hand, known) == known, "what is known of a hand is in it"
    if table.phase is not Phase.PLAY:
        assert not table.taken
    for side in table.sides:
        assert (side.taker == -1) == (side.biribaki is BiribakiStatus.NONE)
        for meld in side.melds:
            assert meld_problem(meld, option) is None
    took = sum(side.biribaki is not BiribakiStatus.NONE for side in table.sides)
    if option.stock.when_empty is not EmptyStock.BIRIBAKI:
        assert took + len(table.biribakia) == seating.biribakia

    for seat, size in enumerate(table.hand_sizes):
        assert size or (state.is_over and table.out == seat), "a hand emptied by right"
    assert table.out == -1 or (state.is_over and not table.hand_sizes[table.out])
    moves = list(state.legal_moves)
    assert len(set(moves)) == len(moves)
    if state.is_over:
        assert not moves
        return
    assert moves, "no dead end"
    for move in moves:
        assert state.why_not(move) is None, str(move)
    for seat in range(table.seats):
        view = state.view(seat)
        if seat != state.seat:
            assert not view.legal_moves
            why = view.why_not(moves[0])
            assert why is not None and why.code == "not-your-turn"


def check_end(state: State) -> None:
    """Assert what is true of a finished deal; its facts can be scored."""
    assert state.is_over
    result = state.result()
    out = state.table.out
    went = [side.went_out for side in result.sides]
    assert sum(went) == (out >= 0)
    assert out < 0 or went[out % len(went)]
    for index, (side, facts) in enumerate(zip(state.sides, result.sides, strict=True)):
        assert facts.melds == side.melds and facts.biribaki is side.biribaki
        mine = [
            k
            for seat, hand in enumerate(state.packed_hands)
            if seat % len(went) == index
            for k in unpack(hand)
        ]
        told = [k for hand in facts.hands for k in unpack(hand.packed)]
        told += unpack(facts.unplayed_biribaki.packed)
        assert sorted(told) == sorted(mine)


def reaches(state: State, move: Move, goal: State) -> bool:
    """Whether listed moves of this turn lead to the state that a bigger move makes."""
    laid = move.use if isinstance(move, TakePile) else move
    assert isinstance(laid, (LayMeld, LayOff))
    before = state.view().melds
    index = len(before) if isinstance(laid, LayMeld) else laid.index
    aim = laid.meld if isinstance(laid, LayMeld) else laid.result
    seat, side = state.seat, state.view().side
    seen: set[State] = set()
    stack = [state]
    while stack:
        now = stack.pop()
        for step in now.legal_moves:
            if isinstance(step, TakePile) != (now.phase is Phase.DRAW):
                continue
            part = step.use if isinstance(step, TakePile) else step
            if isinstance(part, LayOff):
                at, made = part.index, part.result
            elif isinstance(part, LayMeld):
                at, made = len(now.sides[side].melds), part.meld
            else:
                continue
            if at != index or not holds(aim.packed, made.packed):
                continue
            after = now.play(step)
            if after == goal:
                return True
            if after.seat == seat and not after.is_over and after not in seen:
                seen.add(after)
                stack.append(after)
    return False


# --- Players -------------------------------------------------------------------------


class Player:
    """Plays at random, but likes to lay and to try moves bigger than those listed."""

    def __init__(self, rng: random.Random, lays: float = 0.8) -> None:
        self.rng = rng
        self.lays = lays

    def pick(self, state: State) -> Move:
        """A legal move."""
        if self.rng.random() < 0.4:
            for move in self.tries(state.view(), 3):
                if state.why_not(move) is None:
                    return move
        moves = list(state.legal_moves)
        if self.rng.random() < self.lays:
            laying = [m for m in moves if isinstance(m, (LayMeld, LayOff, TakePile))]
            if laying:
                return self.rng.choice(laying)
        return self.rng.choice(moves)

    def tries(self, view: View, count: int) -> Iterator[Move]:
        """Moves that may be legal or not, most of them of several cards."""
        for _ in range(count):
            if view.phase is Phase.DRAW:
                yield from self._draws(view)
            else:
                yield from self._lays(view, view.packed)
            plain: tuple[Move, ...] = (DRAW, TAKE, PASS)
            yield self.rng.choice(plain)
            yield Discard(self.rng.choice(list(view.hand)))

    def _draws(self, view: View) -> Iterator[Move]:
        pile = view.table.pile
        if not pile:
            return
        few = self.rng.random() < 0.5
        heap = pack([*unpack(view.packed), *(pile[-1:] if few else pile)])
        for move in self._lays(view, heap):
            yield TakePile(move)

    def _lays(self, view: View, heap: int) -> Iterator[LayMeld | LayOff]:
        rng = self.rng
        option = view.rules
        held = unpack(heap)
        wild = [k for k in held if can_be_wild(k, option)]
        suit, rank = rng.randrange(option.deal.suits), rng.randrange(option.deal.ranks)
        size, start = rng.randint(3, 8), rng.randint(1, PLACES - 2)
        left, spare = list(held), list(wild)
        some: list[int] = []
        for place in range(start, min(start + size, PLACES + 1)):
            own = natural_kind(suit, place)
            if own in left:
                some.append(own)
                left.remove(own)
            elif spare and rng.random() < 0.5:
                some.append(spare.pop(rng.randrange(len(spare))))
        alike = [k for k in held if k >> 2 == rank]
        alike = rng.sample(alike, rng.randint(min(2, len(alike)), len(alike)))
        alike += rng.sample(wild, rng.randint(0, min(2, len(wild))))
        for chosen in (some, alike):
            if melds := arrange(Cards(pack(chosen)), option):
                yield LayMeld(rng.choice(melds))
        if view.melds:
            index = rng.randrange(len(view.melds))
            meld = view.melds[index]
            near = [k for k in held if k & 3 == meld.kinds[0] & 3 or k in wild]
            if near:
                more = rng.sample(near, rng.randint(1, min(4, len(near))))
                if results := lay_off_results(meld, Cards(pack(more)), option):
                    yield LayOff(index, rng.choice(results))


def play_out(state: State, player: Player, most: int = 4000) -> State:
    """Play a deal to its end, looking at every state on the way.

    Moves beyond the listed ones are tried on the way: a refusal changes nothing, and
    what a legal one reaches, listed moves reach.
    """
    check(state)
    for _ in range(most):
        if state.is_over:
            check_end(state)
            return state
        listed = set(state.legal_moves)
        for move in player.tries(state.view(), 1):
            if not code(state, move) and move not in listed:
                assert reaches(state, move, state.play(move)), str(move)
        state = state.play(player.pick(state))
        check(state)
    raise AssertionError("the deal does not end")


def combinations_of_variants(preset: str) -> list[str]:
    """The names of all combinations of a preset's variants that may be combined."""
    names = [preset]
    for variant in rules.variants_of(preset):
        for name in list(names):
            try:
                names.append(rules.named(f"{name}+{variant.name}").name)
            except InvalidRules:
                continue
    return names
