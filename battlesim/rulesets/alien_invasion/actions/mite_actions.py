"""Mites: a Controller explodes them or takes others over; those without one charge the nearest enemy."""

from __future__ import annotations

import math

import msgspec

from battlesim.behaviour.forced_acts import announce_forced_act
from battlesim.engine.option import Option, piece_options
from battlesim.engine.play import Play, Script
from battlesim.mechanics.turns import change_counter
from battlesim.rulings.measured_move import StraightRun, straight_run
from battlesim.rulings.movement import Motion, leg_toward
from battlesim.rulings.movement_data import MeasuredMotion
from battlesim.table.events import UnitChanged
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.levels import standing_place
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..attack.blasts import explode_chain
from ..contact.carrying_out import place_group
from ..contact.locks import lock_groups
from ..core.group_action import GroupAction
from ..core.lookups import (
    combat_of,
    controller_of,
    enemy_figures,
    figures_of,
    groups_of,
    is_controlled_kind,
    is_wild,
    squad_of,
)
from ..core.state import Battle, Game
from ..ground.motion import group_motions
from .move_action import reached_groups
from .shoot_action import with_end_of_combats

EXPLODE_KEY = "explode"
EXPLODES, CONDITIONS = "MT-MITE-04", "MT-GAP-52"
CHARGES, NEAREST, FORCED, WILLING = "MT-MITE-07", "MT-GAP-54", "MT-MITE-08", "MT-MITE-09"
TAKES_OVER = "MT-GAP-53"
TAKE_OVER_IN = 16.0
WILD_CHARGES = "wild charges"
"""Counter of the charges of uncontrolled Mites with the card in play."""


def own_mites(state: Battle, group: UnitId) -> list[Piece]:
    """Return the Mites on the table that the Controller of a group can explode."""
    controller = controller_of(state, group)
    if controller is None or controller.unit != group:
        return []
    unit = state.table.units[group]
    mites = [o.id for o in groups_of(state, unit.side) if is_controlled_kind(state, o)]
    return [
        piece
        for key in mites
        if squad_of(state, key) == squad_of(state, group)
        for piece in figures_of(state, key)
    ]


def why_cannot_explode(state: Battle, group: UnitId) -> AnyText:
    """Return why a group cannot explode a Mite, or "" if it can; neither sight nor distance matters."""
    return "" if own_mites(state, group) else "it has no Controller, or no Mite on the table"


def explode(play: Play[Game], group: UnitId) -> Script[None]:
    """Explode a chosen Mite, and every other Mite that its blast reaches."""
    mites, side = own_mites(play.state, group), play.state.table.units[group].side
    chosen = mites[0].id
    if len(mites) > 1:
        answer = yield from play.choose_one(
            "mite", side, "Explode which one?", piece_options(mites, EXPLODES), rule=CONDITIONS, about=group
        )
        chosen = answer.key
    yield from with_end_of_combats(play, explode_chain(play, chosen, side))


def wild_groups(state: Battle, side: SideKey) -> list[Unit]:
    """Return the groups of Mites without a Controller that can charge because an enemy can be found."""
    if not enemy_figures(state, side):
        return []
    groups = (unit for unit in groups_of(state, side) if is_wild(state, unit.id))
    return [unit for unit in groups if combat_of(state, unit.id) is None]


def must_charge(state: Battle) -> bool:
    """Return whether the card in play must still give an action to a charge of uncontrolled Mites."""
    card = state.game.card
    if card is None or card.name != "Triple" or state.game.count(WILD_CHARGES):
        return False
    return bool(wild_groups(state, card.side))


def why_cannot_charge(state: Battle, group: UnitId) -> AnyText:
    """Return why uncontrolled Mites cannot charge, or "" if they can."""
    able = {unit.id for unit in wild_groups(state, state.table.units[group].side)}
    return "" if group in able else "they are locked, or there is no enemy to charge"


def charge(play: Play[Game], group: UnitId) -> Script[None]:
    """Make uncontrolled Mites run straight at the nearest enemy, seen or not, but round soft going."""
    change_counter(play, WILD_CHARGES, 1, FORCED)
    yield from charge_nearest(play, group, phrase("{group} charge the nearest enemy", Ref(group)), CHARGES)


def charge_nearest(play: Play[Game], group: UnitId, text: AnyText, rule: str) -> Script[None]:
    """Make a group run straight at the nearest enemy, and lock it in combat with those that it reaches."""
    state = play.state
    run = charge_run(state, group)
    reached = reached_groups(state, run)
    path = tuple(dict.fromkeys((state.table.piece(run.piece).xy, run.start, run.end)))
    announce_forced_act(play, [run.piece], text, paths=[path] if len(path) > 1 else [], rule=rule)
    came_from = state.table.piece(run.piece).xy
    run = yield from place_group(play, group, run, reached, rule=rule, how="move")
    if run.ended == "contact":
        lock_groups(play, group, reached, came_from, run.end)


def charge_run(state: Battle, group: UnitId) -> StraightRun:
    """Return the line of a charge at the nearest enemy; in a tie, the enemy with the lower seat."""
    enemies = enemy_figures(state, state.table.units[group].side)
    motions = {motion.piece: motion for motion in group_motions(state, group)}
    pairs = [
        (math.dist(state.table.piece(key).xy, enemy.xy), key, enemy) for key in motions for enemy in enemies
    ]
    _, lead, enemy = min(pairs, key=lambda pair: round(pair[0], 6))
    motion = motions[lead]
    run = straight_run(state.table, motion, enemy.xy)
    return _round_soft(state, motion, enemy) if run.ended == "obstacle" else run


def _round_soft(state: Battle, motion: MeasuredMotion, enemy: Piece) -> StraightRun:
    """Return the last straight leg of the shortest way round terrain, up to contact."""
    table = state.table
    here = (table.piece(motion.piece).xy,)
    able = Motion(motion.piece, motion.radius, motion.allowance, (here,), blocked=motion.blocked)
    leg = leg_toward(table, able, enemy.xy)
    run = straight_run(table, motion, enemy.xy)
    for point in leg.path[1:] if leg else ():
        run = straight_run(table, motion, point)
        if run.ended == "contact":
            break
        table = table.with_place(run.piece, standing_place(table.ground, *run.end))
    return run


def wild_near(state: Battle, group: UnitId) -> list[Unit]:
    """Return the uncontrolled Mites that are near enough to the Controller of a group to be taken over."""
    controller = controller_of(state, group)
    if controller is None or controller.unit != group or controller.table_position is None:
        return []
    mites = [unit for unit in groups_of(state, controller.side) if is_wild(state, unit.id)]
    return [
        unit
        for unit in mites
        if any(_gap(controller, mite) <= TAKE_OVER_IN for mite in figures_of(state, unit.id))
    ]


def _gap(a: Piece, b: Piece) -> float:
    return round(math.dist(a.xy, b.xy) - a.radius - b.radius, 6)


def why_cannot_take_over(state: Battle, group: UnitId) -> AnyText:
    """Return why a Controller cannot take over any Mites, or "" if it can."""
    return "" if wild_near(state, group) else "no uncontrolled Mites are within 16 in of a Controller"


def take_over(play: Play[Game], group: UnitId) -> Script[None]:
    """Move uncontrolled Mites into the squad of a Controller."""
    mites = wild_near(play.state, group)
    chosen = mites[0].id
    if len(mites) > 1:
        options = [Option(unit.id, unit.name, rule=TAKES_OVER) for unit in mites]
        side = play.state.table.units[group].side
        prompt = "Take over which?"
        answer = yield from play.choose_one("mites", side, prompt, options, rule=TAKES_OVER, about=group)
        chosen = UnitId(answer.key)
    old = play.state.table.units[chosen]
    new = msgspec.structs.replace(old, rules={**old.rules, "squad": squad_of(play.state, group)})
    play.emit(UnitChanged(rule=TAKES_OVER, old=old, new=new))


def _has_mites(state: Battle, group: UnitId) -> bool:
    return bool(own_mites(state, group))


def _may_take_over(state: Battle, group: UnitId) -> bool:
    return state.game.parameters.takes_mites_over and bool(wild_near(state, group))


EXPLODE_ACTION = GroupAction("Explode a Mite", EXPLODES, why_cannot_explode, explode, _has_mites, "anywhere")
CHARGE_ACTION = GroupAction("Charge the nearest", WILLING, why_cannot_charge, charge, is_wild)
TAKE_OVER_ACTION = GroupAction("Take Mites over", TAKES_OVER, why_cannot_take_over, take_over, _may_take_over)
