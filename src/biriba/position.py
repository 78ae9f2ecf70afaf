"""Positions: one moment of a deal as a JSON document, and back.

A position says what a :class:`~biriba.state.State` says, hidden cards included, for
tests, puzzles and the command line; it is for whoever may see everything. Reading one
is strict about what contradicts itself and lenient about what no deal would lead to
but harms nobody, such as a seat without cards.

What may be left out, and what is then meant:

* ``format`` and ``version``: this format, version 1.
* ``seats``: the usual number of the rules. ``rules`` itself is needed.
* ``bonus_suit``: none.
* ``hands``: empty; ``discard_pile``: empty; ``sides``: nothing melded, no biribaki.
* ``biribakia``: ``"rest"``, as many as no side has taken.
* ``stock``: ``"rest"``, all cards not named elsewhere, in deck order. Biribakia are
  filled from the rest before the stock. ``"10h rest"`` has the 10h on top of it.
* ``seat``: 0. ``phase``: ``draw``. ``taken``: nothing.
* ``opened``: the seats whose side has a meld.
* ``known`` (cards each seat took from the pile and still holds): those of ``taken``.
* ``buried`` (how many cards at the bottom of the stock were seen to go there): 0.
* ``lone`` (the pile taken was a single card): whether ``taken`` is one card.
* ``passes``, ``idle`` (turns without a stock, G13): 0.
* ``went_out``: in the phase ``over``, ``seat`` if its hand is empty; otherwise nobody.
* a side's ``taker`` (the seat that took the biribaki): of the side's seats, the one
  that played last and holds enough cards, or the one that played last.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from biriba._checks import expect
from biriba._kinds import POSITION, other_kind
from biriba._options import Json, Rules, Seating, Taking, TurnedJoker
from biriba._reader import Reader
from biriba._words import counted, shown
from biriba.cards import KIND_TEXT, MOST, common, holds, pack, size_of, text_of, unpack
from biriba.documents import rules_json
from biriba.errors import InvalidState
from biriba.melds import Meld
from biriba.moves import Phase
from biriba.notation import meld_text
from biriba.scoring import BiribakiStatus
from biriba.state import State, deck_of, deck_problems
from biriba.table import Side, Table

FORMAT: Final = POSITION
VERSION: Final = 1
REST: Final = "rest"
_KEYS: Final = (
    "format",
    "version",
    "rules",
    "seats",
    "bonus_suit",
    "stock",
    "discard_pile",
    "biribakia",
    "hands",
    "sides",
    "seat",
    "phase",
    "taken",
    "opened",
    "known",
    "buried",
    "lone",
    "passes",
    "idle",
    "went_out",
)


def load_position(data: object) -> State:
    """The state that a position describes (see the module for what may be left out).

    Raises:
        InvalidState: with every problem found: unknown keys, wrong types, rules or
            numbers of seats that do not exist, words that are no cards, illegal
            melds, biribakia of a wrong number or size, and cards that do not add up
            to the deck.

    >>> state = load_position({"rules": "classic-5000", "hands": ["9h", "", "", ""]})
    >>> len(state.hands[0]), len(state.stock), len(state.biribakia)
    (1, 85, 2)
    """
    problems = other_kind(data, POSITION)
    reader = Reader.of(data, "", problems)
    if problems or not isinstance(data, Mapping):
        raise InvalidState(problems)
    reader.only(*_KEYS)
    _check_format(reader)
    rules = reader.rules("rules")
    if rules is None:
        raise InvalidState(problems)
    wanted = reader.data.get("seats", rules.default_seats)
    seating = reader.tried("seats", lambda: rules.seating(_as_seats(wanted)))
    if seating is None:
        raise InvalidState(problems)
    state = _Loader(reader, rules, seating).state()
    if problems:
        raise InvalidState(problems)
    return state


def _check_format(reader: Reader) -> None:
    reader.word("format", FORMAT, [FORMAT])
    version = reader.data.get("version", VERSION)
    if type(version) is not int or version != VERSION:
        reader.refuse("version", f"expected {VERSION}, not {shown(version)}")


def _as_seats(value: object) -> int:
    if type(value) is not int:
        raise InvalidState([f"expected a number of seats, not {shown(value)}"])
    return value


class _Loader:
    """The parts of one position, read in the order in which they need each other."""

    def __init__(self, reader: Reader, rules: Rules, seating: Seating) -> None:
        self.reader = reader
        self.rules = rules
        self.seating = seating
        self.plain = deck_of(rules, seating.seats)
        self.used: list[int] = []
        self.readable = True

    def state(self) -> State:
        reader, seating = self.reader, self.seating
        seats = seating.seats
        before = len(reader.problems)
        pile = self.cards("discard_pile")
        hands = self.texts("hands")
        rows = self.side_rows()
        melds = [self.melds(row) for row in rows]
        # Wherever a text could not be read, its cards would only seem to be missing.
        self.readable = len(reader.problems) == before
        seat = reader.whole("seat", 0, 0, seats - 1)
        phase = Phase(reader.word("phase", "draw", [p.value for p in Phase]))
        packed = [self.packed(f"hands[{i}]", hand) for i, hand in enumerate(hands)]
        sides = [
            self.side(index, row, melds[index], packed, seat, phase)
            for index, row in enumerate(rows)
        ]
        taken = self.taken(seat, phase, packed[seat], sides)
        stock, biribakia = self.hidden(sides)
        out = self.went_out(phase, packed[seat], seat)
        if phase is Phase.NAME_SUIT:
            self.check_naming()
        buried = reader.whole("buried", 0, 0, len(stock))
        table = Table(
            rules=self.rules,
            sides=tuple(sides),
            turn=seat,
            phase=phase,
            bonus_suit=reader.suit("bonus_suit"),
            pile=bytes(pile),
            hand_sizes=tuple(size_of(hand) for hand in packed),
            stock_size=len(stock),
            biribakia=tuple(len(one) for one in biribakia),
            taken=taken,
            lone=reader.flag("lone", size_of(taken) == 1),
            opened=self.opened(sides),
            known=self.known(seat, taken, packed),
            bottom=bytes(stock[len(stock) - buried :]),
            passes=reader.whole("passes", 0, 0, 1000),
            idle=reader.whole("idle", 0, 0, 1_000_000),
            out=out,
        )
        return State(table, tuple(packed), bytes(stock), tuple(biribakia))

    # --- Cards ---

    def cards(self, key: str) -> list[int]:
        """The cards of a text in its order; they are used up."""
        kinds = self.reader.kinds(key, self.reader.data.get(key, ""))
        self.used += kinds
        return kinds

    def texts(self, key: str) -> list[list[int]]:
        """One text of cards a seat, or none at all; the cards are used up."""
        seats = self.seating.seats
        values = self.per_seat(key, "texts of cards")
        found = [
            self.reader.kinds(f"{key}[{index}]", value)
            for index, value in enumerate(values)
        ]
        for kinds in found:
            self.used += kinds
        return found or [[] for _ in range(seats)]

    def per_seat(self, key: str, what: str) -> list[object]:
        """A list with one item a seat; empty where it is left out or wrong."""
        values = self.reader.items(key, what)
        given = isinstance(self.reader.data.get(key), (list, tuple))
        if given and len(values) != self.seating.seats:
            self.reader.refuse(
                key,
                f"expected {self.seating.seats} {what}, one for each seat, "
                f"not {len(values)}",
            )
            return []
        return values

    def packed(self, key: str, kinds: list[int]) -> int:
        """A packed heap; its problems with too many twins are those of the deck."""
        if any(kinds.count(kind) > MOST for kind in set(kinds)):
            self.reader.refuse(key, f"more than {MOST} cards of one kind")
            return 0
        return pack(kinds)

    def hidden(self, sides: list[Side]) -> tuple[list[int], list[bytes]]:
        """The stock and the biribakia, filled from the cards not named elsewhere."""
        reader = self.reader
        before = len(reader.problems)
        items = self.biribaki_items(sides)
        heaps = [
            None if item == REST else reader.kinds(f"biribakia[{index}]", item)
            for index, item in enumerate(items)
        ]
        stock, open_ended = self.stock()
        for named in (*heaps, stock):
            self.used += named or []
        readable = self.readable and len(reader.problems) == before
        if readable:
            over = deck_problems(self.used, self.plain, "the position")
            reader.problems += [p for p in over if "too many" in p]
        rest = self.rest()
        size = self.rules.deal.biribaki
        made: list[bytes] = []
        short = False
        for index, heap in enumerate(heaps):
            if heap is None:
                heap, rest = rest[:size], rest[size:]
                short |= len(heap) < size
            elif readable and len(heap) != size:
                reader.refuse(
                    f"biribakia[{index}]",
                    f"{counted(len(heap), 'card')}; a biribaki has {size}",
                )
            made.append(bytes(heap))
        if readable and short:
            reader.refuse("biribakia", "not enough cards are left to fill them")
        if open_ended:
            stock, rest = stock + rest, []
        if readable and rest:
            missing = text_of(rest[:12]) + (" …" if len(rest) > 12 else "")
            reader.problems.append(
                f"the position lacks {len(rest)} of the deck's {len(self.plain)} "
                f"cards: {missing}"
            )
        return stock, made

    def stock(self) -> tuple[list[int], bool]:
        """The cards named in the stock, and whether the rest comes under them."""
        text = self.reader.data.get("stock", REST)
        if not isinstance(text, str):
            return self.reader.kinds("stock", text), False
        start, _, last = text.rstrip().rpartition(" ")
        if last == REST:
            return self.reader.kinds("stock", start), True
        return self.reader.kinds("stock", text), False

    def rest(self) -> list[int]:
        """The cards of the deck that nothing names, in deck order."""
        counts = [0] * len(KIND_TEXT)
        for kind in self.used:
            counts[kind] += 1
        left: list[int] = []
        for kind in self.plain:
            if counts[kind]:
                counts[kind] -= 1
            else:
                left.append(kind)
        return left

    def biribaki_items(self, sides: list[Side]) -> list[object]:
        reader = self.reader
        gone = sum(side.biribaki is not BiribakiStatus.NONE for side in sides)
        most = max(0, self.seating.biribakia - gone)
        if gone > self.seating.biribakia:
            reader.refuse(
                "sides",
                f"{counted(gone, 'biribaki', 'biribakia')} taken; there are "
                f"{self.seating.biribakia}",
            )
        value = reader.data.get("biribakia", REST)
        if value == REST:
            return [REST] * most
        items = reader.items("biribakia", 'texts of cards, or the word "rest"')
        if len(items) > most:
            reader.refuse(
                "biribakia",
                f"{len(items)} not taken and {gone} taken; there are "
                f"{self.seating.biribakia}",
            )
        return items

    # --- Sides ---

    def side_rows(self) -> list[Reader]:
        reader, count = self.reader, self.seating.sides
        rows = reader.items("sides", "sides")
        if reader.has("sides") and len(rows) != count:
            if isinstance(reader.data["sides"], (list, tuple)):
                reader.refuse(
                    "sides", f"{counted(len(rows), 'side')}; there are {count}"
                )
            rows = []
        rows = rows or [{}] * count
        made = [
            Reader.of(row, f"sides[{index}].", reader.problems)
            for index, row in enumerate(rows)
        ]
        for row in made:
            row.only("melds", "biribaki", "taker")
        return made

    def melds(self, row: Reader) -> tuple[Meld, ...]:
        found: list[Meld] = []
        for index, text in enumerate(row.items("melds", "melds")):
            meld = row.meld(f"melds[{index}]", text, self.rules)
            if meld is not None:
                found.append(meld)
                self.used += meld.kinds
        return tuple(found)

    def side(
        self,
        index: int,
        row: Reader,
        melds: tuple[Meld, ...],
        hands: list[int],
        seat: int,
        phase: Phase,
    ) -> Side:
        words = [status.value for status in BiribakiStatus]
        status = BiribakiStatus(row.word("biribaki", "none", words))
        mine = range(index, self.seating.seats, self.seating.sides)
        taker = row.data.get("taker")
        if taker is not None and (type(taker) is not int or taker not in mine):
            seats = ", ".join(map(str, mine))
            row.refuse("taker", f"expected one of seats {seats}, not {shown(taker)}")
            taker = None
        if status is BiribakiStatus.NONE:
            if taker is not None:
                row.refuse("taker", "this side has taken no biribaki")
            return Side(melds)
        if not isinstance(taker, int):
            taker = self.derived_taker(mine, hands, seat, phase)
        return Side(melds, status, taker)

    def derived_taker(
        self, mine: range, hands: list[int], seat: int, phase: Phase
    ) -> int:
        """Who most likely took a biribaki: the side's last seat with the cards for it.

        A deal that is over has stopped at the seat that played last.
        """
        seats = self.seating.seats
        first = 0 if phase is Phase.OVER else 1
        order = [(seat - back) % seats for back in range(first, first + seats)]
        order = [s for s in order if s in mine]
        size = self.rules.deal.biribaki
        exact = self.rules.biribaki.when is Taking.HAND_EMPTIED
        for one in order:
            held = size_of(hands[one])
            if held == size or (held > size and not exact):
                return one
        return order[0]

    # --- The turn ---

    def taken(self, seat: int, phase: Phase, hand: int, sides: list[Side]) -> int:
        kinds = self.reader.kinds("taken", self.reader.data.get("taken", ""))
        taken = self.packed("taken", kinds)
        if not taken:
            return 0
        if phase is not Phase.PLAY:
            self.reader.refuse("taken", "cards are taken in the phase play only")
            return 0
        # They are in hand still, or were laid.
        there = unpack(hand)
        for meld in sides[seat % len(sides)].melds:
            there += meld.kinds
        gone = [k for k in set(kinds) if kinds.count(k) > there.count(k)]
        if gone and self.readable:
            self.reader.refuse(
                "taken",
                f"{text_of(sorted(gone))} is neither in the hand of seat {seat} nor "
                "on its side's table",
            )
        return taken

    def known(self, seat: int, taken: int, hands: list[int]) -> tuple[int, ...]:
        if not self.reader.has("known"):
            found = [0] * len(hands)
            found[seat] = common(taken, hands[seat])
            return tuple(found)
        found = []
        for index, value in enumerate(self.per_seat("known", "texts of cards")):
            key = f"known[{index}]"
            cards = self.packed(key, self.reader.kinds(key, value))
            if self.readable and not holds(hands[index], cards):
                self.reader.refuse(key, f"not all in the hand of seat {index}")
            found.append(cards)
        return tuple(found)

    def opened(self, sides: list[Side]) -> tuple[bool, ...]:
        seats = self.seating.seats
        if not self.reader.has("opened"):
            return tuple(bool(sides[s % len(sides)].melds) for s in range(seats))
        values = self.per_seat("opened", "times true or false")
        for index, value in enumerate(values):
            if not isinstance(value, bool):
                self.reader.refuse(
                    f"opened[{index}]", f"expected true or false, not {shown(value)}"
                )
        return tuple(value is True for value in values)

    def went_out(self, phase: Phase, hand: int, seat: int) -> int:
        reader = self.reader
        if not reader.has("went_out"):
            return seat if phase is Phase.OVER and not hand else -1
        if reader.data["went_out"] is None:
            return -1
        out = reader.whole("went_out", -1, 0, self.seating.seats - 1)
        if out >= 0 and phase is not Phase.OVER:
            reader.refuse("went_out", "the deal is not over")
        return out

    def check_naming(self) -> None:
        deal = self.rules.deal
        if not deal.bonus_suit or deal.turned_joker is not TurnedJoker.FIRST_SEAT:
            self.reader.refuse("phase", f"{self.rules.name} names no bonus suit")


def dump_position(state: State) -> dict[str, Json]:
    """A state as a position; :func:`load_position` gives an equal state back.

    The history of moves is no part of a position. Everything hidden is in it: send
    players their views, not this.

    Raises:
        InvalidState: if it is no state.

    >>> import biriba
    >>> state = biriba.State.deal(biriba.rules.GREEK_351, seed=1)
    >>> load_position(dump_position(state)) == state
    True
    """
    table = expect(state, State).table
    rules = table.rules
    suit = table.bonus_suit
    sides: list[Json] = []
    for side in table.sides:
        melds: list[Json] = [meld_text(meld, rules) for meld in side.melds]
        row: dict[str, Json] = {"melds": melds, "biribaki": side.biribaki.value}
        if side.biribaki is not BiribakiStatus.NONE:
            row["taker"] = side.taker
        sides.append(row)
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": rules_json(rules),
        "seats": table.seats,
        "bonus_suit": suit.letter if suit is not None else None,
        "stock": text_of(state.stock_kinds),
        "discard_pile": text_of(table.pile),
        "biribakia": [text_of(heap) for heap in state.biribakia_kinds],
        "hands": [str(hand) for hand in state.hands],
        "sides": sides,
        "seat": table.turn,
        "phase": table.phase.value,
        "taken": str(state.view().taken),
        "opened": list(table.opened),
        "known": [str(cards) for cards in state.view().known],
        "buried": len(table.bottom),
        "lone": table.lone,
        "passes": table.passes,
        "idle": table.idle,
        "went_out": table.out if table.out >= 0 else None,
    }
