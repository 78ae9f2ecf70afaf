"""Points: whole numbers and halves, exact."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from biriba import InvalidRules
from biriba.points import LARGEST, json_points, points_text, simple, to_points

halves = st.integers(-2 * LARGEST, 2 * LARGEST).map(lambda n: Fraction(n, 2))


class TestPoints:
    """T10: "Scores are multiples of one half." """

    @given(halves)
    def test_every_way_to_write_a_number_is_exact(self, value: Fraction) -> None:
        made = to_points(value)
        assert made == value
        assert isinstance(made, int) == (value.denominator == 1)
        for other in (float(value), Decimal(value.numerator) / value.denominator, made):
            assert to_points(other) == value
            assert type(to_points(other)) is type(made)
        assert simple(value) == made and type(simple(value)) is type(made)

    @given(halves)
    def test_json_is_exact(self, value: Fraction) -> None:
        data = json_points(simple(value))
        assert to_points(data) == value
        assert isinstance(data, int) == (value.denominator == 1)

    @given(halves)
    def test_text_reads_back(self, value: Fraction) -> None:
        text = points_text(simple(value))
        sign = -1 if text.startswith("−") else 1
        digits = text.removeprefix("−")
        half = digits.endswith("½")
        whole = int(digits.removesuffix("½") or 0)
        assert sign * (whole + Fraction(half, 2)) == value
        assert text not in ("", "−") and (text == "0") == (value == 0)

    @pytest.mark.parametrize(
        "value",
        [
            0.25,
            Fraction(1, 3),
            Decimal("0.1"),
            float("nan"),
            float("inf"),
            Decimal("NaN"),
            Decimal("sNaN"),
            Decimal("-Infinity"),
            LARGEST + 1,
            -(10**400),
            True,
            "5",
            None,
            1j,
            [1],
        ],
    )
    def test_refused(self, value: Any) -> None:
        with pytest.raises(InvalidRules):
            to_points(value)
