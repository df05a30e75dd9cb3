"""Previews of tests, and of the consequences of a failure."""

from __future__ import annotations

from battlesim.engine.ruleset import Preview, PreviewRow
from battlesim.mechanics.chance import ThresholdRoll
from battlesim.mechanics.preview_rows import die_rows, percent, truncated_rows
from battlesim.table.phrases import AnyText

COST = "A failure costs"


def test_preview(title: str, about: AnyText, roll: ThresholdRoll, success: str, *more: PreviewRow) -> Preview:
    """Return a preview of a test: its die with modifiers, and the chance to pass.

    A test that cannot fail has no row for the cost of a failure.
    """
    passed = roll.chances().get(1, 0.0)
    rows = (*roll_rows(roll), *(row for row in more if passed < 1.0 or row.label != COST))
    bars = (("fails", 1.0 - passed), ("passes", passed))
    return Preview(title, about, truncated_rows(rows), passed, success, bars)


def roll_rows(roll: ThresholdRoll) -> tuple[PreviewRow, ...]:
    """Return the preview rows of a roll: its die with modifiers, and the score needed."""
    return (*die_rows(roll), PreviewRow("Needs", f"{roll.thresholds[-1].least}+", roll.rule))


def cost_row(cost: AnyText, rule: str = "") -> PreviewRow:
    """Return the preview row that names the cost of a failure."""
    return PreviewRow(COST, cost, rule)


def chance_row(label: AnyText, chance: float, rule: str = "") -> PreviewRow:
    """Return a preview row that shows a chance."""
    return PreviewRow(label, percent(chance), rule)
