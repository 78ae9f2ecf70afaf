"""A deal as a value: the table, the hands, the stock, and what a move makes of them.

`State.play` is the only way from one state to the next. It asks the law first, always;
what follows is a pure function of state and move, told here in one place: cards move,
then a hand that was emptied takes a biribaki or ends the deal, then, after a discard
or a pass, the turn goes to the next seat.
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Final

import attrs

from biriba._checks import expect
from biriba._options import (
    EmptyStock,
    PassDeal,
    Rules,
    Taking,
    TurnedJoker,
    checked,
)
from biriba._words import shown
from biriba.cards import (
    JOKER_KIND,
    Card,
    Cards,
    CardsLike,
    Suit,
    common,
    deck_kinds,
    kinds_of,
    pack,
    shuffled,
    size_of,
)
from biriba.errors import IllegalMove, InvalidState, NotationError
from biriba.generation import LegalMoves
from biriba.legality import replaced, takes_biribaki, why_not
from biriba.melds import can_be_wild
from biriba.moves import (
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    Pass,
    Phase,
    TakePile,
)
from biriba.notation import read_move
from biriba.reasons import Reason
from biriba.scoring import BiribakiStatus, DealResult, SideResult
from biriba.table import History, Side, Table, View, check_seat

_RED_THREES: Final = frozenset({8, 9})


def deck_of(rules: Rules, seats: int | None = None) -> list[int]:
    """The kinds of the deck for a number of seats, in deck order (G1, G17)."""
    seating = rules.seating(seats)
    deal = rules.deal
    return [
        kind
        for kind in deck_kinds(seating.packs, seating.jokers)
        if kind == JOKER_KIND or (kind >> 2 < deal.ranks and kind & 3 < deal.suits)
    ]


@attrs.frozen(repr=False, slots=False)
class State:
    """A deal at one moment, everything hidden included; immutable, hashable.

    States are equal when the situations are, however they arose. Undo is keeping the
    old state.

    >>> from biriba import rules
    >>> state = State.deal(rules.CLASSIC_5000, players=4, seed=7)
    >>> state.seat, state.phase.value, len(state.hands[0]), state.table.stock_size
    (0, 'draw', 11, 41)
    >>> after = state.play("draw")
    >>> after.phase.value, len(after.hands[0]), state.phase.value
    ('play', 12, 'draw')
    """

    table: Table
    packed_hands: tuple[int, ...]
    stock_kinds: bytes
    biribakia_kinds: tuple[bytes, ...]

    # --- Dealing ---

    @classmethod
    def deal(
        cls,
        rules: Rules,
        players: int | None = None,
        *,
        seed: int | None = None,
        rng: random.Random | None = None,
        deck: CardsLike | None = None,
        dealer: int | None = None,
    ) -> State:
        """Deal: shuffle with a seed or a generator, or deal a deck as it lies (G3).

        Args:
            rules: The system to play.
            players: The number of seats; the system's usual one if left out.
            seed: An integer to shuffle by; the same seed gives the same deal for ever.
            rng: A generator to shuffle by, instead of a seed.
            deck: The whole deck from the top, instead of a shuffle.
            dealer: The dealing seat; the seat after it plays first (G2). Left out,
                it is the last seat, so that seat 0 plays first.

        Raises:
            InvalidRules: if the system has no such number of seats.
            InvalidState: if not exactly one of seed, rng and deck is given, if the
                deck is not the system's, or the dealer is no seat.
            NotationError: if the deck's text holds something that is no card.
        """
        seats = checked(rules).seating(players).seats
        dealer = seats - 1 if dealer is None else check_seat(dealer, seats)
        given = [seed is not None, rng is not None, deck is not None]
        if sum(given) != 1:
            raise InvalidState(["give exactly one of seed, rng and deck"])
        plain = deck_of(rules, seats)
        if deck is not None:
            kinds = _checked_deck(deck, plain)
        else:
            kinds = shuffled(plain, _generator(seed, rng))
        return _dealt(rules, seats, dealer, kinds)

    # --- Looking ---

    @property
    def rules(self) -> Rules:
        """The rules of the deal."""
        return self.table.rules

    @property
    def seat(self) -> int:
        """The seat to play."""
        return self.table.turn

    @property
    def phase(self) -> Phase:
        """Which part of that seat's turn it is."""
        return self.table.phase

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended."""
        return self.table.phase is Phase.OVER

    @property
    def bonus_suit(self) -> Suit | None:
        """The bonus suit, if there is one (C4, T3)."""
        return self.table.bonus_suit

    @property
    def sides(self) -> tuple[Side, ...]:
        """What each side has on the table."""
        return self.table.sides

    @property
    def hands(self) -> tuple[Cards, ...]:
        """The cards of each seat."""
        return tuple(Cards(packed) for packed in self.packed_hands)

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock, top card first."""
        return tuple(Card.of_kind(k) for k in self.stock_kinds)

    @property
    def biribakia(self) -> tuple[Cards, ...]:
        """The biribakia not yet taken, the next one first."""
        return tuple(Cards(pack(kinds)) for kinds in self.biribakia_kinds)

    @property
    def discard_pile(self) -> tuple[Card, ...]:
        """The discard pile, bottom first."""
        return tuple(Card.of_kind(k) for k in self.table.pile)

    @property
    def history(self) -> tuple[tuple[int, Move], ...]:
        """The moves so far: seat and move, the first one first."""
        return tuple(self.table.history or ())

    def view(self, seat: int | None = None) -> View:
        """What a seat may see; the seat to play, if left out.

        Raises:
            InvalidState: if there is no such seat.
        """
        seat = self.seat if seat is None else check_seat(seat, self.table.seats)
        return View(self.table, seat, self.packed_hands[seat])

    @property
    def legal_moves(self) -> LegalMoves:
        """The legal moves of the seat to play."""
        return LegalMoves(self.view())

    def why_not(self, move: Move | str) -> Reason | None:
        """Why the seat to play may not make a move, or None if it may.

        Raises:
            NotationError: if text is no move.
            AmbiguousMove: if text can mean several moves.
        """
        return why_not(self.view(), move)

    def __repr__(self) -> str:
        return (
            f"<State {self.rules.label}: {self.table.seats} seats, seat {self.seat} to "
            f"{self.phase.value}, stock {len(self.stock_kinds)}>"
            if not self.is_over
            else f"<State {self.rules.label}: {self.table.seats} seats, over>"
        )

    # --- Playing ---

    def play(self, move: Move | str) -> State:
        """The state after a move, as a value or in notation.

        Raises:
            IllegalMove: with the reason, if the move is not legal; nothing changes.
            NotationError: if text is no move.
            AmbiguousMove: if text can mean several moves.
        """
        view = self.view()
        if isinstance(move, str):
            text = move
            problem = why_not(view, text)
            if problem is not None:
                raise IllegalMove(text.strip(), problem)
            read = read_move(text, view)
            assert not isinstance(read, Reason)
            return _after(self, read)
        problem = why_not(view, move)
        if problem is not None:
            raise IllegalMove(str(move), problem)
        return _after(self, move)

    def play_all(self, moves: Iterable[Move | str]) -> State:
        """The state after several moves.

        Raises:
            IllegalMove: at the first that is not legal.
            NotationError: if they are no moves.
        """
        state = self
        for move in expect(
            moves, Iterable, words="moves in a list", error=NotationError
        ):
            state = state.play(move)
        return state

    def result(self) -> DealResult:
        """The facts of the finished deal, for :func:`biriba.score`.

        Raises:
            InvalidState: if the deal is not over.
        """
        if not self.is_over:
            raise InvalidState(["the deal is not over yet"])
        table = self.table
        count = len(table.sides)
        out = table.out
        sides = []
        for index, side in enumerate(table.sides):
            # Taken with an empty hand, the taker's whole hand is the biribaki (C14).
            apart = (
                side.biribaki is BiribakiStatus.TAKEN
                and table.rules.biribaki.when is Taking.HAND_EMPTIED
            )
            hands = [
                Cards(packed)
                for seat, packed in enumerate(self.packed_hands)
                if seat % count == index and not (apart and seat == side.taker)
            ]
            unplayed = Cards(self.packed_hands[side.taker]) if apart else Cards()
            sides.append(
                SideResult(
                    side.melds,
                    tuple(hands),
                    unplayed,
                    side.biribaki,
                    out >= 0 and out % count == index,
                )
            )
        return DealResult(tuple(sides), table.bonus_suit)


def _generator(seed: int | None, rng: random.Random | None) -> random.Random:
    if rng is not None:
        if not isinstance(rng, random.Random):
            raise InvalidState(["rng must be a random.Random"])
        return rng
    # Python shuffles alike by 1 and by -1, so only one of them is a seed.
    if type(seed) is not int or seed < 0:
        raise InvalidState([f"a seed is a whole number from 0, not {shown(seed)}"])
    return random.Random(seed)


def _checked_deck(deck: CardsLike, plain: list[int]) -> list[int]:
    kinds = kinds_of(deck)
    if sorted(kinds) != sorted(plain):
        raise InvalidState(
            deck_problems(kinds, plain, "the deck") or ["the deck is wrong"]
        )
    return kinds


def deck_problems(kinds: list[int], plain: list[int], what: str) -> list[str]:
    """How some cards differ from a deck: too many of one kind, or missing ones."""
    from biriba.cards import KIND_TEXT

    over = [
        f"{KIND_TEXT[k]} ({kinds.count(k)}, the deck has {plain.count(k)})"
        for k in sorted(set(kinds))
        if kinds.count(k) > plain.count(k)
    ]
    under = [
        f"{KIND_TEXT[k]} ({kinds.count(k)} of {plain.count(k)})"
        for k in sorted(set(plain))
        if kinds.count(k) < plain.count(k)
    ]
    problems = []
    if over:
        problems.append(f"{what} has too many of {', '.join(over[:6])}")
    if under:
        problems.append(f"{what} lacks {', '.join(under[:6])}")
    return problems


def _dealt(rules: Rules, seats: int, dealer: int, kinds: list[int]) -> State:
    """Deal from the top of a deck in order (G3, C4, P4, T3, G16)."""
    seating = rules.seating(seats)
    deal = rules.deal
    first = (dealer + 1) % seats
    hands: list[list[int]] = [[] for _ in range(seats)]
    top = 0
    for _ in range(deal.hand):
        for offset in range(seats):
            hands[(first + offset) % seats].append(kinds[top])
            top += 1
    biribakia = []
    for _ in range(seating.biribakia):
        biribakia.append(bytes(kinds[top : top + deal.biribaki]))
        top += deal.biribaki
    stock, bottom = kinds[top:], 0
    # At most once through the stock: a card that went under it is not turned again.
    while bottom < len(stock) and _goes_under(stock[0], rules):
        stock = stock[1:] + stock[:1]
        bottom += 1
    turned = stock[0]
    pile, stock = [turned], stock[1:]
    suit = Suit(turned & 3) if deal.bonus_suit and turned != JOKER_KIND else None
    known = [0] * seats
    phase = Phase.DRAW
    if (
        turned == JOKER_KIND
        and deal.bonus_suit
        and deal.turned_joker is TurnedJoker.FIRST_SEAT
    ):
        pile = []
        hands[first].append(turned)
        known[first] = pack([turned])
        phase = Phase.NAME_SUIT
    table = Table(
        rules=rules,
        sides=(Side(),) * seating.sides,
        turn=first,
        phase=phase,
        bonus_suit=suit,
        pile=bytes(pile),
        hand_sizes=tuple(len(hand) for hand in hands),
        stock_size=len(stock),
        biribakia=(deal.biribaki,) * seating.biribakia,
        taken=0,
        lone=False,
        opened=(False,) * seats,
        known=tuple(known),
        bottom=bytes(stock[len(stock) - bottom :]),
        passes=0,
        idle=0,
        out=-1,
    )
    packed = tuple(pack(hand) for hand in hands)
    return State(table, packed, bytes(stock), tuple(biribakia))


def _goes_under(kind: int, rules: Rules) -> bool:
    """Whether a turned card goes under the stock (G16, P4)."""
    deal = rules.deal
    if deal.bury_wild_cards and can_be_wild(kind, rules):
        return True
    if deal.bury_red_threes and kind in _RED_THREES:
        return True
    return (
        kind == JOKER_KIND and deal.bonus_suit and deal.turned_joker is TurnedJoker.BURY
    )


# --- What a legal move makes of a state --------------------------------------------


class _Next:
    """The next state while it is being made: a state's fields, to be changed freely."""

    __slots__ = (
        "biribakia",
        "bonus_suit",
        "bottom",
        "hands",
        "idle",
        "known",
        "lone",
        "opened",
        "out",
        "passes",
        "phase",
        "pile",
        "sides",
        "stock",
        "taken",
        "turn",
    )

    def __init__(self, state: State) -> None:
        table = state.table
        self.hands = list(state.packed_hands)
        self.stock = state.stock_kinds
        self.biribakia = state.biribakia_kinds
        self.sides = table.sides
        self.turn = table.turn
        self.phase = table.phase
        self.bonus_suit = table.bonus_suit
        self.pile = table.pile
        self.taken = table.taken
        self.lone = table.lone
        self.opened = table.opened
        self.known = table.known
        self.bottom = table.bottom
        self.passes = table.passes
        self.idle = table.idle
        self.out = table.out


def _after(state: State, move: Move) -> State:
    """The state after a move that is known to be legal."""
    table = state.table
    rules = table.rules
    new = _Next(state)
    seat = table.turn
    index = seat % len(table.sides)
    if table.phase is Phase.DRAW:
        _begin_turn(new, seat, index)
    if isinstance(move, DrawStock):
        new.hands[seat] += 1 << 4 * new.stock[0]
        new.stock = new.stock[1:]
        if len(new.bottom) > len(new.stock):
            # The last cards of the stock were seen when they went under it.
            _learn(new, seat, 1 << 4 * new.bottom[0])
            new.bottom = new.bottom[1:]
        new.phase = Phase.PLAY
        new.passes = 0
    elif isinstance(move, Discard):
        kind = move.card.kind
        _play_cards(new, seat, 1 << 4 * kind)
        new.pile += bytes((kind,))
        _end_turn(new, seat, index, rules)
    elif isinstance(move, TakePile):
        pile = pack(new.pile)
        new.lone = len(new.pile) == 1
        new.taken = pile
        new.hands[seat] += pile
        _learn(new, seat, pile)
        new.pile = b""
        new.phase = Phase.PLAY
        new.passes = 0
        if move.use is not None:
            _lay(new, seat, index, move.use, rules)
    elif isinstance(move, (LayMeld, LayOff)):
        _lay(new, seat, index, move, rules)
    elif isinstance(move, Pass):
        new.passes += 1
        _idle_turn(new, seat, rules)
    else:
        new.bonus_suit = move.suit
        new.phase = Phase.DRAW
    return _finished(state, new, seat, move)


def _finished(state: State, new: _Next, seat: int, move: Move) -> State:
    old = state.table
    before = old.history
    hands = tuple(new.hands)
    sizes = list(old.hand_sizes)
    sizes[seat] = size_of(hands[seat])
    biribakia = old.biribakia
    if new.biribakia is not state.biribakia_kinds:
        biribakia = tuple([len(b) for b in new.biribakia])
    table = Table(
        old.rules,
        new.sides,
        new.turn,
        new.phase,
        new.bonus_suit,
        new.pile,
        tuple(sizes),
        len(new.stock),
        biribakia,
        new.taken,
        new.lone,
        new.opened,
        new.known,
        new.bottom,
        new.passes,
        new.idle,
        new.out,
        History(before, seat, move, before.length + 1 if before else 1),
    )
    return State(table, hands, new.stock, new.biribakia)


def _begin_turn(new: _Next, seat: int, index: int) -> None:
    """A biribaki counts as played from once its taker has a turn (C14)."""
    side = new.sides[index]
    if side.biribaki is BiribakiStatus.TAKEN and side.taker == seat:
        _set_side(new, index, Side(side.melds, BiribakiStatus.PLAYED, seat))


def _set_side(new: _Next, index: int, side: Side) -> None:
    sides = new.sides
    new.sides = (*sides[:index], side, *sides[index + 1 :])


def _learn(new: _Next, seat: int, packed: int) -> None:
    known = new.known
    new.known = (*known[:seat], known[seat] + packed, *known[seat + 1 :])


def _play_cards(new: _Next, seat: int, packed: int) -> None:
    """Cards leave a hand, face up."""
    new.hands[seat] -= packed
    known = new.known[seat]
    if known:
        left = known - common(known, packed)
        new.known = (*new.known[:seat], left, *new.known[seat + 1 :])


def _lay(
    new: _Next, seat: int, index: int, move: LayMeld | LayOff, rules: Rules
) -> None:
    side = new.sides[index]
    if isinstance(move, LayMeld):
        melds = (*side.melds, move.meld)
        packed = move.meld.packed
        if not new.opened[seat]:
            new.opened = (*new.opened[:seat], True, *new.opened[seat + 1 :])
    else:
        melds = replaced(side.melds, move)
        packed = move.result.packed - side.melds[move.index].packed
    _play_cards(new, seat, packed)
    _set_side(new, index, Side(melds, side.biribaki, side.taker))
    new.idle = 0
    if not new.hands[seat]:
        by_right = rules.biribaki.when is Taking.HAND_EMPTIED
        if by_right and _may_take(new, index, rules):
            _take_biribaki(new, seat, index, BiribakiStatus.PLAYED)
        else:
            _go_out(new, seat)


def _may_take(new: _Next, index: int, rules: Rules) -> bool:
    side = new.sides[index]
    return takes_biribaki(side, side.melds, bool(new.biribakia), rules)


def _take_biribaki(new: _Next, seat: int, index: int, status: BiribakiStatus) -> None:
    cards, *rest = new.biribakia
    new.biribakia = tuple(rest)
    new.hands[seat] += pack(cards)
    _set_side(new, index, Side(new.sides[index].melds, status, seat))
    if status is BiribakiStatus.PLAYED:
        # The hand was emptied by laying, so whatever was taken from the pile lies on
        # the table, and no card of the new hand is barred for its face (C6).
        new.taken = 0
        new.lone = False


def _go_out(new: _Next, seat: int) -> None:
    new.out = seat
    _end_deal(new)


def _end_deal(new: _Next) -> None:
    new.phase = Phase.OVER
    new.taken = 0
    new.lone = False


def _end_turn(new: _Next, seat: int, index: int, rules: Rules) -> None:
    """After the discard: a biribaki, the end of the deal, or the next seat."""
    emptied = not new.hands[seat]
    at_end = rules.biribaki.when is Taking.FIRST_BIRIBA
    if (emptied or at_end) and _may_take(new, index, rules):
        _take_biribaki(new, seat, index, BiribakiStatus.TAKEN)
    elif emptied:
        _go_out(new, seat)
        return
    refilled = rules.stock.when_empty is EmptyStock.BIRIBAKI and new.biribakia
    if len(new.stock) <= rules.stock.dead_cards and not refilled:
        _idle_turn(new, seat, rules)
    else:
        _next_seat(new, seat, rules)


def _idle_turn(new: _Next, seat: int, rules: Rules) -> None:
    """A turn without a stock to draw from; enough of them end the deal (G13)."""
    seats = len(new.hands)
    new.idle += 1
    if new.passes >= seats or new.idle >= rules.stock.idle_rounds * seats:
        _end_deal(new)
    else:
        _next_seat(new, seat, rules)


def _next_seat(new: _Next, seat: int, rules: Rules) -> None:
    new.turn = (seat + 1) % len(new.hands)
    new.phase = Phase.DRAW
    new.taken = 0
    new.lone = False
    if len(new.stock) <= rules.stock.dead_cards:
        when_empty = rules.stock.when_empty
        if when_empty is EmptyStock.END:
            new.phase = Phase.OVER
        elif when_empty is EmptyStock.BIRIBAKI and new.biribakia:
            # On top, so that the dead cards and those seen stay at the bottom.
            new.stock = new.biribakia[-1] + new.stock
            new.biribakia = new.biribakia[:-1]


def next_dealer(dealer: int, seats: int, rules: Rules) -> int:
    """The seat that deals after `dealer` (C2, P2)."""
    step = 1 if rules.deal.passes is PassDeal.NEXT else -1
    return (dealer + step) % seats
