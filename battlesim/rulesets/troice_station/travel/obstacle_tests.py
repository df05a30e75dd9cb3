"""Tests for the obstacles on a path, rolled before the figure moves. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.play import Play, Script
from battlesim.geometry.edge_distances import path_length
from battlesim.geometry.paths import split_path
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import DiceRoll, DiceScriptRun, roll_together, single_roll
from battlesim.rulings.path_contact import PathCrossing, path_crossings
from battlesim.table.events import DieResult, Modifier
from battlesim.table.phrases import Ref, joined_text, length_text, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import piece_profile
from ..core.profiles import FIGURES
from ..core.state import Battle, Game
from ..ground.motion import tested_terrain_under
from ..ground.surface import surface

TEST, HALVES, STOPS = "TS-MOVE-03", "TS-MOVE-07", "TS-MOVE-08"
PASSED_RESULT, FAILED_RESULT, STOPPED_RESULT = "passed", "failed", "stopped"


class ObstacleRoll(DiceRoll[str], frozen=True, kw_only=True):
    """A roll to cross an obstacle, which succeeds if the total exceeds the difficulty.

    A failure with a 1 stops the figure; if `stop` is 6, as the source words it, any natural 6 does instead.
    """

    difficulty: int
    stop: int

    def value_of(self, faces: Sequence[int]) -> str:
        """Return the result of the roll: "passed", "failed" or "stopped"."""
        (face,) = faces
        passed = face + sum(change.value for change in self.changes) > self.difficulty
        if face == self.stop and (self.stop == 6 or not passed):
            return STOPPED_RESULT
        return PASSED_RESULT if passed else FAILED_RESULT

    def results(self, faces: Sequence[int]) -> tuple[DieResult, ...]:
        """Return "hit" for a passed test and "miss" otherwise."""
        return ("hit" if self.value_of(faces) == PASSED_RESULT else "miss",)

    def needed_numbers(self) -> tuple[tuple[int, str], ...]:
        """Return the lowest total that crosses the obstacle, with a label."""
        return ((self.difficulty + 1, "to cross"),)


def obstacle_roll(state: Battle, piece: Piece, obstacle: str) -> ObstacleRoll:
    """Return the roll of a figure to cross an obstacle."""
    climb = piece_profile(piece).climb
    return ObstacleRoll(
        changes=(Modifier(climb, "Move bonus", FIGURES),) if climb else (),
        rule=TEST,
        what=state.table.name_of(obstacle),
        difficulty=surface(state.table.ground).difficulty[obstacle],
        stop=state.game.parameters.stop_die,
    )


def tested_crossings(state: Battle, piece: Piece, path: Sequence[Point]) -> list[PathCrossing]:
    """Return the crossings on a path that need a test; areas such as growth need one in every action."""
    ground, over = surface(state.table.ground), tested_terrain_under(state, piece)
    found = path_crossings(state.table, path, piece.radius, tuple(ground.difficulty))
    return [one for one in found if one.id in ground.areas or one.id not in over]


def path_after_tests(
    play: Play[Game], piece: str, path: tuple[Point, ...], allowance: float
) -> Script[tuple[Point, ...]]:
    """Roll the tests on a path, and return the part of it along which the figure can move (TS-GAP-38)."""
    mover = play.state.table.piece(piece)
    crossed = tested_crossings(play.state, mover, path)
    if not crossed:
        return path
    casts = [DiceScriptRun(single_roll(obstacle_roll(play.state, mover, one.id))) for one in crossed]
    words = phrase("{} crosses {}", Ref(piece), joined_text(Ref(one.id) for one in crossed))
    yield from roll_together(play, casts, words, rule=TEST, by=piece)
    results = [one.end for one in casts]
    if STOPPED_RESULT in results:
        play.log_message(phrase("{figure} stays where it is", Ref(piece)), by=piece, rule=STOPS)
        return path[:1]
    if FAILED_RESULT not in results:
        return path
    play.log_message(
        phrase("{figure} goes half as far, up to {distance}", Ref(piece), length_text(allowance / 2)),
        by=piece,
        rule=HALVES,
    )
    return split_path(path, half_move_length(play.state, crossed, path, allowance / 2))[0]


def half_move_length(
    state: Battle, crossed: Sequence[PathCrossing], path: Sequence[Point], half: float
) -> float:
    """Return how far a figure moves after a failed test: half its allowance, but not onto an obstacle."""
    along, areas = min(half, path_length(path)), surface(state.table.ground).areas
    for one in crossed:
        if one.id not in areas and one.start < along < one.end:
            along = one.start
    return along
