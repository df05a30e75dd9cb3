"""The plans of automated marines, which are tried in order for each action (TS-GAP-90), in inches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlesim.mechanics.chance import modifier_total
from battlesim.mechanics.pieces import gap, is_within_distance, nearest_gap
from battlesim.table.pieces import Piece

from ..actions import first_aid, recorders
from ..actions.activation import pips_left
from ..attack import flame, shooting
from ..attack.to_hit import PLAIN_FIRE, figure_to_hit_roll
from ..core.lookups import active_creatures, has_ability, is_casualty, squad_figures
from ..core.marks import ACTIONS, MAX_ACTIONS_PER_TURN, OVERWATCH, carried_copies
from ..core.state import MARINES, Battle
from ..ground.contact import engaged_enemies, pieces_in_contact
from . import march, march_routes

MAX_PATIENT_GAP_IN, NEAR_FOE_GAP_IN = 8.0, 18.0
BEST_FACE = 6


class PlannedAction(NamedTuple):
    """An action that automated marines should take, with the figures and the reason."""

    act: str
    figures: tuple[str, ...]
    reason: str


def planned_actions(view: Battle, figures: Sequence[Piece]) -> Iterator[PlannedAction]:
    """Yield the actions that the activated figures could take next, most useful first."""
    able = [p for p in figures if p.mark_count(ACTIONS) < MAX_ACTIONS_PER_TURN]
    return _plans(view, sorted(able, key=lambda p: not carried_copies(p)))


def _plans(view: Battle, here: Sequence[Piece]) -> Iterator[PlannedAction]:
    if not here:
        return
    left = pips_left(view)
    fighting = tuple(p.id for p in here if engaged_enemies(view, p))
    if fighting and left >= 2:
        yield PlannedAction("move", fighting, "break off")
    yield from _errands(view, here)
    if shooters := tuple(p.id for p in here if has_worthwhile_target(view, p)):
        yield PlannedAction("fire", shooters, "there is a target")
    if _should_wait(view, here, left):
        yield PlannedAction("overwatch", tuple(p.id for p in here), "wait for what comes")
    held = [p for p in here if march_routes.holds_its_area(view, p)]
    if waiting := tuple(
        p.id for p in held if not (p.has_mark(OVERWATCH) or shooting.why_cannot_shoot(view, p))
    ):
        yield PlannedAction("overwatch", waiting, "this area must be held")
    yield from _onward(view, [p for p in here if p not in held])


def _errands(view: Battle, here: Sequence[Piece]) -> Iterator[PlannedAction]:
    """Yield the tasks in contact: recorders and copies, and casualties for a Medic, hugged marines first."""
    for piece in here:
        if not recorders.why_cannot_copy(view, piece):
            yield PlannedAction("copy", (piece.id,), "a recorder is at hand")
        if not recorders.why_cannot_take(view, piece):
            yield PlannedAction("take", (piece.id,), "a copy lies at hand")
    for medic in here:
        if has_ability(medic, "medic") and not engaged_enemies(view, medic):
            if not first_aid.why_cannot_free(view, medic):
                yield PlannedAction("free", (medic.id,), "free a hugged marine")
            if not first_aid.why_cannot_treat(view, medic):
                yield PlannedAction("treat", (medic.id,), "treat a casualty")
            elif nearest_patient(view, medic):
                yield PlannedAction("move", (medic.id,), "go to a casualty")


def nearest_patient(view: Battle, medic: Piece) -> Piece | None:
    """Return the nearest casualty of a medic's squad within 8 in that it does not touch yet, or None."""
    hurt = [p for p in squad_figures(view, medic.unit) if is_casualty(p)]
    near = [
        p
        for p in hurt
        if is_within_distance(gap(view, medic.id, p.id), MAX_PATIENT_GAP_IN)
        and p not in pieces_in_contact(view, medic, hurt)
    ]
    return min(near, key=lambda p: (gap(view, medic.id, p.id), p.id), default=None)


def has_worthwhile_target(view: Battle, piece: Piece) -> bool:
    """Return whether a figure has a target worth firing at."""
    if shooting.why_cannot_shoot(view, piece):
        return False
    if has_ability(piece, "template"):
        return safe_flame_target(view, piece) is not None
    return best_target(view, piece) is not None


def safe_flame_target(view: Battle, flamer: Piece) -> Piece | None:
    """Return the nearest creature that a flame can catch without hitting a marine, or None."""
    for foe in sorted(active_creatures(view), key=lambda p: (gap(view, flamer.id, p.id), p.id)):
        if is_within_distance(gap(view, flamer.id, foe.id), flame.FLAME_LENGTH_IN) and flame.flame_catches(
            view, flamer, foe
        ):
            caught = flame.flame_victims(view, flamer, foe.xy)
            if all(one.side != MARINES for one in caught):
                return foe
    return None


def best_target(view: Battle, firer: Piece) -> Piece | None:
    """Return the closest creature that a figure can shoot at, or None if not even a 6 would hit it."""
    for foe in sorted(active_creatures(view), key=lambda p: (gap(view, firer.id, p.id), p.id)):
        if shooting.can_see_target(view, firer, foe) and not engaged_enemies(view, foe):
            return foe if can_hit(view, firer, foe) else None
    return None


def can_hit(view: Battle, firer: Piece, foe: Piece, reaction: bool = False) -> bool:
    """Return whether a shot at an enemy hits on a 6."""
    throw = figure_to_hit_roll(view, firer, foe, PLAIN_FIRE._replace(reaction=reaction))
    return throw.thresholds[0].least - modifier_total(throw.changes) <= BEST_FACE


def _should_wait(view: Battle, here: Sequence[Piece], left: int) -> bool:
    """Return whether to go on Overwatch, which is for the last of several pips or if a creature is near."""
    if all(p.has_mark(OVERWATCH) or shooting.why_cannot_shoot(view, p) for p in here) or left > 1:
        return False
    return any(p.has_mark(ACTIONS) for p in here) or is_foe_near(view, here)


def is_foe_near(view: Battle, figures: Sequence[Piece]) -> bool:
    """Return whether a revealed creature is within 18 in of any of the given figures."""
    foes = [foe.id for foe in active_creatures(view)]
    return any(is_within_distance(nearest_gap(view, p.id, foes), NEAR_FOE_GAP_IN) for p in figures)


def _onward(view: Battle, here: Sequence[Piece]) -> Iterator[PlannedAction]:
    """Yield the plans for advancing on the squad's goal by opening doors, crossing, running or moving."""
    free = [p for p in here if not engaged_enemies(view, p)]
    if not free:
        return
    for piece in free:
        if (door := march_routes.door_on_route(view, piece)) is not None:
            yield PlannedAction("door", (piece.id,), f"{door} is on the way")
    who, gait = tuple(p.id for p in free), "move" if is_foe_near(view, free) else "run"
    able = [act for act in (gait, "cross") if not any(march.why_cannot_move_by(view, act, p) for p in free)]
    best = max(able, key=lambda act: march.march_distance(view, act, who), default=gait)
    yield PlannedAction(best, who, "on to the goal")
