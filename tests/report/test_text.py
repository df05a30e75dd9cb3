"""Rulings in words."""

from __future__ import annotations

import pytest

from battlesim.report.ruling_lines import _margin

SAFE = {"safe": 0.5, "flips": None, "move": None, "tight": True}
FLIPS = {"safe": 0.5, "flips": 0.508, "move": (0.3, -0.41), "tight": True}


@pytest.mark.parametrize(
    ("found", "end"),
    [
        (SAFE, "nothing within reach changes it"),
        (SAFE | {"tight": False}, "beyond that it is too close to tell"),
        (FLIPS, "moved by (+0.300, -0.410), 0.508 in, it changes"),
        (FLIPS | {"flips": 0.9, "tight": False}, "it changes; between the two it is too close to tell"),
    ],
)
def test_a_margin_says_how_sure_it_is(found: dict[str, object], end: str) -> None:
    assert _margin(found).startswith("may be off by 0.500 in in any direction without a change")
    assert _margin(found).endswith(end)
