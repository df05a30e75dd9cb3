"""Movement along a path, interrupted by contact, revealed markers and Overwatch fire, in inches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from battlesim.engine.play import Play, Script
from battlesim.geometry.edge_distances import path_length
from battlesim.geometry.shapes import Point
from battlesim.mechanics.interrupted_moves import (
    END,
    MoveProgress,
    PathStop,
    StopKind,
    TravelResult,
    fixed_stops,
    travel,
)
from battlesim.rulings.movement import Leg
from battlesim.rulings.path_contact import first_contact
from battlesim.table.levels import standing_place
from battlesim.table.phrases import Ref, joined_text, length_text, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import active_foes, is_active_or_marker, is_marker
from ..core.state import CREATURES, MARINES, Battle, Game
from ..ground.contact import engaged_enemies
from ..ground.motion import can_end_at, path_to_free_end
from ..ground.surface import surface
from ..markers import reveal
from ..melee import rounds
from ..overwatch import reactions


def travel_path(
    play: Play[Game], piece: str, path: Sequence[Point], *, how: str = "move"
) -> Script[TravelResult]:
    """Move a figure along a path, resolving each interruption before it moves on.

    A marker is revealed before any shot is fired at the same point. On contact with an active enemy, the
    figure stops and fights a round of melee at once (TS-GAP-42); if it would overlap a friend or casualty
    there, it stops before that. When a marker is revealed, the player may end the move: for example, a marine
    that reveals an Alien may stop there or go on into contact.
    """
    chances = _chances(play.state, play.state.table.piece(piece), path)
    kinds = (
        StopKind("reveal", _reveals, partial(_reveal, play)),
        StopKind("fire", fixed_stops((shot.along, shot.firer) for shot in chances), partial(_fire, play)),
        StopKind("contact", _contacts, partial(_fight, play), partial(_fit_contact, piece)),
    )
    return (yield from travel(play, Leg(piece, tuple(path)), kinds, lambda part: _carry(play, part, how)))


def _carry(play: Play[Game], part: Leg, how: str) -> None:
    if len(part.path) < 2:
        return
    (ax, ay), (bx, by) = part.path[-2:]
    facing = round(math.degrees(math.atan2(by - ay, bx - ax)) % 360.0, 1)
    place = standing_place(play.state.table.ground, round(bx, 3), round(by, 3), facing)
    play.move_piece(part.piece, place, how, path=part.path)


def _contact(state: Battle, mover: Piece, path: Sequence[Point]) -> float | None:
    """Return the distance along a path at which a figure meets a new enemy, or None if it meets none."""
    if is_marker(mover) or len(path) < 2:
        return None
    known = {enemy.id for enemy in engaged_enemies(state, mover)}
    others = [enemy for enemy in active_foes(state, mover) if enemy.id not in known]
    found = first_contact(state.table, mover, path, others, surface(state.table.ground).contact_blockers)
    return found.along if found else None


def _contacts(state: Battle, progress: MoveProgress) -> list[PathStop]:
    along = _contact(state, state.table.piece(progress.piece), progress.path)
    return [] if along is None else [PathStop(along)]


def _fit_contact(piece: str, state: Battle, part: Sequence[Point]) -> tuple[Point, ...]:
    return path_to_free_end(state, state.table.piece(piece), part)


def _fight(play: Play[Game], stop: PathStop, progress: MoveProgress) -> Script[Sequence[Point]]:
    yield from rounds.fight_on_contact(play, progress.piece)
    return END


def _chances(state: Battle, mover: Piece, path: Sequence[Point]) -> list[reactions.OverwatchChance]:
    """Return the points on a path at which a moving creature can be shot at on Overwatch."""
    if mover.side != CREATURES or is_marker(mover) or len(path) < 2:
        return []
    return reactions.overwatch_chances(state, mover, path, _contact(state, mover, path))


def _fire(play: Play[Game], stop: PathStop, progress: MoveProgress) -> Script[Sequence[Point]]:
    """Offer Overwatch shots; a figure that is put out of action goes no further."""
    yield from reactions.offer_overwatch(play, progress.piece, "moves", stop.ids)
    return progress.path if is_active_or_marker(play.state, progress.piece) else END


def _reveals(state: Battle, progress: MoveProgress) -> list[PathStop]:
    stop = reveal.first_reveal_on_path(state, state.table.piece(progress.piece), progress.path)
    return [PathStop(stop.along, (stop.by,))] if stop else []


def _reveal(play: Play[Game], stop: PathStop, progress: MoveProgress) -> Script[Sequence[Point]]:
    """Turn markers over; if creatures are found, the player may end the move of the figure."""
    piece, found, left = progress.piece, list[str](), path_length(progress.path)
    for marker in stop.ids:
        came = yield from reveal.turn_over_marker(play, marker)
        found += came
        for creature in came:
            yield from reactions.offer_overwatch(play, creature, reactions.REVEALED_TEXT)
    if not is_active_or_marker(play.state, piece):
        return END
    mover = play.state.table.piece(piece)
    if not found or not left or not can_end_at(play.state, mover, mover.xy):
        return progress.path
    who = joined_text((Ref(one) for one in found), " and ")
    words = phrase(
        "{contents} revealed: does {figure} stop, with {distance} of its path left?",
        who,
        Ref(piece),
        length_text(left, 1),
    )
    stops = yield from play.confirm("stop", MARINES, words, rule=reveal.SIGHTED, about=piece)
    return END if stops else progress.path
