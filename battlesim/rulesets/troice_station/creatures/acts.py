"""What creatures can do with an action, for their program and for whoever plays them. Inches."""

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
from ..core.facts import foes, is_marker, is_up, move_of
from ..core.marks import MOVED, RAN
from ..core.state import CREATURES, Battle, Game
from ..ground import doors
from ..ground.contact import engaged
from ..ground.motion import motion, mover
from ..melee.blows import chooses
from ..overwatch import watch
from ..passage import course, crossing
from . import prey

RUN = "TS-ALN-06"


def moves(state: Battle, piece: Piece) -> Iterator[Option]:
    """Whoever is in contact with nobody may move."""
    if not engaged(state, piece):
        words = phrase("move, up to {}", length_text(move_of(state, piece)))
        yield act_option("move", piece, words=words)


def runs(state: Battle, piece: Piece) -> Iterator[Option]:
    """And run, but for markers."""
    if not engaged(state, piece) and not is_marker(piece):
        yield act_option("run", piece, words=phrase("run, {} and a D6", length_text(move_of(state, piece))))


def openings(state: Battle, piece: Piece) -> Iterator[Option]:
    """A shut door in contact may be opened by all but Face Huggers."""
    for door in [] if engaged(state, piece) else prey.at_door(state, piece):
        yield act_option("open", piece, door, words=phrase("open {}", Ref(door)))


def spits(state: Battle, piece: Piece) -> Iterator[Option]:
    """Aliens spit (TS-ALN-07), Face Huggers by option (TS-GAP-100); no creature has a weapon."""
    may = piece.kind == "alien" or (piece.kind == "face_hugger" and state.game.parameters.huggers_spit)
    for target in foes(state, piece) if may and not engaged(state, piece) else ():
        why = shooting.no_spit(state, piece, target)
        yield act_option("spit", piece, target.id, words=phrase("spit at {}", Ref(target.id)), shut=why)


def move(play: Play[Game], option: Option) -> Script[None]:
    """One move."""
    base = move_of(play.state, play.state.table.piece(option.by[0]))
    yield from _go(play, option, base, phrase("moves {}", length_text(base)))


def run(play: Play[Game], option: Option) -> Script[None]:
    """A move with 1D6 in on top of it, rolled anew each time."""
    (piece,) = option.by
    base = move_of(play.state, play.state.table.piece(piece))
    (die,) = yield from play.roll_dice([6], phrase("{} runs", Ref(piece)), rule=RUN, by=piece)
    set_mark(play, [piece], RAN, 1, RUN)
    how = phrase("runs {} + {} = {}", length_text(base, unit=False), die, length_text(base + die))
    yield from _go(play, option, base + die, how)


def _go(play: Play[Game], option: Option, allowance: float, how: AnyText) -> Script[None]:
    """Choose a way, roll the tests for what it crosses, and go."""
    (piece,) = option.by
    path = yield from _way(play, option, allowance, how)
    if len(path) < 2:
        return
    set_mark(play, [piece], MOVED, 1, option.rule)
    left = yield from crossing.way_left(play, piece, path, allowance)
    if left != path:
        left = prey.with_room(play.state, play.state.table.piece(piece), left)
    yield from course.travel(play.under_rule(option.rule), piece, left, how=option.act)


def _way(play: Play[Game], option: Option, allowance: float, how: AnyText) -> Script[tuple[Point, ...]]:
    """The way of a creature, announced where nobody chooses it; its player lays it out."""
    (piece,), state = option.by, play.state
    own = state.table.piece(piece)
    if chooses(state, own):
        words = phrase("{} {}", Ref(piece), how)
        able = motion(state, mover(own), allowance, crosses=True)
        asked = ask_move_order(play, CREATURES, [able], rule=option.rule, prompt=words, about=piece)
        legs = (yield from asked).legs
        return legs[0].path if legs else ()
    goal = prey.prey(state, own)
    if goal is None:
        return ()
    path = prey.course(state, own, goal, allowance)
    if len(path) > 1:
        announce(play, option, phrase("{} towards {}", how, Ref(goal.target)), goal.target, path)
    return path


def announce(play: Play[Game], option: Option, does: AnyText, at: str, path: tuple[Point, ...] = ()) -> None:
    """Tell what a creature does by its row, and why, before it does it; its player knows."""
    (piece,) = option.by
    if not chooses(play.state, play.state.table.piece(piece)):
        words = phrase("{} {}: {}", Ref(piece), does, option.note)
        forced_acts.announce_forced_act(
            play, [piece], words, paths=[path] if path else (), at=[at], rule=option.rule
        )


def open_door(play: Play[Game], option: Option) -> Script[None]:
    """Open a door, before which and after which somebody may shoot; what it shows is turned over."""
    (piece,), (door,) = option.by, option.to
    announce(play, option, phrase("opens {}", Ref(door)), door)
    yield from watch.offer(play, piece, "opens a door")
    if not is_up(play.state, piece):
        return
    told = not chooses(play.state, play.state.table.piece(piece))
    doors.swing(play.under_rule(doors.DOORS), door, piece, told)
    yield from watch.bring_to_light(play)


def spit(play: Play[Game], option: Option) -> Script[None]:
    """Spit acid, before which somebody may shoot."""
    (piece,), (target,) = option.by, option.to
    announce(play, option, phrase("spits at {}", Ref(target)), target)
    yield from watch.offer(play, piece, "spits")
    if is_up(play.state, piece) and is_up(play.state, target):
        yield from shooting.shoot(play.under_rule(option.rule), piece, target)


ACTS: ActTypes = {
    "move": ActType(moves, move),
    "run": ActType(runs, run),
    "open": ActType(openings, open_door),
    "spit": ActType(spits, spit),
}
