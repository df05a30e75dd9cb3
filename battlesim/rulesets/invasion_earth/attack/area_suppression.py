"""Suppression of an area by several models: the firers, the template and the dice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import DiceScriptRun, roll_together
from battlesim.table.phrases import AnyText, Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import is_standing, own_models, piece_weapons, standing_enemies
from ..core.state import Battle, Game
from ..ground.rooms import is_sheltered, room
from ..sighting.hiding import end_hiding
from .area_points import area_radius, ask_centre, centre_region, place_suppression
from .blasts import caught_models, resolve_blast
from .damage import apply_damage, disturb_repair
from .shooting import ShotAct, shot_at, turn_to_target
from .strike import SAVE, Shot
from .suppression import (
    LADDER,
    NOTHING,
    STRIKES,
    suppress_models,
    suppression_script,
    why_no_suppressing_shot,
)
from .targeting import why_out_of_range

ONE_IS_ENOUGH = "IE-SUP-09"
AIM_POINTS = "IE-GAP-54"
TOGETHER = "IE-GAP-55"


def suppressing_weapon(state: Battle, firer: Piece, target: Piece, moved: bool = False) -> str:
    """Return the first weapon with which a model can suppress a target, or "" if there is none.

    A model that has moved cannot use a heavy weapon.
    """
    arms = [(key, arm) for key, arm in piece_weapons(firer).items() if not (moved and arm.heavy)]
    near = [(key, arm) for key, arm in arms if not why_out_of_range(state, firer, arm, target)]
    return next((key for key, arm in near if not why_no_suppressing_shot(state, firer, arm, target)), "")


def possible_targets(state: Battle, firer: Piece, moved: bool = False) -> list[Piece]:
    """Return the enemies that a model may try to suppress (IE-GAP-76)."""
    enemies = standing_enemies(state, firer)
    return [enemy for enemy in enemies if suppressing_weapon(state, firer, enemy, moved)]


def possible_firers(state: Battle, side: str) -> list[Piece]:
    """Return the models of a side that can still take part in suppression fire this turn."""
    able = (piece for piece in own_models(state, side) if piece.id not in state.game.acted)
    return [piece for piece in able if possible_targets(state, piece)]


def aim_options(
    state: Battle, firer: Piece, moved: bool, aims: Sequence[Piece], firers: int
) -> Iterator[Option]:
    """Yield an option for each enemy that one template could cover together with all other points of aim."""
    for enemy in possible_targets(state, firer, moved):
        if centre_region(state, [*aims, enemy], firers):
            yield Option(enemy.id, phrase("{}", Ref(enemy.id)), (enemy.id,), rule=AIM_POINTS)


def why_cannot_suppress_area(state: Battle, piece: Piece, is_barred: Mapping[str, AnyText]) -> AnyText:
    """Return why a model cannot begin to suppress an area, or "" if it can.

    `is_barred` gives, by id, the reason why a model cannot fire.
    """
    if not possible_targets(state, piece):
        return "it has no enemy to suppress"
    others = (other for other in possible_firers(state, piece.side) if other.id != piece.id)
    return "" if any(not is_barred.get(other.id) for other in others) else "no other model can join"


def choose_aims(play: Play[Game], firers: Sequence[str], moved: Collection[str]) -> Script[dict[str, str]]:
    """Ask each model for its point of aim; a model that cannot aim near the others drops out."""
    aims: dict[str, str] = {}
    for key in firers:
        table = play.state.table
        named = [table.piece(aim) for aim in aims.values()]
        options = tuple(aim_options(play.state, table.piece(key), key in moved, named, len(firers)))
        if options:
            prompt = phrase("{} aims at", Ref(key))
            side = table.piece(key).side
            chosen = yield from play.choose_one("aim", side, prompt, options, rule=AIM_POINTS, about=key)
            aims[key] = chosen.key
    return aims


def suppress_area(
    play: Play[Game], firers: Sequence[str], moved: Collection[str] = ()
) -> Script[tuple[str, ...]]:
    """Resolve the suppression of an area by several models. Return the ids of those that fired."""
    aims = yield from choose_aims(play, firers, moved)
    if not aims:
        return ()
    centre = yield from ask_centre(play, aims, len(firers), "Lay the centre of the template", tuple(moved))
    shots = [_prepared_shot(play, firer, aim, firer in moved) for firer, aim in aims.items()]
    caught = area_models(play.state, shots, centre, area_radius(play.state, len(firers)))
    place_suppression(play, centre, len(firers), caught, shots[0].firer.id)
    scripts = [suppression_script(play.state, shot) for shot in shots]
    runs = [DiceScriptRun(script) for script in scripts]
    yield from roll_together(play, runs, "suppression of an area", rule=LADDER, by=", ".join(aims))
    outcomes = [run.value for run in runs]
    saving = [run for run in runs if run.pending_roll is not None]
    if saving:
        yield from roll_together(play, saving, "saves of those struck", rule=SAVE)
    for shot, outcome in zip(shots, outcomes, strict=True):
        if outcome == STRIKES and shot.weapon.blast and is_standing(play.state, shot.target.id):
            yield from resolve_blast(play, shot, shot.target.xy)
    _apply(play, shots, runs, outcomes, caught)
    return tuple(aims)


def area_shot(state: Battle, firer: str, aim: str, moved: bool) -> Shot:
    """Return the shot of one model that takes part in suppressing an area."""
    weapon = suppressing_weapon(state, state.table.piece(firer), state.table.piece(aim), moved)
    return shot_at(state, firer, ShotAct(weapon, suppresses=True), aim, moved)


def _prepared_shot(play: Play[Game], firer: str, aim: str, moved: bool) -> Shot:
    """Turn a model to its aim point and return its shot."""
    weapon = suppressing_weapon(play.state, play.state.table.piece(firer), play.state.table.piece(aim), moved)
    turn_to_target(play, firer, weapon, aim)
    end_hiding(play, firer)
    disturb_repair(play, aim)
    return shot_at(play.state, firer, ShotAct(weapon, suppresses=True), aim, moved)


def area_models(state: Battle, shots: Sequence[Shot], centre: Point, radius: float) -> list[Piece]:
    """Return the models that a success suppresses: those under the template without walls around them."""
    aims = {id(where) for shot in shots if (where := room(state, shot.target)) is not None}
    caught = caught_models(state.table, centre, radius, shots[0].target)
    under = [p for p in caught if id(room(state, p)) in aims or not is_sheltered(state, p, centre)]
    side = shots[0].firer.side
    return [p for p in under if state.game.parameters.area_hits_friends or p.side != side]


def _apply(
    play: Play[Game],
    shots: Sequence[Shot],
    runs: Sequence[DiceScriptRun[tuple[int, int]]],
    outcomes: Sequence[int],
    caught: Sequence[Piece],
) -> None:
    """Apply the strikes, then suppress the area if one die was enough."""
    struck = {shot.target.id for shot, outcome in zip(shots, outcomes, strict=True) if outcome == STRIKES}
    for shot, run in zip(shots, runs, strict=True):
        apply_damage(play, shot.target.id, run.end[1], shot.firer.id)
    if all(outcome == NOTHING for outcome in outcomes):
        return
    spared = () if play.state.game.parameters.strike_suppresses else struck
    suppress_models(play.under_rule(ONE_IS_ENOUGH), [piece.id for piece in caught if piece.id not in spared])
