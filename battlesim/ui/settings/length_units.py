"""Units in which lengths are displayed; all calculations are in inches."""

from __future__ import annotations

from typing import Final

from battlesim.render.text_layout import LengthUnit
from battlesim.table.phrases import Inches

CM_PER_IN: Final = 2.54


def in_centimetres(length: Inches) -> str:
    """Return a length as text in centimetres with at least one decimal place."""
    shown = f"{length.value * CM_PER_IN:.{max(1, length.digits - 1)}f}"
    return f"{shown} cm" if length.unit else shown


LENGTH_UNITS: Final = {"in": LengthUnit(), "cm": LengthUnit(in_centimetres, 2 / CM_PER_IN, 5)}
"""Units of length by their names in the settings, with ruler ticks at every inch or every 2 cm."""
