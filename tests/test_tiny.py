"""The two legalities agree, on decks so small that every move can be asked about.

`legality.why_not` is the law; `generation.generate` lists a generating set fast. On
decks of five ranks and two suits, under options of every kind, two things hold in each
state looked at, for *every* move that there could be: what is listed is legal; and what
a legal move reaches, listed moves of the same turn reach too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement

import pytest

from biriba import (
    Card,
    Discard,
    LayMeld,
    LayOff,
    Meld,
    Move,
    Phase,
    Rank,
    Rules,
    Run,
    Set,
    State,
    Suit,
    TakePile,
    _lay_offs,
    _lists,
    load_position,
    rules,
)
from biriba.cards import KINDS, holds, kinds_of, pack
from biriba.errors import InvalidState
from biriba.melds import PLACES, can_be_wild, meld_problem, natural_kind
from biriba.moves import DRAW, PASS, TAKE
from biriba.state import deck_of
from build import Player, check, check_end, reaches, situation

RATIO: dict[str, object] = {"limit": None, "naturals_per_wild": 2}
CANASTA: dict[str, object] = {
    "wild": RATIO,
    "pile": {
        "take": "top-card",
        "new_meld": True,
        "hand_naturals": 2,
        "rediscard": "free",
    },
    "biriba": {"sets": False},
    "biribaki": {"when": "first-biriba"},
    "prices": {"unplayed_exempt": False},
    "going_out": {"by_discard": False, "run_and_set": True},
    "deal": {"bury_wild_cards": True},
}
GREEK: dict[str, object] = {
    "seatings": [{"seats": 4, "sides": 2, "biribakia": 2}],
    "default_seats": 4,
    "deal": {"hand": 3, "biribaki": 3},
    "melds": {"own_first": True, "set_of_twos": False},
    "pile": {"take": "any-card", "rediscard": "free"},
    "biriba": {"length": 3},
    "biribaki": {"needs_biriba": False},
    "going_out": {"by_discard": False, "clean_biribas": 1},
}


def _with(base: Mapping[str, object], **groups: dict[str, object]) -> dict[str, object]:
    """Options with some groups changed further."""
    changed = dict(base)
    for group, options in groups.items():
        old = changed.get(group, {})
        assert isinstance(old, dict)
        changed[group] = {**old, **options}
    return changed


SYSTEMS: dict[str, dict[str, object]] = {
    "tiny": {},
    "ratio": {"wild": RATIO},
    "ratio of one": {"wild": {"limit": None, "naturals_per_wild": 1}},
    "no limit but two natural cards": {"wild": {"limit": 3}},
    "one natural card": {"wild": {"min_naturals": 1, "limit": 2}},
    "three natural cards": {"wild": {"min_naturals": 3}},
    "wild cards stay": {"wild": {"relocate": False, "limit": 2}},
    "no wild twos": {"wild": {"twos": False}},
    "no sets": {"melds": {"sets": False}},
    "small sets, short runs": {"melds": {"max_set_naturals": 3, "longest_run": 4}},
    "only a lone card": {"pile": {"rediscard": "lone-card"}},
    "no wild card last": {"going_out": {"last_discard_natural": True}},
    "no way out": {"going_out": {"biribas": 3}},
    "dead cards": {"stock": {"dead_cards": 2}},
    "the stock ends it": {"stock": {"when_empty": "end"}},
    "a biribaki is the stock": {"stock": {"when_empty": "biribaki"}},
    "joker to the first seat": {"deal": {"turned_joker": "first-seat"}},
    "canasta": CANASTA,
    "canasta, one wild card": _with(
        CANASTA, wild={"limit": 1, "naturals_per_wild": None}
    ),
    "canasta, wild cards stay": _with(CANASTA, wild={"relocate": False}),
    "canasta, aces high": _with(CANASTA, melds={"ace_low": False}),
    "canasta, three wild cards": _with(
        CANASTA, wild={"limit": 3, "naturals_per_wild": None}
    ),
    "canasta, no new meld": _with(
        CANASTA, pile={"new_meld": False, "hand_naturals": 0}
    ),
    "usual": {
        "pile": {"rediscard": "free"},
        "biribaki": {"needs_biriba": False},
        "melds": {"set_of_twos": False},
    },
    "burraco": {
        "pile": {"rediscard": "lone-card"},
        "biribaki": {"needs_biriba": False},
        "melds": {"set_of_twos": False},
        "going_out": {"last_discard_natural": True},
        "stock": {"when_empty": "end", "dead_cards": 2},
    },
    "buraco": {
        "melds": {"sets": False},
        "pile": {"take": "top-card", "new_meld": True, "rediscard": "free"},
        "biribaki": {"needs_biriba": False},
        "going_out": {"by_discard": False, "clean_biribas": 1},
        "stock": {"when_empty": "biribaki"},
    },
    "greek": GREEK,
    "greek, ratio": _with(GREEK, wild=RATIO),
    "greek, new melds": _with(GREEK, pile={"new_meld": True}),
    "greek, new melds, ratio": _with(GREEK, pile={"new_meld": True}, wild=RATIO),
}
STATES = 25
EARNED = 150  # where the pile must be earned, there is more to look for


@lru_cache(maxsize=4)
def all_melds(system: Rules) -> tuple[Meld, ...]:
    """Every meld that the cards of the deck can make, by trying all of them."""
    deck = pack(deck_of(system))
    wild = [k for k in range(KINDS) if can_be_wild(k, system) and deck >> 4 * k & 15]
    each = system.wild.naturals_per_wild or 1
    most = system.wild.limit or min(6, PLACES // (each + 1))
    found: list[Meld] = []

    def grow(suit: int, start: int, kinds: list[int], left: int, wilds: int) -> None:
        if len(kinds) > 2:
            found.append(Run(bytes(kinds), Suit(suit), start))
        own = natural_kind(suit, start + len(kinds))
        if start + len(kinds) <= PLACES:
            for kind in {own, *wild}:
                more = wilds + (kind != own)
                if left >> 4 * kind & 15 and more <= most:
                    grow(suit, start, [*kinds, kind], left - (1 << 4 * kind), more)

    for suit in range(system.deal.suits):
        for start in range(1, PLACES - 1):
            grow(suit, start, [], deck, 0)
    for rank in range(system.deal.ranks):
        own = [4 * rank + suit for suit in range(system.deal.suits)]
        others = [k for k in wild if k not in own]
        for size in range(3, 9):
            for kinds in combinations_with_replacement([*own, *others], size):
                if set(kinds) & set(own) and holds(deck, pack(kinds)):
                    found.append(Set(bytes(kinds), Rank(rank + 1)))
    return tuple(dict.fromkeys(m for m in found if meld_problem(m, system) is None))


def laid_moves(state: State, offered: int) -> Iterator[LayMeld | LayOff]:
    """Every meld, and every meld as the result of a lay-off on every meld."""
    table = state.view().melds
    heap = state.packed_hands[state.seat] + offered
    for meld in all_melds(state.rules):
        if holds(heap, meld.packed):
            yield LayMeld(meld)
        for index, old in enumerate(table):
            if type(old) is type(meld) and holds(meld.packed, old.packed):
                yield LayOff(index, meld)


def universe(state: State) -> Iterator[Move]:
    """Every move that there could be, but for melds of cards the seat has not got."""
    yield from (DRAW, TAKE, PASS)
    yield from (Discard(Card.of_kind(kind)) for kind in range(KINDS))
    if state.phase is Phase.PLAY:
        yield from laid_moves(state, 0)
    elif state.table.pile:
        for use in laid_moves(state, pack(state.table.pile)):
            yield TakePile(use)


def states_of(system: Rules, seed: int, most: int) -> list[State]:
    """Different states from deals at random, ends excepted."""
    rng = random.Random(seed)
    found: dict[State, None] = {}
    while len(found) < most:
        state = State.deal(system, rng=rng)
        player = Player(rng, lays=rng.choice([0.1, 0.5, 0.9]))
        skip = rng.choice([1, 3])
        for turn in range(1000):
            check(state)
            if state.is_over:
                check_end(state)
                break
            if turn % skip == 0:
                found[state] = None
            state = state.play(player.pick(state))
        else:
            raise AssertionError("the deal does not end")
    return rng.sample(list(found), most)


@pytest.mark.parametrize("name", SYSTEMS)
def test_the_two_legalities_agree_on_every_move(name: str) -> None:
    """`legal_moves` is a generating set, `why_not` is the whole law."""
    system = rules.TINY.with_options(SYSTEMS[name])
    free = system.pile.take is rules.PileRule.FREE
    for state in states_of(system, 2, STATES if free else EARNED):
        listed = set(state.legal_moves)
        moves = set(universe(state))
        if state.phase is not Phase.NAME_SUIT:
            assert listed <= moves
        for move in moves:
            legal = state.why_not(move) is None
            assert (move in state.legal_moves) is legal
            if move in listed:
                assert legal, f"{move} is listed"
            elif legal:
                goal = state.play(move)
                assert reaches(state, move, goal), f"nothing listed does {move}"


def test_melds_of_cards_that_the_seat_has_not_got_are_refused() -> None:
    """The cards named in the move are the cards taken from the hand (G4)."""
    rng = random.Random(5)
    for state in states_of(rules.TINY, 5, 20):
        if state.phase is Phase.PLAY:
            hand = state.packed_hands[state.seat]
            for meld in rng.sample(all_melds(rules.TINY), 30):
                if not holds(hand, meld.packed):
                    why = state.why_not(LayMeld(meld))
                    assert why is not None and why.code == "not-in-hand"


def test_full_tables_list_the_same_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tables are bounded and hold nothing that could not be computed again."""
    for name in ("tiny", "canasta", "greek, new melds"):
        system = rules.TINY.with_options(SYSTEMS[name])
        states = states_of(system, 4, 30)
        before = [list(state.legal_moves) for state in states]
        _lists.lists_of.cache_clear()
        with monkeypatch.context() as patch:
            patch.setattr(_lists, "TABLE_LIMIT", 0)
            patch.setattr(_lay_offs, "TABLE_LIMIT", 0)
            patch.setattr(_lay_offs, "MELD_LIMIT", 0)
            assert [list(state.legal_moves) for state in states] == before
        _lists.lists_of.cache_clear()


def test_a_wild_card_comes_with_two_natural_ones() -> None:
    """At most one wild card for every two natural cards (P6)."""
    state = situation(
        "canasta-2000", ["2c 8h 9h Kd Kd"], melds=[["4h Jk 6h"]], stock=""
    )
    move = LayOff(0, Run(bytes(kinds_of("4h Jk 6h 2c 8h 9h")), Suit.HEARTS, 4))
    assert move in list(state.legal_moves)
    assert reaches(state, move, state.play(move))


def test_all_melds_finds_melds_beyond_the_listed_ones() -> None:
    """The universe is larger than any list: it has runs of five and sets of five."""
    sizes = {(type(m), len(m)) for m in all_melds(rules.TINY)}
    assert {(Run, 3), (Run, 5), (Set, 3), (Set, 5)} <= sizes
    with pytest.raises(InvalidState):
        Set(bytes([8] * 8), Rank.THREE)


def test_a_window_that_no_rule_allows_is_not_listed() -> None:
    """Where the ace is only high, no run starts with it (G6)."""
    high = rules.CANASTA_2000.with_options({"melds": {"ace_low": False}})
    for option, listed in ((rules.CANASTA_2000, True), (high, False)):
        state = load_position(
            {
                "rules": option.options(),
                "hands": ["4h 5h 6h Jk Jk 9c 9d", "3s", "3d", "3c"],
                "discard_pile": "Ah",
            }
        )
        move = "take with meld Ah Jk Jk 4h 5h 6h"
        assert (move in map(str, state.legal_moves)) is listed
        assert (state.why_not(move) is None) is listed


def test_a_two_that_turns_natural_makes_room_for_a_wild_card() -> None:
    """G10, G11: in one lay-off, where one after the other would lock the Two."""
    state = situation(
        "classic-5000", ["3h Jk Kd Kd 9c"], melds=[["5h 6h 2h"]], stock=""
    )
    move = LayOff(0, Run(bytes(kinds_of("2h 3h Jk 5h 6h")), Suit.HEARTS, 2))
    assert move in list(state.legal_moves)
