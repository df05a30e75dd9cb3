"""What a hand does on the lab's table: every act is an event, which can be taken back and done again."""

from __future__ import annotations

import math
from typing import Final

import msgspec

from battlesim.engine.undo import UndoResult
from battlesim.geometry.hulls import HullForm
from battlesim.scenarios.map_objects import terrain_index, with_openings
from battlesim.scenarios.map_sketch import LaidMap, MapSketch, rebuild_map
from battlesim.scenarios.maps import MapSpec
from battlesim.table.base_sizes import BASE_FORMS, MM_PER_INCH, ROUND_DIAMETERS_MM, nearest_sold_size
from battlesim.table.events import Event, PieceChanged, PiecesAdded, PiecesRemoved
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.table.limits import MAX_BASE_WIDTH_IN, MAX_HEIGHT_IN
from battlesim.table.pieces import Hull, OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain
from battlesim.ui.lab.lab_ruleset import LabGame
from battlesim.ui.lab.map_redrawn import MapRedrawn
from battlesim.ui.session.window_model import WindowModel

DEFAULT_PIECE_HEIGHT_IN: Final = 1.2
"""Of a model of which nothing is said, inches."""
TEST_POSITION_ID: Final = "place"
"""The id of the bare place."""
HEIGHT_STEP_IN: Final = 0.1
"""Inches by which a height is changed."""
UNDO_LAST: Final = UndoResult(NO_SIDE, 0, 1)


class TableEditor:
    """The table of a model, in hand. `changes` counts acts, `redo` holds those that were taken back."""

    def __init__(self, model: WindowModel) -> None:
        self.model = model
        self.changes = 0
        self.undone_events: list[Event] = []

    @property
    def table(self) -> Table:
        """The table as it is now."""
        return self.model.state.table

    @property
    def sketch(self) -> MapSketch:
        """The map that the table is."""
        assert isinstance(self.model.state.game, LabGame)
        return self.model.state.game.sketch

    def apply_event(self, event: Event) -> None:
        """Do something."""
        self.undone_events.clear()
        self._tell(event)

    def replace_last_event(self, event: Event) -> None:
        """Do something in place of the last act."""
        self._tell(UNDO_LAST, event)

    def undo_last(self) -> bool:
        """Take the last act back; whether there was one."""
        if not len(self.model.history):
            return False
        self.undone_events.append(self.model.history.events[-1])
        self._tell(UNDO_LAST)
        return True

    def redo_last(self) -> bool:
        """Do once more what was taken back last; whether there was anything."""
        if not self.undone_events:
            return False
        self._tell(self.undone_events.pop())
        return True

    def _tell(self, *news: Event | UndoResult) -> None:
        self.model.history.add(news)
        self.model.go_to_newest()
        self.model.catch_up()
        self.changes += 1

    # -- what can be done --

    def move_piece(self, piece: Piece, x: float, y: float, first: bool = True) -> None:
        """Move a model to a place, or go on moving it from where it was before the last act. Its centre
        stays on the table."""
        place, ground = piece.table_position, self.table.ground
        if place is None:
            return
        at = msgspec.structs.replace(place, x=_within(x, ground.width), y=_within(y, ground.height))
        self._change(piece, msgspec.structs.replace(piece, place=at), first)

    def turn_piece(self, piece: Piece, degrees: float, first: bool = True) -> None:
        """Turn a model counter-clockwise, or go on turning it in place of the last act."""
        place = piece.table_position
        if place is not None:
            facing = (place.facing + degrees) % 360.0
            at = msgspec.structs.replace(place, facing=facing)
            self._change(piece, msgspec.structs.replace(piece, place=at), first)

    def resize_base(self, piece: Piece, by: int) -> None:
        """Give a model the next larger standard base of its form, or the next smaller one."""
        if piece.hull:
            self._rehull(piece, piece.hull.form, piece.hull, by)
            return
        now = 2.0 * piece.radius * MM_PER_INCH
        larger = [base for base in ROUND_DIAMETERS_MM if base > now + 0.01]
        smaller = [base for base in reversed(ROUND_DIAMETERS_MM) if base < now - 0.01]
        found = next(iter(larger if by > 0 else smaller), now)
        radius = min(found / MM_PER_INCH, MAX_BASE_WIDTH_IN) / 2.0
        self._change(piece, msgspec.structs.replace(piece, radius=radius))

    def change_base_form(self, piece: Piece) -> None:
        """Give a model a base of the next form: round, oval, rectangle; about as long as it was."""
        form = BASE_FORMS[(BASE_FORMS.index(piece.hull.form if piece.hull else None) + 1) % len(BASE_FORMS)]
        if form:
            self._rehull(piece, form, piece.hull, 0)
            return
        radius = (
            min(ROUND_DIAMETERS_MM, key=lambda base: abs(base / MM_PER_INCH - 2.0 * piece.radius))
            / MM_PER_INCH
            / 2.0
        )
        self._change(piece, msgspec.structs.replace(piece, radius=radius, shape=msgspec.UNSET))

    def _rehull(self, piece: Piece, form: HullForm, now: Hull | None, by: int) -> None:
        """The standard base of a form that is nearest in length, so many steps on from there."""
        length, width = nearest_sold_size(form, MM_PER_INCH * (now.length if now else 2.0 * piece.radius), by)
        hull = Hull(form, length / MM_PER_INCH, width / MM_PER_INCH)
        self._change(piece, msgspec.structs.replace(piece, radius=hull.circumradius, shape=hull))

    def change_height(self, piece: Piece, by: int) -> None:
        """Make a model higher or lower."""
        height = round(min(max(piece.height + by * HEIGHT_STEP_IN, HEIGHT_STEP_IN), MAX_HEIGHT_IN), 3)
        self._change(piece, msgspec.structs.replace(piece, height=height))

    def move_to_next_level(self, piece: Piece, levels: list[float]) -> None:
        """Have a model stand on the next of the heights that there are where it is."""
        place = piece.table_position
        if place is not None:
            above = [z for z in sorted(levels) if z > place.z + 1e-6]
            at = msgspec.structs.replace(place, z=above[0] if above else min(levels, default=0.0), on="")
            self._change(piece, msgspec.structs.replace(piece, place=at))

    def place_test_position(self, x: float, y: float, side: SideKey, like: Piece | None = None) -> str:
        """The bare place, put down or moved: as wide and high as another one where there is one; its id."""
        known, ground = self.table.pieces.get(TEST_POSITION_ID), self.table.ground
        if known is not None:
            self.move_piece(known, x, y)
            return TEST_POSITION_ID
        radius, height = (
            (like.radius, like.height)
            if like
            else (ROUND_DIAMETERS_MM[0] / MM_PER_INCH / 2.0, DEFAULT_PIECE_HEIGHT_IN)
        )
        place = OnTable(_within(x, ground.width), _within(y, ground.height))
        made = Piece(
            TEST_POSITION_ID, "this place", "", side, UnitId(TEST_POSITION_ID), radius, height, place
        )
        self.apply_event(PiecesAdded(pieces=(made,)))
        return TEST_POSITION_ID

    def add_piece(self, x: float, y: float, side: SideKey, like: Piece | None = None) -> str:
        """A new model at a place, `like` another one where there is one; its id."""
        number = next(n for n in range(1, 10_000) if f"m{n}" not in self.table.pieces)
        name, ground = f"m{number}", self.table.ground
        radius, height = (
            (like.radius, like.height)
            if like
            else (ROUND_DIAMETERS_MM[0] / MM_PER_INCH / 2.0, DEFAULT_PIECE_HEIGHT_IN)
        )
        shape = like.shape if like else msgspec.UNSET
        place = OnTable(_within(x, ground.width), _within(y, ground.height))
        kind = like.kind if like else ""
        made = Piece(name, f"Model {number}", kind, side, UnitId(name), radius, height, place, shape=shape)
        self.apply_event(PiecesAdded(pieces=(made,)))
        return name

    def remove_piece(self, piece: Piece) -> None:
        """Take a model off the table."""
        self.apply_event(PiecesRemoved(pieces=(piece,)))

    def toggle_opening(self, terrain: Terrain, opening: str) -> None:
        """Open a door or window, or shut it."""
        spec = self.sketch.map
        item = spec.terrain[terrain_index(spec, terrain.id)]
        changed = tuple(
            msgspec.structs.replace(one, open=not one.open) if laid.id == opening else one
            for one, laid in zip(item.openings, terrain.openings, strict=True)
        )
        self.replace_map(with_openings(spec, item.id, changed))

    def replace_map(self, spec: MapSpec) -> None:
        """Make another map of the table. What of it cannot be laid is told with it, and is not on the
        table."""
        if spec != self.sketch.map:
            laid = rebuild_map(
                spec, self.model.ruleset.terrain_values(), LaidMap(self.sketch, self.table.ground)
            )
            self.apply_event(MapRedrawn(sketch=laid.sketch, ground=laid.ground))

    def _change(self, old: Piece, new: Piece, first: bool = True) -> None:
        if not first:
            self.replace_last_event(PieceChanged(old=old, new=new))
        elif old != new:
            self.apply_event(PieceChanged(old=old, new=new))


def base_size_text(piece: Piece) -> str:
    """The base of a model, in millimetres as it is sold: "25", "75 x 42"."""
    hull = piece.hull
    sides = (hull.length, hull.width) if hull else (2.0 * piece.radius,)
    return " x ".join(f"{round(side * MM_PER_INCH, 1):g}" for side in sides)


def _within(value: float, most: float) -> float:
    return min(max(value, 0.0), most) if math.isfinite(value) else 0.0
