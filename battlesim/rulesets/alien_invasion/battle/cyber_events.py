"""What a Special Event brings Cybermen: a new Leader, or a new group made of the dead."""

from __future__ import annotations

from battlesim.engine.option import piece_options
from battlesim.engine.play import Play, Script
from battlesim.mechanics.pieces import allocate_id_number
from battlesim.mechanics.turns import change_counter
from battlesim.table.events import PiecesAdded, UnitsAdded
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Off, Piece
from battlesim.table.units import Unit

from ..core.lookups import faction_of, figure_kind, figures_of, groups_of
from ..core.state import Battle, Game
from ..cybermen.leader import APPOINTED, appoint, leader_of_side
from .special_events import arrive, new_figure

RECYCLES = "MT-CYBR-06"
RECYCLED = "recycled"
NEEDED = 4


def lead_or_recycle(play: Play[Game], side: SideKey) -> Script[None]:
    """Appoint a new Leader if there is none, or else make a group of four from the dead if possible."""
    if leader_of_side(play.state, side) is None:
        yield from new_leader(play, side)
    elif recyclable(play.state) >= NEEDED:
        yield from recycle(play, side)


def new_leader(play: Play[Game], side: SideKey) -> Script[None]:
    """Let a side appoint any of its figures on the table as its Leader."""
    state = play.state
    figures = [figure for unit in groups_of(state, side) for figure in figures_of(state, unit.id)]
    if not figures:
        return
    options = piece_options(figures, APPOINTED)
    chosen = yield from play.choose_one(
        "leader", side, "Who is the new Leader?", options, rule=APPOINTED, about=figures[0].unit
    )
    appoint(play, chosen.key)


def recyclable(state: Battle) -> int:
    """Return how many dead humanoids can still be used."""
    return sum(_is_usable(state, figure) for figure in state.table.pieces.values()) - state.game.count(
        RECYCLED
    )


def _is_usable(state: Battle, figure: Piece) -> bool:
    kind = figure_kind(state, figure)
    return figure.place == Off("lost") and kind.humanoid and not kind.returns


def recycle(play: Play[Game], side: SideKey) -> Script[None]:
    """Bring on a new group in the side's starting area, using up as many dead humanoids."""
    change_counter(play, RECYCLED, NEEDED, RECYCLES)
    yield from bring_group(play, side, NEEDED, RECYCLES)


def bring_group(play: Play[Game], side: SideKey, size: int, rule: str) -> Script[None]:
    """Bring on a new group of a side's first kind of figure in its starting area."""
    faction = faction_of(play.state, side)
    (kind, own), *_ = faction.figure.items()
    number = allocate_id_number(play, f"{side}_new", rule)
    key = UnitId(f"{side}_new{number}")
    pieces = tuple(new_figure(faction, side, key, kind, f"{key}_{place}") for place in range(1, size + 1))
    unit = Unit(key, f"New group {number}", side, own.group, pieces[0].id)
    play.emit(PiecesAdded(rule=rule, pieces=pieces))
    play.emit(UnitsAdded(rule=rule, units=(unit,)))
    play.log_message(phrase("{unit} comes to help", Ref(key)), by=key, rule=rule)
    yield from arrive(play, unit, pieces, rule)
