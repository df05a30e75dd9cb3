"""Impact markers in games with hidden units: a mission's true marker lies among false ones."""

from __future__ import annotations

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.pieces import allocate_id_number
from battlesim.table.events import MarkerPlaced, MarkerRemoved
from battlesim.table.ids import MarkerId
from battlesim.table.pieces import Marker
from battlesim.table.units import Unit

from ..core.lookups import unit_rules
from ..core.marks import IMPACT
from ..core.state import Battery, Battle, Game, Mission
from .points import REQUESTS, point_decision

FALSE_MARKERS = 2


def is_hidden_play(state: Battle) -> bool:
    """Return whether any side started the battle with hidden units."""
    hides = any(unit_rules(unit).hidden for unit in state.table.units.values())
    return state.game.parameters.hides_units and hides


def lay_impact_markers(play: Play[Game], unit: Unit, battery: Battery, mission: Mission) -> Script[Mission]:
    """Ask for two false points, and place a marker at each point in a secret order."""
    points: list[Point] = [mission.at]
    for number in range(FALSE_MARKERS):
        text = f"Where is false marker {number + 1} to lie?"
        decision = point_decision(play.state, unit, battery, mission.warhead, "false_impact", text)
        decision = msgspec.structs.replace(decision, taken=tuple(points))
        points.append((yield from play.ask(decision)))
    markers = list[str]()
    while len(points) > 1:
        (face,) = yield from play.roll_dice(
            [len(points)], "the order of the impact markers", rule=REQUESTS, secret=True
        )
        markers.append(_lay_marker(play, unit, points.pop(face - 1)))
    markers.append(_lay_marker(play, unit, points.pop()))
    return msgspec.structs.replace(mission, markers=tuple(markers))


def _lay_marker(play: Play[Game], unit: Unit, at: Point) -> str:
    number = allocate_id_number(play, "impact-", REQUESTS, play.state.table.markers)
    key = f"impact-{number}"
    marker = Marker(MarkerId(key), IMPACT, *at, side=unit.side, name=f"Impact marker {number}")
    play.emit(MarkerPlaced(rule=REQUESTS, marker=marker))
    return key


def take_up_markers(play: Play[Game], mission: Mission) -> None:
    """Remove the impact markers of a mission that arrives."""
    for key in mission.markers:
        play.emit(MarkerRemoved(rule=REQUESTS, marker=play.state.table.markers[MarkerId(key)]))
