"""Sample pictures of all drawing tools, as they look on the table, made a few at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import pygame

from battlesim.geometry.shapes import circle, rect, ring_bounds, thick_line
from battlesim.render.board import lit_pixels
from battlesim.render.pygame_backend import Canvas
from battlesim.render.tiles import surface_from_pixels
from battlesim.scenarios.maps import map_vocabulary
from battlesim.scenarios.terrain_kinds import DefaultShape, TerrainDefaults, plain_terrain_kinds
from battlesim.table.terrain import Dressing, Ground, Opening, Ring, Terrain
from battlesim.ui.lab.drawing.map_draft import TOOL_GROUPS, DrawingTool

SWATCH_WIDTH_PX, SWATCH_HEIGHT_PX = 60.0, 44.0
"""Size of a swatch, pixels at interface scale 1."""
SWATCH_MARGIN_FACTOR: Final = 1.25
"""Factor by which a swatch is larger than the object in it."""
LINE_LENGTH_FACTOR: Final = 4.0
"""Length of a sample line as a multiple of its thickness."""
MAX_SWATCH_PX_PER_IN: Final = 40.0
"""Largest zoom of a swatch at scale 1, pixels per inch."""
SWATCHES_PER_FRAME: Final = 2
"""Number of swatches made in one frame."""


def tools(kinds: Mapping[str, TerrainDefaults]) -> dict[str, list[DrawingTool]]:
    """Return all drawing tools by the page of the palette."""
    names = {
        "terrain": tuple(kinds),
        "opening": tuple(map_vocabulary().openings),
        "dressing": tuple(map_vocabulary().dressing),
    }
    return {group: [DrawingTool(group, name) for name in names[group]] for group in TOOL_GROUPS}


def key_of(tool: DrawingTool, surface: str) -> str:
    """Return the canvas key of a tool's picture on a surface."""
    return f"draw {surface} {tool.group} {tool.kind}"


class Swatches:
    """The sample pictures of the drawing tools. `ready` holds the keys of the finished pictures."""

    def __init__(self, kinds: Mapping[str, TerrainDefaults]) -> None:
        self.kinds = kinds
        self.all = [tool for group in tools(kinds).values() for tool in group]
        self.ready: dict[DrawingTool, str] = {}
        self._for: object = None

    @property
    def is_complete(self) -> bool:
        """True if all pictures are made."""
        return len(self.ready) == len(self.all)

    def make_next(self, canvas: Canvas, surface: str) -> bool:
        """Make a few more pictures for a canvas and a surface. Return True if there are new ones."""
        if self._for != (canvas, surface):
            self._for, self.ready = (canvas, surface), {}
        todo = [tool for tool in self.all if tool not in self.ready][:SWATCHES_PER_FRAME]
        for tool in todo:
            key = key_of(tool, surface)
            canvas.pictures[key] = render_swatch(tool, self.kinds, surface, canvas.scale)
            self.ready[tool] = key
        return bool(todo)


def render_swatch(
    tool: DrawingTool, kinds: Mapping[str, TerrainDefaults], surface: str, scale: float
) -> pygame.Surface:
    """Render the sample picture of a tool."""
    wide, high = round(SWATCH_WIDTH_PX * scale), round(SWATCH_HEIGHT_PX * scale)
    rings = _rings(tool, kinds)
    left, low, right, top = ring_bounds(rings[0])
    ppi = min(
        wide / ((right - left) * SWATCH_MARGIN_FACTOR),
        high / ((top - low) * SWATCH_MARGIN_FACTOR),
        MAX_SWATCH_PX_PER_IN * scale,
    )
    across, up = wide / ppi, high / ppi
    x, y = across / 2 - (left + right) / 2, up / 2 - (low + top) / 2
    moved = tuple(tuple((px + x, py + y) for px, py in ring) for ring in rings)
    ground = _ground(tool, kinds, moved, Ground(max(across, 1.0), max(up, 1.0), surface))
    return surface_from_pixels(lit_pixels(ground, ppi, (0, 0, wide, high)))


def _rings(tool: DrawingTool, kinds: Mapping[str, TerrainDefaults]) -> tuple[Ring, ...]:
    if tool.group == "opening":
        return (rect(0, 0, 2.4, 1.8),)
    usual = kinds[tool.kind].usual if tool.group == "terrain" else map_vocabulary().dressing[tool.kind]
    return _usual(usual)


def _usual(usual: DefaultShape) -> tuple[Ring, ...]:
    if usual.shape == "line":
        broad = usual.size[0]
        long = max(LINE_LENGTH_FACTOR * broad, 2.0)
        return thick_line(((-long / 2, -0.2 * broad), (0.0, 0.2 * broad), (long / 2, -0.1 * broad)), broad)
    if usual.shape == "circle":
        return (circle(0, 0, usual.size[0]),)
    if usual.shape == "polygon":
        return (((-1.6, -0.9), (0.2, -1.2), (1.7, -0.5), (1.3, 0.9), (-0.4, 1.2), (-1.7, 0.5)),)
    return (rect(0, 0, *usual.size),)


def _ground(
    tool: DrawingTool, kinds: Mapping[str, TerrainDefaults], rings: tuple[Ring, ...], bare: Ground
) -> Ground:
    """Return a patch of table with an object on it; an opening is shown in the wall of a building."""
    if tool.group == "dressing":
        left, low, right, top = ring_bounds(rings[0])
        usual = map_vocabulary().dressing[tool.kind]
        middle = ((left + right) / 2, (low + top) / 2)
        line = ((left, middle[1]), (middle[0], middle[1] + 0.1), (right, middle[1]))
        each = (
            Dressing(tool.kind, (1.0, usual.size[0]), line=line)
            if usual.shape == "line"
            else Dressing(tool.kind, (usual.size[0], usual.size[1]), ((*middle, 0.0),))
        )
        return Ground(bare.width, bare.height, bare.surface, dressing=(each,))
    kind = kinds[tool.kind] if tool.group == "terrain" else plain_terrain_kinds()["building"]
    openings: tuple[Opening, ...] = ()
    if tool.group == "opening":
        usual_size = map_vocabulary().openings[tool.kind]
        (ax, ay), (bx, _), *_ = rings[0]
        x, half = (ax + bx) / 2, usual_size.width / 2
        openings = (Opening((x - half, ay), (x + half, ay), usual_size.sill, usual_size.top, kind=tool.kind),)
    name = tool.kind if tool.group == "terrain" else "building"
    piece = Terrain("sample", name, rings, kind.height, traits=kind.traits, openings=openings, look=kind.look)
    return Ground(bare.width, bare.height, bare.surface, (piece,))
