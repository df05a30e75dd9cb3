"""What automated marines want next (TS-GAP-90): for each pip the first thing that applies. Inches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from battlesim.mechanics.chance import modifier_total
from battlesim.mechanics.pieces import gap, is_within_distance, nearest_gap
from battlesim.table.pieces import Piece

from ..acts import first_aid, recorders
from ..acts.activation import pips_left
from ..attack import flame, shooting
from ..attack.numbers import PLAIN, number
from ..core.facts import can, creatures, lies, members
from ..core.marks import ACTIONS, MOST_ACTIONS, OVERWATCH, copies
from ..core.state import MARINES, Battle
from ..ground.contact import beside, engaged
from . import march, ways

NEAR_PATIENT, NEAR_FOE = 8.0, 18.0
BEST = 6


class Plan(NamedTuple):
    """An act, who does it, and why."""

    act: str
    who: tuple[str, ...]
    why: str


def plans(view: Battle, here: Sequence[Piece]) -> Iterator[Plan]:
    """What the figures of a card do with their next pip, what applies first; who has a copy leads."""
    able = [p for p in here if p.mark_count(ACTIONS) < MOST_ACTIONS]
    return _plans(view, sorted(able, key=lambda p: not copies(p)))


def _plans(view: Battle, here: Sequence[Piece]) -> Iterator[Plan]:
    if not here:
        return
    left = pips_left(view)
    fighting = tuple(p.id for p in here if engaged(view, p))
    if fighting and left >= 2:
        yield Plan("move", fighting, "break off")
    yield from _errands(view, here)
    if shooters := tuple(p.id for p in here if can_fire(view, p)):
        yield Plan("fire", shooters, "there is a target")
    if _should_wait(view, here, left):
        yield Plan("overwatch", tuple(p.id for p in here), "wait for what comes")
    held = [p for p in here if ways.holds(view, p)]
    if waiting := tuple(p.id for p in held if not (p.has_mark(OVERWATCH) or shooting.why_not(view, p))):
        yield Plan("overwatch", waiting, "this is to be held")
    yield from _onward(view, [p for p in here if p not in held])


def _errands(view: Battle, here: Sequence[Piece]) -> Iterator[Plan]:
    """Recorders and copies in contact, and casualties for a Medic, hugged ones first."""
    for piece in here:
        if not recorders.cannot_copy(view, piece):
            yield Plan("copy", (piece.id,), "a recorder is at hand")
        if not recorders.cannot_take(view, piece):
            yield Plan("take", (piece.id,), "a copy lies at hand")
    for medic in here:
        if can(medic, "medic") and not engaged(view, medic):
            if not first_aid.cannot_free(view, medic):
                yield Plan("free", (medic.id,), "tear off what hugs a comrade")
            if not first_aid.cannot_treat(view, medic):
                yield Plan("treat", (medic.id,), "bring back who is down")
            elif patient(view, medic):
                yield Plan("move", (medic.id,), "to who is down")


def patient(view: Battle, medic: Piece) -> Piece | None:
    """The nearest casualty of a Medic's squad that he can go to, hugged or not."""
    hurt = [p for p in members(view, medic.unit) if lies(p)]
    near = [
        p
        for p in hurt
        if is_within_distance(gap(view, medic.id, p.id), NEAR_PATIENT) and p not in beside(view, medic, hurt)
    ]
    return min(near, key=lambda p: (gap(view, medic.id, p.id), p.id), default=None)


def can_fire(view: Battle, piece: Piece) -> bool:
    """Whether a figure has something worth firing at."""
    if shooting.why_not(view, piece):
        return False
    if can(piece, "template"):
        return burning(view, piece) is not None
    return best_target(view, piece) is not None


def burning(view: Battle, flamer: Piece) -> Piece | None:
    """A creature that a flame straight at it catches, and no friend with it."""
    for foe in sorted(creatures(view), key=lambda p: (gap(view, flamer.id, p.id), p.id)):
        if is_within_distance(gap(view, flamer.id, foe.id), flame.LENGTH) and flame.catches(
            view, flamer, foe
        ):
            caught = flame.caught(view, flamer, foe.xy)
            if all(one.side != MARINES for one in caught):
                return foe
    return None


def best_target(view: Battle, firer: Piece) -> Piece | None:
    """The closest creature that a figure can shoot at and hit on a 6 or less."""
    for foe in sorted(creatures(view), key=lambda p: (gap(view, firer.id, p.id), p.id)):
        if shooting.can_see(view, firer, foe) and not engaged(view, foe):
            return foe if hits(view, firer, foe) else None
    return None


def hits(view: Battle, firer: Piece, foe: Piece, reaction: bool = False) -> bool:
    """Whether a shot can hit on a 6."""
    throw = number(view, firer, foe, PLAIN._replace(reaction=reaction))
    return throw.thresholds[0].least - modifier_total(throw.changes) <= BEST


def _should_wait(view: Battle, here: Sequence[Piece], left: int) -> bool:
    """Overwatch with the last of several pips, or with the only one when a creature is near."""
    if all(p.has_mark(OVERWATCH) or shooting.why_not(view, p) for p in here) or left > 1:
        return False
    return any(p.has_mark(ACTIONS) for p in here) or close_foe(view, here)


def close_foe(view: Battle, here: Sequence[Piece]) -> bool:
    """Whether a revealed creature is near."""
    foes = [foe.id for foe in creatures(view)]
    return any(is_within_distance(nearest_gap(view, p.id, foes), NEAR_FOE) for p in here)


def _onward(view: Battle, here: Sequence[Piece]) -> Iterator[Plan]:
    """Toward the goal of the squad: through doors, over obstacles, else running or at a walk."""
    free = [p for p in here if not engaged(view, p)]
    if not free:
        return
    for piece in free:
        if (door := ways.door_at_hand(view, piece)) is not None:
            yield Plan("door", (piece.id,), f"{door} is on the way")
    who, gait = tuple(p.id for p in free), "move" if close_foe(view, free) else "run"
    able = [act for act in (gait, "cross") if not any(march.why_not(view, act, p) for p in free)]
    best = max(able, key=lambda act: march.gain(view, act, who), default=gait)
    yield Plan(best, who, "on to the goal")
