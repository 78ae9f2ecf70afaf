"""Property-based tests: what must hold for every card, meld, rule and score."""
