"""Small faults of the command line, each answered by one short line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Cli

LONG = "a" * 5_000
TABLE = 'title = "T"\n[table]\nwidth = 30\nheight = 20\n'
ASKS = '[[question]]\nask = "distance"\nfrom = "a"\nto = "b"\nedge = 1\n'


@pytest.mark.parametrize("name", [LONG, f"{LONG}.toml", f"{LONG}.png", f"{LONG}.battle", f"x/{LONG}"])
def test_a_name_of_thousands_of_letters_is_no_file(cli: Cli, name: str) -> None:
    said = cli("check", name, code=2).stdout
    assert said.startswith("wrong ") and len(said) < 1_500


def test_a_refusal_does_not_print_a_whole_file(cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "m.toml").write_text(f'[table]\nwidth = 30\nheight = 20\n"{"x" * 500_000}" = 1\n')
    assert len(cli("judge", "m.toml", "--from", "1,1", "--to", "2,2", code=2).stderr) < 2_100
    assert len(cli("check", "m.toml", code=2).stdout) < 2_100


@pytest.mark.parametrize("text", [TABLE, TABLE + ASKS])
def test_a_situation_without_pieces_is_called_so(cli: Cli, tmp_path: Path, text: str) -> None:
    (tmp_path / "s.toml").write_text(text)
    assert "without pieces" in cli("check", "s.toml", code=2).stdout


@pytest.mark.parametrize("grid", [5e-324, 1e-300, 1e-4])
def test_a_foundry_grid_of_no_size_is_refused(cli: Cli, tmp_path: Path, grid: float) -> None:
    scene = {"name": "s", "width": 1000, "height": 1000, "grid": {"size": grid}, "walls": []}
    (tmp_path / "s.json").write_text(json.dumps(scene))
    assert "pixels is impossible" in cli("import", "s.json", "--out", "m.toml", code=2).stderr


def test_a_battle_that_is_over_cannot_be_gone_on_with(cli: Cli, battle: Path) -> None:
    before = battle.read_bytes()
    assert "the battle is over" in cli("play", battle.name, "--headless", code=2).stderr
    assert battle.read_bytes() == before


def test_the_record_of_another_version_of_the_rules_says_so(cli: Cli, battle: Path) -> None:
    text = battle.read_text().replace('"ruleset_version":"', '"ruleset_version":"0.', 1)
    battle.write_text(text)
    assert "it was played by version 0." in cli("replay", battle.name, "--verify").stdout
    assert "it was played by version 0." in cli("check", battle.name).stdout


def test_the_record_of_these_rules_says_nothing_of_them(cli: Cli, battle: Path) -> None:
    assert "it was played by version" not in cli("replay", battle.name, "--verify").stdout
