"""The effects of wounds, and the explosions that deaths cause."""

from __future__ import annotations

from typing import Literal, NamedTuple

from battlesim.engine.play import Play
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import set_mark
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..core.marks import AIMED, BINOCULARS, DOWN, HUGGED, OVERWATCH, RAN
from ..core.removal import remove_figure
from ..core.state import CREATURES, Battle, Game
from .wound_rolls import WoundCause

SERIOUS_MARGIN, FATAL_MARGIN = 2, 4
MINOR = "TS-WND-04"
DOWNED = "TS-WND-05"
DEAD = "TS-WND-07"
CREATURES_TOO = "TS-GAP-59"
MARKS_LOST_WHEN_DOWN = (OVERWATCH, BINOCULARS, AIMED, RAN)


class ChainEffect(NamedTuple):
    """A spray of acid blood or an explosion at a point, caused by `source_id`, which may cause others."""

    kind: Literal["blood", "tank", "dump", "grenade"]
    centre: Point
    source_id: str


WoundOutcome = Literal["unhurt", "down", "dead"]


def wound_outcome(state: Battle, target: Piece, margin: int) -> WoundOutcome:
    """Return the outcome of a wound with a given margin: "unhurt", "down" or "dead".

    A margin of 4 kills; 2 is enough if the figure is down, hugged or, if an option says so, a creature.
    """
    if margin < SERIOUS_MARGIN:
        return "unhurt"
    outright = target.side == CREATURES and state.game.parameters.creature_wounds == "killed"
    return (
        "dead"
        if margin >= FATAL_MARGIN or outright or target.has_mark(DOWN) or target.has_mark(HUGGED)
        else "down"
    )


def apply_wound(
    play: Play[Game], piece: str, margin: int, cause: WoundCause, source_id: str = ""
) -> tuple[ChainEffect, ...]:
    """Apply a wound with a given margin to a figure. Return the further effects if the figure dies."""
    came = wound_outcome(play.state, play.state.table.piece(piece), margin)
    if margin == SERIOUS_MARGIN - 1:
        play.log_message(phrase("{figure} has a minor wound", Ref(piece)), by=piece, rule=MINOR)
    if came == "dead":
        return kill_figure(play, piece, cause, DEAD if margin >= FATAL_MARGIN else DOWNED, source_id)
    if came == "down":
        put_out_of_action(play, piece, DOWNED)
    return ()


def put_out_of_action(play: Play[Game], piece: str, rule: str) -> None:
    """Put a figure out of action, ending whatever it was doing."""
    set_mark(play, [piece], DOWN, 1, rule)
    for mark in MARKS_LOST_WHEN_DOWN:
        set_mark(play, [piece], mark, 0, rule)


def kill_figure(
    play: Play[Game], piece: str, cause: WoundCause, rule: str, source_id: str = ""
) -> tuple[ChainEffect, ...]:
    """Remove a dead figure and any Face Hugger on it. Return the explosions or sprays that it causes."""
    figure = play.state.table.piece(piece)
    riders = [p.id for p in play.state.table.pieces_aboard(piece)]
    at, goes_up = figure.xy, list(_goes_up(play.state, figure, cause))
    remove_figure(play, piece, rule, source_id)
    for rider in riders:
        remove_figure(play, rider, rule, source_id)
    return tuple(ChainEffect(kind, at, piece) for kind in goes_up)


def _goes_up(
    state: Battle, figure: Piece, cause: WoundCause
) -> list[Literal["blood", "tank", "dump", "grenade"]]:
    """Return the effects of a death: an Alien's acid blood (TS-ALN-12, TS-GAP-67) or a flamer's tank."""
    parameters = state.game.parameters
    sprays = cause in ("gunfire", "explosion") or (cause == "flame" and parameters.blood_on_flame)
    if figure.kind == "alien" and sprays:
        return ["blood"]
    if (
        figure.kind == "flamer"
        and parameters.flamer_explosion == "tank"
        and cause in ("gunfire", "explosion", "acid")
    ):
        return ["tank"]
    return []
