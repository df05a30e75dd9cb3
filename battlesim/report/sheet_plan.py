"""The picture of a ruling from above: the table around the viewer and target, with the lines of sight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from battlesim.report.judging import PairRuling, ruling_values
from battlesim.report.ruling_lines import blocker_text, tape_text
from battlesim.rulings.sight_evidence import Evidence
from battlesim.rulings.tape import tape_between
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText
from battlesim.table.pieces import Piece
from battlesim.table.state import Side, Table

if TYPE_CHECKING:
    from pygame import Surface

    from battlesim.render.camera import Camera
    from battlesim.render.ruleset_looks import RulesetLooks

RulingMargins = Mapping[str, Mapping[str, Any]]
"""The type of the margins of viewer and target in the values of a ruling."""
PLAN_MARGIN_IN = 3.0
"""The margin of table in inches that is shown around the two pieces."""
BARE_PIECE_SIDES = (Side(SideKey("@from"), "viewer", 1), Side(SideKey("@to"), "target", 2))
"""The sides that give a bare viewer and a bare target their colours."""


def sight_plan(
    table: Table,
    ruled: PairRuling,
    looks: RulesetLooks,
    width: int,
    height: int,
    margins: RulingMargins | None = None,
) -> Surface:
    """Draw the table around the viewer and target, with the lines that decide the ruling and a scale bar."""
    from battlesim.render.drawlist import DrawList
    from battlesim.render.pygame_backend import Canvas
    from battlesim.render.scale_bar import scale_bar
    from battlesim.render.scene import rendered_table

    whole = _with_both(table, ruled.viewer, ruled.target)
    camera = _camera(whole, ruled.viewer, ruled.target, width, height)
    canvas = Canvas()
    drawn = rendered_table(
        whole, looks, width, height, ruling_overlays(table, ruled, margins), camera=camera, canvas=canvas
    )
    canvas.draw(drawn, DrawList((), scale_bar(camera)), camera)
    return drawn


def _with_both(table: Table, a: Piece, b: Piece) -> Table:
    """Return the table with viewer and target added if they are bare pieces, each on its own side."""
    bare = [_with_own_side(piece) for piece in (a, b) if piece.id not in table.pieces]
    sides = (*table.sides, *(side for side in BARE_PIECE_SIDES if any(p.side == side.key for p in bare)))
    return Table(table.ground, table.pieces | {p.id: p for p in bare}, sides, table.markers)


def _with_own_side(piece: Piece) -> Piece:
    return msgspec.structs.replace(piece, side=piece.id)


def _camera(table: Table, a: Piece, b: Piece, width: int, height: int) -> Camera:
    from battlesim.render.camera import Camera, fitted_camera

    spots = [piece.xy for piece in (a, b) if piece.table_position]
    if not spots:
        return fitted_camera(table.ground.width, table.ground.height, width, height)
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    wide, high = max(xs) - min(xs) + 2 * PLAN_MARGIN_IN, max(ys) - min(ys) + 2 * PLAN_MARGIN_IN
    ppi = fitted_camera(wide, high, width, height).ppi
    camera = Camera(table.ground.height, ppi, 0, 0, width, height)
    return camera.centred((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)


def ruling_overlays(
    table: Table,
    ruled: PairRuling,
    margins: RulingMargins | None = None,
    tape_label: Callable[[Mapping[str, Any]], AnyText] = tape_text,
) -> tuple[Any, ...]:
    """Return graphics items that show a ruling: lines of sight, blockers, margins, and a tape measure.

    `tape_label` is a function that returns the label of the tape measure.
    """
    from battlesim.render import overlays
    from battlesim.render.drawlist import Layer, Plate

    ruling, found = ruling_values(ruled), ruled.found
    items: list[Any] = []
    if isinstance(found, Evidence):
        for line in found.lines:
            items += overlays.deciding_line(line.start, line.end, line.free)
        if not found.lines:
            items += overlays.sight_beam(found.eye[:2], (found.left, found.right))
        for number, (blocker, told) in enumerate(zip(found.blockers, ruling["blockers"], strict=True)):
            words = blocker_text(told, table.name_of(told["id"]))
            for place, rings in enumerate(blocker.rings):
                items += overlays.blocker_terrain(rings, "" if place else words, number)
            items += overlays.block_star(blocker.at[:2], number)
    for piece, mark in ((ruled.viewer, overlays.selection_ring), (ruled.target, overlays.target_brackets)):
        if piece.table_position:
            items += mark(*piece.xy, piece.radius)
            items.append(Plate(Layer.PLATE, *piece.xy, piece.name, "bright", dx=34))
    if ruling["distance"]["edge"] is not None:
        laid = tape_between(table, ruled.viewer, ruled.target)
        items += overlays.ruler_overlay(laid.start, laid.end, tape_label(ruling))
    for side, away in (margins or {}).items():
        piece = ruled.viewer if side == "viewer" else ruled.target
        items += overlays.tolerance_ring(
            piece.xy, piece.radius, away["safe"], away["flips"], away["move"], away["tight"]
        )
    return tuple(items)
