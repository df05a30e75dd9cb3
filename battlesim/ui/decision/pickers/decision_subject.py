"""The part of the table that the camera keeps in view while a decision is open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from battlesim.engine.lookahead import decision_role
from battlesim.engine.position_decisions import ChoosePoint, MoveGroup, PlacePieces
from battlesim.engine.ruleset import Preview
from battlesim.geometry.shapes import Point, Region
from battlesim.render.framing import FramingSubject
from battlesim.table.pieces import OnTable
from battlesim.table.state import AnyState, Table
from battlesim.ui.decision.pickers.picker import Picker
from battlesim.ui.session.object_positions import object_position, representative_piece
from battlesim.ui.session.window_model import WindowModel
from battlesim.ui.table.camera_subject import line_subject, object_discs, objects_subject, point_discs


def decision_subject(
    picker: Picker[Any], found: Preview | None, follow_ups: Sequence[Picker[Any]] = ()
) -> FramingSubject:
    """Return what a decision refers to on the table, the most important last.

    That is the open options, what asks, what the follow-ups of its draft select, the current row, and the
    effects of the answer.
    """
    view, asked = picker.view, picker.decision
    row = picker.current()
    open_rows = [thing for other in picker.rows() if not other.blocked for thing in other.object_ids]
    later = [thing for one in follow_ups for other in one.rows() if other.on for thing in other.object_ids]
    sights = [name for pair in (found.sights[:1] if found else ()) for name in pair]
    names = [*open_rows, asked.about, *later, *(row.object_ids if row else ()), *sights]
    last = {name: k for k, name in enumerate(names) if name}
    discs = [disc for k, name in enumerate(names) if last.get(name) == k for disc in object_discs(view, name)]
    goals = [
        at for one in follow_ups if isinstance(one.decision, ChoosePoint) for at in one.looked_at_points()
    ]
    spots = [*goals, *picker.looked_at_points(), *picker.keep_clear_points(), *_begin(asked)]
    bounds = [*asked.course, *_ground(asked, view.table, row.key if row else ""), *_effects(found, view)]
    return FramingSubject((*discs, *point_discs(spots)), tuple(bounds))


def wider_subject(picker: Picker[Any], model: WindowModel) -> FramingSubject:
    """Return what frames a decision that refers to nothing on the table: the log line before it.

    As a turn begins, and where the decision asks who acts, it is framed by the pieces of its side.
    """
    side, line = picker.decision.side, model.history.lines[model.line]
    if line.kind == "turn" or decision_role(model.ruleset, picker.decision) == "who":
        own = [piece.id for piece in picker.view.table.pieces.values() if piece.side == side]
        return objects_subject(picker.view.table, own)
    return line_subject(model).framing


def _begin(asked: object) -> list[Point]:
    return [asked.begin] if isinstance(asked, ChoosePoint) and asked.begin else []


def _ground(asked: object, table: Table, moves: str) -> list[Point]:
    """Return points that bound the possible answers: lines, zones, the reach of the piece `moves`."""
    if isinstance(asked, ChoosePoint):
        return [*(point for line in asked.lines for point in line), *_rim((asked.zone,))]
    if isinstance(asked, PlacePieces):
        touched = [place for thing in asked.room.touching if (place := object_position(table, thing))]
        return [*_rim((asked.room.zone,)), *touched]
    found: list[Point] = []
    for motion in asked.motions if isinstance(asked, MoveGroup) else ():
        stands = table.piece(motion.piece).place
        if motion.piece == moves and isinstance(stands, OnTable):
            far = motion.allowance
            low, high = (stands.x - far, stands.y - far), (stands.x + far, stands.y + far)
            found += [_on_table(table, corner) for corner in (low, high)]
    return found


def _on_table(table: Table, at: Point) -> Point:
    return min(max(at[0], 0.0), table.ground.width), min(max(at[1], 0.0), table.ground.height)


def _effects(found: Preview | None, view: AnyState) -> list[Point]:
    """Return points of a preview's areas, entry path and pushes, clamped to the table."""
    if found is None:
        return []
    regions = [*(area.region for area in found.areas), *([found.way_in] if found.way_in else [])]
    points = [*(point for region in regions for point in _rim(region)), *(end for _, end in found.pushes)]
    return [_on_table(view.table, point) for point in points]


def _rim(region: Region) -> Iterator[Point]:
    return ((float(x), float(y)) for rings in region for ring in rings[:1] for x, y in ring)


def subject_piece(picker: Picker[Any], table: Table) -> str:
    """Return the id of the piece that a decision is about, that of the current row if it has one; else ""."""
    row, about = picker.current(), picker.decision.about
    looked_at = row.object_ids if row else ()
    own = [name for name in looked_at if name in table.pieces and table.pieces[name].unit == about]
    names = (*own, about, *looked_at) if picker.lists else (*looked_at, about)
    return next(filter(None, (representative_piece(table, name) for name in names)), "")
