"""A pen that records a figure as parts in token units: base radius 1, facing +x, y to its left."""

from __future__ import annotations

from dataclasses import dataclass

from battlesim.geometry.outlines import Shape, disc, grow, oval, polygon, rounded_box, stroke


@dataclass(frozen=True)
class FigurePart:
    """A shape in a tone, with the ink that stands round it; `glow` parts are laid on softly at the end."""

    shape: Shape
    tone: str
    ink: Shape = ()
    alpha: float = 1.0
    glow: bool = False


MIN_LIMB_WIDTH = 0.16
"""No limb of a small figure is thinner, base radii: 1.4 pixels at 18 px."""


class Pen:
    """Collects parts. Each gets a dark outline first, so that it reads at 18 px.

    A `small` figure is its one idea and nothing finer.
    """

    def __init__(self, small: bool = False) -> None:
        self.parts: list[FigurePart] = []
        self.small = small

    def limb_width(self, width: float) -> float:
        """The width of a limb, never too thin to be seen."""
        return max(width, MIN_LIMB_WIDTH) if self.small else width

    def add_part(self, shape: Shape, tone: str = "body", outline: float = 0.055, alpha: float = 1.0) -> None:
        """Any shape. `tone` is a tone of the side, a named colour or '#RRGGBB'."""
        self.parts.append(FigurePart(shape, tone, grow(shape, outline) if outline else (), alpha))

    def disc(self, x: float, y: float, r: float, tone: str = "body", outline: float = 0.055) -> None:
        """A circle."""
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
        """An ellipse."""
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
        """A rectangle with rounded corners."""
        low, high = min(y0, y1), max(y0, y1)
        self.add_part(rounded_box(x0, low, x1 - x0, high - low, r), tone, outline)

    def limb(
        self, points: list[tuple[float, float]], width: float, tone: str = "body", outline: float = 0.055
    ) -> None:
        """A bent bar with round ends."""
        self.add_part(stroke(points, width), tone, outline)

    def poly(self, points: list[tuple[float, float]], tone: str = "body", outline: float = 0.055) -> None:
        """A polygon."""
        self.add_part(polygon(points), tone, outline)

    def glow(self, x: float, y: float, r: float, tone: str) -> None:
        """A soft light of its own."""
        self.parts.append(FigurePart(disc(x, y, r, 20), tone, (), 0.8, glow=True))
