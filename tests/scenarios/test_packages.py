"""Scenarios and maps that packages of rulesets bring along."""

from __future__ import annotations

from pathlib import Path

import pytest

from battlesim.scenarios.library import load_scenario, map_files, scenario_files
from battlesim.scenarios.sources import known_files, open_source
from battlesim.scenarios.toml_reading import InputError
from tests.support.ours import MAPS, SCENARIOS

MAP = "[table]\nwidth = 30\nheight = 20\n"
SCENARIO = """
title = "Visit"
ruleset = "toy"
map = "{map}"
[[side]]
key = "south"
name = "South"
[[side]]
key = "north"
name = "North"
[[unit]]
id = "s"
side = "south"
piece = [{{ profile = "trooper", at = [8, 4] }}]
[[unit]]
id = "n"
side = "north"
piece = [{{ profile = "trooper", at = [8, 16] }}]
"""


def bring(folder: Path, package: str, files: dict[str, str]) -> None:
    """Lay out a package with a ruleset and scenarios, as if it were installed."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[battlesim.rulesets]\n{package} = {package}.rules:RULESET\n")
    (folder / package / "scenarios").mkdir(parents=True)
    (folder / package / "__init__.py").write_text("raise RuntimeError('nobody has to import this')")
    for name, text in files.items():
        (folder / package / "scenarios" / name).write_text(text)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", ["garden.toml", "garden"])
def test_a_scenario_and_its_map_are_found_by_their_ids(folder: Path, name: str) -> None:
    bring(folder, "visitor", {"visit.toml": SCENARIO.format(map=name), "garden.toml": MAP})
    assert load_scenario("visit").ground.width == 30
    assert open_source("garden").table.ground.height == 20
    assert "visit" not in map_files() and "garden" not in scenario_files()


def test_ours_come_first_and_nobody_takes_their_ids(folder: Path) -> None:
    bring(folder, "visitor", {"toy.toml": SCENARIO.format(map="toy"), "a_map.toml": MAP})
    assert load_scenario("toy").plan.title == "Toy skirmish"
    assert list(scenario_files())[: len(SCENARIOS)] == list(SCENARIOS)
    assert list(map_files())[: len(MAPS)] == list(MAPS)


def test_of_two_packages_the_first_by_name_keeps_an_id(folder: Path) -> None:
    for package in ("zebra", "antelope"):
        bring(folder, package, {"visit.toml": SCENARIO.format(map="toy").replace("Visit", package)})
    assert load_scenario("visit").plan.title == "antelope"


def test_a_file_that_cannot_be_read_is_listed_and_stops_nobody(folder: Path) -> None:
    bring(folder, "visitor", {"torn.toml": "title = ", "visit.toml": SCENARIO.format(map="toy")})
    assert {"torn", "visit"} <= scenario_files().keys()
    assert {"toy", "visit"} <= known_files().keys()
    with pytest.raises(InputError, match="torn"):
        load_scenario("torn")
