"""``biriba meld`` and ``biriba layoff``: what cards are, where they can be added."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from biriba._cli_io import NO, YES, reason_json, rules_of, say, say_json, tell, why_text
from biriba._options import Json, Rules
from biriba.cards import Cards, Suit
from biriba.errors import IllegalMeld
from biriba.languages import meld_name, message, score_label
from biriba.melds import (
    Meld,
    arrange,
    card_points,
    is_biriba,
    lay_off_problem,
    lay_off_results,
)
from biriba.points import Points, json_points, points_text, simple
from biriba.reasons import Reason, reason
from biriba.scoring import bonus_of


def _worth(
    meld: Meld, rules: Rules, suit: Suit | None
) -> tuple[Points, tuple[str, Points]]:
    """The points of a meld's cards, and its bonus."""
    return card_points(meld.packed, rules), bonus_of(meld, rules, suit)


def _meld_json(meld: Meld, rules: Rules, suit: Suit | None) -> dict[str, Json]:
    cards, (_, bonus) = _worth(meld, rules, suit)
    return {
        "legal": True,
        "kind": meld.kind.value,
        "clean": meld.is_clean,
        "biriba": is_biriba(meld, rules),
        "full": meld.is_full,
        "card_points": json_points(simple(cards)),
        "bonus": json_points(simple(bonus)),
        "total": json_points(simple(cards + bonus)),
        "meld": str(meld),
    }


def _meld_line(meld: Meld, rules: Rules, suit: Suit | None, language: str) -> str:
    cards, (code, bonus) = _worth(meld, rules, suit)
    # What has a bonus is called as on the score sheet, so that the two agree.
    kind = (
        score_label(code, language)
        if code
        else meld_name(meld, language, biriba=is_biriba(meld, rules))
    )
    return message(
        "command.meld",
        language,
        meld=str(meld),
        kind=kind,
        cards=points_text(cards),
        bonus=points_text(bonus),
        total=points_text(cards + bonus),
    )


def meld_command(args: argparse.Namespace) -> int:
    rules = rules_of(args.rules)
    suit = Suit.parse(args.bonus_suit) if args.bonus_suit is not None else None
    if args.arrange:
        return _arrange(args, arrange(args.cards, rules), rules, suit)
    try:
        meld = Meld.parse(args.cards, rules)
    except IllegalMeld as error:
        return _no_meld(args, error.reason)
    if args.json:
        say_json(_meld_json(meld, rules, suit))
    else:
        say(_meld_line(meld, rules, suit, args.lang))
    return YES


def _no_meld(args: argparse.Namespace, reason: Reason) -> int:
    if args.json:
        say_json({"legal": False, "reason": reason_json(reason, args.lang)})
    else:
        tell(args, "no-meld", why=why_text(args, reason))
    return NO


def _arrange(
    args: argparse.Namespace,
    found: Sequence[Meld],
    rules: Rules,
    suit: Suit | None,
) -> int:
    why: Reason | None = None
    if not found:
        why = reason("not-a-meld", rules.clauses)
        try:
            Meld.parse(" ".join(sorted(args.cards.replace(",", " ").split())), rules)
        except IllegalMeld as error:
            # Only what is wrong in every order: the order here means nothing.
            if error.reason.code not in ("not-consecutive", "corner"):
                why = error.reason
            else:
                why = reason("not-consecutive", rules.clauses)
    if args.json:
        say_json(
            {
                "legal": bool(found),
                "results": [str(meld) for meld in found],
                "arrangements": [_meld_json(meld, rules, suit) for meld in found],
                "reason": reason_json(why, args.lang),
            }
        )
    elif found:
        for meld in found:
            say(_meld_line(meld, rules, suit, args.lang))
    else:
        tell(args, "no-arrangement")
    return YES if found else NO


def layoff_command(args: argparse.Namespace) -> int:
    rules = rules_of(args.rules)
    added = Cards.of(args.cards)
    why: Reason | None = None
    results: tuple[Meld, ...] = ()
    try:
        table = Meld.parse(args.meld, rules)
    except IllegalMeld as error:
        why = error.reason
    else:
        results = lay_off_results(table, added, rules)
        if not results:
            why = _why_no_result(table, added, rules)
    if args.json:
        say_json(
            {
                "results": [str(meld) for meld in results],
                "reason": reason_json(why, args.lang),
            }
        )
    elif why is None:
        say("\n".join(map(str, results)))
    else:
        tell(args, "no-lay-off", why=why_text(args, why))
    return YES if results else NO


def _why_no_result(table: Meld, added: Cards, rules: Rules) -> Reason:
    """Why no lay-off exists: what stands against the likeliest result."""
    letter = rules.clauses
    if not added:
        return reason("nothing-laid", letter)
    problems = [
        problem
        for result in arrange(list(table.heap) + list(added), rules)
        if (problem := lay_off_problem(table, result, rules)) is not None
        and problem.code != "meld-changed"
    ]
    general = reason("no-place", letter, cards=str(added), meld=str(table))
    return problems[0] if problems else general
