"""Acts that nobody chooses: announced before they are done, so that whoever watches can follow. Inches.

Who acts, why and where to is told first; with real miniatures one does the same then, and the window shows
the way before the move. Users: Troice Station (the creatures), the rulesets of the tests (flights).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from battlesim.engine.play import Play
from battlesim.geometry.shapes import Point
from battlesim.table.compound_names import id_list
from battlesim.table.events import MovesAnnounced, PiecesMoved, PieceTravel
from battlesim.table.phrases import AnyText


def announce_forced_act(
    play: Play[Any],
    by: Sequence[str],
    text: AnyText,
    *,
    paths: Sequence[Sequence[Point]] = (),
    at: Sequence[str] = (),
    rule: str = "",
    to: str = "",
) -> None:
    """Tell what some pieces are forced to do next and why, with the die that says so if there is one.

    `courses` are the ways that they will go, `at` whom it concerns, `rule` is the row that forces them; `to`
    is the side that alone is told, "" when everybody is.
    """
    ways = tuple(tuple(course) for course in paths)
    play.emit(MovesAnnounced(rule=rule, by=id_list(by), text=text, courses=ways, at=tuple(at), to=to))


def make_forced_move(
    play: Play[Any],
    parts: Sequence[PieceTravel],
    how: str,
    text: AnyText,
    *,
    at: Sequence[str] = (),
    rule: str = "",
    to: str = "",
) -> None:
    """Announce a move that nobody chose, then carry it out; nothing is done where nobody moves."""
    if not parts:
        return
    courses = [part.path for part in parts if len(part.path) > 1]
    announce_forced_act(play, [part.piece for part in parts], text, paths=courses, at=at, rule=rule, to=to)
    play.emit(PiecesMoved(rule=rule, parts=tuple(parts), how=how))
