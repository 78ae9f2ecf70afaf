"""From the facts of a deal to its points.

Facts stand apart from prices: a :class:`DealResult` says who melded what and who went
out, a :class:`Score` prices it under rules, line by line. Somebody who kept the facts
on paper builds the same result by hand and gets the same score.

The clauses: cards G14, C12, P11, T10, F12; bonuses C15, P11, T11, F13, X2; going out
C13, P11, F14; penalties C13, C14, T12, F14.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

import attrs

from biriba._checks import expect
from biriba._options import Bonus, PenaltyWhen, Rules, checked
from biriba._words import printable, shown
from biriba.cards import (
    JOKER_KIND,
    KIND_TEXT,
    KINDS,
    Cards,
    CardsLike,
    Suit,
    unpack,
)
from biriba.errors import InvalidState
from biriba.melds import Meld, Run, Set, card_points, is_biriba, meld_problem
from biriba.points import Points, points_text, simple


class BiribakiStatus(Enum):
    """How far a side is with its biribaki.

    ``TAKEN`` is taken and not yet played from: its taker has had no turn since (C14).
    """

    NONE = "none"
    TAKEN = "taken"
    PLAYED = "played"


def _melds(melds: Iterable[Meld]) -> tuple[Meld, ...]:
    if isinstance(melds, (list, tuple)) and all(isinstance(m, Meld) for m in melds):
        return tuple(melds)
    raise InvalidState(["melds: expected a tuple of Meld; Meld.parse makes one"])


def _hands(hands: Iterable[CardsLike]) -> tuple[Cards, ...]:
    if not isinstance(hands, (list, tuple)):
        raise InvalidState(["hands: one heap of cards for each seat, in a tuple"])
    return tuple(Cards.of(hand) for hand in hands)


def _sides(sides: Iterable[SideResult]) -> tuple[SideResult, ...]:
    if isinstance(sides, (list, tuple)) and all(
        isinstance(side, SideResult) for side in sides
    ):
        return tuple(sides)
    raise InvalidState(["sides: expected one SideResult for each side"])


def _cards(cards: CardsLike) -> Cards:
    return Cards.of(cards)


def _status(status: BiribakiStatus | str) -> BiribakiStatus:
    try:
        return BiribakiStatus(status)
    except ValueError:
        known = ", ".join(status.value for status in BiribakiStatus)
        raise InvalidState([f"biribaki: expected one of {known}"]) from None


def _truth(value: bool) -> bool:
    if type(value) is bool:
        return value
    raise InvalidState([f"went_out: expected true or false, not {shown(value)}"])


def _suit(suit: Suit | str | None) -> Suit | None:
    return Suit.parse(suit) if isinstance(suit, str) else suit


@attrs.frozen
class SideResult:
    """What one side has at the end of a deal.

    `hands` are the cards left in its hands, as heaps or text (empty ones may be left
    out); `unplayed_biribaki` those of a biribaki that was taken and not played from,
    where they are not among the hands.

    Raises:
        InvalidState: if a meld is no :class:`~biriba.melds.Meld`.
        NotationError: if text is no card.
    """

    melds: tuple[Meld, ...] = attrs.field(default=(), converter=_melds)
    hands: tuple[Cards, ...] = attrs.field(default=(), converter=_hands)
    unplayed_biribaki: Cards = attrs.field(default=Cards(), converter=_cards)
    biribaki: BiribakiStatus = attrs.field(
        default=BiribakiStatus.NONE, converter=_status
    )
    went_out: bool = attrs.field(default=False, converter=_truth)


@attrs.frozen
class DealResult:
    """The facts at the end of a deal, one :class:`SideResult` a side.

    `bonus_suit` is None where the deal had none; text such as ``"c"`` is read.

    Raises:
        InvalidState: if the facts contradict each other.
        NotationError: if text is no suit.
    """

    sides: tuple[SideResult, ...] = attrs.field(converter=_sides)
    bonus_suit: Suit | None = attrs.field(default=None, converter=_suit)

    def __attrs_post_init__(self) -> None:
        problems = []
        if not isinstance(self.bonus_suit, (Suit, type(None))):
            raise InvalidState(["bonus_suit: expected a Suit, its letter, or None"])
        if sum(side.went_out for side in self.sides) > 1:
            problems.append("only one side can have gone out")
        for index, side in enumerate(self.sides):
            if side.unplayed_biribaki and side.biribaki is not BiribakiStatus.TAKEN:
                problems.append(
                    f"side {index}: an unplayed biribaki has been taken and not played"
                )
        if problems:
            raise InvalidState(problems)


@attrs.frozen
class ScoreLine:
    """One line of a score sheet.

    `code` is stable, `label` English, `clause` where it comes from; `detail` names
    the meld or cards it is for, if any.
    """

    code: str
    label: str
    clause: str
    points: Points
    detail: str = ""


@attrs.frozen
class SideScore:
    """The lines of one side and their total, in points."""

    lines: tuple[ScoreLine, ...]

    @property
    def total(self) -> Points:
        """The sum of the lines."""
        total: Points = 0
        for line in self.lines:
            total += line.points
        return simple(total)


@attrs.frozen
class Score:
    """What each side scores for a deal; prints as a score sheet."""

    sides: tuple[SideScore, ...]

    @property
    def totals(self) -> tuple[Points, ...]:
        """The points of each side."""
        return tuple(side.total for side in self.sides)

    def _repr_svg_(self) -> str:
        """A picture, for notebooks that show no HTML."""
        from biriba.svg import render_score

        return render_score(self)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from biriba.html import render_score

        return render_score(self)

    def __str__(self) -> str:
        blocks = []
        for index, side in enumerate(self.sides):
            rows = [f"Side {index}"]
            for line in side.lines:
                text = f"{line.label}: {line.detail}" if line.detail else line.label
                rows.append(f"  {printable(text):<58} {points_text(line.points):>7}")
            rows.append(f"  {'total':<58} {points_text(side.total):>7}")
            blocks.append("\n".join(rows))
        return "\n".join(blocks)


LABELS = {
    "meld": "cards melded",
    "clean-biriba-run": "clean biriba",
    "dirty-biriba-run": "dirty biriba",
    "clean-biriba-set": "clean biriba, a set",
    "dirty-biriba-set": "dirty biriba, a set",
    "clean-full-run": "clean full biriba",
    "dirty-full-run": "dirty full biriba",
    "clean-super-biriba": "clean super biriba",
    "dirty-super-biriba": "dirty super biriba",
    "clean-set-of-aces": "clean set of aces",
    "dirty-set-of-aces": "dirty set of aces",
    "dirty-semi-clean-run": "semi-clean biriba",
    "dirty-semi-clean-set": "semi-clean biriba, a set",
    "clean-ace-to-ace": "clean biriba from ace to ace",
    "hand": "cards left in hand",
    "unplayed-biribaki": "cards of the biribaki not played",
    "going-out": "going out",
    "no-biribaki": "no biribaki taken",
    "no-biriba": "no biriba made",
    "biribaki-not-played": "biribaki taken but not played",
}
"""The English label of every score line of the published systems, by its code."""

_CLAUSES = {
    "cards": {"C": "C12", "P": "P11", "T": "T10", "F": "F12"},
    "bonus": {"C": "C15", "P": "P11", "T": "T11", "F": "F13"},
    "going-out": {"C": "C13", "P": "P11", "T": "T12", "F": "F14"},
    "penalty": {"C": "C13", "P": "P11", "T": "T12", "F": "F14"},
    "not-played": {"C": "C14", "P": "P11", "T": "T12", "F": "F14"},
}


def _clause(what: str, rules: Rules) -> str:
    return _CLAUSES[what].get(rules.clauses, "G14")


def naturals_in_a_row(meld: Meld) -> int:
    """The most natural cards of a meld that lie next to each other (X2).

    In a set the natural cards lie first, so it is all of them.

    >>> from biriba import rules
    >>> naturals_in_a_row(Meld.parse("5c 6c Jk 8c 9c 10c", rules.CLASSIC_5000))
    3
    """
    most = start = 0
    for end in (*meld.wild_places, len(meld)):
        most = max(most, end - start)
        start = end + 1
    return most


def _price(bonus: Bonus, meld: Meld, bonus_suit: Suit | None) -> Points | None:
    """What one entry of the price list pays for a meld, or None if it does not."""
    if meld.kind is not bonus.kind or len(meld) < bonus.length:
        return None
    if bonus.rank is not None and isinstance(meld, Set) and meld.rank != bonus.rank:
        return None
    if bonus.in_a_row > naturals_in_a_row(meld):
        return None
    plain = bonus.clean if meld.is_clean else bonus.dirty
    if isinstance(meld, Run) and meld.suit is bonus_suit:
        doubled = (
            bonus.in_bonus_suit_clean if meld.is_clean else bonus.in_bonus_suit_dirty
        )
        return plain if doubled is None else doubled
    return plain


def bonus_of(
    meld: Meld, rules: Rules, bonus_suit: Suit | None = None
) -> tuple[str, Points]:
    """The code and points of the bonus a meld earns; ``("", 0)`` if none.

    Of several entries that apply the highest counts, never their sum (C15, P11, T11,
    F13).

    >>> from biriba import rules
    >>> run = Meld.parse("5c 6c 7c 8c 9c 10c Jc", rules.CLASSIC_5000)
    >>> bonus_of(run, rules.CLASSIC_5000, Suit.CLUBS)
    ('clean-biriba-run', 400)
    """
    best: tuple[str, Points] = ("", 0)
    for bonus in rules.prices.bonuses:
        points = _price(bonus, meld, bonus_suit)
        if points is not None and (not best[0] or points > best[1]):
            best = (f"{'clean' if meld.is_clean else 'dirty'}-{bonus.code}", points)
    return best


def score(result: DealResult, rules: Rules) -> Score:
    """Price the facts of a deal (G14).

    Facts are taken as they are told, as long as they can be added up: whether a side
    met the conditions for going out, or holds no card that it should have played, is
    for the table to say.

    Raises:
        InvalidRules: if `rules` are none.
        InvalidState: if the system has no such number of sides or a meld is illegal
            under it, or if there are more cards than its deck has.

    >>> from biriba import rules
    >>> sides = (
    ...     SideResult(biribaki=BiribakiStatus.PLAYED, went_out=True),
    ...     SideResult(hands=(Cards.parse("Ah 3d"),)),
    ... )
    >>> score(DealResult(sides), rules.CLASSIC_5000).totals
    (100, -120)
    """
    problems = _fact_problems(expect(result, DealResult), checked(rules))
    if problems:
        raise InvalidState(problems)
    return Score(
        tuple(
            SideScore(tuple(_lines(result, index, rules)))
            for index in range(len(result.sides))
        )
    )


def _fact_problems(result: DealResult, rules: Rules) -> list[str]:
    problems: list[str] = []
    used = [0] * KINDS
    for index, side in enumerate(result.sides):
        for number, meld in enumerate(side.melds):
            refused = meld_problem(meld, rules)
            if refused is not None:
                problems.append(f"side {index}, meld {number}: {refused}")
        for packed in (
            *(meld.packed for meld in side.melds),
            *(hand.packed for hand in side.hands),
            side.unplayed_biribaki.packed,
        ):
            for kind in unpack(packed):
                used[kind] += 1
    return problems + too_many_cards(len(result.sides), used, rules)


def too_many_cards(sides: int, used: Sequence[int], rules: Rules) -> list[str]:
    """Where the biggest deck for so many sides has fewer cards than used (G1, G17).

    `used` counts the cards of each kind.
    """
    decks = [s for s in rules.seatings if s.sides == sides]
    if not decks:
        offered = ", ".join(str(n) for n in sorted({s.sides for s in rules.seatings}))
        return [f"sides: {rules.name} has no {sides} sides; it has {offered}"]
    packs = max(seating.packs for seating in decks)
    jokers = max(seating.jokers for seating in decks)
    return [
        f"{KIND_TEXT[kind]} occurs {count} times; the deck of {rules.name} "
        f"for {sides} sides has {jokers if kind == JOKER_KIND else packs}"
        for kind, count in enumerate(used)
        if count > (jokers if kind == JOKER_KIND else packs)
    ]


def _line(code: str, clause: str, points: Points, detail: str = "") -> ScoreLine:
    label = LABELS.get(code, code.replace("-", " "))
    return ScoreLine(code, label, clause, simple(points), detail)


def _lines(result: DealResult, index: int, rules: Rules) -> list[ScoreLine]:
    side = result.sides[index]
    prices = rules.prices
    lines: list[ScoreLine] = []
    cards = _clause("cards", rules)
    for meld in side.melds:
        worth = card_points(meld.packed, rules)
        lines.append(_line("meld", cards, worth, str(meld)))
        code, points = bonus_of(meld, rules, result.bonus_suit)
        if points:
            lines.append(_line(code, _clause("bonus", rules), points, str(meld)))
    for hand in side.hands:
        if hand:
            lines.append(
                _line("hand", cards, -card_points(hand.packed, rules), str(hand))
            )
    unplayed = side.unplayed_biribaki
    if unplayed and not prices.unplayed_exempt:
        worth = card_points(unplayed.packed, rules)
        lines.append(_line("unplayed-biribaki", cards, -worth, str(unplayed)))
    if side.went_out and prices.going_out:
        lines.append(_line("going-out", _clause("going-out", rules), prices.going_out))
    lines += _penalties(result, index, rules)
    return lines


def _penalties(result: DealResult, index: int, rules: Rules) -> list[ScoreLine]:
    side = result.sides[index]
    prices = rules.prices
    lines: list[ScoreLine] = []
    if side.biribaki is BiribakiStatus.TAKEN and prices.biribaki_not_played:
        clause = _clause("not-played", rules)
        lines.append(_line("biribaki-not-played", clause, prices.biribaki_not_played))
    if prices.penalties_when is PenaltyWhen.ANOTHER_WENT_OUT and not any(
        other.went_out for i, other in enumerate(result.sides) if i != index
    ):
        return lines
    clause = _clause("penalty", rules)
    if side.biribaki is BiribakiStatus.NONE and prices.no_biribaki:
        lines.append(_line("no-biribaki", clause, prices.no_biribaki))
    if prices.no_biriba and not any(is_biriba(m, rules) for m in side.melds):
        lines.append(_line("no-biriba", clause, prices.no_biriba))
    return lines
