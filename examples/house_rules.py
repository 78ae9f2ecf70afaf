"""A family's own rules: a published system with other settings."""

from __future__ import annotations

import json

import biriba
from biriba import InvalidRules, rules
from biriba.rules import Rules


def ours() -> Rules:
    """Classic Biriba to 3000; two wild cards in a meld, two biribas to go out."""
    return rules.CLASSIC_5000.with_options(
        {
            "name": "ours",
            "title": "Biriba as we play it",
            "wild": {"limit": 2},
            "going_out": {"biribas": 2},
            "target": {"points": 3000},
        }
    )


def main() -> None:
    """Make the rules, see what they change, and keep them as JSON."""
    house = ours()
    print("What we changed:", json.dumps(house.differences(rules.CLASSIC_5000)))

    text = "Jk 5h 6h 2s"
    print(f"Ours: {biriba.Meld.parse(text, house)!r}")
    try:
        biriba.Meld.parse(text, rules.CLASSIC_5000)
    except biriba.IllegalMeld as error:
        print("Theirs:", error)

    assert Rules.from_options(json.loads(json.dumps(house.options()))) == house

    try:
        house.with_options({"wild": {"limmit": 3}, "target": {"points": 0}})
    except InvalidRules as error:
        print("Not these:", *error.problems, sep="\n  ")


if __name__ == "__main__":
    main()
