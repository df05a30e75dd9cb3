"""From a plan to a map: lines joined and cut at the edge of the table, doors put in, the text written."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from battlesim.exchange.lines import Line, joined, rounded, unlike
from battlesim.exchange.plan import Picture, Plan, Source, many, plain_text, rings_of_piece
from battlesim.exchange.toml import as_toml
from battlesim.geometry.clipping import areas_within, is_within, lines_within
from battlesim.scenarios.maps import SHAPE_KEYS, TableSpec, TerrainSpec, read_map
from battlesim.scenarios.reading import ID, MAX_BYTES, MAX_VALUES, check_ids
from battlesim.scenarios.shapes import ShapeFault
from battlesim.table.limits import MOST_TERRAIN
from battlesim.table.terrain import Dressing

MOST_SHAPES: Final = 20_000
MOST_PLACES: Final = 40_000
LEAST: Final = 1e-4
"""Lines and areas smaller than this, in inches and square inches, are none."""


class Laid(NamedTuple):
    """A map that a plan makes."""

    table: TableSpec
    terrain: list[TerrainSpec]
    title: str
    picture: Picture | None
    dressing: tuple[Dressing, ...]

    def text(self, picture: str = "") -> str:
        """Its text, with the name of the picture beside it."""
        table = msgspec.structs.replace(self.table, picture=picture)
        return as_toml(table, self.terrain, self.title, self.dressing)


def lay(plan: Plan, source: Source) -> Laid:
    """The map that a plan makes, read back once; the report goes on. Raises InputError."""
    source.check_size(plan.width, plan.height)
    _check_amount(plan, source)
    terrain = plan.terrain if plan.table else _put_in_order(plan, source)
    if len(terrain) > MOST_TERRAIN:
        message = f"comes to {len(terrain)} pieces of terrain, a map takes {MOST_TERRAIN}"
        raise source.fault("", message, "draw less of it, or join what touches")
    table = plan.table or TableSpec(plan.width, plan.height, title=plan.title)
    title = f"# Map of {plain_text(Path(source.where).name)!r}, as imported."
    laid = Laid(table, terrain, title, plan.picture, plan.dressing)
    text = laid.text()
    if len(text.encode()) > MAX_BYTES or sum(map(text.count, ",=[{.")) > MAX_VALUES:
        raise source.fault("", f"has {sum(map(_corners, terrain))} corners in all, more than a map takes")
    read_map(text, source.where)
    source.report.taken.insert(0, f"a table of {plan.width:g} x {plan.height:g} in")
    if plan.picture:
        _, wide, high = plan.picture.facts
        source.report.taken.append(f"the picture, {wide} x {high} pixels, as the ground")
    return laid


def _put_in_order(plan: Plan, source: Source) -> list[TerrainSpec]:
    """The pieces as a map takes them: walls first, then doors, then areas, each with an id."""
    lines = [piece for piece in plan.terrain if piece.line is not None and not piece.openings]
    gaps = [piece for piece in plan.terrain if piece.line is not None and piece.openings]
    areas = [piece for piece in plan.terrain if piece.line is None]
    terrain = [*_lines(lines, plan, source), *_gaps(gaps, plan, source), *_areas(areas, plan, source)]
    return _named(terrain, source)


def _check_amount(plan: Plan, source: Source) -> None:
    """Before any of it is worked out: no more than can be in good time."""
    places = sum(map(_corners, plan.terrain))
    if len(plan.terrain) > MOST_SHAPES or places > MOST_PLACES:
        message = f"holds {len(plan.terrain)} shapes of {places} places in all"
        raise source.fault("", message, f"at most {MOST_SHAPES} of {MOST_PLACES} are taken")


def _lines(pieces: Sequence[TerrainSpec], plan: Plan, source: Source) -> list[TerrainSpec]:
    """Walls that are alike in all but their line, each once, joined and cut."""
    alike: dict[TerrainSpec, list[Line]] = {}
    for piece in pieces:
        key = msgspec.structs.replace(piece, line=None)
        alike.setdefault(key, []).append(rounded(piece.line or ()))
    found: list[TerrainSpec] = []
    told: Counter[str] = Counter()
    for piece, lines in alike.items():
        real = [line for line in lines if len(line) > 1]
        whole = unlike(real)
        told["nothing"] += len(lines) - len(real)
        told["twice"] += len(real) - len(whole)
        cut = [_within(line, plan) for line in whole]
        told["off"] += sum(not parts for parts in cut)
        told["cut"] += sum(bool(parts) and parts != [line] for line, parts in zip(whole, cut, strict=True))
        kept = [part for parts in cut for part in parts]
        chains = kept if piece.id else joined(kept)
        told["joined"] += len(kept) - len(chains)
        found += [one for chain in chains for one in _sound(msgspec.structs.replace(piece, line=chain))]
    _tell(told, source)
    return found


def _tell(told: Counter[str], source: Source) -> None:
    changed, left_out = source.report.changed, source.report.left_out
    if told["twice"]:
        left_out.append(f"{many(told['twice'], 'line')} drawn before")
    if told["nothing"]:
        left_out.append(f"{many(told['nothing'], 'line')} without length")
    if told["off"]:
        left_out.append(f"{many(told['off'], 'line')} off the table")
    if told["cut"]:
        changed.append(f"{many(told['cut'], 'line')} cut off at the table's edge")
    if told["joined"]:
        changed.append(f"{many(told['joined'], 'line')} joined to others that go on where they end")


def _within(line: Line, plan: Plan) -> list[Line]:
    """The parts of a line on the table that have some length."""
    parts = [rounded(part) for part in lines_within(line, plan.width, plan.height)]
    return [part for part in parts if sum(map(math.dist, part, part[1:])) > LEAST]


def _sound(piece: TerrainSpec) -> list[TerrainSpec]:
    """A line as it is, or in halves where no single outline goes round it (it turns back on itself)."""
    line = piece.line or ()
    try:
        rings_of_piece(piece)
    except ShapeFault:
        if len(line) > 2:
            middle = len(line) // 2
            halves = (line[: middle + 1], line[middle:])
            return [one for half in halves for one in _sound(msgspec.structs.replace(piece, line=half))]
    return [piece]


def _gaps(pieces: Sequence[TerrainSpec], plan: Plan, source: Source) -> list[TerrainSpec]:
    """Doors and windows, each in a wall of its own that fills its gap."""
    found: list[TerrainSpec] = []
    off = 0
    for piece in pieces:
        line = rounded(piece.line or ())
        if len(line) < 2 or not is_within(line, plan.width, plan.height):
            off += 1
        elif len(line) == 2 and len(piece.openings) == 1:
            found.append(_filled(piece, line, plan))
        else:
            found.append(piece)
    if off:
        source.report.left_out.append(f"{many(off, 'door or window', 'doors or windows')} off the table")
    return found


def _filled(piece: TerrainSpec, line: Line, plan: Plan) -> TerrainSpec:
    """A wall with an opening from end to end, along that long side of the wall that is on the table."""
    (ax, ay), (bx, by) = line
    k = piece.thickness / 2 / math.dist(*line)
    x, y = (ay - by) * k, (bx - ax) * k
    side = rounded(((ax + x, ay + y), (bx + x, by + y)))
    if not is_within(side, plan.width, plan.height):
        side = rounded(((ax - x, ay - y), (bx - x, by - y)))
    opening = msgspec.structs.replace(piece.openings[0], start=side[0], end=side[-1])
    return msgspec.structs.replace(piece, line=line, openings=(opening,))


def _areas(pieces: Sequence[TerrainSpec], plan: Plan, source: Source) -> list[TerrainSpec]:
    """Areas, cut at the table's edge. What is drawn as a circle or rectangle stays one where it is whole."""
    found: list[TerrainSpec] = []
    off = cut = 0
    for number, piece in enumerate(pieces):
        try:
            rings = rings_of_piece(piece)
        except ShapeFault as fault:
            name = piece.name or piece.id or f"{piece.kind} {number + 1}"
            raise source.fault(name, fault.message, "fix it in the program that drew it") from None
        if is_within(rings[0], plan.width, plan.height):
            found.append(piece)
            continue
        parts = areas_within(rings, plan.width, plan.height)
        off, cut = off + (not parts), cut + bool(parts)
        found += [_part(piece, part) for part in parts]
    if off:
        source.report.left_out.append(f"{many(off, 'area')} off the table")
    if cut:
        source.report.changed.append(f"{many(cut, 'area')} cut off at the table's edge")
    return found


def _part(piece: TerrainSpec, rings: Sequence[Line]) -> TerrainSpec:
    plain = {name: getattr(TerrainSpec(kind=""), name) for name in SHAPE_KEYS}
    outline, *holes = map(rounded, rings)
    return msgspec.structs.replace(piece, **plain | {"polygon": outline, "holes": tuple(holes)}, openings=())


def _corners(piece: TerrainSpec) -> int:
    return sum(map(len, (piece.polygon or (), piece.line or (), *piece.holes)))


def _named(terrain: Iterable[TerrainSpec], source: Source) -> list[TerrainSpec]:
    """The pieces with ids of their own: those of the drawing where they can be ids, else kind and number."""
    numbers: Counter[str] = Counter()
    pieces = list(terrain)
    taken = {piece.id for piece in pieces if ID.match(piece.id)}
    used: set[str] = set()
    found = []
    for piece in pieces:
        name = piece.id if ID.match(piece.id) and piece.id not in used else ""
        while not name or (name in used or (name in taken and name != piece.id)):
            numbers[piece.kind] += 1
            name = f"{piece.kind}{numbers[piece.kind]}"
        used.add(name)
        found.append(msgspec.structs.replace(piece, id=name))
    check_ids(source.where, [(piece.id, piece.id) for piece in found])
    return found
