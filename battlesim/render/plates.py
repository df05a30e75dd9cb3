"""Plates step aside for each other: words on the table never cover other words."""

from __future__ import annotations

from functools import lru_cache

from battlesim.render.camera import Camera
from battlesim.render.drawlist import Item, Plate
from battlesim.render.text import width_of

STEP = 24
"""How far a plate moves to make room, pixels at interface scale 1."""

MOVES = ((0, 0), (0, 1), (0, -1), (0, 2), (0, -2), (1, 1), (-1, 1), (1, -1), (-1, -1))
"""Where a plate tries to stand: steps across (of its own width) and down."""

Rect = tuple[float, float, float, float]


def arranged(items: list[Item], camera: Camera, scale: float = 1.0) -> list[Item]:
    """The items with their plates moved apart; earlier plates stay, dim ones with no room are left out."""
    taken: list[Rect] = []
    out: list[Item] = []
    for item in items:
        moved = _placed(item, taken, camera, scale) if isinstance(item, Plate) else item
        if moved is not None:
            out.append(moved)
    return out


def _placed(plate: Plate, taken: list[Rect], camera: Camera, scale: float) -> Plate | None:
    left, top, right, bottom = _rect(plate, camera, scale)
    for across, down in MOVES:
        dx, dy = across * (right - left), down * STEP * scale
        if not any(_meet((left + dx, top + dy, right + dx, bottom + dy), other) for other in taken):
            taken.append((left + dx, top + dy, right + dx, bottom + dy))
            return plate._replace(dx=plate.dx + dx / scale, dy=plate.dy + dy / scale)
    return None if plate.colour == "dim" else plate


def _rect(plate: Plate, camera: Camera, scale: float) -> Rect:
    x, y = camera.to_screen(plate.x, plate.y)
    width = _width(plate.string, plate.size, scale) + 14 * scale
    left = x + plate.dx * scale - width * {"l": 0.0, "c": 0.5, "r": 1.0}[plate.anchor]
    middle = y + plate.dy * scale
    return left, middle - 11 * scale, left + width, middle + 11 * scale


@lru_cache(maxsize=2048)
def _width(string: str, size: str | int, scale: float) -> int:
    return width_of(string, size, True, scale)


def _meet(a: Rect, b: Rect) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
