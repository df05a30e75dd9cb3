"""The rules of the toy, from top to bottom: turns, activation, move, mine, reaction, gun. Inches."""

from __future__ import annotations

import math

from battlesim.engine.option import Option, by_name
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics import sides, turns
from battlesim.mechanics.chance import Against, alone, at_least, roll
from battlesim.mechanics.pieces import enemies, gap, set_mark, take_off, within
from battlesim.rulings.placing import free_space
from battlesim.table.events import MarkerRemoved, Moved, Travel
from battlesim.table.ids import SideKey
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.words import Ref, say

from .state import MINE, REACTED, Game, MineSprung, Skirmish

MOVE, SPRUNG, REACT = "TOY-MOVE-01", "TOY-MINE-01", "TOY-REACT-01"
SHOOT, HIT = "TOY-GUN-01", "TOY-GUN-02"
STRIDE = 4.0
RANGE = 10.0
MINE_REACH = 1.0
STAY = "stay"
HOLD = "hold"
COMPASS = {"e": 0, "ne": 45, "n": 90, "nw": 135, "w": 180, "sw": 225, "s": 270, "se": 315}


def next_step(state: Skirmish) -> Step | Outcome:
    """An activation while somebody is left to act, else the turn passes."""
    ended = sides.ending(state, sides.left(state))
    return ended or Step("activate" if sides.waiting(state) else "pass_turn")


def pass_turn(play: Play[Game]) -> None:
    """The next side's turn; its troopers may react again."""
    _, side = turns.following(play.state.game)
    set_mark(play, [p.id for p in play.state.table.of_side(SideKey(side))], REACTED, 0, "TOY-REACT-02")
    turns.begin_next(play, "TOY-TURN-01", str)


def activate(play: Play[Game]) -> Script[None]:
    """One trooper moves, is reacted to, and shoots."""
    chosen = yield from sides.who_acts(play, "Which trooper acts?", rule="TOY-TURN-02")
    yield from move(play, chosen)
    yield from react(play, chosen)
    if play.state.table.piece(chosen).spot:
        yield from shoot(play, chosen)


def steps(table: Table, piece: Piece) -> dict[str, OnTable]:
    """Where one stride takes a trooper: on the table and clear of all bases."""
    (x, y), found = piece.xy, dict[str, OnTable]()
    space = free_space(table, piece.radius, (), [p for p in table.standing() if p.id != piece.id])
    for key, angle in COMPASS.items():
        turn = math.radians(angle)
        end = (round(x + STRIDE * math.cos(turn), 3), round(y + STRIDE * math.sin(turn), 3))
        if not space.faults(end):
            found[key] = OnTable(*end, float(angle))
    return found


def move(play: Play[Game], mover: str) -> Script[None]:
    """Move one stride or stay; a mine at the end of it goes off."""
    piece = play.state.table.piece(mover)
    ends = steps(play.state.table, piece)
    options = [Option(STAY, "stay"), *(Option(key, f"one stride {key.upper()}") for key in ends)]
    way = yield from play.one("move", piece.side, "Move where?", options, rule=MOVE, about=mover, least=STAY)
    if way.key == STAY:
        return
    end = ends[way.key]
    play.emit(Moved(rule=MOVE, parts=(Travel(mover, piece.place, end, (piece.xy, (end.x, end.y))),)))
    for marker in list(play.state.table.markers.values()):
        away = math.dist((end.x, end.y), (marker.x, marker.y)) - piece.radius
        if marker.kind == MINE and marker.side != piece.side and within(away, MINE_REACH):
            play.emit(MarkerRemoved(rule=SPRUNG, marker=marker))
            play.emit(MineSprung(rule=SPRUNG, side=marker.side))
            yield from hit(play, mover, "", SPRUNG)


def react(play: Play[Game], mover: str) -> Script[None]:
    """Enemies in range of a mover may each shoot once before their next turn."""
    piece = play.state.table.piece(mover)
    for enemy in sorted(p.id for p in enemies(play.state, piece.side)):
        reactor, target = play.state.table.piece(enemy), play.state.table.piece(mover)
        if not target.spot or reactor.has(REACTED) or not within(gap(play.state, enemy, mover), RANGE):
            continue
        words = f"{reactor.name}: shoot at {target.name}?"
        if (yield from play.yes("react", reactor.side, words, rule=REACT, about=enemy)):
            set_mark(play, [enemy], REACTED, 1, REACT)
            yield from hit(play, mover, enemy, HIT)


def shoot(play: Play[Game], shooter: str) -> Script[None]:
    """One shot at an enemy in range, or none."""
    state, piece = play.state, play.state.table.piece(shooter)
    targets = [p for p in enemies(state, piece.side) if within(gap(state, shooter, p.id), RANGE)]
    if not targets:
        play.remark("shot", "nobody is in range", about=shooter)
        return
    options = [Option(HOLD, "hold fire"), *by_name(targets)]
    target = yield from play.one(
        "target", piece.side, "Shoot at whom?", options, rule=SHOOT, about=shooter, least=HOLD
    )
    if target.key != HOLD:
        yield from hit(play, target.key, shooter, HIT)


def gun(state: Skirmish) -> Against:
    """The die of a shot or a mine; enough, and its target is lost."""
    return at_least(state.game.needs, HIT, result="kill")


def hit(play: Play[Game], target: str, by: str, rule: str) -> Script[None]:
    """One die at a target, by a trooper or the mine."""
    words = say("{} at {}", Ref(by) if by else "the mine", Ref(target))
    if (yield from roll(play, alone(gun(play.state)), words, rule=rule, by=by)):
        take_off(play, target, rule, by)


SCRIPTS = {"activate": activate, "pass_turn": pass_turn}
