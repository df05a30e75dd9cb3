"""The sheet of a ruling: the part of the table between two pieces, with what decides, as PNG."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import msgspec

from battlesim.report.judging import Ruled, ruling_values
from battlesim.report.outputs import Output
from battlesim.report.picture import looks_of
from battlesim.report.text import blocker_words, sheet_words
from battlesim.rulesets import registry
from battlesim.rulings.explain import Evidence
from battlesim.rulings.tape import tape
from battlesim.scenarios.sources import Source
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Piece
from battlesim.table.state import Side, Table

if TYPE_CHECKING:
    from battlesim.render.camera import Camera

WIDTH, HEIGHT = 1280, 860
ROOM = 3.0
"""Inches of table shown around the two pieces."""
BARE = (Side(SideKey("@from"), "viewer", 1), Side(SideKey("@to"), "target", 2))


def save_sheet(source: Source, ruled: Ruled, output: Output) -> None:
    """Draw a ruling on a table. Raises InputError for a file that cannot be written."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from battlesim.render.png import png
    from battlesim.render.scene import Looks, picture

    table = _with_both(source.table, ruled.viewer, ruled.target)
    looks = looks_of(registry.get(source.ruleset)) if source.ruleset else Looks()
    camera = _camera(table, ruled.viewer, ruled.target)
    output.write(png(picture(table, looks, WIDTH, HEIGHT, overlays_of(source.table, ruled), camera=camera)))


def _with_both(table: Table, a: Piece, b: Piece) -> Table:
    """The table with bare pieces added, each of a side of its own."""
    bare = [_sided(piece) for piece in (a, b) if piece.id not in table.pieces]
    sides = (*table.sides, *(side for side in BARE if any(p.side == side.key for p in bare)))
    return Table(table.ground, table.pieces | {p.id: p for p in bare}, sides, table.markers)


def _sided(piece: Piece) -> Piece:
    return msgspec.structs.replace(piece, side=piece.id)


def _camera(table: Table, a: Piece, b: Piece) -> Camera:
    from battlesim.render.camera import Camera, fit

    spots = [piece.xy for piece in (a, b) if piece.spot]
    if not spots:
        return fit(table.ground.width, table.ground.height, WIDTH, HEIGHT)
    xs, ys = [x for x, _ in spots], [y for _, y in spots]
    wide, high = max(xs) - min(xs) + 2 * ROOM, max(ys) - min(ys) + 2 * ROOM
    ppi = fit(wide, high, WIDTH, HEIGHT).ppi
    camera = Camera(table.ground.height, ppi, 0, 0, WIDTH, HEIGHT)
    return camera.centred((max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2)


def overlays_of(table: Table, ruled: Ruled) -> tuple[Any, ...]:
    """What decides, with the words and numbers of the ruling as it is printed."""
    from battlesim.render import overlays

    ruling, found = ruling_values(ruled), ruled.found
    items: list[Any] = []
    if isinstance(found, Evidence):
        items += overlays.beam(found.eye[:2], (found.left, found.right))
        for number, (blocker, told) in enumerate(zip(found.blockers, ruling["blockers"], strict=True)):
            for place, rings in enumerate(blocker.rings):
                items += overlays.blocker(rings, blocker_words(told) if place == 0 else "", number)
            items += overlays.blocked_at(blocker.at[:2], number)
    if ruling["distance"]["edge"] is not None:
        laid = tape(table, ruled.viewer, ruled.target)
        items += overlays.ruler(laid.start, laid.end, sheet_words(ruling))
    return tuple(items)
