"""The resolution of combats after a Double or Triple card: one exchange, everything at once."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.table.ids import SideKey, UnitId
from battlesim.table.phrases import phrase
from battlesim.table.pieces import Piece

from ..attack.losses import choose_casualties, remove_figures
from ..attack.pools import shared_totals
from ..attack.shooting import roll_pool
from ..contact.locks import end_combat, without_dead
from ..core.events import CombatChanged
from ..core.lookups import (
    all_figures,
    close_dice,
    figure_kind,
    figures_of,
    foes_among,
    groups_in,
    is_contested,
    is_controlled_kind,
    seat_order,
    sides_in,
)
from ..core.state import Battle, Face, Game, LockedCombat
from ..ground.protection import defended_grade
from ..objectives.items import loot
from .aftermath import occupy, re_form, retreat_all
from .victims import rated_victims

AFTER_CARD, AT_ONCE, TRIGGER = "MT-HTH-03", "MT-HTH-11", "MT-GAP-32"
TARGETS, TURN_OF_SEATS, SPREAD = "MT-HTH-15", "MT-GAP-33", "MT-GAP-34"
OVER, GOES_ON, CLEARED = "MT-HTH-17", "MT-SPUG-11", "MT-GAP-41"


def due_combats(state: Battle, card: Face) -> list[int]:
    """Return the numbers of the combats to be resolved after a card, in the order in which they began.

    Single cards and events resolve none (MT-HTH-05); of a Double or Triple it does not matter what was done
    with it (MT-HTH-04).
    """
    if not card.settles:
        return []
    anyone = state.game.parameters.any_card_settles
    return [c.number for c in state.game.combats if anyone or card.side in sides_in(state, c)]


def settle_combats(play: Play[Game], card: Face) -> Script[None]:
    """Resolve all combats that are due after a card; this costs no action (MT-ACT-07)."""
    for number in due_combats(play.state, card):
        combat = combat_numbered(play.state, number)
        if combat is not None:
            yield from resolve(play, combat, card.side)


def combat_numbered(state: Battle, number: int) -> LockedCombat | None:
    """Return the combat with the given number, or None if it is over."""
    return next((combat for combat in state.game.combats if combat.number == number), None)


def resolve(play: Play[Game], combat: LockedCombat, first: SideKey) -> Script[None]:
    """Resolve a combat: all sides choose targets, all roll, and only then the casualties are removed."""
    state = play.state
    sides = sides_in(state, combat)
    order = seat_order(state, [side for side in sides if foes_among(state, sides, side)], first)
    targets = yield from _named_targets(play, combat, order)
    fallen: list[tuple[Piece, SideKey]] = []
    for side in order:
        fallen += yield from _roll_side(play, combat, side, targets[side], [piece for piece, _ in fallen])
    for piece, by in fallen:
        remove_figures(play, [piece], by, AT_ONCE)
    yield from conclude(play, combat, [piece for piece, _ in fallen])


def _named_targets(
    play: Play[Game], combat: LockedCombat, order: list[SideKey]
) -> Script[dict[SideKey, SideKey]]:
    """Let each side name a target before any die is rolled; of two sides each is the other's target.

    Rules: MT-HTH-16.
    """
    found = {}
    for side in order:
        others = foes_among(play.state, order, side)
        found[side] = others[0]
        if side not in play.state.game.seats:
            found[side] = rated_victims(play.state, combat, side, others)[0].side
        elif len(others) > 1:
            options = [
                Option(groups_in(play.state, combat, key)[0], play.state.table.side(key).name, to=(key,))
                for key in others
            ]
            chosen = yield from play.choose_one(
                "victim",
                side,
                "Who takes the even dice?",
                options,
                rule=TARGETS,
                about=groups_in(play.state, combat, side)[0],
            )
            found[side] = SideKey(chosen.to[0])
    return found


def _roll_side(
    play: Play[Game], combat: LockedCombat, side: SideKey, target: SideKey, doomed: list[Piece]
) -> Script[list[tuple[Piece, SideKey]]]:
    """Roll the dice of one side in a combat, and return whom they kill; the doomed roll, too.

    Rules: MT-HTH-14.
    """
    state = play.state
    own = all_figures(state, groups_in(state, combat, side))
    why = phrase("{side} in the fight", state.table.side(side).name)
    faces = yield from roll_pool(play, close_dice(state, own), why, by=own[0].unit, rule=AT_ONCE)
    rest = [other for other in sides_in(state, combat) if other not in (side, target)]
    even, odd = shared_totals(faces, len(rest), state.game.parameters.odd_dice_by_value)
    fallen: list[tuple[Piece, SideKey]] = []
    for victim, total in ((target, even), *zip(rest, odd, strict=True)):
        groups = groups_in(state, combat, victim)
        figures = still_alive(all_figures(state, groups), doomed)
        hit = yield from choose_casualties(play, figures, total, defended_grade(state, groups[0]))
        fallen += [(figure, side) for figure in hit]
    return fallen


def still_alive(figures: Sequence[Piece], doomed: Sequence[Piece]) -> list[Piece]:
    """Return the figures that are not doomed; a crewed weapon has as many lives as crew."""
    ids = [piece.id for piece in doomed]
    left = [(figure, figure.hits - ids.count(figure.id)) for figure in figures]
    return [msgspec.structs.replace(figure, hits=hits) for figure, hits in left if hits > 0]


def conclude(play: Play[Game], combat: LockedCombat, fallen: list[Piece]) -> Script[None]:
    """Carry out what follows a round of combat: survivors re-form or fall back, or the combat goes on."""
    now = without_dead(play.state, combat)
    left = sides_in(play.state, now)
    if not is_contested(play.state, now):
        end_combat(play, combat, OVER)
        for side in (side for side in left if side in play.state.game.seats):
            if len(left) == 1:
                loot(play, fallen, side, groups_in(play.state, now, side))
            re_form(play, groups_in(play.state, now, side))
            yield from occupy(play, combat, groups_in(play.state, now, side), fallen)
        return
    if any(_fights_on(play.state, now, side) for side in left):
        play.emit(CombatChanged(rule=GOES_ON, combat=now))
        play.log_message("The fight goes on: nobody falls back", rule=GOES_ON)
        return
    end_combat(play, combat, OVER)
    yield from retreat_all(play, now)


def _fights_on(state: Battle, combat: LockedCombat, side: SideKey) -> bool:
    """Return whether a side stays in a combat: none of a faction that never falls back leaves, but by option.

    Rules: MT-GAP-85.
    """
    if state.game.factions[side].falls_back:
        return False
    beasts = all(_is_beast(state, group) for group in groups_in(state, combat, side))
    return state.game.parameters.mites_fight_on or not beasts


def _is_beast(state: Battle, group: UnitId) -> bool:
    """Return whether a group serves its faction without being of its people: Mites, and those who tunnel."""
    if is_controlled_kind(state, state.table.units[group]):
        return True
    return figure_kind(state, figures_of(state, group)[0]).tunnels


def conclude_decided(play: Play[Game], fallen: list[Piece]) -> Script[None]:
    """End the combats in which a shot has left only one side."""
    for combat in play.state.game.combats:
        if not is_contested(play.state, combat):
            yield from conclude(play, combat, fallen)
