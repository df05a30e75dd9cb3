"""Fire support: a Blast at a point that a side sees, on each Special Event card of some scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlaceTemplate
from battlesim.geometry.constants import NO_LIMIT_IN
from battlesim.geometry.shapes import Point, Ring
from battlesim.geometry.templates import Blast
from battlesim.rulings.sight_rules import SightRules
from battlesim.rulings.template_coverage import caught_ids, place_template
from battlesim.table.events import TemplatePlaced
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..actions.shoot_action import with_end_of_combats
from ..attack.blasts import blast_grade
from ..attack.losses import choose_casualties, remove_figures
from ..attack.shooting import roll_pool
from ..core.lookups import DicePool, faction_of, figures_of, groups_of
from ..core.state import Battle, Game
from ..core.terrain import area_ids, kind_of
from ..core.vehicles import carrier_of, exposed_bases
from ..ground.sight import sight_rules
from ..ground.templates import BLAST_RADIUS_IN

SUPPORT = "MT-UNIT-10"
NAME = "Fire support"


class CaughtGroup(NamedTuple):
    """A group with the figures of it that a Blast catches, and its protection."""

    group: UnitId
    figures: list[Piece]
    grade: int


def call_support(play: Play[Game], side: SideKey) -> Script[None]:
    """Let a side place a Blast and resolve it, if it has fire support and the scenario grants it."""
    dice = faction_of(play.state, side).support_dice
    if not play.state.game.fire_support or not dice or not groups_of(play.state, side):
        return
    if (yield from play.confirm("support", side, "Call fire support?", rule=SUPPORT)):
        point = yield from play.ask(support_decision(play.state, side))
        yield from with_end_of_combats(play, fire_at(play, side, point, dice))


def support_decision(state: Battle, side: SideKey) -> PlaceTemplate:
    """Return the decision where fire support falls: around a point that a figure of the side sees."""
    ground = state.table.ground
    zone: Ring = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height))
    figures = [figure for unit in groups_of(state, side) for figure in figures_of(state, unit.id)]
    viewers = ((carrier_of(state, figure.id) or figure).id for figure in figures)
    return PlaceTemplate(
        side=side,
        what="support_point",
        prompt="Where does fire support fall?",
        rule=SUPPORT,
        zone=(zone,),
        radius=BLAST_RADIUS_IN,
        viewers=tuple(dict.fromkeys(viewers)),
        sight=ground_point_rules(state),
    )


def ground_point_rules(state: Battle) -> SightRules:
    """Return the rules by which a point of the ground is seen: no group hides it, nor what it lies in."""
    ground = state.table.ground
    within = dict.fromkeys(ground.get(key).kind for key in area_ids(ground) if kind_of(ground.get(key)).hides)
    return msgspec.structs.replace(
        sight_rules(state), groups=False, stands_in=tuple(within), limit=NO_LIMIT_IN, open_units=()
    )


def caught_groups(state: Battle, point: Point) -> list[CaughtGroup]:
    """Return the groups with figures under a Blast, friend or foe; nobody in the air is."""
    placed = place_template(state.table.ground, Blast(*point, BLAST_RADIUS_IN), point)
    exposed = exposed_bases(state)
    bases = {base.id: base for _, base in exposed}
    under = set(caught_ids(state.table, placed, list(bases.values()), "partly"))
    reached = {figure.id for figure, base in exposed if base.id in under}
    found = []
    for unit in state.table.units.values():
        caught = [figure for figure in figures_of(state, unit.id) if figure.id in reached]
        if caught:
            found.append(CaughtGroup(unit.id, caught, blast_grade(state, unit.id)))
    return found


def fire_at(play: Play[Game], side: SideKey, point: Point, dice: int) -> Script[None]:
    """Roll the dice of fire support once, and spend the whole total on each group that it catches."""
    caught = caught_groups(play.state, point)
    ids = tuple(figure.id for each in caught for figure in each.figures)
    play.emit(
        TemplatePlaced(rule=SUPPORT, name=NAME, at=point, aimed_at=point, radius=BLAST_RADIUS_IN, caught=ids)
    )
    if not caught:
        return
    faces = yield from roll_pool(play, DicePool(dice, 0, 0), NAME, rule=SUPPORT)
    for each in caught:
        yield from _suffer(play, each, sum(faces), side)


def _suffer(play: Play[Game], hit: CaughtGroup, total: int, by: SideKey) -> Script[None]:
    fallen: Sequence[Piece] = yield from choose_casualties(play, hit.figures, total, hit.grade)
    text = phrase("{}: {} killed by fire support", Ref(hit.group), str(len(fallen)))
    play.log_message(text, rule=SUPPORT)
    remove_figures(play, fallen, by, SUPPORT)
