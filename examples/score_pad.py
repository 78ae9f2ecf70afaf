"""A score pad: the cards are on a real table, only the counting is done here.

The facts of each deal are written down side by side; no deal is played.
"""

from __future__ import annotations

from collections.abc import Sequence

from biriba import BiribakiStatus, Cards, DealResult, Match, Meld, SideResult, Suit
from biriba.points import points_text
from biriba.rules import GREEK_351


def side(
    melds: Sequence[str],
    hands: Sequence[str],
    *,
    biribaki: bool = True,
    went_out: bool = False,
) -> SideResult:
    """What one side has at the end of a deal, from texts."""
    return SideResult(
        melds=tuple(Meld.parse(text, GREEK_351) for text in melds),
        hands=tuple(Cards.parse(text) for text in hands),
        biribaki=BiribakiStatus.PLAYED if biribaki else BiribakiStatus.NONE,
        went_out=went_out,
    )


DEALS = (
    DealResult(
        (
            side(
                ["5c 6c 7c 8c 9c 10c Jc", "Kh Kd Ks", "8h 8d Jk"],
                ["", "3d 9s"],
                went_out=True,
            ),
            side(["3h 4h 5h"], ["Ah Jk", "4s 4d"], biribaki=False),
        ),
        bonus_suit=Suit.CLUBS,
    ),
    DealResult(
        (
            side(["10d Jd Qd"], ["5s"]),
            side(["Qh Qh Qd Qc Qc Qs Qs"], ["", "6d"], went_out=True),
        ),
        bonus_suit=Suit.HEARTS,
    ),
)


def main() -> None:
    """Count both deals and say how the match stands."""
    match = Match.start(GREEK_351, players=4)
    for number, deal in enumerate(DEALS, 1):
        match = match.add(deal)
        print(f"Deal {number}")
        print(match.scores[-1])
    print("Totals:", ", ".join(points_text(total) for total in match.totals))
    print(f"Won by side {match.winner}" if match.is_over else "The match goes on.")


if __name__ == "__main__":
    main()
