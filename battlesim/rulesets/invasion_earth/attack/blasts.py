"""Blast templates: the models they catch, where a miss lands, and the effect of a strike."""

from __future__ import annotations

from functools import partial

import msgspec

from battlesim.engine.play import Play, Script
from battlesim.geometry.shapes import Point
from battlesim.geometry.templates import Blast
from battlesim.mechanics.chance import DiceScript, DiceScriptRun, d6_at_least, exact_chances, roll_together
from battlesim.rulings.template_coverage import TemplateLevel, caught_ids, place_template
from battlesim.table.events import TemplatePlaced
from battlesim.table.levels import foot_height, ground_level
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

from ..core.profiles import Weapon
from ..core.state import Battle, Game
from ..ground.heights import SAME_HEIGHT_IN, is_airborne
from ..ground.rooms import is_sheltered
from .damage import apply_damage, disturb_repair
from .strike import SAVE, Shot, save_script

TEMPLATES = "IE-GAP-28"
CAUGHT = "IE-GAP-29"
LUCKY_STRIKE = "IE-GAP-31"
LUCKY_NUMBER = 6


def template_name(size: str) -> str:
    """Return the name of a template of the given size."""
    return f"{size.capitalize()} blast"


def blast_radius(state: Battle, weapon: Weapon) -> float:
    """Return the radius of a weapon's blast template in inches."""
    return state.game.parameters.template_sizes[weapon.blast] / 2.0


def caught_models(table: Table, point: Point, radius: float, target: Piece | None = None) -> list[Piece]:
    """Return the models, friend or foe, that a blast catches, sorted by id (IE-GAP-58).

    The blast is on the ground, or at the height of a flying target unless the ground there is higher.
    """
    placed = place_template(table.ground, Blast(*point, radius), point)
    air = foot_height(table, target) if target and is_airborne(table, target) else 0.0
    near = TemplateLevel(max(air, ground_level(table.ground, *point)), SAME_HEIGHT_IN)
    caught = caught_ids(table, placed, table.standing_pieces(), "partly", near)
    return sorted((table.piece(key) for key in caught), key=lambda piece: piece.id)


def blast_script(state: Battle, shot: Shot, piece: Piece, point: Point) -> DiceScript[int]:
    """Roll the dice for a model under a template and return the HITS that it loses (IE-BLD-07).

    Walls protect a model inside a building, except that a giant template may strike it.
    """
    if is_sheltered(state, piece, point):
        if shot.weapon.blast != "giant":
            return 0
        lucky = d6_at_least(LUCKY_NUMBER, LUCKY_STRIKE, on="for a lucky strike")
        struck: int = yield msgspec.structs.replace(lucky, what=f"lucky strike on {piece.name}")
        if not struck:
            return 0
    return (yield from save_script(piece, shot.weapon.piercing, shot.weapon.damage))


def blast_odds(view: Battle, shot: Shot, point: Point) -> dict[str, dict[int, float]]:
    """Return, for each model under a template at a point, the chance of each number of HITS lost."""
    caught = caught_models(view.table, point, blast_radius(view, shot.weapon), shot.target)
    scripts = {piece.id: partial(blast_script, view, shot, piece, point) for piece in caught}
    return {key: exact_chances(script) for key, script in scripts.items()}


def resolve_blast(play: Play[Game], shot: Shot, point: Point) -> Script[None]:
    """Strike every model under a template: all roll their saves together, then take the damage."""
    radius = blast_radius(play.state, shot.weapon)
    caught = caught_models(play.state.table, point, radius, shot.target)
    placed = TemplatePlaced(
        rule=TEMPLATES,
        name=template_name(shot.weapon.blast),
        at=point,
        aimed_at=shot.target.xy,
        radius=radius,
        caught=tuple(piece.id for piece in caught),
        by=shot.firer.id,
    )
    play.emit(placed)
    runs = [DiceScriptRun(blast_script(play.state, shot, piece, point)) for piece in caught]
    while pending := [run for run in runs if run.pending_roll is not None]:
        text = phrase("under the template of {firer}", Ref(shot.firer.id))
        yield from roll_together(play, pending, text, rule=SAVE, by=shot.firer.id)
    for piece, run in zip(caught, runs, strict=True):
        disturb_repair(play, piece.id)
        apply_damage(play, piece.id, run.end, shot.firer.id, CAUGHT)
