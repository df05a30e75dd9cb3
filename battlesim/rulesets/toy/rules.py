"""The rules of the toy, from top to bottom: turns, activation, move, mine, reaction, gun. Inches."""

from __future__ import annotations

import math
from collections.abc import Iterator

from battlesim.engine.decisions import ChooseOne
from battlesim.engine.option import Option, by_name, shut_last, unless
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.mechanics import sides, turns
from battlesim.mechanics.chance import Against, alone, at_least, roll
from battlesim.mechanics.pieces import enemies, gap, set_mark, take_off, within
from battlesim.rulings.measure import too_far
from battlesim.rulings.placing import free_space, in_words
from battlesim.table.events import MarkerRemoved, Moved, Travel
from battlesim.table.ids import SideKey
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.state import Table
from battlesim.table.words import Ref, Words, say

from .state import MINE, REACTED, Game, MineSprung, Skirmish

ACTS, MOVE, SPRUNG, REACT = "TOY-TURN-02", "TOY-MOVE-01", "TOY-MINE-01", "TOY-REACT-01"
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
    chosen = yield from sides.who_acts(play, "Which trooper acts?", rule=ACTS)
    yield from move(play, chosen)
    yield from react(play, chosen)
    if play.state.table.piece(chosen).spot:
        yield from shoot(play, chosen)


def strides(table: Table, piece: Piece) -> dict[str, OnTable]:
    """Where one stride would take a trooper, each way of the compass."""
    (x, y), found = piece.xy, dict[str, OnTable]()
    for key, angle in COMPASS.items():
        turn = math.radians(angle)
        end = (round(x + STRIDE * math.cos(turn), 3), round(y + STRIDE * math.sin(turn), 3))
        found[key] = OnTable(*end, float(angle))
    return found


def way(state: Skirmish, mover: str) -> ChooseOne:
    """Where a trooper moves: one stride to a place on the table and clear of all bases, or none."""
    table, piece = state.table, state.table.piece(mover)
    space = free_space(table, piece.radius, (), [p for p in table.standing() if p.id != piece.id])
    options = (
        unless(in_words(space.faults((end.x, end.y))), Option(key, f"one stride {key.upper()}"))
        for key, end in strides(table, piece).items()
    )
    return ChooseOne(
        side=piece.side,
        what="move",
        prompt="Move where?",
        rule=MOVE,
        about=mover,
        options=shut_last((Option(STAY, "stay"), *options)),
        least=STAY,
    )


def move(play: Play[Game], mover: str) -> Script[None]:
    """Move one stride or stay; a mine at the end of it goes off."""
    piece, chosen = play.state.table.piece(mover), (yield from play.ask(way(play.state, mover)))
    if chosen == STAY:
        return
    end = strides(play.state.table, piece)[chosen]
    play.emit(Moved(rule=MOVE, parts=(Travel(mover, piece.place, end, (piece.xy, (end.x, end.y))),)))
    for marker in list(play.state.table.markers.values()):
        away = math.dist((end.x, end.y), (marker.x, marker.y)) - piece.radius
        if marker.kind == MINE and marker.side != piece.side and within(away, MINE_REACH):
            play.emit(MarkerRemoved(rule=SPRUNG, marker=marker))
            play.emit(MineSprung(rule=SPRUNG, side=marker.side))
            yield from hit(play, mover, "", SPRUNG)


def no_reaction(state: Skirmish, reactor: Piece, mover: str) -> Words:
    """Why a trooper may not shoot at one that has moved; "" where it may."""
    if reactor.has(REACTED):
        return "it has reacted since its last turn"
    return too_far(gap(state, reactor.id, mover), RANGE)


def react(play: Play[Game], mover: str) -> Script[None]:
    """Enemies in range of a mover may each shoot once before their next turn."""
    piece = play.state.table.piece(mover)
    for enemy in sorted(p.id for p in enemies(play.state, piece.side)):
        reactor, target = play.state.table.piece(enemy), play.state.table.piece(mover)
        if not target.spot or no_reaction(play.state, reactor, mover):
            continue
        words = f"{reactor.name}: shoot at {target.name}?"
        if (yield from play.yes("react", reactor.side, words, rule=REACT, about=enemy)):
            set_mark(play, [enemy], REACTED, 1, REACT)
            yield from hit(play, mover, enemy, HIT)


def aim(state: Skirmish, shooter: str) -> ChooseOne:
    """At whom a trooper shoots: an enemy in range, or nobody."""
    piece = state.table.piece(shooter)
    targets = by_name(enemies(state, piece.side))
    options = (unless(too_far(gap(state, shooter, one.key), RANGE), one) for one in targets)
    return ChooseOne(
        side=piece.side,
        what="target",
        prompt="Shoot at whom?",
        rule=SHOOT,
        about=shooter,
        options=shut_last((Option(HOLD, "hold fire"), *options)),
        least=HOLD,
    )


def shoot(play: Play[Game], shooter: str) -> Script[None]:
    """One shot at an enemy in range, or none."""
    question = aim(play.state, shooter)
    if len(question.open) == 1:
        play.remark("shot", "nobody is in range", about=shooter)
        return
    target = yield from play.ask(question)
    if target != HOLD:
        yield from hit(play, target, shooter, HIT)


def offers(state: Skirmish, trooper: str) -> Iterator[ChooseOne]:
    """What a trooper is asked in its activation, and the shots it may answer enemies with."""
    piece = state.table.piece(trooper)
    if not piece.spot:
        return
    yield sides.acts(state, piece, ACTS)
    yield from (way(state, trooper), aim(state, trooper))
    foes = by_name(enemies(state, piece.side))
    yield ChooseOne(
        side=piece.side,
        what="react",
        prompt="Shoot at one that has moved?",
        rule=REACT,
        about=trooper,
        options=tuple(unless(no_reaction(state, piece, foe.key), foe) for foe in foes),
    )


def gun(state: Skirmish) -> Against:
    """The die of a shot or a mine; enough, and its target is lost."""
    return at_least(state.game.needs, HIT, result="kill")


def hit(play: Play[Game], target: str, by: str, rule: str) -> Script[None]:
    """One die at a target, by a trooper or the mine."""
    words = say("{} at {}", Ref(by) if by else "the mine", Ref(target))
    if (yield from roll(play, alone(gun(play.state)), words, rule=rule, by=by)):
        take_off(play, target, rule, by)


SCRIPTS = {"activate": activate, "pass_turn": pass_turn}
