"""Resolution of attack dice: rolls, kills, Saves, removal and flinching.

All dice are rolled together and resolved for each model; only then are models removed and survivors pushed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from battlesim.behaviour import straight_moves
from battlesim.engine.decisions import AssignItem
from battlesim.engine.play import Play, Script
from battlesim.geometry.freespace import FreeSpace
from battlesim.geometry.shapes import Point
from battlesim.mechanics import attack
from battlesim.mechanics.attack import RollLabel, TargetHits
from battlesim.mechanics.chance import DiceScriptRun, roll_together, single_roll
from battlesim.rulings import piece_gaps
from battlesim.rulings.piece_placement import free_space_on_table
from battlesim.table.events import PiecesMoved, PieceTravel
from battlesim.table.ids import SideKey
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Inside, OnTable, Piece
from battlesim.table.state import Table

from ..core.lookups import (
    has_trait,
    hits_left,
    is_structure,
    may_overlap,
    piece_or_stand_in,
    ratings,
    short_list_text,
)
from ..core.marks import CAPTIVE, FLYING, mark_moved
from ..core.state import MI, Battle, Game
from ..ground import captives
from ..ground.surface import surface
from ..losses.hit_points import remove_hits, remove_model, resolve_dropship_wreck
from .attack_dice import AttackDie
from .attack_modes import ATTACK_MODES
from .die_outcome import KAMIKAZE_RULE, KILL_DAMAGE, save_roll, targeted_dice

FLINCH_DISTANCE_IN = 2.0
"""Distance in inches that a flinching model is pushed."""
TRAITS_THAT_NEVER_FLINCH = ("large", "aircraft", "airstrike", "entrance", "marker")
"""Traits of models that never flinch."""
Loss = Piece | str
"""A loss caused by an attack: the former model, or the id of a structure or entrance about to fall."""


def resolve_dice(
    play: Play[Game],
    dice: Sequence[AttackDie],
    mode: str,
    *,
    point: Point | None = None,
    new_smoke_ids: Sequence[str] = (),
) -> Script[tuple[tuple[int, ...], list[Loss]]]:
    """Roll dice against their targets, apply the results up to flinching, and return faces and losses.

    `mode` is fire, area, melee, bomb, volatile or interception. `point` is the origin of dice that have none
    of their own. `new_smoke_ids` lists smoke from this attack, which does not affect it yet.
    """
    way = ATTACK_MODES[mode]
    words = phrase("{} on {}", way.words, short_list_text(tuple(dict.fromkeys(die.target for die in dice))))
    first = RollLabel(words, way.roll, ", ".join(dict.fromkeys(die.firer for die in dice)), announced=True)

    def saving(target: str) -> RollLabel:
        return RollLabel(phrase("saves of {}", Ref(target)), way.save, target)

    def take(number: int, points: int) -> None:
        rule = way.kill if points == KILL_DAMAGE else way.failed
        remove_hits(play, dice[number].target, points, rule, dice[number].firer)

    def left(target: str) -> int:
        return hits_left(play.state, target)

    struck = targeted_dice(play.state, dice, way, new_smoke_ids)
    faces, settled = yield from attack.resolve_targeted_dice(play, struck, first, saving, left, take)
    shaken = dict[str, dict[str, Point]]()
    for felt in settled:
        by = [dice[k] for k in (felt.dice if way.shaken_by_saves else felt.costly_dice)]
        shaken[felt.target] = flinch_origins(
            play.state, piece_or_stand_in(play.state, felt.target), by, point
        )
    dying = {
        die.firer for die, face in zip(dice, faces, strict=True) if die.weapon_profile.kamikaze and face == 1
    }
    lost = yield from _take_off(play, settled, dice, dying, way.removed)
    attacker = next((play.state.table.piece(die.firer).side for die in dice), MI)
    yield from push_flinching_models(play, attacker, shaken, way.flinch)
    return faces, lost


def _take_off(
    play: Play[Game],
    settled: Sequence[TargetHits],
    dice: Sequence[AttackDie],
    dying: Collection[str],
    rule: str,
) -> Script[list[Loss]]:
    """Remove everything with 0 HP, then attackers killed by their own attack, and return the losses."""
    lost: list[Loss] = []
    for one in settled:
        if hits_left(play.state, one.target) > 0:
            continue
        if is_structure(play.state, one.target) or has_trait(play.state.table.piece(one.target), "entrance"):
            lost.append(one.target)
            continue
        piece = play.state.table.piece(one.target)
        by = dice[one.costly_dice[-1]].firer
        if captives.try_capture(play, piece.id, by, dying=by in dying):
            continue
        if has_trait(piece, "transport"):
            yield from resolve_dropship_wreck(play, piece.id)
        lost.append(piece)
        remove_model(play, piece.id, rule, by)
    for name in sorted(dying):
        remove_model(play, name, KAMIKAZE_RULE, name)
    return lost


def roll_saves(play: Play[Game], pieces: Sequence[str], why: AnyText, rule: str) -> Script[list[Loss]]:
    """Roll unmodified Saves, each failure costing 1 hit point, and return the losses; no model flinches."""
    ids = [i for i in pieces if i in play.state.table.pieces]
    rated = {i: ratings(play.state, i) for i in ids}
    casts = {
        i: DiceScriptRun(single_roll(save_roll(play.state, one, rule)))
        for i, one in rated.items()
        if one.save
    }
    yield from roll_together(play, list(casts.values()), why, rule=rule, by=", ".join(casts))
    passed = {i for i, one in casts.items() if one.end}
    lost: list[Loss] = []
    for name in ids:
        if name in passed:
            continue
        remove_hits(play, name, 1, rule)
        piece = play.state.table.piece(name)
        if piece.hits <= 0:
            lost.append(piece)
            remove_model(play, name, rule)
    return lost


FlinchOrigins = Mapping[str, Mapping[str, Point]]
"""Flinching models, each with the points that it may be pushed away from, by source."""


def can_flinch(piece: Piece) -> bool:
    """Return whether a model can flinch, that is, be pushed away by an attack.

    Large models, aircraft, entrances and captives cannot, nor can models inside a building or on a structure.
    """
    free = isinstance(piece.place, OnTable) and not piece.place.on and not piece.has_mark(CAPTIVE)
    return (
        free
        and not piece.has_mark(FLYING)
        and not any(has_trait(piece, trait) for trait in TRAITS_THAT_NEVER_FLINCH)
    )


def origin_point(state: Battle, source: Piece, target: Piece) -> Point | None:
    """Return the point from which a source pushes a target away (MI-GAP-72), or None if it cannot."""
    stands = isinstance(source.place, OnTable | Inside) and isinstance(target.place, OnTable)
    return piece_gaps.reference_point(state.table, source, target.xy) if stands else None


def flinch_origins(
    state: Battle, target: Piece, dice: Sequence[AttackDie], point: Point | None = None
) -> dict[str, Point]:
    """Return the points from which dice may push a model away, by the id of their source."""
    found: dict[str, Point] = {}
    for die in dice:
        for source in die.sources or (die.firer,):
            origin = die.origin or point or origin_point(state, piece_or_stand_in(state, source), target)
            if origin is not None:
                found.setdefault(source, origin)
    return found


def _origins(play: Play[Game], side: SideKey, shaken: FlinchOrigins, rule: str) -> Script[dict[str, Point]]:
    """Return the point from which each model is pushed away.

    If there are several sources, the attacker chooses (MI-SHOT-14, MI-BMEL-07).
    """
    chosen = {name: next(iter(sources.values())) for name, sources in shaken.items()}
    several = {name: own for name, own in shaken.items() if len({*own.values()}) > 1}
    if several:
        items = [AssignItem(i, play.state.table.name_of(i), tuple(own)) for i, own in several.items()]
        given = yield from play.assign("source", side, "From whom does each flinch?", items, rule=rule)
        chosen |= {name: own[given[name]] for name, own in several.items()}
    return chosen


def _room(table: Table, piece: Piece) -> FreeSpace:
    """Return the space to push a model: impassable terrain, bases and, for MI models, an entrance stop it."""
    bases = [p for p in table.standing_pieces() if not may_overlap(p, piece)]
    return free_space_on_table(table, piece.radius, surface(table.ground).blocked_ids, bases)


def push_flinching_models(
    play: Play[Game], side: SideKey, flinch_origins: FlinchOrigins, rule: str
) -> Script[None]:
    """Push each flinching model once; `side` is the attacker, and `rule` the rule for flinching."""
    able = {
        name: own
        for name, own in flinch_origins.items()
        if own and can_flinch(piece_or_stand_in(play.state, name))
    }
    origins = yield from _origins(play, side, able, rule)
    parts = flinch_moves(play.state.table, origins)
    if parts:
        play.emit(PiecesMoved(rule=rule, parts=parts, how="flinch"))
        mark_moved(play, [part.piece for part in parts], "MI-GAP-21")


def flinch_moves(table: Table, origins: Mapping[str, Point]) -> tuple[PieceTravel, ...]:
    """Return the moves of models that flinch together, each away from its point in `origins`."""
    return straight_moves.moves_straight_away(table, origins, FLINCH_DISTANCE_IN, _room)
