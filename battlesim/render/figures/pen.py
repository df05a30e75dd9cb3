"""A drawing pen that records the parts of a figure. The figure faces +x, and its base has a radius of 1."""

from __future__ import annotations

from dataclasses import dataclass

from battlesim.geometry.outlines import Shape, disc, grow, oval, polygon, rounded_box, stroke


@dataclass(frozen=True)
class FigurePart:
    """A part of a figure: a shape with a colour and a dark outline, or a soft light if `glow` is true."""

    shape: Shape
    tone: str
    ink: Shape = ()
    alpha: float = 1.0
    glow: bool = False


MIN_LIMB_WIDTH = 0.16
"""Minimum width of a limb of a small figure in base radii, which is 1.4 pixels at a radius of 9 pixels."""


class Pen:
    """A drawing pen with which a figure is built up from parts that have dark outlines.

    If `small` is true, the figure is drawn with less detail.
    """

    def __init__(self, small: bool = False) -> None:
        self.parts: list[FigurePart] = []
        self.small = small

    def limb_width(self, width: float) -> float:
        """Return the width at which to draw an arm or leg. In a small figure, it has a minimum."""
        return max(width, MIN_LIMB_WIDTH) if self.small else width

    def add_part(self, shape: Shape, tone: str = "body", outline: float = 0.055, alpha: float = 1.0) -> None:
        """Add a shape to the figure.

        `tone` is a tone of the figure's side, the name of a colour, or a colour such as "#RRGGBB".
        """
        self.parts.append(FigurePart(shape, tone, grow(shape, outline) if outline else (), alpha))

    def disc(self, x: float, y: float, r: float, tone: str = "body", outline: float = 0.055) -> None:
        """Add a disc to the figure."""
        self.add_part(disc(x, y, r, 28), tone, outline)

    def oval(
        self,
        x: float,
        y: float,
        rx: float,
        ry: float,
        tone: str = "body",
        degrees: float = 0.0,
        outline: float = 0.055,
    ) -> None:
        """Add an ellipse to the figure."""
        self.add_part(oval(x, y, rx, ry, degrees, 32), tone, outline)

    def box(
        self,
        x0: float,
        y0: float,
        x1: float,
        y1: float,
        tone: str = "body",
        r: float = 0.05,
        outline: float = 0.055,
    ) -> None:
        """Add a rectangle with rounded corners to the figure."""
        low, high = min(y0, y1), max(y0, y1)
        self.add_part(rounded_box(x0, low, x1 - x0, high - low, r), tone, outline)

    def limb(
        self, points: list[tuple[float, float]], width: float, tone: str = "body", outline: float = 0.055
    ) -> None:
        """Add a bent bar with round ends, such as an arm or leg, to the figure."""
        self.add_part(stroke(points, width), tone, outline)

    def poly(self, points: list[tuple[float, float]], tone: str = "body", outline: float = 0.055) -> None:
        """Add a polygon to the figure."""
        self.add_part(polygon(points), tone, outline)

    def glow(self, x: float, y: float, r: float, tone: str) -> None:
        """Add a soft glowing disc to the figure."""
        self.parts.append(FigurePart(disc(x, y, r, 20), tone, (), 0.8, glow=True))
