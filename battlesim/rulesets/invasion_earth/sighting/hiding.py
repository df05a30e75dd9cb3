"""Hidden models: where they can hide, which enemies still see them, and when hiding ends."""

from __future__ import annotations

from collections.abc import Sequence

from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import FRACTION_TOL
from battlesim.geometry.shapes import Point
from battlesim.mechanics.interrupted_moves import MoveProgress, PathStop, StopKind
from battlesim.mechanics.pieces import set_mark
from battlesim.rulings.piece_gaps import terrain_gap
from battlesim.rulings.watch_case import WatchCondition
from battlesim.rulings.watch_intervals import intervals_of_watches
from battlesim.table.levels import foot_height
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.terrain import Terrain

from ..core.lookups import is_in_use, piece_profile, standing_enemies
from ..core.marks import HIDDEN
from ..core.profiles import terrain_kinds
from ..core.skills import CAMOUFLAGE
from ..core.state import Battle, Game
from ..ground.heights import is_airborne
from ..ground.sight import sight_rules, sight_verdict

HIDE = "IE-GAP-10"
HIDING_ENDS = "IE-GAP-11"
HIDDEN_SIGHT = "IE-GAP-78"
NO_HIDING_IN_VIEW = "IE-HID-01"
MAX_HIDING_GAP_IN = 0.5
"""The largest gap between a base and the item of cover that it hides behind, inches."""
MIN_HIDING_HEIGHT = 0.5
"""The smallest height of such an item, as a fraction of the model's height."""
FOUND_WITHIN_IN = 4.0
"""The gap at which an enemy finds a hidden model without advanced hiding, inches."""


def is_unobscured(state: Battle, viewer: Piece, target: Piece) -> bool:
    """Return whether a model has a completely clear view of another, which camouflage prevents."""
    if target.has_mark(HIDDEN) and target.has_mark(CAMOUFLAGE):
        return False
    seen = sight_verdict(state, viewer, target)
    return seen.visible and seen.share >= 1.0 - FRACTION_TOL


def has_line_of_sight(state: Battle, viewer: Piece, target: Piece) -> bool:
    """Return whether a model sees another; a hidden model is seen only by a completely clear view."""
    if target.has_mark(HIDDEN):
        return is_unobscured(state, viewer, target)
    return sight_verdict(state, viewer, target).visible


def is_hiding_place(state: Battle, piece: Piece) -> bool:
    """Return whether a model could hide where it stands: beside high enough cover, or in area cover."""
    return any(_can_hide_at(state, piece, terrain) for terrain in state.table.ground.terrain)


def _can_hide_at(state: Battle, piece: Piece, terrain: Terrain) -> bool:
    kind, gap = terrain_kinds().get(terrain.kind), terrain_gap(state.table, piece, terrain.id)
    if kind is not None and kind.area:
        return gap <= 0.0
    height = terrain.height - foot_height(state.table, piece)
    return gap <= MAX_HIDING_GAP_IN and height >= MIN_HIDING_HEIGHT * piece.height


def why_cannot_hide(state: Battle, piece: Piece) -> AnyText:
    """Return why a model cannot hide, or "" if it can."""
    if piece.has_mark(HIDDEN):
        return "it is hidden already"
    if piece.has_mark(CAMOUFLAGE):
        return "" if state.game.parameters.camouflage_in_view else _why_in_view(state, piece)
    if not is_hiding_place(state, piece):
        return "there is nothing to hide behind"
    return _why_in_view(state, piece)


def _why_in_view(state: Battle, piece: Piece) -> AnyText:
    """Return the enemy whose view forbids hiding, as text; without advanced hiding cover is enough."""
    if is_in_use(state, "hiding"):
        viewers = [
            enemy for enemy in standing_enemies(state, piece) if has_line_of_sight(state, enemy, piece)
        ]
        return phrase("{} sees it", Ref(viewers[0].id)) if viewers else ""
    open_to = [enemy for enemy in standing_enemies(state, piece) if is_unobscured(state, enemy, piece)]
    return phrase("{enemy} sees all of it", Ref(open_to[0].id)) if open_to else ""


def can_hide(state: Battle, piece: Piece) -> bool:
    """Return whether the profile of a model lets it hide."""
    return piece_profile(piece).hides and not is_airborne(state.table, piece)


def end_hiding(play: Play[Game], piece: str) -> None:
    """End the hiding of a model."""
    set_mark(play, [piece], HIDDEN, 0, HIDING_ENDS)


def full_views(play: Play[Game]) -> StopKind:
    """Return the points of a path at which a hidden model comes into clear view, which ends its hiding."""

    def act(stop: PathStop, progress: MoveProgress) -> Script[Sequence[Point]]:
        yield from ()
        end_hiding(play, progress.piece)
        return progress.path

    return StopKind(HIDING_ENDS, _full_view_stops, act)


def _full_view_stops(state: Battle, progress: MoveProgress) -> list[PathStop]:
    mover = state.table.piece(progress.piece)
    if not mover.has_mark(HIDDEN) or mover.has_mark(CAMOUFLAGE) or len(progress.path) < 2:
        return []
    enemies = standing_enemies(state, mover)
    watches = [WatchCondition(enemy, sight_rules(state), unobscured=True) for enemy in enemies]
    found = intervals_of_watches(state.table, mover, progress.path, watches)
    return [PathStop(min(own[0].start for own in found if own))] if any(found) else []


def find_hidden_models(play: Play[Game]) -> None:
    """End the hiding of every model that an enemy now sees completely."""
    state = play.state
    found = [
        piece.id
        for piece in state.table.standing_pieces()
        if piece.has_mark(HIDDEN)
        and any(_finds(state, enemy, piece) for enemy in standing_enemies(state, piece))
    ]
    set_mark(play, found, HIDDEN, 0, HIDING_ENDS)


def _finds(state: Battle, enemy: Piece, piece: Piece) -> bool:
    """Return whether an enemy finds a hidden model: by a full view, or near enough (IE-GAP-79)."""
    if is_unobscured(state, enemy, piece):
        return True
    near = sight_verdict(state, enemy, piece).distance <= FOUND_WITHIN_IN
    in_the_open = piece.has_mark(CAMOUFLAGE) and sight_verdict(state, enemy, piece).visible
    return near and (in_the_open or not is_in_use(state, "hiding"))
