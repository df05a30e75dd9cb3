"""The firepower of models: usable weapons, their dice and targets, and what firing uses up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import ids_in_play
from battlesim.rulings.movement import GroupLink, coherent_pieces
from battlesim.table.events import MarkChange, MarksChanged
from battlesim.table.pieces import Piece

from ..core.lookups import models_in_play, piece_or_stand_in, piece_profile, pieces_within, target_rank
from ..core.marks import READY, slow_mark, used_mark
from ..core.profiles import weapons
from ..core.state import BUGS, Battle, Game
from ..ground.sight import WeaponLines
from .area_effects import caught_about_model
from .attack_dice import (
    SLOW,
    AttackDie,
    ammo_dice_lost,
    carried_weapons,
    weapon_dice_count,
    weapon_impediment,
)

FIRE_ZONE_IN = 6.0
TARGET_CHAIN_IN = 1.0


def _target_swarm(state: Battle, target: Piece, others: Sequence[Piece]) -> list[Piece]:
    """Return models of the target's species within 6 in of it, and models linked to these within 1 in."""
    species = {p.id: p for p in others if p.kind == target.kind}
    link = GroupLink(target.id, within=FIRE_ZONE_IN, chain=TARGET_CHAIN_IN)
    return [species[i] for i in coherent_pieces(state.table, link, (), [*species])]


FIRE_ZONES: Mapping[str, Callable[[Battle, Piece, Sequence[Piece]], list[Piece]]] = {
    "near_target": lambda state, target, others: pieces_within(state, target, others, FIRE_ZONE_IN),
    "target_swarm": _target_swarm,
    "everyone": lambda state, target, others: list(others),
}


def models_in_fire_zone(state: Battle, target: str) -> list[Piece]:
    """Return the target and the enemy models near it that may get dice (MI-GAP-10)."""
    aim = piece_or_stand_in(state, target)
    others = [p for p in models_in_play(state, BUGS) if p.id != target]
    return [aim, *FIRE_ZONES[state.game.parameters.fire_zone](state, aim, others)]


WeaponChoice = Mapping[str, tuple[str, ...]]
"""The weapons that each firing model fires."""


def usable_weapons(state: Battle, piece: Piece, reaction: bool) -> list[str]:
    """Return the weapons that a model can use now, in its own turn or in a Reaction."""
    return [
        key
        for key in carried_weapons(piece)
        if not weapon_impediment(state, piece, key, reaction=reaction).text
    ]


def target_order(state: Battle, lines: WeaponLines) -> list[str]:
    """Return the ids of targets in the order in which they are listed: models first, then by distance."""
    return sorted(lines.objects, key=lambda i: (target_rank(state, i), round(lines.smallest_gap(i), 6), i))


def weapon_dice(state: Battle, firer: str, key: str, aims: Sequence[str]) -> list[AttackDie]:
    """Return the dice that a weapon adds to the pool; an area weapon adds some for each model (MI-SHOT-04).

    `aims` lists the targets of its blasts. The dice of an area are bound to the models it catches.
    """
    piece, weapon = state.table.piece(firer), weapons()[key]
    count = weapon_dice_count(state, piece, key)
    if not weapon.area:
        return [AttackDie(key, firer)] * count
    caught = [name for aim in aims for name in caught_about_model(state, aim, weapon.area, piece.side)]
    return [AttackDie(key, firer, name, bound=True) for name in caught for _ in range(count)]


def attack_pool(
    state: Battle, choice: WeaponChoice, target: str, second: Callable[[str, str], str], reaction: bool
) -> list[AttackDie]:
    """Return the dice of all firing weapons as one pool.

    `second` gives the target of a second blast for a firer and weapon. In a Reaction, the dice lost to Out of
    Ammo counters are left out.
    """
    found: list[AttackDie] = []
    for firer, keys in choice.items():
        guns = [(key, (target, second(firer, key))[: weapons()[key].blasts]) for key in keys]
        own = [die for key, aims in guns for die in weapon_dice(state, firer, key, aims)]
        found += own[ammo_dice_lost(state.table.piece(firer), reaction) :]
    return found


def reachable_models(
    state: Battle, choice: WeaponChoice, target: str, lines: WeaponLines | None = None
) -> tuple[dict[str, float], WeaponLines]:
    """Return the distance of each model that a weapon can reach, and the weapons' lines of fire."""
    eligible = models_in_fire_zone(state, target)
    if lines is None or any(p.id not in lines.objects for p in eligible):
        lines = WeaponLines(state, choice, eligible)
    arms = [(firer, key) for firer, keys in choice.items() for key in keys]
    borne = [p.id for p in eligible if any(lines.bears_on(*arm, p.id) for arm in arms)]
    return {name: lines.smallest_gap(name, tuple(choice)) for name in borne}, lines


def mark_fired(play: Play[Game], choice: WeaponChoice) -> None:
    """Mark models as having fired, using up Slow weapons, ammunition and the Ready state."""
    parts: list[MarkChange] = []
    for firer, keys in choice.items():
        piece = play.state.table.piece(firer)
        if piece.has_mark(READY):
            parts.append(MarkChange(firer, READY, piece.mark_count(READY), 0))
        for key in keys:
            if weapons()[key].slow:
                parts.append(MarkChange(firer, slow_mark(key), 0, 1))
            if weapons()[key].ammo:
                shots = piece.mark_count(used_mark(key))
                parts.append(MarkChange(firer, used_mark(key), shots, shots + 1))
    if parts:
        play.emit(MarksChanged(rule=SLOW, parts=tuple(parts)))


def ammo_counter_holders(state: Battle, fired: Sequence[str]) -> tuple[str, ...]:
    """Return the models with Reloading! that have fired and now take Out of Ammo counters (MI-FIRE-07)."""
    guns = {*state.game.parameters.reloading}
    return tuple(
        p for p in ids_in_play(state, fired) if guns & {*piece_profile(state.table.piece(p)).weapons}
    )
