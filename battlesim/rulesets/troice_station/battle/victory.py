"""How a battle ends, and who has won."""

from __future__ import annotations

import math
from collections.abc import Iterator

from battlesim.engine.ruleset import Outcome, PreviewRow
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Off, Piece

from ..attack.templates import wholly_inside
from ..core.facts import marines
from ..core.state import CREATURES, MARINES, Battle

ENDING = "TS-GAP-98"
LOST_SHARE = 0.7
STILL_TURNS, LONGEST = 5, 60
GRADES = ("alien win", "draw", "marine win", "decisive marine win")
ALIEN_WIN, DRAW, WIN, DECISIVE = range(4)


def outcome(state: Battle) -> Outcome | None:
    """How the battle ended, if it has: after its last turn, or when no active marine is on the table."""
    reason = _over(state)
    if not reason:
        return None
    grade = grade_of(state)
    winners = {ALIEN_WIN: (CREATURES,), DRAW: ()}.get(grade, (MARINES,))
    return Outcome(winners, scores(state), f"{reason}: {GRADES[grade]}")


def _over(state: Battle) -> str:
    """Why a battle is over, "" while it goes on."""
    game = state.game
    if game.turn < 1 or any(p.place == Off("reserve") for p in state.table.pieces_of_side(MARINES)):
        return ""
    if not marines(state):
        return "no active marine is left on the table"
    if game.parameters.turns:
        return f"{game.parameters.turns} turns were played" if game.turn > game.parameters.turns else ""
    if game.idle >= STILL_TURNS:
        return f"nobody has done anything for {STILL_TURNS} turns"
    return f"{LONGEST} turns were played" if game.turn > LONGEST else ""


def lost(state: Battle) -> int:
    """How many marines are lost: dead, hugged, or still on the table."""
    return sum(_is_lost(state, p) for p in state.table.pieces_of_side(MARINES))


def _is_lost(state: Battle, piece: Piece) -> bool:
    return piece.place != Off("left") or (piece.has_mark("hugged"))


def limit(state: Battle) -> int:
    """From how many losses on the result is one step worse."""
    return math.ceil(LOST_SHARE * state.game.site.strength - 1e-9)


def grade_of(state: Battle) -> int:
    """The grade of the result as things stand."""
    if state.game.site.goal.kind == "hold":
        return _held(state)
    copies = len(state.game.brought_home)
    grade = min(copies, DECISIVE)
    return max(ALIEN_WIN, grade - (lost(state) >= limit(state)))


def holding(state: Battle) -> int:
    """How many active marines stand wholly inside what is to be held."""
    areas = tuple(state.game.site.goal.areas)

    def count() -> int:
        rings = [state.table.terrain(name).rings[0] for name in areas]
        return sum(any(wholly_inside(piece, ring) for ring in rings) for piece in marines(state))

    return state.table.cached_value(("troice_station", "holding", areas), count)


def _held(state: Battle) -> int:
    goal, now = state.game.site.goal, holding(state)
    return WIN if now >= goal.win else DRAW if now >= goal.draw else ALIEN_WIN


def scores(state: Battle) -> dict[SideKey, float]:
    """A point for each grade of the result: three in all."""
    grade = float(grade_of(state))
    return {MARINES: grade, CREATURES: DECISIVE - grade}


def ends(state: Battle) -> Iterator[PreviewRow]:
    """What wins the battle, and what ends it early."""
    goal, turns = state.game.site.goal, state.game.parameters.turns
    when = f"After turn {turns}" if turns else "At the end"
    if goal.kind == "hold":
        where = " and ".join(map(state.table.name_of, goal.areas))
        yield PreviewRow(f"{when}, {goal.win} marines inside {where}", GRADES[WIN], ENDING)
        yield PreviewRow(f"{when}, {goal.draw} marines inside {where}", GRADES[DRAW], ENDING)
    else:
        for copies in (WIN, DECISIVE, DRAW):
            plural = "copy" if copies == 1 else "copies"
            yield PreviewRow(f"{when}, {copies} {plural} brought home", GRADES[copies], ENDING)
        yield PreviewRow(f"{limit(state)} marines lost or still here", "one step worse", ENDING)
    yield PreviewRow("No active marine is left", "it ends at once", ENDING)


def points(state: Battle) -> dict[str, tuple[PreviewRow, ...]]:
    """What the scores are made of."""
    return {
        MARINES: tuple(_rows(state)),
        CREATURES: (PreviewRow("Creatures", GRADES[grade_of(state)], ENDING),),
    }


def _rows(state: Battle) -> Iterator[PreviewRow]:
    goal = state.game.site.goal
    if goal.kind == "hold":
        yield PreviewRow("Marines inside", f"{holding(state)} of {goal.win}", ENDING)
        return
    yield PreviewRow("Copies brought home", f"{len(state.game.brought_home)}", ENDING)
    yield PreviewRow("Lost or still here", f"{lost(state)}, from {limit(state)} on one step worse", ENDING)
