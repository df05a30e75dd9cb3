"""What a wound does, and what goes up when somebody dies of it."""

from __future__ import annotations

from typing import Literal, NamedTuple

from battlesim.engine.play import Play
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import set_mark
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..core.losses import lost
from ..core.marks import AIMED, BINOCULARS, DOWN, HUGGED, OVERWATCH, RAN
from ..core.state import CREATURES, Battle, Game
from .wounds import Cause

SERIOUS, FATAL = 2, 4
MINOR = "TS-WND-04"
DOWNED = "TS-WND-05"
DEAD = "TS-WND-07"
CREATURES_TOO = "TS-GAP-59"
UP = (OVERWATCH, BINOCULARS, AIMED, RAN)


class Burst(NamedTuple):
    """Something that goes up at a point: blood, a tank, a dump, a grenade; `by` is whose it was."""

    kind: Literal["blood", "tank", "dump", "grenade"]
    at: Point
    by: str


Outcome = Literal["unhurt", "down", "dead"]


def outcome(state: Battle, target: Piece, margin: int) -> Outcome:
    """What a difference of the dice makes of a figure.

    It is dead outright, of a second wound, or as a creature that gets no medic.
    """
    if margin < SERIOUS:
        return "unhurt"
    outright = target.side == CREATURES and state.game.parameters.creature_wounds == "killed"
    return (
        "dead" if margin >= FATAL or outright or target.has_mark(DOWN) or target.has_mark(HUGGED) else "down"
    )


def hurt(play: Play[Game], piece: str, margin: int, cause: Cause, by: str = "") -> tuple[Burst, ...]:
    """What a difference of the dice does to a figure; what goes up by its death."""
    came = outcome(play.state, play.state.table.piece(piece), margin)
    if margin == SERIOUS - 1:
        play.log_message(phrase("{} has a minor wound", Ref(piece)), by=piece, rule=MINOR)
    if came == "dead":
        return dies(play, piece, cause, DEAD if margin >= FATAL else DOWNED, by)
    if came == "down":
        put_down(play, piece, DOWNED)
    return ()


def put_down(play: Play[Game], piece: str, rule: str) -> None:
    """A figure is out of action; what it was about is over."""
    set_mark(play, [piece], DOWN, 1, rule)
    for mark in UP:
        set_mark(play, [piece], mark, 0, rule)


def dies(play: Play[Game], piece: str, cause: Cause, rule: str, by: str = "") -> tuple[Burst, ...]:
    """Take a dead figure off, with what sits on it; what goes up."""
    figure = play.state.table.piece(piece)
    riders = [p.id for p in play.state.table.pieces_aboard(piece)]
    at, goes_up = figure.xy, list(_goes_up(play.state, figure, cause))
    lost(play, piece, rule, by)
    for rider in riders:
        lost(play, rider, rule, by)
    return tuple(Burst(kind, at, piece) for kind in goes_up)


def _goes_up(state: Battle, figure: Piece, cause: Cause) -> list[Literal["blood", "tank", "dump", "grenade"]]:
    """Acid blood of an Alien (TS-ALN-12), by option also in flames (TS-GAP-67); the tank of a flamer."""
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
