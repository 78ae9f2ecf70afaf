"""Points: whole numbers and halves, exact.

Scores of one system are multiples of one half (T10), so points are an ``int``, or a
``Fraction`` with denominator 2 where a half is left over. Floats never take part in
the arithmetic; a float such as 1.5 is accepted on the way in when it is exact.
"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TypeAlias

from biriba._checks import expect
from biriba._words import shown
from biriba.errors import InvalidRules

Points: TypeAlias = int | Fraction
"""A number of points: an int, or a Fraction with denominator 2."""

PointsLike: TypeAlias = int | float | Fraction | Decimal

LARGEST = 10**9


def to_points(value: PointsLike) -> Points:
    """Exact points from a number that is a multiple of one half.

    Raises:
        InvalidRules: if it is no number, no multiple of ½, or beyond ±10⁹.

    >>> to_points(1.5), to_points(2.0), to_points(-7)
    (Fraction(3, 2), 2, -7)
    """
    given: object = value
    if isinstance(given, bool) or not isinstance(given, PointsLike):
        raise InvalidRules([f"points are a number, not {shown(value)}"])
    # A decimal NaN will not even be compared; a float NaN compares false.
    if (isinstance(value, Decimal) and value.is_nan()) or not (
        -LARGEST <= value <= LARGEST
    ):
        raise InvalidRules([f"points must lie between {-LARGEST} and {LARGEST}"])
    exact = Fraction(value)
    if exact.denominator > 2:
        raise InvalidRules([f"{value} is no multiple of one half"])
    return simple(exact)


def simple(value: int | Fraction) -> Points:
    """The same number, an int where it is whole."""
    return value.numerator if value.denominator == 1 else value


def json_points(value: Points) -> int | float:
    """Points as JSON has them: an integer, or a number ending in .5 (exact).

    >>> json_points(Fraction(-69, 2)), json_points(345)
    (-34.5, 345)
    """
    return value if isinstance(value, int) else float(value)


def points_text(value: Points) -> str:
    """Points as people write them.

    >>> points_text(Fraction(69, 2)), points_text(Fraction(-1, 2)), points_text(-130)
    ('34½', '−½', '−130')
    """
    whole, rest = divmod(abs(Fraction(expect(value, int, Fraction))), 1)
    sign = "−" if value < 0 else ""
    return sign + (str(whole) if whole or not rest else "") + ("½" if rest else "")
