"""Individuals: which groups they may join, and how they leave them again."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.rulings.piece_gaps import plan_gap
from battlesim.table.events import PieceChanged
from battlesim.table.ids import UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..core.lookups import combat_of, figure_kind, figures_of, groups_of
from ..core.state import Battle, Game
from ..core.terrain import area_of, platform_of
from ..core.vehicles import is_vehicle

JOINS = "MT-GAP-66"
WITHIN_IN = 1.0
ALONE_KEY = "alone"


def is_individual(state: Battle, figure: Piece) -> bool:
    """Return whether a figure is an individual, which may join groups."""
    if is_vehicle(figure):
        return False
    return bool(state.game.factions[figure.side].group[figure_kind(state, figure).group].individual)


def own_group(state: Battle, figure: Piece) -> UnitId:
    """Return the group that consists of an individual alone. Raises StopIteration if it is no individual."""
    return next(unit.id for unit in state.table.units.values() if unit.leader == figure.id)


def guests(state: Battle, group: UnitId) -> list[Piece]:
    """Return the individuals that have joined a group."""
    figures = (figure for figure in figures_of(state, group) if is_individual(state, figure))
    return [figure for figure in figures if own_group(state, figure) != group]


def is_alone(state: Battle, group: UnitId) -> bool:
    """Return whether a group is a single individual that has joined no other group."""
    figures = figures_of(state, group)
    return len(figures) == 1 and is_individual(state, figures[0]) and not guests(state, group)


def groups_to_join(state: Battle, group: UnitId) -> list[Unit]:
    """Return the groups that an individual may join where it stands."""
    if not is_alone(state, group) or combat_of(state, group):
        return []
    return [
        unit
        for unit in groups_of(state, state.table.units[group].side)
        if not combat_of(state, unit.id) and _is_beside(state, group, unit.id)
    ]


def _is_beside(state: Battle, group: UnitId, other: UnitId) -> bool:
    """Return whether a lone figure stands near enough to a group of several, on the same ground."""
    (own,), figures = figures_of(state, group), figures_of(state, other)
    if is_individual(state, figures[0]) or area_of(state.table, figures[0]) != area_of(state.table, own):
        return False
    level = [figure for figure in figures if platform_of(figure) == platform_of(own)]
    return any(plan_gap(state.table, own, figure) <= WITHIN_IN + TOL for figure in level)


def ask_to_attach(play: Play[Game], group: UnitId, near: Sequence[Unit]) -> Script[None]:
    """Let an individual that has moved join a group beside it, so that they become one group."""
    if not near:
        return
    state, figure = play.state, figures_of(play.state, group)[0]
    options = [
        Option(unit.id, unit.name, tuple(f.id for f in figures_of(state, unit.id)), rule=JOINS)
        for unit in near
    ]
    prompt = phrase("{group}: join which group?", Ref(group))
    alone = Option(ALONE_KEY, "None: alone", rule=JOINS)
    chosen = yield from play.choose_one(
        "attach", figure.side, prompt, [*options, alone], rule=JOINS, about=group, least=ALONE_KEY
    )
    if chosen.key != ALONE_KEY:
        transfer(play, figure, UnitId(chosen.key))
        play.log_message(phrase("{} joins {}", Ref(figure.id), Ref(chosen.key)), by=figure.id, rule=JOINS)


def transfer(play: Play[Game], figure: Piece, group: UnitId) -> None:
    """Move a figure to another group."""
    changed = msgspec.structs.replace(figure, unit=group)
    play.emit(PieceChanged(rule=JOINS, old=figure, new=changed))
