"""Interception, the Reaction of Hoppers to an aircraft in flight."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, closed_if, piece_options
from battlesim.engine.play import Play, Script
from battlesim.geometry.edge_distances import closest_point_on_segment, distance_to_segment
from battlesim.geometry.placement import nearest_legal_position
from battlesim.geometry.shapes import Point, circle
from battlesim.mechanics import reaction_decisions
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.movement import ending_space
from battlesim.rulings.piece_gaps import too_far_text
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import OnTable, Piece

from ..aftermath import chains
from ..arachnids import melee
from ..arachnids.bug_movement import motions
from ..attack.pool import AttackDie
from ..attack.ways import INTERCEPTION
from ..core.facts import dice_words, models, of, some
from ..core.marks import ALERT, FLYING
from ..core.state import BUGS, MI, Battle, Game

INTERCEPT = "MI-AIR-06"
REACH = 10.0
Line = tuple[Point, Point]


def able(state: Battle, line: Line) -> list[Piece]:
    """Hoppers on Alert whose base edge is 10 in or less from the line that an aircraft flies."""
    return [p for p in hoppers(state) if not _fault(p, line)]


def hoppers(state: Battle) -> list[Piece]:
    """The Hoppers on the table: nobody else reaches an aircraft in flight."""
    return [p for p in models(state, BUGS) if p.kind == "hopper"]


def _fault(hopper: Piece, line: Line) -> AnyText:
    """Why a Hopper cannot intercept what flies along a line; "" when it can."""
    return too_far_text(off_line(hopper, line), REACH) if hopper.has_mark(ALERT) else "it is not on Alert"


def answers(state: Battle, hopper: Piece) -> ChooseOne:
    """What a Hopper could intercept, were each aircraft in flight to pass where it is."""
    aloft = [p for p in models(state, MI) if p.has_mark(FLYING)]
    options = (closed_if(_fault(hopper, (p.xy, p.xy)), Option(p.id, p.name, (p.id,))) for p in aloft)
    return reaction_decisions.reaction_decision(
        BUGS, "Interception", tuple(options), rule=INTERCEPT, about=hopper.id
    )


def off_line(piece: Piece, line: Line) -> float:
    """Inches from the edge of a base to a line, 0 when it lies under it."""
    return max(0.0, distance_to_segment(piece.xy, *line) - piece.radius)


def offer(play: Play[Game], aircraft: str, line: Line) -> Script[bool]:
    """Before anything is released Hoppers may attack; whether the aircraft survives it (MI-OBJ-07)."""
    ready = able(play.state, line)
    if not ready:
        return True
    prompt = f"Which Hoppers intercept {play.state.table.piece(aircraft).name}?"
    options, play = piece_options(ready, INTERCEPT), play.under_rule(INTERCEPT)
    chosen = yield from play.choose_some("intercept", BUGS, prompt, options, about=aircraft, course=line)
    if not chosen:
        return True
    yield from _strike(play.under_rule(INTERCEPTION), sorted(chosen), aircraft, line)
    return play.state.table.piece(aircraft).hits > 0


def _strike(play: Play[Game], hoppers: Sequence[str], aircraft: str, line: Line) -> Script[None]:
    """They fly up and strike once each, with React, all settled together; it costs Alert."""
    for hopper in hoppers:
        _fly_up(play, hopper, line)
    dice = strikes(play.state, hoppers, aircraft)
    text = phrase("{} in the way of {}: {}", some(hoppers), Ref(aircraft), dice_words(len(dice)))
    play.log_message(text, by=hoppers[0], at=(aircraft, *hoppers))
    yield from chains.settle(play, dice, "interception")
    set_mark(play, hoppers, ALERT, 0)


def strikes(state: Battle, hoppers: Sequence[str], aircraft: str) -> list[AttackDie]:
    """A die of each of them on an aircraft: its first form with React."""
    return [AttackDie(melee.forms(state, i, reaction=True)[0], i, aircraft) for i in hoppers]


def _fly_up(play: Play[Game], hopper: str, line: Line) -> None:
    """Up to its flight to the free place nearest to its closest point on the line; it stays there."""
    state = play.state
    piece = state.table.piece(hopper)
    (motion,) = motions(state, (hopper,))
    wanted = closest_point_on_segment(piece.xy, *line)
    zone = circle(*piece.xy, of(piece).fly, 360)
    place = nearest_legal_position(ending_space(state.table, motion), wanted, inside=(zone,))
    if place is None:
        return
    play.move_piece(hopper, OnTable(*place, piece.facing), "fly", path=(piece.xy, place))
