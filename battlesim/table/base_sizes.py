"""The sizes in which bases for miniatures are sold, in millimetres."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from battlesim.geometry.hulls import HullForm

MM_PER_INCH: Final = 25.4
ROUND_DIAMETERS_MM: Final = (25.0, 28.5, 30.0, 32.0, 40.0, 50.0, 60.0, 80.0, 100.0)
"""Diameters of round bases."""
HULL_SIZES_MM: Final[Mapping[HullForm, tuple[tuple[float, float], ...]]] = {
    "oval": ((60, 35), (75, 42), (90, 52), (105, 70), (120, 92), (150, 95), (170, 109)),
    "rectangle": ((50, 25), (60, 30), (75, 50), (100, 50), (100, 60), (120, 75), (150, 100)),
}
"""Lengths and widths of bases that are not round."""
BASE_FORMS: Final[tuple[HullForm | None, ...]] = (None, "oval", "rectangle")
"""All forms of bases; None stands for round."""


def nearest_sold_size(form: HullForm, length: float, size_steps: int = 0) -> tuple[float, float]:
    """Return the length and width in millimetres of the standard base nearest to a given length.

    If `size_steps` is given, return a base larger by this number of sizes, or smaller if it is negative.
    """
    sizes = HULL_SIZES_MM[form]
    near = min(range(len(sizes)), key=lambda k: abs(sizes[k][0] - length))
    return sizes[max(0, min(near + size_steps, len(sizes) - 1))]
