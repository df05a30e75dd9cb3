"""The geometry that proves a verdict on sight, for pictures, logs and reports. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from dataclasses import replace

import msgspec

from battlesim.geometry import visible_fraction_reference
from battlesim.geometry.constants import TOL
from battlesim.geometry.line_of_sight import SolidInterval, solid_intervals
from battlesim.geometry.margin_search import grown_scene, scene_near_line
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Point, Region, Ring
from battlesim.geometry.target_windows import TargetWindows
from battlesim.geometry.visible_fraction import fractions_hidden_alone
from battlesim.rulings.sight import SightRules, Verdict, case_verdict, verdict
from battlesim.rulings.sight_case import SightCase
from battlesim.table.pieces import Piece
from battlesim.table.state import Table


class Blocker(msgspec.Struct, frozen=True):
    """A solid that hides a part of a target. `share` is the fraction that it hides by itself.

    `rings` is the part of the solid between eye and target in plan. `shadow` is the part of the target's face
    that the solid hides. `at` is the point where the line to the target's centre first meets the solid or, if
    the line misses it, the point of the solid nearest to the eye.
    """

    id: str
    share: float
    at: tuple[float, float, float]
    rings: Region
    shadow: Region


class SightSection(msgspec.Struct, frozen=True):
    """A solid on or under the line of sight to the target's centre, between two lengths along this line.

    `start` and `end` are these lengths in inches. The solid extends in height from `bottom` to `top`. `line`
    holds the heights at `start` and `end` of the line from the eye to the target's head. `counts` is False if
    the solid is ignored.
    """

    id: str
    start: float
    end: float
    bottom: float
    top: float
    line: tuple[float, float]
    counts: bool


class DecidingLine(msgspec.Struct, frozen=True):
    """A line of sight, seen from above, that decides a verdict. `free` is True if nothing blocks it."""

    start: Point
    end: Point
    free: bool


class Evidence(msgspec.Struct, frozen=True):
    """A verdict on sight, with the geometry that proves it.

    The polygon `sight` is spanned by `eye` and the ground points `left` and `right` of the target. The
    target's face is `width` wide and extends in height from `low` to `high`; `face` is its visible part (x
    from the left edge, y above the ground). `ignored` holds the ids of the terrain that hides nothing because
    the viewer or target stands in or on it. `method` says how the visible fraction was found. If the rules
    use lines, `lines` holds an unblocked line, or the centre line if there is none, or all four lines between
    corners.
    """

    verdict: Verdict
    eye: tuple[float, float, float]
    left: Point
    right: Point
    low: float
    high: float
    width: float
    sight: Ring
    face: Region
    blockers: tuple[Blocker, ...]
    section: tuple[SightSection, ...]
    ignored: tuple[str, ...]
    method: str
    lines: tuple[DecidingLine, ...] = ()


METHOD_TEXTS = {
    "share": "exact area of the target's rectangle on the chord between the tangents from the eye",
    "centres": "exact straight line between the centres; touching a border does not block",
    "edges": "exact straight lines from edge to edge of the bases; touching a border does not block",
    "bases": "straight lines between any two points of the bases; touching a border does not block. Exact "
    "where both ends are equally high, else searched through each corner and over each edge",
    "bodies": "straight lines between any two points of the models; touching a border does not block. Exact "
    "where both ends are equally high and nothing is raised, else searched through corners and over edges",
    "corners": "exact straight lines from the best corner of the viewer to the four of the target; touching "
    "a border does not block, nor does a wall that touches a base to within 0.005 in",
}
JOINTS_TEXT = f"solids up to {TOL:g} in apart are one"


def method_text(rules: SightRules) -> str:
    """Return a text that describes how the rules determine a target's visible fraction."""
    edges = rules.lines == "bases" and rules.edge_to_edge
    lines = "edges" if edges else rules.lines
    return f"{METHOD_TEXTS[rules.mode if rules.mode == 'share' else lines]}; {JOINTS_TEXT}"


def sight_evidence(
    table: Table, rules: SightRules, viewer: Piece, target: Piece, ignored_markers: Collection[str] = ()
) -> Evidence | Verdict:
    """Return the verdict on what a viewer sees of a target, with the geometry that proves it.

    Only the verdict is returned if no line can be drawn, because a piece is not in play or both are in the
    same place. The verdict is always the same as that of `verdict`.
    """
    case = SightCase(table, rules, [(viewer, target)], ignored_markers)
    shares = case.visible_fractions()
    ruling = case_verdict(case, 0, float(shares[0]), case.blockers(shares)[0], case.smoke_markers()[0])
    if 0 not in case.sights:
        return ruling
    windows, ignored = case.target_windows([0]), case.ignored_ids(0)
    along = solid_intervals(case.scene, *case.centre_lines([0]), flat=True)[0]
    blockers, face = _blockers(case, ruling, windows, ignored, along)
    triangle = tuple((float(x), float(y)) for x, y in windows.triangles()[0])
    width = math.dist(triangle[1], triangle[2])
    low, high = float(windows.low[0]), float(windows.high[0])
    return Evidence(
        verdict=ruling,
        eye=case.sights[0].eye,
        left=triangle[1],
        right=triangle[2],
        low=low,
        high=high,
        width=width,
        sight=triangle,
        face=face,
        blockers=blockers,
        section=_section(case, ignored, along),
        ignored=tuple(sorted(i for i in ignored if i in table.ground.terrain_by_id())),
        method=method_text(rules),
        lines=_deciding(case, float(shares[0])),
    )


def _deciding(case: SightCase, share: float) -> tuple[DecidingLine, ...]:
    """Return the lines that decide the verdict, or () if the visible area decides it."""
    if case.rules.mode == "share":
        return ()
    if case.rules.lines == "corners":
        lines, clear = (found[0].tolist() for found in case.corner_lines([0]))
        return tuple(
            DecidingLine(tuple(start), tuple(end), is_free)
            for (start, end), is_free in zip(lines, clear, strict=True)
        )
    found = None if case.rules.lines == "centres" else case.free_lines([0])[0]
    if found is not None:
        return (DecidingLine(*found, True),)
    (start,), (end,) = case.centre_lines([0])
    return (DecidingLine(start[:2], end[:2], share > 0.0),)


def skimmed_solids(
    table: Table, rules: SightRules, viewer: Piece, target: Piece, ignored_markers: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the ids of the solids that the deciding lines of sight touch without being blocked.

    These solids hide nothing, but they would if they were larger by `TOL` on all sides.
    """
    case = SightCase(table, rules, [(viewer, target)], ignored_markers)
    if 0 not in case.sights or (rules.mode == "line" and rules.lines in ("bases", "bodies")):
        return ()
    (x, y, _), aimed, *_ = case.sights[0]
    near = grown_scene(scene_near_line(case.scene, (x, y), aimed[:2], viewer.radius + aimed[2] + 1.0), TOL)
    taller = [replace(solid, top=solid.top + TOL) for solid in near.solids]
    case.scene = Scene(taller, near.width, near.height)
    found = {part.solid for part in case.solid_intervals([0])[0]}
    if rules.mode == "share":
        found = set(fractions_hidden_alone(case.scene, case.target_windows([0]), [case.ignored_ids(0)])[0])
    ruling = verdict(table, rules, viewer, target, ignored_markers)
    return tuple(sorted(found.difference(ruling.blockers, case.ignored_ids(0), case.scene.joints)))


def _blockers(
    case: SightCase,
    ruling: Verdict,
    windows: TargetWindows,
    ignored: frozenset[str],
    along: list[SolidInterval],
) -> tuple[tuple[Blocker, ...], Region]:
    """Return the blockers, largest hidden fraction first, and the visible part of the target's face."""
    scene = case.scene
    alone = fractions_hidden_alone(scene, windows, [ignored])[0]
    line = solid_intervals(scene, *case.centre_lines([0]), [ignored])[0]
    casting = scene.values_by_object({key: key for key in alone})
    names = casting.keys() if case.rules.mode == "share" else ruling.blockers
    joints = [key for key, things in scene.joints.items() if key not in ignored and {*names} & {*things}]
    casts = {name: casting.get(name, name) for name in names}
    shadows, seen = visible_fraction_reference.hidden_and_visible_regions(
        scene, windows, 0, {*casts.values(), *joints}
    )
    found = []
    for name, cast in casts.items():
        rings = visible_fraction_reference.footprint_rings(scene, windows, 0, cast)
        at = _met_at(case, cast, rings, [*line, *along])
        shadow = _in_inches(shadows[cast], windows)
        found.append(Blocker(name, alone.get(cast, 0.0), at, rings, shadow))
    return tuple(sorted(found, key=lambda b: -b.share)), _in_inches(seen, windows)


def _met_at(
    case: SightCase, name: str, rings: Region, line: list[SolidInterval]
) -> tuple[float, float, float]:
    """Return the point where the centre line first meets a solid, or the solid's point nearest to the eye."""
    (start,), (end,) = case.centre_lines([0])
    length = math.dist(start[:2], end[:2])
    for part in line:
        if part.solid == name:
            t = part.start / length
            x, y, z = (a + t * (b - a) for a, b in zip(start, end, strict=True))
            return (x, y, z)
    corners = [corner for polygon in rings for ring in polygon for corner in ring] or [end[:2]]
    near = min(corners, key=lambda corner: math.dist(corner, start[:2]))
    return (near[0], near[1], max(case.scene.solids[k].top for k in case.scene.members[name]))


def _section(
    case: SightCase, ignored: frozenset[str], along: list[SolidInterval]
) -> tuple[SightSection, ...]:
    """Return the solids along the centre line, including ignored ones."""
    (start,), (end,) = case.centre_lines([0])
    length = math.dist(start[:2], end[:2])
    head = case.sights[0].target[4]
    found = []
    for part in _of_things(case.scene, ignored, along):
        line = tuple(start[2] + (head - start[2]) * at / length for at in (part.start, part.end))
        counts = part.solid not in ignored
        found.append(
            SightSection(part.solid, part.start, part.end, part.bottom, part.top, (line[0], line[1]), counts)
        )
    return tuple(found)


def _of_things(scene: Scene, ignored: frozenset[str], along: Sequence[SolidInterval]) -> list[SolidInterval]:
    """Return the intervals of a line inside objects; each interval in a joint counts for both neighbours."""
    parts = [part for part in along if part.solid not in scene.joints.keys() & ignored]
    found = scene.values_by_object({part.solid: part.solid for part in parts})
    return [
        part._replace(solid=name) for part in parts for name, solid in found.items() if solid == part.solid
    ]


def _in_inches(region: Region, windows: TargetWindows) -> Region:
    """Convert a region from the unit square of a target's face to inches across and up."""
    _, left, right = windows.triangles()[0]
    width, low, high = math.dist(left, right), float(windows.low[0]), float(windows.high[0])
    return tuple(
        tuple(tuple((x * width, low + y * (high - low)) for x, y in ring) for ring in polygon)
        for polygon in region
    )
