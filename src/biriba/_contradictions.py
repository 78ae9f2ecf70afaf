"""What the options of a rule system may not say together.

Every contradiction is told, each with the option that it is about, in the words of
the options; that each value has its type has been seen to before.
"""

from __future__ import annotations

from biriba._options import (
    MeldKind,
    PileRule,
    Rules,
    Seating,
    Taking,
    TurnedJoker,
    WildCards,
)
from biriba._words import counted
from biriba.cards import MOST


def contradictions(rules: Rules) -> list[str]:
    """Every contradiction between the settings of a system; empty if there is none."""
    found: list[str] = []

    def refuse(when: bool, problem: str) -> None:
        if when:
            found.append(problem)

    deal, wild, melds = rules.deal, rules.wild, rules.melds
    going_out, pile = rules.going_out, rules.pile
    refuse(not rules.seatings, "seatings: a system needs at least one number of seats")
    numbers = [s.seats for s in rules.seatings]
    refuse(len(set(numbers)) < len(numbers), "seatings: a number of seats occurs twice")
    refuse(
        bool(numbers) and rules.default_seats not in numbers,
        f"default_seats: {rules.default_seats} is not among the seatings",
    )
    refuse(deal.hand < 1, "deal.hand: every seat needs at least one card")
    refuse(
        deal.biribaki < 2,
        "deal.biribaki: at least two cards, to play from it and keep one",
    )
    refuse(not 3 <= deal.ranks <= 13, "deal.ranks: from 3 to 13")
    refuse(not 1 <= deal.suits <= 4, "deal.suits: from 1 to 4")
    for seating in rules.seatings:
        found += _seating_problems(seating, rules)
    refuse(wild.min_naturals < 1, "wild.min_naturals: a meld needs a natural card")
    refuse(wild.naturals_per_wild == 0, "wild.naturals_per_wild: at least 1, or none")
    refuse(
        melds.max_set_naturals is not None
        and melds.max_set_naturals < max(3 - _most_wild(wild), wild.min_naturals),
        "melds.max_set_naturals: too few for a set of three cards",
    )
    refuse(not 3 <= melds.longest_run <= 14, "melds.longest_run: from 3 to 14")
    refuse(
        melds.longest_run == 14 and not (melds.ace_low and melds.ace_high),
        "melds.longest_run: 14 places need the ace both low and high",
    )
    refuse(
        not melds.both_aces and melds.longest_run < 14,
        "melds.both_aces: no run is long enough for two aces",
    )
    refuse(rules.biriba.length < 3, "biriba.length: a biriba has at least three cards")
    refuse(
        rules.biriba.length > _longest_meld(rules),
        f"biriba.length: no meld that counts is longer than {_longest_meld(rules)}",
    )
    refuse(
        going_out.clean_biribas > going_out.biribas,
        "going_out.clean_biribas: more than the biribas asked for",
    )
    refuse(
        going_out.run_and_set and not melds.sets,
        "going_out.run_and_set: this system has no sets",
    )
    refuse(
        pile.take is PileRule.FREE and (pile.new_meld or pile.hand_naturals > 0),
        "pile.new_meld, pile.hand_naturals: the pile is free, nothing earns it",
    )
    refuse(
        pile.hand_naturals > 0
        and not (pile.new_meld and pile.take is PileRule.TOP_CARD),
        "pile.hand_naturals: only asked for where a new meld with the top card earns "
        "the pile",
    )
    refuse(
        deal.bury_wild_cards and deal.turned_joker is not TurnedJoker.BURY,
        "deal.turned_joker: wild cards are buried already",
    )
    refuse(
        not deal.bonus_suit and deal.turned_joker is not TurnedJoker.BURY,
        "deal.turned_joker: without a bonus suit a turned joker needs no rule",
    )
    refuse(
        rules.prices.unplayed_exempt and rules.biribaki.when is not Taking.HAND_EMPTIED,
        "prices.unplayed_exempt: needs biribakia taken with an empty hand",
    )
    refuse(rules.stock.idle_rounds < 1, "stock.idle_rounds: at least 1")
    codes = [(b.code, b.kind) for b in rules.prices.bonuses]
    refuse(len(set(codes)) < len(codes), "prices.bonuses: a code occurs twice")
    for bonus in rules.prices.bonuses:
        refuse(
            bonus.kind is MeldKind.RUN and bonus.rank is not None,
            f"prices.bonuses {bonus.code}: runs have no rank",
        )
        refuse(
            bonus.rank is not None and not 1 <= bonus.rank <= 13,
            f"prices.bonuses {bonus.code}: ranks are 1 to 13",
        )
        refuse(bonus.length < 3, f"prices.bonuses {bonus.code}: melds have three cards")
        refuse(
            bonus.in_a_row > bonus.length,
            f"prices.bonuses {bonus.code}: more cards in a row than in the meld",
        )
        refuse(
            bonus.kind is MeldKind.SET
            and (bonus.in_bonus_suit_clean, bonus.in_bonus_suit_dirty) != (None, None),
            f"prices.bonuses {bonus.code}: sets have no suit",
        )
        refuse(
            not deal.bonus_suit
            and (bonus.in_bonus_suit_clean, bonus.in_bonus_suit_dirty) != (None, None),
            f"prices.bonuses {bonus.code}: this system has no bonus suit",
        )
    refuse(rules.target.points <= 0, "target.points: must be more than 0")
    return found


def _longest_meld(rules: Rules) -> int:
    """The most cards of a meld that may be a biriba."""
    longest = rules.melds.longest_run
    if rules.melds.sets and rules.biriba.sets:
        packs = max((s.packs for s in rules.seatings), default=1)
        naturals = packs * rules.deal.suits
        if rules.melds.max_set_naturals is not None:
            naturals = min(naturals, rules.melds.max_set_naturals)
        longest = max(longest, naturals + _most_wild(rules.wild))
    return longest


def _most_wild(wild: WildCards) -> int:
    limit = 14 if wild.limit is None else wild.limit
    if wild.naturals_per_wild:
        limit = min(limit, 14 // wild.naturals_per_wild)
    return limit


def _seating_problems(seating: Seating, rules: Rules) -> list[str]:
    where = f"seating for {seating.seats}"
    found: list[str] = []
    if not 2 <= seating.seats <= 12:
        return [f"{where}: from 2 to 12 seats"]
    if not 2 <= seating.sides <= seating.seats or seating.seats % seating.sides:
        found.append(
            f"{where}: {counted(seating.sides, 'side')} cannot share the seats evenly"
        )
    if not (1 <= seating.packs <= MOST and 0 <= seating.jokers <= MOST):
        found.append(f"{where}: 1 to {MOST} packs and 0 to {MOST} jokers")
        return found
    deal = rules.deal
    deck = seating.packs * deal.ranks * deal.suits + seating.jokers
    dealt = seating.seats * deal.hand + seating.biribakia * deal.biribaki + 1
    if deck <= dealt:
        found.append(f"{where}: {deck} cards are too few to deal {dealt} and a stock")
    elif deck - dealt <= rules.stock.dead_cards:
        found.append(f"{where}: no card of the stock could be drawn, all are dead")
    if rules.going_out.biribaki and not seating.biribakia:
        found.append(f"{where}: going out needs a biribaki and there is none")
    return found
