from __future__ import annotations

import os
import sys

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

from pathlib import Path
from types import ModuleType

import numpy as np
import pygame
import pytest

from battlesim.render.ruleset_looks import RulesetLooks
from battlesim.report.output_files import PICTURE_KIND, OutputFile
from battlesim.report.picture import BAR_HEIGHT_PX, battle_picture, looks_of, save_picture
from battlesim.report.unit_names import unit_letters, unit_name
from battlesim.rulesets import registry
from battlesim.rulesets.toy import Toy
from battlesim.scenarios.library import load_scenario
from battlesim.scenarios.toml_reading import InputError
from battlesim.testing.table import make_sides, make_table, standing_piece


@pytest.fixture(autouse=True)
def small_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw pictures small, which takes a fifth of the time."""
    monkeypatch.setattr("battlesim.report.picture.MAX_TABLE_SIDE_PX", 800)


def bytes_of(picture: pygame.Surface) -> np.ndarray:
    return pygame.surfarray.array3d(picture)


@pytest.mark.parametrize("scenario", ["toy", "first_contact"])
def test_a_picture_shows_the_table_under_a_bar(scenario: str) -> None:
    loaded = load_scenario(scenario)
    picture = battle_picture(loaded.initial_state(), loaded.ruleset, loaded.plan.title)
    ground = loaded.ground
    assert picture.get_height() - BAR_HEIGHT_PX == pytest.approx(
        ground.height * picture.get_width() / ground.width, rel=0.5
    )
    lit = picture.subsurface((0, BAR_HEIGHT_PX, picture.get_width(), picture.get_height() - BAR_HEIGHT_PX))
    assert len(np.unique(pygame.surfarray.array2d(lit))) > 2000


def test_the_bar_says_the_title() -> None:
    loaded = load_scenario("toy")
    one, other = (
        battle_picture(loaded.initial_state(), loaded.ruleset, title) for title in ("One", "Another")
    )
    differ = np.argwhere((bytes_of(one) != bytes_of(other)).any(axis=2))
    assert len(differ) and differ[:, 1].max() < BAR_HEIGHT_PX


def test_a_side_sees_no_mine_of_the_other() -> None:
    loaded = load_scenario("toy")
    state = loaded.initial_state()
    whole, south = (bytes_of(battle_picture(state, loaded.ruleset, side=side)) for side in ("", "south"))
    mine = state.table.markers["north-mine"]
    own = state.table.markers["south-mine"]
    ppi = (whole.shape[1] - BAR_HEIGHT_PX) / loaded.ground.height

    def around(picture: np.ndarray, x: float, y: float) -> np.ndarray:
        left = (picture.shape[0] - loaded.ground.width * ppi) / 2
        px, py = round(left + x * ppi), round(BAR_HEIGHT_PX + (loaded.ground.height - y) * ppi)
        return picture[px - 6 : px + 6, py - 6 : py + 6]

    assert (around(whole, mine.x, mine.y) != around(south, mine.x, mine.y)).any()
    assert (around(whole, own.x, own.y) == around(south, own.x, own.y)).all()


def test_only_png_is_written(tmp_path: Path) -> None:
    loaded = load_scenario("toy")
    output = OutputFile(tmp_path / "new" / "toy.png", PICTURE_KIND).check()
    save_picture(loaded.initial_state(), loaded.ruleset, output)
    assert output.path.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(InputError, match=r"in \.png"):
        OutputFile(tmp_path / "toy.gif", PICTURE_KIND).check()


def test_units_get_letters_of_their_own() -> None:
    pieces = [standing_piece(f"p{k}", 2 + k, 3) for k in range(2)] + [
        standing_piece(f"q{k}", 2 + k, 9, side="blue") for k in range(3)
    ]
    field = make_table(*pieces, table_sides=make_sides("red", "blue"))
    names = {piece.unit: f"{number} Platoon" for number, piece in enumerate(pieces)}
    found = unit_letters(field, names)
    assert len(set(found.values())) == len(found)
    kept = unit_letters(field, names, {"another": next(iter(found.values()), "A")})
    assert kept["another"] == next(iter(found.values()), "A")
    assert unit_name(field, "unknown_unit", {}) == "Unknown unit"


def test_a_ruleset_in_a_single_module_has_plain_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = ModuleType("alone")
    alone.__package__ = ""
    ruleset = type("Alone", (Toy,), {"__module__": "alone"})()
    monkeypatch.setitem(sys.modules, "alone", alone)
    assert looks_of(ruleset) == RulesetLooks()
    assert looks_of(registry.load_ruleset("mobile_infantry")) != RulesetLooks()
