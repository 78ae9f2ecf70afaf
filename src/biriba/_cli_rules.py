"""The rule book: the systems by name, and one system clause by clause from its data.

`OPTIONS` says, for every option, which clause it belongs to in each system and how a
person reads its value. It knows nothing about presets, so a house rule prints as well
as a published system.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, cast

from biriba._words import counted
from biriba.points import points_text, to_points
from biriba.rules import PRESETS, VARIANTS

if TYPE_CHECKING:
    from biriba._options import Json, Rules

# Option, its clauses (one for all systems, or one for each letter), and its words.
OPTIONS: Final[tuple[tuple[str, str, str], ...]] = (
    ("seatings", "C2 P2 T2 F2", "seats"),
    ("default_seats", "C2 P2 T2 F2", "usual number of seats"),
    ("deal.hand", "C3 P3 T3 F3", "cards dealt to each seat"),
    ("deal.biribaki", "C3 P3 T3 F3", "cards in a biribaki"),
    ("deal.passes", "C2 P2 T2 F2", "seat that deals next, in order of play"),
    ("deal.bonus_suit", "C4 P4 T3 F4", "the turned card's suit is the bonus suit"),
    ("deal.turned_joker", "G16", "a turned joker whose suit is needed"),
    ("deal.bury_wild_cards", "C4 P4 T3 F4", "a turned wild card goes under the stock"),
    ("deal.bury_red_threes", "C4 P4 T3 F4", "a turned red Three goes under the stock"),
    ("deal.ranks", "G1", "ranks in a pack"),
    ("deal.suits", "G1", "suits in a pack"),
    ("wild.twos", "G7", "Twos are wild"),
    ("wild.limit", "C7 P6 T4 F5", "most wild cards in a meld"),
    ("wild.naturals_per_wild", "C7 P6 T4 F5", "natural cards for each wild card"),
    ("wild.min_naturals", "G8", "least natural cards in a meld"),
    ("wild.relocate", "G10", "a lay-off may move the wild cards of a run"),
    ("melds.sets", "G5 F6", "there are sets"),
    ("melds.set_of_twos", "G7", "Twos are natural in a set of Twos"),
    ("melds.max_set_naturals", "C7 G5", "most natural cards in a set"),
    ("melds.ace_low", "G6", "the ace is low in runs"),
    ("melds.ace_high", "G6", "the ace is high in runs"),
    ("melds.longest_run", "G6 F6", "longest run"),
    ("melds.own_first", "T5 G9", "a seat lays off only after a meld of its own"),
    ("melds.both_aces", "X1", "a run of fourteen may have both aces natural"),
    ("pile.take", "C5 P5 T6 F7", "taking the pile"),
    ("pile.new_meld", "C5 P5 T6 F7", "a new meld earns the pile too"),
    ("pile.hand_naturals", "C5 P5 T6 F7", "natural cards from the hand in that meld"),
    ("pile.rediscard", "C6 P5 T6 F7", "discarding a card taken in the same turn"),
    ("biriba.length", "C8 P7 T7 F8", "least cards in a biriba"),
    ("biriba.sets", "C8 P7 T7 F8", "sets can be biribas"),
    ("biribaki.when", "C9 P8 T8 F9", "a biribaki is taken"),
    ("biribaki.needs_biriba", "C9 P8 T8 F9", "taking it needs a biriba"),
    ("going_out.biribas", "C11 P9 T9 F10", "biribas needed to go out"),
    ("going_out.clean_biribas", "C11 P9 T9 F10", "clean ones among them"),
    ("going_out.biribaki", "C11 P9 T9 F10", "going out needs the biribaki taken"),
    ("going_out.run_and_set", "C11 P9 T9 F10", "going out needs a run and a set"),
    ("going_out.by_discard", "C11 P9 T9 F10", "only a discard goes out"),
    ("going_out.last_discard_natural", "C11 P9 T9 F10", "not with a wild card"),
    ("stock.when_empty", "G13 F11", "when the stock is empty"),
    ("stock.dead_cards", "G13 F11", "cards of the stock that are never drawn"),
    ("stock.idle_rounds", "G13", "rounds without a stock and a meld that end a deal"),
    ("prices.cards", "C12 P11 T10 F12", "card values"),
    ("prices.bonuses", "C15 P11 T11 F13", "bonuses"),
    ("prices.going_out", "C13 P11 T12 F14", "points for going out"),
    ("prices.no_biribaki", "C13 P11 T12 F14", "points of a side without a biribaki"),
    ("prices.no_biriba", "C13 P11 T12 F14", "points of a side without a biriba"),
    ("prices.penalties_when", "C13 P11 T12 F14", "those two count"),
    (
        "prices.biribaki_not_played",
        "C14 P11 T12 F14",
        "points of a biribaki not played",
    ),
    ("prices.unplayed_exempt", "C14 P11 T12 F14", "its cards do not count"),
    ("target.points", "C16 P12 T13 F15", "points that win"),
    ("target.inclusive", "C16 P12 T13 F15", "reaching them exactly is enough"),
    ("target.ties", "G15", "equal totals over the target"),
)


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


def rules_command(name: str | None, as_json: bool) -> int:
    """Print the list of systems, or one of them; the exit status."""
    from biriba._cli_io import YES, rules_of, say, say_json

    if name is None:
        if as_json:
            say_json(_list_json())
        else:
            say(_list_text())
        return YES
    rules = rules_of(name)
    if as_json:
        say_json(rules.options())
    else:
        say(rules_text(rules))
    return YES


def _list_json() -> Json:
    return {
        "presets": [
            {
                "name": rules.name,
                "title": rules.title,
                "seats": [seating.seats for seating in rules.seatings],
                "default_seats": rules.default_seats,
            }
            for rules in PRESETS.values()
        ],
        "variants": [
            {
                "name": variant.name,
                "clause": variant.clause,
                "text": variant.text,
                "presets": list(variant.presets),
            }
            for variant in VARIANTS.values()
        ],
    }


def _list_text() -> str:
    lines = []
    for rules in PRESETS.values():
        seats = ", ".join(str(seating.seats) for seating in rules.seatings)
        lines.append(f"{rules.name}: {rules.title}; {seats} seats")
        for variant in VARIANTS.values():
            if rules.name in variant.presets:
                lines.append(f"  +{variant.name} ({variant.clause}): {variant.text}")
    return "\n".join(lines)


def rules_text(rules: Rules) -> str:
    """One system, its clauses in order, each with the options it decides."""
    options = rules.options()
    by_clause: dict[str, list[str]] = {}
    for path, clauses, words in OPTIONS:
        value: Json = options
        for key in path.split("."):
            assert isinstance(value, dict)
            value = value[key]
        clause = clause_of(clauses, rules.clauses)
        by_clause.setdefault(clause, []).extend(_lines(path, words, value))
    lines = [f"{rules.title} ({rules.label}, revision {rules.revision})"]
    lines.append(f"Source: {rules.source}")
    for clause in sorted(by_clause, key=_clause_order):
        lines.append(clause)
        lines += [f"  {line}" for line in by_clause[clause]]
    return "\n".join(lines)


def _clause_order(clause: str) -> tuple[int, int]:
    """Common ground first, then the system's own clauses, then the further options."""
    number = re.sub(r"\D", "", clause)
    return ({"G": 0, "X": 2}.get(clause[0], 1), int(number))


def _lines(path: str, words: str, value: Json) -> list[str]:
    if path == "seatings":
        assert isinstance(value, list)
        return [_seating_line(seating) for seating in value]
    if path == "prices.bonuses":
        assert isinstance(value, list)
        return [_bonus_line(bonus) for bonus in value] or ["no bonuses"]
    if isinstance(value, dict):
        parts = [f"{k.replace('_', ' ')} {_word(v)}" for k, v in value.items()]
        return [f"{words}: {', '.join(parts)}"]
    return [f"{words}: {_word(value)}"]


def _word(value: Json) -> str:
    if value is None:
        return "no limit"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return points_text(to_points(value))
    return str(value).replace("-", " ")


def _seating_line(seating: Json) -> str:
    assert isinstance(seating, dict)
    packs, jokers, heaps = (
        cast(int, seating[key]) for key in ("packs", "jokers", "biribakia")
    )
    return (
        f"{seating['seats']} seats: {seating['sides']} sides, "
        f"{counted(packs, 'pack')}, {counted(jokers, 'joker')}, "
        f"{counted(heaps, 'biribaki', 'biribakia')}, a match starts from "
        f"{_word(seating['starting_total'])}"
    )


def _bonus_line(bonus: Json) -> str:
    assert isinstance(bonus, dict)
    rank = bonus["rank"]
    of_rank = f" of rank {rank}" if rank is not None else ""
    row = bonus["in_a_row"]
    natural = f", {row} of them natural and in a row (X2)" if row else ""
    line = f"{bonus['kind']} of {bonus['length']} or more{of_rank}{natural}:"
    prices = [
        f" {words} {_word(bonus[key])}"
        for key, words in (
            ("clean", "clean"),
            ("dirty", "dirty"),
            ("in_bonus_suit_clean", "clean in the bonus suit"),
            ("in_bonus_suit_dirty", "dirty in the bonus suit"),
        )
        if bonus[key] is not None
    ]
    return line + ",".join(prices)
