"""What every picture shows alike, whether it is drawn or written."""

from __future__ import annotations

from biriba._options import Rules, checked
from biriba.melds import Meld, is_biriba


def shown_as_biriba(meld: Meld, rules: Rules | None) -> bool:
    """Whether a meld is shown as a biriba; without rules, every long meld is."""
    return is_biriba(meld, checked(rules)) if rules is not None else len(meld) >= 7
