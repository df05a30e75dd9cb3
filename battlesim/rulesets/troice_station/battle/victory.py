"""The end of a battle, and the grade of its result."""

from __future__ import annotations

import math
from collections.abc import Iterator

from battlesim.engine.ruleset import Outcome, PreviewRow
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Off, Piece

from ..attack.templates import is_wholly_inside
from ..core.lookups import active_marines
from ..core.state import CREATURES, MARINES, Battle

ENDING = "TS-GAP-98"
LOSS_LIMIT_FRACTION = 0.7
MAX_IDLE_TURNS, FALLBACK_MAX_TURNS = 5, 60
GRADE_LABELS = ("alien win", "draw", "marine win", "decisive marine win")
ALIEN_WIN_GRADE, DRAW_GRADE, WIN_GRADE, DECISIVE_GRADE = range(4)


def battle_outcome(state: Battle) -> Outcome | None:
    """Return the outcome of a battle, or None if it is not over."""
    reason = _over(state)
    if not reason:
        return None
    grade = result_grade(state)
    winners = {ALIEN_WIN_GRADE: (CREATURES,), DRAW_GRADE: ()}.get(grade, (MARINES,))
    return Outcome(winners, scores(state), f"{reason}: {GRADE_LABELS[grade]}")


def _over(state: Battle) -> str:
    """Return why the battle is over, or "" if it goes on."""
    game = state.game
    if game.turn < 1 or any(p.place == Off("reserve") for p in state.table.pieces_of_side(MARINES)):
        return ""
    if not active_marines(state):
        return "no active marine is left on the table"
    if game.parameters.turns:
        return f"{game.parameters.turns} turns were played" if game.turn > game.parameters.turns else ""
    if game.idle >= MAX_IDLE_TURNS:
        return f"nobody has done anything for {MAX_IDLE_TURNS} turns"
    return f"{FALLBACK_MAX_TURNS} turns were played" if game.turn > FALLBACK_MAX_TURNS else ""


def lost_marine_count(state: Battle) -> int:
    """Return the number of marines that are dead, hugged or still on the table."""
    return sum(_is_lost(state, p) for p in state.table.pieces_of_side(MARINES))


def _is_lost(state: Battle, piece: Piece) -> bool:
    return piece.place != Off("left") or (piece.has_mark("hugged"))


def loss_limit(state: Battle) -> int:
    """Return the number of lost marines at which the marines' result becomes one grade worse."""
    return math.ceil(LOSS_LIMIT_FRACTION * state.game.site.strength - 1e-9)


def result_grade(state: Battle) -> int:
    """Return the present grade of the result, from 0 (alien win) to 3 (decisive marine win)."""
    if state.game.site.goal.kind == "hold":
        return _held(state)
    copies = len(state.game.brought_home)
    grade = min(copies, DECISIVE_GRADE)
    return max(ALIEN_WIN_GRADE, grade - (lost_marine_count(state) >= loss_limit(state)))


def holding_count(state: Battle) -> int:
    """Return the number of active marines entirely inside the areas to be held."""
    areas = tuple(state.game.site.goal.areas)

    def count() -> int:
        rings = [state.table.terrain(name).rings[0] for name in areas]
        return sum(any(is_wholly_inside(piece, ring) for ring in rings) for piece in active_marines(state))

    return state.table.cached_value(("troice_station", "holding", areas), count)


def _held(state: Battle) -> int:
    goal, now = state.game.site.goal, holding_count(state)
    return WIN_GRADE if now >= goal.win else DRAW_GRADE if now >= goal.draw else ALIEN_WIN_GRADE


def scores(state: Battle) -> dict[SideKey, float]:
    """Return each side's score: the result's grade for the marines, and 3 minus it for the creatures."""
    grade = float(result_grade(state))
    return {MARINES: grade, CREATURES: DECISIVE_GRADE - grade}


def end_conditions(state: Battle) -> Iterator[PreviewRow]:
    """Yield the conditions for winning, and for an early end of the battle."""
    goal, turns = state.game.site.goal, state.game.parameters.turns
    when = f"After turn {turns}" if turns else "At the end"
    if goal.kind == "hold":
        where = " and ".join(map(state.table.name_of, goal.areas))
        yield PreviewRow(f"{when}, {goal.win} marines inside {where}", GRADE_LABELS[WIN_GRADE], ENDING)
        yield PreviewRow(f"{when}, {goal.draw} marines inside {where}", GRADE_LABELS[DRAW_GRADE], ENDING)
    else:
        for copies in (WIN_GRADE, DECISIVE_GRADE, DRAW_GRADE):
            plural = "copy" if copies == 1 else "copies"
            yield PreviewRow(f"{when}, {copies} {plural} brought home", GRADE_LABELS[copies], ENDING)
        yield PreviewRow(f"{loss_limit(state)} marines lost or still here", "one step worse", ENDING)
    yield PreviewRow("No active marine is left", "it ends at once", ENDING)


def score_rows(state: Battle) -> dict[str, tuple[PreviewRow, ...]]:
    """Return the rows of the score table, which explain each side's score."""
    return {
        MARINES: tuple(_rows(state)),
        CREATURES: (PreviewRow("Creatures", GRADE_LABELS[result_grade(state)], ENDING),),
    }


def _rows(state: Battle) -> Iterator[PreviewRow]:
    goal = state.game.site.goal
    if goal.kind == "hold":
        yield PreviewRow("Marines inside", f"{holding_count(state)} of {goal.win}", ENDING)
        return
    yield PreviewRow("Copies brought home", f"{len(state.game.brought_home)}", ENDING)
    yield PreviewRow(
        "Lost or still here",
        f"{lost_marine_count(state)}, from {loss_limit(state)} on one step worse",
        ENDING,
    )
