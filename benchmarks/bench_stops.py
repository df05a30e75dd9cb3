"""Speed of moves that stop for waiting pieces: python -m benchmarks.bench_stops (half a minute).

Twelve watchers of a way of 12 in among 40 pieces of terrain, on a table that is fresh each time: the whole
move, with one question to the waiting side about all moments, each with its odds. Milliseconds of processor
time of one core, best and median.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from battlesim.engine.moment_choice import PathMoment
from battlesim.engine.play import Play, Script
from battlesim.geometry.arcs import Arc
from battlesim.geometry.scene import Scene
from battlesim.geometry.shapes import Point
from battlesim.mechanics.interrupted_moves import MoveProgress, travel
from battlesim.mechanics.path_reactions import PathReactions
from battlesim.mechanics.watched_zones import WatchedZones
from battlesim.rulings.movement import Leg
from battlesim.rulings.sight import SightRules, pair_verdicts
from battlesim.rulings.watch_case import WatchCondition
from battlesim.rulings.watch_intervals import intervals_of_watches, settled_intervals
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import State, Table
from battlesim.table.terrain import Ground
from benchmarks.bench_sight import HEIGHT, WIDTH, dense, ground_of, open_places, row, timed

PATHS: Final[dict[str, tuple[Point, ...]]] = {
    "straight": ((30.0, 24.0), (42.0, 24.0)),
    "4 legs": ((30.0, 22.0), (33.0, 22.0), (33.0, 25.0), (36.0, 25.0), (36.0, 28.0)),
}
BARS: Final = {"straight": 50.0, "4 legs": 60.0}
RULES: Final = SightRules()
STEP_IN: Final = 0.5


class Walk:
    """One move past watchers on a fresh table; `moments` is how many they were asked about."""

    def __init__(self, ground: Ground, pieces: dict[str, Piece], path: tuple[Point, ...], arc: Arc | None):
        self.play: Play[Any] = Play(State(Table(ground, pieces, ()), None), "bench")
        self.watches = [
            WatchCondition(piece, RULES, arc=arc, arc_part="any")
            for key, piece in pieces.items()
            if key != "p0"
        ]
        self.zones, self.moments = WatchedZones(), 0
        reactions = PathReactions("watchers", self._find, self._ask, self._react)
        for _ in travel(self.play, Leg("p0", path), [reactions.kind], self._carry):
            pass

    def _find(self, state: State[Any], progress: MoveProgress) -> list[PathMoment]:
        table, mover = state.table, state.table.piece(progress.piece)
        viewers = [watch.viewer for watch in self.watches]
        self.zones.read(table, progress, self.watches, [viewer.id for viewer in viewers])
        found = [
            (viewer, moment) for viewer in viewers for moment in self.zones.moments(viewer, progress, STEP_IN)
        ]
        pairs = [(viewer, replace(mover, place=OnTable(*moment.point))) for viewer, moment in found]
        seen = pair_verdicts(table, RULES, pairs, with_blockers=False)
        assert all(one.visible for one in seen)
        return [replace(moment, chance=one.share) for (_, moment), one in zip(found, seen, strict=True)]

    def _ask(self, moments: Sequence[PathMoment], progress: MoveProgress) -> Script[PathMoment | None]:
        self.moments += len(moments)
        yield from ()
        return None

    def _react(self, moment: PathMoment, progress: MoveProgress) -> Script[Sequence[Point]]:
        yield from ()
        return progress.path

    def _carry(self, leg: Leg) -> None:
        table = self.play.state.table.with_place(leg.piece, OnTable(*leg.end))
        self.play.state = self.play.state.with_table(table)


def main() -> None:
    """Print the rows."""
    solids = dense(3, 40, 8)
    ground = Ground(WIDTH, HEIGHT, terrain=ground_of(solids).terrain)
    spots = open_places(Scene(solids, WIDTH, HEIGHT), 13, 0.5)
    pieces = {
        f"p{k}": Piece(f"p{k}", f"p{k}", "man", "a", f"p{k}", 0.5, 1.2, OnTable(float(x), float(y), 30.0 * k))
        for k, (x, y) in enumerate(spots)
    }
    for name, path in PATHS.items():
        mover = replace(pieces["p0"], place=OnTable(*path[0]))
        table = pieces | {"p0": mover}
        for said, arc in (("all round", None), ("45 degrees", Arc(0.0, 45.0))):
            moments = Walk(ground, table, path, arc).moments

            def walk(path: tuple[Point, ...] = path, arc: Arc | None = arc, table: Any = table) -> None:
                Walk(ground, table, path, arc)

            def read(
                path: tuple[Point, ...] = path, arc: Arc | None = arc, table: Any = table, mover: Any = mover
            ) -> None:
                fresh = Table(ground, table, ())
                watches = [
                    WatchCondition(p, RULES, arc=arc, arc_part="any") for k, p in table.items() if k != "p0"
                ]
                found = intervals_of_watches(fresh, mover, path, watches)
                settled_intervals(fresh, mover, path, watches, found)

            row(f"settled intervals of 12 watchers, {name}, {said}", timed(read), BARS[name])
            row(f"whole move, 1 question, {moments} moments, {name}, {said}", timed(walk), BARS[name])


if __name__ == "__main__":
    main()
