"""Conversion of the table, as a side sees it, into a draw list or a picture."""

from __future__ import annotations

import math
from collections.abc import Container, Iterator, Sequence
from typing import Final

import pygame

from battlesim.geometry import outlines
from battlesim.geometry.edge_distances import is_point_in_shape
from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.board import lit_pixels
from battlesim.render.camera import Camera, fitted_camera
from battlesim.render.drawlist import (
    CircleOutline,
    DrawList,
    Icon,
    Item,
    Layer,
    PanelBox,
    Patch,
    PlainShape,
    Plate,
    Snow,
    Stroke,
    Token,
    plain_shape,
)
from battlesim.render.figures import LONG_FIGURES
from battlesim.render.flight_marks import flight_marks
from battlesim.render.light import mood_by_name
from battlesim.render.pale_ground import items_for_ground
from battlesim.render.palette import SIDE_TONES, rgba, side_colour
from battlesim.render.piece_selection import Selection
from battlesim.render.plate_layout import ViewRect, arranged_items, rects_overlap
from battlesim.render.pygame_backend import Canvas
from battlesim.render.ruleset_looks import DEFAULT_MARKER_LOOKS, MarkerLook, RulesetLooks
from battlesim.render.scale_bar import scale_bar, scale_bar_box
from battlesim.render.terrain import RAISING_PAINTERS, terrain_look
from battlesim.render.terrain.earth import ground_contours
from battlesim.render.terrain.paint_tools import terrain_shape
from battlesim.render.tiles import surface_from_pixels
from battlesim.render.unit_plates import has_plate, letter_plates, unit_plates
from battlesim.table.levels import altitude, support
from battlesim.table.phrases import capitalized
from battlesim.table.pieces import Aboard, Inside, Marker, OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.terrain import Ground

SHARED_NAME_DISTANCE_IN: Final = 12.0
"""Distance in inches between the middles of terrain of one name up to which one plate names both."""


def table_draw_list(
    table: Table,
    looks: RulesetLooks,
    camera: Camera,
    overlay_items: tuple[Item, ...] = (),
    selection: Selection | None = None,
    names: bool = True,
    bar: bool = True,
    scale: float = 1.0,
    cards: Sequence[ViewRect] = (),
    snow: bool = True,
) -> DrawList:
    """Return draw items for everything that stands or lies on the table, but not for the bare table.

    `table` is the view of one side. If `names` is true, plates show the names of terrain. If `bar` is true,
    the scale bar is shown unless a card covers it. If `snow` is true, snow falls if the lighting includes
    snow. Plates avoid the scale bar, the `cards` (in pixels of the view), targets and pins. Plates with names
    also avoid all pieces.
    """
    picked = selection or Selection()
    items: list[Item] = list(items_for_ground(overlay_items, table.ground.surface))
    items += _pieces(table, looks, picked)
    items += _captives(table, looks, picked)
    for marker in table.markers.values():
        items += _marker(marker, looks, table)
    for building in sorted(open_roofs(table)):
        items += _pieces_in_building(table, building, looks, picked)
    items += letter_plates(table, looks, camera, picked, scale)
    items += unit_plates(table, looks, camera, picked, scale)
    items += _weather(table) if snow else ()
    marked = frozenset(marker.name for marker in table.markers.values())
    items += table.ground.cached_value(
        ("render", "signs", names, marked), lambda: _terrain_labels(table.ground, names, marked)
    )
    bed = _on_screen(scale_bar_box(camera, scale), scale)
    bar = bar and not any(rects_overlap(bed, card) for card in cards)
    measure = scale_bar(camera, scale) if bar else ()
    covered = [*cards, bed] if bar else cards
    free = [*_targets(table, camera, picked), *_kept_rects(overlay_items, camera, scale)]
    bases = _kept_rects(items, camera, scale)
    return DrawList(tuple(arranged_items(items, camera, scale, free, covered, bases)), measure)


def _weather(table: Table) -> list[Item]:
    """Return the falling snow over the table, if the mood has snow."""
    if not mood_by_name(table.ground.mood).snow:
        return []
    roofless = sorted(open_roofs(table))
    whole = plain_shape(outlines.box(0, 0, table.ground.width, table.ground.height))
    return [
        Snow(Layer.PATH, whole, tuple(plain_shape(terrain_shape(table.terrain(name))) for name in roofless))
    ]


def _on_screen(box: PanelBox, scale: float) -> ViewRect:
    left, top = box.x * scale, box.y * scale
    return left, top, left + box.width * scale, top + box.height * scale


def _targets(table: Table, camera: Camera, picked: Selection) -> list[ViewRect]:
    """Return the rects of the targets in pixels of the view."""
    found = []
    for piece in table.standing_pieces():
        if piece.id in picked.targets:
            (x, y), r = camera.to_screen(*piece.xy), piece.radius * camera.ppi
            found.append((x - r, y - r, x + r, y + r))
    return found


def piece_token(table: Table, piece: Piece, looks: RulesetLooks, selection: Selection | None = None) -> Token:
    """Return the draw item of a piece, called its token.

    The token is at (0, 0) if the piece is not on the table.
    """
    picked, spot = selection or Selection(), piece.table_position
    plated = has_plate(table, piece.unit, looks)
    marks = {mark.kind for mark in (piece.marks if plated else table.marks_of(piece))}
    signs = [icon for mark, icon in looks.badges.items() if mark in marks]
    unseen = not marks.isdisjoint(looks.hidden)
    spent = (piece.id in picked.spent and not plated) or not marks.isdisjoint(looks.spent)
    signs += ["spent"] if spent else []
    return Token(
        Layer.TOKEN,
        spot.x if spot else 0.0,
        spot.y if spot else 0.0,
        min(piece.hull.length, piece.hull.width) / 2 if piece.hull else piece.radius,
        looks.figure_name(piece.kind, piece.name),
        table.side(piece.side).number,
        spot.facing if spot else 0.0,
        max(0, piece.hits_full - piece.hits),
        piece.hits_full,
        spent,
        "" if plated else picked.letters.get(piece.unit, ""),
        not marks.isdisjoint(looks.flying),
        unseen,
        "hidden" if unseen else signs[0] if signs else "",
        len(signs) > 1,
        aloft=support(table.ground, piece) == "air",
        stretch=_stretch(piece, looks),
    )


def _stretch(piece: Piece, looks: RulesetLooks) -> float:
    """Return the length over the breadth of a base that a long figure fills; 0 for all others."""
    hull = piece.hull
    if hull is None or looks.figure_name(piece.kind, piece.name) not in LONG_FIGURES:
        return 0.0
    return hull.length / hull.width


def open_roofs(table: Table) -> frozenset[str]:
    """Return the ids of the buildings to draw without a roof because there are known to be pieces inside."""
    return table.cached_value("open roofs", lambda: frozenset(_roofs_off(table)))


def _roofs_off(table: Table) -> Iterator[str]:
    yield from (piece.place.terrain for piece in table.pieces.values() if isinstance(piece.place, Inside))
    spots = [
        (at.x, at.y, at.z)
        for piece in table.standing_pieces()
        if isinstance(at := piece.place, OnTable) and not at.on
    ]
    for terrain in table.ground.terrain:
        if terrain.openings and any(
            z < terrain.height and is_point_in_shape(x, y, terrain.rings) for x, y, z in spots
        ):
            yield terrain.id


def rendered_table(
    table: Table,
    looks: RulesetLooks,
    width: int,
    height: int,
    overlay_items: tuple[Item, ...] = (),
    selection: Selection | None = None,
    camera: Camera | None = None,
    canvas: Canvas | None = None,
) -> pygame.Surface:
    """Return a picture of the table as a surface of `width` by `height` pixels. No display is needed."""
    seen = camera or fitted_camera(table.ground.width, table.ground.height, width, height)
    out = pygame.Surface((width, height))
    out.fill(rgba("void")[:3])
    area = _on_table(seen, table)
    if area[2] > area[0] and area[3] > area[1]:
        board = surface_from_pixels(lit_pixels(table.ground, seen.ppi, area, open_roofs(table)))
        out.blit(board, (area[0] - seen.left, area[1] - seen.top))
    (canvas or Canvas()).draw(out, table_draw_list(table, looks, seen, overlay_items, selection), seen)
    return out


def _on_table(camera: Camera, table: Table) -> tuple[int, int, int, int]:
    right, bottom = round(table.ground.width * camera.ppi), round(table.ground.height * camera.ppi)
    return (
        max(camera.left, 0),
        max(camera.top, 0),
        min(camera.left + camera.width, right),
        min(camera.top + camera.height, bottom),
    )


def _kept_rects(items: Sequence[Item], camera: Camera, scale: float) -> list[ViewRect]:
    """Return the rects in the view of pieces (current and planned), measured objects and pins."""
    found = []
    for item in items:
        if isinstance(item, Token | Icon) or (isinstance(item, CircleOutline) and item.layer == Layer.RULER):
            x, y = camera.to_screen(item.x, item.y)
            r = 0.7 * item.size * scale if isinstance(item, Icon) else item.radius * camera.ppi
            found.append((x - r, y - r, x + r, y + r))
    return found


def _pieces(table: Table, looks: RulesetLooks, picked: Selection) -> list[Item]:
    """Return the pieces on the table, with rings around selected, target, reacting or hovered pieces."""
    named = {*picked.chosen, *picked.targets, *picked.reacting, picked.hovered, picked.focused}
    known = ("render", "pieces", looks, picked.spent, tuple(picked.letters.items()))
    items = list(table.cached_value(known, lambda: _unmarked_pieces(table, looks, picked)))
    for piece in table.standing_pieces():
        if piece.id in named:
            items += _selection_rings(piece, picked)
    return items


def _unmarked_pieces(table: Table, looks: RulesetLooks, picked: Selection) -> list[Item]:
    """Return the pieces on the table without selection rings."""
    items: list[Item] = []
    for piece in table.standing_pieces():
        token = piece_token(table, piece, looks, picked)
        items += (*_hull_base(piece, token.side), token)
        items += flight_marks(token.x, token.y, piece.radius, altitude(table.ground, piece), piece.outline)
        if token.faded:
            items += overlays.hidden_ring(token.x, token.y, piece.radius)
    return items


def _selection_rings(piece: Piece, picked: Selection) -> list[Item]:
    """Return the rings around a piece that is selected, a target, reacting, hovered or focused."""
    at = (*piece.xy, piece.radius)
    rings = (
        (piece.id in picked.chosen, overlays.selection_ring),
        (piece.id in picked.targets, overlays.target_brackets),
        (piece.id in picked.reacting, overlays.reaction_ring),
        (piece.id == picked.hovered, overlays.hover_ring),
        (piece.id == picked.focused, overlays.focus_ring),
    )
    return [item for said, ring in rings if said for item in ring(*at)]


def _hull_base(piece: Piece, side: int) -> list[Item]:
    """Return the base of a piece that is not round, for drawing below its token."""
    ring = piece.outline
    if ring is None:
        return []
    area = ((ring,),)
    ground = SIDE_TONES.get(side, SIDE_TONES[0])["ground"]
    return [
        Patch(Layer.SHADOW, area, "ink", 0.5, 0, 0, soft=0.08),
        Patch(Layer.SHADOW, area, ground, 0.95, 3.0, 1.0, bed=0.9),
        Patch(Layer.SHADOW, area, side_colour(side), 0.0, 3.0, 1.0),
    ]


def _marker(marker: Marker, looks: RulesetLooks, table: Table) -> list[Item]:
    look = looks.markers.get(marker.kind) or DEFAULT_MARKER_LOOKS.get(marker.kind) or MarkerLook()
    tint = side_colour(table.side(marker.side).number) if marker.side else look.colour
    items: list[Item] = []
    if marker.radius > 0:
        ground = plain_shape(outlines.disc(marker.x, marker.y, marker.radius))
        items += (
            _cloud_items(ground, look, tint)
            if look.texture
            else [Patch(Layer.ZONE, ground, tint, look.fill, 1.4, 0.8)]
        )
    if look.icon:
        items += overlays.icon_pin((marker.x, marker.y), look.icon, tint, marker.name, Layer.SHADOW)
    elif marker.name:
        items.append(
            Plate(Layer.PLATE, marker.x, marker.y - marker.radius, marker.name, tint, size="caption")
        )
    return items


def _cloud_items(ground: PlainShape, look: MarkerLook, tint: str) -> list[Item]:
    """Return smoke or fire with the rim from which the rules measure."""
    rim = tuple((float(x), float(y)) for x, y in (*ground[0][0], ground[0][0][0]))
    return [
        Patch(Layer.ZONE, ground, tint, texture=look.texture),
        Stroke(Layer.ZONE, rim, tint, 1.4, 0.8, (8.0, 5.0)),
    ]


def _captives(table: Table, looks: RulesetLooks, picked: Selection) -> list[Item]:
    """Return the tokens of held pieces, in contact with the base of the holding piece."""
    items: list[Item] = []
    for piece in table.pieces.values() if looks.held else ():
        mark = next((mark for mark in piece.marks if mark.name == looks.held), None)
        carrier = table.pieces.get(piece.place.piece) if isinstance(piece.place, Aboard) else None
        if mark is not None and carrier is not None and carrier.table_position:
            angle, reach = math.radians(float(mark.note or 0.0)), carrier.radius + piece.radius
            spot = (carrier.xy[0] + reach * math.cos(angle), carrier.xy[1] + reach * math.sin(angle))
            items.append(piece_token(table, piece, looks, picked)._replace(x=spot[0], y=spot[1]))
    return items


def _pieces_in_building(table: Table, building: str, looks: RulesetLooks, picked: Selection) -> list[Item]:
    """Return tokens of the pieces in a building, in rows around its centre, as they have no positions."""
    items: list[Item] = []
    inside = table.pieces_inside(building)
    x, y = outlines.shape_centre(terrain_shape(table.terrain(building)))
    for k, piece in enumerate(inside):
        column, row = k % 4, k // 4
        wide = min(len(inside), 4)
        token = piece_token(table, piece, looks, picked)
        spot = (x + (column - (wide - 1) / 2) * 0.95, y - row * 0.95)
        items.append(token._replace(x=spot[0], y=spot[1], radius=min(piece.radius, 0.45)))
    return items


def _terrain_labels(ground: Ground, names: bool, marked: Container[str]) -> list[Item]:
    """Return the contours of hills with their heights, and the names of terrain that no marker shows.

    Parts of one name that lie close together, such as those of a wall with gaps, share a plate.
    """
    items: list[Item] = []
    named: dict[str, list[Point]] = {}
    for terrain in ground.terrain:
        if terrain_look(terrain).painter in RAISING_PAINTERS:
            for level, z in ground_contours(terrain):
                items += overlays.hill_contour(plain_shape(level)[0], z)
        if names and terrain.name and terrain.name not in marked:
            middle, low = outlines.shape_centre(terrain_shape(terrain)), min(y for _, y in terrain.rings[0])
            if all(
                math.dist(middle, other) > SHARED_NAME_DISTANCE_IN for other in named.get(terrain.name, ())
            ):
                named.setdefault(terrain.name, []).append(middle)
                items.append(
                    Plate(
                        Layer.PLATE, middle[0], low, capitalized(terrain.name), "dim", size="caption", dy=16
                    )
                )
    return items
