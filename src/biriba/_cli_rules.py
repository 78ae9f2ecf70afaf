"""The rule book: the list of systems, one clause by clause, or two compared.

It knows nothing about presets, so a house rule prints as well as a published system.
What options are called, and to which clauses they belong, is in ``_rule_texts``.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from biriba._rule_texts import OPTIONS
from biriba.cards import Rank
from biriba.languages import message, rules_name, rules_title
from biriba.points import points_text, to_points
from biriba.rules import PRESETS, VARIANTS

if TYPE_CHECKING:
    from biriba._options import Json, Rules

_WIDTH: Final = 80


def clause_of(clauses: str, letter: str) -> str:
    """The clause for a system's letter; one of the common ground where it has none."""
    words = clauses.split()
    for word in words:
        if word.startswith(letter):
            return word
    for word in words:
        if word.startswith("G"):
            return word
    return words[0]


def rules_command(names: Sequence[str], as_json: bool, language: str) -> int:
    """Print the list of systems, one of them, or how two differ; the exit status.

    Raises:
        InvalidRules: if there are no such rules.
    """
    from biriba._cli_io import YES, rules_of, say, say_json

    chosen = [rules_of(name) for name in names]
    if not chosen:
        if as_json:
            say_json(_list_json(language))
        else:
            say(_list_text(language))
    elif len(chosen) == 1:
        if as_json:
            say_json(chosen[0].options())
        else:
            say(rules_text(chosen[0], language))
    else:
        one, other = chosen
        if as_json:
            say_json({path: list(both) for path, both in differing(one, other)})
        else:
            say(difference_text(one, other, language))
    return YES


def _list_json(language: str) -> Json:
    return {
        "presets": [
            {
                "name": rules.name,
                "title": rules_title(rules, language),
                "seats": [seating.seats for seating in rules.seatings],
                "default_seats": rules.default_seats,
            }
            for rules in PRESETS.values()
        ],
        "variants": [
            {
                "name": variant.name,
                "clause": variant.clause,
                "text": message(f"variant.{variant.name}", language),
                "presets": list(variant.presets),
            }
            for variant in VARIANTS.values()
        ],
    }


def _list_text(language: str) -> str:
    lines = []
    for rules in PRESETS.values():
        title = rules_title(rules, language)
        seats = ", ".join(str(seating.seats) for seating in rules.seatings)
        lines += _wrapped(
            message("rule.system", language, name=rules.name, title=title, seats=seats)
        )
        for variant in VARIANTS.values():
            if rules.name in variant.presets:
                text = message(f"variant.{variant.name}", language)
                lines += _wrapped(f"+{variant.name} ({variant.clause}): {text}", "  ")
    return "\n".join(lines)


def _wrapped(text: str, indent: str = "") -> list[str]:
    return textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=f"{indent}  ",
        break_on_hyphens=False,
    )


def rules_text(rules: Rules, language: str = "en") -> str:
    """One system, its clauses in order, each with the options it decides."""
    options = rules.options()
    by_clause: dict[str, list[str]] = {}
    for path, clauses, _ in OPTIONS:
        clause = clause_of(clauses, rules.clauses)
        texts = _texts(path, value_at(options, path), language)
        if path not in _LISTS:
            texts = [f"{_words(path, language)}: {texts[0]}"]
        by_clause.setdefault(clause, []).extend(texts)
    lines = _wrapped(
        message(
            "rule.head",
            language,
            title=rules_title(rules, language),
            label=rules_name(rules, language),
            revision=rules.revision,
        )
    )
    lines += _wrapped(message("rule.source", language, source=rules.source))
    for clause in sorted(by_clause, key=_clause_order):
        lines.append(clause)
        for text in by_clause[clause]:
            lines += _wrapped(text, "  ")
    return "\n".join(lines)


def difference_text(one: Rules, other: Rules, language: str = "en") -> str:
    """In which options two systems differ, each option with both its values."""
    names = [rules_name(rules, language) for rules in (one, other)]
    lines = [f"{names[0]} ≠ {names[1]}"]
    carried = {path: clauses for path, clauses, _ in OPTIONS}
    for path, both in differing(one, other):
        clauses = dict.fromkeys(
            clause_of(carried[path], rules.clauses) for rules in (one, other)
        )
        lines += _wrapped(f"{_words(path, language)} ({', '.join(clauses)})")
        for name, value in zip(names, both, strict=True):
            for text in _texts(path, value, language):
                lines += _wrapped(f"{name}: {text}", "  ")
    if len(lines) == 1:
        lines = [f"{names[0]} = {names[1]}: {message('rule.same', language)}"]
    return "\n".join(lines)


def differing(one: Rules, other: Rules) -> list[tuple[str, tuple[Json, Json]]]:
    """The options in which two systems differ, each with both its values."""
    first, second = one.options(), other.options()
    pairs = [
        (path, (value_at(first, path), value_at(second, path)))
        for path, _, _ in OPTIONS
    ]
    return [(path, both) for path, both in pairs if both[0] != both[1]]


def value_at(options: Json, path: str) -> Json:
    """What rules written as JSON say in one option, such as ``pile.take``."""
    value = options
    for key in path.split("."):
        assert isinstance(value, dict)
        value = value[key]
    return value


def _clause_order(clause: str) -> tuple[int, int]:
    """Common ground first, then the system's own clauses, then the further options."""
    number = re.sub(r"\D", "", clause)
    return ({"G": 0, "X": 2}.get(clause[0], 1), int(number))


# --- Words -------------------------------------------------------------------------

_LISTS: Final = ("seatings", "prices.bonuses")


def _words(path: str, language: str) -> str:
    return message(f"option.{path}", language)


def _texts(path: str, value: Json, language: str) -> list[str]:
    """What an option says, in words: a text, or one for each item of a list."""
    if path == "seatings":
        assert isinstance(value, list)
        return [_seating_text(seating, language) for seating in value]
    if path == "prices.bonuses":
        assert isinstance(value, list)
        texts = [_bonus_text(bonus, language) for bonus in value]
        return texts or [message("rule.no-bonuses", language)]
    if isinstance(value, dict):
        return [
            ", ".join(
                message(f"rule.value.{cards}", language, points=_number(points))
                for cards, points in value.items()
            )
        ]
    if value is None:
        key = "not-asked" if path == "wild.naturals_per_wild" else "no-limit"
        return [message(f"rule.{key}", language)]
    if isinstance(value, bool):
        return [message("rule.yes" if value else "rule.no", language)]
    if isinstance(value, str):
        return [message(f"choice.{path}.{value}", language)]
    return [_number(value)]


def _number(value: Json) -> str:
    assert isinstance(value, int | float)  # what options print of a number
    return points_text(to_points(value))


def _seating_text(seating: Json, language: str) -> str:
    assert isinstance(seating, dict)
    counts = {
        key: cast(int, seating[key])
        for key in ("seats", "sides", "packs", "jokers", "biribakia")
    }
    start = _number(seating["starting_total"])
    return message("rule.seating", language, **counts, start=start)


def _bonus_text(bonus: Json, language: str) -> str:
    assert isinstance(bonus, dict)
    text = message(
        f"rule.bonus.{bonus['kind']}", language, length=cast(int, bonus["length"])
    )
    if bonus["rank"] is not None:
        rank = str(Rank(cast(int, bonus["rank"])))
        text = message("rule.bonus.rank", language, bonus=text, rank=rank)
    if bonus["in_a_row"]:
        row = cast(int, bonus["in_a_row"])
        text = message("rule.bonus.in_a_row", language, bonus=text, row=row)
    prices = ", ".join(
        message(f"rule.price.{key}", language, points=_number(bonus[key]))
        for key in ("clean", "dirty", "in_bonus_suit_clean", "in_bonus_suit_dirty")
        if bonus[key] is not None
    )
    return f"{text}: {prices}"
