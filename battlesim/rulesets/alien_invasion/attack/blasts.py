"""Explosions of Mites: chains, one total for each group that they reach, and who falls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from battlesim.engine.play import Play, Script
from battlesim.geometry.constants import TOL
from battlesim.rulings.piece_gaps import distance_to_piece
from battlesim.table.events import TemplatePlaced
from battlesim.table.ids import NO_SIDE, SideKey, UnitId
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import figure_kind, figures_of, seat_order
from ..core.state import Battle, Game
from ..core.vehicles import exposed_bases
from ..ground.protection import figure_grade, group_grade
from ..ground.templates import REACH, blast_radius
from .losses import choose_casualties, remove_figures
from .shooting import roll_total

CHAINS, LINKED, DAMAGE = "MT-MITE-05", "MT-MITE-06", "MT-GAP-51"
MITE_DICE = 4


class Explosion(NamedTuple):
    """An exploding Mite with its dice total, and the figures within its blast."""

    mite: Piece
    total: int
    caught: frozenset[str]


class ChainHit(NamedTuple):
    """The effect of a chain of explosions on a group: dice rolled, figures in reach, and protection."""

    group: UnitId
    dice: int
    figures: list[Piece]
    grade: int


def reached_by(state: Battle, mite: Piece) -> list[Piece]:
    """Return the figures, other than the Mite, whose bases an explosion reaches."""
    radius = blast_radius(state)
    others = ((piece, base) for piece, base in exposed_bases(state) if piece.id != mite.id)
    near = ((piece, distance_to_piece(state.table, base, mite.xy)) for piece, base in others)
    return [piece for piece, distance in near if distance <= radius + TOL]


def chain_of(state: Battle, first: str) -> list[Piece]:
    """Return the Mites that explode if a given Mite does, in order; a Mite that is shot does not explode.

    Rules: MT-MITE-12.
    """
    found = [state.table.piece(first)]
    for mite in found:
        near = [piece for piece in reached_by(state, mite) if figure_kind(state, piece).explosive]
        found += [piece for piece in near if piece not in found]
    return found


def explode_chain(play: Play[Game], first: str, by: SideKey) -> Script[None]:
    """Explode a Mite and all Mites that its blast sets off, and apply a dice total to each group reached."""
    state, explosions = play.state, list[Explosion]()
    chain = chain_of(state, first)
    exploded = {mite.id for mite in chain}
    for mite in chain:
        caught = frozenset(piece.id for piece in reached_by(state, mite)) - exploded
        play.emit(_placed(state, mite, caught))
        why = phrase("{mite} explodes", Ref(mite.id))
        faces = yield from roll_total(play, MITE_DICE, why, mite.id, CHAINS)
        explosions.append(Explosion(mite, sum(faces), caught))
    remove_figures(play, chain, by, CHAINS)
    for group, total, figures in hit_groups(state, explosions):
        grade = blast_grade(state, group)
        fallen = yield from choose_casualties(play, figures, total, grade)
        said = phrase("{group}: {} killed by {} points of blast", Ref(group), str(len(fallen)), str(total))
        play.log_message(said, rule=LINKED)
        remove_figures(play, fallen, by, DAMAGE)


def chain_hits(state: Battle, first: str) -> list[ChainHit]:
    """Return what the explosion of a Mite, with all that it sets off, would do to each group in reach."""
    chain = chain_of(state, first)
    exploded = {mite.id for mite in chain}
    caught = [frozenset(piece.id for piece in reached_by(state, mite)) - exploded for mite in chain]
    blasts = [Explosion(mite, MITE_DICE, each) for mite, each in zip(chain, caught, strict=True)]
    hits = hit_groups(state, blasts)
    return [ChainHit(group, dice, figures, blast_grade(state, group)) for group, dice, figures in hits]


def _placed(state: Battle, mite: Piece, caught: frozenset[str]) -> TemplatePlaced:
    return TemplatePlaced(
        rule=REACH,
        name="Explosion",
        at=mite.xy,
        aimed_at=mite.xy,
        radius=blast_radius(state),
        caught=tuple(sorted(caught)),
        by=mite.id,
    )


def hit_groups(state: Battle, explosions: Sequence[Explosion]) -> list[tuple[UnitId, int, list[Piece]]]:
    """Return each group that explosions reach, the dice total against it, and its figures in reach.

    They come in the order in which their sides choose who falls. If an option says so, the total of a blast
    is shared between the groups that it reaches.
    """
    found, card = [], state.game.card
    order = seat_order(state, state.game.fighters, card.side if card else NO_SIDE)
    units = state.table.units.values()
    for unit in sorted(units, key=lambda unit: order.index(unit.side) if unit.side in order else len(order)):
        figures = figures_of(state, unit.id)
        reaching = [each for each in explosions if any(f.id in each.caught for f in figures)]
        caught = [f for f in figures if any(f.id in each.caught for each in reaching)]
        if caught:
            found.append((unit.id, sum(_share(state, each) for each in reaching), caught))
    return found


def _share(state: Battle, explosion: Explosion) -> int:
    groups = {state.table.piece(key).unit for key in explosion.caught}
    return explosion.total // len(groups) if state.game.parameters.shares_blasts else explosion.total


def blast_grade(state: Battle, group: UnitId) -> int:
    """Return the protection of a group against a blast, which no barrier stops."""
    grades = [figure_grade(state, figure, (), None) for figure in figures_of(state, group)]
    return group_grade(grades, state.game.parameters.partial_cover)
