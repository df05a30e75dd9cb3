"""Lengths as a person wants to read them. The program counts in inches; this is for the eye alone."""

from __future__ import annotations

from typing import Final

from battlesim.render.text_layout import LengthUnit
from battlesim.table.phrases import Inches

CM_PER_IN: Final = 2.54


def in_centimetres(length: Inches) -> str:
    """A length in centimetres, to the millimetre at least."""
    shown = f"{length.value * CM_PER_IN:.{max(1, length.digits - 1)}f}"
    return f"{shown} cm" if length.unit else shown


LENGTH_UNITS: Final = {"in": LengthUnit(), "cm": LengthUnit(in_centimetres, 2 / CM_PER_IN, 5)}
"""The units of the settings: a tape has a tick for each inch, or for each second centimetre."""
