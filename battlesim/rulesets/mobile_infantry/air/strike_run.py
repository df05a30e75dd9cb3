"""Strike runs of Thunderbolt bombers, the very end of the MI turn."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from battlesim.engine.moves import ChoosePoint
from battlesim.engine.option import Option, closed, shut_last
from battlesim.engine.play import Play, Script
from battlesim.engine.ruleset import Step
from battlesim.geometry.arcs import bearing
from battlesim.geometry.measure import point_to_segment
from battlesim.geometry.shapes import Point
from battlesim.mechanics.deployment import edges
from battlesim.mechanics.pieces import gap, standing, within
from battlesim.mechanics.turns import add
from battlesim.table.events import PiecesAdded, PiecesRemoved, Said
from battlesim.table.ids import UnitId
from battlesim.table.pieces import OnTable, Piece
from battlesim.table.words import say

from ..aftermath import chains
from ..attack import area
from ..attack.ways import AIRSTRIKE
from ..core.facts import entrances, models, new_piece
from ..core.marks import FLYING
from ..core.profiles import profile, weapons
from ..core.state import BUGS, MI, Battle, Game
from ..core.words import some
from . import interception
from .interception import Line

LINE = "MI-AIR-02"
BOMBER = "MI-AIR-03"
RELEASE = "MI-AIR-04"
LOAD = "MI-AIR-10"
NO = "no"
RELEASES = 2
SECOND_BLAST = 6.0
LOADED: Mapping[str, str] = {"napalm": "napalm_used", "heat_missile": "heat_used"}


def next_step(state: Battle) -> Step | None:
    """A run that was granted in this turn and is still to be flown or let go."""
    game = state.game
    return Step("strike_run") if game.count("runs_granted") > game.count("runs_flown") else None


def load(state: Battle, munition: str) -> int:
    """How many of a munition a run has: 2 each, fresh for every run or for all runs together."""
    carried = weapons()[munition].ammo
    used = state.game.count(LOADED[munition]) if state.game.parameters.load_for_all_runs else 0
    return max(0, carried - used)


def strike_run(play: Play[Game]) -> Script[None]:
    """One run: munition, line, interception, releases; a fresh Thunderbolt is on the table for it alone."""
    play = play.under("MI-AIR-01")
    munition = yield from _munition(play)
    add(play, "runs_flown", 1)
    if munition == NO:
        return
    line = yield from _line(play)
    add(play, "serial", 1, AIRSTRIKE)
    plane = bomber(play.state, line)
    play.emit(PiecesAdded(rule=BOMBER, pieces=(plane,)))
    if (yield from interception.offer(play, plane.id, line)):
        yield from _release_all(play, plane.id, munition, line)
    if plane.id in play.state.table.pieces:
        play.emit(PiecesRemoved(rule=BOMBER, pieces=(play.state.table.piece(plane.id),)))


def _munition(play: Play[Game]) -> Script[str]:
    """One type of munition for the whole run."""
    kinds = []
    for key in LOADED:
        name, left = weapons()[key].name, load(play.state, key)
        used_up = closed(key, name, "all are used up", AIRSTRIKE)
        open_to = Option(key, f"{name} (up to {min(RELEASES, left)})", rule="MI-AIR-05")
        kinds.append(open_to if left else used_up)
    options = shut_last((*kinds, Option(NO, "Let the run go")))
    return (yield from play.one("strike", MI, "Strike run: which munition?", options, least=NO)).key


def _line(play: Play[Game]) -> Script[Line]:
    """Entry and exit, two different points on the edge of the table."""
    lines = edges(play.state.table.ground)
    ask = partial(ChoosePoint, side=MI, what="line", rule=LINE, lines=lines)
    start = yield from play.ask(ask(prompt="Where does the bomber enter?"))
    end = yield from play.ask(ask(prompt="Where does the bomber leave?", begin=start))
    return (start, end)


def bomber(state: Battle, line: Line) -> Piece:
    """The Thunderbolt of a run as it comes in."""
    x0, y0 = line[0]
    facing = round(bearing(*line), 3)
    id, place = f"thunderbolt-{state.game.count('serial')}", OnTable(round(x0, 3), round(y0, 3), facing)
    name = profile("thunderbolt").name
    return new_piece("thunderbolt", id, name, MI, UnitId("air support"), place).with_mark(FLYING)


def heading(bomber: Piece) -> Line:
    """The line of flight from where a bomber came in, the way it faces; its length does not matter."""
    (x, y), at = bomber.xy, bomber.spot
    assert at is not None
    angle = math.radians(at.facing)
    return ((x, y), (x + 10.0 * math.cos(angle), y + 10.0 * math.sin(angle)))


def under(state: Battle, line: Line, after: float = -math.inf) -> list[tuple[float, str]]:
    """Enemy models whose base the line cuts or touches, in the order reached.

    Each with how far along the line its middle lies, in inches; those before `after` are left out.
    """
    bugs = [p for p in (*models(state, BUGS), *entrances(state)) if p.spot is not None]
    touched = [p for p in bugs if within(point_to_segment(p.xy, *line), p.radius)]
    found = [(_along(line, p.xy), p.id) for p in touched]
    return sorted((along, name) for along, name in found if within(after, along))


def _along(line: Line, point: Point) -> float:
    """How far along a line a point lies, in inches: the one measure of the order in which it is reached."""
    (x0, y0), (x1, y1) = line
    along = (point[0] - x0) * (x1 - x0) + (point[1] - y0) * (y1 - y0)
    return round(along / math.dist(*line), 6)


def _release_all(play: Play[Game], bomber: str, munition: str, line: Line) -> Script[None]:
    """Up to two releases as targets are reached; each blast of a Persistent munition leaves smoke."""
    play, after = play.under(RELEASE), -math.inf
    for number in range(min(RELEASES, load(play.state, munition))):
        reached = {name: along for along, name in under(play.state, line, after)}
        if not reached:
            return
        options = (*_options(play.state, tuple(reached), munition), Option(NO, "Release nothing (more)"))
        prompt = f"Release {number + 1} of {RELEASES}: on what?"
        target = (yield from play.one("target", MI, prompt, options, about=bomber)).key
        if target == NO:
            return
        after = reached[target]
        targets = yield from _aims(play, bomber, munition, target, tuple(reached))
        add(play, LOADED[munition], 1, LOAD)
        words = say("{} on {}", weapons()[munition].name, some(tuple(dict.fromkeys(targets))))
        play.emit(Said(text=words, by=bomber, at=targets))
        spots = dict.fromkeys(play.state.table.piece(t).xy for t in targets)
        clouds = [area.lay_smoke(play, *spot) for spot in spots] if weapons()[munition].persistent else []
        dice = area.bomb_dice(play.state, munition, bomber, targets, heading(play.state.table.piece(bomber)))
        yield from chains.settle(play, dice, "bomb", fresh=clouds)


def _aims(
    play: Play[Game], bomber: str, munition: str, first: str, reached: Sequence[str]
) -> Script[tuple[str, ...]]:
    """The target of each blast: the second on a model under the line within 6 in of the first."""
    if weapons()[munition].blasts < 2:
        return (first,)
    near = [p for p in standing(play.state, reached) if within(gap(play.state, first, p), SECOND_BLAST)]
    if near == [first]:
        return (first, first)
    prompt, options = "Where does the second blast go?", _options(play.state, near, munition)
    play = play.under(AIRSTRIKE)
    second = yield from play.one("second_target", MI, prompt, options, about=bomber, least=first)
    return (first, second.key)


def _options(state: Battle, ids: Sequence[str], munition: str) -> tuple[Option, ...]:
    name = weapons()[munition].name
    known = state.table.piece
    return tuple(Option(p, known(p).name, (p,), name, RELEASE, act=munition) for p in ids)
