"""Captured Command Teams: capture, carrying, delivery, dropping and release.

A captive is `Aboard` the bug that holds it and has the mark "captive", whose note is the direction in degrees
from the bug to the captive. If no bug holds it, it lies on the table with the mark. It never blocks bases.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from msgspec.structs import replace

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChooseFacing
from battlesim.geometry.arcs import bearing
from battlesim.geometry.constants import TOL
from battlesim.geometry.shapes import Point
from battlesim.mechanics.carrying import carried_point, nearest_place, put_aboard
from battlesim.mechanics.pieces import gap
from battlesim.mechanics.scores import PointsScored
from battlesim.mechanics.turns import change_counter
from battlesim.table.events import MarkChange, MarksChanged, PieceChanged
from battlesim.table.levels import standing_place
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Aboard, Mark, Off, OnTable, Piece, Place

from ..core.lookups import blocking_pieces, entrances_on_table, has_trait
from ..core.marks import CAPTIVE, OFFICER
from ..core.state import BUGS, Battle, Game
from .surface import surface

TAKEN = "MI-BOBJ-02"
DELIVERED = "MI-BOBJ-04"
CARRIED = "MI-GAP-48"


def held_captive(state: Battle, bug: str) -> str:
    """Return the id of the captive that a bug holds, or "" if it holds none."""
    return next((p.id for p in state.table.pieces_aboard(bug) if p.has_mark(CAPTIVE)), "")


def captive_point(state: Battle, captive: str) -> Point:
    """Return the position of a captive on the table."""
    piece = state.table.piece(captive)
    if not isinstance(piece.place, Aboard):
        return piece.xy
    note = next(m.note for m in piece.marks if m.name == CAPTIVE)
    return carried_point(state.table.piece(piece.place.piece), piece, float(note or 0.0))


def try_capture(play: Play[Game], victim: str, captor: str, dying: bool = False) -> bool:
    """Capture a stand with no hit points left instead of removing it. Return whether it was captured.

    Only a Command Team can be captured, by the Warrior or Hopper whose die took its last hit point. If that
    bug is killed by its own attack (`dying`) or already holds a captive, the captive stays where it fell.
    """
    table = play.state.table
    piece, bug = table.piece(victim), table.piece(captor)
    if piece.kind != "command_team" or not has_trait(bug, "captor") or bug.table_position is None:
        return False
    holds = not dying and not held_captive(play.state, captor)
    note = f"{bearing(bug.xy, piece.xy):.1f}" if holds and piece.table_position is not None else ""
    place: Place = Aboard(captor) if holds else piece.place
    kept = tuple(m for m in piece.marks if m.name == OFFICER)
    marks = tuple(sorted((*kept, Mark(CAPTIVE, 1, note)), key=lambda m: m.name))
    play.emit(PieceChanged(rule=TAKEN, old=piece, new=replace(piece, place=place, marks=marks)))
    taken = phrase("{captor} takes {victim} captive", Ref(captor), Ref(victim))
    words = taken if holds else phrase("{victim} lies captive where it fell", Ref(victim))
    play.log_message(words, by=captor, at=(victim, captor), rule=TAKEN)
    return True


def drop_captive(play: Play[Game], carrier: str) -> None:
    """Drop the captive held by a bug that dies or goes below ground."""
    captive = held_captive(play.state, carrier)
    if not captive:
        return
    ground = play.state.table.ground
    x, y = captive_point(play.state, captive)
    x, y = min(max(x, 0.5), ground.width - 0.5), min(max(y, 0.5), ground.height - 0.5)
    play.move_piece(captive, standing_place(ground, x, y), "drop", rule=CARRIED)


def update_captives(play: Play[Game], movers: Sequence[str]) -> Script[None]:
    """Release, pick up, place and deliver captives after a Move of either side."""
    play = play.under_rule(CARRIED)
    for mover in movers:
        piece = play.state.table.pieces.get(mover)
        if piece is None or not piece.in_play:
            continue
        if has_trait(piece, "infantry"):
            for captive in _touched(play.state, mover):
                _free(play, captive)
        elif has_trait(piece, "captor"):
            _take_up(play, mover)
            yield from _carry(play, mover)


def _touched(state: Battle, mover: str) -> list[Piece]:
    lying = [p for p in state.table.pieces.values() if p.has_mark(CAPTIVE) and p.in_play]
    return [p for p in lying if not isinstance(p.place, Aboard) and gap(state, mover, p.id) <= TOL]


def _take_up(play: Play[Game], bug: str) -> None:
    """Let a Warrior or Hopper that holds no captive pick up a captive that it touches."""
    carrier = play.state.table.piece(bug)
    lying = [p for p in _touched(play.state, bug) if p.table_position is not None]
    if not lying or held_captive(play.state, bug):
        return
    found = lying[0]
    note = f"{bearing(carrier.xy, found.xy):.1f}"
    put_aboard(play, [found.id], bug, how="capture")
    play.emit(MarksChanged(parts=(MarkChange(found.id, CAPTIVE, 1, 1, note),)))


def _free(play: Play[Game], captive: Piece) -> None:
    """Free a captive at the nearest legal position: a Command Team with 1 HP, no longer counted as dead."""
    table, place = play.state.table, captive.place
    if isinstance(place, OnTable):
        blocked = surface(table.ground).blocked_ids
        here = nearest_place(table, captive, captive.xy, blocked, blocking_pieces(play.state))
        place = standing_place(table.ground, *here, place.facing) if here else place
    free = replace(captive.with_mark(CAPTIVE, 0), hits=1, place=place)
    play.emit(PieceChanged(old=captive, new=free))
    change_counter(play, "dead_humans", -1)


def _carry(play: Play[Game], bug: str) -> Script[None]:
    """Ask on which side of the bug the captive lies, and deliver the captive if it touches a tunnel."""
    captive = held_captive(play.state, bug)
    if not captive:
        return
    play, prompt = play.under_rule("MI-BOBJ-03"), "On which side of its captor does the captive lie?"
    question = ChooseFacing(side=BUGS, what="capture_place", prompt=prompt, about=captive)
    note = f"{(yield from play.ask(question)) % 360.0:.1f}"
    play.emit(MarksChanged(parts=(MarkChange(captive, CAPTIVE, 1, 1, note),)))
    if gap_to_tunnel(play.state, bug, captive) <= TOL:
        _deliver(play, captive)


def gap_to_tunnel(state: Battle, bug: str, captive: str) -> float:
    """Return the distance in inches from a bug or its captive to the nearest Tunnel Entrance."""
    at, radius = captive_point(state, captive), state.table.piece(captive).radius
    ways = [
        min(gap(state, bug, hole.id), math.dist(at, hole.xy) - radius - hole.radius)
        for hole in entrances_on_table(state)
    ]
    return max(0.0, min(ways, default=math.inf))


def next_captive_points(state: Battle) -> float:
    """Return the victory points for the next captive brought to a tunnel."""
    scoring = state.game.site.scoring
    return scoring.more_captives if state.game.count("captives_delivered") else scoring.first_captive


def _deliver(play: Play[Game], captive: str) -> None:
    """Score a delivered captive and remove it from play, unless an option keeps it there."""
    points = next_captive_points(play.state)
    play = play.under_rule(DELIVERED)
    play.log_message(
        phrase("{captive} is brought to a tunnel: {n:g} VP", Ref(captive), points), by=captive, at=(captive,)
    )
    play.emit(PointsScored(side=BUGS, points=points, why="a captive at a tunnel"))
    change_counter(play, "captives_delivered", 1)
    if not play.state.game.parameters.captive_stays:
        play.move_piece(captive, Off("lost"), "remove", rule=CARRIED)
