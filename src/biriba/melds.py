"""Melds: what they are, whether the rules allow them, and how to find them.

:class:`Meld` is a :class:`Run` or a :class:`Set`. :func:`arrange` gives every meld that
a heap of cards can be laid as, :func:`lay_off_results` every meld that cards laid off
on another can lead to, :func:`best` the highest-scoring way to lay a whole hand;
:func:`meld_problem`, :func:`lay_off_problem` and :func:`why_no_lay_off` say why not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from biriba._meld import (
    PLACES,
    Meld,
    Run,
    Set,
    can_be_wild,
    card_points,
    is_biriba,
    lay_off_problem,
    meld_problem,
    natural_kind,
    readings,
    spelled,
)
from biriba._options import Rules
from biriba._search import arrange, lay_off_results, results_of, why_no_lay_off
from biriba.cards import CardsLike, Suit

if TYPE_CHECKING:
    from biriba.best import BestLay

__all__ = [
    "PLACES",
    "Meld",
    "Run",
    "Set",
    "arrange",
    "best",
    "can_be_wild",
    "card_points",
    "is_biriba",
    "lay_off_problem",
    "lay_off_results",
    "meld_problem",
    "natural_kind",
    "readings",
    "results_of",
    "spelled",
    "why_no_lay_off",
]


def best(
    cards: CardsLike, rules: Rules, *, bonus_suit: Suit | str | None = None
) -> BestLay:
    """The highest-scoring way to lay a hand down at once: ``biriba.best.best``."""
    from biriba.best import best as search

    return search(cards, rules, bonus_suit=bonus_suit)
