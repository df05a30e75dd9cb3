"""The regions where a model could strike, in its next turn or from lying in wait."""

from __future__ import annotations

from collections.abc import Iterator

from battlesim.engine.ruleset import Threat
from battlesim.geometry.shapes import Region
from battlesim.mechanics.threats import range_text, threatened_region, threats_after_move
from battlesim.rulings.threat_regions import region_seen_by_piece
from battlesim.table.pieces import Piece

from ..assault.fighting import ASSAULT
from ..attack.strike import STRIKE
from ..attack.targeting import fire_arc, needs_arc
from ..core.lookups import piece_weapons
from ..core.marks import WAITS_TO_ASSAULT, WAITS_TO_FIRE
from ..core.state import Battle
from ..ground.motion import MOVE, move_rate
from ..ground.sight import sight_rules
from ..waiting.reactions import CHARGES, FIRE_ZONE

LOWEST_TARGET_IN = 1.0
"""The height of the lowest model, inches."""


def model_threats(view: Battle, piece: str) -> tuple[Threat, ...]:
    """Return the zone of a waiting model, or else the reach of each weapon and of an assault after a move."""
    own = view.table.pieces.get(piece)
    if own is None or own.table_position is None:
        return ()
    if waiting := tuple(_zones(view, own)):
        return waiting
    move = move_rate(view.table, own, MOVE)
    shots = [
        threat
        for weapon in piece_weapons(own).values()
        for threat in threats_after_move(
            view, piece, weapon.name, weapon.max_range, 0.0 if weapon.heavy else move, STRIKE
        )
    ]
    return (*shots, *threats_after_move(view, piece, "Assault", 0.0, move, ASSAULT))


def _zones(view: Battle, piece: Piece) -> Iterator[Threat]:
    """Yield where a waiting model shoots or charges in the enemy's turn."""
    seen = _seen(view, piece)
    if piece.has_mark(WAITS_TO_FIRE):
        reach = max((weapon.max_range for weapon in piece_weapons(piece).values()), default=0.0)
        now = threatened_region(view.table, piece, reach, fire_arc(view), seen)
        yield Threat("Lies in wait", range_text(view.table, reach), FIRE_ZONE, now, ())
    if piece.has_mark(WAITS_TO_ASSAULT):
        reach = move_rate(view.table, piece, MOVE)
        now = threatened_region(view.table, piece, reach, None, seen)
        yield Threat("Lies in wait to assault", range_text(view.table, reach), CHARGES, now, ())


def _seen(view: Battle, piece: Piece) -> Region:
    return region_seen_by_piece(view.table, sight_rules(view), piece, LOWEST_TARGET_IN)


def current_threats(view: Battle, piece: str) -> tuple[Threat, ...]:
    """Return the regions that a model's weapons with an arc of fire cover from where it stands."""
    own = view.table.pieces.get(piece)
    if own is None or own.table_position is None:
        return ()
    if waiting := tuple(_zones(view, own)):
        return waiting
    aimed = [weapon for weapon in piece_weapons(own).values() if needs_arc(view, weapon)]
    seen = _seen(view, own) if aimed else ()
    return tuple(
        Threat(
            weapon.name,
            range_text(view.table, weapon.max_range),
            STRIKE,
            threatened_region(view.table, own, weapon.max_range, fire_arc(view), seen),
            (),
        )
        for weapon in sorted(aimed, key=lambda weapon: -weapon.max_range)
    )
