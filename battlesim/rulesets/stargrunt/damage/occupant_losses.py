"""Casualties among the occupants of a vehicle that is hit."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.mechanics.chance import DiceScriptRun, roll_together
from battlesim.mechanics.pieces import remove_from_play, set_mark
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece

from ..attack.casualties import EARLIER, KILL, SECOND_WOUND, WOUND, wound_kills
from ..core.lookups import figure_profile, is_fit
from ..core.marks import ABANDONED
from ..core.profiles import tables
from ..core.state import Game
from ..core.vehicles import crew_of, occupants
from .occupants import ESCAPES, SMALL_ARMS_TABLE, occupant_fate


def armour_die(occupant: Piece) -> int:
    """Return the number of sides of an occupant's armour die."""
    return tables().armour[figure_profile(occupant).armour]


def roll_for_occupants(play: Play[Game], vehicle: str, size: int, destroyed: bool, by: str) -> Script[None]:
    """Roll for the fate of each occupant of a vehicle; a weapon `size` of 0 means small arms."""
    aboard = occupants(play.state, vehicle)
    runs = [DiceScriptRun(occupant_fate(armour_die(piece), size, destroyed)) for piece in aboard]
    rule = ESCAPES if size else SMALL_ARMS_TABLE
    text = phrase("those aboard {}", play.state.table.piece(vehicle).name)
    while any(run.pending_roll is not None for run in runs):
        waiting = [run for run in runs if run.pending_roll is not None]
        yield from roll_together(play, waiting, text, rule=rule, by=by)
    for piece, run in zip(aboard, runs, strict=True):
        apply_fate(play, piece, run.end, by)


def apply_fate(play: Play[Game], figure: Piece, fate: str, by: str) -> None:
    """Wound or kill an occupant; where the rules say so, a second wound kills."""
    if fate == "dead" or (fate == "wounded" and wound_kills(play.state, figure)):
        remove_from_play(play, figure.id, KILL if fate == "dead" else SECOND_WOUND, by)
    elif fate == "wounded" and is_fit(figure):
        set_mark(play, [figure.id], "wounded", EARLIER, WOUND)


def abandon_if_crewless(play: Play[Game], vehicle: str) -> None:
    """Mark a vehicle as abandoned if no member of its crew can act any more."""
    piece = play.state.table.piece(vehicle)
    if not any(is_fit(figure) for figure in crew_of(play.state, piece)):
        set_mark(play, [vehicle], ABANDONED, 1, SMALL_ARMS_TABLE)
