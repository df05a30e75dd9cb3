"""The constants of combat moves."""

from __future__ import annotations

COMBAT_MOVE = "SG-MOV-02"
COMBAT_FACTOR = 2.0
"""Inches of a combat move for each point of the mobility die."""
