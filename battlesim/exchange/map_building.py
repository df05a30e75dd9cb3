"""Construction of a map from an imported drawing: joining and clipping its lines, and inserting doors."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from battlesim.exchange.lines import LINE_DIGITS, Line, joined, rounded, without_duplicates
from battlesim.exchange.map_toml import map_toml_text
from battlesim.exchange.plan import (
    MAX_NAMED_OBJECTS,
    ImportContext,
    MapPlan,
    PlanPicture,
    count_phrase,
    one_line_name,
    terrain_rings,
)
from battlesim.geometry.clipping import areas_on_table, is_on_table, lines_on_table
from battlesim.geometry.constants import TOL
from battlesim.geometry.doorways import TooManyOverlapsError, WallGap, without_gaps
from battlesim.geometry.shapes import polygon_of, ring_bounds
from battlesim.scenarios.maps import SHAPE_KEYS, TableSpec, TerrainSpec, parse_map
from battlesim.scenarios.shape_specs import ShapeError, check_crossings
from battlesim.scenarios.toml_reading import ID_PATTERN, MAX_TOML_BYTES, MAX_TOML_VALUES, check_ids
from battlesim.table.limits import MAX_TERRAIN_PIECES
from battlesim.table.terrain import Dressing

MIN_LINE_LENGTH_IN: Final = 1e-4
"""Lines no longer than this, in inches, are dropped."""


class ImportedMap(NamedTuple):
    """A map built from another program's drawing, with the picture of the ground if the drawing has one."""

    table: TableSpec
    terrain: list[TerrainSpec]
    title: str
    picture: PlanPicture | None
    dressing: tuple[Dressing, ...]

    def toml_text(self, picture: str = "") -> str:
        """Return the map as TOML text. `picture` is the file name of the map's picture."""
        table = msgspec.structs.replace(self.table, picture=picture)
        return map_toml_text(table, self.terrain, self.title, self.dressing)


def build_imported_map(plan: MapPlan, source: ImportContext) -> ImportedMap:
    """Build a map from an imported drawing, check that its map file is valid, and complete the report.

    Raises InputError if the map is too large, or if no object of the drawing could be used.
    """
    source.check_size(plan.width, plan.height)
    if not plan.table:
        plan.width, plan.height = round(plan.width, LINE_DIGITS), round(plan.height, LINE_DIGITS)
    terrain = plan.terrain if plan.table else _put_in_order(plan, source)
    _check_count(len(terrain), source)
    if not terrain and source.tally.unusable:
        raise source.tally.unusable
    table = plan.table or TableSpec(plan.width, plan.height, title=plan.title)
    title = f"# Map of {one_line_name(Path(source.file).name)!r}, as imported."
    laid = ImportedMap(table, terrain, title, plan.picture, plan.dressing)
    text = laid.toml_text()
    if len(text.encode()) > MAX_TOML_BYTES or sum(map(text.count, ",=[{.")) > MAX_TOML_VALUES:
        raise source.input_error(
            "", f"has {sum(map(_corners, terrain))} corners in all, more than a map takes"
        )
    parse_map(text, source.file)
    source.report.taken.insert(0, f"a table of {plan.width:g} x {plan.height:g} in")
    if source.tally.skipped > MAX_NAMED_OBJECTS:
        source.report.left_out.append(f"{source.tally.skipped - MAX_NAMED_OBJECTS} more objects")
    if plan.picture:
        _, wide, high = plan.picture.facts
        source.report.taken.append(f"the picture, {wide} x {high} pixels, as the ground")
    return laid


def _put_in_order(plan: MapPlan, source: ImportContext) -> list[TerrainSpec]:
    """Return the terrain in the order of a map (walls, doors, areas), cleaned up and with ids."""
    pieces = [_on_edge(piece, plan) for piece in plan.terrain]
    lines = [piece for piece in pieces if piece.line is not None and not piece.openings]
    areas = [piece for piece in pieces if piece.line is None]
    gaps = _gaps([piece for piece in pieces if piece.line is not None and piece.openings], plan, source)
    _check_count(len(gaps), source)
    walls = _lines(lines, gaps if plan.cut_walls else [], plan, source)
    _check_count(len(walls) + len(gaps) + sum(_is_near(piece, plan) for piece in areas), source)
    check_crossings(walls, "", source.file)
    sound = [one for wall in walls for one in _sound(wall)]
    return _named([*sound, *(_filled(gap, plan) for gap in gaps), *_areas(areas, plan, source)], source)


def _check_count(count: int, source: ImportContext) -> None:
    """Raise InputError if there are more pieces of terrain than a map may have."""
    if count > MAX_TERRAIN_PIECES:
        message = f"comes to {count} pieces of terrain, a map takes {MAX_TERRAIN_PIECES}"
        raise source.input_error("", message, "draw less of it, or join what touches")


def _on_edge(piece: TerrainSpec, plan: MapPlan) -> TerrainSpec:
    """Return a piece with rounded points; points just off the table are moved onto its edge."""

    def placed(points: Line) -> Line:
        return rounded((_onto(x, plan.width), _onto(y, plan.height)) for x, y in points)

    line, polygon = (None if points is None else placed(points) for points in (piece.line, piece.polygon))
    return msgspec.structs.replace(piece, line=line, polygon=polygon, holes=tuple(map(placed, piece.holes)))


def _onto(value: float, side: float) -> float:
    if -TOL <= value <= 0:
        return 0.0
    return side if side <= value <= side + TOL else value


def _is_near(piece: TerrainSpec, plan: MapPlan) -> bool:
    """Return whether the bounding box of an area overlaps the table."""
    left, low, right, high = ring_bounds(piece.polygon or ((-1.0, -1.0),))
    return left < plan.width and low < plan.height and right > 0 and high > 0


def _lines(
    pieces: Sequence[TerrainSpec], gaps: Sequence[TerrainSpec], plan: MapPlan, source: ImportContext
) -> list[TerrainSpec]:
    """Return the walls without duplicates, cut at doors and the table's edge, and joined where possible."""
    alike: dict[TerrainSpec, list[Line]] = {}
    for piece in pieces:
        key = msgspec.structs.replace(piece, line=None)
        alike.setdefault(key, []).append(piece.line or ())
    found: list[TerrainSpec] = []
    told: Counter[str] = Counter()
    for piece, lines in alike.items():
        real = [line for line in lines if len(line) > 1]
        whole = without_duplicates(real)
        told["nothing"] += len(lines) - len(real)
        told["twice"] += len(real) - len(whole)
        cut = [_within(line, plan) for line in whole]
        told["off"] += sum(not parts for parts in cut)
        told["cut"] += sum(bool(parts) and parts != [line] for line, parts in zip(whole, cut, strict=True))
        kept = _opened([part for parts in cut for part in parts], piece, gaps, told, source)
        chains = kept if piece.id else joined(kept)
        told["joined"] += len(kept) - len(chains)
        found += [msgspec.structs.replace(piece, line=chain) for chain in chains]
    _tell(told, source)
    return found


def _opened(
    lines: list[Line],
    wall: TerrainSpec,
    gaps: Sequence[TerrainSpec],
    told: Counter[str],
    source: ImportContext,
) -> list[Line]:
    """Return the parts of the wall lines outside the gaps. Raises InputError if too many of them overlap."""
    top = math.inf if wall.height is None else wall.height
    level = [
        WallGap(gap.line[0], gap.line[-1], gap.thickness)
        for gap in gaps
        if gap.line and gap.openings[0].sill < top and gap.openings[0].top > wall.bottom
    ]
    try:
        parts = [[rounded(part) for part in left] for left in without_gaps(lines, level)]
    except TooManyOverlapsError as error:
        raise source.input_error("", str(error), "draw less of it") from None
    told["opened"] += sum(left != [line] for line, left in zip(lines, parts, strict=True))
    return [part for left in parts for part in left if _length(part) > MIN_LINE_LENGTH_IN]


def _length(line: Line) -> float:
    return sum(map(math.dist, line, line[1:]))


def _tell(told: Counter[str], source: ImportContext) -> None:
    changed, left_out = source.report.changed, source.report.left_out
    if told["twice"]:
        left_out.append(f"{count_phrase(told['twice'], 'line')} drawn twice")
    if told["nothing"]:
        left_out.append(f"{count_phrase(told['nothing'], 'line')} without length")
    if told["off"]:
        left_out.append(f"{count_phrase(told['off'], 'line')} off the table")
    if told["cut"]:
        changed.append(f"{count_phrase(told['cut'], 'line')} cut off at the table's edge")
    if told["opened"]:
        changed.append(f"{count_phrase(told['opened'], 'line')} opened where a door or window lies on a wall")
    if told["joined"]:
        changed.append(f"{count_phrase(told['joined'], 'line')} joined to others that go on where they end")


def _within(line: Line, plan: MapPlan) -> list[Line]:
    """Return the parts of a line that lie on the table and are longer than the minimum length."""
    parts = [rounded(part) for part in lines_on_table(line, plan.width, plan.height)]
    return [part for part in parts if _length(part) > MIN_LINE_LENGTH_IN]


def _sound(piece: TerrainSpec) -> list[TerrainSpec]:
    """Return the piece, split in halves as often as needed until each has a valid outline."""
    line = piece.line or ()
    try:
        terrain_rings(piece)
    except ShapeError:
        if len(line) > 2:
            middle = len(line) // 2
            halves = (line[: middle + 1], line[middle:])
            return [one for half in halves for one in _sound(msgspec.structs.replace(piece, line=half))]
    return [piece]


def _gaps(pieces: Sequence[TerrainSpec], plan: MapPlan, source: ImportContext) -> list[TerrainSpec]:
    """Return the doors and windows that lie on the table, and report the others."""
    found = [
        piece
        for piece in pieces
        if len(piece.line or ()) > 1 and is_on_table(piece.line or (), plan.width, plan.height)
    ]
    if off := len(pieces) - len(found):
        source.report.left_out.append(
            f"{count_phrase(off, 'door or window', 'doors or windows')} off the table"
        )
    return found


def _filled(piece: TerrainSpec, plan: MapPlan) -> TerrainSpec:
    """Return a wall with one opening from end to end, placed along a long side that lies on the table."""
    line = piece.line or ()
    if len(line) != 2 or len(piece.openings) != 1:
        return piece
    (ax, ay), (bx, by) = line
    k = piece.thickness / 2 / math.dist(*line)
    x, y = (ay - by) * k, (bx - ax) * k
    side = rounded(((ax + x, ay + y), (bx + x, by + y)))
    if not is_on_table(side, plan.width, plan.height):
        side = rounded(((ax - x, ay - y), (bx - x, by - y)))
    opening = msgspec.structs.replace(piece.openings[0], start=side[0], end=side[-1])
    return msgspec.structs.replace(piece, line=line, openings=(opening,))


def _areas(pieces: Sequence[TerrainSpec], plan: MapPlan, source: ImportContext) -> list[TerrainSpec]:
    """Return the areas clipped to the table. An area entirely on the table keeps its shape."""
    found: list[TerrainSpec] = []
    off = cut = 0
    for number, piece in enumerate(pieces):
        try:
            rings = terrain_rings(piece)
        except ShapeError as fault:
            name = piece.name or piece.id or f"{piece.kind} {number + 1}"
            source.leave_out(source.unusable_error(name, fault.message))
            continue
        if is_on_table(rings[0], plan.width, plan.height):
            found.append(piece)
            continue
        parts = [part for part in areas_on_table(rings, plan.width, plan.height) if not _is_sliver(part)]
        off, cut = off + (not parts), cut + bool(parts)
        found += [_part(piece, part) for part in parts]
    if off:
        source.report.left_out.append(f"{count_phrase(off, 'area')} off the table")
    if cut:
        source.report.changed.append(f"{count_phrase(cut, 'area')} cut off at the table's edge")
    return found


def _is_sliver(rings: Sequence[Line]) -> bool:
    """Return whether the clipped area is thinner than the tolerance."""
    area = polygon_of(rings)
    return bool(2 * area.area < TOL * area.length)


def _part(piece: TerrainSpec, rings: Sequence[Line]) -> TerrainSpec:
    plain = {name: getattr(TerrainSpec(kind=""), name) for name in SHAPE_KEYS}
    outline, *holes = map(rounded, rings)
    return msgspec.structs.replace(piece, **plain | {"polygon": outline, "holes": tuple(holes)}, openings=())


def _corners(piece: TerrainSpec) -> int:
    return sum(map(len, (piece.polygon or (), piece.line or (), *piece.holes)))


def _named(terrain: Iterable[TerrainSpec], source: ImportContext) -> list[TerrainSpec]:
    """Return the pieces with unique ids: the drawing's id if it is valid, else the kind and a number."""
    numbers: Counter[str] = Counter()
    pieces = list(terrain)
    taken = {piece.id for piece in pieces if ID_PATTERN.match(piece.id)}
    used: set[str] = set()
    found = []
    for piece in pieces:
        name = piece.id if ID_PATTERN.match(piece.id) and piece.id not in used else ""
        while not name or (name in used or (name in taken and name != piece.id)):
            numbers[piece.kind] += 1
            name = f"{piece.kind}{numbers[piece.kind]}"
        used.add(name)
        found.append(msgspec.structs.replace(piece, id=name))
    check_ids(source.file, [(piece.id, piece.id) for piece in found])
    return found
