"""Blast templates: whom they catch, where a miss lands, and what a strike does."""

from __future__ import annotations

from functools import partial

from battlesim.engine.play import Play, Script
from battlesim.engine.template_kinds import ScatterRule, TemplateKind
from battlesim.geometry.shapes import Point
from battlesim.geometry.templates import Blast
from battlesim.mechanics.chance import DiceScriptRun, exact_chances, roll_together
from battlesim.mechanics.scatter import scattered_aim
from battlesim.rulings.template_coverage import caught_ids, place_template
from battlesim.table.phrases import Ref, phrase
from battlesim.table.pieces import Piece
from battlesim.table.state import Table

from ..core.parameters import Parameters
from ..core.profiles import Weapon
from ..core.state import Battle, Game
from .damage import apply_damage, disturb_repair
from .strike import SAVE, Shot, save_script

TEMPLATES = "IE-GAP-28"
CAUGHT = "IE-GAP-29"
SCATTER = "IE-GAP-30"
SCATTER_DIRECTIONS = 6


def template_kinds(parameters: Parameters) -> tuple[TemplateKind, ...]:
    """Return the blast templates as data: everything under them is caught."""
    sizes = parameters.template_sizes.items()
    scatter = (
        ScatterRule(SCATTER_DIRECTIONS, (1.0, 2.0, 3.0, 4.0), SCATTER) if parameters.blast_scatters else None
    )
    return tuple(
        TemplateKind(f"{key.capitalize()} blast", f"blast:{size / 2:g}", TEMPLATES, scatter=scatter)
        for key, size in sizes
    )


def blast_radius(state: Battle, weapon: Weapon) -> float:
    """Return the radius of a weapon's template in inches."""
    return state.game.parameters.template_sizes[weapon.blast] / 2.0


def caught_models(table: Table, point: Point, radius: float) -> list[Piece]:
    """Return the models, friend or foe, whose base a blast overlaps, sorted by id."""
    placed = place_template(table.ground, Blast(*point, radius), point)
    caught = set(caught_ids(table, placed, list(table.standing_pieces()), "partly"))
    return sorted((table.piece(key) for key in caught), key=lambda piece: piece.id)


def scatter_point(shot: Shot, missed_by: int, direction: int) -> Point:
    """Return where a template lands that missed by so many points, 1 in for each, clockwise by 60 degrees."""
    rule = ScatterRule(SCATTER_DIRECTIONS, (float(missed_by),))
    return scattered_aim(rule, shot.firer.xy, shot.target.xy, direction, float(missed_by))


def blast_odds(view: Battle, shot: Shot) -> dict[str, dict[int, float]]:
    """Return the chances of the HITS lost by each model under a template on the target, if it strikes."""
    caught = caught_models(view.table, shot.target.xy, blast_radius(view, shot.weapon))
    weapon = shot.weapon
    scripts = {piece.id: partial(save_script, piece, weapon.piercing, weapon.damage) for piece in caught}
    return {key: exact_chances(script) for key, script in scripts.items()}


def resolve_blast(play: Play[Game], shot: Shot, point: Point) -> Script[None]:
    """Strike every model under a template: each rolls its own save, all together, then takes the damage."""
    caught = caught_models(play.state.table, point, blast_radius(play.state, shot.weapon))
    runs = [DiceScriptRun(save_script(piece, shot.weapon.piercing, shot.weapon.damage)) for piece in caught]
    saving = [run for run in runs if run.pending_roll is not None]
    if saving:
        text = phrase("saves under the template of {}", Ref(shot.firer.id))
        yield from roll_together(play, saving, text, rule=SAVE, by=shot.firer.id)
    for piece, run in zip(caught, runs, strict=True):
        disturb_repair(play, piece.id)
        apply_damage(play, piece.id, run.end, shot.firer.id, CAUGHT)
