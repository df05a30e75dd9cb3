"""The rulesets of docs/rulesets*.md, written out as a newcomer would in a folder of his own, and used."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from battlesim.render.figures import FIGURE_PAINTERS
from battlesim.render.icons import ICON_SHAPES
from battlesim.report.picture import looks_of
from battlesim.rulesets import registry
from battlesim.ui.start.catalogue import load_scenario_preview
from battlesim.ui.start.start_model import StartModel
from battlesim.ui.start.table_picture import TablePicture
from tests.cli.conftest import ROOT, Cli

PAGES = {"rulesets.md": ("outlaws", "mesa"), "rulesets_units.md": ("patrols", "mill")}
"""The pages, each with the ruleset and the scenario that it writes."""
FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.M | re.S)
ASKING = (
    "tests/contract/test_contract.py::test_each_of_our_rulesets_has_a_case",
    "tests/rulesets/test_registry.py",
    "tests/scenarios/test_packages.py",
    "tests/cli/test_commands.py",
    "tests/ui/test_start.py",
)
"""Tests that ask what there is."""
NAMED = re.compile(r"^\*\*([\w/.]+)\*\*\n\n```(?:python|toml)\n(.*?)^```$", re.M | re.S)


def files_of(page: str) -> dict[str, str]:
    """The files that a page shows, each with its parts in order."""
    found: dict[str, str] = {}
    for name, text in NAMED.findall(page):
        found[name] = f"{found[name]}\n\n{text}" if name in found else text
    return found


@pytest.fixture(scope="module", params=PAGES)
def page(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def folder(page: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is once it has been installed in place."""
    root = tmp_path_factory.mktemp("newcomer")
    for name, text in files_of((ROOT / "docs" / page).read_text(encoding="utf-8")).items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    info = root / f"{project['name']}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: 1.0\n")
    points = project["entry-points"]["battlesim.rulesets"]
    rows = "\n".join(f"{name} = {place}" for name, place in points.items())
    (info / "entry_points.txt").write_text(f"[battlesim.rulesets]\n{rows}\n")
    return root


@pytest.fixture
def installed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.syspath_prepend(folder)
    return folder


def test_every_snippet_of_code_belongs_to_a_file(page: str) -> None:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    shown = [code for language, code in FENCE.findall(text) if language != "sh"]
    assert shown == [code for _, code in NAMED.findall(text)]


@pytest.mark.slow
def test_its_own_test_command_passes(folder: Path) -> None:
    env = os.environ | {"PYTHONPATH": os.pathsep.join((str(ROOT), str(folder)))}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.slow
def test_this_suite_does_not_mind_that_it_is_installed(folder: Path, tmp_path: Path) -> None:
    """Nor that another is, which is broken: the tests that ask what there is pass as ever."""
    info = tmp_path / "wreck-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: wreck\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[battlesim.rulesets]\nwreck = wreck:RULESET\n")
    (tmp_path / "wreck.py").write_text("raise RuntimeError('out of order')\n")
    env = os.environ | {"PYTHONPATH": os.pathsep.join(map(str, (ROOT, folder, tmp_path)))}
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:cacheprovider",
        "-k",
        "scenario or rule",
        *ASKING,
    ]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_is_short(folder: Path) -> None:
    lines = [len(file.read_text().splitlines()) for file in folder.rglob("*.py")]
    assert sum(lines) <= 420


def test_it_and_its_scenario_are_listed(page: str, installed: Path, cli: Cli) -> None:
    ruleset, scenario = PAGES[page]
    assert ruleset in [row["key"] for row in json.loads(cli("rulesets", "--json").stdout)]
    assert scenario in [row["id"] for row in json.loads(cli("scenarios", "--json").stdout)]
    assert f"({ruleset}), " in cli("check", scenario).stdout


def test_a_battle_of_its_automated_players_comes_to_its_end(page: str, installed: Path, cli: Cli) -> None:
    done = json.loads(cli("simulate", PAGES[page][1], "--games", "1", "--json").stdout)
    assert sum(done["wins"].values()) + done["draws"] == 1


def test_its_scenario_stands_on_the_start_screen(page: str, installed: Path, tmp_path: Path) -> None:
    model, (ruleset, scenario) = StartModel(tmp_path, TablePicture(), people=True), PAGES[page]
    assert scenario in model.titles
    assert load_scenario_preview(scenario).note.startswith(f"{ruleset.title()}, ")


def test_its_pictures_exist(page: str, installed: Path) -> None:
    looks = looks_of(registry.load_ruleset(PAGES[page][0]))
    assert set(looks.figures.values()) <= set(FIGURE_PAINTERS) and set(looks.badges.values()) <= set(
        ICON_SHAPES
    )
