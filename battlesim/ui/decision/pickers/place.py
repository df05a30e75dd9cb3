"""The control for placing pieces, which are dragged or sent to points and slide along obstacles."""

from __future__ import annotations

import math
from functools import cached_property
from typing import Final, NamedTuple

import msgspec

from battlesim.engine.decisions import count_range_text
from battlesim.engine.position_decisions import PlacePieces
from battlesim.geometry.physics import drag_base as slide
from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.rulings.piece_placement import (
    PiecePlacement,
    PlacementArea,
    area_middle,
    free_space_on_table,
    placement_problem,
    placements_near,
    planning_radii,
)
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.ui.decision.pickers.picker_overlay import arrow, ghost
from battlesim.ui.decision.pickers.picker_rows import PickerButton, PickerRow
from battlesim.ui.decision.pickers.planning_picker import PLAN_KEPT_SUFFIX, PlanningPicker
from battlesim.ui.table.object_marks import highlight_items
from battlesim.ui.toolkit.work_queue import WorkQueue

MAX_LEAP_IN: Final = 12.0
"""How far a formation pushed with the arrows may leap over what stands in its way, in inches."""


class PlacementPlan(NamedTuple):
    """The planned positions of pieces in order, and the reason why the rules refuse them, if they do."""

    spots: tuple[PiecePlacement, ...]
    words: AnyText
    stayed: bool = False


class PlacePicker(PlanningPicker[tuple[PiecePlacement, ...], PlacementPlan]):
    """A control for placing pieces in an area."""

    status_kind = "PlacePicker"
    decision: PlacePieces

    def begin(self, queue: WorkQueue | None) -> None:
        """Start with no piece placed."""
        super().begin(queue)
        self.plan = PlacementPlan((), "")
        self.pieces = {i: self.view.table.pieces[i] for i in self.decision.pieces}
        self._grip: Point | None = None
        self._together = False
        self._alone = len(self.pieces) < 2 or self.decision.least >= 0

    # -- rows and answer --

    @property
    def piece(self) -> Piece:
        """The current piece."""
        return list(self.pieces.values())[self.cursor]

    @cached_property
    def preferred_point(self) -> Point:
        """The point around which the pieces are wanted, else the centre of the area."""
        return self.decision.near or area_middle(self.view.table, self.decision.room)

    def spot_of(self, piece: str) -> PiecePlacement | None:
        """Return the placement of a piece, None if it is not placed yet."""
        return next((spot for spot in self.plan.spots if spot.piece == piece), None)

    def rows(self) -> list[PickerRow]:
        """Return the pieces, each with its position."""
        return [self._row(piece) for piece in self.pieces.values()]

    def _row(self, piece: Piece) -> PickerRow:
        spot = self.spot_of(piece.id)
        value = (
            phrase("{}, {}", length_text(spot.x, 1, unit=False), length_text(spot.y, 1))
            if spot
            else "to be placed"
        )
        return PickerRow(piece.id, piece.name, object_ids=(piece.id,), value=value, on=spot is not None)

    def planned_answer(self) -> tuple[PiecePlacement, ...]:
        """Return the placements, a leader's first."""
        return self.plan.spots

    def choose(self, row: PickerRow) -> None:
        """Select a piece to be placed alone."""
        self.put_cursor(row.key)
        self.refusal, self._alone = "", True

    def step(self, by: int) -> None:
        """Select the next piece."""
        super().step(by)
        self._alone = True

    def own_buttons(self) -> list[PickerButton]:
        """Return the buttons that place the rest and turn the piece."""
        left = len(self.plan.spots) < self._most
        return [PickerButton("rest", "Place the rest", self.place_rest)] * left + self.facing_buttons(
            self.pieces
        )

    def summary(self) -> str:
        """Return how many pieces are placed, and how many must be unless it is all of them."""
        total = len(self.pieces)
        least = total if self.decision.least < 0 else self.decision.least
        needed = f", {count_range_text(least, self._most)} needed" if least < total else ""
        return f"{len(self.plan.spots)} of {total} placed{needed}"

    def draft_text(self) -> str:
        """Return how many pieces are placed."""
        many, of = len(self.plan.spots), len(self.pieces)
        return "placed" if many == of == 1 else f"all {of} placed" if many == of else f"{many} of {of} placed"

    @property
    def _most(self) -> int:
        return len(self.pieces) if self.decision.most < 0 else self.decision.most

    # -- places --

    def plan_for_answer(self, answer: tuple[PiecePlacement, ...], words: AnyText) -> PlacementPlan:
        """Return the plan of some placements, and why they would be refused."""
        return PlacementPlan(
            answer, words or placement_problem(self.view.table, self.decision.room, self.pieces, answer)
        )

    def _with(self, spot: PiecePlacement) -> PlacementPlan:
        """Return the plan with another placement; a leader goes first, so that the others keep to it."""
        others = tuple(old for old in self.plan.spots if old.piece != spot.piece)
        first = spot.piece == self.decision.room.leader
        return self.plan_for_answer((spot, *others) if first else (*others, spot), "")

    def _around(self, besides: str) -> tuple[Table, PlacementArea]:
        """Return the table with all other pieces placed, and the area with their bases as obstacles."""
        others = tuple(spot for spot in self.plan.spots if spot.piece != besides)
        bases = dict.fromkeys((*self.decision.room.bases, *(spot.piece for spot in others)))
        bases.pop(besides, None)
        room = msgspec.structs.replace(self.decision.room, bases=tuple(bases))
        return self.table_after_answer(others), room

    def table_after_answer(self, answer: tuple[PiecePlacement, ...]) -> Table:
        """Return the table with the pieces where they are placed."""
        ground = self.view.table.ground
        placed = [
            msgspec.structs.replace(self.pieces[s.piece], place=standing_place(ground, s.x, s.y, s.facing))
            for s in answer
        ]
        return self.view.table.with_pieces(*placed)

    def place_near(self, at: Point) -> None:
        """Place the current piece at the legal position nearest to a point."""
        piece = self.piece
        if self.spot_of(piece.id) is None and len(self.plan.spots) >= self._most:
            self.refusal = f"{self._most} are already placed: take one back first"
            return
        table, room = self._around(piece.id)
        turned = msgspec.structs.replace(
            piece, place=standing_place(table.ground, *at, self._facing(piece.id))
        )

        def work() -> PlacementPlan:
            found = placements_near(table, room, [turned], at)
            if not found:
                words = f"there is no room for {piece.name}{PLAN_KEPT_SUFFIX}"
                return self.plan_for_answer(self.plan.spots, words)._replace(stayed=True)
            return self._with(found[0])

        self.request_plan((piece.id, at, self.plan.spots), work)

    def _facing(self, piece: str) -> float:
        spot = self.spot_of(piece)
        return _faces(self.pieces[piece]) if spot is None else spot.facing

    def slide_to(self, to: Point) -> None:
        """Drag the current piece; it slides along walls and bases and stops where it touches them."""
        spot, piece = self.spot_of(self.piece.id), self.piece
        if spot is None:
            self.place_near(to)
            return
        table, room = self._around(piece.id)

        def work() -> PlacementPlan:
            bases = [table.pieces[i] for i in room.bases if i in table.pieces]
            space = free_space_on_table(table, planning_radii(piece)[0], room.blocked, bases)
            x, y = slide(space, (spot.x, spot.y), to)
            return self._with(PiecePlacement(piece.id, x, y, spot.facing))

        self.request_plan((piece.id, "pull", to, spot), work)

    def place_rest(self) -> None:
        """Place all remaining pieces around the last one placed, or around the preferred point."""
        spots = self.plan.spots
        left = [p for i, p in self.pieces.items() if self.spot_of(i) is None][: self._most - len(spots)]
        around = (spots[-1].x, spots[-1].y) if spots else self.preferred_point
        table, room = self._around("")
        self.remember_for_undo("rest")

        def work() -> PlacementPlan:
            found = placements_near(table, room, left, around)
            words = "" if len(found) == len(left) else f"there is room for {len(found)} of {len(left)} more"
            return self.plan_for_answer((*spots, *found), words)

        self.request_plan(("rest", spots), work)

    def place_all_near(self, at: Point) -> None:
        """Place all pieces around a point, in their formation or where there is room."""
        spots, pieces = self.plan.spots, list(self.pieces.values())
        table, room = self.view.table, self.decision.room

        def work() -> PlacementPlan:
            moved = self._shifted(spots, at)
            if len(spots) == len(pieces) and not placement_problem(table, room, self.pieces, moved):
                return self.plan_for_answer(moved, "")
            found = placements_near(table, room, pieces, at)
            words = "" if len(found) == len(pieces) else f"there is room for {len(found)} of {len(pieces)}"
            turned = [msgspec.structs.replace(spot, facing=self._facing(spot.piece)) for spot in found]
            return self.plan_for_answer(tuple(turned), words)

        self.request_plan(("gather", at, spots), work)

    @staticmethod
    def _shifted(spots: tuple[PiecePlacement, ...], to: Point) -> tuple[PiecePlacement, ...]:
        """Return the placements moved so that the first is at a point, in the same formation."""
        if not spots:
            return ()
        dx, dy = to[0] - spots[0].x, to[1] - spots[0].y
        return tuple(msgspec.structs.replace(spot, x=spot.x + dx, y=spot.y + dy) for spot in spots)

    def face(self, by: float) -> None:
        """Turn the current piece, degrees counter-clockwise."""
        self.wait_for_plan()
        spot = self.spot_of(self.piece.id)
        if spot is not None:
            self.remember_for_undo(f"turn {spot.piece}")
            turned = msgspec.structs.replace(spot, facing=(spot.facing + by) % 360.0)
            self.request_plan(("turn", turned, self.plan.spots), lambda: self._with(turned))

    def nudge(self, dx: float, dy: float) -> None:
        """Push all pieces in their formation until one is selected, then that one.

        A piece that is not placed yet is put near the preferred point.
        """
        self.wait_for_plan()
        if not self._alone and len(self.plan.spots) == len(self.pieces):
            self.remember_for_undo("move all")
            self._push_all(dx, dy)
            return
        self.remember_for_undo(f"move {self.piece.id}")
        spot = self.spot_of(self.piece.id)
        if spot is None:
            self.place_near(self.preferred_point)
        else:
            self.slide_to((spot.x + dx, spot.y + dy))

    def _push_all(self, dx: float, dy: float) -> None:
        """Push all pieces by a step, or by the fewest such steps that bring them past an obstacle."""
        spots, first = self.plan.spots, self.plan.spots[0]
        steps = max(1, int(MAX_LEAP_IN / math.hypot(dx, dy)))

        def work() -> PlacementPlan:
            problems = list[AnyText]()
            for step in range(1, steps + 1):
                moved = self._shifted(spots, (first.x + step * dx, first.y + step * dy))
                problem = placement_problem(self.view.table, self.decision.room, self.pieces, moved)
                if not problem:
                    return self.plan_for_answer(moved, "")
                problems.append(problem)
            words = phrase("{}{}", problems[0], PLAN_KEPT_SUFFIX)
            return self.plan_for_answer(spots, words)._replace(stayed=True)

        self.request_plan(("push all", spots, dx, dy), work)

    # -- mouse --

    def press(self, at: Point, things: list[str], button: int) -> bool:
        """Grab a placed piece; else place all pieces around the point, or the selected one there."""
        if button != 1:
            return False
        for spot in self.plan.spots:
            radius = self.pieces[spot.piece].radius
            if (at[0] - spot.x) ** 2 + (at[1] - spot.y) ** 2 <= radius**2:
                self.put_cursor(spot.piece)
                self._grip = (spot.x - at[0], spot.y - at[1])
                self.remember_for_undo(f"move {spot.piece}")
                return True
        if not self._alone:
            self._together = True
            self.remember_for_undo("gather")
            self.place_all_near(at)
            return True
        if self.spot_of(self.piece.id) is not None:
            self._go_on()
        self._grip = (0.0, 0.0)
        self.remember_for_undo(f"move {self.piece.id}")
        self.place_near(at)
        return True

    def _go_on(self) -> None:
        """Move the cursor to the next piece that is not placed yet, if there is one."""
        left = [k for k, i in enumerate(self.pieces) if self.spot_of(i) is None]
        if left:
            self.cursor = next((k for k in left if k > self.cursor), left[0])

    def drag(self, at: Point) -> None:
        """Move the piece, or all of them, with the pointer."""
        if self._together:
            self.place_all_near(at)
        elif self._grip is not None:
            self.slide_to((at[0] + self._grip[0], at[1] + self._grip[1]))

    def drop(self, at: Point) -> None:
        """Let the piece go."""
        self._grip, self._together = None, False

    def looked_at_points(self) -> list[Point]:
        """Return where the current piece is placed, else where it is wanted."""
        spot = self.spot_of(self.piece.id)
        if spot:
            return [(spot.x, spot.y)]
        return [self.preferred_point]

    # -- drawing --

    def overlay(self) -> list[Item]:
        """Return the graphics: the zone, what must be touched, and the placed pieces."""
        room, items = self.decision.room, list[Item]()
        if room.zone:
            items += overlays.zone_overlay((room.zone,), "mint", "may be placed here")
        items += [*self.arcs.items(), *highlight_items(self.view, room.touching, "open")]
        for spot in self.plan.spots:
            piece = self.pieces[spot.piece]
            items += ghost(piece, spot.x, spot.y, self, spot.facing)
            if piece.id == self.piece.id:
                items += overlays.focus_ring(spot.x, spot.y, piece.radius)
                if spot.facing != _faces(piece):
                    items += arrow(spot.x, spot.y, piece.radius, spot.facing, f"{spot.facing:.0f}°")
        return items


def _faces(piece: Piece) -> float:
    """Return the facing of a piece before it is turned, degrees."""
    return piece.place.facing if isinstance(piece.place, OnTable) else 0.0
