"""For those who test programs built on biriba: states to start from, and checks.

:func:`scenario` builds a state from texts, without playing up to it.
:func:`check_state` lists whatever is inconsistent in a state. :func:`random_states` and
:func:`random_deal` play at random. :func:`any_card`, :func:`any_cards`,
:func:`any_rules`, :func:`any_meld` and :func:`any_state` are strategies for Hypothesis,
which is imported only when one of them is called; biriba itself does not need it.

Nothing here is used by the rest of biriba.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from biriba._checks import expect, expect_all
from biriba._options import EmptyStock, Json, MeldKind, Rules, TurnedJoker, checked
from biriba.cards import KINDS, MOST, Card, Cards, CardsLike, holds, kinds_of, text_of
from biriba.cards import unpack as _unpack
from biriba.documents import rules_json
from biriba.errors import InvalidRules, InvalidState
from biriba.melds import Meld, meld_problem, natural_kind, readings, spelled
from biriba.moves import Phase
from biriba.players import Random
from biriba.position import REST, load_position
from biriba.rules import PRESETS, named, variants_of
from biriba.scoring import BiribakiStatus
from biriba.state import State, deck_of, deck_problems
from biriba.table import Side, Table

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

__all__ = [
    "any_card",
    "any_cards",
    "any_meld",
    "any_rules",
    "any_state",
    "check_state",
    "random_deal",
    "random_states",
    "scenario",
]


# --- Building ----------------------------------------------------------------------


def scenario(
    rules: Rules | str,
    *,
    hands: Sequence[CardsLike] = (),
    melds: Sequence[Sequence[Meld | str]] = (),
    biribaki: Sequence[str] = (),
    pile: CardsLike = "",
    stock: str = REST,
    seat: int = 0,
    phase: str = "play",
    seats: int | None = None,
    taken: CardsLike = "",
    bonus_suit: str | None = None,
    more: Mapping[str, Json] | None = None,
) -> State:
    """A state in the middle of a deal, written as texts.

    Args:
        rules: Rules, or their name.
        hands: The hands from seat 0 on. A seat left out holds one card, whichever is
            left over, so that no hand is empty by accident.
        melds: For each side from 0 on, its melds; sides left out have none.
        biribaki: For each side ``none``, ``taken`` or ``played``.
        pile: The discard pile, bottom first.
        stock: The stock, top card first; the word ``rest`` at its end stands for all
            cards named nowhere else.
        seat: The seat to play.
        phase: ``draw``, ``play``, ``name`` or ``over``.
        seats: The number of seats; the usual one if left out.
        taken: What the seat to play took from the pile in this turn.
        bonus_suit: ``h``, ``d``, ``c`` or ``s``.
        more: Further keys of a position (see :mod:`biriba.position`).

    Raises:
        InvalidState: with every problem found, as
            :func:`~biriba.position.load_position`.
        InvalidRules: if rules of that name do not exist, or not for so many seats.
        NotationError: if a hand, the pile or `taken` holds something that is no card.

    >>> state = scenario("classic-5000", hands=["5h 6h 7h 9s Kd"])
    >>> print(*state.legal_moves, sep="; ")
    meld 5h 6h 7h; discard 5h; discard 6h; discard 7h; discard Kd; discard 9s
    """
    option = named(rules) if isinstance(rules, str) else checked(rules)
    seating = option.seating(seats)
    held = [
        text_of(kinds_of(hand))
        for hand in expect_all(hands, object, words="the cards of a hand")
    ]
    laid = [
        expect_all(some, Meld, str)
        for some in expect_all(melds, object, words="the melds of a side")
    ]
    statuses = expect_all(biribaki, str, words="none, taken or played")
    left_out = max(0, seating.seats - len(held))
    sides: list[Json] = []
    for index in range(max(seating.sides, len(laid), len(statuses))):
        some = laid[index] if index < len(laid) else ()
        texts: list[Json] = [m if isinstance(m, str) else spelled(m) for m in some]
        word = statuses[index] if index < len(statuses) else "none"
        sides.append({"melds": texts, "biribaki": word})
    position: dict[str, object] = {
        "rules": rules_json(option),
        "seats": seating.seats,
        "hands": [*held, *[""] * left_out],
        "sides": sides,
        "discard_pile": text_of(kinds_of(pile)),
        "stock": stock,
        "seat": seat,
        "phase": phase,
        "taken": text_of(kinds_of(taken)),
        "bonus_suit": bonus_suit,
        **expect(more or {}, Mapping, words="further keys in a dict"),
    }
    state = load_position(position)
    spare = state.stock_kinds[len(state.stock_kinds) - left_out :]
    if not left_out or REST not in stock or len(spare) < left_out:
        return state
    position["hands"] = [*held, *[text_of([kind]) for kind in spare]]
    return load_position(position)


# --- Checking ----------------------------------------------------------------------


def check_state(state: State) -> list[str]:
    """Everything that is inconsistent in a state; empty for one reached by play.

    Whether the cards are those of the deck; whether melds are legal; whether what is
    counted agrees with what is there; whether the biribakia add up; and whether the
    seat to play has a legal move. How a state came about is not looked at.

    >>> import attrs, biriba
    >>> state = biriba.State.deal(biriba.rules.CLASSIC_5000, seed=7)
    >>> check_state(state)
    []
    >>> check_state(attrs.evolve(state, stock_kinds=state.stock_kinds[1:]))
    ['the deal lacks 5h (1 of 2)', 'stock_size is 41; the stock has 40']
    """
    given: object = state
    if not isinstance(given, State):
        return [f"not a State but {type(given).__name__}"]
    return (
        _shape_problems(state)
        or [*_card_problems(state), *_side_problems(state), *_turn_problems(state)]
        or _move_problems(state)
    )


def _shape_problems(state: State) -> list[str]:
    """What keeps a state from being looked at any further."""
    table = state.table
    try:
        seating = table.rules.seating(table.seats)
    except InvalidRules as error:
        return list(error.problems)
    found: list[str] = []
    for name, values, wanted in (
        ("hands", state.packed_hands, seating.seats),
        ("sides", table.sides, seating.sides),
        ("opened", table.opened, seating.seats),
        ("known", table.known, seating.seats),
    ):
        if len(values) != wanted:
            found.append(f"{name}: there are {len(values)}, and should be {wanted}")
    for name, packed in (
        *((f"hand of seat {i}", hand) for i, hand in enumerate(state.packed_hands)),
        *((f"known of seat {i}", known) for i, known in enumerate(table.known)),
        ("taken", table.taken),
    ):
        try:
            Cards(packed)
        except InvalidState as error:
            found.append(f"{name}: {error}")
    for name, kinds in (
        ("stock", state.stock_kinds),
        ("pile", table.pile),
        *((f"biribaki {i}", one) for i, one in enumerate(state.biribakia_kinds)),
    ):
        if any(kind >= KINDS for kind in kinds):
            found.append(f"{name}: not kinds of cards, 0 to {KINDS - 1}")
    if table.turn not in range(seating.seats):
        found.append(f"there is no seat {table.turn} to play")
    return found


def _card_problems(state: State) -> list[str]:
    """The deck, and everything that counts cards."""
    table = state.table
    cards = [*state.stock_kinds, *table.pile]
    for hand in state.packed_hands:
        cards += _unpack(hand)
    for heap in state.biribakia_kinds:
        cards += heap
    for side in table.sides:
        for meld in side.melds:
            cards += meld.kinds
    found = deck_problems(cards, deck_of(table.rules, table.seats), "the deal")
    sizes = tuple(len(hand) for hand in state.hands)
    if table.hand_sizes != sizes:
        found.append(f"hand_sizes is {table.hand_sizes}; the hands have {sizes}")
    if table.stock_size != len(state.stock_kinds):
        found.append(
            f"stock_size is {table.stock_size}; the stock has {len(state.stock_kinds)}"
        )
    heaps = tuple(len(heap) for heap in state.biribakia_kinds)
    if table.biribakia != heaps:
        found.append(f"biribakia is {table.biribakia}; the biribakia have {heaps}")
    size = table.rules.deal.biribaki
    if any(heap != size for heap in heaps):
        found.append(f"a biribaki has {size} cards, not {heaps}")
    if not state.stock_kinds.endswith(table.bottom):
        found.append("bottom is not the bottom of the stock")
    for seat, (hand, known) in enumerate(
        zip(state.packed_hands, table.known, strict=True)
    ):
        if not holds(hand, known):
            found.append(f"seat {seat} does not hold what is known of its hand")
    return found


def _side_problems(state: State) -> list[str]:
    """Melds and biribakia."""
    table = state.table
    rules = table.rules
    found: list[str] = []
    for index, side in enumerate(table.sides):
        for meld in side.melds:
            problem = meld_problem(meld, rules)
            if problem is not None:
                found.append(f"side {index}, {meld}: {problem}")
        found += _taker_problems(index, side, table)
    for seat, opened in enumerate(table.opened):
        if opened and not table.sides[seat % len(table.sides)].melds:
            found.append(f"seat {seat} has opened and its side has no meld")
    gone = sum(side.biribaki is not BiribakiStatus.NONE for side in table.sides)
    there = rules.seating(table.seats).biribakia
    left = len(state.biribakia_kinds)
    turned_to_stock = rules.stock.when_empty is EmptyStock.BIRIBAKI
    if gone + left > there or (gone + left < there and not turned_to_stock):
        found.append(f"biribakia: {gone} taken and {left} left of {there}")
    return found


def _taker_problems(index: int, side: Side, table: Table) -> list[str]:
    if side.biribaki is BiribakiStatus.NONE:
        if side.taker != -1:
            return [f"side {index} has a taker and no biribaki"]
    elif side.taker not in range(index, table.seats, len(table.sides)):
        return [f"side {index}: seat {side.taker} took its biribaki, which is not its"]
    return []


def _turn_problems(state: State) -> list[str]:
    """The phase, and what belongs to it."""
    table = state.table
    deal = table.rules.deal
    found: list[str] = []
    if table.phase is Phase.NAME_SUIT and not (
        deal.bonus_suit and deal.turned_joker is TurnedJoker.FIRST_SEAT
    ):
        found.append("these rules name no bonus suit")
    if table.bonus_suit is not None and not deal.bonus_suit:
        found.append("these rules have no bonus suit")
    if table.taken and table.phase is not Phase.PLAY:
        found.append("cards were taken outside the phase play")
    if table.lone and table.phase in (Phase.DRAW, Phase.NAME_SUIT):
        found.append("a pile was taken before the draw")
    if min(table.passes, table.idle) < 0:
        found.append("passes and idle count from 0")
    if table.out != -1:
        if not state.is_over:
            found.append(f"seat {table.out} went out and the deal is not over")
        elif table.out not in range(table.seats) or state.packed_hands[table.out]:
            found.append(f"seat {table.out} went out and has no empty hand")
    for seat, hand in enumerate(state.packed_hands):
        if not hand and seat != table.out:
            found.append(f"seat {seat} has no cards and did not go out")
    return found


def _move_problems(state: State) -> list[str]:
    if state.is_over or state.legal_moves:
        return []
    return [f"seat {state.seat} has no legal move"]


# --- Random play -------------------------------------------------------------------


def random_states(
    rules: Rules, seats: int | None = None, *, seed: int
) -> Iterator[State]:
    """A deal played at random, state by state, from the first to the last.

    The seed gives the shuffle and every choice.

    Raises:
        InvalidRules: if the system has no such number of seats.
        InvalidState: if the seed is no integer.

    >>> from biriba import rules
    >>> states = list(random_states(rules.GREEK_351, seed=1))
    >>> states[0].phase.value, states[-1].is_over
    ('draw', True)
    """
    state = State.deal(rules, seats, seed=seed)
    player = Random(random.Random(seed))
    yield state
    while not state.is_over:
        state = state.play(player.choose(state.view()))
        yield state


def random_deal(
    rules: Rules, seats: int | None = None, *, seed: int, moves: int | None = None
) -> State:
    """A deal played at random to its end, or for so many moves.

    Raises:
        InvalidRules: if the system has no such number of seats.
        InvalidState: if the seed is no integer.

    >>> from biriba import rules
    >>> random_deal(rules.CLASSIC_5000, seed=1).is_over
    True
    >>> len(random_deal(rules.CLASSIC_5000, seed=1, moves=10).history)
    10
    """
    states = random_states(rules, seats, seed=seed)
    last = next(states)
    for number, state in enumerate(states, 1):
        if number - 1 == moves:
            break
        last = state
    return last


# --- Strategies --------------------------------------------------------------------


def any_card() -> SearchStrategy[Card]:
    """A strategy for any card, the joker too."""
    from hypothesis import strategies as st

    return st.integers(0, KINDS - 1).map(Card.of_kind)


def any_cards(most: int = 20) -> SearchStrategy[Cards]:
    """A strategy for any heap of at most `most` cards, with few or many twins."""
    from hypothesis import strategies as st

    few = st.lists(st.integers(0, 5).map(Card.of_kind), max_size=most)
    many = st.lists(any_card(), max_size=most)
    return st.one_of(many, few).map(_heap)


def _heap(cards: list[Card]) -> Cards:
    """A heap without the eighth twins."""
    return Cards.of(c for i, c in enumerate(cards) if cards[:i].count(c) < MOST)


def any_rules(preset: str | None = None) -> SearchStrategy[Rules]:
    """A strategy for the published systems with any of their variants.

    `preset` keeps to one of them.

    Raises:
        InvalidRules: if there is no such preset.
    """
    from hypothesis import strategies as st

    if preset is not None:
        named(preset)
    names = [preset] if preset is not None else list(PRESETS)
    return st.sampled_from([name for one in names for name in _combinations(one)]).map(
        named
    )


def _combinations(preset: str) -> list[str]:
    """The names of a preset with every choice of variants that go together."""
    names = [preset]
    for variant in variants_of(preset):
        for name in list(names):
            longer = f"{name}+{variant.name}"
            try:
                named(longer)
            except InvalidRules:
                continue
            names.append(longer)
    return names


def any_meld(rules: Rules, kind: MeldKind | None = None) -> SearchStrategy[Meld]:
    """A strategy for melds that are legal under rules; `kind` keeps to runs or sets."""
    from hypothesis import assume
    from hypothesis import strategies as st

    checked(rules)
    expect(kind, MeldKind, type(None))
    kinds = [kind] if kind is not None else list(MeldKind)

    @st.composite
    def melds(draw: st.DrawFn) -> Meld:
        wanted = draw(st.sampled_from(kinds))
        if wanted is MeldKind.RUN:
            suit = draw(st.integers(0, rules.deal.suits - 1))
            first = draw(st.integers(3, max(3, rules.deal.ranks - 2)))
            size = draw(st.integers(3, max(3, rules.deal.ranks + 1 - first)))
            laid = [natural_kind(suit, first + i) for i in range(size)]
        else:
            rank = draw(st.integers(2, rules.deal.ranks - 1))
            suits = st.integers(0, rules.deal.suits - 1)
            laid = [4 * rank + s for s in draw(st.lists(suits, min_size=3, max_size=8))]
        if draw(st.booleans()):
            laid[draw(st.integers(0, len(laid) - 1))] = KINDS - 1
        found = [meld for meld in readings(laid, rules) if meld.kind is wanted]
        assume(found)
        return draw(st.sampled_from(found))

    return melds()


def any_state(
    rules: Rules | None = None, seats: int | None = None
) -> SearchStrategy[State]:
    """A strategy for states reached by random play, from the deal to its end.

    Any published system with any of its variants, unless `rules` are given; any number
    of seats that the system has, unless `seats` says one.

    >>> from hypothesis import given
    >>> @given(any_state())
    ... def test_a_refusal_changes_nothing(state):
    ...     before = hash(state)
    ...     state.why_not("discard Jk")
    ...     assert hash(state) == before
    """
    from hypothesis import strategies as st

    systems = any_rules() if rules is None else st.just(checked(rules))

    @st.composite
    def states(draw: st.DrawFn) -> State:
        option = draw(systems)
        offered = [s.seats for s in option.seatings] if seats is None else [seats]
        chosen = draw(st.sampled_from(offered))
        # Late states are as likely as early ones; shrinking leads to the deal.
        moves = draw(st.integers(0, 300))
        return random_deal(
            option, chosen, seed=draw(st.integers(0, 1 << 32)), moves=moves
        )

    return states()
