"""Tunnels and sewers without a Burrower: down at an entrance, along to another, and up again."""

from __future__ import annotations

import math

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import DiceNeeds, Play, Script
from battlesim.table.ids import MarkerId, UnitId
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Marker

from ..core.events import BelowChanged
from ..core.lookups import combat_of, figures_of, groups_touch, living
from ..core.state import Battle, BelowGround, Game, Network
from ..core.whereabouts import point_below
from .burrowing import is_burrower
from .places import (
    NEAR_HOLE_IN,
    digs,
    entrance_at,
    entrances,
    entrances_beside,
    go_below,
    mark_point,
    own_burrowers,
    same_place,
    squad_groups,
)
from .setting_down import WayOut, has_room, opening_at, set_down_groups

DOWN, ALONG, UP = "MT-SEWR-02", "MT-SEWR-03", "MT-SEWR-04"
DEPLOYS, DIGS_OUT, HOW_FAR = "MT-BURR-07", "MT-GAP-59", "MT-GAP-67"
BESIDE_IN = 1.0
FAR_IN = 16.0
ACTIONS_UP = 2
SUCCESS = 6


def network_of(state: Battle, group: UnitId) -> Network | None:
    """Return the tunnel network that a group may use: the holes if it digs, else any sewers.

    Rules: MT-SEWR-01.
    """
    if digs(state, group):
        return "hole"
    return state.game.sewers or None


def ways_down(state: Battle, group: UnitId) -> list[Marker]:
    """Return the entrances where a group could go down; groups that dig must touch theirs."""
    network = network_of(state, group)
    if network is None:
        return []
    return entrances_beside(state, group, network, 0.0 if digs(state, group) else BESIDE_IN)


def may_go_down(state: Battle, group: UnitId) -> bool:
    """Return whether a group may go down, being beside an entrance and without a Burrower to carry it."""
    if is_burrower(state, group) or own_burrowers(state, group):
        return False
    return bool(ways_down(state, group))


def why_cannot_go_down(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot go down where it stands, or "" if it can."""
    return "it is locked in a fight" if combat_of(state, group) else ""


def chosen_entrance(
    play: Play[Game], group: UnitId, found: list[Marker], prompt: str, rule: str
) -> Script[Marker]:
    """Let the side of a group choose among several entrances; a single one is taken without asking."""
    if len(found) == 1:
        return found[0]
    options = [Option(marker.id, marker.name or marker.id, (marker.id,), rule=rule) for marker in found]
    side = play.state.table.units[group].side
    answer = yield from play.choose_one("entrance", side, prompt, options, rule=rule, about=group)
    return play.state.table.markers[MarkerId(answer.key)]


def go_down(play: Play[Game], group: UnitId) -> Script[None]:
    """Take a group down an entrance, with the digging groups of its squad that stand beside it."""
    network = network_of(play.state, group)
    assert network is not None, "there is a network"
    found = ways_down(play.state, group)
    marker = yield from chosen_entrance(play, group, found, "Go down where?", DOWN)
    own = figures_of(play.state, group)
    along = [
        other
        for other in (squad_groups(play.state, group) if digs(play.state, group) else ())
        if not combat_of(play.state, other) and groups_touch(play.state, other, own, NEAR_HOLE_IN)
    ]
    for each in (group, *along):
        go_below(play, each, network, (marker.x, marker.y), DOWN)


def ways_along(state: Battle, group: UnitId) -> list[Marker]:
    """Return the entrances of its network beneath which a group can move with one action."""
    at, reach = point_below(state, group), state.game.parameters.sewer_reach
    others = [m for m in entrances(state, state.game.below[group].network) if math.dist((m.x, m.y), at) > 0.0]
    if reach == "near":
        return [m for m in others if math.dist((m.x, m.y), at) <= FAR_IN]
    if reach == "nearest_two":
        return sorted(others, key=lambda m: (math.dist((m.x, m.y), at), m.id))[:2]
    return others


def may_go_along(state: Battle, group: UnitId) -> bool:
    """Return whether a group underground may move by itself, which an option forbids to those that dig."""
    if is_burrower(state, group) or own_burrowers_below(state, group):
        return False
    return not digs(state, group) or state.game.parameters.tunnels_alone


def own_burrowers_below(state: Battle, group: UnitId) -> list[UnitId]:
    """Return the Burrowers of a group's squad that are underground with it and would carry it."""
    return [other for other in own_burrowers(state, group) if same_place(state, group, other)]


def why_cannot_go_along(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot move underground, or "" if it can."""
    return "" if ways_along(state, group) else "there is no other entrance within reach"


def go_along(play: Play[Game], group: UnitId) -> Script[None]:
    """Move a group underground to beneath another entrance of its network, with its squad if it digs."""
    found = ways_along(play.state, group)
    marker = yield from chosen_entrance(play, group, found, "To beneath which entrance?", ALONG)
    for each in (group, *squad_below(play.state, group)):
        mark_point(play, each, (marker.x, marker.y), HOW_FAR)
        below = play.state.game.below[each]
        if below.open or below.paid:
            play.emit(BelowChanged(rule=ALONG, group=each, below=BelowGround(below.network)))


def squad_below(state: Battle, group: UnitId) -> list[UnitId]:
    """Return the other groups of a digging squad that are underground with a group, except Burrowers."""
    if not digs(state, group):
        return []
    others = squad_groups(state, group)
    return [other for other in others if same_place(state, group, other) and not is_burrower(state, other)]


def is_open_above(state: Battle, group: UnitId) -> bool:
    """Return whether a group has an opening above it: an entrance, or where its Burrower came up."""
    below = state.game.below[group]
    return below.open or entrance_at(state, point_below(state, group), below.network) is not None


def leads_deployment(state: Battle, group: UnitId) -> bool:
    """Return whether a group pays the action of coming up, as the first of its squad underground does."""
    if is_burrower(state, group) or not digs(state, group):
        return False
    order = [unit for unit in state.table.units if unit in (group, *squad_below(state, group))]
    return order[0] == group


def why_cannot_deploy(state: Battle, group: UnitId) -> AnyText:
    """Return why a squad below cannot deploy, or "" if it can; its Burrower may be above or below.

    Rules: MT-BURR-11.
    """
    if not is_open_above(state, group):
        return "no hole is open above it"
    groups = (group, *squad_below(state, group))
    opening = opening_at(state, group, point_below(state, group))
    return "" if has_room(state, groups, opening) else "there is no room for all of them"


def deploy(play: Play[Game], group: UnitId) -> Script[None]:
    """Place a squad around the opening above it, all its groups with one action."""
    point = point_below(play.state, group)
    groups = (group, *squad_below(play.state, group))
    openings = {each: opening_at(play.state, each, point) for each in groups}
    yield from set_down_groups(play, openings, DEPLOYS)


def may_dig_out(state: Battle, group: UnitId) -> bool:
    """Return whether a squad has to dig itself out, with nothing open above it and no Burrower left."""
    return (
        leads_deployment(state, group) and not is_open_above(state, group) and not own_burrowers(state, group)
    )


def dig_out(play: Play[Game], group: UnitId) -> Script[None]:
    """Roll a die for each figure of a squad underground; any 6 brings it up where it is, without a hole."""
    groups = (group, *squad_below(play.state, group))
    dice = sum(len(living(play.state, each)) for each in groups)
    needs = DiceNeeds("", lambda faces: (), came=lambda faces: "it works" if SUCCESS in faces else "no six")
    why = phrase("{group} digs itself out", Ref(group))
    faces = yield from play.roll_dice((6,) * dice, why, rule=DIGS_OUT, by=group, needs=needs)
    if SUCCESS in faces:
        point = point_below(play.state, group)
        opening = WayOut(point, anywhere=not has_room(play.state, groups, WayOut(point)))
        yield from set_down_groups(play, dict.fromkeys(groups, opening), DIGS_OUT)


def may_climb_out(state: Battle, group: UnitId) -> bool:
    """Return whether a group underground can come up through an entrance of the sewers."""
    return not digs(state, group)


def why_cannot_climb_out(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot come up through the entrance above it, or "" if it can."""
    if not is_open_above(state, group):
        return "no entrance is open above it"
    opening = WayOut(point_below(state, group))
    return "" if has_room(state, [group], opening) else "there is no room for all of them"


def climb_out(play: Play[Game], group: UnitId) -> Script[None]:
    """Pay one of the two actions of coming up; with the second, the group is placed around the entrance."""
    below = play.state.game.below[group]
    if below.paid + 1 < ACTIONS_UP:
        paid = msgspec.structs.replace(below, paid=below.paid + 1)
        play.emit(BelowChanged(rule=UP, group=group, below=paid))
        play.log_message(phrase("{group} begins to climb out", Ref(group)), by=group, rule=UP)
        return
    yield from set_down_groups(play, {group: WayOut(point_below(play.state, group))}, UP)
