"""Figures that come onto the table with a Special Event, among them the Clean Up team."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import PlacePieces
from battlesim.geometry.shapes import Point, regular_polygon
from battlesim.mechanics.deployment import edge_strip, first_fitting_area, table_outline
from battlesim.mechanics.pieces import allocate_id_number, put_on_table
from battlesim.rulings.piece_placement import PlacementArea
from battlesim.table.events import PiecesAdded, UnitsAdded
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Off, Piece
from battlesim.table.units import Unit

from ..core.events import TeamIssued
from ..core.factions import FactionProfile
from ..core.lookups import ISSUE, enemy_figures, is_in_game
from ..core.state import Battle, Face, Game
from ..core.terrain import barrier_ids, house_ids
from ..ground.motion import SET_DOWN, WITHIN_IN

ARRIVES, WHERE, SIZE = "MT-MIB-10", "MT-GAP-48", "MT-GAP-47"
SECTIONS = 2
START_RADIUS_IN, EDGE_DEPTH_IN, AWAY_IN = 6.0, 4.0, 8.0
CLEAN_UP = "clean_up"
LEADER, TROOPER, SUPPORT = "clean_up_leader", "clean_up_trooper", "clean_up_support"


def awaits_team(state: Battle, side: SideKey) -> bool:
    """Return whether a side is still to receive a Clean Up team."""
    game = state.game
    return game.factions[side].studies and (not game.teams or game.parameters.many_teams)


def team_kinds(state: Battle) -> tuple[str, ...]:
    """Return the kinds of figures in a Clean Up section: four troopers and, by option, a gunner besides."""
    troopers = state.game.parameters.clean_up_size - 2
    return (LEADER, *(TROOPER,) * troopers, SUPPORT)


def clean_up_team(play: Play[Game], side: SideKey) -> Script[None]:
    """Bring on two Clean Up sections, armed according to the successful studies so far."""
    successes = len(play.state.game.studied)
    play.emit(TeamIssued(rule=ARRIVES, successes=successes))
    for _ in range(SECTIONS):
        number = allocate_id_number(play, CLEAN_UP, ARRIVES)
        unit, pieces = _section(play.state, side, number, f"team{play.state.game.teams}")
        armed = tuple(piece.with_mark(ISSUE, successes) for piece in pieces)
        play.emit(PiecesAdded(rule=ARRIVES, pieces=armed))
        play.emit(UnitsAdded(rule=ARRIVES, units=(unit,)))
        play.log_message(phrase("{unit} arrives", Ref(unit.id)), by=unit.id, rule=ARRIVES)
        yield from arrive(play, unit, pieces, ARRIVES, AWAY_IN)


def _section(state: Battle, side: SideKey, number: int, team: str) -> tuple[Unit, tuple[Piece, ...]]:
    faction, key = state.game.factions[side], f"{CLEAN_UP}{number}"
    pieces = tuple(
        new_figure(faction, side, UnitId(key), kind, f"{key}_{place}")
        for place, kind in enumerate(team_kinds(state), 1)
    )
    name, rules = f"Clean Up section {number}", {"squad": team}
    return Unit(UnitId(key), name, side, CLEAN_UP, pieces[0].id, rules=rules), pieces


def new_figure(faction: FactionProfile, side: SideKey, unit: UnitId, kind: str, key: str) -> Piece:
    """Return a new figure in reserve, off the table."""
    own = faction.figure[kind]
    return Piece(key, own.name, kind, side, unit, own.base / 2, own.height, Off("reserve"))


def arrive(
    play: Play[Game], unit: Unit, pieces: Sequence[Piece], rule: str, away: float = 0.0
) -> Script[None]:
    """Let a side place new figures where it began or at the nearest edge, `away` inches from enemies."""
    state = play.state
    near = _entry_point(state, unit.side)
    area = first_fitting_area(state.table, entry_areas(state, unit, pieces, away), pieces, near)
    decision = PlacePieces(
        side=unit.side,
        what="arrive",
        prompt=phrase("{unit}: place the figures", Ref(unit.id)),
        rule=SET_DOWN,
        about=unit.id,
        pieces=tuple(piece.id for piece in pieces),
        room=area,
        near=near,
    )
    spots = yield from play.ask(decision)
    put_on_table(play, spots, rule=rule, how="place")


def _entry_point(state: Battle, side: SideKey) -> Point:
    return state.game.starts.get(side, (0.0, 0.0))


def entry_areas(state: Battle, unit: Unit, pieces: Sequence[Piece], away: float) -> list[PlacementArea]:
    """Return the areas for new figures in order of preference: start area, nearest edge, then anywhere."""
    ground, start = state.table.ground, _entry_point(state, unit.side)
    edges = {
        "west": start[0],
        "east": ground.width - start[0],
        "south": start[1],
        "north": ground.height - start[1],
    }
    nearest = min(edges, key=lambda edge: edges[edge])
    whole = table_outline(ground)
    zones = (regular_polygon(*start, START_RADIUS_IN, 24), edge_strip(ground, nearest, EDGE_DEPTH_IN), whole)
    enemies = enemy_figures(state, unit.side)
    limits = tuple((enemy.id, away) for enemy in enemies)
    return [
        PlacementArea(
            zone=(zone,),
            blocked=(*house_ids(ground), *barrier_ids(ground)),
            bases=tuple(piece.id for piece in state.table.standing_pieces()),
            apart=apart,
            leader=pieces[0].id,
            within=WITHIN_IN,
            chain=state.game.parameters.chain,
        )
        for zone, apart in (*((zone, limits) for zone in zones), (whole, ()))
    ]


def is_eliminated(state: Battle, side: SideKey) -> bool:
    """Return whether a side has no figures left and none still to come."""
    return not is_in_game(state, side) and not awaits_team(state, side)


def is_blank(state: Battle, card: Face) -> bool:
    """Return whether a card belongs to a faction that has no figures left."""
    return bool(card.side) and is_eliminated(state, card.side)
