"""Recorders: copy one in contact, and take over copies from casualties or from the ground."""

from __future__ import annotations

import math
from collections.abc import Sequence

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.mechanics.chance import d6_at_least, roll_script, single_roll
from battlesim.mechanics.pieces import set_mark
from battlesim.table.events import MarkerRemoved
from battlesim.table.ids import MarkerId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Marker, Piece

from ..core.facts import can, lies
from ..core.losses import COPY_KIND, recorder_of
from ..core.marks import copies, copy_of
from ..core.state import MARINES, Battle, Game
from ..ground.contact import beside, engaged
from .contact_actions import act_in_contact
from .exits import HOME
from .kinds import why_shut

RECORDERS = "recorder"


def touched(piece: Piece, marker: Marker) -> bool:
    """Whether a base touches a disc on the table."""
    return math.dist(piece.xy, (marker.x, marker.y)) <= piece.radius + marker.radius + TOL


def held_copies(state: Battle) -> frozenset[str]:
    """The recorders of which there is a copy somewhere."""
    lying = (recorder_of(m.id) for m in state.table.markers.values() if m.kind == COPY_KIND)
    carried = (
        one for p in state.table.pieces_of_side(MARINES) if p.table_position is not None for one in copies(p)
    )
    return frozenset((*lying, *carried, *state.game.brought_home))


def recorder_options(state: Battle, piece: Piece) -> list[Option]:
    """The recorders that a figure touches."""
    made = held_copies(state)
    return [
        Option(m.id, m.name, (m.id,), rule=HOME, shut="there is a copy of it" if m.id in made else "")
        for m in state.table.markers.values()
        if m.kind == RECORDERS and touched(piece, m)
    ]


def cannot_copy(state: Battle, piece: Piece) -> AnyText:
    """Why a figure copies no recorder."""
    if engaged(state, piece):
        return "an enemy is in contact"
    return why_shut(recorder_options(state, piece), "it touches no recorder")


def copy(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Copy a recorder: the radio man without a roll (TS-GAP-30), anybody else on a 4 or more."""

    def do(play: Play[Game], one: str, recorder: str) -> Script[None]:
        words = phrase("{} copies {}", Ref(one), Ref(recorder))
        expert = can(play.state.table.piece(one), "radio")
        if expert or (yield from roll_script(play, single_roll(d6_at_least(4, HOME)), words, by=one)):
            set_mark(play, [one], copy_of(recorder), 1)

    return (
        yield from act_in_contact(
            play.under_rule(HOME), able, "copy", "Copy which one?", recorder_options, do
        )
    )


def lying_options(state: Battle, piece: Piece) -> list[Option]:
    """The copies that a figure can take: those of casualties in contact, and those left by the dead."""
    owners = beside(state, piece, [p for p in state.table.pieces_of_side(MARINES) if lies(p) and copies(p)])
    discs = [m for m in state.table.markers.values() if m.kind == COPY_KIND and touched(piece, m)]
    found = [Option(p.id, phrase("what {} carries", Ref(p.id)), (p.id,), rule=HOME) for p in owners]
    return [*found, *(Option(m.id, m.name, (m.id,), rule=HOME) for m in discs)]


def cannot_take(state: Battle, piece: Piece) -> AnyText:
    """Why a figure takes no copy."""
    return "" if lying_options(state, piece) else "no copy lies in contact"


def take(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Take copies over."""

    def do(play: Play[Game], one: str, source: str) -> None:
        marker = play.state.table.markers.get(MarkerId(source))
        if marker is not None:
            play.emit(MarkerRemoved(marker=marker))
            set_mark(play, [one], copy_of(recorder_of(marker.id)), 1)
            return
        for recorder in copies(play.state.table.piece(source)):
            set_mark(play, [source], copy_of(recorder), 0)
            set_mark(play, [one], copy_of(recorder), 1)

    return (
        yield from act_in_contact(play.under_rule(HOME), able, "take", "Take which copy?", lying_options, do)
    )
