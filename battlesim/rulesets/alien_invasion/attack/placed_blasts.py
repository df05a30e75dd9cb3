"""Blasts that are placed around a point which a side sees: fire support, grenades, bombs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import figures_of
from ..core.state import Battle, Game
from ..core.terrain import area_ids
from ..core.vehicles import carrier_of, exposed_bases
from ..ground.sight import sight_rules
from ..ground.templates import BLAST_RADIUS_IN
from .blasts import blast_grade
from .losses import choose_casualties, remove_figures
from .shooting import roll_total


class CaughtGroup(NamedTuple):
    """A group, with its figures that a Blast catches and its protection."""

    group: UnitId
    figures: list[Piece]
    grade: int


def blast_decision(
    state: Battle,
    side: SideKey,
    figures: Iterable[Piece],
    what: str,
    prompt: AnyText,
    rule: str,
    about: str = "",
) -> PlaceTemplate:
    """Return the decision on where a Blast falls: around a point that one of the given figures sees."""
    ground = state.table.ground
    zone: Ring = ((0.0, 0.0), (ground.width, 0.0), (ground.width, ground.height), (0.0, ground.height))
    viewers = ((carrier_of(state, figure.id) or figure).id for figure in figures)
    return PlaceTemplate(
        side=side,
        what=what,
        prompt=prompt,
        rule=rule,
        about=about,
        zone=(zone,),
        radius=BLAST_RADIUS_IN,
        viewers=tuple(dict.fromkeys(viewers)),
        sight=ground_point_rules(state),
    )


def ground_point_rules(state: Battle) -> SightRules:
    """Return the sight rules for a point on the ground, which neither groups nor its own terrain hide."""
    ground = state.table.ground
    within = dict.fromkeys(ground.get(key).kind for key in area_ids(ground))
    return msgspec.structs.replace(
        sight_rules(state), groups=False, stands_in=tuple(within), limit=NO_LIMIT_IN, open_units=()
    )


def caught_groups(state: Battle, point: Point) -> list[CaughtGroup]:
    """Return the groups with figures under a Blast, friend or foe, except those in the air."""
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


def drop_blast(
    play: Play[Game], side: SideKey, point: Point, dice: int, name: str, rule: str
) -> Script[None]:
    """Roll the dice of a Blast once, and apply the whole total to each group that it catches."""
    caught = caught_groups(play.state, point)
    ids = tuple(figure.id for each in caught for figure in each.figures)
    play.emit(
        TemplatePlaced(rule=rule, name=name, at=point, aimed_at=point, radius=BLAST_RADIUS_IN, caught=ids)
    )
    if not caught:
        return
    faces = yield from roll_total(play, dice, name, rule=rule)
    for each in caught:
        fallen: Sequence[Piece] = yield from choose_casualties(play, each.figures, sum(faces), each.grade)
        text = phrase("{group}: {number} killed by {blast}", Ref(each.group), str(len(fallen)), name.lower())
        play.log_message(text, rule=rule)
        remove_figures(play, fallen, side, rule)
