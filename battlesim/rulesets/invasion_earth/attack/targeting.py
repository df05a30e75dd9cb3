"""Checks of whether a model may shoot at another: range, arc, sight and contact."""

from __future__ import annotations

from collections.abc import Callable

from battlesim.geometry.arcs import Arc
from battlesim.rulings.arcs import piece_arc_ruling
from battlesim.rulings.piece_gaps import piece_gap, too_far_text
from battlesim.table.phrases import AnyText, Ref, length_text, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import has_tag, is_in_use
from ..core.marks import HIDDEN
from ..core.profiles import Weapon
from ..core.state import Battle
from ..ground.contact import enemies_in_contact
from ..ground.rooms import why_shut_in
from ..sighting.hiding import has_line_of_sight
from ..sighting.sightings import why_not_sighted

TARGET_PROCEDURE = "IE-GAP-12"
IN_CONTACT = "IE-GAP-46"

TargetCheck = Callable[[Battle, Piece, Weapon, Piece], AnyText]
"""A function that returns why a model may not shoot at a target with a weapon, "" if it may."""


def fire_arc(state: Battle) -> Arc:
    """Return the arc of fire, centred on the facing (IE-GAP-26)."""
    return Arc(0.0, state.game.parameters.fire_arc)


def needs_arc(state: Battle, weapon: Weapon) -> bool:
    """Return whether a weapon needs its target in the arc of fire in its owner's turn (IE-GAP-27)."""
    return weapon.fixed_arc or state.game.parameters.arc_for_all


def why_out_of_range(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why a target is beyond long range or within the minimum range, or "" if it is in range."""
    gap = piece_gap(state.table, firer, target)
    if gap < weapon.least:
        return phrase("closer than the minimum range of {distance}", length_text(weapon.least))
    return too_far_text(gap, weapon.max_range)


def why_declared_out_of_range(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why a target is known before the shot to be out of range, or "" if it is not.

    If an option forbids players to measure first, such a shot is wasted (IE-GAP-32).
    """
    return why_out_of_range(state, firer, weapon, target) if state.game.parameters.measures_first else ""


def why_out_of_arc(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why a target is outside the arc of fire, or "" if it is inside or no arc is needed."""
    if not needs_arc(state, weapon):
        return ""
    inside = piece_arc_ruling(state.table, firer, target, fire_arc(state), "any").inside
    return "" if inside else "outside the fire arc: turn first"


def why_out_of_sight(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why a target cannot be seen, or "" if it can or the weapon needs no sight (IE-GAP-23)."""
    return "" if weapon.indirect or has_line_of_sight(state, firer, target) else "out of sight"


def why_target_unseen(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why a target cannot be seen, or "" if it can.

    A hidden target that the firer has sighted counts as not hidden (IE-HID-02).
    """
    if target.has_mark(HIDDEN) and target.id in state.game.sightings.get(firer.id, ()):
        target = target.with_mark(HIDDEN, 0)
    return why_out_of_sight(state, firer, weapon, target)


def why_target_not_sighted(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why a target counts as not sighted, or "" if the firer may act against it (IE-SIG-05)."""
    return why_not_sighted(state, firer, target)


def why_weapon_is_primitive(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why a primitive weapon cannot harm a target, or "" if the weapon can."""
    return "proof against primitive weapons" if weapon.primitive and is_proof(state, target) else ""


def is_proof(state: Battle, target: Piece) -> bool:
    """Return whether primitive weapons cannot harm a model (IE-PRM-01, IE-PRM-02; IE-GAP-96)."""
    proof = state.game.parameters.primitive_proof if is_in_use(state, "primitive") else ()
    return any(has_tag(target, tag) for tag in proof)


def why_barred_by_contact(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why base contact forbids a shot, or "" if it does not.

    A model in contact shoots only at that enemy, and nobody shoots at an enemy in contact with a friend.
    """
    touching = enemies_in_contact(state, firer)
    if touching and target not in touching:
        return phrase("it is in contact with {enemy}", Ref(touching[0].id))
    friends = [other for other in enemies_in_contact(state, target) if other.id != firer.id]
    return phrase("in contact with {friend}", Ref(friends[0].id)) if friends else ""


def why_behind_walls(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why the walls of a building protect a target, or "" if they do not."""
    return why_shut_in(state, firer, target)


TARGET_CHECKS: tuple[TargetCheck, ...] = (
    why_barred_by_contact,
    why_behind_walls,
    why_target_not_sighted,
    why_target_unseen,
    why_out_of_arc,
    why_declared_out_of_range,
    why_weapon_is_primitive,
)
"""The checks of a shot, in the order in which their reasons are told.

Rules: IE-SIG-01.
"""


def why_no_shot(state: Battle, firer: Piece, weapon: Weapon, target: Piece) -> AnyText:
    """Return why a model may not shoot at a target with a weapon, or "" if it may."""
    return next((why for check in TARGET_CHECKS if (why := check(state, firer, weapon, target))), "")
