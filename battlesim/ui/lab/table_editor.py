"""Editing of the table in the lab, in which every edit is an event that can be undone and redone."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from battlesim.engine.undo import UndoResult
from battlesim.geometry.constants import TOL
from battlesim.geometry.hulls import HullForm
from battlesim.scenarios.map_objects import terrain_index, with_openings
from battlesim.scenarios.map_sketch import LaidMap, MapSketch, rebuild_map
from battlesim.scenarios.maps import MapSpec
from battlesim.table.base_sizes import BASE_FORMS, MM_PER_INCH, ROUND_DIAMETERS_MM, nearest_sold_size
from battlesim.table.events import Event, PieceChanged, PiecesAdded, PiecesRemoved
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.table.levels import shifted_place, standing_place
from battlesim.table.limits import MAX_BASE_WIDTH_IN, MAX_HEIGHT_IN
from battlesim.table.pieces import Hull, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Terrain
from battlesim.ui.lab.lab_ruleset import LabGame
from battlesim.ui.lab.map_redrawn import MapRedrawn
from battlesim.ui.session.window_model import WindowModel

DEFAULT_PIECE_HEIGHT_IN: Final = 1.2
"""Height in inches of a new piece without another one to copy."""
TEST_POSITION_ID: Final = "place"
"""The id of the test position: a bare base to look from."""
HEIGHT_STEP_IN: Final = 0.1
"""Step in inches by which a piece's height is changed."""
UNDO_LAST: Final = UndoResult(NO_SIDE, 0, 1)


class TableEditor:
    """The editor of the table, in which every edit is an event that can be undone and redone.

    `changes` is the number of edits, and `undone_events` holds the events that were undone.
    """

    def __init__(self, model: WindowModel) -> None:
        self.model = model
        self.changes = 0
        self.undone_events: list[Event] = []

    @property
    def table(self) -> Table:
        """The current table."""
        return self.model.state.table

    @property
    def sketch(self) -> MapSketch:
        """The map of the table."""
        assert isinstance(self.model.state.game, LabGame)
        return self.model.state.game.sketch

    def apply_event(self, event: Event) -> None:
        """Apply an event as a new edit, and drop what could be redone."""
        self.undone_events.clear()
        self._tell(event)

    def replace_last_event(self, event: Event) -> None:
        """Replace the last edit by another event."""
        self._tell(UNDO_LAST, event)

    def undo_last(self) -> bool:
        """Undo the last edit. Return False if there was none."""
        if not len(self.model.history):
            return False
        self.undone_events.append(self.model.history.events[-1])
        self._tell(UNDO_LAST)
        return True

    def redo_last(self) -> bool:
        """Redo the edit that was undone last. Return False if there was none."""
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
        """Move a piece to a point; its centre stays on the table.

        `first` false continues the last move: both count as one edit.
        """
        place, ground = piece.table_position, self.table.ground
        if place is None:
            return
        at = shifted_place(ground, place, _within(x, ground.width), _within(y, ground.height))
        self._change(piece, msgspec.structs.replace(piece, place=at), first)

    def turn_piece(self, piece: Piece, degrees: float, first: bool = True) -> None:
        """Turn a piece counter-clockwise, or continue the last turn if `first` is false."""
        place = piece.table_position
        if place is not None:
            facing = (place.facing + degrees) % 360.0
            at = msgspec.structs.replace(place, facing=facing)
            self._change(piece, msgspec.structs.replace(piece, place=at), first)

    def resize_base(self, piece: Piece, by: int) -> None:
        """Give a piece the next larger or smaller standard base of its form."""
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
        """Give a piece a base of the next form (round, oval, rectangle), about as long as before."""
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
        """Give a piece the standard base of a form that is nearest in length, some steps on from there."""
        length, width = nearest_sold_size(form, MM_PER_INCH * (now.length if now else 2.0 * piece.radius), by)
        hull = Hull(form, length / MM_PER_INCH, width / MM_PER_INCH)
        self._change(piece, msgspec.structs.replace(piece, radius=hull.circumradius, shape=hull))

    def change_height(self, piece: Piece, by: int) -> None:
        """Make a piece taller or lower by a number of height steps."""
        height = round(min(max(piece.height + by * HEIGHT_STEP_IN, HEIGHT_STEP_IN), MAX_HEIGHT_IN), 3)
        self._change(piece, msgspec.structs.replace(piece, height=height))

    def move_to_next_level(self, piece: Piece, posts: Sequence[Terrain]) -> None:
        """Move a piece to the next higher top of `posts`, lowest first, or from the highest to the ground."""
        place = piece.table_position
        if place is not None:
            ground = self.table.ground
            above = [post for post in posts if post.height > place.z + TOL]
            at = standing_place(ground, place.x, place.y, place.facing, above[0].id if above else "")
            self._change(piece, msgspec.structs.replace(piece, place=at))

    def place_test_position(self, x: float, y: float, side: SideKey, like: Piece | None = None) -> str:
        """Place the test position, or move it, and return its id; a new one copies the base of `like`."""
        known, ground = self.table.pieces.get(TEST_POSITION_ID), self.table.ground
        if known is not None:
            self.move_piece(known, x, y)
            return TEST_POSITION_ID
        radius, height = (
            (like.radius, like.height)
            if like
            else (ROUND_DIAMETERS_MM[0] / MM_PER_INCH / 2.0, DEFAULT_PIECE_HEIGHT_IN)
        )
        place = standing_place(ground, _within(x, ground.width), _within(y, ground.height))
        made = Piece(
            TEST_POSITION_ID, "this place", "", side, UnitId(TEST_POSITION_ID), radius, height, place
        )
        self.apply_event(PiecesAdded(pieces=(made,)))
        return TEST_POSITION_ID

    def add_piece(self, x: float, y: float, side: SideKey, like: Piece | None = None) -> str:
        """Add a piece at a point, with the base, height and kind of `like` if given. Return its id."""
        number = next(n for n in range(1, 10_000) if f"m{n}" not in self.table.pieces)
        name, ground = f"m{number}", self.table.ground
        radius, height = (
            (like.radius, like.height)
            if like
            else (ROUND_DIAMETERS_MM[0] / MM_PER_INCH / 2.0, DEFAULT_PIECE_HEIGHT_IN)
        )
        shape = like.shape if like else msgspec.UNSET
        place = standing_place(ground, _within(x, ground.width), _within(y, ground.height))
        kind = like.kind if like else ""
        made = Piece(name, f"Model {number}", kind, side, UnitId(name), radius, height, place, shape=shape)
        self.apply_event(PiecesAdded(pieces=(made,)))
        return name

    def remove_piece(self, piece: Piece) -> None:
        """Remove a piece from the table."""
        self.apply_event(PiecesRemoved(pieces=(piece,)))

    def toggle_opening(self, terrain: Terrain, opening: str) -> None:
        """Open or close a door or window."""
        spec = self.sketch.map
        item = spec.terrain[terrain_index(spec, terrain.id)]
        changed = tuple(
            msgspec.structs.replace(one, open=not one.open) if laid.id == opening else one
            for one, laid in zip(item.openings, terrain.openings, strict=True)
        )
        self.replace_map(with_openings(spec, item.id, changed))

    def replace_map(self, spec: MapSpec) -> None:
        """Replace the map of the table; objects that cannot be laid are left off and reported."""
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
    """Return the size of a base in millimetres as it is sold: "25", "75 x 42"."""
    hull = piece.hull
    sides = (hull.length, hull.width) if hull else (2.0 * piece.radius,)
    return " x ".join(f"{round(side * MM_PER_INCH, 1):g}" for side in sides)


def _within(value: float, most: float) -> float:
    return min(max(value, 0.0), most) if math.isfinite(value) else 0.0
