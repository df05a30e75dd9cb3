"""The rules of the toy, from top to bottom: turns, activation, move, mine, reaction, gun. Inches."""

from __future__ import annotations

import math

from battlesim.engine.decisions import ChooseOne, Confirm
from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Outcome, Step
from battlesim.geometry.constants import QUANTUM, TOL
from battlesim.mechanics import turns
from battlesim.mechanics.chance import Against, alone, at_least, roll
from battlesim.mechanics.pieces import set_mark
from battlesim.mechanics.turns import Acted
from battlesim.table.events import HitsChanged, MarkerRemoved, Moved, Travel
from battlesim.table.ids import SideKey
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.table.state import Table

from .events import MineSprung
from .state import MINE, REACTED, Game, Skirmish

STRIDE = 4.0  # TOY-MOVE-01
RANGE = 10.0  # TOY-GUN-01
MINE_REACH = 1.0  # TOY-MINE-01
STAY = "stay"
HOLD = "hold"
COMPASS = {"e": 0, "ne": 45, "n": 90, "nw": 135, "w": 180, "sw": 225, "s": 270, "se": 315}


def gap(a: Piece, b: Piece) -> float:
    """The distance between two bases, edge to edge, inches."""
    return math.dist(a.xy, b.xy) - a.radius - b.radius


def enemies(table: Table, side: SideKey) -> list[Piece]:
    """The troopers on the table that are not of a side."""
    return [piece for piece in table.standing() if piece.side != side]


def waiting(state: Skirmish) -> list[Piece]:
    """The troopers of the active side that have not acted this turn."""
    return [p for p in state.table.standing() if p.side == state.game.phase and p.id not in state.game.acted]


def scores(state: Skirmish) -> dict[SideKey, float]:
    """Troopers left on the table, by side."""
    standing = [piece.side for piece in state.table.standing()]
    return {side.key: float(standing.count(side.key)) for side in state.table.sides}


def next_step(state: Skirmish) -> Step | Outcome:
    """An activation while somebody is left to act, else the turn passes (TOY-TURN-01, TOY-END-01)."""
    left = scores(state)
    alive = [side for side, count in left.items() if count]
    if len(alive) < 2:
        return Outcome(tuple(alive), left, "nobody else is left")
    if state.game.turn > state.game.turns:
        best = [side for side, count in left.items() if count == max(left.values())]
        return Outcome(tuple(best) if len(best) == 1 else (), left, f"{state.game.turns} turns were played")
    return Step("activate") if waiting(state) else Step("pass_turn")


def pass_turn(play: Play[Game]) -> None:
    """The next side's turn; its troopers may react again (TOY-TURN-01, TOY-REACT-02)."""
    _, side = turns.following(play.state.game)
    set_mark(play, [p.id for p in play.state.table.of_side(SideKey(side))], REACTED, 0, "TOY-REACT-02")
    turns.begin_next(play, "TOY-TURN-01", str)


def activate(play: Play[Game]) -> Script[None]:
    """One trooper moves, is reacted to, and shoots (TOY-TURN-02)."""
    side = SideKey(play.state.game.phase)
    options = tuple(Option(p.id, p.name, (p.id,)) for p in waiting(play.state))
    prompt = "Which trooper acts?"
    chosen = yield from play.ask(
        ChooseOne(side=side, what="piece", prompt=prompt, rule="TOY-TURN-02", options=options)
    )
    play.emit(Acted(rule="TOY-TURN-02", acted=(chosen,)))
    yield from move(play, chosen)
    yield from react(play, chosen)
    if play.state.table.piece(chosen).spot:
        yield from shoot(play, chosen, "Shoot at whom?")


def steps(table: Table, piece: Piece) -> dict[str, OnTable]:
    """Where one stride takes a trooper: on the table and clear of all bases (TOY-MOVE-01)."""
    found: dict[str, OnTable] = {}
    x, y = piece.xy
    for key, angle in COMPASS.items():
        nx = round(x + STRIDE * math.cos(math.radians(angle)), 3)
        ny = round(y + STRIDE * math.sin(math.radians(angle)), 3)
        inside = piece.radius <= nx <= table.ground.width - piece.radius
        inside = inside and piece.radius <= ny <= table.ground.height - piece.radius
        others = (p for p in table.standing() if p.id != piece.id)
        clear = all(math.dist((nx, ny), p.xy) > piece.radius + p.radius - TOL + QUANTUM for p in others)
        if inside and clear:
            found[key] = OnTable(nx, ny, float(angle))
    return found


def move(play: Play[Game], mover: str) -> Script[None]:
    """Move one stride or stay; a mine at the end of it goes off (TOY-MOVE-01, TOY-MINE-01)."""
    piece = play.state.table.piece(mover)
    ends = steps(play.state.table, piece)
    options = (Option(STAY, "stay"), *(Option(key, f"one stride {key.upper()}") for key in ends))
    way = yield from play.ask(
        ChooseOne(
            side=piece.side,
            what="move",
            prompt="Move where?",
            rule="TOY-MOVE-01",
            about=mover,
            options=options,
            least=STAY,
        )
    )
    if way == STAY:
        return
    part = Travel(mover, piece.place, ends[way], (piece.xy, (ends[way].x, ends[way].y)))
    play.emit(Moved(rule="TOY-MOVE-01", parts=(part,)))
    moved = play.state.table.piece(mover)
    for marker in list(play.state.table.markers.values()):
        close = math.dist(moved.xy, (marker.x, marker.y)) <= moved.radius + MINE_REACH + TOL
        if marker.kind == MINE and marker.side != moved.side and close:
            play.emit(MarkerRemoved(rule="TOY-MINE-01", marker=marker))
            play.emit(MineSprung(rule="TOY-MINE-01", side=marker.side))
            yield from hit(play, mover, "the mine", "TOY-MINE-01")


def react(play: Play[Game], mover: str) -> Script[None]:
    """Enemies in range of a mover may each shoot once before their next turn (TOY-REACT-01)."""
    piece = play.state.table.piece(mover)
    for enemy in sorted(p.id for p in enemies(play.state.table, piece.side)):
        reactor, target = play.state.table.piece(enemy), play.state.table.piece(mover)
        if not target.spot or reactor.has(REACTED) or gap(reactor, target) > RANGE + TOL:
            continue
        prompt = f"{reactor.name}: shoot at {target.name}?"
        if (
            yield from play.ask(
                Confirm(side=reactor.side, what="react", prompt=prompt, rule="TOY-REACT-01", about=enemy)
            )
        ):
            set_mark(play, [enemy], REACTED, 1, "TOY-REACT-01")
            yield from hit(play, mover, reactor.name, "TOY-GUN-02")


def shoot(play: Play[Game], shooter: str, prompt: str) -> Script[None]:
    """One shot at an enemy in range, or none (TOY-GUN-01)."""
    piece = play.state.table.piece(shooter)
    targets = [p for p in enemies(play.state.table, piece.side) if gap(piece, p) <= RANGE + TOL]
    if not targets:
        play.remark("shot", "nobody is in range", about=shooter)
        return
    options = (Option(HOLD, "hold fire"), *(Option(p.id, p.name, (p.id,)) for p in targets))
    target = yield from play.ask(
        ChooseOne(
            side=piece.side,
            what="target",
            prompt=prompt,
            rule="TOY-GUN-01",
            about=shooter,
            options=options,
            least=HOLD,
        )
    )
    if target != HOLD:
        yield from hit(play, target, piece.name, "TOY-GUN-02")


def gun(state: Skirmish) -> Against:
    """The die of a shot or a mine; enough, and its target is lost (TOY-GUN-02)."""
    return at_least(state.game.needs, "TOY-GUN-02", result="kill")


def hit(play: Play[Game], target: str, by: str, rule: str) -> Script[None]:
    """One die at a target."""
    if not (yield from roll(play, alone(gun(play.state)), f"{by} at {target}", rule=rule, by=by)):
        return
    piece = play.state.table.piece(target)
    play.emit(HitsChanged(rule=rule, piece=target, old=piece.hits, new=0, by=by))
    lost = Travel(target, piece.place, Off("lost"))
    play.emit(Moved(rule=rule, parts=(lost,), how="remove"))
