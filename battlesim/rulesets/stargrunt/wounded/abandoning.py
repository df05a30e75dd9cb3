"""Abandoned wounded: when a unit leaves them behind, and the test that it must then take."""

from __future__ import annotations

from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.piece_gaps import piece_gap
from battlesim.table.ids import UnitId
from battlesim.table.pieces import Piece
from battlesim.table.units import Unit

from ..attack.casualties import untreated
from ..core.events import AttemptFailed
from ..core.lookups import enemy_units, figures_of, is_ok, ok_figures, unit_rules
from ..core.marks import LEFT_BEHIND
from ..core.state import Battle, Game
from ..ground.sight import seen_pairs, sees_unit
from ..morale.confidence import take_confidence_test, threat_of

ABANDONS = "SG-GAP-79"
ABANDONED_BEYOND_IN = 6.0


def is_left_behind(state: Battle, piece: Piece) -> bool:
    """Return whether a figure lies on the table with no figure of its unit near it that can act."""
    lies = piece.table_position is not None and not is_ok(piece)
    able = ok_figures(state, piece.unit) if lies else []
    return lies and all(piece_gap(state.table, piece, own) > ABANDONED_BEYOND_IN + TOL for own in able)


def figures_left_behind(state: Battle, unit: UnitId) -> list[Piece]:
    """Return the wounded and stabilized figures of a unit that are too far from any that can act."""
    able = ok_figures(state, unit)
    return [piece for piece in figures_of(state, unit) if able and is_left_behind(state, piece)]


def is_enemy_in_sight(state: Battle, unit: Unit, fallen: list[Piece]) -> bool:
    """Return whether a unit, or a figure that it leaves behind, sees an enemy."""
    ids = {piece.id for piece in fallen}
    return any(
        sees_unit(state, unit.id, enemy.id)
        or ids & {seen for _, seen in seen_pairs(state, enemy.id, unit.id)}
        for enemy in enemy_units(state, unit.side)
    )


def test_abandonment(play: Play[Game], unit: UnitId) -> Script[None]:
    """Make a unit take a test if it has left wounded behind in a move, at most once per activation.

    Those figures then no longer belong to the unit.
    """
    own = play.state.table.units[unit]
    fallen = figures_left_behind(play.state, unit)
    if unit_rules(own).automated or not fallen or not is_enemy_in_sight(play.state, own, fallen):
        return
    set_mark(play, [piece.id for piece in fallen], LEFT_BEHIND, 1, ABANDONS)
    what = f"wounded {unit}"
    threat = threat_of(play.state, own, [], untreated(play.state, unit), added=["abandoned"])
    if threat is not None and what not in play.state.game.attempted:
        play.emit(AttemptFailed(rule=ABANDONS, what=what))
        yield from take_confidence_test(play, unit, threat.level)
