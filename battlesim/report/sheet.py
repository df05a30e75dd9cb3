"""The sheet of a ruling: the part of the table between two pieces, with what decides, as PNG."""

from __future__ import annotations

import math
import os
from typing import TYPE_CHECKING, Any

import msgspec

from battlesim.report.judging import Judged, Stand, stand
from battlesim.report.outputs import Output
from battlesim.report.picture import looks_of
from battlesim.rulesets import registry
from battlesim.rulings.explain import Evidence, explain
from battlesim.scenarios.sources import Source
from battlesim.table.pieces import Piece
from battlesim.table.state import Side, Table

if TYPE_CHECKING:
    from battlesim.render.camera import Camera

WIDTH, HEIGHT = 1280, 860
ROOM = 3.0
"""Inches of table shown around the two pieces."""
BARE = (Side("@from", "viewer", 1), Side("@to", "target", 2))


def save_sheet(source: Source, viewer: Stand, target: Stand, judged: Judged, output: Output) -> None:
    """Draw a ruling. Raises InputError for pieces that cannot be, and for a file that cannot."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    from battlesim.render.png import png
    from battlesim.render.scene import Looks, picture

    a, b = stand(source.table, viewer, "--from", "@from"), stand(source.table, target, "--to", "@to")
    evidence = explain(source.table, judged.rules, a, b)
    table = _with_both(source.table, a, b)
    looks = looks_of(registry.get(source.ruleset)) if source.ruleset else Looks()
    overlays = _overlays(evidence) if isinstance(evidence, Evidence) else ()
    drawn = picture(table, looks, WIDTH, HEIGHT, overlays, camera=_camera(table, a, b))
    output.write(png(drawn))


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


def _overlays(evidence: Evidence) -> tuple[Any, ...]:
    from battlesim.render import overlays as say

    eye = evidence.eye[:2]
    middle = ((evidence.left[0] + evidence.right[0]) / 2, (evidence.left[1] + evidence.right[1]) / 2)
    found: list[Any] = [*say.beam(eye, (evidence.left, evidence.right))]
    for number, blocker in enumerate(evidence.blockers):
        words = f"{blocker.id} hides {blocker.share:.1%}"
        for place, rings in enumerate(blocker.rings):
            found += say.blocker(rings, words if place == 0 else "", number)
        found += say.blocked_at(blocker.at[:2], number)
    verdict = evidence.verdict
    seen = f"visible {verdict.share:.1%}, cover {verdict.cover}" if verdict.visible else "out of sight"
    found += say.ruler(eye, middle, f"{math.dist(eye, middle):.2f} in · {seen}")
    return tuple(found)
