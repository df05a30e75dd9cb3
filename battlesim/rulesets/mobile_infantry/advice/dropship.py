"""Advice for Mobile Infantry dropships and bombers: fly in, land, wait, leave, and bomb many bugs."""

from __future__ import annotations

import math

from battlesim.behaviour.advice import advise_by_score, advise_in_order, advise_move_toward, piece_point
from battlesim.engine.decisions import ChooseOne
from battlesim.engine.position_decisions import ChoosePoint, MoveGroup
from battlesim.engine.ruleset import Advice
from battlesim.geometry.edge_distances import distance_to_segment
from battlesim.geometry.paths import rounded_point
from battlesim.geometry.shapes import Point
from battlesim.table.pieces import Piece

from ..core.lookups import has_trait, model_points
from ..core.marks import FLYING
from ..core.state import BUGS, MI, Battle

ENOUGH_ABOARD_HITS = 30
"""Hit points aboard from which a dropship does not wait for more."""
BOARDING_DISTANCE_IN = 9.0
"""Distance from a landed dropship, in inches, within which it waits for people."""
FLIGHT_LINE_HALF_WIDTH_IN = 1.5
"""Distance from a line of flight, in inches, within which a bug counts as under it."""


def _aboard(view: Battle, ship: str) -> int:
    return sum(p.hits for p in view.table.pieces_aboard(ship))


def _still_coming(view: Battle, ship: Piece) -> bool:
    """Return whether a dropship should wait for people nearby, having space for them and time to wait."""
    at = piece_point(view.table, ship)
    if at is None or view.game.turn >= view.game.parameters.turns - 1:
        return False
    near = [
        p
        for p, spot in model_points(view, MI)
        if p.id != ship.id and math.dist(spot, at) <= BOARDING_DISTANCE_IN
    ]
    return bool([p for p in near if p.place != ship.place]) and _aboard(view, ship.id) < ENOUGH_ABOARD_HITS


def dropship_actions(view: Battle, ship: Piece) -> list[tuple[str, str]]:
    """Return the preferred actions of a dropship, each with its reason.

    In the air, it flies in or leaves; on the ground, it waits and fires while models board, then takes off.
    """
    landed = ship.table_position is not None and not ship.has_mark(FLYING)
    if landed and (_still_coming(view, ship) or not _aboard(view, ship.id)):
        return [("shoot", "keep them off while people board"), ("end", "wait for more")]
    return [("move", "out with them" if landed else "bring it in"), ("shoot", "fire from the air")]


def _exit(view: Battle, at: Point) -> Point:
    """Return the nearest point of a table edge that a dropship's base can touch."""
    ground, r = view.table.ground, 2.0
    ways = [(at[0], r), (at[0], ground.height - r), (r, at[1]), (ground.width - r, at[1])]
    return min(ways, key=lambda point: math.dist(point, at))


def flight_advice(view: Battle, decision: MoveGroup) -> list[Advice]:
    """Return advice to fly an empty dropship to the landing zone, and a loaded one to the nearest edge."""
    ship = view.table.pieces[decision.motions[0].piece]
    at, zone = piece_point(view.table, ship), view.game.site.landing
    if at is None or zone is None:
        return []
    goal = _exit(view, at) if _aboard(view, ship.id) else (zone.x, zone.y)
    return advise_move_toward(view, decision, goal, "straight there")


def entry_edge_advice(view: Battle, decision: ChoosePoint) -> list[Advice]:
    """Return advice to enter the table over the edge nearest to the landing zone."""
    zone = view.game.site.landing
    if zone is None:
        return []
    point = rounded_point(_exit(view, (zone.x, zone.y)))
    return [Advice(point, 1.0, "the shortest way to the landing zone")]


def landing_advice(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to land an empty dropship, and to leave with a loaded one."""
    ship = decision.about
    wish = "leave" if _aboard(view, ship) else "land"
    return advise_by_score(
        decision, lambda option: float(option.key == wish), lambda option: f"time to {wish}"
    )


def munition_advice(view: Battle, decision: ChooseOne) -> list[Advice]:
    """Return advice to use napalm as long as any is left, then Heat missiles."""
    return advise_in_order(decision, (("napalm", "burn them"), ("heat_missile", "burn them")))


def strike_line_advice(view: Battle, decision: ChoosePoint) -> list[Advice]:
    """Return advice on the ends of a bomber's flight line, over many bugs and few friends."""
    ground, bugs = view.table.ground, [at for p, at in model_points(view, BUGS) if has_trait(p, "bug")]
    friends = [at for _, at in model_points(view, MI)]
    found = []
    along = [((0.0, round(y, 3)), (ground.width, round(y, 3))) for _, y in bugs]
    across = [((round(x, 3), 0.0), (round(x, 3), ground.height)) for x, _ in bugs]
    for entry, leave in (*along, *across):
        under = sum(distance_to_segment(at, entry, leave) <= FLIGHT_LINE_HALF_WIDTH_IN for at in bugs)
        own = sum(distance_to_segment(at, entry, leave) <= FLIGHT_LINE_HALF_WIDTH_IN for at in friends)
        point = entry if decision.begin is None else leave
        if decision.begin is None or math.dist(decision.begin, entry) < 0.01:
            found.append(Advice(point, under - 2.0 * own, f"{under} bugs under the line"))
    return sorted(found, key=lambda advice: -advice.score)[:16]
