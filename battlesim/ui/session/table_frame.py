"""The table at a moment of playback, with moving pieces, lines of fire and losses."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import msgspec

from battlesim.geometry.shapes import Point
from battlesim.render import overlays
from battlesim.render.drawlist import Dot, Glyph, Item, Layer, Stroke
from battlesim.render.palette import side_colour
from battlesim.render.piece_selection import Selection
from battlesim.rulings.tape import segment_between_bases
from battlesim.table.events import Event, HitsChanged, PiecesMoved, PieceTravel
from battlesim.table.ids import UnitId
from battlesim.table.levels import shifted_place, standing_place
from battlesim.table.pieces import Off, OnTable, Piece
from battlesim.table.state import AnyState, Table
from battlesim.ui.session.log_line import LogLine
from battlesim.ui.session.move_phrases import travel_length
from battlesim.ui.session.object_positions import object_position
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.template_frame import template_items
from battlesim.ui.session.view_history import ViewHistory

MAX_FIRE_LINES: Final = 16
TRAIL_DOT_STEP_IN: Final = 0.5
"""Distance in inches between the dots of a trail."""
FIRE_LINE_DELAY_S: Final = 0.03
"""Seconds between the appearance of two lines of fire in a volley."""


@dataclass(frozen=True)
class TableFrame:
    """The table at a moment of the battle, ready to be drawn, with its overlays and the selection."""

    state: AnyState
    table: Table
    overlays: tuple[Item, ...]
    selection: Selection


def current_frame(
    play: Playback,
    hovered: str = "",
    picked: str = "",
    letters: Mapping[UnitId, str] | None = None,
    plain: bool = False,
    spent: frozenset[str] = frozenset(),
) -> TableFrame:
    """Return the table at the current moment with its overlays; `letters` are keyed by unit id.

    `spent` holds the ids of the pieces of activated units.

    A `plain` frame leaves out who fired at what in the last line, while another attack is previewed.
    """
    story = play.history
    state = story.state(play.event_index)
    line = story.lines[play.line]
    table = _on_the_way(state.table, play)
    done = story.events[line.first : play.event_index]
    attack = () if plain else (*template_items(play, table), *_shots(line, story, table, play))
    overlays = (*_crosses(play), *_trails(line, done, play), *_forced(line, state.table, play), *attack)
    actors = () if plain or line.kind == "turn" else line.actors
    chosen = frozenset(actors) | ({picked} if picked else frozenset())
    targets = frozenset(name for name in line.targets if name in table.pieces and not plain)
    hit = play.event
    flash = _flash(hit, table, play) if isinstance(hit, HitsChanged) and not play.reduced_motion else ()
    lit = Selection(chosen, targets, spent=spent, hovered=hovered, letters=letters or {})
    return TableFrame(state, table, (*overlays, *flash), lit)


def ease(t: float) -> float:
    """Return the fraction `t` eased in and out: slow at both ends and fast in the middle."""
    return t * t * (3 - 2 * t)


def point_and_heading(points: tuple[Point, ...], share: float) -> tuple[Point, float]:
    """Return the point at a fraction of a path's length, and the heading there in degrees."""
    lengths = [math.dist(a, b) for a, b in pairwise(points)]
    left = share * sum(lengths)
    for (a, b), long in zip(pairwise(points), lengths, strict=True):
        if long and left <= long:
            t = left / long
            return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t), _way(a, b)
        left -= long
    return points[-1], _way(points[-2], points[-1]) if len(points) > 1 else 0.0


def _way(a: Point, b: Point) -> float:
    return math.degrees(math.atan2(b[1] - a[1], b[0] - a[0]))


def _on_the_way(table: Table, play: Playback) -> Table:
    """Return the table with the pieces of the current move at their points along the path."""
    event = play.event
    if not isinstance(event, PiecesMoved) or not play.event_time_s:
        return table
    share = ease(play.progress)
    moving = [_between(table, part, share) for part in event.parts if _moves(table, part)]
    return table.with_pieces(*moving) if moving else table


def _moves(table: Table, part: PieceTravel) -> bool:
    return len(part.path) > 1 and part.piece in table.pieces


def _between(table: Table, part: PieceTravel, share: float) -> Piece:
    piece = table.pieces[part.piece]
    (x, y), way = point_and_heading(part.path, share)
    if isinstance(part.new, OnTable):
        place = shifted_place(table.ground, part.new, x, y)
    else:
        place = standing_place(table.ground, x, y, way)
    return msgspec.structs.replace(piece, place=place)


def _crosses(play: Playback) -> list[Item]:
    """Return crosses where pieces were removed in the current turn."""
    story, items = play.history, list[Item]()
    now = story.lines[play.line].turn
    for number in range(play.line, -1, -1):
        line = story.lines[number]
        if line.turn < now:
            break
        for at, side in line.graves if line.last <= play.event_index or number < play.line else ():
            items += overlays.removal_cross(*at, side_colour(side))
    return items


def _trails(line: LogLine, done: Sequence[Event], play: Playback) -> list[Item]:
    """Return dots along the paths that pieces have moved in the given events."""
    items: list[Item] = []
    for event in done:
        for part in event.parts if isinstance(event, PiecesMoved) else ():
            if len(part.path) > 1 and not isinstance(part.new, Off):
                dots = max(1, int(travel_length(part) / TRAIL_DOT_STEP_IN))
                places = (point_and_heading(part.path, k / dots)[0] for k in range(dots))
                items += [Dot(Layer.PATH, x, y, 1.5, "bright", 0.8, 0.55) for x, y in places]
    return items


def _forced(line: LogLine, table: Table, play: Playback) -> list[Item]:
    """Return the announced paths of a line, or nothing once the pieces have moved."""
    if line.trails and not any(
        isinstance(event, PiecesMoved) for event in play.history.events[play.event_index : line.last]
    ):
        return []
    piece = next((table.pieces[name] for name in line.actors if name in table.pieces), None)
    colour = side_colour(table.side(piece.side).number) if piece else "cream"
    ways = enumerate(way for way in line.courses if len(way) > 1)
    return [item for k, way in ways for item in overlays.forced_path(way, colour, "" if k else line.text)]


def _shots(line: LogLine, story: ViewHistory, table: Table, play: Playback) -> list[Item]:
    """Return the lines of fire between the bases' edges, with a burst at each piece that was hit."""
    if play.event_index <= line.first:
        return []
    was = story.state(line.first).table
    items: list[Item] = []
    struck: set[str] = set()
    fresh = play.event_index == line.first + 1 and play.event_time_s > 0 and not play.reduced_motion
    many = min(MAX_FIRE_LINES, int(play.event_time_s / FIRE_LINE_DELAY_S) + 1 if fresh else MAX_FIRE_LINES)
    for shot in line.shots[:many]:
        a, b = object_position(was, shot.attacker), object_position(was, shot.target)
        if a is None or b is None or a == b:
            continue
        items.append(
            Stroke(
                Layer.RULER,
                _cut(was, shot.attacker, shot.target, a, b),
                "yellow",
                1.5,
                0.9,
                bed=4.5,
                bed_alpha=0.3,
            )
        )
        if shot.hit and shot.target not in struck:
            struck.add(shot.target)
            items.append(Glyph(Layer.RULER, *b, "burst", "cream", 9))
    return items


def _cut(table: Table, by: str, at: str, a: Point, b: Point) -> tuple[Point, Point]:
    """Return the segment between two bases, from edge to edge."""
    bases = [table.pieces[name].radius if name in table.pieces else 0.0 for name in (by, at)]
    return segment_between_bases(a, b, bases[0], bases[1])


def _flash(event: HitsChanged, table: Table, play: Playback) -> list[Item]:
    at = object_position(table, event.piece)
    if at is None or event.new >= event.old or not play.event_time_s:
        return []
    return [Glyph(Layer.RULER, *at, "burst", "vermillion", 6, table.pieces[event.piece].radius)]
