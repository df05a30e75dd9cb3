"""The actions of creatures, programmed or chosen by a player. Lengths are in inches."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.behaviour import forced_acts
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.act_types import ActType, ActTypes, act_option
from battlesim.mechanics.group_moves import ask_move_order
from battlesim.mechanics.pieces import set_mark
from battlesim.table.phrases import AnyText, Ref, length_text, phrase
from battlesim.table.pieces import Piece

from ..attack import shooting
from ..core.lookups import active_foes, is_active_or_marker, is_marker, move_allowance
from ..core.marks import MOVED, RAN
from ..core.state import CREATURES, Battle, Game
from ..ground import doors
from ..ground.contact import engaged_enemies
from ..ground.motion import foot_motion, piece_as_mover
from ..melee.melee_attacks import has_choosing_player
from ..overwatch import reactions
from ..travel import obstacle_tests, path_travel
from . import target_choice

RUN = "TS-ALN-06"


def move_options(state: Battle, piece: Piece) -> Iterator[Option]:
    """Yield the option to move, for a creature that is not in contact."""
    if not engaged_enemies(state, piece):
        words = phrase("move, up to {distance}", length_text(move_allowance(state, piece)))
        yield act_option("move", piece, words=words)


def run_options(state: Battle, piece: Piece) -> Iterator[Option]:
    """Yield the option to run, for a creature that is not in contact; markers cannot run."""
    if not engaged_enemies(state, piece) and not is_marker(piece):
        yield act_option(
            "run", piece, words=phrase("run, {distance} and a D6", length_text(move_allowance(state, piece)))
        )


def door_opening_options(state: Battle, piece: Piece) -> Iterator[Option]:
    """Yield an option for each shut door that a creature can open."""
    for door in [] if engaged_enemies(state, piece) else target_choice.openable_doors(state, piece):
        yield act_option("open", piece, door, words=phrase("open {}", Ref(door)))


def spit_options(state: Battle, piece: Piece) -> Iterator[Option]:
    """Yield an option for each enemy at which an Alien or, if allowed, a Face Hugger might spit acid.

    Impossible targets are unavailable, with a reason. Rules: TS-ALN-07, TS-GAP-100.
    """
    may = piece.kind == "alien" or (piece.kind == "face_hugger" and state.game.parameters.huggers_spit)
    for target in active_foes(state, piece) if may and not engaged_enemies(state, piece) else ():
        why = shooting.why_cannot_spit(state, piece, target)
        yield act_option("spit", piece, target.id, words=phrase("spit at {}", Ref(target.id)), shut=why)


def move_creature(play: Play[Game], option: Option) -> Script[None]:
    """Move a creature by up to its move allowance."""
    base = move_allowance(play.state, play.state.table.piece(option.by[0]))
    yield from _go(play, option, base, phrase("moves {}", length_text(base)))


def run_with_die(play: Play[Game], option: Option) -> Script[None]:
    """Move a creature by up to its move allowance plus a D6 in inches."""
    (piece,) = option.by
    base = move_allowance(play.state, play.state.table.piece(piece))
    (die,) = yield from play.roll_dice([6], phrase("{} runs", Ref(piece)), rule=RUN, by=piece)
    set_mark(play, [piece], RAN, 1, RUN)
    how = phrase("runs {base} + {die} = {gap}", length_text(base, unit=False), die, length_text(base + die))
    yield from _go(play, option, base + die, how)


def _go(play: Play[Game], option: Option, allowance: float, how: AnyText) -> Script[None]:
    """Choose a path for a creature, roll the tests for its obstacles and move the creature along it."""
    (piece,) = option.by
    path = yield from _way(play, option, allowance, how)
    if len(path) < 2:
        return
    set_mark(play, [piece], MOVED, 1, option.rule)
    left = yield from obstacle_tests.path_after_tests(play, piece, path, allowance)
    if left != path:
        left = target_choice.shortened_to_room(play.state, play.state.table.piece(piece), left)
    yield from path_travel.travel_path(play.under_rule(option.rule), piece, left, how=option.act)


def _way(play: Play[Game], option: Option, allowance: float, how: AnyText) -> Script[tuple[Point, ...]]:
    """Return the path of a creature: its player's choice, or the programmed path, which is announced."""
    (piece,), state = option.by, play.state
    own = state.table.piece(piece)
    if has_choosing_player(state, own):
        words = phrase("{} {}", Ref(piece), how)
        able = foot_motion(state, piece_as_mover(own), allowance, crosses=True)
        asked = ask_move_order(play, CREATURES, [able], rule=option.rule, prompt=words, about=piece)
        legs = (yield from asked).legs
        return legs[0].path if legs else ()
    goal = target_choice.chosen_prey(state, own)
    if goal is None:
        return ()
    path = target_choice.creature_path(state, own, goal, allowance)
    if len(path) > 1:
        announce_action(play, option, phrase("{} towards {}", how, Ref(goal.target)), goal.target, path)
    return path


def announce_action(
    play: Play[Game], option: Option, action_text: AnyText, target_id: str, path: tuple[Point, ...] = ()
) -> None:
    """Announce a programmed action and the reason for it, unless a player has chosen it."""
    (piece,) = option.by
    if not has_choosing_player(play.state, play.state.table.piece(piece)):
        words = phrase("{} {}: {}", Ref(piece), action_text, option.note)
        forced_acts.announce_forced_act(
            play, [piece], words, paths=[path] if path else (), at=[target_id], rule=option.rule
        )


def open_door(play: Play[Game], option: Option) -> Script[None]:
    """Offer Overwatch fire, open a door, then reveal markers that come into sight."""
    (piece,), (door,) = option.by, option.to
    announce_action(play, option, phrase("opens {}", Ref(door)), door)
    yield from reactions.offer_overwatch(play, piece, "opens a door")
    if not is_active_or_marker(play.state, piece):
        return
    told = not has_choosing_player(play.state, play.state.table.piece(piece))
    doors.swing_door(play.under_rule(doors.DOORS), door, piece, told)
    yield from reactions.reveal_due_markers(play)


def spit_acid(play: Play[Game], option: Option) -> Script[None]:
    """Offer Overwatch fire, then resolve a spit of acid at a target."""
    (piece,), (target,) = option.by, option.to
    announce_action(play, option, phrase("spits at {}", Ref(target)), target)
    yield from reactions.offer_overwatch(play, piece, "spits")
    if is_active_or_marker(play.state, piece) and is_active_or_marker(play.state, target):
        yield from shooting.shoot(play.under_rule(option.rule), piece, target)


CREATURE_ACTIONS: ActTypes = {
    "move": ActType(move_options, move_creature),
    "run": ActType(run_options, run_with_die),
    "open": ActType(door_opening_options, open_door),
    "spit": ActType(spit_options, spit_acid),
}
