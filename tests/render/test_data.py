"""What maps and rulesets say about pictures must exist."""

from __future__ import annotations

import tomllib
from pathlib import Path

import msgspec
import pytest

from battlesim.render.figures import FIGURE_PAINTERS
from battlesim.render.icons import ICON_SHAPES
from battlesim.render.light import MOODS
from battlesim.render.palette import COLOUR_HEX, GROUND_COLOURS
from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.render.terrain import terrain_looks
from battlesim.scenarios.maps import map_vocabulary

ROOT = Path(__file__).parents[2]
MAPS = sorted((ROOT / "maps").glob("*.toml"))
LOOKS = sorted((ROOT / "battlesim" / "rulesets").glob("*/figures.toml"))


@pytest.mark.parametrize("file", MAPS, ids=lambda file: file.stem)
def test_maps_name_looks_and_grounds_that_exist(file: Path) -> None:
    said = tomllib.loads(file.read_text(encoding="utf-8"))
    named = {
        piece["look"] for kind in ("terrain", "dressing") for piece in said.get(kind, ()) if "look" in piece
    }
    assert named <= set(terrain_looks())
    assert said["table"].get("ground", "dust") in GROUND_COLOURS


def test_every_ground_mood_and_look_that_a_map_may_name_is_drawn() -> None:
    assert (set(map_vocabulary().grounds), set(map_vocabulary().moods)) == (set(GROUND_COLOURS), set(MOODS))
    assert set(map_vocabulary().looks) | set(map_vocabulary().dressing) == set(terrain_looks())
    assert not set(map_vocabulary().looks) & set(map_vocabulary().dressing)


@pytest.mark.parametrize("file", LOOKS, ids=lambda file: file.parent.name)
def test_rulesets_name_figures_icons_and_colours_that_exist(file: Path) -> None:
    said = msgspec.toml.decode(file.read_bytes(), type=RulesetLooks)
    assert set(said.figures.values()) <= set(FIGURE_PAINTERS)
    assert set(said.badges.values()) <= set(ICON_SHAPES)
    assert {marker.icon for marker in said.markers.values()} - {""} <= set(ICON_SHAPES)
    assert {marker.colour for marker in said.markers.values()} <= set(COLOUR_HEX)
