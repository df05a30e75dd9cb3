"""PNG pictures of battles and tables, drawn without a display."""

from __future__ import annotations

import os
import sys
from importlib.resources import files
from typing import TYPE_CHECKING

import msgspec

from battlesim.engine.ruleset import AnyRuleset
from battlesim.engine.side_views import state_seen_by
from battlesim.report.output_files import OutputFile
from battlesim.rulesets import registry
from battlesim.table.ids import NO_SIDE, SideKey
from battlesim.table.state import AnyState
from battlesim.table.terrain import Ground

if TYPE_CHECKING:
    from pygame import Surface

    from battlesim.render.ruleset_looks import RulesetLooks

MAX_TABLE_SIDE_PX = 1920
"""The largest size in pixels of the table in a picture, along its longer side."""
MAX_PX_PER_INCH = 70
"""The largest scale of a picture of the bare table, in pixels per inch."""
BAR_HEIGHT_PX, MIN_PICTURE_WIDTH_PX = 48, 960
"""The height of the bar above the table and the smallest width of a picture, in pixels."""


def looks_of(ruleset: AnyRuleset) -> RulesetLooks:
    """Return the drawing style that a ruleset defines in figures.toml, or a plain style if it has none."""
    from battlesim.render.ruleset_looks import RulesetLooks

    package = sys.modules[type(ruleset).__module__].__package__
    if not package:
        return RulesetLooks()
    file = files(package).joinpath("figures.toml")
    return msgspec.toml.decode(file.read_bytes(), type=RulesetLooks) if file.is_file() else RulesetLooks()


def ground_picture(ground: Ground) -> bytes:
    """Draw a table without pieces, at a whole number of pixels per inch, and return it as PNG bytes."""
    from battlesim.render.board import lit_pixels
    from battlesim.render.png import png_bytes
    from battlesim.render.tiles import surface_from_pixels

    ppi = max(1, min(MAX_PX_PER_INCH, int(MAX_TABLE_SIDE_PX // max(ground.width, ground.height))))
    area = (0, 0, round(ground.width * ppi), round(ground.height * ppi))
    return png_bytes(surface_from_pixels(lit_pixels(ground, ppi, area)))


def looks_named(key: str) -> RulesetLooks:
    """Return the drawing style of a ruleset's pieces, or a plain style if the ruleset is not installed."""
    from battlesim.render.ruleset_looks import RulesetLooks

    known = registry.loadable_rulesets()
    return looks_of(known[key]) if key in known else RulesetLooks()


def battle_picture(state: AnyState, ruleset: AnyRuleset, title: str = "", side: SideKey = NO_SIDE) -> Surface:
    """Draw the whole table of a battle, below a bar with the title, turn, phase and scores.

    The picture shows what `side` knows, or everything if `side` is empty. No display is needed.
    """
    from pygame import Surface

    from battlesim.render.camera import SCREEN_CAMERA, fitted_camera
    from battlesim.render.drawlist import DrawList
    from battlesim.render.piece_selection import Selection
    from battlesim.render.pygame_backend import Canvas
    from battlesim.render.scene import rendered_table
    from battlesim.report.battle_bar import battle_bar
    from battlesim.report.unit_names import unit_letters

    known = state_seen_by(ruleset, state, side)
    table, facts = known.table, ruleset.facts(known)
    ppi = fitted_camera(table.ground.width, table.ground.height, MAX_TABLE_SIDE_PX, MAX_TABLE_SIDE_PX).ppi
    width, height = round(table.ground.width * ppi), round(table.ground.height * ppi)
    canvas, picked = Canvas(), Selection(letters=unit_letters(table, facts.units))
    full_width = max(width, MIN_PICTURE_WIDTH_PX)
    out = Surface((full_width, height + BAR_HEIGHT_PX))
    drawn = rendered_table(table, looks_of(ruleset), width, height, selection=picked, canvas=canvas)
    out.blit(drawn, ((full_width - width) // 2, BAR_HEIGHT_PX))
    sides = sorted(table.sides, key=lambda item: item.number)
    canvas.draw(out, DrawList((), battle_bar(full_width, BAR_HEIGHT_PX, title, facts, sides)), SCREEN_CAMERA)
    return out


def save_picture(
    state: AnyState, ruleset: AnyRuleset, output: OutputFile, side: SideKey = NO_SIDE, title: str = ""
) -> None:
    """Save a PNG picture of a battle that shows what `side` knows. Raises InputError if saving fails."""
    from battlesim.render.png import png_bytes

    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    output.write(png_bytes(battle_picture(state, ruleset, title, side)))
