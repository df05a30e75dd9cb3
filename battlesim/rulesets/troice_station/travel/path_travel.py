"""Movement along a path, interrupted by contact, revealed markers and Overwatch. Lengths are in inches."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from battlesim.engine.play import Play, Script
from battlesim.geometry.edge_distances import path_length
from battlesim.geometry.paths import split_path
from battlesim.geometry.shapes import Point
from battlesim.rulings.path_contact import first_contact
from battlesim.table.phrases import Ref, joined_text, length_text, phrase
from battlesim.table.pieces import OnTable, Piece

from ..core.lookups import active_foes, is_active_or_marker, is_marker
from ..core.state import CREATURES, MARINES, Battle, Game
from ..ground.contact import engaged_enemies
from ..ground.motion import can_end_at, path_to_free_end
from ..ground.surface import surface
from ..markers import reveal
from ..melee import rounds
from ..overwatch import reactions

StopReason = Literal["", "contact", "reveal", "lost"]


class TravelResult(NamedTuple):
    """The result of a move along a path: the distance covered in inches and the reason for stopping."""

    along: float
    reason: StopReason = ""


class PathInterruption(NamedTuple):
    """An interruption on a path: its distance along the path in inches, its kind and the ids involved."""

    along: float
    kind: Literal["reveal", "fire", "contact"]
    ids: tuple[str, ...] = ()


def travel_path(
    play: Play[Game], piece: str, path: Sequence[Point], *, how: str = "move"
) -> Script[TravelResult]:
    """Move a figure along a path and resolve each interruption before it continues.

    On contact with an active enemy the figure stops and a melee round is fought at once (TS-GAP-42); if it
    would overlap a friend or casualty there, it stops short of both. When a marker is revealed, the player
    may end the move. For example, a marine that reveals an Alien may stop there or go on into contact.
    """
    gone, ahead = 0.0, tuple(path)
    shots = _chances(play.state, play.state.table.piece(piece), ahead)
    while True:
        halt = _next(play.state, play.state.table.piece(piece), ahead, gone, shots)
        stretch, ahead = split_path(ahead, halt.along - gone if halt else math.inf)
        if halt and halt.kind == "contact":
            stretch = path_to_free_end(play.state, play.state.table.piece(piece), stretch)
        gone += path_length(stretch)
        _carry(play, piece, stretch, how)
        if halt is None:
            return TravelResult(gone)
        if halt.kind == "contact":
            yield from rounds.fight_on_contact(play, piece)
            return TravelResult(gone, "contact" if is_active_or_marker(play.state, piece) else "lost")
        if halt.kind == "reveal":
            if not (yield from _revealed(play, piece, halt.ids, path_length(ahead))):
                return TravelResult(gone, "reveal")
        else:
            shots = [shot for shot in shots if shot.along > halt.along]
            yield from reactions.offer_overwatch(play, piece, "moves", halt.ids)
        if not is_active_or_marker(play.state, piece):
            return TravelResult(gone, "lost")


def _carry(play: Play[Game], piece: str, stretch: Sequence[Point], how: str) -> None:
    if len(stretch) < 2:
        return
    (ax, ay), (bx, by) = stretch[-2:]
    facing = round(math.degrees(math.atan2(by - ay, bx - ax)) % 360.0, 1)
    place = OnTable(round(bx, 3), round(by, 3), facing)
    play.move_piece(piece, place, how, path=stretch)


def _contact(state: Battle, mover: Piece, path: Sequence[Point]) -> float | None:
    """Return how far along a path a figure meets an enemy it does not yet touch, or None if it meets none."""
    if is_marker(mover):
        return None
    known = {enemy.id for enemy in engaged_enemies(state, mover)}
    others = [enemy for enemy in active_foes(state, mover) if enemy.id not in known]
    found = first_contact(state.table, mover, path, others, surface(state.table.ground).contact_blockers)
    return found.along if found else None


def _chances(state: Battle, mover: Piece, path: Sequence[Point]) -> list[reactions.OverwatchChance]:
    """Return the points on a path at which a moving creature can be shot at on Overwatch."""
    if mover.side != CREATURES or is_marker(mover) or len(path) < 2:
        return []
    return reactions.overwatch_chances(state, mover, path, _contact(state, mover, path))


def _next(
    state: Battle,
    mover: Piece,
    path: Sequence[Point],
    gone: float,
    shots: Sequence[reactions.OverwatchChance],
) -> PathInterruption | None:
    """Return the next interruption on the rest of a path; a marker is revealed before any shot is fired."""
    if len(path) < 2:
        return None
    found: list[PathInterruption] = []
    if stop := reveal.first_reveal_on_path(state, mover, path):
        found.append(PathInterruption(gone + stop.along, "reveal", (stop.by,)))
    if shots:
        first = shots[0].along
        found.append(PathInterruption(first, "fire", tuple(s.firer for s in shots if s.along <= first)))
    if (along := _contact(state, mover, path)) is not None:
        found.append(PathInterruption(gone + along, "contact"))
    return min(found, key=lambda halt: round(halt.along, 4), default=None)


def _revealed(play: Play[Game], piece: str, markers: Sequence[str], left: float) -> Script[bool]:
    """Turn markers over and return whether the figure moves on for the `left` inches of its path.

    The player is not asked if the figure is out of play or is a marker that was revealed itself.
    """
    found = list[str]()
    for marker in markers:
        came = yield from reveal.turn_over_marker(play, marker)
        found += came
        for creature in came:
            yield from reactions.offer_overwatch(play, creature, reactions.REVEALED_TEXT)
    if not found or not left or not is_active_or_marker(play.state, piece):
        return True
    mover = play.state.table.piece(piece)
    if not can_end_at(play.state, mover, mover.xy):
        return True
    who = joined_text((Ref(one) for one in found), " and ")
    words = phrase(
        "{} revealed: does {} stop, with {} of its path left?", who, Ref(piece), length_text(left, 1)
    )
    return not (yield from play.confirm("stop", MARINES, words, rule=reveal.SIGHTED, about=piece))
