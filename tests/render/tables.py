"""Tables to look at: a battle on Klendathu, and an outpost with a village."""

from __future__ import annotations

import math

import numpy as np

from battlesim.geometry.shapes import circle, rect, regular_polygon, thick_line
from battlesim.render.terrain.paint_tools import blob_shape
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Side, Table
from battlesim.table.terrain import Ground, Ring, Terrain

HUMANS, BUGS = Side("mi", "Mobile Infantry", 1), Side("bugs", "Arachnids", 2)


def lump(x: float, y: float, r: float, seed: int, wobble: float = 0.2, n: int = 18) -> Ring:
    ring = blob_shape(np.random.default_rng(seed), x, y, r, wobble, n)[0][0]
    return tuple((float(a), float(b)) for a, b in ring)


class Builder:
    """Collects terrain with ids by kind."""

    def __init__(self) -> None:
        self.pieces: list[Terrain] = []

    def add(self, kind: str, *rings: Ring, height: float = 0.0, look: str = "", name: str = "") -> None:
        number = sum(p.kind == kind for p in self.pieces) + 1
        self.pieces.append(Terrain(f"{kind}{number}", kind, rings, height, look=look, name=name))

    def band(
        self, kind: str, points: list[tuple[float, float]], thick: float, height: float, look: str = ""
    ) -> None:
        self.add(kind, *thick_line(points, thick), height=height, look=look)


def klendathu_ground(mood: str = "night") -> Ground:
    b = Builder()
    b.band("road", [(24, 25.2), (34, 25.2), (41, 23.5), (47, 19), (45, 14.5), (41, 13)], 1.8, 0)
    b.add("hill", lump(54.5, 35.2, 4.6, 9, 0.12), height=2.55)
    for x, y, r in [
        (37.2, 30.2, 1.4),
        (43, 27.6, 1.7),
        (50.2, 20.6, 1.3),
        (34.6, 20.4, 0.95),
        (20, 12.4, 1.3),
    ]:
        b.add("crater", circle(x, y, r), height=0.3)
    for x, y, r in [(53.6, 12.4, 1.6), (41.6, 35.4, 1.2), (8, 24, 1.6), (65, 30, 1.8)]:
        b.add("crater", circle(x, y, r), height=0.3)
    for x, y, r in [(17.4, 11.6, 2.7), (6, 40, 4), (30.4, 37.6, 2.3), (66, 8, 3.4)]:
        b.add("woods", lump(x, y, r, int(x)), height=2.5)
    for x, y, r in [
        (24.5, 11.4, 1.5),
        (33.4, 12, 1.3),
        (58.4, 17.5, 1.6),
        (23, 36.8, 1.5),
        (36.6, 34.4, 1.3),
    ]:
        b.add("scrub", lump(x, y, r, int(x)), height=0.4)
    for x, y, r in [(51, 9.8, 1.4), (62, 40, 2.5), (40, 44, 2), (30, 4, 2)]:
        b.add("scrub", lump(x, y, r, int(x)), height=0.4)
    for x, y, r in [
        (52.4, 37.4, 1.4),
        (57.4, 34.6, 1.2),
        (45.2, 33.2, 1.05),
        (36, 16.4, 0.8),
        (58.6, 11.2, 1.3),
    ]:
        b.add("rocks", lump(x, y, r, int(x * 9), 0.25, 9), height=1.4)
    for x, y, r in [(40.8, 20.0, 0.8), (62, 20, 1.6), (12, 8, 1.6)]:
        b.add("rocks", lump(x, y, r, int(x * 9), 0.25, 9), height=1.4)
    for line in (
        [(15, 33), (31, 33), (31, 29.6)],
        [(31, 27.6), (31, 26.8)],
        [(31, 23.4), (31, 17), (24.8, 17)],
    ):
        b.band("wall", line, 0.45, 1.5)
    b.band("wall", [(21.2, 17), (15, 17), (15, 33)], 0.45, 1.5)
    b.add("rubble", lump(31.5, 28.6, 1.3, 61), height=0.5)
    b.add("rubble", lump(24.2, 16.4, 0.9, 62), height=0.5)
    for x, y in ((31, 33), (31, 17), (15, 33), (15, 17)):
        b.add("tower", rect(x, y, 1.9, 1.9), height=3.0)
    b.add("building", rect(19.4, 29.6, 5.8, 3.4), height=2.4, name="Barracks")
    b.add("building", rect(26.2, 29.4, 4.4, 4.0), height=3.0, look="dish", name="Command post")
    b.add("building", rect(18.0, 20.3, 3.4, 3.0), height=2.0, look="solar", name="Power hall")
    b.add("pad", regular_polygon(24.4, 21.6, 2.5, 8, 22.5), height=0.6)
    b.add("tank", circle(28.6, 19.4, 1.1), height=1.7)
    for x, y, d in [
        (22.2, 25.6, 0),
        (22.95, 25.5, 12),
        (22.5, 26.3, 30),
        (28.9, 22.8, 5),
        (18, 24.6, 0),
        (34.6, 28, 15),
    ]:
        b.add("crate", rect(x, y, 0.68, 0.68, d), height=0.7)
    b.band("wire", [(33.6, 33.6), (35.4, 31.6), (35.6, 29.4)], 0.3, 0.9)
    b.band("wire", [(33.6, 16.4), (36.4, 13.8)], 0.3, 0.9)
    for x, y, w, h, d in [(39.4, 11.6, 3, 2.2, 12), (44, 10.9, 3.4, 2.2, -8), (48, 12.6, 2.6, 2.2, 35)]:
        b.add("hut", rect(x, y, w, h, d), height=1.9)
    for x, y, w, h, d in [(41.2, 15.6, 2.6, 2, 80), (46.2, 16.2, 3, 2.2, 6)]:
        b.add("hut", rect(x, y, w, h, d), height=1.9)
    b.band("fence", [(37.2, 13.6), (38.4, 14.2), (39.6, 14.0)], 0.3, 0.9)
    b.band("fence", [(49.4, 14.8), (48.6, 16.2), (48.4, 17.4)], 0.3, 0.9)
    b.add("rubble", lump(50.2, 16.8, 0.9, 64), height=0.5)
    b.add("wreck", rect(40.3, 24.08, 3.3, 1.9, 62), height=1.4, name="Burnt-out carrier")
    b.add("tunnel", circle(54.6, 26.6, 1.6), height=0.4)
    b.add("tunnel", circle(56.8, 15.0, 1.15), height=0.4)
    return Ground(72, 48, "klendathu", tuple(b.pieces), mood)


def outpost_ground(mood: str = "day") -> Ground:
    """The outpost and its village, a rough copy of the map of the scenario."""
    b = Builder()
    corners = [(46, 16), (62, 16), (62, 32), (46, 32)]
    for k, (x, y) in enumerate(corners):
        ex, ey = corners[(k + 1) % 4]
        for n in range(4):
            a = (x + (ex - x) * n / 4, y + (ey - y) * n / 4)
            c = (x + (ex - x) * (n + 1) / 4, y + (ey - y) * (n + 1) / 4)
            gate = a[0] == c[0] and min(a[1], c[1]) == 20
            b.band("gate" if gate else "wall", [a, c], 0.5, 1.0)
    b.add("building", rect(58, 29, 4, 4), height=3, look="dish", name="HQ")
    b.add("building", rect(49.5, 29, 3, 4), height=2, name="Barracks")
    b.add("building", rect(57.5, 18.5, 5, 3), height=2, look="solar", name="Store")
    b.add("pad", circle(53, 23.5, 3), height=0.3)
    for x0, y0, x1, y1 in [(28, 8, 31, 11), (33, 7, 36, 10), (38, 9, 41, 12)]:
        b.add("hut", rect((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0), height=2)
    for x0, y0, x1, y1 in [(28, 14, 31, 17), (33, 13, 37, 16), (39, 15, 42, 18)]:
        b.add("house", rect((x0 + x1) / 2, (y0 + y1) / 2, x1 - x0, y1 - y0), height=2)
    for x, y, r in [(18, 36, 3), (34, 36, 2.5), (20, 20, 2), (66, 8, 3)]:
        b.add("rocks", circle(x, y, r), height=2)
    for x, y in [(12, 12), (44, 40)]:
        b.add("crater", circle(x, y, 3), height=0.3)
    for x, y in [(30, 40), (50, 6)]:
        b.add("tunnel", circle(x, y, 1.0), height=0.3)
    return Ground(72, 48, "klendathu", tuple(b.pieces), mood)


GROUPS = [  # side, unit, kind, how many, centre, spread, facing
    ("mi", "A", "command", 1, (34.9, 25.2), (0.0, 0.0), 5),
    ("mi", "A", "rifle squad", 9, (35.0, 25.2), (0.9, 1.7), 5),
    ("mi", "B", "officer", 1, (32.9, 32.2), (0.1, 0.1), 10),
    ("mi", "B", "trooper", 9, (33.4, 31.2), (0.8, 1.1), 10),
    ("mi", "C", "LMG", 2, (33.4, 17.4), (0.6, 0.3), 0),
    ("mi", "C", "trooper", 9, (33.2, 19.2), (0.9, 1.2), -5),
    ("mi", "D", "trooper", 8, (41.4, 13.2), (1.8, 0.9), 35),
    ("mi", "D", "bazooka", 2, (43.6, 18.0), (1.0, 0.4), 40),
    ("mi", "E", "marine", 9, (38.4, 21.3), (1.0, 0.9), 10),
    ("mi", "F", "mortar", 4, (27.2, 25.2), (1.2, 0.6), 0),
    ("mi", "F", "missile team", 4, (28.4, 27.0), (0.5, 0.35), 10),
    ("mi", "G", "HMG", 4, (30.2, 24.4), (0.4, 1.3), 5),
    ("mi", "H", "heavy mech", 1, (38.0, 28.6), (0.1, 0.1), 5),
    ("mi", "H", "light mech", 3, (37.2, 31.6), (0.9, 1.2), 0),
    ("mi", "S", "medic", 3, (24.6, 26.2), (0.8, 0.6), 0),
    ("mi", "S", "radio operator", 3, (22.8, 31.6), (0.2, 0.3), 0),
    ("mi", "S", "vehicle", 1, (19.6, 25.4), (0.1, 0.1), -90),
    ("bugs", "1", "warrior", 1, (45.9, 26.8), (0.0, 0.0), 186),
    ("bugs", "1", "tanker", 1, (47.4, 29.6), (0.2, 0.2), 195),
    ("bugs", "1", "tanker", 1, (50.0, 23.2), (0.2, 0.2), 175),
    ("bugs", "2", "tanker", 1, (51.6, 31.4), (0.2, 0.2), 200),
    ("bugs", "3", "plasma bug", 1, (57.4, 22.6), (0.0, 0.0), 178),
    ("bugs", "3", "plasma bug", 1, (57.2, 30.6), (0.0, 0.0), 195),
    ("bugs", "1", "warrior", 15, (44.0, 22.8), (1.2, 1.8), 178),
    ("bugs", "2", "warrior", 19, (49.2, 26.4), (1.9, 2.0), 185),
    ("bugs", "4", "warrior", 5, (52.2, 17.4), (1.4, 0.8), 170),
    ("bugs", "5", "hopper", 7, (43.4, 31.2), (1.8, 0.8), 215),
    ("bugs", "5", "hopper", 6, (48.0, 19.2), (1.4, 0.7), 160),
    ("bugs", "6", "burrower", 1, (53.2, 22.0), (0.2, 0.2), 180),
]
RADII = {
    "mortar": 0.79,
    "light mech": 0.63,
    "heavy mech": 0.79,
    "vehicle": 1.18,
    "tanker": 1.18,
    "plasma bug": 1.18,
}
FULL = {"tanker": 5, "plasma bug": 4, "heavy mech": 4, "light mech": 2, "vehicle": 4}


def battle_table(mood: str = "night", extra: int = 0) -> Table:
    """Both forces on Klendathu; `extra` more warriors in the east."""
    rng, pieces = np.random.default_rng(42), dict[str, Piece]()
    more = [("bugs", "9", "warrior", extra, (62.0, 30.0), (4.0, 7.0), 180)] if extra else []
    for side, unit, kind, count, (cx, cy), (sx, sy), facing in GROUPS + more:
        r = RADII.get(kind, 0.5)
        for _ in range(count):
            for attempt in range(600):
                wide = 1 + attempt / 120
                x, y = cx + rng.normal(0, sx * wide) * 0.75, cy + rng.normal(0, sy * wide) * 0.75
                if all(math.dist((x, y), p.xy) > r + p.radius + 0.05 for p in pieces.values()):
                    break
            number = sum(p.kind == kind for p in pieces.values()) + 1
            full = FULL.get(kind, 1)
            place = OnTable(round(x, 3), round(y, 3), facing + float(rng.normal(0, 14)))
            piece = Piece(
                f"{kind}-{number}",
                f"{kind.capitalize()} {number}",
                kind,
                side,
                unit,
                r,
                1.2,
                place,
                max(1, full - 1),
                full,
            )
            pieces[piece.id] = piece
    return Table(klendathu_ground(mood), pieces, (HUMANS, BUGS))
