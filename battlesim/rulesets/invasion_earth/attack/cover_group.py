"""Suppression through one item of cover by several models: one success is enough for all behind it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from battlesim.engine.option import Option
from battlesim.engine.play import Play, Script
from battlesim.engine.position_decisions import ChoosePoint
from battlesim.geometry.shapes import Point
from battlesim.mechanics.chance import DiceScriptRun, roll_together
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece

from ..core.lookups import piece_weapons
from ..core.state import Battle, Game
from ..sighting.hiding import end_hiding
from .area_suppression import area_radius, template_size
from .blasts import caught_models
from .cover_suppression import LADDER, CoverShot, cover_options, cover_script, shielded_enemies
from .damage import apply_damage, disturb_repair
from .strike import SAVE
from .suppression import NOTHING, STRIKES, suppress_models

TOGETHER = "IE-SCV-02"


def named_options(state: Battle, firer: Piece, item: str) -> dict[str, Option]:
    """Return the open ways in which a model can fire at an item of cover, by the enemy that it names."""
    open_ways = [option for option in cover_options(state, firer) if not option.shut and option.to[1] == item]
    return {option.to[0]: option for option in reversed(open_ways)}


def suppress_cover_together(play: Play[Game], item: str, firers: Sequence[str]) -> Script[None]:
    """Have models suppress all enemies behind an item of cover that lie under one template on it."""
    shots = yield from _name_targets(play, item, firers)
    centre = yield from _choose_centre(play, item, firers)
    for shot in shots:
        end_hiding(play, shot.firer.id)
        disturb_repair(play, shot.target.id)
    runs = [DiceScriptRun(cover_script(play.state, shot)) for shot in shots]
    text = phrase("suppression behind {}", Ref(item))
    yield from roll_together(play, runs, text, rule=LADDER, by=", ".join(firers))
    outcomes = [run.value for run in runs]
    while pending := [run for run in runs if run.pending_roll is not None]:
        yield from roll_together(play, pending, "saves of those struck", rule=SAVE)
    struck = {shot.target.id for shot, outcome in zip(shots, outcomes, strict=True) if outcome == STRIKES}
    for shot, run in zip(shots, runs, strict=True):
        apply_damage(play, shot.target.id, run.end[1], shot.firer.id)
    if any(outcome != NOTHING for outcome in outcomes):
        spared = () if play.state.game.parameters.strike_suppresses else struck
        behind = _behind(play.state, item, firers, centre)
        suppress_models(play.under_rule(TOGETHER), [key for key in behind if key not in spared])


def _name_targets(play: Play[Game], item: str, firers: Sequence[str]) -> Script[list[CoverShot]]:
    """Ask each model which of the enemies behind the item it names."""
    shots = []
    for key in firers:
        own = play.state.table.piece(key)
        ways = named_options(play.state, own, item)
        chosen = yield from _name_target(play, own, ways)
        weapon = piece_weapons(own)[ways[chosen].act]
        shots.append(CoverShot(own, weapon, item, play.state.table.piece(chosen)))
    return shots


def _name_target(play: Play[Game], firer: Piece, ways: Mapping[str, Option]) -> Script[str]:
    if len(ways) == 1:
        return next(iter(ways))
    options = [Option(enemy, phrase("{}", Ref(enemy)), (enemy,)) for enemy in ways]
    prompt = phrase("{} aims at", Ref(firer.id))
    chosen = yield from play.choose_one("aim", firer.side, prompt, options, rule=TOGETHER, about=firer.id)
    return chosen.key


def _choose_centre(play: Play[Game], item: str, firers: Sequence[str]) -> Script[Point]:
    """Ask for the centre of the template, which lies on the item."""
    table = play.state.table
    return (
        yield from play.ask(
            ChoosePoint(
                side=table.piece(firers[0]).side,
                what="centre",
                prompt="Lay the centre of the template on the cover",
                rule=template_size(len(firers))[1],
                about=firers[0],
                zone=table.terrain(item).rings,
            )
        )
    )


def _behind(state: Battle, item: str, firers: Sequence[str], centre: Point) -> list[str]:
    """Return the enemies behind an item, as one of the models sees it, that lie under the template."""
    pairs = [pair for key in firers for pair in shielded_enemies(state, state.table.piece(key))]
    shielded = {enemy.id for at, enemy in pairs if at == item}
    under = caught_models(state.table, centre, area_radius(state, len(firers)))
    return [piece.id for piece in under if piece.id in shielded]
