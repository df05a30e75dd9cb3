"""Units in which lengths are shown. The program counts in inches; this is only for display."""

from __future__ import annotations

from typing import Final

from battlesim.render.text_layout import LengthUnit
from battlesim.table.phrases import Inches

CM_PER_IN: Final = 2.54


def in_centimetres(length: Inches) -> str:
    """Return a length as text in centimetres, with at least one decimal."""
    shown = f"{length.value * CM_PER_IN:.{max(1, length.digits - 1)}f}"
    return f"{shown} cm" if length.unit else shown


LENGTH_UNITS: Final = {"in": LengthUnit(), "cm": LengthUnit(in_centimetres, 2 / CM_PER_IN, 5)}
"""The units of length by their names in the settings, with ticks for each inch, or for every 2 centimetres.
"""
