"""What models can fire: weapons that are fit, their dice, whom these reach, what firing uses up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from battlesim.engine.play import Play
from battlesim.mechanics.pieces import ids_in_play
from battlesim.rulings.movement import GroupLink, coherent_pieces
from battlesim.table.events import MarkChange, MarksChanged
from battlesim.table.pieces import Piece

from ..core.facts import models, near, of, rank, thing
from ..core.marks import READY, slow, used
from ..core.profiles import weapons
from ..core.state import BUGS, Battle, Game
from ..ground.sightlines import Lines
from .area import about_model
from .pool import SLOW, AttackDie, dice_gone, dice_of, unfit, weapons_of

ZONE = 6.0
CHAIN = 1.0


def _target_swarm(state: Battle, target: Piece, others: Sequence[Piece]) -> list[Piece]:
    """The target's species within 6 in of it, and who hangs on to those within 1 in."""
    species = {p.id: p for p in others if p.kind == target.kind}
    link = GroupLink(target.id, within=ZONE, chain=CHAIN)
    return [species[i] for i in coherent_pieces(state.table, link, (), [*species])]


ZONES: Mapping[str, Callable[[Battle, Piece, Sequence[Piece]], list[Piece]]] = {
    "near_target": lambda state, target, others: near(state, target, others, ZONE),
    "target_swarm": _target_swarm,
    "everyone": lambda state, target, others: list(others),
}


def zone(state: Battle, target: str) -> list[Piece]:
    """The models that may be given dice: the target, and the enemy models that the option names
    (MI-GAP-10)."""
    aim = thing(state, target)
    others = [p for p in models(state, BUGS) if p.id != target]
    return [aim, *ZONES[state.game.parameters.fire_zone](state, aim, others)]


Choice = Mapping[str, tuple[str, ...]]
"""Each firing model with the weapons that it fires."""


def fit_weapons(state: Battle, piece: Piece, reaction: bool) -> list[str]:
    """The weapons that a model can use now, wherever the enemy is."""
    return [key for key in weapons_of(piece) if not unfit(state, piece, key, reaction=reaction).words]


def in_order(state: Battle, lines: Lines) -> list[str]:
    """Targets as they are offered: those that fight first, then the nearest."""
    return sorted(lines.objects, key=lambda i: (rank(state, i), round(lines.smallest_gap(i), 6), i))


def weapon_dice(state: Battle, firer: str, key: str, aims: Sequence[str]) -> list[AttackDie]:
    """The dice that a weapon puts into the pool: with an area one lot for every model in it (MI-SHOT-04).

    `aims` are the targets of its blasts; dice of an area are bound to the models they were added for.
    """
    piece, weapon = state.table.piece(firer), weapons()[key]
    count = dice_of(state, piece, key)
    if not weapon.area:
        return [AttackDie(key, firer)] * count
    caught = [name for aim in aims for name in about_model(state, aim, weapon.area, piece.side)]
    return [AttackDie(key, firer, name, bound=True) for name in caught for _ in range(count)]


def pooled(
    state: Battle, choice: Choice, target: str, second: Callable[[str, str], str], reaction: bool
) -> list[AttackDie]:
    """All dice of all weapons that fire, in one pool.

    `second` gives the target of a second blast by firer and weapon. In a Reaction the dice that counters take
    off are gone.
    """
    found: list[AttackDie] = []
    for firer, keys in choice.items():
        guns = [(key, (target, second(firer, key))[: weapons()[key].blasts]) for key in keys]
        own = [die for key, aims in guns for die in weapon_dice(state, firer, key, aims)]
        found += own[dice_gone(state.table.piece(firer), reaction) :]
    return found


def reachable(
    state: Battle, choice: Choice, target: str, lines: Lines | None = None
) -> tuple[dict[str, float], Lines]:
    """How far the eligible models are from those who fire (inches), and the lines to them."""
    eligible = zone(state, target)
    if lines is None or any(p.id not in lines.objects for p in eligible):
        lines = Lines(state, choice, eligible)
    arms = [(firer, key) for firer, keys in choice.items() for key in keys]
    borne = [p.id for p in eligible if any(lines.bears(*arm, p.id) for arm in arms)]
    return {name: lines.smallest_gap(name, tuple(choice)) for name in borne}, lines


def note_fired(play: Play[Game], choice: Choice) -> None:
    """Marks of those who fired: Slow weapons and Ammo are used up, and so is the Ready state."""
    parts: list[MarkChange] = []
    for firer, keys in choice.items():
        piece = play.state.table.piece(firer)
        if piece.has_mark(READY):
            parts.append(MarkChange(firer, READY, piece.mark_count(READY), 0))
        for key in keys:
            if weapons()[key].slow:
                parts.append(MarkChange(firer, slow(key), 0, 1))
            if weapons()[key].ammo:
                shots = piece.mark_count(used(key))
                parts.append(MarkChange(firer, used(key), shots, shots + 1))
    if parts:
        play.emit(MarksChanged(rule=SLOW, parts=tuple(parts)))


def reloading(state: Battle, fired: Sequence[str]) -> tuple[str, ...]:
    """Those of the models that fired who take Out of Ammo counters: with Reloading! (MI-FIRE-07)."""
    guns = {*state.game.parameters.reloading}
    return tuple(p for p in ids_in_play(state, fired) if guns & {*of(state.table.piece(p)).weapons})
