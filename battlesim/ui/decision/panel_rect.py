"""The position and size of the decision panel."""

from __future__ import annotations

from typing import Final

from battlesim.ui.panels import unit_card
from battlesim.ui.toolkit.layout import PANEL_GAP_PX, Rect, WindowLayout

PANEL_WIDTH_PX, MAX_PANEL_HEIGHT_PX, MARGIN_PX = 320.0, 640.0, 12.0
"""Size of a panel on the table, and its distance from the table's edges, pixels."""
MIN_PANEL_HEIGHT_PX: Final = 420.0
"""Height below which a picker takes the whole right panel instead."""
UNIT_CARD_PX, NARROW_UNIT_CARD_PX = 178.0, 154.0
"""Height of the right panel that stays visible above a picker, for the unit card, wide and narrow."""
RULE_FRACTION: Final = 0.16
"""Fraction of the right panel that the text of the rule may take below a picker."""


def question_rect(layout: WindowLayout) -> Rect:
    """Return the rect between unit card and rule, or on the table if there is no right panel."""
    right, wide = layout.right, layout.wide
    if right.width:
        room = right.height - UNIT_CARD_PX - MIN_PANEL_HEIGHT_PX - 12 - PANEL_GAP_PX
        foot = unit_card.reserved_rule_height(min(room, RULE_FRACTION * right.height))
        head, foot = (UNIT_CARD_PX, foot) if wide else (NARROW_UNIT_CARD_PX, 0.0)
        if right.height - head - foot < MIN_PANEL_HEIGHT_PX:
            head = foot = 0.0
        return Rect(right.x, right.y + head, right.width, right.height - head - foot)
    table = layout.table
    height = min(table.height - 2 * MARGIN_PX, MAX_PANEL_HEIGHT_PX)
    left, top = table.right - PANEL_WIDTH_PX - MARGIN_PX, table.bottom - height - MARGIN_PX
    return Rect(left, top, PANEL_WIDTH_PX, height)
