"""Suppression of enemies behind cover by several models: one success suppresses them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import DiceScriptRun, roll_together
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import piece_weapons
from ..core.state import Battle, Game
from ..sighting.hiding import end_hiding
from .area_points import area_radius, ask_centre, centre_region, place_suppression
from .blasts import caught_models
from .cover_suppression import LADDER, CoverShot, cover_options, cover_script, shielded_enemies
from .damage import apply_damage, disturb_repair
from .strike import SAVE
from .suppression import NOTHING, STRIKES, suppress_models

TOGETHER = "IE-SCV-02"


def named_options(state: Battle, firer: Piece, item: str) -> dict[str, Option]:
    """Return the possible shots of a model at an item of cover, by the enemy behind it."""
    open_ways = [option for option in cover_options(state, firer) if not option.shut and option.to[1] == item]
    return {option.to[0]: option for option in reversed(open_ways)}


def suppress_cover_together(play: Play[Game], item: str, firers: Sequence[str]) -> Script[None]:
    """Resolve the fire of several models at an item of cover and the enemies behind it under a template."""
    shots = yield from _name_targets(play, item, firers)
    aims = {shot.firer.id: shot.target.id for shot in shots}
    prompt = "Lay the centre of the template on the cover"
    centre = yield from ask_centre(play, aims, len(firers), prompt, item=item)
    caught = models_behind(play.state, item, firers, centre)
    place_suppression(play, centre, len(firers), caught, firers[0])
    for shot in shots:
        end_hiding(play, shot.firer.id)
        disturb_repair(play, shot.target.id)
    runs = [DiceScriptRun(cover_script(play.state, shot)) for shot in shots]
    text = phrase("suppression behind {}", Ref(item))
    yield from roll_together(play, runs, text, rule=LADDER, by=", ".join(aims))
    outcomes = [run.value for run in runs]
    while pending := [run for run in runs if run.pending_roll is not None]:
        yield from roll_together(play, pending, "saves of those struck", rule=SAVE)
    struck = {shot.target.id for shot, outcome in zip(shots, outcomes, strict=True) if outcome == STRIKES}
    for shot, run in zip(shots, runs, strict=True):
        apply_damage(play, shot.target.id, run.end[1], shot.firer.id)
    if any(outcome != NOTHING for outcome in outcomes):
        spared = () if play.state.game.parameters.strike_suppresses else struck
        hit = [piece.id for piece in caught if piece.id not in spared]
        suppress_models(play.under_rule(TOGETHER), hit)


def _name_targets(play: Play[Game], item: str, firers: Sequence[str]) -> Script[list[CoverShot]]:
    """Ask each model which of the enemies behind the item it names; one that cannot name any drops out."""
    shots: list[CoverShot] = []
    for key in firers:
        own = play.state.table.piece(key)
        ways = _reachable_options(play.state, own, item, [shot.target for shot in shots], len(firers))
        if not ways:
            continue
        chosen = yield from _name_target(play, own, ways)
        shots.append(group_shot(play.state, key, chosen, item))
    return shots


def group_shot(state: Battle, firer: str, aim: str, item: str) -> CoverShot:
    """Return the shot of one model in a group at an item of cover and an enemy behind it."""
    own = state.table.piece(firer)
    weapon = piece_weapons(own)[named_options(state, own, item)[aim].act]
    return CoverShot(own, weapon, item, state.table.piece(aim))


def _reachable_options(
    state: Battle, firer: Piece, item: str, named: Sequence[Piece], firers: int
) -> dict[str, Option]:
    """Return the ways to name an enemy that one template on the item covers with those already named."""
    ways = named_options(state, firer, item)
    fits = (key for key in ways if centre_region(state, [*named, state.table.piece(key)], firers, item))
    return {key: ways[key] for key in fits}


def _name_target(play: Play[Game], firer: Piece, ways: Mapping[str, Option]) -> Script[str]:
    if len(ways) == 1:
        return next(iter(ways))
    options = [Option(enemy, phrase("{}", Ref(enemy)), (enemy,)) for enemy in ways]
    prompt = phrase("{} aims at", Ref(firer.id))
    chosen = yield from play.choose_one("aim", firer.side, prompt, options, rule=TOGETHER, about=firer.id)
    return chosen.key


def models_behind(state: Battle, item: str, firers: Sequence[str], centre: Point) -> list[Piece]:
    """Return the enemies under the template that any of the firers sees behind an item of cover."""
    pairs = [pair for key in firers for pair in shielded_enemies(state, state.table.piece(key))]
    shielded = {enemy.id for at, enemy in pairs if at == item}
    under = caught_models(state.table, centre, area_radius(state, len(firers)))
    return [piece for piece in under if piece.id in shielded]
