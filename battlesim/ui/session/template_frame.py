"""Templates during the playback of an attack, drawn first where they are aimed and then where they land."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from battlesim.geometry.shapes import Point, circle
from battlesim.render import overlays
from battlesim.render.drawlist import Item
from battlesim.table.events import TemplatePlaced
from battlesim.table.phrases import length_text, phrase
from battlesim.table.state import Table
from battlesim.ui.session.log_line import LogLine
from battlesim.ui.session.object_positions import object_disc
from battlesim.ui.session.playback import Playback
from battlesim.ui.session.template_phrases import MIN_REPORTED_SCATTER_IN

FLIGHT_FRACTION: Final = 0.6
"""Part of the time of the event in which a template moves from its aim to where it lands."""
CIRCLE_CORNERS: Final = 96


def template_items(play: Playback, table: Table) -> list[Item]:
    """Return the graphics of the templates of the attack that is being shown."""
    items = [item for placed in _landed_templates(play) for item in _items(placed, table, placed.at)]
    event = play.event
    if isinstance(event, TemplatePlaced) and play.event_time_s:
        share = 1.0 if play.reduced_motion else min(1.0, play.progress / FLIGHT_FRACTION)
        (x0, y0), (x1, y1) = event.aimed_at, event.at
        items += _items(event, table, (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share))
    return items


def _landed_templates(play: Playback) -> Iterator[TemplatePlaced]:
    """Yield the placed templates of the current line, or of the attack whose further dice it shows."""
    lines, events, later = play.history.lines, play.history.events, list[LogLine]()
    for number in range(play.line, -1, -1):
        line = lines[number]
        if line.templates:
            for event in events[line.first : min(line.last, play.event_index)]:
                if isinstance(event, TemplatePlaced) and all(_goes_on(event, one) for one in later):
                    yield event
        if line.templates or not line.dice:
            return
        later.append(line)


def _goes_on(placed: TemplatePlaced, line: LogLine) -> bool:
    """Return whether the dice of a line belong to the attack that placed a template."""
    return not line.actors or placed.by in line.actors


def _items(placed: TemplatePlaced, table: Table, at: Point) -> Iterator[Item]:
    """Yield a template at a point, with the line from its aim and, once it lies there, what it catches."""
    off, lies = math.dist(placed.aimed_at, placed.at), at == placed.at
    dx, dy = at[0] - placed.at[0], at[1] - placed.at[1]
    ring = tuple((x + dx, y + dy) for x, y in template_ring(placed))
    text = (
        phrase("{}, {} off", placed.name, length_text(off, 1))
        if off >= MIN_REPORTED_SCATTER_IN
        else placed.name
    )
    yield from overlays.template_area_overlay(((ring,),), text)
    if off >= MIN_REPORTED_SCATTER_IN:
        yield from overlays.drift_line(placed.aimed_at, at)
    piece = table.pieces.get(placed.by)
    discs = ((name, object_disc(table, name)) for name in (placed.caught if lies else ()))
    for name, disc in discs:
        if disc is not None and name in table.pieces:
            yield from overlays.caught_ring(
                *disc, piece is not None and table.pieces[name].side == piece.side
            )


def template_ring(placed: TemplatePlaced) -> tuple[Point, ...]:
    """Return the outline of a placed template."""
    return placed.ring or circle(*placed.at, placed.radius, CIRCLE_CORNERS)
