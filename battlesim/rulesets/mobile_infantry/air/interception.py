"""Interception, with which Hoppers (flying bugs) react to an aircraft in flight."""

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
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..aftermath import chain_reactions
from ..arachnids import melee
from ..arachnids.bug_movement import bug_motions
from ..attack.attack_dice import AttackDie
from ..attack.attack_modes import INTERCEPTION
from ..core.lookups import dice_count_text, models_in_play, piece_profile, short_list_text
from ..core.marks import ALERT, FLYING
from ..core.state import BUGS, MI, Battle, Game

INTERCEPT = "MI-AIR-06"
INTERCEPTION_RANGE_IN = 10.0
FlightLine = tuple[Point, Point]


def able_interceptors(state: Battle, line: FlightLine) -> list[Piece]:
    """Return the Hoppers on Alert whose bases come within 10 in of an aircraft's line of flight."""
    return [p for p in hoppers_on_table(state) if not _fault(p, line)]


def hoppers_on_table(state: Battle) -> list[Piece]:
    """Return the Hoppers on the table."""
    return [p for p in models_in_play(state, BUGS) if p.kind == "hopper"]


def _fault(hopper: Piece, line: FlightLine) -> AnyText:
    """Return why a Hopper cannot intercept an aircraft on a line of flight, or "" if it can."""
    return (
        too_far_text(gap_to_line(hopper, line), INTERCEPTION_RANGE_IN)
        if hopper.has_mark(ALERT)
        else "it is not on Alert"
    )


def interception_decision(state: Battle, hopper: Piece) -> ChooseOne:
    """Return the decision that asks which aircraft a Hopper intercepts; unavailable options give a reason."""
    aloft = [p for p in models_in_play(state, MI) if p.has_mark(FLYING)]
    options = (closed_if(_fault(hopper, (p.xy, p.xy)), Option(p.id, p.name, (p.id,))) for p in aloft)
    return reaction_decisions.reaction_decision(
        BUGS, "Interception", tuple(options), rule=INTERCEPT, about=hopper.id
    )


def gap_to_line(piece: Piece, line: FlightLine) -> float:
    """Return the distance in inches from a base to a line of flight, or 0 if the line crosses the base."""
    return max(0.0, distance_to_segment(piece.xy, *line) - piece.radius)


def offer_interception(play: Play[Game], aircraft: str, line: FlightLine) -> Script[bool]:
    """Let Hoppers attack an aircraft before it drops anything (MI-OBJ-07). Return whether it survives."""
    ready = able_interceptors(play.state, line)
    if not ready:
        return True
    prompt = f"Which Hoppers intercept {play.state.table.piece(aircraft).name}?"
    options, play = piece_options(ready, INTERCEPT), play.under_rule(INTERCEPT)
    chosen = yield from play.choose_some("intercept", BUGS, prompt, options, about=aircraft, course=line)
    if not chosen:
        return True
    yield from _strike(play.under_rule(INTERCEPTION), sorted(chosen), aircraft, line)
    return play.state.table.piece(aircraft).hits > 0


def _strike(play: Play[Game], hoppers: Sequence[str], aircraft: str, line: FlightLine) -> Script[None]:
    """Fly the reacting Hoppers up to strike once each, all resolved together; they lose Alert."""
    for hopper in hoppers:
        _fly_up(play, hopper, line)
    dice = interception_dice(play.state, hoppers, aircraft)
    text = phrase(
        "{hoppers} in the way of {aircraft}: {dice}",
        short_list_text(hoppers),
        Ref(aircraft),
        dice_count_text(len(dice)),
    )
    play.log_message(text, by=hoppers[0], at=(aircraft, *hoppers))
    yield from chain_reactions.resolve_attack(play, dice, "interception")
    set_mark(play, hoppers, ALERT, 0)


def interception_dice(state: Battle, hoppers: Sequence[str], aircraft: str) -> list[AttackDie]:
    """Return the attack dice of Hoppers that intercept an aircraft."""
    return [AttackDie(melee.attack_forms(state, i, reaction=True)[0], i, aircraft) for i in hoppers]


def _fly_up(play: Play[Game], hopper: str, line: FlightLine) -> None:
    """Fly a Hopper as near as possible to its closest point on the line, within its Fly range."""
    state = play.state
    piece = state.table.piece(hopper)
    (motion,) = bug_motions(state, (hopper,))
    wanted = closest_point_on_segment(piece.xy, *line)
    zone = circle(*piece.xy, piece_profile(piece).fly, 360)
    point = nearest_legal_position(ending_space(state.table, motion), wanted, inside=(zone,))
    if point is None:
        return
    place = standing_place(state.table.ground, *point, piece.facing)
    play.move_piece(hopper, place, "fly", path=(piece.xy, point))
