"""Moves and other acts that the rules force on pieces. Each is announced to the players beforehand.

An announcement says which pieces act, why and where they go, so that players can move their real miniatures
in the same way. The window shows the paths before the move. If the act was rolled on a table of results, the
announcement includes that table. Users: Troice Station (the creatures), Invasion Earth, Stargrunt, Alien
Invasion, the rulesets of the tests (flights).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.geometry.edge_distances import path_length
from battlesim.geometry.shapes import Point
from battlesim.rulings.place_phrases import course_text
from battlesim.table.compound_names import id_list
from battlesim.table.events import MovesAnnounced, PiecesMoved, PieceTravel
from battlesim.table.phrases import AnyText, length_text, phrase
from battlesim.table.result_tables import ResultEntry, ResultTable
from battlesim.table.state import Table


def announce_forced_act(
    play: Play[Any],
    by: Sequence[str],
    text: AnyText,
    *,
    paths: Sequence[Sequence[Point]] = (),
    at: Sequence[str] = (),
    rule: str = "",
    to: str = "",
    table: ResultTable | None = None,
) -> None:
    """Announce to the players which pieces the rules force to act next, and why.

    `by` holds the ids of these pieces, and `paths` the paths that they will take. `at` holds the ids of other
    objects that are involved. `rule` is the id of the rule that forces the act. If `to` is a side, only that
    side is told. If the act is rolled on a table, `table` lists the result of each die face.
    """
    ways = tuple(tuple(course) for course in paths)
    play.emit(
        MovesAnnounced(
            rule=rule,
            by=id_list(by),
            text=text,
            courses=ways,
            at=tuple(at),
            to=to,
            table=table or msgspec.UNSET,
        )
    )


def roll_on_table(
    play: Play[Any],
    piece: str,
    text: AnyText,
    entries: Sequence[ResultEntry],
    *,
    rule: str,
    at: Sequence[str] = (),
    sides: int = 6,
) -> Script[tuple[int, ResultTable]]:
    """Show the players the result for each die face, then roll. Return the face and the table of results.

    The entry that was rolled is marked in the returned table. `piece` is the id of the piece for which the
    die is rolled, and `sides` is the number of faces of the die.
    """
    table = ResultTable(tuple(entries))
    announce_forced_act(play, [piece], text, at=at, rule=rule, table=table)
    (face,) = yield from play.roll_dice([sides], text, rule=rule, by=piece)
    return face, table.with_face(face)


def text_with_course(table: Table, text: AnyText, path: Sequence[Point]) -> AnyText:
    """Return a text about a forced move, followed by the length of its path and where the path leads.

    If the path has no length, the text is returned unchanged. The only landmarks named are terrain, not
    pieces, because some sides may not see all pieces.
    """
    length = path_length(path)
    if length <= TOL:
        return text
    course = course_text(table, path, table.pieces.keys())
    return phrase("{}: {} {}", text, length_text(length, 1), course)


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
    """Announce a forced move to the players, then carry it out.

    `parts` holds the move of each piece. If it is empty, nothing happens.
    """
    if not parts:
        return
    courses = [part.path for part in parts if len(part.path) > 1]
    announce_forced_act(play, [part.piece for part in parts], text, paths=courses, at=at, rule=rule, to=to)
    play.emit(PiecesMoved(rule=rule, parts=tuple(parts), how=how))
