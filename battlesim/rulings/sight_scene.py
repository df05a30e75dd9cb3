"""The solids of a table that block sight, and the positions of its pieces. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from functools import partial
from typing import NamedTuple

from battlesim.geometry.constants import FRACTION_TOL, TOL
from battlesim.geometry.edge_distances import nearest_outline_point, nearest_outline_points, overlap_share
from battlesim.geometry.joints import Joint, joints
from battlesim.geometry.openings import pierced_solids
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Point, Ring, Solid, base_ring, hull_of_discs, ring_bounds
from battlesim.rulings import building_solids
from battlesim.rulings.piece_gaps import bases_overlap
from battlesim.rulings.sight_rules import SightRules, is_named
from battlesim.table.ids import UNIT_HULL_PREFIX
from battlesim.table.levels import foot_height, ground_level
from battlesim.table.limits import MAX_HEIGHT_IN
from battlesim.table.pieces import Aboard, Inside, Marker, OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground, Terrain

ABOVE_ALL_IN = 2 * MAX_HEIGHT_IN
"""The height of what blocks sight where heights do not count: higher than any eye."""


class SightPose(NamedTuple):
    """The position of a piece for sight: the centre and height of its base, or the terrain it is inside."""

    x: float
    y: float
    z: float
    radius: float
    inside: str = ""
    rings: tuple[Ring, ...] = ()
    hull: Ring = ()
    """The outline of a base that is not round."""


class SightStance(NamedTuple):
    """The position of a piece, and the ids of the objects in or on which it stands.

    Some of these hide nothing (see `excused_ids`), and some obscure the piece (see `obscuring_ids`).
    """

    pose: SightPose | None
    footing: frozenset[str]
    excused: frozenset[str]
    obscuring: frozenset[str]


class UprightSolid(NamedTuple):
    """A base or marker as an upright cylinder or, if `ring` is given, as a prism with this outline."""

    id: str
    x: float
    y: float
    radius: float
    top: float
    bottom: float = 0.0
    ring: Ring = ()

    def solid(self) -> Solid:
        """Return the cylinder or prism as a `Solid`."""
        ring = self.ring or base_ring(self.x, self.y, self.radius)
        return Solid(self.id, (ring,), self.top, self.bottom)


class SightGeometry(NamedTuple):
    """The eye (x, y, z) of a viewer and the target (x, y, radius, low, high) that it looks at.

    `on_outline` is True if the target is a point on the outline of terrain. `hull` is the outline of the
    target's base if the base is not round.
    """

    eye: tuple[float, float, float]
    target: tuple[float, float, float, float, float]
    on_outline: bool
    hull: Ring = ()


def sight_pose(table: Table, piece: Piece) -> SightPose | None:
    """Return the position of a piece, or of its carrier, for sight; None if the piece is not in play."""
    match piece.place:
        case OnTable(x, y, _, z):
            return SightPose(x, y, z, piece.radius, hull=piece.outline or ())
        case Inside(terrain):
            rings = table.terrain(terrain).rings
            return SightPose(0.0, 0.0, foot_height(table, piece), piece.radius, terrain, rings)
        case Aboard(carrier):
            return sight_pose(table, table.piece(carrier))
    return None


def eye_height(rules: SightRules, piece: Piece) -> float:
    """Return the height in inches of a piece's eye above the surface on which it stands."""
    return rules.eye_height or rules.eye * piece.height


def target_height(rules: SightRules, piece: Piece) -> float:
    """Return the height in inches of a piece as a target of sight. It is at least 0.001."""
    return max(rules.target_height or piece.height, 0.001)


def aim_height(rules: SightRules, piece: Piece) -> float:
    """Return the height in inches above a target's foot at which lines of sight end, usually its eye."""
    return rules.target_height or rules.eye_height or rules.eye * piece.height


def sight_geometry(
    rules: SightRules, viewer: Piece, target: Piece, a: SightPose, b: SightPose
) -> SightGeometry:
    """Return a viewer's eye and the shape of its target; pieces inside terrain look from its outline."""
    eye, height = eye_height(rules, viewer), target_height(rules, target)
    (ax, ay), (bx, by) = _end_points(a, b)
    return SightGeometry(
        (ax, ay, a.z + eye),
        (bx, by, target.radius if b.inside else b.radius, b.z, b.z + height),
        bool(b.inside),
        b.hull,
    )


def _end_points(a: SightPose, b: SightPose) -> tuple[Point, Point]:
    if a.inside and b.inside:
        return nearest_outline_points(a.rings[0], b.rings[0])
    if a.inside:
        return nearest_outline_point(a.rings[0], (b.x, b.y)), (b.x, b.y)
    if b.inside:
        return (a.x, a.y), nearest_outline_point(b.rings[0], (a.x, a.y))
    return (a.x, a.y), (b.x, b.y)


def sight_scene(table: Table, rules: SightRules, ignored_markers: Collection[str] = ()) -> Scene:
    """Return a scene of all solids that block sight: terrain, bases, blocking markers and hulls of units."""
    things = upright_solids(table, rules, ignored_markers)
    key = ("sight scene", _hidden_by(rules), rules.mode, things)
    if rules.groups:
        return table.cached_value(
            (*key, rules.group_height, rules.open_units),
            lambda: _closed_scene(
                table, rules, [*(thing.solid() for thing in things), *unit_hulls(table, rules)]
            ),
        )
    return table.ground.cached_value(
        key, lambda: _closed_scene(table, rules, [thing.solid() for thing in things])
    )


def upright_solids(
    table: Table, rules: SightRules, ignored_markers: Collection[str] = ()
) -> tuple[UprightSolid, ...]:
    """Return the bases and markers that block sight, as upright solids."""
    known = table.pieces.values() if rules.bases or rules.solid_pieces else ()
    return tuple(
        UprightSolid(
            p.id, p.place.x, p.place.y, p.radius, p.place.z + p.height, p.place.z, ring=p.outline or ()
        )
        for p in known
        if isinstance(p.place, OnTable) and (rules.bases or p.kind in rules.solid_pieces)
    ) + tuple(_marker_solid(table.ground, m) for m in sized_markers(table, rules.blocking, ignored_markers))


def _closed_scene(table: Table, rules: SightRules, things: Sequence[Solid]) -> Scene:
    """Return a scene of blocking terrain and other solids, with narrow gaps between touching solids filled.

    If visible fractions decide, joints without a gap are left out, since nothing can be seen through them.
    """
    ground, key = table.ground, _hidden_by(rules)
    bare = ground.cached_value(("bare", key), lambda: Scene(_solids(table, rules), *_size(table)))
    found = ground.cached_value(("joints", key), lambda: joints(bare))
    still = ground.cached_value(("still", key, rules.mode), lambda: _with_joints_closed(bare, found, rules))
    if not things:
        return still
    laid = still.with_solids(things)
    return _with_joints_closed(laid, joints(laid, len(still.solids)), rules)


def _with_joints_closed(scene: Scene, found: Sequence[Joint], rules: SightRules) -> Scene:
    closing = [joint.solid for joint in found if joint.gap or rules.mode == "line"]
    return scene.with_solids(closing) if closing else scene


def _hidden_by(rules: SightRules) -> Hashable:
    """Return a cache key for the choice of terrain that blocks sight."""
    return rules.hides, rules.shows, tuple(rules.depth), rules.flat


def depth_scene(table: Table, rules: SightRules) -> Scene:
    """Return a scene of the terrain, such as woods, into which pieces can see to a limited depth."""
    key = ("depth scene", rules.hides, rules.shows, tuple(rules.depth))
    deep = [
        t for t in table.ground.terrain if rules.hides_anything(t) and rules.see_through_depth(t) is not None
    ]
    return table.ground.cached_value(
        key, lambda: Scene([Solid(t.id, t.rings, t.height, t.bottom) for t in deep], *_size(table))
    )


def smoke_scene(table: Table, rules: SightRules, ignored_markers: Collection[str] = ()) -> Scene | None:
    """Return a scene of the solids of smoke and other obscuring markers, or None if there are none."""
    found = sized_markers(table, rules.obscuring, ignored_markers)
    if not found:
        return None
    clouds = tuple(_marker_solid(table.ground, m) for m in found)
    key = ("smoke scene", clouds)
    return table.ground.cached_value(key, lambda: Scene([cloud.solid() for cloud in clouds], *_size(table)))


def _marker_solid(ground: Ground, marker: Marker) -> UprightSolid:
    """Return a marker as a cylinder that stands on the ground below it."""
    level = ground_level(ground, marker.x, marker.y)
    return UprightSolid(marker.id, marker.x, marker.y, marker.radius, level + marker.height, level)


def sized_markers(table: Table, kinds: Sequence[str], ignored_markers: Collection[str] = ()) -> list[Marker]:
    """Return the markers of the given kinds that have a radius and a height."""
    return [
        m
        for m in table.markers.values()
        if m.kind in kinds and m.id not in ignored_markers and m.radius > 0 < m.height
    ]


def sight_stances(table: Table, rules: SightRules, pieces: Sequence[Piece]) -> list[SightStance]:
    """Return the position of each piece and the objects in or on which it stands, cached with the table."""
    key = (
        "stances",
        rules.solid_pieces,
        rules.stands_in,
        rules.stands_on,
        rules.overlap,
        rules.overlap_share,
    )
    kept: dict[str, SightStance] = table.cached_value(key, dict)
    own = [table.pieces.get(p.id) is p for p in pieces]
    asked = [p for p, known in zip(pieces, own, strict=True) if not (known and p.id in kept)]
    footings = footing_ids(table, rules, asked) if asked else []
    fresh = iter(
        SightStance(
            sight_pose(table, piece),
            ids,
            excused_ids(table, rules, ids, foot_height(table, piece)),
            obscuring_ids(table, rules, ids, piece),
        )
        for piece, ids in zip(asked, footings, strict=True)
    )
    found = [
        kept[p.id] if known and p.id in kept else next(fresh) for p, known in zip(pieces, own, strict=True)
    ]
    kept.update({p.id: stance for p, known, stance in zip(pieces, own, found, strict=True) if known})
    return found


def footing_ids(table: Table, rules: SightRules, pieces: Sequence[Piece]) -> list[frozenset[str]]:
    """Return, for each piece, the ids of the terrain and pieces that it is in, stands on or overlaps.

    Overlaps up to `TOL` do not count. Other pieces are included only if they count as terrain. A piece inside
    a building with openings does not overlap the walls.
    """
    found = [set(_place_ids(table, piece)) for piece in pieces]
    poses = [sight_pose(table, piece) for piece in pieces]
    posed = [(k, at) for k, at in enumerate(poses) if at is not None and not at.inside]
    ground = footing_scene(table)
    for i, k in _footing_overlaps(ground, [at for _, at in posed]):
        number, at = posed[i]
        if can_stand_in(table, ground.solids[k], at.z):
            found[number].add(ground.solids[k].id)
    for other in table.pieces.values():
        if other.kind in rules.solid_pieces and isinstance(other.place, OnTable):
            x, y, r = other.place.x, other.place.y, other.radius
            for number, at in posed:
                near = (at.x - x) ** 2 + (at.y - y) ** 2 < (at.radius + r) ** 2
                round_ = not at.hull and other.hull is None
                level = at.z <= other.place.z + other.height + TOL
                if near and level and (round_ or bases_overlap(pieces[number], other)):
                    found[number].add(other.id)
    return [frozenset(ids) for ids in found]


def _footing_overlaps(ground: Scene, posed: Sequence[SightPose]) -> list[tuple[int, int]]:
    """Return the overlaps of bases with solids, as pairs of their indices."""
    disc, solid = ground.disc_overlaps([(at.x, at.y, at.radius) for at in posed])
    found = list(zip(disc.tolist(), solid.tolist(), strict=True))
    hulls = [i for i, at in enumerate(posed) if at.hull]
    if not hulls:
        return found
    base, under = ground.ring_overlaps([posed[i].hull for i in hulls])
    exact = [(hulls[k], s) for k, s in zip(base.tolist(), under.tolist(), strict=True)]
    return sorted([pair for pair in found if not posed[pair[0]].hull] + exact)


def footing_scene(table: Table) -> Scene:
    """Return a scene with all terrain as solids, which is used to find what a piece stands in or on."""
    terrain = table.ground.terrain
    return table.ground.cached_value(
        "footing", lambda: Scene([solid for t in terrain for solid in terrain_solids(t)], *_size(table))
    )


def can_stand_in(table: Table, solid: Solid, z: float) -> bool:
    """Return whether a piece at height `z` is neither below nor above a solid, and so can be in or on it."""
    return solid.id not in table.ground.terrain_by_id() or solid.bottom <= max(z, 0.0) <= solid.top + TOL


def _place_ids(table: Table, piece: Piece) -> list[str]:
    """Return the ids of a piece, of the terrain that it is inside or posted on, and of its carrier."""
    match piece.place:
        case Inside(terrain):
            return [piece.id, terrain]
        case OnTable(on=on):
            return [piece.id, on] if on else [piece.id]
        case Aboard(carrier):
            return [piece.id, carrier, *_place_ids(table, table.piece(carrier))]
    return [piece.id]


def excused_ids(table: Table, rules: SightRules, footing: frozenset[str], z: float) -> frozenset[str]:
    """Return the ids of the terrain in which a piece at height `z` stands and which hides nothing from it."""
    by_id = table.ground.terrain_by_id()
    return frozenset(i for i in footing if i not in by_id or rules.excuses(by_id[i], z))


def obscuring_ids(
    table: Table, rules: SightRules, footing: frozenset[str], piece: Piece | None = None
) -> frozenset[str]:
    """Return the ids of the terrain that obscures a piece because enough of the piece's base is in it."""
    by_id = table.ground.terrain_by_id()
    named = [by_id[i] for i in footing if i in by_id and is_named(by_id[i], rules.overlap)]
    if rules.overlap_share and piece is not None and piece.table_position is not None:
        base = piece.outline or base_ring(*piece.xy, piece.radius)
        if overlap_share(base, [t.rings for t in named]) <= rules.overlap_share + FRACTION_TOL:
            return frozenset()
    return frozenset(terrain.id for terrain in named)


def terrain_solids(terrain: Terrain) -> tuple[Solid, ...]:
    """Return terrain as solids: a single prism or, if it has openings, walls and a roof (docs/maps.md)."""
    if not terrain.openings:
        return (building_solids.whole_solid(terrain),)
    return pierced_solids(
        building_solids.whole_solid(terrain),
        building_solids.wall_thickness(terrain),
        [building_solids.wall_opening(o) for o in terrain.openings if o.open],
    )


def _solids(table: Table, rules: SightRules) -> list[Solid]:
    hiding = [
        t
        for t in table.ground.terrain
        if rules.hides_anything(t) and rules.see_through_depth(t) is None and t.height > t.bottom
    ]
    if rules.flat:
        return [Solid(t.id, t.rings, ABOVE_ALL_IN) for t in hiding]
    return [
        solid
        for t in hiding
        for solid in table.ground.cached_value(("solids", t.id), partial(terrain_solids, t))
    ]


def unit_hulls(table: Table, rules: SightRules) -> list[Solid]:
    """Return a solid for each unit on the table that covers the convex hull of the unit's bases."""
    units: dict[str, list[Piece]] = {}
    for piece in table.standing_pieces():
        if piece.unit not in rules.open_units:
            units.setdefault(piece.unit or piece.id, []).append(piece)
    found = []
    for unit, members in units.items():
        spots = [p.place for p in members if isinstance(p.place, OnTable)]
        discs = tuple(
            disc
            for s, p in zip(spots, members, strict=True)
            for disc in ([(*corner, 0.0) for corner in p.outline or ()] or [(s.x, s.y, p.radius)])
        )
        top = max(s.z + max(rules.group_height, p.height) for s, p in zip(spots, members, strict=True))
        low = min(s.z for s in spots)
        if rules.flat:
            low, top = 0.0, ABOVE_ALL_IN
        if top > low:
            found.append(Solid(UNIT_HULL_PREFIX + unit, (hull_of_discs(discs),), top, low))
    return found


def roofed_boxes(ground: Ground, names: tuple[str, ...]) -> dict[str, tuple[float, float, float, float]]:
    """Return a dict from id to bounding box of the terrain in which sight has no maximum range."""
    return ground.cached_value(
        ("roofed", names),
        lambda: {t.id: ring_bounds(t.rings[0]) for t in ground.terrain if is_named(t, names)},
    )


def _size(table: Table) -> tuple[float, float]:
    return table.ground.width, table.ground.height
