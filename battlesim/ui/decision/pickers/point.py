"""Controls for choosing a point on the table and for choosing a facing."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

import msgspec

from battlesim.engine.position_decisions import ChooseFacing, ChoosePoint
from battlesim.geometry.compass import COMPASS_NAMES, compass_name
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.drawlist import Item, Layer, Stroke
from battlesim.table.phrases import AnyText, capitalized, length_text, phrase
from battlesim.table.pieces import OnTable
from battlesim.table.state import AnyState
from battlesim.ui.decision.pickers.arc_preview import ArcPreview
from battlesim.ui.decision.pickers.picker import Picker
from battlesim.ui.decision.pickers.picker_overlay import arrow, closest_point_on, ghost
from battlesim.ui.decision.pickers.picker_rows import TURN_STEP_DEG, PickerButton, PickerRow, turn_buttons
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.toolkit.work_queue import WorkQueue

BETWEEN_ROW_KEY: Final = "between"
"""Key of the row for a direction that is none of the eight."""


class PointPicker(Picker[Point]):
    """A control for choosing a point on the lines and in the zone that the decision allows."""

    status_kind = "PointPicker"
    decision: ChoosePoint
    lists, warns, follows = False, True, True

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with the default."""
        self.point: Point = self.decision.default(self.view)
        self._free: Point = self.point

    def rows(self) -> list[PickerRow]:
        """Return the lines and points if there are several."""
        if len(self.decision.lines) < 2:
            return []
        return [
            PickerRow(
                str(k),
                *self._told(k, a, b),
                on=math.dist(closest_point_on([(a, b)], self.point), self.point) <= TOL,
            )
            for k, (a, b) in enumerate(self.decision.lines)
        ]

    def _told(self, k: int, a: Point, b: Point) -> tuple[str, AnyText]:
        """Return the name of a line or point, and its position."""
        if a == b:
            return f"Place {k + 1}", self._where(a)
        places = [length_text(value, 1, unit=False) for value in (*a, *b)]
        ends = phrase("({x}, {y}) to ({x}, {y})", *places[:3], length_text(b[1], 1))
        return _edge(self.view, a, b) or f"Line {k + 1}", ends

    def draft(self) -> Point:
        """Return the point."""
        return self.point

    def set_draft(self, answer: Point) -> None:
        """Move the point."""
        self.point = self._free = answer
        self.refusal = ""

    def choose(self, row: PickerRow) -> None:
        """Move the point to the middle of a line."""
        self.put_cursor(row.key)
        (x0, y0), (x1, y1) = self.decision.lines[int(row.key)]
        self.set_draft((round((x0 + x1) / 2, 3), round((y0 + y1) / 2, 3)))

    def move_near(self, at: Point) -> None:
        """Move the point to the allowed point nearest to another one."""
        self._free, self.refusal = at, ""
        if self.decision.zone and is_point_in_shape(*at, self.decision.zone):
            self.point = (round(at[0], 3), round(at[1], 3))
            return
        rims = [pair for ring in self.decision.zone for pair in pairwise((*ring, ring[0]))]
        self.point = closest_point_on([*self.decision.lines, *rims], at)

    def nudge(self, dx: float, dy: float) -> None:
        """Move the point."""
        self.move_near((self.point[0] + dx, self.point[1] + dy))

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """Move the point to the pointer."""
        if button != 1:
            return False
        self.move_near(at)
        return True

    def drag(self, at: Point) -> None:
        """Move the point with the pointer."""
        self.move_near(at)

    def looked_at_points(self) -> list[Point]:
        """Return the point."""
        return [self.point]

    def back(self) -> None:
        """Move the point back to the default."""
        self.set_draft(self.decision.default(self.view))

    def summary(self) -> AnyText:
        """Return the position of the point, and its distance from what the decision is about."""
        return self._where(self.point)

    def _where(self, at: Point) -> AnyText:
        here = object_position(self.view.table, self.decision.about) if self.decision.about else None
        way = phrase(", {} away", length_text(math.dist(here, at), 1)) if here else ""
        return phrase("at {}, {}{}", length_text(at[0], 1, unit=False), length_text(at[1], 1), way)

    def overlay(self) -> list[Item]:
        """Return the graphics: lines, zone and point."""
        items: list[Item] = [
            Stroke(Layer.ZONE, line, "mint", 3.0, 0.95, bed=7.0) for line in self.decision.lines
        ]
        if self.decision.zone:
            items += overlays.zone_overlay((self.decision.zone,), "mint")
        if (begin := self.decision.begin) is not None:
            items += [
                *overlays.move_path((begin, self.point)),
                *overlays.icon_pin(begin, "flag", "cream", "starts here"),
            ]
        items += self._driven_hull()
        return [*items, *overlays.icon_pin(self.point, "flag", "yellow", self.summary())]

    def _driven_hull(self) -> list[Item]:
        """Return the base of a piece at the point, if it is one that drives there on a line."""
        piece = self.view.table.pieces.get(self.decision.about)
        if piece is None or piece.outline is None or not self.decision.lines:
            return []
        drives = math.dist(self.decision.lines[0][0], piece.xy) <= TOL
        return ghost(piece, *self.point, self) if drives else []


def _edge(view: AnyState, a: Point, b: Point) -> str:
    """Return the name of the table edge that a line lies on, "" for none."""
    ground = view.table.ground
    edges = {
        "West edge": a[0] == b[0] == 0.0,
        "East edge": a[0] == b[0] == ground.width,
        "South edge": a[1] == b[1] == 0.0,
        "North edge": a[1] == b[1] == ground.height,
    }
    return next((name for name, lies in edges.items() if lies), "")


class FacingPicker(Picker[float]):
    """A control for choosing a direction. The arrow keys turn it, or it is turned toward the pointer."""

    status_kind = "FacingPicker"
    decision: ChooseFacing
    lists, follows = False, True

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with the current facing."""
        self.facing = self.decision.default(self.view)
        self._past: list[float] = []
        self._arcs = ArcPreview(self.model.ruleset, queue)
        self._turned()

    def rows(self) -> list[PickerRow]:
        """Return the eight directions, and the drafted one if it lies between them."""
        rows = [
            PickerRow(name, name.capitalize(), value=f"{45 * k}°", on=abs(self.facing - 45.0 * k) < 0.05)
            for k, name in enumerate(COMPASS_NAMES)
        ]
        between = PickerRow(BETWEEN_ROW_KEY, capitalized(self.summary()), on=True)
        return rows if any(row.on for row in rows) else [*rows, between]

    def draft(self) -> float:
        """Return the direction in degrees."""
        return self.facing

    def set_draft(self, answer: float) -> None:
        """Set the direction, and request the arcs of fire for it."""
        self._past.append(self.facing)
        self.facing = round(answer % 360.0, 3) % 360.0
        self._turned()

    def _turned(self) -> None:
        """Move the cursor to the row of the direction, and request the arcs."""
        self.refusal = ""
        self.cursor = next(k for k, row in enumerate(self.rows()) if row.on)
        self._look()

    def _look(self) -> None:
        """Request the arcs of fire of the piece at the drafted facing."""
        piece, facing, table = self.decision.about, self.facing, self.view.table
        place = table.pieces[piece].place if piece in table.pieces else None
        if isinstance(place, OnTable):
            turned = table.with_place(piece, msgspec.structs.replace(place, facing=facing))
            self._arcs.look(facing, piece, lambda: self.view.with_table(turned))

    @property
    def busy(self) -> bool:
        """True while the arcs are being computed."""
        return self._arcs.busy

    def tick(self) -> bool:
        """Take arcs that are ready. Return True if there are new ones."""
        fresh = self._arcs.poll()
        self.changes += fresh
        return fresh

    def choose(self, row: PickerRow) -> None:
        """Select one of the eight directions."""
        if row.key in COMPASS_NAMES:
            self.set_draft(45.0 * COMPASS_NAMES.index(row.key))

    def own_buttons(self) -> list[PickerButton]:
        """Return the buttons that turn the direction."""
        return turn_buttons(lambda by: self.set_draft(self.facing + by))

    def nudge(self, dx: float, dy: float) -> None:
        """Left and up turn counter-clockwise by 1 degree, with Shift by 15."""
        way = (dy - dx) or 0.0
        degrees = TURN_STEP_DEG if abs(way) >= 1.0 else 1.0
        self.set_draft(self.facing + math.copysign(degrees, way))

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """Turn toward the pointer. Return False if that is not possible."""
        here = object_position(self.view.table, self.decision.about)
        if button != 1 or here is None or math.dist(here, at) < 0.05:
            return False
        self.set_draft(math.degrees(math.atan2(at[1] - here[1], at[0] - here[0])))
        return True

    def drag(self, at: Point) -> None:
        """Turn with the pointer."""
        if self.press(at, [], 1):
            self._past.pop()

    def back(self) -> None:
        """Undo the last turn."""
        if self._past:
            self.facing = self._past.pop()
            self._turned()

    def summary(self) -> str:
        """Return the direction as text, with degrees counter-clockwise from east."""
        return f"{compass_name(self.facing)}, {self.facing:.0f}°"

    def overlay(self) -> list[Item]:
        """Return the graphics: the piece as it will face, with its arcs."""
        piece = self.view.table.pieces.get(self.decision.about)
        here = object_position(self.view.table, self.decision.about)
        if here is None:
            return []
        radius = piece.radius if piece else 0.5
        still = ghost(piece, *here, self, self.facing) if piece and piece.table_position else []
        return [*self._arcs.items(), *still, *arrow(*here, radius, self.facing, f"{self.facing:.0f}°")]
