"""Recorders: copying them, and taking over copies from casualties or from the ground."""

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

from ..core.lookups import has_ability, is_casualty
from ..core.marks import carried_copies, copy_mark
from ..core.removal import COPY_KIND, recorder_of
from ..core.state import MARINES, Battle, Game
from ..ground.contact import engaged_enemies, pieces_in_contact
from .action_kinds import why_none_open
from .contact_actions import act_in_contact
from .table_exit import HOME

RECORDER_KIND = "recorder"


def touches_marker(piece: Piece, marker: Marker) -> bool:
    """Return whether a figure's base touches a round marker."""
    return math.dist(piece.xy, (marker.x, marker.y)) <= piece.radius + marker.radius + TOL


def copied_recorders(state: Battle) -> frozenset[str]:
    """Return the ids of the recorders with a copy that is carried, on the table or brought home."""
    lying = (recorder_of(m.id) for m in state.table.markers.values() if m.kind == COPY_KIND)
    carried = (
        one
        for p in state.table.pieces_of_side(MARINES)
        if p.table_position is not None
        for one in carried_copies(p)
    )
    return frozenset((*lying, *carried, *state.game.brought_home))


def recorder_options(state: Battle, piece: Piece) -> list[Option]:
    """Return an option for each recorder that a figure touches; one that has been copied is unavailable."""
    made = copied_recorders(state)
    return [
        Option(m.id, m.name, (m.id,), rule=HOME, shut="there is a copy of it" if m.id in made else "")
        for m in state.table.markers.values()
        if m.kind == RECORDER_KIND and touches_marker(piece, m)
    ]


def why_cannot_copy(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot copy a recorder, or "" if it can."""
    if engaged_enemies(state, piece):
        return "an enemy is in contact"
    return why_none_open(recorder_options(state, piece), "it touches no recorder")


def copy_recorders(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Make figures copy recorders (automatic for the radio operator, TS-GAP-30). Return those that tried."""

    def do(play: Play[Game], one: str, recorder: str) -> Script[None]:
        words = phrase("{} copies {}", Ref(one), Ref(recorder))
        expert = has_ability(play.state.table.piece(one), "radio")
        if expert or (yield from roll_script(play, single_roll(d6_at_least(4, HOME)), words, by=one)):
            set_mark(play, [one], copy_mark(recorder), 1)

    return (
        yield from act_in_contact(
            play.under_rule(HOME), able, "copy", "Copy which one?", recorder_options, do
        )
    )


def copy_options(state: Battle, piece: Piece) -> list[Option]:
    """Return an option for each copy in contact, carried by a casualty or lying on the ground."""
    owners = pieces_in_contact(
        state, piece, [p for p in state.table.pieces_of_side(MARINES) if is_casualty(p) and carried_copies(p)]
    )
    discs = [m for m in state.table.markers.values() if m.kind == COPY_KIND and touches_marker(piece, m)]
    found = [Option(p.id, phrase("what {} carries", Ref(p.id)), (p.id,), rule=HOME) for p in owners]
    return [*found, *(Option(m.id, m.name, (m.id,), rule=HOME) for m in discs)]


def why_cannot_take(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot take over a copy, or "" if it can."""
    return "" if copy_options(state, piece) else "no copy lies in contact"


def take_copies(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Make figures take copies from casualties or the ground. Return the figures that took one."""

    def do(play: Play[Game], one: str, source: str) -> None:
        marker = play.state.table.markers.get(MarkerId(source))
        if marker is not None:
            play.emit(MarkerRemoved(marker=marker))
            set_mark(play, [one], copy_mark(recorder_of(marker.id)), 1)
            return
        for recorder in carried_copies(play.state.table.piece(source)):
            set_mark(play, [source], copy_mark(recorder), 0)
            set_mark(play, [one], copy_mark(recorder), 1)

    return (
        yield from act_in_contact(play.under_rule(HOME), able, "take", "Take which copy?", copy_options, do)
    )
