"""Text plates above units. They show a unit's state, or its letter if its tokens are too small for it."""

from __future__ import annotations

from battlesim.render.camera import Camera
from battlesim.render.drawlist import (
    Item,
    Layer,
    Plate,
)
from battlesim.render.palette import side_colour
from battlesim.render.piece_selection import Selection
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.render.tokens import min_letter_radius
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece
from battlesim.table.state import Table
from battlesim.table.units import Unit

MIN_PLATE_WORD_PPI, MIN_PLATE_ICONS_PPI = 16.0, 8.0
"""Smallest zooms in pixels per inch, at interface scale 1, at which unit plates have a word, and icons."""


def has_plate(table: Table, unit: UnitId, looks: RulesetLooks) -> bool:
    """Return whether the state of a unit is shown as a text on the table."""
    return looks.plate is not None and unit in table.units


def unit_plates(
    table: Table, looks: RulesetLooks, camera: Camera, picked: Selection, scale: float
) -> list[Item]:
    """Return a text plate for each unit whose state is shown, above its leader or its uppermost piece."""
    items: list[Item] = []
    for unit in table.units.values() if looks.plate else ():
        standing = [piece for piece in table.pieces_of_unit(unit.id) if piece.table_position]
        able = [piece for piece in standing if not looks.out_mark(piece)] or standing
        if able and unit.marks:
            top = max(able, key=lambda piece: (piece.id == unit.leader, piece.xy[1]))
            items.append(_unit_plate(table, unit, top, looks, camera, picked, scale))
    return items


def _unit_plate(
    table: Table,
    unit: Unit,
    piece: Piece,
    looks: RulesetLooks,
    camera: Camera,
    picked: Selection,
    scale: float,
) -> Plate:
    """Return the plate of a unit above one of its pieces; at small zooms words and icons are left out."""
    look, zoom = looks.plate, camera.ppi / scale
    assert look is not None
    level = unit.mark_count(look.level)
    shown = look.levels[min(level, len(look.levels)) - 1] if level else None
    spent = piece.id in picked.spent
    icons = [looks.badges.get(mark, mark) for mark in look.counted for _ in range(unit.mark_count(mark))]
    icons += [looks.badges.get(mark, mark) for mark in look.icons if unit.has_mark(mark)]
    icons += ["spent"] * spent
    own = side_colour(table.side(unit.side).number)
    return Plate(
        Layer.PLATE,
        *piece.xy,
        shown.word if shown and zoom >= MIN_PLATE_WORD_PPI else "",
        shown.colour if shown else "text",
        size="caption",
        dy=-(piece.radius * camera.ppi / scale + 16),
        letter=picked.letters.get(unit.id, unit.name[:1]),
        tile="dim" if spent else own,
        edge=own if spent else "",
        sign=shown.sign if shown else "",
        icons=tuple(icons) if zoom >= MIN_PLATE_ICONS_PPI else (),
    )


def letter_plates(
    table: Table, looks: RulesetLooks, camera: Camera, picked: Selection, scale: float
) -> list[Item]:
    """Return a text plate with a letter for each unit whose pieces are drawn too small for letters.

    It is placed above the uppermost of these pieces.
    """
    items: list[Item] = []
    letters = {u: letter for u, letter in picked.letters.items() if not has_plate(table, u, looks)}
    for unit, letter in letters.items():
        standing = [p for p in table.pieces_of_unit(unit) if p.table_position and camera.is_in_view(*p.xy)]
        small = [p for p in standing if round(p.radius * camera.ppi) < min_letter_radius(scale)]
        if small:
            top = max(small, key=lambda p: p.xy[1])
            tint = side_colour(table.side(top.side).number)
            tint = "dim" if top.id in picked.spent else tint
            above = -(top.radius * camera.ppi / scale + 16)
            items.append(Plate(Layer.PLATE, *top.xy, letter, tint, size="caption", dy=above))
    return items
