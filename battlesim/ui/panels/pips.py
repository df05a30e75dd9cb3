"""Resources drawn as a row of dots: available, reserved for a piece, or struck out if about to be lost."""

from __future__ import annotations

from typing import Final

from battlesim.engine.cards_and_counts import ResourceTally
from battlesim.render.drawlist import CircleOutline, Dot, Item, Layer, PanelBox, Stroke, TextLine
from battlesim.render.text_layout import text_width

PIP_RADIUS_PX, PIP_STEP_PX = 4.6, 13.0
"""Radius of a pip, and pixels from one pip to the next."""
MAX_PIPS: Final = 5
"""Largest number of pips; more are written as a number beside one pip."""
SEGMENT_HEIGHT_PX, SEGMENT_GAP_PX = 5.0, 3.0
"""Height of a segment of a bar, and pixels between two segments."""


def width(many: int) -> float:
    """Return the width of a number of pips in pixels."""
    return PIP_STEP_PX * many if many <= MAX_PIPS else PIP_STEP_PX + text_width(str(many), "small", True)


def row(x: float, y: float, tally: ResourceTally, colour: str) -> list[Item]:
    """Return pips from a point on; those that will be taken stand last, struck through."""
    many = tally.free + tally.held
    taken = min(tally.struck, tally.free)
    held = min(tally.struck - taken, tally.held)
    kinds = "f" * (tally.free - taken) + "h" * (tally.held - held) + "F" * taken + "H" * held
    if many > MAX_PIPS:
        number = TextLine(Layer.PANEL, x + PIP_STEP_PX, y, str(many), "small", "text", True)
        return [*_pip(x + PIP_RADIUS_PX, y, "f", colour), number]
    items = [
        item
        for k, kind in enumerate(kinds)
        for item in _pip(x + PIP_RADIUS_PX + k * PIP_STEP_PX, y, kind, colour)
    ]
    if tally.struck:
        left, right = (
            x + (many - tally.struck) * PIP_STEP_PX - 1,
            x + many * PIP_STEP_PX - PIP_STEP_PX + 2 * PIP_RADIUS_PX + 1,
        )
        items.append(Stroke(Layer.PANEL, ((left, y), (right, y)), "vermillion", 2.4, bed=4.4))
    return items


def _pip(x: float, y: float, kind: str, colour: str) -> list[Item]:
    """Return a disc for a free pip, a ring with a core for a held one; dim if it will be taken."""
    ink = "faint" if kind.isupper() else colour
    if kind in "fF":
        return [Dot(Layer.PANEL, x, y, PIP_RADIUS_PX, ink, 0)]
    return [
        CircleOutline(Layer.PANEL, x, y, PIP_RADIUS_PX - 0.8, ink, 1.6),
        Dot(Layer.PANEL, x, y, 1.8, ink, 0),
    ]


def segment_bar(x: float, y: float, wide: float, tally: ResourceTally, colour: str) -> list[Item]:
    """Return a bar of segments: used ones grey, the next one coloured, those to come outlined."""
    step = (wide + SEGMENT_GAP_PX) / tally.most
    fills = ["dim"] * tally.used + [colour] + ["void"] * tally.most
    return [
        PanelBox(
            Layer.PANEL,
            x + k * step,
            y,
            step - SEGMENT_GAP_PX,
            SEGMENT_HEIGHT_PX,
            fills[k],
            1.0,
            2,
            "" if k <= tally.used else "line",
        )
        for k in range(tally.most)
    ]
