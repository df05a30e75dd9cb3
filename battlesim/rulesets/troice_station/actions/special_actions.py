"""Actions other than moving and firing: Overwatch, aiming, weapon care, doors and infra-red gear."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.option import Option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import gap, set_mark
from battlesim.table.phrases import AnyText, Ref, joined_text, phrase
from battlesim.table.pieces import Piece

from ..attack import shooting
from ..core import marks
from ..core.lookups import active_pieces, has_ability, marker_pieces, squad_figures
from ..core.state import MARINES, Battle, Game
from ..ground import doors
from ..ground.contact import engaged_enemies
from ..ground.sight import sees, spotting_rules, without_limit
from ..markers import reveal
from ..overwatch import reactions
from .action_kinds import why_none_open
from .contact_actions import act_in_contact

OVERWATCH_RULE = "TS-GAP-24"
AIM = "TS-GAP-29"
RELOAD = "TS-ACT-09"
SET_UP = "TS-GAP-32"
DOOR = "TS-ACT-08"
LOOK = "TS-GAP-99"


def choose_figures(play: Play[Game], able: Sequence[str], prompt: str) -> Script[tuple[str, ...]]:
    """Ask which figures take an action and return them, without asking if there is only one."""
    if len(able) == 1:
        return tuple(able)
    pieces = [play.state.table.piece(one) for one in able]
    about = pieces[0].unit
    return (
        yield from play.choose_some("who", MARINES, prompt, piece_options(pieces), about=about, whole=True)
    )


# -- Overwatch, aiming, weapons and doors --


def why_cannot_overwatch(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot go on Overwatch, or "" if it can."""
    return shooting.why_cannot_shoot(state, piece) or (
        "it is on Overwatch" if piece.has_mark(marks.OVERWATCH) else ""
    )


def go_on_overwatch(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Ask which figures go on Overwatch, reset the count of their shots, and return them."""
    play = play.under_rule(OVERWATCH_RULE)
    done = yield from choose_figures(play, able, "Overwatch")
    if done:
        play.log_message(phrase("{}: Overwatch", _called(play.state, done)), by=", ".join(done))
    set_mark(play, done, marks.OVERWATCH, 1)
    for piece in [play.state.table.piece(one) for one in done]:
        set_mark(
            play, [piece.id], marks.EARLIER, piece.mark_count(marks.EARLIER) + piece.mark_count(marks.SHOTS)
        )
    set_mark(play, done, marks.SHOTS, 0)
    return done


def _called(state: Battle, some: Sequence[str]) -> AnyText:
    """Return the name of the squad if all its active figures are given, else the figures' names."""
    squad = state.table.piece(some[0]).unit
    whole = {piece.id for piece in active_pieces(squad_figures(state, squad))} <= {*some}
    return joined_text([Ref(squad)] if whole else [Ref(one) for one in some])


def why_cannot_aim(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot aim, or "" if it can."""
    if state.game.parameters.aim == "not_used":
        return "aiming is not used in this battle"
    if has_ability(piece, "template") or piece.has_mark(marks.AIMED):
        return "it would gain nothing"
    if state.game.parameters.aim == "free_if_still" and any(
        piece.has_mark(mark) for mark in (marks.MOVED, marks.SHOTS, marks.EARLIER)
    ):
        return "only the first shot of a figure that has not moved is aimed"
    return shooting.why_cannot_shoot(state, piece)


def perform_aim(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Ask which figures aim for their next shot, and return those that spent an action on it.

    A sniper that aims also looks for markers. If an option says so, aiming is free but prevents moving.
    """
    play = play.under_rule(AIM)
    done = yield from choose_figures(play, able, "Aim")
    set_mark(play, done, marks.AIMED, 1)
    if play.state.game.parameters.aim == "free_if_still":
        set_mark(play, done, marks.STILL, 1)
        return ()
    for one in done:
        if has_ability(play.state.table.piece(one), "sniper"):
            yield from turn_over_sighted_markers(play, one)
    return done


def why_cannot_reload(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot reload, or "" if it can."""
    return "" if piece.has_mark(marks.EMPTY) else "its weapon is loaded"


def reload(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Ask which figures reload their empty weapons, and return them."""
    play = play.under_rule(RELOAD)
    done = yield from choose_figures(play, able, "Reload")
    set_mark(play, done, marks.EMPTY, 0)
    set_mark(play, done, marks.ROUNDS, 0)
    return done


def why_cannot_set_up(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure need not set up a weapon, or "" if it must before firing."""
    needed = state.game.parameters.hmg_set_up and piece.kind == "hmg" and piece.has_mark(marks.CARRIED)
    return "" if needed else "no weapon has to be set up"


def set_up_weapon(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Ask which figures set up an HMG that they have carried, and return them."""
    play = play.under_rule(SET_UP)
    done = yield from choose_figures(play, able, "Set up")
    set_mark(play, done, marks.CARRIED, 0)
    return done


def door_options(state: Battle, piece: Piece) -> list[Option]:
    """Return an option for each door in contact that a figure can open or shut."""
    found = []
    for door in doors.doors_in_contact(state, piece):
        words = phrase("{} {}", "Shut" if door.open else "Open", Ref(door.id))
        shut = "a figure stands in it" if door.open and doors.is_door_blocked(state, door) else ""
        found.append(Option(door.id, words, (door.id,), rule=DOOR, shut=shut))
    return found


def why_cannot_use_door(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot open or shut a door, or "" if it can."""
    return why_none_open(door_options(state, piece), "no door is in contact")


def use_doors(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Make figures open or shut doors, reveal markers that come into sight, and return the figures."""

    def swing(play: Play[Game], one: str, door: str) -> Script[None]:
        doors.swing_door(play, door, one)
        yield from reactions.reveal_due_markers(play)

    return (
        yield from act_in_contact(play.under_rule(DOOR), able, "door", "Which door?", door_options, swing)
    )


# -- infra-red gear --


def markers_in_line_of_sight(state: Battle, piece: Piece) -> list[Piece]:
    """Return the markers in a figure's line of sight at any range, nearest first."""
    far = without_limit(spotting_rules(state), piece)
    found = [m for m in marker_pieces(state.table) if sees(state, piece, m, far)]
    return sorted(found, key=lambda m: (round(gap(state, piece.id, m.id), 3), m.id))


def why_cannot_look(state: Battle, piece: Piece) -> AnyText:
    """Return why a figure cannot look through infra-red gear, or "" if it can."""
    if not (has_ability(piece, "commander") or has_ability(piece, "sniper")):
        return "it has no infra-red gear"
    if engaged_enemies(state, piece):
        return "an enemy is in contact"
    if has_ability(piece, "sniper") and not markers_in_line_of_sight(state, piece):
        return "no marker is in line of sight"
    return ""


def look_for_markers(play: Play[Game], able: Sequence[str]) -> Script[tuple[str, ...]]:
    """Make figures look for markers through a scope, or binoculars, which stay raised (TS-GAP-09)."""
    play = play.under_rule(LOOK)
    for one in able:
        if has_ability(play.state.table.piece(one), "commander"):
            set_mark(play, [one], marks.BINOCULARS, 1)
        yield from turn_over_sighted_markers(play, one)
    return tuple(able)


def turn_over_sighted_markers(play: Play[Game], looker: str) -> Script[None]:
    """Turn over a marker that a figure sees, chosen by its player, or all of them if an option says so."""
    found = markers_in_line_of_sight(play.state, play.state.table.piece(looker))
    chosen = [m.id for m in found]
    if found and not play.state.game.parameters.looks_turn_all:
        option = yield from play.choose_one(
            "look", MARINES, "Which marker is turned over?", piece_options(found), about=looker
        )
        chosen = [option.key]
    for marker in chosen:
        if play.state.table.piece(marker).table_position is not None:
            for creature in (yield from reveal.turn_over_marker(play, marker)):
                yield from reactions.offer_overwatch(play, creature, reactions.REVEALED_TEXT)
