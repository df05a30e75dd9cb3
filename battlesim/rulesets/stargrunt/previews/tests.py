"""The odds of tests of a unit, and of what a failure costs."""

from __future__ import annotations

from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.chance import ThresholdRoll
from battlesim.mechanics.preview_rows import die_rows, percent, truncated_rows
from battlesim.table.phrases import AnyText


def test_preview(title: str, about: AnyText, roll: ThresholdRoll, success: str, *more: PreviewRow) -> Preview:
    """Return the preview of a test that is passed or failed: its die with its shifts, and what follows."""
    passed = roll.chances().get(1, 0.0)
    rows = (*roll_rows(roll), *more)
    bars = (("fails", 1.0 - passed), ("passes", passed))
    return Preview(title, about, truncated_rows(rows), passed, success, bars)


def roll_rows(roll: ThresholdRoll) -> tuple[PreviewRow, ...]:
    """Return the rows of a roll: its die with its shifts, and the score that passes."""
    return (*die_rows(roll), PreviewRow("Needs", f"{roll.thresholds[-1].least}+", roll.rule))


def cost_row(cost: AnyText, rule: str = "") -> PreviewRow:
    """Return the row that tells what a failure costs."""
    return PreviewRow("A failure costs", cost, rule)


def chance_row(label: AnyText, chance: float, rule: str = "") -> PreviewRow:
    """Return a row with a chance."""
    return PreviewRow(label, percent(chance), rule)
