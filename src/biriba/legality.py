"""What is legal, and why not: the readable law, clause by clause.

`why_not` answers for one seat's :class:`~biriba.table.View` and one move. It asks, in
this order: is this kind of move made in this *phase*; does the seat *possess* the cards
and melds it names; have the cards the *shape* of a meld, or of a legal lay-off; are
the *obligations* met (earning the pile, one's own meld first, no rediscarding); and may
the seat come down to so few cards (*keeping cards and going out*, G12). The first
refusal is the answer. Where it takes the shape to know which cards are meant (a
lay-off, a pile that must be earned), the shape is asked before possession.

Three questions about a side carry the last step, and nothing else in biriba answers
them: `takes_biribaki`, `may_go_out` and `finishable`.

`generation` lists moves fast; what is legal is said here.
"""

from __future__ import annotations

from biriba._options import PileRule, Rediscard, Rules, Taking
from biriba._words import shown
from biriba.cards import (
    KIND_TEXT,
    Cards,
    common,
    holds,
    pack,
    size_of,
)
from biriba.errors import AmbiguousMove, NotationError
from biriba.melds import (
    Meld,
    can_be_wild,
    is_biriba,
    lay_off_problem,
    meld_problem,
)
from biriba.moves import (
    Discard,
    DrawStock,
    LayMeld,
    LayOff,
    Move,
    NameSuit,
    Pass,
    Phase,
    TakePile,
)
from biriba.notation import read_move
from biriba.reasons import Reason, reason
from biriba.scoring import BiribakiStatus
from biriba.table import Side, Table, View

# --- Three questions about a side --------------------------------------------------


def takes_biribaki(
    side: Side, melds: tuple[Meld, ...], any_left: bool, rules: Rules
) -> bool:
    """Whether a side takes a biribaki by right (C9, P8, T8): its own is still there,
    and it has the biriba that is asked for. When it does is for the rules to say."""
    if side.biribaki is not BiribakiStatus.NONE or not any_left:
        return False
    return not rules.biribaki.needs_biriba or any(is_biriba(m, rules) for m in melds)


def may_go_out(side: Side, melds: tuple[Meld, ...], rules: Rules) -> bool:
    """Whether a side may end the deal with its last card (C11, P9, T9)."""
    needs = rules.going_out
    if needs.biribaki and side.biribaki is BiribakiStatus.NONE:
        return False
    biribas = [meld for meld in melds if is_biriba(meld, rules)]
    if len(biribas) < needs.biribas:
        return False
    if sum(meld.is_clean for meld in biribas) < needs.clean_biribas:
        return False
    if needs.run_and_set:
        return len({meld.kind for meld in melds}) == 2
    return True


def may_empty_by_laying(side: Side, melds: tuple[Meld, ...], table: Table) -> bool:
    """Whether the last card may be melded or laid off (C9, C11, P8, P9, T8, T9)."""
    rules = table.rules
    if rules.biribaki.when is Taking.HAND_EMPTIED and takes_biribaki(
        side, melds, bool(table.biribakia), rules
    ):
        return True
    return not rules.going_out.by_discard and may_go_out(side, melds, rules)


def discard_problem(
    kind: int,
    hand: int,
    taken: int,
    lone: bool,
    side: Side,
    melds: tuple[Meld, ...],
    table: Table,
) -> Reason | None:
    """Why a card of a hand may not be discarded, or None (C6, C10, C11, P8, P9, T9)."""
    rules = table.rules
    if not may_be_discarded(hand, taken, lone, rules) >> 4 * kind & 15:
        return reason("rediscard", rules.clauses, card=KIND_TEXT[kind])
    if hand != 1 << 4 * kind or takes_biribaki(
        side, melds, bool(table.biribakia), rules
    ):
        return None
    if not may_go_out(side, melds, rules):
        return reason("last-card", rules.clauses)
    if rules.going_out.last_discard_natural and can_be_wild(kind, rules):
        return reason("last-discard-wild", rules.clauses)
    return None


def may_be_discarded(hand: int, taken: int, lone: bool, rules: Rules) -> int:
    """The cards of a hand that were not just taken from the pile (C6).

    What counts is whether the seat holds more of a card than it took.
    """
    rule = rules.pile.rediscard
    if rule is Rediscard.FREE or (rule is Rediscard.LONE_CARD and not lone):
        return hand
    return hand - common(hand, taken)


def unfinishable(
    hand: int,
    taken: int,
    lone: bool,
    side: Side,
    melds: tuple[Meld, ...],
    table: Table,
) -> Reason | None:
    """Why a turn could not be finished with this hand and melds, or None (G12)."""
    rules = table.rules
    if not hand:
        if may_empty_by_laying(side, melds, table):
            return None
        return reason("hand-emptied", rules.clauses)
    free = may_be_discarded(hand, taken, lone, rules) if taken else hand
    if free and size_of(hand) > 1:
        return None
    # The last card: it is the free one, or none is.
    kind = hand.bit_length() - 1 >> 2
    if free and not discard_problem(kind, hand, taken, lone, side, melds, table):
        return None
    return reason("no-discard-left", rules.clauses)


# --- The law -----------------------------------------------------------------------


def why_not(view: View, move: Move | str) -> Reason | None:
    """Why the seat of a view may not make a move, or None if it may.

    Raises:
        NotationError: if the move is text that says no move, or not a move at all.
        AmbiguousMove: if text can mean several moves, and not all are refused.
    """
    if isinstance(move, str):
        read = _read(move, view)
        if isinstance(read, Reason):
            return read
        move = read
    problem = _wrong_turn(view)
    if problem is not None:
        return problem
    if isinstance(move, Discard):
        return _discard(view, move)
    if isinstance(move, LayMeld):
        return _lay_meld(view, move)
    if isinstance(move, LayOff):
        return _lay_off(view, move)
    if isinstance(move, DrawStock):
        return _draw(view)
    if isinstance(move, TakePile):
        return _take(view, move)
    if isinstance(move, Pass):
        return _pass(view)
    if isinstance(move, NameSuit):
        named = move.suit < view.rules.deal.suits
        if view.table.phase is Phase.NAME_SUIT and named:
            return None
        return reason("no-suit-to-name", view.rules.clauses)
    raise NotationError(f"a move is text or a Move, not {shown(move)}", "")


def _read(text: str, view: View) -> Move | Reason:
    """Read a move, or tell what is wrong with it however its cards are taken.

    Cards that are no meld are told only where melds are laid at all, and several
    readings only where one of them is legal.
    """
    read: Move | Reason | AmbiguousMove
    try:
        read = read_move(text, view)
    except AmbiguousMove as error:
        read = error
    if not isinstance(read, (Reason, AmbiguousMove)):
        return read
    wanted = Phase.DRAW if text.split()[0].lower() == "take" else Phase.PLAY
    early = _wrong_turn(view) or _phase_problem(view.table, wanted)
    if early is not None:
        return early
    if isinstance(read, Reason):
        return read
    refused = None
    for option in read.options:
        problem = why_not(view, option)
        if problem is None:
            raise read
        refused = refused or problem
    if refused is None:
        raise read
    return refused


def _wrong_turn(view: View) -> Reason | None:
    table = view.table
    if table.phase is Phase.OVER:
        return reason("deal-over", table.rules.clauses)
    if view.seat != table.turn:
        return reason("not-your-turn", table.rules.clauses, seat=table.turn)
    return None


def _phase_problem(table: Table, wanted: Phase) -> Reason | None:
    if table.phase is wanted:
        return None
    if table.phase is Phase.NAME_SUIT:
        return reason("name-suit-first", table.rules.clauses)
    code = "already-drawn" if wanted is Phase.DRAW else "draw-first"
    return reason(code, table.rules.clauses)


def can_draw(view: View) -> bool:
    """Whether the stock has a card to draw and the turn can then be finished.

    The second matters for a seat without cards, which no deal leads to: a position
    set up by hand may have one. It draws only where its card could be discarded.
    """
    table = view.table
    if table.stock_size <= table.rules.stock.dead_cards:
        return False
    if view.packed:
        return True
    side = table.sides[view.side]
    return takes_biribaki(
        side, side.melds, bool(table.biribakia), table.rules
    ) or may_go_out(side, side.melds, table.rules)


def _draw(view: View) -> Reason | None:
    problem = _phase_problem(view.table, Phase.DRAW)
    if problem is not None or can_draw(view):
        return problem
    if view.table.stock_size <= view.rules.stock.dead_cards:
        return reason("stock-empty", view.rules.clauses)
    return reason("no-discard-left", view.rules.clauses)


def _pass(view: View) -> Reason | None:
    problem = _phase_problem(view.table, Phase.DRAW)
    if problem is None and can_draw(view):
        return reason("stock-not-empty", view.rules.clauses)
    return problem


def _discard(view: View, move: Discard) -> Reason | None:
    table = view.table
    problem = _phase_problem(table, Phase.PLAY)
    if problem is not None:
        return problem
    kind = move.card.kind
    if not view.packed >> 4 * kind & 15:
        return reason("not-in-hand", table.rules.clauses, cards=KIND_TEXT[kind])
    side = table.sides[view.side]
    return discard_problem(
        kind, view.packed, table.taken, table.lone, side, side.melds, table
    )


def _missing(need: int, have: int, rules: Rules) -> Reason | None:
    if holds(have, need):
        return None
    missing = Cards(need - common(need, have))
    return reason("not-in-hand", rules.clauses, cards=str(missing))


def _lay_meld(view: View, move: LayMeld) -> Reason | None:
    table = view.table
    side = table.sides[view.side]
    problem = (
        _phase_problem(table, Phase.PLAY)
        or _missing(move.meld.packed, view.packed, table.rules)
        or meld_problem(move.meld, table.rules)
    )
    if problem is not None:
        return problem
    left = view.packed - move.meld.packed
    melds = (*side.melds, move.meld)
    return unfinishable(left, table.taken, table.lone, side, melds, table)


def _lay_off(view: View, move: LayOff) -> Reason | None:
    table = view.table
    side = table.sides[view.side]
    problem = _phase_problem(table, Phase.PLAY) or _lay_off_shape(view, move)
    if problem is not None:
        return problem
    added = move.result.packed - side.melds[move.index].packed
    problem = _missing(added, view.packed, table.rules)
    if problem is not None:
        return problem
    melds = replaced(side.melds, move)
    return unfinishable(
        view.packed - added, table.taken, table.lone, side, melds, table
    )


def _lay_off_shape(view: View, move: LayOff) -> Reason | None:
    """Whether the meld is there, may be added to, and may become the result."""
    table = view.table
    letter = table.rules.clauses
    melds = table.sides[view.side].melds
    if not 0 <= move.index < len(melds):
        return reason("no-such-meld", letter, index=move.index, count=len(melds))
    problem = lay_off_problem(melds[move.index], move.result, table.rules)
    if problem is not None:
        return problem
    if table.rules.melds.own_first and not table.opened[view.seat]:
        return reason("own-meld-first", letter)
    return None


def replaced(melds: tuple[Meld, ...], move: LayOff) -> tuple[Meld, ...]:
    """A side's melds after a lay-off."""
    return (*melds[: move.index], move.result, *melds[move.index + 1 :])


# --- Taking the pile ---------------------------------------------------------------


def _take(view: View, move: TakePile) -> Reason | None:
    table = view.table
    rules = table.rules
    problem = _phase_problem(table, Phase.DRAW)
    if problem is not None:
        return problem
    if not table.pile:
        return reason("pile-empty", rules.clauses)
    side = table.sides[view.side]
    pile = pack(table.pile)
    lone = len(table.pile) == 1
    if rules.pile.take is PileRule.FREE:
        if move.use is not None:
            return reason("pile-is-free", rules.clauses)
        return unfinishable(view.packed + pile, pile, lone, side, side.melds, table)
    use = move.use
    if use is None:
        return reason("pile-not-earned", rules.clauses)
    if isinstance(use, LayMeld):
        problem = meld_problem(use.meld, rules)
    else:
        problem = _lay_off_shape(view, use)
    if problem is not None:
        return problem
    if isinstance(use, LayMeld):
        used, melds = use.meld.packed, (*side.melds, use.meld)
    else:
        used = use.result.packed - side.melds[use.index].packed
        melds = replaced(side.melds, use)
    problem = not_earned(view, use, used)
    if problem is not None:
        return problem
    left = view.packed + pile - used
    return unfinishable(left, pile, lone, side, melds, table)


def not_earned(view: View, use: LayMeld | LayOff, used: int) -> Reason | None:
    """Why laying these cards does not earn the pile, or None (P5, T6)."""
    rules = view.rules
    pile = view.table.pile
    if isinstance(use, LayMeld) and not rules.pile.new_meld:
        return reason("pile-needs-lay-off", rules.clauses)
    if rules.pile.take is PileRule.TOP_CARD:
        # The top card and the hand as it was before: nothing from under the top.
        top = pile[-1]
        if not used >> 4 * top & 15:
            return reason("top-card-unused", rules.clauses, card=KIND_TEXT[top])
        offered = 1 << 4 * top
    else:
        offered = pack(pile)
        if not common(used, offered):
            return reason("pile-card-unused", rules.clauses)
    problem = _missing(used, view.packed + offered, rules)
    if problem is not None:
        return problem
    if isinstance(use, LayMeld) and rules.pile.hand_naturals:
        least = rules.pile.hand_naturals
        if naturals_from_hand(use.meld, view.packed, offered) < least:
            return reason("too-few-from-hand", rules.clauses, least=least)
    return None


def naturals_from_hand(meld: Meld, hand: int, offered: int) -> int:
    """How many natural cards of a meld come from the hand, at the most (P5).

    The cards that the hand lacks come from the pile, and at least one card does.
    Where twins leave a choice, a card that lies wild is taken from the pile first.
    """
    wild = pack([meld.kinds[i] for i in meld.wild_places])
    naturals = meld.packed - wild
    if holds(hand, naturals) and not common(wild, offered):
        return size_of(naturals) - 1
    return size_of(common(naturals, hand))
